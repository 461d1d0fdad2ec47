# Tiles are visited along a Hilbert curve through heads and positions: keys that heads share stay in the cache.
pattern curve {
    attend window(255, 0)
    schedule hilbert
}
