"""The plan of a ring: which keys ranks need and exchange, by arithmetic on positions, which forecasts ask too."""
