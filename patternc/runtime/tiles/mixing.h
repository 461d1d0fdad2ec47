// Kernels that mix the outputs of the softmaxes of a head, in the same words for CPUs and GPUs.
#pragma once

namespace patternc {

// Stores out = sum_s w_s out_s with w = softmax_s(lse_s); lse = ln sum_s exp(lse_s), for s < COUNT.
template <int ROWS, int COLUMNS>
PATTERNC_PROGRAM void mix_by_lse(const Program& program, Scratch& scratch, Arguments given) {
    const Tensor parts = given.tensor(), part_lses = given.tensor(), out = given.tensor(), lse = given.tensor();
    const int32_t batches = given.integer(), heads = given.integer(), queries = given.integer();
    const int32_t head = given.integer() + program.head_number, count = given.integer(), extent = given.integer();
    const int32_t first = program.tile_number * ROWS;
    const int64_t start = line(program.batch_number, head, heads) * queries + first;
    const int64_t softmax = line(batches, 0, heads) * queries;  // rows of all heads, from one softmax to the next
    const auto index = over<ROWS>([=](int i) { return start + i; });
    const auto valid = over<ROWS>([=](int i) { return first + i < queries; });
    auto state = start_softmax<ROWS>(scratch, extent);
    for (int part = 0; part < count; part++) {
        const auto own = over<ROWS>([=](int i) { return start + part * softmax + i; });
        merge(scratch, state, parts, part_lses, own, valid, LOG2E);
    }
    const auto lses = finish(state);
    store(out, index, valid, state.sum);
    store_numbers(lse, index, valid, lses, LN2);
}

// Stores out = sum_s out_s / DIVISOR for s < COUNT, and lse = 0, for there is no one lse.
template <int ROWS, int COLUMNS>
PATTERNC_PROGRAM void mix_evenly(const Program& program, Scratch& scratch, Arguments given) {
    const Tensor parts = given.tensor(), out = given.tensor(), lse = given.tensor();
    const int32_t batches = given.integer(), heads = given.integer(), queries = given.integer();
    const int32_t head = given.integer() + program.head_number, count = given.integer();
    const float divisor = given.number();
    const int32_t extent = given.integer(), first = program.tile_number * ROWS;
    const int64_t start = line(program.batch_number, head, heads) * queries + first;
    const int64_t softmax = line(batches, 0, heads) * queries;  // rows of all heads, from one softmax to the next
    const auto index = over<ROWS>([=](int i) { return start + i; });
    const auto valid = over<ROWS>([=](int i) { return first + i < queries; });
    auto sum = start_sum<ROWS>(scratch, extent);
    for (int part = 0; part < count; part++) {
        Frame frame(scratch);
        const auto own = over<ROWS>([=](int i) { return start + part * softmax + i; });
        add(sum, load_packed(scratch, parts, own, valid, extent));
    }
    store(out, index, valid, sum, 1.0f / divisor);
    store_numbers(lse, index, valid, Numbers<ROWS>{});
}

}  // namespace patternc
