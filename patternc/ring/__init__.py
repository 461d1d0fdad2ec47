"""Forecasts of rings: what each rank holds, receives, sends and computes, counted from the mask and never run."""
