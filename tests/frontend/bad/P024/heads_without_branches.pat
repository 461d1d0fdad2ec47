pattern p {
    heads 0..4 {
        combine lse
    }
}
