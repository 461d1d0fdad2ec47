// Tiles of 16-bit numbers in shared memory, for products on tensor cores.
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
    number = fresh(number);
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

// Brings rows to shared memory, two parts at a time: more would take registers that sums need.
template <int N, class F, class V> PATTERNC_INLINE void bring(Element* to, const Rows<N, F, V>& rows) {
    constexpr int EIGHTS = N * DIM / 8;
#pragma unroll 2
    for (int n = 0; n < (EIGHTS + THREADS - 1) / THREADS; n++) {
        const int one = thread() + n * THREADS;
        if (EIGHTS % THREADS == 0 || one < EIGHTS) put_eight(to, one, eight_of(rows, one));
    }
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
    int number;
    T tile;
};
template <int N, class F, class V> PATTERNC_INLINE auto fetched(Scratch& scratch, const Rows<N, F, V>& columns) {
    const int number = scratch.tiles++;
    if constexpr (AHEAD) return Columns<N, Brought<N>>{&scratch, number, Brought<N>(columns)};
    else return Columns<N, Rows<N, F, V>>{&scratch, number, columns};
}

// The tile in shared memory: where it is already, or where one before it was that all threads have read.
template <int N, class T> PATTERNC_INLINE const Element* arrived(const Columns<N, T>& columns) {
    auto& [first, second] = columns.scratch->parts;
    Element* const memory = shared_memory() + PATTERNC_OWN * OWN_ROWS;
    if (first.tile == columns.number) {
        first.read = true;
        return memory;
    }
    if (IN_TURN && second.tile == columns.number) {
        second.read = true;
        return memory + TILE_OF_COLUMNS;
    }
    const bool next = IN_TURN && columns.scratch->turn;
    Element* at = next ? memory + TILE_OF_COLUMNS : memory;
    if (!IN_TURN || (next ? second.read : first.read)) wait_for_all();
    if constexpr (AHEAD) columns.tile.put(at);
    else bring(at, columns.tile);
    wait_for_all();
    first = {next ? first.tile : columns.number, !next};
    second = {next ? columns.number : second.tile, next};
    columns.scratch->turn ^= 1;
    return at;
}

}  // namespace patternc
