// Products of bfloat16 in pairs, where CPUs multiply and add two as fast as one: sums are floats. Rows and columns of tensors
// are as they were given; weights and gradients of scores are rounded.
#pragma once

#include <cstdint>

#include "elements.h"
#include "products.h"
#include "tiles.h"
#include "vectors.h"

#if PATTERNC_PAIRS
namespace patternc {

typedef uint32_t LooseBits __attribute__((vector_size(WIDTH * sizeof(uint32_t)), aligned(4), may_alias));

// Columns of an even number of elements, in their tensor where that is possible; row j at data + j * step.
struct PairedColumns {
    const BFloat16* data;
    int64_t step;
    int count, extent;
    Scratch* scratch;

    const BFloat16* row(int j) const { return data + j * step; }
    PairedColumns finite() const {
        const int width = extent + extent % 2;
        BFloat16* made = scratch->take<BFloat16>(int64_t(count) * width);
        fill(made, int64_t(count) * width, BFloat16(0.0f));
        for (int j = 0; j < count; j++) copy_finite(made + int64_t(j) * width, row(j), extent);
        return {made, width, count, extent, scratch};
    }
};

template <int ROWS, int COLUMNS>
    requires(!FewRows<ROWS>)
PairedColumns load_columns(
    Scratch& scratch, const BFloat16* start, int64_t step, const Vector<int32_t, COLUMNS>& columns,
    const Vector<bool, COLUMNS>& loaded, int extent
) {
    int count = 0, spaced = 0;
    const int32_t apart = columns[1] - columns[0];
    for (int j = 0; j < COLUMNS; j++) count = loaded[j] ? j + 1 : count;
    for (int j = 0; j < COLUMNS; j++) spaced += (j < count) & loaded[j] & (columns[j] == columns[0] + j * apart);
    if (spaced == count && extent % 2 == 0) {
        const PairedColumns view{start + columns[0] * step, apart * step, count, extent, &scratch};
        for (int j = 0; j < count; j++)
            for (int d = 0; d < extent; d += 32) __builtin_prefetch(view.data + j * view.step + d);
        return view;
    }
    const int width = extent + extent % 2;
    BFloat16* data = scratch.take<BFloat16>(int64_t(count) * width);
    fill(data, int64_t(count) * width, BFloat16(0.0f));
    for (int j = 0; j < count; j++)
        if (loaded[j]) copy(data + int64_t(j) * width, start + columns[j] * step, extent);
    return {data, width, count, extent, &scratch};
}

// Sums of x0 * y0 + x1 * y1 of two bfloat16 in 32 bits each, added.
PATTERNC_INLINE Floats add_pairs_of(Floats sum, Bits x, Bits y) {
    asm("vdpbf16ps %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y));
    return sum;
}

// A tile of C: M of its rows and V registers of each. Pair k of row m of A is at a + m * row + k * pair.
template <int V, int M, int ROWS, class Take>
PATTERNC_INLINE void multiply_paired_tile(
    float* c, const BFloat16* a, int64_t row, int64_t pair, const uint32_t* b, int depth, Take take
) {
    Floats sums[M][V] = {};
    for (int64_t k = 0; k < depth; k++) {
        Bits taken[V];
        for (int v = 0; v < V; v++) taken[v] = *reinterpret_cast<const LooseBits*>(b + k * ROWS + v * WIDTH);
        for (int m = 0; m < M; m++) {
            uint32_t factor;
            __builtin_memcpy(&factor, a + m * row + k * pair, sizeof factor);
            for (int v = 0; v < V; v++) sums[m][v] = add_pairs_of(sums[m][v], Bits{} + factor, taken[v]);
        }
    }
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) store(c + m * ROWS + v * WIDTH, take(c + m * ROWS + v * WIDTH, sums[m][v]));
}

template <int V, int M, int ROWS, class Take>
PATTERNC_INLINE void multiply_paired(
    float* c, const BFloat16* a, int64_t row, int64_t pair, const uint32_t* b, int m, int count, int depth, Take take
) {
    for (; m + M <= count; m += M)
        multiply_paired_tile<V, M, ROWS>(c + int64_t(m) * ROWS, a + m * row, row, pair, b, depth, take);
    if constexpr (M > 1) {
        if (m < count) multiply_paired<V, (M + 1) / 2, ROWS>(c, a, row, pair, b, m, count, depth, take);
    }
}

template <int ROWS>
Pairs<ROWS> multiply(Scratch& scratch, const Rows<ROWS>& rows, const PairedColumns& columns) {
    constexpr int V = least(ROWS / WIDTH, MOST_ACROSS);
    Pairs<ROWS> products = new_pairs<ROWS>(scratch, columns.count);
    const int depth = (columns.extent + 1) / 2;
    for (int i = 0; i < ROWS; i += V * WIDTH)
        multiply_paired<V, HEIGHT<V>, ROWS>(
            products.data + i, columns.data, columns.step, 2, rows.paired + i, 0, columns.count, depth, Stored{}
        );
    return products;
}

// Two registers of floats, rounded, in one.
PATTERNC_INLINE Bits rounded_pairs(Floats first, Floats second) {
    const Bits x = bits_of(first), y = bits_of(second);
    const Bits low = (x + 0x7FFF + (x >> 16 & 1)) >> 16, high = y + 0x7FFF + (y >> 16 & 1);
    return low | (high & 0xFFFF0000);
}

template <int ROWS> void accumulate(Sum<ROWS>& sum, const Pairs<ROWS>& weights, const PairedColumns& columns) {
    if (is_apart(sum, weights, columns)) return accumulate_apart(sum, weights, columns);
    constexpr int V = least(ROWS / WIDTH, MOST_ACROSS);
    Frame frame(*columns.scratch);
    const int depth = (columns.count + 1) / 2, extent = columns.extent;
    auto* rounded = columns.scratch->take<uint32_t>(int64_t(depth) * ROWS);
    auto* pairs = columns.scratch->take<uint32_t>(int64_t(depth) * extent);  // pair k: numbers of columns 2 k, 2 k + 1
    for (int k = 0; k < depth; k++) {
        const bool both = 2 * k + 1 < columns.count;
        const float* own = weights.data + int64_t(2 * k) * ROWS;
        for (int i = 0; i < ROWS; i += WIDTH) {
            const Bits made = rounded_pairs(load(own + i), both ? load(own + ROWS + i) : Floats{});
            *reinterpret_cast<LooseBits*>(rounded + int64_t(k) * ROWS + i) = made;
        }
        const BFloat16* first = columns.data + 2 * k * columns.step;
        const BFloat16* second = both ? first + columns.step : first;
        const uint32_t kept = both ? 0xFFFF0000 : 0;
        PATTERNC_INDEPENDENT
        for (int d = 0; d < extent; d++)
            pairs[int64_t(k) * extent + d] = first[d].bits | (uint32_t(second[d].bits) << 16 & kept);
    }
    const auto* values = reinterpret_cast<const BFloat16*>(pairs);
    for (int i = 0; i < ROWS; i += V * WIDTH)
        multiply_paired<V, HEIGHT<V>, ROWS>(
            sum.data + i, values, 2, 2 * int64_t(extent), rounded + i, 0, extent, depth, Summed{}
        );
}

}  // namespace patternc
#endif
