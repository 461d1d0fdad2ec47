// The online softmax, the weights of pairs in gradients, and gradients of scores. Scores are in units of log2.
#pragma once

namespace patternc {

// The softmax of each row: its highest score, the sum of weights 2^(score - peak), and the weighted sum of values. Each
// thread of a row has a part of the sum of weights.
template <int ROWS> struct Softmax {
    Own<ROWS, float> peak, total;
    Sum<ROWS> sum;
};

// The softmax over no columns.
template <int ROWS> PATTERNC_INLINE Softmax<ROWS> start_softmax(Scratch& scratch, int extent) {
    Softmax<ROWS> state;
#pragma unroll
    for (int r = 0; r < state.peak.R; r++) state.peak.at[r] = -infinite(), state.total.at[r] = 0.0f;
    state.sum = start_sum<ROWS>(scratch, extent);
    return state;
}

// What is subtracted of scores before powers are taken: the peak, or 0 for rows that have no column yet.
PATTERNC_INLINE float shift_of(float peak) { return peak == -infinite() ? 0.0f : peak; }

template <int ROWS> PATTERNC_INLINE void fade(Softmax<ROWS>& state, int r, float factor) {
    state.total.at[r] *= factor;
#pragma unroll
    for (int c = 0; c < state.sum.tile.C; c++) state.sum.tile.at[r][c] *= factor;
}

// Takes a tile of columns into the softmax but for its values: the products become weights, which `accumulate` then
// multiplies with the values. Pairs that are left out are -inf. `factor`: from products to scores, positive. `weight`:
// log2 of how often each pair counts.
template <int ROWS, int COLUMNS>
PATTERNC_INLINE void take_in(Softmax<ROWS>& state, Pairs<ROWS, COLUMNS>& pairs, float factor, float weight = 0.0f) {
#pragma unroll
    for (int r = 0; r < pairs.R; r++) {
        float highest = -infinite();
#pragma unroll
        for (int c = 0; c < pairs.C; c++) highest = higher(pairs.at[r][c], highest);
        const float before = state.peak.at[r], peak = higher(highest_of_row(highest) * factor + weight, before);
        const float shift = shift_of(peak), less = shift - weight;
        fade(state, r, exp2(before - shift));
        float weights = 0.0f;  // of this tile: each addition to a great total would cost digits
#pragma unroll
        for (int c = 0; c < pairs.C; c++) {
            pairs.at[r][c] = exp2(pairs.at[r][c] * factor - less);
            weights += pairs.at[r][c];
        }
        state.total.at[r] += weights;
        state.peak.at[r] = peak;
    }
}

// A number of each row or of each column, for functions of pairs.
template <class V> struct OfRows {
    V numbers;
    PATTERNC_INLINE float operator()(int i, int) const { return numbers[i]; }
};
template <class V> struct OfColumns {
    V numbers;
    PATTERNC_INLINE float operator()(int, int j) const { return numbers[j]; }
};
template <class V> PATTERNC_INLINE OfRows<V> of_rows(V numbers) { return {numbers}; }
template <class V> PATTERNC_INLINE OfColumns<V> of_columns(V numbers) { return {numbers}; }

// Pairs out of others: f(r, c, number) of places and the numbers of their rows or columns, each of which is read once.
template <int ROWS, int COLUMNS, class V, class F>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> pairs_with(const Pairs<ROWS, COLUMNS>& pairs, OfRows<V> across, F f) {
    Pairs<ROWS, COLUMNS> made;
#pragma unroll
    for (int r = 0; r < made.R; r++) {
        const float number = across.numbers[made.row(r)];
#pragma unroll
        for (int c = 0; c < made.C; c++) made.at[r][c] = f(r, c, number);
    }
    return made;
}
template <int ROWS, int COLUMNS, class V, class F>
PATTERNC_INLINE Pairs<ROWS, COLUMNS> pairs_with(const Pairs<ROWS, COLUMNS>& pairs, OfColumns<V> across, F f) {
    Pairs<ROWS, COLUMNS> made;
    const int first = made.column(0), own = fresh(first);  // or addresses of all columns are kept from tile to tile
#pragma unroll
    for (int c = 0; c < made.C; c++) {
        const float number = across.numbers[own + (made.column(c) - first)];
#pragma unroll
        for (int r = 0; r < made.R; r++) made.at[r][c] = f(r, c, number);
    }
    return made;
}

// The weights of pairs, 2^(score + weight - lse).
template <int ROWS, int COLUMNS, class A>
PATTERNC_INLINE auto weigh(Scratch&, const Pairs<ROWS, COLUMNS>& products, A lse, float factor, float weight = 0.0f) {
    return pairs_with(products, lse, [&](int r, int c, float number) {
        return exp2(products.at[r][c] * factor - (number - weight));
    });
}

// The gradient of scores: weights * (grad_weights - delta); if apart, 0 where the weight is.
template <bool APART = false, int ROWS, int COLUMNS, class A>
PATTERNC_INLINE auto grad_scores(const Pairs<ROWS, COLUMNS>& weights, const Pairs<ROWS, COLUMNS>& grad_weights, A delta) {
    return pairs_with(weights, delta, [&](int r, int c, float number) {
        if (APART && weights.at[r][c] == 0.0f) return 0.0f;
        return weights.at[r][c] * (grad_weights.at[r][c] - number);
    });
}

// The gradient of scaled products: that of scores times the derivative of scores; 0 where the former is.
template <int ROWS, int COLUMNS>
PATTERNC_INLINE auto grad_products(
    Scratch&, Pairs<ROWS, COLUMNS> grad_scores, const Pairs<ROWS, COLUMNS>& bend
) {
    each(grad_scores, [&](int r, int c) {
        grad_scores.at[r][c] = grad_scores.at[r][c] == 0.0f ? 0.0f : grad_scores.at[r][c] * bend.at[r][c];
    });
    return grad_scores;
}

// Takes in finished softmaxes: row index[i] of `out` and entry index[i] of `lse` (log2) for each row.
template <int ROWS, class I, class V>
PATTERNC_INLINE void merge(
    Scratch&, Softmax<ROWS>& state, Tensor out, Tensor lse, I index, V valid, double to_log2 = 1.0
) {
    Own<ROWS, float> weights;
#pragma unroll
    for (int r = 0; r < weights.R; r++) {
        const int i = Layout::row<ROWS>(r);
        double own = -infinite();
        if (valid[i]) with_numbers(lse, [&](const auto* data) { own = double(read(data + index[i])) * to_log2; });
        const float peak = higher(float(own), state.peak.at[r]), shift = shift_of(peak);
        weights.at[r] = exp2(float(own - shift));
        fade(state, r, exp2(state.peak.at[r] - shift));
        state.total.at[r] += Layout::leads() ? weights.at[r] : 0.0f;
        state.peak.at[r] = peak;
    }
    each_packed(state.sum, PackedRows<I, V>{out, index, valid, state.sum.extent}, [&](int r, int c, const auto* at) {
        state.sum.tile.at[r][c] += widened(read(at)) * weights.at[r];
    });
}

// Divides the sum by the total, in place, and returns the lse (log2) as doubles: of great scores a float holds few
// digits. Of no column they are 0 and -inf.
template <int ROWS> PATTERNC_INLINE Own<ROWS, double> finish(Softmax<ROWS>& state) {
    Own<ROWS, double> lse;
#pragma unroll
    for (int r = 0; r < lse.R; r++) {
        const float total = sum_of_row(state.total.at[r]), some = total == 0 ? 1.0f : total;
        fade(state, r, 1.0f / some);
        lse.at[r] = total == 0 ? double(-infinite()) : double(state.peak.at[r]) + double(log2(some));
    }
    return lse;
}

}  // namespace patternc
