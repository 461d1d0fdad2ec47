// Products of tiles, by one kernel: C[m][0:width] (+)= sum over k < depth of A(m, k) * B[k][0:width].
//
// A register holds WIDTH neighbouring numbers of a row of C or B. A tile of C stays in registers while k runs: for each k
// they load some registers of B, and multiply them with single numbers of A. A is read by strides where it is.
#pragma once

#include <cassert>
#include <cstdint>

#include "finite.h"
#include "scratch.h"
#include "tiles.h"
#include "vectors.h"

namespace patternc {

// Registers of a row of C, and rows of C, of a tile. Nearly all registers are sums: each is free for the next product
// only when the last is done, four cycles later, and two begin in each cycle. On ARM single numbers of A take registers.
constexpr int MOST_ACROSS = REGISTERS == 32 ? 4 : 2;
#if defined(__aarch64__)
template <int V> constexpr int HEIGHT = least((REGISTERS - V) / (V + 1), 8);
#else
template <int V> constexpr int HEIGHT = least((REGISTERS - V - 2) / V, 8);
#endif

// A(m, k) by strides of which one is 1: those of rows, of columns, and of pairs, where row j has a number for each k.
// prefetch(m, more, ..): while rows m to m + more of C are computed, as large a part of the tensor's rows that follow
// those of A; the next tile begins there as a rule, and nothing is read otherwise.
struct ByRows {
    const float* data;
    int64_t step;
    PATTERNC_INLINE const float* at(int64_t m, int64_t k) const { return data + m * step + k; }
    PATTERNC_INLINE ByRows from(int64_t m) const { return {data + m * step, step}; }
    PATTERNC_INLINE void prefetch(int m, int more, int count, int depth) const {
        for (int one = m + count; one < m + count + more; one++)
            for (int k = 0; k < depth; k += 16) __builtin_prefetch(at(one, k));
    }
};
struct ByColumns {
    const float* data;
    int64_t step;
    PATTERNC_INLINE const float* at(int64_t m, int64_t k) const { return data + k * step + m; }
    PATTERNC_INLINE ByColumns from(int64_t m) const { return {data + m, step}; }
    PATTERNC_INLINE void prefetch(int m, int more, int count, int depth) const {
        for (int k = depth + m * depth / count; k < depth + (m + more) * depth / count; k++)
            for (int one = 0; one < count; one += 16) __builtin_prefetch(at(one, k));
    }
};
template <int ROWS> struct ByPairs {
    const float* data;
    PATTERNC_INLINE const float* at(int64_t m, int64_t k) const { return data + m * ROWS + k; }
    PATTERNC_INLINE ByPairs from(int64_t m) const { return {data + m * ROWS}; }
    PATTERNC_INLINE void prefetch(int, int, int, int) const {}
};

// Numbers [..][width], `step` from row to row.
template <class T> struct Matrix {
    T* data;
    int64_t step;

    PATTERNC_INLINE T* at(int64_t m, int v) const { return data + m * step + v * WIDTH; }
    PATTERNC_INLINE void prefetch(int m, int more, int across) const {  // rows that will be written
        for (int one = m; one < m + more; one++)
            for (int v = 0; v < across; v += 16 / WIDTH) __builtin_prefetch(at(one, v), 1);
    }
};

// What becomes of products: they are stored; added; or added in a tensor, times a factor.
struct Stored {
    PATTERNC_INLINE Floats operator()(const float*, Floats sum) const { return sum; }
};
struct Summed {
    PATTERNC_INLINE Floats operator()(const float* at, Floats sum) const { return load(at) + sum; }
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

// M rows of C, of `across` registers each, in tiles of V registers.
template <int V, int M, class A, class Take>
PATTERNC_INLINE void multiply_band(Matrix<float> c, A a, Matrix<const float> b, int across, int depth, Take take) {
    for (int v = 0; v < across; v += V)
        multiply_tile<V, M>({c.at(0, v), c.step}, a, {b.at(0, v), b.step}, depth, take);
}

// M rows of a tensor that is added to, by a call: what else its callers hold would take registers from the sums.
template <int V, int M, class A>
__attribute__((noinline)) void add_band(
    Matrix<float> c, A a, Matrix<const float> b, int across, int depth, float factor
) {
    multiply_band<V, M>(c, a, b, across, depth, Added{factor});
}

// The rows of C from m on, in bands of M of them and at last of M - 1: one of few rows would have too few sums to begin
// two in each cycle. Where these do not add up to the rows, in lower ones. B is read in full for each band, as it is
// what caches keep.
template <int V, int M, class A, class Take>
PATTERNC_INLINE void multiply_rows(
    Matrix<float> c, A a, Matrix<const float> b, int m, int count, int across, int depth, Take take
) {
    const auto band = [&]<int HIGH>(std::integral_constant<int, HIGH>) {
        const Matrix<float> own{c.at(m, 0), c.step};
        a.prefetch(m, HIGH, count, depth);
        if constexpr (std::is_same_v<Take, Added>) {
            c.prefetch(m + count, HIGH, across);
            add_band<V, HIGH>(own, a.from(m), b, across, depth, take.factor);
        } else {
            multiply_band<V, HIGH>(own, a.from(m), b, across, depth, take);
        }
        m += HIGH;
    };
    if constexpr (M == 1) {
        while (m < count) band(std::integral_constant<int, 1>());
    } else {
        const int rest = count - m, bands = (rest + M - 1) / M, lower = bands * M - rest;
        for (int n = lower <= bands ? bands - lower : rest / M; n > 0; n--) band(std::integral_constant<int, M>());
        if (lower > bands) return multiply_rows<V, M / 2>(c, a, b, m, count, across, depth, take);
        for (int n = lower; n > 0; n--) band(std::integral_constant<int, M - 1>());
    }
}

// The products of each row with each column.
template <int ROWS> Pairs<ROWS> multiply(Scratch& scratch, const Rows<ROWS>& rows, const Columns& columns) {
    constexpr int V = least(ROWS / WIDTH, MOST_ACROSS);
    Pairs<ROWS> products = new_pairs<ROWS>(scratch, columns.count);
    const ByRows factors{columns.data, columns.step};
    const Matrix<const float> given{rows.data, ROWS};
    multiply_rows<V, HEIGHT<V>>(
        {products.data, ROWS}, factors, given, 0, columns.count, ROWS / WIDTH, columns.extent, Stored{}
    );
    return products;
}

// Whether a careful sum may be of excluded pairs with columns that are not finite.
template <int ROWS, class C> bool is_apart(const Sum<ROWS>& sum, const Pairs<ROWS>& weights, const C& columns) {
    const auto row = [&](int j) { return columns.row(j); };
    return sum.careful && weights.tested && !all_finite(columns.count, columns.extent, row);
}

// The same of columns of which some are not finite: what is not goes only to rows whose weight is not 0.
template <int ROWS, class C>
__attribute__((noinline, cold)) void accumulate_apart(Sum<ROWS>& sum, const Pairs<ROWS>& weights, const C& columns) {
    const auto row = [&](int j) { return columns.row(j); };
    Frame frame(*columns.scratch);
    accumulate(sum, Pairs<ROWS>{weights.data, weights.count}, columns.finite());
    each_odd(columns.count, columns.extent, row, [&](int j, int d, float x) {
        for (int i = 0; i < ROWS; i++)
            if (const float weight = weights.at(i, j); weight != 0) sum.at(i, d) += weight * x;
    });
}

// sum += weights @ columns.
template <int ROWS> void accumulate(Sum<ROWS>& sum, const Pairs<ROWS>& weights, const Columns& columns) {
    if (is_apart(sum, weights, columns)) return accumulate_apart(sum, weights, columns);
    constexpr int V = least(ROWS / WIDTH, MOST_ACROSS);
    const ByColumns factors{columns.data, columns.step};
    const Matrix<const float> given{weights.data, ROWS};
    multiply_rows<V, HEIGHT<V>>(
        {sum.data, ROWS}, factors, given, 0, columns.extent, ROWS / WIDTH, columns.count, Summed{}
    );
}

// Row j of sums += factor * sum over i of pairs[j][i] * rows[i]; `across`: the registers of a row. They are computed V
// at a time, then fewer.
template <int V, int ROWS>
void add_pairs(Matrix<float> sums, const Pairs<ROWS>& pairs, Matrix<const float> rows, int across, float factor) {
    const int whole = across / V * V;
    if (whole > 0)
        multiply_rows<V, HEIGHT<V>>(sums, ByPairs<ROWS>{pairs.data}, rows, 0, pairs.count, whole, ROWS, Added{factor});
    if constexpr (V > 1) {
        if (whole < across)
            add_pairs<V - 1>({sums.at(0, whole), sums.step}, pairs, {rows.at(0, whole), rows.step}, across - whole, factor);
    }
}

// The same of the numbers of rows that are not finite alone.
template <int ROWS, int COLUMNS>
__attribute__((noinline, cold)) void add_odd(
    float* totals, const Vector<int64_t, COLUMNS>& index, const Vector<bool, COLUMNS>& loaded, const Pairs<ROWS>& pairs,
    const PlainRows<ROWS>& rows, float factor
) {
    const auto row = [&](int i) { return rows.odd + i * rows.step; };
    each_odd(ROWS, rows.extent, row, [&](int i, int d, float x) {
        for (int j = 0; j < pairs.count; j++)
            if (loaded[j] && pairs.at(i, j) != 0) totals[index[j] * rows.extent + d] += factor * (pairs.at(i, j) * x);
    });
}

// Row index[j] of a contiguous fp32 tensor [.., rows.extent] += factor * sum over i of pairs[j][i] * rows[i], for each
// column j that is loaded. What adds to the same rows runs one after the other. What is not finite of a row has no part
// in columns whose pair is 0.
template <int ROWS, int COLUMNS>
void add_products(
    Scratch& scratch, Tensor totals, const Vector<int64_t, COLUMNS>& index, const Vector<bool, COLUMNS>& loaded,
    const Pairs<ROWS>& pairs, const PlainRows<ROWS>& rows, float factor
) {
    assert(totals.type == FLOAT32);
    auto* data = static_cast<float*>(totals.data);
    const int extent = rows.extent, across = (extent + WIDTH - 1) / WIDTH, count = pairs.count;
    const int64_t apart = index[1] - index[0], width = int64_t(across) * WIDTH;
    bool in_place = extent % WIDTH == 0;
    for (int j = 0; j < count; j++) in_place &= loaded[j] & (index[j] == index[0] + j * apart);
    Frame frame(scratch);
    const Matrix<float> sums = in_place ? Matrix<float>{data + index[0] * extent, apart * extent}
                                        : Matrix<float>{scratch.take<float>(count * width), width};
    if (!in_place) fill(sums.data, count * width, 0.0f);
    add_pairs<MOST_ACROSS>(sums, pairs, Matrix<const float>{rows.data, rows.step}, across, factor);
    for (int j = 0; !in_place && j < count; j++) {
        float* own = data + index[j] * extent;
        for (int d = 0; d < extent && loaded[j]; d++) own[d] += sums.data[j * width + d];
    }
    if (rows.odd) add_odd(data, index, loaded, pairs, rows, factor);
}

}  // namespace patternc
