// Launches: the programs of a grid, on the threads of a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "scratch.h"
#include "values.h"

namespace patternc {

// A program's place in the grid.
struct Program {
    int32_t tile_number, tile_count, head_number, head_count, batch_number, batch_count;
};

using Function = void (*)(const Program&, Scratch&, Arguments);

// What one thread runs in order: a program; all tiles of a head and batch entry; all tiles and batch entries of a head.
enum class Unit { PROGRAM, ENTRY, HEAD };

// Runs a function, given its data, in each of several threads at the same time: `GOMP_parallel` of the OpenMP library
// that torch's operations use. Null: there is none.
using Region = void (*)(void (*)(void*), void*, unsigned, unsigned);

// Calls f() once in each of several threads, at the same time.
template <class F> void on_threads(int32_t threads, Region region, F f) {
    if (threads <= 1) return f();
    if (region) return region([](void* own) { (*static_cast<F*>(own))(); }, &f, unsigned(threads), 0);
    std::vector<std::thread> others;
    for (int32_t one = 1; one < threads; one++) others.emplace_back(f);
    f();
    for (std::thread& one : others) one.join();
}

// Runs a function for each place of a grid of tiles, heads and batch entries. Threads take units as they get free, the
// tile fastest, then the head. No number depends on which thread computes it.
template <Unit UNIT>
void launch(Function function, const Value* arguments, const int64_t grid[3], int32_t threads, Region region) {
    const auto tiles = int32_t(grid[0]), heads = int32_t(grid[1]), batches = int32_t(grid[2]);
    const int64_t lines = int64_t(heads) * batches;
    const int64_t units = UNIT == Unit::PROGRAM ? lines * tiles : UNIT == Unit::ENTRY ? lines : heads;
    const int64_t length = units ? lines * tiles / units : 0;
    std::atomic<int64_t> next{0};
    on_threads(int32_t(std::min<int64_t>(threads, units)), region, [&] {
        thread_local Scratch scratch;
        for (int64_t unit = next++; unit < units; unit = next++) {
            for (int64_t part = 0; part < length; part++) {
                const int64_t number = unit * length + part;
                const bool by_head = UNIT == Unit::HEAD;
                const auto tile = int32_t(number % tiles);
                const auto head = int32_t(by_head ? unit : number / tiles % heads);
                const auto batch = int32_t(by_head ? part / tiles : number / tiles / heads);
                Frame frame(scratch);
                function({tile, tiles, head, heads, batch, batches}, scratch, Arguments(arguments));
            }
        }
    });
}

}  // namespace patternc

// Defines the C function `name`, which launches the programs programs::name<ROWS, COLUMNS>, of tiles of 16 or 64 rows.
#define PATTERNC_ENTRY_OF(name, space, unit)                                                                        \
    extern "C" __attribute__((visibility("default"))) void name(                                                    \
        const patternc::Value* arguments, const int64_t grid[3], int32_t rows, int32_t threads,                     \
        patternc::Region region                                                                                     \
    ) {                                                                                                             \
        const patternc::Function function = rows <= 16 ? space::name<16, 64> : space::name<64, 64>;                 \
        patternc::launch<patternc::Unit::unit>(function, arguments, grid, threads, region);                         \
    }
#define PATTERNC_ENTRY(name) PATTERNC_ENTRY_OF(name, programs, PROGRAM)
#define PATTERNC_ENTRY_IN_ORDER(name) PATTERNC_ENTRY_OF(name, programs, ENTRY)
#define PATTERNC_ENTRY_BY_HEAD(name) PATTERNC_ENTRY_OF(name, programs, HEAD)
#define PATTERNC_KERNEL(name) PATTERNC_ENTRY_OF(name, patternc, PROGRAM)
