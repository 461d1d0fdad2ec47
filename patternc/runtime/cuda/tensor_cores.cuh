// Products of tiles of 16-bit numbers on tensor cores, which sum in fp32.
//
// A program's own rows are in shared memory throughout; tiles of columns come there whole, one after the other.
#pragma once

namespace patternc {

constexpr int BETWEEN = DIM + 8;  // halves from row to row in shared memory, so that eight rows are in different banks

constexpr int OWN_ROWS = PATTERNC_ROWS * BETWEEN, TILE_OF_COLUMNS = PATTERNC_COLUMNS * BETWEEN;
constexpr int SHARED = 2 * OWN_ROWS + TILE_OF_COLUMNS;  // halves
static_assert(SHARED * 2 <= 48 << 10, "a program has 48 KB of shared memory");

#ifdef __CUDACC__
PATTERNC_INLINE Element* shared_memory() {
    __shared__ alignas(16) uint16_t memory[SHARED];
    return reinterpret_cast<Element*>(memory);
}
#else
PATTERNC_INLINE Element* shared_memory() { return reinterpret_cast<Element*>(emulator::shared_memory()); }
#endif

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

// Two floats as halves, the first in the lower bits.
PATTERNC_INLINE uint32_t halves_of(float x, float y) {
    return Narrowed<Element>::of(x).bits | uint32_t(Narrowed<Element>::of(y).bits) << 16;
}

// ---- shared memory --------------------------------------------------------------------------------------------------
struct alignas(16) Eight {
    Element at[8];
};

// Brings rows to shared memory, [N][BETWEEN], 16 bytes at a time; 0 past their ends, and where not valid.
template <int N, class F, class V> PATTERNC_INLINE void bring(Element* to, const Rows<N, F, V>& rows) {
    constexpr int EIGHTS = N * DIM / 8;
#pragma unroll 4
    for (int one = thread(); one < EIGHTS; one += THREADS) {
        const int i = one / (DIM / 8), from = one % (DIM / 8) * 8;
        Eight found = {};
        if (rows.valid[i]) {
            const Element* at = rows.start(i) + from;
            if (from + 8 <= rows.extent && uintptr_t(at) % sizeof(Eight) == 0) {
                found = read(reinterpret_cast<const Eight*>(at));
            } else {
                for (int k = 0; k < 8 && from + k < rows.extent; k++) found.at[k] = read(at + k);
            }
        }
        write_shared(reinterpret_cast<Eight*>(to + i * BETWEEN + from), found);
    }
}

// A program's own rows, in shared memory.
template <int N> struct OwnRows {
    const Element* at;
    int extent;
};

// Where the rows are that a program loads first, second.
template <int N, class F, class V> PATTERNC_INLINE OwnRows<N> kept(Scratch& scratch, const Rows<N, F, V>& rows) {
    Element* at = shared_memory() + scratch.taken;
    scratch.taken += OWN_ROWS;
    bring(at, rows);
    return {at, rows.extent};
}

// A tile of columns in shared memory, where others of its kind were.
template <int N, class F, class V> PATTERNC_INLINE const Element* brought_columns(const Rows<N, F, V>& columns) {
    Element* at = shared_memory() + 2 * OWN_ROWS;
    wait_for_all();  // for those that still read what was there
    bring(at, columns);
    wait_for_all();
    return at;
}

// ---- products -------------------------------------------------------------------------------------------------------

// The products of each row with each column.
template <int ROWS, int COLUMNS, class F, class V>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> multiply(Scratch&, const OwnRows<ROWS>& rows, const Rows<COLUMNS, F, V>& columns) {
    const Element* tile = brought_columns(columns);
    const int lane = thread() % 32;
    const Element* own = rows.at + (thread() / 32 * 16 + lane % 16) * BETWEEN + lane / 16 * 8;
    const Element* other = tile + (lane / 16 * 8 + lane % 8) * BETWEEN + lane / 8 % 2 * 8;
    float sums[COLUMNS / 8][4] = {};
#pragma unroll
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
template <int ROWS, int COLUMNS, class F, class V>
PATTERNC_INLINE void accumulate(Sum<ROWS>& sum, const Pairs<ROWS, COLUMNS>& weights, const Rows<COLUMNS, F, V>& columns) {
    const Element* tile = brought_columns(columns);
    const int lane = thread() % 32;
    const Element* other = tile + lane % 16 * BETWEEN + lane / 16 * 8;
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
