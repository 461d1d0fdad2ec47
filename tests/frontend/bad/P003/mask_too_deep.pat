pattern p {
    let a = causal | first(1)
    let b = a & a & a & a & a & a & a & a & a & a & a & a & a & a & a & a & a & a & a & a
    let c = b | b | b | b | b | b | b | b | b | b | b | b | b | b | b | b | b | b | b | b
    let d = c & c & c & c & c & c & c & c & c & c & c & c & c & c & c & c & c & c & c & c
    attend d
}
