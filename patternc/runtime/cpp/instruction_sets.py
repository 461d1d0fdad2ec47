"""The instruction sets that a compiler uses, and those that this CPU has, by what the CPU says itself."""

import ctypes
import platform
import sys
from collections.abc import Iterable
from typing import NamedTuple


class _Bit(NamedTuple):
    """A bit of `cpuid`: of a leaf, a part of it, and a register, 0 to 3 for eax, ebx, ecx and edx."""

    leaf: int
    part: int
    register: int
    bit: int


_X86 = {
    "__SSE3__": ("pni", _Bit(1, 0, 2, 0)),
    "__SSSE3__": ("ssse3", _Bit(1, 0, 2, 9)),
    "__SSE4A__": ("sse4a", _Bit(0x80000001, 0, 2, 6)),
    "__SSE4_1__": ("sse4_1", _Bit(1, 0, 2, 19)),
    "__SSE4_2__": ("sse4_2", _Bit(1, 0, 2, 20)),
    "__POPCNT__": ("popcnt", _Bit(1, 0, 2, 23)),
    "__LZCNT__": ("abm", _Bit(0x80000001, 0, 2, 5)),
    "__BMI__": ("bmi1", _Bit(7, 0, 1, 3)),
    "__BMI2__": ("bmi2", _Bit(7, 0, 1, 8)),
    "__MOVBE__": ("movbe", _Bit(1, 0, 2, 22)),
    "__F16C__": ("f16c", _Bit(1, 0, 2, 29)),
    "__FMA__": ("fma", _Bit(1, 0, 2, 12)),
    "__FMA4__": ("fma4", _Bit(0x80000001, 0, 2, 16)),
    "__XOP__": ("xop", _Bit(0x80000001, 0, 2, 11)),
    "__TBM__": ("tbm", _Bit(0x80000001, 0, 2, 21)),
    "__GFNI__": ("gfni", _Bit(7, 0, 2, 8)),
    "__AVX__": ("avx", _Bit(1, 0, 2, 28)),
    "__AVX2__": ("avx2", _Bit(7, 0, 1, 5)),
    "__AVXVNNI__": ("avx_vnni", _Bit(7, 1, 0, 4)),
    "__AVX512F__": ("avx512f", _Bit(7, 0, 1, 16)),
    "__AVX512CD__": ("avx512cd", _Bit(7, 0, 1, 28)),
    "__AVX512BW__": ("avx512bw", _Bit(7, 0, 1, 30)),
    "__AVX512DQ__": ("avx512dq", _Bit(7, 0, 1, 17)),
    "__AVX512VL__": ("avx512vl", _Bit(7, 0, 1, 31)),
    "__AVX512IFMA__": ("avx512ifma", _Bit(7, 0, 1, 21)),
    "__AVX512VBMI__": ("avx512vbmi", _Bit(7, 0, 2, 1)),
    "__AVX512VBMI2__": ("avx512_vbmi2", _Bit(7, 0, 2, 6)),
    "__AVX512VNNI__": ("avx512_vnni", _Bit(7, 0, 2, 11)),
    "__AVX512BITALG__": ("avx512_bitalg", _Bit(7, 0, 2, 12)),
    "__AVX512VPOPCNTDQ__": ("avx512_vpopcntdq", _Bit(7, 0, 2, 14)),
    "__AVX512VP2INTERSECT__": ("avx512_vp2intersect", _Bit(7, 0, 3, 8)),
    "__AVX512BF16__": ("avx512_bf16", _Bit(7, 1, 0, 5)),
    "__AVX512FP16__": ("avx512_fp16", _Bit(7, 0, 3, 23)),
    "__AMX_TILE__": ("amx_tile", _Bit(7, 0, 3, 24)),
    "__AMX_BF16__": ("amx_bf16", _Bit(7, 0, 3, 22)),
    "__AMX_INT8__": ("amx_int8", _Bit(7, 0, 3, 25)),
    "__AMX_FP16__": ("amx_fp16", _Bit(7, 1, 0, 21)),
}
"""A compiler's macro for an instruction set, the set's name, and the bit by which a CPU says that it has it."""

_STATES = {"avx512": 0xE6, "avx": 0x6, "f16c": 0x6, "fma": 0x6, "xop": 0x6, "amx": 0x60000}
"""The states that a system has to keep for sets, by the beginnings of their names: bits of the register XCR0."""
_KEEPS_STATES = _Bit(1, 0, 2, 27)

