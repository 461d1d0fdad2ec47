// Launches: the programs of a grid, on the threads of a call.
#pragma once

#include <cstdint>

#include <pthread.h>

#include "scratch.h"
#include "values.h"

namespace patternc {

// A program's place in the grid.
struct Program {
    int32_t tile_number, tile_count, head_number, head_count, batch_number, batch_count;
};

using Function = void (*)(const Program&, Scratch&, Arguments);

// What one thread runs in order, head by head, then batch entry by batch entry, then tile by tile: a program; the tiles
// that read the same columns; the programs of a head and batch entry; those of a head; those of the heads that share a
// key head, of a batch entry; of these, the programs of a portion of the tiles.
enum class Unit { PROGRAM, TILES, ENTRY, HEAD, KEY_HEAD, PORTION };

// What a launch runs. `group`: of units of tiles, how many tiles are one; of units of key heads, how many heads share
// one, where the first head is number `head_start`, and how many portions tiles are cut in.
struct Grid {
    int64_t tiles, heads, batches, group, head_start, portions;
};

// Some places of a grid: those of a unit.
struct Places {
    int64_t tile, tile_end, head, head_end, batch, batch_end;
};

template <Unit UNIT> int64_t count_units(const Grid& grid) {
    if (UNIT == Unit::HEAD) return grid.heads;
    if (UNIT == Unit::ENTRY) return grid.heads * grid.batches;
    if (UNIT == Unit::PROGRAM) return grid.tiles * grid.heads * grid.batches;
    if (UNIT == Unit::TILES) return grid.tiles / grid.group * grid.heads * grid.batches;
    const int64_t last = (grid.head_start + grid.heads - 1) / grid.group;
    return grid.heads > 0 ? (last - grid.head_start / grid.group + 1) * grid.batches * grid.portions : 0;
}

// Tiles run fastest along units, then heads.
template <Unit UNIT> Places places_of(const Grid& grid, int64_t unit) {
    if (UNIT == Unit::HEAD) return {0, grid.tiles, unit, unit + 1, 0, grid.batches};
    if (UNIT == Unit::KEY_HEAD || UNIT == Unit::PORTION) {
        const int64_t key_heads = count_units<UNIT>(grid) / (grid.batches * grid.portions), number = unit / grid.portions;
        const int64_t start = (grid.head_start / grid.group + number % key_heads) * grid.group - grid.head_start;
        const int64_t end = least(start + grid.group, grid.heads), batch = number / key_heads;
        const int64_t each = (grid.tiles + grid.portions - 1) / grid.portions, tile = least(unit % grid.portions * each, grid.tiles);
        return {tile, least(tile + each, grid.tiles), greatest(start, int64_t(0)), end, batch, batch + 1};
    }
    const int64_t each = UNIT == Unit::PROGRAM ? 1 : UNIT == Unit::TILES ? grid.group : grid.tiles;
    const int64_t number = unit / (grid.tiles / each), tile = unit % (grid.tiles / each) * each;
    const int64_t head = number % grid.heads, batch = number / grid.heads;
    return {tile, tile + each, head, head + 1, batch, batch + 1};
}

// Runs a function, given its data, in each of several threads at the same time: `GOMP_parallel` of the OpenMP library
// that torch's operations use. Null: there is none.
using Region = void (*)(void (*)(void*), void*, unsigned, unsigned);

// Calls f() once in each of several threads, at the same time; in fewer where the system starts no more.
template <class F> void in_threads(int32_t threads, F& f) {
    const auto call = [](void* own) -> void* { return (*static_cast<F*>(own))(), nullptr; };
    pthread_t other;
    if (threads <= 1 || pthread_create(&other, nullptr, call, &f) != 0) return f();
    in_threads(threads - 1, f);
    pthread_join(other, nullptr);
}
template <class F> void on_threads(int32_t threads, Region region, F f) {
    if (threads <= 1 || !region) return in_threads(threads, f);
    region([](void* own) { (*static_cast<F*>(own))(); }, &f, unsigned(threads), 0);
}

// Runs a program; and once more if its softmax was not finite, as looking for what is not costs nothing else then.
PATTERNC_INLINE void run(Function function, const Program& program, Scratch& scratch, const Value* arguments) {
    scratch.careful = false;
    do {
        Frame frame(scratch);
        scratch.again = false;
        function(program, scratch, Arguments(arguments));
        scratch.again &= !scratch.careful;
        scratch.careful = true;
    } while (scratch.again);
}

// Runs a function for each place of a grid. Threads take units as they get free; no number depends on which thread
// computes it.
template <Unit UNIT>
void launch(Function function, const Value* arguments, const Grid& grid, int32_t threads, Region region) {
    const int64_t units = count_units<UNIT>(grid);
    const auto tiles = int32_t(grid.tiles), heads = int32_t(grid.heads), batches = int32_t(grid.batches);
    int64_t next = 0;
    const auto taken = [&] { return __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED); };
    on_threads(int32_t(least(threads, units)), region, [&] {
        thread_local Scratch scratch;
        for (int64_t unit = taken(); unit < units; unit = taken()) {
            const Places own = places_of<UNIT>(grid, unit);
            for (auto head = int32_t(own.head); head < own.head_end; head++)
                for (auto batch = int32_t(own.batch); batch < own.batch_end; batch++)
                    for (auto tile = int32_t(own.tile); tile < own.tile_end; tile++)
                        run(function, {tile, tiles, head, heads, batch, batches}, scratch, arguments);
        }
    });
}

}  // namespace patternc

