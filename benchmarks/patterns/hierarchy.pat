# Three levels of blocks: a window, a wider one for every fourth block of queries, everything for every sixteenth.
pattern hierarchy {
    attend blocks(64, window(2) | queries(every=4) & window(8) | queries(every=16))
}
