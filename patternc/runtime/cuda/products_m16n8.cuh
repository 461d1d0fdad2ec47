// Products of tiles on tensor cores of sm_75 and newer, which sum in fp32.
#pragma once

namespace patternc {

// sums += a @ b for 16 rows, 8 columns and 16 numbers of each.
PATTERNC_INLINE void multiply_add(float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
#ifndef __CUDACC__
    emulator::multiply_add(sums, a, b, [](uint16_t bits) {
        Element x;
        x.bits = bits;
        return float(x);
    });
#elif __CUDA_ARCH__ >= 800
    if constexpr (std::is_same_v<Element, Float16>)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
            "{%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
            "{%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    for (int half = 0; half < 2; half++)
        asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
#endif
}

// The products of each row with each column.
template <int ROWS, int COLUMNS, class T>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> multiply(Scratch&, const OwnRows<ROWS>& rows, const Columns<COLUMNS, T>& columns) {
    const Element* tile = arrived(columns);
    const int lane = thread() % 32;
    const Element* own = rows.at + fresh((thread() / 32 * 16 + lane % 16) * BETWEEN + lane / 16 * 8);
    const Element* other = tile + fresh((lane / 16 * 8 + lane % 8) * BETWEEN + lane / 8 % 2 * 8);
    float sums[COLUMNS / 8][4] = {};
#pragma unroll 4  // more would keep what later products take in registers
    for (int k = 0; k < DIM; k += 16) {
        uint32_t a[4], b[4];
        load_matrices<false>(a, own + k);
#pragma unroll
        for (int n = 0; n < COLUMNS / 8; n += 2) {
            load_matrices<false>(b, other + n * 8 * BETWEEN + k);
            multiply_add(sums[n], a, {b[0], b[1]});
            multiply_add(sums[n + 1], a, {b[2], b[3]});
        }
    }
    Pairs<ROWS, COLUMNS> products;
    each(products, [&](int r, int c) { products.at[r][c] = sums[c / 2][2 * r + c % 2]; });
    return products;
}

// sum += weights @ columns.
template <int ROWS, int COLUMNS, class T>
PATTERNC_INLINE void accumulate(Sum<ROWS>& sum, const Pairs<ROWS, COLUMNS>& weights, const Columns<COLUMNS, T>& columns) {
    const Element* tile = arrived(columns);
    const int lane = thread() % 32;
    const Element* other = tile + fresh(lane % 16 * BETWEEN + lane / 16 * 8);
    auto& at = sum.tile.at;
#pragma unroll
    for (int k = 0; k < COLUMNS; k += 16) {
        const int c = k / 4;
        const uint32_t a[4] = {
            halves_of(weights.at[0][c], weights.at[0][c + 1]), halves_of(weights.at[1][c], weights.at[1][c + 1]),
            halves_of(weights.at[0][c + 2], weights.at[0][c + 3]), halves_of(weights.at[1][c + 2], weights.at[1][c + 3])
        };
#pragma unroll
        for (int n = 0; n < DIM / 8; n += 2) {
            uint32_t b[4];
            load_matrices<true>(b, other + k * BETWEEN + n * 8);
#pragma unroll
            for (int one = 0; one < 2; one++) {
                const int d = 2 * (n + one);
                float four[4] = {at[0][d], at[0][d + 1], at[1][d], at[1][d + 1]};
                multiply_add(four, a, {b[2 * one], b[2 * one + 1]});
                at[0][d] = four[0], at[0][d + 1] = four[1], at[1][d] = four[2], at[1][d + 1] = four[3];
            }
        }
    }
}

}  // namespace patternc
