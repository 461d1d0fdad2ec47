// Programs on several threads: each adds to numbers of its own, in scratch and in results. Exits with 1 on a wrong one.
#include "attention.h"

using namespace patternc;

namespace programs {

template <int ROWS, int COLUMNS> void sums(const Program& program, Scratch& scratch, Arguments given) {
    double* totals = given.pointer<double>();
    auto sum = start_sum<ROWS>(scratch, 3);
    for (int tile = 0; tile <= program.tile_number; tile++) {
        Frame frame(scratch);
        scratch.take<float>(1 << 19)[(1 << 19) - 1] = 0.0f;  // more than a block of memory has
        float* ones = scratch.take<float>(3 * ROWS);
        fill(ones, 3 * ROWS, 1.0f);
        add(sum, Rows<ROWS>{ones, 3});
    }
    const int64_t at = line(program.batch_number, program.head_number, program.head_count);
    totals[at] += sum.data[ROWS];  // of a head and batch entry, whose programs run one after the other
}

}  // namespace programs

PATTERNC_ENTRY_IN_ORDER(sums)

int main() {
    const int64_t grid[] = {20, 3, 4};
    for (int threads = 1; threads <= 4; threads++) {
        double totals[12] = {};
        Value given{{totals}, FLOAT64};
        sums(&given, grid, 64, threads, nullptr);
        for (double total : totals)
            if (total != 210) return 1;
    }
    return 0;
}
