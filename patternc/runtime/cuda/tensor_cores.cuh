// Products of tiles of 16-bit numbers on tensor cores, which sum in fp32.
//
// A program's own rows are in shared memory throughout; tiles of columns come there whole, one after the other. They are on
// their way from the tensors, in registers, from where a program loads them to where it multiplies them.
#pragma once

namespace patternc {

constexpr int BETWEEN = DIM + 8;  // halves from row to row in shared memory, so that eight rows are in different banks

// Halves of shared memory: what a program's rows take, of which it loads as many tiles as PATTERNC_OWN says; and a tile of
// columns, for two of them in turn if there is room, so that nobody waits for those who still read the one before.
constexpr int OWN_ROWS = PATTERNC_ROWS * BETWEEN, TILE_OF_COLUMNS = PATTERNC_COLUMNS * BETWEEN;
constexpr int MOST_SHARED = (48 << 10) / 2, FREE = MOST_SHARED - PATTERNC_OWN * OWN_ROWS;
constexpr bool IN_TURN = FREE >= 2 * TILE_OF_COLUMNS;
constexpr int SHARED = PATTERNC_OWN * OWN_ROWS + (IN_TURN ? 2 : 1) * TILE_OF_COLUMNS;
static_assert(SHARED <= MOST_SHARED, "a program has 48 KB of shared memory");

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

// Eight numbers of rows [N][DIM], which are read as one: 0 past their ends, and where not valid.
template <class R> PATTERNC_INLINE Eight eight_of(const R& rows, int number) {
    const int i = number / (DIM / 8), from = number % (DIM / 8) * 8;
    Eight found = {};
    if (!rows.valid[i]) return found;
    const Element* at = rows.start(i) + from;
    if (from + 8 <= rows.extent && uintptr_t(at) % sizeof(Eight) == 0) return read(reinterpret_cast<const Eight*>(at));
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (from + k < rows.extent) found.at[k] = read(at + k);
    return found;
}
// Where they come in shared memory, [N][BETWEEN].
PATTERNC_INLINE void put_eight(Element* to, int number, const Eight& numbers) {
    Element* at = to + number / (DIM / 8) * BETWEEN + number % (DIM / 8) * 8;
    write_shared(reinterpret_cast<Eight*>(at), numbers);
}

// Brings rows to shared memory.
template <int N, class F, class V> PATTERNC_INLINE void bring(Element* to, const Rows<N, F, V>& rows) {
#pragma unroll 4
    for (int one = thread(); one < N * DIM / 8; one += THREADS) put_eight(to, one, eight_of(rows, one));
}

// What this thread brings, read when this is made, and put into shared memory later.
template <int N> struct Brought {
    static constexpr int EIGHTS = N * DIM / 8, MOST = (EIGHTS + THREADS - 1) / THREADS;
    Eight numbers[MOST];

    template <class R> PATTERNC_INLINE explicit Brought(const R& rows) {
#pragma unroll
        for (int n = 0; n < MOST; n++) {
            const int one = thread() + n * THREADS;
            numbers[n] = one < EIGHTS ? eight_of(rows, one) : Eight{};
        }
    }
    PATTERNC_INLINE void put(Element* to) const {
#pragma unroll
        for (int n = 0; n < MOST; n++)
            if (thread() + n * THREADS < EIGHTS) put_eight(to, thread() + n * THREADS, numbers[n]);
    }
};

// A program's own rows, in shared memory.
template <int N> struct OwnRows {
    const Element* at;
    int extent;
};
template <int N, class F, class V> PATTERNC_INLINE OwnRows<N> kept(Scratch& scratch, const Rows<N, F, V>& rows) {
    Element* at = shared_memory() + scratch.taken;
    scratch.taken += OWN_ROWS;
    assert(scratch.taken <= PATTERNC_OWN * OWN_ROWS);
    bring(at, rows);
    return {at, rows.extent};
}

// A tile of columns on its way or, in gradients of long rows, whose sums leave no registers for it, still in its tensor.
constexpr bool AHEAD = PATTERNC_OWN == 1 || DIM <= 64;

template <int N, class T> struct Columns {
    Scratch* scratch;
    T tile;
};
template <int N, class F, class V> PATTERNC_INLINE auto fetched(Scratch& scratch, const Rows<N, F, V>& columns) {
    if constexpr (AHEAD) return Columns<N, Brought<N>>{&scratch, Brought<N>(columns)};
    else return Columns<N, Rows<N, F, V>>{&scratch, columns};
}

// The tile in shared memory, where one before it was that all threads have read.
template <int N, class T> PATTERNC_INLINE const Element* arrived(const Columns<N, T>& columns) {
    Element* at = shared_memory() + PATTERNC_OWN * OWN_ROWS + columns.scratch->turn * TILE_OF_COLUMNS;
    if constexpr (IN_TURN) {
        columns.scratch->turn ^= 1;
    } else {
        wait_for_all();
    }
    if constexpr (AHEAD) columns.tile.put(at);
    else bring(at, columns.tile);
    wait_for_all();
    return at;
}

// ---- products -------------------------------------------------------------------------------------------------------

// The products of each row with each column.
template <int ROWS, int COLUMNS, class T>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> multiply(Scratch&, const OwnRows<ROWS>& rows, const Columns<COLUMNS, T>& columns) {
    const Element* tile = arrived(columns);
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
template <int ROWS, int COLUMNS, class T>
PATTERNC_INLINE void accumulate(Sum<ROWS>& sum, const Pairs<ROWS, COLUMNS>& weights, const Columns<COLUMNS, T>& columns) {
    const Element* tile = arrived(columns);
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
