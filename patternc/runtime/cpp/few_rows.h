// Tiles of programs that have fewer rows than registers hold, as those that decode: they read each column once, and do
// little with it. A row stays in plain order, [ROWS][extent], and pairs are [ROWS][count], so that registers hold
// neighbouring numbers of a row or neighbouring columns; rows are padded to whole registers. Columns stay in their
// tensor, of any type. The functions have the names and meanings of those for many rows.
#pragma once

#include <cstdint>
#include <utility>

#include "elements.h"
#include "softmax.h"
#include "tiles.h"
#include "transposes.h"
#include "vectors.h"

namespace patternc {

// Number d of column j is at rows[j][d], for `count` columns.
template <class T> struct ColumnsInPlace {
    const T* const* rows;
    int count;
    int extent;
    Scratch* scratch;

    const T* row(int j) const { return rows[j]; }
    ColumnsInPlace finite() const {
        const T** made = scratch->take<const T*>(count);
        for (int j = 0; j < count; j++) {
            T* own = scratch->take<T>(extent);
            copy_finite(own, row(j), extent);
            made[j] = own;
        }
        return {made, count, extent, scratch};
    }
};

// ---- registers ------------------------------------------------------------------------------------------------------
// The first `count` elements of a register, and 0.
template <class T> PATTERNC_INLINE Floats load_first(const T* at, int count) {
    T some[WIDTH] = {};
    copy(some, at, count);
    return load_elements(some);
}

// Places in x, and WIDTH more of those in y. Shuffles within 16 bytes cost least.
constexpr int alternating(int place, int second) {  // x0 y0 x1 y1 of each 16 bytes; second: x2 y2 x3 y3
    return place / 4 * 4 + place % 4 / 2 + second * 2 + place % 2 * WIDTH;
}
constexpr int by_two(int place, int second) {  // x0 x1 y0 y1 of each 16 bytes; second: x2 x3 y2 y3
    return place / 4 * 4 + place % 2 + second * 2 + place % 4 / 2 * WIDTH;
}
constexpr int by_four(int place, int second) {  // every second 16 bytes of x, then of y
    const int from = place / 4 * 2 + second;
    return from % (WIDTH / 4) * 4 + place % 4 + from / (WIDTH / 4) * WIDTH;
}
template <int (*FROM)(int, int), int... I> PATTERNC_INLINE Floats sums_by(Floats x, Floats y, std::integer_sequence<int, I...>) {
    return shuffled(x, y, std::integer_sequence<int, FROM(I, 0)...>()) +
           shuffled(x, y, std::integer_sequence<int, FROM(I, 1)...>());
}

// Number n of the result is the sum of all numbers of registers[n].
PATTERNC_INLINE Floats sums_of(Floats (&registers)[WIDTH]) {
    for (int n = 0; n < WIDTH / 2; n++) registers[n] = sums_by<alternating>(registers[2 * n], registers[2 * n + 1], PLACES);
    for (int n = 0; n < WIDTH / 4; n++) registers[n] = sums_by<by_two>(registers[2 * n], registers[2 * n + 1], PLACES);
    for (int count = WIDTH / 8; count > 0; count /= 2)
        for (int n = 0; n < count; n++) registers[n] = sums_by<by_four>(registers[2 * n], registers[2 * n + 1], PLACES);
    return registers[0];
}

template <int DISTANCE, int... I> PATTERNC_INLINE Floats moved(Floats x, std::integer_sequence<int, I...>) {
    return shuffled(x, x, std::integer_sequence<int, (I ^ DISTANCE)...>());
}

// f of all numbers of a register.
template <int DISTANCE = WIDTH / 2, class F> PATTERNC_INLINE float folded(Floats x, F f) {
    if constexpr (DISTANCE == 0)
        return x[0];
    else
        return folded<DISTANCE / 2>(f(x, moved<DISTANCE>(x, PLACES)), f);
}

// ---- loads ----------------------------------------------------------------------------------------------------------
template <int ROWS, class F>
    requires FewRows<ROWS>
Rows<ROWS> load_from(Scratch& scratch, F start, const Vector<bool, ROWS>& valid, int extent) {
    const int64_t width = padded(extent);
    float* data = scratch.take<float>(ROWS * width);
    fill(data, ROWS * width, 0.0f);
    for (int i = 0; i < ROWS; i++)
        if (valid[i]) widen(data + i * width, start(i), extent);
    return {data, extent};
}

template <int ROWS, int COLUMNS, class T>
    requires FewRows<ROWS>
ColumnsInPlace<T> load_columns(
    Scratch& scratch, const T* start, int64_t step, const Vector<int32_t, COLUMNS>& columns,
    const Vector<bool, COLUMNS>& loaded, int extent
) {
    const T** rows = scratch.take<const T*>(COLUMNS);
    int count = 0, present = 0;
    for (int j = 0; j < COLUMNS; j++) {
        count = loaded[j] ? j + 1 : count;
        present += loaded[j];
        rows[j] = start + columns[j] * step;
    }
    // The rows that follow, as a rule; of rows that lists pick, which do not follow from each other, these themselves.
    int spaced = 0;
    for (int j = 0; j < count; j++) spaced += columns[j] == columns[0] + j * (columns[1] - columns[0]);
    const int64_t next = spaced == count ? (int64_t(columns[1]) - columns[0]) * count * step : 0;
    for (int j = 0; j < count; j++)
        for (int d = 0; d < extent; d += 64 / sizeof(T)) __builtin_prefetch(rows[j] + next + d);
    if (present < count) {
        T* zeros = scratch.take<T>(extent);
        fill(zeros, extent, T(0.0f));
        for (int j = 0; j < count; j++) rows[j] = loaded[j] ? rows[j] : zeros;
    }
    return {rows, count, extent, &scratch};
}

// ---- pairs and sums -------------------------------------------------------------------------------------------------
template <int ROWS>
    requires FewRows<ROWS>
Pairs<ROWS> new_pairs(Scratch& scratch, int count) {
    return {scratch.take<float>(ROWS * padded(count)), count};
}

template <int ROWS, class F>
    requires FewRows<ROWS>
PATTERNC_INLINE void each_pair(Pairs<ROWS>& to, const Pairs<ROWS>& from, F changed) {
    for (int i = 0; i < ROWS; i++) {
        float* out = to.data + i * padded(from.count);
        const float* in = from.data + i * padded(from.count);
        PATTERNC_INDEPENDENT
        for (int j = 0; j < from.count; j++) out[j] = changed(i, j, in[j]);
    }
}

template <int ROWS>
    requires FewRows<ROWS>
Sum<ROWS> start_sum(Scratch& scratch, int extent) {
    float* data = scratch.take<float>(ROWS * padded(extent));
    fill(data, ROWS * padded(extent), 0.0f);
    return {data, extent};
}

template <int ROWS>
    requires FewRows<ROWS>
void scale_rows(Sum<ROWS>& sum, const float* factors) {
    const int64_t width = padded(sum.extent);
    for (int i = 0; i < ROWS; i++)
        for (int64_t d = i * width; d < (i + 1) * width; d += WIDTH) store(sum.data + d, load(sum.data + d) * factors[i]);
}

template <int ROWS>
    requires FewRows<ROWS>
void add_scaled(Sum<ROWS>& sum, const float* factors, const Rows<ROWS>& others, const float* weights) {
    const int64_t width = padded(sum.extent);
    for (int i = 0; i < ROWS; i++)
        for (int64_t d = i * width; d < (i + 1) * width; d += WIDTH)
            store(sum.data + d, load(sum.data + d) * factors[i] + load(others.data + d) * weights[i]);
}

// ---- products -------------------------------------------------------------------------------------------------------
// Rows whose products are computed at once: registers of columns are read once for them.
template <int ROWS> constexpr int TOGETHER = least(ROWS, 4);

template <int ROWS, class T>
    requires FewRows<ROWS>
Pairs<ROWS> multiply(Scratch& scratch, const Rows<ROWS>& rows, const ColumnsInPlace<T>& columns) {
    constexpr int M = TOGETHER<ROWS>, N = WIDTH / M;  // rows and columns whose products fill a register
    const int extent = rows.extent;
    const int64_t width = padded(extent), step = padded(columns.count);
    Pairs<ROWS> products = new_pairs<ROWS>(scratch, columns.count);
    for (int j = 0; j < columns.count; j += N) {
        const T* own[N];
        for (int n = 0; n < N; n++) own[n] = columns.rows[least(j + n, columns.count - 1)];
        for (int i = 0; i < ROWS; i += M) {
            Floats sums[WIDTH] = {};
            const auto take = [&](int d, auto load_column) {
                Floats given[N] = {};  // not for one row: with its sums, they would be more than there are registers
                for (int n = 0; M > 1 && n < N; n++) given[n] = load_column(own[n] + d);
                for (int m = 0; m < M; m++) {
                    const Floats row = load(rows.data + (i + m) * width + d);
                    for (int n = 0; n < N; n++) sums[m * N + n] += row * (M > 1 ? given[n] : load_column(own[n] + d));
                }
            };
            int d = 0;
            for (; d + WIDTH <= extent; d += WIDTH) take(d, [](const T* at) { return load_elements(at); });
            if (d < extent) take(d, [&](const T* at) { return load_first(at, extent - d); });
            const Floats found = sums_of(sums);
            const auto* numbers = reinterpret_cast<const float*>(&found);
            for (int m = 0; m < M; m++) copy(products.data + (i + m) * step + j, numbers + m * N, N);
        }
    }
    return products;
}

// Adds to M rows of a sum, from row i and number d on, V registers of each.
template <int M, int V, int ROWS, class T, class Load>
PATTERNC_INLINE void accumulate_tile(
    Sum<ROWS>& sum, int i, int64_t d, const Pairs<ROWS>& weights, const ColumnsInPlace<T>& columns, Load load_column
) {
    const int64_t width = padded(sum.extent), step = padded(columns.count);
    float* own = sum.data + i * width + d;
    Floats sums[M][V];
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) sums[m][v] = load(own + m * width + v * WIDTH);
    for (int j = 0; j < columns.count; j++) {
        Floats given[V];
        for (int v = 0; v < V; v++) given[v] = load_column(columns.rows[j] + d + v * WIDTH);
        for (int m = 0; m < M; m++) {
            const Floats weight = all(weights.data[(i + m) * step + j]);
            for (int v = 0; v < V; v++) sums[m][v] += weight * given[v];
        }
    }
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) store(own + m * width + v * WIDTH, sums[m][v]);
}

