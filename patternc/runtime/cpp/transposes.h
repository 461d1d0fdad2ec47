// Rows of a tensor to and from [extent][ROWS], and conversions of their elements.
#pragma once

#include <cstdint>
#include <type_traits>

#include "values.h"
#include "vectors.h"

namespace patternc {

// A number as an element; doubles are rounded once where they become floats.
template <class E, class T> PATTERNC_INLINE E as(T x) {
    if constexpr (std::is_same_v<E, double> || std::is_same_v<E, float>) return E(x);
    else return E(float(x));
}

// `count` elements as floats.
template <class T> void widen(float* to, const T* from, int count) {
    for (int d = 0; d < count; d++) to[d] = float(from[d]);
}

// data[d * ROWS + i] = rows[i][d] for d < extent; 0 where rows[i] is null.
template <int ROWS, class T> void transpose_rows(float* data, const T* const* rows, int extent) {
    for (int i = 0; i < ROWS; i++)
        for (int d = 0; d < extent; d++) data[d * ROWS + i] = rows[i] ? float(rows[i][d]) : 0.0f;
}

// rows[i][d] = data[d * ROWS + i] * factor for d < extent, or that added; rows that are null are left out.
template <int ROWS, bool ADDS, class T>
void transpose_back(T* const* rows, const float* data, int extent, float factor) {
    for (int i = 0; i < ROWS; i++) {
        if (!rows[i]) continue;
        for (int d = 0; d < extent; d++) {
            const float x = data[d * ROWS + i] * factor;
            rows[i][d] = as<T>(ADDS ? float(rows[i][d]) + x : x);
        }
    }
}

}  // namespace patternc
