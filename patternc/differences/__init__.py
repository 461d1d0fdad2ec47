"""What differs between two patterns: what rows compute, what calls they take, proofs and trials that nothing does."""
