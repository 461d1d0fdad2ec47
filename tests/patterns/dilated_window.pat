# Every fourth key within 1024 positions to either side.
pattern dilated_window {
    attend window(1024) & stride(4)
}
