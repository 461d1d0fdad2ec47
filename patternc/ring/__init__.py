"""Forecasts of rings: what each rank holds, receives, sends and computes, by its plan and the mask, and never run."""
