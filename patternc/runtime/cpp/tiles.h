// Tiles: a program's rows, the columns that it visits, their pairs, and sums of rows.
//
// What belongs to rows is transposed in memory: number d of row i is at data[d * ROWS + i], so that a register holds
// the same number of neighbouring rows. Columns stay as they are in their tensor where that is possible.
#pragma once

#include <cstdint>

#include "finite.h"
#include "scratch.h"
#include "transposes.h"
#include "values.h"
#include "vectors.h"

namespace patternc {

// Programs whose rows are fewer than registers hold have another layout (few_rows.h).
template <int ROWS>
concept FewRows = ROWS < 16;

// Numbers of a row of such a program, which are padded to whole registers.
PATTERNC_INLINE int64_t padded(int64_t count) { return (count + WIDTH - 1) / WIDTH * WIDTH; }

// The rows of a program: [extent][ROWS]. `paired`: two numbers of bfloat16 at a time, [extent / 2, rounded up][ROWS],
// where CPUs multiply such pairs.
template <int ROWS> struct Rows {
    const float* data;
    int extent;
    const uint32_t* paired = nullptr;
};

template <class T> constexpr bool PAIRED = PATTERNC_PAIRS && std::is_same_v<T, BFloat16>;

// The same rows as they are in their tensor: number d of row i is at data[i * step + d]. Where registers that hold the
// last numbers of a row reach past these, 0 follows. `odd`: the rows with their numbers that are not finite, which are 0
// in `data`, by the same step; null if there are none.
template <int ROWS> struct PlainRows {
    const float* data;
    int64_t step;
    int extent;
    const float* odd = nullptr;
};

// Rows of a tensor that a program visits: number d of column j is at data[j * step + d], for `count` columns.
struct Columns {
    const float* data;
    int64_t step;
    int count;
    int extent;
    Scratch* scratch;