template <int ROWS, class T>
    requires FewRows<ROWS>
void accumulate(Sum<ROWS>& sum, const Pairs<ROWS>& weights, const ColumnsInPlace<T>& columns) {
    if (is_apart(sum, weights, columns)) return accumulate_apart(sum, weights, columns);
    constexpr int M = TOGETHER<ROWS>, V = REGISTERS == 32 ? 4 : 2;
    const auto whole = [](const T* at) { return load_elements(at); };
    for (int i = 0; i < ROWS; i += M) {
        int d = 0;
        for (; d + V * WIDTH <= sum.extent; d += V * WIDTH) accumulate_tile<M, V>(sum, i, d, weights, columns, whole);
        for (; d + WIDTH <= sum.extent; d += WIDTH) accumulate_tile<M, 1>(sum, i, d, weights, columns, whole);
        const auto first = [&](const T* at) { return load_first(at, sum.extent - d); };
        if (d < sum.extent) accumulate_tile<M, 1>(sum, i, d, weights, columns, first);
    }
}

// Adds to V registers from number d on of the rows index[j] of a tensor, for M rows of a program from row i on.
template <int M, int V, int ROWS, int COLUMNS>
PATTERNC_INLINE void add_tile(
    float* totals, const Vector<int64_t, COLUMNS>& index, const Vector<bool, COLUMNS>& loaded, const Pairs<ROWS>& pairs,
    const PlainRows<ROWS>& rows, int i, int64_t d, float factor
) {
    const int64_t step = padded(pairs.count);
    Floats own[M][V];
    for (int m = 0; m < M; m++)
        for (int v = 0; v < V; v++) own[m][v] = load(rows.data + (i + m) * rows.step + d + v * WIDTH) * factor;
    for (int j = 0; j < pairs.count; j++) {
        if (!loaded[j]) continue;
        float* to = totals + index[j] * rows.extent + d;
        Floats sums[V];
        for (int v = 0; v < V; v++) sums[v] = load(to + v * WIDTH);
        for (int m = 0; m < M; m++) {
            const Floats weight = all(pairs.data[(i + m) * step + j]);
            for (int v = 0; v < V; v++) sums[v] += weight * own[m][v];
        }
        for (int v = 0; v < V; v++) store(to + v * WIDTH, sums[v]);
    }
}

