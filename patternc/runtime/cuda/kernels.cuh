// Kernels that are the same for all patterns.
#pragma once

namespace patternc {

// A program's place in the grid.
struct Program {
    int32_t tile_number, tile_count, head_number, head_count, batch_number, batch_count;
};

// Stores delta = rowsum(dO * O) * FACTOR - dlse, and lse in fp32 and units of log2. Of rows without a key they are 0 and
// +inf, so that every weight is 0. `heads`: of the tensors, 0 if those of the grid; the grid's begin at `head_start`.
template <int ROWS, int COLUMNS>
PATTERNC_PROGRAM void row_delta(const Program& program, Scratch& scratch, Arguments given) {
    const Tensor out = given.tensor(), lse = given.tensor();
    const Element* grad_out = given.table<Element>();
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
    Own<ROWS, float> deltas = {}, lses = {};
    each_packed(start_sum<ROWS>(scratch, extent), load_packed(scratch, out, index, valid, extent), [&](int r, int c, auto* at) {
        const int i = Layout::row<ROWS>(r), d = Layout::column<DIM>(c);
        deltas.at[r] += widened(read(at)) * widened(read(grads + (first + i) * stride.row + d));
    });
    const auto lse_of = over<ROWS>([=](int i) {
        double found = 0;
        if (valid[i]) with_numbers(lse, [&](const auto* data) { found = double(read(data + index[i])); });
        return found;
    });
    const auto grad_lses = load_numbers(grad_lse, index, over<ROWS>([=](int i) { return lse_gradient && valid[i]; }), 0.0f);
#pragma unroll
    for (int r = 0; r < deltas.R; r++) {
        const int i = Layout::row<ROWS>(r);
        const float own = float(lse_of[i] * LOG2E), sum = sum_of_row(deltas.at[r]);
        const bool empty = own == -infinite();
        deltas.at[r] = empty ? 0.0f : sum * factor - grad_lses[i];
        lses.at[r] = empty ? infinite() : own;
    }
    store_numbers(delta, index, valid, deltas);
    store_numbers(row_lse, index, valid, lses);
}

}  // namespace patternc
