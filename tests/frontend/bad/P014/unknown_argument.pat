pattern p {
    attend segment(4096, dilaton=2)
}
