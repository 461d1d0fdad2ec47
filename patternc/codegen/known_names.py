"""Names of backends and of places of the run-time library, for those who read them and load no backend."""

BACKEND_NAMES = ("torch", "triton", "cpp", "cuda")
RUNTIME_NAMES = ("inline", "vendored")
