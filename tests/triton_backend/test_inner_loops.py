"""Inner loops are found in assembly wherever their blocks are, and counted without code that runs only at edges."""

from __future__ import annotations

from inner_loops import AMDGCN, PTX, SASS, inner_loops, sass_text

SCATTERED = """
    add.s32 %r1, %r2, 1;
    ex2.approx.ftz.f32 %r9, %r8;
    bra.uni $L__BB0_4;
$L__BB0_2:
    ex2.approx.ftz.f32 %r3, %r4;
    mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r5};
    @%p1 bra $L__BB0_4;
    bra.uni $L__BB0_5;
$L__BB0_4:
    mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r6};
    @%p2 bra $L__BB0_2;
    selp.b32 %r7, %r7, %r8, %p3;
    selp.b32 %r7, %r7, %r8, %p3;
    bra.uni $L__BB0_2;
$L__BB0_5:
    ret;
"""
"""A loop whose header stands last; two instructions of it mask pairs, which an iteration may skip."""


def test_blocks_in_any_order() -> None:
    (loop,) = inner_loops(SCATTERED, PTX)
    assert loop.count(PTX.exp2) == 1
    assert loop.count(PTX.product) == 2
    assert sum("selp" in line for line in loop.lines) == 2
    assert not any("selp" in line for line in loop.route)
    assert sum("mma.sync" in line for line in loop.route) == 2


def test_innermost() -> None:
    """Of loops in loops the inner one; a loop without an exponential is none of interest."""
    text = """
$L__BB0_1:
    add.s32 %r1, %r1, 1;
$L__BB0_2:
    ex2.approx.ftz.f32 %r3, %r4;
    @%p1 bra $L__BB0_2;
$L__BB0_3:
    add.s32 %r5, %r5, 1;
    @%p2 bra $L__BB0_3;
    @%p3 bra $L__BB0_1;
    ret;
"""
    (loop,) = inner_loops(text, PTX)
    assert [line.split()[0] for line in loop.lines] == ["ex2.approx.ftz.f32", "@%p1"]
    assert inner_loops(text.replace("ex2.approx", "add"), PTX) == ()


def test_listing_of_machine_code() -> None:
    """Addresses become labels; `BRA.U UP0` and predicated branches fall through, a plain one does not."""
    listing = """
        /*0000*/                   MOV R1, c[0x0][0x28] ;      /* 0x1 */
        /*0010*/                   BRA 0x30 ;                  /* 0x2 */
        /*0020*/                   MUFU.EX2 R9, R9 ;           /* never reached */
        /*0030*/                   MUFU.EX2 R2, R3 ;           /* 0x3 */
        /*0040*/                   BRA.U UP0, 0x60 ;           /* 0x4 */
        /*0050*/                   UIADD3 UR4, UR4, 0x1, URZ ; /* 0x5 */
        /*0060*/                   HMMA.16816.F32.BF16 R4, R8 ;
        /*0070*/                   IADD3 R1, R1, 0x1, RZ ;
        /*0080*/               @P0 BRA 0x30 ;
        /*0090*/                   EXIT ;
"""
    (loop,) = inner_loops(sass_text(listing), SASS)
    assert loop.count(SASS.exp2) == 1
    assert loop.count(SASS.integer) == 2
    assert [bool(SASS.integer.search(line)) for line in loop.route].count(True) == 1


def test_amd() -> None:
    text = """
    s_branch .LBB0_2
.LBB0_1:
    v_exp_f32_e32 v1, v2
    v_mfma_f32_32x32x8_bf16 v[0:15], v[2:3], v[4:5], v[0:15]
    v_add_u32_e32 v7, 1, v7
    s_cbranch_scc1 .LBB0_3
.LBB0_2:
    s_add_i32 s4, s4, 1
    s_branch .LBB0_1
.LBB0_3:
    s_endpgm
"""
    (loop,) = inner_loops(text, AMDGCN)
    assert (loop.count(AMDGCN.exp2), loop.count(AMDGCN.product), loop.count(AMDGCN.integer)) == (1, 1, 2)
