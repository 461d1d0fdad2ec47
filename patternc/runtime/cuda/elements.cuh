// Elements of tensors as floats, four at a time where they lie so.
#pragma once

namespace patternc {

PATTERNC_INLINE float widened(float x) { return x; }
PATTERNC_INLINE float widened(double x) { return float(x); }
PATTERNC_INLINE float widened(BFloat16 x) { return floats_of(uint32_t(x.bits) << 16); }
PATTERNC_INLINE float widened(Float16 x) {
#ifdef __CUDACC__
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(x.bits));
    return wide;
#else
    return float(x);
#endif
}

// A number as an element; doubles are rounded once where they become floats.
template <class E> struct Narrowed {
    template <class T> static PATTERNC_INLINE E of(T x) { return E(float(x)); }
};
template <> struct Narrowed<double> {
    template <class T> static PATTERNC_INLINE double of(T x) { return double(x); }
};
#ifdef __CUDACC__
template <> struct Narrowed<Float16> {
    template <class T> static PATTERNC_INLINE Float16 of(T x) {
        Float16 narrow;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(narrow.bits) : "f"(float(x)));
        return narrow;
    }
};
#endif

// Numbers `from` to `from` + 3 of a row of `extent`; 0 past its end.
template <class T> PATTERNC_INLINE Four four_of(const T* row, int from, int extent) {
    struct alignas(4 * sizeof(T)) Together {
        T at[4];
    };
    Four found = {};
    const T* at = row + from;
    if (from + 4 <= extent && uintptr_t(at) % sizeof(Together) == 0) {
        const Together all = read(reinterpret_cast<const Together*>(at));
        for (int k = 0; k < 4; k++) found.at[k] = widened(all.at[k]);
    } else {
        for (int k = 0; k < 4; k++) found.at[k] = from + k < extent ? widened(read(at + k)) : 0.0f;
    }
    return found;
}

}  // namespace patternc
