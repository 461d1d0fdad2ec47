# A window of 1024 keys, the query's own among them.
pattern window_1024 {
    attend window(1023, 0)
}
