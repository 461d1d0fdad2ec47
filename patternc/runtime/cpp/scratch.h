// Memory for what a program computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "values.h"

namespace patternc {

// Memory of one thread, taken piece by piece; a `Frame` gives back what was taken in it. Pieces begin at multiples of
// 64 bytes and are not initialized.
class Scratch {
public:
    Scratch() = default;
    ~Scratch() {
        for (Block *one = first_.next, *next; one; one = next) next = one->next, std::free(one);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // Of the program that runs: whether its softmax looks for columns that are not finite; whether it found its result
    // not finite without that, so that the program runs once more (programs.h).
    bool careful = false, again = false;

    template <class T> T* take(int64_t count) {
        const size_t size = (size_t(count) * sizeof(T) + 63) / 64 * 64;
        for (; used_ + size > block_->size; block_ = block_->next, used_ = 0)
            if (!block_->next) block_->next = new_block(greatest(size, size_t(1) << 20));
        char* piece = reinterpret_cast<char*>(block_ + 1) + used_;
        used_ += size;
        return reinterpret_cast<T*>(piece);
    }

private:
    friend class Frame;

    // `size` bytes that follow it in memory.
    struct alignas(64) Block {
        Block* next;
        size_t size;
    };

    static Block* new_block(size_t size) {
        auto* block = static_cast<Block*>(std::aligned_alloc(alignof(Block), sizeof(Block) + size));
        if (!block) {  // no exception leaves a parallel region
            std::fprintf(stderr, "patternc: no memory for %zu bytes of a program's scratch\n", size);
            std::abort();
        }
        *block = {nullptr, size};
        return block;
    }

    Block first_{nullptr, 0}, *block_ = &first_;
    size_t used_ = 0;  // bytes of the block
};

// While it exists, what is taken is given back at its end.
class Frame {
public:
    explicit Frame(Scratch& scratch) : scratch_(scratch), block_(scratch.block_), used_(scratch.used_) {}
    ~Frame() {
        scratch_.block_ = block_;
        scratch_.used_ = used_;
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

private:
    Scratch& scratch_;
    Scratch::Block* block_;
    size_t used_;
};

}  // namespace patternc
