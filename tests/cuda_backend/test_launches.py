"""What the driver is asked to launch: a library that stands in for it writes down its calls."""

from __future__ import annotations

import ctypes
import shutil
import struct
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from patternc.runtime.cuda import driver
from patternc.runtime.cuda.driver import _PARAMETERS, _DeviceKernels

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="the stand-in needs a compiler")

STUB = r"""
#include <string.h>
char image[16], name[64], parameters[3840];
unsigned sizes[7];
void* given[2];
int cuCtxGetCurrent(void** context) { *context = image; return 0; }
int cuModuleLoadData(void** module, const void* data) {
    memcpy(image, data, 6), *module = image;
    return image[0] != 'i';
}
int cuModuleGetFunction(void** function, void* module, const char* called) {
    strcpy(name, called); *function = name; return module != (void*)image;
}
int cuLaunchKernel(void* function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned down, unsigned deep,
                   unsigned shared, void* stream, void** values, void** more) {
    unsigned all[7] = {x, y, z, threads, down, deep, shared};
    memcpy(sizes, all, sizeof all);
    memcpy(parameters, values[0], sizeof parameters);
    given[0] = stream, given[1] = more;
    return function != (void*)name;
}
int cuGetErrorString(int code, const char** text) { *text = "no such thing"; return 0; }
"""


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "stub.c").write_text(STUB)
    path = tmp_path / "libcuda.so"
    subprocess.run(["cc", "-shared", "-fPIC", str(tmp_path / "stub.c"), "-o", str(path)], check=True)
    library = ctypes.CDLL(str(path))
    monkeypatch.setattr(driver, "_driver", lambda: library)
    monkeypatch.setattr(driver, "_capability", lambda _: 75)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: SimpleNamespace(cuda_stream=0x1234567890))
    monkeypatch.setattr(driver, "_code", lambda *_: b"image of a kernel")
    return library


def kernels() -> _DeviceKernels:
    return _DeviceKernels("", "x_cuda.cu", ("PATTERNC_DIM=64",), torch.device("cuda"), 128)


def test_a_launch(stub: Any) -> None:
    tensor = torch.empty(4, device="meta", dtype=torch.float16)
    kernels().launch("forward_dense", (5, 6, 7), (tensor, (None, 1 << 40), 0.5))
    assert ctypes.string_at(stub.name) == b"forward_dense"
    assert list((ctypes.c_uint * 7).in_dll(stub, "sizes")) == [5, 6, 7, 128, 1, 1, 0]
    assert list((ctypes.c_void_p * 2).in_dll(stub, "given")) == [0x1234567890, None]
    wanted = struct.pack("qqqqqqdq", 0, 2, 0, 18, 1 << 40, 16, 0.5, 17)
    parameters = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(stub, "parameters")), _PARAMETERS)
    assert parameters == wanted.ljust(_PARAMETERS, b"\0")


@pytest.mark.usefixtures("stub")
def test_what_can_not_be_launched() -> None:
    with pytest.raises(RuntimeError, match=r"many takes 241 arguments, and a kernel at most 240"):
        kernels().launch("many", (1, 1, 1), tuple(range(241)))
    with pytest.raises(ValueError, match="a tensor is on cpu, must be on cuda"):
        kernels().launch("many", (1, 1, 1), (torch.zeros(2),))


def test_what_the_driver_refuses(stub: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stub is not None
    monkeypatch.setattr(driver, "_code", lambda *_: b"nothing of a kernel")
    with pytest.raises(RuntimeError, match=r"the CUDA driver: no such thing \(1\)"):
        kernels().launch("forward_dense", (1, 1, 1), ())
