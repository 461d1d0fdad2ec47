// Vectors of numbers: those that a register of the CPU holds, and those of the rows or columns of a tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#define PATTERNC_INLINE inline __attribute__((always_inline))
#define PATTERNC_PROGRAM
#define INFINITY __builtin_inff()

// Before a loop whose iterations are independent of each other.
#ifdef __clang__
#define PATTERNC_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define PATTERNC_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace patternc {

// ---- registers: GCC's and Clang's vector extensions, which they compile for any instruction set -------------------
#if defined(__AVX512F__)
constexpr int WIDTH = 16;      // floats a register
constexpr int REGISTERS = 32;
#elif defined(__AVX__)
constexpr int WIDTH = 8;
constexpr int REGISTERS = 16;
#elif defined(__aarch64__)
constexpr int WIDTH = 4;
constexpr int REGISTERS = 32;
#else
constexpr int WIDTH = 4;
constexpr int REGISTERS = 16;
#endif

// Where products take bfloat16 in pairs (bfloat16.h). AMD's CPUs multiply a pair as fast as a float; Intel's begin one in
// two cycles, where they begin four products of floats.
#if defined(PATTERNC_PAIRS)
#elif defined(__AVX512BF16__) && (defined(__znver3__) || defined(__znver4__) || defined(__znver5__))
#define PATTERNC_PAIRS 1
#else
#define PATTERNC_PAIRS 0
#endif

typedef float Floats __attribute__((vector_size(WIDTH * sizeof(float))));
typedef uint32_t Bits __attribute__((vector_size(WIDTH * sizeof(uint32_t))));

// The same at any address. Copies by memcpy would do, but make GCC 12 keep sums in memory where registers are few.
typedef float LooseFloats __attribute__((vector_size(WIDTH * sizeof(float)), aligned(sizeof(float)), may_alias));

PATTERNC_INLINE Floats load(const float* at) { return *reinterpret_cast<const LooseFloats*>(at); }
PATTERNC_INLINE void store(float* at, Floats x) { *reinterpret_cast<LooseFloats*>(at) = x; }
PATTERNC_INLINE Floats all(float x) { return x - Floats{}; }  // 0 + x would be computed: it makes 0 of -0

PATTERNC_INLINE Bits bits_of(Floats x) { return reinterpret_cast<Bits>(x); }
PATTERNC_INLINE Floats floats_of(Bits x) { return reinterpret_cast<Floats>(x); }
PATTERNC_INLINE uint32_t bits_of(float x) {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}
PATTERNC_INLINE float floats_of(uint32_t bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

// The lower and the higher of two numbers, each a float or a register of them; y if either is NaN.
template <class F> PATTERNC_INLINE F lower(F x, F y) { return x < y ? x : y; }
template <class F> PATTERNC_INLINE F higher(F x, F y) { return x > y ? x : y; }

// ---- memory ---------------------------------------------------------------------------------------------------------
template <class T> PATTERNC_INLINE void fill(T* to, int64_t count, T x) {
    for (int64_t i = 0; i < count; i++) to[i] = x;
}
template <class T> PATTERNC_INLINE void copy(T* to, const T* from, int64_t count) {
    __builtin_memcpy(to, from, size_t(count) * sizeof(T));
}

// ---- vectors of rows and columns ------------------------------------------------------------------------------------
template <class T, int N> struct Vector {
    alignas(N * sizeof(T) < 64 ? alignof(T) : 64) T at[N];

    PATTERNC_INLINE T& operator[](int i) { return at[i]; }
    PATTERNC_INLINE const T& operator[](int i) const { return at[i]; }
};

// The vector f(0), f(1), ...
template <class T, int N, class F> PATTERNC_INLINE Vector<T, N> vector(F f) {
    Vector<T, N> made;
    for (int i = 0; i < N; i++) made[i] = f(i);
    return made;
}

template <class T, int N> PATTERNC_INLINE Vector<T, N> all_of(T x) {
    return vector<T, N>([&](int) { return x; });
}

// The same, of numbers of the type of f(0).
template <int N, class F> PATTERNC_INLINE auto over(F f) {
    return vector<decltype(f(0)), N>(f);
}

// Two vectors, of the parts of what f(0), f(1), ... are.
template <class A, class B, int N> struct Unzipped {
    Vector<A, N> first;
    Vector<B, N> second;
};
template <int N, class F> PATTERNC_INLINE auto unzipped(F f) {
    const auto [a, b] = f(0);
    Unzipped<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>, N> made;
    for (int i = 0; i < N; i++) {
        const auto [first, second] = f(i);
        made.first[i] = first, made.second[i] = second;
    }
    return made;
}

// ---- functions ------------------------------------------------------------------------------------------------------
// 2 to the power x, of a float or a register of them, to 2 units in the last place; 0 below 2^-125, where products
// would be slow; NaN of NaN. x is split into a whole number n and a rest in [-0.5, 0.5], whose power is a polynomial:
// 2 * 2^rest, so that 2^(n - 1) is a float for all n. What infinities make of it is replaced in the end.
template <class F> PATTERNC_INLINE F exp2_to_128(F x) {  // x is at most 128
    const F shifted = x + 0x1.8p23f;  // its lowest bits are n
    const F rest = x - (shifted - 0x1.8p23f);
    F power = rest * 3.0706724e-4f + 2.6797749e-3f;
    power = power * rest + 1.9236875e-2f;
    power = power * rest + 0.11100665f;
    power = power * rest + 0.48045296f;
    power = power * rest + 1.3862944f;
    power = power * rest + 2.0f;
    const F scaled = power * floats_of((bits_of(shifted) << 23) + (126u << 23));
    return x < F{} - 125.0f ? F{} : scaled;
}
template <class F> PATTERNC_INLINE F exp2(F x) { return exp2_to_128(lower(F{} + 128.0f, x)); }
PATTERNC_INLINE double exp2(double x) { return __builtin_exp2(x); }

}  // namespace patternc
