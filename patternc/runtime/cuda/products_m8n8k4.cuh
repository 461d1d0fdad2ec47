// Products of tiles on tensor cores of sm_70, which sum in fp32.
//
// Its instruction is four products of 8 rows, 8 columns and 4 numbers of each, by the four quad pairs of a warp: lanes q to
// q + 3 and q + 16 to q + 19 for q = 0, 4, 8 and 12. Those at 0 and 4 have the first eight rows of a warp, the others the
// last; those at 0 and 8 have columns 0 to 3 and 8 to 11 of 16, the others those between.
#pragma once

namespace patternc {

// sums += a @ b for each quad pair. Thread t of eight gives row t of a, and of b column t or, if `BY_ROWS`, numbers
// 4 (t / 4) to 4 (t / 4) + 3 of row t % 4. It gets of sums, for i < 8, row t % 2 + t / 4 * 4 + (i & 2), column
// (t & 2) + (i & 5).
template <bool BY_ROWS>
PATTERNC_INLINE void multiply_add(float (&sums)[8], const uint32_t (&a)[2], const uint32_t (&b)[2]) {
#ifdef __CUDACC__
#define PATTERNC_MULTIPLY_ADD(by)                                                                                   \
    asm("mma.sync.aligned.m8n8k4.row." by ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, " \
        "{%0, %1, %2, %3, %4, %5, %6, %7};"                                                                         \
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),  \
          "+f"(sums[7])                                                                                             \
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]))
    if constexpr (BY_ROWS) PATTERNC_MULTIPLY_ADD("row");
    else PATTERNC_MULTIPLY_ADD("col");
#undef PATTERNC_MULTIPLY_ADD
#else
    emulator::multiply_add_quads(sums, a, b, BY_ROWS, [](uint16_t bits) {
        Float16 x;
        x.bits = bits;
        return float(x);
    });
#endif
}

// Which of a thread's sums is its number c, of four, in row r of 16 columns.
PATTERNC_INLINE int sum_of(int r, int c) { return c % 2 + 2 * r + c / 2 * 4; }

// Four halves, in 8 bytes.
struct alignas(8) FourHalves {
    uint32_t at[2];
};

// The products of each row with each column.
template <int ROWS, int COLUMNS, class T>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> multiply(Scratch&, const OwnRows<ROWS>& rows, const Columns<COLUMNS, T>& columns) {
    const Element* tile = arrived(columns);
    const int lane = thread() % 32;
    const Element* own = rows.at + (thread() / 32 * 16 + (lane & 8) + lane / 16 * 4 + lane % 4) * BETWEEN;
    const Element* other = tile + (lane / 16 * 8 + lane % 8) * BETWEEN;
    float sums[COLUMNS / 16][8] = {};
#pragma unroll 8  // more would keep what later products take in registers
    for (int k = 0; k < DIM; k += 8) {
        const auto [a] = read_shared(reinterpret_cast<const Words*>(own + k));
#pragma unroll
        for (int n = 0; n < COLUMNS / 16; n++) {
            const auto [b] = read_shared(reinterpret_cast<const Words*>(other + n * 16 * BETWEEN + k));
            multiply_add<false>(sums[n], {a[0], a[1]}, {b[0], b[1]});
            multiply_add<false>(sums[n], {a[2], a[3]}, {b[2], b[3]});
        }
    }
    Pairs<ROWS, COLUMNS> products;
    each(products, [&](int r, int c) { products.at[r][c] = sums[c / 4][sum_of(r, c % 4)]; });
    return products;
}

// The numbers of one row that this thread gives to products with 16 columns. Of weights it has two rows, and of each some
// columns: it exchanges one row for the same row's columns of lane ^ 2, and then both for those of lane ^ 4, in the quad
// pair beside its own. at[0], at[1]: four of columns 0 to 7, first those of its own quad pair; at[2], at[3]: of 8 to 15.
struct Weights {
    uint32_t at[4][2];
};
// `c`: the place of its first number of these columns.
template <class T> PATTERNC_INLINE Weights weights_of(const T& weights, int c) {
    const bool second = thread() & 2;
    Weights found;
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const int first = c + 2 * half;
        const uint32_t even = halves_of(weights.at[0][first], weights.at[0][first + 1]);
        const uint32_t odd = halves_of(weights.at[1][first], weights.at[1][first + 1]);
        const uint32_t got = exchanged(second ? even : odd, 2);
        const uint32_t both[2] = {second ? got : even, second ? odd : got};
#pragma unroll
        for (int n = 0; n < 2; n++) {
            found.at[2 * half][n] = both[n];
            found.at[2 * half + 1][n] = exchanged(both[n], 4);
        }
    }
    return found;
}

// sum += weights @ columns.
template <int ROWS, int COLUMNS, class T>
PATTERNC_INLINE void accumulate(Sum<ROWS>& sum, const Pairs<ROWS, COLUMNS>& weights, const Columns<COLUMNS, T>& columns) {
    const Element* tile = arrived(columns);
    const int lane = thread() % 32;
    const Element* start = tile + lane / 16 * 8 + (lane & 4);
    const Element* others[2] = {start + lane % 8 * BETWEEN, start + (lane % 8 ^ 4) * BETWEEN};
    auto& at = sum.tile.at;
#pragma unroll
    for (int k = 0; k < COLUMNS; k += 16) {
        const auto a = weights_of(weights, k / 4);
#pragma unroll
        for (int n = 0; n < DIM / 16; n++) {
            float sums[8];
            for (int r = 0; r < 2; r++)
                for (int c = 0; c < 4; c++) sums[sum_of(r, c)] = at[r][4 * n + c];
#pragma unroll
            for (int part = 0; part < 4; part++) {
                const Element* from = others[part % 2] + (k + part / 2 * 8) * BETWEEN + n * 16;
                multiply_add<true>(sums, a.at[part], read_shared(reinterpret_cast<const FourHalves*>(from)).at);
            }
            for (int r = 0; r < 2; r++)
                for (int c = 0; c < 4; c++) at[r][4 * n + c] = sums[sum_of(r, c)];
        }
    }
}

}  // namespace patternc
