// Tiles: a program's rows, the columns that it visits, their pairs, and sums of rows.
//
// Columns stay in their tensor, and so do rows, unless tensor cores take them: products take of them what they need, when
// they need it.
#pragma once

namespace patternc {

// Rows of a tensor: row i begins at start(i), and is 0 where not valid.
template <int N, class F, class V> struct Rows {
    static constexpr int SIZE = N;
    F start;
    V valid;
    int extent;
};
template <int N, class F, class V> PATTERNC_INLINE Rows<N, F, V> rows_from(F start, V valid, int extent) {
    return {start, valid, extent};
}

// Rows of a contiguous tensor [.., extent] whose element type is known when it runs: row i is number index[i].
template <class I, class V> struct PackedRows {
    Tensor tensor;
    I index;
    V valid;
    int extent;
};

template <int ROWS, int COLUMNS> using Pairs = Tile<ROWS, COLUMNS>;

// A sum of rows for each row of a program.
template <int ROWS> struct Sum {
    Tile<ROWS, DIM> tile;
    int extent;
};

// ---- loads ----------------------------------------------------------------------------------------------------------

// Row i is at start + rows[i] * step.
template <class T, int N, class F, class V>
PATTERNC_INLINE auto load_rows(
    Scratch& scratch, const T* start, int64_t step, Vector<N, F> rows, V valid, int extent
) {
    return kept(scratch, rows_from<N>([=](int i) { return start + rows[i] * step; }, valid, extent));
}
template <int ROWS, class T, int N, class F, class V>  // of programs of so many rows
PATTERNC_INLINE auto load_columns(
    Scratch& scratch, const T* start, int64_t step, Vector<N, F> columns, V loaded, int extent
) {
    return fetched(scratch, rows_from<N>([=](int j) { return start + columns[j] * step; }, loaded, extent));
}

// Row `number` of several heads of a tensor [B, H, N, extent].
template <class T, int N, class F, class V>
PATTERNC_INLINE auto load_heads(
    Scratch& scratch, const T* tensor, Strides strides, int batch, Vector<N, F> heads, int number, V valid, int extent
) {
    const T* start = tensor + batch * strides.batch + number * strides.row;
    return load_rows(scratch, start, strides.head, heads, valid, extent);
}

template <class I, class V>
PATTERNC_INLINE PackedRows<I, V> load_packed(Scratch&, Tensor tensor, I index, V valid, int extent) {
    return {tensor, index, valid, extent};
}

// Entry index[i] of a tensor for each i; `missing` where not valid.
template <int N, class F, class V>
PATTERNC_INLINE auto load_numbers(Tensor tensor, Vector<N, F> index, V valid, float missing) {
    return over<N>([=](int i) {
        float found = missing;
        if (valid[i]) with_numbers(tensor, [&](const auto* data) { found = widened(read(data + index[i])); });
        return found;
    });
}
template <int N, class F> PATTERNC_INLINE auto load_numbers(Tensor tensor, Vector<N, F> index) {
    return load_numbers(tensor, index, over<N>([](int) { return true; }), 0.0f);
}

// The least and the greatest of those numbers that are valid; of none, numbers above and below all others. Every warp
// finds them, so that no thread waits.
template <int N, class F, class V> PATTERNC_INLINE auto extremes(Vector<N, F> numbers, V valid) {
    using T = decltype(numbers[0]);
    constexpr T FAR = T(1) << (sizeof(T) * 8 - 2);
    T least = FAR - 1, most = -FAR;
#pragma unroll
    for (int i = thread() % 32; i < N; i += 32) {
        const T found = valid[i] ? numbers[i] : 0;
        if (valid[i] && found < least) least = found;
        if (valid[i] && found > most) most = found;
    }
#pragma unroll
    for (int mask = 1; mask < 32; mask *= 2) {
        const T low = exchanged(least, mask), high = exchanged(most, mask);
        least = low < least ? low : least;
        most = high > most ? high : most;
    }
    return std::pair{least, most};
}

// ---- pairs: functions of them are given as admitted(i, j) and changed(i, j, x), of row i, column j, and the number ---
template <int ROWS, int COLUMNS, class F> PATTERNC_INLINE void change(Pairs<ROWS, COLUMNS>& pairs, F changed) {
    const int start = pairs.column(0);
    int own = fresh(start);  // what follows from places is computed here, for the two rows of tensor cores anew
#pragma unroll
    for (int r = 0; r < pairs.R; r++) {
        const int i = fresh(pairs.row(r));
        if constexpr (PATTERNC_TENSOR_CORES > 0) own = fresh(own);
#pragma unroll
        for (int c = 0; c < pairs.C; c++)
            pairs.at[r][c] = changed(i, own + (pairs.column(c) - start), pairs.at[r][c]);
    }
}

template <int ROWS, int COLUMNS, class F>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> changed(Scratch&, Pairs<ROWS, COLUMNS> pairs, F function) {
    change(pairs, function);
    return pairs;
}

// Pairs that are not admitted become `excluded`.
template <int ROWS, int COLUMNS, class F>
PATTERNC_INLINE void exclude(Pairs<ROWS, COLUMNS>& pairs, float excluded, F admitted) {
    change(pairs, [&](int i, int j, float x) { return admitted(i, j) ? x : excluded; });
}

// Adds the values of pairs to the totals of their distances, key minus query position, at most `radius` either way. Those
// that are further share a total: their values are summed over a warp first, or so many additions would cost digits.
template <int ROWS, int COLUMNS, class F>
PATTERNC_INLINE void add_by_distance(float* totals, const Pairs<ROWS, COLUMNS>& values, int32_t radius, F distance) {
    float before = 0.0f, after = 0.0f;
    each(values, [&](int r, int c) {
        const float value = values.at[r][c];
        const int32_t apart = int32_t(distance(values.row(r), values.column(c)));
        if (apart <= -radius) before += value;
        else if (apart >= radius) after += value;
        else if (value != 0.0f) add_atomically(totals + apart + radius, value);
    });
#pragma unroll
    for (int mask = 1; mask < 32; mask *= 2) before += exchanged(before, mask), after += exchanged(after, mask);
    if (thread() % 32 != 0) return;
    if (before != 0.0f) add_atomically(totals, before);
    if (after != 0.0f) add_atomically(totals + 2 * radius, after);
}

// Adds the values of pairs to the totals at their places.
template <int ROWS, int COLUMNS, class F>
PATTERNC_INLINE void add_by_place(float* totals, const Pairs<ROWS, COLUMNS>& values, F place) {
    each(values, [&](int r, int c) {
        const float value = values.at[r][c];
        if (value != 0.0f) add_atomically(totals + place(values.row(r), values.column(c)), value);
    });
}

// What a tensor has for pairs, number query(i, j), key(i, j) of a head: they are read where they are needed.
template <class Q, class K, class V> struct NumbersOfPairs {
    Tensor tensor;
    int64_t origin;
    PairStrides strides;
    Q query;
    K key;
    V valid;

    PATTERNC_INLINE float at(int i, int j) const {  // 0 where not valid
        float found = 0.0f;
        if (!valid(i, j)) return found;
        const int64_t place = origin + query(i, j) * strides[2] + key(i, j) * strides[3];
        with_floats(tensor, [&](const auto* data) { found = widened(read(data + place)); });
        return found;
    }
};
template <int ROWS, int COLUMNS, class Q, class K, class V>
PATTERNC_INLINE NumbersOfPairs<Q, K, V> load_pairs(
    Scratch&, const Pairs<ROWS, COLUMNS>&, Tensor tensor, int64_t origin, const PairStrides& strides, Q query, K key,
    V valid
) {
    return {tensor, origin, strides, query, key, valid};
}

// Adds the values of pairs to what a tensor has for them, where valid(i, j): only threads of this block do, one of which
// may have had a pair before.
template <int ROWS, int COLUMNS, class Q, class K, class V>
PATTERNC_INLINE void add_pairs(
    float* totals, int64_t origin, const PairStrides& strides, const Pairs<ROWS, COLUMNS>& values, Q query, K key, V valid
) {
    wait_for_all();
    each(values, [&](int r, int c) {
        const int i = values.row(r), j = values.column(c);
        if (!valid(i, j)) return;
        float* at = totals + (origin + query(i, j) * strides[2] + key(i, j) * strides[3]);
        write(at, read(at) + values.at[r][c]);
    });
}

// ---- sums -----------------------------------------------------------------------------------------------------------
template <int ROWS> PATTERNC_INLINE Sum<ROWS> start_sum(Scratch&, int extent) {
    Sum<ROWS> sum = {};
    sum.extent = extent;
    return sum;
}

// Calls f(r, c, number) for this thread's numbers of rows that are valid.
template <int ROWS, class I, class V, class F>
PATTERNC_INLINE void each_packed(const Sum<ROWS>& sum, const PackedRows<I, V>& rows, F f) {
    with_rows(rows.tensor, [&](auto* data) {
#pragma unroll
        for (int r = 0; r < sum.tile.R; r++) {
            const int i = fresh(sum.tile.row(r));
            if (!rows.valid[i]) continue;
            auto* row = data + int64_t(rows.index[i]) * rows.extent;
#pragma unroll
            for (int c = 0; c < sum.tile.C; c++) {
                if (sum.tile.column(c) < rows.extent) f(r, c, row + sum.tile.column(c));
                if (c % 4 == 3) keep_order();
            }
        }
    });
}

template <int ROWS, class I, class V> PATTERNC_INLINE void add(Sum<ROWS>& sum, const PackedRows<I, V>& rows) {
    each_packed(sum, rows, [&](int r, int c, const auto* at) { sum.tile.at[r][c] += widened(read(at)); });
}

// A number of each row, which starts as 0, and of which all threads of the row have the whole.
template <int ROWS> PATTERNC_INLINE Own<ROWS, float> start_numbers() { return {}; }

template <int ROWS, class V> PATTERNC_INLINE void add(Own<ROWS, float>& sum, V numbers) {
#pragma unroll
    for (int r = 0; r < sum.R; r++) sum.at[r] += numbers[Layout::row<ROWS>(r)];
}

// Adds to the total of each row the values of its pairs times their distance, key minus query position.
template <int ROWS, int COLUMNS, class F>
PATTERNC_INLINE void add_distances(Own<ROWS, float>& totals, const Pairs<ROWS, COLUMNS>& values, F distance) {
    Own<ROWS, float> sums = {};
    each(values, [&](int r, int c) {
        sums.at[r] += values.at[r][c] * float(distance(values.row(r), values.column(c)));
    });
#pragma unroll
    for (int r = 0; r < sums.R; r++) totals.at[r] += sum_of_row(sums.at[r]);
}

// ---- stores ---------------------------------------------------------------------------------------------------------

// Stores the sum times a factor as row index[i] of a contiguous tensor [.., extent], where valid.
template <int ROWS, class I, class V>
PATTERNC_INLINE void store(Tensor tensor, I index, V valid, const Sum<ROWS>& sum, float factor = 1.0f) {
    each_packed(sum, PackedRows<I, V>{tensor, index, valid, sum.extent}, [&](int r, int c, auto* at) {
        using E = std::remove_reference_t<decltype(*at)>;
        write(at, Narrowed<E>::of(sum.tile.at[r][c] * factor));
    });
}

// Adds instead: the rows of one launch's programs are not those of another's that runs at the same time.
template <int ROWS, class I, class V>
PATTERNC_INLINE void store_more(Tensor tensor, I index, V valid, const Sum<ROWS>& sum, float factor = 1.0f) {
    each_packed(sum, PackedRows<I, V>{tensor, index, valid, sum.extent}, [&](int r, int c, auto* at) {
        using E = std::remove_reference_t<decltype(*at)>;
        write(at, Narrowed<E>::of(widened(read(at)) + sum.tile.at[r][c] * factor));
    });
}

// Stores a number of each row times a factor as entry index[i] of a tensor, where valid.
template <int ROWS, class T, class I, class V>
PATTERNC_INLINE void store_numbers(Tensor tensor, I index, V valid, const Own<ROWS, T>& numbers, double factor = 1.0) {
    if (!Layout::leads()) return;
    with_numbers(tensor, [&](auto* data) {
        using E = std::remove_reference_t<decltype(*data)>;
#pragma unroll
        for (int r = 0; r < numbers.R; r++) {
            const int i = Layout::row<ROWS>(r);
            if (valid[i]) write(data + index[i], Narrowed<E>::of(factor == 1.0 ? numbers.at[r] : T(numbers.at[r] * factor)));
        }
    });
}

}  // namespace patternc
