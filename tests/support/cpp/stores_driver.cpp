// A program that stores rows as elements of one type, adds to rows, and loads rows.
#include "attention.h"

using namespace patternc;

namespace programs {

// Stores a sum [extent][ROWS] as rows of a tensor, then adds it, and loads the tensor's rows again.
template <int ROWS, int COLUMNS> void stored(const Program&, Scratch& scratch, Arguments given) {
    const Tensor tensor = given.tensor(), more = given.tensor();
    const Sum<ROWS> sum{given.pointer<float>(), given.integer()};
    const int64_t* places = given.pointer<int64_t>();
    const bool* present = given.pointer<bool>();
    const float factor = given.number();
    float* again = given.pointer<float>();
    const auto index = vector<int64_t, ROWS>([&](int i) { return places[i]; });
    const auto valid = vector<bool, ROWS>([&](int i) { return present[i]; });
    store(tensor, index, valid, sum, factor);
    store_more(more, index, valid, sum, factor);
    copy(again, load_packed(scratch, tensor, index, valid, sum.extent).data, int64_t(sum.extent) * ROWS);
}

}  // namespace programs

PATTERNC_ENTRY(stored)
