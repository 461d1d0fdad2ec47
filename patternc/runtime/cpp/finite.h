// Numbers that are not finite. As 0 * NaN is NaN, products of tiles would take those of one document to the rows of all
// others in the tile: products leave them out, and then add them only where the weight is not 0.
#pragma once

#include <cstdint>
#include <type_traits>

#include "elements.h"
#include "vectors.h"

namespace patternc {

PATTERNC_INLINE bool is_finite(float x) { return x - x == 0; }

// What is looked at of numbers to see whether all are finite, a register at a time.
template <class T> struct Seen {  // times 0, NaN and infinities are NaN, and sums with NaN too
    Floats sums = {};

    PATTERNC_INLINE void take(const T* at) { sums += load_elements(at) * 0.0f; }
    PATTERNC_INLINE bool finite() const {
        bool all = true;
        for (int i = 0; i < WIDTH; i++) all &= sums[i] == 0;
        return all;
    }
};
template <class T>
    requires IS_HALF<T>
struct Seen<T> {  // without the sign, they have the highest bits
    Halves highest = {};

    PATTERNC_INLINE void take(const T* at) { highest = higher(highest, (Halves)(load_halves(at) << 1)); }
    PATTERNC_INLINE bool finite() const {
        bool all = true;
        for (int i = 0; i < WIDTH; i++) all &= highest[i] < uint16_t(T(INFINITY).bits << 1);
        return all;
    }
};

// Whether all numbers of `count` rows are finite; row(j) is where the `extent` numbers of row j begin.
template <class F> __attribute__((noinline)) bool all_finite(int count, int64_t extent, F row) {
    using T = std::remove_cv_t<std::remove_pointer_t<decltype(row(0))>>;
    Seen<T> seen[4];  // each take waits for the last of the same
    bool rest = true;
    for (int j = 0; j < count; j++) {
        const T* at = row(j);
        int64_t d = 0;
        for (; d + 4 * WIDTH <= extent; d += 4 * WIDTH)
            for (int n = 0; n < 4; n++) seen[n].take(at + d + n * WIDTH);
        for (; d + WIDTH <= extent; d += WIDTH) seen[0].take(at + d);
        for (; d < extent; d++) rest &= is_finite(float(at[d]));
    }
    for (const auto& one : seen) rest &= one.finite();
    return rest;
}

// The same numbers, with 0 for those that are not finite.
template <class T> void copy_finite(T* to, const T* from, int count) {
    for (int d = 0; d < count; d++) to[d] = is_finite(float(from[d])) ? from[d] : T(0.0f);
}

// Calls f(j, d, x) for each number x that is not finite: number d of row j.
template <class R, class F> void each_odd(int count, int extent, R row, F f) {
    for (int j = 0; j < count; j++)
        for (int d = 0; d < extent; d++)
            if (const float x = float(row(j)[d]); !is_finite(x)) f(j, d, x);
}

}  // namespace patternc
