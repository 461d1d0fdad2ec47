pattern a {
    attend document(offsets) | padding(@lengths)
    score bias(t)
    score sink(@logits)
}

pattern b {
    input offsets = offsets
    input lengths: lengths
    attend document(@offsets) & document | prefix(length)
}
