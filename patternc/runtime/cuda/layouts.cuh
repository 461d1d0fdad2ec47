// Which numbers of a tile each thread has in its registers.
//
// A thread has the same rows of every tile: of each, some columns. A layout says how many they are, and which. Products,
// sums and functions of pairs are then written once.
#pragma once

namespace patternc {

// The `n`-th of a thread's `count` places, which come in runs of 4, 2 or 1 that threads take in turn.
template <int COUNT, int OTHERS> PATTERNC_INLINE int place_of(int n, int own) {
    constexpr int RUN = COUNT % 4 == 0 ? 4 : COUNT % 2 == 0 ? 2 : 1;
    return n / RUN * OTHERS * RUN + own * RUN + n % RUN;
}

// Threads stand in a rectangle over rows and columns; those of a row are of one warp.
struct Rectangle {
    static constexpr int ACROSS = THREADS >= 256 ? 16 : 8;
    static constexpr int DOWN = THREADS / ACROSS;
    static constexpr int FIRST_MASK = 1, END_MASK = ACROSS;  // by which threads of a row exchange numbers

    template <int ROWS> static constexpr int rows_each = ROWS / DOWN;
    template <int COLUMNS> static constexpr int columns_each = COLUMNS / ACROSS;

    template <int ROWS> static PATTERNC_INLINE int row(int r) {
        return place_of<rows_each<ROWS>, DOWN>(r, thread() / ACROSS);
    }
    template <int COLUMNS> static PATTERNC_INLINE int column(int c) {
        return place_of<columns_each<COLUMNS>, ACROSS>(c, thread() % ACROSS);
    }
    // Whether this thread is the first of its rows.
    static PATTERNC_INLINE bool leads() { return thread() % ACROSS == 0; }
};

// Tensor cores: a warp has 16 rows, which their instructions m16n8 deal out to its threads.
struct Warps {
    static constexpr int FIRST_MASK = 1, END_MASK = 4;

    template <int ROWS> static constexpr int rows_each = 2;
    template <int COLUMNS> static constexpr int columns_each = COLUMNS / 4;

    template <int ROWS> static PATTERNC_INLINE int row(int r) {
        static_assert(THREADS == 2 * ROWS, "a warp for 16 rows");
        return thread() / 32 * 16 + thread() % 32 / 4 + 8 * r;
    }
    template <int COLUMNS> static PATTERNC_INLINE int column(int c) {
        return c / 2 * 8 + thread() % 4 * 2 + c % 2;
    }
    static PATTERNC_INLINE bool leads() { return thread() % 4 == 0; }
};

// Tensor cores of sm_70, whose instruction m8n8k4 deals them out to lanes in another order.
struct QuadPairs {
    static constexpr int FIRST_MASK = 2, END_MASK = 8;

    template <int ROWS> static constexpr int rows_each = 2;
    template <int COLUMNS> static constexpr int columns_each = COLUMNS / 4;

    template <int ROWS> static PATTERNC_INLINE int row(int r) {
        static_assert(THREADS == 2 * ROWS, "a warp for 16 rows");
        const int lane = thread() % 32;
        return thread() / 32 * 16 + (lane & 8) + lane / 16 * 4 + 2 * r + lane % 2;
    }
    template <int COLUMNS> static PATTERNC_INLINE int column(int c) {
        return c / 2 * 8 + (thread() & 6) + c % 2;
    }
    static PATTERNC_INLINE bool leads() { return (thread() & 6) == 0; }
};

#if PATTERNC_TENSOR_CORES == 8
using Layout = QuadPairs;
#elif PATTERNC_TENSOR_CORES
using Layout = Warps;
#else
using Layout = Rectangle;
#endif

// A number for each row, and of the threads of a row, all have it: their sum, or the highest.
PATTERNC_INLINE float sum_of_row(float x) {
#pragma unroll
    for (int mask = Layout::FIRST_MASK; mask < Layout::END_MASK; mask *= 2) x += exchanged(x, mask);
    return x;
}
PATTERNC_INLINE float highest_of_row(float x) {
#pragma unroll
    for (int mask = Layout::FIRST_MASK; mask < Layout::END_MASK; mask *= 2) x = higher(exchanged(x, mask), x);
    return x;
}

// A tile of numbers, in registers.
template <int ROWS_, int COLUMNS_> struct Tile {
    static constexpr int ROWS = ROWS_, COLUMNS = COLUMNS_;
    static constexpr int R = Layout::rows_each<ROWS>, C = Layout::columns_each<COLUMNS>;
    float at[R][C];

    static PATTERNC_INLINE int row(int r) { return Layout::row<ROWS>(r); }
    static PATTERNC_INLINE int column(int c) { return Layout::column<COLUMNS>(c); }
};

// Calls f(r, c) for each of a thread's numbers of a tile.
template <class T, class F> PATTERNC_INLINE void each(const T&, F f) {
#pragma unroll
    for (int r = 0; r < T::R; r++) {
#pragma unroll
        for (int c = 0; c < T::C; c++) f(r, c);
    }
}

// A number for each of a thread's rows.
template <int ROWS_, class T> struct Own {
    static constexpr int ROWS = ROWS_, R = Layout::rows_each<ROWS>;
    T at[R];
};
template <int ROWS> using Numbers = Own<ROWS, float>;

}  // namespace patternc
