// What threads of a GPU do together, as the compilers of CUDA know it or as `emulator.cuh` has it on a CPU.
//
// Threads read and write memory that others see through functions alone, so that the emulator can check what they do.
#pragma once

#ifdef __CUDACC__
#define PATTERNC_INLINE __device__ __forceinline__
#define PATTERNC_PROGRAM __device__ __forceinline__
#else
#define PATTERNC_INLINE inline
#define PATTERNC_PROGRAM inline
#endif

#ifdef __CUDACC_RTC__
#include "standard.cuh"
#else
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#endif
#ifndef __CUDACC__
#include "emulator.cuh"
#endif

#ifndef PATTERNC_THREADS
#define PATTERNC_THREADS 256
#endif
#ifndef PATTERNC_ROWS
#define PATTERNC_ROWS 64
#endif
#ifndef PATTERNC_COLUMNS
#define PATTERNC_COLUMNS 64
#endif
#ifndef PATTERNC_DIM
#define PATTERNC_DIM 128
#endif
#ifndef PATTERNC_OWN
#define PATTERNC_OWN 2
#endif
#ifndef PATTERNC_TENSOR_CORES  // 8 for sm_70, 16 for newer devices, 0 for none: rows of their products
#define PATTERNC_TENSOR_CORES 0
#endif

namespace patternc {

constexpr int THREADS = PATTERNC_THREADS;  // of a program
constexpr int DIM = PATTERNC_DIM;          // numbers of a row that a sum has room for

// Four numbers that are 16 bytes.
struct alignas(16) Four {
    float at[4];
};
struct alignas(16) Words {
    uint32_t at[4];
};

// ---- threads --------------------------------------------------------------------------------------------------------
#ifdef __CUDACC__

PATTERNC_INLINE int thread() { return int(threadIdx.x); }
PATTERNC_INLINE void wait_for_all() { __syncthreads(); }

// The number of the thread of this warp whose place differs in the bits of `mask`.
template <class T> PATTERNC_INLINE T exchanged(T x, int mask) { return __shfl_xor_sync(0xFFFFFFFF, x, mask); }

// A part of a matrix of 16-bit numbers in each of four registers: of eight rows of eight numbers, whose addresses in
// shared memory eight threads have, thread t of a warp gets numbers 2 (t % 4) and the next of row t / 4; `ACROSS`: of
// column t / 4.
template <bool ACROSS> PATTERNC_INLINE void load_matrices(uint32_t (&to)[4], const void* row) {
    const auto at = uint32_t(__cvta_generic_to_shared(row));
    if constexpr (ACROSS)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(at) : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(at) : "memory");
}

// Keeps compilers from moving reads before it, where what is read would take many registers at once.
PATTERNC_INLINE void keep_order() { asm volatile("" ::: "memory"); }

// The same number, of which compilers know nothing: what follows from it is computed here, not kept in registers.
PATTERNC_INLINE int fresh(int x) {
    asm volatile("" : "+r"(x));
    return x;
}

PATTERNC_INLINE uint32_t bits_of(float x) { return __float_as_uint(x); }
PATTERNC_INLINE float floats_of(uint32_t bits) { return __uint_as_float(bits); }

// 2 to the power x, to 2 units in the last place; 0 below 2^-126.
PATTERNC_INLINE float exp2(float x) {
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
}
PATTERNC_INLINE float log2(float x) { return ::log2f(x); }

template <class T> PATTERNC_INLINE T read(const T* at) { return *at; }
template <class T> PATTERNC_INLINE void write(T* at, T x) { *at = x; }
template <class T> PATTERNC_INLINE T read_shared(const T* at) { return *at; }
template <class T> PATTERNC_INLINE void write_shared(T* at, T x) { *at = x; }
PATTERNC_INLINE void add_atomically(float* at, float x) { atomicAdd(at, x); }

#else

PATTERNC_INLINE int thread() { return emulator::current().number; }
PATTERNC_INLINE void wait_for_all(int line = __builtin_LINE()) { emulator::wait_for_block(line); }
PATTERNC_INLINE void keep_order() {}
PATTERNC_INLINE int fresh(int x) { return x; }
template <class T> PATTERNC_INLINE T exchanged(T x, int mask) { return emulator::exchanged(x, mask); }
template <bool ACROSS> PATTERNC_INLINE void load_matrices(uint32_t (&to)[4], const void* row) {
    emulator::load_matrices(to, row, ACROSS);
}
PATTERNC_INLINE uint32_t bits_of(float x) { return emulator::as<uint32_t>(x); }
PATTERNC_INLINE float floats_of(uint32_t bits) { return emulator::as<float>(bits); }
PATTERNC_INLINE float exp2(float x) { return x < -126.0f ? 0.0f : std::exp2(x); }
PATTERNC_INLINE float log2(float x) { return std::log2(x); }

template <class T> PATTERNC_INLINE T read(const T* at) { return emulator::read(at); }
template <class T> PATTERNC_INLINE void write(T* at, T x) { emulator::write(at, x); }
template <class T> PATTERNC_INLINE T read_shared(const T* at) { return emulator::read_shared(at); }
template <class T> PATTERNC_INLINE void write_shared(T* at, T x) { emulator::write_shared(at, x); }
PATTERNC_INLINE void add_atomically(float* at, float x) { emulator::write(at, emulator::read(at) + x); }

#endif

PATTERNC_INLINE float infinite() { return floats_of(0x7F800000); }
PATTERNC_INLINE double exp2(double x) { return ::exp2(x); }
PATTERNC_INLINE float higher(float x, float y) { return x > y ? x : y; }

// ---- vectors of rows and columns ------------------------------------------------------------------------------------
// The vector f(0), f(1), ... of N numbers: each thread computes those that it uses, when it uses them.
template <int N, class F> struct Vector {
    static constexpr int SIZE = N;
    F f;

    PATTERNC_INLINE auto operator[](int i) const { return f(i); }
};

template <int N, class F> PATTERNC_INLINE Vector<N, F> over(F f) { return {f}; }

// Two vectors, of the parts of what f(0), f(1), ... are.
template <int N, class F> PATTERNC_INLINE auto first_of(F f) {
    return over<N>([f](int i) {
        const auto [first, second] = f(i);
        return first;
    });
}
template <int N, class F> PATTERNC_INLINE auto second_of(F f) {
    return over<N>([f](int i) {
        const auto [first, second] = f(i);
        return second;
    });
}
template <class A, class B> struct Unzipped {
    A first;
    B second;
};
template <int N, class F> PATTERNC_INLINE auto unzipped(F f) {
    return Unzipped<decltype(first_of<N>(f)), decltype(second_of<N>(f))>{first_of<N>(f), second_of<N>(f)};
}

// A part of shared memory for tiles of columns: the number of the tile there, and whether some read it since all threads
// waited.
struct Part {
    int tile = -1;
    bool read = false;
};

// How much of the shared memory a program keeps something in, and in which of two parts the next tile of columns comes.
// While a frame exists, what is taken is given back at its end, and tiles are forgotten.
struct Scratch {
    int taken = 0, turn = 0, tiles = 0;
    struct {
        Part first, second;
    } parts;
};
class Frame {
public:
    PATTERNC_INLINE explicit Frame(Scratch& scratch)
        : scratch_(scratch), taken_(scratch.taken), tiles_(scratch.tiles) {}
    PATTERNC_INLINE ~Frame() {
        scratch_.taken = taken_, scratch_.tiles = tiles_;
        scratch_.parts.first.tile = scratch_.parts.second.tile = -1;
    }

private:
    Scratch& scratch_;
    int taken_, tiles_;
};

}  // namespace patternc
