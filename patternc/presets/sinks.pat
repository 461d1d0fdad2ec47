# A causal window and one learned logit a head that takes weight and gives nothing.
# OpenAI, "gpt-oss-120b & gpt-oss-20b Model Card", arXiv 2508.10925 (every other layer of it).
pattern sinks(left=127) {
    input logits: table(heads)
    attend window(left, 0)
    score sink(@logits)
}
