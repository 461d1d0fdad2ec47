// Products of tiles, by one kernel: C[m][0:ROWS] (+)= sum over k < depth of A(m, k) * B[k][0:ROWS].
//
// A register holds numbers of WIDTH rows. A tile of C stays in registers while k runs: for each k they load some
// registers of B, and multiply them with single numbers of A. B is contiguous, A is read by strides where it is.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tiles.h"
#include "vectors.h"

namespace patternc {

// Registers of B, and numbers of A, of a tile of C. Nearly all registers are sums: each is free for the next product
// only when the last is done, four cycles later, and two begin in each cycle.
template <int ROWS> constexpr int VECTORS = std::min(ROWS / WIDTH, REGISTERS == 32 ? 4 : 2);
template <int ROWS> constexpr int HEIGHT = std::min((REGISTERS - VECTORS<ROWS> - 2) / VECTORS<ROWS>, 16);

// Where A(m, k) is: data[m * row + k * column], one of the two being 1.
template <bool BY_COLUMNS> struct Factors {
    const float* data;
    int64_t step;

    PATTERNC_INLINE const float* at(int64_t m, int64_t k) const {
        return BY_COLUMNS ? data + m + k * step : data + m * step + k;
    }
};

// A tile of C: M of its rows and V registers of each.
template <int ROWS, int V, int M, bool ADDS, bool BY_COLUMNS>
PATTERNC_INLINE void multiply_tile(float* c, Factors<BY_COLUMNS> a, const float* b, int depth) {
    Floats sums[M][V];
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) sums[m][v] = ADDS ? load(c + m * ROWS + v * WIDTH) : Floats{};
    for (int64_t k = 0; k < depth; k++) {
        Floats taken[V];
        for (int v = 0; v < V; v++) taken[v] = load(b + k * ROWS + v * WIDTH);
        for (int m = 0; m < M; m++) {
            const Floats factor = all(*a.at(m, k));
            for (int v = 0; v < V; v++) sums[m][v] += factor * taken[v];
        }
    }
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) store(c + m * ROWS + v * WIDTH, sums[m][v]);
}

// The rows of C from m on, in tiles of M of them; the rest in tiles of half as many.
template <int ROWS, int V, int M, bool ADDS, bool BY_COLUMNS>
PATTERNC_INLINE void multiply_rows(float* c, Factors<BY_COLUMNS> a, const float* b, int m, int count, int depth) {
    for (; m + M <= count; m += M)
        multiply_tile<ROWS, V, M, ADDS, BY_COLUMNS>(c + int64_t(m) * ROWS, {a.at(m, 0), a.step}, b, depth);
    if constexpr (M > 1) {
        if (m < count) multiply_rows<ROWS, V, (M + 1) / 2, ADDS, BY_COLUMNS>(c, a, b, m, count, depth);
    }
}

template <int ROWS, bool ADDS, bool BY_COLUMNS>
void multiply_into(float* c, Factors<BY_COLUMNS> a, const float* b, int count, int depth) {
    constexpr int V = VECTORS<ROWS>;
    for (int i = 0; i < ROWS; i += V * WIDTH)
        multiply_rows<ROWS, V, HEIGHT<ROWS>, ADDS, BY_COLUMNS>(c + i, a, b + i, 0, count, depth);
}

// The products of each row with each column.
template <int ROWS> Pairs<ROWS> multiply(Scratch& scratch, const Rows<ROWS>& rows, const Columns& columns) {
    Pairs<ROWS> products = new_pairs<ROWS>(scratch, columns.count);
    multiply_into<ROWS, false>(
        products.data, Factors<false>{columns.data, columns.step}, rows.data, columns.count, columns.extent
    );
    return products;
}

// sum += weights @ columns.
template <int ROWS> void accumulate(Sum<ROWS>& sum, const Pairs<ROWS>& weights, const Columns& columns) {
    multiply_into<ROWS, true>(
        sum.data, Factors<true>{columns.data, columns.step}, weights.data, columns.extent, columns.count
    );
}

}  // namespace patternc
