// Kernels that are the same for all patterns.
#pragma once

#include "positions.h"
#include "programs.h"
#include "softmax.h"
#include "tiles.h"

namespace patternc {

// Stores delta = rowsum(dO * O) * FACTOR - dlse, and lse in fp32 and units of log2. Of rows without a key they are 0 and
// +inf, so that every weight is 0. `heads`: of the tensors, 0 if those of the grid; the grid's begin at `head_start`.
template <int ROWS, int COLUMNS> void row_delta(const Program& program, Scratch&, Arguments given) {
    const Tensor out = given.tensor(), lse = given.tensor();
    const Element* grad_out = given.pointer<const Element>();
    const Tensor grad_lse = given.tensor(), delta = given.tensor(), row_lse = given.tensor();
    const Strides stride = given.strides();
    const int32_t queries = given.integer();
    const bool lse_gradient = given.truth();
    const int32_t heads = given.integer(), head = given.integer() + program.head_number;
    const float factor = given.number();
    const int32_t extent = given.integer(), first = program.tile_number * ROWS;
    const int64_t start = line(program.batch_number, head, heads ? heads : program.head_count) * queries + first;
    const auto index = over<ROWS>([=](int i) { return start + i; });
    const auto valid = over<ROWS>([=](int i) { return first + i < queries; });
    const Element* grads = grad_out + origin(stride, program.batch_number, head, 0);
    auto deltas = all_of<float, ROWS>(0);
    with_rows(out, [&](const auto* data) {
        for (int i = 0; i < ROWS; i++)
            if (valid[i]) deltas[i] = dot(grads + (first + i) * stride.row, data + index[i] * extent, extent);
    });
    const auto grad_lses = lse_gradient ? load_numbers<ROWS>(grad_lse, index, valid, 0) : all_of<float, ROWS>(0);
    Vector<float, ROWS> lses;
    with_numbers(lse, [&](const auto* data) {
        for (int i = 0; i < ROWS; i++) lses[i] = valid[i] ? float(double(data[index[i]]) * LOG2E) : 0;
    });
    for (int i = 0; i < ROWS; i++) {
        const bool empty = lses[i] == -INFINITY;
        deltas[i] = empty ? 0 : deltas[i] * factor - grad_lses[i];
        lses[i] = empty ? INFINITY : lses[i];
    }
    store_numbers(delta, index, valid, deltas);
    store_numbers(row_lse, index, valid, lses);
}

}  // namespace patternc
