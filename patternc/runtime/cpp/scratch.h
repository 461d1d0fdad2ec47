// Memory for what a program computes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace patternc {

// Memory of one thread, taken piece by piece; a `Frame` gives back what was taken in it. Pieces begin at multiples of
// 64 bytes and are not initialized.
class Scratch {
public:
    template <class T> T* take(int64_t count) {
        const size_t size = (size_t(count) * sizeof(T) + 63) / 64 * 64;
        while (block_ == blocks_.size() || used_ + size > blocks_[block_].size) {
            if (block_ == blocks_.size()) {
                add(size);
            } else {
                block_++;
                used_ = 0;
            }
        }
        std::byte* piece = blocks_[block_].data.get() + used_;
        used_ += size;
        return reinterpret_cast<T*>(piece);
    }

private:
    friend class Frame;

    struct Free {
        void operator()(std::byte* data) const { std::free(data); }
    };
    struct Block {
        std::unique_ptr<std::byte, Free> data;
        size_t size;
    };

    void add(size_t needed) {
        const size_t size = std::max(needed, size_t(1) << 20);
        auto* data = static_cast<std::byte*>(std::aligned_alloc(64, size));
        if (data == nullptr) {  // no exception leaves a parallel region
            std::fprintf(stderr, "patternc: no memory for %zu bytes of a program's scratch\n", size);
            std::abort();
        }
        blocks_.push_back({std::unique_ptr<std::byte, Free>(data), size});
        used_ = 0;
    }

    std::vector<Block> blocks_;
    size_t block_ = 0, used_ = 0;  // the block that pieces are taken of, and the bytes taken of it
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
    size_t block_, used_;
};

}  // namespace patternc
