"""Pattern files in editors: findings, meanings of words, fixes, definitions, completions and densities."""