    const float* row(int j) const { return data + j * step; }
    Columns finite() const {  // a copy, with 0 for what is not finite
        float* made = scratch->take<float>(int64_t(count) * extent);
        for (int j = 0; j < count; j++) copy_finite(made + int64_t(j) * extent, row(j), extent);
        return {made, extent, count, extent, scratch};
    }
};

// A number for each pair of a program's row and a column: [count][ROWS], of few rows [ROWS][count]. `tested`: some of
// them may have been excluded.
template <int ROWS> struct Pairs {
    float* data;
    int count;
    bool tested = false;

    float at(int i, int j) const { return data[FewRows<ROWS> ? i * padded(count) + j : int64_t(j) * ROWS + i]; }
    int64_t size() const { return ROWS * (FewRows<ROWS> ? padded(count) : int64_t(count)); }
};

// A sum of rows for each row of a program: [extent][ROWS], of few rows [ROWS][extent]. `careful`: what is added is looked
// at, so that no number that is not finite reaches a row from which it is excluded.
template <int ROWS> struct Sum {
    float* data;
    int extent;
    bool careful = true;

    float& at(int i, int d) { return data[FewRows<ROWS> ? i * padded(extent) + d : int64_t(d) * ROWS + i]; }
};

// ---- loads ----------------------------------------------------------------------------------------------------------

// Row i is at start(i); 0 where not valid.
template <int ROWS, class F>
PATTERNC_INLINE Rows<ROWS> load_from(Scratch& scratch, F start, const Vector<bool, ROWS>& valid, int extent) {
    using T = std::remove_cv_t<std::remove_pointer_t<decltype(start(0))>>;
    float* data = scratch.take<float>(int64_t(extent) * ROWS);
    uint32_t* paired = PAIRED<T> ? scratch.take<uint32_t>(int64_t(extent + 1) / 2 * ROWS) : nullptr;
    Frame frame(scratch);
    T* zeros = scratch.take<T>(extent);
    fill(zeros, extent, T(0.0f));
    const T* rows[ROWS];
    for (int i = 0; i < ROWS; i++) rows[i] = valid[i] ? start(i) : zeros;
    for (int i = 0; i < ROWS; i++)
        for (int d = 0; d < extent; d += 64 / sizeof(T)) __builtin_prefetch(rows[i] + d);
    transpose_rows<ROWS>(data, rows, extent);
    for (int64_t d = 0; PAIRED<T> && d < extent; d += 2)
        for (int i = 0; i < ROWS; i++) {
            const float* own = data + d * ROWS + i;
            paired[d / 2 * ROWS + i] = bits_of(own[0]) >> 16 | (d + 1 < extent ? bits_of(own[ROWS]) & 0xFFFF0000 : 0);
        }
    return {data, extent, paired};
}

// Row i is at start + rows[i] * step.
template <int ROWS, class T>
Rows<ROWS> load_rows(
    Scratch& scratch, const T* start, int64_t step, const Vector<int32_t, ROWS>& rows, const Vector<bool, ROWS>& valid,
    int extent
) {
    return load_from<ROWS>(scratch, [&](int i) { return start + rows[i] * step; }, valid, extent);
}

// The same in plain order: a view of the tensor if it has floats, all rows are valid, finite and equally spaced, and
// registers divide them; else a copy.
template <int ROWS, class T>
PlainRows<ROWS> load_plain_rows(
    Scratch& scratch, const T* start, int64_t step, const Vector<int32_t, ROWS>& rows, const Vector<bool, ROWS>& valid,
    int extent
) {
    if constexpr (std::is_same_v<T, float>) {
        const int64_t apart = ROWS == 1 ? 0 : int64_t(rows[ROWS > 1]) - rows[0];
        bool view = extent % WIDTH == 0;
        for (int i = 0; i < ROWS; i++) view &= valid[i] & (rows[i] == rows[0] + i * apart);
        if (view && all_finite(ROWS, extent, [&](int i) { return start + rows[i] * step; }))
            return {start + rows[0] * step, apart * step, extent};
    }
    const int width = (extent + WIDTH - 1) / WIDTH * WIDTH;
    float* given = scratch.take<float>(int64_t(ROWS) * width);
    for (int i = 0; i < ROWS; i++) {
        float* to = given + int64_t(i) * width;
        fill(to, width, 0.0f);
        if (valid[i]) widen(to, start + rows[i] * step, extent);
    }
    if (all_finite(1, ROWS * width, [&](int) { return given; })) return {given, width, extent};
    float* data = scratch.take<float>(int64_t(ROWS) * width);
    copy_finite(data, given, ROWS * width);
    return {data, width, extent, given};
}

// Row `number` of several heads of a tensor [B, H, N, extent].
template <int ROWS, class T>
Rows<ROWS> load_heads(
    Scratch& scratch, const T* tensor, Strides strides, int batch, const Vector<int32_t, ROWS>& heads, int number,
    const Vector<bool, ROWS>& valid, int extent
) {
    const T* start = tensor + batch * strides.batch + number * strides.row;
    return load_rows<ROWS>(scratch, start, strides.head, heads, valid, extent);
}

template <int ROWS, class T>
PlainRows<ROWS> load_plain_heads(
    Scratch& scratch, const T* tensor, Strides strides, int batch, const Vector<int32_t, ROWS>& heads, int number,
    const Vector<bool, ROWS>& valid, int extent
) {
    const T* start = tensor + batch * strides.batch + number * strides.row;
    return load_plain_rows<ROWS>(scratch, start, strides.head, heads, valid, extent);
}

// Row index[i] of a contiguous tensor [.., extent].
template <int ROWS, class I>
Rows<ROWS> load_packed(
    Scratch& scratch, Tensor tensor, const Vector<I, ROWS>& index, const Vector<bool, ROWS>& valid, int extent
) {
    Rows<ROWS> loaded{nullptr, extent};
    with_rows(tensor, [&](auto* data) {
        const auto start = [&](int i) { return data + int64_t(index[i]) * extent; };
        loaded = load_from<ROWS>(scratch, start, valid, extent);
    });
    return loaded;
}

// The columns up to the last that is loaded; column j is at start + columns[j] * step, and 0 where not loaded. They are
// a view of the tensor if it has floats, all of them are loaded, and they are equally spaced.
template <int ROWS, int COLUMNS, class T>
Columns load_columns(
    Scratch& scratch, const T* start, int64_t step, const Vector<int32_t, COLUMNS>& columns,
    const Vector<bool, COLUMNS>& loaded, int extent
) {
    int count = 0, spaced = 0;
    for (int j = 0; j < COLUMNS; j++) count = loaded[j] ? j + 1 : count;
    if constexpr (std::is_same_v<T, float>) {
        const int32_t apart = columns[1] - columns[0];
        for (int j = 0; j < COLUMNS; j++) spaced += (j < count) & loaded[j] & (columns[j] == columns[0] + j * apart);
        if (spaced == count) {
            const Columns view{start + columns[0] * step, apart * step, count, extent, &scratch};
            for (int j = 0; j < count; j++)
                for (int d = 0; d < extent; d += 16) __builtin_prefetch(view.data + j * view.step + d);
            return view;
        }
    }
    float* data = scratch.take<float>(int64_t(count) * extent);
    const int64_t next = (int64_t(columns[1]) - columns[0]) * count * step;  // to the rows that follow, as a rule
    for (int j = 0; j < count; j++) {
        float* to = data + int64_t(j) * extent;
        if (loaded[j]) {
            const T* row = start + columns[j] * step;
            for (int d = 0; d < extent; d += 64 / sizeof(T)) __builtin_prefetch(row + next + d);
            widen(to, row, extent);
        } else {
            fill(to, extent, 0.0f);
        }
    }
    return {data, extent, count, extent, &scratch};
}

// Entry index[i] of a tensor for each i; `missing` where not valid.
template <int N, class I>
Vector<float, N> load_numbers(Tensor tensor, const Vector<I, N>& index, const Vector<bool, N>& valid, float missing) {
    Vector<float, N> numbers;
    with_numbers(tensor, [&](const auto* data) {
        for (int i = 0; i < N; i++) numbers[i] = valid[i] ? float(data[index[i]]) : missing;
    });
    return numbers;
}

template <int N, class I> Vector<float, N> load_numbers(Tensor tensor, const Vector<I, N>& index) {
    return load_numbers<N>(tensor, index, all_of<bool, N>(true), 0.0f);
}

// The least and the greatest of those numbers that are valid; of none, numbers above and below all others.
template <class T, int N>
PATTERNC_INLINE std::pair<T, T> extremes(const Vector<T, N>& numbers, const Vector<bool, N>& valid) {
    constexpr T FAR = T(1) << (sizeof(T) * 8 - 2);
    T least = FAR - 1, most = -FAR;
    for (int i = 0; i < N; i++) {
        const T low = valid[i] ? numbers[i] : FAR - 1, high = valid[i] ? numbers[i] : -FAR;
        least = low < least ? low : least;
        most = high > most ? high : most;
    }
    return {least, most};
}

// ---- pairs ----------------------------------------------------------------------------------------------------------
// Functions of pairs are given as admitted(i, j) and changed(i, j, x), of row i, column j and the pair's number x. Their
// text is compiled into loops over neighbouring rows, which become vectors if it has no branches: `&` instead of `&&`.

template <int ROWS> Pairs<ROWS> new_pairs(Scratch& scratch, int count) {
    return {scratch.take<float>(int64_t(count) * ROWS), count};
}

// Makes pairs out of others, in place or into `to`.
template <int ROWS, class F> PATTERNC_INLINE void each_pair(Pairs<ROWS>& to, const Pairs<ROWS>& from, F changed) {
    for (int j = 0; j < from.count; j++) {
        float* out = to.data + int64_t(j) * ROWS;
        const float* in = from.data + int64_t(j) * ROWS;
        PATTERNC_INDEPENDENT
        for (int i = 0; i < ROWS; i++) out[i] = changed(i, j, in[i]);
    }
}

template <int ROWS, class F> PATTERNC_INLINE void change(Pairs<ROWS>& pairs, F changed) {
    each_pair(pairs, pairs, changed);
}

template <int ROWS, class F>
PATTERNC_INLINE Pairs<ROWS> changed(Scratch& scratch, const Pairs<ROWS>& pairs, F function) {
    Pairs<ROWS> made = new_pairs<ROWS>(scratch, pairs.count);
    each_pair(made, pairs, function);
    made.tested = pairs.tested;
    return made;
}

// Pairs that are not admitted become `excluded`.
template <int ROWS, class F> PATTERNC_INLINE void exclude(Pairs<ROWS>& pairs, float excluded, F admitted) {
    change(pairs, [&](int i, int j, float x) { return admitted(i, j) ? x : excluded; });
    pairs.tested = true;
}

// ---- sums -----------------------------------------------------------------------------------------------------------
template <int ROWS> Sum<ROWS> start_sum(Scratch& scratch, int extent) {
    float* data = scratch.take<float>(int64_t(extent) * ROWS);
    fill(data, int64_t(extent) * ROWS, 0.0f);
    return {data, extent};
}

template <int ROWS> void add(Sum<ROWS>& sum, const Rows<ROWS>& rows) {
    const int64_t size = ROWS * (FewRows<ROWS> ? padded(sum.extent) : int64_t(sum.extent));
    for (int64_t at = 0; at < size; at += WIDTH) store(sum.data + at, load(sum.data + at) + load(rows.data + at));
}

// A number of each row, which starts as 0.
template <int ROWS> Vector<float, ROWS> start_numbers() { return all_of<float, ROWS>(0.0f); }

template <int ROWS> PATTERNC_INLINE void add(Vector<float, ROWS>& sum, const Vector<float, ROWS>& numbers) {
    for (int i = 0; i < ROWS; i++) sum[i] += numbers[i];
}

// The sum times a factor of each row.
template <int ROWS> void scale_rows(Sum<ROWS>& sum, const float* factors) {
    for (int d = 0; d < sum.extent; d++) {
        float* at = sum.data + int64_t(d) * ROWS;
        for (int i = 0; i < ROWS; i += WIDTH) store(at + i, load(at + i) * load(factors + i));
    }
}

// The sum times a factor of each row, and others times a weight of each.
template <int ROWS>
void add_scaled(Sum<ROWS>& sum, const float* factors, const Rows<ROWS>& others, const float* weights) {
    for (int d = 0; d < sum.extent; d++) {
        float* at = sum.data + int64_t(d) * ROWS;
        const float* other = others.data + int64_t(d) * ROWS;
        for (int i = 0; i < ROWS; i += WIDTH)
            store(at + i, load(at + i) * load(factors + i) + load(other + i) * load(weights + i));
    }
}

// ---- stores ---------------------------------------------------------------------------------------------------------
template <int ROWS> using Numbers = Vector<float, ROWS>;  // one for each row of a program

// Stores the sum times a factor as row index[i] of a contiguous tensor [.., extent], where valid.
template <int ROWS, class I>
void store(
    Tensor tensor, const Vector<I, ROWS>& index, const Vector<bool, ROWS>& valid, const Sum<ROWS>& sum,
    float factor = 1.0f
) {
    with_rows(tensor, [&](auto* data) {
        decltype(data) rows[ROWS];
        for (int i = 0; i < ROWS; i++) rows[i] = valid[i] ? data + int64_t(index[i]) * sum.extent : nullptr;
        transpose_back<ROWS, false>(rows, sum.data, sum.extent, factor);
    });
}

// Adds instead: the rows of one launch's programs are not those of another's that runs at the same time.
template <int ROWS, class I>
void store_more(
    Tensor tensor, const Vector<I, ROWS>& index, const Vector<bool, ROWS>& valid, const Sum<ROWS>& sum,
    float factor = 1.0f
) {
    with_rows(tensor, [&](auto* data) {
        decltype(data) rows[ROWS];
        for (int i = 0; i < ROWS; i++) rows[i] = valid[i] ? data + int64_t(index[i]) * sum.extent : nullptr;
        transpose_back<ROWS, true>(rows, sum.data, sum.extent, factor);
    });
}

// Stores numbers times a factor as the entries index[i] of a tensor, where valid.
template <int N, class I, class T>
void store_numbers(
    Tensor tensor, const Vector<I, N>& index, const Vector<bool, N>& valid, const Vector<T, N>& numbers,
    double factor = 1.0
) {
    with_numbers(tensor, [&](auto* data) {
        using E = std::remove_reference_t<decltype(*data)>;
        for (int i = 0; i < N; i++)
            if (valid[i]) data[index[i]] = as<E>(numbers[i] * factor);
    });
}

}  // namespace patternc
