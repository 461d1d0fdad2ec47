pattern p {
    attend causal
}

module Misspelt {
    patern p
    embed 768
    head 12
    kvheads 4
}

module Twice {
    pattern p
    embed 768
    heads 12
    embed 512
}

module Empty {
}

module Unknown {
    pattern q
    embed 768
    heads 12
}

module Loose {
    pattern 3
    embed 768.5
    heads twelve
    bias 1
    norm quick
    dropout none
}

module Wide {
    pattern p
    embed 768
    heads 12
    bias yes
    norm [qk, sub]
}