// Defines the C function `name`, which launches the programs function<ROWS, COLUMNS> of tiles of so many rows.
// `grid`: tiles, heads and batch entries; for units of tiles and of key heads `group`, for these `head_start` too; and
// for their portions `portions`.
#define PATTERNC_ENTRY_OF(name, function, unit)                                                                     \
    extern "C" __attribute__((visibility("default"))) void name(                                                    \
        const patternc::Value* arguments, const int64_t* grid, int32_t rows, int32_t threads,                       \
        patternc::Region region                                                                                     \
    ) {                                                                                                             \
        const bool cut = patternc::Unit::unit == patternc::Unit::PORTION;                                           \
        const bool by_key = cut || patternc::Unit::unit == patternc::Unit::KEY_HEAD;                                \
        const bool grouped = by_key || patternc::Unit::unit == patternc::Unit::TILES;                               \
        const patternc::Grid all{                                                                                   \
            grid[0], grid[1], grid[2], grouped ? grid[3] : 1, by_key ? grid[4] : 0, cut ? grid[5] : 1                   \
        };                                                                                                          \
        patternc::launch<patternc::Unit::unit>(function, arguments, all, threads, region);                          \
    }
#ifdef PATTERNC_ROWS  // the only tiles that are compiled
#define PATTERNC_OF_MANY(function) (assert(rows == PATTERNC_ROWS), patternc::Function(function<PATTERNC_ROWS, 64>))
#define PATTERNC_OF_FEW PATTERNC_OF_MANY
#else
#define PATTERNC_OF_MANY(function) (rows <= 16 ? function<16, 64> : function<64, 64>)
#define PATTERNC_OF_FEW(function)                                                                                   \
    (rows == 1 ? function<1, 64> : rows <= 4 ? function<4, 64> : rows <= 8 ? function<8, 64> : PATTERNC_OF_MANY(function))
#endif

#define PATTERNC_ENTRY(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_MANY(programs::name), PROGRAM)
#define PATTERNC_ENTRY_OF_FEW(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_FEW(programs::name), PROGRAM)
#define PATTERNC_ENTRY_OF_SPLITS(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_FEW(programs::name), TILES)
#define PATTERNC_ENTRY_IN_ORDER(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_MANY(programs::name), ENTRY)
#define PATTERNC_ENTRY_BY_HEAD(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_MANY(programs::name), HEAD)
#define PATTERNC_ENTRY_OF_FEW_BY_HEAD(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_FEW(programs::name), HEAD)
#define PATTERNC_ENTRY_BY_KEY_HEAD(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_MANY(programs::name), KEY_HEAD)
#define PATTERNC_ENTRY_BY_PORTION(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_MANY(programs::name), PORTION)
#define PATTERNC_ENTRY_OF_FEW_BY_PORTION(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_FEW(programs::name), PORTION)
#define PATTERNC_KERNEL(name) PATTERNC_ENTRY_OF(name, PATTERNC_OF_MANY(patternc::name), PROGRAM)
