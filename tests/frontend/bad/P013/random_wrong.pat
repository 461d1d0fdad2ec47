pattern p {
    attend blocks(64, random(density=0))
    attend blocks(64, random(density=1.5))
    attend blocks(64, random(density=-0.5))
    attend blocks(64, random(density=1e-12))
    attend blocks(64, random(density=causal))
    attend blocks(64, random(3, density=0.5))
    attend blocks(64, random(seed=7))
    attend blocks(64, random(0))
    attend blocks(64, random(3, seed=-1))
    attend blocks(64, random(3, seed=2 ** 32))
    attend blocks(64, random(3, sede=1))
    attend random(3, seed=7)
    combine lse
}
