pattern longnet {
    attend causal
}

module Longnet {
    pattern longnet
    embed 768
    heads 12
}

module Tensor {
    pattern longnet
    embed 768
    heads 12
}

module attention {
    pattern longnet
    embed 768
    heads 12
}

module Layer {
    pattern longnet
    embed 768
    heads 12
}

module Layer {
    pattern longnet
    embed 512
    heads 8
}
