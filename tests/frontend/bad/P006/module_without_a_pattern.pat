module Alone {
    pattern missing
    embed 768
    heads 12
}
