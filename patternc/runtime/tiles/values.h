// What a program is called with: numbers, tensors and their element types.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#ifndef PATTERNC_ELEMENT
#define PATTERNC_ELEMENT float
#endif

namespace patternc {

constexpr double LOG2E = 1.4426950408889634;
constexpr double LN2 = 0.6931471805599453;

// ---- the lowest and the highest of numbers, with 64 bits where an operand has them ------------------------------------
template <class A, class B> PATTERNC_INLINE constexpr auto least(A a, B b) { return b < a ? b : a; }
template <class A, class B> PATTERNC_INLINE constexpr auto greatest(A a, B b) { return a < b ? b : a; }
template <class A, class B, class... More> PATTERNC_INLINE constexpr auto least(A a, B b, More... more) {
    return least(least(a, b), more...);
}
template <class A, class B, class... More> PATTERNC_INLINE constexpr auto greatest(A a, B b, More... more) {
    return greatest(greatest(a, b), more...);
}

// ---- numbers of 16 bits, which are floats wherever they are computed with -----------------------------------------
struct BFloat16 {
    uint16_t bits;

    BFloat16() = default;
    PATTERNC_INLINE explicit BFloat16(float x) {  // to the nearest, of two as near the even one
        const uint32_t all = bits_of(x), rounded = all + 0x7FFF + (all >> 16 & 1);
        bits = uint16_t((all & 0x7FFFFFFF) > 0x7F800000 ? all >> 16 | 0x40 : rounded >> 16);  // NaN stays NaN
    }
    PATTERNC_INLINE operator float() const { return floats_of(uint32_t(bits) << 16); }
};

struct Float16 {
    uint16_t bits;

    Float16() = default;
    PATTERNC_INLINE explicit Float16(float x) {  // to the nearest, of two as near the even one
        const uint32_t sign = bits_of(x) & 0x80000000, size = bits_of(x) ^ sign;
        // Adding 0.5 leaves what a number below 2^-14 is in units of 2^-24, rounded, in the lowest bits.
        const uint32_t small = bits_of(floats_of(size) + 0.5f) - bits_of(0.5f);
        const uint32_t normal = (size - (112u << 23) + 0xFFF + (size >> 13 & 1)) >> 13;
        const uint32_t large = size > 0x7F800000 ? 0x7E00 : 0x7C00;  // NaN, or infinite: 65520 and more
        const uint32_t found = size < 0x38800000 ? small : size < 0x477FF000 ? normal : large;
        bits = uint16_t(found | sign >> 16);
    }
    PATTERNC_INLINE operator float() const {
        const uint32_t sign = uint32_t(bits & 0x8000) << 16, size = bits & 0x7FFF;
        const uint32_t small = bits_of(float(int32_t(size)) * 0x1p-24f);
        const uint32_t normal = (size << 13) + ((size < 0x7C00 ? 112u : 224u) << 23);
        return floats_of((size < 0x400 ? small : normal) | sign);
    }
};

using Element = PATTERNC_ELEMENT;  // of query, key and value

enum Type : int64_t {
    FLOAT32 = 0, BFLOAT16 = 1, FLOAT16 = 2, FLOAT64 = 3, INT32 = 4, INT64 = 5, BOOL = 6, UINT8 = 7,  // of tensors
    INTEGER = 16, NUMBER = 17, NONE = 18
};

PATTERNC_INLINE constexpr Type type_of(float*) { return FLOAT32; }
PATTERNC_INLINE constexpr Type type_of(BFloat16*) { return BFLOAT16; }
PATTERNC_INLINE constexpr Type type_of(Float16*) { return FLOAT16; }
constexpr Type ELEMENT = type_of(static_cast<Element*>(nullptr));

// A contiguous tensor whose element type is known when it runs. `data` is null where none is given.
struct Tensor {
    void* data;
    Type type;