template <int ROWS, int COLUMNS>
    requires FewRows<ROWS>
void add_products(
    Scratch&, Tensor totals, const Vector<int64_t, COLUMNS>& index, const Vector<bool, COLUMNS>& loaded,
    const Pairs<ROWS>& pairs, const PlainRows<ROWS>& rows, float factor
) {
    assert(totals.type == FLOAT32);
    auto* data = static_cast<float*>(totals.data);
    constexpr int M = TOGETHER<ROWS>, V = REGISTERS == 32 ? 4 : 2;
    for (int j = 0; j < pairs.count; j++)
        for (int d = 0; d < rows.extent; d += 16) __builtin_prefetch(data + index[j] * rows.extent + d, 1);
    for (int i = 0; i < ROWS; i += M) {
        int d = 0;
        for (; d + V * WIDTH <= rows.extent; d += V * WIDTH)
            add_tile<M, V>(data, index, loaded, pairs, rows, i, d, factor);
        for (; d + WIDTH <= rows.extent; d += WIDTH) add_tile<M, 1>(data, index, loaded, pairs, rows, i, d, factor);
        for (; d < rows.extent; d++)
            for (int j = 0; j < pairs.count; j++)
                for (int m = i; loaded[j] && m < i + M; m++)
                    data[index[j] * rows.extent + d] += pairs.at(m, j) * (rows.data[m * rows.step + d] * factor);
    }
    if (rows.odd) add_odd(data, index, loaded, pairs, rows, factor);
}

