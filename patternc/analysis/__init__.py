"""What patterns cost, and what is wrong, wasteful or surprising about them."""
