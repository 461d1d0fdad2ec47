// Programs that call functions of the CUDA library and store what they compute, for the emulator of GPU threads.
#include "attention.cuh"
#include "tile_programs.h"

namespace programs {

template <int ROWS, int COLUMNS> void attended(const Program&, Scratch& scratch, Arguments given) {
    const auto [query, key, value] = given.pointers<3>();
    attend<ROWS, COLUMNS>(scratch, query, key, value, given);
}

template <int ROWS, int COLUMNS> void gradient(const Program&, Scratch& scratch, Arguments given) {
    const auto [row, row_grad, column, column_grad] = given.pointers<4>();
    add_gradient<ROWS, COLUMNS>(scratch, row, row_grad, column, column_grad, given);
}

// Adds the numbers of pairs [tiles][COLUMNS][ROWS] of a head to its table by distance.
template <int ROWS, int COLUMNS> void distances(const Program& program, Scratch&, Arguments given) {
    const auto rows = entries_of<ROWS>(given.table<int32_t>() + program.tile_number * ROWS);
    const auto columns = entries_of<COLUMNS>(given.table<int32_t>());
    const int32_t radius = given.integer();
    const float* values = given.table<float>();
    float* totals = given.result<float>() + program.head_number * (2 * radius + 1);
    const int64_t number = line(program.batch_number, program.head_number, program.head_count) * program.tile_count;
    const float* own = values + (number + program.tile_number) * ROWS * COLUMNS;
    Pairs<ROWS, COLUMNS> pairs;
    change(pairs, [&](int i, int j, float) { return read(own + j * ROWS + i); });
    add_by_distance(totals, pairs, radius, [&](int i, int j) { return columns[j] - rows[i]; });
}

}  // namespace programs

PATTERNC_ENTRY(attended)
PATTERNC_ENTRY(gradient)
PATTERNC_ENTRY(distances)
PATTERNC_ENTRY(row_delta)
PATTERNC_ENTRY(mix_by_lse)
PATTERNC_ENTRY(mix_evenly)
