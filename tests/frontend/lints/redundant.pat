# every way a clause can change nothing
pattern one_holds_another { attend window(8) | window(2) | first(4) }
pattern in_blocks { attend blocks(64, window(8) & causal | random(2, seed=1) & last(1) & first(1) | first(1)) }
pattern together { attend window(8, 0) | window(0, 8) | window(4) }
pattern the_same { attend segment(64) | first(2) | segment(64) }
pattern nothing_left { attend window(4) | window(0, 8) & window(16, 0) & !window(0); where causal }
pattern implied { attend window(8, 0) & segment(64) & causal }
pattern takes_nothing { attend window(8) - (causal - window(9)) }
pattern nowhere { attend window(4, 0); attend segment(64) & causal; combine lse; where causal }
pattern unrolled { for w in [2, 16] { attend window(8) & window(w) }; combine lse }
