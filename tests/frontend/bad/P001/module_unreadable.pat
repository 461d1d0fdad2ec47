pattern p {
    attend causal
}

module Layer {
    pattern p
    embed 768 +
    heads ]
    norm = qk
}

module Braces {
    pattern p
    embed 768
    heads 12
    attend causal
    inner {
        bias true
    }
}
