"""The library of the CUDA backend: headers of kernels, and how they are compiled, kept, loaded and launched."""