_ARM = {
    "__ARM_FEATURE_ATOMICS": ("atomics", 16, 8, "LSE"),
    "__ARM_FEATURE_QRDMX": ("asimdrdm", 16, 12, "RDM"),
    "__ARM_FEATURE_DOTPROD": ("asimddp", 16, 20, "DotProd"),
    "__ARM_FEATURE_FP16_VECTOR_ARITHMETIC": ("asimdhp", 16, 10, "FP16"),
    "__ARM_FEATURE_FP16_FML": ("asimdfhm", 16, 23, "FHM"),
    "__ARM_FEATURE_BF16": ("bf16", 26, 14, "BF16"),
    "__ARM_FEATURE_MATMUL_INT8": ("i8mm", 26, 13, "I8MM"),
    "__ARM_FEATURE_SVE": ("sve", 16, 22, "SVE"),
    "__ARM_FEATURE_SVE2": ("sve2", 26, 1, "SVE2"),
    "__ARM_FEATURE_SVE_BF16": ("svebf16", 26, 12, "SVE_BF16"),
    "__ARM_FEATURE_SVE_MATMUL_INT8": ("svei8mm", 26, 9, "SVE_I8MM"),
}
"""The same of ARM: the set's name; what says so in Linux, an entry of `getauxval` and its bit; and in macOS."""

_ASKS_CPU = """
#if defined(__x86_64__)
// A register of what this CPU says of itself, 0 to 3: eax, ebx, ecx, edx. Moves alone: every CPU runs it.
extern "C" __attribute__((visibility("default"))) unsigned patternc_cpuid(unsigned leaf, unsigned part, int which) {
    unsigned a = leaf, b, c = part, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return which == 0 ? a : which == 1 ? b : which == 2 ? c : d;
}
// The states that the system keeps, where the CPU says that it keeps any.
extern "C" __attribute__((visibility("default"))) unsigned patternc_states() {
    unsigned a, d;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}
#endif
"""
"""The function of a shipped object that asks the CPU: systems say less than CPUs, as in sandboxes."""


def _instruction_sets(macros: Iterable[str]) -> list[str]:
    """The kind of CPU, and the instruction sets beyond what each of that kind has, of these macros of a compiler."""
    known = {macro: entry[0] for table in (_X86, _ARM) for macro, entry in table.items()}
    return [platform.machine(), *sorted(known[name] for name in known.keys() & set(macros))]


def _missing_sets(needed: Iterable[str], library: ctypes.CDLL) -> list[str]:
    """The instruction sets of a program that this CPU lacks. `library`: a loaded object that has `_ASKS_CPU`."""
    if platform.machine() not in ("x86_64", "AMD64"):
        places = {name: (kind, bit, apple) for name, kind, bit, apple in _ARM.values()}
        return [name for name in needed if name not in places or not _arm_has(*places[name])]
    bits = dict(_X86.values())
    return [name for name in needed if name not in bits or not _x86_has(name, bits[name], library)]


def _x86_has(name: str, own: _Bit, library: ctypes.CDLL) -> bool:
    states = next((mask for start, mask in _STATES.items() if name.startswith(start)), 0)
    kept = library.patternc_states() if states and _says(_KEEPS_STATES, library) else 0
    return _says(own, library) and kept & states == states


def _says(own: _Bit, library: ctypes.CDLL) -> bool:
    """Whether the CPU knows the leaf and its part, and has the bit."""
    ask = library.patternc_cpuid
    ask.argtypes, ask.restype = (ctypes.c_uint, ctypes.c_uint, ctypes.c_int), ctypes.c_uint
    if ask(own.leaf & 0x80000000, 0, 0) < own.leaf or (own.part and ask(own.leaf, 0, 0) < own.part):
        return False
    return bool(ask(own.leaf, own.part, own.register) >> own.bit & 1)


def _arm_has(kind: int, bit: int, apple: str) -> bool:
    system = ctypes.CDLL(None)
    if sys.platform == "darwin":
        found, size = ctypes.c_int(0), ctypes.c_size_t(ctypes.sizeof(ctypes.c_int))
        name = f"hw.optional.arm.FEAT_{apple}".encode()
        return system.sysctlbyname(name, ctypes.byref(found), ctypes.byref(size), None, 0) == 0 and found.value == 1
    system.getauxval.argtypes, system.getauxval.restype = (ctypes.c_ulong,), ctypes.c_ulong
    return bool(system.getauxval(kind) >> bit & 1)
