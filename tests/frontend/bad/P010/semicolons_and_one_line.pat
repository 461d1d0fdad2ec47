pattern p { attend causal; attend widow(1); combine lsee }
