// Functions of the C++ library whose inner loops are looked at in assembly.
#include "attention.h"

namespace patternc {

template Pairs<16> multiply(Scratch&, const Rows<16>&, const Columns&);
template Pairs<64> multiply(Scratch&, const Rows<64>&, const Columns&);
template void accumulate(Sum<16>&, const Pairs<16>&, const Columns&);
template void accumulate(Sum<64>&, const Pairs<64>&, const Columns&);
template void add_products(
    Scratch&, Tensor, const Vector<int64_t, 64>&, const Vector<bool, 64>&, const Pairs<64>&, const PlainRows<64>&, float
);
template void take_in(Softmax<64>&, Pairs<64>&, float, float);

template Pairs<1> multiply(Scratch&, const Rows<1>&, const ColumnsInPlace<float>&);
template Pairs<1> multiply(Scratch&, const Rows<1>&, const ColumnsInPlace<BFloat16>&);
template Pairs<4> multiply(Scratch&, const Rows<4>&, const ColumnsInPlace<float>&);
template Pairs<4> multiply(Scratch&, const Rows<4>&, const ColumnsInPlace<BFloat16>&);
template void accumulate(Sum<1>&, const Pairs<1>&, const ColumnsInPlace<float>&);
template void accumulate(Sum<1>&, const Pairs<1>&, const ColumnsInPlace<BFloat16>&);
template void accumulate(Sum<4>&, const Pairs<4>&, const ColumnsInPlace<float>&);
template void accumulate(Sum<4>&, const Pairs<4>&, const ColumnsInPlace<BFloat16>&);

#if PATTERNC_PAIRS
template Pairs<64> multiply(Scratch&, const Rows<64>&, const PairedColumns&);
template void accumulate(Sum<64>&, const Pairs<64>&, const PairedColumns&);
#endif

}  // namespace patternc

extern "C" void exclude_past_diagonal(
    patternc::Pairs<64>& pairs, const patternc::Vector<int32_t, 64>& rows, const patternc::Vector<int32_t, 64>& columns
) {
    patternc::exclude(pairs, 0.0f, [&](int i, int j) { return (columns[j] <= rows[i]) & (columns[j] > rows[i] - 256); });
}
