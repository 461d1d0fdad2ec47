"""What each rank of a ring holds, receives, sends and computes, counted from the mask without running anything."""
