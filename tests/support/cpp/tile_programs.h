// Programs in the words that generated ones have for every backend, for drivers of the C++ library and of the CUDA library.
#pragma once

namespace programs {
using namespace patternc;

// A number of a table for each row or column.
template <int N, class T> auto entries_of(const T* from) {
    return over<N>([=](int i) { return from[i]; });
}

// The softmax over columns [tiles][COLUMNS], those of which are counted that row i admits: (column + i) % 3 > 0, with
// weights halved where i is odd; then with a finished one. Queries are one position of several heads.
template <int ROWS, int COLUMNS, class T>
void attend(Scratch& scratch, const T* query, const T* key, const T* value, Arguments given) {
    const Strides strides = given.strides();
    const int32_t batch = given.integer(), position = given.integer();
    const int64_t step = given.wide();
    const auto heads = entries_of<ROWS>(given.table<int32_t>());
    const auto valid = entries_of<ROWS>(given.table<bool>());
    const int32_t* places = given.table<int32_t>();
    const bool* loaded_places = given.table<bool>();
    const int32_t tiles = given.integer(), extent = given.integer();
    const float factor = given.number();
    const Tensor other = given.tensor(), other_lse = given.tensor(), out = given.tensor(), lse = given.tensor();
    const auto index = over<ROWS>([](int i) { return ROWS - 1 - i; });
    const auto queries = load_heads(scratch, query, strides, batch, heads, position, valid, extent);
    auto state = start_softmax<ROWS>(scratch, extent);
    for (int tile = 0; tile < tiles; tile++) {
        const Frame frame(scratch);
        const auto columns = entries_of<COLUMNS>(places + tile * COLUMNS);
        const auto loaded = entries_of<COLUMNS>(loaded_places + tile * COLUMNS);
        const auto keys = load_columns<ROWS>(scratch, key, step, columns, loaded, extent);
        auto products = multiply(scratch, queries, keys);
        exclude(products, -INFINITY, [&](int i, int j) { return loaded[j] & ((columns[j] + i) % 3 > 0); });
        const auto values = load_columns<ROWS>(scratch, value, step, columns, loaded, extent);
        take_in(state, products, factor, 1.5f);
        const auto weights = changed(scratch, products, [&](int i, int, float x) { return i & 1 ? 0.5f * x : x; });
        accumulate(state.sum, weights, values);
    }
    if (other) merge(scratch, state, other, other_lse, index, valid);
    const auto lses = finish(state);
    store(out, index, valid, state.sum, 0.7f);
    store_numbers(lse, index, valid, lses, LN2);
}

// Half of the gradient of rows, which is added to `out`. Numbers lse and delta are of rows (`by_row`: rows are queries) or
// of columns. Row i admits columns (column + i) % 3 > 0.
template <int ROWS, int COLUMNS, class T>
void add_gradient(Scratch& scratch, const T* row, const T* row_grad, const T* column, const T* column_grad, Arguments given) {
    const int64_t step = given.wide();
    const auto rows = entries_of<ROWS>(given.table<int32_t>());
    const auto valid = entries_of<ROWS>(given.table<bool>());
    const int32_t* places = given.table<int32_t>();
    const bool* loaded_places = given.table<bool>();
    const int32_t tiles = given.integer(), extent = given.integer();
    const float factor = given.number();
    const Tensor lse = given.tensor(), delta = given.tensor(), out = given.tensor();
    const bool by_row = given.truth();
    const auto own = load_rows(scratch, row, step, rows, valid, extent);
    const auto own_grads = load_rows(scratch, row_grad, step, rows, valid, extent);
    auto sum = start_sum<ROWS>(scratch, extent);
    for (int tile = 0; tile < tiles; tile++) {
        const Frame frame(scratch);
        const auto columns = entries_of<COLUMNS>(places + tile * COLUMNS);
        const auto loaded = entries_of<COLUMNS>(loaded_places + tile * COLUMNS);
        const auto keys = load_columns<ROWS>(scratch, column, step, columns, loaded, extent);
        auto products = multiply(scratch, own, keys);
        const auto add = [&](auto lses, auto deltas) {
            auto weights = weigh(scratch, products, lses, factor, 1.0f);
            exclude(weights, 0.0f, [&](int i, int j) { return loaded[j] & ((columns[j] + i) % 3 > 0); });
            const auto grads = load_columns<ROWS>(scratch, column_grad, step, columns, loaded, extent);
            auto grad_weights = multiply(scratch, own_grads, grads);
            auto grad_scores = patternc::grad_scores(weights, grad_weights, deltas);
            const auto bend = changed(scratch, products, [&](int, int, float x) { return 1.0f - 0.001f * x; });
            const auto grad_products = patternc::grad_products(scratch, grad_scores, bend);
            accumulate(sum, grad_products, keys);
        };
        if (by_row) {
            const auto lses = load_numbers(lse, rows, valid, INFINITY), deltas = load_numbers(delta, rows, valid, 0.0f);
            add(of_rows(lses), of_rows(deltas));
        } else {
            const auto lses = load_numbers(lse, columns, loaded, INFINITY), deltas = load_numbers(delta, columns, loaded, 0.0f);
            add(of_columns(lses), of_columns(deltas));
        }
    }
    const auto index = over<ROWS>([](int i) { return ROWS - 1 - i; });
    store_more(out, index, valid, sum, 0.5f);
}

}  // namespace programs
