// What the library uses of the C++ standard library, for NVRTC, which comes without it.
#pragma once

using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long long;
using uint64_t = unsigned long long;
using uintptr_t = unsigned long long;

#define assert(condition) ((void)0)
#define INFINITY __int_as_float(0x7F800000)

namespace std {

using ::size_t;
using ::int32_t;

template <class A, class B> struct pair {
    A first;
    B second;
};
template <class A, class B> pair(A, B) -> pair<A, B>;

template <class T, size_t N> struct array {
    T elements[N];

    __device__ constexpr T& operator[](size_t i) { return elements[i]; }
    __device__ constexpr const T& operator[](size_t i) const { return elements[i]; }
    __device__ constexpr T* begin() { return elements; }
    __device__ constexpr T* end() { return elements + N; }
    __device__ constexpr const T* begin() const { return elements; }
    __device__ constexpr const T* end() const { return elements + N; }
};
template <class T, class... More> array(T, More...) -> array<T, 1 + sizeof...(More)>;

template <class T> struct tuple_size;
template <class T, size_t N> struct tuple_size<array<T, N>> {
    static constexpr size_t value = N;
};
template <class T, size_t N> struct tuple_size<const array<T, N>> {
    static constexpr size_t value = N;
};
template <size_t I, class T> struct tuple_element;
template <size_t I, class T, size_t N> struct tuple_element<I, array<T, N>> {
    using type = T;
};
template <size_t I, class T, size_t N> struct tuple_element<I, const array<T, N>> {
    using type = const T;
};
template <size_t I, class T, size_t N> __device__ constexpr T& get(array<T, N>& x) { return x[I]; }
template <size_t I, class T, size_t N> __device__ constexpr const T& get(const array<T, N>& x) { return x[I]; }
template <size_t I, class T, size_t N> __device__ constexpr T&& get(array<T, N>&& x) {
    return static_cast<T&&>(x[I]);
}
template <size_t I, class T, size_t N> __device__ constexpr const T&& get(const array<T, N>&& x) {
    return static_cast<const T&&>(x[I]);
}

template <class A, class B> constexpr bool is_same_v = false;
template <class A> constexpr bool is_same_v<A, A> = true;

template <class T> struct plain {
    using type = T;
};
template <class T> struct plain<const T> {
    using type = T;
};
template <class T> using remove_cv_t = typename plain<T>::type;
template <class T> struct pointed;
template <class T> struct pointed<T*> {
    using type = T;
};
template <class T> using remove_pointer_t = typename pointed<T>::type;
template <class T> struct referred {
    using type = T;
};
template <class T> struct referred<T&> {
    using type = T;
};
template <class T> using remove_reference_t = typename referred<T>::type;

}  // namespace std
