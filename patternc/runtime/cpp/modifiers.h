// Totals by distance and of rows, in which gradients of tables are summed.
#pragma once

#include <cstdint>

#include "scores.h"
#include "tiles.h"
#include "vectors.h"

namespace patternc {

// Adds the values of pairs to the totals at their places, place(i, j). What adds to the same totals runs one after the
// other, so that sums have one order.
template <int ROWS, class F> void add_by_place(float* totals, const Pairs<ROWS>& values, F place) {
    constexpr int MOST = 4 * ROWS;  // distances of a tile of neighbouring positions, and more
    int32_t first = values.count > 0 ? place(0, 0) : 0, last = first;
    for (int j = 0; j < values.count; j++)
        for (int i = 0; i < ROWS; i++) first = least(first, place(i, j)), last = greatest(last, place(i, j));
    const bool few = last - first < MOST;
    double sums[MOST] = {};  // of this tile
    for (int j = 0; j < values.count; j++) {
        for (int i = 0; i < ROWS; i++) {
            const float value = values.at(i, j);
            if (few)
                sums[place(i, j) - first] += value;
            else
                totals[place(i, j)] += value;
        }
    }
    for (int32_t at = first; few && at <= last; at++) totals[at] += float(sums[at - first]);
}

// Adds the values of pairs to the totals of their distances, key minus query position, at most `radius` either way.
template <int ROWS, class F>
void add_by_distance(float* totals, const Pairs<ROWS>& values, int32_t radius, F distance) {
    add_by_place(totals, values, [&](int i, int j) {
        return least(greatest(int32_t(distance(i, j)), -radius), radius) + radius;
    });
}

// Adds to the total of each row the values of its pairs times their distance, key minus query position.
template <int ROWS, class F>
PATTERNC_INLINE void add_distances(Vector<float, ROWS>& totals, const Pairs<ROWS>& values, F distance) {
    Vector<float, ROWS> sums = start_numbers<ROWS>();  // of this tile
    for (int j = 0; j < values.count; j++)
        for (int i = 0; i < ROWS; i++) sums[i] += values.at(i, j) * float(distance(i, j));
    add(totals, sums);
}

// What a tensor has for pairs, number query(i, j), key(i, j) of a head; 0 where not valid(i, j). `like`: pairs of as many.
template <int ROWS, class Q, class K, class V>
PATTERNC_INLINE Pairs<ROWS> load_pairs(
    Scratch& scratch, const Pairs<ROWS>& like, Tensor tensor, int64_t origin, const PairStrides& strides, Q query, K key,
    V valid
) {
    Pairs<ROWS> found = new_pairs<ROWS>(scratch, like.count);
    with_floats(tensor, [&](const auto* data) {
        each_pair(found, like, [&](int i, int j, float) {
            return valid(i, j) ? float(data[origin + query(i, j) * strides[2] + key(i, j) * strides[3]]) : 0.0f;
        });
    });
    return found;
}

// Adds the values of pairs to what a tensor has for them, where valid(i, j): no other thread does.
template <int ROWS, class Q, class K, class V>
PATTERNC_INLINE void add_pairs(
    float* totals, int64_t origin, const PairStrides& strides, const Pairs<ROWS>& values, Q query, K key, V valid
) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < values.count; j++)
            if (valid(i, j)) totals[origin + query(i, j) * strides[2] + key(i, j) * strides[3]] += values.at(i, j);
}

}  // namespace patternc
