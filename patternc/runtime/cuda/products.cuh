// Products of tiles in fp32. Both operands pass through shared memory, a part at a time; while one part is multiplied, the
// next is on its way from the tensors in registers.
#pragma once

namespace patternc {

constexpr int DEPTH = 16;  // numbers of rows and columns that a part of their products takes

// Columns of a sum of rows that a part takes: as many as shared memory has room for twice.
constexpr int PART = DIM <= 64 ? 16 : DIM <= 128 ? 8 : 4;

// Between two rows of numbers in shared memory, so that threads that write neighbouring numbers of several meet no other.
constexpr int PADDING = 4;

constexpr int SHARED = greatest(
    2 * DEPTH * (PATTERNC_ROWS + PATTERNC_COLUMNS + 2 * PADDING),
    PATTERNC_COLUMNS * (PATTERNC_ROWS + PADDING) + 2 * PART * DIM
);
static_assert(SHARED * sizeof(float) <= 48 << 10, "a program has 48 KB of shared memory");

#ifdef __CUDACC__
PATTERNC_INLINE float* shared_memory() {
    __shared__ alignas(16) float memory[SHARED];
    return memory;
}
#else
PATTERNC_INLINE float* shared_memory() { return emulator::shared_memory(); }
#endif

// Numbers of shared memory at at[place(0)], at[place(1)], ..., whose places come in runs.
template <int COUNT, class F> PATTERNC_INLINE void read_runs(float (&to)[COUNT], const float* at, F place) {
    if constexpr (COUNT % 4 == 0) {
#pragma unroll
        for (int n = 0; n < COUNT; n += 4) {
            const Four four = read_shared(reinterpret_cast<const Four*>(at + place(n)));
            for (int k = 0; k < 4; k++) to[n + k] = four.at[k];
        }
    } else {
#pragma unroll
        for (int n = 0; n < COUNT; n++) to[n] = read_shared(at + place(n));
    }
}

// What this thread brings of rows to shared memory: numbers k to k + DEPTH - 1 of all N of them, as [DEPTH][N + PADDING].
template <int N, class T> struct Brought {
    static constexpr int STEP = N + PADDING, FOURS = N * DEPTH / 4, MOST = (FOURS + THREADS - 1) / THREADS;
    const T* row[MOST];
    Four numbers[MOST];
    int extent;

    static PATTERNC_INLINE int four(int n) { return thread() + n * THREADS; }

    template <class R> PATTERNC_INLINE explicit Brought(const R& rows) : extent(rows.extent) {
#pragma unroll
        for (int n = 0; n < MOST; n++) {
            const int i = four(n) % N;
            row[n] = four(n) < FOURS && rows.valid[i] ? rows.start(i) : nullptr;
        }
    }
    PATTERNC_INLINE void fetch(int k) {
#pragma unroll
        for (int n = 0; n < MOST; n++)
            numbers[n] = row[n] ? four_of(row[n], k + four(n) / N * 4, extent) : Four{};
    }
    PATTERNC_INLINE void put(float* to) const {
#pragma unroll
        for (int n = 0; n < MOST; n++) {
            if (four(n) >= FOURS) continue;
            float* at = to + four(n) / N * 4 * STEP + four(n) % N;
#pragma unroll
            for (int k = 0; k < 4; k++) write_shared(at + k * STEP, numbers[n].at[k]);
        }
    }
};
template <int N, class F, class V> PATTERNC_INLINE auto brought(const Rows<N, F, V>& rows) {
    return Brought<N, std::remove_cv_t<std::remove_pointer_t<decltype(rows.start(0))>>>(rows);
}

// Rows and columns stay where they are.
template <int N, class F, class V> PATTERNC_INLINE Rows<N, F, V> kept(Scratch&, const Rows<N, F, V>& rows) { return rows; }
template <int N, class F, class V> PATTERNC_INLINE Rows<N, F, V> fetched(Scratch&, const Rows<N, F, V>& rows) { return rows; }

// sum += a @ b, of this thread's numbers a of rows and b of columns.
template <class T> PATTERNC_INLINE void add_outer(T& sum, const float (&a)[T::R], const float (&b)[T::C]) {
    each(sum, [&](int r, int c) { sum.at[r][c] += a[r] * b[c]; });
}

// The products of each row with each column.
template <int ROWS, int COLUMNS, class FA, class VA, class FB, class VB>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> multiply(Scratch&, const Rows<ROWS, FA, VA>& rows, const Rows<COLUMNS, FB, VB>& columns) {
    auto a = brought(rows);
    auto b = brought(columns);
    Pairs<ROWS, COLUMNS> products = {};
    float* part = shared_memory();
    constexpr int OWN = DEPTH * a.STEP, SIZE = OWN + DEPTH * b.STEP;
    a.fetch(0), b.fetch(0);
    wait_for_all();  // for those that still read what was there
    int turn = 0;
    for (int k = 0; k < rows.extent; k += DEPTH) {
        float* memory = part + turn * SIZE;
        a.put(memory), b.put(memory + OWN);
        wait_for_all();
        if (k + DEPTH < rows.extent) a.fetch(k + DEPTH), b.fetch(k + DEPTH);
#pragma unroll
        for (int one = 0; one < DEPTH; one++) {
            float own[products.R], other[products.C];
            read_runs(own, memory + one * a.STEP, [](int r) { return Pairs<ROWS, COLUMNS>::row(r); });
            read_runs(other, memory + OWN + one * b.STEP, [](int c) { return Pairs<ROWS, COLUMNS>::column(c); });
            add_outer(products, own, other);
        }
        turn ^= 1;
    }
    return products;
}

// What this thread brings of columns to shared memory: those from j to j + PART - 1, whole, as [PART][DIM].
template <int N, class F, class V> struct BroughtWhole {
    static constexpr int FOURS = PART * DIM / 4, MOST = (FOURS + THREADS - 1) / THREADS;
    const Rows<N, F, V>& columns;
    Four numbers[MOST];

    static PATTERNC_INLINE int four(int n) { return thread() + n * THREADS; }

    PATTERNC_INLINE void fetch(int j) {
#pragma unroll
        for (int n = 0; n < MOST; n++) {
            const int column = j + four(n) / (DIM / 4);
            const bool some = four(n) < FOURS && columns.valid[column];
            numbers[n] = some ? four_of(columns.start(column), four(n) % (DIM / 4) * 4, columns.extent) : Four{};
        }
    }
    PATTERNC_INLINE void put(float* to) const {
#pragma unroll
        for (int n = 0; n < MOST; n++)
            if (four(n) < FOURS) write_shared(reinterpret_cast<Four*>(to) + four(n), numbers[n]);
    }
};

// Writes a thread's weights to shared memory, as [COLUMNS][ROWS + PADDING].
template <int ROWS, int COLUMNS> PATTERNC_INLINE void put_pairs(float* to, const Pairs<ROWS, COLUMNS>& pairs) {
#pragma unroll
    for (int c = 0; c < pairs.C; c++) {
        float* at = to + pairs.column(c) * (ROWS + PADDING);
        if constexpr (Pairs<ROWS, COLUMNS>::R % 4 == 0) {
#pragma unroll
            for (int r = 0; r < pairs.R; r += 4) {
                const Four four{pairs.at[r][c], pairs.at[r + 1][c], pairs.at[r + 2][c], pairs.at[r + 3][c]};
                write_shared(reinterpret_cast<Four*>(at + pairs.row(r)), four);
            }
        } else {
#pragma unroll
            for (int r = 0; r < pairs.R; r++) write_shared(at + pairs.row(r), pairs.at[r][c]);
        }
    }
}

// sum += weights @ columns.
template <int ROWS, int COLUMNS, class F, class V>
PATTERNC_INLINE void accumulate(Sum<ROWS>& sum, const Pairs<ROWS, COLUMNS>& weights, const Rows<COLUMNS, F, V>& columns) {
    BroughtWhole<COLUMNS, F, V> brought{columns};
    float *own = shared_memory(), *part = own + COLUMNS * (ROWS + PADDING);
    brought.fetch(0);
    wait_for_all();  // for those that still read what was there
    put_pairs(own, weights);
    int turn = 0;
    for (int j = 0; j < COLUMNS; j += PART) {
        float* memory = part + turn * PART * DIM;
        brought.put(memory);
        wait_for_all();
        if (j + PART < COLUMNS) brought.fetch(j + PART);
#pragma unroll
        for (int one = 0; one < PART; one++) {
            float factors[Tile<ROWS, DIM>::R], numbers[Tile<ROWS, DIM>::C];
            read_runs(factors, own + (j + one) * (ROWS + PADDING), [](int r) { return Layout::row<ROWS>(r); });
            read_runs(numbers, memory + one * DIM, [](int c) { return Layout::column<DIM>(c); });
            add_outer(sum.tile, factors, numbers);
        }
        turn ^= 1;
    }
}

}  // namespace patternc
