// Rows of a tensor to and from [extent][ROWS].
#pragma once

#include <cstdint>
#include <utility>

#include "elements.h"
#include "vectors.h"

namespace patternc {

// The numbers at places I of x and, from WIDTH on, of y.
template <int... I> PATTERNC_INLINE Floats shuffled(Floats x, Floats y, std::integer_sequence<int, I...>) {
#if defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(x, y, I...);
#else
    typedef int32_t Places __attribute__((vector_size(WIDTH * sizeof(int32_t))));
    return __builtin_shuffle(x, y, Places{I...});
#endif
}

constexpr auto PLACES = std::make_integer_sequence<int, WIDTH>();

// Every second number of the result is of x, every second of y, from number `START` of both on.
template <int START, int... I> PATTERNC_INLINE Floats interleaved(Floats x, Floats y, std::integer_sequence<int, I...>) {
    return shuffled(x, y, std::integer_sequence<int, (START + I / 2 + I % 2 * WIDTH)...>());
}

// Transposes a square: interleaving its halves moves each bit of a number's place by one, from that in a row to that of
// the row, so that as many times as places have bits they change roles.
PATTERNC_INLINE void transpose(Floats (&square)[WIDTH]) {
    for (int bits = 1; bits < WIDTH; bits *= 2) {
        Floats next[WIDTH];
        for (int i = 0; i < WIDTH / 2; i++) {
            next[2 * i] = interleaved<0>(square[i], square[i + WIDTH / 2], PLACES);
            next[2 * i + 1] = interleaved<WIDTH / 2>(square[i], square[i + WIDTH / 2], PLACES);
        }
        for (int i = 0; i < WIDTH; i++) square[i] = next[i];
    }
}

// data[d * ROWS + i] = rows[i][d] for d < extent.
template <int ROWS, class T> void transpose_rows(float* data, const T* const* rows, int extent) {
    for (int i = 0; i < ROWS; i += WIDTH) {
        int next = 0;
        for (int d = 0; extent >= WIDTH && d < extent; d = next) {
            next = d + WIDTH;
            d = least(d, extent - WIDTH);  // the last square may have numbers of the one before
            Floats square[WIDTH];
            for (int k = 0; k < WIDTH; k++) square[k] = load_elements(rows[i + k] + d);
            transpose(square);
            for (int k = 0; k < WIDTH; k++) store(data + (d + k) * ROWS + i, square[k]);
        }
        for (int d = 0; extent < WIDTH && d < extent; d++)
            for (int k = i; k < i + WIDTH; k++) data[d * ROWS + k] = float(rows[k][d]);
    }
}

// rows[i][d] = data[d * ROWS + i] * factor for d < extent, or that added; rows that are null are left out.
template <int ROWS, bool ADDS, class T>
void transpose_back(T* const* rows, const float* data, int extent, float factor) {
    const int whole = ADDS || extent < WIDTH ? extent / WIDTH * WIDTH : extent;
    for (int i = 0; i < ROWS; i += WIDTH) {
        int next = 0;
        for (int d = 0; d < whole; d = next) {
            next = d + WIDTH;
            d = least(d, extent - WIDTH);  // the last square may have numbers of the one before
            Floats square[WIDTH];
            for (int k = 0; k < WIDTH; k++) square[k] = load(data + (d + k) * ROWS + i) * factor;
            transpose(square);
            for (int k = 0; k < WIDTH; k++) {
                if (!rows[i + k]) continue;
                T* at = rows[i + k] + d;
                store_elements(at, ADDS ? load_elements(at) + square[k] : square[k]);
            }
        }
        for (int d = whole; d < extent; d++)
            for (int k = i; k < i + WIDTH; k++) {
                const float x = data[d * ROWS + k] * factor;
                if (rows[k]) rows[k][d] = as<T>(ADDS ? float(rows[k][d]) + x : x);
            }
    }
}

}  // namespace patternc
