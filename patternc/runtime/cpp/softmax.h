// The online softmax, the weights of pairs in gradients, and gradients of scores. Scores are in units of log2.
#pragma once

#include <cstdint>

#include "products.h"
#include "tiles.h"
#include "vectors.h"

namespace patternc {

// The softmax of each row: its highest score, the sum of weights 2^(score - peak), and the weighted sum of values.
template <int ROWS> struct Softmax {
    float* peak;
    float* total;
    Sum<ROWS> sum;
    Scratch* scratch;
};

// The softmax over no columns.
template <int ROWS> Softmax<ROWS> start_softmax(Scratch& scratch, int extent) {
    Softmax<ROWS> state{scratch.take<float>(ROWS), scratch.take<float>(ROWS), start_sum<ROWS>(scratch, extent), &scratch};
    state.sum.careful = scratch.careful;
    fill(state.peak, ROWS, -INFINITY);
    fill(state.total, ROWS, 0.0f);
    return state;
}

// What is subtracted of scores before powers are taken: the peak, or 0 for rows that have no column yet.
PATTERNC_INLINE Floats shift_of(Floats peak) { return peak == Floats{} - INFINITY ? Floats{} : peak; }

// Takes a tile of columns into the softmax but for its values: the products become weights, which `accumulate` then
// multiplies with the values. Pairs that are left out are -inf. `factor`: from products to scores, positive. `weight`:
// log2 of how often each pair counts.
template <int ROWS> void take_in(Softmax<ROWS>& state, Pairs<ROWS>& products, float factor, float weight = 0.0f) {
    constexpr int V = ROWS / WIDTH;
    Floats highest[V], fades[V];
    Bits fading = {};
    for (Floats& one : highest) one = Floats{} - INFINITY;
    for (int j = 0; j < products.count; j++)
        for (int v = 0; v < V; v++) highest[v] = higher(load(products.data + int64_t(j) * ROWS + v * WIDTH), highest[v]);
    for (int v = 0; v < V; v++) {
        float* at = products.data + v * WIDTH;
        const Floats before = load(state.peak + v * WIDTH), peak = higher(highest[v] * factor + weight, before);
        const Floats shift = shift_of(peak), less = shift - weight;
        fades[v] = exp2_to_128(before - shift);
        fading |= (Bits)(fades[v] != 1.0f);
        Floats total = load(state.total + v * WIDTH) * fades[v];
        for (int j = 0; j < products.count; j++) {
            const Floats power = exp2_to_128(load(at + int64_t(j) * ROWS) * factor - less);
            total += power;
            store(at + int64_t(j) * ROWS, power);
        }
        store(state.peak + v * WIDTH, peak);
        store(state.total + v * WIDTH, total);
    }
    uint32_t some = 0;
    for (int i = 0; i < WIDTH; i++) some |= fading[i];
    if (some) scale_rows(state.sum, reinterpret_cast<const float*>(fades));
}

// A number of each row or of each column, for functions of pairs.
template <int N> struct Across {
    const Vector<float, N>& numbers;
    bool rows;
};
template <int N> Across<N> of_rows(const Vector<float, N>& numbers) { return {numbers, true}; }
template <int N> Across<N> of_columns(const Vector<float, N>& numbers) { return {numbers, false}; }

// Makes pairs out of others, into `to`, a register of rows at a time: f(x, at, number) of their numbers x, of where they
// are, and of the numbers of their rows or columns.
template <int ROWS, int N, class F>
PATTERNC_INLINE void pairs_with(Pairs<ROWS>& to, const Pairs<ROWS>& from, Across<N> across, F f) {
    for (int j = 0; j < from.count; j++) {
        for (int i = 0; i < ROWS; i += WIDTH) {
            const int64_t at = int64_t(j) * ROWS + i;
            const Floats number = across.rows ? load(across.numbers.at + i) : all(across.numbers[j]);
            store(to.data + at, f(load(from.data + at), at, number));
        }
    }
}

// The weights of pairs, 2^(score + weight - lse); 0 where the lse is +inf, whatever the score.
template <int ROWS, int N>
Pairs<ROWS> weigh(Scratch& scratch, const Pairs<ROWS>& products, Across<N> lse, float factor, float weight = 0.0f) {
    Pairs<ROWS> made = new_pairs<ROWS>(scratch, products.count);
    pairs_with(made, products, lse, [&](Floats x, int64_t, Floats lses) {
        return exp2(lses == INFINITY ? Floats{} - INFINITY : x * factor - (lses - weight));
    });
    return made;
}

// The gradient of scores: weights * (grad_weights - delta), in the place of grad_weights; 0 where the weight is, also
// where no one asks for it.
template <bool APART = true, int ROWS, int N>
Pairs<ROWS> grad_scores(const Pairs<ROWS>& weights, Pairs<ROWS>& grad_weights, Across<N> delta) {
    pairs_with(grad_weights, weights, delta, [&](Floats x, int64_t at, Floats deltas) {
        return x == 0 ? Floats{} : x * (load(grad_weights.data + at) - deltas);
    });
    grad_weights.tested = weights.tested;
    return grad_weights;
}

// The gradient of scaled products: that of scores times the derivative of scores; 0 where the former is.
template <int ROWS>
Pairs<ROWS> grad_products(Scratch& scratch, const Pairs<ROWS>& grad_scores, const Pairs<ROWS>& bend) {
    Pairs<ROWS> made = new_pairs<ROWS>(scratch, grad_scores.count);
    for (int64_t at = 0; at < made.size(); at += WIDTH) {
        const Floats grads = load(grad_scores.data + at);
        store(made.data + at, grads == 0 ? Floats{} : grads * load(bend.data + at));
    }
    made.tested = grad_scores.tested;
    return made;
}

// Takes a finished softmax of each row into the softmax: its output `others`, and its lse (log2).
template <int ROWS> void join(Softmax<ROWS>& state, const Rows<ROWS>& others, const Vector<double, ROWS>& lse) {
    alignas(64) float fades[ROWS], weights[ROWS];
    for (int i = 0; i < ROWS; i++) {
        const float peak = higher(float(lse[i]), state.peak[i]), shift = peak == -INFINITY ? 0.0f : peak;
        fades[i] = exp2(state.peak[i] - shift);
        weights[i] = exp2(float(lse[i] - shift));
        state.peak[i] = peak;
        state.total[i] = state.total[i] * fades[i] + weights[i];
    }
    add_scaled(state.sum, fades, others, weights);
}

// Takes in finished softmaxes: row index[i] of `out` and entry index[i] of `lse` (log2) for each row.
template <int ROWS, class I>
void merge(
    Scratch& scratch, Softmax<ROWS>& state, Tensor out, Tensor lse, const Vector<I, ROWS>& index,
    const Vector<bool, ROWS>& valid, double to_log2 = 1.0
) {
    Frame frame(scratch);
    Vector<double, ROWS> lses;
    with_numbers(lse, [&](const auto* data) {
        for (int i = 0; i < ROWS; i++) lses[i] = valid[i] ? double(data[index[i]]) * to_log2 : -INFINITY;
    });
    join(state, load_packed<ROWS>(scratch, out, index, valid, state.sum.extent), lses);
}

// Divides the sum by the total, in place, and returns the lse (log2) as doubles: of great scores a float holds few
// digits. Of no column they are 0 and -inf. If the result is not finite, an excluded column may have reached it.
template <int ROWS> Vector<double, ROWS> finish(Softmax<ROWS>& state) {
    Vector<double, ROWS> lse;
    alignas(64) float factors[ROWS];
    for (int i = 0; i < ROWS; i++) {
        const float some = state.total[i] == 0 ? 1.0f : state.total[i];
        factors[i] = 1.0f / some;
        lse[i] = state.total[i] == 0 ? -INFINITY : double(state.peak[i]) + __builtin_log2(some);
    }
    scale_rows(state.sum, factors);
    const int64_t count = FewRows<ROWS> ? ROWS * padded(state.sum.extent) : int64_t(state.sum.extent) * ROWS;
    state.scratch->again |= !all_finite(1, count, [&](int) { return state.sum.data; });
    return lse;
}

}  // namespace patternc
