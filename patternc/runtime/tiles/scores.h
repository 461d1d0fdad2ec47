// What patterns do to scores and weights, one number at a time.
#pragma once

#include <cstdint>

#include "values.h"

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
    return (drawn(drawn(drawing.start, q), k) ^ int32_t(0x80000000)) >= drawing.threshold;
}

// ---- tables of a number for each distance ---------------------------------------------------------------------------
// The place of key minus query position, at most the radius, in a table.
PATTERNC_INLINE int32_t by_distance(int32_t q, int32_t k, int32_t radius) {
    return least(greatest(k - q, -radius), radius) + radius;
}

}  // namespace patternc
