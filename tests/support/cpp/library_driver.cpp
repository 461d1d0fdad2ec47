// Programs that call one function of the C++ library each and store what it computes, in the library's own layout.
#include "attention.h"
#include "tile_programs.h"

using namespace patternc;

namespace {

// Calls f with a tensor's data, as a pointer to its elements.
template <class F> void with_elements(const Tensor& tensor, F f) {
    switch (tensor.type) {
        case FLOAT32: return f(static_cast<float*>(tensor.data));
        case BFLOAT16: return f(static_cast<BFloat16*>(tensor.data));
        case FLOAT16: return f(static_cast<Float16*>(tensor.data));
        default: assert(!"a tensor that queries can be");
    }
}

}  // namespace

namespace programs {

// The products of rows with columns [count][ROWS], how many columns there are, a sum after products @ columns, and totals
// of rows after half of weights^T @ rows: weights are products, or 1 of every seventh column, and 0 where (column + i) % 3 is.
template <int ROWS, int COLUMNS> void products(const Program&, Scratch& scratch, Arguments given) {
    const Tensor query = given.tensor(), key = given.tensor();
    const int64_t query_step = given.wide(), key_step = given.wide();
    const auto rows = entries_of<ROWS>(given.table<int32_t>());
    const auto valid = entries_of<ROWS>(given.table<bool>());
    const auto columns = entries_of<COLUMNS>(given.table<int32_t>());
    const auto loaded = entries_of<COLUMNS>(given.table<bool>());
    const int32_t extent = given.integer();
    float* out = given.pointer<float>();
    int32_t* count = given.pointer<int32_t>();
    float* sum_out = given.pointer<float>();
    const Tensor totals = given.tensor();
    with_elements(query, [&](const auto* start) {
        using T = std::remove_reference_t<decltype(*start)>;
        const auto loaded_rows = load_rows(scratch, start, query_step, rows, valid, extent);
        const auto* keys = static_cast<T*>(key.data);
        const auto tile = load_columns<ROWS>(scratch, keys, key_step, columns, loaded, extent);
        const auto pairs = multiply(scratch, loaded_rows, tile);
        copy(out, pairs.data, int64_t(pairs.count) * ROWS);
        *count = pairs.count;
        auto sum = start_sum<ROWS>(scratch, extent);
        add(sum, loaded_rows);
        accumulate(sum, pairs, tile);
        copy(sum_out, sum.data, int64_t(extent) * ROWS);
        const auto plain = load_plain_rows(scratch, start, query_step, rows, valid, extent);
        const auto index = vector<int64_t, COLUMNS>([&](int j) { return columns[j]; });
        auto weights = pairs;
        // Columns that are not loaded have weights too, and don't add them.
        exclude(weights, 1.0f, [&](int, int j) { return loaded[j] & (columns[j] % 7 > 0); });
        exclude(weights, 0.0f, [&](int i, int j) { return (columns[j] + i) % 3 > 0; });
        add_products(scratch, totals, index, loaded, weights, plain, 0.5f);
    });
}

// The softmax over tiles of scores [tiles][count][ROWS] with values [tiles][count][extent], then with a finished one.
template <int ROWS, int COLUMNS> void softmax(const Program&, Scratch& scratch, Arguments given) {
    const float *scores = given.pointer<float>(), *values = given.pointer<float>();
    const int32_t tiles = given.integer(), count = given.integer(), extent = given.integer();
    const float factor = given.number(), weight = given.number();
    const Tensor other = given.tensor(), other_lse = given.tensor(), out = given.tensor(), lse = given.tensor();
    const auto index = vector<int64_t, ROWS>([](int i) { return i; });
    const auto valid = all_of<bool, ROWS>(true);
    auto state = start_softmax<ROWS>(scratch, extent);
    for (int tile = 0; tile < tiles; tile++) {
        Frame frame(scratch);
        auto pairs = new_pairs<ROWS>(scratch, count);
        copy(pairs.data, scores + int64_t(tile) * count * ROWS, int64_t(count) * ROWS);
        take_in(state, pairs, factor, weight);
        accumulate(state.sum, pairs, {values + int64_t(tile) * count * extent, extent, count, extent, &scratch});
    }
    if (other) merge(scratch, state, other, other_lse, index, valid);
    const auto lses = finish(state);
    store(out, index, valid, state.sum);
    store_numbers(lse, index, valid, lses, LN2);
}

// Writes NaN to memory that later programs take, which must not depend on what it holds.
template <int ROWS, int COLUMNS> void spoil(const Program&, Scratch& scratch, Arguments given) {
    const int64_t count = given.wide();
    fill(scratch.take<float>(count), count, __builtin_nanf(""));
}

template <int ROWS, int COLUMNS> void attended(const Program&, Scratch& scratch, Arguments given) {
    const Tensor query = given.tensor(), key = given.tensor(), value = given.tensor();
    with_elements(query, [&](const auto* start) {
        using T = std::remove_reference_t<decltype(*start)>;
        attend<ROWS, COLUMNS>(scratch, start, static_cast<T*>(key.data), static_cast<T*>(value.data), given);
    });
}

template <int ROWS, int COLUMNS> void gradient(const Program&, Scratch& scratch, Arguments given) {
    const Tensor row = given.tensor(), row_grad = given.tensor(), column = given.tensor(), column_grad = given.tensor();
    with_elements(row, [&](const auto* start) {
        using T = std::remove_reference_t<decltype(*start)>;
        const auto [grads, others, other_grads] = std::array{row_grad.data, column.data, column_grad.data};
        add_gradient<ROWS, COLUMNS>(
            scratch, start, static_cast<T*>(grads), static_cast<T*>(others), static_cast<T*>(other_grads), given
        );
    });
}

// Weights, gradients of scores and of products, by numbers of rows and of columns: [6][count][ROWS].
template <int ROWS, int COLUMNS> void gradients(const Program&, Scratch& scratch, Arguments given) {
    const Pairs<ROWS> scores{given.pointer<float>(), COLUMNS}, grads{given.pointer<float>(), COLUMNS};
    const auto rows = entries_of<ROWS>(given.table<float>());
    const auto columns = entries_of<COLUMNS>(given.table<float>());
    const float factor = given.number(), weight = given.number();
    float* out = given.pointer<float>();
    const auto keep = [&](const Pairs<ROWS>& pairs) {
        copy(out, pairs.data, ROWS * COLUMNS);
        out += ROWS * COLUMNS;
    };
    const auto by_row = weigh(scratch, scores, of_rows(rows), factor, weight);
    const auto by_column = weigh(scratch, scores, of_columns(columns), factor, weight);
    keep(by_row);
    keep(by_column);
    const auto copied = [&] { return changed(scratch, grads, [](int, int, float x) { return x; }); };
    auto of_row = copied(), of_column = copied();
    grad_scores(by_row, of_row, of_rows(rows));
    keep(of_row);
    keep(grad_scores(by_column, of_column, of_columns(columns)));
    keep(grad_products(scratch, of_row, grads));
    auto kept = changed(scratch, scores, [&](int i, int j, float x) { return x + rows[i] - columns[j]; });
    exclude(kept, -1.0f, [&](int i, int j) { return (i >= j) & (columns[j] < rows[i]); });
    keep(kept);
}

// Weights of 1 without what dropout drops: rows as queries, then as keys.
template <int ROWS, int COLUMNS> void dropped(const Program&, Scratch& scratch, Arguments given) {
    const auto rows = entries_of<ROWS>(given.table<int32_t>());
    const auto columns = entries_of<COLUMNS>(given.table<int32_t>());
    const Drawing drawing{given.integer(), given.integer(), given.number()};
    float* out = given.pointer<float>();
    for (int by_key = 0; by_key < 2; by_key++) {
        auto pairs = new_pairs<ROWS>(scratch, COLUMNS);
        fill(pairs.data, ROWS * COLUMNS, 1.0f);
        change(pairs, [&](int i, int j, float x) {
            const int32_t q = by_key ? columns[j] : rows[i], k = by_key ? rows[i] : columns[j];
            return stays(drawing, q, k) ? x * drawing.kept : 0.0f;
        });
        copy(out + by_key * ROWS * COLUMNS, pairs.data, ROWS * COLUMNS);
    }
}

// Functions of one number: exp2 by registers and alone, tanh, and conversions to 16 bits, by registers too.
template <int ROWS, int COLUMNS> void functions(const Program&, Scratch&, Arguments given) {
    const float* x = given.pointer<float>();
    const int32_t count = given.integer();
    float* out = given.pointer<float>();
    uint16_t* bits = given.pointer<uint16_t>();
    for (int i = 0; i < count; i += WIDTH) {
        store(out + i, patternc::exp2(load(x + i)));
        store_elements(reinterpret_cast<BFloat16*>(bits + 2 * count + i), load(x + i));
        store_elements(reinterpret_cast<Float16*>(bits + 3 * count + i), load(x + i));
    }
    for (int i = 0; i < count; i++) {
        out[count + i] = patternc::exp2(x[i]);
        out[2 * count + i] = patternc::tanh(x[i]);
        bits[i] = BFloat16(x[i]).bits;
        bits[count + i] = Float16(x[i]).bits;
    }
}

// Elements as floats, by registers and one by one.
template <int ROWS, int COLUMNS> void widened(const Program&, Scratch&, Arguments given) {
    const Tensor tensor = given.tensor();
    const int32_t count = given.integer();
    float* out = given.pointer<float>();
    with_elements(tensor, [&](const auto* data) {
        widen(out, data, count);
        for (int i = 0; i < count; i++) widen(out + count + i, data + i, 1);
    });
}

// Every function of positions, of numbers [count][12]; results are [count][32].
template <int ROWS, int COLUMNS> void positions(const Program&, Scratch&, Arguments given) {
    const int32_t* numbers = given.pointer<int32_t>();
    const int32_t calls = given.integer();
    int64_t* out = given.pointer<int64_t>();
    for (int one = 0; one < calls; one++, numbers += 12, out += 32) {
        const int32_t x = numbers[0], first = numbers[1], origin = numbers[2], stop = numbers[3], segment = numbers[4];
        const int32_t dilation = numbers[5], offset = numbers[6], block = numbers[7], splits = numbers[8];
        const int32_t place = numbers[9], lines = numbers[10], cuts = numbers[11];
        const Sweeps<2> sweeps{{{segment, dilation}, {2 * block, dilation + 1}}};
        const auto all = runs(origin, stop, segment, dilation), classes = class_runs(origin, stop, segment, dilation);
        const auto held = compact(x, lines, first, origin, stop, offset, segment, dilation);
        const auto by_class = compact_class(x, lines, first, origin, stop, segment, dilation);
        const std::array<int32_t, 2> offsets{offset, offset};
        const auto swept = compact_of_sweep(x, lines, first, origin, stop, offsets, sweeps, place % 2);
        const auto part = share(x, stop, place % splits, splits, block);
        const auto at = sweep(place, origin, stop, cuts, sweeps, 16);
        const int64_t results[32] = {
            floored_div(x - stop, block), floored_mod(x - stop, block), ceil_div(x - stop, block),
            count(x, offset, dilation), count_in_blocks(x, offset, dilation, block),
            near(x, stop, 3, 4 * dilation, 2, dilation), row_tiles(origin, stop, block), line(lines, x, stop),
            all.touched, all.held, classes.touched, classes.held,
            held.index, held.member, by_class.index, by_class.member, swept.index, swept.member,
            part.low, part.high, by_distance(x, stop, block),
            at.segment, at.dilation, at.segments, at.place, at.places, at.before, at.stored,
            patternc::origin({int64_t(1) << 40, 1 << 20, int64_t(block) << 24}, lines, place, origin), drawn(x, stop),
            int64_t(slope(place, place + splits) * 0x1p40f), 0
        };
        copy(out, results, 32);
    }
}

// The positions and the bits of listed columns; the extents of batch entries with starts.
template <int ROWS, int COLUMNS> void lists(const Program&, Scratch&, Arguments given) {
    const int32_t *blocks = given.pointer<int32_t>(), *members = given.pointer<int32_t>();
    const int32_t t = given.integer(), stop = given.integer(), block = given.integer();
    int32_t* out = given.pointer<int32_t>();
    const Starts starts = given.starts();
    const int32_t batch = given.integer();
    for (int j = 0; j < COLUMNS; j++) {
        out[j] = listed(blocks, t + j, stop, block);
        for (int i = 0; i < 8; i++) out[COLUMNS + j * 8 + i] = belongs(members, t + j, stop, i, block);
    }
    const auto [origin, start, end] = extent_of(5, 25, starts, batch, 100);
    const int32_t found[] = {origin, start, end};
    copy(out + COLUMNS * 9, found, 3);
}

// Adds the numbers of pairs [tiles][COLUMNS][ROWS] of a head to its table by distance.
template <int ROWS, int COLUMNS> void distances(const Program& program, Scratch&, Arguments given) {
    const auto rows = entries_of<ROWS>(given.table<int32_t>() + program.tile_number * ROWS);
    const auto columns = entries_of<COLUMNS>(given.table<int32_t>());
    const int32_t radius = given.integer();
    float* values = given.pointer<float>();
    float* totals = given.pointer<float>() + program.head_number * (2 * radius + 1);
    const int64_t number = line(program.batch_number, program.head_number, program.head_count) * program.tile_count;
    const Pairs<ROWS> pairs{values + (number + program.tile_number) * ROWS * COLUMNS, COLUMNS};
    add_by_distance(totals, pairs, radius, [&](int i, int j) { return columns[j] - rows[i]; });
}

// Which turn each program [batch, head, tile] has among those of its batch entry and head whose tiles are one unit. It asks
// for a second, careful run, as a softmax does that is not finite, and has its turn there.
template <int ROWS, int COLUMNS> void turns_of_tiles(const Program& program, Scratch& scratch, Arguments given) {
    if (scratch.again = !scratch.careful; scratch.again) return;
    int32_t *taken = given.pointer<int32_t>(), *turn = given.pointer<int32_t>();
    const int64_t number = line(program.batch_number, program.head_number, program.head_count) * program.tile_count;
    turn[number + program.tile_number] = taken[(number + program.tile_number) / given.integer()]++;
}

// The same among those of its batch entry and key head.
template <int ROWS, int COLUMNS> void turns(const Program& program, Scratch& scratch, Arguments given) {
    if (scratch.again = !scratch.careful; scratch.again) return;
    int32_t *taken = given.pointer<int32_t>(), *turn = given.pointer<int32_t>();
    const int32_t group = given.integer(), head_start = given.integer();
    const int32_t key_head = (head_start + program.head_number) / group;
    const int64_t number = line(program.batch_number, program.head_number, program.head_count) * program.tile_count;
    turn[number + program.tile_number] = taken[program.batch_number * 8 + key_head]++;
}

}  // namespace programs

PATTERNC_ENTRY_BY_KEY_HEAD(turns)
PATTERNC_ENTRY_OF_SPLITS(turns_of_tiles)
PATTERNC_ENTRY(spoil)
PATTERNC_ENTRY_OF_FEW(attended)
PATTERNC_ENTRY(gradient)
PATTERNC_ENTRY(products)
PATTERNC_ENTRY(softmax)
PATTERNC_ENTRY(gradients)
PATTERNC_ENTRY(dropped)
PATTERNC_ENTRY(functions)
PATTERNC_ENTRY(widened)
PATTERNC_ENTRY(positions)
PATTERNC_ENTRY(lists)
PATTERNC_ENTRY_BY_HEAD(distances)
PATTERNC_KERNEL(row_delta)
PATTERNC_KERNEL(mix_by_lse)
PATTERNC_KERNEL(mix_evenly)