    PATTERNC_INLINE explicit operator bool() const { return data != nullptr; }
};

// Calls f with a tensor's data, as a pointer: of rows, which are elements or fp32; of numbers, fp32 or fp64.
template <class F> PATTERNC_INLINE void with_rows(const Tensor& tensor, F f) {
    if (tensor.type == FLOAT32) return f(static_cast<float*>(tensor.data));
    assert(tensor.type == ELEMENT);
    if constexpr (ELEMENT != FLOAT32) f(static_cast<Element*>(tensor.data));
}
// Of floats of any type.
template <class F> PATTERNC_INLINE void with_floats(const Tensor& tensor, F f) {
    if (tensor.type == FLOAT32) return f(static_cast<const float*>(tensor.data));
    if (tensor.type == BFLOAT16) return f(static_cast<const BFloat16*>(tensor.data));
    assert(tensor.type == FLOAT16);
    f(static_cast<const Float16*>(tensor.data));
}
template <class F> PATTERNC_INLINE void with_numbers(const Tensor& tensor, F f) {
    if (tensor.type == FLOAT32) return f(static_cast<float*>(tensor.data));
    assert(tensor.type == FLOAT64);
    f(static_cast<double*>(tensor.data));
}

// Of a tensor [B, H, N, D], in elements; columns are contiguous.
struct Strides {
    int64_t batch, head, row;
};

// Of a tensor [B, H, Nq, Nk], in elements; 0 where its extent is 1.
using PairStrides = std::array<int64_t, 4>;

// The place of the pair of positions 0 of a head, where the tensor's first pair is of two others.
PATTERNC_INLINE int64_t origin_of_pairs(const PairStrides& strides, int64_t batch, int64_t head, int64_t query, int64_t key) {
    return batch * strides[0] + head * strides[1] - query * strides[2] - key * strides[3];
}

// Where each batch entry's first query is: the integers `data`, `step` from one entry to the next; null: not given. Of
// sequences in one entry, there follow the length, the first row in `query` and how many, and the pages that hold the
// keys: `page` keys each (0: batch entries), and as rows of the tensor `rows` from one to the next.
struct Starts {
    const int32_t* data;
    int64_t step;
    int32_t page, rows;
};

// ---- arguments ------------------------------------------------------------------------------------------------------
struct Value {
    union {
        void* pointer;
        int64_t integer;
        double number;
    };
    int64_t type;
};

// Reads the arguments of a program, one after the other.
class Arguments {
public:
    PATTERNC_INLINE explicit Arguments(const Value* first) : next_(first) {}

    template <class T> PATTERNC_INLINE T* pointer() {
        const Value& value = *next_++;
        assert(value.type < INTEGER || value.type == NONE);
        return static_cast<T*>(value.pointer);
    }
    PATTERNC_INLINE Tensor tensor() {
        const Value& value = *next_++;
        assert(value.type < INTEGER || value.type == NONE);
        return {value.pointer, Type(value.type)};
    }
    PATTERNC_INLINE int64_t wide() {
        assert(next_->type == INTEGER);
        return (next_++)->integer;
    }
    PATTERNC_INLINE int32_t integer() { return int32_t(wide()); }
    PATTERNC_INLINE int32_t optional() { return next_->type == NONE ? (next_++, 0) : integer(); }
    PATTERNC_INLINE bool truth() { return wide() != 0; }
    PATTERNC_INLINE float number() {
        assert(next_->type == INTEGER || next_->type == NUMBER);
        const Value& value = *next_++;
        return value.type == NUMBER ? float(value.number) : float(value.integer);
    }
    PATTERNC_INLINE Strides strides() {
        const int64_t batch = wide(), head = wide();
        return {batch, head, wide()};
    }
    PATTERNC_INLINE PairStrides steps() {
        PairStrides found;
        for (int64_t& one : found) one = wide();
        return found;
    }
    // A tensor, or None, the step between its entries, and of a cache the keys and the rows of a page.
    PATTERNC_INLINE Starts starts() {
        const int32_t* data = table<int32_t>();
        const int64_t step = wide();
        const int32_t page = optional();
        return {data, step, page, optional()};
    }
    template <class T> PATTERNC_INLINE const T* table() { return pointer<const T>(); }
    template <class T> PATTERNC_INLINE T* result() { return pointer<T>(); }

    // Several of a kind.
    template <size_t N> PATTERNC_INLINE std::array<const Element*, N> pointers() {
        return each<N>([&] { return table<Element>(); });
    }
    template <size_t N> PATTERNC_INLINE std::array<Tensor, N> tensors() {
        return each<N>([&] { return tensor(); });
    }
    template <size_t N> PATTERNC_INLINE std::array<int32_t, N> integers() {
        return each<N>([&] { return integer(); });
    }
    template <size_t N> PATTERNC_INLINE std::array<Strides, N> strides() {
        return each<N>([&] { return strides(); });
    }
    template <class T, size_t N> PATTERNC_INLINE std::array<const T*, N> tables() {
        return each<N>([&] { return table<T>(); });
    }
    // What N launches stored: a tensor of each, or M.
    template <size_t N, size_t M> PATTERNC_INLINE auto partials() {
        if constexpr (M == 1)
            return tensors<N>();
        else
            return each<N>([&] { return tensors<M>(); });
    }

private:
    template <size_t N, class F> PATTERNC_INLINE static auto each(F read) {
        std::array<decltype(read()), N> found;
        for (auto& one : found) one = read();
        return found;
    }

    const Value* next_;
};

}  // namespace patternc
