pattern p {
    input offsets: offsets
    attend document(@offset)
    attend padding(@lens)
    attend padding(lens)
    attend window(@offsets)
    attend @offsets
    combine lse
}

pattern q {
    attend document(@offsets)
    input offsets: offsets
}
