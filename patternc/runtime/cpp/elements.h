// Elements of tensors as registers of floats, and back.
#pragma once

#include <cstdint>
#include <type_traits>

#include "values.h"
#include "vectors.h"

namespace patternc {

typedef uint16_t Halves __attribute__((vector_size(WIDTH * sizeof(uint16_t))));
typedef uint16_t LooseHalves __attribute__((vector_size(WIDTH * sizeof(uint16_t)), aligned(2), may_alias));

// float16 as compilers know it, who then convert it. GCC does so for x86 by functions of these names alone.
#if defined(__aarch64__)
typedef __fp16 Native __attribute__((vector_size(WIDTH * sizeof(uint16_t))));
#elif defined(__clang__) && defined(__F16C__)
typedef _Float16 Native __attribute__((vector_size(WIDTH * sizeof(uint16_t))));
#else
typedef int16_t Signed __attribute__((vector_size(WIDTH * sizeof(int16_t))));
typedef int32_t Wide __attribute__((vector_size(WIDTH * sizeof(int32_t))));
#endif

template <class T> constexpr bool IS_HALF = std::is_same_v<T, BFloat16> || std::is_same_v<T, Float16>;

// A number as an element; doubles are rounded once where they become floats.
template <class E, class T> PATTERNC_INLINE E as(T x) {
    if constexpr (IS_HALF<E>) return E(float(x));
    else return E(x);
}

PATTERNC_INLINE Halves load_halves(const void* at) { return *static_cast<const LooseHalves*>(at); }

// Halves with zeros before their bits. GCC's conversion takes four instructions for what x86 CPUs do by one.
PATTERNC_INLINE Bits widened(Halves x) {
#if defined(__AVX512F__) && !defined(__clang__)
    return (Bits)__builtin_ia32_pmovzxwd512_mask((Signed)x, (Wide){}, -1);
#elif defined(__AVX2__) && !defined(__clang__)
    return (Bits)__builtin_ia32_pmovzxwd256((Signed)x);
#else
    return __builtin_convertvector(x, Bits);
#endif
}

// WIDTH elements as floats.
PATTERNC_INLINE Floats load_elements(const float* at) { return load(at); }
PATTERNC_INLINE Floats load_elements(const BFloat16* at) { return floats_of(widened(load_halves(at)) << 16); }
PATTERNC_INLINE Floats load_elements(const Float16* at) {
#if defined(__aarch64__) || defined(__clang__) && defined(__F16C__)
    return __builtin_convertvector((Native)load_halves(at), Floats);
#elif defined(__AVX512F__)
    return __builtin_ia32_vcvtph2ps512_mask((Signed)load_halves(at), Floats{}, -1, 4);  // rounding is the thread's
#elif defined(__F16C__)
    return __builtin_ia32_vcvtph2ps256((Signed)load_halves(at));
#else
    Floats x{};
    for (int i = 0; i < WIDTH; i++) x[i] = float(at[i]);
    return x;
#endif
}
PATTERNC_INLINE Floats load_elements(const double* at) {
    Floats x{};
    for (int i = 0; i < WIDTH; i++) x[i] = float(at[i]);
    return x;
}

// Stores WIDTH floats as elements.
PATTERNC_INLINE void store_halves(void* at, Halves bits) { *static_cast<LooseHalves*>(at) = bits; }
PATTERNC_INLINE void store_elements(float* at, Floats x) { store(at, x); }
PATTERNC_INLINE void store_elements(BFloat16* at, Floats x) {
    const Bits all = bits_of(x), rounded = (all + 0x7FFF + (all >> 16 & 1)) >> 16;
    const Bits found = (all & 0x7FFFFFFF) > 0x7F800000 ? (all >> 16 | 0x40) : rounded;  // NaN stays NaN
    store_halves(at, __builtin_convertvector(found, Halves));
}
PATTERNC_INLINE void store_elements(Float16* at, Floats x) {
#if defined(__aarch64__) || defined(__clang__) && defined(__F16C__)
    store_halves(at, (Halves)__builtin_convertvector(x, Native));
#elif defined(__AVX512F__)
    store_halves(at, (Halves)__builtin_ia32_vcvtps2ph512_mask(x, 0, Signed{}, -1));  // 0: to the nearest
#elif defined(__F16C__)
    store_halves(at, (Halves)__builtin_ia32_vcvtps2ph256(x, 0));
#else
    for (int i = 0; i < WIDTH; i++) at[i] = Float16(x[i]);
#endif
}
PATTERNC_INLINE void store_elements(double* at, Floats x) {
    for (int i = 0; i < WIDTH; i++) at[i] = x[i];
}

// `count` elements as floats.
template <class T> void widen(float* to, const T* from, int count) {
    int d = 0;
    for (; d + WIDTH <= count; d += WIDTH) store(to + d, load_elements(from + d));
    for (; d < count; d++) to[d] = float(from[d]);
}

// The sum of the products of `count` elements with as many others.
template <class X, class Y> float dot(const X* x, const Y* y, int count) {
    Floats sums = {};
    int d = 0;
    for (; d + WIDTH <= count; d += WIDTH) sums += load_elements(x + d) * load_elements(y + d);
    float sum = 0;
    for (int i = 0; i < WIDTH; i++) sum += sums[i];
    for (; d < count; d++) sum += float(x[d]) * float(y[d]);
    return sum;
}

}  // namespace patternc
