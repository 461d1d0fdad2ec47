// Kernels: a block of threads for each program of a grid.
#pragma once

namespace patternc {

// What a kernel is called with; its parameters may have 4 KB in all.
struct Values {
    static constexpr int MOST = 240;
    Value at[MOST];
};

}  // namespace patternc

// Defines the kernel `name`, which runs the programs programs::name of tiles of PATTERNC_ROWS by PATTERNC_COLUMNS. Its
// grid: tiles, heads and batch entries.
#ifdef __CUDACC__
#define PATTERNC_ENTRY(name)                                                                                        \
    extern "C" __global__ void __launch_bounds__(PATTERNC_THREADS) name(const patternc::Values values) {            \
        const patternc::Program program{                                                                            \
            int32_t(blockIdx.x), int32_t(gridDim.x), int32_t(blockIdx.y),                                           \
            int32_t(gridDim.y),  int32_t(blockIdx.z), int32_t(gridDim.z)                                            \
        };                                                                                                          \
        patternc::Scratch scratch;                                                                                  \
        programs::name<PATTERNC_ROWS, PATTERNC_COLUMNS>(program, scratch, patternc::Arguments(values.at));          \
    }
#else
#define PATTERNC_ENTRY(name)                                                                                        \
    extern "C" __attribute__((visibility("default"))) const char* name(                                             \
        const patternc::Value* values, const int64_t* grid, const emulator::Range* ranges, int32_t count            \
    ) {                                                                                                             \
        return emulator::launch(grid, PATTERNC_THREADS, {ranges, ranges + count}, [&](int x, int y, int z) {                 \
            const patternc::Program program{x, int32_t(grid[0]), y, int32_t(grid[1]), z, int32_t(grid[2])};         \
            patternc::Scratch scratch;                                                                              \
            programs::name<PATTERNC_ROWS, PATTERNC_COLUMNS>(program, scratch, patternc::Arguments(values));         \
        });                                                                                                         \
    }
#endif