// ---- softmax --------------------------------------------------------------------------------------------------------
template <int ROWS>
    requires FewRows<ROWS>
void take_in(Softmax<ROWS>& state, Pairs<ROWS>& products, float factor, float weight = 0.0f) {
    const int64_t step = padded(products.count);
    float fades[ROWS];
    bool fading = false;
    for (int i = 0; i < ROWS; i++) {
        float* own = products.data + i * step;
        fill(own + products.count, step - products.count, -INFINITY);
        Floats highest = all(-INFINITY), total = {};
        for (int64_t j = 0; j < step; j += WIDTH) highest = higher(load(own + j), highest);
        const float found = folded(highest, [](Floats x, Floats y) { return higher(x, y); });
        const float before = state.peak[i], peak = higher(found * factor + weight, before);
        const float shift = peak == -INFINITY ? 0.0f : peak;
        for (int64_t j = 0; j < step; j += WIDTH) {
            const Floats power = exp2_to_128(load(own + j) * factor - (shift - weight));
            total += power;
            store(own + j, power);
        }
        fades[i] = exp2_to_128(before - shift);
        fading |= fades[i] != 1.0f;
        state.peak[i] = peak;
        state.total[i] = state.total[i] * fades[i];
        state.total[i] += folded(total, [](Floats x, Floats y) { return x + y; });
    }
    if (fading) scale_rows(state.sum, fades);
}

template <int ROWS, int N, class F>
    requires FewRows<ROWS>
PATTERNC_INLINE void pairs_with(Pairs<ROWS>& to, const Pairs<ROWS>& from, Across<N> across, F f) {
    const int64_t step = padded(from.count);
    for (int i = 0; i < ROWS; i++) {
        for (int64_t j = 0; j < step; j += WIDTH) {
            const int64_t at = i * step + j;
            const Floats number = across.rows ? all(across.numbers[i]) : load(across.numbers.at + j);
            store(to.data + at, f(load(from.data + at), at, number));
        }
    }
}

// ---- stores ---------------------------------------------------------------------------------------------------------
template <int ROWS, class I>
    requires FewRows<ROWS>
void store(
    Tensor tensor, const Vector<I, ROWS>& index, const Vector<bool, ROWS>& valid, const Sum<ROWS>& sum,
    float factor = 1.0f
) {
    with_rows(tensor, [&](auto* data) {
        using E = std::remove_reference_t<decltype(*data)>;
        for (int i = 0; i < ROWS; i++) {
            const float* from = sum.data + i * padded(sum.extent);
            for (int d = 0; valid[i] && d < sum.extent; d++)
                data[int64_t(index[i]) * sum.extent + d] = as<E>(from[d] * factor);
        }
    });
}

}  // namespace patternc
