pattern p {
    attend window(-1)
    attend segment(-4096)
    segments [512, -1024]
    combine lse
}
