"""What editors show of pattern files: findings, meanings of words, fixes, definitions, completions and densities."""
