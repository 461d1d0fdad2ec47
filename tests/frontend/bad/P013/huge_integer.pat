pattern p {
    attend window(999999999999999999999999999999999999999999999999999999999999)
    attend window(2 ** 1000)
    attend window(1M * 1M * 1M)
    attend window(2 ** 2 ** 2 ** 2 ** 2)
    combine lse
}
