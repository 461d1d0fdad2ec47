pattern p {
    segments [2048, 4096]
    dilations [1, 2]
}
