// What patterns do to scores and weights besides: softcaps, dropout, tables by distance.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tiles.h"
#include "vectors.h"

namespace patternc {

// tanh, accurate near 0 too, where (1 - e) / (1 + e) cancels.
PATTERNC_INLINE float tanh(float x) {
    const float size = x < 0 ? -x : x, e = exp2(size * (-2.0f * float(LOG2E)));
    const float far = (x < 0 ? -1.0f : 1.0f) * (1.0f - e) / (1.0f + e);
    const float y = x * x, near = x * (1.0f + y * (-1.0f / 3 + y * (2.0f / 15 + y * (-17.0f / 315))));
    return size < 0.2f ? near : far;
}

// ---- dropout --------------------------------------------------------------------------------------------------------
// One more word into a hash of 32 bits (lowbias32, C. Wellons, "Hash function prospector").
PATTERNC_INLINE int32_t drawn(int32_t hash, int32_t word) {
    uint32_t x = uint32_t(hash) + uint32_t(word) + 0x9E3779B9;
    x = (x ^ x >> 16) * 0x7FEB352D;
    x = (x ^ x >> 15) * 0x846CA68B;
    return int32_t(x ^ x >> 16);
}

// What decides which weights are dropped: a hash, below which number of 32 bits less 2^31 pairs are dropped, and the
// factor of those that are kept.
struct Drawing {
    int32_t start, threshold;
    float kept;
};

// Whether dropout keeps the weight of a pair: the same bits in every pass, tile and backend.
PATTERNC_INLINE bool stays(const Drawing& drawing, int32_t q, int32_t k) {
    return (drawn(drawn(drawing.start, q), k) ^ INT32_MIN) >= drawing.threshold;
}

// Weights, or gradients of kept weights, without those that are dropped, the rest raised accordingly. `rows` are queries.
template <int ROWS, int COLUMNS>
void drop(
    Pairs<ROWS>& pairs, const Drawing& drawing, const Vector<int32_t, ROWS>& rows,
    const Vector<int32_t, COLUMNS>& columns
) {
    const auto hashes = vector<int32_t, ROWS>([&](int i) { return drawn(drawing.start, rows[i]); });
    change(pairs, [&](int i, int j, float x) {
        return (drawn(hashes[i], columns[j]) ^ INT32_MIN) >= drawing.threshold ? x * drawing.kept : 0.0f;
    });
}

// The same where `rows` are keys, and `columns` queries.
template <int ROWS, int COLUMNS>
void drop_by_key(
    Pairs<ROWS>& pairs, const Drawing& drawing, const Vector<int32_t, ROWS>& rows,
    const Vector<int32_t, COLUMNS>& columns
) {
    const auto hashes = vector<int32_t, COLUMNS>([&](int j) { return drawn(drawing.start, columns[j]); });
    change(pairs, [&](int i, int j, float x) {
        return (drawn(hashes[j], rows[i]) ^ INT32_MIN) >= drawing.threshold ? x * drawing.kept : 0.0f;
    });
}

// ---- tables of a number for each distance ---------------------------------------------------------------------------
// The place of key minus query position, at most the radius, in a table.
PATTERNC_INLINE int32_t by_distance(int32_t q, int32_t k, int32_t radius) {
    return std::min(std::max(k - q, -radius), radius) + radius;
}

// Adds the values of pairs to the totals of their distances; where all are beyond the radius, their sum at once. Rows
// are queries. The totals are of programs that run one after the other, so that the sums have one order.
template <int ROWS, int COLUMNS>
void add_by_distance(
    double* totals, const Pairs<ROWS>& values, const Vector<int32_t, ROWS>& rows,
    const Vector<int32_t, COLUMNS>& columns, int32_t radius
) {
    const auto [first, last] = std::minmax_element(rows.at, rows.at + ROWS);
    for (int j = 0; j < values.count; j++) {
        const float* at = values.data + int64_t(j) * ROWS;
        if (columns[j] - *last >= radius || columns[j] - *first <= -radius) {
            float sum = 0;
            for (int i = 0; i < ROWS; i++) sum += at[i];
            totals[by_distance(*first, columns[j], radius)] += sum;
        } else {
            for (int i = 0; i < ROWS; i++) totals[by_distance(rows[i], columns[j], radius)] += at[i];
        }
    }
}

}  // namespace patternc
