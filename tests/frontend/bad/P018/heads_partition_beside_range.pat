pattern p {
    heads partition(extra=first)
    heads 4.. {
        attend full
    }
}
