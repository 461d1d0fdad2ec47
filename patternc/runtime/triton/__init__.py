"""The library of the Triton backend: device functions of kernels, and host functions of launches."""
