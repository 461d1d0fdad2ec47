// What patterns do to scores and weights besides: softcaps, dropout, tables by distance.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tiles.h"
#include "vectors.h"

namespace patternc {

// tanh to about 2 units in the last place: 1 - 2 / (e + 1), where e is exp(2 x), and a polynomial near 0, where that
// cancels (S. Moshier, Cephes).
PATTERNC_INLINE float tanh(float x) {
    const float size = x < 0 ? -x : x, e = exp2(size * float(2 * LOG2E));
    const float far = 1.0f - 2.0f / (e + 1.0f), y = x * x;
    float bend = y * -5.70498872745e-3f + 2.06390887954e-2f;
    bend = bend * y - 5.37397155531e-2f;
    bend = bend * y + 1.33314422036e-1f;
    bend = bend * y - 3.33332819422e-1f;
    return size < 0.625f ? x + x * y * bend : x < 0 ? -far : far;
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
PATTERNC_INLINE bool stays(const Drawing drawing, int32_t q, int32_t k) {
    return (drawn(drawn(drawing.start, q), k) ^ INT32_MIN) >= drawing.threshold;
}

// Weights, or gradients of kept weights, without those that are dropped, the rest raised accordingly. `rows` are queries.
template <int ROWS, int COLUMNS>
void drop(
    Pairs<ROWS>& pairs, const Drawing drawing, const Vector<int32_t, ROWS>& rows,
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
    Pairs<ROWS>& pairs, const Drawing drawing, const Vector<int32_t, ROWS>& rows,
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

// Adds the values of pairs to the totals of their distances, key minus query position, at most `radius` either way. What
// adds to the same totals runs one after the other, so that sums have one order. distance(i, j): that of a pair.
template <int ROWS, class F>
void add_by_distance(float* totals, const Pairs<ROWS>& values, int32_t radius, F distance) {
    constexpr int MOST = 4 * ROWS;  // distances of a tile of neighbouring positions, and more
    const auto place = [&](int i, int j) { return std::clamp(int32_t(distance(i, j)), -radius, radius) + radius; };
    int32_t first = 2 * radius, last = 0;
    for (int j = 0; j < values.count; j++)
        for (int i = 0; i < ROWS; i++) first = std::min(first, place(i, j)), last = std::max(last, place(i, j));
    const bool few = last - first < MOST;
    double sums[MOST] = {};  // of this tile
    for (int j = 0; j < values.count; j++) {
        for (int i = 0; i < ROWS; i++) {
            const float value = values.data[int64_t(j) * ROWS + i];
            if (few)
                sums[place(i, j) - first] += value;
            else
                totals[place(i, j)] += value;
        }
    }
    for (int32_t at = first; few && at <= last; at++) totals[at] += float(sums[at - first]);
}

}  // namespace patternc
