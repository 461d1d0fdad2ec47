pattern p {
    input lens: lengths
    input lens: offsets
    input query: lengths
    input class: lengths
    input len: lengths
    input _hidden: lengths
    input a: length
    input l: lengths(3)
    input c: table
    input d: table()
    input e: table(heads, 0)
    input f: table(heads, causal)
    input g: table(rows=3)
    input i: table(1, 2, 3, 4, 5)
    attend padding(@lens)
}
