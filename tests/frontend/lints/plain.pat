# nothing to say: each clause is needed, for some head, length or input
pattern branch_and_where { attend full; where causal }
pattern halves { attend window(8, 0) | window(0, 8) }
pattern chosen { attend blocks(64, topk(4) | window(1) | random(2, seed=1)) }
# patternc: allow P046
pattern chosen_by_position { attend blocks(1, topk(4) | window(1)); where causal }
pattern given { input starts: offsets; input lengths: lengths; attend document(@starts) & causal; where padding(@lengths) }
pattern hierarchy { attend blocks(64, window(2) | queries(every=4) & window(8) | queries(every=16)) }
pattern needed_once { for w in [4, 16] { attend window(8) & window(w) | first(2) }; combine lse }
pattern narrow { attend window(64) & when((q * k) % 3 == 0) }
