"""What modules of the Triton backend share: functions of kernels, and what host functions ask before a launch."""
