# causal masks, whose blocks are chosen by later queries and keys
pattern chosen {
    attend blocks(64, topk(8) | window(1, 0))
    where causal
}
pattern of_earlier_blocks { attend blocks(32, topk(2) & (causal - window(0))) | window(31, 0) }
pattern before_the_choice { heads 0..2 { attend causal }; heads 2.. { attend blocks(16, topk(2)) & causal } }
