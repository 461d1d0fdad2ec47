pattern p {
    attend causal

pattern q {
    attend widow(3)
}
