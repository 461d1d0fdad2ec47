pattern eight {
    attend causal
    require heads % 8 == 0 and head_dim <= 64
    require n % heads == 0
}

pattern shared {
    segments [32, 64, 96]
    dilations [1, 2, 3]
    offset branch
    heads partition(extra=first)
    combine sum
}

pattern ranged {
    heads 0..2 {
        attend causal
    }
    heads 2..4 {
        attend full
    }
}

module Twelve {
    pattern eight
    embed 768
    heads 12
}

module Deep {
    pattern eight
    embed 768
    heads 8
    head_dim 96
}

module Two {
    pattern shared
    embed 64
    heads 2
}

module Six {
    pattern ranged
    embed 96
    heads 6
}

module Fits {
    pattern eight
    embed 768
    heads 16
}
