// Products of tiles, by one kernel: C[m][0:width] (+)= sum over k < depth of A(m, k) * B[k][0:width].
//
// A register holds WIDTH neighbouring numbers of a row of C or B. A tile of C stays in registers while k runs: for each k
// they load some registers of B, and multiply them with single numbers of A. A is read by strides where it is.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "tiles.h"
#include "vectors.h"

namespace patternc {

// Registers of a row of C, and rows of C, of a tile. Nearly all registers are sums: each is free for the next product
// only when the last is done, four cycles later, and two begin in each cycle.
constexpr int MOST_ACROSS = REGISTERS == 32 ? 4 : 2;
template <int V> constexpr int HEIGHT = std::min((REGISTERS - V - 2) / V, 16);

// A(m, k): data[m * row + k * column], one of the two being 1, the other `step`.
template <bool BY_COLUMNS> struct Factors {
    const float* data;
    int64_t step;

    PATTERNC_INLINE const float* at(int64_t m, int64_t k) const {
        return BY_COLUMNS ? data + m + k * step : data + m * step + k;
    }
};

// Numbers [..][width], `step` from row to row.
template <class T> struct Matrix {
    T* data;
    int64_t step;

    PATTERNC_INLINE T* at(int64_t m, int v) const { return data + m * step + v * WIDTH; }
};

// What becomes of products: they are stored; or added, times a factor.
struct Stored {
    PATTERNC_INLINE Floats operator()(const float*, Floats sum) const { return sum; }
};
struct Added {
    float factor;
    PATTERNC_INLINE Floats operator()(const float* at, Floats sum) const { return load(at) + sum * factor; }
};

// A tile of C: M of its rows and V registers of each.
template <int V, int M, class A, class Take>
PATTERNC_INLINE void multiply_tile(Matrix<float> c, A a, Matrix<const float> b, int depth, Take take) {
    Floats sums[M][V] = {};
    for (int64_t k = 0; k < depth; k++) {
        Floats taken[V];
        for (int v = 0; v < V; v++) taken[v] = load(b.at(k, v));
        for (int m = 0; m < M; m++) {
            const Floats factor = all(*a.at(m, k));
            for (int v = 0; v < V; v++) sums[m][v] += factor * taken[v];
        }
    }
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) store(c.at(m, v), take(c.at(m, v), sums[m][v]));
}

// The rows of C from m on, in tiles of M of them; the rest in tiles of half as many.
template <int V, int M, class A, class Take>
PATTERNC_INLINE void multiply_rows(Matrix<float> c, A a, Matrix<const float> b, int m, int count, int depth, Take take) {
    for (; m + M <= count; m += M)
        multiply_tile<V, M>({c.at(m, 0), c.step}, A{a.at(m, 0), a.step}, b, depth, take);
    if constexpr (M > 1) {
        if (m < count) multiply_rows<V, (M + 1) / 2>(c, a, b, m, count, depth, take);
    }
}

// C of `count` rows whose width, in registers, is `across`: V of them at a time, then fewer.
template <int V, class A, class Take>
PATTERNC_INLINE void multiply_across(
    Matrix<float> c, A a, Matrix<const float> b, int across, int count, int depth, Take take
) {
    for (; across >= V; across -= V) {
        multiply_rows<V, HEIGHT<V>>(c, a, b, 0, count, depth, take);
        c.data += V * WIDTH;
        b.data += V * WIDTH;
    }
    if constexpr (V > 1) {
        if (across > 0) multiply_across<V - 1>(c, a, b, across, count, depth, take);
    }
}

// The products of each row with each column.
template <int ROWS> Pairs<ROWS> multiply(Scratch& scratch, const Rows<ROWS>& rows, const Columns& columns) {
    constexpr int V = std::min(ROWS / WIDTH, MOST_ACROSS);
    Pairs<ROWS> products = new_pairs<ROWS>(scratch, columns.count);
    const Factors<false> factors{columns.data, columns.step};
    for (int i = 0; i < ROWS; i += V * WIDTH) {
        const Matrix<float> own{products.data + i, ROWS};
        multiply_rows<V, HEIGHT<V>>(own, factors, {rows.data + i, ROWS}, 0, columns.count, columns.extent, Stored{});
    }
    return products;
}

// sum += weights @ columns.
template <int ROWS> void accumulate(Sum<ROWS>& sum, const Pairs<ROWS>& weights, const Columns& columns) {
    constexpr int V = std::min(ROWS / WIDTH, MOST_ACROSS);
    const Factors<true> factors{columns.data, columns.step};
    for (int i = 0; i < ROWS; i += V * WIDTH) {
        const Matrix<float> own{sum.data + i, ROWS};
        const Matrix<const float> given{weights.data + i, ROWS};
        multiply_rows<V, HEIGHT<V>>(own, factors, given, 0, columns.extent, columns.count, Added{1.0f});
    }
}

// Row index[j] of a contiguous fp32 tensor [.., rows.extent] += factor * sum over i of pairs[j][i] * rows[i], for each
// column j that is loaded. What adds to the same rows runs one after the other.
template <int ROWS, int COLUMNS>
void add_products(
    Scratch& scratch, Tensor totals, const Vector<int64_t, COLUMNS>& index, const Vector<bool, COLUMNS>& loaded,
    const Pairs<ROWS>& pairs, const PlainRows<ROWS>& rows, float factor
) {
    assert(totals.type == FLOAT32);
    auto* data = static_cast<float*>(totals.data);
    const int extent = rows.extent, across = (extent + WIDTH - 1) / WIDTH, count = pairs.count;
    const Factors<false> factors{pairs.data, ROWS};
    const Matrix<const float> given{rows.data, rows.step};
    const int64_t apart = index[1] - index[0];
    bool in_place = extent % WIDTH == 0;
    for (int j = 0; j < count; j++) in_place &= loaded[j] & (index[j] == index[0] + j * apart);
    if (in_place) {
        const Matrix<float> own{data + index[0] * extent, apart * extent};
        return multiply_across<MOST_ACROSS>(own, factors, given, across, count, ROWS, Added{factor});
    }
    Frame frame(scratch);
    const Matrix<float> made{scratch.take<float>(int64_t(count) * across * WIDTH), int64_t(across) * WIDTH};
    multiply_across<MOST_ACROSS>(made, factors, given, across, count, ROWS, Stored{});
    for (int j = 0; j < count; j++) {
        float* own = data + index[j] * extent;
        for (int d = 0; d < extent && loaded[j]; d++) own[d] += made.data[j * made.step + d] * factor;
    }
}

}  // namespace patternc
