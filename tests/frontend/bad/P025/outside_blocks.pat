pattern p {
    let few = random(3, seed=7)
    attend few | causal
    attend random(density=0.5) & causal
    attend topk(4)
    attend table("tables/fine.npy")
    combine lse
}
