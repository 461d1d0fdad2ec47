// Kernels that are the same for all patterns.
#pragma once

#include "positions.h"
#include "programs.h"
#include "softmax.h"
#include "tiles.h"

namespace patternc {

// Some rows of a head: those of a program in tensors of `heads` heads with `queries` rows each.
template <int ROWS> struct HeadRows {
    Vector<int32_t, ROWS> rows;
    Vector<bool, ROWS> valid;
    Vector<int64_t, ROWS> index;

    HeadRows(const Program& program, int32_t head, int32_t heads, int32_t queries) {
        const int64_t start = line(program.batch_number, head, heads) * queries;
        for (int i = 0; i < ROWS; i++) {
            rows[i] = program.tile_number * ROWS + i;
            valid[i] = rows[i] < queries;
            index[i] = start + rows[i];
        }
    }
};

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
    const int32_t extent = given.integer();
    const HeadRows<ROWS> at(program, head, heads ? heads : program.head_count, queries);
    const Element* start = grad_out + origin(stride, program.batch_number, head, 0);
    auto deltas = all_of<float, ROWS>(0);
    with_rows(out, [&](const auto* data) {
        for (int i = 0; i < ROWS; i++)
            if (at.valid[i]) deltas[i] = dot(start + at.rows[i] * stride.row, data + at.index[i] * extent, extent);
    });
    const auto grad_lses = lse_gradient ? load_numbers<ROWS>(grad_lse, at.index, at.valid, 0) : all_of<float, ROWS>(0);
    Vector<float, ROWS> lses;
    with_numbers(lse, [&](const auto* data) {
        for (int i = 0; i < ROWS; i++) lses[i] = at.valid[i] ? float(double(data[at.index[i]]) * LOG2E) : 0;
    });
    for (int i = 0; i < ROWS; i++) {
        const bool empty = lses[i] == -INFINITY;
        deltas[i] = empty ? 0 : deltas[i] * factor - grad_lses[i];
        lses[i] = empty ? INFINITY : lses[i];
    }
    store_numbers(delta, at.index, at.valid, deltas);
    store_numbers(row_lse, at.index, at.valid, lses);
}

// Stores out = sum_s w_s out_s with w = softmax_s(lse_s); lse = ln sum_s exp(lse_s), for s < COUNT.
template <int ROWS, int COLUMNS> void mix_by_lse(const Program& program, Scratch& scratch, Arguments given) {
    const Tensor parts = given.tensor(), part_lses = given.tensor(), out = given.tensor(), lse = given.tensor();
    const int32_t batches = given.integer(), heads = given.integer(), queries = given.integer();
    const int32_t head = given.integer() + program.head_number, count = given.integer(), extent = given.integer();
    HeadRows<ROWS> at(program, head, heads, queries);
    const auto index = at.index;
    const int64_t softmax = line(batches, 0, heads) * queries;  // rows of all heads, from one softmax to the next
    auto state = start_softmax<ROWS>(scratch, extent);
    for (int part = 0; part < count; part++) {
        merge(scratch, state, parts, part_lses, at.index, at.valid, LOG2E);
        for (int i = 0; i < ROWS; i++) at.index[i] += softmax;
    }
    const auto lses = finish(state);
    store(out, index, at.valid, state.sum);
    store_numbers(lse, index, at.valid, lses, LN2);
}

// Stores out = sum_s out_s / DIVISOR for s < COUNT, and lse = 0, for there is no one lse.
template <int ROWS, int COLUMNS> void mix_evenly(const Program& program, Scratch& scratch, Arguments given) {
    const Tensor parts = given.tensor(), out = given.tensor(), lse = given.tensor();
    const int32_t batches = given.integer(), heads = given.integer(), queries = given.integer();
    const int32_t head = given.integer() + program.head_number, count = given.integer();
    const float divisor = given.number();
    const int32_t extent = given.integer();
    HeadRows<ROWS> at(program, head, heads, queries);
    const auto index = at.index;
    const int64_t softmax = line(batches, 0, heads) * queries;  // rows of all heads, from one softmax to the next
    auto sum = start_sum<ROWS>(scratch, extent);
    for (int part = 0; part < count; part++) {
        Frame frame(scratch);
        add(sum, load_packed<ROWS>(scratch, parts, at.index, at.valid, extent));
        for (int i = 0; i < ROWS; i++) at.index[i] += softmax;
    }
    store(out, index, at.valid, sum, 1.0f / divisor);
    store_numbers(lse, index, at.valid, all_of<float, ROWS>(0));
}

}  // namespace patternc
