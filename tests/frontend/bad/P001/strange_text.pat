pattern p {
    attend causal é
    attend 12abc
    attend "open
    attend window(8Q)
    attend window(1 / 2)
    attend window(0x10)
}
