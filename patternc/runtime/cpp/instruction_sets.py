"""The instruction sets that a compiler uses, and those that this CPU has."""

import platform
from collections.abc import Iterable
from pathlib import Path

_MACROS = {
    "__SSE3__": "pni",
    "__SSSE3__": "ssse3",
    "__SSE4A__": "sse4a",
    "__SSE4_1__": "sse4_1",
    "__SSE4_2__": "sse4_2",
    "__POPCNT__": "popcnt",
    "__LZCNT__": "abm",
    "__BMI__": "bmi1",
    "__BMI2__": "bmi2",
    "__MOVBE__": "movbe",
    "__F16C__": "f16c",
    "__FMA__": "fma",
    "__FMA4__": "fma4",
    "__XOP__": "xop",
    "__TBM__": "tbm",
    "__GFNI__": "gfni",
    "__AVX__": "avx",
    "__AVX2__": "avx2",
    "__AVXVNNI__": "avx_vnni",
    "__AVX512F__": "avx512f",
    "__AVX512CD__": "avx512cd",
    "__AVX512BW__": "avx512bw",
    "__AVX512DQ__": "avx512dq",
    "__AVX512VL__": "avx512vl",
    "__AVX512IFMA__": "avx512ifma",
    "__AVX512VBMI__": "avx512vbmi",
    "__AVX512VBMI2__": "avx512_vbmi2",
    "__AVX512VNNI__": "avx512_vnni",
    "__AVX512BITALG__": "avx512_bitalg",
    "__AVX512VPOPCNTDQ__": "avx512_vpopcntdq",
    "__AVX512VP2INTERSECT__": "avx512_vp2intersect",
    "__AVX512BF16__": "avx512_bf16",
    "__AVX512FP16__": "avx512_fp16",
    "__AMX_TILE__": "amx_tile",
    "__AMX_BF16__": "amx_bf16",
    "__AMX_INT8__": "amx_int8",
    "__AMX_FP16__": "amx_fp16",
    "__ARM_FEATURE_ATOMICS": "atomics",
    "__ARM_FEATURE_QRDMX": "asimdrdm",
    "__ARM_FEATURE_DOTPROD": "asimddp",
    "__ARM_FEATURE_FP16_VECTOR_ARITHMETIC": "asimdhp",
    "__ARM_FEATURE_FP16_FML": "asimdfhm",
    "__ARM_FEATURE_BF16": "bf16",
    "__ARM_FEATURE_MATMUL_INT8": "i8mm",
    "__ARM_FEATURE_SVE": "sve",
    "__ARM_FEATURE_SVE2": "sve2",
    "__ARM_FEATURE_SVE_BF16": "svebf16",
    "__ARM_FEATURE_SVE_MATMUL_INT8": "svei8mm",
}
"""What a compiler defines where it uses an instruction set, and how Linux calls the set in `/proc/cpuinfo`."""

_CPU = Path("/proc/cpuinfo")


def _instruction_sets(macros: Iterable[str]) -> list[str]:
    """The kind of CPU, and the instruction sets beyond what each of that kind has, of these macros of a compiler."""
    return [platform.machine(), *sorted(_MACROS[name] for name in _MACROS.keys() & set(macros))]


def _missing_sets(needed: Iterable[str]) -> list[str]:
    """Those that this CPU lacks."""
    lines = _CPU.read_text().splitlines() if _CPU.exists() else []
    flags = next((line.partition(":")[2] for line in lines if line.startswith(("flags", "Features"))), "")
    return [one for one in needed if one not in {platform.machine(), *flags.split()}]
