// Functions of positions. Positions have 32 bits, and are -1 or more where nothing else is said.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "values.h"

namespace patternc {

// ---- arithmetic, with 64 bits where an operand has them --------------------------------------------------------------
// The remainder that is not negative, and the quotient that belongs to it; divisors are positive.
template <class A, class B> PATTERNC_INLINE constexpr auto floored_mod(A x, B divisor) {
    return x % divisor + (x % divisor < 0 ? divisor : 0);
}
template <class A, class B> PATTERNC_INLINE constexpr auto floored_div(A x, B divisor) {
    return x / divisor - (x % divisor < 0 ? 1 : 0);
}
template <class A, class B> PATTERNC_INLINE constexpr auto ceil_div(A x, B divisor) {
    return x / divisor + (x % divisor > 0 ? 1 : 0);
}

// ---- heads and batch entries ----------------------------------------------------------------------------------------
// The number of a (batch entry, head) pair, wide enough to address any tensor by.
PATTERNC_INLINE int64_t line(int32_t batch, int32_t head, int32_t heads) { return int64_t(batch) * heads + head; }

// Where a tensor [B, H, N, D] would hold position 0 of a head, if its first row is position `offset`.
PATTERNC_INLINE int64_t origin(Strides strides, int32_t batch, int32_t head, int32_t offset) {
    return batch * strides.batch + head * strides.head - offset * strides.row;
}

// The position of the first query of a batch entry: the call's, or of a tensor.
PATTERNC_INLINE int32_t start_of(int32_t first, Starts starts, int32_t batch) {
    return starts.data ? starts.data[batch * starts.step] : first;
}

// The first row of a sequence's queries in its batch entry, and how many they are: `count` where the entry is the sequence.
PATTERNC_INLINE int32_t first_row_of(Starts starts, int32_t batch) {
    return starts.page ? starts.data[batch * starts.step + 2] : 0;
}
PATTERNC_INLINE int32_t count_of(Starts starts, int32_t batch, int32_t count) {
    return starts.page ? starts.data[batch * starts.step + 3] : count;
}

// The position that row 0 of the tensor would have, which is a batch entry's first query; the first of its queries in the
// sequence, and their end. They are those of the call, first to stop, where no tensor has the first position of each entry.
struct Extent {
    int32_t origin, start, stop;
};
PATTERNC_INLINE Extent extent_of(int32_t first, int32_t stop, Starts starts, int32_t batch, int32_t seq_len) {
    if (!starts.data) return {first, first, stop};
    const int32_t at = start_of(first, starts, batch);
    const int32_t end = at + count_of(starts, batch, stop - first);
    return {at - first_row_of(starts, batch), least(greatest(at, 0), seq_len), least(greatest(end, 0), seq_len)};
}

// The batch entry of tensors that holds a sequence: its own, or the only one.
PATTERNC_INLINE int32_t entry_of(Starts starts, int32_t batch) { return starts.page ? 0 : batch; }

// The length of a sequence, and the end of its keys that a call holds: those of the call, or its own.
struct Cached {
    int32_t length, stop;
};
PATTERNC_INLINE Cached cache_of(Starts starts, int32_t batch, int32_t seq_len, int32_t stop) {
    if (!starts.page) return {seq_len, stop};
    const int32_t length = starts.data[batch * starts.step + 1];
    return {length, least(stop, length)};
}

// The row of a tensor that holds a key: its position; in a cache, its place in a page. Keys that are not loaded are in none.
PATTERNC_INLINE int32_t slots_of(int32_t position, bool loaded, Starts starts, int32_t batch) {
    if (!starts.page || !loaded) return starts.page ? 0 : position;
    const int32_t page = starts.data[batch * starts.step + 4 + position / starts.page];
    return page * starts.rows + position % starts.page;
}

// ALiBi's slope of a head (arXiv 2108.12409): past a power of two, every other slope of twice as many heads.
PATTERNC_INLINE float slope(int32_t head, int32_t heads) {
    int32_t power = 1;
    while (power <= heads / 2) power *= 2;  // the largest power of two in the number of heads
    return float(exp2(-4.0 * (head < power ? 2 * head + 2 : 2 * (head - power) + 1) / power));
}

// ---- columns --------------------------------------------------------------------------------------------------------
// How many of offset, offset + dilation, ... lie below a position.
PATTERNC_INLINE int32_t count(int32_t position, int32_t offset, int32_t dilation) {
    return ceil_div(greatest(position - offset, 0), dilation);
}

// How many positions of the blocks offset, offset + dilation, ... lie below a position.
PATTERNC_INLINE int32_t count_in_blocks(int32_t position, int32_t offset, int32_t dilation, int32_t block) {
    const int32_t place = greatest(position, 0), number = place / block;
    const bool member = number >= offset && (number - offset) % dilation == 0;
    return count(number, offset, dilation) * block + (member ? place % block : 0);
}

// The columns of low <= t < high that a split takes: whole tiles, and no more than the first split.
struct Share {
    int32_t low, high;
};
PATTERNC_INLINE Share share(int32_t low, int32_t high, int32_t split, int32_t splits, int32_t columns) {
    const int32_t taken = ceil_div(ceil_div(greatest(high - low, 0), columns), splits) * columns;
    return {low + split * taken, least(low + (split + 1) * taken, high)};
}

// The tiles of rows that a call from offset to stop meets.
PATTERNC_INLINE int32_t row_tiles(int32_t offset, int32_t stop, int32_t block) {
    return ceil_div(stop, block) - floored_div(offset, block);
}

// Whether, in one dimension of a grid, k is among the `extent` cells of q's residue class nearest to q, of which `before`
// come before the first of the `step` queries that share them.
PATTERNC_INLINE bool near(
    int32_t q, int32_t k, int32_t stride, int32_t size, int32_t extent, int32_t dilation, int32_t step, int32_t before
) {
    const int32_t i = q / stride % size, j = k / stride % size;
    const int32_t held = (size - 1 - i % dilation) / dilation + 1;
    const int32_t start = least(greatest(i / (dilation * step) * step - before, 0), held - extent);
    return (j / dilation >= start) & (j / dilation < start + extent) & (i % dilation == j % dilation);
}

// The same where every query has cells of its own, which it is the middle of.
PATTERNC_INLINE bool near(int32_t q, int32_t k, int32_t stride, int32_t size, int32_t extent, int32_t dilation) {
    return near(q, k, stride, size, extent, dilation, 1, extent / 2);
}

// The position of column t of a list of blocks; of block 0 from `stop` on.
PATTERNC_INLINE int32_t listed(const int32_t* blocks, int32_t t, int32_t stop, int32_t block) {
    return (t < stop ? blocks[t / block] : 0) * block + t % block;
}

// Whether column t is listed for a block of rows, numbered from the tile's first.
PATTERNC_INLINE bool belongs(const int32_t* members, int32_t t, int32_t stop, int32_t row_block, int32_t block) {
    return (t < stop ? members[t / block] : 0) >> row_block & 1;
}

// ---- compact buffers, which hold only the rows of lattices ----------------------------------------------------------
// How many segments a call touches, and how many rows of a lattice the longest of their runs holds. Segment 0: none.
struct Runs {
    int32_t touched, held;
};
PATTERNC_INLINE Runs runs(int32_t origin, int32_t stop, int32_t segment, int32_t dilation) {
    if (segment == 0) return {1, ceil_div(stop - origin, dilation)};
    const int32_t touched = floored_div(stop - 1, segment) - floored_div(origin, segment) + 1;
    return {touched, ceil_div(least(segment, stop - origin), dilation)};
}

// The same where every residue class of a segment is a run.
PATTERNC_INLINE Runs class_runs(int32_t origin, int32_t stop, int32_t segment, int32_t dilation) {
    const Runs one = runs(origin, stop, segment, dilation);
    return {one.touched * least(dilation, stop - origin), one.held};
}

// Where a buffer holds a row, and whether it does.
struct Compact {
    int64_t index;
    bool member;
};

// Of the buffer of a lattice that stands on class `offset`. `first`: the first row of the batch entry, where a line
// begins. Its length is that of the call's, origin to stop.
PATTERNC_INLINE Compact compact(
    int32_t row, int64_t line, int32_t first, int32_t origin, int32_t stop, int32_t offset, int32_t segment,
    int32_t dilation
) {
    const Runs all = runs(origin, stop, segment, dilation);
    const int32_t start = segment == 0 ? 0 : row / segment * segment;
    const int64_t run = segment == 0 ? line : line * all.touched + row / segment - first / segment;
    const int32_t begin = segment == 0 ? first : greatest(start, first);
    return {run * all.held + (row - begin) / dilation, (row - start) % dilation == offset};
}

// Of the buffer of a lattice of every class, which holds all rows. Arguments as of `compact`.
PATTERNC_INLINE Compact compact_class(
    int32_t row, int64_t line, int32_t first, int32_t origin, int32_t stop, int32_t segment, int32_t dilation
) {
    const Runs all = runs(origin, stop, segment, dilation);
    const int32_t classes = least(dilation, stop - origin);
    const int64_t before = segment == 0 ? line : line * all.touched + row / segment - first / segment;
    const int32_t begin = segment == 0 ? first : greatest(row / segment * segment, first);
    const int64_t run = before * classes + (row - begin) % dilation;
    return {run * all.held + (row - begin) / dilation, row >= first};
}

// ---- sweeps: lattices, as segment and dilation, whose rows one launch computes --------------------------------------
template <size_t N> using Sweeps = std::array<std::pair<int32_t, int32_t>, N>;

// The sweep that a place of a grid of several belongs to, which is one after the other: its segment, its dilation and
// the segments touched; the place among its own, and how many these are; the rows of sweeps before it in a line of
// their buffer, and those of all. `cuts`: the places that each has besides those of its tiles.
struct Swept {
    int32_t segment, dilation, segments, place, places;
    int64_t before, stored;
};
template <size_t N>
PATTERNC_INLINE Swept sweep(
    int32_t place, int32_t origin, int32_t stop, int32_t cuts, const Sweeps<N>& sweeps, int32_t rows
) {
    Swept found{};
    int64_t end = 0, stored = 0;
    for (const auto& [segment, dilation] : sweeps) {
        const Runs all = runs(origin, stop, segment, dilation);
        const int32_t places = cuts + all.touched * ceil_div(all.held, rows);
        if (place >= end) found = {segment, dilation, all.touched, int32_t(place - end), places, stored, 0};
        end += places;
        stored += int64_t(all.touched) * all.held;
    }
    found.stored = stored;
    return found;
}

// Of the buffer of several lattices: where the rows of lattice `number` are. Arguments as of `compact`.
template <size_t N>
PATTERNC_INLINE Compact compact_of_sweep(
    int32_t row, int64_t line, int32_t first, int32_t origin, int32_t stop, const std::array<int32_t, N>& offsets,
    const Sweeps<N>& sweeps, int32_t number
) {
    int64_t before = 0, stored = 0;
    for (size_t one = 0; one < N; one++) {
        const Runs all = runs(origin, stop, sweeps[one].first, sweeps[one].second);
        before += int32_t(one) < number ? int64_t(all.touched) * all.held : 0;
        stored += int64_t(all.touched) * all.held;
    }
    const auto [segment, dilation] = sweeps[number];
    const Compact own = compact(row, 0, first, origin, stop, offsets[number], segment, dilation);
    return {line * stored + before + own.index, own.member};
}

}  // namespace patternc
