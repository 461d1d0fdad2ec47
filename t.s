	.file	"t.cpp"
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function causal
.LCPI0_0:
	.xword	1                               // 0x1
	.xword	0                               // 0x0
	.text
	.globl	causal
	.p2align	4
	.type	causal,@function
causal:                                 // @causal
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
	stp	x29, x30, [sp, #160]            // 16-byte Folded Spill
	add	x29, sp, #160
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x8, .LCPI0_0
	adrp	x9, :got:_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	adrp	x10, :got:_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	ldr	x9, [x9, :got_lo12:_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE]
	ldr	x10, [x10, :got_lo12:_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE]
	ldr	x12, [x1, #16]
	ldr	q0, [x8, :lo12:.LCPI0_0]
	cmp	w2, #17
	ldp	x8, x11, [x1]
                                        // kill: def $w3 killed $w3 def $x3
	add	x2, sp, #48
	mov	x1, x4
	stur	xzr, [x29, #-48]
	stp	x8, x11, [sp, #8]
	stp	w11, w8, [x29, #-32]
	mul	x8, x11, x8
	csel	x9, x10, x9, lt
	sub	x10, x29, #48
	sub	x11, x29, #24
	stp	x10, x11, [sp, #48]
	mul	x8, x8, x12
	add	x10, sp, #8
	sub	x11, x29, #8
	stp	x0, x9, [x29, #-16]
	sxtw	x9, w3
	str	x12, [sp, #24]
	stp	x10, x11, [sp, #64]
	sub	x10, x29, #28
	sub	x11, x29, #32
	cmp	x8, x9
	stp	x10, x11, [sp, #80]
	sub	x10, x29, #36
	sub	x11, x29, #16
	csel	x0, x8, x9, lt
	stur	w12, [x29, #-36]
                                        // kill: def $w0 killed $w0 killed $x0
	stur	q0, [sp, #32]
	stur	x8, [x29, #-24]
	stp	x10, x11, [sp, #96]
	bl	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_def_cfa wsp, 176
	ldp	x29, x30, [sp, #160]            // 16-byte Folded Reload
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end0:
	.size	causal, .Lfunc_end0-causal
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.LCPI1_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI1_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI1_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI1_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI1_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI1_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI1_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI1_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI1_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI1_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI1_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI1_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI1_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI1_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI1_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI1_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI1_16:
	.xword	0x3fe62e42fefa39ef              // double 0.69314718055994529
	.section	.text._ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"axG",@progbits,_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.weak	_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.p2align	4
	.type	_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,@function
_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE: // @_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.Lfunc_begin0:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception0
// %bb.0:
	stp	d9, d8, [sp, #-112]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	.cfi_remember_state
	sub	x9, sp, #1040
	and	sp, x9, #0xffffffffffffffc0
	ldr	x8, [x2, #8]
	mov	x23, x1
	mov	x27, x0
	cmp	x8, #18
	b.ne	.LBB1_2
// %bb.1:
	mov	x9, xzr
	b	.LBB1_3
.LBB1_2:
	ldr	x9, [x2]
.LBB1_3:
	ldr	x8, [x2, #24]
	cmp	x8, #18
	b.ne	.LBB1_5
// %bb.4:
	str	xzr, [sp, #352]                 // 8-byte Spill
	b	.LBB1_6
.LBB1_5:
	ldr	x8, [x2, #16]
	str	x8, [sp, #352]                  // 8-byte Spill
.LBB1_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	b.ne	.LBB1_8
// %bb.7:
	str	xzr, [sp, #336]                 // 8-byte Spill
	b	.LBB1_9
.LBB1_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #336]                  // 8-byte Spill
.LBB1_9:
	ldr	x8, [x2, #56]
	cmp	x8, #18
	str	x8, [sp, #40]                   // 8-byte Spill
	b.ne	.LBB1_11
// %bb.10:
	str	xzr, [sp, #16]                  // 8-byte Spill
	b	.LBB1_12
.LBB1_11:
	ldr	x8, [x2, #48]
	str	x8, [sp, #16]                   // 8-byte Spill
.LBB1_12:
	ldr	x8, [x2, #72]
	cmp	x8, #18
	str	x8, [sp, #56]                   // 8-byte Spill
	b.ne	.LBB1_14
// %bb.13:
	str	xzr, [sp, #48]                  // 8-byte Spill
	b	.LBB1_15
.LBB1_14:
	ldr	x8, [x2, #64]
	str	x8, [sp, #48]                   // 8-byte Spill
.LBB1_15:
	ldr	x12, [x2, #232]
	ldr	x11, [x2, #80]
	cmp	x12, #17
	ldr	x10, [x2, #96]
	ldr	x8, [x2, #112]
	b.ne	.LBB1_17
// %bb.16:
	ldr	d0, [x2, #224]
	fcvt	s8, d0
	b	.LBB1_18
.LBB1_17:
	ldr	x12, [x2, #224]
	scvtf	s8, x12
.LBB1_18:
	ldp	w0, w18, [x27]
	ldr	x30, [x2, #240]
	mov	w17, #1                         // =0x1
	mov	w14, #2                         // =0x2
	mov	w15, #3                         // =0x3
	mov	w12, #4                         // =0x4
	mov	w13, #5                         // =0x5
	mov	w16, #6                         // =0x6
	mov	w1, #7                          // =0x7
	mov	w20, #9                         // =0x9
	mov	w3, #10                         // =0xa
	mov	w5, #11                         // =0xb
	mvn	w0, w0
	mov	w4, #12                         // =0xc
	mov	w6, #13                         // =0xd
	add	w19, w18, w0
	mov	w18, #8                         // =0x8
	mov	w7, #14                         // =0xe
	bfi	w17, w19, #4, #28
	bfi	w14, w19, #4, #28
	lsl	w21, w19, #4
	mov	w0, #15                         // =0xf
	bfi	w15, w19, #4, #28
	bfi	w12, w19, #4, #28
	str	w17, [sp, #900]
	cmp	w17, w30
	mov	w17, #256                       // =0x100
	bfi	w13, w19, #4, #28
	bfi	w16, w19, #4, #28
	bfi	w1, w19, #4, #28
	bfi	w18, w19, #4, #28
	bfi	w20, w19, #4, #28
	bfi	w3, w19, #4, #28
	bfi	w5, w19, #4, #28
	bfi	w4, w19, #4, #28
	bfi	w6, w19, #4, #28
	str	w14, [sp, #904]
	bfi	w7, w19, #4, #28
	str	w15, [sp, #908]
	bfi	w0, w19, #4, #28
	csel	x19, x17, xzr, lt
	cmp	w21, w30
	cinc	x19, x19, lt
	cmp	w14, w30
	mov	w14, #65536                     // =0x10000
	csel	x22, x14, xzr, lt
	cmp	w15, w30
	mov	w15, #16777216                  // =0x1000000
	csel	x24, x15, xzr, lt
	str	w12, [sp, #912]
	orr	x22, x22, x24
	cmp	w12, w30
	mov	x12, #4294967296                // =0x100000000
	str	w13, [sp, #916]
	orr	x19, x19, x22
	csel	x22, x12, xzr, lt
	cmp	w13, w30
	mov	x13, #1099511627776             // =0x10000000000
	str	w16, [sp, #920]
	csel	x24, x13, xzr, lt
	cmp	w16, w30
	mov	x16, #281474976710656           // =0x1000000000000
	orr	x22, x22, x24
	csel	x24, x16, xzr, lt
	str	w1, [sp, #924]
	orr	x22, x22, x24
	cmp	w1, w30
	mov	x1, #72057594037927936          // =0x100000000000000
	orr	x19, x19, x22
	csel	x22, x1, xzr, lt
	cmp	w20, w30
	csel	x17, x17, xzr, lt
	cmp	w18, w30
	cinc	x17, x17, lt
	cmp	w3, w30
	csel	x14, x14, xzr, lt
	cmp	w5, w30
	csel	x15, x15, xzr, lt
	cmp	w4, w30
	csel	x12, x12, xzr, lt
	cmp	w6, w30
	csel	x13, x13, xzr, lt
	cmp	w7, w30
	orr	x12, x12, x13
	csel	x13, x16, xzr, lt
	orr	x12, x12, x13
	ldr	x13, [x2, #144]
	str	x13, [sp, #256]                 // 8-byte Spill
	ldr	x13, [x2, #160]
	orr	x14, x14, x15
	orr	x14, x17, x14
	cmp	w0, w30
	orr	x12, x14, x12
	ldr	w26, [x2, #272]
	str	x13, [sp, #376]                 // 8-byte Spill
	csel	x13, x1, xzr, lt
	orr	x12, x12, x13
	ldr	x13, [x2, #192]
	ldr	x24, [x2, #128]
	str	x12, [sp, #888]
	ldrsw	x12, [x27, #16]
	ldr	x28, [x2, #176]
	ldr	w25, [x2, #256]
	orr	x19, x19, x22
	str	w3, [sp, #936]
	add	x3, sp, #896
	str	x13, [sp, #208]                 // 8-byte Spill
	ldr	x13, [x2, #208]
	mul	x11, x11, x12
	ldrsw	x12, [x27, #8]
	mov	x2, x8
	str	w5, [sp, #940]
	mov	w5, w26
	str	w4, [sp, #944]
	add	x4, sp, #880
	str	w0, [sp, #956]
	mov	x0, x23
	mul	x10, x10, x12
	add	x9, x9, x11, lsl #2
	add	w11, w21, #16
	cmp	w11, w30
	str	w20, [sp, #932]
	str	w18, [sp, #928]
	csel	w20, w11, w30, lt
	str	w6, [sp, #948]
	add	x1, x9, x10, lsl #2
	str	w21, [sp, #896]
	str	w7, [sp, #952]
	str	x19, [sp, #880]
	str	x13, [sp, #360]                 // 8-byte Spill
	str	x30, [sp, #24]                  // 8-byte Spill
	bl	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	ldrsw	x19, [x27, #16]
	ldrsw	x22, [x27, #8]
	add	x8, sp, #832
	str	x0, [sp, #864]
	mov	x0, x23
	str	x1, [sp, #872]
	mov	w1, w26
	str	x27, [sp, #32]                  // 8-byte Spill
	bl	_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	sub	w8, w21, w25
	str	w21, [sp, #372]                 // 4-byte Spill
	cmn	w8, #1
	csinv	w8, w8, wzr, gt
	add	w27, w8, #1
	cmp	w27, w20
	b.ge	.LBB1_30
// %bb.19:
	mul	x8, x24, x19
	ldr	x9, [sp, #352]                  // 8-byte Reload
	add	x8, x9, x8, lsl #2
	ldr	x9, [sp, #336]                  // 8-byte Reload
	ldp	x21, x24, [x23, #24]
	str	x8, [sp, #352]                  // 8-byte Spill
	mul	x8, x28, x19
	add	x19, x9, x8, lsl #2
	sub	w8, w20, w25
	ldr	x9, [sp, #256]                  // 8-byte Reload
	bic	w28, w8, w8, asr #31
	mov	w8, #43579                      // =0xaa3b
	movk	w8, #16312, lsl #16
	fmov	s0, w8
	adrp	x8, .LCPI1_0
	fmul	s8, s8, s0
	ldr	q1, [x8, :lo12:.LCPI1_0]
	adrp	x8, .LCPI1_1
	dup	v0.4s, w25
	mul	x25, x9, x22
	str	q1, [sp, #336]                  // 16-byte Spill
	ldr	q1, [x8, :lo12:.LCPI1_1]
	adrp	x8, .LCPI1_2
	str	q0, [sp, #64]                   // 16-byte Spill
	str	q1, [sp, #320]                  // 16-byte Spill
	ldr	q1, [x8, :lo12:.LCPI1_2]
	adrp	x8, .LCPI1_3
	str	q1, [sp, #304]                  // 16-byte Spill
	ldr	q1, [x8, :lo12:.LCPI1_3]
	adrp	x8, .LCPI1_4
	str	q1, [sp, #288]                  // 16-byte Spill
	ldr	q1, [x8, :lo12:.LCPI1_4]
	adrp	x8, .LCPI1_5
	ldr	q0, [x8, :lo12:.LCPI1_5]
	adrp	x8, .LCPI1_6
	str	q1, [sp, #272]                  // 16-byte Spill
	str	q0, [sp, #256]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_6]
	adrp	x8, .LCPI1_7
	str	q0, [sp, #240]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_7]
	ldr	x8, [sp, #208]                  // 8-byte Reload
	mul	x22, x8, x22
	adrp	x8, .LCPI1_8
	str	q0, [sp, #224]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_8]
	adrp	x8, .LCPI1_9
	str	q0, [sp, #208]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_9]
	adrp	x8, .LCPI1_10
	str	q0, [sp, #192]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_10]
	adrp	x8, .LCPI1_11
	str	q0, [sp, #176]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_11]
	adrp	x8, .LCPI1_12
	str	q0, [sp, #160]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_12]
	adrp	x8, .LCPI1_13
	str	q0, [sp, #144]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_13]
	adrp	x8, .LCPI1_14
	str	q0, [sp, #128]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI1_14]
	adrp	x8, .LCPI1_15
	ldr	q1, [x8, :lo12:.LCPI1_15]
	str	q0, [sp, #112]                  // 16-byte Spill
	dup	v0.4s, w20
	stp	q0, q1, [sp, #80]               // 32-byte Folded Spill
	.p2align	5, , 16
.LBB1_20:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB1_25 Depth 2
	ldp	q2, q1, [sp, #320]              // 32-byte Folded Reload
	ldp	q4, q3, [sp, #288]              // 32-byte Folded Reload
	dup	v0.4s, w27
	ldr	q21, [sp, #80]                  // 16-byte Reload
	ldp	q6, q5, [sp, #256]              // 32-byte Folded Reload
	ldp	q16, q7, [sp, #224]             // 32-byte Folded Reload
	add	v1.4s, v0.4s, v1.4s
	add	v3.4s, v0.4s, v3.4s
	add	v5.4s, v0.4s, v5.4s
	add	v7.4s, v0.4s, v7.4s
	add	v2.4s, v0.4s, v2.4s
	add	v4.4s, v0.4s, v4.4s
	add	v6.4s, v0.4s, v6.4s
	add	v16.4s, v0.4s, v16.4s
	ldp	q18, q17, [sp, #192]            // 32-byte Folded Reload
	stp	q1, q2, [sp, #576]
	stp	q3, q4, [sp, #608]
	cmgt	v4.4s, v21.4s, v4.4s
	cmgt	v3.4s, v21.4s, v3.4s
	cmgt	v2.4s, v21.4s, v2.4s
	cmgt	v1.4s, v21.4s, v1.4s
	uzp1	v3.8h, v3.8h, v4.8h
	uzp1	v1.8h, v1.8h, v2.8h
	stp	q5, q6, [sp, #640]
	stp	q7, q16, [sp, #672]
	uzp1	v1.16b, v1.16b, v3.16b
	cmgt	v3.4s, v21.4s, v16.4s
	cmgt	v7.4s, v21.4s, v7.4s
	cmgt	v6.4s, v21.4s, v6.4s
	cmgt	v5.4s, v21.4s, v5.4s
	movi	v16.16b, #1
	uzp1	v3.8h, v7.8h, v3.8h
	uzp1	v5.8h, v5.8h, v6.8h
	and	v1.16b, v1.16b, v16.16b
	ldp	q20, q19, [sp, #160]            // 32-byte Folded Reload
	uzp1	v3.16b, v5.16b, v3.16b
	ldr	q4, [sp, #144]                  // 16-byte Reload
	str	q1, [sp, #384]
	ldr	q2, [sp, #128]                  // 16-byte Reload
	ldp	q5, q1, [sp, #96]               // 32-byte Folded Reload
	add	v17.4s, v0.4s, v17.4s
	add	v18.4s, v0.4s, v18.4s
	add	v19.4s, v0.4s, v19.4s
	add	v20.4s, v0.4s, v20.4s
	add	v4.4s, v0.4s, v4.4s
	add	v2.4s, v0.4s, v2.4s
	add	v1.4s, v0.4s, v1.4s
	add	v0.4s, v0.4s, v5.4s
	cmgt	v5.4s, v21.4s, v20.4s
	stp	q19, q20, [sp, #736]
	stp	q4, q2, [sp, #768]
	stp	q1, q0, [sp, #800]
	cmgt	v6.4s, v21.4s, v19.4s
	cmgt	v0.4s, v21.4s, v0.4s
	cmgt	v1.4s, v21.4s, v1.4s
	uzp1	v5.8h, v6.8h, v5.8h
	cmgt	v6.4s, v21.4s, v18.4s
	cmgt	v7.4s, v21.4s, v17.4s
	uzp1	v0.8h, v1.8h, v0.8h
	cmgt	v1.4s, v21.4s, v2.4s
	cmgt	v2.4s, v21.4s, v4.4s
	uzp1	v6.8h, v7.8h, v6.8h
	uzp1	v1.8h, v2.8h, v1.8h
	uzp1	v5.16b, v6.16b, v5.16b
	uzp1	v0.16b, v1.16b, v0.16b
	and	v3.16b, v3.16b, v16.16b
	and	v1.16b, v5.16b, v16.16b
	and	v0.16b, v0.16b, v16.16b
	stp	q3, q1, [sp, #400]
	stp	q17, q18, [sp, #704]
	str	q0, [sp, #432]
.Ltmp0:                                 // EH_LABEL
	ldr	x9, [sp, #352]                  // 8-byte Reload
	ldr	x2, [sp, #376]                  // 8-byte Reload
	add	x8, sp, #1008
	add	x3, sp, #576
	add	x4, sp, #384
	mov	x0, x23
	mov	w5, w26
	add	x1, x9, x25, lsl #2
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp1:                                 // EH_LABEL
// %bb.21:                              //   in Loop: Header=BB1_20 Depth=1
.Ltmp3:                                 // EH_LABEL
	add	x1, sp, #864
	add	x2, sp, #1008
	mov	x0, x23
	bl	_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
.Ltmp4:                                 // EH_LABEL
// %bb.22:                              //   in Loop: Header=BB1_20 Depth=1
	ldr	w9, [sp, #372]                  // 4-byte Reload
	add	w8, w27, #63
	mvni	v22.4s, #127, msl #16
	str	x0, [sp, #560]
	cmp	w8, w9
	str	x1, [sp, #568]
	ccmp	x27, x28, #0, le
	b.hs	.LBB1_26
// %bb.23:                              //   in Loop: Header=BB1_20 Depth=1
	cmp	w1, #1
	b.lt	.LBB1_26
// %bb.24:                              //   in Loop: Header=BB1_20 Depth=1
	ldp	q0, q1, [sp, #896]
	ldp	q4, q5, [sp, #928]
	ldr	q7, [sp, #64]                   // 16-byte Reload
	and	x8, x1, #0x7fffffff
	add	x9, x0, #32
	add	x10, sp, #576
	sub	v3.4s, v1.4s, v7.4s
	sub	v2.4s, v0.4s, v7.4s
	sub	v6.4s, v4.4s, v7.4s
	sub	v7.4s, v5.4s, v7.4s
	.p2align	5, , 16
.LBB1_25:                               //   Parent Loop BB1_20 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ld1r	{ v17.4s }, [x10], #4
	subs	x8, x8, #1
	cmgt	v18.4s, v17.4s, v0.4s
	cmge	v19.4s, v2.4s, v17.4s
	cmgt	v20.4s, v17.4s, v1.4s
	cmge	v21.4s, v3.4s, v17.4s
	orr	v18.16b, v18.16b, v19.16b
	orr	v19.16b, v20.16b, v21.16b
	ldp	q16, q20, [x9, #-32]
	bit	v16.16b, v22.16b, v18.16b
	mov	v18.16b, v19.16b
	bsl	v18.16b, v22.16b, v20.16b
	stp	q16, q18, [x9, #-32]
	cmgt	v16.4s, v17.4s, v4.4s
	cmge	v18.4s, v6.4s, v17.4s
	orr	v16.16b, v16.16b, v18.16b
	cmgt	v18.4s, v17.4s, v5.4s
	cmge	v17.4s, v7.4s, v17.4s
	orr	v17.16b, v18.16b, v17.16b
	ldp	q21, q18, [x9]
	bsl	v17.16b, v22.16b, v18.16b
	bsl	v16.16b, v22.16b, v21.16b
	stp	q16, q17, [x9], #64
	b.ne	.LBB1_25
.LBB1_26:                               //   in Loop: Header=BB1_20 Depth=1
.Ltmp6:                                 // EH_LABEL
	ldr	x2, [sp, #360]                  // 8-byte Reload
	add	x8, sp, #536
	add	x1, x19, x22, lsl #2
	add	x3, sp, #576
	add	x4, sp, #384
	mov	x0, x23
	mov	w5, w26
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp7:                                 // EH_LABEL
// %bb.27:                              //   in Loop: Header=BB1_20 Depth=1
.Ltmp8:                                 // EH_LABEL
	movi	d1, #0000000000000000
	fmov	s0, s8
	add	x0, sp, #832
	add	x1, sp, #560
	bl	_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
.Ltmp9:                                 // EH_LABEL
// %bb.28:                              //   in Loop: Header=BB1_20 Depth=1
.Ltmp10:                                // EH_LABEL
	add	x8, sp, #832
	add	x1, sp, #560
	add	x2, sp, #536
	add	x0, x8, #16
	bl	_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
.Ltmp11:                                // EH_LABEL
// %bb.29:                              //   in Loop: Header=BB1_20 Depth=1
	add	x27, x27, #64
	cmp	w20, w27
	stp	x21, x24, [x23, #24]
	b.gt	.LBB1_20
.LBB1_30:
	ldr	x20, [sp, #840]
	ldr	x21, [sp, #832]
	fmov	s8, #1.00000000
	ldr	x24, [sp, #32]                  // 8-byte Reload
	mov	x19, xzr
	add	x22, sp, #384
	add	x23, sp, #576
	b	.LBB1_33
	.p2align	5, , 16
.LBB1_31:                               //   in Loop: Header=BB1_33 Depth=1
	ldr	s1, [x21, x19, lsl #2]
	fcvt	d9, s1
	bl	log2f
	fcvt	d0, s0
	fadd	d0, d0, d9
.LBB1_32:                               //   in Loop: Header=BB1_33 Depth=1
	str	d0, [x23, x19, lsl #3]
	add	x19, x19, #1
	cmp	x19, #16
	b.eq	.LBB1_35
.LBB1_33:                               // =>This Inner Loop Header: Depth=1
	ldr	s0, [x20, x19, lsl #2]
	fdiv	s1, s8, s0
	fcmp	s0, #0.0
	fcsel	s1, s8, s1, eq
	str	s1, [x22, x19, lsl #2]
	b.ne	.LBB1_31
// %bb.34:                              //   in Loop: Header=BB1_33 Depth=1
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d0, x8
	b	.LBB1_32
.LBB1_35:
	ldr	w9, [sp, #856]
	add	x8, sp, #832
	add	x8, x8, #16
	cmp	w9, #1
	b.lt	.LBB1_38
// %bb.36:
	ldp	q0, q1, [sp, #384]
	ldp	q2, q3, [sp, #416]
	mov	x9, xzr
	mov	x10, xzr
	.p2align	5, , 16
.LBB1_37:                               // =>This Inner Loop Header: Depth=1
	ldr	x11, [sp, #848]
	add	x10, x10, #1
	add	x11, x11, x9
	add	x9, x9, #64
	ldp	q4, q5, [x11]
	fmul	v5.4s, v1.4s, v5.4s
	fmul	v4.4s, v0.4s, v4.4s
	stp	q4, q5, [x11]
	ldp	q4, q5, [x11, #32]
	fmul	v5.4s, v3.4s, v5.4s
	fmul	v4.4s, v2.4s, v4.4s
	stp	q4, q5, [x11, #32]
	ldrsw	x11, [sp, #856]
	cmp	x10, x11
	b.lt	.LBB1_37
.LBB1_38:
	ldpsw	x11, x9, [x24, #12]
	ldrsw	x10, [x24, #8]
	ldr	x12, [sp, #24]                  // 8-byte Reload
	ldr	d0, [sp, #896]
	ldr	d1, [sp, #904]
	sxtw	x12, w12
	str	x8, [sp, #1024]
	ldr	x8, [sp, #40]                   // 8-byte Reload
	cmp	x8, #1
	smaddl	x9, w11, w9, x10
	add	x10, sp, #384
	str	x10, [sp, #1016]
	mul	x9, x9, x12
	dup	v2.2d, x9
	mov	w9, #1065353216                 // =0x3f800000
	saddw	v0.2d, v2.2d, v0.2s
	saddw	v1.2d, v2.2d, v1.2s
	str	w9, [sp, #536]
	add	x9, sp, #880
	str	x9, [sp, #1008]
	add	x9, sp, #536
	str	x9, [sp, #1032]
	stp	q0, q1, [sp, #384]
	ldr	d0, [sp, #912]
	saddw	v0.2d, v2.2d, v0.2s
	ldr	d1, [sp, #920]
	saddw	v1.2d, v2.2d, v1.2s
	stp	q0, q1, [sp, #416]
	ldr	d0, [sp, #928]
	saddw	v0.2d, v2.2d, v0.2s
	ldr	d1, [sp, #936]
	saddw	v1.2d, v2.2d, v1.2s
	stp	q0, q1, [sp, #448]
	ldr	d0, [sp, #944]
	saddw	v0.2d, v2.2d, v0.2s
	ldr	d1, [sp, #952]
	saddw	v1.2d, v2.2d, v1.2s
	stp	q0, q1, [sp, #480]
	b.gt	.LBB1_42
// %bb.39:
	cbz	x8, .LBB1_45
// %bb.40:
	cmp	x8, #1
	b.ne	.LBB1_47
// %bb.41:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #1008
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	b	.LBB1_47
.LBB1_42:
	cmp	x8, #2
	b.eq	.LBB1_46
// %bb.43:
	cmp	x8, #3
	b.ne	.LBB1_47
// %bb.44:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #1008
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	b	.LBB1_47
.LBB1_45:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #1008
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	b	.LBB1_47
.LBB1_46:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #1008
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
.LBB1_47:
	adrp	x8, .LCPI1_16
	ldp	x0, x1, [sp, #48]               // 16-byte Folded Reload
	ldr	d0, [x8, :lo12:.LCPI1_16]
	add	x2, sp, #384
	add	x3, sp, #880
	add	x4, sp, #576
	bl	_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	sub	sp, x29, #16
	.cfi_def_cfa wsp, 112
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	ldp	d9, d8, [sp], #112              // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	ret
.LBB1_48:
	.cfi_restore_state
.Ltmp2:                                 // EH_LABEL
	stp	x21, x24, [x23, #24]
	bl	_Unwind_Resume
.LBB1_49:
.Ltmp5:                                 // EH_LABEL
	stp	x21, x24, [x23, #24]
	bl	_Unwind_Resume
.LBB1_50:
.Ltmp12:                                // EH_LABEL
	stp	x21, x24, [x23, #24]
	bl	_Unwind_Resume
.Lfunc_end1:
	.size	_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE, .Lfunc_end1-_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.cfi_endproc
	.section	.gcc_except_table._ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"aG",@progbits,_ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.p2align	2, 0x0
GCC_except_table1:
.Lexception0:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end0-.Lcst_begin0
.Lcst_begin0:
	.uleb128 .Lfunc_begin0-.Lfunc_begin0    // >> Call Site 1 <<
	.uleb128 .Ltmp0-.Lfunc_begin0           //   Call between .Lfunc_begin0 and .Ltmp0
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp0-.Lfunc_begin0           // >> Call Site 2 <<
	.uleb128 .Ltmp1-.Ltmp0                  //   Call between .Ltmp0 and .Ltmp1
	.uleb128 .Ltmp2-.Lfunc_begin0           //     jumps to .Ltmp2
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp3-.Lfunc_begin0           // >> Call Site 3 <<
	.uleb128 .Ltmp4-.Ltmp3                  //   Call between .Ltmp3 and .Ltmp4
	.uleb128 .Ltmp5-.Lfunc_begin0           //     jumps to .Ltmp5
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp6-.Lfunc_begin0           // >> Call Site 4 <<
	.uleb128 .Ltmp11-.Ltmp6                 //   Call between .Ltmp6 and .Ltmp11
	.uleb128 .Ltmp12-.Lfunc_begin0          //     jumps to .Ltmp12
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp11-.Lfunc_begin0          // >> Call Site 5 <<
	.uleb128 .Lfunc_end1-.Ltmp11            //   Call between .Ltmp11 and .Lfunc_end1
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end0:
	.p2align	2, 0x0
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.LCPI2_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI2_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI2_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI2_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI2_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI2_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI2_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI2_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI2_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI2_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI2_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI2_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI2_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI2_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI2_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI2_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI2_16:
	.xword	0x3fe62e42fefa39ef              // double 0.69314718055994529
	.section	.text._ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"axG",@progbits,_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.weak	_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.p2align	4
	.type	_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,@function
_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE: // @_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.Lfunc_begin1:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception1
// %bb.0:
	stp	d15, d14, [sp, #-160]!          // 16-byte Folded Spill
	.cfi_def_cfa_offset 160
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	.cfi_offset b10, -120
	.cfi_offset b11, -128
	.cfi_offset b12, -136
	.cfi_offset b13, -144
	.cfi_offset b14, -152
	.cfi_offset b15, -160
	.cfi_remember_state
	sub	x9, sp, #2016
	and	sp, x9, #0xffffffffffffffc0
	ldr	x8, [x2, #8]
	mov	x24, x1
	mov	x23, x0
	cmp	x8, #18
	b.ne	.LBB2_2
// %bb.1:
	mov	x9, xzr
	b	.LBB2_3
.LBB2_2:
	ldr	x9, [x2]
.LBB2_3:
	ldr	x8, [x2, #24]
	cmp	x8, #18
	b.ne	.LBB2_5
// %bb.4:
	str	xzr, [sp, #496]                 // 8-byte Spill
	b	.LBB2_6
.LBB2_5:
	ldr	x8, [x2, #16]
	str	x8, [sp, #496]                  // 8-byte Spill
.LBB2_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	b.ne	.LBB2_8
// %bb.7:
	str	xzr, [sp, #480]                 // 8-byte Spill
	b	.LBB2_9
.LBB2_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #480]                  // 8-byte Spill
.LBB2_9:
	ldr	x8, [x2, #56]
	cmp	x8, #18
	str	x8, [sp, #72]                   // 8-byte Spill
	b.ne	.LBB2_11
// %bb.10:
	str	xzr, [sp, #56]                  // 8-byte Spill
	b	.LBB2_12
.LBB2_11:
	ldr	x8, [x2, #48]
	str	x8, [sp, #56]                   // 8-byte Spill
.LBB2_12:
	ldr	x8, [x2, #72]
	cmp	x8, #18
	str	x8, [sp, #64]                   // 8-byte Spill
	b.ne	.LBB2_14
// %bb.13:
	str	xzr, [sp, #48]                  // 8-byte Spill
	b	.LBB2_15
.LBB2_14:
	ldr	x8, [x2, #64]
	str	x8, [sp, #48]                   // 8-byte Spill
.LBB2_15:
	ldr	x12, [x2, #232]
	ldr	x10, [x2, #80]
	cmp	x12, #17
	ldr	x11, [x2, #96]
	ldr	x8, [x2, #112]
	b.ne	.LBB2_17
// %bb.16:
	ldr	d0, [x2, #224]
	fcvt	s8, d0
	b	.LBB2_18
.LBB2_17:
	ldr	x12, [x2, #224]
	scvtf	s8, x12
.LBB2_18:
	ldp	w13, w12, [x23]
	adrp	x14, .LCPI2_0
	adrp	x16, .LCPI2_2
	ldr	q1, [x14, :lo12:.LCPI2_0]
	adrp	x14, .LCPI2_3
	ldr	q3, [x16, :lo12:.LCPI2_2]
	adrp	x15, .LCPI2_1
	ldr	q4, [x14, :lo12:.LCPI2_3]
	ldr	x14, [x2, #160]
	mvn	w13, w13
	ldr	q2, [x15, :lo12:.LCPI2_1]
	add	w12, w12, w13
	ldr	x13, [x2, #240]
	ldr	w27, [x2, #272]
	lsl	w21, w12, #6
	adrp	x12, .LCPI2_4
	ldr	x26, [x2, #144]
	dup	v0.4s, w21
	ldr	w20, [x2, #256]
	add	x3, sp, #1728
	stp	q4, q3, [sp, #352]              // 32-byte Folded Spill
	orr	v5.16b, v0.16b, v3.16b
	ldr	q3, [x12, :lo12:.LCPI2_4]
	adrp	x12, .LCPI2_5
	ldr	q7, [x12, :lo12:.LCPI2_5]
	adrp	x12, .LCPI2_6
	orr	v6.16b, v0.16b, v4.16b
	dup	v23.4s, w13
	stp	q2, q1, [sp, #384]              // 32-byte Folded Spill
	orr	v4.16b, v0.16b, v3.16b
	orr	v1.16b, v0.16b, v1.16b
	orr	v2.16b, v0.16b, v2.16b
	stp	q7, q3, [sp, #320]              // 32-byte Folded Spill
	ldr	q3, [x12, :lo12:.LCPI2_6]
	adrp	x12, .LCPI2_7
	ldr	q17, [x12, :lo12:.LCPI2_7]
	adrp	x12, .LCPI2_8
	str	q1, [sp, #1728]
	cmgt	v1.4s, v23.4s, v1.4s
	orr	v16.16b, v0.16b, v3.16b
	str	q2, [sp, #1744]
	cmgt	v2.4s, v23.4s, v2.4s
	uzp1	v1.8h, v1.8h, v2.8h
	str	q5, [sp, #1760]
	cmgt	v5.4s, v23.4s, v5.4s
	orr	v7.16b, v0.16b, v7.16b
	str	q6, [sp, #1776]
	cmgt	v6.4s, v23.4s, v6.4s
	uzp1	v5.8h, v5.8h, v6.8h
	stp	q17, q3, [sp, #288]             // 32-byte Folded Spill
	orr	v17.16b, v0.16b, v17.16b
	ldr	q3, [x12, :lo12:.LCPI2_8]
	adrp	x12, .LCPI2_9
	ldr	q18, [x12, :lo12:.LCPI2_9]
	adrp	x12, .LCPI2_10
	uzp1	v1.16b, v1.16b, v5.16b
	cmgt	v2.4s, v23.4s, v17.4s
	cmgt	v5.4s, v23.4s, v16.4s
	ldr	q19, [x12, :lo12:.LCPI2_10]
	adrp	x12, .LCPI2_11
	ldr	q20, [x12, :lo12:.LCPI2_11]
	str	q4, [sp, #1792]
	adrp	x12, .LCPI2_12
	uzp1	v2.8h, v5.8h, v2.8h
	cmgt	v5.4s, v23.4s, v7.4s
	cmgt	v4.4s, v23.4s, v4.4s
	uzp1	v4.8h, v4.8h, v5.8h
	ldr	q21, [x12, :lo12:.LCPI2_12]
	adrp	x12, .LCPI2_13
	ldr	q22, [x12, :lo12:.LCPI2_13]
	adrp	x12, .LCPI2_14
	ldr	q5, [x12, :lo12:.LCPI2_14]
	adrp	x12, .LCPI2_15
	uzp1	v2.16b, v4.16b, v2.16b
	ldr	q4, [x12, :lo12:.LCPI2_15]
	ldr	x12, [x2, #128]
	str	x12, [sp, #432]                 // 8-byte Spill
	ldr	x12, [x2, #176]
	str	x12, [sp, #448]                 // 8-byte Spill
	ldr	x12, [x2, #192]
	movi	v6.16b, #1
	and	v1.16b, v1.16b, v6.16b
	stp	q20, q19, [sp, #224]            // 32-byte Folded Spill
	orr	v19.16b, v0.16b, v19.16b
	orr	v20.16b, v0.16b, v20.16b
	and	v2.16b, v2.16b, v6.16b
	str	x12, [sp, #464]                 // 8-byte Spill
	ldr	x12, [x2, #208]
	stp	q4, q5, [sp, #160]              // 32-byte Folded Spill
	stp	q22, q21, [sp, #192]            // 32-byte Folded Spill
	stp	q18, q3, [sp, #256]             // 32-byte Folded Spill
	orr	v3.16b, v0.16b, v3.16b
	orr	v18.16b, v0.16b, v18.16b
	orr	v21.16b, v0.16b, v21.16b
	orr	v22.16b, v0.16b, v22.16b
	str	x13, [sp, #32]                  // 8-byte Spill
	str	q1, [sp, #1664]
	orr	v1.16b, v0.16b, v5.16b
	orr	v0.16b, v0.16b, v4.16b
	str	q2, [sp, #1680]
	cmgt	v2.4s, v23.4s, v20.4s
	cmgt	v4.4s, v23.4s, v19.4s
	str	q3, [sp, #1856]
	uzp1	v2.8h, v4.8h, v2.8h
	cmgt	v4.4s, v23.4s, v18.4s
	cmgt	v3.4s, v23.4s, v3.4s
	uzp1	v3.8h, v3.8h, v4.8h
	uzp1	v2.16b, v3.16b, v2.16b
	stp	x12, x14, [sp, #144]            // 16-byte Folded Spill
	add	w12, w21, #64
	cmp	w12, w13
	csel	w22, w12, w13, lt
	str	q1, [sp, #1952]
	cmgt	v1.4s, v23.4s, v1.4s
	ldrsw	x12, [x23, #16]
	str	q0, [sp, #1968]
	cmgt	v0.4s, v23.4s, v0.4s
	ldrsw	x13, [x23, #8]
	uzp1	v0.8h, v1.8h, v0.8h
	cmgt	v1.4s, v23.4s, v22.4s
	cmgt	v3.4s, v23.4s, v21.4s
	uzp1	v1.8h, v3.8h, v1.8h
	mul	x10, x10, x12
	mul	x11, x11, x13
	uzp1	v0.16b, v1.16b, v0.16b
	and	v1.16b, v2.16b, v6.16b
	and	v0.16b, v0.16b, v6.16b
	add	x9, x9, x10, lsl #2
	add	x1, x9, x11, lsl #2
	add	x4, sp, #1664
	mov	x0, x24
	mov	x2, x8
	mov	w5, w27
	str	q7, [sp, #1808]
	str	q16, [sp, #1824]
	str	q17, [sp, #1840]
	str	q18, [sp, #1872]
	str	q19, [sp, #1888]
	str	q20, [sp, #1904]
	str	q21, [sp, #1920]
	str	q22, [sp, #1936]
	str	q1, [sp, #1696]
	str	q0, [sp, #1712]
	bl	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	ldrsw	x25, [x23, #16]
	ldrsw	x19, [x23, #8]
	add	x8, sp, #1616
	str	x0, [sp, #1648]
	mov	x0, x24
	str	x1, [sp, #1656]
	mov	w1, w27
	str	x23, [sp, #40]                  // 8-byte Spill
	bl	_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	sub	w8, w21, w20
	cmn	w8, #1
	csinv	w8, w8, wzr, gt
	add	w23, w8, #1
	cmp	w23, w22
	b.ge	.LBB2_30
// %bb.19:
	ldr	x8, [sp, #432]                  // 8-byte Reload
	ldr	x9, [sp, #496]                  // 8-byte Reload
	mov	w28, w21
	mov	x10, x19
	mul	x19, x26, x19
	mul	x8, x8, x25
	add	x21, x9, x8, lsl #2
	ldr	x8, [sp, #448]                  // 8-byte Reload
	ldr	x9, [sp, #480]                  // 8-byte Reload
	mul	x8, x8, x25
	add	x25, x9, x8, lsl #2
	sub	w8, w22, w20
	bic	w26, w8, w8, asr #31
	mov	w8, #43579                      // =0xaa3b
	movk	w8, #16312, lsl #16
	fmov	s0, w8
	ldp	x9, x8, [x24, #24]
	fmul	s0, s8, s0
	str	s0, [sp, #108]                  // 4-byte Spill
	stp	x8, x9, [sp, #128]              // 16-byte Folded Spill
	ldr	x8, [sp, #464]                  // 8-byte Reload
	dup	v0.4s, w22
	str	q0, [sp, #112]                  // 16-byte Spill
	dup	v0.4s, w20
	mul	x20, x8, x10
	str	q0, [sp, #80]                   // 16-byte Spill
	.p2align	5, , 16
.LBB2_20:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB2_25 Depth 2
	ldp	q2, q1, [sp, #384]              // 32-byte Folded Reload
	ldp	q4, q3, [sp, #352]              // 32-byte Folded Reload
	dup	v0.4s, w23
	ldr	q21, [sp, #112]                 // 16-byte Reload
	ldp	q6, q5, [sp, #320]              // 32-byte Folded Reload
	ldp	q16, q7, [sp, #288]             // 32-byte Folded Reload
	add	v1.4s, v0.4s, v1.4s
	add	v3.4s, v0.4s, v3.4s
	add	v5.4s, v0.4s, v5.4s
	str	q1, [sp, #1024]
	add	v2.4s, v0.4s, v2.4s
	add	v4.4s, v0.4s, v4.4s
	str	q3, [sp, #1056]
	cmgt	v3.4s, v21.4s, v3.4s
	cmgt	v1.4s, v21.4s, v1.4s
	str	q2, [sp, #1040]
	cmgt	v2.4s, v21.4s, v2.4s
	add	v6.4s, v0.4s, v6.4s
	str	q4, [sp, #1072]
	cmgt	v4.4s, v21.4s, v4.4s
	add	v7.4s, v0.4s, v7.4s
	add	v16.4s, v0.4s, v16.4s
	uzp1	v3.8h, v3.8h, v4.8h
	uzp1	v1.8h, v1.8h, v2.8h
	str	q5, [sp, #1088]
	uzp1	v1.16b, v1.16b, v3.16b
	cmgt	v3.4s, v21.4s, v16.4s
	str	q6, [sp, #1104]
	cmgt	v6.4s, v21.4s, v6.4s
	cmgt	v5.4s, v21.4s, v5.4s
	str	q7, [sp, #1120]
	cmgt	v7.4s, v21.4s, v7.4s
	uzp1	v3.8h, v7.8h, v3.8h
	str	q16, [sp, #1136]
	movi	v16.16b, #1
	uzp1	v5.8h, v5.8h, v6.8h
	and	v1.16b, v1.16b, v16.16b
	uzp1	v3.16b, v5.16b, v3.16b
	and	v3.16b, v3.16b, v16.16b
	ldp	q18, q17, [sp, #256]            // 32-byte Folded Reload
	ldp	q20, q19, [sp, #224]            // 32-byte Folded Reload
	str	q1, [sp, #512]
	ldr	q4, [sp, #208]                  // 16-byte Reload
	ldp	q5, q1, [sp, #160]              // 32-byte Folded Reload
	ldr	q2, [sp, #192]                  // 16-byte Reload
	add	v17.4s, v0.4s, v17.4s
	add	v18.4s, v0.4s, v18.4s
	add	v19.4s, v0.4s, v19.4s
	add	v20.4s, v0.4s, v20.4s
	add	v4.4s, v0.4s, v4.4s
	add	v2.4s, v0.4s, v2.4s
	add	v1.4s, v0.4s, v1.4s
	add	v0.4s, v0.4s, v5.4s
	cmgt	v5.4s, v21.4s, v20.4s
	cmgt	v6.4s, v21.4s, v19.4s
	str	q1, [sp, #1248]
	cmgt	v1.4s, v21.4s, v1.4s
	uzp1	v5.8h, v6.8h, v5.8h
	str	q0, [sp, #1264]
	cmgt	v0.4s, v21.4s, v0.4s
	cmgt	v6.4s, v21.4s, v18.4s
	str	q2, [sp, #1232]
	cmgt	v7.4s, v21.4s, v17.4s
	uzp1	v0.8h, v1.8h, v0.8h
	cmgt	v1.4s, v21.4s, v2.4s
	cmgt	v2.4s, v21.4s, v4.4s
	uzp1	v6.8h, v7.8h, v6.8h
	uzp1	v1.8h, v2.8h, v1.8h
	uzp1	v5.16b, v6.16b, v5.16b
	uzp1	v0.16b, v1.16b, v0.16b
	and	v1.16b, v5.16b, v16.16b
	and	v0.16b, v0.16b, v16.16b
	str	q17, [sp, #1152]
	str	q18, [sp, #1168]
	str	q19, [sp, #1184]
	str	q20, [sp, #1200]
	str	q4, [sp, #1216]
	stp	q3, q1, [sp, #528]
	str	q0, [sp, #560]
.Ltmp13:                                // EH_LABEL
	ldr	x2, [sp, #152]                  // 8-byte Reload
	add	x8, sp, #1592
	add	x1, x21, x19, lsl #2
	add	x3, sp, #1024
	add	x4, sp, #512
	mov	x0, x24
	mov	w5, w27
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp14:                                // EH_LABEL
// %bb.21:                              //   in Loop: Header=BB2_20 Depth=1
.Ltmp16:                                // EH_LABEL
	add	x1, sp, #1648
	add	x2, sp, #1592
	mov	x0, x24
	bl	_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
.Ltmp17:                                // EH_LABEL
// %bb.22:                              //   in Loop: Header=BB2_20 Depth=1
	add	w8, w23, #63
	mvni	v7.4s, #127, msl #16
	cmp	w8, w28
	str	x0, [sp, #1576]
	ccmp	x23, x26, #0, le
	str	x1, [sp, #1584]
	b.hs	.LBB2_26
// %bb.23:                              //   in Loop: Header=BB2_20 Depth=1
	cmp	w1, #1
	b.lt	.LBB2_26
// %bb.24:                              //   in Loop: Header=BB2_20 Depth=1
	ldr	q1, [sp, #1728]
	and	x8, x1, #0x7fffffff
	ldr	q2, [sp, #1744]
	add	x9, x0, #128
	ldr	q0, [sp, #80]                   // 16-byte Reload
	add	x10, sp, #1024
	ldr	q3, [sp, #1760]
	sub	v4.4s, v1.4s, v0.4s
	ldr	q6, [sp, #1776]
	mov	v16.16b, v3.16b
	ldr	q18, [sp, #1792]
	mov	v17.16b, v18.16b
	ldr	q5, [sp, #1808]
	sub	v18.4s, v18.4s, v0.4s
	ldr	q20, [sp, #1824]
	sub	v19.4s, v5.4s, v0.4s
	ldr	q21, [sp, #1840]
	sub	v22.4s, v20.4s, v0.4s
	ldr	q24, [sp, #1856]
	sub	v23.4s, v21.4s, v0.4s
	ldr	q25, [sp, #1872]
	sub	v26.4s, v24.4s, v0.4s
	ldr	q28, [sp, #1888]
	sub	v27.4s, v25.4s, v0.4s
	ldr	q29, [sp, #1904]
	sub	v30.4s, v28.4s, v0.4s
	ldr	q9, [sp, #1920]
	sub	v31.4s, v29.4s, v0.4s
	ldr	q10, [sp, #1936]
	sub	v11.4s, v9.4s, v0.4s
	ldr	q13, [sp, #1952]
	sub	v12.4s, v10.4s, v0.4s
	ldr	q14, [sp, #1968]
	sub	v15.4s, v13.4s, v0.4s
	stp	q2, q1, [sp, #480]              // 32-byte Folded Spill
	sub	v1.4s, v2.4s, v0.4s
	sub	v2.4s, v3.4s, v0.4s
	sub	v8.4s, v14.4s, v0.4s
	stp	q1, q4, [sp, #448]              // 32-byte Folded Spill
	mov	v4.16b, v6.16b
	sub	v1.4s, v6.4s, v0.4s
	stp	q1, q2, [sp, #416]              // 32-byte Folded Spill
	.p2align	5, , 16
.LBB2_25:                               //   Parent Loop BB2_20 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ld1r	{ v0.4s }, [x10], #4
	ldp	q2, q1, [sp, #480]              // 32-byte Folded Reload
	ldp	q6, q3, [sp, #448]              // 32-byte Folded Reload
	subs	x8, x8, #1
	cmgt	v1.4s, v0.4s, v1.4s
	cmgt	v2.4s, v0.4s, v2.4s
	cmge	v3.4s, v3.4s, v0.4s
	cmge	v6.4s, v6.4s, v0.4s
	orr	v1.16b, v1.16b, v3.16b
	orr	v2.16b, v2.16b, v6.16b
	ldp	q3, q6, [x9, #-128]
	bsl	v2.16b, v7.16b, v6.16b
	ldr	q6, [sp, #432]                  // 16-byte Reload
	bsl	v1.16b, v7.16b, v3.16b
	cmgt	v3.4s, v0.4s, v4.4s
	cmge	v6.4s, v6.4s, v0.4s
	stp	q1, q2, [x9, #-128]
	cmgt	v1.4s, v0.4s, v16.4s
	orr	v1.16b, v1.16b, v6.16b
	ldr	q6, [sp, #416]                  // 16-byte Reload
	cmge	v6.4s, v6.4s, v0.4s
	orr	v2.16b, v3.16b, v6.16b
	ldp	q3, q6, [x9, #-96]
	bsl	v2.16b, v7.16b, v6.16b
	cmge	v6.4s, v19.4s, v0.4s
	bsl	v1.16b, v7.16b, v3.16b
	cmgt	v3.4s, v0.4s, v5.4s
	stp	q1, q2, [x9, #-96]
	cmgt	v1.4s, v0.4s, v17.4s
	cmge	v2.4s, v18.4s, v0.4s
	orr	v1.16b, v1.16b, v2.16b
	orr	v2.16b, v3.16b, v6.16b
	ldp	q3, q6, [x9, #-64]
	bsl	v2.16b, v7.16b, v6.16b
	cmge	v6.4s, v23.4s, v0.4s
	bsl	v1.16b, v7.16b, v3.16b
	cmge	v3.4s, v22.4s, v0.4s
	stp	q1, q2, [x9, #-64]
	cmgt	v1.4s, v0.4s, v20.4s
	cmgt	v2.4s, v0.4s, v21.4s
	orr	v1.16b, v1.16b, v3.16b
	orr	v2.16b, v2.16b, v6.16b
	ldp	q3, q6, [x9, #-32]
	bsl	v2.16b, v7.16b, v6.16b
	cmge	v6.4s, v26.4s, v0.4s
	bsl	v1.16b, v7.16b, v3.16b
	cmgt	v3.4s, v0.4s, v25.4s
	stp	q1, q2, [x9, #-32]
	cmgt	v2.4s, v0.4s, v24.4s
	orr	v2.16b, v2.16b, v6.16b
	cmge	v6.4s, v27.4s, v0.4s
	orr	v3.16b, v3.16b, v6.16b
	ldp	q1, q6, [x9]
	bit	v1.16b, v7.16b, v2.16b
	mov	v2.16b, v3.16b
	cmgt	v3.4s, v0.4s, v29.4s
	bsl	v2.16b, v7.16b, v6.16b
	cmge	v6.4s, v30.4s, v0.4s
	stp	q1, q2, [x9]
	cmgt	v2.4s, v0.4s, v28.4s
	orr	v2.16b, v2.16b, v6.16b
	cmge	v6.4s, v31.4s, v0.4s
	orr	v3.16b, v3.16b, v6.16b
	ldp	q1, q6, [x9, #32]
	bit	v1.16b, v7.16b, v2.16b
	mov	v2.16b, v3.16b
	cmgt	v3.4s, v0.4s, v10.4s
	bsl	v2.16b, v7.16b, v6.16b
	cmge	v6.4s, v11.4s, v0.4s
	stp	q1, q2, [x9, #32]
	cmgt	v2.4s, v0.4s, v9.4s
	orr	v2.16b, v2.16b, v6.16b
	cmge	v6.4s, v12.4s, v0.4s
	orr	v3.16b, v3.16b, v6.16b
	ldp	q1, q6, [x9, #64]
	bit	v1.16b, v7.16b, v2.16b
	mov	v2.16b, v3.16b
	cmge	v3.4s, v15.4s, v0.4s
	bsl	v2.16b, v7.16b, v6.16b
	stp	q1, q2, [x9, #64]
	cmgt	v2.4s, v0.4s, v13.4s
	orr	v2.16b, v2.16b, v3.16b
	cmgt	v3.4s, v0.4s, v14.4s
	cmge	v0.4s, v8.4s, v0.4s
	orr	v0.16b, v3.16b, v0.16b
	ldp	q1, q3, [x9, #96]
	bsl	v0.16b, v7.16b, v3.16b
	bit	v1.16b, v7.16b, v2.16b
	stp	q1, q0, [x9, #96]
	add	x9, x9, #256
	b.ne	.LBB2_25
.LBB2_26:                               //   in Loop: Header=BB2_20 Depth=1
.Ltmp19:                                // EH_LABEL
	ldr	x2, [sp, #144]                  // 8-byte Reload
	add	x8, sp, #1552
	add	x1, x25, x20, lsl #2
	add	x3, sp, #1024
	add	x4, sp, #512
	mov	x0, x24
	mov	w5, w27
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp20:                                // EH_LABEL
// %bb.27:                              //   in Loop: Header=BB2_20 Depth=1
.Ltmp21:                                // EH_LABEL
	ldr	s0, [sp, #108]                  // 4-byte Reload
	movi	d1, #0000000000000000
	add	x0, sp, #1616
	add	x1, sp, #1576
	bl	_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
.Ltmp22:                                // EH_LABEL
// %bb.28:                              //   in Loop: Header=BB2_20 Depth=1
.Ltmp23:                                // EH_LABEL
	add	x8, sp, #1616
	add	x1, sp, #1576
	add	x2, sp, #1552
	add	x0, x8, #16
	bl	_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
.Ltmp24:                                // EH_LABEL
// %bb.29:                              //   in Loop: Header=BB2_20 Depth=1
	ldp	x8, x9, [sp, #128]              // 16-byte Folded Reload
	add	x23, x23, #64
	cmp	w22, w23
	stp	x9, x8, [x24, #24]
	b.gt	.LBB2_20
.LBB2_30:
	ldr	x20, [sp, #1624]
	ldr	x21, [sp, #1616]
	fmov	s8, #1.00000000
	mov	x19, xzr
	add	x22, sp, #512
	add	x23, sp, #1024
	b	.LBB2_33
	.p2align	5, , 16
.LBB2_31:                               //   in Loop: Header=BB2_33 Depth=1
	ldr	s1, [x21, x19, lsl #2]
	fcvt	d9, s1
	bl	log2f
	fcvt	d0, s0
	fadd	d0, d0, d9
.LBB2_32:                               //   in Loop: Header=BB2_33 Depth=1
	str	d0, [x23, x19, lsl #3]
	add	x19, x19, #1
	cmp	x19, #64
	b.eq	.LBB2_35
.LBB2_33:                               // =>This Inner Loop Header: Depth=1
	ldr	s0, [x20, x19, lsl #2]
	fdiv	s1, s8, s0
	fcmp	s0, #0.0
	fcsel	s1, s8, s1, eq
	str	s1, [x22, x19, lsl #2]
	b.ne	.LBB2_31
// %bb.34:                              //   in Loop: Header=BB2_33 Depth=1
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d0, x8
	b	.LBB2_32
.LBB2_35:
	ldr	w9, [sp, #1640]
	add	x8, sp, #1616
	cmp	w9, #1
	b.lt	.LBB2_38
// %bb.36:
	ldp	q0, q1, [sp, #512]
	ldp	q2, q3, [sp, #544]
	ldp	q4, q5, [sp, #576]
	ldp	q6, q7, [sp, #608]
	ldp	q16, q17, [sp, #640]
	ldp	q18, q19, [sp, #672]
	ldp	q20, q21, [sp, #704]
	ldp	q22, q23, [sp, #736]
	mov	x9, xzr
	mov	w10, #240                       // =0xf0
	.p2align	5, , 16
.LBB2_37:                               // =>This Inner Loop Header: Depth=1
	ldr	x11, [sp, #1632]
	add	x9, x9, #1
	add	x11, x11, x10
	add	x10, x10, #256
	ldp	q24, q25, [x11, #-240]
	fmul	v25.4s, v1.4s, v25.4s
	fmul	v24.4s, v0.4s, v24.4s
	stp	q24, q25, [x11, #-240]
	ldp	q24, q25, [x11, #-208]
	fmul	v25.4s, v3.4s, v25.4s
	fmul	v24.4s, v2.4s, v24.4s
	stp	q24, q25, [x11, #-208]
	ldp	q24, q25, [x11, #-176]
	fmul	v25.4s, v5.4s, v25.4s
	fmul	v24.4s, v4.4s, v24.4s
	stp	q24, q25, [x11, #-176]
	ldp	q24, q25, [x11, #-144]
	fmul	v25.4s, v7.4s, v25.4s
	fmul	v24.4s, v6.4s, v24.4s
	stp	q24, q25, [x11, #-144]
	ldp	q24, q25, [x11, #-112]
	fmul	v25.4s, v17.4s, v25.4s
	fmul	v24.4s, v16.4s, v24.4s
	stp	q24, q25, [x11, #-112]
	ldp	q24, q25, [x11, #-80]
	fmul	v25.4s, v19.4s, v25.4s
	fmul	v24.4s, v18.4s, v24.4s
	stp	q24, q25, [x11, #-80]
	ldp	q24, q25, [x11, #-48]
	fmul	v25.4s, v21.4s, v25.4s
	fmul	v24.4s, v20.4s, v24.4s
	stp	q24, q25, [x11, #-48]
	ldp	q24, q25, [x11, #-16]
	fmul	v25.4s, v23.4s, v25.4s
	fmul	v24.4s, v22.4s, v24.4s
	stp	q24, q25, [x11, #-16]
	ldrsw	x11, [sp, #1640]
	cmp	x9, x11
	b.lt	.LBB2_37
.LBB2_38:
	ldp	x12, x11, [sp, #32]             // 16-byte Folded Reload
	add	x2, sp, #512
	ldr	q1, [sp, #1728]
	ldr	x0, [sp, #56]                   // 8-byte Reload
	ldr	q2, [sp, #1744]
	ldr	x1, [sp, #72]                   // 8-byte Reload
	add	x3, sp, #1664
	add	x4, x8, #16
	ldrsw	x10, [x11, #8]
	ldpsw	x11, x9, [x11, #12]
	sxtw	x12, w12
	smaddl	x9, w11, w9, x10
	mul	x9, x9, x12
	dup	v0.2d, x9
	saddw	v3.2d, v0.2d, v1.2s
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #512]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	ldr	q3, [sp, #1776]
	stp	q1, q2, [sp, #544]
	ldr	q2, [sp, #1760]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	stp	q1, q2, [sp, #576]
	saddw	v1.2d, v0.2d, v3.2s
	saddw2	v2.2d, v0.2d, v3.4s
	stp	q1, q2, [sp, #608]
	ldr	q1, [sp, #1792]
	saddw	v3.2d, v0.2d, v1.2s
	ldr	q2, [sp, #1808]
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #640]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	stp	q1, q2, [sp, #672]
	ldr	q1, [sp, #1824]
	saddw	v3.2d, v0.2d, v1.2s
	ldr	q2, [sp, #1840]
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #704]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	stp	q1, q2, [sp, #736]
	ldr	q1, [sp, #1856]
	saddw	v3.2d, v0.2d, v1.2s
	ldr	q2, [sp, #1872]
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #768]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	stp	q1, q2, [sp, #800]
	ldr	q1, [sp, #1888]
	saddw	v3.2d, v0.2d, v1.2s
	ldr	q2, [sp, #1904]
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #832]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	stp	q1, q2, [sp, #864]
	ldr	q1, [sp, #1920]
	saddw	v3.2d, v0.2d, v1.2s
	ldr	q2, [sp, #1936]
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #896]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v2.2d, v0.2d, v2.4s
	stp	q1, q2, [sp, #928]
	ldr	q1, [sp, #1952]
	saddw	v3.2d, v0.2d, v1.2s
	ldr	q2, [sp, #1968]
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q3, q1, [sp, #960]
	saddw	v1.2d, v0.2d, v2.2s
	saddw2	v0.2d, v0.2d, v2.4s
	stp	q1, q0, [sp, #992]
	fmov	s0, #1.00000000
	bl	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	adrp	x8, .LCPI2_16
	ldr	x0, [sp, #48]                   // 8-byte Reload
	ldr	x1, [sp, #64]                   // 8-byte Reload
	ldr	d0, [x8, :lo12:.LCPI2_16]
	add	x2, sp, #512
	add	x3, sp, #1664
	add	x4, sp, #1024
	bl	_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	sub	sp, x29, #64
	.cfi_def_cfa wsp, 160
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	ldp	d15, d14, [sp], #160            // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	.cfi_restore b15
	ret
.LBB2_39:
	.cfi_restore_state
.Ltmp15:                                // EH_LABEL
	b	.LBB2_42
.LBB2_40:
.Ltmp18:                                // EH_LABEL
	b	.LBB2_42
.LBB2_41:
.Ltmp25:                                // EH_LABEL
.LBB2_42:
	ldp	x8, x9, [sp, #128]              // 16-byte Folded Reload
	stp	x9, x8, [x24, #24]
	bl	_Unwind_Resume
.Lfunc_end2:
	.size	_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE, .Lfunc_end2-_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.cfi_endproc
	.section	.gcc_except_table._ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"aG",@progbits,_ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.p2align	2, 0x0
GCC_except_table2:
.Lexception1:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end1-.Lcst_begin1
.Lcst_begin1:
	.uleb128 .Lfunc_begin1-.Lfunc_begin1    // >> Call Site 1 <<
	.uleb128 .Ltmp13-.Lfunc_begin1          //   Call between .Lfunc_begin1 and .Ltmp13
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp13-.Lfunc_begin1          // >> Call Site 2 <<
	.uleb128 .Ltmp14-.Ltmp13                //   Call between .Ltmp13 and .Ltmp14
	.uleb128 .Ltmp15-.Lfunc_begin1          //     jumps to .Ltmp15
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp16-.Lfunc_begin1          // >> Call Site 3 <<
	.uleb128 .Ltmp17-.Ltmp16                //   Call between .Ltmp16 and .Ltmp17
	.uleb128 .Ltmp18-.Lfunc_begin1          //     jumps to .Ltmp18
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp19-.Lfunc_begin1          // >> Call Site 4 <<
	.uleb128 .Ltmp24-.Ltmp19                //   Call between .Ltmp19 and .Ltmp24
	.uleb128 .Ltmp25-.Lfunc_begin1          //     jumps to .Ltmp25
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp24-.Lfunc_begin1          // >> Call Site 5 <<
	.uleb128 .Lfunc_end2-.Ltmp24            //   Call between .Ltmp24 and .Lfunc_end2
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end1:
	.p2align	2, 0x0
                                        // -- End function
	.text
	.globl	backward                        // -- Begin function backward
	.p2align	4
	.type	backward,@function
backward:                               // @backward
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
	stp	x29, x30, [sp, #160]            // 16-byte Folded Spill
	add	x29, sp, #160
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x13, :got:_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	adrp	x14, :got:_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	cmp	w2, #17
	ldp	x8, x10, [x1]
	ldr	x13, [x13, :got_lo12:_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE]
	ldr	x14, [x14, :got_lo12:_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE]
	ldp	x11, x9, [x1, #16]
	ldr	x12, [x1, #32]
                                        // kill: def $w3 killed $w3 def $x3
	csel	x13, x14, x13, lt
	cmp	x10, #1
	stp	x8, x10, [sp, #8]
	stp	x11, x9, [sp, #24]
	str	x12, [sp, #40]
	stp	x0, x13, [x29, #-16]
	b.lt	.LBB3_2
// %bb.1:
	add	x13, x10, x12
	sub	x13, x13, #1
	sdiv	x13, x13, x9
	sdiv	x9, x12, x9
	sub	x9, x13, x9
	madd	x9, x11, x9, x11
	b	.LBB3_3
.LBB3_2:
	mov	x9, xzr
.LBB3_3:
	stp	w10, w8, [x29, #-32]
	sub	x10, x29, #48
	stur	w11, [x29, #-36]
	sub	x11, x29, #24
	stp	x10, x11, [sp, #48]
	add	x10, sp, #8
	sub	x11, x29, #8
	sxtw	x8, w3
	stp	x10, x11, [sp, #64]
	sub	x10, x29, #28
	sub	x11, x29, #32
	cmp	x9, x8
	stp	x10, x11, [sp, #80]
	sub	x10, x29, #36
	sub	x11, x29, #16
	add	x2, sp, #48
	mov	x1, x4
	stur	x9, [x29, #-24]
	stur	xzr, [x29, #-48]
	csel	x0, x9, x8, lt
	stp	x10, x11, [sp, #96]
                                        // kill: def $w0 killed $w0 killed $x0
	bl	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_def_cfa wsp, 176
	ldp	x29, x30, [sp, #160]            // 16-byte Folded Reload
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end3:
	.size	backward, .Lfunc_end3-backward
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.LCPI4_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI4_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI4_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI4_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI4_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI4_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI4_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI4_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI4_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI4_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI4_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI4_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI4_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI4_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI4_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI4_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.text._ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"axG",@progbits,_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.weak	_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.p2align	4
	.type	_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,@function
_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE: // @_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.Lfunc_begin2:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception2
// %bb.0:
	stp	d9, d8, [sp, #-112]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	.cfi_remember_state
	sub	x9, sp, #1936
	and	sp, x9, #0xffffffffffffffc0
	ldr	x8, [x2, #8]
	mov	x19, x1
	mov	x28, x0
	cmp	x8, #18
	b.ne	.LBB4_2
// %bb.1:
	str	xzr, [sp, #384]                 // 8-byte Spill
	b	.LBB4_3
.LBB4_2:
	ldr	x8, [x2]
	str	x8, [sp, #384]                  // 8-byte Spill
.LBB4_3:
	ldr	x9, [x2, #24]
	cmp	x9, #18
	b.ne	.LBB4_5
// %bb.4:
	str	xzr, [sp, #256]                 // 8-byte Spill
	b	.LBB4_6
.LBB4_5:
	ldr	x8, [x2, #16]
	str	x8, [sp, #256]                  // 8-byte Spill
.LBB4_6:
	ldr	x9, [x2, #40]
	cmp	x9, #18
	b.ne	.LBB4_8
// %bb.7:
	str	xzr, [sp, #248]                 // 8-byte Spill
	b	.LBB4_9
.LBB4_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #248]                  // 8-byte Spill
.LBB4_9:
	ldr	x9, [x2, #56]
	cmp	x9, #18
	b.ne	.LBB4_11
// %bb.10:
	mov	x9, xzr
	b	.LBB4_12
.LBB4_11:
	ldr	x9, [x2, #48]
.LBB4_12:
	ldr	x8, [x2, #72]
	cmp	x8, #18
	str	x8, [sp, #360]                  // 8-byte Spill
	b.ne	.LBB4_14
// %bb.13:
	str	xzr, [sp, #320]                 // 8-byte Spill
	b	.LBB4_15
.LBB4_14:
	ldr	x8, [x2, #64]
	str	x8, [sp, #320]                  // 8-byte Spill
.LBB4_15:
	ldr	x8, [x2, #88]
	cmp	x8, #18
	str	x8, [sp, #336]                  // 8-byte Spill
	b.ne	.LBB4_17
// %bb.16:
	str	xzr, [sp, #304]                 // 8-byte Spill
	b	.LBB4_18
.LBB4_17:
	ldr	x8, [x2, #80]
	str	x8, [sp, #304]                  // 8-byte Spill
.LBB4_18:
	ldr	x10, [x2, #104]
	cmp	x10, #18
	str	x10, [sp, #24]                  // 8-byte Spill
	b.ne	.LBB4_20
// %bb.19:
	str	xzr, [sp, #16]                  // 8-byte Spill
	b	.LBB4_21
.LBB4_20:
	ldr	x10, [x2, #96]
	str	x10, [sp, #16]                  // 8-byte Spill
.LBB4_21:
	ldr	x10, [x2, #120]
	cmp	x10, #18
	str	x10, [sp, #376]                 // 8-byte Spill
	b.ne	.LBB4_23
// %bb.22:
	str	xzr, [sp, #368]                 // 8-byte Spill
	b	.LBB4_24
.LBB4_23:
	ldr	x10, [x2, #112]
	str	x10, [sp, #368]                 // 8-byte Spill
.LBB4_24:
	ldr	x10, [x2, #136]
	cmp	x10, #18
	str	x10, [sp, #416]                 // 8-byte Spill
	b.ne	.LBB4_26
// %bb.25:
	str	xzr, [sp, #408]                 // 8-byte Spill
	b	.LBB4_27
.LBB4_26:
	ldr	x10, [x2, #128]
	str	x10, [sp, #408]                 // 8-byte Spill
.LBB4_27:
	ldr	x8, [x2, #224]
	ldr	x11, [x2, #272]
	ldr	x14, [x2, #344]
	ldr	x13, [x2, #144]
	cmp	x14, #17
	ldr	x10, [x2, #160]
	ldr	x20, [x2, #176]
	ldr	x12, [x2, #288]
	stp	x11, x8, [sp, #424]             // 16-byte Folded Spill
	ldr	x11, [x2, #304]
	ldr	x8, [x2, #320]
	str	x8, [sp, #288]                  // 8-byte Spill
	b.ne	.LBB4_29
// %bb.28:
	ldr	d0, [x2, #336]
	fcvt	s8, d0
	b	.LBB4_30
.LBB4_29:
	ldr	x14, [x2, #336]
	scvtf	s8, x14
.LBB4_30:
	ldr	w16, [x28]
	ldr	x21, [x2, #352]
	mov	w4, #1                          // =0x1
	mov	w17, #2                         // =0x2
	mov	w18, #3                         // =0x3
	mov	w14, #4                         // =0x4
	mov	w15, #5                         // =0x5
	mov	w1, #6                          // =0x6
	mov	w5, #7                          // =0x7
	mov	w0, #8                          // =0x8
	mov	w24, #9                         // =0x9
	mov	w6, #10                         // =0xa
	bfi	w4, w16, #4, #28
	mov	w23, #11                        // =0xb
	mov	w7, #12                         // =0xc
	mov	w22, #13                        // =0xd
	mov	w25, #14                        // =0xe
	mov	w3, #15                         // =0xf
	lsl	w8, w16, #4
	bfi	w17, w16, #4, #28
	bfi	w18, w16, #4, #28
	bfi	w14, w16, #4, #28
	bfi	w15, w16, #4, #28
	bfi	w1, w16, #4, #28
	bfi	w5, w16, #4, #28
	bfi	w0, w16, #4, #28
	bfi	w24, w16, #4, #28
	bfi	w6, w16, #4, #28
	cmp	w4, w21
	mov	x30, #281474976710656           // =0x1000000000000
	bfi	w23, w16, #4, #28
	str	w4, [sp, #1860]
	bfi	w7, w16, #4, #28
	str	w17, [sp, #1864]
	bfi	w22, w16, #4, #28
	str	w18, [sp, #1868]
	bfi	w25, w16, #4, #28
	str	w14, [sp, #1872]
	bfi	w3, w16, #4, #28
	mov	w16, #256                       // =0x100
	csel	x4, x16, xzr, lt
	cmp	w8, w21
	cinc	x4, x4, lt
	cmp	w17, w21
	mov	w17, #65536                     // =0x10000
	csel	x26, x17, xzr, lt
	cmp	w18, w21
	mov	w18, #16777216                  // =0x1000000
	csel	x27, x18, xzr, lt
	orr	x26, x26, x27
	cmp	w14, w21
	mov	x14, #4294967296                // =0x100000000
	orr	x4, x4, x26
	str	w15, [sp, #1876]
	csel	x26, x14, xzr, lt
	cmp	w15, w21
	mov	x15, #1099511627776             // =0x10000000000
	csel	x27, x15, xzr, lt
	cmp	w1, w21
	orr	x26, x26, x27
	csel	x27, x30, xzr, lt
	orr	x26, x26, x27
	str	w1, [sp, #1880]
	orr	x1, x4, x26
	cmp	w5, w21
	mov	x4, #72057594037927936          // =0x100000000000000
	str	w5, [sp, #1884]
	csel	x5, x4, xzr, lt
	cmp	w24, w21
	str	w8, [sp, #444]                  // 4-byte Spill
	str	w8, [sp, #1856]
	ldr	x8, [x2, #192]
	csel	x16, x16, xzr, lt
	cmp	w0, w21
	cinc	x16, x16, lt
	cmp	w6, w21
	csel	x17, x17, xzr, lt
	cmp	w23, w21
	csel	x18, x18, xzr, lt
	cmp	w7, w21
	csel	x14, x14, xzr, lt
	str	x8, [sp, #192]                  // 8-byte Spill
	ldr	x8, [x2, #208]
	cmp	w22, w21
	csel	x15, x15, xzr, lt
	cmp	w25, w21
	orr	x14, x14, x15
	csel	x15, x30, xzr, lt
	orr	x14, x14, x15
	ldrsw	x15, [x28, #16]
	str	x8, [sp, #224]                  // 8-byte Spill
	ldr	x8, [x2, #240]
	mul	x13, x13, x15
	ldr	x27, [x2, #384]
	str	x8, [sp, #208]                  // 8-byte Spill
	ldr	x8, [sp, #384]                  // 8-byte Reload
	str	w22, [sp, #1908]
	add	x22, x8, x13, lsl #2
	ldr	x8, [x2, #256]
	str	x8, [sp, #160]                  // 8-byte Spill
	mul	x8, x12, x15
	ldrsw	x12, [x28, #8]
	orr	x17, x17, x18
	str	w23, [sp, #1900]
	orr	x16, x16, x17
	cmp	w3, w21
	orr	x1, x1, x5
	orr	x14, x16, x14
	mul	x23, x10, x12
	ldr	w10, [x2, #368]
	csel	x16, x4, xzr, lt
	str	w0, [sp, #1888]
	orr	x14, x14, x16
	str	w3, [sp, #1916]
	add	x3, sp, #1856
	str	x1, [sp, #1840]
	add	x4, sp, #1840
	add	x1, x22, x23, lsl #2
	mov	x0, x19
	mov	x2, x20
	mov	w5, w27
	str	w24, [sp, #1892]
	str	w6, [sp, #1896]
	mul	x24, x11, x12
	str	w7, [sp, #1904]
	str	w25, [sp, #1912]
	add	x25, x9, x8, lsl #2
	str	x14, [sp, #1848]
	str	w10, [sp, #272]                 // 4-byte Spill
	bl	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	ldr	x26, [sp, #288]                 // 8-byte Reload
	str	x0, [sp, #1824]
	str	x1, [sp, #1832]
	add	x1, x25, x24, lsl #2
	add	x3, sp, #1856
	add	x4, sp, #1840
	mov	x0, x19
	mov	w5, w27
	mov	x2, x26
	bl	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	str	x0, [sp, #1808]
	add	x8, sp, #1784
	str	x1, [sp, #1816]
	add	x1, x22, x23, lsl #2
	add	x3, sp, #1856
	add	x4, sp, #1840
	mov	x0, x19
	mov	x2, x20
	mov	w5, w27
	bl	_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	add	x8, sp, #1760
	add	x1, x25, x24, lsl #2
	add	x3, sp, #1856
	add	x4, sp, #1840
	mov	x0, x19
	mov	x2, x26
	mov	w5, w27
	bl	_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	ldpsw	x8, x22, [x28, #12]
	ldrsw	x23, [x28, #8]
	sxtw	x9, w21
	ldr	d0, [sp, #1856]
	ldr	d1, [sp, #1864]
	ldr	x0, [sp, #320]                  // 8-byte Reload
	ldr	x1, [sp, #360]                  // 8-byte Reload
	add	x2, sp, #1600
	add	x3, sp, #1840
	smaddl	x8, w8, w22, x23
	mul	x8, x8, x9
	dup	v2.2d, x8
	mov	w8, #2139095040                 // =0x7f800000
	saddw	v0.2d, v2.2d, v0.2s
	saddw	v1.2d, v2.2d, v1.2s
	str	q2, [sp, #384]                  // 16-byte Spill
	str	q0, [sp, #1600]
	ldr	d0, [sp, #1872]
	str	q1, [sp, #1616]
	ldr	d1, [sp, #1880]
	saddw	v0.2d, v2.2d, v0.2s
	saddw	v1.2d, v2.2d, v1.2s
	str	q0, [sp, #1632]
	ldr	d0, [sp, #1888]
	str	q1, [sp, #1648]
	ldr	d1, [sp, #1896]
	saddw	v0.2d, v2.2d, v0.2s
	saddw	v1.2d, v2.2d, v1.2s
	str	q0, [sp, #1664]
	ldr	d0, [sp, #1904]
	str	q1, [sp, #1680]
	ldr	d1, [sp, #1912]
	saddw	v0.2d, v2.2d, v0.2s
	saddw	v1.2d, v2.2d, v1.2s
	str	q0, [sp, #1696]
	fmov	s0, w8
	add	x8, sp, #1536
	str	q1, [sp, #1712]
	bl	_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	ldr	x0, [sp, #304]                  // 8-byte Reload
	ldr	x1, [sp, #336]                  // 8-byte Reload
	movi	d0, #0000000000000000
	add	x8, sp, #1472
	add	x2, sp, #1600
	add	x3, sp, #1840
	bl	_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	sbfiz	x20, x27, #6, #32
	b	.LBB4_32
	.p2align	5, , 16
.LBB4_31:                               //   in Loop: Header=BB4_32 Depth=1
	mov	x0, x19
	mov	x1, x20
	bl	_ZN8patternc7Scratch3addEm
.LBB4_32:                               // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x19]
	sub	x8, x8, x9
	ldr	x24, [x19, #24]
	cmp	x24, x8, asr #4
	b.eq	.LBB4_31
// %bb.33:                              //   in Loop: Header=BB4_32 Depth=1
	ldr	x8, [x19, #32]
	add	x9, x9, x24, lsl #4
	ldr	x10, [x9, #8]
	add	x25, x8, x20
	cmp	x25, x10
	b.ls	.LBB4_35
// %bb.34:                              //   in Loop: Header=BB4_32 Depth=1
	add	x8, x24, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB4_32
.LBB4_35:
	ldr	w10, [sp, #444]                 // 4-byte Reload
	ldr	x9, [x9]
	add	w10, w10, #16
	add	x28, x9, x8
	str	x25, [x19, #32]
	cmp	w10, w21
	csel	w26, w10, w21, lt
	cmp	w27, #1
	b.lt	.LBB4_37
// %bb.36:
	mov	x0, x28
	mov	w1, wzr
	mov	x2, x20
	bl	memset
.LBB4_37:
	mov	w8, w27
	ldr	w10, [sp, #272]                 // 4-byte Reload
	str	x8, [sp, #1464]
	ldr	w8, [sp, #444]                  // 4-byte Reload
	str	x28, [sp, #1456]
	sub	w8, w8, w10
	cmn	w8, #1
	csinv	w8, w8, wzr, gt
	add	w21, w8, #1
	cmp	w21, w26
	b.ge	.LBB4_60
// %bb.38:
	ldr	x8, [sp, #192]                  // 8-byte Reload
	ldp	x9, x11, [sp, #248]             // 16-byte Folded Reload
	mul	x8, x8, x22
	add	x8, x11, x8, lsl #2
	str	x8, [sp, #360]                  // 8-byte Spill
	ldr	x8, [sp, #208]                  // 8-byte Reload
	mul	x8, x8, x22
	add	x11, x9, x8, lsl #2
	sub	w8, w26, w10
	ldr	x9, [sp, #160]                  // 8-byte Reload
	bic	w8, w8, w8, asr #31
	stp	x8, x11, [sp, #48]              // 16-byte Folded Spill
	mov	w8, #43579                      // =0xaa3b
	movk	w8, #16312, lsl #16
	fmov	s0, w8
	adrp	x8, .LCPI4_0
	ldr	q1, [x8, :lo12:.LCPI4_0]
	adrp	x8, .LCPI4_1
	fmul	s9, s8, s0
	dup	v0.4s, w10
	str	q1, [sp, #336]                  // 16-byte Spill
	ldr	q1, [x8, :lo12:.LCPI4_1]
	adrp	x8, .LCPI4_2
	str	q0, [sp, #32]                   // 16-byte Spill
	str	q1, [sp, #320]                  // 16-byte Spill
	ldr	q1, [x8, :lo12:.LCPI4_2]
	adrp	x8, .LCPI4_3
	ldr	q0, [x8, :lo12:.LCPI4_3]
	adrp	x8, .LCPI4_4
	str	q1, [sp, #304]                  // 16-byte Spill
	str	q0, [sp, #288]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_4]
	adrp	x8, .LCPI4_5
	str	q0, [sp, #272]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_5]
	ldr	x8, [sp, #224]                  // 8-byte Reload
	mul	x8, x8, x23
	mul	x23, x9, x23
	str	q0, [sp, #256]                  // 16-byte Spill
	str	x8, [sp, #248]                  // 8-byte Spill
	adrp	x8, .LCPI4_6
	ldr	q0, [x8, :lo12:.LCPI4_6]
	adrp	x8, .LCPI4_7
	str	q0, [sp, #224]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_7]
	adrp	x8, .LCPI4_8
	ldr	q1, [x8, :lo12:.LCPI4_8]
	adrp	x8, .LCPI4_9
	str	q0, [sp, #208]                  // 16-byte Spill
	dup	v0.4s, w26
	stp	q0, q1, [sp, #176]              // 32-byte Folded Spill
	ldr	q0, [x8, :lo12:.LCPI4_9]
	adrp	x8, .LCPI4_10
	str	q0, [sp, #160]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_10]
	adrp	x8, .LCPI4_11
	str	q0, [sp, #144]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_11]
	adrp	x8, .LCPI4_12
	str	q0, [sp, #128]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_12]
	adrp	x8, .LCPI4_13
	str	q0, [sp, #112]                  // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_13]
	adrp	x8, .LCPI4_14
	str	q0, [sp, #96]                   // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_14]
	adrp	x8, .LCPI4_15
	str	q0, [sp, #80]                   // 16-byte Spill
	ldr	q0, [x8, :lo12:.LCPI4_15]
	str	q0, [sp, #64]                   // 16-byte Spill
	.p2align	5, , 16
.LBB4_39:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB4_45 Depth 2
                                        //     Child Loop BB4_50 Depth 2
                                        //     Child Loop BB4_55 Depth 2
	ldp	q2, q1, [sp, #320]              // 32-byte Folded Reload
	ldp	q4, q3, [sp, #288]              // 32-byte Folded Reload
	ldp	q21, q17, [sp, #176]            // 32-byte Folded Reload
	dup	v0.4s, w21
	ldr	q20, [sp, #128]                 // 16-byte Reload
	ldp	q6, q5, [sp, #256]              // 32-byte Folded Reload
	ldp	q16, q7, [sp, #208]             // 32-byte Folded Reload
	add	v1.4s, v0.4s, v1.4s
	add	v3.4s, v0.4s, v3.4s
	add	v5.4s, v0.4s, v5.4s
	add	v2.4s, v0.4s, v2.4s
	add	v4.4s, v0.4s, v4.4s
	add	v6.4s, v0.4s, v6.4s
	str	q1, [sp, #1152]
	cmgt	v1.4s, v21.4s, v1.4s
	add	v7.4s, v0.4s, v7.4s
	str	q2, [sp, #1168]
	cmgt	v2.4s, v21.4s, v2.4s
	add	v16.4s, v0.4s, v16.4s
	str	q3, [sp, #1184]
	cmgt	v3.4s, v21.4s, v3.4s
	uzp1	v1.8h, v1.8h, v2.8h
	str	q4, [sp, #1200]
	cmgt	v4.4s, v21.4s, v4.4s
	uzp1	v3.8h, v3.8h, v4.8h
	str	q5, [sp, #1216]
	uzp1	v1.16b, v1.16b, v3.16b
	cmgt	v3.4s, v21.4s, v16.4s
	str	q6, [sp, #1232]
	cmgt	v6.4s, v21.4s, v6.4s
	cmgt	v5.4s, v21.4s, v5.4s
	str	q7, [sp, #1248]
	cmgt	v7.4s, v21.4s, v7.4s
	uzp1	v3.8h, v7.8h, v3.8h
	str	q16, [sp, #1264]
	movi	v16.16b, #1
	uzp1	v5.8h, v5.8h, v6.8h
	and	v1.16b, v1.16b, v16.16b
	uzp1	v3.16b, v5.16b, v3.16b
	add	v17.4s, v0.4s, v17.4s
	ldp	q19, q18, [sp, #144]            // 32-byte Folded Reload
	str	q1, [sp, #1088]
	ldr	q4, [sp, #112]                  // 16-byte Reload
	ldp	q5, q1, [sp, #64]               // 32-byte Folded Reload
	ldr	q2, [sp, #96]                   // 16-byte Reload
	add	v18.4s, v0.4s, v18.4s
	add	v19.4s, v0.4s, v19.4s
	add	v20.4s, v0.4s, v20.4s
	add	v4.4s, v0.4s, v4.4s
	add	v2.4s, v0.4s, v2.4s
	add	v1.4s, v0.4s, v1.4s
	add	v0.4s, v0.4s, v5.4s
	str	q1, [sp, #1376]
	cmgt	v5.4s, v21.4s, v20.4s
	cmgt	v6.4s, v21.4s, v19.4s
	str	q0, [sp, #1392]
	cmgt	v0.4s, v21.4s, v0.4s
	cmgt	v1.4s, v21.4s, v1.4s
	str	q2, [sp, #1360]
	uzp1	v5.8h, v6.8h, v5.8h
	cmgt	v6.4s, v21.4s, v18.4s
	cmgt	v7.4s, v21.4s, v17.4s
	uzp1	v0.8h, v1.8h, v0.8h
	cmgt	v1.4s, v21.4s, v2.4s
	cmgt	v2.4s, v21.4s, v4.4s
	uzp1	v6.8h, v7.8h, v6.8h
	uzp1	v1.8h, v2.8h, v1.8h
	uzp1	v5.16b, v6.16b, v5.16b
	uzp1	v0.16b, v1.16b, v0.16b
	and	v3.16b, v3.16b, v16.16b
	and	v1.16b, v5.16b, v16.16b
	and	v0.16b, v0.16b, v16.16b
	str	q17, [sp, #1280]
	str	q18, [sp, #1296]
	str	q19, [sp, #1312]
	str	q20, [sp, #1328]
	str	q4, [sp, #1344]
	str	q3, [sp, #1104]
	str	q1, [sp, #1120]
	str	q0, [sp, #1136]
.Ltmp26:                                // EH_LABEL
	ldr	x9, [sp, #360]                  // 8-byte Reload
	ldr	x10, [sp, #248]                 // 8-byte Reload
	add	x8, sp, #1064
	ldr	x2, [sp, #432]                  // 8-byte Reload
	add	x3, sp, #1152
	add	x4, sp, #1088
	mov	x0, x19
	mov	w5, w27
	add	x1, x9, x10, lsl #2
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp27:                                // EH_LABEL
// %bb.40:                              //   in Loop: Header=BB4_39 Depth=1
.Ltmp29:                                // EH_LABEL
	add	x1, sp, #1824
	add	x2, sp, #1064
	mov	x0, x19
	bl	_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
.Ltmp30:                                // EH_LABEL
// %bb.41:                              //   in Loop: Header=BB4_39 Depth=1
	str	x0, [sp, #1048]
	str	x1, [sp, #1056]
.Ltmp32:                                // EH_LABEL
	movi	d1, #0000000000000000
	fmov	s0, s9
	add	x1, sp, #1048
	add	x2, sp, #1536
	mov	x0, x19
	mov	w3, #1                          // =0x1
	bl	_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff
.Ltmp33:                                // EH_LABEL
// %bb.42:                              //   in Loop: Header=BB4_39 Depth=1
	ldr	w9, [sp, #444]                  // 4-byte Reload
	add	w8, w21, #63
	cmp	w8, w9
	ldr	x8, [sp, #48]                   // 8-byte Reload
	str	x0, [sp, #1032]
	str	x1, [sp, #1040]
	ccmp	x21, x8, #0, le
	b.hs	.LBB4_46
// %bb.43:                              //   in Loop: Header=BB4_39 Depth=1
	cmp	w1, #1
	b.lt	.LBB4_46
// %bb.44:                              //   in Loop: Header=BB4_39 Depth=1
	ldr	q0, [sp, #1856]
	and	x8, x1, #0x7fffffff
	ldr	q1, [sp, #1872]
	add	x9, x0, #32
	ldr	q7, [sp, #32]                   // 16-byte Reload
	add	x10, sp, #1152
	ldr	q4, [sp, #1888]
	sub	v2.4s, v0.4s, v7.4s
	ldr	q5, [sp, #1904]
	sub	v3.4s, v1.4s, v7.4s
	sub	v6.4s, v4.4s, v7.4s
	sub	v7.4s, v5.4s, v7.4s
	.p2align	5, , 16
.LBB4_45:                               //   Parent Loop BB4_39 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ld1r	{ v17.4s }, [x10], #4
	subs	x8, x8, #1
	cmgt	v18.4s, v17.4s, v0.4s
	cmge	v19.4s, v2.4s, v17.4s
	cmgt	v20.4s, v17.4s, v1.4s
	cmge	v21.4s, v3.4s, v17.4s
	orr	v18.16b, v18.16b, v19.16b
	orr	v19.16b, v20.16b, v21.16b
	ldp	q16, q20, [x9, #-32]
	bic	v16.16b, v16.16b, v18.16b
	bic	v18.16b, v20.16b, v19.16b
	stp	q16, q18, [x9, #-32]
	cmgt	v16.4s, v17.4s, v4.4s
	cmge	v18.4s, v6.4s, v17.4s
	orr	v16.16b, v16.16b, v18.16b
	cmgt	v18.4s, v17.4s, v5.4s
	cmge	v17.4s, v7.4s, v17.4s
	orr	v17.16b, v18.16b, v17.16b
	ldp	q21, q18, [x9]
	bic	v17.16b, v18.16b, v17.16b
	bic	v16.16b, v21.16b, v16.16b
	stp	q16, q17, [x9], #64
	b.ne	.LBB4_45
.LBB4_46:                               //   in Loop: Header=BB4_39 Depth=1
.Ltmp35:                                // EH_LABEL
	ldr	x9, [sp, #56]                   // 8-byte Reload
	ldr	x2, [sp, #424]                  // 8-byte Reload
	add	x8, sp, #1008
	add	x3, sp, #1152
	add	x4, sp, #1088
	mov	x0, x19
	mov	w5, w27
	add	x1, x9, x23, lsl #2
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp36:                                // EH_LABEL
// %bb.47:                              //   in Loop: Header=BB4_39 Depth=1
.Ltmp38:                                // EH_LABEL
	add	x1, sp, #1808
	add	x2, sp, #1008
	mov	x0, x19
	bl	_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
.Ltmp39:                                // EH_LABEL
// %bb.48:                              //   in Loop: Header=BB4_39 Depth=1
	ldrsw	x8, [sp, #1040]
	mov	x20, x0
	mov	w22, w8
	lsl	x28, x8, #6
	b	.LBB4_50
	.p2align	5, , 16
.LBB4_49:                               //   in Loop: Header=BB4_50 Depth=2
.Ltmp49:                                // EH_LABEL
	mov	x0, x19
	mov	x1, x28
	bl	_ZN8patternc7Scratch3addEm
.Ltmp50:                                // EH_LABEL
.LBB4_50:                               //   Parent Loop BB4_39 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	x11, x9, [x19]
	sub	x9, x9, x11
	ldr	x8, [x19, #24]
	cmp	x8, x9, asr #4
	b.eq	.LBB4_49
// %bb.51:                              //   in Loop: Header=BB4_50 Depth=2
	ldr	x9, [x19, #32]
	add	x11, x11, x8, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x9, x28
	cmp	x10, x12
	b.ls	.LBB4_53
// %bb.52:                              //   in Loop: Header=BB4_50 Depth=2
	add	x8, x8, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB4_50
	.p2align	5, , 16
.LBB4_53:                               //   in Loop: Header=BB4_39 Depth=1
	ldr	x8, [x11]
	str	x10, [x19, #32]
	add	x8, x8, x9
	ldr	w9, [sp, #1040]
	cmp	w9, #1
	b.lt	.LBB4_56
// %bb.54:                              //   in Loop: Header=BB4_39 Depth=1
	mov	x9, xzr
	mov	x10, xzr
	.p2align	5, , 16
.LBB4_55:                               //   Parent Loop BB4_39 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x12, [sp, #1032]
	ldr	q0, [sp, #1472]
	add	x11, x8, x9
	add	x10, x10, #1
	ldr	q1, [x12, x9]
	add	x12, x20, x9
	ldr	q2, [x12]
	fsub	v0.4s, v2.4s, v0.4s
	fmul	v0.4s, v1.4s, v0.4s
	str	q0, [x11]
	ldr	x13, [sp, #1032]
	add	x13, x13, x9
	ldr	q0, [sp, #1488]
	ldr	q2, [x12, #16]
	fsub	v0.4s, v2.4s, v0.4s
	ldr	q1, [x13, #16]
	fmul	v0.4s, v1.4s, v0.4s
	str	q0, [x11, #16]
	ldr	x13, [sp, #1032]
	add	x13, x13, x9
	ldr	q0, [sp, #1504]
	ldr	q2, [x12, #32]
	fsub	v0.4s, v2.4s, v0.4s
	ldr	q1, [x13, #32]
	fmul	v0.4s, v1.4s, v0.4s
	str	q0, [x11, #32]
	ldr	x13, [sp, #1032]
	add	x13, x13, x9
	ldr	q0, [sp, #1520]
	add	x9, x9, #64
	ldr	q2, [x12, #48]
	fsub	v0.4s, v2.4s, v0.4s
	ldr	q1, [x13, #48]
	fmul	v0.4s, v1.4s, v0.4s
	str	q0, [x11, #48]
	ldrsw	x11, [sp, #1040]
	cmp	x10, x11
	b.lt	.LBB4_55
.LBB4_56:                               //   in Loop: Header=BB4_39 Depth=1
	str	x8, [sp, #992]
	str	x22, [sp, #1000]
.Ltmp41:                                // EH_LABEL
	add	x0, sp, #1456
	add	x1, sp, #992
	add	x2, sp, #1064
	bl	_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
.Ltmp42:                                // EH_LABEL
// %bb.57:                              //   in Loop: Header=BB4_39 Depth=1
	ldr	q0, [sp, #1152]
	ldr	q3, [sp, #384]                  // 16-byte Reload
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1168]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #448]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #480]
	ldr	q0, [sp, #1184]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1200]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #512]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #544]
	ldr	q0, [sp, #1216]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1232]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #576]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #608]
	ldr	q0, [sp, #1248]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1264]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #640]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #672]
	ldr	q0, [sp, #1280]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1296]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #704]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #736]
	ldr	q0, [sp, #1312]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1328]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #768]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #800]
	ldr	q0, [sp, #1344]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1360]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #832]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #864]
	ldr	q0, [sp, #1376]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1392]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #896]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #928]
.Ltmp44:                                // EH_LABEL
	ldp	x1, x2, [sp, #408]              // 16-byte Folded Reload
	fmov	s0, #1.00000000
	add	x3, sp, #448
	add	x4, sp, #1088
	add	x5, sp, #1032
	add	x6, sp, #1760
	mov	x0, x19
	bl	_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
.Ltmp45:                                // EH_LABEL
// %bb.58:                              //   in Loop: Header=BB4_39 Depth=1
.Ltmp46:                                // EH_LABEL
	ldp	x1, x2, [sp, #368]              // 16-byte Folded Reload
	fmov	s0, s8
	add	x3, sp, #448
	add	x4, sp, #1088
	add	x5, sp, #992
	add	x6, sp, #1784
	mov	x0, x19
	bl	_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
.Ltmp47:                                // EH_LABEL
// %bb.59:                              //   in Loop: Header=BB4_39 Depth=1
	add	x21, x21, #64
	cmp	w26, w21
	stp	x24, x25, [x19, #24]
	b.gt	.LBB4_39
.LBB4_60:
	add	x8, sp, #1840
	add	x9, sp, #1600
	stp	x8, x9, [sp, #448]
	add	x8, sp, #1456
	add	x9, sp, #1152
	stp	x8, x9, [sp, #464]
	ldr	x8, [sp, #24]                   // 8-byte Reload
	str	s8, [sp, #1152]
	cmp	x8, #1
	b.gt	.LBB4_64
// %bb.61:
	cbz	x8, .LBB4_67
// %bb.62:
	cmp	x8, #1
	b.ne	.LBB4_69
// %bb.63:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #448
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	b	.LBB4_69
.LBB4_64:
	cmp	x8, #2
	b.eq	.LBB4_68
// %bb.65:
	cmp	x8, #3
	b.ne	.LBB4_69
// %bb.66:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #448
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	b	.LBB4_69
.LBB4_67:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #448
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	b	.LBB4_69
.LBB4_68:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	add	x0, sp, #448
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
.LBB4_69:
	sub	sp, x29, #16
	.cfi_def_cfa wsp, 112
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	ldp	d9, d8, [sp], #112              // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	ret
.LBB4_70:
	.cfi_restore_state
.Ltmp43:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_71:
.Ltmp28:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_72:
.Ltmp31:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_73:
.Ltmp34:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_74:
.Ltmp37:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_75:
.Ltmp40:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_76:
.Ltmp48:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.LBB4_77:
.Ltmp51:                                // EH_LABEL
	stp	x24, x25, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end4:
	.size	_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE, .Lfunc_end4-_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.cfi_endproc
	.section	.gcc_except_table._ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"aG",@progbits,_ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.p2align	2, 0x0
GCC_except_table4:
.Lexception2:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end2-.Lcst_begin2
.Lcst_begin2:
	.uleb128 .Lfunc_begin2-.Lfunc_begin2    // >> Call Site 1 <<
	.uleb128 .Ltmp26-.Lfunc_begin2          //   Call between .Lfunc_begin2 and .Ltmp26
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp26-.Lfunc_begin2          // >> Call Site 2 <<
	.uleb128 .Ltmp27-.Ltmp26                //   Call between .Ltmp26 and .Ltmp27
	.uleb128 .Ltmp28-.Lfunc_begin2          //     jumps to .Ltmp28
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp29-.Lfunc_begin2          // >> Call Site 3 <<
	.uleb128 .Ltmp30-.Ltmp29                //   Call between .Ltmp29 and .Ltmp30
	.uleb128 .Ltmp31-.Lfunc_begin2          //     jumps to .Ltmp31
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp32-.Lfunc_begin2          // >> Call Site 4 <<
	.uleb128 .Ltmp33-.Ltmp32                //   Call between .Ltmp32 and .Ltmp33
	.uleb128 .Ltmp34-.Lfunc_begin2          //     jumps to .Ltmp34
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp35-.Lfunc_begin2          // >> Call Site 5 <<
	.uleb128 .Ltmp36-.Ltmp35                //   Call between .Ltmp35 and .Ltmp36
	.uleb128 .Ltmp37-.Lfunc_begin2          //     jumps to .Ltmp37
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp38-.Lfunc_begin2          // >> Call Site 6 <<
	.uleb128 .Ltmp39-.Ltmp38                //   Call between .Ltmp38 and .Ltmp39
	.uleb128 .Ltmp40-.Lfunc_begin2          //     jumps to .Ltmp40
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp49-.Lfunc_begin2          // >> Call Site 7 <<
	.uleb128 .Ltmp50-.Ltmp49                //   Call between .Ltmp49 and .Ltmp50
	.uleb128 .Ltmp51-.Lfunc_begin2          //     jumps to .Ltmp51
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp41-.Lfunc_begin2          // >> Call Site 8 <<
	.uleb128 .Ltmp42-.Ltmp41                //   Call between .Ltmp41 and .Ltmp42
	.uleb128 .Ltmp43-.Lfunc_begin2          //     jumps to .Ltmp43
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp44-.Lfunc_begin2          // >> Call Site 9 <<
	.uleb128 .Ltmp47-.Ltmp44                //   Call between .Ltmp44 and .Ltmp47
	.uleb128 .Ltmp48-.Lfunc_begin2          //     jumps to .Ltmp48
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp47-.Lfunc_begin2          // >> Call Site 10 <<
	.uleb128 .Lfunc_end4-.Ltmp47            //   Call between .Ltmp47 and .Lfunc_end4
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end2:
	.p2align	2, 0x0
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.LCPI5_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI5_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI5_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI5_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI5_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI5_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI5_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI5_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI5_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI5_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI5_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI5_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI5_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI5_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI5_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI5_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.text._ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"axG",@progbits,_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.weak	_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.p2align	4
	.type	_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,@function
_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE: // @_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
.Lfunc_begin3:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception3
// %bb.0:
	stp	d15, d14, [sp, #-160]!          // 16-byte Folded Spill
	.cfi_def_cfa_offset 160
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	.cfi_offset b10, -120
	.cfi_offset b11, -128
	.cfi_offset b12, -136
	.cfi_offset b13, -144
	.cfi_offset b14, -152
	.cfi_offset b15, -160
	.cfi_remember_state
	sub	x9, sp, #3232
	and	sp, x9, #0xffffffffffffffc0
	ldr	x8, [x2, #8]
	mov	x19, x1
	mov	x21, x0
	cmp	x8, #18
	b.ne	.LBB5_2
// %bb.1:
	mov	x8, xzr
	b	.LBB5_3
.LBB5_2:
	ldr	x8, [x2]
.LBB5_3:
	ldr	x9, [x2, #24]
	cmp	x9, #18
	b.ne	.LBB5_5
// %bb.4:
	str	xzr, [sp, #592]                 // 8-byte Spill
	b	.LBB5_6
.LBB5_5:
	ldr	x9, [x2, #16]
	str	x9, [sp, #592]                  // 8-byte Spill
.LBB5_6:
	ldr	x9, [x2, #40]
	cmp	x9, #18
	b.ne	.LBB5_8
// %bb.7:
	str	xzr, [sp, #576]                 // 8-byte Spill
	b	.LBB5_9
.LBB5_8:
	ldr	x9, [x2, #32]
	str	x9, [sp, #576]                  // 8-byte Spill
.LBB5_9:
	ldr	x9, [x2, #56]
	cmp	x9, #18
	b.ne	.LBB5_11
// %bb.10:
	mov	x9, xzr
	b	.LBB5_12
.LBB5_11:
	ldr	x9, [x2, #48]
.LBB5_12:
	ldr	x10, [x2, #72]
	cmp	x10, #18
	str	x10, [sp, #688]                 // 8-byte Spill
	b.ne	.LBB5_14
// %bb.13:
	str	xzr, [sp, #656]                 // 8-byte Spill
	b	.LBB5_15
.LBB5_14:
	ldr	x10, [x2, #64]
	str	x10, [sp, #656]                 // 8-byte Spill
.LBB5_15:
	ldr	x10, [x2, #88]
	cmp	x10, #18
	str	x10, [sp, #672]                 // 8-byte Spill
	b.ne	.LBB5_17
// %bb.16:
	str	xzr, [sp, #640]                 // 8-byte Spill
	b	.LBB5_18
.LBB5_17:
	ldr	x10, [x2, #80]
	str	x10, [sp, #640]                 // 8-byte Spill
.LBB5_18:
	ldr	x10, [x2, #104]
	cmp	x10, #18
	str	x10, [sp, #72]                  // 8-byte Spill
	b.ne	.LBB5_20
// %bb.19:
	str	xzr, [sp, #64]                  // 8-byte Spill
	b	.LBB5_21
.LBB5_20:
	ldr	x10, [x2, #96]
	str	x10, [sp, #64]                  // 8-byte Spill
.LBB5_21:
	ldr	x10, [x2, #120]
	cmp	x10, #18
	str	x10, [sp, #168]                 // 8-byte Spill
	b.ne	.LBB5_23
// %bb.22:
	str	xzr, [sp, #160]                 // 8-byte Spill
	b	.LBB5_24
.LBB5_23:
	ldr	x10, [x2, #112]
	str	x10, [sp, #160]                 // 8-byte Spill
.LBB5_24:
	ldr	x10, [x2, #136]
	cmp	x10, #18
	str	x10, [sp, #208]                 // 8-byte Spill
	b.ne	.LBB5_26
// %bb.25:
	str	xzr, [sp, #200]                 // 8-byte Spill
	b	.LBB5_27
.LBB5_26:
	ldr	x10, [x2, #128]
	str	x10, [sp, #200]                 // 8-byte Spill
.LBB5_27:
	ldr	x10, [x2, #224]
	ldr	x14, [x2, #344]
	cmp	x14, #17
	str	x10, [sp, #504]                 // 8-byte Spill
	ldr	x10, [x2, #272]
	ldr	x13, [x2, #144]
	ldr	x12, [x2, #160]
	ldr	x20, [x2, #176]
	ldr	x11, [x2, #304]
	ldr	x26, [x2, #320]
	str	x10, [sp, #216]                 // 8-byte Spill
	ldr	x10, [x2, #288]
	b.ne	.LBB5_29
// %bb.28:
	ldr	d0, [x2, #336]
	fcvt	s0, d0
	b	.LBB5_30
.LBB5_29:
	ldr	x14, [x2, #336]
	scvtf	s0, x14
.LBB5_30:
	adrp	x15, .LCPI5_0
	ldr	w14, [x21]
	ldr	x24, [x2, #352]
	ldr	q1, [x15, :lo12:.LCPI5_0]
	adrp	x15, .LCPI5_1
	ldr	q2, [x15, :lo12:.LCPI5_1]
	adrp	x15, .LCPI5_2
	ldr	q3, [x15, :lo12:.LCPI5_2]
	adrp	x15, .LCPI5_3
	ldr	q4, [x15, :lo12:.LCPI5_3]
	lsl	w14, w14, #6
	str	s0, [sp, #516]                  // 4-byte Spill
	dup	v0.4s, w14
	str	w14, [sp, #524]                 // 4-byte Spill
	adrp	x14, .LCPI5_4
	dup	v23.4s, w24
	ldrsw	x15, [x21, #8]
	ldr	x22, [x2, #384]
	orr	v5.16b, v0.16b, v3.16b
	mul	x23, x12, x15
	ldr	x12, [x2, #192]
	stp	q4, q3, [sp, #432]              // 32-byte Folded Spill
	ldr	q3, [x14, :lo12:.LCPI5_4]
	adrp	x14, .LCPI5_5
	ldr	q7, [x14, :lo12:.LCPI5_5]
	adrp	x14, .LCPI5_6
	orr	v6.16b, v0.16b, v4.16b
	str	x12, [sp, #536]                 // 8-byte Spill
	orr	v4.16b, v0.16b, v3.16b
	ldr	x12, [x2, #208]
	add	x3, sp, #2944
	stp	q7, q3, [sp, #400]              // 32-byte Folded Spill
	ldr	q3, [x14, :lo12:.LCPI5_6]
	adrp	x14, .LCPI5_7
	ldr	q17, [x14, :lo12:.LCPI5_7]
	adrp	x14, .LCPI5_8
	stp	q2, q1, [sp, #464]              // 32-byte Folded Spill
	orr	v1.16b, v0.16b, v1.16b
	orr	v2.16b, v0.16b, v2.16b
	orr	v16.16b, v0.16b, v3.16b
	str	q1, [sp, #2944]
	cmgt	v1.4s, v23.4s, v1.4s
	orr	v7.16b, v0.16b, v7.16b
	str	q2, [sp, #2960]
	cmgt	v2.4s, v23.4s, v2.4s
	uzp1	v1.8h, v1.8h, v2.8h
	str	q5, [sp, #2976]
	cmgt	v5.4s, v23.4s, v5.4s
	add	x4, sp, #2880
	str	q6, [sp, #2992]
	cmgt	v6.4s, v23.4s, v6.4s
	uzp1	v5.8h, v5.8h, v6.8h
	stp	q17, q3, [sp, #368]             // 32-byte Folded Spill
	orr	v17.16b, v0.16b, v17.16b
	ldr	q3, [x14, :lo12:.LCPI5_8]
	adrp	x14, .LCPI5_9
	ldr	q18, [x14, :lo12:.LCPI5_9]
	adrp	x14, .LCPI5_10
	ldr	q19, [x14, :lo12:.LCPI5_10]
	adrp	x14, .LCPI5_11
	uzp1	v1.16b, v1.16b, v5.16b
	cmgt	v2.4s, v23.4s, v17.4s
	cmgt	v5.4s, v23.4s, v16.4s
	ldr	q20, [x14, :lo12:.LCPI5_11]
	adrp	x14, .LCPI5_12
	ldr	q21, [x14, :lo12:.LCPI5_12]
	str	q4, [sp, #3008]
	adrp	x14, .LCPI5_13
	uzp1	v2.8h, v5.8h, v2.8h
	cmgt	v5.4s, v23.4s, v7.4s
	cmgt	v4.4s, v23.4s, v4.4s
	uzp1	v4.8h, v4.8h, v5.8h
	ldr	q22, [x14, :lo12:.LCPI5_13]
	adrp	x14, .LCPI5_14
	ldr	q5, [x14, :lo12:.LCPI5_14]
	adrp	x14, .LCPI5_15
	ldr	q6, [x14, :lo12:.LCPI5_15]
	uzp1	v2.16b, v4.16b, v2.16b
	movi	v4.16b, #1
	and	v1.16b, v1.16b, v4.16b
	and	v2.16b, v2.16b, v4.16b
	stp	q6, q5, [sp, #240]              // 32-byte Folded Spill
	stp	q20, q19, [sp, #304]            // 32-byte Folded Spill
	orr	v19.16b, v0.16b, v19.16b
	orr	v20.16b, v0.16b, v20.16b
	ldrsw	x14, [x21, #16]
	str	q2, [sp, #2896]
	cmgt	v2.4s, v23.4s, v20.4s
	mul	x13, x13, x14
	stp	q22, q21, [sp, #272]            // 32-byte Folded Spill
	stp	q18, q3, [sp, #336]             // 32-byte Folded Spill
	orr	v3.16b, v0.16b, v3.16b
	orr	v18.16b, v0.16b, v18.16b
	orr	v21.16b, v0.16b, v21.16b
	str	q1, [sp, #2880]
	orr	v1.16b, v0.16b, v5.16b
	cmgt	v5.4s, v23.4s, v19.4s
	str	x12, [sp, #544]                 // 8-byte Spill
	ldr	x12, [x2, #240]
	str	q3, [sp, #3072]
	orr	v22.16b, v0.16b, v22.16b
	orr	v0.16b, v0.16b, v6.16b
	uzp1	v2.8h, v5.8h, v2.8h
	cmgt	v5.4s, v23.4s, v18.4s
	cmgt	v3.4s, v23.4s, v3.4s
	str	q1, [sp, #3168]
	uzp1	v3.8h, v3.8h, v5.8h
	cmgt	v1.4s, v23.4s, v1.4s
	str	q0, [sp, #3184]
	cmgt	v0.4s, v23.4s, v0.4s
	uzp1	v2.16b, v3.16b, v2.16b
	str	x12, [sp, #152]                 // 8-byte Spill
	ldr	x12, [x2, #256]
	uzp1	v0.8h, v1.8h, v0.8h
	cmgt	v1.4s, v23.4s, v22.4s
	cmgt	v3.4s, v23.4s, v21.4s
	uzp1	v1.8h, v3.8h, v1.8h
	str	x12, [sp, #560]                 // 8-byte Spill
	ldr	w12, [x2, #368]
	uzp1	v0.16b, v1.16b, v0.16b
	add	x25, x8, x13, lsl #2
	mul	x8, x10, x14
	and	v1.16b, v2.16b, v4.16b
	and	v0.16b, v0.16b, v4.16b
	str	w12, [sp, #608]                 // 4-byte Spill
	mov	w12, w22
	add	x1, x25, x23, lsl #2
	mov	x0, x19
	mov	x2, x20
	mov	w5, w22
	str	x12, [sp, #632]                 // 8-byte Spill
	str	q7, [sp, #3024]
	mul	x27, x11, x15
	add	x28, x9, x8, lsl #2
	str	q16, [sp, #3040]
	str	q17, [sp, #3056]
	str	q18, [sp, #3088]
	str	q19, [sp, #3104]
	str	q20, [sp, #3120]
	str	q21, [sp, #3136]
	str	q22, [sp, #3152]
	str	q1, [sp, #2912]
	str	q0, [sp, #2928]
	bl	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	str	x0, [sp, #2864]
	add	x3, sp, #2944
	str	x1, [sp, #2872]
	add	x1, x28, x27, lsl #2
	add	x4, sp, #2880
	mov	x0, x19
	mov	x2, x26
	mov	w5, w22
	bl	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	str	x0, [sp, #2848]
	add	x8, sp, #2824
	str	x1, [sp, #2856]
	add	x1, x25, x23, lsl #2
	add	x3, sp, #2944
	add	x4, sp, #2880
	mov	x0, x19
	mov	x2, x20
	mov	w5, w22
	bl	_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	add	x8, sp, #2800
	add	x1, x28, x27, lsl #2
	add	x3, sp, #2944
	add	x4, sp, #2880
	mov	x0, x19
	mov	x2, x26
	mov	w5, w22
	bl	_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	ldpsw	x8, x25, [x21, #12]
	ldrsw	x23, [x21, #8]
	sxtw	x9, w24
	ldr	q0, [sp, #2944]
	ldr	q1, [sp, #2960]
	ldr	x0, [sp, #656]                  // 8-byte Reload
	ldr	x1, [sp, #688]                  // 8-byte Reload
	add	x2, sp, #2240
	add	x3, sp, #2880
	smaddl	x8, w8, w25, x23
	mul	x8, x8, x9
	dup	v3.2d, x8
	mov	w8, #2139095040                 // =0x7f800000
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q3, [sp, #176]                  // 16-byte Spill
	str	q0, [sp, #2256]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2240]
	ldr	q2, [sp, #2992]
	str	q1, [sp, #2288]
	ldr	q1, [sp, #2976]
	str	q0, [sp, #2272]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q0, [sp, #2304]
	saddw	v0.2d, v3.2d, v2.2s
	str	q1, [sp, #2320]
	saddw2	v1.2d, v3.2d, v2.4s
	str	q0, [sp, #2336]
	ldr	q0, [sp, #3008]
	str	q1, [sp, #2352]
	ldr	q1, [sp, #3024]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #2384]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2368]
	str	q0, [sp, #2400]
	ldr	q0, [sp, #3040]
	str	q1, [sp, #2416]
	ldr	q1, [sp, #3056]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #2448]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2432]
	str	q0, [sp, #2464]
	ldr	q0, [sp, #3072]
	str	q1, [sp, #2480]
	ldr	q1, [sp, #3088]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #2512]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2496]
	str	q0, [sp, #2528]
	ldr	q0, [sp, #3104]
	str	q1, [sp, #2544]
	ldr	q1, [sp, #3120]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #2576]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2560]
	str	q0, [sp, #2592]
	ldr	q0, [sp, #3136]
	str	q1, [sp, #2608]
	ldr	q1, [sp, #3152]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #2640]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2624]
	str	q0, [sp, #2656]
	ldr	q0, [sp, #3168]
	str	q1, [sp, #2672]
	ldr	q1, [sp, #3184]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #2704]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #2688]
	str	q0, [sp, #2720]
	fmov	s0, w8
	add	x8, sp, #1984
	str	q1, [sp, #2736]
	bl	_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	ldr	x0, [sp, #640]                  // 8-byte Reload
	ldr	x1, [sp, #672]                  // 8-byte Reload
	movi	d0, #0000000000000000
	add	x8, sp, #1728
	add	x2, sp, #2240
	add	x3, sp, #2880
	bl	_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	sbfiz	x20, x22, #8, #32
	str	x22, [sp, #528]                 // 8-byte Spill
	b	.LBB5_32
	.p2align	5, , 16
.LBB5_31:                               //   in Loop: Header=BB5_32 Depth=1
	mov	x0, x19
	mov	x1, x20
	bl	_ZN8patternc7Scratch3addEm
.LBB5_32:                               // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x19]
	sub	x8, x8, x9
	ldr	x11, [x19, #24]
	cmp	x11, x8, asr #4
	b.eq	.LBB5_31
// %bb.33:                              //   in Loop: Header=BB5_32 Depth=1
	ldr	x8, [x19, #32]
	add	x9, x9, x11, lsl #4
	ldr	x10, [x9, #8]
	add	x12, x8, x20
	cmp	x12, x10
	b.ls	.LBB5_35
// %bb.34:                              //   in Loop: Header=BB5_32 Depth=1
	add	x8, x11, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB5_32
.LBB5_35:
	ldr	x9, [x9]
	ldr	w10, [sp, #524]                 // 4-byte Reload
	add	x21, x9, x8
	ldr	x8, [sp, #528]                  // 8-byte Reload
	add	w10, w10, #64
	cmp	w10, w24
	stp	x12, x11, [sp, #224]            // 16-byte Folded Spill
	str	x12, [x19, #32]
	csel	w10, w10, w24, lt
	str	w10, [sp, #520]                 // 4-byte Spill
	cmp	w8, #1
	b.lt	.LBB5_37
// %bb.36:
	mov	x0, x21
	mov	w1, wzr
	mov	x2, x20
	bl	memset
.LBB5_37:
	ldr	x8, [sp, #632]                  // 8-byte Reload
	ldr	w11, [sp, #608]                 // 4-byte Reload
	str	x21, [sp, #1712]
	str	x8, [sp, #1720]
	ldr	w8, [sp, #524]                  // 4-byte Reload
	sub	w8, w8, w11
	cmn	w8, #1
	csinv	w8, w8, wzr, gt
	add	w20, w8, #1
	ldr	w8, [sp, #520]                  // 4-byte Reload
	cmp	w20, w8
	b.ge	.LBB5_71
// %bb.38:
	ldr	x10, [sp, #544]                 // 8-byte Reload
	ldr	x8, [sp, #536]                  // 8-byte Reload
	mov	w22, #40746                     // =0x9f2a
	ldr	x9, [sp, #152]                  // 8-byte Reload
	ldr	s1, [sp, #516]                  // 4-byte Reload
	mov	w28, #38567                     // =0x96a7
	mov	w27, #22388                     // =0x5774
	mov	w24, #65006                     // =0xfdee
	mov	w26, #29208                     // =0x7218
	movk	w22, #15151, lsl #16
	movk	w28, #15517, lsl #16
	mul	x10, x10, x23
	mul	x8, x8, x25
	movk	w27, #15843, lsl #16
	movk	w24, #16117, lsl #16
	movk	w26, #16305, lsl #16
	mul	x9, x9, x25
	mov	w25, #-1023803392               // =0xc2fa0000
	str	x10, [sp, #152]                 // 8-byte Spill
	ldr	x10, [sp, #592]                 // 8-byte Reload
	add	x8, x10, x8, lsl #2
	str	x8, [sp, #144]                  // 8-byte Spill
	ldr	x8, [sp, #576]                  // 8-byte Reload
	add	x10, x8, x9, lsl #2
	ldr	w9, [sp, #520]                  // 4-byte Reload
	sub	w8, w9, w11
	bic	w8, w8, w8, asr #31
	stp	x8, x10, [sp, #112]             // 16-byte Folded Spill
	mov	w8, #43579                      // =0xaa3b
	movk	w8, #16312, lsl #16
	fmov	s0, w8
	add	x8, sp, #1728
	orr	x8, x8, #0x10
	fmul	s0, s1, s0
	str	x8, [sp, #632]                  // 8-byte Spill
	mov	w8, #1262485504                 // =0x4b400000
	dup	v1.4s, w8
	mov	w8, #-884998144                 // =0xcb400000
	str	q0, [sp, #688]                  // 16-byte Spill
	dup	v0.4s, w11
	str	q0, [sp, #80]                   // 16-byte Spill
	dup	v0.4s, w8
	mov	w8, #64990                      // =0xfdde
	movk	w8, #14752, lsl #16
	stp	q0, q1, [sp, #656]              // 32-byte Folded Spill
	dup	v0.4s, w8
	ldr	x8, [sp, #560]                  // 8-byte Reload
	mul	x8, x8, x23
	str	q0, [sp, #640]                  // 16-byte Spill
	dup	v0.4s, w9
	str	q0, [sp, #128]                  // 16-byte Spill
	str	x8, [sp, #104]                  // 8-byte Spill
	.p2align	5, , 16
.LBB5_39:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB5_43 Depth 2
                                        //     Child Loop BB5_48 Depth 2
                                        //       Child Loop BB5_49 Depth 3
                                        //     Child Loop BB5_54 Depth 2
                                        //     Child Loop BB5_59 Depth 2
                                        //     Child Loop BB5_64 Depth 2
                                        //       Child Loop BB5_65 Depth 3
	ldp	q2, q1, [sp, #464]              // 32-byte Folded Reload
	ldp	q4, q3, [sp, #432]              // 32-byte Folded Reload
	dup	v0.4s, w20
	ldr	q21, [sp, #128]                 // 16-byte Reload
	ldp	q6, q5, [sp, #400]              // 32-byte Folded Reload
	ldp	q16, q7, [sp, #368]             // 32-byte Folded Reload
	add	v1.4s, v0.4s, v1.4s
	add	v3.4s, v0.4s, v3.4s
	add	v5.4s, v0.4s, v5.4s
	str	q1, [sp, #1408]
	add	v2.4s, v0.4s, v2.4s
	add	v4.4s, v0.4s, v4.4s
	str	q3, [sp, #1440]
	cmgt	v3.4s, v21.4s, v3.4s
	cmgt	v1.4s, v21.4s, v1.4s
	str	q2, [sp, #1424]
	cmgt	v2.4s, v21.4s, v2.4s
	add	v6.4s, v0.4s, v6.4s
	str	q4, [sp, #1456]
	cmgt	v4.4s, v21.4s, v4.4s
	add	v7.4s, v0.4s, v7.4s
	add	v16.4s, v0.4s, v16.4s
	uzp1	v3.8h, v3.8h, v4.8h
	uzp1	v1.8h, v1.8h, v2.8h
	str	q5, [sp, #1472]
	uzp1	v1.16b, v1.16b, v3.16b
	cmgt	v3.4s, v21.4s, v16.4s
	str	q6, [sp, #1488]
	cmgt	v6.4s, v21.4s, v6.4s
	cmgt	v5.4s, v21.4s, v5.4s
	str	q7, [sp, #1504]
	cmgt	v7.4s, v21.4s, v7.4s
	uzp1	v3.8h, v7.8h, v3.8h
	str	q16, [sp, #1520]
	movi	v16.16b, #1
	uzp1	v5.8h, v5.8h, v6.8h
	and	v1.16b, v1.16b, v16.16b
	uzp1	v3.16b, v5.16b, v3.16b
	and	v3.16b, v3.16b, v16.16b
	ldp	q18, q17, [sp, #336]            // 32-byte Folded Reload
	ldp	q20, q19, [sp, #304]            // 32-byte Folded Reload
	str	q1, [sp, #1344]
	ldr	q4, [sp, #288]                  // 16-byte Reload
	ldp	q5, q1, [sp, #240]              // 32-byte Folded Reload
	ldr	q2, [sp, #272]                  // 16-byte Reload
	add	v17.4s, v0.4s, v17.4s
	add	v18.4s, v0.4s, v18.4s
	add	v19.4s, v0.4s, v19.4s
	add	v20.4s, v0.4s, v20.4s
	add	v4.4s, v0.4s, v4.4s
	add	v2.4s, v0.4s, v2.4s
	add	v1.4s, v0.4s, v1.4s
	add	v0.4s, v0.4s, v5.4s
	cmgt	v5.4s, v21.4s, v20.4s
	cmgt	v6.4s, v21.4s, v19.4s
	str	q1, [sp, #1632]
	cmgt	v1.4s, v21.4s, v1.4s
	uzp1	v5.8h, v6.8h, v5.8h
	str	q0, [sp, #1648]
	cmgt	v0.4s, v21.4s, v0.4s
	cmgt	v6.4s, v21.4s, v18.4s
	str	q2, [sp, #1616]
	cmgt	v7.4s, v21.4s, v17.4s
	uzp1	v0.8h, v1.8h, v0.8h
	cmgt	v1.4s, v21.4s, v2.4s
	cmgt	v2.4s, v21.4s, v4.4s
	uzp1	v6.8h, v7.8h, v6.8h
	uzp1	v1.8h, v2.8h, v1.8h
	uzp1	v5.16b, v6.16b, v5.16b
	uzp1	v0.16b, v1.16b, v0.16b
	and	v1.16b, v5.16b, v16.16b
	and	v0.16b, v0.16b, v16.16b
	str	q17, [sp, #1536]
	str	q18, [sp, #1552]
	str	q19, [sp, #1568]
	str	q20, [sp, #1584]
	str	q4, [sp, #1600]
	str	q3, [sp, #1360]
	str	q1, [sp, #1376]
	str	q0, [sp, #1392]
.Ltmp52:                                // EH_LABEL
	ldp	x10, x9, [sp, #144]             // 16-byte Folded Reload
	add	x8, sp, #1320
	ldr	x2, [sp, #504]                  // 8-byte Reload
	add	x3, sp, #1408
	add	x4, sp, #1344
	mov	x0, x19
	ldr	x5, [sp, #528]                  // 8-byte Reload
                                        // kill: def $w5 killed $w5 killed $x5
	add	x1, x10, x9, lsl #2
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp53:                                // EH_LABEL
// %bb.40:                              //   in Loop: Header=BB5_39 Depth=1
.Ltmp55:                                // EH_LABEL
	add	x1, sp, #2864
	add	x2, sp, #1320
	mov	x0, x19
	str	x20, [sp, #536]                 // 8-byte Spill
	bl	_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
.Ltmp56:                                // EH_LABEL
// %bb.41:                              //   in Loop: Header=BB5_39 Depth=1
	mov	x21, x0
	sxtw	x20, w1
	sbfiz	x23, x1, #8, #32
	str	x1, [sp, #608]                  // 8-byte Spill
	b	.LBB5_43
	.p2align	5, , 16
.LBB5_42:                               //   in Loop: Header=BB5_43 Depth=2
.Ltmp75:                                // EH_LABEL
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.Ltmp76:                                // EH_LABEL
.LBB5_43:                               //   Parent Loop BB5_39 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	x10, x9, [x19]
	sub	x9, x9, x10
	ldr	x8, [x19, #24]
	cmp	x8, x9, asr #4
	b.eq	.LBB5_42
// %bb.44:                              //   in Loop: Header=BB5_43 Depth=2
	ldr	x9, [x19, #32]
	add	x10, x10, x8, lsl #4
	ldr	x12, [x10, #8]
	add	x11, x9, x23
	cmp	x11, x12
	b.ls	.LBB5_46
// %bb.45:                              //   in Loop: Header=BB5_43 Depth=2
	add	x8, x8, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB5_43
	.p2align	5, , 16
.LBB5_46:                               //   in Loop: Header=BB5_39 Depth=1
	ldr	x10, [x10]
	ldr	x18, [sp, #608]                 // 8-byte Reload
	add	x8, x10, x9
	ldr	x17, [sp, #536]                 // 8-byte Reload
	cmp	w18, #1
	str	x11, [x19, #32]
	b.lt	.LBB5_51
// %bb.47:                              //   in Loop: Header=BB5_39 Depth=1
	mov	x11, xzr
	add	x12, x10, x9
	.p2align	5, , 16
.LBB5_48:                               //   Parent Loop BB5_39 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB5_49 Depth 3
	ldp	q7, q5, [sp, #672]              // 32-byte Folded Reload
	ldp	q17, q16, [sp, #640]            // 32-byte Folded Reload
	movi	v6.4s, #67, lsl #24
	movi	v18.4s, #63, lsl #24
	add	x13, sp, #1984
	mov	x14, #-4                        // =0xfffffffffffffffc
	mov	x15, x12
	mov	x16, x21
	.p2align	5, , 16
.LBB5_49:                               //   Parent Loop BB5_39 Depth=1
                                        //     Parent Loop BB5_48 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldr	q0, [x13], #16
	dup	v3.4s, w22
	ldr	q1, [x16], #16
	dup	v4.4s, w28
	add	x14, x14, #4
	cmp	x14, #60
	fneg	v0.4s, v0.4s
	fmla	v0.4s, v1.4s, v5.s[0]
	fcmgt	v1.4s, v0.4s, v6.4s
	bit	v0.16b, v6.16b, v1.16b
	fadd	v1.4s, v0.4s, v7.4s
	fadd	v2.4s, v1.4s, v16.4s
	shl	v1.4s, v1.4s, #23
	fsub	v2.4s, v0.4s, v2.4s
	add	v1.4s, v1.4s, v18.4s
	fmla	v3.4s, v17.4s, v2.4s
	fmla	v4.4s, v3.4s, v2.4s
	dup	v3.4s, w27
	fmla	v3.4s, v4.4s, v2.4s
	dup	v4.4s, w24
	fmla	v4.4s, v3.4s, v2.4s
	dup	v3.4s, w26
	fmla	v3.4s, v4.4s, v2.4s
	movi	v4.4s, #64, lsl #24
	fmla	v4.4s, v3.4s, v2.4s
	dup	v2.4s, w25
	fcmgt	v0.4s, v2.4s, v0.4s
	fmul	v1.4s, v4.4s, v1.4s
	bic	v0.16b, v1.16b, v0.16b
	str	q0, [x15], #16
	b.lo	.LBB5_49
// %bb.50:                              //   in Loop: Header=BB5_48 Depth=2
	add	x11, x11, #1
	add	x21, x21, #256
	add	x12, x12, #256
	cmp	x11, x20
	b.ne	.LBB5_48
.LBB5_51:                               //   in Loop: Header=BB5_39 Depth=1
	mov	w11, w18
	str	x8, [sp, #1304]
	str	x11, [sp, #1312]
	ldr	w11, [sp, #524]                 // 4-byte Reload
	add	w8, w17, #63
	cmp	w8, w11
	ldr	x8, [sp, #112]                  // 8-byte Reload
	ccmp	x17, x8, #0, le
	b.hs	.LBB5_55
// %bb.52:                              //   in Loop: Header=BB5_39 Depth=1
	cmp	w18, #1
	b.lt	.LBB5_55
// %bb.53:                              //   in Loop: Header=BB5_39 Depth=1
	ldr	q1, [sp, #2944]
	add	x9, x10, x9
	ldr	q2, [sp, #2960]
	and	x8, x18, #0x7fffffff
	ldr	q0, [sp, #80]                   // 16-byte Reload
	add	x9, x9, #128
	ldr	q3, [sp, #2976]
	add	x10, sp, #1408
	ldr	q6, [sp, #2992]
	sub	v7.4s, v1.4s, v0.4s
	ldr	q4, [sp, #3008]
	mov	v16.16b, v3.16b
	ldr	q5, [sp, #3024]
	sub	v17.4s, v6.4s, v0.4s
	ldr	q18, [sp, #3040]
	sub	v19.4s, v4.4s, v0.4s
	ldr	q20, [sp, #3056]
	sub	v21.4s, v5.4s, v0.4s
	ldr	q22, [sp, #3072]
	sub	v23.4s, v18.4s, v0.4s
	ldr	q24, [sp, #3088]
	sub	v25.4s, v20.4s, v0.4s
	ldr	q26, [sp, #3104]
	sub	v27.4s, v22.4s, v0.4s
	ldr	q28, [sp, #3120]
	sub	v29.4s, v24.4s, v0.4s
	ldr	q30, [sp, #3136]
	sub	v31.4s, v26.4s, v0.4s
	ldr	q9, [sp, #3152]
	sub	v10.4s, v28.4s, v0.4s
	ldr	q11, [sp, #3168]
	sub	v12.4s, v30.4s, v0.4s
	ldr	q13, [sp, #3184]
	sub	v14.4s, v9.4s, v0.4s
	stp	q2, q1, [sp, #592]              // 32-byte Folded Spill
	sub	v1.4s, v2.4s, v0.4s
	sub	v15.4s, v11.4s, v0.4s
	sub	v8.4s, v13.4s, v0.4s
	stp	q1, q7, [sp, #560]              // 32-byte Folded Spill
	sub	v1.4s, v3.4s, v0.4s
	mov	v7.16b, v6.16b
	str	q1, [sp, #544]                  // 16-byte Spill
	.p2align	5, , 16
.LBB5_54:                               //   Parent Loop BB5_39 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ld1r	{ v0.4s }, [x10], #4
	ldr	q3, [sp, #576]                  // 16-byte Reload
	subs	x8, x8, #1
	ldp	q2, q1, [sp, #592]              // 32-byte Folded Reload
	cmge	v6.4s, v3.4s, v0.4s
	ldr	q3, [sp, #560]                  // 16-byte Reload
	cmgt	v1.4s, v0.4s, v1.4s
	cmgt	v2.4s, v0.4s, v2.4s
	orr	v1.16b, v1.16b, v6.16b
	cmge	v3.4s, v3.4s, v0.4s
	orr	v2.16b, v2.16b, v3.16b
	ldp	q3, q6, [x9, #-128]
	bic	v2.16b, v6.16b, v2.16b
	ldr	q6, [sp, #544]                  // 16-byte Reload
	bic	v1.16b, v3.16b, v1.16b
	cmgt	v3.4s, v0.4s, v7.4s
	cmge	v6.4s, v6.4s, v0.4s
	stp	q1, q2, [x9, #-128]
	cmgt	v1.4s, v0.4s, v16.4s
	orr	v1.16b, v1.16b, v6.16b
	cmge	v6.4s, v17.4s, v0.4s
	orr	v2.16b, v3.16b, v6.16b
	ldp	q3, q6, [x9, #-96]
	bic	v2.16b, v6.16b, v2.16b
	cmge	v6.4s, v21.4s, v0.4s
	bic	v1.16b, v3.16b, v1.16b
	cmgt	v3.4s, v0.4s, v5.4s
	stp	q1, q2, [x9, #-96]
	cmgt	v1.4s, v0.4s, v4.4s
	cmge	v2.4s, v19.4s, v0.4s
	orr	v1.16b, v1.16b, v2.16b
	orr	v2.16b, v3.16b, v6.16b
	ldp	q3, q6, [x9, #-64]
	bic	v2.16b, v6.16b, v2.16b
	cmge	v6.4s, v25.4s, v0.4s
	bic	v1.16b, v3.16b, v1.16b
	cmge	v3.4s, v23.4s, v0.4s
	stp	q1, q2, [x9, #-64]
	cmgt	v1.4s, v0.4s, v18.4s
	cmgt	v2.4s, v0.4s, v20.4s
	orr	v1.16b, v1.16b, v3.16b
	orr	v2.16b, v2.16b, v6.16b
	ldp	q3, q6, [x9, #-32]
	bic	v2.16b, v6.16b, v2.16b
	cmge	v6.4s, v27.4s, v0.4s
	bic	v1.16b, v3.16b, v1.16b
	cmgt	v3.4s, v0.4s, v24.4s
	stp	q1, q2, [x9, #-32]
	cmgt	v2.4s, v0.4s, v22.4s
	orr	v2.16b, v2.16b, v6.16b
	cmge	v6.4s, v29.4s, v0.4s
	orr	v3.16b, v3.16b, v6.16b
	ldp	q1, q6, [x9]
	bic	v1.16b, v1.16b, v2.16b
	bic	v2.16b, v6.16b, v3.16b
	cmge	v6.4s, v31.4s, v0.4s
	cmgt	v3.4s, v0.4s, v28.4s
	stp	q1, q2, [x9]
	cmgt	v2.4s, v0.4s, v26.4s
	orr	v2.16b, v2.16b, v6.16b
	cmge	v6.4s, v10.4s, v0.4s
	orr	v3.16b, v3.16b, v6.16b
	ldp	q1, q6, [x9, #32]
	bic	v1.16b, v1.16b, v2.16b
	bic	v2.16b, v6.16b, v3.16b
	cmge	v6.4s, v12.4s, v0.4s
	cmgt	v3.4s, v0.4s, v9.4s
	stp	q1, q2, [x9, #32]
	cmgt	v2.4s, v0.4s, v30.4s
	orr	v2.16b, v2.16b, v6.16b
	cmge	v6.4s, v14.4s, v0.4s
	orr	v3.16b, v3.16b, v6.16b
	ldp	q1, q6, [x9, #64]
	bic	v1.16b, v1.16b, v2.16b
	bic	v2.16b, v6.16b, v3.16b
	cmge	v3.4s, v15.4s, v0.4s
	stp	q1, q2, [x9, #64]
	cmgt	v2.4s, v0.4s, v11.4s
	orr	v2.16b, v2.16b, v3.16b
	cmgt	v3.4s, v0.4s, v13.4s
	cmge	v0.4s, v8.4s, v0.4s
	orr	v0.16b, v3.16b, v0.16b
	ldp	q1, q3, [x9, #96]
	bic	v0.16b, v3.16b, v0.16b
	bic	v1.16b, v1.16b, v2.16b
	stp	q1, q0, [x9, #96]
	add	x9, x9, #256
	b.ne	.LBB5_54
.LBB5_55:                               //   in Loop: Header=BB5_39 Depth=1
.Ltmp58:                                // EH_LABEL
	ldr	x9, [sp, #120]                  // 8-byte Reload
	ldr	x10, [sp, #104]                 // 8-byte Reload
	add	x8, sp, #1280
	ldr	x2, [sp, #216]                  // 8-byte Reload
	add	x3, sp, #1408
	add	x4, sp, #1344
	mov	x0, x19
	ldr	x5, [sp, #528]                  // 8-byte Reload
                                        // kill: def $w5 killed $w5 killed $x5
	add	x1, x9, x10, lsl #2
	bl	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.Ltmp59:                                // EH_LABEL
// %bb.56:                              //   in Loop: Header=BB5_39 Depth=1
.Ltmp61:                                // EH_LABEL
	add	x1, sp, #2848
	add	x2, sp, #1280
	mov	x0, x19
	bl	_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
.Ltmp62:                                // EH_LABEL
// %bb.57:                              //   in Loop: Header=BB5_39 Depth=1
	ldrsw	x8, [sp, #1312]
	mov	x20, x0
	mov	w23, w8
	lsl	x21, x8, #8
	b	.LBB5_59
	.p2align	5, , 16
.LBB5_58:                               //   in Loop: Header=BB5_59 Depth=2
.Ltmp72:                                // EH_LABEL
	mov	x0, x19
	mov	x1, x21
	bl	_ZN8patternc7Scratch3addEm
.Ltmp73:                                // EH_LABEL
.LBB5_59:                               //   Parent Loop BB5_39 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	x11, x9, [x19]
	sub	x9, x9, x11
	ldr	x8, [x19, #24]
	cmp	x8, x9, asr #4
	b.eq	.LBB5_58
// %bb.60:                              //   in Loop: Header=BB5_59 Depth=2
	ldr	x9, [x19, #32]
	add	x11, x11, x8, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x9, x21
	cmp	x10, x12
	b.ls	.LBB5_62
// %bb.61:                              //   in Loop: Header=BB5_59 Depth=2
	add	x8, x8, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB5_59
	.p2align	5, , 16
.LBB5_62:                               //   in Loop: Header=BB5_39 Depth=1
	ldr	x8, [x11]
	str	x10, [x19, #32]
	add	x8, x8, x9
	ldr	w9, [sp, #1312]
	cmp	w9, #1
	b.lt	.LBB5_67
// %bb.63:                              //   in Loop: Header=BB5_39 Depth=1
	mov	x9, xzr
	add	x10, x20, #16
	mov	w11, #16                        // =0x10
	.p2align	5, , 16
.LBB5_64:                               //   Parent Loop BB5_39 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB5_65 Depth 3
	ldr	x13, [sp, #632]                 // 8-byte Reload
	mov	x12, #-4                        // =0xfffffffffffffffc
	mov	x14, x10
	mov	x15, x11
	.p2align	5, , 16
.LBB5_65:                               //   Parent Loop BB5_39 Depth=1
                                        //     Parent Loop BB5_64 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldr	x16, [sp, #1304]
	ldur	q0, [x13, #-16]
	add	x12, x12, #8
	ldur	q1, [x14, #-16]
	cmp	x12, #60
	add	x16, x16, x15
	ldur	q2, [x16, #-16]
	fsub	v0.4s, v1.4s, v0.4s
	add	x16, x8, x15
	fmul	v0.4s, v2.4s, v0.4s
	stur	q0, [x16, #-16]
	ldr	x17, [sp, #1304]
	ldr	q0, [x13], #32
	ldr	q1, [x14], #32
	fsub	v0.4s, v1.4s, v0.4s
	ldr	q2, [x17, x15]
	add	x15, x15, #32
	fmul	v0.4s, v2.4s, v0.4s
	str	q0, [x16]
	b.lo	.LBB5_65
// %bb.66:                              //   in Loop: Header=BB5_64 Depth=2
	ldrsw	x12, [sp, #1312]
	add	x9, x9, #1
	add	x11, x11, #256
	add	x10, x10, #256
	cmp	x9, x12
	b.lt	.LBB5_64
.LBB5_67:                               //   in Loop: Header=BB5_39 Depth=1
	str	x8, [sp, #1264]
	str	x23, [sp, #1272]
.Ltmp64:                                // EH_LABEL
	add	x0, sp, #1712
	add	x1, sp, #1264
	add	x2, sp, #1320
	bl	_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
.Ltmp65:                                // EH_LABEL
// %bb.68:                              //   in Loop: Header=BB5_39 Depth=1
	ldr	q0, [sp, #1408]
	ldr	q3, [sp, #176]                  // 16-byte Reload
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1424]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #704]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #736]
	ldr	q0, [sp, #1440]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1456]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #768]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #800]
	ldr	q0, [sp, #1472]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1488]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #832]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #864]
	ldr	q0, [sp, #1504]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1520]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #896]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #928]
	ldr	q0, [sp, #1536]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1552]
	saddw2	v0.2d, v3.2d, v0.4s
	stp	q2, q0, [sp, #960]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	stp	q0, q1, [sp, #992]
	ldr	q0, [sp, #1568]
	saddw	v2.2d, v3.2d, v0.2s
	ldr	q1, [sp, #1584]
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #1040]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #1024]
	str	q0, [sp, #1056]
	ldr	q0, [sp, #1600]
	str	q1, [sp, #1072]
	ldr	q1, [sp, #1616]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #1104]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #1088]
	str	q0, [sp, #1120]
	ldr	q0, [sp, #1632]
	str	q1, [sp, #1136]
	ldr	q1, [sp, #1648]
	saddw	v2.2d, v3.2d, v0.2s
	saddw2	v0.2d, v3.2d, v0.4s
	str	q0, [sp, #1168]
	saddw	v0.2d, v3.2d, v1.2s
	saddw2	v1.2d, v3.2d, v1.4s
	str	q2, [sp, #1152]
	str	q1, [sp, #1200]
	str	q0, [sp, #1184]
.Ltmp67:                                // EH_LABEL
	ldp	x1, x2, [sp, #200]              // 16-byte Folded Reload
	fmov	s0, #1.00000000
	add	x3, sp, #704
	add	x4, sp, #1344
	add	x5, sp, #1304
	add	x6, sp, #2800
	mov	x0, x19
	bl	_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
.Ltmp68:                                // EH_LABEL
	ldr	x20, [sp, #536]                 // 8-byte Reload
// %bb.69:                              //   in Loop: Header=BB5_39 Depth=1
.Ltmp69:                                // EH_LABEL
	ldr	s0, [sp, #516]                  // 4-byte Reload
	add	x3, sp, #704
	ldp	x1, x2, [sp, #160]              // 16-byte Folded Reload
	add	x4, sp, #1344
	add	x5, sp, #1264
	add	x6, sp, #2824
	mov	x0, x19
	bl	_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
.Ltmp70:                                // EH_LABEL
// %bb.70:                              //   in Loop: Header=BB5_39 Depth=1
	ldp	x8, x9, [sp, #224]              // 16-byte Folded Reload
	add	x20, x20, #64
	stp	x9, x8, [x19, #24]
	ldr	w8, [sp, #520]                  // 4-byte Reload
	cmp	w8, w20
	b.gt	.LBB5_39
.LBB5_71:
	ldr	s0, [sp, #516]                  // 4-byte Reload
	add	x2, sp, #2240
	ldp	x0, x1, [sp, #64]               // 16-byte Folded Reload
	add	x3, sp, #2880
	add	x4, sp, #1712
	bl	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	sub	sp, x29, #64
	.cfi_def_cfa wsp, 160
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	ldp	d15, d14, [sp], #160            // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	.cfi_restore b15
	ret
.LBB5_72:
	.cfi_restore_state
.Ltmp66:                                // EH_LABEL
	b	.LBB5_80
.LBB5_73:
.Ltmp60:                                // EH_LABEL
	b	.LBB5_80
.LBB5_74:
.Ltmp63:                                // EH_LABEL
	b	.LBB5_80
.LBB5_75:
.Ltmp54:                                // EH_LABEL
	b	.LBB5_80
.LBB5_76:
.Ltmp57:                                // EH_LABEL
	b	.LBB5_80
.LBB5_77:
.Ltmp71:                                // EH_LABEL
	b	.LBB5_80
.LBB5_78:
.Ltmp74:                                // EH_LABEL
	b	.LBB5_80
.LBB5_79:
.Ltmp77:                                // EH_LABEL
.LBB5_80:
	ldp	x8, x9, [sp, #224]              // 16-byte Folded Reload
	stp	x9, x8, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end5:
	.size	_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE, .Lfunc_end5-_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.cfi_endproc
	.section	.gcc_except_table._ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,"aG",@progbits,_ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE,comdat
	.p2align	2, 0x0
GCC_except_table5:
.Lexception3:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end3-.Lcst_begin3
.Lcst_begin3:
	.uleb128 .Lfunc_begin3-.Lfunc_begin3    // >> Call Site 1 <<
	.uleb128 .Ltmp52-.Lfunc_begin3          //   Call between .Lfunc_begin3 and .Ltmp52
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp52-.Lfunc_begin3          // >> Call Site 2 <<
	.uleb128 .Ltmp53-.Ltmp52                //   Call between .Ltmp52 and .Ltmp53
	.uleb128 .Ltmp54-.Lfunc_begin3          //     jumps to .Ltmp54
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp55-.Lfunc_begin3          // >> Call Site 3 <<
	.uleb128 .Ltmp56-.Ltmp55                //   Call between .Ltmp55 and .Ltmp56
	.uleb128 .Ltmp57-.Lfunc_begin3          //     jumps to .Ltmp57
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp75-.Lfunc_begin3          // >> Call Site 4 <<
	.uleb128 .Ltmp76-.Ltmp75                //   Call between .Ltmp75 and .Ltmp76
	.uleb128 .Ltmp77-.Lfunc_begin3          //     jumps to .Ltmp77
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp58-.Lfunc_begin3          // >> Call Site 5 <<
	.uleb128 .Ltmp59-.Ltmp58                //   Call between .Ltmp58 and .Ltmp59
	.uleb128 .Ltmp60-.Lfunc_begin3          //     jumps to .Ltmp60
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp61-.Lfunc_begin3          // >> Call Site 6 <<
	.uleb128 .Ltmp62-.Ltmp61                //   Call between .Ltmp61 and .Ltmp62
	.uleb128 .Ltmp63-.Lfunc_begin3          //     jumps to .Ltmp63
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp72-.Lfunc_begin3          // >> Call Site 7 <<
	.uleb128 .Ltmp73-.Ltmp72                //   Call between .Ltmp72 and .Ltmp73
	.uleb128 .Ltmp74-.Lfunc_begin3          //     jumps to .Ltmp74
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp64-.Lfunc_begin3          // >> Call Site 8 <<
	.uleb128 .Ltmp65-.Ltmp64                //   Call between .Ltmp64 and .Ltmp65
	.uleb128 .Ltmp66-.Lfunc_begin3          //     jumps to .Ltmp66
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp67-.Lfunc_begin3          // >> Call Site 9 <<
	.uleb128 .Ltmp70-.Ltmp67                //   Call between .Ltmp67 and .Ltmp70
	.uleb128 .Ltmp71-.Lfunc_begin3          //     jumps to .Ltmp71
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp70-.Lfunc_begin3          // >> Call Site 10 <<
	.uleb128 .Lfunc_end5-.Ltmp70            //   Call between .Ltmp70 and .Lfunc_end5
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end3:
	.p2align	2, 0x0
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function row_delta
.LCPI6_0:
	.xword	1                               // 0x1
	.xword	0                               // 0x0
	.text
	.globl	row_delta
	.p2align	4
	.type	row_delta,@function
row_delta:                              // @row_delta
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
	stp	x29, x30, [sp, #160]            // 16-byte Folded Spill
	add	x29, sp, #160
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x8, .LCPI6_0
	adrp	x9, :got:_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	adrp	x10, :got:_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	ldr	x9, [x9, :got_lo12:_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE]
	ldr	x10, [x10, :got_lo12:_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE]
	ldr	x12, [x1, #16]
	ldr	q0, [x8, :lo12:.LCPI6_0]
	cmp	w2, #17
	ldp	x8, x11, [x1]
                                        // kill: def $w3 killed $w3 def $x3
	add	x2, sp, #48
	mov	x1, x4
	stur	xzr, [x29, #-48]
	stp	x8, x11, [sp, #8]
	stp	w11, w8, [x29, #-32]
	mul	x8, x11, x8
	csel	x9, x10, x9, lt
	sub	x10, x29, #48
	sub	x11, x29, #24
	stp	x10, x11, [sp, #48]
	mul	x8, x8, x12
	add	x10, sp, #8
	sub	x11, x29, #8
	stp	x0, x9, [x29, #-16]
	sxtw	x9, w3
	str	x12, [sp, #24]
	stp	x10, x11, [sp, #64]
	sub	x10, x29, #28
	sub	x11, x29, #32
	cmp	x8, x9
	stp	x10, x11, [sp, #80]
	sub	x10, x29, #36
	sub	x11, x29, #16
	csel	x0, x8, x9, lt
	stur	w12, [x29, #-36]
                                        // kill: def $w0 killed $w0 killed $x0
	stur	q0, [sp, #32]
	stur	x8, [x29, #-24]
	stp	x10, x11, [sp, #96]
	bl	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_def_cfa wsp, 176
	ldp	x29, x30, [sp, #160]            // 16-byte Folded Reload
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end6:
	.size	row_delta, .Lfunc_end6-row_delta
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          // -- Begin function _ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.LCPI7_0:
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI7_5:
	.xword	0x3ff71547652b82fe              // double 1.4426950408889634
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI7_1:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	0                               // 0x0
	.word	0                               // 0x0
.LCPI7_2:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI7_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI7_4:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
	.section	.text._ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"axG",@progbits,_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.weak	_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.p2align	4
	.type	_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,@function
_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE: // @_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	sub	x9, sp, #608
	and	sp, x9, #0xffffffffffffffc0
	ldr	x27, [x2, #8]
	mov	x28, x1
	cmp	x27, #18
	b.ne	.LBB7_2
// %bb.1:
	mov	x21, xzr
	b	.LBB7_3
.LBB7_2:
	ldr	x21, [x2]
.LBB7_3:
	ldr	x19, [x2, #24]
	cmp	x19, #18
	b.ne	.LBB7_5
// %bb.4:
	mov	x23, xzr
	b	.LBB7_6
.LBB7_5:
	ldr	x23, [x2, #16]
.LBB7_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	b.ne	.LBB7_8
// %bb.7:
	mov	x9, xzr
	b	.LBB7_9
.LBB7_8:
	ldr	x9, [x2, #32]
.LBB7_9:
	ldr	x8, [x2, #56]
	cmp	x8, #18
	str	x8, [sp, #72]                   // 8-byte Spill
	b.ne	.LBB7_11
// %bb.10:
	str	xzr, [sp, #64]                  // 8-byte Spill
	b	.LBB7_12
.LBB7_11:
	ldr	x8, [x2, #48]
	str	x8, [sp, #64]                   // 8-byte Spill
.LBB7_12:
	ldr	x8, [x2, #72]
	cmp	x8, #18
	b.ne	.LBB7_14
// %bb.13:
	str	xzr, [sp, #104]                 // 8-byte Spill
	b	.LBB7_15
.LBB7_14:
	ldr	x10, [x2, #64]
	str	x10, [sp, #104]                 // 8-byte Spill
.LBB7_15:
	ldr	x16, [x2, #88]
	str	x8, [sp, #120]                  // 8-byte Spill
	cmp	x16, #18
	b.ne	.LBB7_17
// %bb.16:
	str	xzr, [sp, #96]                  // 8-byte Spill
	b	.LBB7_18
.LBB7_17:
	ldr	x8, [x2, #80]
	str	x8, [sp, #96]                   // 8-byte Spill
.LBB7_18:
	ldrsw	x12, [x2, #192]
	ldrsw	x14, [x0, #8]
	add	x12, x14, x12
	ldr	x14, [x2, #216]
	ldr	x10, [x2, #96]
	ldr	x11, [x2, #112]
	ldr	x8, [x2, #128]
	ldr	x13, [x2, #144]
	ldr	w15, [x2, #176]
	str	x16, [sp, #112]                 // 8-byte Spill
	cmp	x14, #17
	b.ne	.LBB7_20
// %bb.19:
	ldr	d0, [x2, #208]
	fcvt	s0, d0
	b	.LBB7_21
.LBB7_20:
	ldr	x14, [x2, #208]
	scvtf	s0, x14
.LBB7_21:
	ldp	w16, w14, [x0, #12]
	adrp	x18, .LCPI7_0
	cmp	w15, #0
	str	q0, [sp, #80]                   // 16-byte Spill
	ldr	d0, [x18, :lo12:.LCPI7_0]
	adrp	x18, .LCPI7_2
	ldr	q1, [x18, :lo12:.LCPI7_2]
	adrp	x18, .LCPI7_3
	ldr	q2, [x18, :lo12:.LCPI7_3]
	adrp	x18, .LCPI7_4
                                        // kill: def $w14 killed $w14 def $x14
	sxtw	x14, w14
	csel	w15, w16, w15, eq
	ldr	q3, [x18, :lo12:.LCPI7_4]
	ldrsw	x18, [x0]
	smaddl	x15, w14, w15, x12
	sxtw	x17, w13
	mul	x15, x15, x17
	lsl	x16, x18, #4
	adrp	x17, .LCPI7_1
	mul	x10, x10, x14
	dup	v4.4s, w16
	ldr	x22, [x2, #224]
	mul	x11, x11, x12
	ldr	x25, [x2, #160]
	add	x20, sp, #320
	add	x9, x9, x10, lsl #2
	dup	v5.2d, x15
	add	x1, x9, x11, lsl #2
	add	x3, sp, #320
	orr	v0.8b, v4.8b, v0.8b
	orr	v1.16b, v4.16b, v1.16b
	orr	v3.16b, v4.16b, v3.16b
	orr	v2.16b, v4.16b, v2.16b
	add	x4, x20, #64
	mov	x0, x28
	saddw	v6.2d, v5.2d, v0.2s
	saddw	v7.2d, v5.2d, v1.2s
	mov	v4.d[1], v0.d[0]
	stp	q3, q2, [sp, #352]
	stp	q6, q7, [sp, #464]
	saddw2	v6.2d, v5.2d, v1.4s
	saddw	v7.2d, v5.2d, v3.2s
	mov	x2, x8
	stp	q6, q7, [sp, #496]
	saddw2	v6.2d, v5.2d, v3.4s
	saddw	v7.2d, v5.2d, v2.2s
	mov	w5, w22
	stp	q6, q7, [sp, #528]
	ldr	q6, [x17, :lo12:.LCPI7_1]
	orr	v4.16b, v4.16b, v6.16b
	add	x17, x15, x18, lsl #4
	orr	w18, w16, #0x1
	add	x15, x15, w18, sxtw
	stp	q4, q1, [sp, #320]
	mov	v4.s[0], w16
	add	x24, x20, #64
	stp	x17, x15, [sp, #448]
	mov	v4.d[1], v0.d[0]
	dup	v0.4s, w13
	cmgt	v6.4s, v0.4s, v2.4s
	cmgt	v3.4s, v0.4s, v3.4s
	cmgt	v4.4s, v0.4s, v4.4s
	cmgt	v0.4s, v0.4s, v1.4s
	movi	v1.16b, #1
	uzp1	v3.8h, v3.8h, v6.8h
	uzp1	v0.8h, v4.8h, v0.8h
	uzp1	v0.16b, v0.16b, v3.16b
	and	v0.16b, v0.16b, v1.16b
	str	q0, [sp, #384]
	saddw2	v0.2d, v5.2d, v2.4s
	str	q0, [sp, #560]
	bl	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	mov	x26, x0
	add	x3, x20, #128
	add	x4, x20, #64
	mov	x0, x28
	mov	x1, x21
	mov	x2, x27
	mov	w5, w22
	bl	_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	movi	v0.2d, #0000000000000000
	cmp	w22, #1
	stp	q0, q0, [sp, #256]
	stp	q0, q0, [sp, #288]
	b.lt	.LBB7_24
// %bb.22:
	ldr	s0, [sp, #256]
	movi	d20, #0000000000000000
	ldr	s1, [sp, #260]
	movi	d21, #0000000000000000
	ldr	s2, [sp, #264]
	movi	d22, #0000000000000000
	ldr	s3, [sp, #268]
	movi	d23, #0000000000000000
	ldr	s4, [sp, #272]
	and	x8, x22, #0x7fffffff
	ldr	s5, [sp, #276]
	add	x9, x0, #32
	ldr	s6, [sp, #296]
	add	x10, x26, #32
	ldr	s7, [sp, #300]
	ldr	s16, [sp, #304]
	ldr	s17, [sp, #308]
	ldr	s18, [sp, #312]
	ldr	s19, [sp, #316]
	.p2align	5, , 16
.LBB7_23:                               // =>This Inner Loop Header: Depth=1
	ldur	s24, [x10, #-32]
	ldur	s25, [x9, #-32]
	subs	x8, x8, #1
	fmadd	s0, s24, s25, s0
	str	s0, [sp, #256]
	ldur	s24, [x10, #-28]
	ldur	s25, [x9, #-28]
	fmadd	s1, s24, s25, s1
	str	s1, [sp, #260]
	ldur	s24, [x10, #-24]
	ldur	s25, [x9, #-24]
	fmadd	s2, s24, s25, s2
	str	s2, [sp, #264]
	ldur	s24, [x10, #-20]
	ldur	s25, [x9, #-20]
	fmadd	s3, s24, s25, s3
	str	s3, [sp, #268]
	ldur	s24, [x10, #-16]
	ldur	s25, [x9, #-16]
	fmadd	s4, s24, s25, s4
	str	s4, [sp, #272]
	ldur	s24, [x10, #-12]
	ldur	s25, [x9, #-12]
	fmadd	s5, s24, s25, s5
	str	s5, [sp, #276]
	ldur	s24, [x10, #-8]
	ldur	s25, [x9, #-8]
	fmadd	s23, s24, s25, s23
	str	s23, [sp, #280]
	ldur	s24, [x10, #-4]
	ldur	s25, [x9, #-4]
	fmadd	s22, s24, s25, s22
	str	s22, [sp, #284]
	ldr	s24, [x10]
	ldr	s25, [x9]
	fmadd	s21, s24, s25, s21
	str	s21, [sp, #288]
	ldr	s24, [x10, #4]
	ldr	s25, [x9, #4]
	fmadd	s20, s24, s25, s20
	str	s20, [sp, #292]
	ldr	s24, [x10, #8]
	ldr	s25, [x9, #8]
	fmadd	s6, s24, s25, s6
	str	s6, [sp, #296]
	ldr	s24, [x10, #12]
	ldr	s25, [x9, #12]
	fmadd	s7, s24, s25, s7
	str	s7, [sp, #300]
	ldr	s24, [x10, #16]
	ldr	s25, [x9, #16]
	fmadd	s16, s24, s25, s16
	str	s16, [sp, #304]
	ldr	s24, [x10, #20]
	ldr	s25, [x9, #20]
	fmadd	s17, s24, s25, s17
	str	s17, [sp, #308]
	ldr	s24, [x10, #24]
	ldr	s25, [x9, #24]
	fmadd	s18, s24, s25, s18
	str	s18, [sp, #312]
	ldr	s24, [x10, #28]
	add	x10, x10, #64
	ldr	s25, [x9, #28]
	add	x9, x9, #64
	fmadd	s19, s24, s25, s19
	str	s19, [sp, #316]
	b.ne	.LBB7_23
.LBB7_24:
	cbz	x25, .LBB7_26
// %bb.25:
	ldp	x0, x1, [sp, #64]               // 16-byte Folded Reload
	movi	d0, #0000000000000000
	add	x8, sp, #192
	add	x2, x20, #128
	add	x3, x20, #64
	bl	_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	b	.LBB7_27
.LBB7_26:
	movi	v0.2d, #0000000000000000
	stp	q0, q0, [sp, #192]
	stp	q0, q0, [sp, #224]
.LBB7_27:
	add	x8, sp, #128
	add	x9, sp, #320
	cmp	x19, #1
	str	x8, [sp, #592]
	str	x9, [sp, #600]
	b.gt	.LBB7_34
// %bb.28:
	cbz	x19, .LBB7_40
// %bb.29:
	cmp	x19, #1
	b.ne	.LBB7_45
// %bb.30:
	adrp	x9, .LCPI7_5
	mov	x8, xzr
	ldr	d0, [x9, :lo12:.LCPI7_5]
	add	x9, sp, #128
	b	.LBB7_32
	.p2align	5, , 16
.LBB7_31:                               //   in Loop: Header=BB7_32 Depth=1
	str	s1, [x9, x8, lsl #2]
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB7_45
.LBB7_32:                               // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x24, x8]
	movi	d1, #0000000000000000
	cmp	w10, #1
	b.ne	.LBB7_31
// %bb.33:                              //   in Loop: Header=BB7_32 Depth=1
	add	x10, x24, x8, lsl #3
	ldr	x10, [x10, #64]
	ldrh	w10, [x23, x10, lsl #1]
	lsl	w10, w10, #16
	fmov	s1, w10
	fcvt	d1, s1
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB7_31
.LBB7_34:
	cmp	x19, #3
	b.eq	.LBB7_44
// %bb.35:
	cmp	x19, #2
	b.ne	.LBB7_45
// %bb.36:
	adrp	x11, .LCPI7_5
	mov	x8, xzr
	mov	w9, #1879048192                 // =0x70000000
	ldr	d0, [x11, :lo12:.LCPI7_5]
	mov	w10, #939524096                 // =0x38000000
	add	x11, sp, #128
	b	.LBB7_38
	.p2align	5, , 16
.LBB7_37:                               //   in Loop: Header=BB7_38 Depth=1
	str	s1, [x11, x8, lsl #2]
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB7_45
.LBB7_38:                               // =>This Inner Loop Header: Depth=1
	ldrb	w12, [x24, x8]
	movi	d1, #0000000000000000
	cmp	w12, #1
	b.ne	.LBB7_37
// %bb.39:                              //   in Loop: Header=BB7_38 Depth=1
	add	x12, x24, x8, lsl #3
	ldr	x12, [x12, #64]
	ldrh	w12, [x23, x12, lsl #1]
	and	w14, w12, #0x7fff
	ubfx	w16, w12, #10, #5
	lsr	w13, w12, #15
	ucvtf	s1, w14, #24
	cmp	w16, #31
	csel	w16, w10, w9, lo
	tst	w12, #0x7c00
	add	w14, w16, w14, lsl #13
	fmov	w15, s1
	csel	w12, w15, w14, eq
	orr	w12, w12, w13, lsl #31
	fmov	s1, w12
	fcvt	d1, s1
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB7_37
.LBB7_40:
	adrp	x8, .LCPI7_5
	ldr	d0, [x8, :lo12:.LCPI7_5]
	add	x8, sp, #128
	b	.LBB7_42
	.p2align	5, , 16
.LBB7_41:                               //   in Loop: Header=BB7_42 Depth=1
	str	s1, [x8, x19, lsl #2]
	add	x19, x19, #1
	cmp	x19, #16
	b.eq	.LBB7_45
.LBB7_42:                               // =>This Inner Loop Header: Depth=1
	ldrb	w9, [x24, x19]
	movi	d1, #0000000000000000
	cmp	w9, #1
	b.ne	.LBB7_41
// %bb.43:                              //   in Loop: Header=BB7_42 Depth=1
	add	x9, x24, x19, lsl #3
	ldr	x9, [x9, #64]
	ldr	s1, [x23, x9, lsl #2]
	fcvt	d1, s1
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB7_41
.LBB7_44:
	add	x0, sp, #592
	mov	x1, x23
	bl	_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_
.LBB7_45:
	ldp	q4, q5, [sp, #192]
	ldp	q0, q1, [sp, #128]
	ldp	q2, q3, [sp, #256]
	ldr	q17, [sp, #80]                  // 16-byte Reload
	mvni	v6.4s, #127, msl #16
	fneg	v7.4s, v6.4s
	ldr	x0, [sp, #104]                  // 8-byte Reload
	ldr	x1, [sp, #120]                  // 8-byte Reload
	add	x2, x20, #128
	add	x3, x20, #64
	add	x4, sp, #256
	fneg	v4.4s, v4.4s
	fcmeq	v16.4s, v0.4s, v6.4s
	fmla	v4.4s, v2.4s, v17.s[0]
	fcmeq	v2.4s, v1.4s, v6.4s
	bit	v0.16b, v7.16b, v16.16b
	bit	v1.16b, v7.16b, v2.16b
	stp	q0, q1, [sp, #128]
	fneg	v0.4s, v5.4s
	bic	v1.16b, v4.16b, v16.16b
	fmla	v0.4s, v3.4s, v17.s[0]
	bic	v0.16b, v0.16b, v2.16b
	stp	q1, q0, [sp, #256]
	ldp	q0, q2, [sp, #224]
	ldp	q1, q3, [sp, #288]
	fneg	v2.4s, v2.4s
	fmla	v2.4s, v3.4s, v17.s[0]
	fneg	v0.4s, v0.4s
	fmla	v0.4s, v1.4s, v17.s[0]
	ldp	q1, q4, [sp, #160]
	fcmeq	v5.4s, v4.4s, v6.4s
	bic	v2.16b, v2.16b, v5.16b
	fcmeq	v3.4s, v1.4s, v6.4s
	bic	v0.16b, v0.16b, v3.16b
	stp	q0, q2, [sp, #288]
	mov	v0.16b, v3.16b
	bsl	v0.16b, v7.16b, v1.16b
	mov	v1.16b, v5.16b
	bsl	v1.16b, v7.16b, v4.16b
	stp	q0, q1, [sp, #160]
	fmov	d0, #1.00000000
	bl	_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	ldr	x0, [sp, #96]                   // 8-byte Reload
	ldr	x1, [sp, #112]                  // 8-byte Reload
	fmov	d0, #1.00000000
	add	x2, x20, #128
	add	x4, sp, #128
	mov	x3, x24
	bl	_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	mov	sp, x29
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end7:
	.size	_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE, .Lfunc_end7-_ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.LCPI8_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI8_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI8_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI8_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI8_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI8_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI8_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI8_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI8_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI8_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI8_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI8_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI8_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI8_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI8_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI8_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI8_16:
	.xword	0x3ff71547652b82fe              // double 1.4426950408889634
	.section	.text._ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"axG",@progbits,_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.weak	_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.p2align	4
	.type	_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,@function
_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE: // @_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	sub	x9, sp, #1760
	and	sp, x9, #0xffffffffffffffc0
	ldr	x27, [x2, #8]
	mov	x28, x1
	cmp	x27, #18
	b.ne	.LBB8_2
// %bb.1:
	mov	x22, xzr
	b	.LBB8_3
.LBB8_2:
	ldr	x22, [x2]
.LBB8_3:
	ldr	x21, [x2, #24]
	cmp	x21, #18
	b.ne	.LBB8_5
// %bb.4:
	mov	x20, xzr
	b	.LBB8_6
.LBB8_5:
	ldr	x20, [x2, #16]
.LBB8_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	b.ne	.LBB8_8
// %bb.7:
	mov	x9, xzr
	b	.LBB8_9
.LBB8_8:
	ldr	x9, [x2, #32]
.LBB8_9:
	ldr	x8, [x2, #56]
	cmp	x8, #18
	str	x8, [sp, #72]                   // 8-byte Spill
	b.ne	.LBB8_11
// %bb.10:
	str	xzr, [sp, #64]                  // 8-byte Spill
	b	.LBB8_12
.LBB8_11:
	ldr	x8, [x2, #48]
	str	x8, [sp, #64]                   // 8-byte Spill
.LBB8_12:
	ldr	x16, [x2, #72]
	add	x8, sp, #896
	cmp	x16, #18
	b.ne	.LBB8_14
// %bb.13:
	str	xzr, [sp, #104]                 // 8-byte Spill
	b	.LBB8_15
.LBB8_14:
	ldr	x10, [x2, #64]
	str	x10, [sp, #104]                 // 8-byte Spill
.LBB8_15:
	ldr	x17, [x2, #88]
	add	x19, x8, #320
	cmp	x17, #18
	b.ne	.LBB8_17
// %bb.16:
	str	xzr, [sp, #96]                  // 8-byte Spill
	b	.LBB8_18
.LBB8_17:
	ldr	x8, [x2, #80]
	str	x8, [sp, #96]                   // 8-byte Spill
.LBB8_18:
	ldrsw	x12, [x2, #192]
	ldrsw	x13, [x0, #8]
	add	x12, x13, x12
	ldr	x13, [x2, #216]
	ldr	x10, [x2, #96]
	ldr	x11, [x2, #112]
	ldr	x8, [x2, #128]
	ldr	x14, [x2, #144]
	ldr	w15, [x2, #176]
	stp	x17, x16, [sp, #112]            // 16-byte Folded Spill
	cmp	x13, #17
	b.ne	.LBB8_20
// %bb.19:
	ldr	d0, [x2, #208]
	fcvt	s0, d0
	b	.LBB8_21
.LBB8_20:
	ldr	x13, [x2, #208]
	scvtf	s0, x13
.LBB8_21:
	ldp	w17, w13, [x0, #12]
	ldr	w16, [x0]
	adrp	x18, .LCPI8_0
	str	q0, [sp, #80]                   // 16-byte Spill
	cmp	w15, #0
                                        // kill: def $w13 killed $w13 def $x13
	sxtw	x13, w13
	ldr	q0, [x18, :lo12:.LCPI8_0]
	adrp	x18, .LCPI8_2
	ldr	q2, [x18, :lo12:.LCPI8_2]
	csel	w15, w17, w15, eq
	lsl	w16, w16, #6
	smaddl	x15, w13, w15, x12
	adrp	x18, .LCPI8_3
	dup	v1.4s, w16
	sxtw	x16, w14
	mul	x10, x10, x13
	ldr	q3, [x18, :lo12:.LCPI8_3]
	mul	x15, x15, x16
	adrp	x18, .LCPI8_1
	orr	v4.16b, v1.16b, v2.16b
	orr	v5.16b, v1.16b, v0.16b
	ldr	q2, [x18, :lo12:.LCPI8_1]
	orr	v3.16b, v1.16b, v3.16b
	stp	q4, q3, [sp, #928]
	dup	v0.2d, x15
	adrp	x15, .LCPI8_6
	ldr	x25, [x2, #224]
	orr	v6.16b, v1.16b, v2.16b
	mul	x11, x11, x12
	ldr	x24, [x2, #160]
	saddw	v2.2d, v0.2d, v3.2s
	saddw2	v7.2d, v0.2d, v3.4s
	add	x9, x9, x10, lsl #2
	saddw2	v16.2d, v0.2d, v6.4s
	add	x1, x9, x11, lsl #2
	add	x3, sp, #896
	stp	q2, q7, [x19, #96]
	saddw	v7.2d, v0.2d, v4.2s
	saddw2	v2.2d, v0.2d, v4.4s
	mov	x0, x28
	stp	q7, q2, [x19, #64]
	dup	v2.4s, w14
	cmgt	v3.4s, v2.4s, v3.4s
	saddw	v7.2d, v0.2d, v6.2s
	cmgt	v4.4s, v2.4s, v4.4s
	adrp	x14, .LCPI8_4
	mov	x2, x8
	stp	q5, q6, [sp, #896]
	stp	q7, q16, [x19, #32]
	uzp1	v3.8h, v4.8h, v3.8h
	saddw	v4.2d, v0.2d, v5.2s
	saddw2	v7.2d, v0.2d, v5.4s
	cmgt	v6.4s, v2.4s, v6.4s
	cmgt	v5.4s, v2.4s, v5.4s
	mov	w5, w25
	stp	q4, q7, [x19]
	uzp1	v4.8h, v5.8h, v6.8h
	uzp1	v4.16b, v4.16b, v3.16b
	ldr	q3, [x14, :lo12:.LCPI8_4]
	adrp	x14, .LCPI8_5
	ldr	q5, [x15, :lo12:.LCPI8_6]
	adrp	x15, .LCPI8_7
	ldr	q6, [x15, :lo12:.LCPI8_7]
	orr	v16.16b, v1.16b, v3.16b
	movi	v3.16b, #1
	ldr	q7, [x14, :lo12:.LCPI8_5]
	orr	v5.16b, v1.16b, v5.16b
	orr	v6.16b, v1.16b, v6.16b
	and	v4.16b, v4.16b, v3.16b
	stp	q5, q6, [sp, #992]
	cmgt	v17.4s, v2.4s, v6.4s
	orr	v7.16b, v1.16b, v7.16b
	cmgt	v18.4s, v2.4s, v5.4s
	str	q4, [sp, #1152]
	saddw	v4.2d, v0.2d, v6.2s
	saddw2	v6.2d, v0.2d, v6.4s
	stp	q4, q6, [x19, #224]
	saddw	v4.2d, v0.2d, v5.2s
	saddw2	v5.2d, v0.2d, v5.4s
	adrp	x15, .LCPI8_10
	stp	q4, q5, [x19, #192]
	saddw	v4.2d, v0.2d, v7.2s
	saddw2	v5.2d, v0.2d, v7.4s
	uzp1	v17.8h, v18.8h, v17.8h
	stp	q4, q5, [x19, #160]
	saddw	v4.2d, v0.2d, v16.2s
	saddw2	v5.2d, v0.2d, v16.4s
	cmgt	v18.4s, v2.4s, v7.4s
	cmgt	v19.4s, v2.4s, v16.4s
	uzp1	v18.8h, v19.8h, v18.8h
	adrp	x14, .LCPI8_8
	stp	q4, q5, [x19, #128]
	ldr	q5, [x15, :lo12:.LCPI8_10]
	adrp	x15, .LCPI8_11
	ldr	q6, [x15, :lo12:.LCPI8_11]
	uzp1	v17.16b, v18.16b, v17.16b
	ldr	q4, [x14, :lo12:.LCPI8_8]
	adrp	x14, .LCPI8_9
	stp	q16, q7, [sp, #960]
	ldr	q7, [x14, :lo12:.LCPI8_9]
	and	v17.16b, v17.16b, v3.16b
	orr	v6.16b, v1.16b, v6.16b
	orr	v5.16b, v1.16b, v5.16b
	saddw	v16.2d, v0.2d, v6.2s
	str	q17, [sp, #1168]
	saddw2	v17.2d, v0.2d, v6.4s
	orr	v7.16b, v1.16b, v7.16b
	stp	q16, q17, [x19, #352]
	saddw	v16.2d, v0.2d, v5.2s
	saddw2	v17.2d, v0.2d, v5.4s
	orr	v4.16b, v1.16b, v4.16b
	stp	q16, q17, [x19, #320]
	saddw	v16.2d, v0.2d, v7.2s
	saddw2	v17.2d, v0.2d, v7.4s
	adrp	x15, .LCPI8_14
	str	q6, [sp, #1072]
	cmgt	v6.4s, v2.4s, v6.4s
	adrp	x14, .LCPI8_12
	str	q5, [sp, #1056]
	cmgt	v5.4s, v2.4s, v5.4s
	uzp1	v5.8h, v5.8h, v6.8h
	stp	q16, q17, [x19, #288]
	saddw	v16.2d, v0.2d, v4.2s
	saddw2	v17.2d, v0.2d, v4.4s
	cmgt	v6.4s, v2.4s, v7.4s
	str	q7, [sp, #1040]
	ldr	q7, [x15, :lo12:.LCPI8_14]
	str	q4, [sp, #1024]
	cmgt	v4.4s, v2.4s, v4.4s
	adrp	x15, .LCPI8_15
	stp	q16, q17, [x19, #256]
	ldr	q16, [x15, :lo12:.LCPI8_15]
	uzp1	v4.8h, v4.8h, v6.8h
	ldr	q6, [x14, :lo12:.LCPI8_12]
	adrp	x14, .LCPI8_13
	ldr	q17, [x14, :lo12:.LCPI8_13]
	orr	v7.16b, v1.16b, v7.16b
	orr	v16.16b, v1.16b, v16.16b
	orr	v6.16b, v1.16b, v6.16b
	orr	v1.16b, v1.16b, v17.16b
	uzp1	v4.16b, v4.16b, v5.16b
	cmgt	v5.4s, v2.4s, v16.4s
	cmgt	v17.4s, v2.4s, v7.4s
	uzp1	v5.8h, v17.8h, v5.8h
	cmgt	v17.4s, v2.4s, v1.4s
	cmgt	v2.4s, v2.4s, v6.4s
	uzp1	v2.8h, v2.8h, v17.8h
	uzp1	v2.16b, v2.16b, v5.16b
	and	v2.16b, v2.16b, v3.16b
	and	v4.16b, v4.16b, v3.16b
	saddw2	v3.2d, v0.2d, v16.4s
	add	x14, sp, #896
	str	q2, [sp, #1200]
	saddw	v2.2d, v0.2d, v16.2s
	add	x26, x14, #256
	stp	q2, q3, [x19, #480]
	saddw	v2.2d, v0.2d, v7.2s
	saddw2	v3.2d, v0.2d, v7.4s
	mov	x4, x26
	str	q1, [sp, #1104]
	stp	q2, q3, [x19, #448]
	saddw	v2.2d, v0.2d, v1.2s
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q2, q1, [x19, #416]
	saddw	v1.2d, v0.2d, v6.2s
	saddw2	v0.2d, v0.2d, v6.4s
	str	q16, [sp, #1136]
	str	q7, [sp, #1120]
	str	q6, [sp, #1088]
	str	q4, [sp, #1184]
	stp	q1, q0, [x19, #384]
	bl	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	mov	x23, x0
	mov	x0, x28
	mov	x1, x22
	mov	x2, x27
	mov	x3, x19
	mov	x4, x26
	mov	w5, w25
	bl	_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	movi	v0.2d, #0000000000000000
	cmp	w25, #1
	stp	q0, q0, [sp, #640]
	stp	q0, q0, [sp, #672]
	stp	q0, q0, [sp, #704]
	stp	q0, q0, [sp, #736]
	stp	q0, q0, [sp, #768]
	stp	q0, q0, [sp, #800]
	stp	q0, q0, [sp, #832]
	stp	q0, q0, [sp, #864]
	b.lt	.LBB8_28
// %bb.22:
	and	x9, x25, #0x7fffffff
	add	x13, sp, #640
	mov	x8, xzr
	lsl	x10, x9, #8
	add	x12, x13, #256
	mov	w14, #160                       // =0xa0
	add	x11, x23, x10
	add	x10, x0, x10
	cmp	x13, x11
	ccmp	x12, x23, #0, lo
	cset	w11, hi
	cmp	x13, x10
	add	x10, x0, #4
	orr	x13, x13, #0x4
	ccmp	x12, x0, #0, lo
	add	x12, x23, #4
	csinc	w11, w11, wzr, ls
	b	.LBB8_25
	.p2align	5, , 16
.LBB8_23:                               //   in Loop: Header=BB8_25 Depth=1
	lsl	x16, x8, #6
	add	x17, x23, x16, lsl #2
	lsl	x15, x16, #2
	ldp	q0, q1, [sp, #640]
	ldp	q2, q3, [x17]
	add	x17, x0, x16, lsl #2
	orr	x16, x14, x16, lsl #2
	ldp	q4, q5, [x17]
	orr	x17, x15, #0x20
	add	x18, x23, x17
	add	x17, x0, x17
	fmla	v1.4s, v5.4s, v3.4s
	fmla	v0.4s, v4.4s, v2.4s
	ldp	q4, q5, [sp, #672]
	str	q1, [sp, #656]
	ldp	q1, q3, [x17]
	orr	x17, x15, #0x40
	str	q0, [sp, #640]
	ldp	q0, q2, [x18]
	add	x18, x23, x17
	add	x17, x0, x17
	fmla	v5.4s, v3.4s, v2.4s
	ldp	q2, q3, [x17]
	orr	x17, x15, #0x60
	fmla	v4.4s, v1.4s, v0.4s
	ldp	q0, q1, [x18]
	add	x18, x23, x17
	add	x17, x0, x17
	stp	q4, q5, [sp, #672]
	ldp	q4, q5, [sp, #704]
	fmla	v5.4s, v3.4s, v1.4s
	fmla	v4.4s, v2.4s, v0.4s
	ldp	q0, q1, [x18]
	ldp	q2, q3, [x17]
	orr	x17, x15, #0x80
	add	x18, x23, x17
	add	x17, x0, x17
	stp	q4, q5, [sp, #704]
	ldp	q4, q5, [sp, #736]
	fmla	v5.4s, v3.4s, v1.4s
	fmla	v4.4s, v2.4s, v0.4s
	ldp	q0, q1, [x18]
	ldp	q2, q3, [x17]
	add	x17, x23, x16
	add	x16, x0, x16
	stp	q4, q5, [sp, #736]
	ldp	q4, q5, [sp, #768]
	fmla	v5.4s, v3.4s, v1.4s
	fmla	v4.4s, v2.4s, v0.4s
	ldp	q0, q1, [x17]
	ldp	q2, q3, [x16]
	orr	x16, x15, #0xc0
	orr	x15, x15, #0xe0
	add	x17, x23, x16
	add	x16, x0, x16
	stp	q4, q5, [sp, #768]
	ldp	q4, q5, [sp, #800]
	fmla	v5.4s, v3.4s, v1.4s
	fmla	v4.4s, v2.4s, v0.4s
	ldp	q0, q1, [x17]
	ldp	q2, q3, [x16]
	add	x16, x23, x15
	add	x15, x0, x15
	stp	q4, q5, [sp, #800]
	ldp	q4, q5, [sp, #832]
	fmla	v5.4s, v3.4s, v1.4s
	fmla	v4.4s, v2.4s, v0.4s
	ldp	q0, q1, [x16]
	ldp	q2, q3, [x15]
	stp	q4, q5, [sp, #832]
	ldp	q4, q5, [sp, #864]
	fmla	v5.4s, v3.4s, v1.4s
	fmla	v4.4s, v2.4s, v0.4s
	stp	q4, q5, [sp, #864]
.LBB8_24:                               //   in Loop: Header=BB8_25 Depth=1
	add	x8, x8, #1
	add	x10, x10, #256
	add	x12, x12, #256
	cmp	x8, x9
	b.eq	.LBB8_28
.LBB8_25:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB8_27 Depth 2
	cbz	w11, .LBB8_23
// %bb.26:                              //   in Loop: Header=BB8_25 Depth=1
	mov	w15, #64                        // =0x40
	mov	x16, x13
	mov	x17, x12
	mov	x18, x10
	.p2align	5, , 16
.LBB8_27:                               //   Parent Loop BB8_25 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldur	s0, [x17, #-4]
	ldur	s1, [x18, #-4]
	subs	x15, x15, #2
	ldp	s2, s3, [x16, #-4]
	fmadd	s0, s0, s1, s2
	stur	s0, [x16, #-4]
	ldr	s0, [x17], #8
	ldr	s1, [x18], #8
	fmadd	s0, s0, s1, s3
	str	s0, [x16], #8
	b.ne	.LBB8_27
	b	.LBB8_24
.LBB8_28:
	cbz	x24, .LBB8_30
// %bb.29:
	ldp	x0, x1, [sp, #64]               // 16-byte Folded Reload
	movi	d0, #0000000000000000
	add	x8, sp, #384
	mov	x2, x19
	mov	x3, x26
	bl	_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	b	.LBB8_31
.LBB8_30:
	movi	v0.2d, #0000000000000000
	stp	q0, q0, [sp, #384]
	stp	q0, q0, [sp, #416]
	stp	q0, q0, [sp, #448]
	stp	q0, q0, [sp, #480]
	stp	q0, q0, [sp, #512]
	stp	q0, q0, [sp, #544]
	stp	q0, q0, [sp, #576]
	stp	q0, q0, [sp, #608]
.LBB8_31:
	ldr	q5, [sp, #80]                   // 16-byte Reload
	ldr	x1, [sp, #120]                  // 8-byte Reload
	cmp	x21, #1
	b.gt	.LBB8_38
// %bb.32:
	cbz	x21, .LBB8_44
// %bb.33:
	cmp	x21, #1
	b.ne	.LBB8_52
// %bb.34:
	adrp	x9, .LCPI8_16
	mov	x8, xzr
	ldr	d0, [x9, :lo12:.LCPI8_16]
	add	x9, sp, #128
	b	.LBB8_36
	.p2align	5, , 16
.LBB8_35:                               //   in Loop: Header=BB8_36 Depth=1
	str	s1, [x9, x8, lsl #2]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB8_52
.LBB8_36:                               // =>This Inner Loop Header: Depth=1
	add	x10, x19, x8
	movi	d1, #0000000000000000
	ldurb	w10, [x10, #-64]
	cmp	w10, #1
	b.ne	.LBB8_35
// %bb.37:                              //   in Loop: Header=BB8_36 Depth=1
	ldr	x10, [x19, x8, lsl #3]
	ldrh	w10, [x20, x10, lsl #1]
	lsl	w10, w10, #16
	fmov	s1, w10
	fcvt	d1, s1
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB8_35
.LBB8_38:
	cmp	x21, #2
	b.eq	.LBB8_48
// %bb.39:
	cmp	x21, #3
	b.ne	.LBB8_52
// %bb.40:
	adrp	x9, .LCPI8_16
	mov	x8, xzr
	ldr	d0, [x9, :lo12:.LCPI8_16]
	add	x9, sp, #128
	b	.LBB8_42
	.p2align	5, , 16
.LBB8_41:                               //   in Loop: Header=BB8_42 Depth=1
	str	s1, [x9, x8, lsl #2]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB8_52
.LBB8_42:                               // =>This Inner Loop Header: Depth=1
	add	x10, x19, x8
	movi	d1, #0000000000000000
	ldurb	w10, [x10, #-64]
	cmp	w10, #1
	b.ne	.LBB8_41
// %bb.43:                              //   in Loop: Header=BB8_42 Depth=1
	ldr	x10, [x19, x8, lsl #3]
	ldr	d1, [x20, x10, lsl #3]
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB8_41
.LBB8_44:
	adrp	x8, .LCPI8_16
	ldr	d0, [x8, :lo12:.LCPI8_16]
	add	x8, sp, #128
	b	.LBB8_46
	.p2align	5, , 16
.LBB8_45:                               //   in Loop: Header=BB8_46 Depth=1
	str	s1, [x8, x21, lsl #2]
	add	x21, x21, #1
	cmp	x21, #64
	b.eq	.LBB8_52
.LBB8_46:                               // =>This Inner Loop Header: Depth=1
	ldrb	w9, [x26, x21]
	movi	d1, #0000000000000000
	cmp	w9, #1
	b.ne	.LBB8_45
// %bb.47:                              //   in Loop: Header=BB8_46 Depth=1
	add	x9, x26, x21, lsl #3
	ldr	x9, [x9, #64]
	ldr	s1, [x20, x9, lsl #2]
	fcvt	d1, s1
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB8_45
.LBB8_48:
	adrp	x11, .LCPI8_16
	mov	x8, xzr
	mov	w9, #1879048192                 // =0x70000000
	ldr	d0, [x11, :lo12:.LCPI8_16]
	mov	w10, #939524096                 // =0x38000000
	add	x11, sp, #128
	b	.LBB8_50
	.p2align	5, , 16
.LBB8_49:                               //   in Loop: Header=BB8_50 Depth=1
	str	s1, [x11, x8, lsl #2]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB8_52
.LBB8_50:                               // =>This Inner Loop Header: Depth=1
	add	x12, x19, x8
	movi	d1, #0000000000000000
	ldurb	w12, [x12, #-64]
	cmp	w12, #1
	b.ne	.LBB8_49
// %bb.51:                              //   in Loop: Header=BB8_50 Depth=1
	ldr	x12, [x19, x8, lsl #3]
	ldrh	w12, [x20, x12, lsl #1]
	and	w14, w12, #0x7fff
	ubfx	w16, w12, #10, #5
	lsr	w13, w12, #15
	cmp	w16, #31
	ucvtf	s1, w14, #24
	csel	w16, w10, w9, lo
	tst	w12, #0x7c00
	add	w14, w16, w14, lsl #13
	fmov	w15, s1
	csel	w12, w15, w14, eq
	orr	w12, w12, w13, lsl #31
	fmov	s1, w12
	fcvt	d1, s1
	fmul	d1, d1, d0
	fcvt	s1, d1
	b	.LBB8_49
.LBB8_52:
	mvni	v0.4s, #127, msl #16
	mov	x8, xzr
	add	x9, sp, #128
	add	x10, sp, #640
	add	x11, sp, #384
	fneg	v1.4s, v0.4s
	.p2align	5, , 16
.LBB8_53:                               // =>This Inner Loop Header: Depth=1
	ldr	q2, [x11, x8]
	fneg	v2.4s, v2.4s
	ldr	q3, [x10, x8]
	fmla	v2.4s, v3.4s, v5.s[0]
	ldr	q4, [x9, x8]
	fcmeq	v3.4s, v4.4s, v0.4s
	bic	v2.16b, v2.16b, v3.16b
	str	q2, [x10, x8]
	mov	v2.16b, v3.16b
	bsl	v2.16b, v1.16b, v4.16b
	str	q2, [x9, x8]
	add	x8, x8, #16
	cmp	x8, #256
	b.ne	.LBB8_53
// %bb.54:
	ldr	x0, [sp, #104]                  // 8-byte Reload
	fmov	d0, #1.00000000
	add	x4, sp, #640
	mov	x2, x19
	mov	x3, x26
	bl	_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	ldr	x0, [sp, #96]                   // 8-byte Reload
	ldr	x1, [sp, #112]                  // 8-byte Reload
	fmov	d0, #1.00000000
	add	x4, sp, #128
	mov	x2, x19
	mov	x3, x26
	bl	_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	mov	sp, x29
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end8:
	.size	_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE, .Lfunc_end8-_ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function mix_by_lse
.LCPI9_0:
	.xword	1                               // 0x1
	.xword	0                               // 0x0
	.text
	.globl	mix_by_lse
	.p2align	4
	.type	mix_by_lse,@function
mix_by_lse:                             // @mix_by_lse
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
	stp	x29, x30, [sp, #160]            // 16-byte Folded Spill
	add	x29, sp, #160
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x8, .LCPI9_0
	adrp	x9, :got:_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	adrp	x10, :got:_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	ldr	x9, [x9, :got_lo12:_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE]
	ldr	x10, [x10, :got_lo12:_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE]
	ldr	x12, [x1, #16]
	ldr	q0, [x8, :lo12:.LCPI9_0]
	cmp	w2, #17
	ldp	x8, x11, [x1]
                                        // kill: def $w3 killed $w3 def $x3
	add	x2, sp, #48
	mov	x1, x4
	stur	xzr, [x29, #-48]
	stp	x8, x11, [sp, #8]
	stp	w11, w8, [x29, #-32]
	mul	x8, x11, x8
	csel	x9, x10, x9, lt
	sub	x10, x29, #48
	sub	x11, x29, #24
	stp	x10, x11, [sp, #48]
	mul	x8, x8, x12
	add	x10, sp, #8
	sub	x11, x29, #8
	stp	x0, x9, [x29, #-16]
	sxtw	x9, w3
	str	x12, [sp, #24]
	stp	x10, x11, [sp, #64]
	sub	x10, x29, #28
	sub	x11, x29, #32
	cmp	x8, x9
	stp	x10, x11, [sp, #80]
	sub	x10, x29, #36
	sub	x11, x29, #16
	csel	x0, x8, x9, lt
	stur	w12, [x29, #-36]
                                        // kill: def $w0 killed $w0 killed $x0
	stur	q0, [sp, #32]
	stur	x8, [x29, #-24]
	stp	x10, x11, [sp, #96]
	bl	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_def_cfa wsp, 176
	ldp	x29, x30, [sp, #160]            // 16-byte Folded Reload
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end9:
	.size	mix_by_lse, .Lfunc_end9-mix_by_lse
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          // -- Begin function _ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.LCPI10_0:
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI10_5:
	.xword	0x3ff71547652b82fe              // double 1.4426950408889634
.LCPI10_6:
	.xword	0x3fe62e42fefa39ef              // double 0.69314718055994529
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI10_1:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	0                               // 0x0
	.word	0                               // 0x0
.LCPI10_2:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI10_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI10_4:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
	.section	.text._ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"axG",@progbits,_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.weak	_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.p2align	4
	.type	_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,@function
_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE: // @_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_startproc
// %bb.0:
	stp	d9, d8, [sp, #-112]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	sub	x9, sp, #720
	and	sp, x9, #0xffffffffffffffc0
	ldr	x23, [x2, #8]
	mov	x22, x1
	cmp	x23, #18
	b.ne	.LBB10_2
// %bb.1:
	mov	x24, xzr
	b	.LBB10_3
.LBB10_2:
	ldr	x24, [x2]
.LBB10_3:
	ldr	x25, [x2, #24]
	cmp	x25, #18
	b.ne	.LBB10_5
// %bb.4:
	mov	x26, xzr
	b	.LBB10_6
.LBB10_5:
	ldr	x26, [x2, #16]
.LBB10_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	str	x8, [sp, #24]                   // 8-byte Spill
	b.ne	.LBB10_8
// %bb.7:
	str	xzr, [sp, #8]                   // 8-byte Spill
	b	.LBB10_9
.LBB10_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #8]                    // 8-byte Spill
.LBB10_9:
	ldr	x8, [x2, #56]
	cmp	x8, #18
	str	x8, [sp, #40]                   // 8-byte Spill
	b.ne	.LBB10_11
// %bb.10:
	str	xzr, [sp, #32]                  // 8-byte Spill
	b	.LBB10_12
.LBB10_11:
	ldr	x8, [x2, #48]
	str	x8, [sp, #32]                   // 8-byte Spill
.LBB10_12:
	adrp	x12, .LCPI10_0
	ldrsw	x9, [x2, #112]
	ldrsw	x10, [x0, #8]
	ldr	d0, [x12, :lo12:.LCPI10_0]
	adrp	x12, .LCPI10_1
	ldr	q1, [x12, :lo12:.LCPI10_1]
	adrp	x12, .LCPI10_2
	ldr	q2, [x12, :lo12:.LCPI10_2]
	adrp	x12, .LCPI10_4
	ldr	q3, [x12, :lo12:.LCPI10_4]
	ldrsw	x12, [x0]
	ldrsw	x21, [x2, #80]
	ldrsw	x11, [x0, #16]
	ldr	x8, [x2, #96]
	add	x9, x10, x9
	smaddl	x9, w21, w11, x9
	sxtw	x20, w8
	mul	x9, x9, x20
	adrp	x11, .LCPI10_3
	ldr	w1, [x2, #144]
	lsl	x10, x12, #4
	ldrsw	x28, [x2, #64]
	ldr	w19, [x2, #128]
	dup	v4.4s, w10
	add	x27, sp, #384
	mov	x0, x22
	orr	v0.8b, v4.8b, v0.8b
	mov	v5.16b, v4.16b
	orr	v2.16b, v4.16b, v2.16b
	orr	v3.16b, v4.16b, v3.16b
	mov	v5.d[1], v0.d[0]
	orr	v1.16b, v5.16b, v1.16b
	dup	v5.2d, x9
	saddw	v6.2d, v5.2d, v0.2s
	saddw	v7.2d, v5.2d, v2.2s
	stp	q1, q2, [sp, #384]
	mov	v1.s[0], w10
	orr	w10, w10, #0x1
	stp	q6, q7, [sp, #528]
	saddw2	v6.2d, v5.2d, v2.4s
	saddw	v7.2d, v5.2d, v3.2s
	mov	v1.d[1], v0.d[0]
	stp	q6, q7, [sp, #560]
	ldr	q6, [x11, :lo12:.LCPI10_3]
	dup	v0.4s, w8
	add	x8, x9, x12, lsl #4
	add	x9, x9, w10, sxtw
	cmgt	v1.4s, v0.4s, v1.4s
	str	x8, [sp, #512]
	add	x8, x27, #64
	str	x9, [sp, #520]
	orr	v4.16b, v4.16b, v6.16b
	saddw2	v6.2d, v5.2d, v3.4s
	str	x8, [sp, #16]                   // 8-byte Spill
	add	x8, sp, #224
	saddw	v7.2d, v5.2d, v4.2s
	stp	q3, q4, [sp, #416]
	cmgt	v3.4s, v0.4s, v3.4s
	stp	q6, q7, [sp, #592]
	cmgt	v6.4s, v0.4s, v4.4s
	cmgt	v0.4s, v0.4s, v2.4s
	uzp1	v3.8h, v3.8h, v6.8h
	uzp1	v0.8h, v1.8h, v0.8h
	movi	v1.16b, #1
	uzp1	v0.16b, v0.16b, v3.16b
	and	v0.16b, v0.16b, v1.16b
	str	q0, [sp, #448]
	saddw2	v0.2d, v5.2d, v4.4s
	str	q0, [sp, #624]
	ldp	q0, q1, [sp, #576]
	stp	q0, q1, [sp, #320]
	ldp	q0, q1, [sp, #608]
	stp	q0, q1, [sp, #352]
	ldp	q0, q1, [sp, #512]
	stp	q0, q1, [sp, #256]
	ldp	q0, q1, [sp, #544]
	stp	q0, q1, [sp, #288]
	bl	_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	cmp	w19, #1
	b.lt	.LBB10_15
// %bb.13:
	smull	x8, w21, w28
	mul	x8, x8, x20
	dup	v0.2d, x8
	adrp	x8, .LCPI10_5
	ldr	d8, [x8, :lo12:.LCPI10_5]
	str	q0, [sp, #48]                   // 16-byte Spill
	.p2align	5, , 16
.LBB10_14:                              // =>This Inner Loop Header: Depth=1
	fmov	d0, d8
	add	x1, sp, #224
	add	x6, x27, #128
	add	x7, x27, #64
	mov	x0, x22
	mov	x2, x24
	mov	x3, x23
	mov	x4, x26
	mov	x5, x25
	bl	_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
	ldp	q0, q1, [sp, #512]
	ldr	q2, [sp, #48]                   // 16-byte Reload
	subs	w19, w19, #1
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #512]
	ldp	q0, q1, [sp, #544]
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #544]
	ldp	q0, q1, [sp, #576]
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #576]
	ldp	q0, q1, [sp, #608]
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #608]
	b.ne	.LBB10_14
.LBB10_15:
	ldp	x21, x20, [sp, #224]
	fmov	s8, #1.00000000
	mov	x19, xzr
	add	x22, sp, #640
	add	x23, sp, #64
	b	.LBB10_18
	.p2align	5, , 16
.LBB10_16:                              //   in Loop: Header=BB10_18 Depth=1
	ldr	s1, [x21, x19, lsl #2]
	fcvt	d9, s1
	bl	log2f
	fcvt	d0, s0
	fadd	d0, d0, d9
.LBB10_17:                              //   in Loop: Header=BB10_18 Depth=1
	str	d0, [x23, x19, lsl #3]
	add	x19, x19, #1
	cmp	x19, #16
	b.eq	.LBB10_20
.LBB10_18:                              // =>This Inner Loop Header: Depth=1
	ldr	s0, [x20, x19, lsl #2]
	fdiv	s1, s8, s0
	fcmp	s0, #0.0
	fcsel	s1, s8, s1, eq
	str	s1, [x22, x19, lsl #2]
	b.ne	.LBB10_16
// %bb.19:                              //   in Loop: Header=BB10_18 Depth=1
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d0, x8
	b	.LBB10_17
.LBB10_20:
	ldr	w9, [sp, #248]
	add	x8, sp, #224
	add	x8, x8, #16
	cmp	w9, #1
	b.lt	.LBB10_23
// %bb.21:
	ldp	q0, q1, [sp, #640]
	ldp	q2, q3, [sp, #672]
	mov	x9, xzr
	mov	x10, xzr
	.p2align	5, , 16
.LBB10_22:                              // =>This Inner Loop Header: Depth=1
	ldr	x11, [sp, #240]
	add	x10, x10, #1
	add	x11, x11, x9
	add	x9, x9, #64
	ldp	q4, q5, [x11]
	fmul	v5.4s, v1.4s, v5.4s
	fmul	v4.4s, v0.4s, v4.4s
	stp	q4, q5, [x11]
	ldp	q4, q5, [x11, #32]
	fmul	v5.4s, v3.4s, v5.4s
	fmul	v4.4s, v2.4s, v4.4s
	stp	q4, q5, [x11, #32]
	ldrsw	x11, [sp, #248]
	cmp	x10, x11
	b.lt	.LBB10_22
.LBB10_23:
	str	x8, [sp, #656]
	ldr	x8, [sp, #24]                   // 8-byte Reload
	ldr	x19, [sp, #16]                  // 8-byte Reload
	mov	w9, #1065353216                 // =0x3f800000
	cmp	x8, #1
	str	w9, [sp, #716]
	add	x9, sp, #256
	str	x9, [sp, #648]
	add	x9, sp, #716
	str	x19, [sp, #640]
	str	x9, [sp, #664]
	b.gt	.LBB10_27
// %bb.24:
	cbz	x8, .LBB10_30
// %bb.25:
	cmp	x8, #1
	b.ne	.LBB10_32
// %bb.26:
	ldr	x1, [sp, #8]                    // 8-byte Reload
	add	x0, sp, #640
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	b	.LBB10_32
.LBB10_27:
	cmp	x8, #2
	b.eq	.LBB10_31
// %bb.28:
	cmp	x8, #3
	b.ne	.LBB10_32
// %bb.29:
	ldr	x1, [sp, #8]                    // 8-byte Reload
	add	x0, sp, #640
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	b	.LBB10_32
.LBB10_30:
	ldr	x1, [sp, #8]                    // 8-byte Reload
	add	x0, sp, #640
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	b	.LBB10_32
.LBB10_31:
	ldr	x1, [sp, #8]                    // 8-byte Reload
	add	x0, sp, #640
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
.LBB10_32:
	adrp	x8, .LCPI10_6
	ldp	x0, x1, [sp, #32]               // 16-byte Folded Reload
	ldr	d0, [x8, :lo12:.LCPI10_6]
	add	x2, sp, #256
	add	x4, sp, #64
	mov	x3, x19
	bl	_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	sub	sp, x29, #16
	.cfi_def_cfa wsp, 112
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	ldp	d9, d8, [sp], #112              // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	ret
.Lfunc_end10:
	.size	_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE, .Lfunc_end10-_ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.LCPI11_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI11_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI11_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI11_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI11_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI11_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI11_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI11_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI11_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI11_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI11_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI11_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI11_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI11_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI11_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI11_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI11_16:
	.xword	0x3ff71547652b82fe              // double 1.4426950408889634
.LCPI11_17:
	.xword	0x3fe62e42fefa39ef              // double 0.69314718055994529
	.section	.text._ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"axG",@progbits,_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.weak	_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.p2align	4
	.type	_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,@function
_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE: // @_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_startproc
// %bb.0:
	stp	d9, d8, [sp, #-112]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	sub	x9, sp, #2256
	and	sp, x9, #0xffffffffffffffc0
	ldr	x24, [x2, #8]
	mov	x23, x1
	cmp	x24, #18
	b.ne	.LBB11_2
// %bb.1:
	mov	x25, xzr
	b	.LBB11_3
.LBB11_2:
	ldr	x25, [x2]
.LBB11_3:
	ldr	x26, [x2, #24]
	cmp	x26, #18
	b.ne	.LBB11_5
// %bb.4:
	mov	x27, xzr
	b	.LBB11_6
.LBB11_5:
	ldr	x27, [x2, #16]
.LBB11_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	str	x8, [sp, #40]                   // 8-byte Spill
	b.ne	.LBB11_8
// %bb.7:
	str	xzr, [sp, #24]                  // 8-byte Spill
	b	.LBB11_9
.LBB11_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #24]                   // 8-byte Spill
.LBB11_9:
	ldr	x8, [x2, #56]
	add	x21, sp, #1152
	cmp	x8, #18
	str	x8, [sp, #32]                   // 8-byte Spill
	b.ne	.LBB11_11
// %bb.10:
	str	xzr, [sp, #16]                  // 8-byte Spill
	b	.LBB11_12
.LBB11_11:
	ldr	x8, [x2, #48]
	str	x8, [sp, #16]                   // 8-byte Spill
.LBB11_12:
	ldrsw	x9, [x2, #112]
	ldrsw	x10, [x0, #8]
	adrp	x13, .LCPI11_0
	ldrsw	x14, [x2, #80]
	ldr	x8, [x2, #96]
	add	x1, x21, #320
	ldr	w11, [x0]
	ldrsw	x12, [x0, #16]
	add	x0, sp, #640
	ldr	q0, [x13, :lo12:.LCPI11_0]
	adrp	x13, .LCPI11_2
	ldr	q2, [x13, :lo12:.LCPI11_2]
	add	x9, x10, x9
	lsl	w11, w11, #6
	sxtw	x10, w8
	smaddl	x8, w14, w12, x9
	adrp	x13, .LCPI11_3
	dup	v1.4s, w11
	adrp	x9, .LCPI11_6
	ldr	q3, [x13, :lo12:.LCPI11_3]
	mul	x8, x8, x10
	adrp	x13, .LCPI11_1
	orr	v4.16b, v1.16b, v2.16b
	orr	v5.16b, v1.16b, v0.16b
	ldr	q2, [x13, :lo12:.LCPI11_1]
	orr	v3.16b, v1.16b, v3.16b
	str	q3, [sp, #1200]
	dup	v0.2d, x8
	adrp	x8, .LCPI11_4
	str	q4, [sp, #1184]
	orr	v6.16b, v1.16b, v2.16b
	ldrsw	x20, [x2, #64]
	saddw	v2.2d, v0.2d, v3.2s
	saddw2	v7.2d, v0.2d, v3.4s
	ldr	w19, [x2, #128]
	saddw2	v16.2d, v0.2d, v6.4s
	ldr	w28, [x2, #144]
	mov	w2, #512                        // =0x200
	stp	q2, q7, [x21, #416]
	saddw	v7.2d, v0.2d, v4.2s
	saddw2	v2.2d, v0.2d, v4.4s
	add	x22, sp, #1152
	stp	q7, q2, [x21, #384]
	dup	v2.4s, w10
	cmgt	v3.4s, v2.4s, v3.4s
	saddw	v7.2d, v0.2d, v6.2s
	cmgt	v4.4s, v2.4s, v4.4s
	str	x14, [sp, #48]                  // 8-byte Spill
	str	q6, [sp, #1168]
	uzp1	v3.8h, v4.8h, v3.8h
	saddw	v4.2d, v0.2d, v5.2s
	str	q5, [sp, #1152]
	cmgt	v6.4s, v2.4s, v6.4s
	stp	q7, q16, [x21, #352]
	saddw2	v7.2d, v0.2d, v5.4s
	cmgt	v5.4s, v2.4s, v5.4s
	stp	q4, q7, [x21, #320]
	uzp1	v4.8h, v5.8h, v6.8h
	uzp1	v4.16b, v4.16b, v3.16b
	ldr	q3, [x8, :lo12:.LCPI11_4]
	adrp	x8, .LCPI11_5
	ldr	q5, [x9, :lo12:.LCPI11_6]
	adrp	x9, .LCPI11_7
	ldr	q6, [x9, :lo12:.LCPI11_7]
	orr	v16.16b, v1.16b, v3.16b
	movi	v3.16b, #1
	ldr	q7, [x8, :lo12:.LCPI11_5]
	orr	v6.16b, v1.16b, v6.16b
	and	v4.16b, v4.16b, v3.16b
	orr	v5.16b, v1.16b, v5.16b
	str	q6, [sp, #1264]
	cmgt	v17.4s, v2.4s, v6.4s
	orr	v7.16b, v1.16b, v7.16b
	str	q4, [sp, #1408]
	saddw	v4.2d, v0.2d, v6.2s
	saddw2	v6.2d, v0.2d, v6.4s
	str	q5, [sp, #1248]
	cmgt	v18.4s, v2.4s, v5.4s
	adrp	x9, .LCPI11_10
	stp	q4, q6, [x21, #544]
	saddw	v4.2d, v0.2d, v5.2s
	saddw2	v5.2d, v0.2d, v5.4s
	uzp1	v17.8h, v18.8h, v17.8h
	stp	q4, q5, [x21, #512]
	saddw	v4.2d, v0.2d, v7.2s
	saddw2	v5.2d, v0.2d, v7.4s
	cmgt	v18.4s, v2.4s, v7.4s
	stp	q4, q5, [x21, #480]
	saddw	v4.2d, v0.2d, v16.2s
	saddw2	v5.2d, v0.2d, v16.4s
	cmgt	v19.4s, v2.4s, v16.4s
	stp	q4, q5, [x21, #448]
	ldr	q5, [x9, :lo12:.LCPI11_10]
	adrp	x9, .LCPI11_11
	ldr	q6, [x9, :lo12:.LCPI11_11]
	uzp1	v18.8h, v19.8h, v18.8h
	adrp	x8, .LCPI11_8
	uzp1	v17.16b, v18.16b, v17.16b
	and	v17.16b, v17.16b, v3.16b
	ldr	q4, [x8, :lo12:.LCPI11_8]
	adrp	x8, .LCPI11_9
	str	q7, [sp, #1232]
	ldr	q7, [x8, :lo12:.LCPI11_9]
	orr	v6.16b, v1.16b, v6.16b
	orr	v5.16b, v1.16b, v5.16b
	orr	v7.16b, v1.16b, v7.16b
	str	q16, [sp, #1216]
	saddw	v16.2d, v0.2d, v6.2s
	orr	v4.16b, v1.16b, v4.16b
	str	q17, [sp, #1424]
	saddw2	v17.2d, v0.2d, v6.4s
	adrp	x9, .LCPI11_14
	stp	q16, q17, [x21, #672]
	saddw	v16.2d, v0.2d, v5.2s
	saddw2	v17.2d, v0.2d, v5.4s
	adrp	x8, .LCPI11_12
	stp	q16, q17, [x21, #640]
	saddw	v16.2d, v0.2d, v7.2s
	saddw2	v17.2d, v0.2d, v7.4s
	str	q6, [sp, #1328]
	cmgt	v6.4s, v2.4s, v6.4s
	str	q5, [sp, #1312]
	cmgt	v5.4s, v2.4s, v5.4s
	uzp1	v5.8h, v5.8h, v6.8h
	stp	q16, q17, [x21, #608]
	saddw	v16.2d, v0.2d, v4.2s
	saddw2	v17.2d, v0.2d, v4.4s
	cmgt	v6.4s, v2.4s, v7.4s
	str	q7, [sp, #1296]
	ldr	q7, [x9, :lo12:.LCPI11_14]
	str	q4, [sp, #1280]
	cmgt	v4.4s, v2.4s, v4.4s
	adrp	x9, .LCPI11_15
	stp	q16, q17, [x21, #576]
	ldr	q16, [x9, :lo12:.LCPI11_15]
	uzp1	v4.8h, v4.8h, v6.8h
	ldr	q6, [x8, :lo12:.LCPI11_12]
	adrp	x8, .LCPI11_13
	ldr	q17, [x8, :lo12:.LCPI11_13]
	orr	v7.16b, v1.16b, v7.16b
	orr	v16.16b, v1.16b, v16.16b
	orr	v6.16b, v1.16b, v6.16b
	orr	v1.16b, v1.16b, v17.16b
	uzp1	v4.16b, v4.16b, v5.16b
	cmgt	v5.4s, v2.4s, v16.4s
	cmgt	v17.4s, v2.4s, v7.4s
	uzp1	v5.8h, v17.8h, v5.8h
	cmgt	v17.4s, v2.4s, v1.4s
	cmgt	v2.4s, v2.4s, v6.4s
	uzp1	v2.8h, v2.8h, v17.8h
	uzp1	v2.16b, v2.16b, v5.16b
	and	v2.16b, v2.16b, v3.16b
	and	v4.16b, v4.16b, v3.16b
	saddw2	v3.2d, v0.2d, v16.4s
	str	q2, [sp, #1456]
	saddw	v2.2d, v0.2d, v16.2s
	stp	q2, q3, [x21, #800]
	saddw	v2.2d, v0.2d, v7.2s
	saddw2	v3.2d, v0.2d, v7.4s
	str	q1, [sp, #1360]
	str	x10, [sp, #8]                   // 8-byte Spill
	stp	q2, q3, [x21, #768]
	saddw	v2.2d, v0.2d, v1.2s
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q2, q1, [x21, #736]
	saddw	v1.2d, v0.2d, v6.2s
	saddw2	v0.2d, v0.2d, v6.4s
	str	q16, [sp, #1392]
	str	q7, [sp, #1376]
	str	q6, [sp, #1344]
	str	q4, [sp, #1440]
	stp	q1, q0, [x21, #704]
	bl	memcpy
	add	x8, sp, #608
	mov	x0, x23
	mov	w1, w28
	bl	_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	cmp	w19, #1
	b.lt	.LBB11_15
// %bb.13:
	ldr	x8, [sp, #48]                   // 8-byte Reload
	ldr	x9, [sp, #8]                    // 8-byte Reload
	smull	x8, w8, w20
	mul	x8, x8, x9
	dup	v0.2d, x8
	adrp	x8, .LCPI11_16
	ldr	d8, [x8, :lo12:.LCPI11_16]
	str	q0, [sp, #48]                   // 16-byte Spill
	.p2align	5, , 16
.LBB11_14:                              // =>This Inner Loop Header: Depth=1
	fmov	d0, d8
	add	x1, sp, #608
	add	x6, x21, #320
	add	x7, x22, #256
	mov	x0, x23
	mov	x2, x25
	mov	x3, x24
	mov	x4, x27
	mov	x5, x26
	bl	_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
	ldr	q0, [sp, #1472]
	subs	w19, w19, #1
	ldr	q1, [sp, #1488]
	ldr	q2, [sp, #48]                   // 16-byte Reload
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1472]
	ldr	q0, [sp, #1504]
	str	q1, [sp, #1488]
	ldr	q1, [sp, #1520]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1504]
	ldr	q0, [sp, #1536]
	str	q1, [sp, #1520]
	ldr	q1, [sp, #1552]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1536]
	ldr	q0, [sp, #1568]
	str	q1, [sp, #1552]
	ldr	q1, [sp, #1584]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1568]
	ldr	q0, [sp, #1600]
	str	q1, [sp, #1584]
	ldr	q1, [sp, #1616]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1600]
	ldr	q0, [sp, #1632]
	str	q1, [sp, #1616]
	ldr	q1, [sp, #1648]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1632]
	ldr	q0, [sp, #1664]
	str	q1, [sp, #1648]
	ldr	q1, [sp, #1680]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1664]
	ldr	q0, [sp, #1696]
	str	q1, [sp, #1680]
	ldr	q1, [sp, #1712]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1696]
	ldr	q0, [sp, #1728]
	str	q1, [sp, #1712]
	ldr	q1, [sp, #1744]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1728]
	ldr	q0, [sp, #1760]
	str	q1, [sp, #1744]
	ldr	q1, [sp, #1776]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1760]
	ldr	q0, [sp, #1792]
	str	q1, [sp, #1776]
	ldr	q1, [sp, #1808]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1792]
	ldr	q0, [sp, #1824]
	str	q1, [sp, #1808]
	ldr	q1, [sp, #1840]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1824]
	ldr	q0, [sp, #1856]
	str	q1, [sp, #1840]
	ldr	q1, [sp, #1872]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1856]
	ldr	q0, [sp, #1888]
	str	q1, [sp, #1872]
	ldr	q1, [sp, #1904]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1888]
	ldr	q0, [sp, #1920]
	str	q1, [sp, #1904]
	ldr	q1, [sp, #1936]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1920]
	ldr	q0, [sp, #1952]
	str	q1, [sp, #1936]
	ldr	q1, [sp, #1968]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1952]
	str	q1, [sp, #1968]
	b.ne	.LBB11_14
.LBB11_15:
	ldr	x20, [sp, #616]
	ldr	x21, [sp, #608]
	mov	x19, xzr
	fmov	s8, #1.00000000
	add	x23, sp, #1984
	add	x24, sp, #64
	b	.LBB11_18
	.p2align	5, , 16
.LBB11_16:                              //   in Loop: Header=BB11_18 Depth=1
	ldr	s1, [x21, x19, lsl #2]
	fcvt	d9, s1
	bl	log2f
	fcvt	d0, s0
	fadd	d0, d0, d9
.LBB11_17:                              //   in Loop: Header=BB11_18 Depth=1
	str	d0, [x24, x19, lsl #3]
	add	x19, x19, #1
	cmp	x19, #64
	b.eq	.LBB11_20
.LBB11_18:                              // =>This Inner Loop Header: Depth=1
	ldr	s0, [x20, x19, lsl #2]
	fdiv	s1, s8, s0
	fcmp	s0, #0.0
	fcsel	s1, s8, s1, eq
	str	s1, [x23, x19, lsl #2]
	b.ne	.LBB11_16
// %bb.19:                              //   in Loop: Header=BB11_18 Depth=1
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d0, x8
	b	.LBB11_17
.LBB11_20:
	ldr	w9, [sp, #632]
	add	x8, sp, #608
	cmp	w9, #1
	b.lt	.LBB11_23
// %bb.21:
	ldr	q0, [sp, #1984]
	mov	x9, xzr
	ldr	q1, [sp, #2000]
	mov	w10, #240                       // =0xf0
	ldr	q2, [sp, #2016]
	ldr	q3, [sp, #2032]
	ldr	q4, [sp, #2048]
	ldr	q5, [sp, #2064]
	ldr	q6, [sp, #2080]
	ldr	q7, [sp, #2096]
	ldr	q16, [sp, #2112]
	ldr	q17, [sp, #2128]
	ldr	q18, [sp, #2144]
	ldr	q19, [sp, #2160]
	ldr	q20, [sp, #2176]
	ldr	q21, [sp, #2192]
	ldr	q22, [sp, #2208]
	ldr	q23, [sp, #2224]
	.p2align	5, , 16
.LBB11_22:                              // =>This Inner Loop Header: Depth=1
	ldr	x11, [sp, #624]
	add	x9, x9, #1
	add	x11, x11, x10
	add	x10, x10, #256
	ldp	q24, q25, [x11, #-240]
	fmul	v25.4s, v1.4s, v25.4s
	fmul	v24.4s, v0.4s, v24.4s
	stp	q24, q25, [x11, #-240]
	ldp	q24, q25, [x11, #-208]
	fmul	v25.4s, v3.4s, v25.4s
	fmul	v24.4s, v2.4s, v24.4s
	stp	q24, q25, [x11, #-208]
	ldp	q24, q25, [x11, #-176]
	fmul	v25.4s, v5.4s, v25.4s
	fmul	v24.4s, v4.4s, v24.4s
	stp	q24, q25, [x11, #-176]
	ldp	q24, q25, [x11, #-144]
	fmul	v25.4s, v7.4s, v25.4s
	fmul	v24.4s, v6.4s, v24.4s
	stp	q24, q25, [x11, #-144]
	ldp	q24, q25, [x11, #-112]
	fmul	v25.4s, v17.4s, v25.4s
	fmul	v24.4s, v16.4s, v24.4s
	stp	q24, q25, [x11, #-112]
	ldp	q24, q25, [x11, #-80]
	fmul	v25.4s, v19.4s, v25.4s
	fmul	v24.4s, v18.4s, v24.4s
	stp	q24, q25, [x11, #-80]
	ldp	q24, q25, [x11, #-48]
	fmul	v25.4s, v21.4s, v25.4s
	fmul	v24.4s, v20.4s, v24.4s
	stp	q24, q25, [x11, #-48]
	ldp	q24, q25, [x11, #-16]
	fmul	v25.4s, v23.4s, v25.4s
	fmul	v24.4s, v22.4s, v24.4s
	stp	q24, q25, [x11, #-16]
	ldrsw	x11, [sp, #632]
	cmp	x9, x11
	b.lt	.LBB11_22
.LBB11_23:
	ldr	x0, [sp, #24]                   // 8-byte Reload
	ldr	x1, [sp, #40]                   // 8-byte Reload
	fmov	s0, #1.00000000
	add	x2, sp, #640
	add	x3, x22, #256
	add	x4, x8, #16
	bl	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	adrp	x8, .LCPI11_17
	ldr	x0, [sp, #16]                   // 8-byte Reload
	ldr	x1, [sp, #32]                   // 8-byte Reload
	ldr	d0, [x8, :lo12:.LCPI11_17]
	add	x2, sp, #640
	add	x3, x22, #256
	add	x4, sp, #64
	bl	_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	sub	sp, x29, #16
	.cfi_def_cfa wsp, 112
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	ldp	d9, d8, [sp], #112              // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	ret
.Lfunc_end11:
	.size	_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE, .Lfunc_end11-_ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function mix_evenly
.LCPI12_0:
	.xword	1                               // 0x1
	.xword	0                               // 0x0
	.text
	.globl	mix_evenly
	.p2align	4
	.type	mix_evenly,@function
mix_evenly:                             // @mix_evenly
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
	stp	x29, x30, [sp, #160]            // 16-byte Folded Spill
	add	x29, sp, #160
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x8, .LCPI12_0
	adrp	x9, :got:_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	adrp	x10, :got:_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	ldr	x9, [x9, :got_lo12:_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE]
	ldr	x10, [x10, :got_lo12:_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE]
	ldr	x12, [x1, #16]
	ldr	q0, [x8, :lo12:.LCPI12_0]
	cmp	w2, #17
	ldp	x8, x11, [x1]
                                        // kill: def $w3 killed $w3 def $x3
	add	x2, sp, #48
	mov	x1, x4
	stur	xzr, [x29, #-48]
	stp	x8, x11, [sp, #8]
	stp	w11, w8, [x29, #-32]
	mul	x8, x11, x8
	csel	x9, x10, x9, lt
	sub	x10, x29, #48
	sub	x11, x29, #24
	stp	x10, x11, [sp, #48]
	mul	x8, x8, x12
	add	x10, sp, #8
	sub	x11, x29, #8
	stp	x0, x9, [x29, #-16]
	sxtw	x9, w3
	str	x12, [sp, #24]
	stp	x10, x11, [sp, #64]
	sub	x10, x29, #28
	sub	x11, x29, #32
	cmp	x8, x9
	stp	x10, x11, [sp, #80]
	sub	x10, x29, #36
	sub	x11, x29, #16
	csel	x0, x8, x9, lt
	stur	w12, [x29, #-36]
                                        // kill: def $w0 killed $w0 killed $x0
	stur	q0, [sp, #32]
	stur	x8, [x29, #-24]
	stp	x10, x11, [sp, #96]
	bl	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_def_cfa wsp, 176
	ldp	x29, x30, [sp, #160]            // 16-byte Folded Reload
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end12:
	.size	mix_evenly, .Lfunc_end12-mix_evenly
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          // -- Begin function _ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.LCPI13_0:
	.word	2                               // 0x2
	.word	3                               // 0x3
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI13_1:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	0                               // 0x0
	.word	0                               // 0x0
.LCPI13_2:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI13_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI13_4:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
	.section	.text._ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"axG",@progbits,_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.weak	_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.p2align	4
	.type	_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,@function
_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE: // @_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.Lfunc_begin4:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception4
// %bb.0:
	str	d8, [sp, #-112]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	sub	x9, sp, #656
	and	sp, x9, #0xffffffffffffffc0
	ldr	x23, [x2, #8]
	mov	x22, x1
	cmp	x23, #18
	b.ne	.LBB13_2
// %bb.1:
	str	xzr, [sp, #120]                 // 8-byte Spill
	b	.LBB13_3
.LBB13_2:
	ldr	x8, [x2]
	str	x8, [sp, #120]                  // 8-byte Spill
.LBB13_3:
	ldr	x8, [x2, #24]
	cmp	x8, #18
	str	x8, [sp, #64]                   // 8-byte Spill
	b.ne	.LBB13_5
// %bb.4:
	str	xzr, [sp, #56]                  // 8-byte Spill
	b	.LBB13_6
.LBB13_5:
	ldr	x8, [x2, #16]
	str	x8, [sp, #56]                   // 8-byte Spill
.LBB13_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	str	x8, [sp, #80]                   // 8-byte Spill
	b.ne	.LBB13_8
// %bb.7:
	str	xzr, [sp, #72]                  // 8-byte Spill
	b	.LBB13_9
.LBB13_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #72]                   // 8-byte Spill
.LBB13_9:
	ldrsw	x10, [x2, #96]
	ldrsw	x11, [x0, #8]
	add	x10, x11, x10
	ldr	x11, [x2, #136]
	ldr	x9, [x2, #64]
	ldr	x8, [x2, #80]
	cmp	x11, #17
	b.ne	.LBB13_11
// %bb.10:
	ldr	d0, [x2, #128]
	fcvt	s8, d0
	b	.LBB13_12
.LBB13_11:
	ldr	x11, [x2, #128]
	scvtf	s8, x11
.LBB13_12:
	ldrsw	x11, [x0, #16]
	sxtw	x13, w9
	ldrsw	x9, [x0]
	adrp	x12, .LCPI13_0
	ldr	d0, [x12, :lo12:.LCPI13_0]
	adrp	x12, .LCPI13_1
	sxtw	x14, w8
	ldr	x26, [x2, #144]
	ldr	q1, [x12, :lo12:.LCPI13_1]
	adrp	x12, .LCPI13_2
	smaddl	x10, w13, w11, x10
	lsl	x11, x9, #4
	ldr	x24, [x2, #48]
	dup	v4.4s, w11
	ldr	q2, [x12, :lo12:.LCPI13_2]
	mul	x10, x10, x14
	adrp	x12, .LCPI13_4
	ldr	w25, [x2, #112]
	ldr	q3, [x12, :lo12:.LCPI13_4]
	adrp	x12, .LCPI13_3
	orr	v0.8b, v4.8b, v0.8b
	mov	v5.16b, v4.16b
	orr	v2.16b, v4.16b, v2.16b
	orr	v3.16b, v4.16b, v3.16b
	add	x21, sp, #384
	sbfiz	x28, x26, #6, #32
	mov	v5.d[1], v0.d[0]
	str	x13, [sp, #96]                  // 8-byte Spill
	str	x14, [sp, #48]                  // 8-byte Spill
	orr	v1.16b, v5.16b, v1.16b
	dup	v5.2d, x10
	saddw	v6.2d, v5.2d, v0.2s
	saddw	v7.2d, v5.2d, v2.2s
	stp	q1, q2, [sp, #384]
	mov	v1.s[0], w11
	mov	v1.d[1], v0.d[0]
	stp	q6, q7, [sp, #528]
	saddw2	v6.2d, v5.2d, v2.4s
	saddw	v7.2d, v5.2d, v3.2s
	dup	v0.4s, w8
	stp	q6, q7, [sp, #560]
	ldr	q6, [x12, :lo12:.LCPI13_3]
	add	x8, x10, x9, lsl #4
	cmgt	v1.4s, v0.4s, v1.4s
	orr	w9, w11, #0x1
	add	x9, x10, w9, sxtw
	str	x8, [sp, #512]
	add	x8, x21, #64
	orr	v4.16b, v4.16b, v6.16b
	saddw2	v6.2d, v5.2d, v3.4s
	saddw	v7.2d, v5.2d, v4.2s
	stp	q3, q4, [sp, #416]
	cmgt	v3.4s, v0.4s, v3.4s
	str	x9, [sp, #520]
	stp	q6, q7, [sp, #592]
	cmgt	v6.4s, v0.4s, v4.4s
	cmgt	v0.4s, v0.4s, v2.4s
	uzp1	v3.8h, v3.8h, v6.8h
	uzp1	v0.8h, v1.8h, v0.8h
	movi	v1.16b, #1
	uzp1	v0.16b, v0.16b, v3.16b
	str	x8, [sp, #88]                   // 8-byte Spill
	and	v0.16b, v0.16b, v1.16b
	str	q0, [sp, #448]
	saddw2	v0.2d, v5.2d, v4.4s
	str	q0, [sp, #624]
	ldp	q0, q1, [sp, #576]
	stp	q0, q1, [sp, #320]
	ldp	q0, q1, [sp, #608]
	stp	q0, q1, [sp, #352]
	ldp	q0, q1, [sp, #512]
	stp	q0, q1, [sp, #256]
	ldp	q0, q1, [sp, #544]
	stp	q0, q1, [sp, #288]
	b	.LBB13_14
	.p2align	5, , 16
.LBB13_13:                              //   in Loop: Header=BB13_14 Depth=1
	mov	x0, x22
	mov	x1, x28
	bl	_ZN8patternc7Scratch3addEm
.LBB13_14:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x22]
	sub	x8, x8, x9
	ldr	x20, [x22, #24]
	cmp	x20, x8, asr #4
	b.eq	.LBB13_13
// %bb.15:                              //   in Loop: Header=BB13_14 Depth=1
	ldr	x8, [x22, #32]
	add	x9, x9, x20, lsl #4
	ldr	x10, [x9, #8]
	add	x19, x8, x28
	cmp	x19, x10
	b.ls	.LBB13_17
// %bb.16:                              //   in Loop: Header=BB13_14 Depth=1
	add	x8, x20, #1
	stp	x8, xzr, [x22, #24]
	b	.LBB13_14
.LBB13_17:
	ldr	x9, [x9]
	cmp	w26, #1
	add	x27, x9, x8
	str	x19, [x22, #32]
	b.lt	.LBB13_19
// %bb.18:
	mov	x0, x27
	mov	w1, wzr
	mov	x2, x28
	bl	memset
.LBB13_19:
	mov	w8, w26
	cmp	w25, #1
	stp	x27, x8, [sp, #240]
	b.lt	.LBB13_26
// %bb.20:
	ldr	x8, [sp, #96]                   // 8-byte Reload
	ldr	x9, [sp, #48]                   // 8-byte Reload
	mov	w28, wzr
	smull	x8, w8, w24
	ubfiz	x24, x26, #4, #31
	mul	x8, x8, x9
	dup	v0.2d, x8
	str	q0, [sp, #96]                   // 16-byte Spill
	b	.LBB13_22
	.p2align	5, , 16
.LBB13_21:                              //   in Loop: Header=BB13_22 Depth=1
	ldp	q0, q1, [sp, #512]
	ldr	q2, [sp, #96]                   // 16-byte Reload
	add	w28, w28, #1
	cmp	w28, w25
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	x20, x19, [x22, #24]
	stp	q0, q1, [sp, #512]
	ldp	q0, q1, [sp, #544]
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #544]
	ldp	q0, q1, [sp, #576]
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #576]
	ldp	q0, q1, [sp, #608]
	add	v1.2d, v1.2d, v2.2d
	add	v0.2d, v0.2d, v2.2d
	stp	q0, q1, [sp, #608]
	b.eq	.LBB13_26
.LBB13_22:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB13_25 Depth 2
.Ltmp78:                                // EH_LABEL
	ldr	x1, [sp, #120]                  // 8-byte Reload
	add	x3, x21, #128
	add	x4, x21, #64
	mov	x0, x22
	mov	x2, x23
	mov	w5, w26
	bl	_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
.Ltmp79:                                // EH_LABEL
// %bb.23:                              //   in Loop: Header=BB13_22 Depth=1
	cmp	w26, #1
	b.lt	.LBB13_21
// %bb.24:                              //   in Loop: Header=BB13_22 Depth=1
	mov	x8, xzr
	mov	x9, x27
	.p2align	5, , 16
.LBB13_25:                              //   Parent Loop BB13_22 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q0, [x9]
	add	x8, x8, #4
	ldr	q1, [x0], #16
	cmp	x8, x24
	fadd	v0.4s, v0.4s, v1.4s
	str	q0, [x9], #16
	b.lo	.LBB13_25
	b	.LBB13_21
.LBB13_26:
	fmov	s0, #1.00000000
	ldr	x9, [sp, #88]                   // 8-byte Reload
	add	x8, sp, #256
	fdiv	s0, s0, s8
	stur	s0, [x29, #-4]
	stp	x9, x8, [sp, #128]
	add	x8, sp, #240
	sub	x9, x29, #4
	stp	x8, x9, [sp, #144]
	ldr	x8, [sp, #64]                   // 8-byte Reload
	cmp	x8, #1
	b.gt	.LBB13_30
// %bb.27:
	cbz	x8, .LBB13_33
// %bb.28:
	cmp	x8, #1
	b.ne	.LBB13_35
// %bb.29:
	ldr	x1, [sp, #56]                   // 8-byte Reload
	add	x0, sp, #128
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	b	.LBB13_35
.LBB13_30:
	cmp	x8, #2
	b.eq	.LBB13_34
// %bb.31:
	cmp	x8, #3
	b.ne	.LBB13_35
// %bb.32:
	ldr	x1, [sp, #56]                   // 8-byte Reload
	add	x0, sp, #128
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	b	.LBB13_35
.LBB13_33:
	ldr	x1, [sp, #56]                   // 8-byte Reload
	add	x0, sp, #128
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	b	.LBB13_35
.LBB13_34:
	ldr	x1, [sp, #56]                   // 8-byte Reload
	add	x0, sp, #128
	bl	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
.LBB13_35:
	movi	v0.2d, #0000000000000000
	ldp	x0, x1, [sp, #72]               // 16-byte Folded Reload
	ldr	x3, [sp, #88]                   // 8-byte Reload
	add	x2, sp, #256
	add	x4, sp, #128
	stp	q0, q0, [sp, #128]
	stp	q0, q0, [sp, #160]
	fmov	d0, #1.00000000
	bl	_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	sub	sp, x29, #16
	.cfi_def_cfa wsp, 112
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	ldr	d8, [sp], #112                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.LBB13_36:
	.cfi_restore_state
.Ltmp80:                                // EH_LABEL
	stp	x20, x19, [x22, #24]
	bl	_Unwind_Resume
.Lfunc_end13:
	.size	_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE, .Lfunc_end13-_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"aG",@progbits,_ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.p2align	2, 0x0
GCC_except_table13:
.Lexception4:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end4-.Lcst_begin4
.Lcst_begin4:
	.uleb128 .Lfunc_begin4-.Lfunc_begin4    // >> Call Site 1 <<
	.uleb128 .Ltmp78-.Lfunc_begin4          //   Call between .Lfunc_begin4 and .Ltmp78
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp78-.Lfunc_begin4          // >> Call Site 2 <<
	.uleb128 .Ltmp79-.Ltmp78                //   Call between .Ltmp78 and .Ltmp79
	.uleb128 .Ltmp80-.Lfunc_begin4          //     jumps to .Ltmp80
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp79-.Lfunc_begin4          // >> Call Site 3 <<
	.uleb128 .Lfunc_end13-.Ltmp79           //   Call between .Ltmp79 and .Lfunc_end13
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end4:
	.p2align	2, 0x0
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.LCPI14_0:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI14_1:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI14_2:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI14_3:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI14_4:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI14_5:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI14_6:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI14_7:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI14_8:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI14_9:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI14_10:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI14_11:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI14_12:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI14_13:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI14_14:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
.LCPI14_15:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
	.section	.text._ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"axG",@progbits,_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.weak	_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.p2align	4
	.type	_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,@function
_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE: // @_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
.Lfunc_begin5:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception5
// %bb.0:
	str	d8, [sp, #-112]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	sub	x9, sp, #1808
	and	sp, x9, #0xffffffffffffffc0
	ldr	x8, [x2, #8]
	mov	x20, x1
	cmp	x8, #18
	stur	x8, [x29, #-8]                  // 8-byte Folded Spill
	b.ne	.LBB14_2
// %bb.1:
	str	xzr, [sp, #120]                 // 8-byte Spill
	b	.LBB14_3
.LBB14_2:
	ldr	x8, [x2]
	str	x8, [sp, #120]                  // 8-byte Spill
.LBB14_3:
	ldr	x8, [x2, #24]
	cmp	x8, #18
	str	x8, [sp, #72]                   // 8-byte Spill
	b.ne	.LBB14_5
// %bb.4:
	str	xzr, [sp, #64]                  // 8-byte Spill
	b	.LBB14_6
.LBB14_5:
	ldr	x8, [x2, #16]
	str	x8, [sp, #64]                   // 8-byte Spill
.LBB14_6:
	ldr	x8, [x2, #40]
	cmp	x8, #18
	str	x8, [sp, #88]                   // 8-byte Spill
	b.ne	.LBB14_8
// %bb.7:
	str	xzr, [sp, #80]                  // 8-byte Spill
	b	.LBB14_9
.LBB14_8:
	ldr	x8, [x2, #32]
	str	x8, [sp, #80]                   // 8-byte Spill
.LBB14_9:
	ldrsw	x9, [x2, #96]
	ldrsw	x11, [x0, #8]
	add	x21, sp, #960
	ldr	x10, [x2, #64]
	ldr	x8, [x2, #80]
	add	x9, x11, x9
	ldr	x11, [x2, #136]
	cmp	x11, #17
	b.ne	.LBB14_11
// %bb.10:
	ldr	d0, [x2, #128]
	fcvt	s8, d0
	b	.LBB14_12
.LBB14_11:
	ldr	x11, [x2, #128]
	scvtf	s8, x11
.LBB14_12:
	sxtw	x12, w10
	adrp	x10, .LCPI14_0
	sxtw	x11, w8
	ldr	q0, [x10, :lo12:.LCPI14_0]
	adrp	x10, .LCPI14_1
	ldr	q2, [x10, :lo12:.LCPI14_1]
	adrp	x10, .LCPI14_2
	ldr	q3, [x10, :lo12:.LCPI14_2]
	adrp	x10, .LCPI14_3
	ldr	q4, [x10, :lo12:.LCPI14_3]
	ldr	w10, [x0]
	ldr	x22, [x2, #48]
	ldr	w25, [x2, #112]
	ldr	x26, [x2, #144]
	add	x1, x21, #320
	mov	w2, #512                        // =0x200
	add	x23, sp, #960
	str	x12, [sp, #56]                  // 8-byte Spill
	lsl	w10, w10, #6
	str	x11, [sp, #96]                  // 8-byte Spill
	dup	v1.4s, w10
	ldrsw	x10, [x0, #16]
	add	x0, sp, #448
	orr	v5.16b, v1.16b, v0.16b
	orr	v4.16b, v1.16b, v4.16b
	orr	v3.16b, v1.16b, v3.16b
	orr	v6.16b, v1.16b, v2.16b
	smaddl	x9, w12, w10, x9
	mul	x9, x9, x11
	dup	v0.2d, x9
	stp	q5, q6, [sp, #960]
	stp	q3, q4, [sp, #992]
	adrp	x9, .LCPI14_6
	saddw	v2.2d, v0.2d, v4.2s
	saddw2	v7.2d, v0.2d, v4.4s
	saddw2	v16.2d, v0.2d, v6.4s
	stp	q2, q7, [x21, #416]
	saddw	v7.2d, v0.2d, v3.2s
	saddw2	v2.2d, v0.2d, v3.4s
	stp	q7, q2, [x21, #384]
	dup	v2.4s, w8
	saddw	v7.2d, v0.2d, v6.2s
	adrp	x8, .LCPI14_4
	stp	q7, q16, [x21, #352]
	saddw2	v7.2d, v0.2d, v5.4s
	cmgt	v4.4s, v2.4s, v4.4s
	cmgt	v3.4s, v2.4s, v3.4s
	cmgt	v6.4s, v2.4s, v6.4s
	uzp1	v3.8h, v3.8h, v4.8h
	saddw	v4.2d, v0.2d, v5.2s
	cmgt	v5.4s, v2.4s, v5.4s
	stp	q4, q7, [x21, #320]
	uzp1	v4.8h, v5.8h, v6.8h
	ldr	q5, [x9, :lo12:.LCPI14_6]
	adrp	x9, .LCPI14_7
	ldr	q6, [x9, :lo12:.LCPI14_7]
	adrp	x9, .LCPI14_10
	uzp1	v4.16b, v4.16b, v3.16b
	orr	v5.16b, v1.16b, v5.16b
	ldr	q3, [x8, :lo12:.LCPI14_4]
	adrp	x8, .LCPI14_5
	ldr	q7, [x8, :lo12:.LCPI14_5]
	adrp	x8, .LCPI14_8
	orr	v6.16b, v1.16b, v6.16b
	orr	v16.16b, v1.16b, v3.16b
	movi	v3.16b, #1
	str	q5, [sp, #1056]
	cmgt	v18.4s, v2.4s, v5.4s
	cmgt	v17.4s, v2.4s, v6.4s
	str	q6, [sp, #1072]
	orr	v7.16b, v1.16b, v7.16b
	and	v4.16b, v4.16b, v3.16b
	cmgt	v19.4s, v2.4s, v16.4s
	uzp1	v17.8h, v18.8h, v17.8h
	cmgt	v18.4s, v2.4s, v7.4s
	str	q7, [sp, #1040]
	uzp1	v18.8h, v19.8h, v18.8h
	uzp1	v17.16b, v18.16b, v17.16b
	str	q4, [sp, #1216]
	saddw	v4.2d, v0.2d, v6.2s
	saddw2	v6.2d, v0.2d, v6.4s
	stp	q4, q6, [x21, #544]
	saddw	v4.2d, v0.2d, v5.2s
	saddw2	v5.2d, v0.2d, v5.4s
	and	v17.16b, v17.16b, v3.16b
	stp	q4, q5, [x21, #512]
	saddw	v4.2d, v0.2d, v7.2s
	saddw2	v5.2d, v0.2d, v7.4s
	stp	q4, q5, [x21, #480]
	saddw	v4.2d, v0.2d, v16.2s
	saddw2	v5.2d, v0.2d, v16.4s
	stp	q4, q5, [x21, #448]
	ldr	q5, [x9, :lo12:.LCPI14_10]
	adrp	x9, .LCPI14_11
	ldr	q6, [x9, :lo12:.LCPI14_11]
	orr	v6.16b, v1.16b, v6.16b
	ldr	q4, [x8, :lo12:.LCPI14_8]
	adrp	x8, .LCPI14_9
	ldr	q7, [x8, :lo12:.LCPI14_9]
	orr	v5.16b, v1.16b, v5.16b
	str	q16, [sp, #1024]
	saddw	v16.2d, v0.2d, v6.2s
	orr	v7.16b, v1.16b, v7.16b
	str	q17, [sp, #1232]
	saddw2	v17.2d, v0.2d, v6.4s
	orr	v4.16b, v1.16b, v4.16b
	stp	q16, q17, [x21, #672]
	saddw	v16.2d, v0.2d, v5.2s
	saddw2	v17.2d, v0.2d, v5.4s
	adrp	x9, .LCPI14_14
	stp	q16, q17, [x21, #640]
	saddw	v16.2d, v0.2d, v7.2s
	saddw2	v17.2d, v0.2d, v7.4s
	adrp	x8, .LCPI14_12
	str	q6, [sp, #1136]
	cmgt	v6.4s, v2.4s, v6.4s
	str	q5, [sp, #1120]
	cmgt	v5.4s, v2.4s, v5.4s
	uzp1	v5.8h, v5.8h, v6.8h
	stp	q16, q17, [x21, #608]
	saddw	v16.2d, v0.2d, v4.2s
	saddw2	v17.2d, v0.2d, v4.4s
	cmgt	v6.4s, v2.4s, v7.4s
	str	q7, [sp, #1104]
	ldr	q7, [x9, :lo12:.LCPI14_14]
	str	q4, [sp, #1088]
	cmgt	v4.4s, v2.4s, v4.4s
	adrp	x9, .LCPI14_15
	stp	q16, q17, [x21, #576]
	ldr	q16, [x9, :lo12:.LCPI14_15]
	uzp1	v4.8h, v4.8h, v6.8h
	ldr	q6, [x8, :lo12:.LCPI14_12]
	adrp	x8, .LCPI14_13
	ldr	q17, [x8, :lo12:.LCPI14_13]
	orr	v7.16b, v1.16b, v7.16b
	orr	v16.16b, v1.16b, v16.16b
	orr	v6.16b, v1.16b, v6.16b
	orr	v1.16b, v1.16b, v17.16b
	uzp1	v4.16b, v4.16b, v5.16b
	cmgt	v5.4s, v2.4s, v16.4s
	cmgt	v17.4s, v2.4s, v7.4s
	uzp1	v5.8h, v17.8h, v5.8h
	cmgt	v17.4s, v2.4s, v1.4s
	cmgt	v2.4s, v2.4s, v6.4s
	uzp1	v2.8h, v2.8h, v17.8h
	uzp1	v2.16b, v2.16b, v5.16b
	and	v2.16b, v2.16b, v3.16b
	and	v4.16b, v4.16b, v3.16b
	saddw2	v3.2d, v0.2d, v16.4s
	str	q2, [sp, #1264]
	saddw	v2.2d, v0.2d, v16.2s
	stp	q2, q3, [x21, #800]
	saddw	v2.2d, v0.2d, v7.2s
	saddw2	v3.2d, v0.2d, v7.4s
	str	q1, [sp, #1168]
	stp	q2, q3, [x21, #768]
	saddw	v2.2d, v0.2d, v1.2s
	saddw2	v1.2d, v0.2d, v1.4s
	stp	q2, q1, [x21, #736]
	saddw	v1.2d, v0.2d, v6.2s
	saddw2	v0.2d, v0.2d, v6.4s
	str	q16, [sp, #1200]
	str	q7, [sp, #1184]
	str	q6, [sp, #1152]
	str	q4, [sp, #1248]
	stp	q1, q0, [x21, #704]
	bl	memcpy
	sbfiz	x28, x26, #8, #32
	b	.LBB14_14
	.p2align	5, , 16
.LBB14_13:                              //   in Loop: Header=BB14_14 Depth=1
	mov	x0, x20
	mov	x1, x28
	bl	_ZN8patternc7Scratch3addEm
.LBB14_14:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x20]
	sub	x8, x8, x9
	ldr	x19, [x20, #24]
	cmp	x19, x8, asr #4
	b.eq	.LBB14_13
// %bb.15:                              //   in Loop: Header=BB14_14 Depth=1
	ldr	x8, [x20, #32]
	add	x9, x9, x19, lsl #4
	ldr	x10, [x9, #8]
	add	x24, x8, x28
	cmp	x24, x10
	b.ls	.LBB14_17
// %bb.16:                              //   in Loop: Header=BB14_14 Depth=1
	add	x8, x19, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB14_14
.LBB14_17:
	ldr	x9, [x9]
	cmp	w26, #1
	add	x27, x9, x8
	str	x24, [x20, #32]
	b.lt	.LBB14_19
// %bb.18:
	mov	x0, x27
	mov	w1, wzr
	mov	x2, x28
	bl	memset
.LBB14_19:
	mov	w8, w26
	cmp	w25, #1
	stp	x27, x8, [sp, #432]
	b.lt	.LBB14_26
// %bb.20:
	ldr	x8, [sp, #56]                   // 8-byte Reload
	ldr	x9, [sp, #96]                   // 8-byte Reload
	mov	w28, wzr
	smull	x8, w8, w22
	ubfiz	x22, x26, #6, #31
	mul	x8, x8, x9
	dup	v0.2d, x8
	str	q0, [sp, #96]                   // 16-byte Spill
	b	.LBB14_22
	.p2align	5, , 16
.LBB14_21:                              //   in Loop: Header=BB14_22 Depth=1
	ldr	q0, [sp, #1280]
	add	w28, w28, #1
	ldr	q1, [sp, #1296]
	cmp	w28, w25
	ldr	q2, [sp, #96]                   // 16-byte Reload
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	stp	x19, x24, [x20, #24]
	str	q0, [sp, #1280]
	ldr	q0, [sp, #1312]
	str	q1, [sp, #1296]
	ldr	q1, [sp, #1328]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1312]
	ldr	q0, [sp, #1344]
	str	q1, [sp, #1328]
	ldr	q1, [sp, #1360]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1344]
	ldr	q0, [sp, #1376]
	str	q1, [sp, #1360]
	ldr	q1, [sp, #1392]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1376]
	ldr	q0, [sp, #1408]
	str	q1, [sp, #1392]
	ldr	q1, [sp, #1424]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1408]
	ldr	q0, [sp, #1440]
	str	q1, [sp, #1424]
	ldr	q1, [sp, #1456]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1440]
	ldr	q0, [sp, #1472]
	str	q1, [sp, #1456]
	ldr	q1, [sp, #1488]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1472]
	ldr	q0, [sp, #1504]
	str	q1, [sp, #1488]
	ldr	q1, [sp, #1520]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1504]
	ldr	q0, [sp, #1536]
	str	q1, [sp, #1520]
	ldr	q1, [sp, #1552]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1536]
	ldr	q0, [sp, #1568]
	str	q1, [sp, #1552]
	ldr	q1, [sp, #1584]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1568]
	ldr	q0, [sp, #1600]
	str	q1, [sp, #1584]
	ldr	q1, [sp, #1616]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1600]
	ldr	q0, [sp, #1632]
	str	q1, [sp, #1616]
	ldr	q1, [sp, #1648]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1632]
	ldr	q0, [sp, #1664]
	str	q1, [sp, #1648]
	ldr	q1, [sp, #1680]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1664]
	ldr	q0, [sp, #1696]
	str	q1, [sp, #1680]
	ldr	q1, [sp, #1712]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1696]
	ldr	q0, [sp, #1728]
	str	q1, [sp, #1712]
	ldr	q1, [sp, #1744]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1728]
	ldr	q0, [sp, #1760]
	str	q1, [sp, #1744]
	ldr	q1, [sp, #1776]
	add	v0.2d, v0.2d, v2.2d
	add	v1.2d, v1.2d, v2.2d
	str	q0, [sp, #1760]
	str	q1, [sp, #1776]
	b.eq	.LBB14_26
.LBB14_22:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB14_25 Depth 2
.Ltmp81:                                // EH_LABEL
	ldr	x1, [sp, #120]                  // 8-byte Reload
	ldur	x2, [x29, #-8]                  // 8-byte Folded Reload
	add	x3, x21, #320
	add	x4, x23, #256
	mov	x0, x20
	mov	w5, w26
	bl	_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
.Ltmp82:                                // EH_LABEL
// %bb.23:                              //   in Loop: Header=BB14_22 Depth=1
	cmp	w26, #1
	b.lt	.LBB14_21
// %bb.24:                              //   in Loop: Header=BB14_22 Depth=1
	mov	x8, xzr
	mov	x9, x27
	.p2align	5, , 16
.LBB14_25:                              //   Parent Loop BB14_22 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q0, [x9]
	add	x8, x8, #4
	ldr	q1, [x0], #16
	cmp	x8, x22
	fadd	v0.4s, v0.4s, v1.4s
	str	q0, [x9], #16
	b.lo	.LBB14_25
	b	.LBB14_21
.LBB14_26:
	fmov	s0, #1.00000000
	ldp	x0, x1, [sp, #64]               // 16-byte Folded Reload
	add	x2, sp, #448
	add	x3, x23, #256
	add	x4, sp, #432
	fdiv	s0, s0, s8
	bl	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	movi	v0.2d, #0000000000000000
	ldp	x0, x1, [sp, #80]               // 16-byte Folded Reload
	add	x2, sp, #448
	add	x3, x23, #256
	add	x4, sp, #128
	stp	q0, q0, [sp, #128]
	stp	q0, q0, [sp, #160]
	stp	q0, q0, [sp, #192]
	stp	q0, q0, [sp, #224]
	stp	q0, q0, [sp, #256]
	stp	q0, q0, [sp, #288]
	stp	q0, q0, [sp, #320]
	stp	q0, q0, [sp, #352]
	fmov	d0, #1.00000000
	bl	_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	sub	sp, x29, #16
	.cfi_def_cfa wsp, 112
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	ldr	d8, [sp], #112                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.LBB14_27:
	.cfi_restore_state
.Ltmp83:                                // EH_LABEL
	stp	x19, x24, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end14:
	.size	_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE, .Lfunc_end14-_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,"aG",@progbits,_ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE,comdat
	.p2align	2, 0x0
GCC_except_table14:
.Lexception5:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end5-.Lcst_begin5
.Lcst_begin5:
	.uleb128 .Lfunc_begin5-.Lfunc_begin5    // >> Call Site 1 <<
	.uleb128 .Ltmp81-.Lfunc_begin5          //   Call between .Lfunc_begin5 and .Ltmp81
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp81-.Lfunc_begin5          // >> Call Site 2 <<
	.uleb128 .Ltmp82-.Ltmp81                //   Call between .Ltmp81 and .Ltmp82
	.uleb128 .Ltmp83-.Lfunc_begin5          //     jumps to .Ltmp83
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp82-.Lfunc_begin5          // >> Call Site 3 <<
	.uleb128 .Lfunc_end14-.Ltmp82           //   Call between .Ltmp82 and .Lfunc_end14
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end5:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,"axG",@progbits,_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,comdat
	.weak	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi // -- Begin function _ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,@function
_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi: // @_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
.Lfunc_begin6:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception6
// %bb.0:
	sub	sp, sp, #240
	.cfi_def_cfa_offset 240
	stp	x29, x30, [sp, #144]            // 16-byte Folded Spill
	stp	x28, x27, [sp, #160]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #176]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #192]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #208]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #224]            // 16-byte Folded Spill
	add	x29, sp, #144
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	mov	w8, w5
	mov	w19, w5
	mov	x22, x4
	mov	x25, x3
	mov	x24, x2
	mov	x23, x1
	mov	x20, x0
	sxtw	x26, w8
	sbfiz	x21, x8, #6, #32
	b	.LBB15_2
	.p2align	5, , 16
.LBB15_1:                               //   in Loop: Header=BB15_2 Depth=1
	mov	x0, x20
	mov	x1, x21
	bl	_ZN8patternc7Scratch3addEm
.LBB15_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x8, x9, [x20]
	sub	x10, x9, x8
	ldr	x27, [x20, #24]
	cmp	x27, x10, asr #4
	b.eq	.LBB15_1
// %bb.3:                               //   in Loop: Header=BB15_2 Depth=1
	ldr	x10, [x20, #32]
	add	x11, x8, x27, lsl #4
	ldr	x12, [x11, #8]
	add	x28, x10, x21
	cmp	x28, x12
	b.ls	.LBB15_5
// %bb.4:                               //   in Loop: Header=BB15_2 Depth=1
	add	x8, x27, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB15_2
.LBB15_5:
	ldr	x11, [x11]
	lsl	x12, x26, #2
	add	x21, x11, x10
	add	x10, x12, #63
	str	x28, [x20, #32]
	and	x26, x10, #0xffffffffffffffc0
	mov	x10, x27
.LBB15_6:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB15_7 Depth 2
	sub	x11, x9, x8
	ldr	x9, [x20, #32]
	add	x8, x8, x10, lsl #4
	neg	x11, x11, asr #4
	add	x8, x8, #8
	add	x10, x10, #1
	.p2align	5, , 16
.LBB15_7:                               //   Parent Loop BB15_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x11, x10
	cmp	x12, #1
	b.eq	.LBB15_10
// %bb.8:                               //   in Loop: Header=BB15_7 Depth=2
	ldr	x13, [x8]
	add	x12, x9, x26
	cmp	x12, x13
	b.ls	.LBB15_12
// %bb.9:                               //   in Loop: Header=BB15_7 Depth=2
	mov	x9, xzr
	add	x8, x8, #16
	stp	x10, xzr, [x20, #24]
	add	x10, x10, #1
	b	.LBB15_7
	.p2align	5, , 16
.LBB15_10:                              //   in Loop: Header=BB15_6 Depth=1
.Ltmp84:                                // EH_LABEL
	mov	x0, x20
	mov	x1, x26
	bl	_ZN8patternc7Scratch3addEm
.Ltmp85:                                // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB15_6 Depth=1
	ldr	x10, [x20, #24]
	ldp	x8, x9, [x20]
	b	.LBB15_6
.LBB15_12:
	ldur	x8, [x8, #-8]
	subs	w0, w19, #1
	add	x26, x8, x9
	str	x12, [x20, #32]
	b.lt	.LBB15_14
// %bb.13:
	ubfiz	x2, x19, #2, #32
	str	w0, [sp, #12]                   // 4-byte Spill
	mov	x0, x26
	mov	w1, wzr
	bl	memset
	ldr	w0, [sp, #12]                   // 4-byte Reload
.LBB15_14:
	ldrb	w9, [x22]
	ldrb	w10, [x22, #1]
	mov	x8, xzr
	cmp	w9, #0
	ldpsw	x9, x11, [x25]
	mul	x11, x24, x11
	add	x11, x23, x11, lsl #2
	mul	x9, x24, x9
	add	x9, x23, x9, lsl #2
	csel	x9, x9, x26, ne
	cmp	w10, #0
	ldrb	w10, [x22, #2]
	csel	x11, x11, x26, ne
	cmp	w10, #0
	stp	x9, x11, [sp, #16]
	ldpsw	x10, x11, [x25, #8]
	ldrb	w9, [x22, #3]
	mul	x11, x24, x11
	add	x11, x23, x11, lsl #2
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	csel	x10, x10, x26, ne
	cmp	w9, #0
	ldrb	w9, [x22, #4]
	csel	x11, x11, x26, ne
	cmp	w9, #0
	stp	x10, x11, [sp, #32]
	ldpsw	x10, x11, [x25, #16]
	mul	x11, x24, x11
	add	x11, x23, x11, lsl #2
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	csel	x9, x10, x26, ne
	ldrb	w10, [x22, #5]
	cmp	w10, #0
	csel	x10, x11, x26, ne
	stp	x9, x10, [sp, #48]
	ldpsw	x10, x11, [x25, #24]
	ldrb	w9, [x22, #6]
	mul	x11, x24, x11
	cmp	w9, #0
	add	x11, x23, x11, lsl #2
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	csel	x9, x10, x26, ne
	ldrb	w10, [x22, #7]
	cmp	w10, #0
	csel	x10, x11, x26, ne
	stp	x9, x10, [sp, #64]
	ldpsw	x10, x11, [x25, #32]
	ldrb	w9, [x22, #8]
	mul	x11, x24, x11
	cmp	w9, #0
	add	x11, x23, x11, lsl #2
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	csel	x9, x10, x26, ne
	ldrb	w10, [x22, #9]
	cmp	w10, #0
	csel	x10, x11, x26, ne
	stp	x9, x10, [sp, #80]
	ldpsw	x10, x11, [x25, #40]
	ldrb	w9, [x22, #10]
	mul	x11, x24, x11
	cmp	w9, #0
	add	x11, x23, x11, lsl #2
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	csel	x9, x10, x26, ne
	ldrb	w10, [x22, #11]
	cmp	w10, #0
	csel	x10, x11, x26, ne
	stp	x9, x10, [sp, #96]
	ldpsw	x10, x11, [x25, #48]
	ldrb	w9, [x22, #12]
	cmp	w9, #0
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	csel	x9, x10, x26, ne
	ldrb	w10, [x22, #13]
	cmp	w10, #0
	mul	x10, x24, x11
	ldrb	w11, [x22, #15]
	add	x10, x23, x10, lsl #2
	csel	x10, x10, x26, ne
	stp	x9, x10, [sp, #112]
	ldrb	w9, [x22, #14]
	cmp	w9, #0
	ldpsw	x9, x10, [x25, #56]
	mul	x10, x24, x10
	add	x10, x23, x10, lsl #2
	mul	x9, x24, x9
	add	x9, x23, x9, lsl #2
	csel	x9, x9, x26, ne
	cmp	w11, #0
	csel	x10, x10, x26, ne
	stp	x9, x10, [sp, #128]
	sub	w9, w19, #4
	add	x10, sp, #16
	b	.LBB15_16
	.p2align	5, , 16
.LBB15_15:                              //   in Loop: Header=BB15_16 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	b.hs	.LBB15_23
.LBB15_16:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB15_18 Depth 2
	cmp	w19, #4
	b.lt	.LBB15_19
// %bb.17:                              //   in Loop: Header=BB15_16 Depth=1
	add	x16, x10, x8, lsl #3
	mov	w11, wzr
	add	x12, x21, x8, lsl #2
	ldp	x13, x14, [x16]
	ldp	x15, x16, [x16, #16]
	.p2align	5, , 16
.LBB15_18:                              //   Parent Loop BB15_16 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w9, w11
	csel	w17, w9, w11, lt
	add	w11, w11, #4
	sbfiz	x18, x17, #2, #32
	sxtw	x17, w17
	cmp	w11, w19
	ldr	q0, [x13, x18]
	add	x17, x12, x17, lsl #6
	ldr	q1, [x14, x18]
	ldr	q2, [x15, x18]
	zip1	v4.4s, v0.4s, v2.4s
	ldr	q3, [x16, x18]
	zip2	v6.4s, v0.4s, v2.4s
	zip1	v5.4s, v1.4s, v3.4s
	zip2	v7.4s, v1.4s, v3.4s
	add	x18, x17, #128
	zip2	v0.4s, v4.4s, v5.4s
	zip2	v1.4s, v6.4s, v7.4s
	st2	{ v4.2s, v5.2s }, [x17]
	st2	{ v6.2s, v7.2s }, [x18]
	str	q0, [x17, #64]
	str	q1, [x17, #192]
	b.lt	.LBB15_18
	b	.LBB15_15
	.p2align	5, , 16
.LBB15_19:                              //   in Loop: Header=BB15_16 Depth=1
	cmp	w0, #2
	b.hi	.LBB15_15
// %bb.20:                              //   in Loop: Header=BB15_16 Depth=1
	ldr	x11, [x10, x8, lsl #3]
	orr	x14, x8, #0x1
	add	x12, x21, x8, lsl #2
	ldr	x13, [x10, x14, lsl #3]
	orr	x16, x8, #0x2
	ldr	x15, [x10, x16, lsl #3]
	add	x14, x21, x14, lsl #2
	orr	x18, x8, #0x3
	ldr	x17, [x10, x18, lsl #3]
	add	x16, x21, x16, lsl #2
	add	x18, x21, x18, lsl #2
	cmp	w19, #1
	ldr	s0, [x11]
	str	s0, [x12]
	ldr	s0, [x13]
	str	s0, [x14]
	ldr	s0, [x15]
	str	s0, [x16]
	ldr	s0, [x17]
	str	s0, [x18]
	b.eq	.LBB15_15
// %bb.21:                              //   in Loop: Header=BB15_16 Depth=1
	ldr	s0, [x11, #4]
	cmp	w19, #2
	str	s0, [x12, #64]
	ldr	s0, [x13, #4]
	str	s0, [x14, #64]
	ldr	s0, [x15, #4]
	str	s0, [x16, #64]
	ldr	s0, [x17, #4]
	str	s0, [x18, #64]
	b.eq	.LBB15_15
// %bb.22:                              //   in Loop: Header=BB15_16 Depth=1
	ldr	s0, [x11, #8]
	str	s0, [x12, #128]
	ldr	s0, [x13, #8]
	str	s0, [x14, #128]
	ldr	s0, [x15, #8]
	str	s0, [x16, #128]
	ldr	s0, [x17, #8]
	str	s0, [x18, #128]
	b	.LBB15_15
.LBB15_23:
	stp	x27, x28, [x20, #24]
	mov	w1, w19
	mov	x0, x21
	.cfi_def_cfa wsp, 240
	ldp	x20, x19, [sp, #224]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #208]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #192]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #176]            // 16-byte Folded Reload
	ldp	x28, x27, [sp, #160]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #144]            // 16-byte Folded Reload
	add	sp, sp, #240
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB15_24:
	.cfi_restore_state
.Ltmp86:                                // EH_LABEL
	stp	x27, x28, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end15:
	.size	_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi, .Lfunc_end15-_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,"aG",@progbits,_ZN8patternc9load_rowsILi16EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,comdat
	.p2align	2, 0x0
GCC_except_table15:
.Lexception6:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end6-.Lcst_begin6
.Lcst_begin6:
	.uleb128 .Lfunc_begin6-.Lfunc_begin6    // >> Call Site 1 <<
	.uleb128 .Ltmp84-.Lfunc_begin6          //   Call between .Lfunc_begin6 and .Ltmp84
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp84-.Lfunc_begin6          // >> Call Site 2 <<
	.uleb128 .Ltmp85-.Ltmp84                //   Call between .Ltmp84 and .Ltmp85
	.uleb128 .Ltmp86-.Lfunc_begin6          //     jumps to .Ltmp86
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp85-.Lfunc_begin6          // >> Call Site 3 <<
	.uleb128 .Lfunc_end15-.Ltmp85           //   Call between .Ltmp85 and .Lfunc_end15
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end6:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi,"axG",@progbits,_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi,comdat
	.weak	_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi // -- Begin function _ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	.p2align	4
	.type	_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi,@function
_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi: // @_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-80]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 80
	str	x25, [sp, #16]                  // 8-byte Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	mov	w20, w1
	mov	x21, x0
	mov	x19, x8
	b	.LBB16_2
	.p2align	5, , 16
.LBB16_1:                               //   in Loop: Header=BB16_2 Depth=1
	mov	x0, x21
	mov	w1, #64                         // =0x40
	bl	_ZN8patternc7Scratch3addEm
.LBB16_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x10, x9, [x21]
	sub	x11, x9, x10
	ldr	x8, [x21, #24]
	cmp	x8, x11, asr #4
	b.eq	.LBB16_1
// %bb.3:                               //   in Loop: Header=BB16_2 Depth=1
	ldr	x11, [x21, #32]
	add	x13, x10, x8, lsl #4
	ldr	x14, [x13, #8]
	add	x12, x11, #64
	cmp	x12, x14
	b.ls	.LBB16_5
// %bb.4:                               //   in Loop: Header=BB16_2 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x21, #24]
	b	.LBB16_2
.LBB16_5:
	ldr	x13, [x13]
	str	x12, [x21, #32]
	add	x24, x13, x11
	str	x24, [x19]
	b	.LBB16_7
	.p2align	5, , 16
.LBB16_6:                               //   in Loop: Header=BB16_7 Depth=1
	mov	x0, x21
	mov	w1, #64                         // =0x40
	bl	_ZN8patternc7Scratch3addEm
	ldr	x8, [x21, #24]
	ldp	x10, x9, [x21]
.LBB16_7:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB16_8 Depth 2
	sub	x11, x9, x10
	add	x13, x10, x8, lsl #4
	asr	x12, x11, #4
	ldr	x11, [x21, #32]
	add	x13, x13, #8
	cmp	x12, x8
	b.eq	.LBB16_6
	.p2align	5, , 16
.LBB16_8:                               //   Parent Loop BB16_7 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x15, [x13]
	add	x14, x11, #64
	cmp	x14, x15
	b.ls	.LBB16_10
// %bb.9:                               //   in Loop: Header=BB16_8 Depth=2
	add	x8, x8, #1
	mov	x11, xzr
	add	x13, x13, #16
	stp	x8, xzr, [x21, #24]
	cmp	x12, x8
	b.ne	.LBB16_8
	b	.LBB16_6
.LBB16_10:
	ldur	x12, [x13, #-8]
	sbfiz	x22, x20, #6, #32
	add	x25, x12, x11
	str	x14, [x21, #32]
	str	x25, [x19, #8]
	b	.LBB16_12
	.p2align	5, , 16
.LBB16_11:                              //   in Loop: Header=BB16_12 Depth=1
	mov	x0, x21
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
	ldr	x8, [x21, #24]
	ldp	x10, x9, [x21]
.LBB16_12:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB16_13 Depth 2
	sub	x11, x9, x10
	ldr	x9, [x21, #32]
	add	x10, x10, x8, lsl #4
	neg	x11, x11, asr #4
	add	x10, x10, #8
	add	x8, x8, #1
	.p2align	5, , 16
.LBB16_13:                              //   Parent Loop BB16_12 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x11, x8
	cmp	x12, #1
	b.eq	.LBB16_11
// %bb.14:                              //   in Loop: Header=BB16_13 Depth=2
	ldr	x13, [x10]
	add	x12, x9, x22
	cmp	x12, x13
	b.ls	.LBB16_16
// %bb.15:                              //   in Loop: Header=BB16_13 Depth=2
	mov	x9, xzr
	add	x10, x10, #16
	stp	x8, xzr, [x21, #24]
	add	x8, x8, #1
	b	.LBB16_13
.LBB16_16:
	ldur	x8, [x10, #-8]
	cmp	w20, #1
	add	x23, x8, x9
	str	x12, [x21, #32]
	b.lt	.LBB16_18
// %bb.17:
	mov	x0, x23
	mov	w1, wzr
	mov	x2, x22
	bl	memset
.LBB16_18:
	mvni	v0.4s, #127, msl #16
	mov	w8, w20
	stp	q0, q0, [x24]
	stp	q0, q0, [x24, #32]
	movi	v0.2d, #0000000000000000
	stp	q0, q0, [x25]
	stp	q0, q0, [x25, #32]
	stp	x23, x8, [x19, #16]
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x25, [sp, #16]                  // 8-byte Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #80             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end16:
	.size	_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi, .Lfunc_end16-_ZN8patternc13start_softmaxILi16EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
.LCPI17_0:
	.xword	6                               // 0x6
	.xword	7                               // 0x7
.LCPI17_1:
	.xword	4                               // 0x4
	.xword	5                               // 0x5
.LCPI17_2:
	.xword	14                              // 0xe
	.xword	15                              // 0xf
.LCPI17_3:
	.xword	12                              // 0xc
	.xword	13                              // 0xd
.LCPI17_4:
	.xword	2                               // 0x2
	.xword	3                               // 0x3
.LCPI17_5:
	.xword	0                               // 0x0
	.xword	1                               // 0x1
.LCPI17_6:
	.xword	10                              // 0xa
	.xword	11                              // 0xb
.LCPI17_7:
	.xword	8                               // 0x8
	.xword	9                               // 0x9
.LCPI17_8:
	.word	4                               // 0x4
	.word	5                               // 0x5
	.word	6                               // 0x6
	.word	7                               // 0x7
.LCPI17_9:
	.word	12                              // 0xc
	.word	13                              // 0xd
	.word	14                              // 0xe
	.word	15                              // 0xf
.LCPI17_10:
	.word	0                               // 0x0
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
.LCPI17_11:
	.word	8                               // 0x8
	.word	9                               // 0x9
	.word	10                              // 0xa
	.word	11                              // 0xb
.LCPI17_12:
	.xword	22                              // 0x16
	.xword	23                              // 0x17
.LCPI17_13:
	.xword	20                              // 0x14
	.xword	21                              // 0x15
.LCPI17_14:
	.xword	30                              // 0x1e
	.xword	31                              // 0x1f
.LCPI17_15:
	.xword	28                              // 0x1c
	.xword	29                              // 0x1d
.LCPI17_16:
	.xword	18                              // 0x12
	.xword	19                              // 0x13
.LCPI17_17:
	.xword	16                              // 0x10
	.xword	17                              // 0x11
.LCPI17_18:
	.xword	26                              // 0x1a
	.xword	27                              // 0x1b
.LCPI17_19:
	.xword	24                              // 0x18
	.xword	25                              // 0x19
.LCPI17_20:
	.word	20                              // 0x14
	.word	21                              // 0x15
	.word	22                              // 0x16
	.word	23                              // 0x17
.LCPI17_21:
	.word	28                              // 0x1c
	.word	29                              // 0x1d
	.word	30                              // 0x1e
	.word	31                              // 0x1f
.LCPI17_22:
	.word	16                              // 0x10
	.word	17                              // 0x11
	.word	18                              // 0x12
	.word	19                              // 0x13
.LCPI17_23:
	.word	24                              // 0x18
	.word	25                              // 0x19
	.word	26                              // 0x1a
	.word	27                              // 0x1b
.LCPI17_24:
	.xword	42                              // 0x2a
	.xword	43                              // 0x2b
.LCPI17_25:
	.xword	40                              // 0x28
	.xword	41                              // 0x29
.LCPI17_26:
	.xword	34                              // 0x22
	.xword	35                              // 0x23
.LCPI17_27:
	.xword	32                              // 0x20
	.xword	33                              // 0x21
.LCPI17_28:
	.xword	46                              // 0x2e
	.xword	47                              // 0x2f
.LCPI17_29:
	.xword	44                              // 0x2c
	.xword	45                              // 0x2d
.LCPI17_30:
	.xword	38                              // 0x26
	.xword	39                              // 0x27
.LCPI17_31:
	.xword	36                              // 0x24
	.xword	37                              // 0x25
.LCPI17_32:
	.word	40                              // 0x28
	.word	41                              // 0x29
	.word	42                              // 0x2a
	.word	43                              // 0x2b
.LCPI17_33:
	.word	32                              // 0x20
	.word	33                              // 0x21
	.word	34                              // 0x22
	.word	35                              // 0x23
.LCPI17_34:
	.word	44                              // 0x2c
	.word	45                              // 0x2d
	.word	46                              // 0x2e
	.word	47                              // 0x2f
.LCPI17_35:
	.word	36                              // 0x24
	.word	37                              // 0x25
	.word	38                              // 0x26
	.word	39                              // 0x27
.LCPI17_36:
	.xword	54                              // 0x36
	.xword	55                              // 0x37
.LCPI17_37:
	.xword	52                              // 0x34
	.xword	53                              // 0x35
.LCPI17_38:
	.xword	62                              // 0x3e
	.xword	63                              // 0x3f
.LCPI17_39:
	.xword	60                              // 0x3c
	.xword	61                              // 0x3d
.LCPI17_40:
	.xword	50                              // 0x32
	.xword	51                              // 0x33
.LCPI17_41:
	.xword	48                              // 0x30
	.xword	49                              // 0x31
.LCPI17_42:
	.xword	58                              // 0x3a
	.xword	59                              // 0x3b
.LCPI17_43:
	.xword	56                              // 0x38
	.xword	57                              // 0x39
.LCPI17_44:
	.word	52                              // 0x34
	.word	53                              // 0x35
	.word	54                              // 0x36
	.word	55                              // 0x37
.LCPI17_45:
	.word	60                              // 0x3c
	.word	61                              // 0x3d
	.word	62                              // 0x3e
	.word	63                              // 0x3f
.LCPI17_46:
	.word	48                              // 0x30
	.word	49                              // 0x31
	.word	50                              // 0x32
	.word	51                              // 0x33
.LCPI17_47:
	.word	56                              // 0x38
	.word	57                              // 0x39
	.word	58                              // 0x3a
	.word	59                              // 0x3b
	.section	.text._ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi,"axG",@progbits,_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi,comdat
	.weak	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi,@function
_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi: // @_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #192
	.cfi_def_cfa_offset 192
	str	d10, [sp, #64]                  // 8-byte Spill
	stp	d9, d8, [sp, #80]               // 16-byte Folded Spill
	stp	x29, x30, [sp, #96]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #112]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #128]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #144]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #160]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #176]            // 16-byte Folded Spill
	add	x29, sp, #96
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -104
	.cfi_offset b9, -112
	.cfi_offset b10, -128
	mov	w19, w5
	mov	x23, x4
	mov	x24, x3
	mov	x25, x0
	mov	x14, xzr
	mov	w27, wzr
	add	x9, x4, #1
	stur	x2, [x29, #-40]                 // 8-byte Folded Spill
	stur	x1, [x29, #-24]                 // 8-byte Folded Spill
	.p2align	5, , 16
.LBB17_1:                               // =>This Inner Loop Header: Depth=1
	add	x10, x9, x14
	add	w13, w14, #2
	ldurb	w11, [x10, #-1]
	ldrb	w12, [x10]
	cmp	w11, #0
	csinc	w11, w27, w14, eq
	cmp	w12, #0
	ldrb	w12, [x10, #1]
	ldrb	w10, [x10, #2]
	csel	w11, w13, w11, ne
	add	w13, w14, #3
	add	x14, x14, #4
	cmp	w12, #0
	csel	w11, w13, w11, ne
	cmp	w10, #0
	csel	w27, w14, w11, ne
	cmp	x14, #64
	b.ne	.LBB17_1
// %bb.2:
	adrp	x11, .LCPI17_0
	sxtw	x12, w27
	ldp	w9, w10, [x24]
	ldr	q3, [x11, :lo12:.LCPI17_0]
	adrp	x11, .LCPI17_1
	ldr	q4, [x11, :lo12:.LCPI17_1]
	adrp	x11, .LCPI17_2
	ldr	q5, [x11, :lo12:.LCPI17_2]
	adrp	x11, .LCPI17_3
	ldr	q6, [x11, :lo12:.LCPI17_3]
	dup	v2.2d, x12
	adrp	x11, .LCPI17_4
                                        // kill: def $w9 killed $w9 def $x9
	sxtw	x9, w9
	dup	v0.4s, w9
	cmgt	v3.2d, v2.2d, v3.2d
	sub	w10, w10, w9
	dup	v1.4s, w10
	cmgt	v4.2d, v2.2d, v4.2d
	mov	v28.16b, v0.16b
	mov	v8.16b, v0.16b
	cmgt	v5.2d, v2.2d, v5.2d
	mov	v10.16b, v0.16b
	cmgt	v6.2d, v2.2d, v6.2d
	uzp1	v4.4s, v4.4s, v3.4s
	uzp1	v3.4s, v6.4s, v5.4s
	ldr	q5, [x11, :lo12:.LCPI17_4]
	adrp	x11, .LCPI17_5
	ldp	q19, q23, [x24, #32]
	ldr	q6, [x11, :lo12:.LCPI17_5]
	adrp	x11, .LCPI17_6
	cmgt	v5.2d, v2.2d, v5.2d
	cmgt	v6.2d, v2.2d, v6.2d
	uzp1	v5.4s, v6.4s, v5.4s
	ldr	q6, [x11, :lo12:.LCPI17_6]
	adrp	x11, .LCPI17_7
	ldr	q7, [x11, :lo12:.LCPI17_7]
	adrp	x11, .LCPI17_8
	ldr	q24, [x11, :lo12:.LCPI17_8]
	adrp	x11, .LCPI17_9
	ldr	q25, [x11, :lo12:.LCPI17_9]
	adrp	x11, .LCPI17_10
	ldr	q26, [x11, :lo12:.LCPI17_10]
	adrp	x11, .LCPI17_11
	ldr	q27, [x11, :lo12:.LCPI17_11]
	cmgt	v6.2d, v2.2d, v6.2d
	adrp	x11, .LCPI17_12
	cmgt	v17.2d, v2.2d, v7.2d
	uzp1	v17.4s, v17.4s, v6.4s
	ldp	q16, q7, [x23]
	mla	v28.4s, v1.4s, v27.4s
	mov	v27.16b, v0.16b
	mla	v27.4s, v1.4s, v26.4s
	mov	v26.16b, v0.16b
	ushll2	v6.8h, v16.16b, #0
	ushll	v16.8h, v16.8b, #0
	ushll	v18.4s, v6.4h, #0
	mla	v26.4s, v1.4s, v25.4s
	mov	v25.16b, v0.16b
	ushll2	v22.4s, v6.8h, #0
	ushll	v20.4s, v16.4h, #0
	ushll2	v16.4s, v16.8h, #0
	ldp	q21, q6, [x24]
	cmeq	v19.4s, v19.4s, v28.4s
	mla	v25.4s, v1.4s, v24.4s
	cmeq	v23.4s, v23.4s, v26.4s
	mov	v26.16b, v0.16b
	cmeq	v24.4s, v6.4s, v25.4s
	ldr	q6, [x24, #64]
	cmeq	v21.4s, v21.4s, v27.4s
	and	v16.16b, v24.16b, v16.16b
	and	v16.16b, v16.16b, v4.16b
	and	v4.16b, v23.16b, v22.16b
	ushll2	v23.8h, v7.16b, #0
	ushll	v7.8h, v7.8b, #0
	and	v3.16b, v4.16b, v3.16b
	and	v4.16b, v21.16b, v20.16b
	ushll	v22.4s, v7.4h, #0
	ushll2	v24.4s, v7.8h, #0
	ldp	q7, q25, [x24, #80]
	and	v4.16b, v4.16b, v5.16b
	and	v5.16b, v19.16b, v18.16b
	and	v5.16b, v5.16b, v17.16b
	ldr	q17, [x11, :lo12:.LCPI17_12]
	adrp	x11, .LCPI17_13
	ldr	q18, [x11, :lo12:.LCPI17_13]
	adrp	x11, .LCPI17_14
	cmgt	v17.2d, v2.2d, v17.2d
	cmgt	v18.2d, v2.2d, v18.2d
	uzp1	v17.4s, v18.4s, v17.4s
	ldr	q18, [x11, :lo12:.LCPI17_14]
	adrp	x11, .LCPI17_15
	ldr	q19, [x11, :lo12:.LCPI17_15]
	adrp	x11, .LCPI17_16
	cmgt	v18.2d, v2.2d, v18.2d
	cmgt	v19.2d, v2.2d, v19.2d
	uzp1	v18.4s, v19.4s, v18.4s
	ldr	q19, [x11, :lo12:.LCPI17_16]
	adrp	x11, .LCPI17_17
	ldr	q20, [x11, :lo12:.LCPI17_17]
	adrp	x11, .LCPI17_18
	cmgt	v19.2d, v2.2d, v19.2d
	cmgt	v20.2d, v2.2d, v20.2d
	uzp1	v19.4s, v20.4s, v19.4s
	ldr	q20, [x11, :lo12:.LCPI17_18]
	adrp	x11, .LCPI17_19
	ldr	q21, [x11, :lo12:.LCPI17_19]
	adrp	x11, .LCPI17_20
	ldr	q28, [x11, :lo12:.LCPI17_20]
	adrp	x11, .LCPI17_21
	ldr	q29, [x11, :lo12:.LCPI17_21]
	adrp	x11, .LCPI17_22
	ldr	q30, [x11, :lo12:.LCPI17_22]
	adrp	x11, .LCPI17_23
	ldr	q27, [x11, :lo12:.LCPI17_23]
	cmgt	v20.2d, v2.2d, v20.2d
	adrp	x11, .LCPI17_24
	cmgt	v21.2d, v2.2d, v21.2d
	uzp1	v20.4s, v21.4s, v20.4s
	ushll	v21.4s, v23.4h, #0
	ushll2	v23.4s, v23.8h, #0
	mla	v26.4s, v1.4s, v27.4s
	mov	v27.16b, v0.16b
	mla	v27.4s, v1.4s, v30.4s
	mov	v30.16b, v0.16b
	mla	v30.4s, v1.4s, v29.4s
	mov	v29.16b, v0.16b
	cmeq	v25.4s, v25.4s, v26.4s
	mla	v29.4s, v1.4s, v28.4s
	cmeq	v6.4s, v6.4s, v27.4s
	and	v6.16b, v6.16b, v22.16b
	cmeq	v28.4s, v7.4s, v29.4s
	ldp	q29, q7, [x24, #112]
	and	v19.16b, v6.16b, v19.16b
	and	v6.16b, v25.16b, v21.16b
	and	v24.16b, v28.16b, v24.16b
	and	v6.16b, v6.16b, v20.16b
	and	v17.16b, v24.16b, v17.16b
	add	v6.4s, v6.4s, v5.4s
	add	v5.4s, v19.4s, v4.4s
	cmeq	v29.4s, v29.4s, v30.4s
	and	v23.16b, v29.16b, v23.16b
	and	v18.16b, v23.16b, v18.16b
	add	v4.4s, v18.4s, v3.4s
	add	v3.4s, v17.4s, v16.4s
	ldr	q16, [x11, :lo12:.LCPI17_24]
	adrp	x11, .LCPI17_25
	ldr	q17, [x11, :lo12:.LCPI17_25]
	adrp	x11, .LCPI17_26
	cmgt	v16.2d, v2.2d, v16.2d
	cmgt	v17.2d, v2.2d, v17.2d
	uzp1	v16.4s, v17.4s, v16.4s
	ldr	q17, [x11, :lo12:.LCPI17_26]
	adrp	x11, .LCPI17_27
	ldr	q18, [x11, :lo12:.LCPI17_27]
	adrp	x11, .LCPI17_28
	cmgt	v17.2d, v2.2d, v17.2d
	cmgt	v18.2d, v2.2d, v18.2d
	uzp1	v17.4s, v18.4s, v17.4s
	ldr	q18, [x11, :lo12:.LCPI17_28]
	adrp	x11, .LCPI17_29
	ldr	q19, [x11, :lo12:.LCPI17_29]
	adrp	x11, .LCPI17_30
	cmgt	v18.2d, v2.2d, v18.2d
	cmgt	v19.2d, v2.2d, v19.2d
	uzp1	v18.4s, v19.4s, v18.4s
	ldr	q19, [x11, :lo12:.LCPI17_30]
	adrp	x11, .LCPI17_31
	ldr	q20, [x11, :lo12:.LCPI17_31]
	adrp	x11, .LCPI17_32
	ldr	q28, [x11, :lo12:.LCPI17_32]
	adrp	x11, .LCPI17_33
	ldr	q29, [x11, :lo12:.LCPI17_33]
	adrp	x11, .LCPI17_34
	ldr	q30, [x11, :lo12:.LCPI17_34]
	adrp	x11, .LCPI17_35
	ldr	q31, [x11, :lo12:.LCPI17_35]
	cmgt	v19.2d, v2.2d, v19.2d
	adrp	x11, .LCPI17_36
	cmgt	v20.2d, v2.2d, v20.2d
	uzp1	v19.4s, v20.4s, v19.4s
	ldp	q21, q20, [x23, #32]
	mla	v8.4s, v1.4s, v31.4s
	mov	v31.16b, v0.16b
	mla	v31.4s, v1.4s, v30.4s
	mov	v30.16b, v0.16b
	mla	v30.4s, v1.4s, v29.4s
	mov	v29.16b, v0.16b
	ushll	v22.8h, v21.8b, #0
	ushll2	v21.8h, v21.16b, #0
	ushll2	v24.4s, v21.8h, #0
	mla	v29.4s, v1.4s, v28.4s
	ushll	v27.4s, v21.4h, #0
	ldp	q25, q21, [x24, #144]
	ushll2	v23.4s, v22.8h, #0
	ushll	v22.4s, v22.4h, #0
	cmeq	v28.4s, v21.4s, v29.4s
	ldp	q26, q21, [x24, #176]
	cmeq	v29.4s, v7.4s, v30.4s
	and	v7.16b, v28.16b, v27.16b
	cmeq	v25.4s, v25.4s, v8.4s
	and	v7.16b, v7.16b, v16.16b
	and	v16.16b, v29.16b, v22.16b
	and	v16.16b, v16.16b, v17.16b
	ldr	q29, [x24, #208]
	cmeq	v26.4s, v26.4s, v31.4s
	and	v17.16b, v26.16b, v24.16b
	and	v17.16b, v17.16b, v18.16b
	and	v18.16b, v25.16b, v23.16b
	ldp	q26, q27, [x24, #224]
	and	v18.16b, v18.16b, v19.16b
	ldr	q19, [x11, :lo12:.LCPI17_36]
	adrp	x11, .LCPI17_37
	ldr	q22, [x11, :lo12:.LCPI17_37]
	adrp	x11, .LCPI17_38
	cmgt	v19.2d, v2.2d, v19.2d
	cmgt	v22.2d, v2.2d, v22.2d
	uzp1	v19.4s, v22.4s, v19.4s
	ldr	q22, [x11, :lo12:.LCPI17_38]
	adrp	x11, .LCPI17_39
	ldr	q23, [x11, :lo12:.LCPI17_39]
	adrp	x11, .LCPI17_40
	cmgt	v22.2d, v2.2d, v22.2d
	cmgt	v23.2d, v2.2d, v23.2d
	uzp1	v22.4s, v23.4s, v22.4s
	ldr	q23, [x11, :lo12:.LCPI17_40]
	adrp	x11, .LCPI17_41
	ldr	q24, [x11, :lo12:.LCPI17_41]
	adrp	x11, .LCPI17_42
	cmgt	v23.2d, v2.2d, v23.2d
	cmgt	v24.2d, v2.2d, v24.2d
	uzp1	v23.4s, v24.4s, v23.4s
	ldr	q24, [x11, :lo12:.LCPI17_42]
	adrp	x11, .LCPI17_43
	ldr	q25, [x11, :lo12:.LCPI17_43]
	adrp	x11, .LCPI17_44
	ldr	q30, [x11, :lo12:.LCPI17_44]
	adrp	x11, .LCPI17_45
	ldr	q31, [x11, :lo12:.LCPI17_45]
	adrp	x11, .LCPI17_46
	ldr	q8, [x11, :lo12:.LCPI17_46]
	adrp	x11, .LCPI17_47
	ldr	q9, [x11, :lo12:.LCPI17_47]
	cmgt	v24.2d, v2.2d, v24.2d
	cmgt	v2.2d, v2.2d, v25.2d
	uzp1	v2.4s, v2.4s, v24.4s
	ushll2	v24.8h, v20.16b, #0
	ushll	v20.8h, v20.8b, #0
	ushll	v25.4s, v24.4h, #0
	mla	v10.4s, v1.4s, v9.4s
	mov	v9.16b, v0.16b
	ushll	v28.4s, v20.4h, #0
	ushll2	v24.4s, v24.8h, #0
	cmeq	v26.4s, v26.4s, v10.4s
	mla	v9.4s, v1.4s, v8.4s
	mov	v8.16b, v0.16b
	mla	v8.4s, v1.4s, v31.4s
	cmeq	v21.4s, v21.4s, v9.4s
	mla	v0.4s, v1.4s, v30.4s
	ushll2	v1.4s, v20.8h, #0
	cmeq	v0.4s, v29.4s, v0.4s
	cmeq	v20.4s, v27.4s, v8.4s
	and	v0.16b, v0.16b, v1.16b
	and	v1.16b, v20.16b, v24.16b
	and	v20.16b, v26.16b, v25.16b
	and	v0.16b, v0.16b, v19.16b
	and	v19.16b, v21.16b, v28.16b
	and	v2.16b, v20.16b, v2.16b
	and	v1.16b, v1.16b, v22.16b
	and	v19.16b, v19.16b, v23.16b
	add	v0.4s, v0.4s, v18.4s
	add	v2.4s, v2.4s, v7.4s
	add	v1.4s, v1.4s, v17.4s
	add	v0.4s, v0.4s, v3.4s
	add	v2.4s, v2.4s, v6.4s
	add	v6.4s, v19.4s, v16.4s
	add	v1.4s, v1.4s, v4.4s
	add	v5.4s, v6.4s, v5.4s
	add	v0.4s, v0.4s, v1.4s
	add	v1.4s, v5.4s, v2.4s
	add	v0.4s, v1.4s, v0.4s
	addv	s0, v0.4s
	fmov	w11, s0
	cmp	w11, w27
	b.ne	.LBB17_13
// %bb.3:
	ldur	x12, [x29, #-40]                // 8-byte Folded Reload
	cmp	w27, #1
	mul	x11, x12, x9
	sxtw	x9, w10
	stp	w27, w19, [x8, #16]
	mul	x13, x12, x9
	ldur	x9, [x29, #-24]                 // 8-byte Folded Reload
	add	x17, x9, x11, lsl #2
	stp	x17, x13, [x8]
	b.lt	.LBB17_42
// %bb.4:
	sxtw	x10, w19
	mov	x9, xzr
	add	x12, x17, #256
	sub	x10, x10, #1
	lsl	x13, x13, #2
	lsr	x10, x10, #4
	add	x11, x10, #1
	and	x10, x11, #0x7
	and	x11, x11, #0x1ffffffffffffff8
	lsl	x14, x11, #4
	b	.LBB17_6
	.p2align	5, , 16
.LBB17_5:                               //   in Loop: Header=BB17_6 Depth=1
	add	x9, x9, #1
	add	x12, x12, x13
	add	x17, x17, x13
	cmp	x9, x27
	b.eq	.LBB17_42
.LBB17_6:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB17_9 Depth 2
                                        //     Child Loop BB17_12 Depth 2
	cmp	w19, #1
	b.lt	.LBB17_5
// %bb.7:                               //   in Loop: Header=BB17_6 Depth=1
	cmp	w19, #113
	mov	x15, x12
	mov	x16, x11
	b.hs	.LBB17_9
// %bb.8:                               //   in Loop: Header=BB17_6 Depth=1
	mov	x15, xzr
	b	.LBB17_11
	.p2align	5, , 16
.LBB17_9:                               //   Parent Loop BB17_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	prfum	pldl1keep, [x15, #-256]
	prfum	pldl1keep, [x15, #-192]
	subs	x16, x16, #8
	prfum	pldl1keep, [x15, #-128]
	prfum	pldl1keep, [x15, #-64]
	prfm	pldl1keep, [x15]
	prfm	pldl1keep, [x15, #64]
	prfm	pldl1keep, [x15, #128]
	prfm	pldl1keep, [x15, #192]
	add	x15, x15, #512
	b.ne	.LBB17_9
// %bb.10:                              //   in Loop: Header=BB17_6 Depth=1
	mov	x15, x14
	cbz	x10, .LBB17_5
.LBB17_11:                              //   in Loop: Header=BB17_6 Depth=1
	add	x15, x17, x15, lsl #2
	mov	x16, x10
	.p2align	5, , 16
.LBB17_12:                              //   Parent Loop BB17_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	prfm	pldl1keep, [x15]
	add	x15, x15, #64
	subs	x16, x16, #1
	b.ne	.LBB17_12
	b	.LBB17_5
.LBB17_13:
	mov	w9, w19
	str	x8, [sp, #8]                    // 8-byte Spill
	sxtw	x8, w9
	sbfiz	x28, x9, #2, #32
	mov	x9, #63                         // =0x3f
	str	x8, [sp, #16]                   // 8-byte Spill
	madd	x8, x28, x12, x9
	and	x26, x8, #0xffffffffffffffc0
	b	.LBB17_15
	.p2align	5, , 16
.LBB17_14:                              //   in Loop: Header=BB17_15 Depth=1
	mov	x0, x25
	mov	x1, x26
	bl	_ZN8patternc7Scratch3addEm
.LBB17_15:                              // =>This Inner Loop Header: Depth=1
	ldp	x11, x8, [x25]
	sub	x8, x8, x11
	ldr	x9, [x25, #24]
	cmp	x9, x8, asr #4
	b.eq	.LBB17_14
// %bb.16:                              //   in Loop: Header=BB17_15 Depth=1
	ldr	x8, [x25, #32]
	add	x11, x11, x9, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x8, x26
	cmp	x10, x12
	b.ls	.LBB17_18
// %bb.17:                              //   in Loop: Header=BB17_15 Depth=1
	add	x8, x9, #1
	stp	x8, xzr, [x25, #24]
	b	.LBB17_15
.LBB17_18:
	ldr	x9, [x11]
	cmp	w27, #1
	add	x22, x9, x8
	str	x10, [x25, #32]
	b.lt	.LBB17_41
// %bb.19:
	ldur	x11, [x29, #-24]                // 8-byte Folded Reload
	mov	w10, w19
	mov	x20, xzr
	mov	w21, w19
	ubfiz	x25, x10, #2, #32
	mov	x26, x22
	sub	x9, x9, x11
	add	x8, x9, x8
	str	x8, [sp, #32]                   // 8-byte Spill
	ldr	x8, [sp, #16]                   // 8-byte Reload
	lsl	x8, x8, #2
	str	x8, [sp, #24]                   // 8-byte Spill
	ldur	x8, [x29, #-40]                 // 8-byte Folded Reload
	lsl	x9, x8, #2
	add	x8, x11, #16
	stp	x8, x9, [sp, #40]               // 16-byte Folded Spill
	b	.LBB17_21
	.p2align	5, , 16
.LBB17_20:                              //   in Loop: Header=BB17_21 Depth=1
	add	x20, x20, #1
	add	x26, x26, x28
	cmp	x20, x27
	b.eq	.LBB17_41
.LBB17_21:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB17_27 Depth 2
                                        //     Child Loop BB17_39 Depth 2
                                        //     Child Loop BB17_34 Depth 2
                                        //     Child Loop BB17_37 Depth 2
	ldrb	w8, [x23, x20]
	cmp	w8, #1
	b.ne	.LBB17_24
// %bb.22:                              //   in Loop: Header=BB17_21 Depth=1
	ldrsw	x8, [x24, x20, lsl #2]
	ldur	x9, [x29, #-40]                 // 8-byte Folded Reload
	cmp	w19, #4
	ldur	x10, [x29, #-24]                // 8-byte Folded Reload
	mul	x9, x9, x8
	add	x9, x10, x9, lsl #2
	b.ge	.LBB17_26
// %bb.23:                              //   in Loop: Header=BB17_21 Depth=1
	mov	w10, wzr
	cmp	w10, w19
	b.ge	.LBB17_20
	b	.LBB17_29
	.p2align	5, , 16
.LBB17_24:                              //   in Loop: Header=BB17_21 Depth=1
	cmp	w19, #1
	b.lt	.LBB17_20
// %bb.25:                              //   in Loop: Header=BB17_21 Depth=1
	madd	x0, x28, x20, x22
	mov	w1, wzr
	mov	x2, x25
	bl	memset
	b	.LBB17_20
	.p2align	5, , 16
.LBB17_26:                              //   in Loop: Header=BB17_21 Depth=1
	mov	x10, x26
	mov	x11, x9
	mov	w12, #4                         // =0x4
	.p2align	5, , 16
.LBB17_27:                              //   Parent Loop BB17_21 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q0, [x11], #16
	add	x12, x12, #4
	cmp	x12, x21
	str	q0, [x10], #16
	b.ls	.LBB17_27
// %bb.28:                              //   in Loop: Header=BB17_21 Depth=1
	and	w10, w19, #0x7ffffffc
	cmp	w10, w19
	b.ge	.LBB17_20
.LBB17_29:                              //   in Loop: Header=BB17_21 Depth=1
	mov	w14, w10
	sub	x11, x21, x14
	cmp	x11, #8
	b.lo	.LBB17_31
// %bb.30:                              //   in Loop: Header=BB17_21 Depth=1
	ldp	x12, x10, [sp, #24]             // 16-byte Folded Reload
	madd	x12, x12, x20, x10
	ldr	x10, [sp, #48]                  // 8-byte Reload
	mul	x10, x10, x8
	sub	x12, x12, x10
	cmp	x12, #32
	b.hs	.LBB17_38
.LBB17_31:                              //   in Loop: Header=BB17_21 Depth=1
	mov	x10, x14
.LBB17_32:                              //   in Loop: Header=BB17_21 Depth=1
	sub	w11, w21, w10
	ands	x12, x11, #0x7
	mov	x11, x10
	b.eq	.LBB17_35
// %bb.33:                              //   in Loop: Header=BB17_21 Depth=1
	mov	x11, x10
	.p2align	5, , 16
.LBB17_34:                              //   Parent Loop BB17_21 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	s0, [x9, x11, lsl #2]
	subs	x12, x12, #1
	str	s0, [x26, x11, lsl #2]
	add	x11, x11, #1
	b.ne	.LBB17_34
.LBB17_35:                              //   in Loop: Header=BB17_21 Depth=1
	sub	x9, x10, x21
	cmn	x9, #8
	b.hi	.LBB17_20
// %bb.36:                              //   in Loop: Header=BB17_21 Depth=1
	ldp	x13, x12, [sp, #40]             // 16-byte Folded Reload
	sub	x9, x21, x11
	lsl	x10, x11, #2
	mov	x11, x26
	madd	x8, x12, x8, x13
	.p2align	5, , 16
.LBB17_37:                              //   Parent Loop BB17_21 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x8, x10
	add	x13, x11, x10
	subs	x9, x9, #8
	ldur	s0, [x12, #-16]
	add	x11, x11, #32
	add	x8, x8, #32
	str	s0, [x13]
	ldur	s0, [x12, #-12]
	str	s0, [x13, #4]
	ldur	s0, [x12, #-8]
	str	s0, [x13, #8]
	ldur	s0, [x12, #-4]
	str	s0, [x13, #12]
	ldr	s0, [x12]
	str	s0, [x13, #16]
	ldr	s0, [x12, #4]
	str	s0, [x13, #20]
	ldr	s0, [x12, #8]
	str	s0, [x13, #24]
	ldr	s0, [x12, #12]
	str	s0, [x13, #28]
	b.ne	.LBB17_37
	b	.LBB17_20
.LBB17_38:                              //   in Loop: Header=BB17_21 Depth=1
	ldr	x15, [sp, #40]                  // 8-byte Reload
	and	x12, x11, #0xfffffffffffffff8
	add	x13, x10, x14, lsl #2
	add	x10, x12, x14
	add	x14, x26, x14, lsl #2
	add	x13, x15, x13
	and	x15, x11, #0xfffffffffffffff8
	.p2align	5, , 16
.LBB17_39:                              //   Parent Loop BB17_21 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q0, q1, [x13, #-16]
	subs	x15, x15, #8
	add	x13, x13, #32
	stp	q0, q1, [x14], #32
	b.ne	.LBB17_39
// %bb.40:                              //   in Loop: Header=BB17_21 Depth=1
	cmp	x11, x12
	b.eq	.LBB17_20
	b	.LBB17_32
.LBB17_41:
	ldp	x8, x9, [sp, #8]                // 16-byte Folded Reload
	stp	x22, x9, [x8]
	stp	w27, w19, [x8, #16]
.LBB17_42:
	.cfi_def_cfa wsp, 192
	ldp	d9, d8, [sp, #80]               // 16-byte Folded Reload
	ldr	d10, [sp, #64]                  // 8-byte Reload
	ldp	x20, x19, [sp, #176]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #160]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #144]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #128]            // 16-byte Folded Reload
	ldp	x28, x27, [sp, #112]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #96]             // 16-byte Folded Reload
	add	sp, sp, #192
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	ret
.Lfunc_end17:
	.size	_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi, .Lfunc_end17-_ZN8patternc12load_columnsILi64EfEENS_7ColumnsERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS7_IbXT_EEEi
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE,"axG",@progbits,_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE,comdat
	.weak	_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE // -- Begin function _ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
	.p2align	4
	.type	_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE,@function
_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE: // @_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
	.cfi_startproc
// %bb.0:
	str	d14, [sp, #-112]!               // 8-byte Folded Spill
	.cfi_def_cfa_offset 112
	stp	d13, d12, [sp, #8]              // 16-byte Folded Spill
	str	x23, [sp, #72]                  // 8-byte Spill
	stp	d11, d10, [sp, #24]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #40]               // 16-byte Folded Spill
	stp	x29, x30, [sp, #56]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	add	x29, sp, #56
	.cfi_def_cfa w29, 56
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	.cfi_offset w29, -56
	.cfi_offset b8, -64
	.cfi_offset b9, -72
	.cfi_offset b10, -80
	.cfi_offset b11, -88
	.cfi_offset b12, -96
	.cfi_offset b13, -104
	.cfi_offset b14, -112
	.cfi_remember_state
	ldrsw	x8, [x2, #16]
	mov	x20, x2
	mov	x21, x1
	mov	x22, x0
	mov	w19, w8
	lsl	x23, x8, #6
	b	.LBB18_2
	.p2align	5, , 16
.LBB18_1:                               //   in Loop: Header=BB18_2 Depth=1
	mov	x0, x22
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.LBB18_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x11, x9, [x22]
	sub	x9, x9, x11
	ldr	x8, [x22, #24]
	cmp	x8, x9, asr #4
	b.eq	.LBB18_1
// %bb.3:                               //   in Loop: Header=BB18_2 Depth=1
	ldr	x9, [x22, #32]
	add	x11, x11, x8, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x9, x23
	cmp	x10, x12
	b.ls	.LBB18_5
// %bb.4:                               //   in Loop: Header=BB18_2 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x22, #24]
	b	.LBB18_2
.LBB18_5:
	ldr	x12, [x11]
	ldp	w14, w8, [x20, #16]
                                        // kill: def $w8 killed $w8 def $x8
	sxtw	x8, w8
	str	x10, [x22, #32]
	ldr	x13, [x21]
	ldp	x11, x10, [x20]
	add	x0, x12, x9
	subs	w16, w14, #6
	b.ge	.LBB18_7
// %bb.6:
	mov	w15, wzr
	cmp	w15, w14
	b.lt	.LBB18_14
	b	.LBB18_25
.LBB18_7:
	mov	w17, #43691                     // =0xaaab
	mov	x15, xzr
	lsl	x1, x10, #2
	movk	w17, #43690, lsl #16
	mov	w2, #384                        // =0x180
	mov	x3, x11
	umull	x16, w16, w17
	add	x17, x10, x10, lsl #1
	lsl	x17, x17, #3
	lsr	x16, x16, #34
	add	w18, w16, #1
	b	.LBB18_10
	.p2align	5, , 16
.LBB18_8:                               //   in Loop: Header=BB18_10 Depth=1
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
.LBB18_9:                               //   in Loop: Header=BB18_10 Depth=1
	madd	x4, x15, x2, x0
	add	x15, x15, #1
	add	x3, x3, x17
	cmp	x15, x18
	stp	q31, q30, [x4]
	stp	q29, q28, [x4, #32]
	stp	q27, q26, [x4, #64]
	stp	q25, q24, [x4, #96]
	stp	q23, q22, [x4, #128]
	stp	q21, q20, [x4, #160]
	stp	q19, q18, [x4, #192]
	stp	q17, q16, [x4, #224]
	stp	q7, q6, [x4, #256]
	stp	q5, q4, [x4, #288]
	stp	q3, q2, [x4, #320]
	stp	q1, q0, [x4, #352]
	b.eq	.LBB18_13
.LBB18_10:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB18_12 Depth 2
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	cmp	w8, #1
	b.lt	.LBB18_8
// %bb.11:                              //   in Loop: Header=BB18_10 Depth=1
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	mov	x4, x3
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	mov	x5, x8
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	add	x6, x13, #32
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	.p2align	5, , 16
.LBB18_12:                              //   Parent Loop BB18_10 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q11, q10, [x6, #-32]
	ldp	q9, q8, [x6], #64
	add	x7, x4, x10, lsl #2
	subs	x5, x5, #1
	ld1r	{ v12.4s }, [x4], #4
	ld1r	{ v13.4s }, [x7], x1
	ld1r	{ v14.4s }, [x7], x1
	fmla	v31.4s, v11.4s, v12.4s
	fmla	v30.4s, v10.4s, v12.4s
	fmla	v29.4s, v9.4s, v12.4s
	fmla	v28.4s, v8.4s, v12.4s
	fmla	v27.4s, v11.4s, v13.4s
	fmla	v26.4s, v10.4s, v13.4s
	ld1r	{ v12.4s }, [x7], x1
	fmla	v25.4s, v9.4s, v13.4s
	fmla	v24.4s, v8.4s, v13.4s
	fmla	v23.4s, v11.4s, v14.4s
	fmla	v22.4s, v10.4s, v14.4s
	fmla	v21.4s, v9.4s, v14.4s
	fmla	v20.4s, v8.4s, v14.4s
	fmla	v19.4s, v11.4s, v12.4s
	fmla	v18.4s, v10.4s, v12.4s
	fmla	v17.4s, v9.4s, v12.4s
	fmla	v16.4s, v8.4s, v12.4s
	ld1r	{ v12.4s }, [x7], x1
	fmla	v7.4s, v11.4s, v12.4s
	fmla	v6.4s, v10.4s, v12.4s
	fmla	v5.4s, v9.4s, v12.4s
	fmla	v4.4s, v8.4s, v12.4s
	ldr	s12, [x7]
	fmla	v3.4s, v11.4s, v12.s[0]
	fmla	v2.4s, v10.4s, v12.s[0]
	fmla	v1.4s, v9.4s, v12.s[0]
	fmla	v0.4s, v8.4s, v12.s[0]
	b.ne	.LBB18_12
	b	.LBB18_9
.LBB18_13:
	mov	w15, #6                         // =0x6
	madd	w15, w16, w15, w15
	cmp	w15, w14
	b.ge	.LBB18_25
.LBB18_14:
	add	w16, w15, #3
	cmp	w16, w14
	b.le	.LBB18_26
.LBB18_15:
	cmp	w15, w14
	b.ge	.LBB18_25
// %bb.16:
	add	w16, w15, #2
	cmp	w16, w14
	b.le	.LBB18_32
// %bb.17:
                                        // kill: def $w15 killed $w15 killed $x15 def $x15
.LBB18_18:
	subs	w14, w14, w15
	b.le	.LBB18_25
// %bb.19:
	mov	w15, w15
	add	x9, x12, x9
	add	x12, x13, #32
	mul	x13, x10, x15
	mov	x16, xzr
	lsl	x10, x10, #2
	add	x11, x11, x13, lsl #2
	b	.LBB18_22
	.p2align	5, , 16
.LBB18_20:                              //   in Loop: Header=BB18_22 Depth=1
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB18_21:                              //   in Loop: Header=BB18_22 Depth=1
	add	x13, x16, x15
	add	x16, x16, #1
	add	x11, x11, x10
	add	x13, x9, x13, lsl #6
	cmp	w14, w16
	stp	q0, q1, [x13]
	stp	q2, q3, [x13, #32]
	b.eq	.LBB18_25
.LBB18_22:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB18_24 Depth 2
	movi	v0.2d, #0000000000000000
	cmp	w8, #1
	b.lt	.LBB18_20
// %bb.23:                              //   in Loop: Header=BB18_22 Depth=1
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	mov	x13, x11
	movi	v3.2d, #0000000000000000
	mov	x17, x8
	mov	x18, x12
	.p2align	5, , 16
.LBB18_24:                              //   Parent Loop BB18_22 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q6, q4, [x18, #-16]
	ldur	q5, [x18, #-32]
	ldr	q7, [x18, #16]
	ld1r	{ v16.4s }, [x13], #4
	add	x18, x18, #64
	subs	x17, x17, #1
	fmla	v0.4s, v5.4s, v16.4s
	fmla	v1.4s, v6.4s, v16.4s
	fmla	v2.4s, v4.4s, v16.4s
	fmla	v3.4s, v7.4s, v16.4s
	b.ne	.LBB18_24
	b	.LBB18_21
.LBB18_25:
	mov	x1, x19
	.cfi_def_cfa wsp, 112
	ldp	d9, d8, [sp, #40]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #24]             // 16-byte Folded Reload
	ldp	d13, d12, [sp, #8]              // 16-byte Folded Reload
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldr	x23, [sp, #72]                  // 8-byte Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #56]             // 16-byte Folded Reload
	ldr	d14, [sp], #112                 // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	ret
.LBB18_26:
	.cfi_restore_state
	lsl	x17, x10, #2
	b	.LBB18_29
	.p2align	5, , 16
.LBB18_27:                              //   in Loop: Header=BB18_29 Depth=1
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
.LBB18_28:                              //   in Loop: Header=BB18_29 Depth=1
	add	x18, x0, x18, lsl #6
	add	x16, x16, #3
	add	w15, w15, #3
	cmp	w14, w16
	stp	q19, q18, [x18]
	stp	q17, q16, [x18, #32]
	stp	q7, q6, [x18, #64]
	stp	q5, q4, [x18, #96]
	stp	q3, q2, [x18, #128]
	stp	q1, q0, [x18, #160]
	b.lt	.LBB18_15
.LBB18_29:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB18_31 Depth 2
	mov	w18, w15
	cmp	w8, #1
	b.lt	.LBB18_27
// %bb.30:                              //   in Loop: Header=BB18_29 Depth=1
	ubfiz	x3, x15, #2, #32
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	add	x4, x3, #4
	add	x5, x3, #8
	movi	v2.2d, #0000000000000000
	madd	x3, x10, x4, x11
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	madd	x4, x17, x18, x11
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	mov	x1, x8
	madd	x5, x10, x5, x11
	add	x2, x13, #32
	.p2align	5, , 16
.LBB18_31:                              //   Parent Loop BB18_29 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q22, q20, [x2, #-16]
	ldur	q21, [x2, #-32]
	ldr	q23, [x2, #16]
	ld1r	{ v24.4s }, [x4], #4
	ld1r	{ v25.4s }, [x3], #4
	add	x2, x2, #64
	subs	x1, x1, #1
	fmla	v19.4s, v21.4s, v24.4s
	fmla	v18.4s, v22.4s, v24.4s
	fmla	v17.4s, v20.4s, v24.4s
	fmla	v16.4s, v23.4s, v24.4s
	ld1r	{ v24.4s }, [x5], #4
	fmla	v7.4s, v21.4s, v25.4s
	fmla	v6.4s, v22.4s, v25.4s
	fmla	v5.4s, v20.4s, v25.4s
	fmla	v4.4s, v23.4s, v25.4s
	fmla	v3.4s, v21.4s, v24.4s
	fmla	v2.4s, v22.4s, v24.4s
	fmla	v1.4s, v20.4s, v24.4s
	fmla	v0.4s, v23.4s, v24.4s
	b.ne	.LBB18_31
	b	.LBB18_28
.LBB18_32:
	lsl	x17, x10, #2
                                        // kill: def $w15 killed $w15 killed $x15 def $x15
	b	.LBB18_35
	.p2align	5, , 16
.LBB18_33:                              //   in Loop: Header=BB18_35 Depth=1
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
.LBB18_34:                              //   in Loop: Header=BB18_35 Depth=1
	add	x18, x0, x18, lsl #6
	add	x16, x16, #2
	add	w15, w15, #2
	cmp	w14, w16
	stp	q0, q1, [x18]
	stp	q2, q3, [x18, #32]
	stp	q4, q5, [x18, #64]
	stp	q6, q7, [x18, #96]
	b.lt	.LBB18_18
.LBB18_35:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB18_37 Depth 2
	mov	w18, w15
	cmp	w8, #1
	b.lt	.LBB18_33
// %bb.36:                              //   in Loop: Header=BB18_35 Depth=1
	ubfiz	x1, x15, #2, #32
	madd	x4, x17, x18, x11
	movi	v0.2d, #0000000000000000
	add	x1, x1, #4
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	madd	x1, x10, x1, x11
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	add	x2, x13, #32
	mov	x3, x8
	.p2align	5, , 16
.LBB18_37:                              //   Parent Loop BB18_35 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q18, q16, [x2, #-16]
	ldur	q17, [x2, #-32]
	ldr	q19, [x2, #16]
	ld1r	{ v20.4s }, [x4], #4
	subs	x3, x3, #1
	add	x2, x2, #64
	fmla	v0.4s, v17.4s, v20.4s
	fmla	v1.4s, v18.4s, v20.4s
	fmla	v2.4s, v16.4s, v20.4s
	fmla	v3.4s, v19.4s, v20.4s
	ld1r	{ v20.4s }, [x1], #4
	fmla	v4.4s, v17.4s, v20.4s
	fmla	v5.4s, v18.4s, v20.4s
	fmla	v6.4s, v16.4s, v20.4s
	fmla	v7.4s, v19.4s, v20.4s
	b.ne	.LBB18_37
	b	.LBB18_34
.Lfunc_end18:
	.size	_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE, .Lfunc_end18-_ZN8patternc8multiplyILi16EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff,"axG",@progbits,_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff,comdat
	.weak	_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff // -- Begin function _ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
	.p2align	4
	.type	_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff,@function
_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff: // @_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #128
	.cfi_def_cfa_offset 128
	ldr	w8, [x1, #8]
	mvni	v2.4s, #127, msl #16
                                        // kill: def $s1 killed $s1 def $q1
                                        // kill: def $s0 killed $s0 def $q0
	cmp	w8, #1
	stp	q2, q2, [sp, #64]
	stp	q2, q2, [sp, #96]
	b.lt	.LBB19_4
// %bb.1:
	ldr	x9, [x1]
	mvni	v3.4s, #127, msl #16
	mvni	v4.4s, #127, msl #16
	mvni	v5.4s, #127, msl #16
	mvni	v6.4s, #127, msl #16
	add	x9, x9, #32
	.p2align	5, , 16
.LBB19_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q7, q16, [x9, #-32]
	ldp	q17, q18, [x9], #64
	subs	x8, x8, #1
	fcmgt	v20.4s, v16.4s, v5.4s
	bit	v5.16b, v16.16b, v20.16b
	fcmgt	v19.4s, v7.4s, v6.4s
	bit	v6.16b, v7.16b, v19.16b
	fcmgt	v7.4s, v17.4s, v4.4s
	bit	v4.16b, v17.16b, v7.16b
	fcmgt	v7.4s, v18.4s, v3.4s
	bit	v3.16b, v18.16b, v7.16b
	b.ne	.LBB19_2
// %bb.3:
	stp	q6, q5, [sp, #64]
	stp	q4, q3, [sp, #96]
.LBB19_4:
	mov	w10, #1262485504                // =0x4b400000
	mov	w11, #22388                     // =0x5774
	dup	v6.4s, v1.s[0]
	dup	v3.4s, w10
	mov	w10, #-884998144                // =0xcb400000
	movk	w11, #15843, lsl #16
	dup	v4.4s, w10
	mov	w10, #64990                     // =0xfdde
	dup	v17.4s, w11
	movk	w10, #14752, lsl #16
	mov	w11, #65006                     // =0xfdee
	movk	w11, #16117, lsl #16
	dup	v5.4s, w10
	mov	w10, #40746                     // =0x9f2a
	dup	v18.4s, w11
	movk	w10, #15151, lsl #16
	mov	w11, #29208                     // =0x7218
	movk	w11, #16305, lsl #16
	dup	v7.4s, w10
	mov	w10, #38567                     // =0x96a7
	dup	v19.4s, w11
	movk	w10, #15517, lsl #16
	mov	w11, #-1023803392               // =0xc2fa0000
	dup	v21.4s, w11
	dup	v16.4s, w10
	movi	v1.2d, #0000000000000000
	movi	v20.4s, #63, lsl #24
	fmov	v22.4s, #1.00000000
	mov	x8, xzr
	mov	x9, xzr
	add	x10, sp, #64
	mov	x11, sp
	b	.LBB19_6
	.p2align	5, , 16
.LBB19_5:                               //   in Loop: Header=BB19_6 Depth=1
	lsl	x13, x9, #2
	add	x9, x9, #1
	add	x8, x8, #16
	lsl	x13, x13, #2
	cmp	x9, #4
	str	q23, [x12, x13]
	ldr	x12, [x0, #8]
	fcmeq	v23.4s, v24.4s, v22.4s
	orn	v1.16b, v1.16b, v23.16b
	str	q25, [x12, x13]
	b.eq	.LBB19_10
.LBB19_6:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB19_8 Depth 2
	lsl	x13, x9, #4
	ldp	x12, x15, [x0]
	ldr	q23, [x10, x13]
	mov	v25.16b, v6.16b
	mov	v28.16b, v7.16b
	mov	v29.16b, v16.16b
	ldr	x14, [x1]
	ldr	q24, [x12, x13]
	fmla	v25.4s, v23.4s, v0.s[0]
	fcmgt	v23.4s, v25.4s, v24.4s
	bsl	v23.16b, v25.16b, v24.16b
	fcmeq	v25.4s, v23.4s, v2.4s
	bic	v26.16b, v23.16b, v25.16b
	fsub	v24.4s, v24.4s, v26.4s
	fadd	v25.4s, v24.4s, v3.4s
	fadd	v27.4s, v25.4s, v4.4s
	shl	v25.4s, v25.4s, #23
	fsub	v27.4s, v24.4s, v27.4s
	add	v25.4s, v25.4s, v20.4s
	fcmgt	v24.4s, v21.4s, v24.4s
	fmla	v28.4s, v5.4s, v27.4s
	fmla	v29.4s, v28.4s, v27.4s
	mov	v28.16b, v17.16b
	fmla	v28.4s, v29.4s, v27.4s
	mov	v29.16b, v18.16b
	fmla	v29.4s, v28.4s, v27.4s
	mov	v28.16b, v19.16b
	fmla	v28.4s, v29.4s, v27.4s
	movi	v29.4s, #64, lsl #24
	fmla	v29.4s, v28.4s, v27.4s
	fmul	v25.4s, v29.4s, v25.4s
	bic	v24.16b, v25.16b, v24.16b
	ldr	q25, [x15, x13]
	fmul	v25.4s, v25.4s, v24.4s
	str	q24, [x11, x13]
	ldr	w13, [x1, #8]
	cmp	w13, #1
	b.lt	.LBB19_5
// %bb.7:                               //   in Loop: Header=BB19_6 Depth=1
	fsub	v26.4s, v26.4s, v6.4s
	mov	x12, xzr
	add	x13, x14, x8
	fneg	v26.4s, v26.4s
	.p2align	5, , 16
.LBB19_8:                               //   Parent Loop BB19_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q27, [x13]
	mov	v28.16b, v26.16b
	mov	v30.16b, v7.16b
	mov	v31.16b, v16.16b
	add	x12, x12, #1
	fmla	v28.4s, v27.4s, v0.s[0]
	fadd	v27.4s, v28.4s, v3.4s
	fadd	v29.4s, v27.4s, v4.4s
	shl	v27.4s, v27.4s, #23
	fsub	v29.4s, v28.4s, v29.4s
	add	v27.4s, v27.4s, v20.4s
	fcmgt	v28.4s, v21.4s, v28.4s
	fmla	v30.4s, v5.4s, v29.4s
	fmla	v31.4s, v30.4s, v29.4s
	mov	v30.16b, v17.16b
	fmla	v30.4s, v31.4s, v29.4s
	mov	v31.16b, v18.16b
	fmla	v31.4s, v30.4s, v29.4s
	mov	v30.16b, v19.16b
	fmla	v30.4s, v31.4s, v29.4s
	movi	v31.4s, #64, lsl #24
	fmla	v31.4s, v30.4s, v29.4s
	fmul	v27.4s, v31.4s, v27.4s
	bic	v27.16b, v27.16b, v28.16b
	fadd	v25.4s, v25.4s, v27.4s
	str	q27, [x13], #64
	ldrsw	x14, [x1, #8]
	cmp	x12, x14
	b.lt	.LBB19_8
// %bb.9:                               //   in Loop: Header=BB19_6 Depth=1
	ldr	x12, [x0]
	b	.LBB19_5
.LBB19_10:
	ext	v0.16b, v1.16b, v1.16b, #8
	orr	v0.8b, v1.8b, v0.8b
	fmov	x8, d0
	lsr	x9, x8, #32
	orr	w8, w8, w9
	cbz	w8, .LBB19_14
// %bb.11:
	ldr	w8, [x0, #24]
	cmp	w8, #1
	b.lt	.LBB19_14
// %bb.12:
	ldp	q0, q1, [sp]
	ldp	q2, q3, [sp, #32]
	mov	x8, xzr
	mov	x9, xzr
	.p2align	5, , 16
.LBB19_13:                              // =>This Inner Loop Header: Depth=1
	ldr	x10, [x0, #16]
	add	x9, x9, #1
	add	x10, x10, x8
	add	x8, x8, #64
	ldp	q4, q5, [x10]
	fmul	v5.4s, v5.4s, v1.4s
	fmul	v4.4s, v4.4s, v0.4s
	stp	q4, q5, [x10]
	ldp	q4, q5, [x10, #32]
	fmul	v5.4s, v5.4s, v3.4s
	fmul	v4.4s, v4.4s, v2.4s
	stp	q4, q5, [x10, #32]
	ldrsw	x10, [x0, #24]
	cmp	x9, x10
	b.lt	.LBB19_13
.LBB19_14:
	add	sp, sp, #128
	.cfi_def_cfa_offset 0
	ret
.Lfunc_end19:
	.size	_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff, .Lfunc_end19-_ZN8patternc7take_inILi16EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE,"axG",@progbits,_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE,comdat
	.weak	_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE // -- Begin function _ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
	.p2align	4
	.type	_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE,@function
_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE: // @_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
	.cfi_startproc
// %bb.0:
	str	d14, [sp, #-64]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 64
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	.cfi_offset b8, -8
	.cfi_offset b9, -16
	.cfi_offset b10, -24
	.cfi_offset b11, -32
	.cfi_offset b12, -40
	.cfi_offset b13, -48
	.cfi_offset b14, -64
	.cfi_remember_state
	ldp	x12, x11, [x2]
	ldr	x8, [x0]
	ldr	x13, [x1]
	ldp	w10, w9, [x2, #16]
                                        // kill: def $w10 killed $w10 def $x10
	sxtw	x10, w10
	subs	w14, w9, #6
	b.ge	.LBB20_2
// %bb.1:
	mov	w14, wzr
	cmp	w14, w9
	b.lt	.LBB20_9
	b	.LBB20_19
.LBB20_2:
	mov	x15, xzr
	add	x16, x12, #12
	lsl	x17, x11, #2
	mov	w18, #6                         // =0x6
	b	.LBB20_5
	.p2align	5, , 16
.LBB20_3:                               //   in Loop: Header=BB20_5 Depth=1
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
.LBB20_4:                               //   in Loop: Header=BB20_5 Depth=1
	add	x0, x8, x15, lsl #6
	add	x18, x18, #6
	add	x15, x15, #6
	add	x16, x16, #24
	cmp	x18, x9
	ldp	q8, q9, [x0]
	fadd	v30.4s, v30.4s, v9.4s
	fadd	v31.4s, v31.4s, v8.4s
	stp	q31, q30, [x0]
	ldp	q31, q8, [x0, #32]
	fadd	v28.4s, v28.4s, v8.4s
	fadd	v29.4s, v29.4s, v31.4s
	stp	q29, q28, [x0, #32]
	ldp	q28, q29, [x0, #64]
	fadd	v26.4s, v26.4s, v29.4s
	fadd	v27.4s, v27.4s, v28.4s
	stp	q27, q26, [x0, #64]
	ldp	q26, q27, [x0, #96]
	fadd	v24.4s, v24.4s, v27.4s
	fadd	v25.4s, v25.4s, v26.4s
	stp	q25, q24, [x0, #96]
	ldp	q24, q25, [x0, #128]
	fadd	v22.4s, v22.4s, v25.4s
	fadd	v23.4s, v23.4s, v24.4s
	stp	q23, q22, [x0, #128]
	ldp	q22, q23, [x0, #160]
	fadd	v20.4s, v20.4s, v23.4s
	fadd	v21.4s, v21.4s, v22.4s
	stp	q21, q20, [x0, #160]
	ldp	q20, q21, [x0, #192]
	fadd	v18.4s, v18.4s, v21.4s
	fadd	v19.4s, v19.4s, v20.4s
	stp	q19, q18, [x0, #192]
	ldp	q18, q19, [x0, #224]
	fadd	v16.4s, v16.4s, v19.4s
	fadd	v17.4s, v17.4s, v18.4s
	stp	q17, q16, [x0, #224]
	ldp	q16, q17, [x0, #256]
	fadd	v6.4s, v6.4s, v17.4s
	fadd	v7.4s, v7.4s, v16.4s
	stp	q7, q6, [x0, #256]
	ldp	q6, q7, [x0, #288]
	fadd	v4.4s, v4.4s, v7.4s
	fadd	v5.4s, v5.4s, v6.4s
	stp	q5, q4, [x0, #288]
	ldp	q4, q5, [x0, #320]
	fadd	v2.4s, v2.4s, v5.4s
	fadd	v3.4s, v3.4s, v4.4s
	stp	q3, q2, [x0, #320]
	ldp	q2, q3, [x0, #352]
	fadd	v0.4s, v0.4s, v3.4s
	fadd	v1.4s, v1.4s, v2.4s
	stp	q1, q0, [x0, #352]
	b.hi	.LBB20_8
.LBB20_5:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB20_7 Depth 2
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	cmp	w10, #1
	b.lt	.LBB20_3
// %bb.6:                               //   in Loop: Header=BB20_5 Depth=1
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x0, x13, #32
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	mov	x1, x10
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	mov	x3, x16
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	mov	x2, x16
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	.p2align	5, , 16
.LBB20_7:                               //   Parent Loop BB20_5 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q9, q8, [x0, #-32]
	ldp	q12, q13, [x0], #64
	ldp	s10, s11, [x3, #-12]
	ldur	s14, [x3, #-4]
	subs	x1, x1, #1
	fmla	v26.4s, v8.4s, v11.s[0]
	fmla	v24.4s, v13.4s, v11.s[0]
	fmla	v30.4s, v8.4s, v10.s[0]
	fmla	v28.4s, v13.4s, v10.s[0]
	fmla	v22.4s, v8.4s, v14.s[0]
	fmla	v20.4s, v13.4s, v14.s[0]
	fmla	v31.4s, v9.4s, v10.s[0]
	fmla	v29.4s, v12.4s, v10.s[0]
	fmla	v27.4s, v9.4s, v11.s[0]
	fmla	v25.4s, v12.4s, v11.s[0]
	ld1r	{ v10.4s }, [x2], x17
	fmla	v23.4s, v9.4s, v14.s[0]
	fmla	v21.4s, v12.4s, v14.s[0]
	fmla	v19.4s, v9.4s, v10.4s
	ldp	s11, s14, [x3, #4]
	fmla	v18.4s, v8.4s, v10.4s
	fmla	v17.4s, v12.4s, v10.4s
	fmla	v16.4s, v13.4s, v10.4s
	fmla	v7.4s, v9.4s, v11.s[0]
	fmla	v6.4s, v8.4s, v11.s[0]
	fmla	v5.4s, v12.4s, v11.s[0]
	fmla	v4.4s, v13.4s, v11.s[0]
	fmla	v3.4s, v9.4s, v14.s[0]
	fmla	v2.4s, v8.4s, v14.s[0]
	fmla	v1.4s, v12.4s, v14.s[0]
	fmla	v0.4s, v13.4s, v14.s[0]
	mov	x3, x2
	b.ne	.LBB20_7
	b	.LBB20_4
.LBB20_8:
	mov	w15, #43691                     // =0xaaab
	movk	w15, #43690, lsl #16
	umull	x14, w14, w15
	mov	w15, #6                         // =0x6
	lsr	x14, x14, #34
	madd	w14, w14, w15, w15
	cmp	w14, w9
	b.ge	.LBB20_19
.LBB20_9:
	add	w15, w14, #3
	cmp	w15, w9
	b.le	.LBB20_20
.LBB20_10:
	cmp	w14, w9
	b.ge	.LBB20_19
// %bb.11:
	add	w15, w14, #2
	cmp	w15, w9
	b.le	.LBB20_26
.LBB20_12:
	cmp	w14, w9
	b.ge	.LBB20_19
// %bb.13:
	add	x12, x12, w14, uxtw #2
	mov	w15, w14
	add	x13, x13, #32
	lsl	x11, x11, #2
	b	.LBB20_16
	.p2align	5, , 16
.LBB20_14:                              //   in Loop: Header=BB20_16 Depth=1
	movi	v3.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB20_15:                              //   in Loop: Header=BB20_16 Depth=1
	add	x14, x8, x15, lsl #6
	add	x15, x15, #1
	add	x12, x12, #4
	cmp	w9, w15
	ldp	q4, q5, [x14]
	fadd	v3.4s, v3.4s, v5.4s
	fadd	v0.4s, v0.4s, v4.4s
	stp	q0, q3, [x14]
	ldp	q0, q4, [x14, #32]
	fadd	v0.4s, v1.4s, v0.4s
	fadd	v1.4s, v2.4s, v4.4s
	stp	q0, q1, [x14, #32]
	b.le	.LBB20_19
.LBB20_16:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB20_18 Depth 2
	movi	v0.2d, #0000000000000000
	cmp	w10, #1
	b.lt	.LBB20_14
// %bb.17:                              //   in Loop: Header=BB20_16 Depth=1
	movi	v3.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x14, x12
	movi	v2.2d, #0000000000000000
	mov	x16, x10
	mov	x17, x13
	.p2align	5, , 16
.LBB20_18:                              //   Parent Loop BB20_16 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q6, q4, [x17, #-16]
	ldur	q5, [x17, #-32]
	ldr	q7, [x17, #16]
	ld1r	{ v16.4s }, [x14], x11
	add	x17, x17, #64
	subs	x16, x16, #1
	fmla	v0.4s, v5.4s, v16.4s
	fmla	v3.4s, v6.4s, v16.4s
	fmla	v1.4s, v4.4s, v16.4s
	fmla	v2.4s, v7.4s, v16.4s
	b.ne	.LBB20_18
	b	.LBB20_15
.LBB20_19:
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	ldr	d14, [sp], #64                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	ret
.LBB20_20:
	.cfi_restore_state
	add	x16, x12, #8
	lsl	x17, x11, #2
	b	.LBB20_23
	.p2align	5, , 16
.LBB20_21:                              //   in Loop: Header=BB20_23 Depth=1
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
.LBB20_22:                              //   in Loop: Header=BB20_23 Depth=1
	mov	w18, w14
	add	x15, x15, #3
	add	w14, w14, #3
	add	x18, x8, x18, lsl #6
	cmp	w9, w15
	ldp	q20, q21, [x18]
	fadd	v18.4s, v18.4s, v21.4s
	fadd	v19.4s, v19.4s, v20.4s
	stp	q19, q18, [x18]
	ldp	q19, q20, [x18, #32]
	fadd	v16.4s, v16.4s, v20.4s
	fadd	v17.4s, v17.4s, v19.4s
	stp	q17, q16, [x18, #32]
	ldp	q16, q17, [x18, #64]
	fadd	v6.4s, v6.4s, v17.4s
	fadd	v7.4s, v7.4s, v16.4s
	stp	q7, q6, [x18, #64]
	ldp	q6, q7, [x18, #96]
	fadd	v4.4s, v4.4s, v7.4s
	fadd	v5.4s, v5.4s, v6.4s
	stp	q5, q4, [x18, #96]
	ldp	q4, q5, [x18, #128]
	fadd	v2.4s, v2.4s, v5.4s
	fadd	v3.4s, v3.4s, v4.4s
	stp	q3, q2, [x18, #128]
	ldp	q2, q3, [x18, #160]
	fadd	v0.4s, v0.4s, v3.4s
	fadd	v1.4s, v1.4s, v2.4s
	stp	q1, q0, [x18, #160]
	b.lt	.LBB20_10
.LBB20_23:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB20_25 Depth 2
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	cmp	w10, #1
	b.lt	.LBB20_21
// %bb.24:                              //   in Loop: Header=BB20_23 Depth=1
	add	x18, x16, w14, uxtw #2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	add	x0, x13, #32
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	mov	x1, x10
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	.p2align	5, , 16
.LBB20_25:                              //   Parent Loop BB20_23 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q20, q21, [x0, #-32]
	ldp	q22, q23, [x0], #64
	ldp	s24, s25, [x18, #-8]
	subs	x1, x1, #1
	fmla	v6.4s, v21.4s, v25.s[0]
	fmla	v4.4s, v23.4s, v25.s[0]
	fmla	v18.4s, v21.4s, v24.s[0]
	fmla	v16.4s, v23.4s, v24.s[0]
	fmla	v19.4s, v20.4s, v24.s[0]
	fmla	v17.4s, v22.4s, v24.s[0]
	fmla	v7.4s, v20.4s, v25.s[0]
	fmla	v5.4s, v22.4s, v25.s[0]
	ld1r	{ v24.4s }, [x18], x17
	fmla	v3.4s, v20.4s, v24.4s
	fmla	v2.4s, v21.4s, v24.4s
	fmla	v1.4s, v22.4s, v24.4s
	fmla	v0.4s, v23.4s, v24.4s
	b.ne	.LBB20_25
	b	.LBB20_22
.LBB20_26:
	add	x16, x12, #4
	lsl	x17, x11, #2
	b	.LBB20_29
	.p2align	5, , 16
.LBB20_27:                              //   in Loop: Header=BB20_29 Depth=1
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
.LBB20_28:                              //   in Loop: Header=BB20_29 Depth=1
	mov	w18, w14
	add	x15, x15, #2
	add	w14, w14, #2
	add	x18, x8, x18, lsl #6
	cmp	w9, w15
	ldp	q16, q17, [x18]
	fadd	v7.4s, v7.4s, v17.4s
	fadd	v3.4s, v3.4s, v16.4s
	stp	q3, q7, [x18]
	ldp	q3, q16, [x18, #32]
	fadd	v3.4s, v5.4s, v3.4s
	fadd	v5.4s, v6.4s, v16.4s
	stp	q3, q5, [x18, #32]
	ldp	q3, q5, [x18, #64]
	fadd	v2.4s, v2.4s, v3.4s
	fadd	v3.4s, v4.4s, v5.4s
	stp	q2, q3, [x18, #64]
	ldp	q2, q3, [x18, #96]
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v0.4s, v0.4s, v2.4s
	stp	q0, q1, [x18, #96]
	b.lt	.LBB20_12
.LBB20_29:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB20_31 Depth 2
	movi	v3.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	cmp	w10, #1
	b.lt	.LBB20_27
// %bb.30:                              //   in Loop: Header=BB20_29 Depth=1
	add	x18, x16, w14, uxtw #2
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	add	x0, x13, #32
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x1, x10
	.p2align	5, , 16
.LBB20_31:                              //   Parent Loop BB20_29 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q16, q17, [x0]
	ldp	q18, q19, [x0, #-32]
	ldur	s20, [x18, #-4]
	subs	x1, x1, #1
	add	x0, x0, #64
	fmla	v7.4s, v19.4s, v20.s[0]
	fmla	v6.4s, v17.4s, v20.s[0]
	fmla	v3.4s, v18.4s, v20.s[0]
	fmla	v5.4s, v16.4s, v20.s[0]
	ld1r	{ v20.4s }, [x18], x17
	fmla	v2.4s, v18.4s, v20.4s
	fmla	v4.4s, v19.4s, v20.4s
	fmla	v0.4s, v16.4s, v20.4s
	fmla	v1.4s, v17.4s, v20.4s
	b.ne	.LBB20_31
	b	.LBB20_28
.Lfunc_end20:
	.size	_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE, .Lfunc_end20-_ZN8patternc10accumulateILi16EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,"axG",@progbits,_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,comdat
	.weak	_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd // -- Begin function _ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.p2align	4
	.type	_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,@function
_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd: // @_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sub	x8, x29, #8
	cmp	x1, #1
	stur	d0, [x29, #-8]
	stp	x3, x2, [sp, #8]
	stp	x4, x8, [sp, #24]
	b.gt	.LBB21_7
// %bb.1:
	cbz	x1, .LBB21_13
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB21_46
// %bb.3:
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #32767                     // =0x7fff
	b	.LBB21_5
	.p2align	5, , 16
.LBB21_4:                               //   in Loop: Header=BB21_5 Depth=1
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB21_46
.LBB21_5:                               // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x3, x8]
	cmp	w11, #1
	b.ne	.LBB21_4
// %bb.6:                               //   in Loop: Header=BB21_5 Depth=1
	ldr	d1, [x4, x8, lsl #3]
	fmul	d1, d0, d1
	fcvt	s1, d1
	fmov	w11, s1
	and	w13, w11, #0x7fffffff
	lsr	w12, w11, #16
	cmp	w13, w9
	ubfx	w13, w11, #16, #1
	add	w11, w11, w10
	orr	w12, w12, #0x40
	add	w11, w11, w13
	lsr	w11, w11, #16
	csel	w11, w11, w12, ls
	ldr	x12, [x2, x8, lsl #3]
	strh	w11, [x0, x12, lsl #1]
	b	.LBB21_4
.LBB21_7:
	cmp	x1, #3
	b.eq	.LBB21_45
// %bb.8:
	cmp	x1, #2
	b.ne	.LBB21_46
// %bb.9:
	mov	w12, #4095                      // =0xfff
	mov	w13, #61440                     // =0xf000
	fmov	s1, #0.50000000
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #31744                     // =0x7c00
	mov	w11, #32256                     // =0x7e00
	movk	w12, #51200, lsl #16
	movk	w13, #18303, lsl #16
	mov	w14, #-1056964608               // =0xc1000000
	b	.LBB21_11
	.p2align	5, , 16
.LBB21_10:                              //   in Loop: Header=BB21_11 Depth=1
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB21_46
.LBB21_11:                              // =>This Inner Loop Header: Depth=1
	ldrb	w15, [x3, x8]
	cmp	w15, #1
	b.ne	.LBB21_10
// %bb.12:                              //   in Loop: Header=BB21_11 Depth=1
	ldr	d2, [x4, x8, lsl #3]
	fmul	d2, d0, d2
	fcvt	s2, d2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w16, s3
	ubfx	w1, w15, #13, #1
	fadd	s2, s3, s1
	lsr	w15, w15, #31
	add	w1, w1, w12
	cmp	w16, w9
	add	w1, w16, w1
	lsr	w17, w16, #23
	csel	w18, w11, w10, hi
	lsr	w1, w1, #13
	cmp	w16, w13
	csel	w16, w1, w18, lo
	fmov	w18, s2
	cmp	w17, #112
	add	w18, w18, w14
	csel	w16, w16, w18, hi
	orr	w15, w16, w15, lsl #15
	ldr	x16, [x2, x8, lsl #3]
	strh	w15, [x0, x16, lsl #1]
	b	.LBB21_10
.LBB21_13:
	ldrb	w8, [x3]
	cmp	w8, #1
	b.ne	.LBB21_15
// %bb.14:
	ldr	d1, [x4]
	ldr	x8, [x2]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_15:
	ldrb	w8, [x3, #1]
	cmp	w8, #1
	b.ne	.LBB21_17
// %bb.16:
	ldr	d1, [x4, #8]
	ldr	x8, [x2, #8]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_17:
	ldrb	w8, [x3, #2]
	cmp	w8, #1
	b.ne	.LBB21_19
// %bb.18:
	ldr	d1, [x4, #16]
	ldr	x8, [x2, #16]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_19:
	ldrb	w8, [x3, #3]
	cmp	w8, #1
	b.ne	.LBB21_21
// %bb.20:
	ldr	d1, [x4, #24]
	ldr	x8, [x2, #24]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_21:
	ldrb	w8, [x3, #4]
	cmp	w8, #1
	b.ne	.LBB21_23
// %bb.22:
	ldr	d1, [x4, #32]
	ldr	x8, [x2, #32]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_23:
	ldrb	w8, [x3, #5]
	cmp	w8, #1
	b.ne	.LBB21_25
// %bb.24:
	ldr	d1, [x4, #40]
	ldr	x8, [x2, #40]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_25:
	ldrb	w8, [x3, #6]
	cmp	w8, #1
	b.ne	.LBB21_27
// %bb.26:
	ldr	d1, [x4, #48]
	ldr	x8, [x2, #48]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_27:
	ldrb	w8, [x3, #7]
	cmp	w8, #1
	b.ne	.LBB21_29
// %bb.28:
	ldr	d1, [x4, #56]
	ldr	x8, [x2, #56]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_29:
	ldrb	w8, [x3, #8]
	cmp	w8, #1
	b.ne	.LBB21_31
// %bb.30:
	ldr	d1, [x4, #64]
	ldr	x8, [x2, #64]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_31:
	ldrb	w8, [x3, #9]
	cmp	w8, #1
	b.ne	.LBB21_33
// %bb.32:
	ldr	d1, [x4, #72]
	ldr	x8, [x2, #72]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_33:
	ldrb	w8, [x3, #10]
	cmp	w8, #1
	b.ne	.LBB21_35
// %bb.34:
	ldr	d1, [x4, #80]
	ldr	x8, [x2, #80]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_35:
	ldrb	w8, [x3, #11]
	cmp	w8, #1
	b.ne	.LBB21_37
// %bb.36:
	ldr	d1, [x4, #88]
	ldr	x8, [x2, #88]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_37:
	ldrb	w8, [x3, #12]
	cmp	w8, #1
	b.ne	.LBB21_39
// %bb.38:
	ldr	d1, [x4, #96]
	ldr	x8, [x2, #96]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_39:
	ldrb	w8, [x3, #13]
	cmp	w8, #1
	b.ne	.LBB21_41
// %bb.40:
	ldr	d1, [x4, #104]
	ldr	x8, [x2, #104]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_41:
	ldrb	w8, [x3, #14]
	cmp	w8, #1
	b.ne	.LBB21_43
// %bb.42:
	ldr	d1, [x4, #112]
	ldr	x8, [x2, #112]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
.LBB21_43:
	ldrb	w8, [x3, #15]
	cmp	w8, #1
	b.ne	.LBB21_46
// %bb.44:
	ldr	d1, [x4, #120]
	ldr	x8, [x2, #120]
	fmul	d0, d0, d1
	fcvt	s0, d0
	str	s0, [x0, x8, lsl #2]
	b	.LBB21_46
.LBB21_45:
	mov	x1, x0
	add	x0, sp, #8
	bl	_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_
.LBB21_46:
	.cfi_def_cfa wsp, 64
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end21:
	.size	_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd, .Lfunc_end21-_ZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc7Scratch3addEm,"axG",@progbits,_ZN8patternc7Scratch3addEm,comdat
	.weak	_ZN8patternc7Scratch3addEm      // -- Begin function _ZN8patternc7Scratch3addEm
	.p2align	4
	.type	_ZN8patternc7Scratch3addEm,@function
_ZN8patternc7Scratch3addEm:             // @_ZN8patternc7Scratch3addEm
.Lfunc_begin7:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception7
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	cmp	x1, #256, lsl #12               // =1048576
	mov	w8, #1048576                    // =0x100000
	mov	x19, x0
	csel	x20, x1, x8, hi
	mov	w0, #64                         // =0x40
	mov	x1, x20
	bl	aligned_alloc
	cbz	x0, .LBB22_7
// %bb.1:
	ldp	x8, x9, [x19, #8]
	cmp	x8, x9
	stp	x0, x20, [sp]
	b.hs	.LBB22_3
// %bb.2:
	str	xzr, [sp]
	stp	x0, x20, [x8]
	add	x0, x8, #16
	b	.LBB22_4
.LBB22_3:
.Ltmp88:                                // EH_LABEL
	mov	x1, sp
	mov	x0, x19
	bl	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_
.Ltmp89:                                // EH_LABEL
.LBB22_4:
	str	x0, [x19, #8]
	ldr	x0, [sp]
	str	xzr, [sp]
	cbz	x0, .LBB22_6
// %bb.5:
	bl	free
.LBB22_6:
	str	xzr, [x19, #32]
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB22_7:
	.cfi_restore_state
	adrp	x8, :got:stderr
	adrp	x1, .L.str
	add	x1, x1, :lo12:.L.str
	ldr	x8, [x8, :got_lo12:stderr]
	mov	x2, x20
	ldr	x0, [x8]
	bl	fprintf
	bl	abort
.LBB22_8:
.Ltmp90:                                // EH_LABEL
	mov	x19, x0
	ldr	x0, [sp]
	str	xzr, [sp]
	cbz	x0, .LBB22_10
// %bb.9:
	bl	free
.LBB22_10:
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end22:
	.size	_ZN8patternc7Scratch3addEm, .Lfunc_end22-_ZN8patternc7Scratch3addEm
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc7Scratch3addEm,"aG",@progbits,_ZN8patternc7Scratch3addEm,comdat
	.p2align	2, 0x0
GCC_except_table22:
.Lexception7:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end7-.Lcst_begin7
.Lcst_begin7:
	.uleb128 .Ltmp88-.Lfunc_begin7          // >> Call Site 1 <<
	.uleb128 .Ltmp89-.Ltmp88                //   Call between .Ltmp88 and .Ltmp89
	.uleb128 .Ltmp90-.Lfunc_begin7          //     jumps to .Ltmp90
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp89-.Lfunc_begin7          // >> Call Site 2 <<
	.uleb128 .Lfunc_end22-.Ltmp89           //   Call between .Ltmp89 and .Lfunc_end22
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end7:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_,"axG",@progbits,_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_,comdat
	.weak	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_ // -- Begin function _ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_
	.p2align	4
	.type	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_,@function
_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_: // @_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-80]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 80
	stp	x26, x25, [sp, #16]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	.cfi_remember_state
	ldp	x19, x22, [x0]
	sub	x23, x22, x19
	asr	x24, x23, #4
	add	x8, x24, #1
	lsr	x9, x8, #60
	cbnz	x9, .LBB23_12
// %bb.1:
	ldr	x25, [x0, #16]
	mov	x20, x0
	sub	x9, x25, x19
	asr	x10, x9, #3
	cmp	x10, x8
	csel	x8, x10, x8, hi
	mov	x10, #9223372036854775792       // =0x7ffffffffffffff0
	cmp	x9, x10
	mov	x9, #1152921504606846975        // =0xfffffffffffffff
	csel	x26, x8, x9, lo
	lsr	x8, x26, #60
	cbnz	x8, .LBB23_13
// %bb.2:
	lsl	x0, x26, #4
	mov	x21, x1
	bl	_Znwm
	ldp	x8, x9, [x21]
	add	x10, x0, x23
	str	xzr, [x21]
	add	x23, x0, x26, lsl #4
	add	x21, x10, #16
	sub	x24, x10, x24, lsl #4
	cmp	x19, x22
	stp	x8, x9, [x10]
	b.eq	.LBB23_9
// %bb.3:
	mov	x8, x19
	mov	x9, x24
	.p2align	5, , 16
.LBB23_4:                               // =>This Inner Loop Header: Depth=1
	ldp	x10, x11, [x8]
	str	xzr, [x8], #16
	cmp	x8, x22
	stp	x10, x11, [x9], #16
	b.ne	.LBB23_4
	b	.LBB23_6
	.p2align	5, , 16
.LBB23_5:                               //   in Loop: Header=BB23_6 Depth=1
	add	x19, x19, #16
	cmp	x19, x22
	b.eq	.LBB23_8
.LBB23_6:                               // =>This Inner Loop Header: Depth=1
	ldr	x0, [x19]
	str	xzr, [x19]
	cbz	x0, .LBB23_5
// %bb.7:                               //   in Loop: Header=BB23_6 Depth=1
	bl	free
	b	.LBB23_5
.LBB23_8:
	ldr	x19, [x20]
	ldr	x25, [x20, #16]
.LBB23_9:
	stp	x24, x21, [x20]
	str	x23, [x20, #16]
	cbz	x19, .LBB23_11
// %bb.10:
	sub	x1, x25, x19
	mov	x0, x19
	bl	_ZdlPvm
.LBB23_11:
	mov	x0, x21
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #80             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB23_12:
	.cfi_restore_state
	bl	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev
.LBB23_13:
	bl	_ZSt28__throw_bad_array_new_lengthB9nie220108v
.Lfunc_end23:
	.size	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_, .Lfunc_end23-_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE24__emplace_back_slow_pathIJS3_EEEPS3_DpOT_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev,"axG",@progbits,_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev,comdat
	.weak	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev // -- Begin function _ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev
	.p2align	4
	.type	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev,@function
_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev: // @_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x0, .L.str.1
	add	x0, x0, :lo12:.L.str.1
	bl	_ZNSt3__120__throw_length_errorB9nie220108EPKc
.Lfunc_end24:
	.size	_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev, .Lfunc_end24-_ZNSt3__16vectorIN8patternc7Scratch5BlockENS_9allocatorIS3_EEE20__throw_length_errorB9nie220108Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__120__throw_length_errorB9nie220108EPKc,"axG",@progbits,_ZNSt3__120__throw_length_errorB9nie220108EPKc,comdat
	.weak	_ZNSt3__120__throw_length_errorB9nie220108EPKc // -- Begin function _ZNSt3__120__throw_length_errorB9nie220108EPKc
	.p2align	4
	.type	_ZNSt3__120__throw_length_errorB9nie220108EPKc,@function
_ZNSt3__120__throw_length_errorB9nie220108EPKc: // @_ZNSt3__120__throw_length_errorB9nie220108EPKc
.Lfunc_begin8:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception8
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x20, x0
	mov	w0, #16                         // =0x10
	bl	__cxa_allocate_exception
	mov	x19, x0
.Ltmp91:                                // EH_LABEL
	mov	x1, x20
	bl	_ZNSt12length_errorC2B9nie220108EPKc
.Ltmp92:                                // EH_LABEL
// %bb.1:
	adrp	x1, :got:_ZTISt12length_error
	adrp	x2, :got:_ZNSt12length_errorD1Ev
	mov	x0, x19
	ldr	x1, [x1, :got_lo12:_ZTISt12length_error]
	ldr	x2, [x2, :got_lo12:_ZNSt12length_errorD1Ev]
	bl	__cxa_throw
.LBB25_2:
.Ltmp93:                                // EH_LABEL
	mov	x20, x0
	mov	x0, x19
	bl	__cxa_free_exception
	mov	x0, x20
	bl	_Unwind_Resume
.Lfunc_end25:
	.size	_ZNSt3__120__throw_length_errorB9nie220108EPKc, .Lfunc_end25-_ZNSt3__120__throw_length_errorB9nie220108EPKc
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__120__throw_length_errorB9nie220108EPKc,"aG",@progbits,_ZNSt3__120__throw_length_errorB9nie220108EPKc,comdat
	.p2align	2, 0x0
GCC_except_table25:
.Lexception8:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end8-.Lcst_begin8
.Lcst_begin8:
	.uleb128 .Lfunc_begin8-.Lfunc_begin8    // >> Call Site 1 <<
	.uleb128 .Ltmp91-.Lfunc_begin8          //   Call between .Lfunc_begin8 and .Ltmp91
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp91-.Lfunc_begin8          // >> Call Site 2 <<
	.uleb128 .Ltmp92-.Ltmp91                //   Call between .Ltmp91 and .Ltmp92
	.uleb128 .Ltmp93-.Lfunc_begin8          //     jumps to .Ltmp93
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp92-.Lfunc_begin8          // >> Call Site 3 <<
	.uleb128 .Lfunc_end25-.Ltmp92           //   Call between .Ltmp92 and .Lfunc_end25
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end8:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt12length_errorC2B9nie220108EPKc,"axG",@progbits,_ZNSt12length_errorC2B9nie220108EPKc,comdat
	.weak	_ZNSt12length_errorC2B9nie220108EPKc // -- Begin function _ZNSt12length_errorC2B9nie220108EPKc
	.p2align	4
	.type	_ZNSt12length_errorC2B9nie220108EPKc,@function
_ZNSt12length_errorC2B9nie220108EPKc:   // @_ZNSt12length_errorC2B9nie220108EPKc
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
	bl	_ZNSt11logic_errorC2EPKc
	adrp	x8, :got:_ZTVSt12length_error
	ldr	x8, [x8, :got_lo12:_ZTVSt12length_error]
	add	x8, x8, #16
	str	x8, [x19]
	.cfi_def_cfa wsp, 32
	ldr	x19, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end26:
	.size	_ZNSt12length_errorC2B9nie220108EPKc, .Lfunc_end26-_ZNSt12length_errorC2B9nie220108EPKc
	.cfi_endproc
                                        // -- End function
	.section	.text._ZSt28__throw_bad_array_new_lengthB9nie220108v,"axG",@progbits,_ZSt28__throw_bad_array_new_lengthB9nie220108v,comdat
	.weak	_ZSt28__throw_bad_array_new_lengthB9nie220108v // -- Begin function _ZSt28__throw_bad_array_new_lengthB9nie220108v
	.p2align	4
	.type	_ZSt28__throw_bad_array_new_lengthB9nie220108v,@function
_ZSt28__throw_bad_array_new_lengthB9nie220108v: // @_ZSt28__throw_bad_array_new_lengthB9nie220108v
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	w0, #8                          // =0x8
	bl	__cxa_allocate_exception
	mov	x19, x0
	bl	_ZNSt20bad_array_new_lengthC1Ev
	adrp	x1, :got:_ZTISt20bad_array_new_length
	adrp	x2, :got:_ZNSt20bad_array_new_lengthD1Ev
	mov	x0, x19
	ldr	x1, [x1, :got_lo12:_ZTISt20bad_array_new_length]
	ldr	x2, [x2, :got_lo12:_ZNSt20bad_array_new_lengthD1Ev]
	bl	__cxa_throw
.Lfunc_end27:
	.size	_ZSt28__throw_bad_array_new_lengthB9nie220108v, .Lfunc_end27-_ZSt28__throw_bad_array_new_lengthB9nie220108v
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_,"axG",@progbits,_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_,comdat
	.weak	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_ // -- Begin function _ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	.p2align	4
	.type	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_,@function
_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_: // @_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	.cfi_startproc
// %bb.0:
	ldp	x10, x9, [x0]
	ldr	x8, [x0, #16]
	ldrb	w11, [x10]
	ldrsw	x2, [x8, #8]
	cmp	w11, #1
	b.ne	.LBB28_2
// %bb.1:
	ldr	x11, [x9]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_3
.LBB28_2:
	mov	x11, xzr
.LBB28_3:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #128
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x11, [sp]
	ldrb	w11, [x10, #1]
	cmp	w11, #1
	b.ne	.LBB28_5
// %bb.4:
	ldr	x11, [x9, #8]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_6
.LBB28_5:
	mov	x11, xzr
.LBB28_6:
	str	x11, [sp, #8]
	ldrb	w11, [x10, #2]
	cmp	w11, #1
	b.ne	.LBB28_8
// %bb.7:
	ldr	x11, [x9, #16]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_9
.LBB28_8:
	mov	x11, xzr
.LBB28_9:
	str	x11, [sp, #16]
	ldrb	w11, [x10, #3]
	cmp	w11, #1
	b.ne	.LBB28_11
// %bb.10:
	ldr	x11, [x9, #24]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_12
.LBB28_11:
	mov	x11, xzr
.LBB28_12:
	str	x11, [sp, #24]
	ldrb	w11, [x10, #4]
	cmp	w11, #1
	b.ne	.LBB28_14
// %bb.13:
	ldr	x11, [x9, #32]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_15
.LBB28_14:
	mov	x11, xzr
.LBB28_15:
	str	x11, [sp, #32]
	ldrb	w11, [x10, #5]
	cmp	w11, #1
	b.ne	.LBB28_17
// %bb.16:
	ldr	x11, [x9, #40]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_18
.LBB28_17:
	mov	x11, xzr
.LBB28_18:
	str	x11, [sp, #40]
	ldrb	w11, [x10, #6]
	cmp	w11, #1
	b.ne	.LBB28_20
// %bb.19:
	ldr	x11, [x9, #48]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_21
.LBB28_20:
	mov	x11, xzr
.LBB28_21:
	str	x11, [sp, #48]
	ldrb	w11, [x10, #7]
	cmp	w11, #1
	b.ne	.LBB28_23
// %bb.22:
	ldr	x11, [x9, #56]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_24
.LBB28_23:
	mov	x11, xzr
.LBB28_24:
	str	x11, [sp, #56]
	ldrb	w11, [x10, #8]
	cmp	w11, #1
	b.ne	.LBB28_26
// %bb.25:
	ldr	x11, [x9, #64]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_27
.LBB28_26:
	mov	x11, xzr
.LBB28_27:
	str	x11, [sp, #64]
	ldrb	w11, [x10, #9]
	cmp	w11, #1
	b.ne	.LBB28_29
// %bb.28:
	ldr	x11, [x9, #72]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_30
.LBB28_29:
	mov	x11, xzr
.LBB28_30:
	str	x11, [sp, #72]
	ldrb	w11, [x10, #10]
	cmp	w11, #1
	b.ne	.LBB28_32
// %bb.31:
	ldr	x11, [x9, #80]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_33
.LBB28_32:
	mov	x11, xzr
.LBB28_33:
	str	x11, [sp, #80]
	ldrb	w11, [x10, #11]
	cmp	w11, #1
	b.ne	.LBB28_35
// %bb.34:
	ldr	x11, [x9, #88]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_36
.LBB28_35:
	mov	x11, xzr
.LBB28_36:
	str	x11, [sp, #88]
	ldrb	w11, [x10, #12]
	cmp	w11, #1
	b.ne	.LBB28_38
// %bb.37:
	ldr	x11, [x9, #96]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_39
.LBB28_38:
	mov	x11, xzr
.LBB28_39:
	str	x11, [sp, #96]
	ldrb	w11, [x10, #13]
	cmp	w11, #1
	b.ne	.LBB28_41
// %bb.40:
	ldr	x11, [x9, #104]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_42
.LBB28_41:
	mov	x11, xzr
.LBB28_42:
	str	x11, [sp, #104]
	ldrb	w11, [x10, #14]
	cmp	w11, #1
	b.ne	.LBB28_44
// %bb.43:
	ldr	x11, [x9, #112]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #2
	b	.LBB28_45
.LBB28_44:
	mov	x11, xzr
.LBB28_45:
	ldrb	w10, [x10, #15]
	str	x11, [sp, #112]
	cmp	w10, #1
	b.ne	.LBB28_47
// %bb.46:
	ldr	x9, [x9, #120]
	mul	x9, x9, x2
	add	x9, x1, x9, lsl #2
	b	.LBB28_48
.LBB28_47:
	mov	x9, xzr
.LBB28_48:
	str	x9, [sp, #120]
                                        // kill: def $w2 killed $w2 killed $x2
	ldr	x1, [x8]
	ldr	x8, [x0, #24]
	mov	x0, sp
	ldr	s0, [x8]
	bl	_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif
	.cfi_def_cfa wsp, 144
	ldp	x29, x30, [sp, #128]            // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end28:
	.size	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_, .Lfunc_end28-_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIfEEDaSF_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_,"axG",@progbits,_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_,comdat
	.weak	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_ // -- Begin function _ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.p2align	4
	.type	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_,@function
_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_: // @_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.cfi_startproc
// %bb.0:
	ldp	x10, x9, [x0]
	ldr	x8, [x0, #16]
	ldrb	w11, [x10]
	ldrsw	x2, [x8, #8]
	cmp	w11, #1
	b.ne	.LBB29_2
// %bb.1:
	ldr	x11, [x9]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_3
.LBB29_2:
	mov	x11, xzr
.LBB29_3:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #128
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x11, [sp]
	ldrb	w11, [x10, #1]
	cmp	w11, #1
	b.ne	.LBB29_5
// %bb.4:
	ldr	x11, [x9, #8]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_6
.LBB29_5:
	mov	x11, xzr
.LBB29_6:
	str	x11, [sp, #8]
	ldrb	w11, [x10, #2]
	cmp	w11, #1
	b.ne	.LBB29_8
// %bb.7:
	ldr	x11, [x9, #16]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_9
.LBB29_8:
	mov	x11, xzr
.LBB29_9:
	str	x11, [sp, #16]
	ldrb	w11, [x10, #3]
	cmp	w11, #1
	b.ne	.LBB29_11
// %bb.10:
	ldr	x11, [x9, #24]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_12
.LBB29_11:
	mov	x11, xzr
.LBB29_12:
	str	x11, [sp, #24]
	ldrb	w11, [x10, #4]
	cmp	w11, #1
	b.ne	.LBB29_14
// %bb.13:
	ldr	x11, [x9, #32]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_15
.LBB29_14:
	mov	x11, xzr
.LBB29_15:
	str	x11, [sp, #32]
	ldrb	w11, [x10, #5]
	cmp	w11, #1
	b.ne	.LBB29_17
// %bb.16:
	ldr	x11, [x9, #40]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_18
.LBB29_17:
	mov	x11, xzr
.LBB29_18:
	str	x11, [sp, #40]
	ldrb	w11, [x10, #6]
	cmp	w11, #1
	b.ne	.LBB29_20
// %bb.19:
	ldr	x11, [x9, #48]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_21
.LBB29_20:
	mov	x11, xzr
.LBB29_21:
	str	x11, [sp, #48]
	ldrb	w11, [x10, #7]
	cmp	w11, #1
	b.ne	.LBB29_23
// %bb.22:
	ldr	x11, [x9, #56]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_24
.LBB29_23:
	mov	x11, xzr
.LBB29_24:
	str	x11, [sp, #56]
	ldrb	w11, [x10, #8]
	cmp	w11, #1
	b.ne	.LBB29_26
// %bb.25:
	ldr	x11, [x9, #64]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_27
.LBB29_26:
	mov	x11, xzr
.LBB29_27:
	str	x11, [sp, #64]
	ldrb	w11, [x10, #9]
	cmp	w11, #1
	b.ne	.LBB29_29
// %bb.28:
	ldr	x11, [x9, #72]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_30
.LBB29_29:
	mov	x11, xzr
.LBB29_30:
	str	x11, [sp, #72]
	ldrb	w11, [x10, #10]
	cmp	w11, #1
	b.ne	.LBB29_32
// %bb.31:
	ldr	x11, [x9, #80]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_33
.LBB29_32:
	mov	x11, xzr
.LBB29_33:
	str	x11, [sp, #80]
	ldrb	w11, [x10, #11]
	cmp	w11, #1
	b.ne	.LBB29_35
// %bb.34:
	ldr	x11, [x9, #88]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_36
.LBB29_35:
	mov	x11, xzr
.LBB29_36:
	str	x11, [sp, #88]
	ldrb	w11, [x10, #12]
	cmp	w11, #1
	b.ne	.LBB29_38
// %bb.37:
	ldr	x11, [x9, #96]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_39
.LBB29_38:
	mov	x11, xzr
.LBB29_39:
	str	x11, [sp, #96]
	ldrb	w11, [x10, #13]
	cmp	w11, #1
	b.ne	.LBB29_41
// %bb.40:
	ldr	x11, [x9, #104]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_42
.LBB29_41:
	mov	x11, xzr
.LBB29_42:
	str	x11, [sp, #104]
	ldrb	w11, [x10, #14]
	cmp	w11, #1
	b.ne	.LBB29_44
// %bb.43:
	ldr	x11, [x9, #112]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB29_45
.LBB29_44:
	mov	x11, xzr
.LBB29_45:
	ldrb	w10, [x10, #15]
	str	x11, [sp, #112]
	cmp	w10, #1
	b.ne	.LBB29_47
// %bb.46:
	ldr	x9, [x9, #120]
	mul	x9, x9, x2
	add	x9, x1, x9, lsl #1
	b	.LBB29_48
.LBB29_47:
	mov	x9, xzr
.LBB29_48:
	ldr	x1, [x8]
	ldr	x8, [x0, #24]
	mov	x0, sp
	str	x9, [sp, #120]
                                        // kill: def $w2 killed $w2 killed $x2
	ldr	s0, [x8]
	bl	_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.cfi_def_cfa wsp, 144
	ldp	x29, x30, [sp, #128]            // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end29:
	.size	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_, .Lfunc_end29-_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_,"axG",@progbits,_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_,comdat
	.weak	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_ // -- Begin function _ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
	.p2align	4
	.type	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_,@function
_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_: // @_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
	.cfi_startproc
// %bb.0:
	ldp	x10, x9, [x0]
	ldr	x8, [x0, #16]
	ldrb	w11, [x10]
	ldrsw	x2, [x8, #8]
	cmp	w11, #1
	b.ne	.LBB30_2
// %bb.1:
	ldr	x11, [x9]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_3
.LBB30_2:
	mov	x11, xzr
.LBB30_3:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #128
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x11, [sp]
	ldrb	w11, [x10, #1]
	cmp	w11, #1
	b.ne	.LBB30_5
// %bb.4:
	ldr	x11, [x9, #8]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_6
.LBB30_5:
	mov	x11, xzr
.LBB30_6:
	str	x11, [sp, #8]
	ldrb	w11, [x10, #2]
	cmp	w11, #1
	b.ne	.LBB30_8
// %bb.7:
	ldr	x11, [x9, #16]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_9
.LBB30_8:
	mov	x11, xzr
.LBB30_9:
	str	x11, [sp, #16]
	ldrb	w11, [x10, #3]
	cmp	w11, #1
	b.ne	.LBB30_11
// %bb.10:
	ldr	x11, [x9, #24]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_12
.LBB30_11:
	mov	x11, xzr
.LBB30_12:
	str	x11, [sp, #24]
	ldrb	w11, [x10, #4]
	cmp	w11, #1
	b.ne	.LBB30_14
// %bb.13:
	ldr	x11, [x9, #32]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_15
.LBB30_14:
	mov	x11, xzr
.LBB30_15:
	str	x11, [sp, #32]
	ldrb	w11, [x10, #5]
	cmp	w11, #1
	b.ne	.LBB30_17
// %bb.16:
	ldr	x11, [x9, #40]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_18
.LBB30_17:
	mov	x11, xzr
.LBB30_18:
	str	x11, [sp, #40]
	ldrb	w11, [x10, #6]
	cmp	w11, #1
	b.ne	.LBB30_20
// %bb.19:
	ldr	x11, [x9, #48]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_21
.LBB30_20:
	mov	x11, xzr
.LBB30_21:
	str	x11, [sp, #48]
	ldrb	w11, [x10, #7]
	cmp	w11, #1
	b.ne	.LBB30_23
// %bb.22:
	ldr	x11, [x9, #56]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_24
.LBB30_23:
	mov	x11, xzr
.LBB30_24:
	str	x11, [sp, #56]
	ldrb	w11, [x10, #8]
	cmp	w11, #1
	b.ne	.LBB30_26
// %bb.25:
	ldr	x11, [x9, #64]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_27
.LBB30_26:
	mov	x11, xzr
.LBB30_27:
	str	x11, [sp, #64]
	ldrb	w11, [x10, #9]
	cmp	w11, #1
	b.ne	.LBB30_29
// %bb.28:
	ldr	x11, [x9, #72]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_30
.LBB30_29:
	mov	x11, xzr
.LBB30_30:
	str	x11, [sp, #72]
	ldrb	w11, [x10, #10]
	cmp	w11, #1
	b.ne	.LBB30_32
// %bb.31:
	ldr	x11, [x9, #80]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_33
.LBB30_32:
	mov	x11, xzr
.LBB30_33:
	str	x11, [sp, #80]
	ldrb	w11, [x10, #11]
	cmp	w11, #1
	b.ne	.LBB30_35
// %bb.34:
	ldr	x11, [x9, #88]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_36
.LBB30_35:
	mov	x11, xzr
.LBB30_36:
	str	x11, [sp, #88]
	ldrb	w11, [x10, #12]
	cmp	w11, #1
	b.ne	.LBB30_38
// %bb.37:
	ldr	x11, [x9, #96]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_39
.LBB30_38:
	mov	x11, xzr
.LBB30_39:
	str	x11, [sp, #96]
	ldrb	w11, [x10, #13]
	cmp	w11, #1
	b.ne	.LBB30_41
// %bb.40:
	ldr	x11, [x9, #104]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_42
.LBB30_41:
	mov	x11, xzr
.LBB30_42:
	str	x11, [sp, #104]
	ldrb	w11, [x10, #14]
	cmp	w11, #1
	b.ne	.LBB30_44
// %bb.43:
	ldr	x11, [x9, #112]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #1
	b	.LBB30_45
.LBB30_44:
	mov	x11, xzr
.LBB30_45:
	ldrb	w10, [x10, #15]
	str	x11, [sp, #112]
	cmp	w10, #1
	b.ne	.LBB30_47
// %bb.46:
	ldr	x9, [x9, #120]
	mul	x9, x9, x2
	add	x9, x1, x9, lsl #1
	b	.LBB30_48
.LBB30_47:
	mov	x9, xzr
.LBB30_48:
	ldr	x1, [x8]
	ldr	x8, [x0, #24]
	mov	x0, sp
	str	x9, [sp, #120]
                                        // kill: def $w2 killed $w2 killed $x2
	ldr	s0, [x8]
	bl	_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif
	.cfi_def_cfa wsp, 144
	ldp	x29, x30, [sp, #128]            // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end30:
	.size	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_, .Lfunc_end30-_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clINS_7Float16EEEDaSF_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_,"axG",@progbits,_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_,comdat
	.weak	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_ // -- Begin function _ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	.p2align	4
	.type	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_,@function
_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_: // @_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	.cfi_startproc
// %bb.0:
	ldp	x10, x9, [x0]
	ldr	x8, [x0, #16]
	ldrb	w11, [x10]
	ldrsw	x2, [x8, #8]
	cmp	w11, #1
	b.ne	.LBB31_2
// %bb.1:
	ldr	x11, [x9]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_3
.LBB31_2:
	mov	x11, xzr
.LBB31_3:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #128
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x11, [sp]
	ldrb	w11, [x10, #1]
	cmp	w11, #1
	b.ne	.LBB31_5
// %bb.4:
	ldr	x11, [x9, #8]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_6
.LBB31_5:
	mov	x11, xzr
.LBB31_6:
	str	x11, [sp, #8]
	ldrb	w11, [x10, #2]
	cmp	w11, #1
	b.ne	.LBB31_8
// %bb.7:
	ldr	x11, [x9, #16]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_9
.LBB31_8:
	mov	x11, xzr
.LBB31_9:
	str	x11, [sp, #16]
	ldrb	w11, [x10, #3]
	cmp	w11, #1
	b.ne	.LBB31_11
// %bb.10:
	ldr	x11, [x9, #24]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_12
.LBB31_11:
	mov	x11, xzr
.LBB31_12:
	str	x11, [sp, #24]
	ldrb	w11, [x10, #4]
	cmp	w11, #1
	b.ne	.LBB31_14
// %bb.13:
	ldr	x11, [x9, #32]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_15
.LBB31_14:
	mov	x11, xzr
.LBB31_15:
	str	x11, [sp, #32]
	ldrb	w11, [x10, #5]
	cmp	w11, #1
	b.ne	.LBB31_17
// %bb.16:
	ldr	x11, [x9, #40]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_18
.LBB31_17:
	mov	x11, xzr
.LBB31_18:
	str	x11, [sp, #40]
	ldrb	w11, [x10, #6]
	cmp	w11, #1
	b.ne	.LBB31_20
// %bb.19:
	ldr	x11, [x9, #48]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_21
.LBB31_20:
	mov	x11, xzr
.LBB31_21:
	str	x11, [sp, #48]
	ldrb	w11, [x10, #7]
	cmp	w11, #1
	b.ne	.LBB31_23
// %bb.22:
	ldr	x11, [x9, #56]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_24
.LBB31_23:
	mov	x11, xzr
.LBB31_24:
	str	x11, [sp, #56]
	ldrb	w11, [x10, #8]
	cmp	w11, #1
	b.ne	.LBB31_26
// %bb.25:
	ldr	x11, [x9, #64]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_27
.LBB31_26:
	mov	x11, xzr
.LBB31_27:
	str	x11, [sp, #64]
	ldrb	w11, [x10, #9]
	cmp	w11, #1
	b.ne	.LBB31_29
// %bb.28:
	ldr	x11, [x9, #72]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_30
.LBB31_29:
	mov	x11, xzr
.LBB31_30:
	str	x11, [sp, #72]
	ldrb	w11, [x10, #10]
	cmp	w11, #1
	b.ne	.LBB31_32
// %bb.31:
	ldr	x11, [x9, #80]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_33
.LBB31_32:
	mov	x11, xzr
.LBB31_33:
	str	x11, [sp, #80]
	ldrb	w11, [x10, #11]
	cmp	w11, #1
	b.ne	.LBB31_35
// %bb.34:
	ldr	x11, [x9, #88]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_36
.LBB31_35:
	mov	x11, xzr
.LBB31_36:
	str	x11, [sp, #88]
	ldrb	w11, [x10, #12]
	cmp	w11, #1
	b.ne	.LBB31_38
// %bb.37:
	ldr	x11, [x9, #96]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_39
.LBB31_38:
	mov	x11, xzr
.LBB31_39:
	str	x11, [sp, #96]
	ldrb	w11, [x10, #13]
	cmp	w11, #1
	b.ne	.LBB31_41
// %bb.40:
	ldr	x11, [x9, #104]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_42
.LBB31_41:
	mov	x11, xzr
.LBB31_42:
	str	x11, [sp, #104]
	ldrb	w11, [x10, #14]
	cmp	w11, #1
	b.ne	.LBB31_44
// %bb.43:
	ldr	x11, [x9, #112]
	mul	x11, x11, x2
	add	x11, x1, x11, lsl #3
	b	.LBB31_45
.LBB31_44:
	mov	x11, xzr
.LBB31_45:
	ldrb	w10, [x10, #15]
	str	x11, [sp, #112]
	cmp	w10, #1
	b.ne	.LBB31_47
// %bb.46:
	ldr	x9, [x9, #120]
	mul	x9, x9, x2
	add	x9, x1, x9, lsl #3
	b	.LBB31_48
.LBB31_47:
	mov	x9, xzr
.LBB31_48:
	ldr	x1, [x8]
	ldr	x8, [x0, #24]
	mov	x0, sp
	str	x9, [sp, #120]
                                        // kill: def $w2 killed $w2 killed $x2
	ldr	s0, [x8]
	bl	_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif
	.cfi_def_cfa wsp, 144
	ldp	x29, x30, [sp, #128]            // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end31:
	.size	_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_, .Lfunc_end31-_ZZN8patternc5storeILi16ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEfENKUlPT_E_clIdEEDaSF_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	sxtw	x11, w2
	csel	w9, w9, w2, mi
	cmp	w2, #3
	mov	x8, xzr
	and	w9, w9, #0xfffffffc
	sub	w10, w2, #4
                                        // kill: def $s0 killed $s0 def $q0
	csel	w9, w2, w9, gt
	sxtw	x13, w9
	sbfiz	x12, x9, #2, #32
	sub	x11, x11, x13
	add	x13, x1, x13, lsl #6
	add	x13, x13, #8
	b	.LBB32_2
	.p2align	5, , 16
.LBB32_1:                               //   in Loop: Header=BB32_2 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	add	x13, x13, #16
	b.hs	.LBB32_24
.LBB32_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB32_5 Depth 2
                                        //     Child Loop BB32_16 Depth 2
	cmp	w9, #1
	b.lt	.LBB32_13
// %bb.3:                               //   in Loop: Header=BB32_2 Depth=1
	mov	w14, wzr
	add	x15, x1, x8, lsl #2
	add	x16, x0, x8, lsl #3
	b	.LBB32_5
	.p2align	5, , 16
.LBB32_4:                               //   in Loop: Header=BB32_5 Depth=2
	add	w14, w14, #4
	cmp	w14, w9
	b.ge	.LBB32_13
.LBB32_5:                               //   Parent Loop BB32_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w14
	csel	w17, w10, w14, lt
	sxtw	x17, w17
	add	x18, x15, x17, lsl #6
	ldr	q1, [x18]
	ldr	q2, [x18, #64]
	fmul	v1.4s, v1.4s, v0.s[0]
	ldr	q3, [x18, #128]
	fmul	v2.4s, v2.4s, v0.s[0]
	ldr	q4, [x18, #192]
	fmul	v3.4s, v3.4s, v0.s[0]
	fmul	v4.4s, v4.4s, v0.s[0]
	ldr	x18, [x0, x8, lsl #3]
	zip1	v5.4s, v1.4s, v3.4s
	zip1	v6.4s, v2.4s, v4.4s
	cbz	x18, .LBB32_7
// %bb.6:                               //   in Loop: Header=BB32_5 Depth=2
	add	x18, x18, x17, lsl #2
	st2	{ v5.2s, v6.2s }, [x18]
.LBB32_7:                               //   in Loop: Header=BB32_5 Depth=2
	ldr	x3, [x16, #8]
	lsl	x18, x17, #2
	cbz	x3, .LBB32_9
// %bb.8:                               //   in Loop: Header=BB32_5 Depth=2
	zip2	v5.4s, v5.4s, v6.4s
	str	q5, [x3, x18]
.LBB32_9:                               //   in Loop: Header=BB32_5 Depth=2
	ldr	x3, [x16, #16]
	zip2	v5.4s, v1.4s, v3.4s
	zip2	v6.4s, v2.4s, v4.4s
	cbz	x3, .LBB32_11
// %bb.10:                              //   in Loop: Header=BB32_5 Depth=2
	add	x17, x3, x17, lsl #2
	st2	{ v5.2s, v6.2s }, [x17]
.LBB32_11:                              //   in Loop: Header=BB32_5 Depth=2
	ldr	x17, [x16, #24]
	cbz	x17, .LBB32_4
// %bb.12:                              //   in Loop: Header=BB32_5 Depth=2
	zip2	v1.4s, v5.4s, v6.4s
	str	q1, [x17, x18]
	b	.LBB32_4
	.p2align	5, , 16
.LBB32_13:                              //   in Loop: Header=BB32_2 Depth=1
	cmp	w9, w2
	b.ge	.LBB32_1
// %bb.14:                              //   in Loop: Header=BB32_2 Depth=1
	add	x17, x0, x8, lsl #3
	mov	x6, x13
	mov	x7, x11
	ldp	x14, x15, [x17]
	add	x4, x14, x12
	ldp	x16, x17, [x17, #16]
	add	x18, x17, x12
	add	x3, x16, x12
	add	x5, x15, x12
	b	.LBB32_16
	.p2align	5, , 16
.LBB32_15:                              //   in Loop: Header=BB32_16 Depth=2
	subs	x7, x7, #1
	add	x18, x18, #4
	add	x3, x3, #4
	add	x6, x6, #64
	add	x4, x4, #4
	add	x5, x5, #4
	b.eq	.LBB32_1
.LBB32_16:                              //   Parent Loop BB32_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x14, .LBB32_18
// %bb.17:                              //   in Loop: Header=BB32_16 Depth=2
	ldur	s1, [x6, #-8]
	fmul	s1, s0, s1
	str	s1, [x4]
.LBB32_18:                              //   in Loop: Header=BB32_16 Depth=2
	cbz	x15, .LBB32_20
// %bb.19:                              //   in Loop: Header=BB32_16 Depth=2
	ldur	s1, [x6, #-4]
	fmul	s1, s0, s1
	str	s1, [x5]
.LBB32_20:                              //   in Loop: Header=BB32_16 Depth=2
	cbz	x16, .LBB32_22
// %bb.21:                              //   in Loop: Header=BB32_16 Depth=2
	ldr	s1, [x6]
	fmul	s1, s0, s1
	str	s1, [x3]
.LBB32_22:                              //   in Loop: Header=BB32_16 Depth=2
	cbz	x17, .LBB32_15
// %bb.23:                              //   in Loop: Header=BB32_16 Depth=2
	ldr	s1, [x6, #4]
	fmul	s1, s0, s1
	str	s1, [x18]
	b	.LBB32_15
.LBB32_24:
	ret
.Lfunc_end32:
	.size	_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif, .Lfunc_end32-_ZN8patternc14transpose_backILi16ELb0EfEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
	str	x23, [sp, #-48]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -48
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	mvni	v3.4s, #127, msl #16
	csel	w9, w9, w2, mi
	cmp	w2, #3
	movi	v1.4s, #1
	and	w9, w9, #0xfffffffc
	movi	v2.4s, #127, msl #8
	sxtw	x13, w2
	csel	w9, w2, w9, gt
	fneg	v3.4s, v3.4s
	mov	x8, xzr
	sxtw	x12, w9
	sub	w10, w2, #4
	sbfiz	x11, x9, #1, #32
	add	x14, x1, x12, lsl #6
	sub	x12, x13, x12
	mov	w15, #32767                     // =0x7fff
                                        // kill: def $s0 killed $s0 def $q0
	add	x13, x14, #8
	mov	w14, #2139095040                // =0x7f800000
	b	.LBB33_2
	.p2align	5, , 16
.LBB33_1:                               //   in Loop: Header=BB33_2 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	add	x13, x13, #16
	b.hs	.LBB33_24
.LBB33_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB33_5 Depth 2
                                        //     Child Loop BB33_16 Depth 2
	cmp	w9, #1
	b.lt	.LBB33_13
// %bb.3:                               //   in Loop: Header=BB33_2 Depth=1
	mov	w16, wzr
	add	x17, x1, x8, lsl #2
	add	x18, x0, x8, lsl #3
	b	.LBB33_5
	.p2align	5, , 16
.LBB33_4:                               //   in Loop: Header=BB33_5 Depth=2
	add	w16, w16, #4
	cmp	w16, w9
	b.ge	.LBB33_13
.LBB33_5:                               //   Parent Loop BB33_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w16
	csel	w3, w10, w16, lt
	sxtw	x3, w3
	add	x4, x17, x3, lsl #6
	lsl	x3, x3, #1
	ldr	q4, [x4]
	fmul	v4.4s, v4.4s, v0.s[0]
	ldr	q5, [x4, #64]
	fmul	v5.4s, v5.4s, v0.s[0]
	ldr	q6, [x4, #128]
	fmul	v6.4s, v6.4s, v0.s[0]
	ldr	q7, [x4, #192]
	fmul	v7.4s, v7.4s, v0.s[0]
	ldr	x4, [x0, x8, lsl #3]
	zip1	v16.4s, v4.4s, v6.4s
	zip1	v17.4s, v5.4s, v7.4s
	cbz	x4, .LBB33_7
// %bb.6:                               //   in Loop: Header=BB33_5 Depth=2
	zip1	v18.4s, v16.4s, v17.4s
	ushr	v19.4s, v18.4s, #16
	add	v21.4s, v18.4s, v2.4s
	fabs	v18.4s, v18.4s
	and	v20.16b, v19.16b, v1.16b
	cmhi	v18.4s, v18.4s, v3.4s
	orr	v19.4s, #64
	add	v20.4s, v21.4s, v20.4s
	ushr	v20.4s, v20.4s, #16
	bsl	v18.16b, v19.16b, v20.16b
	xtn	v18.4h, v18.4s
	str	d18, [x4, x3]
.LBB33_7:                               //   in Loop: Header=BB33_5 Depth=2
	ldr	x4, [x18, #8]
	cbz	x4, .LBB33_9
// %bb.8:                               //   in Loop: Header=BB33_5 Depth=2
	zip2	v16.4s, v16.4s, v17.4s
	ushr	v17.4s, v16.4s, #16
	add	v19.4s, v16.4s, v2.4s
	fabs	v16.4s, v16.4s
	and	v18.16b, v17.16b, v1.16b
	cmhi	v16.4s, v16.4s, v3.4s
	orr	v17.4s, #64
	add	v18.4s, v19.4s, v18.4s
	ushr	v18.4s, v18.4s, #16
	bsl	v16.16b, v17.16b, v18.16b
	xtn	v16.4h, v16.4s
	str	d16, [x4, x3]
.LBB33_9:                               //   in Loop: Header=BB33_5 Depth=2
	ldr	x4, [x18, #16]
	zip2	v4.4s, v4.4s, v6.4s
	zip2	v5.4s, v5.4s, v7.4s
	cbz	x4, .LBB33_11
// %bb.10:                              //   in Loop: Header=BB33_5 Depth=2
	zip1	v6.4s, v4.4s, v5.4s
	ushr	v7.4s, v6.4s, #16
	add	v17.4s, v6.4s, v2.4s
	fabs	v6.4s, v6.4s
	and	v16.16b, v7.16b, v1.16b
	cmhi	v6.4s, v6.4s, v3.4s
	orr	v7.4s, #64
	add	v16.4s, v17.4s, v16.4s
	ushr	v16.4s, v16.4s, #16
	bsl	v6.16b, v7.16b, v16.16b
	xtn	v6.4h, v6.4s
	str	d6, [x4, x3]
.LBB33_11:                              //   in Loop: Header=BB33_5 Depth=2
	ldr	x4, [x18, #24]
	cbz	x4, .LBB33_4
// %bb.12:                              //   in Loop: Header=BB33_5 Depth=2
	zip2	v4.4s, v4.4s, v5.4s
	ushr	v5.4s, v4.4s, #16
	add	v7.4s, v4.4s, v2.4s
	fabs	v4.4s, v4.4s
	and	v6.16b, v5.16b, v1.16b
	cmhi	v4.4s, v4.4s, v3.4s
	orr	v5.4s, #64
	add	v6.4s, v7.4s, v6.4s
	ushr	v6.4s, v6.4s, #16
	bsl	v4.16b, v5.16b, v6.16b
	xtn	v4.4h, v4.4s
	str	d4, [x4, x3]
	b	.LBB33_4
	.p2align	5, , 16
.LBB33_13:                              //   in Loop: Header=BB33_2 Depth=1
	cmp	w9, w2
	b.ge	.LBB33_1
// %bb.14:                              //   in Loop: Header=BB33_2 Depth=1
	add	x3, x0, x8, lsl #3
	mov	x19, x13
	mov	x20, x12
	ldp	x16, x17, [x3]
	add	x6, x16, x11
	ldp	x18, x3, [x3, #16]
	add	x4, x3, x11
	add	x5, x18, x11
	add	x7, x17, x11
	b	.LBB33_16
	.p2align	5, , 16
.LBB33_15:                              //   in Loop: Header=BB33_16 Depth=2
	subs	x20, x20, #1
	add	x4, x4, #2
	add	x5, x5, #2
	add	x19, x19, #64
	add	x6, x6, #2
	add	x7, x7, #2
	b.eq	.LBB33_1
.LBB33_16:                              //   Parent Loop BB33_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x16, .LBB33_18
// %bb.17:                              //   in Loop: Header=BB33_16 Depth=2
	ldur	s4, [x19, #-8]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w21, w22, ls
	strh	w21, [x6]
.LBB33_18:                              //   in Loop: Header=BB33_16 Depth=2
	cbz	x17, .LBB33_20
// %bb.19:                              //   in Loop: Header=BB33_16 Depth=2
	ldur	s4, [x19, #-4]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w22, w21, hi
	strh	w21, [x7]
.LBB33_20:                              //   in Loop: Header=BB33_16 Depth=2
	cbz	x18, .LBB33_22
// %bb.21:                              //   in Loop: Header=BB33_16 Depth=2
	ldr	s4, [x19]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w22, w21, hi
	strh	w21, [x5]
.LBB33_22:                              //   in Loop: Header=BB33_16 Depth=2
	cbz	x3, .LBB33_15
// %bb.23:                              //   in Loop: Header=BB33_16 Depth=2
	ldr	s4, [x19, #4]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w22, w21, hi
	strh	w21, [x4]
	b	.LBB33_15
.LBB33_24:
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldr	x23, [sp], #48                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	ret
.Lfunc_end33:
	.size	_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif, .Lfunc_end33-_ZN8patternc14transpose_backILi16ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #112
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	mov	w12, #61440                     // =0xf000
	csel	w9, w9, w2, mi
	cmp	w2, #3
	fmov	s1, #0.50000000
	and	w11, w9, #0xfffffffc
	mov	w9, #4095                       // =0xfff
	sxtw	x16, w2
	csel	w11, w2, w11, gt
	mov	x8, xzr
	movk	w9, #51200, lsl #16
	sxtw	x15, w11
	mov	w10, #-1056964608               // =0xc1000000
	movk	w12, #18303, lsl #16
	add	x17, x1, x15, lsl #6
	sub	w13, w2, #4
	sbfiz	x14, x11, #1, #32
	sub	x15, x16, x15
	mov	w18, #31744                     // =0x7c00
	mov	w3, #32256                      // =0x7e00
	add	x16, x17, #8
	mov	w17, #2139095040                // =0x7f800000
                                        // kill: def $s0 killed $s0 def $q0
	str	x15, [sp, #8]                   // 8-byte Spill
	b	.LBB34_2
	.p2align	5, , 16
.LBB34_1:                               //   in Loop: Header=BB34_2 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	add	x16, x16, #16
	b.hs	.LBB34_24
.LBB34_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB34_5 Depth 2
                                        //     Child Loop BB34_16 Depth 2
	cmp	w11, #1
	b.lt	.LBB34_13
// %bb.3:                               //   in Loop: Header=BB34_2 Depth=1
	mov	w4, wzr
	add	x5, x1, x8, lsl #2
	add	x6, x0, x8, lsl #3
	b	.LBB34_5
	.p2align	5, , 16
.LBB34_4:                               //   in Loop: Header=BB34_5 Depth=2
	add	w4, w4, #4
	cmp	w4, w11
	b.ge	.LBB34_13
.LBB34_5:                               //   Parent Loop BB34_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w13, w4
	csel	w7, w13, w4, lt
	sxtw	x7, w7
	add	x19, x5, x7, lsl #6
	lsl	x7, x7, #1
	ldr	q2, [x19]
	fmul	v2.4s, v2.4s, v0.s[0]
	ldr	q3, [x19, #64]
	fmul	v3.4s, v3.4s, v0.s[0]
	ldr	q4, [x19, #128]
	fmul	v4.4s, v4.4s, v0.s[0]
	ldr	q5, [x19, #192]
	fmul	v5.4s, v5.4s, v0.s[0]
	ldr	x19, [x0, x8, lsl #3]
	zip1	v6.4s, v2.4s, v4.4s
	zip1	v7.4s, v3.4s, v5.4s
	cbz	x19, .LBB34_7
// %bb.6:                               //   in Loop: Header=BB34_5 Depth=2
	zip1	v16.4s, v6.4s, v7.4s
	fcvtn	v16.4h, v16.4s
	str	d16, [x19, x7]
.LBB34_7:                               //   in Loop: Header=BB34_5 Depth=2
	ldr	x19, [x6, #8]
	cbz	x19, .LBB34_9
// %bb.8:                               //   in Loop: Header=BB34_5 Depth=2
	zip2	v6.4s, v6.4s, v7.4s
	fcvtn	v6.4h, v6.4s
	str	d6, [x19, x7]
.LBB34_9:                               //   in Loop: Header=BB34_5 Depth=2
	ldr	x19, [x6, #16]
	zip2	v2.4s, v2.4s, v4.4s
	zip2	v3.4s, v3.4s, v5.4s
	cbz	x19, .LBB34_11
// %bb.10:                              //   in Loop: Header=BB34_5 Depth=2
	zip1	v4.4s, v2.4s, v3.4s
	fcvtn	v4.4h, v4.4s
	str	d4, [x19, x7]
.LBB34_11:                              //   in Loop: Header=BB34_5 Depth=2
	ldr	x19, [x6, #24]
	cbz	x19, .LBB34_4
// %bb.12:                              //   in Loop: Header=BB34_5 Depth=2
	zip2	v2.4s, v2.4s, v3.4s
	fcvtn	v2.4h, v2.4s
	str	d2, [x19, x7]
	b	.LBB34_4
	.p2align	5, , 16
.LBB34_13:                              //   in Loop: Header=BB34_2 Depth=1
	cmp	w11, w2
	b.ge	.LBB34_1
// %bb.14:                              //   in Loop: Header=BB34_2 Depth=1
	add	x7, x0, x8, lsl #3
	ldr	x24, [sp, #8]                   // 8-byte Reload
	mov	x23, x16
	ldp	x4, x5, [x7]
	add	x21, x4, x14
	ldp	x6, x7, [x7, #16]
	add	x19, x7, x14
	add	x20, x6, x14
	add	x22, x5, x14
	b	.LBB34_16
	.p2align	5, , 16
.LBB34_15:                              //   in Loop: Header=BB34_16 Depth=2
	subs	x24, x24, #1
	add	x19, x19, #2
	add	x20, x20, #2
	add	x23, x23, #64
	add	x21, x21, #2
	add	x22, x22, #2
	b.eq	.LBB34_1
.LBB34_16:                              //   Parent Loop BB34_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x4, .LBB34_18
// %bb.17:                              //   in Loop: Header=BB34_16 Depth=2
	ldur	s2, [x23, #-8]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w25, s2
	fmov	w26, s3
	ubfx	w30, w25, #13, #1
	fadd	s2, s3, s1
	lsr	w25, w25, #31
	add	w29, w26, w9
	cmp	w26, w17
	lsr	w27, w26, #23
	add	w29, w29, w30
	csel	w28, w3, w18, hi
	cmp	w26, w12
	lsr	w29, w29, #13
	csel	w26, w29, w28, lo
	fmov	w28, s2
	cmp	w27, #112
	add	w28, w28, w10
	csel	w26, w26, w28, hi
	orr	w25, w26, w25, lsl #15
	strh	w25, [x21]
.LBB34_18:                              //   in Loop: Header=BB34_16 Depth=2
	cbz	x5, .LBB34_20
// %bb.19:                              //   in Loop: Header=BB34_16 Depth=2
	ldur	s2, [x23, #-4]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w25, s2
	fmov	w26, s3
	fadd	s2, s3, s1
	ubfx	w15, w25, #13, #1
	lsr	w25, w25, #31
	add	w30, w26, w9
	fmov	w28, s2
	cmp	w26, w17
	lsr	w27, w26, #23
	add	w15, w30, w15
	csel	w29, w3, w18, hi
	cmp	w26, w12
	lsr	w15, w15, #13
	add	w28, w28, w10
	csel	w15, w15, w29, lo
	cmp	w27, #113
	csel	w15, w28, w15, lo
	orr	w15, w15, w25, lsl #15
	strh	w15, [x22]
.LBB34_20:                              //   in Loop: Header=BB34_16 Depth=2
	cbz	x6, .LBB34_22
// %bb.21:                              //   in Loop: Header=BB34_16 Depth=2
	ldr	s2, [x23]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w25, s3
	fadd	s2, s3, s1
	ubfx	w30, w15, #13, #1
	lsr	w15, w15, #31
	add	w29, w25, w9
	fmov	w27, s2
	cmp	w25, w17
	lsr	w26, w25, #23
	add	w29, w29, w30
	csel	w28, w3, w18, hi
	cmp	w25, w12
	lsr	w29, w29, #13
	add	w27, w27, w10
	csel	w25, w29, w28, lo
	cmp	w26, #113
	csel	w25, w27, w25, lo
	orr	w15, w25, w15, lsl #15
	strh	w15, [x20]
.LBB34_22:                              //   in Loop: Header=BB34_16 Depth=2
	cbz	x7, .LBB34_15
// %bb.23:                              //   in Loop: Header=BB34_16 Depth=2
	ldr	s2, [x23, #4]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w25, s3
	fadd	s2, s3, s1
	ubfx	w30, w15, #13, #1
	lsr	w15, w15, #31
	add	w29, w25, w9
	fmov	w27, s2
	cmp	w25, w17
	lsr	w26, w25, #23
	add	w29, w29, w30
	csel	w28, w3, w18, hi
	cmp	w25, w12
	lsr	w29, w29, #13
	add	w27, w27, w10
	csel	w25, w29, w28, lo
	cmp	w26, #113
	csel	w25, w27, w25, lo
	orr	w15, w25, w15, lsl #15
	strh	w15, [x19]
	b	.LBB34_15
.LBB34_24:
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #112
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end34:
	.size	_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif, .Lfunc_end34-_ZN8patternc14transpose_backILi16ELb0ENS_7Float16EEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	sxtw	x11, w2
	csel	w9, w9, w2, mi
	cmp	w2, #3
	mov	x8, xzr
	and	w9, w9, #0xfffffffc
	sub	w10, w2, #4
                                        // kill: def $s0 killed $s0 def $q0
	csel	w9, w2, w9, gt
	sxtw	x13, w9
	sbfiz	x12, x9, #3, #32
	sub	x11, x11, x13
	add	x13, x1, x13, lsl #6
	add	x13, x13, #8
	b	.LBB35_2
	.p2align	5, , 16
.LBB35_1:                               //   in Loop: Header=BB35_2 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	add	x13, x13, #16
	b.hs	.LBB35_24
.LBB35_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB35_5 Depth 2
                                        //     Child Loop BB35_16 Depth 2
	cmp	w9, #1
	b.lt	.LBB35_13
// %bb.3:                               //   in Loop: Header=BB35_2 Depth=1
	add	x3, x0, x8, lsl #3
	mov	w14, wzr
	add	x15, x1, x8, lsl #2
	ldp	x16, x17, [x3]
	ldp	x18, x3, [x3, #16]
	b	.LBB35_5
	.p2align	5, , 16
.LBB35_4:                               //   in Loop: Header=BB35_5 Depth=2
	add	w14, w14, #4
	cmp	w14, w9
	b.ge	.LBB35_13
.LBB35_5:                               //   Parent Loop BB35_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w14
	csel	w4, w10, w14, lt
	sxtw	x4, w4
	add	x5, x15, x4, lsl #6
	ldr	q2, [x5, #64]
	ldr	q1, [x5]
	fmul	v3.4s, v2.4s, v0.s[0]
	ldr	q2, [x5, #128]
	fmul	v1.4s, v1.4s, v0.s[0]
	ldr	q4, [x5, #192]
	fmul	v4.4s, v4.4s, v0.s[0]
	fmul	v2.4s, v2.4s, v0.s[0]
	cbz	x16, .LBB35_7
// %bb.6:                               //   in Loop: Header=BB35_5 Depth=2
	zip1	v5.2s, v3.2s, v2.2s
	add	x5, x16, x4, lsl #3
	fcvt	d6, s1
	fcvtl	v5.2d, v5.2s
	str	d6, [x5]
	stur	q5, [x5, #8]
	fcvt	d5, s4
	str	d5, [x5, #24]
.LBB35_7:                               //   in Loop: Header=BB35_5 Depth=2
	cbz	x17, .LBB35_9
// %bb.8:                               //   in Loop: Header=BB35_5 Depth=2
	zip2	v5.2s, v1.2s, v3.2s
	zip2	v6.2s, v2.2s, v4.2s
	add	x5, x17, x4, lsl #3
	fcvtl	v5.2d, v5.2s
	fcvtl	v6.2d, v6.2s
	stp	q5, q6, [x5]
.LBB35_9:                               //   in Loop: Header=BB35_5 Depth=2
	ext	v3.16b, v3.16b, v3.16b, #8
	ext	v5.16b, v1.16b, v1.16b, #8
	ext	v1.16b, v4.16b, v4.16b, #8
	ext	v2.16b, v2.16b, v2.16b, #8
	cbz	x18, .LBB35_11
// %bb.10:                              //   in Loop: Header=BB35_5 Depth=2
	zip1	v4.2s, v5.2s, v3.2s
	zip1	v6.2s, v2.2s, v1.2s
	add	x5, x18, x4, lsl #3
	fcvtl	v4.2d, v4.2s
	fcvtl	v6.2d, v6.2s
	stp	q4, q6, [x5]
.LBB35_11:                              //   in Loop: Header=BB35_5 Depth=2
	cbz	x3, .LBB35_4
// %bb.12:                              //   in Loop: Header=BB35_5 Depth=2
	zip2	v3.2s, v5.2s, v3.2s
	zip2	v1.2s, v2.2s, v1.2s
	add	x4, x3, x4, lsl #3
	fcvtl	v2.2d, v3.2s
	fcvtl	v1.2d, v1.2s
	stp	q2, q1, [x4]
	b	.LBB35_4
	.p2align	5, , 16
.LBB35_13:                              //   in Loop: Header=BB35_2 Depth=1
	cmp	w9, w2
	b.ge	.LBB35_1
// %bb.14:                              //   in Loop: Header=BB35_2 Depth=1
	add	x17, x0, x8, lsl #3
	mov	x6, x13
	mov	x7, x11
	ldp	x14, x15, [x17]
	add	x4, x14, x12
	ldp	x16, x17, [x17, #16]
	add	x18, x17, x12
	add	x3, x16, x12
	add	x5, x15, x12
	b	.LBB35_16
	.p2align	5, , 16
.LBB35_15:                              //   in Loop: Header=BB35_16 Depth=2
	subs	x7, x7, #1
	add	x18, x18, #8
	add	x3, x3, #8
	add	x6, x6, #64
	add	x4, x4, #8
	add	x5, x5, #8
	b.eq	.LBB35_1
.LBB35_16:                              //   Parent Loop BB35_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x14, .LBB35_18
// %bb.17:                              //   in Loop: Header=BB35_16 Depth=2
	ldur	s1, [x6, #-8]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x4]
.LBB35_18:                              //   in Loop: Header=BB35_16 Depth=2
	cbz	x15, .LBB35_20
// %bb.19:                              //   in Loop: Header=BB35_16 Depth=2
	ldur	s1, [x6, #-4]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x5]
.LBB35_20:                              //   in Loop: Header=BB35_16 Depth=2
	cbz	x16, .LBB35_22
// %bb.21:                              //   in Loop: Header=BB35_16 Depth=2
	ldr	s1, [x6]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x3]
.LBB35_22:                              //   in Loop: Header=BB35_16 Depth=2
	cbz	x17, .LBB35_15
// %bb.23:                              //   in Loop: Header=BB35_16 Depth=2
	ldr	s1, [x6, #4]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x18]
	b	.LBB35_15
.LBB35_24:
	ret
.Lfunc_end35:
	.size	_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif, .Lfunc_end35-_ZN8patternc14transpose_backILi16ELb0EdEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_,"axG",@progbits,_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_,comdat
	.weak	_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_ // -- Begin function _ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_
	.p2align	4
	.type	_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_,@function
_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_: // @_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_
	.cfi_startproc
// %bb.0:
	ldp	x11, x10, [x0]
	ldrb	w12, [x11]
	ldp	x8, x9, [x0, #16]
	cmp	w12, #1
	b.ne	.LBB36_2
// %bb.1:
	ldr	d0, [x8]
	ldr	x12, [x10]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_2:
	ldrb	w12, [x11, #1]
	cmp	w12, #1
	b.ne	.LBB36_4
// %bb.3:
	ldr	d0, [x8, #8]
	ldr	x12, [x10, #8]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_4:
	ldrb	w12, [x11, #2]
	cmp	w12, #1
	b.ne	.LBB36_6
// %bb.5:
	ldr	d0, [x8, #16]
	ldr	x12, [x10, #16]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_6:
	ldrb	w12, [x11, #3]
	cmp	w12, #1
	b.ne	.LBB36_8
// %bb.7:
	ldr	d0, [x8, #24]
	ldr	x12, [x10, #24]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_8:
	ldrb	w12, [x11, #4]
	cmp	w12, #1
	b.ne	.LBB36_10
// %bb.9:
	ldr	d0, [x8, #32]
	ldr	x12, [x10, #32]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_10:
	ldrb	w12, [x11, #5]
	cmp	w12, #1
	b.ne	.LBB36_12
// %bb.11:
	ldr	d0, [x8, #40]
	ldr	x12, [x10, #40]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_12:
	ldrb	w12, [x11, #6]
	cmp	w12, #1
	b.ne	.LBB36_14
// %bb.13:
	ldr	d0, [x8, #48]
	ldr	x12, [x10, #48]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_14:
	ldrb	w12, [x11, #7]
	cmp	w12, #1
	b.ne	.LBB36_16
// %bb.15:
	ldr	d0, [x8, #56]
	ldr	x12, [x10, #56]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_16:
	ldrb	w12, [x11, #8]
	cmp	w12, #1
	b.ne	.LBB36_18
// %bb.17:
	ldr	d0, [x8, #64]
	ldr	x12, [x10, #64]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_18:
	ldrb	w12, [x11, #9]
	cmp	w12, #1
	b.ne	.LBB36_20
// %bb.19:
	ldr	d0, [x8, #72]
	ldr	x12, [x10, #72]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_20:
	ldrb	w12, [x11, #10]
	cmp	w12, #1
	b.ne	.LBB36_22
// %bb.21:
	ldr	d0, [x8, #80]
	ldr	x12, [x10, #80]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_22:
	ldrb	w12, [x11, #11]
	cmp	w12, #1
	b.ne	.LBB36_24
// %bb.23:
	ldr	d0, [x8, #88]
	ldr	x12, [x10, #88]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_24:
	ldrb	w12, [x11, #12]
	cmp	w12, #1
	b.ne	.LBB36_26
// %bb.25:
	ldr	d0, [x8, #96]
	ldr	x12, [x10, #96]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_26:
	ldrb	w12, [x11, #13]
	cmp	w12, #1
	b.ne	.LBB36_28
// %bb.27:
	ldr	d0, [x8, #104]
	ldr	x12, [x10, #104]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_28:
	ldrb	w12, [x11, #14]
	cmp	w12, #1
	b.ne	.LBB36_30
// %bb.29:
	ldr	d0, [x8, #112]
	ldr	x12, [x10, #112]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x12, lsl #3]
.LBB36_30:
	ldrb	w11, [x11, #15]
	cmp	w11, #1
	b.ne	.LBB36_32
// %bb.31:
	ldr	d0, [x8, #120]
	ldr	x8, [x10, #120]
	ldr	d1, [x9]
	fmul	d0, d0, d1
	str	d0, [x1, x8, lsl #3]
.LBB36_32:
	ret
.Lfunc_end36:
	.size	_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_, .Lfunc_end36-_ZZN8patternc13store_numbersILi16EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEdENKUlPT_E_clIdEEDaSF_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,"axG",@progbits,_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,comdat
	.weak	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi // -- Begin function _ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,@function
_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi: // @_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
.Lfunc_begin9:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception9
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	sub	sp, sp, #528
	mov	w8, w5
	mov	w19, w5
	mov	x25, x4
	mov	x22, x2
	mov	x23, x1
	mov	x20, x0
	sxtw	x24, w8
	sbfiz	x21, x8, #8, #32
	str	x3, [sp]                        // 8-byte Spill
	b	.LBB37_2
	.p2align	5, , 16
.LBB37_1:                               //   in Loop: Header=BB37_2 Depth=1
	mov	x0, x20
	mov	x1, x21
	bl	_ZN8patternc7Scratch3addEm
.LBB37_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x8, x9, [x20]
	sub	x10, x9, x8
	ldr	x27, [x20, #24]
	cmp	x27, x10, asr #4
	b.eq	.LBB37_1
// %bb.3:                               //   in Loop: Header=BB37_2 Depth=1
	ldr	x10, [x20, #32]
	add	x11, x8, x27, lsl #4
	ldr	x12, [x11, #8]
	add	x28, x10, x21
	cmp	x28, x12
	b.ls	.LBB37_5
// %bb.4:                               //   in Loop: Header=BB37_2 Depth=1
	add	x8, x27, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB37_2
.LBB37_5:
	ldr	x11, [x11]
	lsl	x12, x24, #2
	add	x21, x11, x10
	add	x10, x12, #63
	str	x28, [x20, #32]
	and	x26, x10, #0xffffffffffffffc0
	mov	x10, x27
.LBB37_6:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB37_7 Depth 2
	sub	x11, x9, x8
	ldr	x9, [x20, #32]
	add	x8, x8, x10, lsl #4
	neg	x11, x11, asr #4
	add	x8, x8, #8
	add	x10, x10, #1
	.p2align	5, , 16
.LBB37_7:                               //   Parent Loop BB37_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x11, x10
	cmp	x12, #1
	b.eq	.LBB37_10
// %bb.8:                               //   in Loop: Header=BB37_7 Depth=2
	ldr	x13, [x8]
	add	x12, x9, x26
	cmp	x12, x13
	b.ls	.LBB37_12
// %bb.9:                               //   in Loop: Header=BB37_7 Depth=2
	mov	x9, xzr
	add	x8, x8, #16
	stp	x10, xzr, [x20, #24]
	add	x10, x10, #1
	b	.LBB37_7
	.p2align	5, , 16
.LBB37_10:                              //   in Loop: Header=BB37_6 Depth=1
.Ltmp94:                                // EH_LABEL
	mov	x0, x20
	mov	x1, x26
	bl	_ZN8patternc7Scratch3addEm
.Ltmp95:                                // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB37_6 Depth=1
	ldr	x10, [x20, #24]
	ldp	x8, x9, [x20]
	b	.LBB37_6
.LBB37_12:
	ldur	x8, [x8, #-8]
	subs	w24, w19, #1
	add	x26, x8, x9
	str	x12, [x20, #32]
	b.lt	.LBB37_14
// %bb.13:
	ubfiz	x2, x19, #2, #32
	mov	x0, x26
	mov	w1, wzr
	bl	memset
.LBB37_14:
	ldr	x9, [sp]                        // 8-byte Reload
	add	x10, sp, #8
	add	x8, x25, #1
	add	x10, x10, #8
	mov	w11, #64                        // =0x40
	add	x9, x9, #4
	b	.LBB37_16
	.p2align	5, , 16
.LBB37_15:                              //   in Loop: Header=BB37_16 Depth=1
	str	x12, [x10], #16
	add	x8, x8, #2
	add	x9, x9, #8
	subs	x11, x11, #2
	b.eq	.LBB37_20
.LBB37_16:                              // =>This Inner Loop Header: Depth=1
	ldurb	w12, [x8, #-1]
	cmp	w12, #1
	mov	x12, x26
	b.ne	.LBB37_18
// %bb.17:                              //   in Loop: Header=BB37_16 Depth=1
	ldursw	x12, [x9, #-4]
	mul	x12, x22, x12
	add	x12, x23, x12, lsl #2
.LBB37_18:                              //   in Loop: Header=BB37_16 Depth=1
	stur	x12, [x10, #-8]
	ldrb	w12, [x8]
	cmp	w12, #1
	mov	x12, x26
	b.ne	.LBB37_15
// %bb.19:                              //   in Loop: Header=BB37_16 Depth=1
	ldrsw	x12, [x9]
	mul	x12, x22, x12
	add	x12, x23, x12, lsl #2
	b	.LBB37_15
.LBB37_20:
	mov	x9, xzr
	sub	w8, w19, #4
	add	x10, sp, #8
	b	.LBB37_22
	.p2align	5, , 16
.LBB37_21:                              //   in Loop: Header=BB37_22 Depth=1
	cmp	x9, #60
	add	x9, x9, #4
	b.hs	.LBB37_29
.LBB37_22:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB37_24 Depth 2
	cmp	w19, #4
	b.lt	.LBB37_25
// %bb.23:                              //   in Loop: Header=BB37_22 Depth=1
	add	x16, x10, x9, lsl #3
	mov	w11, wzr
	add	x12, x21, x9, lsl #2
	ldp	x13, x14, [x16]
	ldp	x15, x16, [x16, #16]
	.p2align	5, , 16
.LBB37_24:                              //   Parent Loop BB37_22 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w8, w11
	csel	w17, w8, w11, lt
	add	w11, w11, #4
	sbfiz	x18, x17, #2, #32
	sxtw	x17, w17
	cmp	w11, w19
	ldr	q0, [x13, x18]
	add	x17, x12, x17, lsl #8
	ldr	q1, [x14, x18]
	ldr	q2, [x15, x18]
	zip1	v4.4s, v0.4s, v2.4s
	ldr	q3, [x16, x18]
	zip2	v6.4s, v0.4s, v2.4s
	zip1	v5.4s, v1.4s, v3.4s
	zip2	v7.4s, v1.4s, v3.4s
	add	x18, x17, #512
	zip2	v0.4s, v4.4s, v5.4s
	zip2	v1.4s, v6.4s, v7.4s
	st2	{ v4.2s, v5.2s }, [x17]
	st2	{ v6.2s, v7.2s }, [x18]
	str	q0, [x17, #256]
	str	q1, [x17, #768]
	b.lt	.LBB37_24
	b	.LBB37_21
	.p2align	5, , 16
.LBB37_25:                              //   in Loop: Header=BB37_22 Depth=1
	cmp	w24, #2
	b.hi	.LBB37_21
// %bb.26:                              //   in Loop: Header=BB37_22 Depth=1
	ldr	x11, [x10, x9, lsl #3]
	orr	x14, x9, #0x1
	add	x12, x21, x9, lsl #2
	ldr	x13, [x10, x14, lsl #3]
	orr	x16, x9, #0x2
	ldr	x15, [x10, x16, lsl #3]
	add	x14, x21, x14, lsl #2
	orr	x18, x9, #0x3
	ldr	x17, [x10, x18, lsl #3]
	add	x16, x21, x16, lsl #2
	add	x18, x21, x18, lsl #2
	cmp	w19, #1
	ldr	s0, [x11]
	str	s0, [x12]
	ldr	s0, [x13]
	str	s0, [x14]
	ldr	s0, [x15]
	str	s0, [x16]
	ldr	s0, [x17]
	str	s0, [x18]
	b.eq	.LBB37_21
// %bb.27:                              //   in Loop: Header=BB37_22 Depth=1
	ldr	s0, [x11, #4]
	cmp	w19, #2
	str	s0, [x12, #256]
	ldr	s0, [x13, #4]
	str	s0, [x14, #256]
	ldr	s0, [x15, #4]
	str	s0, [x16, #256]
	ldr	s0, [x17, #4]
	str	s0, [x18, #256]
	b.eq	.LBB37_21
// %bb.28:                              //   in Loop: Header=BB37_22 Depth=1
	ldr	s0, [x11, #8]
	str	s0, [x12, #512]
	ldr	s0, [x13, #8]
	str	s0, [x14, #512]
	ldr	s0, [x15, #8]
	str	s0, [x16, #512]
	ldr	s0, [x17, #8]
	str	s0, [x18, #512]
	b	.LBB37_21
.LBB37_29:
	stp	x27, x28, [x20, #24]
	mov	w1, w19
	mov	x0, x21
	add	sp, sp, #528
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB37_30:
	.cfi_restore_state
.Ltmp96:                                // EH_LABEL
	stp	x27, x28, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end37:
	.size	_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi, .Lfunc_end37-_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,"aG",@progbits,_ZN8patternc9load_rowsILi64EfEENS_4RowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,comdat
	.p2align	2, 0x0
GCC_except_table37:
.Lexception9:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end9-.Lcst_begin9
.Lcst_begin9:
	.uleb128 .Lfunc_begin9-.Lfunc_begin9    // >> Call Site 1 <<
	.uleb128 .Ltmp94-.Lfunc_begin9          //   Call between .Lfunc_begin9 and .Ltmp94
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp94-.Lfunc_begin9          // >> Call Site 2 <<
	.uleb128 .Ltmp95-.Ltmp94                //   Call between .Ltmp94 and .Ltmp95
	.uleb128 .Ltmp96-.Lfunc_begin9          //     jumps to .Ltmp96
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp95-.Lfunc_begin9          // >> Call Site 3 <<
	.uleb128 .Lfunc_end37-.Ltmp95           //   Call between .Ltmp95 and .Lfunc_end37
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end9:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi,"axG",@progbits,_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi,comdat
	.weak	_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi // -- Begin function _ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	.p2align	4
	.type	_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi,@function
_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi: // @_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-80]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 80
	str	x25, [sp, #16]                  // 8-byte Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	mov	w20, w1
	mov	x21, x0
	mov	x19, x8
	b	.LBB38_2
	.p2align	5, , 16
.LBB38_1:                               //   in Loop: Header=BB38_2 Depth=1
	mov	x0, x21
	mov	w1, #256                        // =0x100
	bl	_ZN8patternc7Scratch3addEm
.LBB38_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x10, x9, [x21]
	sub	x11, x9, x10
	ldr	x8, [x21, #24]
	cmp	x8, x11, asr #4
	b.eq	.LBB38_1
// %bb.3:                               //   in Loop: Header=BB38_2 Depth=1
	ldr	x11, [x21, #32]
	add	x13, x10, x8, lsl #4
	ldr	x14, [x13, #8]
	add	x12, x11, #256
	cmp	x12, x14
	b.ls	.LBB38_5
// %bb.4:                               //   in Loop: Header=BB38_2 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x21, #24]
	b	.LBB38_2
.LBB38_5:
	ldr	x13, [x13]
	str	x12, [x21, #32]
	add	x24, x13, x11
	str	x24, [x19]
	b	.LBB38_7
	.p2align	5, , 16
.LBB38_6:                               //   in Loop: Header=BB38_7 Depth=1
	mov	x0, x21
	mov	w1, #256                        // =0x100
	bl	_ZN8patternc7Scratch3addEm
	ldr	x8, [x21, #24]
	ldp	x10, x9, [x21]
.LBB38_7:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB38_8 Depth 2
	sub	x11, x9, x10
	add	x13, x10, x8, lsl #4
	asr	x12, x11, #4
	ldr	x11, [x21, #32]
	add	x13, x13, #8
	cmp	x12, x8
	b.eq	.LBB38_6
	.p2align	5, , 16
.LBB38_8:                               //   Parent Loop BB38_7 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x15, [x13]
	add	x14, x11, #256
	cmp	x14, x15
	b.ls	.LBB38_10
// %bb.9:                               //   in Loop: Header=BB38_8 Depth=2
	add	x8, x8, #1
	mov	x11, xzr
	add	x13, x13, #16
	stp	x8, xzr, [x21, #24]
	cmp	x12, x8
	b.ne	.LBB38_8
	b	.LBB38_6
.LBB38_10:
	ldur	x12, [x13, #-8]
	sbfiz	x22, x20, #8, #32
	add	x25, x12, x11
	str	x14, [x21, #32]
	str	x25, [x19, #8]
	b	.LBB38_12
	.p2align	5, , 16
.LBB38_11:                              //   in Loop: Header=BB38_12 Depth=1
	mov	x0, x21
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
	ldr	x8, [x21, #24]
	ldp	x10, x9, [x21]
.LBB38_12:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB38_13 Depth 2
	sub	x11, x9, x10
	ldr	x9, [x21, #32]
	add	x10, x10, x8, lsl #4
	neg	x11, x11, asr #4
	add	x10, x10, #8
	add	x8, x8, #1
	.p2align	5, , 16
.LBB38_13:                              //   Parent Loop BB38_12 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x11, x8
	cmp	x12, #1
	b.eq	.LBB38_11
// %bb.14:                              //   in Loop: Header=BB38_13 Depth=2
	ldr	x13, [x10]
	add	x12, x9, x22
	cmp	x12, x13
	b.ls	.LBB38_16
// %bb.15:                              //   in Loop: Header=BB38_13 Depth=2
	mov	x9, xzr
	add	x10, x10, #16
	stp	x8, xzr, [x21, #24]
	add	x8, x8, #1
	b	.LBB38_13
.LBB38_16:
	ldur	x8, [x10, #-8]
	cmp	w20, #1
	add	x23, x8, x9
	str	x12, [x21, #32]
	b.lt	.LBB38_18
// %bb.17:
	mov	x0, x23
	mov	w1, wzr
	mov	x2, x22
	bl	memset
.LBB38_18:
	mvni	v0.4s, #127, msl #16
	mov	w8, w20
	stp	q0, q0, [x24]
	stp	q0, q0, [x24, #32]
	stp	q0, q0, [x24, #64]
	stp	q0, q0, [x24, #96]
	stp	q0, q0, [x24, #128]
	stp	q0, q0, [x24, #160]
	stp	q0, q0, [x24, #192]
	stp	q0, q0, [x24, #224]
	movi	v0.2d, #0000000000000000
	stp	q0, q0, [x25]
	stp	q0, q0, [x25, #32]
	stp	q0, q0, [x25, #64]
	stp	q0, q0, [x25, #96]
	stp	q0, q0, [x25, #128]
	stp	q0, q0, [x25, #160]
	stp	q0, q0, [x25, #192]
	stp	q0, q0, [x25, #224]
	stp	x23, x8, [x19, #16]
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x25, [sp, #16]                  // 8-byte Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #80             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end38:
	.size	_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi, .Lfunc_end38-_ZN8patternc13start_softmaxILi64EEENS_7SoftmaxIXT_EEERNS_7ScratchEi
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE,"axG",@progbits,_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE,comdat
	.weak	_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE // -- Begin function _ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
	.p2align	4
	.type	_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE,@function
_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE: // @_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
	.cfi_startproc
// %bb.0:
	str	d14, [sp, #-128]!               // 8-byte Folded Spill
	.cfi_def_cfa_offset 128
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #80]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #96]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #112]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
	.cfi_offset b8, -72
	.cfi_offset b9, -80
	.cfi_offset b10, -88
	.cfi_offset b11, -96
	.cfi_offset b12, -104
	.cfi_offset b13, -112
	.cfi_offset b14, -128
	ldrsw	x8, [x2, #16]
	mov	x19, x2
	mov	x20, x1
	mov	x22, x0
	mov	w21, w8
	lsl	x23, x8, #8
	b	.LBB39_2
	.p2align	5, , 16
.LBB39_1:                               //   in Loop: Header=BB39_2 Depth=1
	mov	x0, x22
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.LBB39_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x9, x10, [x22]
	sub	x10, x10, x9
	ldr	x8, [x22, #24]
	cmp	x8, x10, asr #4
	b.eq	.LBB39_1
// %bb.3:                               //   in Loop: Header=BB39_2 Depth=1
	ldr	x12, [x22, #32]
	add	x14, x9, x8, lsl #4
	ldr	x9, [x14, #8]
	add	x13, x12, x23
	cmp	x13, x9
	b.ls	.LBB39_5
// %bb.4:                               //   in Loop: Header=BB39_2 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x22, #24]
	b	.LBB39_2
.LBB39_5:
	ldp	x10, x11, [x19]
	mov	w15, #43691                     // =0xaaab
	ldr	x14, [x14]
	str	x13, [x22, #32]
	mov	x8, xzr
	mov	x9, xzr
	movk	w15, #43690, lsl #16
	mov	w16, #6                         // =0x6
	add	x13, x11, x11, lsl #1
	add	x0, x14, x12
	lsl	x12, x11, #2
	mov	w14, #32                        // =0x20
	lsl	x13, x13, #3
	b	.LBB39_7
	.p2align	5, , 16
.LBB39_6:                               //   in Loop: Header=BB39_7 Depth=1
	add	x9, x9, #1
	add	x8, x8, #16
	add	x14, x14, #64
	cmp	x9, #4
	b.eq	.LBB39_36
.LBB39_7:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB39_12 Depth 2
                                        //       Child Loop BB39_14 Depth 3
                                        //     Child Loop BB39_23 Depth 2
                                        //       Child Loop BB39_25 Depth 3
                                        //     Child Loop BB39_28 Depth 2
                                        //       Child Loop BB39_30 Depth 3
                                        //     Child Loop BB39_33 Depth 2
                                        //       Child Loop BB39_35 Depth 3
	ldp	w2, w18, [x19, #16]
	ldr	x1, [x20]
	add	x17, x0, x8, lsl #2
                                        // kill: def $w18 killed $w18 def $x18
	sxtw	x18, w18
	subs	w4, w2, #6
	b.ge	.LBB39_9
// %bb.8:                               //   in Loop: Header=BB39_7 Depth=1
	mov	w3, wzr
	cmp	w3, w2
	b.ge	.LBB39_6
	b	.LBB39_16
	.p2align	5, , 16
.LBB39_9:                               //   in Loop: Header=BB39_7 Depth=1
	umull	x4, w4, w15
	mov	x3, xzr
	mov	x6, x10
	lsr	x4, x4, #34
	add	w5, w4, #1
	b	.LBB39_12
	.p2align	5, , 16
.LBB39_10:                              //   in Loop: Header=BB39_12 Depth=2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
.LBB39_11:                              //   in Loop: Header=BB39_12 Depth=2
	add	x7, x3, x3, lsl #1
	add	x3, x3, #1
	add	x6, x6, x13
	lsl	x7, x7, #9
	cmp	x3, x5
	add	x7, x17, x7
	stp	q31, q30, [x7]
	stp	q29, q28, [x7, #32]
	stp	q27, q26, [x7, #256]
	stp	q25, q24, [x7, #288]
	stp	q23, q22, [x7, #512]
	stp	q21, q20, [x7, #544]
	stp	q19, q18, [x7, #768]
	stp	q17, q16, [x7, #800]
	str	q7, [x7, #1024]
	str	q6, [x7, #1040]
	str	q5, [x7, #1056]
	str	q4, [x7, #1072]
	str	q3, [x7, #1280]
	str	q2, [x7, #1296]
	str	q1, [x7, #1312]
	str	q0, [x7, #1328]
	b.eq	.LBB39_15
.LBB39_12:                              //   Parent Loop BB39_7 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB39_14 Depth 3
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	cmp	w18, #1
	b.lt	.LBB39_10
// %bb.13:                              //   in Loop: Header=BB39_12 Depth=2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x7, x1, x14
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	mov	x22, x18
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	mov	x23, x6
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	.p2align	5, , 16
.LBB39_14:                              //   Parent Loop BB39_7 Depth=1
                                        //     Parent Loop BB39_12 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q11, q10, [x7, #-32]
	ldp	q9, q8, [x7], #256
	add	x24, x23, x11, lsl #2
	subs	x22, x22, #1
	ld1r	{ v12.4s }, [x23], #4
	ld1r	{ v13.4s }, [x24], x12
	ld1r	{ v14.4s }, [x24], x12
	fmla	v31.4s, v11.4s, v12.4s
	fmla	v30.4s, v10.4s, v12.4s
	fmla	v29.4s, v9.4s, v12.4s
	fmla	v28.4s, v8.4s, v12.4s
	fmla	v27.4s, v11.4s, v13.4s
	fmla	v26.4s, v10.4s, v13.4s
	ld1r	{ v12.4s }, [x24], x12
	fmla	v25.4s, v9.4s, v13.4s
	fmla	v24.4s, v8.4s, v13.4s
	fmla	v23.4s, v11.4s, v14.4s
	fmla	v22.4s, v10.4s, v14.4s
	fmla	v21.4s, v9.4s, v14.4s
	fmla	v20.4s, v8.4s, v14.4s
	fmla	v19.4s, v11.4s, v12.4s
	fmla	v18.4s, v10.4s, v12.4s
	fmla	v17.4s, v9.4s, v12.4s
	fmla	v16.4s, v8.4s, v12.4s
	ld1r	{ v12.4s }, [x24], x12
	fmla	v7.4s, v11.4s, v12.4s
	fmla	v6.4s, v10.4s, v12.4s
	fmla	v5.4s, v9.4s, v12.4s
	fmla	v4.4s, v8.4s, v12.4s
	ldr	s12, [x24]
	fmla	v3.4s, v11.4s, v12.s[0]
	fmla	v2.4s, v10.4s, v12.s[0]
	fmla	v1.4s, v9.4s, v12.s[0]
	fmla	v0.4s, v8.4s, v12.s[0]
	b.ne	.LBB39_14
	b	.LBB39_11
	.p2align	5, , 16
.LBB39_15:                              //   in Loop: Header=BB39_7 Depth=1
	madd	w3, w4, w16, w16
	cmp	w3, w2
	b.ge	.LBB39_6
.LBB39_16:                              //   in Loop: Header=BB39_7 Depth=1
	add	w4, w3, #3
	cmp	w4, w2
	b.le	.LBB39_23
.LBB39_17:                              //   in Loop: Header=BB39_7 Depth=1
	cmp	w3, w2
	b.ge	.LBB39_6
// %bb.18:                              //   in Loop: Header=BB39_7 Depth=1
	add	w4, w3, #2
                                        // kill: def $w3 killed $w3 killed $x3 def $x3
	cmp	w4, w2
	b.le	.LBB39_28
.LBB39_19:                              //   in Loop: Header=BB39_7 Depth=1
	subs	w2, w2, w3
	b.le	.LBB39_6
// %bb.20:                              //   in Loop: Header=BB39_7 Depth=1
	mov	w3, w3
	mov	x4, xzr
	add	x1, x1, x14
	madd	x5, x12, x3, x10
	b	.LBB39_33
	.p2align	5, , 16
.LBB39_21:                              //   in Loop: Header=BB39_23 Depth=2
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
.LBB39_22:                              //   in Loop: Header=BB39_23 Depth=2
	ubfiz	x5, x3, #8, #32
	add	x4, x4, #3
	add	w3, w3, #3
	add	x5, x17, x5
	cmp	w2, w4
	stp	q19, q18, [x5]
	stp	q17, q16, [x5, #32]
	stp	q7, q6, [x5, #256]
	stp	q5, q4, [x5, #288]
	stp	q3, q2, [x5, #512]
	stp	q1, q0, [x5, #544]
	b.lt	.LBB39_17
.LBB39_23:                              //   Parent Loop BB39_7 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB39_25 Depth 3
	cmp	w18, #1
	b.lt	.LBB39_21
// %bb.24:                              //   in Loop: Header=BB39_23 Depth=2
	ubfiz	x23, x3, #2, #32
	mov	w22, w3
	movi	v0.2d, #0000000000000000
	add	x7, x23, #4
	add	x23, x23, #8
	madd	x22, x12, x22, x10
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	madd	x7, x11, x7, x10
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	madd	x23, x11, x23, x10
	mov	x5, x18
	add	x6, x1, x14
	.p2align	5, , 16
.LBB39_25:                              //   Parent Loop BB39_7 Depth=1
                                        //     Parent Loop BB39_23 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q22, q20, [x6, #-16]
	ldur	q21, [x6, #-32]
	ldr	q23, [x6, #16]
	ld1r	{ v24.4s }, [x22], #4
	ld1r	{ v25.4s }, [x7], #4
	add	x6, x6, #256
	subs	x5, x5, #1
	fmla	v19.4s, v21.4s, v24.4s
	fmla	v18.4s, v22.4s, v24.4s
	fmla	v17.4s, v20.4s, v24.4s
	fmla	v16.4s, v23.4s, v24.4s
	ld1r	{ v24.4s }, [x23], #4
	fmla	v7.4s, v21.4s, v25.4s
	fmla	v6.4s, v22.4s, v25.4s
	fmla	v5.4s, v20.4s, v25.4s
	fmla	v4.4s, v23.4s, v25.4s
	fmla	v3.4s, v21.4s, v24.4s
	fmla	v2.4s, v22.4s, v24.4s
	fmla	v1.4s, v20.4s, v24.4s
	fmla	v0.4s, v23.4s, v24.4s
	b.ne	.LBB39_25
	b	.LBB39_22
	.p2align	5, , 16
.LBB39_26:                              //   in Loop: Header=BB39_28 Depth=2
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
.LBB39_27:                              //   in Loop: Header=BB39_28 Depth=2
	ubfiz	x5, x3, #8, #32
	add	x4, x4, #2
	add	w3, w3, #2
	add	x5, x17, x5
	cmp	w2, w4
	stp	q0, q1, [x5]
	stp	q2, q3, [x5, #32]
	stp	q4, q5, [x5, #256]
	stp	q6, q7, [x5, #288]
	b.lt	.LBB39_19
.LBB39_28:                              //   Parent Loop BB39_7 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB39_30 Depth 3
	cmp	w18, #1
	b.lt	.LBB39_26
// %bb.29:                              //   in Loop: Header=BB39_28 Depth=2
	ubfiz	x5, x3, #2, #32
	mov	w22, w3
	movi	v0.2d, #0000000000000000
	add	x5, x5, #4
	madd	x22, x12, x22, x10
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	madd	x5, x11, x5, x10
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	add	x6, x1, x14
	mov	x7, x18
	.p2align	5, , 16
.LBB39_30:                              //   Parent Loop BB39_7 Depth=1
                                        //     Parent Loop BB39_28 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q18, q16, [x6, #-16]
	ldur	q17, [x6, #-32]
	ldr	q19, [x6, #16]
	ld1r	{ v20.4s }, [x22], #4
	subs	x7, x7, #1
	add	x6, x6, #256
	fmla	v0.4s, v17.4s, v20.4s
	fmla	v1.4s, v18.4s, v20.4s
	fmla	v2.4s, v16.4s, v20.4s
	fmla	v3.4s, v19.4s, v20.4s
	ld1r	{ v20.4s }, [x5], #4
	fmla	v4.4s, v17.4s, v20.4s
	fmla	v5.4s, v18.4s, v20.4s
	fmla	v6.4s, v16.4s, v20.4s
	fmla	v7.4s, v19.4s, v20.4s
	b.ne	.LBB39_30
	b	.LBB39_27
	.p2align	5, , 16
.LBB39_31:                              //   in Loop: Header=BB39_33 Depth=2
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB39_32:                              //   in Loop: Header=BB39_33 Depth=2
	add	x6, x4, x3
	add	x4, x4, #1
	add	x5, x5, x12
	add	x6, x17, x6, lsl #8
	cmp	w2, w4
	stp	q0, q1, [x6]
	stp	q2, q3, [x6, #32]
	b.eq	.LBB39_6
.LBB39_33:                              //   Parent Loop BB39_7 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB39_35 Depth 3
	movi	v0.2d, #0000000000000000
	cmp	w18, #1
	b.lt	.LBB39_31
// %bb.34:                              //   in Loop: Header=BB39_33 Depth=2
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	mov	x6, x1
	movi	v3.2d, #0000000000000000
	mov	x7, x18
	mov	x22, x5
	.p2align	5, , 16
.LBB39_35:                              //   Parent Loop BB39_7 Depth=1
                                        //     Parent Loop BB39_33 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q6, q4, [x6, #-16]
	ldur	q5, [x6, #-32]
	ldr	q7, [x6, #16]
	ld1r	{ v16.4s }, [x22], #4
	subs	x7, x7, #1
	add	x6, x6, #256
	fmla	v0.4s, v5.4s, v16.4s
	fmla	v1.4s, v6.4s, v16.4s
	fmla	v2.4s, v4.4s, v16.4s
	fmla	v3.4s, v7.4s, v16.4s
	b.ne	.LBB39_35
	b	.LBB39_32
.LBB39_36:
	mov	x1, x21
	.cfi_def_cfa wsp, 128
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	ldp	x20, x19, [sp, #112]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #96]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	ldr	d14, [sp], #128                 // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	ret
.Lfunc_end39:
	.size	_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE, .Lfunc_end39-_ZN8patternc8multiplyILi64EEENS_5PairsIXT_EEERNS_7ScratchERKNS_4RowsIXT_EEERKNS_7ColumnsE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff,"axG",@progbits,_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff,comdat
	.weak	_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff // -- Begin function _ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
	.p2align	4
	.type	_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff,@function
_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff: // @_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
	.cfi_startproc
// %bb.0:
	str	x29, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w29, -16
	sub	sp, sp, #512
	.cfi_def_cfa_offset 528
	ldr	w8, [x1, #8]
	mvni	v2.4s, #127, msl #16
                                        // kill: def $s1 killed $s1 def $q1
                                        // kill: def $s0 killed $s0 def $q0
	cmp	w8, #1
	stp	q2, q2, [sp, #256]
	stp	q2, q2, [sp, #288]
	stp	q2, q2, [sp, #320]
	stp	q2, q2, [sp, #352]
	stp	q2, q2, [sp, #384]
	stp	q2, q2, [sp, #416]
	stp	q2, q2, [sp, #448]
	stp	q2, q2, [sp, #480]
	b.lt	.LBB40_4
// %bb.1:
	ldr	x9, [x1]
	mvni	v3.4s, #127, msl #16
	mvni	v4.4s, #127, msl #16
	mvni	v5.4s, #127, msl #16
	mvni	v6.4s, #127, msl #16
	add	x9, x9, #128
	mvni	v7.4s, #127, msl #16
	mvni	v16.4s, #127, msl #16
	mvni	v17.4s, #127, msl #16
	mvni	v18.4s, #127, msl #16
	mvni	v19.4s, #127, msl #16
	mvni	v20.4s, #127, msl #16
	mvni	v21.4s, #127, msl #16
	mvni	v22.4s, #127, msl #16
	mvni	v23.4s, #127, msl #16
	mvni	v24.4s, #127, msl #16
	mvni	v25.4s, #127, msl #16
	mvni	v26.4s, #127, msl #16
	.p2align	5, , 16
.LBB40_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q27, q28, [x9, #-128]
	subs	x8, x8, #1
	fcmgt	v30.4s, v28.4s, v25.4s
	bit	v25.16b, v28.16b, v30.16b
	fcmgt	v29.4s, v27.4s, v26.4s
	bit	v26.16b, v27.16b, v29.16b
	ldp	q27, q29, [x9, #-96]
	fcmgt	v30.4s, v29.4s, v23.4s
	bit	v23.16b, v29.16b, v30.16b
	fcmgt	v28.4s, v27.4s, v24.4s
	bit	v24.16b, v27.16b, v28.16b
	ldp	q27, q28, [x9, #-64]
	fcmgt	v30.4s, v28.4s, v21.4s
	bit	v21.16b, v28.16b, v30.16b
	fcmgt	v29.4s, v27.4s, v22.4s
	bit	v22.16b, v27.16b, v29.16b
	ldp	q27, q29, [x9, #-32]
	fcmgt	v30.4s, v29.4s, v19.4s
	bit	v19.16b, v29.16b, v30.16b
	fcmgt	v28.4s, v27.4s, v20.4s
	bit	v20.16b, v27.16b, v28.16b
	ldp	q27, q28, [x9]
	fcmgt	v29.4s, v27.4s, v18.4s
	bit	v18.16b, v27.16b, v29.16b
	fcmgt	v27.4s, v28.4s, v17.4s
	bit	v17.16b, v28.16b, v27.16b
	ldp	q27, q28, [x9, #32]
	fcmgt	v29.4s, v27.4s, v16.4s
	bit	v16.16b, v27.16b, v29.16b
	fcmgt	v29.4s, v28.4s, v7.4s
	ldp	q27, q30, [x9, #64]
	bit	v7.16b, v28.16b, v29.16b
	fcmgt	v28.4s, v27.4s, v6.4s
	bit	v6.16b, v27.16b, v28.16b
	fcmgt	v27.4s, v30.4s, v5.4s
	bit	v5.16b, v30.16b, v27.16b
	ldp	q28, q27, [x9, #96]
	add	x9, x9, #256
	fcmgt	v29.4s, v28.4s, v4.4s
	bit	v4.16b, v28.16b, v29.16b
	fcmgt	v28.4s, v27.4s, v3.4s
	bit	v3.16b, v27.16b, v28.16b
	b.ne	.LBB40_2
// %bb.3:
	stp	q26, q25, [sp, #256]
	stp	q24, q23, [sp, #288]
	stp	q22, q21, [sp, #320]
	stp	q20, q19, [sp, #352]
	stp	q18, q17, [sp, #384]
	stp	q16, q7, [sp, #416]
	stp	q6, q5, [sp, #448]
	stp	q4, q3, [sp, #480]
.LBB40_4:
	mov	w10, #1262485504                // =0x4b400000
	mov	w11, #22388                     // =0x5774
	dup	v6.4s, v1.s[0]
	dup	v3.4s, w10
	mov	w10, #-884998144                // =0xcb400000
	movk	w11, #15843, lsl #16
	dup	v4.4s, w10
	mov	w10, #64990                     // =0xfdde
	dup	v17.4s, w11
	movk	w10, #14752, lsl #16
	mov	w11, #65006                     // =0xfdee
	movk	w11, #16117, lsl #16
	dup	v5.4s, w10
	mov	w10, #40746                     // =0x9f2a
	dup	v18.4s, w11
	movk	w10, #15151, lsl #16
	mov	w11, #29208                     // =0x7218
	movk	w11, #16305, lsl #16
	dup	v7.4s, w10
	mov	w10, #38567                     // =0x96a7
	dup	v19.4s, w11
	movk	w10, #15517, lsl #16
	mov	w11, #-1023803392               // =0xc2fa0000
	dup	v21.4s, w11
	dup	v16.4s, w10
	movi	v1.2d, #0000000000000000
	movi	v20.4s, #63, lsl #24
	fmov	v22.4s, #1.00000000
	mov	x8, xzr
	mov	x9, xzr
	add	x10, sp, #256
	mov	x11, sp
	b	.LBB40_6
	.p2align	5, , 16
.LBB40_5:                               //   in Loop: Header=BB40_6 Depth=1
	lsl	x13, x9, #2
	add	x9, x9, #1
	add	x8, x8, #16
	lsl	x13, x13, #2
	cmp	x9, #16
	str	q23, [x12, x13]
	ldr	x12, [x0, #8]
	fcmeq	v23.4s, v24.4s, v22.4s
	orn	v1.16b, v1.16b, v23.16b
	str	q25, [x12, x13]
	b.eq	.LBB40_10
.LBB40_6:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB40_8 Depth 2
	lsl	x13, x9, #4
	ldp	x12, x15, [x0]
	ldr	q23, [x10, x13]
	mov	v25.16b, v6.16b
	mov	v28.16b, v7.16b
	mov	v29.16b, v16.16b
	ldr	x14, [x1]
	ldr	q24, [x12, x13]
	fmla	v25.4s, v23.4s, v0.s[0]
	fcmgt	v23.4s, v25.4s, v24.4s
	bsl	v23.16b, v25.16b, v24.16b
	fcmeq	v25.4s, v23.4s, v2.4s
	bic	v26.16b, v23.16b, v25.16b
	fsub	v24.4s, v24.4s, v26.4s
	fadd	v25.4s, v24.4s, v3.4s
	fadd	v27.4s, v25.4s, v4.4s
	shl	v25.4s, v25.4s, #23
	fsub	v27.4s, v24.4s, v27.4s
	add	v25.4s, v25.4s, v20.4s
	fcmgt	v24.4s, v21.4s, v24.4s
	fmla	v28.4s, v5.4s, v27.4s
	fmla	v29.4s, v28.4s, v27.4s
	mov	v28.16b, v17.16b
	fmla	v28.4s, v29.4s, v27.4s
	mov	v29.16b, v18.16b
	fmla	v29.4s, v28.4s, v27.4s
	mov	v28.16b, v19.16b
	fmla	v28.4s, v29.4s, v27.4s
	movi	v29.4s, #64, lsl #24
	fmla	v29.4s, v28.4s, v27.4s
	fmul	v25.4s, v29.4s, v25.4s
	bic	v24.16b, v25.16b, v24.16b
	ldr	q25, [x15, x13]
	fmul	v25.4s, v25.4s, v24.4s
	str	q24, [x11, x13]
	ldr	w13, [x1, #8]
	cmp	w13, #1
	b.lt	.LBB40_5
// %bb.7:                               //   in Loop: Header=BB40_6 Depth=1
	fsub	v26.4s, v26.4s, v6.4s
	mov	x12, xzr
	add	x13, x14, x8
	fneg	v26.4s, v26.4s
	.p2align	5, , 16
.LBB40_8:                               //   Parent Loop BB40_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q27, [x13]
	mov	v28.16b, v26.16b
	mov	v30.16b, v7.16b
	mov	v31.16b, v16.16b
	add	x12, x12, #1
	fmla	v28.4s, v27.4s, v0.s[0]
	fadd	v27.4s, v28.4s, v3.4s
	fadd	v29.4s, v27.4s, v4.4s
	shl	v27.4s, v27.4s, #23
	fsub	v29.4s, v28.4s, v29.4s
	add	v27.4s, v27.4s, v20.4s
	fcmgt	v28.4s, v21.4s, v28.4s
	fmla	v30.4s, v5.4s, v29.4s
	fmla	v31.4s, v30.4s, v29.4s
	mov	v30.16b, v17.16b
	fmla	v30.4s, v31.4s, v29.4s
	mov	v31.16b, v18.16b
	fmla	v31.4s, v30.4s, v29.4s
	mov	v30.16b, v19.16b
	fmla	v30.4s, v31.4s, v29.4s
	movi	v31.4s, #64, lsl #24
	fmla	v31.4s, v30.4s, v29.4s
	fmul	v27.4s, v31.4s, v27.4s
	bic	v27.16b, v27.16b, v28.16b
	fadd	v25.4s, v25.4s, v27.4s
	str	q27, [x13]
	add	x13, x13, #256
	ldrsw	x14, [x1, #8]
	cmp	x12, x14
	b.lt	.LBB40_8
// %bb.9:                               //   in Loop: Header=BB40_6 Depth=1
	ldr	x12, [x0]
	b	.LBB40_5
.LBB40_10:
	ext	v0.16b, v1.16b, v1.16b, #8
	orr	v0.8b, v1.8b, v0.8b
	fmov	x8, d0
	lsr	x9, x8, #32
	orr	w8, w8, w9
	cbz	w8, .LBB40_14
// %bb.11:
	ldr	w8, [x0, #24]
	cmp	w8, #1
	b.lt	.LBB40_14
// %bb.12:
	ldp	q0, q1, [sp]
	ldp	q2, q3, [sp, #32]
	ldp	q4, q5, [sp, #64]
	ldp	q6, q7, [sp, #96]
	ldp	q16, q17, [sp, #128]
	ldp	q18, q19, [sp, #160]
	ldp	q20, q21, [sp, #192]
	ldp	q22, q23, [sp, #224]
	mov	x8, xzr
	mov	w9, #240                        // =0xf0
	.p2align	5, , 16
.LBB40_13:                              // =>This Inner Loop Header: Depth=1
	ldr	x10, [x0, #16]
	add	x8, x8, #1
	add	x10, x10, x9
	add	x9, x9, #256
	ldp	q24, q25, [x10, #-240]
	fmul	v25.4s, v25.4s, v1.4s
	fmul	v24.4s, v24.4s, v0.4s
	stp	q24, q25, [x10, #-240]
	ldp	q24, q25, [x10, #-208]
	fmul	v25.4s, v25.4s, v3.4s
	fmul	v24.4s, v24.4s, v2.4s
	stp	q24, q25, [x10, #-208]
	ldp	q24, q25, [x10, #-176]
	fmul	v25.4s, v25.4s, v5.4s
	fmul	v24.4s, v24.4s, v4.4s
	stp	q24, q25, [x10, #-176]
	ldp	q24, q25, [x10, #-144]
	fmul	v25.4s, v25.4s, v7.4s
	fmul	v24.4s, v24.4s, v6.4s
	stp	q24, q25, [x10, #-144]
	ldp	q24, q25, [x10, #-112]
	fmul	v25.4s, v25.4s, v17.4s
	fmul	v24.4s, v24.4s, v16.4s
	stp	q24, q25, [x10, #-112]
	ldp	q24, q25, [x10, #-80]
	fmul	v25.4s, v25.4s, v19.4s
	fmul	v24.4s, v24.4s, v18.4s
	stp	q24, q25, [x10, #-80]
	ldp	q24, q25, [x10, #-48]
	fmul	v25.4s, v25.4s, v21.4s
	fmul	v24.4s, v24.4s, v20.4s
	stp	q24, q25, [x10, #-48]
	ldp	q24, q25, [x10, #-16]
	fmul	v25.4s, v25.4s, v23.4s
	fmul	v24.4s, v24.4s, v22.4s
	stp	q24, q25, [x10, #-16]
	ldrsw	x10, [x0, #24]
	cmp	x8, x10
	b.lt	.LBB40_13
.LBB40_14:
	add	sp, sp, #512
	.cfi_def_cfa_offset 16
	ldr	x29, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w29
	ret
.Lfunc_end40:
	.size	_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff, .Lfunc_end40-_ZN8patternc7take_inILi64EEEvRNS_7SoftmaxIXT_EEERNS_5PairsIXT_EEEff
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE,"axG",@progbits,_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE,comdat
	.weak	_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE // -- Begin function _ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
	.p2align	4
	.type	_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE,@function
_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE: // @_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
	.cfi_startproc
// %bb.0:
	str	d14, [sp, #-96]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	d13, d12, [sp, #8]              // 16-byte Folded Spill
	str	x23, [sp, #56]                  // 8-byte Spill
	stp	d11, d10, [sp, #24]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #40]               // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset b8, -48
	.cfi_offset b9, -56
	.cfi_offset b10, -64
	.cfi_offset b11, -72
	.cfi_offset b12, -80
	.cfi_offset b13, -88
	.cfi_offset b14, -96
	ldp	x10, x11, [x2]
	mov	w16, #43691                     // =0xaaab
	mov	x8, xzr
	mov	x9, xzr
	mov	w14, #32                        // =0x20
	mov	w15, #6                         // =0x6
	movk	w16, #43690, lsl #16
	lsl	x11, x11, #2
	add	x12, x10, #8
	add	x13, x10, #4
	b	.LBB41_2
	.p2align	5, , 16
.LBB41_1:                               //   in Loop: Header=BB41_2 Depth=1
	add	x9, x9, #1
	add	x8, x8, #16
	add	x14, x14, #64
	cmp	x9, #4
	b.eq	.LBB41_31
.LBB41_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB41_7 Depth 2
                                        //       Child Loop BB41_9 Depth 3
                                        //     Child Loop BB41_18 Depth 2
                                        //       Child Loop BB41_20 Depth 3
                                        //     Child Loop BB41_23 Depth 2
                                        //       Child Loop BB41_25 Depth 3
                                        //     Child Loop BB41_28 Depth 2
                                        //       Child Loop BB41_30 Depth 3
	ldr	x17, [x0]
	ldr	x4, [x1]
	add	x17, x17, x8, lsl #2
	ldp	w3, w18, [x2, #16]
                                        // kill: def $w3 killed $w3 def $x3
	sxtw	x3, w3
	subs	w5, w18, #6
	b.ge	.LBB41_4
// %bb.3:                               //   in Loop: Header=BB41_2 Depth=1
	mov	w5, wzr
	cmp	w5, w18
	b.ge	.LBB41_1
	b	.LBB41_11
	.p2align	5, , 16
.LBB41_4:                               //   in Loop: Header=BB41_2 Depth=1
	mov	x6, xzr
	add	x7, x10, #12
	mov	w19, #6                         // =0x6
	b	.LBB41_7
	.p2align	5, , 16
.LBB41_5:                               //   in Loop: Header=BB41_7 Depth=2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
.LBB41_6:                               //   in Loop: Header=BB41_7 Depth=2
	add	x20, x17, x6, lsl #8
	add	x19, x19, #6
	add	x6, x6, #6
	add	x7, x7, #24
	cmp	x19, x18
	ldp	q8, q9, [x20]
	fadd	v30.4s, v30.4s, v9.4s
	fadd	v31.4s, v31.4s, v8.4s
	stp	q31, q30, [x20]
	ldp	q31, q8, [x20, #32]
	fadd	v28.4s, v28.4s, v8.4s
	fadd	v29.4s, v29.4s, v31.4s
	stp	q29, q28, [x20, #32]
	ldp	q28, q29, [x20, #256]
	fadd	v26.4s, v26.4s, v29.4s
	fadd	v27.4s, v27.4s, v28.4s
	stp	q27, q26, [x20, #256]
	ldp	q26, q27, [x20, #288]
	fadd	v24.4s, v24.4s, v27.4s
	fadd	v25.4s, v25.4s, v26.4s
	stp	q25, q24, [x20, #288]
	ldp	q24, q25, [x20, #512]
	fadd	v22.4s, v22.4s, v25.4s
	fadd	v23.4s, v23.4s, v24.4s
	stp	q23, q22, [x20, #512]
	ldp	q22, q23, [x20, #544]
	fadd	v20.4s, v20.4s, v23.4s
	fadd	v21.4s, v21.4s, v22.4s
	stp	q21, q20, [x20, #544]
	ldp	q20, q21, [x20, #768]
	fadd	v18.4s, v18.4s, v21.4s
	fadd	v19.4s, v19.4s, v20.4s
	stp	q19, q18, [x20, #768]
	ldp	q18, q19, [x20, #800]
	fadd	v16.4s, v16.4s, v19.4s
	fadd	v17.4s, v17.4s, v18.4s
	stp	q17, q16, [x20, #800]
	ldr	q16, [x20, #1024]
	fadd	v7.4s, v7.4s, v16.4s
	str	q7, [x20, #1024]
	ldr	q7, [x20, #1040]
	fadd	v6.4s, v6.4s, v7.4s
	str	q6, [x20, #1040]
	ldr	q6, [x20, #1056]
	fadd	v5.4s, v5.4s, v6.4s
	str	q5, [x20, #1056]
	ldr	q5, [x20, #1072]
	fadd	v4.4s, v4.4s, v5.4s
	str	q4, [x20, #1072]
	ldr	q4, [x20, #1280]
	fadd	v3.4s, v3.4s, v4.4s
	str	q3, [x20, #1280]
	ldr	q3, [x20, #1296]
	fadd	v2.4s, v2.4s, v3.4s
	str	q2, [x20, #1296]
	ldr	q2, [x20, #1312]
	fadd	v1.4s, v1.4s, v2.4s
	str	q1, [x20, #1312]
	ldr	q1, [x20, #1328]
	fadd	v0.4s, v0.4s, v1.4s
	str	q0, [x20, #1328]
	b.hi	.LBB41_10
.LBB41_7:                               //   Parent Loop BB41_2 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB41_9 Depth 3
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	cmp	w3, #1
	b.lt	.LBB41_5
// %bb.8:                               //   in Loop: Header=BB41_7 Depth=2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x20, x4, x14
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	mov	x21, x3
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	mov	x23, x7
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	mov	x22, x7
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	.p2align	5, , 16
.LBB41_9:                               //   Parent Loop BB41_2 Depth=1
                                        //     Parent Loop BB41_7 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q9, q8, [x20, #-32]
	ldp	q12, q13, [x20], #256
	ldp	s10, s11, [x23, #-12]
	ldur	s14, [x23, #-4]
	subs	x21, x21, #1
	fmla	v26.4s, v8.4s, v11.s[0]
	fmla	v24.4s, v13.4s, v11.s[0]
	fmla	v30.4s, v8.4s, v10.s[0]
	fmla	v28.4s, v13.4s, v10.s[0]
	fmla	v22.4s, v8.4s, v14.s[0]
	fmla	v20.4s, v13.4s, v14.s[0]
	fmla	v31.4s, v9.4s, v10.s[0]
	fmla	v29.4s, v12.4s, v10.s[0]
	fmla	v27.4s, v9.4s, v11.s[0]
	fmla	v25.4s, v12.4s, v11.s[0]
	ld1r	{ v10.4s }, [x22], x11
	fmla	v23.4s, v9.4s, v14.s[0]
	fmla	v21.4s, v12.4s, v14.s[0]
	fmla	v19.4s, v9.4s, v10.4s
	ldp	s11, s14, [x23, #4]
	fmla	v18.4s, v8.4s, v10.4s
	fmla	v17.4s, v12.4s, v10.4s
	fmla	v16.4s, v13.4s, v10.4s
	fmla	v7.4s, v9.4s, v11.s[0]
	fmla	v6.4s, v8.4s, v11.s[0]
	fmla	v5.4s, v12.4s, v11.s[0]
	fmla	v4.4s, v13.4s, v11.s[0]
	fmla	v3.4s, v9.4s, v14.s[0]
	fmla	v2.4s, v8.4s, v14.s[0]
	fmla	v1.4s, v12.4s, v14.s[0]
	fmla	v0.4s, v13.4s, v14.s[0]
	mov	x23, x22
	b.ne	.LBB41_9
	b	.LBB41_6
	.p2align	5, , 16
.LBB41_10:                              //   in Loop: Header=BB41_2 Depth=1
	umull	x5, w5, w16
	lsr	x5, x5, #34
	madd	w5, w5, w15, w15
	cmp	w5, w18
	b.ge	.LBB41_1
.LBB41_11:                              //   in Loop: Header=BB41_2 Depth=1
	add	w6, w5, #3
	cmp	w6, w18
	b.le	.LBB41_18
.LBB41_12:                              //   in Loop: Header=BB41_2 Depth=1
	cmp	w5, w18
	b.ge	.LBB41_1
// %bb.13:                              //   in Loop: Header=BB41_2 Depth=1
	add	w6, w5, #2
	cmp	w6, w18
	b.le	.LBB41_23
.LBB41_14:                              //   in Loop: Header=BB41_2 Depth=1
	cmp	w5, w18
	b.ge	.LBB41_1
// %bb.15:                              //   in Loop: Header=BB41_2 Depth=1
	mov	w6, w5
	add	x5, x10, w5, uxtw #2
	add	x4, x4, x14
	b	.LBB41_28
	.p2align	5, , 16
.LBB41_16:                              //   in Loop: Header=BB41_18 Depth=2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
.LBB41_17:                              //   in Loop: Header=BB41_18 Depth=2
	mov	w7, w5
	add	x6, x6, #3
	add	w5, w5, #3
	add	x7, x17, x7, lsl #8
	cmp	w18, w6
	ldp	q20, q21, [x7]
	fadd	v18.4s, v18.4s, v21.4s
	fadd	v19.4s, v19.4s, v20.4s
	stp	q19, q18, [x7]
	ldp	q19, q20, [x7, #32]
	fadd	v16.4s, v16.4s, v20.4s
	fadd	v17.4s, v17.4s, v19.4s
	stp	q17, q16, [x7, #32]
	ldp	q16, q17, [x7, #256]
	fadd	v6.4s, v6.4s, v17.4s
	fadd	v7.4s, v7.4s, v16.4s
	stp	q7, q6, [x7, #256]
	ldp	q6, q7, [x7, #288]
	fadd	v4.4s, v4.4s, v7.4s
	fadd	v5.4s, v5.4s, v6.4s
	stp	q5, q4, [x7, #288]
	ldp	q4, q5, [x7, #512]
	fadd	v2.4s, v2.4s, v5.4s
	fadd	v3.4s, v3.4s, v4.4s
	stp	q3, q2, [x7, #512]
	ldp	q2, q3, [x7, #544]
	fadd	v0.4s, v0.4s, v3.4s
	fadd	v1.4s, v1.4s, v2.4s
	stp	q1, q0, [x7, #544]
	b.lt	.LBB41_12
.LBB41_18:                              //   Parent Loop BB41_2 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB41_20 Depth 3
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	cmp	w3, #1
	b.lt	.LBB41_16
// %bb.19:                              //   in Loop: Header=BB41_18 Depth=2
	add	x7, x12, w5, uxtw #2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	add	x19, x4, x14
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	mov	x20, x3
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	.p2align	5, , 16
.LBB41_20:                              //   Parent Loop BB41_2 Depth=1
                                        //     Parent Loop BB41_18 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q20, q21, [x19, #-32]
	ldp	q22, q23, [x19], #256
	ldp	s24, s25, [x7, #-8]
	subs	x20, x20, #1
	fmla	v6.4s, v21.4s, v25.s[0]
	fmla	v4.4s, v23.4s, v25.s[0]
	fmla	v18.4s, v21.4s, v24.s[0]
	fmla	v16.4s, v23.4s, v24.s[0]
	fmla	v19.4s, v20.4s, v24.s[0]
	fmla	v17.4s, v22.4s, v24.s[0]
	fmla	v7.4s, v20.4s, v25.s[0]
	fmla	v5.4s, v22.4s, v25.s[0]
	ld1r	{ v24.4s }, [x7], x11
	fmla	v3.4s, v20.4s, v24.4s
	fmla	v2.4s, v21.4s, v24.4s
	fmla	v1.4s, v22.4s, v24.4s
	fmla	v0.4s, v23.4s, v24.4s
	b.ne	.LBB41_20
	b	.LBB41_17
	.p2align	5, , 16
.LBB41_21:                              //   in Loop: Header=BB41_23 Depth=2
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
.LBB41_22:                              //   in Loop: Header=BB41_23 Depth=2
	mov	w7, w5
	add	x6, x6, #2
	add	w5, w5, #2
	add	x7, x17, x7, lsl #8
	cmp	w18, w6
	ldp	q16, q17, [x7]
	fadd	v7.4s, v7.4s, v17.4s
	fadd	v3.4s, v3.4s, v16.4s
	stp	q3, q7, [x7]
	ldp	q3, q16, [x7, #32]
	fadd	v3.4s, v5.4s, v3.4s
	fadd	v5.4s, v6.4s, v16.4s
	stp	q3, q5, [x7, #32]
	ldp	q3, q5, [x7, #256]
	fadd	v2.4s, v2.4s, v3.4s
	fadd	v3.4s, v4.4s, v5.4s
	stp	q2, q3, [x7, #256]
	ldp	q2, q3, [x7, #288]
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v0.4s, v0.4s, v2.4s
	stp	q0, q1, [x7, #288]
	b.lt	.LBB41_14
.LBB41_23:                              //   Parent Loop BB41_2 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB41_25 Depth 3
	movi	v3.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	cmp	w3, #1
	b.lt	.LBB41_21
// %bb.24:                              //   in Loop: Header=BB41_23 Depth=2
	add	x7, x13, w5, uxtw #2
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	add	x19, x4, x14
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x20, x3
	.p2align	5, , 16
.LBB41_25:                              //   Parent Loop BB41_2 Depth=1
                                        //     Parent Loop BB41_23 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q16, q17, [x19]
	ldp	q18, q19, [x19, #-32]
	ldur	s20, [x7, #-4]
	subs	x20, x20, #1
	add	x19, x19, #256
	fmla	v7.4s, v19.4s, v20.s[0]
	fmla	v6.4s, v17.4s, v20.s[0]
	fmla	v3.4s, v18.4s, v20.s[0]
	fmla	v5.4s, v16.4s, v20.s[0]
	ld1r	{ v20.4s }, [x7], x11
	fmla	v2.4s, v18.4s, v20.4s
	fmla	v4.4s, v19.4s, v20.4s
	fmla	v0.4s, v16.4s, v20.4s
	fmla	v1.4s, v17.4s, v20.4s
	b.ne	.LBB41_25
	b	.LBB41_22
	.p2align	5, , 16
.LBB41_26:                              //   in Loop: Header=BB41_28 Depth=2
	movi	v3.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB41_27:                              //   in Loop: Header=BB41_28 Depth=2
	add	x7, x17, x6, lsl #8
	add	x6, x6, #1
	add	x5, x5, #4
	cmp	w18, w6
	ldp	q4, q5, [x7]
	fadd	v3.4s, v3.4s, v5.4s
	fadd	v0.4s, v0.4s, v4.4s
	stp	q0, q3, [x7]
	ldp	q0, q4, [x7, #32]
	fadd	v0.4s, v1.4s, v0.4s
	fadd	v1.4s, v2.4s, v4.4s
	stp	q0, q1, [x7, #32]
	b.le	.LBB41_1
.LBB41_28:                              //   Parent Loop BB41_2 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB41_30 Depth 3
	movi	v0.2d, #0000000000000000
	cmp	w3, #1
	b.lt	.LBB41_26
// %bb.29:                              //   in Loop: Header=BB41_28 Depth=2
	movi	v3.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x7, x5
	movi	v2.2d, #0000000000000000
	mov	x19, x3
	mov	x20, x4
	.p2align	5, , 16
.LBB41_30:                              //   Parent Loop BB41_2 Depth=1
                                        //     Parent Loop BB41_28 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldp	q6, q4, [x20, #-16]
	ldur	q5, [x20, #-32]
	ldr	q7, [x20, #16]
	ld1r	{ v16.4s }, [x7], x11
	add	x20, x20, #256
	subs	x19, x19, #1
	fmla	v0.4s, v5.4s, v16.4s
	fmla	v3.4s, v6.4s, v16.4s
	fmla	v1.4s, v4.4s, v16.4s
	fmla	v2.4s, v7.4s, v16.4s
	b.ne	.LBB41_30
	b	.LBB41_27
.LBB41_31:
	ldp	d9, d8, [sp, #40]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #24]             // 16-byte Folded Reload
	ldp	d13, d12, [sp, #8]              // 16-byte Folded Reload
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldr	x23, [sp, #56]                  // 8-byte Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldr	d14, [sp], #96                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	ret
.Lfunc_end41:
	.size	_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE, .Lfunc_end41-_ZN8patternc10accumulateILi64EEEvRNS_3SumIXT_EEERKNS_5PairsIXT_EEERKNS_7ColumnsE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf,"axG",@progbits,_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf,comdat
	.weak	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf // -- Begin function _ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	.p2align	4
	.type	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf,@function
_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf: // @_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x28, [sp, #16]                  // 8-byte Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w28, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	sub	sp, sp, #512
	cmp	x1, #1
	b.gt	.LBB42_11
// %bb.1:
	cbz	x1, .LBB42_23
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB42_41
// %bb.3:
	ldrsw	x8, [x4, #8]
	mov	x9, xzr
	add	x10, x3, #1
	mov	x11, sp
	b	.LBB42_6
	.p2align	5, , 16
.LBB42_4:                               //   in Loop: Header=BB42_6 Depth=1
	add	x12, x2, x9
	ldr	x12, [x12, #8]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #1
.LBB42_5:                               //   in Loop: Header=BB42_6 Depth=1
	add	x13, x11, x9
	add	x9, x9, #16
	add	x10, x10, #2
	cmp	x9, #512
	str	x12, [x13, #8]
	b.eq	.LBB42_21
.LBB42_6:                               // =>This Inner Loop Header: Depth=1
	ldurb	w12, [x10, #-1]
	cmp	w12, #1
	b.ne	.LBB42_8
// %bb.7:                               //   in Loop: Header=BB42_6 Depth=1
	ldr	x12, [x2, x9]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #1
	b	.LBB42_9
	.p2align	5, , 16
.LBB42_8:                               //   in Loop: Header=BB42_6 Depth=1
	mov	x12, xzr
.LBB42_9:                               //   in Loop: Header=BB42_6 Depth=1
	str	x12, [x11, x9]
	ldrb	w12, [x10]
	cmp	w12, #1
	b.eq	.LBB42_4
// %bb.10:                              //   in Loop: Header=BB42_6 Depth=1
	mov	x12, xzr
	b	.LBB42_5
.LBB42_11:
	cmp	x1, #2
	b.eq	.LBB42_31
// %bb.12:
	cmp	x1, #3
	b.ne	.LBB42_41
// %bb.13:
	ldrsw	x8, [x4, #8]
	mov	x9, xzr
	add	x10, x3, #1
	mov	x11, sp
	b	.LBB42_16
	.p2align	5, , 16
.LBB42_14:                              //   in Loop: Header=BB42_16 Depth=1
	add	x12, x2, x9
	ldr	x12, [x12, #8]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #3
.LBB42_15:                              //   in Loop: Header=BB42_16 Depth=1
	add	x13, x11, x9
	add	x9, x9, #16
	add	x10, x10, #2
	cmp	x9, #512
	str	x12, [x13, #8]
	b.eq	.LBB42_22
.LBB42_16:                              // =>This Inner Loop Header: Depth=1
	ldurb	w12, [x10, #-1]
	cmp	w12, #1
	b.ne	.LBB42_18
// %bb.17:                              //   in Loop: Header=BB42_16 Depth=1
	ldr	x12, [x2, x9]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #3
	b	.LBB42_19
	.p2align	5, , 16
.LBB42_18:                              //   in Loop: Header=BB42_16 Depth=1
	mov	x12, xzr
.LBB42_19:                              //   in Loop: Header=BB42_16 Depth=1
	str	x12, [x11, x9]
	ldrb	w12, [x10]
	cmp	w12, #1
	b.eq	.LBB42_14
// %bb.20:                              //   in Loop: Header=BB42_16 Depth=1
	mov	x12, xzr
	b	.LBB42_15
.LBB42_21:
	ldr	x1, [x4]
	mov	x0, sp
	mov	w2, w8
	bl	_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	b	.LBB42_41
.LBB42_22:
	ldr	x1, [x4]
	mov	x0, sp
	mov	w2, w8
	bl	_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif
	b	.LBB42_41
.LBB42_23:
	ldrsw	x8, [x4, #8]
	mov	x9, xzr
	add	x10, x3, #1
	mov	x11, sp
	b	.LBB42_26
	.p2align	5, , 16
.LBB42_24:                              //   in Loop: Header=BB42_26 Depth=1
	add	x12, x2, x9
	ldr	x12, [x12, #8]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #2
.LBB42_25:                              //   in Loop: Header=BB42_26 Depth=1
	add	x13, x11, x9
	add	x9, x9, #16
	add	x10, x10, #2
	cmp	x9, #512
	str	x12, [x13, #8]
	b.eq	.LBB42_39
.LBB42_26:                              // =>This Inner Loop Header: Depth=1
	ldurb	w12, [x10, #-1]
	cmp	w12, #1
	b.ne	.LBB42_28
// %bb.27:                              //   in Loop: Header=BB42_26 Depth=1
	ldr	x12, [x2, x9]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #2
	b	.LBB42_29
	.p2align	5, , 16
.LBB42_28:                              //   in Loop: Header=BB42_26 Depth=1
	mov	x12, xzr
.LBB42_29:                              //   in Loop: Header=BB42_26 Depth=1
	str	x12, [x11, x9]
	ldrb	w12, [x10]
	cmp	w12, #1
	b.eq	.LBB42_24
// %bb.30:                              //   in Loop: Header=BB42_26 Depth=1
	mov	x12, xzr
	b	.LBB42_25
.LBB42_31:
	ldrsw	x8, [x4, #8]
	mov	x9, xzr
	add	x10, x3, #1
	mov	x11, sp
	b	.LBB42_34
	.p2align	5, , 16
.LBB42_32:                              //   in Loop: Header=BB42_34 Depth=1
	add	x12, x2, x9
	ldr	x12, [x12, #8]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #1
.LBB42_33:                              //   in Loop: Header=BB42_34 Depth=1
	add	x13, x11, x9
	add	x9, x9, #16
	add	x10, x10, #2
	cmp	x9, #512
	str	x12, [x13, #8]
	b.eq	.LBB42_40
.LBB42_34:                              // =>This Inner Loop Header: Depth=1
	ldurb	w12, [x10, #-1]
	cmp	w12, #1
	b.ne	.LBB42_36
// %bb.35:                              //   in Loop: Header=BB42_34 Depth=1
	ldr	x12, [x2, x9]
	mul	x12, x12, x8
	add	x12, x0, x12, lsl #1
	b	.LBB42_37
	.p2align	5, , 16
.LBB42_36:                              //   in Loop: Header=BB42_34 Depth=1
	mov	x12, xzr
.LBB42_37:                              //   in Loop: Header=BB42_34 Depth=1
	str	x12, [x11, x9]
	ldrb	w12, [x10]
	cmp	w12, #1
	b.eq	.LBB42_32
// %bb.38:                              //   in Loop: Header=BB42_34 Depth=1
	mov	x12, xzr
	b	.LBB42_33
.LBB42_39:
	ldr	x1, [x4]
	mov	x0, sp
	mov	w2, w8
	bl	_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif
	b	.LBB42_41
.LBB42_40:
	ldr	x1, [x4]
	mov	x0, sp
	mov	w2, w8
	bl	_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif
.LBB42_41:
	add	sp, sp, #512
	.cfi_def_cfa wsp, 32
	ldr	x28, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end42:
	.size	_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf, .Lfunc_end42-_ZN8patternc5storeILi64ElEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS_3SumIXT_EEEf
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,"axG",@progbits,_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,comdat
	.weak	_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd // -- Begin function _ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.p2align	4
	.type	_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,@function
_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd: // @_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_startproc
// %bb.0:
	cmp	x1, #1
	b.gt	.LBB43_10
// %bb.1:
	cbz	x1, .LBB43_8
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB43_20
// %bb.3:
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #32767                     // =0x7fff
	b	.LBB43_5
	.p2align	5, , 16
.LBB43_4:                               //   in Loop: Header=BB43_5 Depth=1
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB43_20
.LBB43_5:                               // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x3, x8]
	cmp	w11, #1
	b.ne	.LBB43_4
// %bb.6:                               //   in Loop: Header=BB43_5 Depth=1
	ldr	d1, [x4, x8, lsl #3]
	fmul	d1, d0, d1
	fcvt	s1, d1
	fmov	w11, s1
	and	w13, w11, #0x7fffffff
	lsr	w12, w11, #16
	cmp	w13, w9
	ubfx	w13, w11, #16, #1
	add	w11, w11, w10
	orr	w12, w12, #0x40
	add	w11, w11, w13
	lsr	w11, w11, #16
	csel	w11, w11, w12, ls
	ldr	x12, [x2, x8, lsl #3]
	strh	w11, [x0, x12, lsl #1]
	b	.LBB43_4
	.p2align	5, , 16
.LBB43_7:                               //   in Loop: Header=BB43_8 Depth=1
	add	x1, x1, #1
	cmp	x1, #64
	b.eq	.LBB43_20
.LBB43_8:                               // =>This Inner Loop Header: Depth=1
	ldrb	w8, [x3, x1]
	cmp	w8, #1
	b.ne	.LBB43_7
// %bb.9:                               //   in Loop: Header=BB43_8 Depth=1
	ldr	d1, [x4, x1, lsl #3]
	ldr	x8, [x2, x1, lsl #3]
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
	b	.LBB43_7
.LBB43_10:
	cmp	x1, #2
	b.eq	.LBB43_16
// %bb.11:
	cmp	x1, #3
	b.ne	.LBB43_20
// %bb.12:
	mov	x8, xzr
	b	.LBB43_14
	.p2align	5, , 16
.LBB43_13:                              //   in Loop: Header=BB43_14 Depth=1
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB43_20
.LBB43_14:                              // =>This Inner Loop Header: Depth=1
	ldrb	w9, [x3, x8]
	cmp	w9, #1
	b.ne	.LBB43_13
// %bb.15:                              //   in Loop: Header=BB43_14 Depth=1
	ldr	d1, [x4, x8, lsl #3]
	ldr	x9, [x2, x8, lsl #3]
	fmul	d1, d0, d1
	str	d1, [x0, x9, lsl #3]
	b	.LBB43_13
.LBB43_16:
	mov	w12, #4095                      // =0xfff
	mov	w13, #61440                     // =0xf000
	fmov	s1, #0.50000000
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #31744                     // =0x7c00
	mov	w11, #32256                     // =0x7e00
	movk	w12, #51200, lsl #16
	movk	w13, #18303, lsl #16
	mov	w14, #-1056964608               // =0xc1000000
	b	.LBB43_18
	.p2align	5, , 16
.LBB43_17:                              //   in Loop: Header=BB43_18 Depth=1
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB43_20
.LBB43_18:                              // =>This Inner Loop Header: Depth=1
	ldrb	w15, [x3, x8]
	cmp	w15, #1
	b.ne	.LBB43_17
// %bb.19:                              //   in Loop: Header=BB43_18 Depth=1
	ldr	d2, [x4, x8, lsl #3]
	fmul	d2, d0, d2
	fcvt	s2, d2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w16, s3
	ubfx	w1, w15, #13, #1
	fadd	s2, s3, s1
	lsr	w15, w15, #31
	add	w1, w1, w12
	cmp	w16, w9
	add	w1, w16, w1
	lsr	w17, w16, #23
	csel	w18, w11, w10, hi
	lsr	w1, w1, #13
	cmp	w16, w13
	csel	w16, w1, w18, lo
	fmov	w18, s2
	cmp	w17, #112
	add	w18, w18, w14
	csel	w16, w16, w18, hi
	orr	w15, w16, w15, lsl #15
	ldr	x16, [x2, x8, lsl #3]
	strh	w15, [x0, x16, lsl #1]
	b	.LBB43_17
.LBB43_20:
	ret
.Lfunc_end43:
	.size	_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd, .Lfunc_end43-_ZN8patternc13store_numbersILi64EldEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	sxtw	x11, w2
	csel	w9, w9, w2, mi
	cmp	w2, #3
	mov	x8, xzr
	and	w9, w9, #0xfffffffc
	sub	w10, w2, #4
                                        // kill: def $s0 killed $s0 def $q0
	csel	w9, w2, w9, gt
	sxtw	x13, w9
	sbfiz	x12, x9, #2, #32
	sub	x11, x11, x13
	add	x13, x1, x13, lsl #8
	add	x13, x13, #8
	b	.LBB44_2
	.p2align	5, , 16
.LBB44_1:                               //   in Loop: Header=BB44_2 Depth=1
	cmp	x8, #60
	add	x8, x8, #4
	add	x13, x13, #16
	b.hs	.LBB44_24
.LBB44_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB44_5 Depth 2
                                        //     Child Loop BB44_16 Depth 2
	cmp	w9, #1
	b.lt	.LBB44_13
// %bb.3:                               //   in Loop: Header=BB44_2 Depth=1
	mov	w14, wzr
	add	x15, x1, x8, lsl #2
	add	x16, x0, x8, lsl #3
	b	.LBB44_5
	.p2align	5, , 16
.LBB44_4:                               //   in Loop: Header=BB44_5 Depth=2
	add	w14, w14, #4
	cmp	w14, w9
	b.ge	.LBB44_13
.LBB44_5:                               //   Parent Loop BB44_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w14
	csel	w17, w10, w14, lt
	sxtw	x17, w17
	add	x18, x15, x17, lsl #8
	ldr	q1, [x18]
	ldr	q2, [x18, #256]
	fmul	v1.4s, v1.4s, v0.s[0]
	ldr	q3, [x18, #512]
	fmul	v2.4s, v2.4s, v0.s[0]
	ldr	q4, [x18, #768]
	fmul	v3.4s, v3.4s, v0.s[0]
	fmul	v4.4s, v4.4s, v0.s[0]
	ldr	x18, [x0, x8, lsl #3]
	zip1	v5.4s, v1.4s, v3.4s
	zip1	v6.4s, v2.4s, v4.4s
	cbz	x18, .LBB44_7
// %bb.6:                               //   in Loop: Header=BB44_5 Depth=2
	add	x18, x18, x17, lsl #2
	st2	{ v5.2s, v6.2s }, [x18]
.LBB44_7:                               //   in Loop: Header=BB44_5 Depth=2
	ldr	x3, [x16, #8]
	lsl	x18, x17, #2
	cbz	x3, .LBB44_9
// %bb.8:                               //   in Loop: Header=BB44_5 Depth=2
	zip2	v5.4s, v5.4s, v6.4s
	str	q5, [x3, x18]
.LBB44_9:                               //   in Loop: Header=BB44_5 Depth=2
	ldr	x3, [x16, #16]
	zip2	v5.4s, v1.4s, v3.4s
	zip2	v6.4s, v2.4s, v4.4s
	cbz	x3, .LBB44_11
// %bb.10:                              //   in Loop: Header=BB44_5 Depth=2
	add	x17, x3, x17, lsl #2
	st2	{ v5.2s, v6.2s }, [x17]
.LBB44_11:                              //   in Loop: Header=BB44_5 Depth=2
	ldr	x17, [x16, #24]
	cbz	x17, .LBB44_4
// %bb.12:                              //   in Loop: Header=BB44_5 Depth=2
	zip2	v1.4s, v5.4s, v6.4s
	str	q1, [x17, x18]
	b	.LBB44_4
	.p2align	5, , 16
.LBB44_13:                              //   in Loop: Header=BB44_2 Depth=1
	cmp	w9, w2
	b.ge	.LBB44_1
// %bb.14:                              //   in Loop: Header=BB44_2 Depth=1
	add	x17, x0, x8, lsl #3
	mov	x6, x13
	mov	x7, x11
	ldp	x14, x15, [x17]
	add	x4, x14, x12
	ldp	x16, x17, [x17, #16]
	add	x18, x17, x12
	add	x3, x16, x12
	add	x5, x15, x12
	b	.LBB44_16
	.p2align	5, , 16
.LBB44_15:                              //   in Loop: Header=BB44_16 Depth=2
	subs	x7, x7, #1
	add	x18, x18, #4
	add	x3, x3, #4
	add	x6, x6, #256
	add	x4, x4, #4
	add	x5, x5, #4
	b.eq	.LBB44_1
.LBB44_16:                              //   Parent Loop BB44_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x14, .LBB44_18
// %bb.17:                              //   in Loop: Header=BB44_16 Depth=2
	ldur	s1, [x6, #-8]
	fmul	s1, s0, s1
	str	s1, [x4]
.LBB44_18:                              //   in Loop: Header=BB44_16 Depth=2
	cbz	x15, .LBB44_20
// %bb.19:                              //   in Loop: Header=BB44_16 Depth=2
	ldur	s1, [x6, #-4]
	fmul	s1, s0, s1
	str	s1, [x5]
.LBB44_20:                              //   in Loop: Header=BB44_16 Depth=2
	cbz	x16, .LBB44_22
// %bb.21:                              //   in Loop: Header=BB44_16 Depth=2
	ldr	s1, [x6]
	fmul	s1, s0, s1
	str	s1, [x3]
.LBB44_22:                              //   in Loop: Header=BB44_16 Depth=2
	cbz	x17, .LBB44_15
// %bb.23:                              //   in Loop: Header=BB44_16 Depth=2
	ldr	s1, [x6, #4]
	fmul	s1, s0, s1
	str	s1, [x18]
	b	.LBB44_15
.LBB44_24:
	ret
.Lfunc_end44:
	.size	_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif, .Lfunc_end44-_ZN8patternc14transpose_backILi64ELb0EfEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
	str	x23, [sp, #-48]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -48
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	mvni	v3.4s, #127, msl #16
	csel	w9, w9, w2, mi
	cmp	w2, #3
	movi	v1.4s, #1
	and	w9, w9, #0xfffffffc
	movi	v2.4s, #127, msl #8
	sxtw	x13, w2
	csel	w9, w2, w9, gt
	fneg	v3.4s, v3.4s
	mov	x8, xzr
	sxtw	x12, w9
	sub	w10, w2, #4
	sbfiz	x11, x9, #1, #32
	add	x14, x1, x12, lsl #8
	sub	x12, x13, x12
	mov	w15, #32767                     // =0x7fff
                                        // kill: def $s0 killed $s0 def $q0
	add	x13, x14, #8
	mov	w14, #2139095040                // =0x7f800000
	b	.LBB45_2
	.p2align	5, , 16
.LBB45_1:                               //   in Loop: Header=BB45_2 Depth=1
	cmp	x8, #60
	add	x8, x8, #4
	add	x13, x13, #16
	b.hs	.LBB45_24
.LBB45_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB45_5 Depth 2
                                        //     Child Loop BB45_16 Depth 2
	cmp	w9, #1
	b.lt	.LBB45_13
// %bb.3:                               //   in Loop: Header=BB45_2 Depth=1
	mov	w16, wzr
	add	x17, x1, x8, lsl #2
	add	x18, x0, x8, lsl #3
	b	.LBB45_5
	.p2align	5, , 16
.LBB45_4:                               //   in Loop: Header=BB45_5 Depth=2
	add	w16, w16, #4
	cmp	w16, w9
	b.ge	.LBB45_13
.LBB45_5:                               //   Parent Loop BB45_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w16
	csel	w3, w10, w16, lt
	sxtw	x3, w3
	add	x4, x17, x3, lsl #8
	lsl	x3, x3, #1
	ldr	q4, [x4]
	fmul	v4.4s, v4.4s, v0.s[0]
	ldr	q5, [x4, #256]
	fmul	v5.4s, v5.4s, v0.s[0]
	ldr	q6, [x4, #512]
	fmul	v6.4s, v6.4s, v0.s[0]
	ldr	q7, [x4, #768]
	fmul	v7.4s, v7.4s, v0.s[0]
	ldr	x4, [x0, x8, lsl #3]
	zip1	v16.4s, v4.4s, v6.4s
	zip1	v17.4s, v5.4s, v7.4s
	cbz	x4, .LBB45_7
// %bb.6:                               //   in Loop: Header=BB45_5 Depth=2
	zip1	v18.4s, v16.4s, v17.4s
	ushr	v19.4s, v18.4s, #16
	add	v21.4s, v18.4s, v2.4s
	fabs	v18.4s, v18.4s
	and	v20.16b, v19.16b, v1.16b
	cmhi	v18.4s, v18.4s, v3.4s
	orr	v19.4s, #64
	add	v20.4s, v21.4s, v20.4s
	ushr	v20.4s, v20.4s, #16
	bsl	v18.16b, v19.16b, v20.16b
	xtn	v18.4h, v18.4s
	str	d18, [x4, x3]
.LBB45_7:                               //   in Loop: Header=BB45_5 Depth=2
	ldr	x4, [x18, #8]
	cbz	x4, .LBB45_9
// %bb.8:                               //   in Loop: Header=BB45_5 Depth=2
	zip2	v16.4s, v16.4s, v17.4s
	ushr	v17.4s, v16.4s, #16
	add	v19.4s, v16.4s, v2.4s
	fabs	v16.4s, v16.4s
	and	v18.16b, v17.16b, v1.16b
	cmhi	v16.4s, v16.4s, v3.4s
	orr	v17.4s, #64
	add	v18.4s, v19.4s, v18.4s
	ushr	v18.4s, v18.4s, #16
	bsl	v16.16b, v17.16b, v18.16b
	xtn	v16.4h, v16.4s
	str	d16, [x4, x3]
.LBB45_9:                               //   in Loop: Header=BB45_5 Depth=2
	ldr	x4, [x18, #16]
	zip2	v4.4s, v4.4s, v6.4s
	zip2	v5.4s, v5.4s, v7.4s
	cbz	x4, .LBB45_11
// %bb.10:                              //   in Loop: Header=BB45_5 Depth=2
	zip1	v6.4s, v4.4s, v5.4s
	ushr	v7.4s, v6.4s, #16
	add	v17.4s, v6.4s, v2.4s
	fabs	v6.4s, v6.4s
	and	v16.16b, v7.16b, v1.16b
	cmhi	v6.4s, v6.4s, v3.4s
	orr	v7.4s, #64
	add	v16.4s, v17.4s, v16.4s
	ushr	v16.4s, v16.4s, #16
	bsl	v6.16b, v7.16b, v16.16b
	xtn	v6.4h, v6.4s
	str	d6, [x4, x3]
.LBB45_11:                              //   in Loop: Header=BB45_5 Depth=2
	ldr	x4, [x18, #24]
	cbz	x4, .LBB45_4
// %bb.12:                              //   in Loop: Header=BB45_5 Depth=2
	zip2	v4.4s, v4.4s, v5.4s
	ushr	v5.4s, v4.4s, #16
	add	v7.4s, v4.4s, v2.4s
	fabs	v4.4s, v4.4s
	and	v6.16b, v5.16b, v1.16b
	cmhi	v4.4s, v4.4s, v3.4s
	orr	v5.4s, #64
	add	v6.4s, v7.4s, v6.4s
	ushr	v6.4s, v6.4s, #16
	bsl	v4.16b, v5.16b, v6.16b
	xtn	v4.4h, v4.4s
	str	d4, [x4, x3]
	b	.LBB45_4
	.p2align	5, , 16
.LBB45_13:                              //   in Loop: Header=BB45_2 Depth=1
	cmp	w9, w2
	b.ge	.LBB45_1
// %bb.14:                              //   in Loop: Header=BB45_2 Depth=1
	add	x3, x0, x8, lsl #3
	mov	x19, x13
	mov	x20, x12
	ldp	x16, x17, [x3]
	add	x6, x16, x11
	ldp	x18, x3, [x3, #16]
	add	x4, x3, x11
	add	x5, x18, x11
	add	x7, x17, x11
	b	.LBB45_16
	.p2align	5, , 16
.LBB45_15:                              //   in Loop: Header=BB45_16 Depth=2
	subs	x20, x20, #1
	add	x4, x4, #2
	add	x5, x5, #2
	add	x19, x19, #256
	add	x6, x6, #2
	add	x7, x7, #2
	b.eq	.LBB45_1
.LBB45_16:                              //   Parent Loop BB45_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x16, .LBB45_18
// %bb.17:                              //   in Loop: Header=BB45_16 Depth=2
	ldur	s4, [x19, #-8]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w21, w22, ls
	strh	w21, [x6]
.LBB45_18:                              //   in Loop: Header=BB45_16 Depth=2
	cbz	x17, .LBB45_20
// %bb.19:                              //   in Loop: Header=BB45_16 Depth=2
	ldur	s4, [x19, #-4]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w22, w21, hi
	strh	w21, [x7]
.LBB45_20:                              //   in Loop: Header=BB45_16 Depth=2
	cbz	x18, .LBB45_22
// %bb.21:                              //   in Loop: Header=BB45_16 Depth=2
	ldr	s4, [x19]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w22, w21, hi
	strh	w21, [x5]
.LBB45_22:                              //   in Loop: Header=BB45_16 Depth=2
	cbz	x3, .LBB45_15
// %bb.23:                              //   in Loop: Header=BB45_16 Depth=2
	ldr	s4, [x19, #4]
	fmul	s4, s0, s4
	fmov	w21, s4
	and	w23, w21, #0x7fffffff
	lsr	w22, w21, #16
	cmp	w23, w14
	ubfx	w23, w21, #16, #1
	add	w21, w21, w15
	orr	w22, w22, #0x40
	add	w21, w21, w23
	lsr	w21, w21, #16
	csel	w21, w22, w21, hi
	strh	w21, [x4]
	b	.LBB45_15
.LBB45_24:
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldr	x23, [sp], #48                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	ret
.Lfunc_end45:
	.size	_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif, .Lfunc_end45-_ZN8patternc14transpose_backILi64ELb0ENS_8BFloat16EEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #112
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	mov	w12, #61440                     // =0xf000
	csel	w9, w9, w2, mi
	cmp	w2, #3
	fmov	s1, #0.50000000
	and	w11, w9, #0xfffffffc
	mov	w9, #4095                       // =0xfff
	sxtw	x16, w2
	csel	w11, w2, w11, gt
	mov	x8, xzr
	movk	w9, #51200, lsl #16
	sxtw	x15, w11
	mov	w10, #-1056964608               // =0xc1000000
	movk	w12, #18303, lsl #16
	add	x17, x1, x15, lsl #8
	sub	w13, w2, #4
	sbfiz	x14, x11, #1, #32
	sub	x15, x16, x15
	mov	w18, #31744                     // =0x7c00
	mov	w3, #32256                      // =0x7e00
	add	x16, x17, #8
	mov	w17, #2139095040                // =0x7f800000
                                        // kill: def $s0 killed $s0 def $q0
	str	x15, [sp, #8]                   // 8-byte Spill
	b	.LBB46_2
	.p2align	5, , 16
.LBB46_1:                               //   in Loop: Header=BB46_2 Depth=1
	cmp	x8, #60
	add	x8, x8, #4
	add	x16, x16, #16
	b.hs	.LBB46_24
.LBB46_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB46_5 Depth 2
                                        //     Child Loop BB46_16 Depth 2
	cmp	w11, #1
	b.lt	.LBB46_13
// %bb.3:                               //   in Loop: Header=BB46_2 Depth=1
	mov	w4, wzr
	add	x5, x1, x8, lsl #2
	add	x6, x0, x8, lsl #3
	b	.LBB46_5
	.p2align	5, , 16
.LBB46_4:                               //   in Loop: Header=BB46_5 Depth=2
	add	w4, w4, #4
	cmp	w4, w11
	b.ge	.LBB46_13
.LBB46_5:                               //   Parent Loop BB46_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w13, w4
	csel	w7, w13, w4, lt
	sxtw	x7, w7
	add	x19, x5, x7, lsl #8
	lsl	x7, x7, #1
	ldr	q2, [x19]
	fmul	v2.4s, v2.4s, v0.s[0]
	ldr	q3, [x19, #256]
	fmul	v3.4s, v3.4s, v0.s[0]
	ldr	q4, [x19, #512]
	fmul	v4.4s, v4.4s, v0.s[0]
	ldr	q5, [x19, #768]
	fmul	v5.4s, v5.4s, v0.s[0]
	ldr	x19, [x0, x8, lsl #3]
	zip1	v6.4s, v2.4s, v4.4s
	zip1	v7.4s, v3.4s, v5.4s
	cbz	x19, .LBB46_7
// %bb.6:                               //   in Loop: Header=BB46_5 Depth=2
	zip1	v16.4s, v6.4s, v7.4s
	fcvtn	v16.4h, v16.4s
	str	d16, [x19, x7]
.LBB46_7:                               //   in Loop: Header=BB46_5 Depth=2
	ldr	x19, [x6, #8]
	cbz	x19, .LBB46_9
// %bb.8:                               //   in Loop: Header=BB46_5 Depth=2
	zip2	v6.4s, v6.4s, v7.4s
	fcvtn	v6.4h, v6.4s
	str	d6, [x19, x7]
.LBB46_9:                               //   in Loop: Header=BB46_5 Depth=2
	ldr	x19, [x6, #16]
	zip2	v2.4s, v2.4s, v4.4s
	zip2	v3.4s, v3.4s, v5.4s
	cbz	x19, .LBB46_11
// %bb.10:                              //   in Loop: Header=BB46_5 Depth=2
	zip1	v4.4s, v2.4s, v3.4s
	fcvtn	v4.4h, v4.4s
	str	d4, [x19, x7]
.LBB46_11:                              //   in Loop: Header=BB46_5 Depth=2
	ldr	x19, [x6, #24]
	cbz	x19, .LBB46_4
// %bb.12:                              //   in Loop: Header=BB46_5 Depth=2
	zip2	v2.4s, v2.4s, v3.4s
	fcvtn	v2.4h, v2.4s
	str	d2, [x19, x7]
	b	.LBB46_4
	.p2align	5, , 16
.LBB46_13:                              //   in Loop: Header=BB46_2 Depth=1
	cmp	w11, w2
	b.ge	.LBB46_1
// %bb.14:                              //   in Loop: Header=BB46_2 Depth=1
	add	x7, x0, x8, lsl #3
	ldr	x24, [sp, #8]                   // 8-byte Reload
	mov	x23, x16
	ldp	x4, x5, [x7]
	add	x21, x4, x14
	ldp	x6, x7, [x7, #16]
	add	x19, x7, x14
	add	x20, x6, x14
	add	x22, x5, x14
	b	.LBB46_16
	.p2align	5, , 16
.LBB46_15:                              //   in Loop: Header=BB46_16 Depth=2
	subs	x24, x24, #1
	add	x19, x19, #2
	add	x20, x20, #2
	add	x23, x23, #256
	add	x21, x21, #2
	add	x22, x22, #2
	b.eq	.LBB46_1
.LBB46_16:                              //   Parent Loop BB46_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x4, .LBB46_18
// %bb.17:                              //   in Loop: Header=BB46_16 Depth=2
	ldur	s2, [x23, #-8]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w25, s2
	fmov	w26, s3
	ubfx	w30, w25, #13, #1
	fadd	s2, s3, s1
	lsr	w25, w25, #31
	add	w29, w26, w9
	cmp	w26, w17
	lsr	w27, w26, #23
	add	w29, w29, w30
	csel	w28, w3, w18, hi
	cmp	w26, w12
	lsr	w29, w29, #13
	csel	w26, w29, w28, lo
	fmov	w28, s2
	cmp	w27, #112
	add	w28, w28, w10
	csel	w26, w26, w28, hi
	orr	w25, w26, w25, lsl #15
	strh	w25, [x21]
.LBB46_18:                              //   in Loop: Header=BB46_16 Depth=2
	cbz	x5, .LBB46_20
// %bb.19:                              //   in Loop: Header=BB46_16 Depth=2
	ldur	s2, [x23, #-4]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w25, s2
	fmov	w26, s3
	fadd	s2, s3, s1
	ubfx	w15, w25, #13, #1
	lsr	w25, w25, #31
	add	w30, w26, w9
	fmov	w28, s2
	cmp	w26, w17
	lsr	w27, w26, #23
	add	w15, w30, w15
	csel	w29, w3, w18, hi
	cmp	w26, w12
	lsr	w15, w15, #13
	add	w28, w28, w10
	csel	w15, w15, w29, lo
	cmp	w27, #113
	csel	w15, w28, w15, lo
	orr	w15, w15, w25, lsl #15
	strh	w15, [x22]
.LBB46_20:                              //   in Loop: Header=BB46_16 Depth=2
	cbz	x6, .LBB46_22
// %bb.21:                              //   in Loop: Header=BB46_16 Depth=2
	ldr	s2, [x23]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w25, s3
	fadd	s2, s3, s1
	ubfx	w30, w15, #13, #1
	lsr	w15, w15, #31
	add	w29, w25, w9
	fmov	w27, s2
	cmp	w25, w17
	lsr	w26, w25, #23
	add	w29, w29, w30
	csel	w28, w3, w18, hi
	cmp	w25, w12
	lsr	w29, w29, #13
	add	w27, w27, w10
	csel	w25, w29, w28, lo
	cmp	w26, #113
	csel	w25, w27, w25, lo
	orr	w15, w25, w15, lsl #15
	strh	w15, [x20]
.LBB46_22:                              //   in Loop: Header=BB46_16 Depth=2
	cbz	x7, .LBB46_15
// %bb.23:                              //   in Loop: Header=BB46_16 Depth=2
	ldr	s2, [x23, #4]
	fmul	s2, s0, s2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w25, s3
	fadd	s2, s3, s1
	ubfx	w30, w15, #13, #1
	lsr	w15, w15, #31
	add	w29, w25, w9
	fmov	w27, s2
	cmp	w25, w17
	lsr	w26, w25, #23
	add	w29, w29, w30
	csel	w28, w3, w18, hi
	cmp	w25, w12
	lsr	w29, w29, #13
	add	w27, w27, w10
	csel	w25, w29, w28, lo
	cmp	w26, #113
	csel	w25, w27, w25, lo
	orr	w15, w25, w15, lsl #15
	strh	w15, [x19]
	b	.LBB46_15
.LBB46_24:
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #112
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end46:
	.size	_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif, .Lfunc_end46-_ZN8patternc14transpose_backILi64ELb0ENS_7Float16EEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif,"axG",@progbits,_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif,comdat
	.weak	_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif // -- Begin function _ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif
	.p2align	4
	.type	_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif,@function
_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif: // @_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w2 killed $w2 def $x2
	add	w9, w2, #3
	cmp	w2, #0
	sxtw	x11, w2
	csel	w9, w9, w2, mi
	cmp	w2, #3
	mov	x8, xzr
	and	w9, w9, #0xfffffffc
	sub	w10, w2, #4
                                        // kill: def $s0 killed $s0 def $q0
	csel	w9, w2, w9, gt
	sxtw	x13, w9
	sbfiz	x12, x9, #3, #32
	sub	x11, x11, x13
	add	x13, x1, x13, lsl #8
	add	x13, x13, #8
	b	.LBB47_2
	.p2align	5, , 16
.LBB47_1:                               //   in Loop: Header=BB47_2 Depth=1
	cmp	x8, #60
	add	x8, x8, #4
	add	x13, x13, #16
	b.hs	.LBB47_24
.LBB47_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB47_5 Depth 2
                                        //     Child Loop BB47_16 Depth 2
	cmp	w9, #1
	b.lt	.LBB47_13
// %bb.3:                               //   in Loop: Header=BB47_2 Depth=1
	add	x3, x0, x8, lsl #3
	mov	w14, wzr
	add	x15, x1, x8, lsl #2
	ldp	x16, x17, [x3]
	ldp	x18, x3, [x3, #16]
	b	.LBB47_5
	.p2align	5, , 16
.LBB47_4:                               //   in Loop: Header=BB47_5 Depth=2
	add	w14, w14, #4
	cmp	w14, w9
	b.ge	.LBB47_13
.LBB47_5:                               //   Parent Loop BB47_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w14
	csel	w4, w10, w14, lt
	sxtw	x4, w4
	add	x5, x15, x4, lsl #8
	ldr	q2, [x5, #256]
	ldr	q1, [x5]
	fmul	v3.4s, v2.4s, v0.s[0]
	ldr	q2, [x5, #512]
	fmul	v1.4s, v1.4s, v0.s[0]
	ldr	q4, [x5, #768]
	fmul	v4.4s, v4.4s, v0.s[0]
	fmul	v2.4s, v2.4s, v0.s[0]
	cbz	x16, .LBB47_7
// %bb.6:                               //   in Loop: Header=BB47_5 Depth=2
	zip1	v5.2s, v3.2s, v2.2s
	add	x5, x16, x4, lsl #3
	fcvt	d6, s1
	fcvtl	v5.2d, v5.2s
	str	d6, [x5]
	stur	q5, [x5, #8]
	fcvt	d5, s4
	str	d5, [x5, #24]
.LBB47_7:                               //   in Loop: Header=BB47_5 Depth=2
	cbz	x17, .LBB47_9
// %bb.8:                               //   in Loop: Header=BB47_5 Depth=2
	zip2	v5.2s, v1.2s, v3.2s
	zip2	v6.2s, v2.2s, v4.2s
	add	x5, x17, x4, lsl #3
	fcvtl	v5.2d, v5.2s
	fcvtl	v6.2d, v6.2s
	stp	q5, q6, [x5]
.LBB47_9:                               //   in Loop: Header=BB47_5 Depth=2
	ext	v3.16b, v3.16b, v3.16b, #8
	ext	v5.16b, v1.16b, v1.16b, #8
	ext	v1.16b, v4.16b, v4.16b, #8
	ext	v2.16b, v2.16b, v2.16b, #8
	cbz	x18, .LBB47_11
// %bb.10:                              //   in Loop: Header=BB47_5 Depth=2
	zip1	v4.2s, v5.2s, v3.2s
	zip1	v6.2s, v2.2s, v1.2s
	add	x5, x18, x4, lsl #3
	fcvtl	v4.2d, v4.2s
	fcvtl	v6.2d, v6.2s
	stp	q4, q6, [x5]
.LBB47_11:                              //   in Loop: Header=BB47_5 Depth=2
	cbz	x3, .LBB47_4
// %bb.12:                              //   in Loop: Header=BB47_5 Depth=2
	zip2	v3.2s, v5.2s, v3.2s
	zip2	v1.2s, v2.2s, v1.2s
	add	x4, x3, x4, lsl #3
	fcvtl	v2.2d, v3.2s
	fcvtl	v1.2d, v1.2s
	stp	q2, q1, [x4]
	b	.LBB47_4
	.p2align	5, , 16
.LBB47_13:                              //   in Loop: Header=BB47_2 Depth=1
	cmp	w9, w2
	b.ge	.LBB47_1
// %bb.14:                              //   in Loop: Header=BB47_2 Depth=1
	add	x17, x0, x8, lsl #3
	mov	x6, x13
	mov	x7, x11
	ldp	x14, x15, [x17]
	add	x4, x14, x12
	ldp	x16, x17, [x17, #16]
	add	x18, x17, x12
	add	x3, x16, x12
	add	x5, x15, x12
	b	.LBB47_16
	.p2align	5, , 16
.LBB47_15:                              //   in Loop: Header=BB47_16 Depth=2
	subs	x7, x7, #1
	add	x18, x18, #8
	add	x3, x3, #8
	add	x6, x6, #256
	add	x4, x4, #8
	add	x5, x5, #8
	b.eq	.LBB47_1
.LBB47_16:                              //   Parent Loop BB47_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cbz	x14, .LBB47_18
// %bb.17:                              //   in Loop: Header=BB47_16 Depth=2
	ldur	s1, [x6, #-8]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x4]
.LBB47_18:                              //   in Loop: Header=BB47_16 Depth=2
	cbz	x15, .LBB47_20
// %bb.19:                              //   in Loop: Header=BB47_16 Depth=2
	ldur	s1, [x6, #-4]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x5]
.LBB47_20:                              //   in Loop: Header=BB47_16 Depth=2
	cbz	x16, .LBB47_22
// %bb.21:                              //   in Loop: Header=BB47_16 Depth=2
	ldr	s1, [x6]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x3]
.LBB47_22:                              //   in Loop: Header=BB47_16 Depth=2
	cbz	x17, .LBB47_15
// %bb.23:                              //   in Loop: Header=BB47_16 Depth=2
	ldr	s1, [x6, #4]
	fmul	s1, s0, s1
	fcvt	d1, s1
	str	d1, [x18]
	b	.LBB47_15
.LBB47_24:
	ret
.Lfunc_end47:
	.size	_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif, .Lfunc_end47-_ZN8patternc14transpose_backILi64ELb0EdEEvPKPT1_PKfif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,"axG",@progbits,_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,comdat
	.weak	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ // -- Begin function _ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.p2align	4
	.type	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,@function
_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_: // @_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
.Lfunc_begin10:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception10
// %bb.0:
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	str	x21, [sp, #48]                  // 8-byte Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	mov	x19, x2
	subs	w21, w0, #1
	b.gt	.LBB48_2
// %bb.1:
	mov	x0, x19
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x21, [sp, #48]                  // 8-byte Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	b	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.LBB48_2:
	.cfi_restore_state
	.cfi_remember_state
	cbz	x1, .LBB48_4
// %bb.3:
	mov	w2, w0
	adrp	x0, :got:_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	mov	x4, x1
	ldr	x0, [x0, :got_lo12:_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_]
	mov	x1, x19
	mov	w3, wzr
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x21, [sp, #48]                  // 8-byte Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	br	x4
.LBB48_4:
	.cfi_restore_state
	.cfi_remember_state
	mov	x20, xzr
	str	xzr, [sp, #24]
	stp	xzr, xzr, [sp, #8]
	.p2align	5, , 16
.LBB48_5:                               // =>This Inner Loop Header: Depth=1
	ldr	x8, [sp, #24]
	cmp	x20, x8
	b.hs	.LBB48_9
// %bb.6:                               //   in Loop: Header=BB48_5 Depth=1
.Ltmp100:                               // EH_LABEL
	mov	x0, x20
	mov	x1, x19
	bl	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
.Ltmp101:                               // EH_LABEL
// %bb.7:                               //   in Loop: Header=BB48_5 Depth=1
	add	x20, x20, #8
.LBB48_8:                               //   in Loop: Header=BB48_5 Depth=1
	subs	w21, w21, #1
	str	x20, [sp, #16]
	b.ne	.LBB48_5
	b	.LBB48_11
.LBB48_9:                               //   in Loop: Header=BB48_5 Depth=1
.Ltmp97:                                // EH_LABEL
	add	x0, sp, #8
	mov	x1, x19
	bl	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
.Ltmp98:                                // EH_LABEL
// %bb.10:                              //   in Loop: Header=BB48_5 Depth=1
	mov	x20, x0
	b	.LBB48_8
.LBB48_11:
.Ltmp103:                               // EH_LABEL
	mov	x0, x19
	bl	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Ltmp104:                               // EH_LABEL
// %bb.12:
	ldp	x19, x20, [sp, #8]
	cmp	x19, x20
	b.eq	.LBB48_16
	.p2align	5, , 16
.LBB48_13:                              // =>This Inner Loop Header: Depth=1
.Ltmp106:                               // EH_LABEL
	mov	x0, x19
	bl	_ZNSt3__16thread4joinEv
.Ltmp107:                               // EH_LABEL
// %bb.14:                              //   in Loop: Header=BB48_13 Depth=1
	add	x19, x19, #8
	cmp	x19, x20
	b.ne	.LBB48_13
// %bb.15:
	ldr	x19, [sp, #8]
.LBB48_16:
	cbz	x19, .LBB48_21
// %bb.17:
	ldr	x20, [sp, #16]
	mov	x0, x19
	cmp	x19, x20
	b.eq	.LBB48_20
	.p2align	5, , 16
.LBB48_18:                              // =>This Inner Loop Header: Depth=1
	sub	x20, x20, #8
	mov	x0, x20
	bl	_ZNSt3__16threadD1Ev
	cmp	x20, x19
	b.ne	.LBB48_18
// %bb.19:
	ldr	x0, [sp, #8]
.LBB48_20:
	ldr	x8, [sp, #24]
	str	x19, [sp, #16]
	sub	x1, x8, x0
	bl	_ZdlPvm
.LBB48_21:
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x21, [sp, #48]                  // 8-byte Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB48_22:
	.cfi_restore_state
.Ltmp99:                                // EH_LABEL
	b	.LBB48_25
.LBB48_23:
.Ltmp105:                               // EH_LABEL
	b	.LBB48_25
.LBB48_24:
.Ltmp108:                               // EH_LABEL
.LBB48_25:
	mov	x19, x0
	b	.LBB48_27
.LBB48_26:
.Ltmp102:                               // EH_LABEL
	mov	x19, x0
	str	x20, [sp, #16]
.LBB48_27:
	add	x0, sp, #8
	bl	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end48:
	.size	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_, .Lfunc_end48-_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,"aG",@progbits,_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,comdat
	.p2align	2, 0x0
GCC_except_table48:
.Lexception10:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end10-.Lcst_begin10
.Lcst_begin10:
	.uleb128 .Lfunc_begin10-.Lfunc_begin10  // >> Call Site 1 <<
	.uleb128 .Ltmp100-.Lfunc_begin10        //   Call between .Lfunc_begin10 and .Ltmp100
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp100-.Lfunc_begin10        // >> Call Site 2 <<
	.uleb128 .Ltmp101-.Ltmp100              //   Call between .Ltmp100 and .Ltmp101
	.uleb128 .Ltmp102-.Lfunc_begin10        //     jumps to .Ltmp102
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp97-.Lfunc_begin10         // >> Call Site 3 <<
	.uleb128 .Ltmp98-.Ltmp97                //   Call between .Ltmp97 and .Ltmp98
	.uleb128 .Ltmp99-.Lfunc_begin10         //     jumps to .Ltmp99
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp103-.Lfunc_begin10        // >> Call Site 4 <<
	.uleb128 .Ltmp104-.Ltmp103              //   Call between .Ltmp103 and .Ltmp104
	.uleb128 .Ltmp105-.Lfunc_begin10        //     jumps to .Ltmp105
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp106-.Lfunc_begin10        // >> Call Site 5 <<
	.uleb128 .Ltmp107-.Ltmp106              //   Call between .Ltmp106 and .Ltmp107
	.uleb128 .Ltmp108-.Lfunc_begin10        //     jumps to .Ltmp108
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp107-.Lfunc_begin10        // >> Call Site 6 <<
	.uleb128 .Lfunc_end48-.Ltmp107          //   Call between .Ltmp107 and .Lfunc_end48
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end10:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,"axG",@progbits,_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,comdat
	.weak	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv // -- Begin function _ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
	.p2align	4
	.type	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,@function
_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv: // @_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Lfunc_begin11:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception11
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	mov	x19, x0
	adrp	x0, :tlsdesc:_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	mrs	x20, TPIDR_EL0
	ldrb	w8, [x20, x0]
	tbz	w8, #0, .LBB49_15
.LBB49_1:
	ldr	x8, [x19]
	mov	w9, #1                          // =0x1
	ldaddal	x9, x8, [x8]
	ldr	x9, [x19, #8]
	ldr	x9, [x9]
	cmp	x8, x9
	b.ge	.LBB49_14
// %bb.2:
	adrp	x0, :tlsdesc:_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	add	x20, x20, x0
	b	.LBB49_4
	.p2align	5, , 16
.LBB49_3:                               //   in Loop: Header=BB49_4 Depth=1
	ldr	x8, [x19]
	mov	w9, #1                          // =0x1
	ldaddal	x9, x8, [x8]
	ldr	x9, [x19, #8]
	ldr	x9, [x9]
	cmp	x8, x9
	b.ge	.LBB49_14
.LBB49_4:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB49_7 Depth 2
                                        //       Child Loop BB49_10 Depth 3
                                        //         Child Loop BB49_12 Depth 4
	ldr	x10, [x19, #16]
	ldp	x9, x11, [x10]
	sdiv	x10, x8, x9
	sdiv	x12, x10, x11
	msub	x11, x12, x11, x10
	str	x12, [sp, #16]                  // 8-byte Spill
	sxtw	x24, w11
	str	x11, [sp]                       // 8-byte Spill
	cmp	x11, x24
	b.lt	.LBB49_3
// %bb.5:                               //   in Loop: Header=BB49_4 Depth=1
	msub	x25, x10, x9, x8
	ldr	x8, [sp, #16]                   // 8-byte Reload
	sxtw	x8, w8
	sxtw	x27, w25
	str	x8, [sp, #8]                    // 8-byte Spill
	b	.LBB49_7
	.p2align	5, , 16
.LBB49_6:                               //   in Loop: Header=BB49_7 Depth=2
	ldr	x8, [sp]                        // 8-byte Reload
	cmp	x8, x24
	add	x24, x24, #1
	b.le	.LBB49_3
.LBB49_7:                               //   Parent Loop BB49_4 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB49_10 Depth 3
                                        //         Child Loop BB49_12 Depth 4
	ldp	x9, x8, [sp, #8]                // 16-byte Folded Reload
	cmp	x8, x9
	b.lt	.LBB49_6
// %bb.8:                               //   in Loop: Header=BB49_7 Depth=2
	ldr	x28, [sp, #8]                   // 8-byte Reload
	b	.LBB49_10
	.p2align	5, , 16
.LBB49_9:                               //   in Loop: Header=BB49_10 Depth=3
	ldr	x8, [sp, #16]                   // 8-byte Reload
	cmp	x8, x28
	add	x28, x28, #1
	b.le	.LBB49_6
.LBB49_10:                              //   Parent Loop BB49_4 Depth=1
                                        //     Parent Loop BB49_7 Depth=2
                                        // =>    This Loop Header: Depth=3
                                        //         Child Loop BB49_12 Depth 4
	cmp	x25, x27
	b.lt	.LBB49_9
// %bb.11:                              //   in Loop: Header=BB49_10 Depth=3
	ldp	x21, x23, [x20, #24]
	mov	w26, w25
	sub	x22, x27, #1
	.p2align	5, , 16
.LBB49_12:                              //   Parent Loop BB49_4 Depth=1
                                        //     Parent Loop BB49_7 Depth=2
                                        //       Parent Loop BB49_10 Depth=3
                                        // =>      This Inner Loop Header: Depth=4
	ldr	x8, [x19, #32]
	str	w26, [sp, #24]
	ldr	w8, [x8]
	stp	w8, w24, [sp, #28]
	ldp	x8, x9, [x19, #40]
	ldr	w8, [x8]
	stp	w8, w28, [sp, #36]
	ldr	x8, [x19, #24]
	ldr	w9, [x9]
	ldr	x8, [x8]
	str	w9, [sp, #44]
	ldr	x9, [x19, #56]
	ldr	x2, [x9]
.Ltmp109:                               // EH_LABEL
	add	x0, sp, #24
	mov	x1, x20
	blr	x8
.Ltmp110:                               // EH_LABEL
// %bb.13:                              //   in Loop: Header=BB49_12 Depth=4
	add	x22, x22, #1
	add	w26, w26, #1
	cmp	x25, x22
	stp	x21, x23, [x20, #24]
	b.gt	.LBB49_12
	b	.LBB49_9
.LBB49_14:
	.cfi_def_cfa wsp, 144
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB49_15:
	.cfi_restore_state
	adrp	x0, :tlsdesc:_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	adrp	x8, :got:_ZN8patternc7ScratchD2Ev
	adrp	x2, __dso_handle
	add	x2, x2, :lo12:__dso_handle
	ldr	x8, [x8, :got_lo12:_ZN8patternc7ScratchD2Ev]
	add	x1, x20, x0
	mov	x0, x8
	bl	__cxa_thread_atexit
	adrp	x0, :tlsdesc:_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	mov	w8, #1                          // =0x1
	strb	w8, [x20, x0]
	b	.LBB49_1
.LBB49_16:
.Ltmp111:                               // EH_LABEL
	stp	x21, x23, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end49:
	.size	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv, .Lfunc_end49-_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,"aG",@progbits,_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,comdat
	.p2align	2, 0x0
GCC_except_table49:
.Lexception11:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end11-.Lcst_begin11
.Lcst_begin11:
	.uleb128 .Lfunc_begin11-.Lfunc_begin11  // >> Call Site 1 <<
	.uleb128 .Ltmp109-.Lfunc_begin11        //   Call between .Lfunc_begin11 and .Ltmp109
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp109-.Lfunc_begin11        // >> Call Site 2 <<
	.uleb128 .Ltmp110-.Ltmp109              //   Call between .Ltmp109 and .Ltmp110
	.uleb128 .Ltmp111-.Lfunc_begin11        //     jumps to .Ltmp111
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp110-.Lfunc_begin11        // >> Call Site 3 <<
	.uleb128 .Lfunc_end49-.Ltmp110          //   Call between .Ltmp110 and .Lfunc_end49
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end11:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev,"axG",@progbits,_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev,comdat
	.weak	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev // -- Begin function _ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev
	.p2align	4
	.type	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev,@function
_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev: // @_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	ldr	x21, [x0]
	cbz	x21, .LBB50_5
// %bb.1:
	ldr	x20, [x0, #8]
	mov	x19, x0
	mov	x0, x21
	cmp	x21, x20
	b.eq	.LBB50_4
	.p2align	5, , 16
.LBB50_2:                               // =>This Inner Loop Header: Depth=1
	sub	x20, x20, #8
	mov	x0, x20
	bl	_ZNSt3__16threadD1Ev
	cmp	x20, x21
	b.ne	.LBB50_2
// %bb.3:
	ldr	x0, [x19]
.LBB50_4:
	ldr	x8, [x19, #16]
	str	x21, [x19, #8]
	sub	x1, x8, x0
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	b	_ZdlPvm
.LBB50_5:
	.cfi_restore_state
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end50:
	.size	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev, .Lfunc_end50-_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc7ScratchD2Ev,"axG",@progbits,_ZN8patternc7ScratchD2Ev,comdat
	.weak	_ZN8patternc7ScratchD2Ev        // -- Begin function _ZN8patternc7ScratchD2Ev
	.p2align	4
	.type	_ZN8patternc7ScratchD2Ev,@function
_ZN8patternc7ScratchD2Ev:               // @_ZN8patternc7ScratchD2Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	ldr	x20, [x0]
	cbz	x20, .LBB51_7
// %bb.1:
	ldr	x21, [x0, #8]
	mov	x19, x0
	mov	x0, x20
	cmp	x20, x21
	b.ne	.LBB51_3
	b	.LBB51_6
	.p2align	5, , 16
.LBB51_2:                               //   in Loop: Header=BB51_3 Depth=1
	cmp	x21, x20
	b.eq	.LBB51_5
.LBB51_3:                               // =>This Inner Loop Header: Depth=1
	ldr	x0, [x21, #-16]!
	str	xzr, [x21]
	cbz	x0, .LBB51_2
// %bb.4:                               //   in Loop: Header=BB51_3 Depth=1
	bl	free
	b	.LBB51_2
.LBB51_5:
	ldr	x0, [x19]
.LBB51_6:
	ldr	x8, [x19, #16]
	str	x20, [x19, #8]
	sub	x1, x8, x0
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	b	_ZdlPvm
.LBB51_7:
	.cfi_restore_state
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end51:
	.size	_ZN8patternc7ScratchD2Ev, .Lfunc_end51-_ZN8patternc7ScratchD2Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_,"axG",@progbits,_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_,comdat
	.weak	_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_ // -- Begin function _ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.p2align	4
	.type	_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_,@function
_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_: // @_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.cfi_startproc
// %bb.0:
	b	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Lfunc_end52:
	.size	_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_, .Lfunc_end52-_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,"axG",@progbits,_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,comdat
	.weak	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_ // -- Begin function _ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
	.p2align	4
	.type	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,@function
_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_: // @_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
.Lfunc_begin12:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception12
// %bb.0:
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	str	x21, [sp, #32]                  // 8-byte Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	mov	x19, x0
	mov	w0, #8                          // =0x8
	mov	x21, x1
	bl	_Znwm
	mov	x20, x0
.Ltmp112:                               // EH_LABEL
	bl	_ZNSt3__115__thread_structC1Ev
.Ltmp113:                               // EH_LABEL
// %bb.1:
	str	x20, [x29, #24]
.Ltmp115:                               // EH_LABEL
	mov	w0, #72                         // =0x48
	bl	_Znwm
.Ltmp116:                               // EH_LABEL
// %bb.2:
	ldp	q0, q1, [x21]
	str	xzr, [x29, #24]
	adrp	x2, :got:_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	str	x20, [x0]
	mov	x3, x0
	str	x0, [sp, #8]
	mov	x1, xzr
	stur	q1, [x0, #24]
	stur	q0, [x0, #8]
	ldp	q0, q2, [x21, #32]
	stur	q2, [x0, #56]
	stur	q0, [x0, #40]
	mov	x0, x19
	ldr	x2, [x2, :got_lo12:_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_]
	bl	pthread_create
	cbnz	w0, .LBB53_4
// %bb.3:
	.cfi_def_cfa wsp, 64
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldr	x21, [sp, #32]                  // 8-byte Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB53_4:
	.cfi_restore_state
.Ltmp118:                               // EH_LABEL
	adrp	x1, .L.str.2
	add	x1, x1, :lo12:.L.str.2
	bl	_ZNSt3__120__throw_system_errorEiPKc
.Ltmp119:                               // EH_LABEL
// %bb.5:
.LBB53_6:
.Ltmp120:                               // EH_LABEL
	mov	x19, x0
	add	x0, sp, #8
	bl	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	b	.LBB53_8
.LBB53_7:
.Ltmp117:                               // EH_LABEL
	mov	x19, x0
.LBB53_8:
	add	x0, x29, #24
	bl	_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev
	mov	x0, x19
	bl	_Unwind_Resume
.LBB53_9:
.Ltmp114:                               // EH_LABEL
	mov	x19, x0
	mov	x0, x20
	mov	w1, #8                          // =0x8
	bl	_ZdlPvm
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end53:
	.size	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_, .Lfunc_end53-_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,"aG",@progbits,_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,comdat
	.p2align	2, 0x0
GCC_except_table53:
.Lexception12:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end12-.Lcst_begin12
.Lcst_begin12:
	.uleb128 .Lfunc_begin12-.Lfunc_begin12  // >> Call Site 1 <<
	.uleb128 .Ltmp112-.Lfunc_begin12        //   Call between .Lfunc_begin12 and .Ltmp112
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp112-.Lfunc_begin12        // >> Call Site 2 <<
	.uleb128 .Ltmp113-.Ltmp112              //   Call between .Ltmp112 and .Ltmp113
	.uleb128 .Ltmp114-.Lfunc_begin12        //     jumps to .Ltmp114
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp115-.Lfunc_begin12        // >> Call Site 3 <<
	.uleb128 .Ltmp116-.Ltmp115              //   Call between .Ltmp115 and .Ltmp116
	.uleb128 .Ltmp117-.Lfunc_begin12        //     jumps to .Ltmp117
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp118-.Lfunc_begin12        // >> Call Site 4 <<
	.uleb128 .Ltmp119-.Ltmp118              //   Call between .Ltmp118 and .Ltmp119
	.uleb128 .Ltmp120-.Lfunc_begin12        //     jumps to .Ltmp120
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp119-.Lfunc_begin12        // >> Call Site 5 <<
	.uleb128 .Lfunc_end53-.Ltmp119          //   Call between .Ltmp119 and .Lfunc_end53
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end12:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,"axG",@progbits,_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,comdat
	.weak	_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_ // -- Begin function _ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	.p2align	4
	.type	_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,@function
_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_: // @_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
.Lfunc_begin13:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception13
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mov	x19, x0
	str	x0, [sp, #8]
.Ltmp121:                               // EH_LABEL
	bl	_ZNSt3__119__thread_local_dataEv
.Ltmp122:                               // EH_LABEL
// %bb.1:
	ldr	x1, [x19]
	ldr	w0, [x0]
	mov	x20, x19
	str	xzr, [x20], #8
	bl	pthread_setspecific
.Ltmp123:                               // EH_LABEL
	mov	x0, x20
	bl	_ZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Ltmp124:                               // EH_LABEL
// %bb.2:
	ldr	x20, [x19]
	str	xzr, [x19]
	cbz	x20, .LBB54_4
// %bb.3:
	mov	x0, x20
	bl	_ZNSt3__115__thread_structD1Ev
	mov	x0, x20
	mov	w1, #8                          // =0x8
	bl	_ZdlPvm
.LBB54_4:
	mov	x0, x19
	mov	w1, #72                         // =0x48
	bl	_ZdlPvm
	mov	x0, xzr
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB54_5:
	.cfi_restore_state
.Ltmp125:                               // EH_LABEL
	mov	x19, x0
	add	x0, sp, #8
	bl	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end54:
	.size	_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_, .Lfunc_end54-_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,"aG",@progbits,_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,comdat
	.p2align	2, 0x0
GCC_except_table54:
.Lexception13:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end13-.Lcst_begin13
.Lcst_begin13:
	.uleb128 .Ltmp121-.Lfunc_begin13        // >> Call Site 1 <<
	.uleb128 .Ltmp124-.Ltmp121              //   Call between .Ltmp121 and .Ltmp124
	.uleb128 .Ltmp125-.Lfunc_begin13        //     jumps to .Ltmp125
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp124-.Lfunc_begin13        // >> Call Site 2 <<
	.uleb128 .Lfunc_end54-.Ltmp124          //   Call between .Ltmp124 and .Lfunc_end54
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end13:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev,"axG",@progbits,_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev,comdat
	.weak	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev // -- Begin function _ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	.p2align	4
	.type	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev,@function
_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev: // @_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	ldr	x19, [x0]
	str	xzr, [x0]
	cbz	x19, .LBB55_4
// %bb.1:
	ldr	x20, [x19]
	str	xzr, [x19]
	cbz	x20, .LBB55_3
// %bb.2:
	mov	x0, x20
	bl	_ZNSt3__115__thread_structD1Ev
	mov	x0, x20
	mov	w1, #8                          // =0x8
	bl	_ZdlPvm
.LBB55_3:
	mov	x0, x19
	mov	w1, #72                         // =0x48
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	b	_ZdlPvm
.LBB55_4:
	.cfi_restore_state
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end55:
	.size	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev, .Lfunc_end55-_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev,"axG",@progbits,_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev,comdat
	.weak	_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev // -- Begin function _ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev
	.p2align	4
	.type	_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev,@function
_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev: // @_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	ldr	x19, [x0]
	str	xzr, [x0]
	cbz	x19, .LBB56_2
// %bb.1:
	mov	x0, x19
	bl	_ZNSt3__115__thread_structD1Ev
	mov	x0, x19
	mov	w1, #8                          // =0x8
	.cfi_def_cfa wsp, 32
	ldr	x19, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	b	_ZdlPvm
.LBB56_2:
	.cfi_restore_state
	.cfi_def_cfa wsp, 32
	ldr	x19, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end56:
	.size	_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev, .Lfunc_end56-_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,"axG",@progbits,_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,comdat
	.weak	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_ // -- Begin function _ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
	.p2align	4
	.type	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,@function
_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_: // @_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
.Lfunc_begin14:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception14
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	ldp	x28, x27, [x0]
	sub	x26, x27, x28
	asr	x8, x26, #3
	add	x8, x8, #1
	lsr	x9, x8, #61
	cbnz	x9, .LBB57_19
// %bb.1:
	ldr	x9, [x0, #16]
	mov	x19, x0
	sub	x9, x9, x28
	str	xzr, [sp, #16]
	asr	x10, x9, #2
	cmp	x10, x8
	csel	x8, x10, x8, hi
	mov	x10, #9223372036854775800       // =0x7ffffffffffffff8
	cmp	x9, x10
	mov	x9, #2305843009213693951        // =0x1fffffffffffffff
	csel	x20, x8, x9, lo
	cbz	x20, .LBB57_4
// %bb.2:
	lsr	x8, x20, #61
	cbnz	x8, .LBB57_20
// %bb.3:
	lsl	x0, x20, #3
	mov	x21, x1
	bl	_Znwm
	mov	x22, x0
	mov	x1, x21
	str	x0, [sp, #16]
	b	.LBB57_5
.LBB57_4:
	mov	x22, xzr
.LBB57_5:
	add	x23, x22, x26
	add	x8, x22, x20, lsl #3
	stp	x23, x23, [sp, #24]
	str	x8, [sp, #8]                    // 8-byte Spill
	str	x8, [sp, #40]
.Ltmp126:                               // EH_LABEL
	add	x0, x22, x26
	bl	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE0EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
.Ltmp127:                               // EH_LABEL
// %bb.6:
	ldp	x21, x25, [x19]
	add	x20, x23, #8
	subs	x8, x25, x21
	subs	x10, x25, x21
	sub	x24, x23, x8
	b.eq	.LBB57_16
// %bb.7:
	sub	x11, x10, #8
	mov	x8, x21
	mov	x9, x24
	cmp	x11, #152
	b.lo	.LBB57_13
// %bb.8:
	and	x8, x11, #0xfffffffffffffff8
	add	x9, x21, x8
	add	x9, x9, #8
	cmp	x24, x9
	b.hs	.LBB57_10
// %bb.9:
	add	x8, x8, x27
	add	x9, x10, x28
	sub	x8, x8, x9
	mov	x9, x24
	add	x8, x8, x22
	add	x8, x8, #8
	cmp	x21, x8
	mov	x8, x21
	b.lo	.LBB57_13
.LBB57_10:
	asr	x8, x10, #3
	lsr	x9, x11, #3
	movi	v0.2d, #0000000000000000
	add	x10, x9, #1
	sub	x8, x26, x8, lsl #3
	add	x13, x21, #16
	and	x11, x10, #0x3ffffffffffffffc
	add	x12, x8, x22
	and	x14, x10, #0x3ffffffffffffffc
	add	x8, x21, x11, lsl #3
	add	x9, x24, x11, lsl #3
	add	x12, x12, #16
	.p2align	5, , 16
.LBB57_11:                              // =>This Inner Loop Header: Depth=1
	ldp	q1, q2, [x13, #-16]
	stp	q0, q0, [x13, #-16]
	add	x13, x13, #32
	subs	x14, x14, #4
	stp	q1, q2, [x12, #-16]
	add	x12, x12, #32
	b.ne	.LBB57_11
// %bb.12:
	cmp	x10, x11
	b.eq	.LBB57_14
	.p2align	5, , 16
.LBB57_13:                              // =>This Inner Loop Header: Depth=1
	ldr	x10, [x8]
	str	x10, [x9], #8
	str	xzr, [x8], #8
	cmp	x8, x25
	b.ne	.LBB57_13
	.p2align	5, , 16
.LBB57_14:                              // =>This Inner Loop Header: Depth=1
	mov	x0, x21
	bl	_ZNSt3__16threadD1Ev
	add	x21, x21, #8
	cmp	x21, x25
	b.ne	.LBB57_14
// %bb.15:
	ldr	x21, [x19]
.LBB57_16:
	ldr	x8, [x19, #16]
	ldr	x9, [sp, #8]                    // 8-byte Reload
	stp	x24, x20, [x19]
	str	x9, [x19, #16]
	cbz	x21, .LBB57_18
// %bb.17:
	sub	x1, x8, x21
	mov	x0, x21
	bl	_ZdlPvm
.LBB57_18:
	mov	x0, x20
	.cfi_def_cfa wsp, 144
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB57_19:
	.cfi_restore_state
	bl	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev
.LBB57_20:
	bl	_ZSt28__throw_bad_array_new_lengthB9nie220108v
.LBB57_21:
.Ltmp128:                               // EH_LABEL
	mov	x19, x0
	add	x0, sp, #16
	bl	_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end57:
	.size	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_, .Lfunc_end57-_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,"aG",@progbits,_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE0EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,comdat
	.p2align	2, 0x0
GCC_except_table57:
.Lexception14:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end14-.Lcst_begin14
.Lcst_begin14:
	.uleb128 .Lfunc_begin14-.Lfunc_begin14  // >> Call Site 1 <<
	.uleb128 .Ltmp126-.Lfunc_begin14        //   Call between .Lfunc_begin14 and .Ltmp126
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp126-.Lfunc_begin14        // >> Call Site 2 <<
	.uleb128 .Ltmp127-.Ltmp126              //   Call between .Ltmp126 and .Ltmp127
	.uleb128 .Ltmp128-.Lfunc_begin14        //     jumps to .Ltmp128
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp127-.Lfunc_begin14        // >> Call Site 3 <<
	.uleb128 .Lfunc_end57-.Ltmp127          //   Call between .Ltmp127 and .Lfunc_end57
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end14:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev,"axG",@progbits,_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev,comdat
	.weak	_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev // -- Begin function _ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev
	.p2align	4
	.type	_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev,@function
_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev: // @_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	ldp	x21, x20, [x0, #8]
	mov	x19, x0
	cmp	x21, x20
	b.eq	.LBB58_2
	.p2align	5, , 16
.LBB58_1:                               // =>This Inner Loop Header: Depth=1
	sub	x20, x20, #8
	mov	x0, x20
	bl	_ZNSt3__16threadD1Ev
	cmp	x20, x21
	b.ne	.LBB58_1
.LBB58_2:
	ldr	x0, [x19]
	str	x20, [x19, #16]
	cbz	x0, .LBB58_4
// %bb.3:
	ldr	x8, [x19, #24]
	sub	x1, x8, x0
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	b	_ZdlPvm
.LBB58_4:
	.cfi_restore_state
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end58:
	.size	_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev, .Lfunc_end58-_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev,"axG",@progbits,_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev,comdat
	.weak	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev // -- Begin function _ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev
	.p2align	4
	.type	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev,@function
_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev: // @_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	adrp	x0, .L.str.1
	add	x0, x0, :lo12:.L.str.1
	bl	_ZNSt3__120__throw_length_errorB9nie220108EPKc
.Lfunc_end59:
	.size	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev, .Lfunc_end59-_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,"axG",@progbits,_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,comdat
	.weak	_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi // -- Begin function _ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,@function
_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi: // @_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	mov	x20, x8
	ldpsw	x9, x8, [x3]
	ldur	q0, [x3, #8]
	ldur	q1, [x3, #24]
	and	w10, w5, #0x3
	mov	w19, w5
	mov	x22, x2
	mov	x27, x1
	sub	x8, x8, x9
	dup	v6.2d, x9
	sshll	v7.2d, v0.2s, #0
	sshll2	v0.2d, v0.4s, #0
	lsl	x17, x8, #2
	lsl	x18, x8, #1
	add	x14, x8, x8, lsl #1
	lsl	x12, x8, #3
	add	x16, x8, x8, lsl #2
	add	x11, x8, x8, lsl #3
	fmov	d2, x17
	fmov	d3, x18
	lsl	x15, x14, #1
	fmov	d4, x12
	sub	x13, x12, x8
	fmov	d5, x15
	sub	x18, x9, x8
	add	x18, x18, x8, lsl #4
	mov	v2.d[1], x16
	add	v2.2d, v2.2d, v6.2d
	mov	v3.d[1], x14
	add	v3.2d, v3.2d, v6.2d
	mov	v4.d[1], x11
	add	v4.2d, v4.2d, v6.2d
	mov	v5.d[1], x13
	mov	w11, #10                        // =0xa
	madd	x11, x8, x11, x9
	ldp	w12, w13, [x3, #40]
	cmp	x11, w12, sxtw
	add	x12, x8, x16, lsl #1
	ldp	w15, w16, [x3, #48]
	add	x14, x8, x14, lsl #2
	add	x14, x14, x9
	add	v5.2d, v5.2d, v6.2d
	sshll	v6.2d, v1.2s, #0
	sshll2	v1.2d, v1.4s, #0
	add	x12, x12, x9
	cset	w11, eq
	cmeq	v0.2d, v2.2d, v0.2d
	cmeq	v2.2d, v3.2d, v7.2d
	cmp	x12, w13, sxtw
	cmeq	v1.2d, v4.2d, v1.2d
	mov	w13, #12                        // =0xc
	madd	x13, x8, x13, x9
	uzp1	v0.4s, v2.4s, v0.4s
	cmeq	v2.2d, v5.2d, v6.2d
	cset	w12, eq
	uzp1	v1.4s, v2.4s, v1.4s
	cmp	x13, w15, sxtw
	mov	w15, #14                        // =0xe
	uzp1	v0.8h, v0.8h, v1.8h
	ldr	q1, [x4]
	cset	w13, eq
	cmp	x14, w16, sxtw
	ldp	w16, w17, [x3, #56]
	madd	x15, x8, x15, x9
                                        // kill: def $w16 killed $w16 def $x16
	sxtw	x16, w16
	cset	w14, eq
	cmp	x18, w17, sxtw
	xtn	v0.8b, v0.8h
	cset	w17, eq
	cmtst	v1.16b, v1.16b, v1.16b
	and	v0.8b, v1.8b, v0.8b
	ext	v1.16b, v1.16b, v1.16b, #8
	mov	v0.d[1], v1.d[0]
	shl	v0.16b, v0.16b, #7
	cmlt	v0.16b, v0.16b, #0
	uminv	b0, v0.16b
	fmov	w18, s0
	and	w11, w18, w11
	cmp	w11, #1
	ccmp	w12, #0, #4, eq
	ccmp	w13, #0, #4, ne
	ccmp	w17, #0, #4, ne
	ccmp	w10, #0, #0, ne
	ccmp	w14, #0, #4, eq
	ccmp	x15, x16, #0, ne
	b.eq	.LBB60_6
// %bb.1:
	adds	w8, w19, #3
	add	w9, w19, #6
	mov	x23, x4
	csel	w8, w9, w8, mi
	mov	x24, x3
	mov	x25, x0
	and	w8, w8, #0xfffffffc
	sxtw	x21, w8
	sbfiz	x26, x8, #6, #32
	b	.LBB60_3
	.p2align	5, , 16
.LBB60_2:                               //   in Loop: Header=BB60_3 Depth=1
	mov	x0, x25
	mov	x1, x26
	bl	_ZN8patternc7Scratch3addEm
.LBB60_3:                               // =>This Inner Loop Header: Depth=1
	ldp	x11, x8, [x25]
	sub	x8, x8, x11
	ldr	x9, [x25, #24]
	cmp	x9, x8, asr #4
	b.eq	.LBB60_2
// %bb.4:                               //   in Loop: Header=BB60_3 Depth=1
	ldr	x8, [x25, #32]
	add	x11, x11, x9, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x8, x26
	cmp	x10, x12
	b.ls	.LBB60_7
// %bb.5:                               //   in Loop: Header=BB60_3 Depth=1
	add	x8, x9, #1
	stp	x8, xzr, [x25, #24]
	b	.LBB60_3
.LBB60_6:
	mul	x9, x22, x9
	add	x9, x27, x9, lsl #2
	mul	x8, x8, x22
	str	x9, [x20]
	b	.LBB60_30
.LBB60_7:
	ldr	x9, [x11]
	str	x10, [x25, #32]
	sub	w10, w19, #1
	cmn	w10, #7
	lsl	x28, x21, #2
	stp	x21, x20, [sp]                  // 16-byte Folded Spill
	sbc	w10, w21, wzr
	mov	x26, xzr
	mov	w25, w19
	add	x21, x9, x8
	sub	x9, x9, x27
	ubfiz	x20, x10, #2, #32
	add	x8, x9, x8
	str	x8, [sp, #16]                   // 8-byte Spill
	lsl	x8, x22, #2
	stp	x8, x22, [x29, #-16]            // 16-byte Folded Spill
	mov	x22, x27
	add	x8, x27, #16
	mov	x27, x21
	str	x8, [sp, #24]                   // 8-byte Spill
	b	.LBB60_9
	.p2align	5, , 16
.LBB60_8:                               //   in Loop: Header=BB60_9 Depth=1
	add	x26, x26, #1
	add	x27, x27, x28
	cmp	x26, #16
	b.eq	.LBB60_29
.LBB60_9:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB60_15 Depth 2
                                        //     Child Loop BB60_27 Depth 2
                                        //     Child Loop BB60_22 Depth 2
                                        //     Child Loop BB60_25 Depth 2
	cmp	w19, #1
	b.lt	.LBB60_11
// %bb.10:                              //   in Loop: Header=BB60_9 Depth=1
	madd	x0, x28, x26, x21
	add	x2, x20, #4
	mov	w1, wzr
	bl	memset
.LBB60_11:                              //   in Loop: Header=BB60_9 Depth=1
	ldrb	w8, [x23, x26]
	cmp	w8, #1
	b.ne	.LBB60_8
// %bb.12:                              //   in Loop: Header=BB60_9 Depth=1
	ldrsw	x8, [x24, x26, lsl #2]
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	cmp	w19, #4
	mul	x9, x9, x8
	add	x9, x22, x9, lsl #2
	b.ge	.LBB60_14
// %bb.13:                              //   in Loop: Header=BB60_9 Depth=1
	mov	w10, wzr
	cmp	w10, w19
	b.ge	.LBB60_8
	b	.LBB60_17
	.p2align	5, , 16
.LBB60_14:                              //   in Loop: Header=BB60_9 Depth=1
	mov	x10, x27
	mov	x11, x9
	mov	w12, #4                         // =0x4
	.p2align	5, , 16
.LBB60_15:                              //   Parent Loop BB60_9 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q0, [x11], #16
	add	x12, x12, #4
	cmp	x12, x25
	str	q0, [x10], #16
	b.ls	.LBB60_15
// %bb.16:                              //   in Loop: Header=BB60_9 Depth=1
	and	w10, w19, #0x7ffffffc
	cmp	w10, w19
	b.ge	.LBB60_8
.LBB60_17:                              //   in Loop: Header=BB60_9 Depth=1
	mov	w14, w10
	sub	x11, x25, x14
	cmp	x11, #8
	b.lo	.LBB60_19
// %bb.18:                              //   in Loop: Header=BB60_9 Depth=1
	ldr	x10, [sp, #16]                  // 8-byte Reload
	madd	x12, x28, x26, x10
	ldur	x10, [x29, #-16]                // 8-byte Folded Reload
	mul	x10, x10, x8
	sub	x12, x12, x10
	cmp	x12, #32
	b.hs	.LBB60_26
.LBB60_19:                              //   in Loop: Header=BB60_9 Depth=1
	mov	x10, x14
.LBB60_20:                              //   in Loop: Header=BB60_9 Depth=1
	sub	w11, w25, w10
	ands	x12, x11, #0x7
	mov	x11, x10
	b.eq	.LBB60_23
// %bb.21:                              //   in Loop: Header=BB60_9 Depth=1
	mov	x11, x10
	.p2align	5, , 16
.LBB60_22:                              //   Parent Loop BB60_9 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	s0, [x9, x11, lsl #2]
	subs	x12, x12, #1
	str	s0, [x27, x11, lsl #2]
	add	x11, x11, #1
	b.ne	.LBB60_22
.LBB60_23:                              //   in Loop: Header=BB60_9 Depth=1
	sub	x9, x10, x25
	cmn	x9, #8
	b.hi	.LBB60_8
// %bb.24:                              //   in Loop: Header=BB60_9 Depth=1
	ldur	x12, [x29, #-16]                // 8-byte Folded Reload
	ldr	x13, [sp, #24]                  // 8-byte Reload
	sub	x9, x25, x11
	lsl	x10, x11, #2
	mov	x11, x27
	madd	x8, x12, x8, x13
	.p2align	5, , 16
.LBB60_25:                              //   Parent Loop BB60_9 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x8, x10
	add	x13, x11, x10
	subs	x9, x9, #8
	ldur	s0, [x12, #-16]
	add	x11, x11, #32
	add	x8, x8, #32
	str	s0, [x13]
	ldur	s0, [x12, #-12]
	str	s0, [x13, #4]
	ldur	s0, [x12, #-8]
	str	s0, [x13, #8]
	ldur	s0, [x12, #-4]
	str	s0, [x13, #12]
	ldr	s0, [x12]
	str	s0, [x13, #16]
	ldr	s0, [x12, #4]
	str	s0, [x13, #20]
	ldr	s0, [x12, #8]
	str	s0, [x13, #24]
	ldr	s0, [x12, #12]
	str	s0, [x13, #28]
	b.ne	.LBB60_25
	b	.LBB60_8
.LBB60_26:                              //   in Loop: Header=BB60_9 Depth=1
	ldr	x15, [sp, #24]                  // 8-byte Reload
	and	x12, x11, #0xfffffffffffffff8
	add	x13, x10, x14, lsl #2
	add	x10, x12, x14
	add	x14, x27, x14, lsl #2
	add	x13, x15, x13
	and	x15, x11, #0xfffffffffffffff8
	.p2align	5, , 16
.LBB60_27:                              //   Parent Loop BB60_9 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q0, q1, [x13, #-16]
	subs	x15, x15, #8
	add	x13, x13, #32
	stp	q0, q1, [x14], #32
	b.ne	.LBB60_27
// %bb.28:                              //   in Loop: Header=BB60_9 Depth=1
	cmp	x11, x12
	b.eq	.LBB60_8
	b	.LBB60_20
.LBB60_29:
	ldp	x8, x20, [sp]                   // 16-byte Folded Reload
	str	x21, [x20]
.LBB60_30:
	str	x8, [x20, #8]
	str	w19, [x20, #16]
	.cfi_def_cfa wsp, 144
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end60:
	.size	_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi, .Lfunc_end60-_ZN8patternc15load_plain_rowsILi16EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf,"axG",@progbits,_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf,comdat
	.weak	_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf // -- Begin function _ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	.p2align	4
	.type	_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf,@function
_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf: // @_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sub	x9, x29, #4
	cmp	x1, #1
	stur	s0, [x29, #-4]
	stp	x8, x3, [sp, #8]
	stp	x2, x9, [sp, #24]
	b.gt	.LBB61_35
// %bb.1:
	cbz	x1, .LBB61_41
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB61_75
// %bb.3:
	ldrb	w9, [x3]
	fmov	s1, s0
	tbz	w9, #0, .LBB61_5
// %bb.4:
	ldr	x9, [x2]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_5:
	ldrb	w9, [x3, #1]
	str	s1, [x8]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_7
// %bb.6:
	ldr	x9, [x2, #8]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_7:
	ldrb	w9, [x3, #2]
	str	s1, [x8, #4]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_9
// %bb.8:
	ldr	x9, [x2, #16]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_9:
	ldrb	w9, [x3, #3]
	str	s1, [x8, #8]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_11
// %bb.10:
	ldr	x9, [x2, #24]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_11:
	ldrb	w9, [x3, #4]
	str	s1, [x8, #12]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_13
// %bb.12:
	ldr	x9, [x2, #32]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_13:
	ldrb	w9, [x3, #5]
	str	s1, [x8, #16]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_15
// %bb.14:
	ldr	x9, [x2, #40]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_15:
	ldrb	w9, [x3, #6]
	str	s1, [x8, #20]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_17
// %bb.16:
	ldr	x9, [x2, #48]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_17:
	ldrb	w9, [x3, #7]
	str	s1, [x8, #24]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_19
// %bb.18:
	ldr	x9, [x2, #56]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_19:
	ldrb	w9, [x3, #8]
	str	s1, [x8, #28]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_21
// %bb.20:
	ldr	x9, [x2, #64]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_21:
	ldrb	w9, [x3, #9]
	str	s1, [x8, #32]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_23
// %bb.22:
	ldr	x9, [x2, #72]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_23:
	ldrb	w9, [x3, #10]
	str	s1, [x8, #36]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_25
// %bb.24:
	ldr	x9, [x2, #80]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_25:
	ldrb	w9, [x3, #11]
	str	s1, [x8, #40]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_27
// %bb.26:
	ldr	x9, [x2, #88]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_27:
	ldrb	w9, [x3, #12]
	str	s1, [x8, #44]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_29
// %bb.28:
	ldr	x9, [x2, #96]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_29:
	ldrb	w9, [x3, #13]
	str	s1, [x8, #48]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_31
// %bb.30:
	ldr	x9, [x2, #104]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_31:
	ldrb	w9, [x3, #14]
	str	s1, [x8, #52]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_33
// %bb.32:
	ldr	x9, [x2, #112]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s1, w9
.LBB61_33:
	ldrb	w9, [x3, #15]
	str	s1, [x8, #56]
	cmp	w9, #1
	b.ne	.LBB61_74
// %bb.34:
	ldr	x9, [x2, #120]
	ldrh	w9, [x0, x9, lsl #1]
	lsl	w9, w9, #16
	fmov	s0, w9
	b	.LBB61_74
.LBB61_35:
	cmp	x1, #3
	b.eq	.LBB61_42
// %bb.36:
	cmp	x1, #2
	b.ne	.LBB61_75
// %bb.37:
	mov	x9, xzr
	mov	w10, #1879048192                // =0x70000000
	mov	w11, #939524096                 // =0x38000000
	b	.LBB61_39
	.p2align	5, , 16
.LBB61_38:                              //   in Loop: Header=BB61_39 Depth=1
	str	s1, [x8, x9, lsl #2]
	add	x9, x9, #1
	cmp	x9, #16
	b.eq	.LBB61_75
.LBB61_39:                              // =>This Inner Loop Header: Depth=1
	ldrb	w12, [x3, x9]
	fmov	s1, s0
	cmp	w12, #1
	b.ne	.LBB61_38
// %bb.40:                              //   in Loop: Header=BB61_39 Depth=1
	ldr	x12, [x2, x9, lsl #3]
	ldrh	w12, [x0, x12, lsl #1]
	and	w14, w12, #0x7fff
	ubfx	w16, w12, #10, #5
	lsr	w13, w12, #15
	cmp	w16, #31
	ucvtf	s1, w14, #24
	csel	w16, w11, w10, lo
	tst	w12, #0x7c00
	add	w14, w16, w14, lsl #13
	fmov	w15, s1
	csel	w12, w15, w14, eq
	orr	w12, w12, w13, lsl #31
	fmov	s1, w12
	b	.LBB61_38
.LBB61_41:
	mov	x1, x0
	add	x0, sp, #8
	bl	_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_
	b	.LBB61_75
.LBB61_42:
	ldrb	w9, [x3]
	fmov	s1, s0
	tbz	w9, #0, .LBB61_44
// %bb.43:
	ldr	x9, [x2]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_44:
	ldrb	w9, [x3, #1]
	str	s1, [x8]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_46
// %bb.45:
	ldr	x9, [x2, #8]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_46:
	ldrb	w9, [x3, #2]
	str	s1, [x8, #4]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_48
// %bb.47:
	ldr	x9, [x2, #16]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_48:
	ldrb	w9, [x3, #3]
	str	s1, [x8, #8]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_50
// %bb.49:
	ldr	x9, [x2, #24]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_50:
	ldrb	w9, [x3, #4]
	str	s1, [x8, #12]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_52
// %bb.51:
	ldr	x9, [x2, #32]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_52:
	ldrb	w9, [x3, #5]
	str	s1, [x8, #16]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_54
// %bb.53:
	ldr	x9, [x2, #40]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_54:
	ldrb	w9, [x3, #6]
	str	s1, [x8, #20]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_56
// %bb.55:
	ldr	x9, [x2, #48]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_56:
	ldrb	w9, [x3, #7]
	str	s1, [x8, #24]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_58
// %bb.57:
	ldr	x9, [x2, #56]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_58:
	ldrb	w9, [x3, #8]
	str	s1, [x8, #28]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_60
// %bb.59:
	ldr	x9, [x2, #64]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_60:
	ldrb	w9, [x3, #9]
	str	s1, [x8, #32]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_62
// %bb.61:
	ldr	x9, [x2, #72]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_62:
	ldrb	w9, [x3, #10]
	str	s1, [x8, #36]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_64
// %bb.63:
	ldr	x9, [x2, #80]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_64:
	ldrb	w9, [x3, #11]
	str	s1, [x8, #40]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_66
// %bb.65:
	ldr	x9, [x2, #88]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_66:
	ldrb	w9, [x3, #12]
	str	s1, [x8, #44]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_68
// %bb.67:
	ldr	x9, [x2, #96]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_68:
	ldrb	w9, [x3, #13]
	str	s1, [x8, #48]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_70
// %bb.69:
	ldr	x9, [x2, #104]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_70:
	ldrb	w9, [x3, #14]
	str	s1, [x8, #52]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB61_72
// %bb.71:
	ldr	x9, [x2, #112]
	ldr	d1, [x0, x9, lsl #3]
	fcvt	s1, d1
.LBB61_72:
	ldrb	w9, [x3, #15]
	str	s1, [x8, #56]
	cmp	w9, #1
	b.ne	.LBB61_74
// %bb.73:
	ldr	x9, [x2, #120]
	ldr	d0, [x0, x9, lsl #3]
	fcvt	s0, d0
.LBB61_74:
	str	s0, [x8, #60]
.LBB61_75:
	.cfi_def_cfa wsp, 64
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end61:
	.size	_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf, .Lfunc_end61-_ZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff,"axG",@progbits,_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff,comdat
	.weak	_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff // -- Begin function _ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff
	.p2align	4
	.type	_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff,@function
_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff: // @_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
	ldrsw	x8, [x1, #8]
	mov	x19, x3
	mov	x20, x1
	mov	x21, x2
	mov	x23, x0
                                        // kill: def $s1 killed $s1 def $q1
                                        // kill: def $s0 killed $s0 def $q0
	mov	w22, w8
	lsl	x24, x8, #6
	stp	q1, q0, [sp]                    // 32-byte Folded Spill
	b	.LBB62_2
	.p2align	5, , 16
.LBB62_1:                               //   in Loop: Header=BB62_2 Depth=1
	mov	x0, x23
	mov	x1, x24
	bl	_ZN8patternc7Scratch3addEm
	ldr	q0, [sp, #16]                   // 16-byte Reload
.LBB62_2:                               // =>This Inner Loop Header: Depth=1
	ldp	x11, x9, [x23]
	sub	x9, x9, x11
	ldr	x8, [x23, #24]
	cmp	x8, x9, asr #4
	b.eq	.LBB62_1
// %bb.3:                               //   in Loop: Header=BB62_2 Depth=1
	ldr	x9, [x23, #32]
	add	x11, x11, x8, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x9, x24
	cmp	x10, x12
	b.ls	.LBB62_5
// %bb.4:                               //   in Loop: Header=BB62_2 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x23, #24]
	b	.LBB62_2
.LBB62_5:
	ldr	x8, [x11]
	str	x10, [x23, #32]
	add	x0, x8, x9
	ldr	w8, [x20, #8]
	cmp	w8, #1
	b.lt	.LBB62_20
// %bb.6:
	mov	w10, #1262485504                // =0x4b400000
	ldr	q3, [sp]                        // 16-byte Reload
	dup	v25.4s, w10
	mov	w10, #-884998144                // =0xcb400000
	movi	v18.4s, #67, lsl #24
	dup	v1.4s, w10
	mov	w10, #64990                     // =0xfdde
	movi	v19.4s, #63, lsl #24
	movk	w10, #14752, lsl #16
	mov	x8, xzr
	mov	x9, xzr
	dup	v2.4s, w10
	mov	w10, #40746                     // =0x9f2a
	movk	w10, #15151, lsl #16
	dup	v3.4s, v3.s[0]
	dup	v4.4s, w10
	mov	w10, #38567                     // =0x96a7
	movk	w10, #15517, lsl #16
	dup	v5.4s, w10
	mov	w10, #22388                     // =0x5774
	movk	w10, #15843, lsl #16
	dup	v6.4s, w10
	mov	w10, #65006                     // =0xfdee
	movk	w10, #16117, lsl #16
	dup	v7.4s, w10
	mov	w10, #29208                     // =0x7218
	movk	w10, #16305, lsl #16
	dup	v16.4s, w10
	mov	w10, #-1023803392               // =0xc2fa0000
	dup	v17.4s, w10
	add	x10, x0, #32
	b	.LBB62_9
	.p2align	5, , 16
.LBB62_7:                               //   in Loop: Header=BB62_9 Depth=1
	ldr	q20, [x21, #48]
.LBB62_8:                               //   in Loop: Header=BB62_9 Depth=1
	ldr	x11, [x20]
	fsub	v20.4s, v20.4s, v3.4s
	mov	v23.16b, v4.16b
	mov	v24.16b, v5.16b
	add	x9, x9, #1
	fneg	v20.4s, v20.4s
	add	x11, x11, x8, lsl #4
	add	x8, x8, #4
	ldr	q21, [x11, #48]
	fmla	v20.4s, v21.4s, v0.s[0]
	fcmgt	v21.4s, v20.4s, v18.4s
	bit	v20.16b, v18.16b, v21.16b
	fadd	v21.4s, v20.4s, v25.4s
	fadd	v22.4s, v21.4s, v1.4s
	shl	v21.4s, v21.4s, #23
	fsub	v22.4s, v20.4s, v22.4s
	add	v21.4s, v21.4s, v19.4s
	fcmgt	v20.4s, v17.4s, v20.4s
	fmla	v23.4s, v2.4s, v22.4s
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v6.16b
	fmla	v23.4s, v24.4s, v22.4s
	mov	v24.16b, v7.16b
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v16.16b
	fmla	v23.4s, v24.4s, v22.4s
	movi	v24.4s, #64, lsl #24
	fmla	v24.4s, v23.4s, v22.4s
	fmul	v21.4s, v24.4s, v21.4s
	bic	v20.16b, v21.16b, v20.16b
	str	q20, [x10, #16]
	add	x10, x10, #64
	ldrsw	x11, [x20, #8]
	cmp	x9, x11
	b.ge	.LBB62_20
.LBB62_9:                               // =>This Inner Loop Header: Depth=1
	tbz	w19, #0, .LBB62_11
// %bb.10:                              //   in Loop: Header=BB62_9 Depth=1
	ldr	q20, [x21]
	b	.LBB62_12
	.p2align	5, , 16
.LBB62_11:                              //   in Loop: Header=BB62_9 Depth=1
	add	x11, x21, x8
	ld1r	{ v20.4s }, [x11]
.LBB62_12:                              //   in Loop: Header=BB62_9 Depth=1
	ldr	x11, [x20]
	fsub	v20.4s, v20.4s, v3.4s
	mov	v23.16b, v4.16b
	mov	v24.16b, v5.16b
	fneg	v20.4s, v20.4s
	ldr	q21, [x11, x8, lsl #4]
	fmla	v20.4s, v21.4s, v0.s[0]
	fcmgt	v21.4s, v20.4s, v18.4s
	bit	v20.16b, v18.16b, v21.16b
	fadd	v21.4s, v20.4s, v25.4s
	fadd	v22.4s, v21.4s, v1.4s
	shl	v21.4s, v21.4s, #23
	fsub	v22.4s, v20.4s, v22.4s
	add	v21.4s, v21.4s, v19.4s
	fcmgt	v20.4s, v17.4s, v20.4s
	fmla	v23.4s, v2.4s, v22.4s
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v6.16b
	fmla	v23.4s, v24.4s, v22.4s
	mov	v24.16b, v7.16b
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v16.16b
	fmla	v23.4s, v24.4s, v22.4s
	movi	v24.4s, #64, lsl #24
	fmla	v24.4s, v23.4s, v22.4s
	fmul	v21.4s, v24.4s, v21.4s
	bic	v20.16b, v21.16b, v20.16b
	stur	q20, [x10, #-32]
	tbz	w19, #0, .LBB62_14
// %bb.13:                              //   in Loop: Header=BB62_9 Depth=1
	ldr	q20, [x21, #16]
	b	.LBB62_15
	.p2align	5, , 16
.LBB62_14:                              //   in Loop: Header=BB62_9 Depth=1
	add	x11, x21, x8
	ld1r	{ v20.4s }, [x11]
.LBB62_15:                              //   in Loop: Header=BB62_9 Depth=1
	ldr	x11, [x20]
	fsub	v20.4s, v20.4s, v3.4s
	mov	v23.16b, v4.16b
	mov	v24.16b, v5.16b
	fneg	v20.4s, v20.4s
	add	x11, x11, x8, lsl #4
	ldr	q21, [x11, #16]
	fmla	v20.4s, v21.4s, v0.s[0]
	fcmgt	v21.4s, v20.4s, v18.4s
	bit	v20.16b, v18.16b, v21.16b
	fadd	v21.4s, v20.4s, v25.4s
	fadd	v22.4s, v21.4s, v1.4s
	shl	v21.4s, v21.4s, #23
	fsub	v22.4s, v20.4s, v22.4s
	add	v21.4s, v21.4s, v19.4s
	fcmgt	v20.4s, v17.4s, v20.4s
	fmla	v23.4s, v2.4s, v22.4s
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v6.16b
	fmla	v23.4s, v24.4s, v22.4s
	mov	v24.16b, v7.16b
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v16.16b
	fmla	v23.4s, v24.4s, v22.4s
	movi	v24.4s, #64, lsl #24
	fmla	v24.4s, v23.4s, v22.4s
	fmul	v21.4s, v24.4s, v21.4s
	bic	v20.16b, v21.16b, v20.16b
	stur	q20, [x10, #-16]
	tbz	w19, #0, .LBB62_17
// %bb.16:                              //   in Loop: Header=BB62_9 Depth=1
	ldr	q20, [x21, #32]
	b	.LBB62_18
	.p2align	5, , 16
.LBB62_17:                              //   in Loop: Header=BB62_9 Depth=1
	add	x11, x21, x8
	ld1r	{ v20.4s }, [x11]
.LBB62_18:                              //   in Loop: Header=BB62_9 Depth=1
	ldr	x11, [x20]
	fsub	v20.4s, v20.4s, v3.4s
	mov	v23.16b, v4.16b
	mov	v24.16b, v5.16b
	fneg	v20.4s, v20.4s
	add	x11, x11, x8, lsl #4
	ldr	q21, [x11, #32]
	fmla	v20.4s, v21.4s, v0.s[0]
	fcmgt	v21.4s, v20.4s, v18.4s
	bit	v20.16b, v18.16b, v21.16b
	fadd	v21.4s, v20.4s, v25.4s
	fadd	v22.4s, v21.4s, v1.4s
	shl	v21.4s, v21.4s, #23
	fsub	v22.4s, v20.4s, v22.4s
	add	v21.4s, v21.4s, v19.4s
	fcmgt	v20.4s, v17.4s, v20.4s
	fmla	v23.4s, v2.4s, v22.4s
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v6.16b
	fmla	v23.4s, v24.4s, v22.4s
	mov	v24.16b, v7.16b
	fmla	v24.4s, v23.4s, v22.4s
	mov	v23.16b, v16.16b
	fmla	v23.4s, v24.4s, v22.4s
	movi	v24.4s, #64, lsl #24
	fmla	v24.4s, v23.4s, v22.4s
	fmul	v21.4s, v24.4s, v21.4s
	bic	v20.16b, v21.16b, v20.16b
	str	q20, [x10]
	tbnz	w19, #0, .LBB62_7
// %bb.19:                              //   in Loop: Header=BB62_9 Depth=1
	add	x11, x21, x8
	ld1r	{ v20.4s }, [x11]
	b	.LBB62_8
.LBB62_20:
	mov	x1, x22
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end62:
	.size	_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff, .Lfunc_end62-_ZN8patternc5weighILi16ELi16EEENS_5PairsIXT_EEERNS_7ScratchERKS2_NS_6AcrossIXT0_EEEff
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,"axG",@progbits,_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,comdat
	.weak	_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf // -- Begin function _ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
	.p2align	4
	.type	_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,@function
_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf: // @_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
.Lfunc_begin15:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception15
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	str	d8, [sp, #32]                   // 8-byte Spill
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	ldrsw	x28, [x6, #16]
	ldr	w10, [x5, #8]
	fmov	s8, s0
	ldp	x8, x9, [x3]
	mov	x20, x4
	mov	x21, x3
	mov	x22, x1
	mov	x19, x0
	stp	x6, x5, [sp]                    // 16-byte Folded Spill
	adds	w11, w28, #3
	add	w12, w28, #6
	sxtw	x24, w10
	csel	w26, w12, w11, mi
	tst	w28, #0x3
	sub	x9, x9, x8
	asr	w11, w26, #2
	cset	w25, eq
	cmp	w10, #1
	sbfiz	x16, x11, #2, #32
	b.lt	.LBB63_3
// %bb.1:
	mov	x11, x20
	mov	x12, x21
	mov	x13, x8
	.p2align	5, , 16
.LBB63_2:                               // =>This Inner Loop Header: Depth=1
	ldr	x15, [x12], #8
	cmp	x13, x15
	ldrb	w14, [x11], #1
	and	w14, w14, w25
	add	x13, x13, x9
	cset	w15, eq
	subs	x10, x10, #1
	and	w25, w14, w15
	b.ne	.LBB63_2
.LBB63_3:
	ldp	x10, x27, [x19, #24]
	stur	x16, [x29, #-8]                 // 8-byte Folded Spill
	stp	x10, x27, [sp, #16]             // 16-byte Folded Spill
	tbz	w25, #0, .LBB63_5
// %bb.4:
	mul	x8, x8, x28
	add	x23, x22, x8, lsl #2
	mul	x27, x9, x28
	b	.LBB63_12
.LBB63_5:
	smull	x8, w24, w16
	lsl	x8, x8, #2
	add	x8, x8, #63
	and	x23, x8, #0xffffffffffffffc0
	mov	x8, x10
	.p2align	5, , 16
.LBB63_6:                               // =>This Inner Loop Header: Depth=1
	ldp	x11, x9, [x19]
	sub	x9, x9, x11
	cmp	x8, x9, asr #4
	b.ne	.LBB63_9
// %bb.7:                               //   in Loop: Header=BB63_6 Depth=1
.Ltmp129:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.Ltmp130:                               // EH_LABEL
// %bb.8:                               //   in Loop: Header=BB63_6 Depth=1
	ldr	x8, [x19, #24]
	b	.LBB63_6
	.p2align	5, , 16
.LBB63_9:                               //   in Loop: Header=BB63_6 Depth=1
	ldr	x10, [x19, #32]
	add	x11, x11, x8, lsl #4
	ldr	x12, [x11, #8]
	add	x9, x10, x23
	cmp	x9, x12
	b.ls	.LBB63_11
// %bb.10:                              //   in Loop: Header=BB63_6 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB63_6
.LBB63_11:
	ldr	x8, [x11]
	ldur	x27, [x29, #-8]                 // 8-byte Folded Reload
	add	x23, x8, x10
	str	x9, [x19, #32]
.LBB63_12:
	cmp	w24, #0
	sbfx	x26, x26, #2, #30
	csel	w8, wzr, w25, le
	tbz	w8, #0, .LBB63_24
// %bb.13:
	cmp	w26, #1
	mov	x8, xzr
	add	x11, x23, #64
	csinc	w10, w26, wzr, gt
	lsl	x12, x27, #2
	mov	x13, x23
	and	x9, x10, #0x7
	and	x10, x10, #0x1ffffff8
	neg	x10, x10
	b	.LBB63_15
	.p2align	5, , 16
.LBB63_14:                              //   in Loop: Header=BB63_15 Depth=1
	add	x8, x8, #1
	add	x11, x11, x12
	add	x13, x13, x12
	cmp	x8, x24
	b.hs	.LBB63_24
.LBB63_15:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB63_19 Depth 2
                                        //     Child Loop BB63_23 Depth 2
	cmp	w28, #1
	b.lt	.LBB63_14
// %bb.16:                              //   in Loop: Header=BB63_15 Depth=1
	cmp	w28, #29
	b.ge	.LBB63_18
// %bb.17:                              //   in Loop: Header=BB63_15 Depth=1
	mov	x14, xzr
	b	.LBB63_22
	.p2align	5, , 16
.LBB63_18:                              //   in Loop: Header=BB63_15 Depth=1
	mov	x14, xzr
	mov	x15, x11
	.p2align	5, , 16
.LBB63_19:                              //   Parent Loop BB63_15 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	sub	x14, x14, #8
	prfum	pstl1keep, [x15, #-64]
	prfum	pstl1keep, [x15, #-48]
	prfum	pstl1keep, [x15, #-32]
	prfum	pstl1keep, [x15, #-16]
	cmp	x10, x14
	prfm	pstl1keep, [x15]
	prfm	pstl1keep, [x15, #16]
	prfm	pstl1keep, [x15, #32]
	prfm	pstl1keep, [x15, #48]
	add	x15, x15, #128
	b.ne	.LBB63_19
// %bb.20:                              //   in Loop: Header=BB63_15 Depth=1
	cbz	x9, .LBB63_14
// %bb.21:                              //   in Loop: Header=BB63_15 Depth=1
	neg	x14, x14
.LBB63_22:                              //   in Loop: Header=BB63_15 Depth=1
	add	x14, x13, x14, lsl #4
	mov	x15, x9
	.p2align	5, , 16
.LBB63_23:                              //   Parent Loop BB63_15 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	prfm	pstl1keep, [x14]
	add	x14, x14, #16
	subs	x15, x15, #1
	b.ne	.LBB63_23
	b	.LBB63_14
.LBB63_24:
	ldur	x8, [x29, #-8]                  // 8-byte Folded Reload
	smull	x8, w8, w24
	cmp	x8, #1
	csinc	w8, w25, wzr, ge
	tbnz	w8, #0, .LBB63_26
// %bb.25:
	smull	x8, w24, w26
	mov	x0, x23
	mov	w1, wzr
	lsl	x2, x8, #4
	bl	memset
.LBB63_26:
	ldp	x8, x2, [sp]                    // 16-byte Folded Reload
	ldp	x3, x4, [x8]
.Ltmp132:                               // EH_LABEL
	fmov	s0, s8
	mov	x0, x23
	mov	x1, x27
	mov	w5, w26
	bl	_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.Ltmp133:                               // EH_LABEL
// %bb.27:
	ldp	x7, x6, [sp, #16]               // 16-byte Folded Reload
	cmp	w24, #1
	csinc	w8, w25, wzr, ge
	tbz	w8, #0, .LBB63_29
.LBB63_28:
	stp	x7, x6, [x19, #24]
	.cfi_def_cfa wsp, 144
	ldr	d8, [sp, #32]                   // 8-byte Reload
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.LBB63_29:
	.cfi_restore_state
	cmp	x24, #1
	mov	x8, xzr
	lsl	x10, x28, #2
	csinc	x9, x24, xzr, gt
	add	x11, x22, #16
	add	x12, x23, #16
	sub	x9, x9, #1
	lsl	x17, x26, #4
	add	x18, x22, #8
	mul	x16, x9, x26
	mov	w9, w28
	mov	x0, x23
	add	x13, x22, x9, lsl #2
	and	x14, x9, #0x7ffffff8
	and	x15, x9, #0x3
	add	x16, x23, x16, lsl #4
	add	x16, x16, x9, lsl #2
	b	.LBB63_31
	.p2align	5, , 16
.LBB63_30:                              //   in Loop: Header=BB63_31 Depth=1
	add	x8, x8, #1
	add	x12, x12, x17
	add	x0, x0, x17
	cmp	x8, x24
	b.ge	.LBB63_28
.LBB63_31:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB63_36 Depth 2
                                        //     Child Loop BB63_41 Depth 2
                                        //     Child Loop BB63_44 Depth 2
	cmp	w9, #1
	b.lt	.LBB63_30
// %bb.32:                              //   in Loop: Header=BB63_31 Depth=1
	ldrb	w1, [x20, x8]
	cmp	w1, #1
	b.ne	.LBB63_30
// %bb.33:                              //   in Loop: Header=BB63_31 Depth=1
	ldr	x1, [x21, x8, lsl #3]
	cmp	w9, #8
	mul	x2, x1, x28
	add	x2, x22, x2, lsl #2
	b.lo	.LBB63_39
// %bb.34:                              //   in Loop: Header=BB63_31 Depth=1
	madd	x3, x10, x1, x13
	cmp	x2, x16
	ccmp	x23, x3, #2, lo
	b.lo	.LBB63_39
// %bb.35:                              //   in Loop: Header=BB63_31 Depth=1
	madd	x5, x10, x1, x11
	mov	x3, x12
	and	x4, x9, #0x7ffffff8
	.p2align	5, , 16
.LBB63_36:                              //   Parent Loop BB63_31 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q0, q1, [x3, #-16]
	ldp	q2, q3, [x5, #-16]
	subs	x4, x4, #8
	add	x3, x3, #32
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v0.4s, v0.4s, v2.4s
	stp	q0, q1, [x5, #-16]
	add	x5, x5, #32
	b.ne	.LBB63_36
// %bb.37:                              //   in Loop: Header=BB63_31 Depth=1
	cmp	x14, x9
	and	x3, x9, #0x7ffffff8
	b.eq	.LBB63_30
	.p2align	5, , 16
// %bb.38:                              //   in Loop: Header=BB63_31 Depth=1
	mov	x4, x3
	cbnz	x15, .LBB63_40
	b	.LBB63_42
	.p2align	5, , 16
.LBB63_39:                              //   in Loop: Header=BB63_31 Depth=1
	mov	x3, xzr
	mov	x4, x3
	cbz	x15, .LBB63_42
.LBB63_40:                              //   in Loop: Header=BB63_31 Depth=1
	and	x5, x9, #0x3
	mov	x4, x3
	.p2align	5, , 16
.LBB63_41:                              //   Parent Loop BB63_31 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	s0, [x0, x4, lsl #2]
	subs	x5, x5, #1
	ldr	s1, [x2, x4, lsl #2]
	fadd	s0, s0, s1
	str	s0, [x2, x4, lsl #2]
	add	x4, x4, #1
	b.ne	.LBB63_41
.LBB63_42:                              //   in Loop: Header=BB63_31 Depth=1
	sub	x2, x3, x9
	cmn	x2, #4
	b.hi	.LBB63_30
// %bb.43:                              //   in Loop: Header=BB63_31 Depth=1
	madd	x1, x10, x1, x18
	sub	x2, x9, x4
	lsl	x3, x4, #2
	.p2align	5, , 16
.LBB63_44:                              //   Parent Loop BB63_31 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x4, x0, x3
	add	x5, x1, x3
	subs	x2, x2, #4
	ldr	s0, [x4]
	add	x3, x3, #16
	ldp	s1, s2, [x5, #-8]
	fadd	s0, s0, s1
	stur	s0, [x5, #-8]
	ldr	s0, [x4, #4]
	fadd	s0, s0, s2
	ldp	s1, s2, [x5]
	stur	s0, [x5, #-4]
	ldr	s0, [x4, #8]
	fadd	s0, s0, s1
	str	s0, [x5]
	ldr	s0, [x4, #12]
	fadd	s0, s0, s2
	str	s0, [x5, #4]
	b.ne	.LBB63_44
	b	.LBB63_30
.LBB63_45:
.Ltmp134:                               // EH_LABEL
	b	.LBB63_47
.LBB63_46:
.Ltmp131:                               // EH_LABEL
.LBB63_47:
	ldp	x9, x8, [sp, #16]               // 16-byte Folded Reload
	stp	x9, x8, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end63:
	.size	_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf, .Lfunc_end63-_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,"aG",@progbits,_ZN8patternc12add_productsILi16ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,comdat
	.p2align	2, 0x0
GCC_except_table63:
.Lexception15:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end15-.Lcst_begin15
.Lcst_begin15:
	.uleb128 .Ltmp129-.Lfunc_begin15        // >> Call Site 1 <<
	.uleb128 .Ltmp130-.Ltmp129              //   Call between .Ltmp129 and .Ltmp130
	.uleb128 .Ltmp131-.Lfunc_begin15        //     jumps to .Ltmp131
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp130-.Lfunc_begin15        // >> Call Site 2 <<
	.uleb128 .Ltmp132-.Ltmp130              //   Call between .Ltmp130 and .Ltmp132
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp132-.Lfunc_begin15        // >> Call Site 3 <<
	.uleb128 .Ltmp133-.Ltmp132              //   Call between .Ltmp132 and .Ltmp133
	.uleb128 .Ltmp134-.Lfunc_begin15        //     jumps to .Ltmp134
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp133-.Lfunc_begin15        // >> Call Site 4 <<
	.uleb128 .Lfunc_end63-.Ltmp133          //   Call between .Ltmp133 and .Lfunc_end63
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end15:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_,"axG",@progbits,_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_,comdat
	.weak	_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_ // -- Begin function _ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_
	.p2align	4
	.type	_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_,@function
_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_: // @_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_
	.cfi_startproc
// %bb.0:
	ldp	x8, x10, [x0]
	ldrb	w12, [x10]
	ldp	x11, x9, [x0, #16]
	cmp	w12, #1
	mov	x12, x9
	b.ne	.LBB64_2
// %bb.1:
	ldr	x12, [x11]
	add	x12, x1, x12, lsl #2
.LBB64_2:
	ldr	s0, [x12]
	ldrb	w12, [x10, #1]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8]
	b.ne	.LBB64_4
// %bb.3:
	ldr	x12, [x11, #8]
	add	x12, x1, x12, lsl #2
.LBB64_4:
	ldr	s0, [x12]
	ldrb	w12, [x10, #2]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #4]
	b.ne	.LBB64_6
// %bb.5:
	ldr	x12, [x11, #16]
	add	x12, x1, x12, lsl #2
.LBB64_6:
	ldr	s0, [x12]
	ldrb	w12, [x10, #3]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #8]
	b.ne	.LBB64_8
// %bb.7:
	ldr	x12, [x11, #24]
	add	x12, x1, x12, lsl #2
.LBB64_8:
	ldr	s0, [x12]
	ldrb	w12, [x10, #4]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #12]
	b.ne	.LBB64_10
// %bb.9:
	ldr	x12, [x11, #32]
	add	x12, x1, x12, lsl #2
.LBB64_10:
	ldr	s0, [x12]
	ldrb	w12, [x10, #5]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #16]
	b.ne	.LBB64_12
// %bb.11:
	ldr	x12, [x11, #40]
	add	x12, x1, x12, lsl #2
.LBB64_12:
	ldr	s0, [x12]
	ldrb	w12, [x10, #6]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #20]
	b.ne	.LBB64_14
// %bb.13:
	ldr	x12, [x11, #48]
	add	x12, x1, x12, lsl #2
.LBB64_14:
	ldr	s0, [x12]
	ldrb	w12, [x10, #7]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #24]
	b.ne	.LBB64_16
// %bb.15:
	ldr	x12, [x11, #56]
	add	x12, x1, x12, lsl #2
.LBB64_16:
	ldr	s0, [x12]
	ldrb	w12, [x10, #8]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #28]
	b.ne	.LBB64_18
// %bb.17:
	ldr	x12, [x11, #64]
	add	x12, x1, x12, lsl #2
.LBB64_18:
	ldr	s0, [x12]
	ldrb	w12, [x10, #9]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #32]
	b.ne	.LBB64_20
// %bb.19:
	ldr	x12, [x11, #72]
	add	x12, x1, x12, lsl #2
.LBB64_20:
	ldr	s0, [x12]
	ldrb	w12, [x10, #10]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #36]
	b.ne	.LBB64_22
// %bb.21:
	ldr	x12, [x11, #80]
	add	x12, x1, x12, lsl #2
.LBB64_22:
	ldr	s0, [x12]
	ldrb	w12, [x10, #11]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #40]
	b.ne	.LBB64_24
// %bb.23:
	ldr	x12, [x11, #88]
	add	x12, x1, x12, lsl #2
.LBB64_24:
	ldr	s0, [x12]
	ldrb	w12, [x10, #12]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #44]
	b.ne	.LBB64_26
// %bb.25:
	ldr	x12, [x11, #96]
	add	x12, x1, x12, lsl #2
.LBB64_26:
	ldr	s0, [x12]
	ldrb	w12, [x10, #13]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #48]
	b.ne	.LBB64_28
// %bb.27:
	ldr	x12, [x11, #104]
	add	x12, x1, x12, lsl #2
.LBB64_28:
	ldr	s0, [x12]
	ldrb	w12, [x10, #14]
	cmp	w12, #1
	mov	x12, x9
	str	s0, [x8, #52]
	b.ne	.LBB64_30
// %bb.29:
	ldr	x12, [x11, #112]
	add	x12, x1, x12, lsl #2
.LBB64_30:
	ldr	s0, [x12]
	ldrb	w10, [x10, #15]
	cmp	w10, #1
	str	s0, [x8, #56]
	b.ne	.LBB64_32
// %bb.31:
	ldr	x9, [x11, #120]
	add	x9, x1, x9, lsl #2
.LBB64_32:
	ldr	s0, [x9]
	str	s0, [x8, #60]
	ret
.Lfunc_end64:
	.size	_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_, .Lfunc_end64-_ZZN8patternc12load_numbersILi16ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEfENKUlPKT_E_clIfEEDaSD_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	fmov	s8, s0
	mov	x19, x4
	mov	x20, x3
	mov	x22, x1
	mov	x24, x0
	cmp	w5, #4
	str	x2, [sp, #24]                   // 8-byte Spill
	b.lt	.LBB65_16
// %bb.1:
	add	x8, x22, x22, lsl #1
	lsl	x23, x22, #2
	lsl	x26, x8, #3
	stur	x24, [x29, #-24]                // 8-byte Folded Spill
	stp	x23, x26, [sp, #8]              // 16-byte Folded Spill
	b	.LBB65_3
	.p2align	5, , 16
.LBB65_2:                               //   in Loop: Header=BB65_3 Depth=1
	add	x26, x26, #64
	ldur	w8, [x29, #-28]                 // 4-byte Folded Reload
	ldur	x24, [x29, #-8]                 // 8-byte Folded Reload
	stur	x26, [x29, #-24]                // 8-byte Folded Spill
	add	x20, x20, #64
	ldr	x26, [sp, #16]                  // 8-byte Reload
	sub	w5, w8, #4
	add	x24, x24, #64
	cmp	w8, #7
	b.le	.LBB65_15
.LBB65_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB65_5 Depth 2
                                        //     Child Loop BB65_8 Depth 2
                                        //     Child Loop BB65_11 Depth 2
                                        //     Child Loop BB65_14 Depth 2
	stur	w5, [x29, #-28]                 // 4-byte Folded Spill
	mov	w27, wzr
	ldr	x8, [sp, #24]                   // 8-byte Reload
	stur	x24, [x29, #-8]                 // 8-byte Folded Spill
	ldr	w21, [x8, #8]
	ldr	x28, [x8]
	cmp	w21, #6
	b.lt	.LBB65_6
// %bb.4:                               //   in Loop: Header=BB65_3 Depth=1
	mov	x25, x28
	.p2align	5, , 16
.LBB65_5:                               //   Parent Loop BB65_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x24
	mov	x1, x22
	mov	x2, x25
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w23, w27
	bl	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w23, #12
	add	x25, x25, #384
	add	x24, x24, x26
	add	w27, w27, #6
	cmp	w21, w8
	b.ge	.LBB65_5
.LBB65_6:                               //   in Loop: Header=BB65_3 Depth=1
	ldur	x26, [x29, #-24]                // 8-byte Folded Reload
	cmp	w27, w21
	b.ge	.LBB65_2
// %bb.7:                               //   in Loop: Header=BB65_3 Depth=1
	add	w8, w27, #3
	cmp	w8, w21
	b.gt	.LBB65_9
	.p2align	5, , 16
.LBB65_8:                               //   Parent Loop BB65_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w27
	fmov	s0, s8
	mov	x1, x22
	add	x2, x28, x8, lsl #6
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w23, w27
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w23, #6
	add	w27, w27, #3
	cmp	w21, w8
	b.ge	.LBB65_8
.LBB65_9:                               //   in Loop: Header=BB65_3 Depth=1
	cmp	w27, w21
	b.ge	.LBB65_2
// %bb.10:                              //   in Loop: Header=BB65_3 Depth=1
	add	w8, w27, #2
	cmp	w8, w21
	b.gt	.LBB65_12
	.p2align	5, , 16
.LBB65_11:                              //   Parent Loop BB65_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w27
	fmov	s0, s8
	mov	x1, x22
	add	x2, x28, x8, lsl #6
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w23, w27
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w23, #4
	add	w27, w27, #2
	cmp	w21, w8
	b.ge	.LBB65_11
.LBB65_12:                              //   in Loop: Header=BB65_3 Depth=1
	ldr	x23, [sp, #8]                   // 8-byte Reload
	cmp	w27, w21
	b.ge	.LBB65_2
// %bb.13:                              //   in Loop: Header=BB65_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w27
	add	x24, x28, x8, lsl #6
	madd	x25, x23, x8, x9
	.p2align	5, , 16
.LBB65_14:                              //   Parent Loop BB65_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	bl	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w27, w27, #1
	add	x24, x24, #64
	add	x25, x25, x23
	cmp	w21, w27
	b.gt	.LBB65_14
	b	.LBB65_2
.LBB65_15:
	ldur	x24, [x29, #-24]                // 8-byte Folded Reload
.LBB65_16:
	cmp	w5, #1
	b.lt	.LBB65_18
// %bb.17:
	ldr	x2, [sp, #24]                   // 8-byte Reload
	mov	x0, x24
	mov	x1, x22
	mov	x3, x20
	mov	x4, x19
	fmov	s0, s8
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	b	_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.LBB65_18:
	.cfi_restore_state
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end65:
	.size	_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end65-_ZN8patternc9add_pairsILi4ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	fmov	s8, s0
	mov	x19, x4
	mov	x20, x3
	mov	x22, x1
	mov	x24, x0
	cmp	w5, #3
	str	x2, [sp, #16]                   // 8-byte Spill
	b.lt	.LBB66_18
// %bb.1:
	lsl	x27, x22, #5
	lsl	x21, x22, #2
	lsl	x8, x22, #4
	mov	x26, x24
	str	x8, [sp]                        // 8-byte Spill
	str	x21, [sp, #24]                  // 8-byte Spill
	b	.LBB66_3
	.p2align	5, , 16
.LBB66_2:                               //   in Loop: Header=BB66_3 Depth=1
	ldur	w8, [x29, #-20]                 // 4-byte Folded Reload
	ldur	x24, [x29, #-8]                 // 8-byte Folded Reload
	add	x26, x26, #48
	add	x20, x20, #48
	sub	w5, w8, #3
	add	x24, x24, #48
	cmp	w8, #5
	b.le	.LBB66_17
.LBB66_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB66_4 Depth 2
                                        //     Child Loop BB66_8 Depth 2
                                        //     Child Loop BB66_13 Depth 2
                                        //     Child Loop BB66_16 Depth 2
	stur	w5, [x29, #-20]                 // 4-byte Folded Spill
	mov	w23, wzr
	ldr	x8, [sp, #16]                   // 8-byte Reload
	stur	x24, [x29, #-8]                 // 8-byte Folded Spill
	ldr	w28, [x8, #8]
	ldr	x25, [x8]
	cmp	w28, #8
	str	x25, [sp, #32]                  // 8-byte Spill
	b.lt	.LBB66_5
	.p2align	5, , 16
.LBB66_4:                               //   Parent Loop BB66_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x24
	mov	x1, x22
	mov	x2, x25
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #16
	add	x25, x25, #512
	add	x24, x24, x27
	add	w23, w23, #8
	cmp	w28, w8
	b.ge	.LBB66_4
.LBB66_5:                               //   in Loop: Header=BB66_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB66_2
// %bb.6:                               //   in Loop: Header=BB66_3 Depth=1
	orr	w8, w23, #0x4
	str	x26, [sp, #8]                   // 8-byte Spill
	cmp	w8, w28
	b.gt	.LBB66_9
// %bb.7:                               //   in Loop: Header=BB66_3 Depth=1
	ldr	x9, [sp, #32]                   // 8-byte Reload
	mov	w8, w23
	ldr	x26, [sp]                       // 8-byte Reload
	add	x24, x9, x8, lsl #6
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB66_8:                               //   Parent Loop BB66_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #8
	add	x24, x24, #256
	add	x25, x25, x26
	add	w23, w23, #4
	cmp	w28, w8
	b.ge	.LBB66_8
.LBB66_9:                               //   in Loop: Header=BB66_3 Depth=1
	ldr	x26, [sp, #8]                   // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB66_2
// %bb.10:                              //   in Loop: Header=BB66_3 Depth=1
	add	w8, w23, #2
	cmp	w8, w28
	b.le	.LBB66_12
// %bb.11:                              //   in Loop: Header=BB66_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	b	.LBB66_14
.LBB66_12:                              //   in Loop: Header=BB66_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	.p2align	5, , 16
.LBB66_13:                              //   Parent Loop BB66_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w23
	fmov	s0, s8
	mov	x1, x22
	add	x2, x24, x8, lsl #6
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w21, w23
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #4
	add	w23, w23, #2
	cmp	w28, w8
	b.ge	.LBB66_13
.LBB66_14:                              //   in Loop: Header=BB66_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB66_2
// %bb.15:                              //   in Loop: Header=BB66_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w23
	add	x24, x24, x8, lsl #6
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB66_16:                              //   Parent Loop BB66_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	bl	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w23, w23, #1
	add	x24, x24, #64
	add	x25, x25, x21
	cmp	w28, w23
	b.gt	.LBB66_16
	b	.LBB66_2
.LBB66_17:
	mov	x24, x26
.LBB66_18:
	cmp	w5, #1
	b.lt	.LBB66_20
// %bb.19:
	ldr	x2, [sp, #16]                   // 8-byte Reload
	mov	x0, x24
	mov	x1, x22
	mov	x3, x20
	mov	x4, x19
	fmov	s0, s8
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	b	_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.LBB66_20:
	.cfi_restore_state
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end66:
	.size	_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end66-_ZN8patternc9add_pairsILi3ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	str	d14, [sp, #-64]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 64
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	.cfi_offset b8, -8
	.cfi_offset b9, -16
	.cfi_offset b10, -24
	.cfi_offset b11, -32
	.cfi_offset b12, -40
	.cfi_offset b13, -48
	.cfi_offset b14, -64
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB67_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	add	x12, x2, #192
	movi	v7.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	sxtw	x8, w5
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	add	x10, x3, #32
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	mov	x11, x12
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	.p2align	5, , 16
.LBB67_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q12, q11, [x10, #-32]
	ldp	q10, q9, [x10]
	ldur	s13, [x12, #-192]
	ldur	s14, [x12, #-128]
	subs	x8, x8, #1
	add	x10, x10, x9
	fmla	v31.4s, v11.4s, v13.s[0]
	fmla	v29.4s, v9.4s, v13.s[0]
	fmla	v27.4s, v11.4s, v14.s[0]
	fmla	v25.4s, v9.4s, v14.s[0]
	fmla	v8.4s, v12.4s, v13.s[0]
	fmla	v30.4s, v10.4s, v13.s[0]
	ldur	s13, [x12, #-64]
	fmla	v28.4s, v12.4s, v14.s[0]
	fmla	v26.4s, v10.4s, v14.s[0]
	fmla	v24.4s, v12.4s, v13.s[0]
	fmla	v23.4s, v11.4s, v13.s[0]
	ld1r	{ v14.4s }, [x11], #4
	fmla	v22.4s, v10.4s, v13.s[0]
	fmla	v21.4s, v9.4s, v13.s[0]
	fmla	v20.4s, v12.4s, v14.4s
	ldr	s13, [x12, #64]
	fmla	v19.4s, v11.4s, v14.4s
	fmla	v18.4s, v10.4s, v14.4s
	fmla	v7.4s, v9.4s, v14.4s
	fmla	v4.4s, v12.4s, v13.s[0]
	fmla	v3.4s, v11.4s, v13.s[0]
	fmla	v2.4s, v10.4s, v13.s[0]
	fmla	v1.4s, v9.4s, v13.s[0]
	ldr	s13, [x12, #128]
	mov	x12, x11
	fmla	v16.4s, v12.4s, v13.s[0]
	fmla	v17.4s, v11.4s, v13.s[0]
	fmla	v5.4s, v10.4s, v13.s[0]
	fmla	v6.4s, v9.4s, v13.s[0]
	b.ne	.LBB67_2
	b	.LBB67_4
.LBB67_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
.LBB67_4:
	ldp	q9, q10, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v10.4s, v31.4s, v0.s[0]
	fmla	v9.4s, v8.4s, v0.s[0]
	ldp	q31, q8, [x0, #32]
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	fmla	v8.4s, v29.4s, v0.s[0]
	fmla	v31.4s, v30.4s, v0.s[0]
	stp	q9, q10, [x0]
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	stp	q31, q8, [x0, #32]
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	q29, q30, [x8]
	fmla	v30.4s, v27.4s, v0.s[0]
	fmla	v29.4s, v28.4s, v0.s[0]
	ldp	q27, q28, [x8, #32]
	fmla	v28.4s, v25.4s, v0.s[0]
	fmla	v27.4s, v26.4s, v0.s[0]
	stp	q29, q30, [x8]
	stp	q27, q28, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q25, q26, [x8]
	fmla	v26.4s, v23.4s, v0.s[0]
	fmla	v25.4s, v24.4s, v0.s[0]
	ldp	q23, q24, [x8, #32]
	fmla	v24.4s, v21.4s, v0.s[0]
	fmla	v23.4s, v22.4s, v0.s[0]
	stp	q25, q26, [x8]
	stp	q23, q24, [x8, #32]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q21, q22, [x8]
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	ldp	q19, q20, [x8, #32]
	fmla	v20.4s, v7.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x8]
	stp	q19, q20, [x8, #32]
	add	x8, x0, x1, lsl #4
	ldp	q7, q18, [x8]
	fmla	v18.4s, v3.4s, v0.s[0]
	fmla	v7.4s, v4.4s, v0.s[0]
	ldp	q3, q4, [x8, #32]
	fmla	v4.4s, v1.4s, v0.s[0]
	fmla	v3.4s, v2.4s, v0.s[0]
	stp	q7, q18, [x8]
	stp	q3, q4, [x8, #32]
	mov	w8, #20                         // =0x14
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v17.4s, v0.s[0]
	fmla	v1.4s, v16.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldp	q1, q3, [x8, #32]
	fmla	v3.4s, v6.4s, v0.s[0]
	fmla	v1.4s, v5.4s, v0.s[0]
	stp	q1, q3, [x8, #32]
	ldr	d14, [sp], #64                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	ret
.Lfunc_end67:
	.size	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end67-_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB68_3
// %bb.1:
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	add	x12, x2, #64
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	sxtw	x8, w5
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	add	x10, x3, #32
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	mov	x11, x12
	.p2align	5, , 16
.LBB68_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q21, q22, [x10, #-32]
	ldp	q23, q24, [x10]
	ldur	s25, [x12, #-64]
	subs	x8, x8, #1
	add	x10, x10, x9
	ld1r	{ v26.4s }, [x11], #4
	fmla	v19.4s, v22.4s, v25.s[0]
	fmla	v17.4s, v24.4s, v25.s[0]
	fmla	v20.4s, v21.4s, v25.s[0]
	fmla	v18.4s, v23.4s, v25.s[0]
	ldr	s25, [x12, #64]
	fmla	v16.4s, v21.4s, v26.4s
	fmla	v7.4s, v22.4s, v26.4s
	fmla	v2.4s, v23.4s, v26.4s
	fmla	v1.4s, v24.4s, v26.4s
	mov	x12, x11
	fmla	v5.4s, v21.4s, v25.s[0]
	fmla	v6.4s, v22.4s, v25.s[0]
	fmla	v3.4s, v23.4s, v25.s[0]
	fmla	v4.4s, v24.4s, v25.s[0]
	b.ne	.LBB68_2
	b	.LBB68_4
.LBB68_3:
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
.LBB68_4:
	ldp	q21, q22, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	ldp	q19, q20, [x0, #32]
	fmla	v20.4s, v17.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x0]
	stp	q19, q20, [x0, #32]
	ldp	q17, q18, [x8]
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	ldp	q7, q16, [x8, #32]
	fmla	v16.4s, v1.4s, v0.s[0]
	fmla	v7.4s, v2.4s, v0.s[0]
	stp	q17, q18, [x8]
	stp	q7, q16, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q1, q2, [x8]
	fmla	v2.4s, v6.4s, v0.s[0]
	fmla	v1.4s, v5.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldp	q1, q5, [x8, #32]
	fmla	v5.4s, v4.4s, v0.s[0]
	fmla	v1.4s, v3.4s, v0.s[0]
	stp	q1, q5, [x8, #32]
	ret
.Lfunc_end68:
	.size	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end68-_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB69_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	sxtw	x8, w5
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	add	x10, x2, #64
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x11, x3, #32
	.p2align	5, , 16
.LBB69_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q17, q18, [x11]
	ldp	q19, q20, [x11, #-32]
	ldur	s21, [x10, #-64]
	subs	x8, x8, #1
	add	x11, x11, x9
	fmla	v7.4s, v20.4s, v21.s[0]
	fmla	v1.4s, v18.4s, v21.s[0]
	fmla	v16.4s, v19.4s, v21.s[0]
	fmla	v6.4s, v17.4s, v21.s[0]
	ld1r	{ v21.4s }, [x10], #4
	fmla	v4.4s, v19.4s, v21.4s
	fmla	v5.4s, v20.4s, v21.4s
	fmla	v2.4s, v17.4s, v21.4s
	fmla	v3.4s, v18.4s, v21.4s
	b.ne	.LBB69_2
	b	.LBB69_4
.LBB69_3:
	movi	v1.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB69_4:
	ldp	q17, q18, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	ldp	q7, q16, [x0, #32]
	fmla	v16.4s, v1.4s, v0.s[0]
	fmla	v7.4s, v6.4s, v0.s[0]
	stp	q17, q18, [x0]
	stp	q7, q16, [x0, #32]
	ldp	q1, q6, [x8]
	fmla	v6.4s, v5.4s, v0.s[0]
	fmla	v1.4s, v4.4s, v0.s[0]
	stp	q1, q6, [x8]
	ldp	q1, q4, [x8, #32]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q1, q4, [x8, #32]
	ret
.Lfunc_end69:
	.size	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end69-_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB70_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x3, #32
	.p2align	5, , 16
.LBB70_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q7, q5, [x10, #-16]
	ldur	q6, [x10, #-32]
	ldr	q16, [x10, #16]
	ld1r	{ v17.4s }, [x2], #4
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v3.4s, v6.4s, v17.4s
	fmla	v4.4s, v7.4s, v17.4s
	fmla	v1.4s, v5.4s, v17.4s
	fmla	v2.4s, v16.4s, v17.4s
	b.ne	.LBB70_2
	b	.LBB70_4
.LBB70_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB70_4:
	ldp	q5, q6, [x0]
	fmla	v6.4s, v4.4s, v0.s[0]
	fmla	v5.4s, v3.4s, v0.s[0]
	ldp	q3, q4, [x0, #32]
	fmla	v4.4s, v2.4s, v0.s[0]
	fmla	v3.4s, v1.4s, v0.s[0]
	stp	q5, q6, [x0]
	stp	q3, q4, [x0, #32]
	ret
.Lfunc_end70:
	.size	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end70-_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	fmov	s8, s0
	mov	x19, x4
	mov	x20, x3
	mov	x22, x1
	mov	x24, x0
	cmp	w5, #2
	str	x2, [sp, #16]                   // 8-byte Spill
	b.lt	.LBB71_18
// %bb.1:
	lsl	x27, x22, #5
	lsl	x21, x22, #2
	lsl	x8, x22, #4
	mov	x26, x24
	str	x8, [sp]                        // 8-byte Spill
	str	x21, [sp, #24]                  // 8-byte Spill
	b	.LBB71_3
	.p2align	5, , 16
.LBB71_2:                               //   in Loop: Header=BB71_3 Depth=1
	ldur	w8, [x29, #-20]                 // 4-byte Folded Reload
	ldur	x24, [x29, #-8]                 // 8-byte Folded Reload
	add	x26, x26, #32
	add	x20, x20, #32
	sub	w5, w8, #2
	add	x24, x24, #32
	cmp	w8, #3
	b.le	.LBB71_17
.LBB71_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB71_4 Depth 2
                                        //     Child Loop BB71_8 Depth 2
                                        //     Child Loop BB71_13 Depth 2
                                        //     Child Loop BB71_16 Depth 2
	stur	w5, [x29, #-20]                 // 4-byte Folded Spill
	mov	w23, wzr
	ldr	x8, [sp, #16]                   // 8-byte Reload
	stur	x24, [x29, #-8]                 // 8-byte Folded Spill
	ldr	w28, [x8, #8]
	ldr	x25, [x8]
	cmp	w28, #8
	str	x25, [sp, #32]                  // 8-byte Spill
	b.lt	.LBB71_5
	.p2align	5, , 16
.LBB71_4:                               //   Parent Loop BB71_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x24
	mov	x1, x22
	mov	x2, x25
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #16
	add	x25, x25, #512
	add	x24, x24, x27
	add	w23, w23, #8
	cmp	w28, w8
	b.ge	.LBB71_4
.LBB71_5:                               //   in Loop: Header=BB71_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB71_2
// %bb.6:                               //   in Loop: Header=BB71_3 Depth=1
	orr	w8, w23, #0x4
	str	x26, [sp, #8]                   // 8-byte Spill
	cmp	w8, w28
	b.gt	.LBB71_9
// %bb.7:                               //   in Loop: Header=BB71_3 Depth=1
	ldr	x9, [sp, #32]                   // 8-byte Reload
	mov	w8, w23
	ldr	x26, [sp]                       // 8-byte Reload
	add	x24, x9, x8, lsl #6
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB71_8:                               //   Parent Loop BB71_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #8
	add	x24, x24, #256
	add	x25, x25, x26
	add	w23, w23, #4
	cmp	w28, w8
	b.ge	.LBB71_8
.LBB71_9:                               //   in Loop: Header=BB71_3 Depth=1
	ldr	x26, [sp, #8]                   // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB71_2
// %bb.10:                              //   in Loop: Header=BB71_3 Depth=1
	add	w8, w23, #2
	cmp	w8, w28
	b.le	.LBB71_12
// %bb.11:                              //   in Loop: Header=BB71_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	b	.LBB71_14
.LBB71_12:                              //   in Loop: Header=BB71_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	.p2align	5, , 16
.LBB71_13:                              //   Parent Loop BB71_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w23
	fmov	s0, s8
	mov	x1, x22
	add	x2, x24, x8, lsl #6
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	mov	w21, w23
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #4
	add	w23, w23, #2
	cmp	w28, w8
	b.ge	.LBB71_13
.LBB71_14:                              //   in Loop: Header=BB71_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB71_2
// %bb.15:                              //   in Loop: Header=BB71_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w23
	add	x24, x24, x8, lsl #6
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB71_16:                              //   Parent Loop BB71_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #16                         // =0x10
	bl	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w23, w23, #1
	add	x24, x24, #64
	add	x25, x25, x21
	cmp	w28, w23
	b.gt	.LBB71_16
	b	.LBB71_2
.LBB71_17:
	mov	x24, x26
.LBB71_18:
	cmp	w5, #1
	b.ne	.LBB71_20
// %bb.19:
	ldr	x2, [sp, #16]                   // 8-byte Reload
	mov	x0, x24
	mov	x1, x22
	mov	x3, x20
	mov	x4, x19
	fmov	s0, s8
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	b	_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.LBB71_20:
	.cfi_restore_state
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end71:
	.size	_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end71-_ZN8patternc9add_pairsILi2ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	stp	d13, d12, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	d11, d10, [sp, #16]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #32]               // 16-byte Folded Spill
	.cfi_offset b8, -8
	.cfi_offset b9, -16
	.cfi_offset b10, -24
	.cfi_offset b11, -32
	.cfi_offset b12, -40
	.cfi_offset b13, -48
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB72_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	add	x12, x2, #256
	movi	v5.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	sxtw	x8, w5
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	add	x10, x3, #32
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	mov	x11, x12
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	.p2align	5, , 16
.LBB72_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q11, q10, [x10, #-32]
	ldr	q9, [x10]
	ldur	s12, [x12, #-256]
	ldur	s13, [x12, #-192]
	subs	x8, x8, #1
	add	x10, x10, x9
	fmla	v31.4s, v10.4s, v12.s[0]
	fmla	v30.4s, v9.4s, v12.s[0]
	fmla	v28.4s, v10.4s, v13.s[0]
	fmla	v27.4s, v9.4s, v13.s[0]
	fmla	v8.4s, v11.4s, v12.s[0]
	ldur	s12, [x12, #-128]
	fmla	v29.4s, v11.4s, v13.s[0]
	ldur	s13, [x12, #-64]
	fmla	v26.4s, v11.4s, v12.s[0]
	fmla	v25.4s, v10.4s, v12.s[0]
	fmla	v24.4s, v9.4s, v12.s[0]
	fmla	v23.4s, v11.4s, v13.s[0]
	ld1r	{ v12.4s }, [x11], #4
	fmla	v22.4s, v10.4s, v13.s[0]
	fmla	v21.4s, v9.4s, v13.s[0]
	fmla	v20.4s, v11.4s, v12.4s
	fmla	v19.4s, v10.4s, v12.4s
	fmla	v18.4s, v9.4s, v12.4s
	ldr	s12, [x12, #64]
	fmla	v17.4s, v11.4s, v12.s[0]
	fmla	v5.4s, v10.4s, v12.s[0]
	ldr	s13, [x12, #128]
	fmla	v4.4s, v9.4s, v12.s[0]
	ldr	s12, [x12, #192]
	fmla	v3.4s, v11.4s, v13.s[0]
	fmla	v2.4s, v10.4s, v13.s[0]
	fmla	v1.4s, v9.4s, v13.s[0]
	mov	x12, x11
	fmla	v7.4s, v11.4s, v12.s[0]
	fmla	v16.4s, v10.4s, v12.s[0]
	fmla	v6.4s, v9.4s, v12.s[0]
	b.ne	.LBB72_2
	b	.LBB72_4
.LBB72_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
.LBB72_4:
	ldp	q9, q10, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v10.4s, v31.4s, v0.s[0]
	fmla	v9.4s, v8.4s, v0.s[0]
	ldr	q31, [x0, #32]
	fmla	v31.4s, v30.4s, v0.s[0]
	stp	q9, q10, [x0]
	ldp	d9, d8, [sp, #32]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #16]             // 16-byte Folded Reload
	str	q31, [x0, #32]
	ldp	q30, q31, [x8]
	fmla	v31.4s, v28.4s, v0.s[0]
	ldr	q28, [x8, #32]
	fmla	v30.4s, v29.4s, v0.s[0]
	fmla	v28.4s, v27.4s, v0.s[0]
	stp	q30, q31, [x8]
	str	q28, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q27, q28, [x8]
	fmla	v28.4s, v25.4s, v0.s[0]
	ldr	q25, [x8, #32]
	fmla	v27.4s, v26.4s, v0.s[0]
	fmla	v25.4s, v24.4s, v0.s[0]
	stp	q27, q28, [x8]
	str	q25, [x8, #32]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q24, q25, [x8]
	fmla	v25.4s, v22.4s, v0.s[0]
	ldr	q22, [x8, #32]
	fmla	v24.4s, v23.4s, v0.s[0]
	fmla	v22.4s, v21.4s, v0.s[0]
	stp	q24, q25, [x8]
	str	q22, [x8, #32]
	add	x8, x0, x1, lsl #4
	ldp	q21, q22, [x8]
	fmla	v22.4s, v19.4s, v0.s[0]
	ldr	q19, [x8, #32]
	fmla	v21.4s, v20.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x8]
	str	q19, [x8, #32]
	mov	w8, #20                         // =0x14
	madd	x8, x1, x8, x0
	ldp	q18, q19, [x8]
	fmla	v19.4s, v5.4s, v0.s[0]
	ldr	q5, [x8, #32]
	fmla	v18.4s, v17.4s, v0.s[0]
	fmla	v5.4s, v4.4s, v0.s[0]
	stp	q18, q19, [x8]
	str	q5, [x8, #32]
	mov	w8, #24                         // =0x18
	madd	x8, x1, x8, x0
	ldp	q4, q5, [x8]
	fmla	v5.4s, v2.4s, v0.s[0]
	ldr	q2, [x8, #32]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v2.4s, v1.4s, v0.s[0]
	stp	q4, q5, [x8]
	str	q2, [x8, #32]
	mov	w8, #28                         // =0x1c
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v16.4s, v0.s[0]
	fmla	v1.4s, v7.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldr	q1, [x8, #32]
	fmla	v1.4s, v6.4s, v0.s[0]
	str	q1, [x8, #32]
	ldp	d13, d12, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	ret
.Lfunc_end72:
	.size	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end72-_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB73_3
// %bb.1:
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	add	x12, x2, #128
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	sxtw	x8, w5
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v20.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	add	x10, x3, #32
	movi	v5.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	mov	x11, x12
	.p2align	5, , 16
.LBB73_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q21, q22, [x10, #-32]
	ldr	q23, [x10]
	ldur	s24, [x12, #-128]
	subs	x8, x8, #1
	add	x10, x10, x9
	fmla	v19.4s, v22.4s, v24.s[0]
	fmla	v18.4s, v23.4s, v24.s[0]
	fmla	v20.4s, v21.4s, v24.s[0]
	ldur	s24, [x12, #-64]
	ld1r	{ v25.4s }, [x11], #4
	fmla	v17.4s, v21.4s, v24.s[0]
	fmla	v16.4s, v22.4s, v24.s[0]
	fmla	v7.4s, v23.4s, v24.s[0]
	ldr	s24, [x12, #64]
	mov	x12, x11
	fmla	v6.4s, v21.4s, v25.4s
	fmla	v2.4s, v22.4s, v25.4s
	fmla	v1.4s, v23.4s, v25.4s
	fmla	v4.4s, v21.4s, v24.s[0]
	fmla	v5.4s, v22.4s, v24.s[0]
	fmla	v3.4s, v23.4s, v24.s[0]
	b.ne	.LBB73_2
	b	.LBB73_4
.LBB73_3:
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB73_4:
	ldp	q21, q22, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	ldr	q19, [x0, #32]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x0]
	str	q19, [x0, #32]
	ldp	q18, q19, [x8]
	fmla	v19.4s, v16.4s, v0.s[0]
	ldr	q16, [x8, #32]
	fmla	v18.4s, v17.4s, v0.s[0]
	fmla	v16.4s, v7.4s, v0.s[0]
	stp	q18, q19, [x8]
	str	q16, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q7, q16, [x8]
	fmla	v16.4s, v2.4s, v0.s[0]
	ldr	q2, [x8, #32]
	fmla	v7.4s, v6.4s, v0.s[0]
	fmla	v2.4s, v1.4s, v0.s[0]
	stp	q7, q16, [x8]
	str	q2, [x8, #32]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v5.4s, v0.s[0]
	fmla	v1.4s, v4.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldr	q1, [x8, #32]
	fmla	v1.4s, v3.4s, v0.s[0]
	str	q1, [x8, #32]
	ret
.Lfunc_end73:
	.size	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end73-_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB74_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	sxtw	x8, w5
	movi	v6.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v4.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	add	x10, x3, #32
	add	x11, x2, #64
	.p2align	5, , 16
.LBB74_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q7, q16, [x10, #-32]
	ldr	q17, [x10]
	ldur	s18, [x11, #-64]
	ld1r	{ v19.4s }, [x11], #4
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v5.4s, v16.4s, v18.s[0]
	fmla	v1.4s, v17.4s, v18.s[0]
	fmla	v6.4s, v7.4s, v18.s[0]
	fmla	v3.4s, v7.4s, v19.4s
	fmla	v4.4s, v16.4s, v19.4s
	fmla	v2.4s, v17.4s, v19.4s
	b.ne	.LBB74_2
	b	.LBB74_4
.LBB74_3:
	movi	v1.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB74_4:
	ldp	q7, q16, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v16.4s, v5.4s, v0.s[0]
	fmla	v7.4s, v6.4s, v0.s[0]
	ldr	q5, [x0, #32]
	fmla	v5.4s, v1.4s, v0.s[0]
	stp	q7, q16, [x0]
	str	q5, [x0, #32]
	ldp	q1, q5, [x8]
	fmla	v5.4s, v4.4s, v0.s[0]
	fmla	v1.4s, v3.4s, v0.s[0]
	stp	q1, q5, [x8]
	ldr	q1, [x8, #32]
	fmla	v1.4s, v2.4s, v0.s[0]
	str	q1, [x8, #32]
	ret
.Lfunc_end74:
	.size	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end74-_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB75_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	sxtw	x8, w5
	movi	v2.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x3, #32
	.p2align	5, , 16
.LBB75_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q4, q5, [x10, #-32]
	ldr	q6, [x10]
	add	x10, x10, x9
	ld1r	{ v7.4s }, [x2], #4
	subs	x8, x8, #1
	fmla	v1.4s, v4.4s, v7.4s
	fmla	v3.4s, v5.4s, v7.4s
	fmla	v2.4s, v6.4s, v7.4s
	b.ne	.LBB75_2
	b	.LBB75_4
.LBB75_3:
	movi	v1.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB75_4:
	ldp	q4, q5, [x0]
	fmla	v5.4s, v3.4s, v0.s[0]
	fmla	v4.4s, v1.4s, v0.s[0]
	ldr	q1, [x0, #32]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q4, q5, [x0]
	str	q1, [x0, #32]
	ret
.Lfunc_end75:
	.size	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end75-_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	cmp	w5, #1
	str	x2, [sp, #16]                   // 8-byte Spill
	b.lt	.LBB76_17
// %bb.1:
	fmov	s8, s0
	mov	x20, x4
	mov	x21, x3
	mov	x23, x1
	mov	x25, x0
	lsl	x27, x1, #5
	lsl	x28, x1, #2
	lsl	x8, x1, #4
	mov	x24, x0
	str	x8, [sp]                        // 8-byte Spill
	str	x28, [sp, #32]                  // 8-byte Spill
	b	.LBB76_3
	.p2align	5, , 16
.LBB76_2:                               //   in Loop: Header=BB76_3 Depth=1
	ldur	w5, [x29, #-20]                 // 4-byte Folded Reload
	ldur	x25, [x29, #-8]                 // 8-byte Folded Reload
	add	x24, x24, #16
	add	x21, x21, #16
	subs	w5, w5, #1
	add	x25, x25, #16
	b.le	.LBB76_17
.LBB76_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB76_4 Depth 2
                                        //     Child Loop BB76_8 Depth 2
                                        //     Child Loop BB76_13 Depth 2
                                        //     Child Loop BB76_16 Depth 2
	ldr	x8, [sp, #16]                   // 8-byte Reload
	mov	w22, wzr
	ldr	w19, [x8, #8]
	ldr	x26, [x8]
	stur	w5, [x29, #-20]                 // 4-byte Folded Spill
	stur	x25, [x29, #-8]                 // 8-byte Folded Spill
	cmp	w19, #8
	str	x26, [sp, #24]                  // 8-byte Spill
	b.lt	.LBB76_5
	.p2align	5, , 16
.LBB76_4:                               //   Parent Loop BB76_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x23
	mov	x2, x26
	mov	x3, x21
	mov	x4, x20
	mov	w5, #16                         // =0x10
	mov	w28, w22
	bl	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w28, #16
	add	x26, x26, #512
	add	x25, x25, x27
	add	w22, w22, #8
	cmp	w19, w8
	b.ge	.LBB76_4
.LBB76_5:                               //   in Loop: Header=BB76_3 Depth=1
	ldr	x28, [sp, #32]                  // 8-byte Reload
	cmp	w22, w19
	b.ge	.LBB76_2
// %bb.6:                               //   in Loop: Header=BB76_3 Depth=1
	orr	w8, w22, #0x4
	str	x24, [sp, #8]                   // 8-byte Spill
	cmp	w8, w19
	b.gt	.LBB76_9
// %bb.7:                               //   in Loop: Header=BB76_3 Depth=1
	ldr	x9, [sp, #24]                   // 8-byte Reload
	mov	w8, w22
	ldr	x24, [sp]                       // 8-byte Reload
	add	x25, x9, x8, lsl #6
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	madd	x26, x28, x8, x9
	.p2align	5, , 16
.LBB76_8:                               //   Parent Loop BB76_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x26
	mov	x1, x23
	mov	x2, x25
	mov	x3, x21
	mov	x4, x20
	mov	w5, #16                         // =0x10
	mov	w28, w22
	bl	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w28, #8
	add	x25, x25, #256
	add	x26, x26, x24
	add	w22, w22, #4
	cmp	w19, w8
	b.ge	.LBB76_8
.LBB76_9:                               //   in Loop: Header=BB76_3 Depth=1
	ldr	x28, [sp, #32]                  // 8-byte Reload
	ldr	x24, [sp, #8]                   // 8-byte Reload
	cmp	w22, w19
	b.ge	.LBB76_2
// %bb.10:                              //   in Loop: Header=BB76_3 Depth=1
	add	w8, w22, #2
	cmp	w8, w19
	b.le	.LBB76_12
// %bb.11:                              //   in Loop: Header=BB76_3 Depth=1
	ldr	x26, [sp, #24]                  // 8-byte Reload
	b	.LBB76_14
.LBB76_12:                              //   in Loop: Header=BB76_3 Depth=1
	ldr	x26, [sp, #24]                  // 8-byte Reload
	.p2align	5, , 16
.LBB76_13:                              //   Parent Loop BB76_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w22
	fmov	s0, s8
	mov	x1, x23
	add	x2, x26, x8, lsl #6
	mul	x8, x23, x8
	mov	x3, x21
	mov	x4, x20
	mov	w5, #16                         // =0x10
	mov	w25, w22
	add	x0, x24, x8, lsl #2
	bl	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w25, #4
	add	w22, w22, #2
	cmp	w19, w8
	b.ge	.LBB76_13
.LBB76_14:                              //   in Loop: Header=BB76_3 Depth=1
	cmp	w22, w19
	b.ge	.LBB76_2
// %bb.15:                              //   in Loop: Header=BB76_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w22
	add	x25, x26, x8, lsl #6
	madd	x26, x28, x8, x9
	.p2align	5, , 16
.LBB76_16:                              //   Parent Loop BB76_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x26
	mov	x1, x23
	mov	x2, x25
	mov	x3, x21
	mov	x4, x20
	mov	w5, #16                         // =0x10
	bl	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w22, w22, #1
	add	x25, x25, #64
	add	x26, x26, x28
	cmp	w19, w22
	b.gt	.LBB76_16
	b	.LBB76_2
.LBB76_17:
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end76:
	.size	_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end76-_ZN8patternc9add_pairsILi1ELi16EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB77_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	add	x12, x2, #256
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	sxtw	x8, w5
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	add	x10, x3, #16
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	mov	x11, x12
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	.p2align	5, , 16
.LBB77_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q26, q25, [x10, #-16]
	ldur	s27, [x12, #-256]
	ldur	s28, [x12, #-192]
	add	x10, x10, x9
	ldur	s29, [x12, #-128]
	subs	x8, x8, #1
	fmla	v23.4s, v25.4s, v27.s[0]
	fmla	v21.4s, v25.4s, v28.s[0]
	fmla	v19.4s, v25.4s, v29.s[0]
	fmla	v24.4s, v26.4s, v27.s[0]
	ldur	s27, [x12, #-64]
	fmla	v22.4s, v26.4s, v28.s[0]
	fmla	v20.4s, v26.4s, v29.s[0]
	ld1r	{ v28.4s }, [x11], #4
	fmla	v18.4s, v26.4s, v27.s[0]
	fmla	v17.4s, v25.4s, v27.s[0]
	fmla	v16.4s, v26.4s, v28.4s
	ldr	s27, [x12, #64]
	fmla	v7.4s, v25.4s, v28.4s
	ldr	s28, [x12, #192]
	fmla	v5.4s, v26.4s, v27.s[0]
	fmla	v3.4s, v25.4s, v27.s[0]
	ldr	s27, [x12, #128]
	mov	x12, x11
	fmla	v4.4s, v26.4s, v28.s[0]
	fmla	v6.4s, v25.4s, v28.s[0]
	fmla	v2.4s, v26.4s, v27.s[0]
	fmla	v1.4s, v25.4s, v27.s[0]
	b.ne	.LBB77_2
	b	.LBB77_4
.LBB77_3:
	movi	v3.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
.LBB77_4:
	ldp	q25, q26, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v26.4s, v23.4s, v0.s[0]
	fmla	v25.4s, v24.4s, v0.s[0]
	stp	q25, q26, [x0]
	ldp	q23, q24, [x8]
	fmla	v24.4s, v21.4s, v0.s[0]
	fmla	v23.4s, v22.4s, v0.s[0]
	stp	q23, q24, [x8]
	add	x8, x0, x1, lsl #3
	ldp	q21, q22, [x8]
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	stp	q21, q22, [x8]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q19, q20, [x8]
	fmla	v20.4s, v17.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q19, q20, [x8]
	add	x8, x0, x1, lsl #4
	ldp	q17, q18, [x8]
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	stp	q17, q18, [x8]
	mov	w8, #20                         // =0x14
	madd	x8, x1, x8, x0
	ldp	q7, q16, [x8]
	fmla	v16.4s, v3.4s, v0.s[0]
	fmla	v7.4s, v5.4s, v0.s[0]
	stp	q7, q16, [x8]
	mov	w8, #24                         // =0x18
	madd	x8, x1, x8, x0
	ldp	q3, q5, [x8]
	fmla	v5.4s, v1.4s, v0.s[0]
	fmla	v3.4s, v2.4s, v0.s[0]
	stp	q3, q5, [x8]
	mov	w8, #28                         // =0x1c
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v6.4s, v0.s[0]
	fmla	v1.4s, v4.4s, v0.s[0]
	stp	q1, q2, [x8]
	ret
.Lfunc_end77:
	.size	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end77-_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB78_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	add	x12, x2, #128
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	sxtw	x8, w5
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x10, x3, #16
	mov	x11, x12
	.p2align	5, , 16
.LBB78_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q17, q18, [x10, #-16]
	ldur	s19, [x12, #-128]
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v7.4s, v18.4s, v19.s[0]
	fmla	v16.4s, v17.4s, v19.s[0]
	ldur	s19, [x12, #-64]
	fmla	v6.4s, v17.4s, v19.s[0]
	fmla	v5.4s, v18.4s, v19.s[0]
	ld1r	{ v19.4s }, [x11], #4
	ldr	s20, [x12, #64]
	mov	x12, x11
	fmla	v2.4s, v17.4s, v20.s[0]
	fmla	v3.4s, v18.4s, v20.s[0]
	fmla	v4.4s, v17.4s, v19.4s
	fmla	v1.4s, v18.4s, v19.4s
	b.ne	.LBB78_2
	b	.LBB78_4
.LBB78_3:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB78_4:
	ldp	q17, q18, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	stp	q17, q18, [x0]
	ldp	q7, q16, [x8]
	fmla	v16.4s, v5.4s, v0.s[0]
	fmla	v7.4s, v6.4s, v0.s[0]
	stp	q7, q16, [x8]
	add	x8, x0, x1, lsl #3
	ldp	q5, q6, [x8]
	fmla	v6.4s, v1.4s, v0.s[0]
	fmla	v5.4s, v4.4s, v0.s[0]
	stp	q5, q6, [x8]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q1, q4, [x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q1, q4, [x8]
	ret
.Lfunc_end78:
	.size	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end78-_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB79_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x3, #16
	add	x11, x2, #64
	.p2align	5, , 16
.LBB79_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q5, q6, [x10, #-16]
	ldur	s7, [x11, #-64]
	add	x10, x10, x9
	subs	x8, x8, #1
	ld1r	{ v16.4s }, [x11], #4
	fmla	v1.4s, v6.4s, v7.s[0]
	fmla	v4.4s, v5.4s, v7.s[0]
	fmla	v2.4s, v5.4s, v16.4s
	fmla	v3.4s, v6.4s, v16.4s
	b.ne	.LBB79_2
	b	.LBB79_4
.LBB79_3:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB79_4:
	ldp	q5, q6, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v6.4s, v1.4s, v0.s[0]
	fmla	v5.4s, v4.4s, v0.s[0]
	stp	q5, q6, [x0]
	ldp	q1, q4, [x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q1, q4, [x8]
	ret
.Lfunc_end79:
	.size	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end79-_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB80_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	sxtw	x8, w5
	lsl	x9, x4, #2
	add	x10, x3, #16
	.p2align	5, , 16
.LBB80_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q3, q4, [x10, #-16]
	ld1r	{ v5.4s }, [x2], #4
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v1.4s, v3.4s, v5.4s
	fmla	v2.4s, v4.4s, v5.4s
	b.ne	.LBB80_2
	b	.LBB80_4
.LBB80_3:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB80_4:
	ldp	q3, q4, [x0]
	fmla	v4.4s, v2.4s, v0.s[0]
	fmla	v3.4s, v1.4s, v0.s[0]
	stp	q3, q4, [x0]
	ret
.Lfunc_end80:
	.size	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end80-_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB81_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	add	x10, x2, #256
	.p2align	5, , 16
.LBB81_2:                               // =>This Inner Loop Header: Depth=1
	ldr	q17, [x3]
	ldur	s18, [x10, #-256]
	subs	x8, x8, #1
	add	x3, x3, x9
	fmla	v16.4s, v17.4s, v18.s[0]
	ldur	s18, [x10, #-192]
	fmla	v7.4s, v17.4s, v18.s[0]
	ldur	s18, [x10, #-128]
	fmla	v6.4s, v17.4s, v18.s[0]
	ldur	s18, [x10, #-64]
	fmla	v5.4s, v17.4s, v18.s[0]
	ldr	s18, [x10]
	fmla	v4.4s, v17.4s, v18.s[0]
	ldr	s18, [x10, #64]
	fmla	v3.4s, v17.4s, v18.s[0]
	ldr	s18, [x10, #128]
	fmla	v2.4s, v17.4s, v18.s[0]
	ldr	s18, [x10, #192]
	add	x10, x10, #4
	fmla	v1.4s, v17.4s, v18.s[0]
	b.ne	.LBB81_2
	b	.LBB81_4
.LBB81_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
.LBB81_4:
	ldr	q17, [x0]
	lsl	x8, x1, #2
	fmla	v17.4s, v16.4s, v0.s[0]
	str	q17, [x0]
	ldr	q16, [x0, x8]
	fmla	v16.4s, v7.4s, v0.s[0]
	str	q16, [x0, x8]
	lsl	x8, x1, #3
	ldr	q7, [x0, x8]
	fmla	v7.4s, v6.4s, v0.s[0]
	str	q7, [x0, x8]
	mov	w8, #12                         // =0xc
	mul	x8, x1, x8
	ldr	q6, [x0, x8]
	fmla	v6.4s, v5.4s, v0.s[0]
	str	q6, [x0, x8]
	lsl	x8, x1, #4
	ldr	q5, [x0, x8]
	fmla	v5.4s, v4.4s, v0.s[0]
	str	q5, [x0, x8]
	mov	w8, #20                         // =0x14
	mul	x8, x1, x8
	ldr	q4, [x0, x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	str	q4, [x0, x8]
	mov	w8, #24                         // =0x18
	mul	x8, x1, x8
	ldr	q3, [x0, x8]
	fmla	v3.4s, v2.4s, v0.s[0]
	str	q3, [x0, x8]
	mov	w8, #28                         // =0x1c
	mul	x8, x1, x8
	ldr	q2, [x0, x8]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0, x8]
	ret
.Lfunc_end81:
	.size	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end81-_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB82_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	sxtw	x8, w5
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x2, #128
	.p2align	5, , 16
.LBB82_2:                               // =>This Inner Loop Header: Depth=1
	ldr	q5, [x3]
	ldur	s6, [x10, #-128]
	subs	x8, x8, #1
	add	x3, x3, x9
	fmla	v4.4s, v5.4s, v6.s[0]
	ldur	s6, [x10, #-64]
	fmla	v3.4s, v5.4s, v6.s[0]
	ldr	s6, [x10]
	fmla	v2.4s, v5.4s, v6.s[0]
	ldr	s6, [x10, #64]
	add	x10, x10, #4
	fmla	v1.4s, v5.4s, v6.s[0]
	b.ne	.LBB82_2
	b	.LBB82_4
.LBB82_3:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
.LBB82_4:
	ldr	q5, [x0]
	lsl	x8, x1, #2
	fmla	v5.4s, v4.4s, v0.s[0]
	str	q5, [x0]
	ldr	q4, [x0, x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	str	q4, [x0, x8]
	lsl	x8, x1, #3
	ldr	q3, [x0, x8]
	fmla	v3.4s, v2.4s, v0.s[0]
	str	q3, [x0, x8]
	mov	w8, #12                         // =0xc
	mul	x8, x1, x8
	ldr	q2, [x0, x8]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0, x8]
	ret
.Lfunc_end82:
	.size	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end82-_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB83_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	sxtw	x8, w5
	lsl	x9, x4, #2
	add	x10, x2, #64
	.p2align	5, , 16
.LBB83_2:                               // =>This Inner Loop Header: Depth=1
	ldr	q3, [x3]
	ldur	s4, [x10, #-64]
	subs	x8, x8, #1
	add	x3, x3, x9
	fmla	v2.4s, v3.4s, v4.s[0]
	ldr	s4, [x10], #4
	fmla	v1.4s, v3.4s, v4.s[0]
	b.ne	.LBB83_2
	b	.LBB83_4
.LBB83_3:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB83_4:
	ldr	q3, [x0]
	lsl	x8, x1, #2
	fmla	v3.4s, v2.4s, v0.s[0]
	str	q3, [x0]
	ldr	q2, [x0, x8]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0, x8]
	ret
.Lfunc_end83:
	.size	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end83-_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB84_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	sxtw	x8, w5
	lsl	x9, x4, #2
	.p2align	5, , 16
.LBB84_2:                               // =>This Inner Loop Header: Depth=1
	ldr	q2, [x3]
	subs	x8, x8, #1
	ldr	s3, [x2], #4
	add	x3, x3, x9
	fmla	v1.4s, v2.4s, v3.s[0]
	b.ne	.LBB84_2
	b	.LBB84_4
.LBB84_3:
	movi	v1.2d, #0000000000000000
.LBB84_4:
	ldr	q2, [x0]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0]
	ret
.Lfunc_end84:
	.size	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end84-_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi16EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,"axG",@progbits,_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,comdat
	.weak	_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi // -- Begin function _ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi,@function
_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi: // @_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	mov	x20, x8
	ldpsw	x9, x8, [x3]
	tst	w5, #0x3
	mov	w19, w5
	mov	x23, x4
	mov	x24, x3
	mov	x22, x2
	mov	x25, x0
	mov	x10, xzr
	cset	w11, eq
	sub	x8, x8, x9
	mov	x12, x9
	stur	x1, [x29, #-8]                  // 8-byte Folded Spill
	.p2align	5, , 16
.LBB85_1:                               // =>This Inner Loop Header: Depth=1
	ldr	w13, [x24, x10, lsl #2]
	ldrb	w14, [x23, x10]
	add	x10, x10, #1
	cmp	x12, w13, sxtw
	and	w11, w14, w11
	add	x12, x12, x8
	cset	w13, eq
	cmp	x10, #64
	and	w11, w11, w13
	b.ne	.LBB85_1
// %bb.2:
	tbz	w11, #0, .LBB85_4
// %bb.3:
	mul	x9, x22, x9
	ldur	x10, [x29, #-8]                 // 8-byte Folded Reload
	add	x9, x10, x9, lsl #2
	mul	x8, x8, x22
	str	x9, [x20]
	b	.LBB85_32
.LBB85_4:
	adds	w8, w19, #3
	add	w9, w19, #6
	csel	w8, w9, w8, mi
	and	w8, w8, #0xfffffffc
	sxtw	x21, w8
	sbfiz	x26, x8, #8, #32
	b	.LBB85_6
	.p2align	5, , 16
.LBB85_5:                               //   in Loop: Header=BB85_6 Depth=1
	mov	x0, x25
	mov	x1, x26
	bl	_ZN8patternc7Scratch3addEm
.LBB85_6:                               // =>This Inner Loop Header: Depth=1
	ldp	x11, x8, [x25]
	sub	x8, x8, x11
	ldr	x9, [x25, #24]
	cmp	x9, x8, asr #4
	b.eq	.LBB85_5
// %bb.7:                               //   in Loop: Header=BB85_6 Depth=1
	ldr	x8, [x25, #32]
	add	x11, x11, x9, lsl #4
	ldr	x12, [x11, #8]
	add	x10, x8, x26
	cmp	x10, x12
	b.ls	.LBB85_9
// %bb.8:                               //   in Loop: Header=BB85_6 Depth=1
	add	x8, x9, #1
	stp	x8, xzr, [x25, #24]
	b	.LBB85_6
.LBB85_9:
	str	x10, [x25, #32]
	sub	w10, w19, #1
	cmn	w10, #7
	ldr	x9, [x11]
	lsl	x28, x21, #2
	sbc	w10, w21, wzr
	mov	x26, xzr
	mov	w25, w19
	stp	x21, x20, [sp]                  // 16-byte Folded Spill
	ubfiz	x20, x10, #2, #32
	ldur	x10, [x29, #-8]                 // 8-byte Folded Reload
	add	x21, x9, x8
	mov	x27, x21
	sub	x9, x9, x10
	add	x8, x9, x8
	str	x8, [sp, #16]                   // 8-byte Spill
	lsl	x8, x22, #2
	stur	x8, [x29, #-16]                 // 8-byte Folded Spill
	add	x8, x10, #16
	str	x8, [sp, #24]                   // 8-byte Spill
	b	.LBB85_11
	.p2align	5, , 16
.LBB85_10:                              //   in Loop: Header=BB85_11 Depth=1
	add	x26, x26, #1
	add	x27, x27, x28
	cmp	x26, #64
	b.eq	.LBB85_31
.LBB85_11:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB85_17 Depth 2
                                        //     Child Loop BB85_29 Depth 2
                                        //     Child Loop BB85_24 Depth 2
                                        //     Child Loop BB85_27 Depth 2
	cmp	w19, #1
	b.lt	.LBB85_13
// %bb.12:                              //   in Loop: Header=BB85_11 Depth=1
	madd	x0, x28, x26, x21
	add	x2, x20, #4
	mov	w1, wzr
	bl	memset
.LBB85_13:                              //   in Loop: Header=BB85_11 Depth=1
	ldrb	w8, [x23, x26]
	cmp	w8, #1
	b.ne	.LBB85_10
// %bb.14:                              //   in Loop: Header=BB85_11 Depth=1
	ldrsw	x8, [x24, x26, lsl #2]
	ldur	x10, [x29, #-8]                 // 8-byte Folded Reload
	cmp	w19, #4
	mul	x9, x22, x8
	add	x9, x10, x9, lsl #2
	b.ge	.LBB85_16
// %bb.15:                              //   in Loop: Header=BB85_11 Depth=1
	mov	w10, wzr
	cmp	w10, w19
	b.ge	.LBB85_10
	b	.LBB85_19
	.p2align	5, , 16
.LBB85_16:                              //   in Loop: Header=BB85_11 Depth=1
	mov	x10, x27
	mov	x11, x9
	mov	w12, #4                         // =0x4
	.p2align	5, , 16
.LBB85_17:                              //   Parent Loop BB85_11 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	q0, [x11], #16
	add	x12, x12, #4
	cmp	x12, x25
	str	q0, [x10], #16
	b.ls	.LBB85_17
// %bb.18:                              //   in Loop: Header=BB85_11 Depth=1
	and	w10, w19, #0x7ffffffc
	cmp	w10, w19
	b.ge	.LBB85_10
.LBB85_19:                              //   in Loop: Header=BB85_11 Depth=1
	mov	w14, w10
	sub	x11, x25, x14
	cmp	x11, #8
	b.lo	.LBB85_21
// %bb.20:                              //   in Loop: Header=BB85_11 Depth=1
	ldr	x10, [sp, #16]                  // 8-byte Reload
	madd	x12, x28, x26, x10
	ldur	x10, [x29, #-16]                // 8-byte Folded Reload
	mul	x10, x10, x8
	sub	x12, x12, x10
	cmp	x12, #32
	b.hs	.LBB85_28
.LBB85_21:                              //   in Loop: Header=BB85_11 Depth=1
	mov	x10, x14
.LBB85_22:                              //   in Loop: Header=BB85_11 Depth=1
	sub	w11, w25, w10
	ands	x12, x11, #0x7
	mov	x11, x10
	b.eq	.LBB85_25
// %bb.23:                              //   in Loop: Header=BB85_11 Depth=1
	mov	x11, x10
	.p2align	5, , 16
.LBB85_24:                              //   Parent Loop BB85_11 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	s0, [x9, x11, lsl #2]
	subs	x12, x12, #1
	str	s0, [x27, x11, lsl #2]
	add	x11, x11, #1
	b.ne	.LBB85_24
.LBB85_25:                              //   in Loop: Header=BB85_11 Depth=1
	sub	x9, x10, x25
	cmn	x9, #8
	b.hi	.LBB85_10
// %bb.26:                              //   in Loop: Header=BB85_11 Depth=1
	ldur	x12, [x29, #-16]                // 8-byte Folded Reload
	ldr	x13, [sp, #24]                  // 8-byte Reload
	sub	x9, x25, x11
	lsl	x10, x11, #2
	mov	x11, x27
	madd	x8, x12, x8, x13
	.p2align	5, , 16
.LBB85_27:                              //   Parent Loop BB85_11 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x12, x8, x10
	add	x13, x11, x10
	subs	x9, x9, #8
	ldur	s0, [x12, #-16]
	add	x11, x11, #32
	add	x8, x8, #32
	str	s0, [x13]
	ldur	s0, [x12, #-12]
	str	s0, [x13, #4]
	ldur	s0, [x12, #-8]
	str	s0, [x13, #8]
	ldur	s0, [x12, #-4]
	str	s0, [x13, #12]
	ldr	s0, [x12]
	str	s0, [x13, #16]
	ldr	s0, [x12, #4]
	str	s0, [x13, #20]
	ldr	s0, [x12, #8]
	str	s0, [x13, #24]
	ldr	s0, [x12, #12]
	str	s0, [x13, #28]
	b.ne	.LBB85_27
	b	.LBB85_10
.LBB85_28:                              //   in Loop: Header=BB85_11 Depth=1
	ldr	x15, [sp, #24]                  // 8-byte Reload
	and	x12, x11, #0xfffffffffffffff8
	add	x13, x10, x14, lsl #2
	add	x10, x12, x14
	add	x14, x27, x14, lsl #2
	add	x13, x15, x13
	and	x15, x11, #0xfffffffffffffff8
	.p2align	5, , 16
.LBB85_29:                              //   Parent Loop BB85_11 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q0, q1, [x13, #-16]
	subs	x15, x15, #8
	add	x13, x13, #32
	stp	q0, q1, [x14], #32
	b.ne	.LBB85_29
// %bb.30:                              //   in Loop: Header=BB85_11 Depth=1
	cmp	x11, x12
	b.eq	.LBB85_10
	b	.LBB85_22
.LBB85_31:
	ldp	x8, x20, [sp]                   // 16-byte Folded Reload
	str	x21, [x20]
.LBB85_32:
	str	x8, [x20, #8]
	str	w19, [x20, #16]
	.cfi_def_cfa wsp, 144
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end85:
	.size	_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi, .Lfunc_end85-_ZN8patternc15load_plain_rowsILi64EfEENS_9PlainRowsIXT_EEERNS_7ScratchEPKT0_lRKNS_6VectorIiXT_EEERKNS8_IbXT_EEEi
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf,"axG",@progbits,_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf,comdat
	.weak	_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf // -- Begin function _ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	.p2align	4
	.type	_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf,@function
_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf: // @_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	.cfi_startproc
// %bb.0:
	cmp	x1, #1
	b.gt	.LBB86_7
// %bb.1:
	cbz	x1, .LBB86_13
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB86_22
// %bb.3:
	mov	x9, xzr
	b	.LBB86_5
	.p2align	5, , 16
.LBB86_4:                               //   in Loop: Header=BB86_5 Depth=1
	str	s1, [x8, x9, lsl #2]
	add	x9, x9, #1
	cmp	x9, #64
	b.eq	.LBB86_22
.LBB86_5:                               // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x3, x9]
	fmov	s1, s0
	cmp	w10, #1
	b.ne	.LBB86_4
// %bb.6:                               //   in Loop: Header=BB86_5 Depth=1
	ldr	x10, [x2, x9, lsl #3]
	ldrh	w10, [x0, x10, lsl #1]
	lsl	w10, w10, #16
	fmov	s1, w10
	b	.LBB86_4
.LBB86_7:
	cmp	x1, #2
	b.eq	.LBB86_15
// %bb.8:
	cmp	x1, #3
	b.ne	.LBB86_22
// %bb.9:
	mov	x9, xzr
	b	.LBB86_11
	.p2align	5, , 16
.LBB86_10:                              //   in Loop: Header=BB86_11 Depth=1
	str	s1, [x8, x9, lsl #2]
	add	x9, x9, #1
	cmp	x9, #64
	b.eq	.LBB86_22
.LBB86_11:                              // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x3, x9]
	fmov	s1, s0
	cmp	w10, #1
	b.ne	.LBB86_10
// %bb.12:                              //   in Loop: Header=BB86_11 Depth=1
	ldr	x10, [x2, x9, lsl #3]
	ldr	d1, [x0, x10, lsl #3]
	fcvt	s1, d1
	b	.LBB86_10
.LBB86_13:
	tbnz	w1, #0, .LBB86_19
// %bb.14:
	mov	x11, x1
	cmp	x1, #63
	b.eq	.LBB86_22
	b	.LBB86_23
.LBB86_15:
	mov	x9, xzr
	mov	w10, #1879048192                // =0x70000000
	mov	w11, #939524096                 // =0x38000000
	b	.LBB86_17
	.p2align	5, , 16
.LBB86_16:                              //   in Loop: Header=BB86_17 Depth=1
	str	s1, [x8, x9, lsl #2]
	add	x9, x9, #1
	cmp	x9, #64
	b.eq	.LBB86_22
.LBB86_17:                              // =>This Inner Loop Header: Depth=1
	ldrb	w12, [x3, x9]
	fmov	s1, s0
	cmp	w12, #1
	b.ne	.LBB86_16
// %bb.18:                              //   in Loop: Header=BB86_17 Depth=1
	ldr	x12, [x2, x9, lsl #3]
	ldrh	w12, [x0, x12, lsl #1]
	and	w14, w12, #0x7fff
	ubfx	w16, w12, #10, #5
	lsr	w13, w12, #15
	cmp	w16, #31
	ucvtf	s1, w14, #24
	csel	w16, w11, w10, lo
	tst	w12, #0x7c00
	add	w14, w16, w14, lsl #13
	fmov	w15, s1
	csel	w12, w15, w14, eq
	orr	w12, w12, w13, lsl #31
	fmov	s1, w12
	b	.LBB86_16
.LBB86_19:
	ldrb	w9, [x3, x1]
	fmov	s1, s0
	cmp	w9, #1
	b.ne	.LBB86_21
// %bb.20:
	ldr	x9, [x2, x1, lsl #3]
	ldr	s1, [x0, x9, lsl #2]
.LBB86_21:
	add	x11, x1, #1
	str	s1, [x8, x1, lsl #2]
	cmp	x1, #63
	b.ne	.LBB86_23
.LBB86_22:
	ret
.LBB86_23:
	sub	x9, x11, #64
	add	x10, x11, x3
	add	x12, x8, x11, lsl #2
	add	x11, x2, x11, lsl #3
	add	x8, x10, #1
	add	x10, x12, #4
	add	x11, x11, #8
	b	.LBB86_25
	.p2align	5, , 16
.LBB86_24:                              //   in Loop: Header=BB86_25 Depth=1
	str	s1, [x10], #8
	adds	x9, x9, #2
	add	x11, x11, #16
	b.eq	.LBB86_22
.LBB86_25:                              // =>This Inner Loop Header: Depth=1
	ldurb	w12, [x8, #-1]
	fmov	s1, s0
	cmp	w12, #1
	b.ne	.LBB86_27
// %bb.26:                              //   in Loop: Header=BB86_25 Depth=1
	ldur	x12, [x11, #-8]
	ldr	s1, [x0, x12, lsl #2]
.LBB86_27:                              //   in Loop: Header=BB86_25 Depth=1
	ldrb	w12, [x8], #2
	cmp	w12, #1
	stur	s1, [x10, #-4]
	fmov	s1, s0
	b.ne	.LBB86_24
// %bb.28:                              //   in Loop: Header=BB86_25 Depth=1
	ldr	x12, [x11]
	ldr	s1, [x0, x12, lsl #2]
	b	.LBB86_24
.Lfunc_end86:
	.size	_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf, .Lfunc_end86-_ZN8patternc12load_numbersILi64ElEENS_6VectorIfXT_EEENS_6TensorERKNS1_IT0_XT_EEERKNS1_IbXT_EEEf
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,"axG",@progbits,_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,comdat
	.weak	_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf // -- Begin function _ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
	.p2align	4
	.type	_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,@function
_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf: // @_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
.Lfunc_begin16:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception16
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	str	d8, [sp, #32]                   // 8-byte Spill
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	ldrsw	x28, [x6, #16]
	ldr	w10, [x5, #8]
	fmov	s8, s0
	ldp	x8, x9, [x3]
	mov	x20, x4
	mov	x21, x3
	mov	x22, x1
	mov	x19, x0
	stp	x6, x5, [sp]                    // 16-byte Folded Spill
	adds	w11, w28, #3
	add	w12, w28, #6
	sxtw	x24, w10
	csel	w26, w12, w11, mi
	tst	w28, #0x3
	sub	x9, x9, x8
	asr	w11, w26, #2
	cset	w25, eq
	cmp	w10, #1
	sbfiz	x16, x11, #2, #32
	b.lt	.LBB87_3
// %bb.1:
	mov	x11, x20
	mov	x12, x21
	mov	x13, x8
	.p2align	5, , 16
.LBB87_2:                               // =>This Inner Loop Header: Depth=1
	ldr	x15, [x12], #8
	cmp	x13, x15
	ldrb	w14, [x11], #1
	and	w14, w14, w25
	add	x13, x13, x9
	cset	w15, eq
	subs	x10, x10, #1
	and	w25, w14, w15
	b.ne	.LBB87_2
.LBB87_3:
	ldp	x10, x27, [x19, #24]
	stur	x16, [x29, #-8]                 // 8-byte Folded Spill
	stp	x10, x27, [sp, #16]             // 16-byte Folded Spill
	tbz	w25, #0, .LBB87_5
// %bb.4:
	mul	x8, x8, x28
	add	x23, x22, x8, lsl #2
	mul	x27, x9, x28
	b	.LBB87_12
.LBB87_5:
	smull	x8, w24, w16
	lsl	x8, x8, #2
	add	x8, x8, #63
	and	x23, x8, #0xffffffffffffffc0
	mov	x8, x10
	.p2align	5, , 16
.LBB87_6:                               // =>This Inner Loop Header: Depth=1
	ldp	x11, x9, [x19]
	sub	x9, x9, x11
	cmp	x8, x9, asr #4
	b.ne	.LBB87_9
// %bb.7:                               //   in Loop: Header=BB87_6 Depth=1
.Ltmp135:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.Ltmp136:                               // EH_LABEL
// %bb.8:                               //   in Loop: Header=BB87_6 Depth=1
	ldr	x8, [x19, #24]
	b	.LBB87_6
	.p2align	5, , 16
.LBB87_9:                               //   in Loop: Header=BB87_6 Depth=1
	ldr	x10, [x19, #32]
	add	x11, x11, x8, lsl #4
	ldr	x12, [x11, #8]
	add	x9, x10, x23
	cmp	x9, x12
	b.ls	.LBB87_11
// %bb.10:                              //   in Loop: Header=BB87_6 Depth=1
	add	x8, x8, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB87_6
.LBB87_11:
	ldr	x8, [x11]
	ldur	x27, [x29, #-8]                 // 8-byte Folded Reload
	add	x23, x8, x10
	str	x9, [x19, #32]
.LBB87_12:
	cmp	w24, #0
	sbfx	x26, x26, #2, #30
	csel	w8, wzr, w25, le
	tbz	w8, #0, .LBB87_24
// %bb.13:
	cmp	w26, #1
	mov	x8, xzr
	add	x11, x23, #64
	csinc	w10, w26, wzr, gt
	lsl	x12, x27, #2
	mov	x13, x23
	and	x9, x10, #0x7
	and	x10, x10, #0x1ffffff8
	neg	x10, x10
	b	.LBB87_15
	.p2align	5, , 16
.LBB87_14:                              //   in Loop: Header=BB87_15 Depth=1
	add	x8, x8, #1
	add	x11, x11, x12
	add	x13, x13, x12
	cmp	x8, x24
	b.hs	.LBB87_24
.LBB87_15:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB87_19 Depth 2
                                        //     Child Loop BB87_23 Depth 2
	cmp	w28, #1
	b.lt	.LBB87_14
// %bb.16:                              //   in Loop: Header=BB87_15 Depth=1
	cmp	w28, #29
	b.ge	.LBB87_18
// %bb.17:                              //   in Loop: Header=BB87_15 Depth=1
	mov	x14, xzr
	b	.LBB87_22
	.p2align	5, , 16
.LBB87_18:                              //   in Loop: Header=BB87_15 Depth=1
	mov	x14, xzr
	mov	x15, x11
	.p2align	5, , 16
.LBB87_19:                              //   Parent Loop BB87_15 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	sub	x14, x14, #8
	prfum	pstl1keep, [x15, #-64]
	prfum	pstl1keep, [x15, #-48]
	prfum	pstl1keep, [x15, #-32]
	prfum	pstl1keep, [x15, #-16]
	cmp	x10, x14
	prfm	pstl1keep, [x15]
	prfm	pstl1keep, [x15, #16]
	prfm	pstl1keep, [x15, #32]
	prfm	pstl1keep, [x15, #48]
	add	x15, x15, #128
	b.ne	.LBB87_19
// %bb.20:                              //   in Loop: Header=BB87_15 Depth=1
	cbz	x9, .LBB87_14
// %bb.21:                              //   in Loop: Header=BB87_15 Depth=1
	neg	x14, x14
.LBB87_22:                              //   in Loop: Header=BB87_15 Depth=1
	add	x14, x13, x14, lsl #4
	mov	x15, x9
	.p2align	5, , 16
.LBB87_23:                              //   Parent Loop BB87_15 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	prfm	pstl1keep, [x14]
	add	x14, x14, #16
	subs	x15, x15, #1
	b.ne	.LBB87_23
	b	.LBB87_14
.LBB87_24:
	ldur	x8, [x29, #-8]                  // 8-byte Folded Reload
	smull	x8, w8, w24
	cmp	x8, #1
	csinc	w8, w25, wzr, ge
	tbnz	w8, #0, .LBB87_26
// %bb.25:
	smull	x8, w24, w26
	mov	x0, x23
	mov	w1, wzr
	lsl	x2, x8, #4
	bl	memset
.LBB87_26:
	ldp	x8, x2, [sp]                    // 16-byte Folded Reload
	ldp	x3, x4, [x8]
.Ltmp138:                               // EH_LABEL
	fmov	s0, s8
	mov	x0, x23
	mov	x1, x27
	mov	w5, w26
	bl	_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.Ltmp139:                               // EH_LABEL
// %bb.27:
	ldp	x7, x6, [sp, #16]               // 16-byte Folded Reload
	cmp	w24, #1
	csinc	w8, w25, wzr, ge
	tbz	w8, #0, .LBB87_29
.LBB87_28:
	stp	x7, x6, [x19, #24]
	.cfi_def_cfa wsp, 144
	ldr	d8, [sp, #32]                   // 8-byte Reload
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.LBB87_29:
	.cfi_restore_state
	cmp	x24, #1
	mov	x8, xzr
	lsl	x10, x28, #2
	csinc	x9, x24, xzr, gt
	add	x11, x22, #16
	add	x12, x23, #16
	sub	x9, x9, #1
	lsl	x17, x26, #4
	add	x18, x22, #8
	mul	x16, x9, x26
	mov	w9, w28
	mov	x0, x23
	add	x13, x22, x9, lsl #2
	and	x14, x9, #0x7ffffff8
	and	x15, x9, #0x3
	add	x16, x23, x16, lsl #4
	add	x16, x16, x9, lsl #2
	b	.LBB87_31
	.p2align	5, , 16
.LBB87_30:                              //   in Loop: Header=BB87_31 Depth=1
	add	x8, x8, #1
	add	x12, x12, x17
	add	x0, x0, x17
	cmp	x8, x24
	b.ge	.LBB87_28
.LBB87_31:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB87_36 Depth 2
                                        //     Child Loop BB87_41 Depth 2
                                        //     Child Loop BB87_44 Depth 2
	cmp	w9, #1
	b.lt	.LBB87_30
// %bb.32:                              //   in Loop: Header=BB87_31 Depth=1
	ldrb	w1, [x20, x8]
	cmp	w1, #1
	b.ne	.LBB87_30
// %bb.33:                              //   in Loop: Header=BB87_31 Depth=1
	ldr	x1, [x21, x8, lsl #3]
	cmp	w9, #8
	mul	x2, x1, x28
	add	x2, x22, x2, lsl #2
	b.lo	.LBB87_39
// %bb.34:                              //   in Loop: Header=BB87_31 Depth=1
	madd	x3, x10, x1, x13
	cmp	x2, x16
	ccmp	x23, x3, #2, lo
	b.lo	.LBB87_39
// %bb.35:                              //   in Loop: Header=BB87_31 Depth=1
	madd	x5, x10, x1, x11
	mov	x3, x12
	and	x4, x9, #0x7ffffff8
	.p2align	5, , 16
.LBB87_36:                              //   Parent Loop BB87_31 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q0, q1, [x3, #-16]
	ldp	q2, q3, [x5, #-16]
	subs	x4, x4, #8
	add	x3, x3, #32
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v0.4s, v0.4s, v2.4s
	stp	q0, q1, [x5, #-16]
	add	x5, x5, #32
	b.ne	.LBB87_36
// %bb.37:                              //   in Loop: Header=BB87_31 Depth=1
	cmp	x14, x9
	and	x3, x9, #0x7ffffff8
	b.eq	.LBB87_30
	.p2align	5, , 16
// %bb.38:                              //   in Loop: Header=BB87_31 Depth=1
	mov	x4, x3
	cbnz	x15, .LBB87_40
	b	.LBB87_42
	.p2align	5, , 16
.LBB87_39:                              //   in Loop: Header=BB87_31 Depth=1
	mov	x3, xzr
	mov	x4, x3
	cbz	x15, .LBB87_42
.LBB87_40:                              //   in Loop: Header=BB87_31 Depth=1
	and	x5, x9, #0x3
	mov	x4, x3
	.p2align	5, , 16
.LBB87_41:                              //   Parent Loop BB87_31 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	s0, [x0, x4, lsl #2]
	subs	x5, x5, #1
	ldr	s1, [x2, x4, lsl #2]
	fadd	s0, s0, s1
	str	s0, [x2, x4, lsl #2]
	add	x4, x4, #1
	b.ne	.LBB87_41
.LBB87_42:                              //   in Loop: Header=BB87_31 Depth=1
	sub	x2, x3, x9
	cmn	x2, #4
	b.hi	.LBB87_30
// %bb.43:                              //   in Loop: Header=BB87_31 Depth=1
	madd	x1, x10, x1, x18
	sub	x2, x9, x4
	lsl	x3, x4, #2
	.p2align	5, , 16
.LBB87_44:                              //   Parent Loop BB87_31 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x4, x0, x3
	add	x5, x1, x3
	subs	x2, x2, #4
	ldr	s0, [x4]
	add	x3, x3, #16
	ldp	s1, s2, [x5, #-8]
	fadd	s0, s0, s1
	stur	s0, [x5, #-8]
	ldr	s0, [x4, #4]
	fadd	s0, s0, s2
	ldp	s1, s2, [x5]
	stur	s0, [x5, #-4]
	ldr	s0, [x4, #8]
	fadd	s0, s0, s1
	str	s0, [x5]
	ldr	s0, [x4, #12]
	fadd	s0, s0, s2
	str	s0, [x5, #4]
	b.ne	.LBB87_44
	b	.LBB87_30
.LBB87_45:
.Ltmp140:                               // EH_LABEL
	b	.LBB87_47
.LBB87_46:
.Ltmp137:                               // EH_LABEL
.LBB87_47:
	ldp	x9, x8, [sp, #16]               // 16-byte Folded Reload
	stp	x9, x8, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end87:
	.size	_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf, .Lfunc_end87-_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,"aG",@progbits,_ZN8patternc12add_productsILi64ELi64EEEvRNS_7ScratchENS_6TensorERKNS_6VectorIlXT0_EEERKNS4_IbXT0_EEERKNS_5PairsIXT_EEERKNS_9PlainRowsIXT_EEEf,comdat
	.p2align	2, 0x0
GCC_except_table87:
.Lexception16:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end16-.Lcst_begin16
.Lcst_begin16:
	.uleb128 .Ltmp135-.Lfunc_begin16        // >> Call Site 1 <<
	.uleb128 .Ltmp136-.Ltmp135              //   Call between .Ltmp135 and .Ltmp136
	.uleb128 .Ltmp137-.Lfunc_begin16        //     jumps to .Ltmp137
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp136-.Lfunc_begin16        // >> Call Site 2 <<
	.uleb128 .Ltmp138-.Ltmp136              //   Call between .Ltmp136 and .Ltmp138
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp138-.Lfunc_begin16        // >> Call Site 3 <<
	.uleb128 .Ltmp139-.Ltmp138              //   Call between .Ltmp138 and .Ltmp139
	.uleb128 .Ltmp140-.Lfunc_begin16        //     jumps to .Ltmp140
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp139-.Lfunc_begin16        // >> Call Site 4 <<
	.uleb128 .Lfunc_end87-.Ltmp139          //   Call between .Ltmp139 and .Lfunc_end87
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end16:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	fmov	s8, s0
	mov	x19, x4
	mov	x20, x3
	mov	x22, x1
	mov	x24, x0
	cmp	w5, #4
	str	x2, [sp, #24]                   // 8-byte Spill
	b.lt	.LBB88_16
// %bb.1:
	add	x8, x22, x22, lsl #1
	lsl	x23, x22, #2
	lsl	x26, x8, #3
	stur	x24, [x29, #-24]                // 8-byte Folded Spill
	stp	x23, x26, [sp, #8]              // 16-byte Folded Spill
	b	.LBB88_3
	.p2align	5, , 16
.LBB88_2:                               //   in Loop: Header=BB88_3 Depth=1
	add	x26, x26, #64
	ldur	w8, [x29, #-28]                 // 4-byte Folded Reload
	ldur	x24, [x29, #-8]                 // 8-byte Folded Reload
	stur	x26, [x29, #-24]                // 8-byte Folded Spill
	add	x20, x20, #64
	ldr	x26, [sp, #16]                  // 8-byte Reload
	sub	w5, w8, #4
	add	x24, x24, #64
	cmp	w8, #7
	b.le	.LBB88_15
.LBB88_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB88_5 Depth 2
                                        //     Child Loop BB88_8 Depth 2
                                        //     Child Loop BB88_11 Depth 2
                                        //     Child Loop BB88_14 Depth 2
	stur	w5, [x29, #-28]                 // 4-byte Folded Spill
	mov	w27, wzr
	ldr	x8, [sp, #24]                   // 8-byte Reload
	stur	x24, [x29, #-8]                 // 8-byte Folded Spill
	ldr	w21, [x8, #8]
	ldr	x28, [x8]
	cmp	w21, #6
	b.lt	.LBB88_6
// %bb.4:                               //   in Loop: Header=BB88_3 Depth=1
	mov	x25, x28
	.p2align	5, , 16
.LBB88_5:                               //   Parent Loop BB88_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x24
	mov	x1, x22
	mov	x2, x25
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w23, w27
	bl	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w23, #12
	add	x25, x25, #1536
	add	x24, x24, x26
	add	w27, w27, #6
	cmp	w21, w8
	b.ge	.LBB88_5
.LBB88_6:                               //   in Loop: Header=BB88_3 Depth=1
	ldur	x26, [x29, #-24]                // 8-byte Folded Reload
	cmp	w27, w21
	b.ge	.LBB88_2
// %bb.7:                               //   in Loop: Header=BB88_3 Depth=1
	add	w8, w27, #3
	cmp	w8, w21
	b.gt	.LBB88_9
	.p2align	5, , 16
.LBB88_8:                               //   Parent Loop BB88_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w27
	fmov	s0, s8
	mov	x1, x22
	add	x2, x28, x8, lsl #8
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w23, w27
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w23, #6
	add	w27, w27, #3
	cmp	w21, w8
	b.ge	.LBB88_8
.LBB88_9:                               //   in Loop: Header=BB88_3 Depth=1
	cmp	w27, w21
	b.ge	.LBB88_2
// %bb.10:                              //   in Loop: Header=BB88_3 Depth=1
	add	w8, w27, #2
	cmp	w8, w21
	b.gt	.LBB88_12
	.p2align	5, , 16
.LBB88_11:                              //   Parent Loop BB88_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w27
	fmov	s0, s8
	mov	x1, x22
	add	x2, x28, x8, lsl #8
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w23, w27
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w23, #4
	add	w27, w27, #2
	cmp	w21, w8
	b.ge	.LBB88_11
.LBB88_12:                              //   in Loop: Header=BB88_3 Depth=1
	ldr	x23, [sp, #8]                   // 8-byte Reload
	cmp	w27, w21
	b.ge	.LBB88_2
// %bb.13:                              //   in Loop: Header=BB88_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w27
	add	x24, x28, x8, lsl #8
	madd	x25, x23, x8, x9
	.p2align	5, , 16
.LBB88_14:                              //   Parent Loop BB88_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	bl	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w27, w27, #1
	add	x24, x24, #256
	add	x25, x25, x23
	cmp	w21, w27
	b.gt	.LBB88_14
	b	.LBB88_2
.LBB88_15:
	ldur	x24, [x29, #-24]                // 8-byte Folded Reload
.LBB88_16:
	cmp	w5, #1
	b.lt	.LBB88_18
// %bb.17:
	ldr	x2, [sp, #24]                   // 8-byte Reload
	mov	x0, x24
	mov	x1, x22
	mov	x3, x20
	mov	x4, x19
	fmov	s0, s8
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	b	_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.LBB88_18:
	.cfi_restore_state
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end88:
	.size	_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end88-_ZN8patternc9add_pairsILi4ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	fmov	s8, s0
	mov	x19, x4
	mov	x20, x3
	mov	x22, x1
	mov	x24, x0
	cmp	w5, #3
	str	x2, [sp, #16]                   // 8-byte Spill
	b.lt	.LBB89_18
// %bb.1:
	lsl	x27, x22, #5
	lsl	x21, x22, #2
	lsl	x8, x22, #4
	mov	x26, x24
	str	x8, [sp]                        // 8-byte Spill
	str	x21, [sp, #24]                  // 8-byte Spill
	b	.LBB89_3
	.p2align	5, , 16
.LBB89_2:                               //   in Loop: Header=BB89_3 Depth=1
	ldur	w8, [x29, #-20]                 // 4-byte Folded Reload
	ldur	x24, [x29, #-8]                 // 8-byte Folded Reload
	add	x26, x26, #48
	add	x20, x20, #48
	sub	w5, w8, #3
	add	x24, x24, #48
	cmp	w8, #5
	b.le	.LBB89_17
.LBB89_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB89_4 Depth 2
                                        //     Child Loop BB89_8 Depth 2
                                        //     Child Loop BB89_13 Depth 2
                                        //     Child Loop BB89_16 Depth 2
	stur	w5, [x29, #-20]                 // 4-byte Folded Spill
	mov	w23, wzr
	ldr	x8, [sp, #16]                   // 8-byte Reload
	stur	x24, [x29, #-8]                 // 8-byte Folded Spill
	ldr	w28, [x8, #8]
	ldr	x25, [x8]
	cmp	w28, #8
	str	x25, [sp, #32]                  // 8-byte Spill
	b.lt	.LBB89_5
	.p2align	5, , 16
.LBB89_4:                               //   Parent Loop BB89_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x24
	mov	x1, x22
	mov	x2, x25
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #16
	add	x25, x25, #2048
	add	x24, x24, x27
	add	w23, w23, #8
	cmp	w28, w8
	b.ge	.LBB89_4
.LBB89_5:                               //   in Loop: Header=BB89_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB89_2
// %bb.6:                               //   in Loop: Header=BB89_3 Depth=1
	orr	w8, w23, #0x4
	str	x26, [sp, #8]                   // 8-byte Spill
	cmp	w8, w28
	b.gt	.LBB89_9
// %bb.7:                               //   in Loop: Header=BB89_3 Depth=1
	ldr	x9, [sp, #32]                   // 8-byte Reload
	mov	w8, w23
	ldr	x26, [sp]                       // 8-byte Reload
	add	x24, x9, x8, lsl #8
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB89_8:                               //   Parent Loop BB89_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #8
	add	x24, x24, #1024
	add	x25, x25, x26
	add	w23, w23, #4
	cmp	w28, w8
	b.ge	.LBB89_8
.LBB89_9:                               //   in Loop: Header=BB89_3 Depth=1
	ldr	x26, [sp, #8]                   // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB89_2
// %bb.10:                              //   in Loop: Header=BB89_3 Depth=1
	add	w8, w23, #2
	cmp	w8, w28
	b.le	.LBB89_12
// %bb.11:                              //   in Loop: Header=BB89_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	b	.LBB89_14
.LBB89_12:                              //   in Loop: Header=BB89_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	.p2align	5, , 16
.LBB89_13:                              //   Parent Loop BB89_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w23
	fmov	s0, s8
	mov	x1, x22
	add	x2, x24, x8, lsl #8
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w21, w23
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #4
	add	w23, w23, #2
	cmp	w28, w8
	b.ge	.LBB89_13
.LBB89_14:                              //   in Loop: Header=BB89_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB89_2
// %bb.15:                              //   in Loop: Header=BB89_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w23
	add	x24, x24, x8, lsl #8
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB89_16:                              //   Parent Loop BB89_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	bl	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w23, w23, #1
	add	x24, x24, #256
	add	x25, x25, x21
	cmp	w28, w23
	b.gt	.LBB89_16
	b	.LBB89_2
.LBB89_17:
	mov	x24, x26
.LBB89_18:
	cmp	w5, #1
	b.lt	.LBB89_20
// %bb.19:
	ldr	x2, [sp, #16]                   // 8-byte Reload
	mov	x0, x24
	mov	x1, x22
	mov	x3, x20
	mov	x4, x19
	fmov	s0, s8
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	b	_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.LBB89_20:
	.cfi_restore_state
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end89:
	.size	_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end89-_ZN8patternc9add_pairsILi3ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	str	d14, [sp, #-64]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 64
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	.cfi_offset b8, -8
	.cfi_offset b9, -16
	.cfi_offset b10, -24
	.cfi_offset b11, -32
	.cfi_offset b12, -40
	.cfi_offset b13, -48
	.cfi_offset b14, -64
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB90_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v7.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	add	x10, x3, #32
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	mov	x11, x2
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	.p2align	5, , 16
.LBB90_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q11, q9, [x10, #-16]
	ldur	q10, [x10, #-32]
	ldr	q12, [x10, #16]
	ld1r	{ v13.4s }, [x11], #4
	ldr	s14, [x2, #256]
	subs	x8, x8, #1
	add	x10, x10, x9
	fmla	v28.4s, v10.4s, v14.s[0]
	fmla	v26.4s, v9.4s, v14.s[0]
	fmla	v25.4s, v12.4s, v14.s[0]
	fmla	v8.4s, v10.4s, v13.4s
	fmla	v31.4s, v11.4s, v13.4s
	fmla	v30.4s, v9.4s, v13.4s
	fmla	v29.4s, v12.4s, v13.4s
	fmla	v27.4s, v11.4s, v14.s[0]
	ldr	s13, [x2, #512]
	fmla	v24.4s, v10.4s, v13.s[0]
	fmla	v23.4s, v11.4s, v13.s[0]
	fmla	v22.4s, v9.4s, v13.s[0]
	fmla	v21.4s, v12.4s, v13.s[0]
	ldr	s13, [x2, #768]
	fmla	v20.4s, v10.4s, v13.s[0]
	fmla	v19.4s, v11.4s, v13.s[0]
	fmla	v18.4s, v9.4s, v13.s[0]
	fmla	v7.4s, v12.4s, v13.s[0]
	ldr	s13, [x2, #1024]
	fmla	v4.4s, v10.4s, v13.s[0]
	fmla	v3.4s, v11.4s, v13.s[0]
	fmla	v2.4s, v9.4s, v13.s[0]
	fmla	v1.4s, v12.4s, v13.s[0]
	ldr	s13, [x2, #1280]
	mov	x2, x11
	fmla	v16.4s, v10.4s, v13.s[0]
	fmla	v17.4s, v11.4s, v13.s[0]
	fmla	v5.4s, v9.4s, v13.s[0]
	fmla	v6.4s, v12.4s, v13.s[0]
	b.ne	.LBB90_2
	b	.LBB90_4
.LBB90_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
.LBB90_4:
	ldp	q9, q10, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v10.4s, v31.4s, v0.s[0]
	fmla	v9.4s, v8.4s, v0.s[0]
	ldp	q31, q8, [x0, #32]
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	fmla	v8.4s, v29.4s, v0.s[0]
	fmla	v31.4s, v30.4s, v0.s[0]
	stp	q9, q10, [x0]
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	stp	q31, q8, [x0, #32]
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	q29, q30, [x8]
	fmla	v30.4s, v27.4s, v0.s[0]
	fmla	v29.4s, v28.4s, v0.s[0]
	ldp	q27, q28, [x8, #32]
	fmla	v28.4s, v25.4s, v0.s[0]
	fmla	v27.4s, v26.4s, v0.s[0]
	stp	q29, q30, [x8]
	stp	q27, q28, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q25, q26, [x8]
	fmla	v26.4s, v23.4s, v0.s[0]
	fmla	v25.4s, v24.4s, v0.s[0]
	ldp	q23, q24, [x8, #32]
	fmla	v24.4s, v21.4s, v0.s[0]
	fmla	v23.4s, v22.4s, v0.s[0]
	stp	q25, q26, [x8]
	stp	q23, q24, [x8, #32]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q21, q22, [x8]
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	ldp	q19, q20, [x8, #32]
	fmla	v20.4s, v7.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x8]
	stp	q19, q20, [x8, #32]
	add	x8, x0, x1, lsl #4
	ldp	q7, q18, [x8]
	fmla	v18.4s, v3.4s, v0.s[0]
	fmla	v7.4s, v4.4s, v0.s[0]
	ldp	q3, q4, [x8, #32]
	fmla	v4.4s, v1.4s, v0.s[0]
	fmla	v3.4s, v2.4s, v0.s[0]
	stp	q7, q18, [x8]
	stp	q3, q4, [x8, #32]
	mov	w8, #20                         // =0x14
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v17.4s, v0.s[0]
	fmla	v1.4s, v16.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldp	q1, q3, [x8, #32]
	fmla	v3.4s, v6.4s, v0.s[0]
	fmla	v1.4s, v5.4s, v0.s[0]
	stp	q1, q3, [x8, #32]
	ldr	d14, [sp], #64                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	ret
.Lfunc_end90:
	.size	_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end90-_ZN8patternc8add_tileILi4ELi6ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB91_3
// %bb.1:
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	add	x12, x2, #256
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	sxtw	x8, w5
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	add	x10, x3, #32
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	mov	x11, x12
	.p2align	5, , 16
.LBB91_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q21, q22, [x10, #-32]
	ldp	q23, q24, [x10]
	ldur	s25, [x12, #-256]
	subs	x8, x8, #1
	add	x10, x10, x9
	ld1r	{ v26.4s }, [x11], #4
	fmla	v19.4s, v22.4s, v25.s[0]
	fmla	v17.4s, v24.4s, v25.s[0]
	fmla	v20.4s, v21.4s, v25.s[0]
	fmla	v18.4s, v23.4s, v25.s[0]
	ldr	s25, [x12, #256]
	fmla	v16.4s, v21.4s, v26.4s
	fmla	v7.4s, v22.4s, v26.4s
	fmla	v2.4s, v23.4s, v26.4s
	fmla	v1.4s, v24.4s, v26.4s
	mov	x12, x11
	fmla	v5.4s, v21.4s, v25.s[0]
	fmla	v6.4s, v22.4s, v25.s[0]
	fmla	v3.4s, v23.4s, v25.s[0]
	fmla	v4.4s, v24.4s, v25.s[0]
	b.ne	.LBB91_2
	b	.LBB91_4
.LBB91_3:
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
.LBB91_4:
	ldp	q21, q22, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	ldp	q19, q20, [x0, #32]
	fmla	v20.4s, v17.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x0]
	stp	q19, q20, [x0, #32]
	ldp	q17, q18, [x8]
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	ldp	q7, q16, [x8, #32]
	fmla	v16.4s, v1.4s, v0.s[0]
	fmla	v7.4s, v2.4s, v0.s[0]
	stp	q17, q18, [x8]
	stp	q7, q16, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q1, q2, [x8]
	fmla	v2.4s, v6.4s, v0.s[0]
	fmla	v1.4s, v5.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldp	q1, q5, [x8, #32]
	fmla	v5.4s, v4.4s, v0.s[0]
	fmla	v1.4s, v3.4s, v0.s[0]
	stp	q1, q5, [x8, #32]
	ret
.Lfunc_end91:
	.size	_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end91-_ZN8patternc8add_tileILi4ELi3ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB92_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	sxtw	x8, w5
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	add	x10, x2, #256
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x11, x3, #32
	.p2align	5, , 16
.LBB92_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q17, q18, [x11]
	ldp	q19, q20, [x11, #-32]
	ldur	s21, [x10, #-256]
	subs	x8, x8, #1
	add	x11, x11, x9
	fmla	v7.4s, v20.4s, v21.s[0]
	fmla	v1.4s, v18.4s, v21.s[0]
	fmla	v16.4s, v19.4s, v21.s[0]
	fmla	v6.4s, v17.4s, v21.s[0]
	ld1r	{ v21.4s }, [x10], #4
	fmla	v4.4s, v19.4s, v21.4s
	fmla	v5.4s, v20.4s, v21.4s
	fmla	v2.4s, v17.4s, v21.4s
	fmla	v3.4s, v18.4s, v21.4s
	b.ne	.LBB92_2
	b	.LBB92_4
.LBB92_3:
	movi	v1.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB92_4:
	ldp	q17, q18, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	ldp	q7, q16, [x0, #32]
	fmla	v16.4s, v1.4s, v0.s[0]
	fmla	v7.4s, v6.4s, v0.s[0]
	stp	q17, q18, [x0]
	stp	q7, q16, [x0, #32]
	ldp	q1, q6, [x8]
	fmla	v6.4s, v5.4s, v0.s[0]
	fmla	v1.4s, v4.4s, v0.s[0]
	stp	q1, q6, [x8]
	ldp	q1, q4, [x8, #32]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q1, q4, [x8, #32]
	ret
.Lfunc_end92:
	.size	_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end92-_ZN8patternc8add_tileILi4ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB93_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x3, #32
	.p2align	5, , 16
.LBB93_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q7, q5, [x10, #-16]
	ldur	q6, [x10, #-32]
	ldr	q16, [x10, #16]
	ld1r	{ v17.4s }, [x2], #4
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v3.4s, v6.4s, v17.4s
	fmla	v4.4s, v7.4s, v17.4s
	fmla	v1.4s, v5.4s, v17.4s
	fmla	v2.4s, v16.4s, v17.4s
	b.ne	.LBB93_2
	b	.LBB93_4
.LBB93_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB93_4:
	ldp	q5, q6, [x0]
	fmla	v6.4s, v4.4s, v0.s[0]
	fmla	v5.4s, v3.4s, v0.s[0]
	ldp	q3, q4, [x0, #32]
	fmla	v4.4s, v2.4s, v0.s[0]
	fmla	v3.4s, v1.4s, v0.s[0]
	stp	q5, q6, [x0]
	stp	q3, q4, [x0, #32]
	ret
.Lfunc_end93:
	.size	_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end93-_ZN8patternc8add_tileILi4ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	.cfi_remember_state
	fmov	s8, s0
	mov	x19, x4
	mov	x20, x3
	mov	x22, x1
	mov	x24, x0
	cmp	w5, #2
	str	x2, [sp, #16]                   // 8-byte Spill
	b.lt	.LBB94_18
// %bb.1:
	lsl	x27, x22, #5
	lsl	x21, x22, #2
	lsl	x8, x22, #4
	mov	x26, x24
	str	x8, [sp]                        // 8-byte Spill
	str	x21, [sp, #24]                  // 8-byte Spill
	b	.LBB94_3
	.p2align	5, , 16
.LBB94_2:                               //   in Loop: Header=BB94_3 Depth=1
	ldur	w8, [x29, #-20]                 // 4-byte Folded Reload
	ldur	x24, [x29, #-8]                 // 8-byte Folded Reload
	add	x26, x26, #32
	add	x20, x20, #32
	sub	w5, w8, #2
	add	x24, x24, #32
	cmp	w8, #3
	b.le	.LBB94_17
.LBB94_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB94_4 Depth 2
                                        //     Child Loop BB94_8 Depth 2
                                        //     Child Loop BB94_13 Depth 2
                                        //     Child Loop BB94_16 Depth 2
	stur	w5, [x29, #-20]                 // 4-byte Folded Spill
	mov	w23, wzr
	ldr	x8, [sp, #16]                   // 8-byte Reload
	stur	x24, [x29, #-8]                 // 8-byte Folded Spill
	ldr	w28, [x8, #8]
	ldr	x25, [x8]
	cmp	w28, #8
	str	x25, [sp, #32]                  // 8-byte Spill
	b.lt	.LBB94_5
	.p2align	5, , 16
.LBB94_4:                               //   Parent Loop BB94_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x24
	mov	x1, x22
	mov	x2, x25
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #16
	add	x25, x25, #2048
	add	x24, x24, x27
	add	w23, w23, #8
	cmp	w28, w8
	b.ge	.LBB94_4
.LBB94_5:                               //   in Loop: Header=BB94_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB94_2
// %bb.6:                               //   in Loop: Header=BB94_3 Depth=1
	orr	w8, w23, #0x4
	str	x26, [sp, #8]                   // 8-byte Spill
	cmp	w8, w28
	b.gt	.LBB94_9
// %bb.7:                               //   in Loop: Header=BB94_3 Depth=1
	ldr	x9, [sp, #32]                   // 8-byte Reload
	mov	w8, w23
	ldr	x26, [sp]                       // 8-byte Reload
	add	x24, x9, x8, lsl #8
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB94_8:                               //   Parent Loop BB94_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w21, w23
	bl	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #8
	add	x24, x24, #1024
	add	x25, x25, x26
	add	w23, w23, #4
	cmp	w28, w8
	b.ge	.LBB94_8
.LBB94_9:                               //   in Loop: Header=BB94_3 Depth=1
	ldr	x26, [sp, #8]                   // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB94_2
// %bb.10:                              //   in Loop: Header=BB94_3 Depth=1
	add	w8, w23, #2
	cmp	w8, w28
	b.le	.LBB94_12
// %bb.11:                              //   in Loop: Header=BB94_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	b	.LBB94_14
.LBB94_12:                              //   in Loop: Header=BB94_3 Depth=1
	ldr	x24, [sp, #32]                  // 8-byte Reload
	.p2align	5, , 16
.LBB94_13:                              //   Parent Loop BB94_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w23
	fmov	s0, s8
	mov	x1, x22
	add	x2, x24, x8, lsl #8
	mul	x8, x22, x8
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	mov	w21, w23
	add	x0, x26, x8, lsl #2
	bl	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w21, #4
	add	w23, w23, #2
	cmp	w28, w8
	b.ge	.LBB94_13
.LBB94_14:                              //   in Loop: Header=BB94_3 Depth=1
	ldr	x21, [sp, #24]                  // 8-byte Reload
	cmp	w23, w28
	b.ge	.LBB94_2
// %bb.15:                              //   in Loop: Header=BB94_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w23
	add	x24, x24, x8, lsl #8
	madd	x25, x21, x8, x9
	.p2align	5, , 16
.LBB94_16:                              //   Parent Loop BB94_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x22
	mov	x2, x24
	mov	x3, x20
	mov	x4, x19
	mov	w5, #64                         // =0x40
	bl	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w23, w23, #1
	add	x24, x24, #256
	add	x25, x25, x21
	cmp	w28, w23
	b.gt	.LBB94_16
	b	.LBB94_2
.LBB94_17:
	mov	x24, x26
.LBB94_18:
	cmp	w5, #1
	b.ne	.LBB94_20
// %bb.19:
	ldr	x2, [sp, #16]                   // 8-byte Reload
	mov	x0, x24
	mov	x1, x22
	mov	x3, x20
	mov	x4, x19
	fmov	s0, s8
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	b	_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
.LBB94_20:
	.cfi_restore_state
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end94:
	.size	_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end94-_ZN8patternc9add_pairsILi2ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	stp	d15, d14, [sp, #-64]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 64
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	.cfi_offset b8, -8
	.cfi_offset b9, -16
	.cfi_offset b10, -24
	.cfi_offset b11, -32
	.cfi_offset b12, -40
	.cfi_offset b13, -48
	.cfi_offset b14, -56
	.cfi_offset b15, -64
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB95_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v6.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	add	x10, x3, #32
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	mov	x11, x2
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	.p2align	5, , 16
.LBB95_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q11, q10, [x10, #-32]
	ldr	q9, [x10]
	subs	x8, x8, #1
	ld1r	{ v12.4s }, [x11], #4
	ldr	s13, [x2, #256]
	add	x10, x10, x9
	ldr	s14, [x2, #512]
	fmla	v28.4s, v10.4s, v13.s[0]
	ldr	s15, [x2, #768]
	fmla	v27.4s, v9.4s, v13.s[0]
	fmla	v25.4s, v10.4s, v14.s[0]
	fmla	v24.4s, v9.4s, v14.s[0]
	fmla	v22.4s, v10.4s, v15.s[0]
	fmla	v8.4s, v11.4s, v12.4s
	fmla	v31.4s, v10.4s, v12.4s
	fmla	v30.4s, v9.4s, v12.4s
	ldr	s12, [x2, #1024]
	fmla	v29.4s, v11.4s, v13.s[0]
	ldr	s13, [x2, #1536]
	fmla	v26.4s, v11.4s, v14.s[0]
	fmla	v23.4s, v11.4s, v15.s[0]
	fmla	v21.4s, v9.4s, v15.s[0]
	fmla	v20.4s, v11.4s, v12.s[0]
	fmla	v19.4s, v10.4s, v12.s[0]
	fmla	v18.4s, v9.4s, v12.s[0]
	fmla	v3.4s, v11.4s, v13.s[0]
	ldr	s12, [x2, #1280]
	fmla	v2.4s, v10.4s, v13.s[0]
	fmla	v1.4s, v9.4s, v13.s[0]
	fmla	v17.4s, v11.4s, v12.s[0]
	fmla	v6.4s, v10.4s, v12.s[0]
	fmla	v4.4s, v9.4s, v12.s[0]
	ldr	s12, [x2, #1792]
	mov	x2, x11
	fmla	v7.4s, v11.4s, v12.s[0]
	fmla	v16.4s, v10.4s, v12.s[0]
	fmla	v5.4s, v9.4s, v12.s[0]
	b.ne	.LBB95_2
	b	.LBB95_4
.LBB95_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v25.2d, #0000000000000000
	movi	v26.2d, #0000000000000000
	movi	v27.2d, #0000000000000000
	movi	v28.2d, #0000000000000000
	movi	v29.2d, #0000000000000000
	movi	v30.2d, #0000000000000000
	movi	v31.2d, #0000000000000000
	movi	v8.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
.LBB95_4:
	ldp	q9, q10, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v10.4s, v31.4s, v0.s[0]
	fmla	v9.4s, v8.4s, v0.s[0]
	ldr	q31, [x0, #32]
	fmla	v31.4s, v30.4s, v0.s[0]
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	stp	q9, q10, [x0]
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	str	q31, [x0, #32]
	ldp	q30, q31, [x8]
	fmla	v31.4s, v28.4s, v0.s[0]
	ldr	q28, [x8, #32]
	fmla	v30.4s, v29.4s, v0.s[0]
	fmla	v28.4s, v27.4s, v0.s[0]
	stp	q30, q31, [x8]
	str	q28, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q27, q28, [x8]
	fmla	v28.4s, v25.4s, v0.s[0]
	ldr	q25, [x8, #32]
	fmla	v27.4s, v26.4s, v0.s[0]
	fmla	v25.4s, v24.4s, v0.s[0]
	stp	q27, q28, [x8]
	str	q25, [x8, #32]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q24, q25, [x8]
	fmla	v25.4s, v22.4s, v0.s[0]
	ldr	q22, [x8, #32]
	fmla	v24.4s, v23.4s, v0.s[0]
	fmla	v22.4s, v21.4s, v0.s[0]
	stp	q24, q25, [x8]
	str	q22, [x8, #32]
	add	x8, x0, x1, lsl #4
	ldp	q21, q22, [x8]
	fmla	v22.4s, v19.4s, v0.s[0]
	ldr	q19, [x8, #32]
	fmla	v21.4s, v20.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x8]
	str	q19, [x8, #32]
	mov	w8, #20                         // =0x14
	madd	x8, x1, x8, x0
	ldp	q18, q19, [x8]
	fmla	v19.4s, v6.4s, v0.s[0]
	ldr	q6, [x8, #32]
	fmla	v18.4s, v17.4s, v0.s[0]
	fmla	v6.4s, v4.4s, v0.s[0]
	stp	q18, q19, [x8]
	str	q6, [x8, #32]
	mov	w8, #24                         // =0x18
	madd	x8, x1, x8, x0
	ldp	q4, q6, [x8]
	fmla	v6.4s, v2.4s, v0.s[0]
	ldr	q2, [x8, #32]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v2.4s, v1.4s, v0.s[0]
	stp	q4, q6, [x8]
	str	q2, [x8, #32]
	mov	w8, #28                         // =0x1c
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v16.4s, v0.s[0]
	fmla	v1.4s, v7.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldr	q1, [x8, #32]
	fmla	v1.4s, v5.4s, v0.s[0]
	str	q1, [x8, #32]
	ldp	d15, d14, [sp], #64             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	.cfi_restore b12
	.cfi_restore b13
	.cfi_restore b14
	.cfi_restore b15
	ret
.Lfunc_end95:
	.size	_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end95-_ZN8patternc8add_tileILi3ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB96_3
// %bb.1:
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	sxtw	x8, w5
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	add	x10, x3, #32
	movi	v20.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	mov	x11, x2
	movi	v5.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	.p2align	5, , 16
.LBB96_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q21, q22, [x10, #-32]
	ldr	q23, [x10]
	subs	x8, x8, #1
	ld1r	{ v24.4s }, [x11], #4
	ldr	s25, [x2, #256]
	add	x10, x10, x9
	ldr	s26, [x2, #512]
	fmla	v16.4s, v22.4s, v25.s[0]
	fmla	v7.4s, v23.4s, v25.s[0]
	fmla	v2.4s, v22.4s, v26.s[0]
	fmla	v1.4s, v23.4s, v26.s[0]
	fmla	v20.4s, v21.4s, v24.4s
	fmla	v19.4s, v22.4s, v24.4s
	fmla	v18.4s, v23.4s, v24.4s
	ldr	s24, [x2, #768]
	fmla	v17.4s, v21.4s, v25.s[0]
	fmla	v6.4s, v21.4s, v26.s[0]
	mov	x2, x11
	fmla	v4.4s, v21.4s, v24.s[0]
	fmla	v5.4s, v22.4s, v24.s[0]
	fmla	v3.4s, v23.4s, v24.s[0]
	b.ne	.LBB96_2
	b	.LBB96_4
.LBB96_3:
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB96_4:
	ldp	q21, q22, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	ldr	q19, [x0, #32]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q21, q22, [x0]
	str	q19, [x0, #32]
	ldp	q18, q19, [x8]
	fmla	v19.4s, v16.4s, v0.s[0]
	ldr	q16, [x8, #32]
	fmla	v18.4s, v17.4s, v0.s[0]
	fmla	v16.4s, v7.4s, v0.s[0]
	stp	q18, q19, [x8]
	str	q16, [x8, #32]
	add	x8, x0, x1, lsl #3
	ldp	q7, q16, [x8]
	fmla	v16.4s, v2.4s, v0.s[0]
	ldr	q2, [x8, #32]
	fmla	v7.4s, v6.4s, v0.s[0]
	fmla	v2.4s, v1.4s, v0.s[0]
	stp	q7, q16, [x8]
	str	q2, [x8, #32]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v5.4s, v0.s[0]
	fmla	v1.4s, v4.4s, v0.s[0]
	stp	q1, q2, [x8]
	ldr	q1, [x8, #32]
	fmla	v1.4s, v3.4s, v0.s[0]
	str	q1, [x8, #32]
	ret
.Lfunc_end96:
	.size	_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end96-_ZN8patternc8add_tileILi3ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB97_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	sxtw	x8, w5
	movi	v6.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v4.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	add	x10, x3, #32
	add	x11, x2, #256
	.p2align	5, , 16
.LBB97_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q7, q16, [x10, #-32]
	ldr	q17, [x10]
	ldur	s18, [x11, #-256]
	ld1r	{ v19.4s }, [x11], #4
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v5.4s, v16.4s, v18.s[0]
	fmla	v1.4s, v17.4s, v18.s[0]
	fmla	v6.4s, v7.4s, v18.s[0]
	fmla	v3.4s, v7.4s, v19.4s
	fmla	v4.4s, v16.4s, v19.4s
	fmla	v2.4s, v17.4s, v19.4s
	b.ne	.LBB97_2
	b	.LBB97_4
.LBB97_3:
	movi	v1.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB97_4:
	ldp	q7, q16, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v16.4s, v5.4s, v0.s[0]
	fmla	v7.4s, v6.4s, v0.s[0]
	ldr	q5, [x0, #32]
	fmla	v5.4s, v1.4s, v0.s[0]
	stp	q7, q16, [x0]
	str	q5, [x0, #32]
	ldp	q1, q5, [x8]
	fmla	v5.4s, v4.4s, v0.s[0]
	fmla	v1.4s, v3.4s, v0.s[0]
	stp	q1, q5, [x8]
	ldr	q1, [x8, #32]
	fmla	v1.4s, v2.4s, v0.s[0]
	str	q1, [x8, #32]
	ret
.Lfunc_end97:
	.size	_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end97-_ZN8patternc8add_tileILi3ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB98_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	sxtw	x8, w5
	movi	v2.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x3, #32
	.p2align	5, , 16
.LBB98_2:                               // =>This Inner Loop Header: Depth=1
	ldp	q4, q5, [x10, #-32]
	ldr	q6, [x10]
	add	x10, x10, x9
	ld1r	{ v7.4s }, [x2], #4
	subs	x8, x8, #1
	fmla	v1.4s, v4.4s, v7.4s
	fmla	v3.4s, v5.4s, v7.4s
	fmla	v2.4s, v6.4s, v7.4s
	b.ne	.LBB98_2
	b	.LBB98_4
.LBB98_3:
	movi	v1.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB98_4:
	ldp	q4, q5, [x0]
	fmla	v5.4s, v3.4s, v0.s[0]
	fmla	v4.4s, v1.4s, v0.s[0]
	ldr	q1, [x0, #32]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q4, q5, [x0]
	str	q1, [x0, #32]
	ret
.Lfunc_end98:
	.size	_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end98-_ZN8patternc8add_tileILi3ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,"axG",@progbits,_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,comdat
	.weak	_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif // -- Begin function _ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.p2align	4
	.type	_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif,@function
_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif: // @_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #160
	.cfi_def_cfa_offset 160
	str	d8, [sp, #48]                   // 8-byte Spill
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #80]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #96]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #112]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #128]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #144]            // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_offset b8, -112
	cmp	w5, #1
	str	x2, [sp, #16]                   // 8-byte Spill
	b.lt	.LBB99_17
// %bb.1:
	fmov	s8, s0
	mov	x20, x4
	mov	x21, x3
	mov	x23, x1
	mov	x25, x0
	lsl	x27, x1, #5
	lsl	x28, x1, #2
	lsl	x8, x1, #4
	mov	x24, x0
	str	x8, [sp]                        // 8-byte Spill
	str	x28, [sp, #32]                  // 8-byte Spill
	b	.LBB99_3
	.p2align	5, , 16
.LBB99_2:                               //   in Loop: Header=BB99_3 Depth=1
	ldur	w5, [x29, #-20]                 // 4-byte Folded Reload
	ldur	x25, [x29, #-8]                 // 8-byte Folded Reload
	add	x24, x24, #16
	add	x21, x21, #16
	subs	w5, w5, #1
	add	x25, x25, #16
	b.le	.LBB99_17
.LBB99_3:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB99_4 Depth 2
                                        //     Child Loop BB99_8 Depth 2
                                        //     Child Loop BB99_13 Depth 2
                                        //     Child Loop BB99_16 Depth 2
	ldr	x8, [sp, #16]                   // 8-byte Reload
	mov	w22, wzr
	ldr	w19, [x8, #8]
	ldr	x26, [x8]
	stur	w5, [x29, #-20]                 // 4-byte Folded Spill
	stur	x25, [x29, #-8]                 // 8-byte Folded Spill
	cmp	w19, #8
	str	x26, [sp, #24]                  // 8-byte Spill
	b.lt	.LBB99_5
	.p2align	5, , 16
.LBB99_4:                               //   Parent Loop BB99_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x25
	mov	x1, x23
	mov	x2, x26
	mov	x3, x21
	mov	x4, x20
	mov	w5, #64                         // =0x40
	mov	w28, w22
	bl	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w28, #16
	add	x26, x26, #2048
	add	x25, x25, x27
	add	w22, w22, #8
	cmp	w19, w8
	b.ge	.LBB99_4
.LBB99_5:                               //   in Loop: Header=BB99_3 Depth=1
	ldr	x28, [sp, #32]                  // 8-byte Reload
	cmp	w22, w19
	b.ge	.LBB99_2
// %bb.6:                               //   in Loop: Header=BB99_3 Depth=1
	orr	w8, w22, #0x4
	str	x24, [sp, #8]                   // 8-byte Spill
	cmp	w8, w19
	b.gt	.LBB99_9
// %bb.7:                               //   in Loop: Header=BB99_3 Depth=1
	ldr	x9, [sp, #24]                   // 8-byte Reload
	mov	w8, w22
	ldr	x24, [sp]                       // 8-byte Reload
	add	x25, x9, x8, lsl #8
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	madd	x26, x28, x8, x9
	.p2align	5, , 16
.LBB99_8:                               //   Parent Loop BB99_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x26
	mov	x1, x23
	mov	x2, x25
	mov	x3, x21
	mov	x4, x20
	mov	w5, #64                         // =0x40
	mov	w28, w22
	bl	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w28, #8
	add	x25, x25, #1024
	add	x26, x26, x24
	add	w22, w22, #4
	cmp	w19, w8
	b.ge	.LBB99_8
.LBB99_9:                               //   in Loop: Header=BB99_3 Depth=1
	ldr	x28, [sp, #32]                  // 8-byte Reload
	ldr	x24, [sp, #8]                   // 8-byte Reload
	cmp	w22, w19
	b.ge	.LBB99_2
// %bb.10:                              //   in Loop: Header=BB99_3 Depth=1
	add	w8, w22, #2
	cmp	w8, w19
	b.le	.LBB99_12
// %bb.11:                              //   in Loop: Header=BB99_3 Depth=1
	ldr	x26, [sp, #24]                  // 8-byte Reload
	b	.LBB99_14
.LBB99_12:                              //   in Loop: Header=BB99_3 Depth=1
	ldr	x26, [sp, #24]                  // 8-byte Reload
	.p2align	5, , 16
.LBB99_13:                              //   Parent Loop BB99_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w8, w22
	fmov	s0, s8
	mov	x1, x23
	add	x2, x26, x8, lsl #8
	mul	x8, x23, x8
	mov	x3, x21
	mov	x4, x20
	mov	w5, #64                         // =0x40
	mov	w25, w22
	add	x0, x24, x8, lsl #2
	bl	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w8, w25, #4
	add	w22, w22, #2
	cmp	w19, w8
	b.ge	.LBB99_13
.LBB99_14:                              //   in Loop: Header=BB99_3 Depth=1
	cmp	w22, w19
	b.ge	.LBB99_2
// %bb.15:                              //   in Loop: Header=BB99_3 Depth=1
	ldur	x9, [x29, #-8]                  // 8-byte Folded Reload
	mov	w8, w22
	add	x25, x26, x8, lsl #8
	madd	x26, x28, x8, x9
	.p2align	5, , 16
.LBB99_16:                              //   Parent Loop BB99_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	fmov	s0, s8
	mov	x0, x26
	mov	x1, x23
	mov	x2, x25
	mov	x3, x21
	mov	x4, x20
	mov	w5, #64                         // =0x40
	bl	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	add	w22, w22, #1
	add	x25, x25, #256
	add	x26, x26, x28
	cmp	w19, w22
	b.gt	.LBB99_16
	b	.LBB99_2
.LBB99_17:
	.cfi_def_cfa wsp, 160
	ldr	d8, [sp, #48]                   // 8-byte Reload
	ldp	x20, x19, [sp, #144]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #128]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #112]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #96]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #80]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #160
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	.cfi_restore b8
	ret
.Lfunc_end99:
	.size	_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif, .Lfunc_end99-_ZN8patternc9add_pairsILi1ELi64EEEvNS_6MatrixIfEERKNS_5PairsIXT0_EEENS1_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB100_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	sxtw	x8, w5
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	add	x10, x3, #16
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	mov	x11, x2
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	.p2align	5, , 16
.LBB100_2:                              // =>This Inner Loop Header: Depth=1
	ldp	q25, q26, [x10, #-16]
	ld1r	{ v27.4s }, [x11], #4
	ldr	s28, [x2, #256]
	add	x10, x10, x9
	ldr	s29, [x2, #512]
	subs	x8, x8, #1
	fmla	v21.4s, v26.4s, v28.s[0]
	fmla	v19.4s, v26.4s, v29.s[0]
	fmla	v22.4s, v25.4s, v28.s[0]
	ldr	s28, [x2, #768]
	fmla	v24.4s, v25.4s, v27.4s
	fmla	v23.4s, v26.4s, v27.4s
	ldr	s27, [x2, #1280]
	fmla	v20.4s, v25.4s, v29.s[0]
	fmla	v18.4s, v25.4s, v28.s[0]
	fmla	v17.4s, v26.4s, v28.s[0]
	ldr	s28, [x2, #1024]
	fmla	v5.4s, v25.4s, v27.s[0]
	fmla	v3.4s, v26.4s, v27.s[0]
	ldr	s27, [x2, #1536]
	fmla	v16.4s, v25.4s, v28.s[0]
	fmla	v7.4s, v26.4s, v28.s[0]
	fmla	v2.4s, v25.4s, v27.s[0]
	ldr	s28, [x2, #1792]
	fmla	v1.4s, v26.4s, v27.s[0]
	mov	x2, x11
	fmla	v4.4s, v25.4s, v28.s[0]
	fmla	v6.4s, v26.4s, v28.s[0]
	b.ne	.LBB100_2
	b	.LBB100_4
.LBB100_3:
	movi	v3.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	movi	v19.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v21.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v24.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
.LBB100_4:
	ldp	q25, q26, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v26.4s, v23.4s, v0.s[0]
	fmla	v25.4s, v24.4s, v0.s[0]
	stp	q25, q26, [x0]
	ldp	q23, q24, [x8]
	fmla	v24.4s, v21.4s, v0.s[0]
	fmla	v23.4s, v22.4s, v0.s[0]
	stp	q23, q24, [x8]
	add	x8, x0, x1, lsl #3
	ldp	q21, q22, [x8]
	fmla	v22.4s, v19.4s, v0.s[0]
	fmla	v21.4s, v20.4s, v0.s[0]
	stp	q21, q22, [x8]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q19, q20, [x8]
	fmla	v20.4s, v17.4s, v0.s[0]
	fmla	v19.4s, v18.4s, v0.s[0]
	stp	q19, q20, [x8]
	add	x8, x0, x1, lsl #4
	ldp	q17, q18, [x8]
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	stp	q17, q18, [x8]
	mov	w8, #20                         // =0x14
	madd	x8, x1, x8, x0
	ldp	q7, q16, [x8]
	fmla	v16.4s, v3.4s, v0.s[0]
	fmla	v7.4s, v5.4s, v0.s[0]
	stp	q7, q16, [x8]
	mov	w8, #24                         // =0x18
	madd	x8, x1, x8, x0
	ldp	q3, q5, [x8]
	fmla	v5.4s, v1.4s, v0.s[0]
	fmla	v3.4s, v2.4s, v0.s[0]
	stp	q3, q5, [x8]
	mov	w8, #28                         // =0x1c
	madd	x8, x1, x8, x0
	ldp	q1, q2, [x8]
	fmla	v2.4s, v6.4s, v0.s[0]
	fmla	v1.4s, v4.4s, v0.s[0]
	stp	q1, q2, [x8]
	ret
.Lfunc_end100:
	.size	_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end100-_ZN8patternc8add_tileILi2ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB101_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	add	x10, x3, #16
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	mov	x11, x2
	.p2align	5, , 16
.LBB101_2:                              // =>This Inner Loop Header: Depth=1
	ldp	q17, q18, [x10, #-16]
	ld1r	{ v19.4s }, [x11], #4
	ldr	s20, [x2, #256]
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v5.4s, v18.4s, v20.s[0]
	fmla	v6.4s, v17.4s, v20.s[0]
	fmla	v16.4s, v17.4s, v19.4s
	fmla	v7.4s, v18.4s, v19.4s
	ldr	s19, [x2, #512]
	fmla	v4.4s, v17.4s, v19.s[0]
	ldr	s20, [x2, #768]
	fmla	v1.4s, v18.4s, v19.s[0]
	fmla	v2.4s, v17.4s, v20.s[0]
	fmla	v3.4s, v18.4s, v20.s[0]
	mov	x2, x11
	b.ne	.LBB101_2
	b	.LBB101_4
.LBB101_3:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB101_4:
	ldp	q17, q18, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v18.4s, v7.4s, v0.s[0]
	fmla	v17.4s, v16.4s, v0.s[0]
	stp	q17, q18, [x0]
	ldp	q7, q16, [x8]
	fmla	v16.4s, v5.4s, v0.s[0]
	fmla	v7.4s, v6.4s, v0.s[0]
	stp	q7, q16, [x8]
	add	x8, x0, x1, lsl #3
	ldp	q5, q6, [x8]
	fmla	v6.4s, v1.4s, v0.s[0]
	fmla	v5.4s, v4.4s, v0.s[0]
	stp	q5, q6, [x8]
	mov	w8, #12                         // =0xc
	madd	x8, x1, x8, x0
	ldp	q1, q4, [x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q1, q4, [x8]
	ret
.Lfunc_end101:
	.size	_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end101-_ZN8patternc8add_tileILi2ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB102_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	lsl	x9, x4, #2
	add	x10, x3, #16
	add	x11, x2, #256
	.p2align	5, , 16
.LBB102_2:                              // =>This Inner Loop Header: Depth=1
	ldp	q5, q6, [x10, #-16]
	ldur	s7, [x11, #-256]
	add	x10, x10, x9
	subs	x8, x8, #1
	ld1r	{ v16.4s }, [x11], #4
	fmla	v1.4s, v6.4s, v7.s[0]
	fmla	v4.4s, v5.4s, v7.s[0]
	fmla	v2.4s, v5.4s, v16.4s
	fmla	v3.4s, v6.4s, v16.4s
	b.ne	.LBB102_2
	b	.LBB102_4
.LBB102_3:
	movi	v1.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
.LBB102_4:
	ldp	q5, q6, [x0]
	add	x8, x0, x1, lsl #2
	fmla	v6.4s, v1.4s, v0.s[0]
	fmla	v5.4s, v4.4s, v0.s[0]
	stp	q5, q6, [x0]
	ldp	q1, q4, [x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	fmla	v1.4s, v2.4s, v0.s[0]
	stp	q1, q4, [x8]
	ret
.Lfunc_end102:
	.size	_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end102-_ZN8patternc8add_tileILi2ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB103_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	sxtw	x8, w5
	lsl	x9, x4, #2
	add	x10, x3, #16
	.p2align	5, , 16
.LBB103_2:                              // =>This Inner Loop Header: Depth=1
	ldp	q3, q4, [x10, #-16]
	ld1r	{ v5.4s }, [x2], #4
	add	x10, x10, x9
	subs	x8, x8, #1
	fmla	v1.4s, v3.4s, v5.4s
	fmla	v2.4s, v4.4s, v5.4s
	b.ne	.LBB103_2
	b	.LBB103_4
.LBB103_3:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB103_4:
	ldp	q3, q4, [x0]
	fmla	v4.4s, v2.4s, v0.s[0]
	fmla	v3.4s, v1.4s, v0.s[0]
	stp	q3, q4, [x0]
	ret
.Lfunc_end103:
	.size	_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end103-_ZN8patternc8add_tileILi2ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB104_3
// %bb.1:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	sxtw	x8, w5
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	lsl	x9, x4, #2
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	.p2align	5, , 16
.LBB104_2:                              // =>This Inner Loop Header: Depth=1
	ldr	q17, [x3]
	subs	x8, x8, #1
	ldr	s18, [x2]
	add	x3, x3, x9
	fmla	v16.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #256]
	fmla	v7.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #512]
	fmla	v6.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #768]
	fmla	v5.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #1024]
	fmla	v4.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #1280]
	fmla	v3.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #1536]
	fmla	v2.4s, v17.4s, v18.s[0]
	ldr	s18, [x2, #1792]
	add	x2, x2, #4
	fmla	v1.4s, v17.4s, v18.s[0]
	b.ne	.LBB104_2
	b	.LBB104_4
.LBB104_3:
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	movi	v5.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
.LBB104_4:
	ldr	q17, [x0]
	lsl	x8, x1, #2
	fmla	v17.4s, v16.4s, v0.s[0]
	str	q17, [x0]
	ldr	q16, [x0, x8]
	fmla	v16.4s, v7.4s, v0.s[0]
	str	q16, [x0, x8]
	lsl	x8, x1, #3
	ldr	q7, [x0, x8]
	fmla	v7.4s, v6.4s, v0.s[0]
	str	q7, [x0, x8]
	mov	w8, #12                         // =0xc
	mul	x8, x1, x8
	ldr	q6, [x0, x8]
	fmla	v6.4s, v5.4s, v0.s[0]
	str	q6, [x0, x8]
	lsl	x8, x1, #4
	ldr	q5, [x0, x8]
	fmla	v5.4s, v4.4s, v0.s[0]
	str	q5, [x0, x8]
	mov	w8, #20                         // =0x14
	mul	x8, x1, x8
	ldr	q4, [x0, x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	str	q4, [x0, x8]
	mov	w8, #24                         // =0x18
	mul	x8, x1, x8
	ldr	q3, [x0, x8]
	fmla	v3.4s, v2.4s, v0.s[0]
	str	q3, [x0, x8]
	mov	w8, #28                         // =0x1c
	mul	x8, x1, x8
	ldr	q2, [x0, x8]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0, x8]
	ret
.Lfunc_end104:
	.size	_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end104-_ZN8patternc8add_tileILi1ELi8ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB105_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	sxtw	x8, w5
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
	lsl	x9, x4, #2
	.p2align	5, , 16
.LBB105_2:                              // =>This Inner Loop Header: Depth=1
	ldr	q5, [x3]
	subs	x8, x8, #1
	ldr	s6, [x2]
	add	x3, x3, x9
	fmla	v4.4s, v5.4s, v6.s[0]
	ldr	s6, [x2, #256]
	fmla	v3.4s, v5.4s, v6.s[0]
	ldr	s6, [x2, #512]
	fmla	v2.4s, v5.4s, v6.s[0]
	ldr	s6, [x2, #768]
	add	x2, x2, #4
	fmla	v1.4s, v5.4s, v6.s[0]
	b.ne	.LBB105_2
	b	.LBB105_4
.LBB105_3:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v4.2d, #0000000000000000
.LBB105_4:
	ldr	q5, [x0]
	lsl	x8, x1, #2
	fmla	v5.4s, v4.4s, v0.s[0]
	str	q5, [x0]
	ldr	q4, [x0, x8]
	fmla	v4.4s, v3.4s, v0.s[0]
	str	q4, [x0, x8]
	lsl	x8, x1, #3
	ldr	q3, [x0, x8]
	fmla	v3.4s, v2.4s, v0.s[0]
	str	q3, [x0, x8]
	mov	w8, #12                         // =0xc
	mul	x8, x1, x8
	ldr	q2, [x0, x8]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0, x8]
	ret
.Lfunc_end105:
	.size	_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end105-_ZN8patternc8add_tileILi1ELi4ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB106_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	sxtw	x8, w5
	lsl	x9, x4, #2
	add	x10, x2, #256
	.p2align	5, , 16
.LBB106_2:                              // =>This Inner Loop Header: Depth=1
	ldr	q3, [x3]
	ldur	s4, [x10, #-256]
	subs	x8, x8, #1
	add	x3, x3, x9
	fmla	v2.4s, v3.4s, v4.s[0]
	ldr	s4, [x10], #4
	fmla	v1.4s, v3.4s, v4.s[0]
	b.ne	.LBB106_2
	b	.LBB106_4
.LBB106_3:
	movi	v1.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
.LBB106_4:
	ldr	q3, [x0]
	lsl	x8, x1, #2
	fmla	v3.4s, v2.4s, v0.s[0]
	str	q3, [x0]
	ldr	q2, [x0, x8]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0, x8]
	ret
.Lfunc_end106:
	.size	_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end106-_ZN8patternc8add_tileILi1ELi2ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,"axG",@progbits,_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,comdat
	.weak	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif // -- Begin function _ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.p2align	4
	.type	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif,@function
_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif: // @_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_startproc
// %bb.0:
                                        // kill: def $w5 killed $w5 def $x5
	cmp	w5, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB107_3
// %bb.1:
	movi	v1.2d, #0000000000000000
	sxtw	x8, w5
	lsl	x9, x4, #2
	.p2align	5, , 16
.LBB107_2:                              // =>This Inner Loop Header: Depth=1
	ldr	q2, [x3]
	subs	x8, x8, #1
	ldr	s3, [x2], #4
	add	x3, x3, x9
	fmla	v1.4s, v2.4s, v3.s[0]
	b.ne	.LBB107_2
	b	.LBB107_4
.LBB107_3:
	movi	v1.2d, #0000000000000000
.LBB107_4:
	ldr	q2, [x0]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x0]
	ret
.Lfunc_end107:
	.size	_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif, .Lfunc_end107-_ZN8patternc8add_tileILi1ELi1ENS_7ByPairsILi64EEEEEvNS_6MatrixIfEET1_NS3_IKfEEif
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,"axG",@progbits,_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,comdat
	.weak	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ // -- Begin function _ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.p2align	4
	.type	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,@function
_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_: // @_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
.Lfunc_begin17:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception17
// %bb.0:
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	str	x21, [sp, #48]                  // 8-byte Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	mov	x19, x2
	subs	w21, w0, #1
	b.gt	.LBB108_2
// %bb.1:
	mov	x0, x19
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x21, [sp, #48]                  // 8-byte Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	b	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.LBB108_2:
	.cfi_restore_state
	.cfi_remember_state
	cbz	x1, .LBB108_4
// %bb.3:
	mov	w2, w0
	adrp	x0, :got:_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	mov	x4, x1
	ldr	x0, [x0, :got_lo12:_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_]
	mov	x1, x19
	mov	w3, wzr
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x21, [sp, #48]                  // 8-byte Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	br	x4
.LBB108_4:
	.cfi_restore_state
	.cfi_remember_state
	mov	x20, xzr
	str	xzr, [sp, #24]
	stp	xzr, xzr, [sp, #8]
	.p2align	5, , 16
.LBB108_5:                              // =>This Inner Loop Header: Depth=1
	ldr	x8, [sp, #24]
	cmp	x20, x8
	b.hs	.LBB108_9
// %bb.6:                               //   in Loop: Header=BB108_5 Depth=1
.Ltmp144:                               // EH_LABEL
	mov	x0, x20
	mov	x1, x19
	bl	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
.Ltmp145:                               // EH_LABEL
// %bb.7:                               //   in Loop: Header=BB108_5 Depth=1
	add	x20, x20, #8
.LBB108_8:                              //   in Loop: Header=BB108_5 Depth=1
	subs	w21, w21, #1
	str	x20, [sp, #16]
	b.ne	.LBB108_5
	b	.LBB108_11
.LBB108_9:                              //   in Loop: Header=BB108_5 Depth=1
.Ltmp141:                               // EH_LABEL
	add	x0, sp, #8
	mov	x1, x19
	bl	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
.Ltmp142:                               // EH_LABEL
// %bb.10:                              //   in Loop: Header=BB108_5 Depth=1
	mov	x20, x0
	b	.LBB108_8
.LBB108_11:
.Ltmp147:                               // EH_LABEL
	mov	x0, x19
	bl	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Ltmp148:                               // EH_LABEL
// %bb.12:
	ldp	x19, x20, [sp, #8]
	cmp	x19, x20
	b.eq	.LBB108_16
	.p2align	5, , 16
.LBB108_13:                             // =>This Inner Loop Header: Depth=1
.Ltmp150:                               // EH_LABEL
	mov	x0, x19
	bl	_ZNSt3__16thread4joinEv
.Ltmp151:                               // EH_LABEL
// %bb.14:                              //   in Loop: Header=BB108_13 Depth=1
	add	x19, x19, #8
	cmp	x19, x20
	b.ne	.LBB108_13
// %bb.15:
	ldr	x19, [sp, #8]
.LBB108_16:
	cbz	x19, .LBB108_21
// %bb.17:
	ldr	x20, [sp, #16]
	mov	x0, x19
	cmp	x19, x20
	b.eq	.LBB108_20
	.p2align	5, , 16
.LBB108_18:                             // =>This Inner Loop Header: Depth=1
	sub	x20, x20, #8
	mov	x0, x20
	bl	_ZNSt3__16threadD1Ev
	cmp	x20, x19
	b.ne	.LBB108_18
// %bb.19:
	ldr	x0, [sp, #8]
.LBB108_20:
	ldr	x8, [sp, #24]
	str	x19, [sp, #16]
	sub	x1, x8, x0
	bl	_ZdlPvm
.LBB108_21:
	.cfi_def_cfa wsp, 80
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x21, [sp, #48]                  // 8-byte Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB108_22:
	.cfi_restore_state
.Ltmp143:                               // EH_LABEL
	b	.LBB108_25
.LBB108_23:
.Ltmp149:                               // EH_LABEL
	b	.LBB108_25
.LBB108_24:
.Ltmp152:                               // EH_LABEL
.LBB108_25:
	mov	x19, x0
	b	.LBB108_27
.LBB108_26:
.Ltmp146:                               // EH_LABEL
	mov	x19, x0
	str	x20, [sp, #16]
.LBB108_27:
	add	x0, sp, #8
	bl	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEED2B9nie220108Ev
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end108:
	.size	_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_, .Lfunc_end108-_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,"aG",@progbits,_ZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_,comdat
	.p2align	2, 0x0
GCC_except_table108:
.Lexception17:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end17-.Lcst_begin17
.Lcst_begin17:
	.uleb128 .Lfunc_begin17-.Lfunc_begin17  // >> Call Site 1 <<
	.uleb128 .Ltmp144-.Lfunc_begin17        //   Call between .Lfunc_begin17 and .Ltmp144
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp144-.Lfunc_begin17        // >> Call Site 2 <<
	.uleb128 .Ltmp145-.Ltmp144              //   Call between .Ltmp144 and .Ltmp145
	.uleb128 .Ltmp146-.Lfunc_begin17        //     jumps to .Ltmp146
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp141-.Lfunc_begin17        // >> Call Site 3 <<
	.uleb128 .Ltmp142-.Ltmp141              //   Call between .Ltmp141 and .Ltmp142
	.uleb128 .Ltmp143-.Lfunc_begin17        //     jumps to .Ltmp143
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp147-.Lfunc_begin17        // >> Call Site 4 <<
	.uleb128 .Ltmp148-.Ltmp147              //   Call between .Ltmp147 and .Ltmp148
	.uleb128 .Ltmp149-.Lfunc_begin17        //     jumps to .Ltmp149
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp150-.Lfunc_begin17        // >> Call Site 5 <<
	.uleb128 .Ltmp151-.Ltmp150              //   Call between .Ltmp150 and .Ltmp151
	.uleb128 .Ltmp152-.Lfunc_begin17        //     jumps to .Ltmp152
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp151-.Lfunc_begin17        // >> Call Site 6 <<
	.uleb128 .Lfunc_end108-.Ltmp151         //   Call between .Ltmp151 and .Lfunc_end108
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end17:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,"axG",@progbits,_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,comdat
	.weak	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv // -- Begin function _ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
	.p2align	4
	.type	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,@function
_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv: // @_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Lfunc_begin18:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception18
// %bb.0:
	sub	sp, sp, #128
	.cfi_def_cfa_offset 128
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #48]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #64]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #80]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #96]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #112]            // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	mov	x19, x0
	adrp	x0, :tlsdesc:_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	mrs	x20, TPIDR_EL0
	ldrb	w8, [x20, x0]
	tbz	w8, #0, .LBB109_18
.LBB109_1:
	ldr	x8, [x19]
	mov	w9, #1                          // =0x1
	ldaddal	x9, x8, [x8]
	ldr	x9, [x19, #8]
	ldr	x9, [x9]
	cmp	x8, x9
	b.ge	.LBB109_17
// %bb.2:
	adrp	x0, :tlsdesc:_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	add	x20, x20, x0
	b	.LBB109_4
	.p2align	5, , 16
.LBB109_3:                              //   in Loop: Header=BB109_4 Depth=1
	ldr	x8, [x19]
	mov	w9, #1                          // =0x1
	ldaddal	x9, x8, [x8]
	ldr	x9, [x19, #8]
	ldr	x9, [x9]
	cmp	x8, x9
	b.ge	.LBB109_17
.LBB109_4:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB109_10 Depth 2
                                        //       Child Loop BB109_13 Depth 3
                                        //         Child Loop BB109_15 Depth 4
	ldr	x9, [x19, #16]
	ldr	x10, [x9, #8]
	ldr	x11, [x9, #24]
	cmp	x10, #0
	b.le	.LBB109_6
// %bb.5:                               //   in Loop: Header=BB109_4 Depth=1
	ldr	x12, [x9, #32]
	add	x13, x10, x12
	sub	x13, x13, #1
	sdiv	x14, x13, x11
	sdiv	x13, x12, x11
	sub	x15, x14, x13
	ldr	x14, [x9, #16]
	madd	x15, x14, x15, x14
	b	.LBB109_7
	.p2align	5, , 16
.LBB109_6:                              //   in Loop: Header=BB109_4 Depth=1
	ldr	x12, [x9, #32]
	ldr	x14, [x9, #16]
	mov	x15, xzr
	sdiv	x13, x12, x11
.LBB109_7:                              //   in Loop: Header=BB109_4 Depth=1
	sdiv	x14, x15, x14
	neg	x12, x12
	sdiv	x22, x8, x14
	msub	x8, x22, x14, x8
	add	x8, x8, x13
	madd	x8, x8, x11, x12
	add	x11, x8, x11
	cmp	x10, x11
	csel	x11, x10, x11, lt
	asr	x10, x8, #63
	bic	w8, w8, w10
	sxtw	x24, w8
	str	x11, [sp]                       // 8-byte Spill
	cmp	x11, x24
	b.le	.LBB109_3
// %bb.8:                               //   in Loop: Header=BB109_4 Depth=1
	ldr	x25, [x9]
	sxtw	x26, w22
	b	.LBB109_10
	.p2align	5, , 16
.LBB109_9:                              //   in Loop: Header=BB109_10 Depth=2
	ldr	x8, [sp]                        // 8-byte Reload
	add	x24, x24, #1
	cmp	x8, x24
	b.le	.LBB109_3
.LBB109_10:                             //   Parent Loop BB109_4 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB109_13 Depth 3
                                        //         Child Loop BB109_15 Depth 4
	cmp	x22, x26
	b.lt	.LBB109_9
// %bb.11:                              //   in Loop: Header=BB109_10 Depth=2
	mov	x27, x26
	b	.LBB109_13
	.p2align	5, , 16
.LBB109_12:                             //   in Loop: Header=BB109_13 Depth=3
	cmp	x22, x27
	add	x27, x27, #1
	b.le	.LBB109_9
.LBB109_13:                             //   Parent Loop BB109_4 Depth=1
                                        //     Parent Loop BB109_10 Depth=2
                                        // =>    This Loop Header: Depth=3
                                        //         Child Loop BB109_15 Depth 4
	cmp	x25, #1
	b.lt	.LBB109_12
// %bb.14:                              //   in Loop: Header=BB109_13 Depth=3
	ldp	x28, x21, [x20, #24]
	mov	x23, xzr
	.p2align	5, , 16
.LBB109_15:                             //   Parent Loop BB109_4 Depth=1
                                        //     Parent Loop BB109_10 Depth=2
                                        //       Parent Loop BB109_13 Depth=3
                                        // =>      This Inner Loop Header: Depth=4
	ldr	x8, [x19, #32]
	str	w23, [sp, #8]
	ldr	w8, [x8]
	stp	w8, w24, [sp, #12]
	ldp	x8, x9, [x19, #40]
	ldr	w8, [x8]
	stp	w8, w27, [sp, #20]
	ldr	x8, [x19, #24]
	ldr	w9, [x9]
	ldr	x8, [x8]
	str	w9, [sp, #28]
	ldr	x9, [x19, #56]
	ldr	x2, [x9]
.Ltmp153:                               // EH_LABEL
	add	x0, sp, #8
	mov	x1, x20
	blr	x8
.Ltmp154:                               // EH_LABEL
// %bb.16:                              //   in Loop: Header=BB109_15 Depth=4
	add	x23, x23, #1
	cmp	x25, x23
	stp	x28, x21, [x20, #24]
	b.ne	.LBB109_15
	b	.LBB109_12
.LBB109_17:
	.cfi_def_cfa wsp, 128
	ldp	x20, x19, [sp, #112]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #96]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #80]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #64]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #48]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #128
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB109_18:
	.cfi_restore_state
	adrp	x0, :tlsdesc:_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	adrp	x8, :got:_ZN8patternc7ScratchD2Ev
	adrp	x2, __dso_handle
	add	x2, x2, :lo12:__dso_handle
	ldr	x8, [x8, :got_lo12:_ZN8patternc7ScratchD2Ev]
	add	x1, x20, x0
	mov	x0, x8
	bl	__cxa_thread_atexit
	adrp	x0, :tlsdesc:_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	ldr	x1, [x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch]
	add	x0, x0, :tlsdesc_lo12:_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.tlsdesccall _ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	blr	x1
	mov	w8, #1                          // =0x1
	strb	w8, [x20, x0]
	b	.LBB109_1
.LBB109_19:
.Ltmp155:                               // EH_LABEL
	stp	x28, x21, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end109:
	.size	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv, .Lfunc_end109-_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,"aG",@progbits,_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv,comdat
	.p2align	2, 0x0
GCC_except_table109:
.Lexception18:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end18-.Lcst_begin18
.Lcst_begin18:
	.uleb128 .Lfunc_begin18-.Lfunc_begin18  // >> Call Site 1 <<
	.uleb128 .Ltmp153-.Lfunc_begin18        //   Call between .Lfunc_begin18 and .Ltmp153
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp153-.Lfunc_begin18        // >> Call Site 2 <<
	.uleb128 .Ltmp154-.Ltmp153              //   Call between .Ltmp153 and .Ltmp154
	.uleb128 .Ltmp155-.Lfunc_begin18        //     jumps to .Ltmp155
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp154-.Lfunc_begin18        // >> Call Site 3 <<
	.uleb128 .Lfunc_end109-.Ltmp154         //   Call between .Ltmp154 and .Lfunc_end109
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end18:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_,"axG",@progbits,_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_,comdat
	.weak	_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_ // -- Begin function _ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.p2align	4
	.type	_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_,@function
_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_: // @_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.cfi_startproc
// %bb.0:
	b	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Lfunc_end110:
	.size	_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_, .Lfunc_end110-_ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,"axG",@progbits,_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,comdat
	.weak	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_ // -- Begin function _ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
	.p2align	4
	.type	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,@function
_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_: // @_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
.Lfunc_begin19:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception19
// %bb.0:
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	str	x21, [sp, #32]                  // 8-byte Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	mov	x19, x0
	mov	w0, #8                          // =0x8
	mov	x21, x1
	bl	_Znwm
	mov	x20, x0
.Ltmp156:                               // EH_LABEL
	bl	_ZNSt3__115__thread_structC1Ev
.Ltmp157:                               // EH_LABEL
// %bb.1:
	str	x20, [x29, #24]
.Ltmp159:                               // EH_LABEL
	mov	w0, #72                         // =0x48
	bl	_Znwm
.Ltmp160:                               // EH_LABEL
// %bb.2:
	ldp	q0, q1, [x21]
	str	xzr, [x29, #24]
	adrp	x2, :got:_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	str	x20, [x0]
	mov	x3, x0
	str	x0, [sp, #8]
	mov	x1, xzr
	stur	q1, [x0, #24]
	stur	q0, [x0, #8]
	ldp	q0, q2, [x21, #32]
	stur	q2, [x0, #56]
	stur	q0, [x0, #40]
	mov	x0, x19
	ldr	x2, [x2, :got_lo12:_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_]
	bl	pthread_create
	cbnz	w0, .LBB111_4
// %bb.3:
	.cfi_def_cfa wsp, 64
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldr	x21, [sp, #32]                  // 8-byte Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB111_4:
	.cfi_restore_state
.Ltmp162:                               // EH_LABEL
	adrp	x1, .L.str.2
	add	x1, x1, :lo12:.L.str.2
	bl	_ZNSt3__120__throw_system_errorEiPKc
.Ltmp163:                               // EH_LABEL
// %bb.5:
.LBB111_6:
.Ltmp164:                               // EH_LABEL
	mov	x19, x0
	add	x0, sp, #8
	bl	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	b	.LBB111_8
.LBB111_7:
.Ltmp161:                               // EH_LABEL
	mov	x19, x0
.LBB111_8:
	add	x0, x29, #24
	bl	_ZNSt3__110unique_ptrINS_15__thread_structENS_14default_deleteIS1_EEED2B9nie220108Ev
	mov	x0, x19
	bl	_Unwind_Resume
.LBB111_9:
.Ltmp158:                               // EH_LABEL
	mov	x19, x0
	mov	x0, x20
	mov	w1, #8                          // =0x8
	bl	_ZdlPvm
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end111:
	.size	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_, .Lfunc_end111-_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,"aG",@progbits,_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_,comdat
	.p2align	2, 0x0
GCC_except_table111:
.Lexception19:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end19-.Lcst_begin19
.Lcst_begin19:
	.uleb128 .Lfunc_begin19-.Lfunc_begin19  // >> Call Site 1 <<
	.uleb128 .Ltmp156-.Lfunc_begin19        //   Call between .Lfunc_begin19 and .Ltmp156
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp156-.Lfunc_begin19        // >> Call Site 2 <<
	.uleb128 .Ltmp157-.Ltmp156              //   Call between .Ltmp156 and .Ltmp157
	.uleb128 .Ltmp158-.Lfunc_begin19        //     jumps to .Ltmp158
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp159-.Lfunc_begin19        // >> Call Site 3 <<
	.uleb128 .Ltmp160-.Ltmp159              //   Call between .Ltmp159 and .Ltmp160
	.uleb128 .Ltmp161-.Lfunc_begin19        //     jumps to .Ltmp161
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp162-.Lfunc_begin19        // >> Call Site 4 <<
	.uleb128 .Ltmp163-.Ltmp162              //   Call between .Ltmp162 and .Ltmp163
	.uleb128 .Ltmp164-.Lfunc_begin19        //     jumps to .Ltmp164
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp163-.Lfunc_begin19        // >> Call Site 5 <<
	.uleb128 .Lfunc_end111-.Ltmp163         //   Call between .Ltmp163 and .Lfunc_end111
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end19:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,"axG",@progbits,_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,comdat
	.weak	_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_ // -- Begin function _ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	.p2align	4
	.type	_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,@function
_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_: // @_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
.Lfunc_begin20:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception20
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mov	x19, x0
	str	x0, [sp, #8]
.Ltmp165:                               // EH_LABEL
	bl	_ZNSt3__119__thread_local_dataEv
.Ltmp166:                               // EH_LABEL
// %bb.1:
	ldr	x1, [x19]
	ldr	w0, [x0]
	mov	x20, x19
	str	xzr, [x20], #8
	bl	pthread_setspecific
.Ltmp167:                               // EH_LABEL
	mov	x0, x20
	bl	_ZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEv
.Ltmp168:                               // EH_LABEL
// %bb.2:
	ldr	x20, [x19]
	str	xzr, [x19]
	cbz	x20, .LBB112_4
// %bb.3:
	mov	x0, x20
	bl	_ZNSt3__115__thread_structD1Ev
	mov	x0, x20
	mov	w1, #8                          // =0x8
	bl	_ZdlPvm
.LBB112_4:
	mov	x0, x19
	mov	w1, #72                         // =0x48
	bl	_ZdlPvm
	mov	x0, xzr
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB112_5:
	.cfi_restore_state
.Ltmp169:                               // EH_LABEL
	mov	x19, x0
	add	x0, sp, #8
	bl	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end112:
	.size	_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_, .Lfunc_end112-_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,"aG",@progbits,_ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_,comdat
	.p2align	2, 0x0
GCC_except_table112:
.Lexception20:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end20-.Lcst_begin20
.Lcst_begin20:
	.uleb128 .Ltmp165-.Lfunc_begin20        // >> Call Site 1 <<
	.uleb128 .Ltmp168-.Ltmp165              //   Call between .Ltmp165 and .Ltmp168
	.uleb128 .Ltmp169-.Lfunc_begin20        //     jumps to .Ltmp169
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp168-.Lfunc_begin20        // >> Call Site 2 <<
	.uleb128 .Lfunc_end112-.Ltmp168         //   Call between .Ltmp168 and .Lfunc_end112
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end20:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev,"axG",@progbits,_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev,comdat
	.weak	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev // -- Begin function _ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	.p2align	4
	.type	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev,@function
_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev: // @_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	ldr	x19, [x0]
	str	xzr, [x0]
	cbz	x19, .LBB113_4
// %bb.1:
	ldr	x20, [x19]
	str	xzr, [x19]
	cbz	x20, .LBB113_3
// %bb.2:
	mov	x0, x20
	bl	_ZNSt3__115__thread_structD1Ev
	mov	x0, x20
	mov	w1, #8                          // =0x8
	bl	_ZdlPvm
.LBB113_3:
	mov	x0, x19
	mov	w1, #72                         // =0x48
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	b	_ZdlPvm
.LBB113_4:
	.cfi_restore_state
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end113:
	.size	_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev, .Lfunc_end113-_ZNSt3__110unique_ptrINS_5tupleIJNS0_INS_15__thread_structENS_14default_deleteIS2_EEEEZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEENS3_IST_EEED2B9nie220108Ev
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,"axG",@progbits,_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,comdat
	.weak	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_ // -- Begin function _ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
	.p2align	4
	.type	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,@function
_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_: // @_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
.Lfunc_begin21:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception21
// %bb.0:
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #64]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	ldp	x28, x27, [x0]
	sub	x26, x27, x28
	asr	x8, x26, #3
	add	x8, x8, #1
	lsr	x9, x8, #61
	cbnz	x9, .LBB114_19
// %bb.1:
	ldr	x9, [x0, #16]
	mov	x19, x0
	sub	x9, x9, x28
	str	xzr, [sp, #16]
	asr	x10, x9, #2
	cmp	x10, x8
	csel	x8, x10, x8, hi
	mov	x10, #9223372036854775800       // =0x7ffffffffffffff8
	cmp	x9, x10
	mov	x9, #2305843009213693951        // =0x1fffffffffffffff
	csel	x20, x8, x9, lo
	cbz	x20, .LBB114_4
// %bb.2:
	lsr	x8, x20, #61
	cbnz	x8, .LBB114_20
// %bb.3:
	lsl	x0, x20, #3
	mov	x21, x1
	bl	_Znwm
	mov	x22, x0
	mov	x1, x21
	str	x0, [sp, #16]
	b	.LBB114_5
.LBB114_4:
	mov	x22, xzr
.LBB114_5:
	add	x23, x22, x26
	add	x8, x22, x20, lsl #3
	stp	x23, x23, [sp, #24]
	str	x8, [sp, #8]                    // 8-byte Spill
	str	x8, [sp, #40]
.Ltmp170:                               // EH_LABEL
	add	x0, x22, x26
	bl	_ZNSt3__16threadC2B9nie220108IRZN8patternc6launchILNS2_4UnitE3EEEvPFvRKNS2_7ProgramERNS2_7ScratchENS2_9ArgumentsEEPKNS2_5ValueERKNS2_4GridEiPFvPFvPvESJ_jjEEUlvE_JETnNS_9enable_ifIXntsr7is_sameIu14__remove_cvrefIT_ES0_EE5valueEiE4typeELi0EEEOSR_DpOT0_
.Ltmp171:                               // EH_LABEL
// %bb.6:
	ldp	x21, x25, [x19]
	add	x20, x23, #8
	subs	x8, x25, x21
	subs	x10, x25, x21
	sub	x24, x23, x8
	b.eq	.LBB114_16
// %bb.7:
	sub	x11, x10, #8
	mov	x8, x21
	mov	x9, x24
	cmp	x11, #152
	b.lo	.LBB114_13
// %bb.8:
	and	x8, x11, #0xfffffffffffffff8
	add	x9, x21, x8
	add	x9, x9, #8
	cmp	x24, x9
	b.hs	.LBB114_10
// %bb.9:
	add	x8, x8, x27
	add	x9, x10, x28
	sub	x8, x8, x9
	mov	x9, x24
	add	x8, x8, x22
	add	x8, x8, #8
	cmp	x21, x8
	mov	x8, x21
	b.lo	.LBB114_13
.LBB114_10:
	asr	x8, x10, #3
	lsr	x9, x11, #3
	movi	v0.2d, #0000000000000000
	add	x10, x9, #1
	sub	x8, x26, x8, lsl #3
	add	x13, x21, #16
	and	x11, x10, #0x3ffffffffffffffc
	add	x12, x8, x22
	and	x14, x10, #0x3ffffffffffffffc
	add	x8, x21, x11, lsl #3
	add	x9, x24, x11, lsl #3
	add	x12, x12, #16
	.p2align	5, , 16
.LBB114_11:                             // =>This Inner Loop Header: Depth=1
	ldp	q1, q2, [x13, #-16]
	stp	q0, q0, [x13, #-16]
	add	x13, x13, #32
	subs	x14, x14, #4
	stp	q1, q2, [x12, #-16]
	add	x12, x12, #32
	b.ne	.LBB114_11
// %bb.12:
	cmp	x10, x11
	b.eq	.LBB114_14
	.p2align	5, , 16
.LBB114_13:                             // =>This Inner Loop Header: Depth=1
	ldr	x10, [x8]
	str	x10, [x9], #8
	str	xzr, [x8], #8
	cmp	x8, x25
	b.ne	.LBB114_13
	.p2align	5, , 16
.LBB114_14:                             // =>This Inner Loop Header: Depth=1
	mov	x0, x21
	bl	_ZNSt3__16threadD1Ev
	add	x21, x21, #8
	cmp	x21, x25
	b.ne	.LBB114_14
// %bb.15:
	ldr	x21, [x19]
.LBB114_16:
	ldr	x8, [x19, #16]
	ldr	x9, [sp, #8]                    // 8-byte Reload
	stp	x24, x20, [x19]
	str	x9, [x19, #16]
	cbz	x21, .LBB114_18
// %bb.17:
	sub	x1, x8, x21
	mov	x0, x21
	bl	_ZdlPvm
.LBB114_18:
	mov	x0, x20
	.cfi_def_cfa wsp, 144
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #64]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB114_19:
	.cfi_restore_state
	bl	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE20__throw_length_errorB9nie220108Ev
.LBB114_20:
	bl	_ZSt28__throw_bad_array_new_lengthB9nie220108v
.LBB114_21:
.Ltmp172:                               // EH_LABEL
	mov	x19, x0
	add	x0, sp, #16
	bl	_ZNSt3__114__split_bufferINS_6threadENS_9allocatorIS1_EENS_29__split_buffer_pointer_layoutEED2Ev
	mov	x0, x19
	bl	_Unwind_Resume
.Lfunc_end114:
	.size	_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_, .Lfunc_end114-_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_
	.cfi_endproc
	.section	.gcc_except_table._ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,"aG",@progbits,_ZNSt3__16vectorINS_6threadENS_9allocatorIS1_EEE24__emplace_back_slow_pathIJRZN8patternc6launchILNS6_4UnitE3EEEvPFvRKNS6_7ProgramERNS6_7ScratchENS6_9ArgumentsEEPKNS6_5ValueERKNS6_4GridEiPFvPFvPvESN_jjEEUlvE_EEEPS1_DpOT_,comdat
	.p2align	2, 0x0
GCC_except_table114:
.Lexception21:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end21-.Lcst_begin21
.Lcst_begin21:
	.uleb128 .Lfunc_begin21-.Lfunc_begin21  // >> Call Site 1 <<
	.uleb128 .Ltmp170-.Lfunc_begin21        //   Call between .Lfunc_begin21 and .Ltmp170
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp170-.Lfunc_begin21        // >> Call Site 2 <<
	.uleb128 .Ltmp171-.Ltmp170              //   Call between .Ltmp170 and .Ltmp171
	.uleb128 .Ltmp172-.Lfunc_begin21        //     jumps to .Ltmp172
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp171-.Lfunc_begin21        // >> Call Site 3 <<
	.uleb128 .Lfunc_end114-.Ltmp171         //   Call between .Ltmp171 and .Lfunc_end114
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end21:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi,"axG",@progbits,_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi,comdat
	.weak	_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi // -- Begin function _ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi,@function
_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi: // @_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sub	x8, x29, #20
	cmp	x2, #1
	stp	x3, x8, [sp]
	sub	x8, x29, #16
	stur	w5, [x29, #-20]
	stur	xzr, [x29, #-16]
	stur	w5, [x29, #-8]
	stp	x8, x0, [sp, #16]
	str	x4, [sp, #32]
	b.gt	.LBB115_4
// %bb.1:
	cbz	x2, .LBB115_7
// %bb.2:
	cmp	x2, #1
	b.ne	.LBB115_9
// %bb.3:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
	b	.LBB115_9
.LBB115_4:
	cmp	x2, #2
	b.eq	.LBB115_8
// %bb.5:
	cmp	x2, #3
	b.ne	.LBB115_9
// %bb.6:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
	b	.LBB115_9
.LBB115_7:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
	b	.LBB115_9
.LBB115_8:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
.LBB115_9:
	ldp	x0, x1, [x29, #-16]
	.cfi_def_cfa wsp, 80
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end115:
	.size	_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi, .Lfunc_end115-_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,"axG",@progbits,_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,comdat
	.weak	_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd // -- Begin function _ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.p2align	4
	.type	_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,@function
_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd: // @_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_startproc
// %bb.0:
	cmp	x1, #1
	b.gt	.LBB116_10
// %bb.1:
	cbz	x1, .LBB116_8
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB116_48
// %bb.3:
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #32767                     // =0x7fff
	b	.LBB116_5
	.p2align	5, , 16
.LBB116_4:                              //   in Loop: Header=BB116_5 Depth=1
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB116_48
.LBB116_5:                              // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x3, x8]
	cmp	w11, #1
	b.ne	.LBB116_4
// %bb.6:                               //   in Loop: Header=BB116_5 Depth=1
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	fcvt	s1, d1
	fmov	w11, s1
	and	w13, w11, #0x7fffffff
	lsr	w12, w11, #16
	cmp	w13, w9
	ubfx	w13, w11, #16, #1
	add	w11, w11, w10
	orr	w12, w12, #0x40
	add	w11, w11, w13
	lsr	w11, w11, #16
	csel	w11, w11, w12, ls
	ldr	x12, [x2, x8, lsl #3]
	strh	w11, [x0, x12, lsl #1]
	b	.LBB116_4
	.p2align	5, , 16
.LBB116_7:                              //   in Loop: Header=BB116_8 Depth=1
	add	x1, x1, #1
	cmp	x1, #16
	b.eq	.LBB116_48
.LBB116_8:                              // =>This Inner Loop Header: Depth=1
	ldrb	w8, [x3, x1]
	cmp	w8, #1
	b.ne	.LBB116_7
// %bb.9:                               //   in Loop: Header=BB116_8 Depth=1
	ldr	s1, [x4, x1, lsl #2]
	ldr	x8, [x2, x1, lsl #3]
	fcvt	d1, s1
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
	b	.LBB116_7
.LBB116_10:
	cmp	x1, #3
	b.eq	.LBB116_16
// %bb.11:
	cmp	x1, #2
	b.ne	.LBB116_48
// %bb.12:
	mov	w12, #4095                      // =0xfff
	mov	w13, #61440                     // =0xf000
	fmov	s1, #0.50000000
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #31744                     // =0x7c00
	mov	w11, #32256                     // =0x7e00
	movk	w12, #51200, lsl #16
	movk	w13, #18303, lsl #16
	mov	w14, #-1056964608               // =0xc1000000
	b	.LBB116_14
	.p2align	5, , 16
.LBB116_13:                             //   in Loop: Header=BB116_14 Depth=1
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB116_48
.LBB116_14:                             // =>This Inner Loop Header: Depth=1
	ldrb	w15, [x3, x8]
	cmp	w15, #1
	b.ne	.LBB116_13
// %bb.15:                              //   in Loop: Header=BB116_14 Depth=1
	ldr	s2, [x4, x8, lsl #2]
	fcvt	d2, s2
	fmul	d2, d0, d2
	fcvt	s2, d2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w16, s3
	ubfx	w1, w15, #13, #1
	fadd	s2, s3, s1
	lsr	w15, w15, #31
	add	w1, w1, w12
	cmp	w16, w9
	add	w1, w16, w1
	lsr	w17, w16, #23
	csel	w18, w11, w10, hi
	lsr	w1, w1, #13
	cmp	w16, w13
	csel	w16, w1, w18, lo
	fmov	w18, s2
	cmp	w17, #112
	add	w18, w18, w14
	csel	w16, w16, w18, hi
	orr	w15, w16, w15, lsl #15
	ldr	x16, [x2, x8, lsl #3]
	strh	w15, [x0, x16, lsl #1]
	b	.LBB116_13
.LBB116_16:
	ldrb	w8, [x3]
	tbz	w8, #0, .LBB116_18
// %bb.17:
	ldr	s1, [x4]
	ldr	x8, [x2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_18:
	ldrb	w8, [x3, #1]
	cmp	w8, #1
	b.ne	.LBB116_20
// %bb.19:
	ldr	s1, [x4, #4]
	ldr	x8, [x2, #8]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_20:
	ldrb	w8, [x3, #2]
	cmp	w8, #1
	b.ne	.LBB116_22
// %bb.21:
	ldr	s1, [x4, #8]
	ldr	x8, [x2, #16]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_22:
	ldrb	w8, [x3, #3]
	cmp	w8, #1
	b.ne	.LBB116_24
// %bb.23:
	ldr	s1, [x4, #12]
	ldr	x8, [x2, #24]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_24:
	ldrb	w8, [x3, #4]
	cmp	w8, #1
	b.ne	.LBB116_26
// %bb.25:
	ldr	s1, [x4, #16]
	ldr	x8, [x2, #32]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_26:
	ldrb	w8, [x3, #5]
	cmp	w8, #1
	b.ne	.LBB116_28
// %bb.27:
	ldr	s1, [x4, #20]
	ldr	x8, [x2, #40]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_28:
	ldrb	w8, [x3, #6]
	cmp	w8, #1
	b.ne	.LBB116_30
// %bb.29:
	ldr	s1, [x4, #24]
	ldr	x8, [x2, #48]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_30:
	ldrb	w8, [x3, #7]
	cmp	w8, #1
	b.ne	.LBB116_32
// %bb.31:
	ldr	s1, [x4, #28]
	ldr	x8, [x2, #56]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_32:
	ldrb	w8, [x3, #8]
	cmp	w8, #1
	b.ne	.LBB116_34
// %bb.33:
	ldr	s1, [x4, #32]
	ldr	x8, [x2, #64]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_34:
	ldrb	w8, [x3, #9]
	cmp	w8, #1
	b.ne	.LBB116_36
// %bb.35:
	ldr	s1, [x4, #36]
	ldr	x8, [x2, #72]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_36:
	ldrb	w8, [x3, #10]
	cmp	w8, #1
	b.ne	.LBB116_38
// %bb.37:
	ldr	s1, [x4, #40]
	ldr	x8, [x2, #80]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_38:
	ldrb	w8, [x3, #11]
	cmp	w8, #1
	b.ne	.LBB116_40
// %bb.39:
	ldr	s1, [x4, #44]
	ldr	x8, [x2, #88]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_40:
	ldrb	w8, [x3, #12]
	cmp	w8, #1
	b.ne	.LBB116_42
// %bb.41:
	ldr	s1, [x4, #48]
	ldr	x8, [x2, #96]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_42:
	ldrb	w8, [x3, #13]
	cmp	w8, #1
	b.ne	.LBB116_44
// %bb.43:
	ldr	s1, [x4, #52]
	ldr	x8, [x2, #104]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_44:
	ldrb	w8, [x3, #14]
	cmp	w8, #1
	b.ne	.LBB116_46
// %bb.45:
	ldr	s1, [x4, #56]
	ldr	x8, [x2, #112]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x8, lsl #3]
.LBB116_46:
	ldrb	w8, [x3, #15]
	cmp	w8, #1
	b.ne	.LBB116_48
// %bb.47:
	ldr	s1, [x4, #60]
	ldr	x8, [x2, #120]
	fcvt	d1, s1
	fmul	d0, d0, d1
	str	d0, [x0, x8, lsl #3]
.LBB116_48:
	ret
.Lfunc_end116:
	.size	_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd, .Lfunc_end116-_ZN8patternc13store_numbersILi16ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,@function
_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_: // @_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
.Lfunc_begin22:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception22
// %bb.0:
	sub	sp, sp, #240
	.cfi_def_cfa_offset 240
	stp	x29, x30, [sp, #144]            // 16-byte Folded Spill
	stp	x28, x27, [sp, #160]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #176]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #192]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #208]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #224]            // 16-byte Folded Spill
	add	x29, sp, #144
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	ldp	x28, x19, [x0]
	mov	x21, x1
	ldp	x20, x24, [x0, #24]
	ldrsw	x8, [x19]
	mov	w23, w8
	lsl	x22, x8, #6
	stp	x0, x8, [sp]                    // 16-byte Folded Spill
	b	.LBB117_2
	.p2align	5, , 16
.LBB117_1:                              //   in Loop: Header=BB117_2 Depth=1
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.LBB117_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x20]
	sub	x10, x8, x9
	ldr	x25, [x20, #24]
	cmp	x25, x10, asr #4
	b.eq	.LBB117_1
// %bb.3:                               //   in Loop: Header=BB117_2 Depth=1
	ldr	x10, [x20, #32]
	add	x11, x9, x25, lsl #4
	ldr	x12, [x11, #8]
	add	x26, x10, x22
	cmp	x26, x12
	b.ls	.LBB117_5
// %bb.4:                               //   in Loop: Header=BB117_2 Depth=1
	add	x8, x25, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB117_2
.LBB117_5:
	ldr	x12, [sp, #8]                   // 8-byte Reload
	ldr	x11, [x11]
	lsl	x12, x12, #2
	add	x27, x11, x10
	str	x26, [x20, #32]
	add	x10, x12, #63
	and	x22, x10, #0xffffffffffffffc0
	mov	x10, x25
.LBB117_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB117_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB117_7:                              //   Parent Loop BB117_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB117_10
// %bb.8:                               //   in Loop: Header=BB117_7 Depth=2
	ldr	x12, [x20, #32]
	ldr	x13, [x8]
	add	x11, x12, x22
	cmp	x11, x13
	b.ls	.LBB117_12
// %bb.9:                               //   in Loop: Header=BB117_7 Depth=2
	stp	x9, xzr, [x20, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB117_7
	.p2align	5, , 16
.LBB117_10:                             //   in Loop: Header=BB117_6 Depth=1
.Ltmp173:                               // EH_LABEL
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.Ltmp174:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB117_6 Depth=1
	ldr	x10, [x20, #24]
	ldp	x9, x8, [x20]
	b	.LBB117_6
.LBB117_12:
	ldur	x8, [x8, #-8]
	cmp	w23, #1
	add	x22, x8, x12
	str	x11, [x20, #32]
	b.lt	.LBB117_14
// %bb.13:
	lsl	x2, x23, #2
	mov	x0, x22
	mov	w1, wzr
	bl	memset
.LBB117_14:
	ldrb	w9, [x24]
	mov	x8, x22
	tbz	w9, #0, .LBB117_16
// %bb.15:
	ldr	x8, [x28]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_16:
	str	x8, [sp, #16]
	ldrb	w8, [x24, #1]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_18
// %bb.17:
	ldr	x8, [x28, #8]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_18:
	str	x8, [sp, #24]
	ldrb	w8, [x24, #2]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_20
// %bb.19:
	ldr	x8, [x28, #16]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_20:
	str	x8, [sp, #32]
	ldrb	w8, [x24, #3]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_22
// %bb.21:
	ldr	x8, [x28, #24]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_22:
	str	x8, [sp, #40]
	ldrb	w8, [x24, #4]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_24
// %bb.23:
	ldr	x8, [x28, #32]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_24:
	str	x8, [sp, #48]
	ldrb	w8, [x24, #5]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_26
// %bb.25:
	ldr	x8, [x28, #40]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_26:
	str	x8, [sp, #56]
	ldrb	w8, [x24, #6]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_28
// %bb.27:
	ldr	x8, [x28, #48]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_28:
	str	x8, [sp, #64]
	ldrb	w8, [x24, #7]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_30
// %bb.29:
	ldr	x8, [x28, #56]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_30:
	str	x8, [sp, #72]
	ldrb	w8, [x24, #8]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_32
// %bb.31:
	ldr	x8, [x28, #64]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_32:
	str	x8, [sp, #80]
	ldrb	w8, [x24, #9]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_34
// %bb.33:
	ldr	x8, [x28, #72]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_34:
	str	x8, [sp, #88]
	ldrb	w8, [x24, #10]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_36
// %bb.35:
	ldr	x8, [x28, #80]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_36:
	str	x8, [sp, #96]
	ldrb	w8, [x24, #11]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_38
// %bb.37:
	ldr	x8, [x28, #88]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_38:
	str	x8, [sp, #104]
	ldrb	w8, [x24, #12]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_40
// %bb.39:
	ldr	x8, [x28, #96]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_40:
	str	x8, [sp, #112]
	ldrb	w8, [x24, #13]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_42
// %bb.41:
	ldr	x8, [x28, #104]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_42:
	str	x8, [sp, #120]
	ldrb	w8, [x24, #14]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB117_44
// %bb.43:
	ldr	x8, [x28, #112]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #2
.LBB117_44:
	str	x8, [sp, #128]
	ldrb	w8, [x24, #15]
	cmp	w8, #1
	b.ne	.LBB117_46
// %bb.45:
	ldr	x8, [x28, #120]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x22, x21, x8, lsl #2
.LBB117_46:
	ldr	x1, [sp, #8]                    // 8-byte Reload
	mov	x8, xzr
	sub	w10, w23, #4
	add	x11, sp, #16
	str	x22, [sp, #136]
	sub	w9, w1, #1
	b	.LBB117_48
	.p2align	5, , 16
.LBB117_47:                             //   in Loop: Header=BB117_48 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	b.hs	.LBB117_55
.LBB117_48:                             // =>This Loop Header: Depth=1
                                        //     Child Loop BB117_50 Depth 2
	cmp	w23, #4
	b.lt	.LBB117_51
// %bb.49:                              //   in Loop: Header=BB117_48 Depth=1
	add	x17, x11, x8, lsl #3
	mov	w12, wzr
	add	x13, x27, x8, lsl #2
	ldp	x14, x15, [x17]
	ldp	x16, x17, [x17, #16]
	.p2align	5, , 16
.LBB117_50:                             //   Parent Loop BB117_48 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w12
	csel	w18, w10, w12, lt
	add	w12, w12, #4
	sbfiz	x0, x18, #2, #32
	sxtw	x18, w18
	cmp	w12, w23
	ldr	q0, [x14, x0]
	add	x18, x13, x18, lsl #6
	ldr	q1, [x15, x0]
	ldr	q2, [x16, x0]
	zip1	v4.4s, v0.4s, v2.4s
	ldr	q3, [x17, x0]
	zip2	v6.4s, v0.4s, v2.4s
	zip1	v5.4s, v1.4s, v3.4s
	zip2	v7.4s, v1.4s, v3.4s
	add	x0, x18, #128
	zip2	v0.4s, v4.4s, v5.4s
	zip2	v1.4s, v6.4s, v7.4s
	st2	{ v4.2s, v5.2s }, [x18]
	st2	{ v6.2s, v7.2s }, [x0]
	str	q0, [x18, #64]
	str	q1, [x18, #192]
	b.lt	.LBB117_50
	b	.LBB117_47
	.p2align	5, , 16
.LBB117_51:                             //   in Loop: Header=BB117_48 Depth=1
	cmp	w9, #2
	b.hi	.LBB117_47
// %bb.52:                              //   in Loop: Header=BB117_48 Depth=1
	ldr	x12, [x11, x8, lsl #3]
	orr	x15, x8, #0x1
	add	x13, x27, x8, lsl #2
	ldr	x14, [x11, x15, lsl #3]
	orr	x17, x8, #0x2
	ldr	x16, [x11, x17, lsl #3]
	add	x15, x27, x15, lsl #2
	orr	x0, x8, #0x3
	ldr	x18, [x11, x0, lsl #3]
	add	x17, x27, x17, lsl #2
	add	x0, x27, x0, lsl #2
	cmp	w23, #1
	ldr	s0, [x12]
	str	s0, [x13]
	ldr	s0, [x14]
	str	s0, [x15]
	ldr	s0, [x16]
	str	s0, [x17]
	ldr	s0, [x18]
	str	s0, [x0]
	b.eq	.LBB117_47
// %bb.53:                              //   in Loop: Header=BB117_48 Depth=1
	ldr	s0, [x12, #4]
	cmp	w1, #2
	str	s0, [x13, #64]
	ldr	s0, [x14, #4]
	str	s0, [x15, #64]
	ldr	s0, [x16, #4]
	str	s0, [x17, #64]
	ldr	s0, [x18, #4]
	str	s0, [x0, #64]
	b.eq	.LBB117_47
// %bb.54:                              //   in Loop: Header=BB117_48 Depth=1
	ldr	s0, [x12, #8]
	str	s0, [x13, #128]
	ldr	s0, [x14, #8]
	str	s0, [x15, #128]
	ldr	s0, [x16, #8]
	str	s0, [x17, #128]
	ldr	s0, [x18, #8]
	str	s0, [x0, #128]
	b	.LBB117_47
.LBB117_55:
	ldr	x8, [sp]                        // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x25, x26, [x20, #24]
	stp	x27, x23, [x8]
	.cfi_def_cfa wsp, 240
	ldp	x20, x19, [sp, #224]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #208]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #192]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #176]            // 16-byte Folded Reload
	ldp	x28, x27, [sp, #160]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #144]            // 16-byte Folded Reload
	add	sp, sp, #240
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB117_56:
	.cfi_restore_state
.Ltmp175:                               // EH_LABEL
	stp	x25, x26, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end117:
	.size	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_, .Lfunc_end117-_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table117:
.Lexception22:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end22-.Lcst_begin22
.Lcst_begin22:
	.uleb128 .Lfunc_begin22-.Lfunc_begin22  // >> Call Site 1 <<
	.uleb128 .Ltmp173-.Lfunc_begin22        //   Call between .Lfunc_begin22 and .Ltmp173
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp173-.Lfunc_begin22        // >> Call Site 2 <<
	.uleb128 .Ltmp174-.Ltmp173              //   Call between .Ltmp173 and .Ltmp174
	.uleb128 .Ltmp175-.Lfunc_begin22        //     jumps to .Ltmp175
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp174-.Lfunc_begin22        // >> Call Site 3 <<
	.uleb128 .Lfunc_end117-.Ltmp174         //   Call between .Ltmp174 and .Lfunc_end117
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end22:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,@function
_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_: // @_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
.Lfunc_begin23:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception23
// %bb.0:
	sub	sp, sp, #240
	.cfi_def_cfa_offset 240
	stp	x29, x30, [sp, #144]            // 16-byte Folded Spill
	stp	x28, x27, [sp, #160]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #176]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #192]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #208]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #224]            // 16-byte Folded Spill
	add	x29, sp, #144
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	ldp	x28, x19, [x0]
	mov	x21, x1
	ldp	x20, x24, [x0, #24]
	ldrsw	x8, [x19]
	mov	w23, w8
	lsl	x22, x8, #6
	stp	x0, x8, [sp]                    // 16-byte Folded Spill
	b	.LBB118_2
	.p2align	5, , 16
.LBB118_1:                              //   in Loop: Header=BB118_2 Depth=1
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.LBB118_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x20]
	sub	x10, x8, x9
	ldr	x25, [x20, #24]
	cmp	x25, x10, asr #4
	b.eq	.LBB118_1
// %bb.3:                               //   in Loop: Header=BB118_2 Depth=1
	ldr	x10, [x20, #32]
	add	x11, x9, x25, lsl #4
	ldr	x12, [x11, #8]
	add	x26, x10, x22
	cmp	x26, x12
	b.ls	.LBB118_5
// %bb.4:                               //   in Loop: Header=BB118_2 Depth=1
	add	x8, x25, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB118_2
.LBB118_5:
	ldr	x12, [sp, #8]                   // 8-byte Reload
	ldr	x11, [x11]
	lsl	x12, x12, #1
	add	x27, x11, x10
	str	x26, [x20, #32]
	add	x10, x12, #63
	and	x22, x10, #0xffffffffffffffc0
	mov	x10, x25
.LBB118_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB118_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB118_7:                              //   Parent Loop BB118_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB118_10
// %bb.8:                               //   in Loop: Header=BB118_7 Depth=2
	ldr	x12, [x20, #32]
	ldr	x13, [x8]
	add	x11, x12, x22
	cmp	x11, x13
	b.ls	.LBB118_12
// %bb.9:                               //   in Loop: Header=BB118_7 Depth=2
	stp	x9, xzr, [x20, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB118_7
	.p2align	5, , 16
.LBB118_10:                             //   in Loop: Header=BB118_6 Depth=1
.Ltmp176:                               // EH_LABEL
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.Ltmp177:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB118_6 Depth=1
	ldr	x10, [x20, #24]
	ldp	x9, x8, [x20]
	b	.LBB118_6
.LBB118_12:
	ldur	x8, [x8, #-8]
	cmp	w23, #1
	add	x22, x8, x12
	str	x11, [x20, #32]
	b.lt	.LBB118_14
// %bb.13:
	lsl	x2, x23, #1
	mov	x0, x22
	mov	w1, wzr
	bl	memset
.LBB118_14:
	ldrb	w9, [x24]
	mov	x8, x22
	tbz	w9, #0, .LBB118_16
// %bb.15:
	ldr	x8, [x28]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_16:
	str	x8, [sp, #16]
	ldrb	w8, [x24, #1]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_18
// %bb.17:
	ldr	x8, [x28, #8]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_18:
	str	x8, [sp, #24]
	ldrb	w8, [x24, #2]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_20
// %bb.19:
	ldr	x8, [x28, #16]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_20:
	str	x8, [sp, #32]
	ldrb	w8, [x24, #3]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_22
// %bb.21:
	ldr	x8, [x28, #24]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_22:
	str	x8, [sp, #40]
	ldrb	w8, [x24, #4]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_24
// %bb.23:
	ldr	x8, [x28, #32]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_24:
	str	x8, [sp, #48]
	ldrb	w8, [x24, #5]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_26
// %bb.25:
	ldr	x8, [x28, #40]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_26:
	str	x8, [sp, #56]
	ldrb	w8, [x24, #6]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_28
// %bb.27:
	ldr	x8, [x28, #48]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_28:
	str	x8, [sp, #64]
	ldrb	w8, [x24, #7]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_30
// %bb.29:
	ldr	x8, [x28, #56]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_30:
	str	x8, [sp, #72]
	ldrb	w8, [x24, #8]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_32
// %bb.31:
	ldr	x8, [x28, #64]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_32:
	str	x8, [sp, #80]
	ldrb	w8, [x24, #9]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_34
// %bb.33:
	ldr	x8, [x28, #72]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_34:
	str	x8, [sp, #88]
	ldrb	w8, [x24, #10]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_36
// %bb.35:
	ldr	x8, [x28, #80]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_36:
	str	x8, [sp, #96]
	ldrb	w8, [x24, #11]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_38
// %bb.37:
	ldr	x8, [x28, #88]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_38:
	str	x8, [sp, #104]
	ldrb	w8, [x24, #12]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_40
// %bb.39:
	ldr	x8, [x28, #96]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_40:
	str	x8, [sp, #112]
	ldrb	w8, [x24, #13]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_42
// %bb.41:
	ldr	x8, [x28, #104]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_42:
	str	x8, [sp, #120]
	ldrb	w8, [x24, #14]
	cmp	w8, #1
	mov	x8, x22
	b.ne	.LBB118_44
// %bb.43:
	ldr	x8, [x28, #112]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x8, x21, x8, lsl #1
.LBB118_44:
	str	x8, [sp, #128]
	ldrb	w8, [x24, #15]
	cmp	w8, #1
	b.ne	.LBB118_46
// %bb.45:
	ldr	x8, [x28, #120]
	ldrsw	x9, [x19]
	mul	x8, x8, x9
	add	x22, x21, x8, lsl #1
.LBB118_46:
	ldr	x5, [sp, #8]                    // 8-byte Reload
	mov	x8, xzr
	sub	w10, w23, #4
	add	x11, sp, #16
	str	x22, [sp, #136]
	sub	w9, w5, #1
	b	.LBB118_48
	.p2align	5, , 16
.LBB118_47:                             //   in Loop: Header=BB118_48 Depth=1
	cmp	x8, #12
	add	x8, x8, #4
	b.hs	.LBB118_55
.LBB118_48:                             // =>This Loop Header: Depth=1
                                        //     Child Loop BB118_50 Depth 2
	cmp	w23, #4
	b.lt	.LBB118_51
// %bb.49:                              //   in Loop: Header=BB118_48 Depth=1
	add	x17, x11, x8, lsl #3
	mov	w12, wzr
	add	x13, x27, x8, lsl #2
	ldp	x14, x15, [x17]
	ldp	x16, x17, [x17, #16]
	.p2align	5, , 16
.LBB118_50:                             //   Parent Loop BB118_48 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w12
	csel	w18, w10, w12, lt
	add	w12, w12, #4
	sbfiz	x0, x18, #1, #32
	sxtw	x18, w18
	cmp	w12, w23
	ldr	d0, [x14, x0]
	add	x18, x13, x18, lsl #6
	ldr	d1, [x15, x0]
	shll	v0.4s, v0.4h, #16
	ldr	d2, [x16, x0]
	shll	v1.4s, v1.4h, #16
	ldr	d3, [x17, x0]
	shll	v2.4s, v2.4h, #16
	shll	v3.4s, v3.4h, #16
	add	x0, x18, #128
	zip1	v4.4s, v0.4s, v2.4s
	zip2	v6.4s, v0.4s, v2.4s
	zip1	v5.4s, v1.4s, v3.4s
	zip2	v7.4s, v1.4s, v3.4s
	zip2	v0.4s, v4.4s, v5.4s
	zip2	v1.4s, v6.4s, v7.4s
	st2	{ v4.2s, v5.2s }, [x18]
	st2	{ v6.2s, v7.2s }, [x0]
	str	q0, [x18, #64]
	str	q1, [x18, #192]
	b.lt	.LBB118_50
	b	.LBB118_47
	.p2align	5, , 16
.LBB118_51:                             //   in Loop: Header=BB118_48 Depth=1
	cmp	w9, #2
	b.hi	.LBB118_47
// %bb.52:                              //   in Loop: Header=BB118_48 Depth=1
	ldr	x18, [x11, x8, lsl #3]
	orr	x12, x8, #0x1
	add	x13, x27, x8, lsl #2
	ldr	x17, [x11, x12, lsl #3]
	orr	x15, x8, #0x2
	ldr	x16, [x11, x15, lsl #3]
	add	x12, x27, x12, lsl #2
	orr	x0, x8, #0x3
	ldr	x14, [x11, x0, lsl #3]
	add	x15, x27, x15, lsl #2
	add	x0, x27, x0, lsl #2
	cmp	w23, #1
	ldrh	w1, [x18]
	lsl	w1, w1, #16
	str	w1, [x13]
	ldrh	w1, [x17]
	lsl	w1, w1, #16
	str	w1, [x12]
	ldrh	w1, [x16]
	lsl	w1, w1, #16
	str	w1, [x15]
	ldrh	w1, [x14]
	lsl	w1, w1, #16
	str	w1, [x0]
	b.eq	.LBB118_47
// %bb.53:                              //   in Loop: Header=BB118_48 Depth=1
	ldrh	w1, [x18, #2]
	ldrh	w2, [x17, #2]
	cmp	w5, #2
	ldrh	w3, [x16, #2]
	ldrh	w4, [x14, #2]
	lsl	w1, w1, #16
	lsl	w2, w2, #16
	str	w1, [x13, #64]
	lsl	w1, w3, #16
	str	w2, [x12, #64]
	lsl	w2, w4, #16
	str	w1, [x15, #64]
	str	w2, [x0, #64]
	b.eq	.LBB118_47
// %bb.54:                              //   in Loop: Header=BB118_48 Depth=1
	ldrh	w18, [x18, #4]
	ldrh	w17, [x17, #4]
	lsl	w18, w18, #16
	ldrh	w16, [x16, #4]
	ldrh	w14, [x14, #4]
	str	w18, [x13, #128]
	lsl	w13, w17, #16
	str	w13, [x12, #128]
	lsl	w12, w16, #16
	str	w12, [x15, #128]
	lsl	w12, w14, #16
	str	w12, [x0, #128]
	b	.LBB118_47
.LBB118_55:
	ldr	x8, [sp]                        // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x25, x26, [x20, #24]
	stp	x27, x23, [x8]
	.cfi_def_cfa wsp, 240
	ldp	x20, x19, [sp, #224]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #208]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #192]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #176]            // 16-byte Folded Reload
	ldp	x28, x27, [sp, #160]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #144]            // 16-byte Folded Reload
	add	sp, sp, #240
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB118_56:
	.cfi_restore_state
.Ltmp178:                               // EH_LABEL
	stp	x25, x26, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end118:
	.size	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_, .Lfunc_end118-_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table118:
.Lexception23:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end23-.Lcst_begin23
.Lcst_begin23:
	.uleb128 .Lfunc_begin23-.Lfunc_begin23  // >> Call Site 1 <<
	.uleb128 .Ltmp176-.Lfunc_begin23        //   Call between .Lfunc_begin23 and .Ltmp176
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp176-.Lfunc_begin23        // >> Call Site 2 <<
	.uleb128 .Ltmp177-.Ltmp176              //   Call between .Ltmp176 and .Ltmp177
	.uleb128 .Ltmp178-.Lfunc_begin23        //     jumps to .Ltmp178
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp177-.Lfunc_begin23        // >> Call Site 3 <<
	.uleb128 .Lfunc_end118-.Ltmp177         //   Call between .Ltmp177 and .Lfunc_end118
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end23:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,@function
_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_: // @_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
.Lfunc_begin24:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception24
// %bb.0:
	sub	sp, sp, #240
	.cfi_def_cfa_offset 240
	stp	x29, x30, [sp, #144]            // 16-byte Folded Spill
	stp	x28, x27, [sp, #160]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #176]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #192]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #208]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #224]            // 16-byte Folded Spill
	add	x29, sp, #144
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	ldp	x27, x28, [x0]
	mov	x22, x1
	ldp	x19, x21, [x0, #24]
	ldrsw	x20, [x28]
	mov	w8, w20
	lsl	x23, x20, #6
	stp	x0, x8, [sp]                    // 16-byte Folded Spill
	b	.LBB119_2
	.p2align	5, , 16
.LBB119_1:                              //   in Loop: Header=BB119_2 Depth=1
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.LBB119_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x19]
	sub	x10, x8, x9
	ldr	x25, [x19, #24]
	cmp	x25, x10, asr #4
	b.eq	.LBB119_1
// %bb.3:                               //   in Loop: Header=BB119_2 Depth=1
	ldr	x10, [x19, #32]
	add	x11, x9, x25, lsl #4
	ldr	x12, [x11, #8]
	add	x26, x10, x23
	cmp	x26, x12
	b.ls	.LBB119_5
// %bb.4:                               //   in Loop: Header=BB119_2 Depth=1
	add	x8, x25, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB119_2
.LBB119_5:
	ldr	x11, [x11]
	lsl	x12, x20, #1
	add	x23, x11, x10
	add	x10, x12, #63
	str	x26, [x19, #32]
	and	x24, x10, #0xffffffffffffffc0
	mov	x10, x25
.LBB119_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB119_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB119_7:                              //   Parent Loop BB119_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB119_10
// %bb.8:                               //   in Loop: Header=BB119_7 Depth=2
	ldr	x12, [x19, #32]
	ldr	x13, [x8]
	add	x11, x12, x24
	cmp	x11, x13
	b.ls	.LBB119_12
// %bb.9:                               //   in Loop: Header=BB119_7 Depth=2
	stp	x9, xzr, [x19, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB119_7
	.p2align	5, , 16
.LBB119_10:                             //   in Loop: Header=BB119_6 Depth=1
.Ltmp182:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x24
	bl	_ZN8patternc7Scratch3addEm
.Ltmp183:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB119_6 Depth=1
	ldr	x10, [x19, #24]
	ldp	x9, x8, [x19]
	b	.LBB119_6
.LBB119_12:
	ldur	x8, [x8, #-8]
	str	x11, [x19, #32]
	add	x24, x8, x12
	mov	w8, w20
	cmp	w8, #1
	b.lt	.LBB119_14
// %bb.13:
	lsl	w2, w20, #1
	mov	x0, x24
	mov	w1, wzr
	bl	memset
.LBB119_14:
	ldrb	w9, [x21]
	mov	x8, x24
	tbz	w9, #0, .LBB119_16
// %bb.15:
	ldr	x8, [x27]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_16:
	str	x8, [sp, #16]
	ldrb	w8, [x21, #1]
	ldr	x20, [sp, #8]                   // 8-byte Reload
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_18
// %bb.17:
	ldr	x8, [x27, #8]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_18:
	str	x8, [sp, #24]
	ldrb	w8, [x21, #2]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_20
// %bb.19:
	ldr	x8, [x27, #16]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_20:
	str	x8, [sp, #32]
	ldrb	w8, [x21, #3]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_22
// %bb.21:
	ldr	x8, [x27, #24]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_22:
	str	x8, [sp, #40]
	ldrb	w8, [x21, #4]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_24
// %bb.23:
	ldr	x8, [x27, #32]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_24:
	str	x8, [sp, #48]
	ldrb	w8, [x21, #5]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_26
// %bb.25:
	ldr	x8, [x27, #40]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_26:
	str	x8, [sp, #56]
	ldrb	w8, [x21, #6]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_28
// %bb.27:
	ldr	x8, [x27, #48]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_28:
	str	x8, [sp, #64]
	ldrb	w8, [x21, #7]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_30
// %bb.29:
	ldr	x8, [x27, #56]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_30:
	str	x8, [sp, #72]
	ldrb	w8, [x21, #8]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_32
// %bb.31:
	ldr	x8, [x27, #64]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_32:
	str	x8, [sp, #80]
	ldrb	w8, [x21, #9]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_34
// %bb.33:
	ldr	x8, [x27, #72]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_34:
	str	x8, [sp, #88]
	ldrb	w8, [x21, #10]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_36
// %bb.35:
	ldr	x8, [x27, #80]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_36:
	str	x8, [sp, #96]
	ldrb	w8, [x21, #11]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_38
// %bb.37:
	ldr	x8, [x27, #88]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_38:
	str	x8, [sp, #104]
	ldrb	w8, [x21, #12]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_40
// %bb.39:
	ldr	x8, [x27, #96]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_40:
	str	x8, [sp, #112]
	ldrb	w8, [x21, #13]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_42
// %bb.41:
	ldr	x8, [x27, #104]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_42:
	str	x8, [sp, #120]
	ldrb	w8, [x21, #14]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB119_44
// %bb.43:
	ldr	x8, [x27, #112]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #1
.LBB119_44:
	str	x8, [sp, #128]
	ldrb	w8, [x21, #15]
	cmp	w8, #1
	b.ne	.LBB119_46
// %bb.45:
	ldr	x8, [x27, #120]
	ldrsw	x9, [x28]
	mul	x8, x8, x9
	add	x24, x22, x8, lsl #1
.LBB119_46:
	str	x24, [sp, #136]
.Ltmp179:                               // EH_LABEL
	add	x1, sp, #16
	mov	x0, x23
	mov	w2, w20
	bl	_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i
.Ltmp180:                               // EH_LABEL
// %bb.47:
	ldr	x8, [sp]                        // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x25, x26, [x19, #24]
	stp	x23, x20, [x8]
	.cfi_def_cfa wsp, 240
	ldp	x20, x19, [sp, #224]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #208]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #192]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #176]            // 16-byte Folded Reload
	ldp	x28, x27, [sp, #160]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #144]            // 16-byte Folded Reload
	add	sp, sp, #240
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB119_48:
	.cfi_restore_state
.Ltmp181:                               // EH_LABEL
	stp	x25, x26, [x19, #24]
	bl	_Unwind_Resume
.LBB119_49:
.Ltmp184:                               // EH_LABEL
	stp	x25, x26, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end119:
	.size	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_, .Lfunc_end119-_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table119:
.Lexception24:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end24-.Lcst_begin24
.Lcst_begin24:
	.uleb128 .Lfunc_begin24-.Lfunc_begin24  // >> Call Site 1 <<
	.uleb128 .Ltmp182-.Lfunc_begin24        //   Call between .Lfunc_begin24 and .Ltmp182
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp182-.Lfunc_begin24        // >> Call Site 2 <<
	.uleb128 .Ltmp183-.Ltmp182              //   Call between .Ltmp182 and .Ltmp183
	.uleb128 .Ltmp184-.Lfunc_begin24        //     jumps to .Ltmp184
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp183-.Lfunc_begin24        // >> Call Site 3 <<
	.uleb128 .Ltmp179-.Ltmp183              //   Call between .Ltmp183 and .Ltmp179
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp179-.Lfunc_begin24        // >> Call Site 4 <<
	.uleb128 .Ltmp180-.Ltmp179              //   Call between .Ltmp179 and .Ltmp180
	.uleb128 .Ltmp181-.Lfunc_begin24        //     jumps to .Ltmp181
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp180-.Lfunc_begin24        // >> Call Site 5 <<
	.uleb128 .Lfunc_end119-.Ltmp180         //   Call between .Ltmp180 and .Lfunc_end119
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end24:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,@function
_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_: // @_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
.Lfunc_begin25:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception25
// %bb.0:
	sub	sp, sp, #240
	.cfi_def_cfa_offset 240
	stp	x29, x30, [sp, #144]            // 16-byte Folded Spill
	stp	x28, x27, [sp, #160]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #176]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #192]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #208]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #224]            // 16-byte Folded Spill
	add	x29, sp, #144
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	ldp	x28, x21, [x0]
	mov	x22, x1
	ldp	x19, x20, [x0, #24]
	ldrsw	x24, [x21]
	mov	w8, w24
	lsl	x23, x24, #6
	stp	x0, x8, [sp]                    // 16-byte Folded Spill
	b	.LBB120_2
	.p2align	5, , 16
.LBB120_1:                              //   in Loop: Header=BB120_2 Depth=1
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.LBB120_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x19]
	sub	x10, x8, x9
	ldr	x26, [x19, #24]
	cmp	x26, x10, asr #4
	b.eq	.LBB120_1
// %bb.3:                               //   in Loop: Header=BB120_2 Depth=1
	ldr	x10, [x19, #32]
	add	x11, x9, x26, lsl #4
	ldr	x12, [x11, #8]
	add	x27, x10, x23
	cmp	x27, x12
	b.ls	.LBB120_5
// %bb.4:                               //   in Loop: Header=BB120_2 Depth=1
	add	x8, x26, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB120_2
.LBB120_5:
	ldr	x11, [x11]
	lsl	x25, x24, #3
	add	x23, x11, x10
	add	x10, x25, #63
	str	x27, [x19, #32]
	and	x24, x10, #0xffffffffffffffc0
	mov	x10, x26
.LBB120_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB120_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB120_7:                              //   Parent Loop BB120_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB120_10
// %bb.8:                               //   in Loop: Header=BB120_7 Depth=2
	ldr	x12, [x19, #32]
	ldr	x13, [x8]
	add	x11, x12, x24
	cmp	x11, x13
	b.ls	.LBB120_12
// %bb.9:                               //   in Loop: Header=BB120_7 Depth=2
	stp	x9, xzr, [x19, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB120_7
	.p2align	5, , 16
.LBB120_10:                             //   in Loop: Header=BB120_6 Depth=1
.Ltmp188:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x24
	bl	_ZN8patternc7Scratch3addEm
.Ltmp189:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB120_6 Depth=1
	ldr	x10, [x19, #24]
	ldp	x9, x8, [x19]
	b	.LBB120_6
.LBB120_12:
	ldur	x8, [x8, #-8]
	str	x11, [x19, #32]
	add	x24, x8, x12
	ldr	x8, [sp, #8]                    // 8-byte Reload
	cmp	w8, #1
	b.lt	.LBB120_14
// %bb.13:
	mov	x0, x24
	mov	w1, wzr
	mov	x2, x25
	bl	memset
.LBB120_14:
	ldrb	w9, [x20]
	mov	x8, x24
	tbz	w9, #0, .LBB120_16
// %bb.15:
	ldr	x8, [x28]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_16:
	str	x8, [sp, #16]
	ldrb	w8, [x20, #1]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_18
// %bb.17:
	ldr	x8, [x28, #8]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_18:
	str	x8, [sp, #24]
	ldrb	w8, [x20, #2]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_20
// %bb.19:
	ldr	x8, [x28, #16]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_20:
	str	x8, [sp, #32]
	ldrb	w8, [x20, #3]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_22
// %bb.21:
	ldr	x8, [x28, #24]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_22:
	str	x8, [sp, #40]
	ldrb	w8, [x20, #4]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_24
// %bb.23:
	ldr	x8, [x28, #32]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_24:
	str	x8, [sp, #48]
	ldrb	w8, [x20, #5]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_26
// %bb.25:
	ldr	x8, [x28, #40]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_26:
	str	x8, [sp, #56]
	ldrb	w8, [x20, #6]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_28
// %bb.27:
	ldr	x8, [x28, #48]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_28:
	str	x8, [sp, #64]
	ldrb	w8, [x20, #7]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_30
// %bb.29:
	ldr	x8, [x28, #56]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_30:
	str	x8, [sp, #72]
	ldrb	w8, [x20, #8]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_32
// %bb.31:
	ldr	x8, [x28, #64]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_32:
	str	x8, [sp, #80]
	ldrb	w8, [x20, #9]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_34
// %bb.33:
	ldr	x8, [x28, #72]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_34:
	str	x8, [sp, #88]
	ldrb	w8, [x20, #10]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_36
// %bb.35:
	ldr	x8, [x28, #80]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_36:
	str	x8, [sp, #96]
	ldrb	w8, [x20, #11]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_38
// %bb.37:
	ldr	x8, [x28, #88]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_38:
	str	x8, [sp, #104]
	ldrb	w8, [x20, #12]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_40
// %bb.39:
	ldr	x8, [x28, #96]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_40:
	str	x8, [sp, #112]
	ldrb	w8, [x20, #13]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_42
// %bb.41:
	ldr	x8, [x28, #104]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_42:
	str	x8, [sp, #120]
	ldrb	w8, [x20, #14]
	cmp	w8, #1
	mov	x8, x24
	b.ne	.LBB120_44
// %bb.43:
	ldr	x8, [x28, #112]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x8, x22, x8, lsl #3
.LBB120_44:
	str	x8, [sp, #128]
	ldrb	w8, [x20, #15]
	cmp	w8, #1
	b.ne	.LBB120_46
// %bb.45:
	ldr	x8, [x28, #120]
	ldrsw	x9, [x21]
	mul	x8, x8, x9
	add	x24, x22, x8, lsl #3
.LBB120_46:
	str	x24, [sp, #136]
.Ltmp185:                               // EH_LABEL
	ldr	x20, [sp, #8]                   // 8-byte Reload
	add	x1, sp, #16
	mov	x0, x23
	mov	w2, w20
	bl	_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i
.Ltmp186:                               // EH_LABEL
// %bb.47:
	ldr	x8, [sp]                        // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x26, x27, [x19, #24]
	stp	x23, x20, [x8]
	.cfi_def_cfa wsp, 240
	ldp	x20, x19, [sp, #224]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #208]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #192]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #176]            // 16-byte Folded Reload
	ldp	x28, x27, [sp, #160]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #144]            // 16-byte Folded Reload
	add	sp, sp, #240
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB120_48:
	.cfi_restore_state
.Ltmp187:                               // EH_LABEL
	stp	x26, x27, [x19, #24]
	bl	_Unwind_Resume
.LBB120_49:
.Ltmp190:                               // EH_LABEL
	stp	x26, x27, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end120:
	.size	_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_, .Lfunc_end120-_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table120:
.Lexception25:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end25-.Lcst_begin25
.Lcst_begin25:
	.uleb128 .Lfunc_begin25-.Lfunc_begin25  // >> Call Site 1 <<
	.uleb128 .Ltmp188-.Lfunc_begin25        //   Call between .Lfunc_begin25 and .Ltmp188
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp188-.Lfunc_begin25        // >> Call Site 2 <<
	.uleb128 .Ltmp189-.Ltmp188              //   Call between .Ltmp188 and .Ltmp189
	.uleb128 .Ltmp190-.Lfunc_begin25        //     jumps to .Ltmp190
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp189-.Lfunc_begin25        // >> Call Site 3 <<
	.uleb128 .Ltmp185-.Ltmp189              //   Call between .Ltmp189 and .Ltmp185
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp185-.Lfunc_begin25        // >> Call Site 4 <<
	.uleb128 .Ltmp186-.Ltmp185              //   Call between .Ltmp185 and .Ltmp186
	.uleb128 .Ltmp187-.Lfunc_begin25        //     jumps to .Ltmp187
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp186-.Lfunc_begin25        // >> Call Site 5 <<
	.uleb128 .Lfunc_end120-.Ltmp186         //   Call between .Ltmp186 and .Lfunc_end120
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end25:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i,"axG",@progbits,_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i,comdat
	.weak	_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i // -- Begin function _ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i
	.p2align	4
	.type	_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i,@function
_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i: // @_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i
	.cfi_startproc
// %bb.0:
	mov	w11, #864026624                 // =0x33800000
	movi	v0.4s, #128, lsl #24
	movi	v2.4s, #124, lsl #8
	dup	v1.4s, w11
	movi	v3.4s, #112, lsl #24
	movi	v4.4s, #56, lsl #24
	movi	v5.4s, #4, lsl #8
	mov	x9, xzr
	sub	w8, w2, #1
	sub	w10, w2, #4
	b	.LBB121_2
	.p2align	5, , 16
.LBB121_1:                              //   in Loop: Header=BB121_2 Depth=1
	cmp	x9, #12
	add	x9, x9, #4
	b.hs	.LBB121_9
.LBB121_2:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB121_4 Depth 2
	cmp	w2, #4
	b.lt	.LBB121_5
// %bb.3:                               //   in Loop: Header=BB121_2 Depth=1
	mov	w11, wzr
	add	x12, x0, x9, lsl #2
	add	x13, x1, x9, lsl #3
	.p2align	5, , 16
.LBB121_4:                              //   Parent Loop BB121_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x14, [x1, x9, lsl #3]
	cmp	w10, w11
	csel	w15, w10, w11, lt
	add	w11, w11, #4
	sbfiz	x16, x15, #1, #32
	cmp	w11, w2
	ldr	d6, [x14, x16]
	ldp	x14, x17, [x13, #8]
	ldr	d7, [x14, x16]
	ldr	x14, [x13, #24]
	ldr	d16, [x17, x16]
	fcvtl	v6.4s, v6.4h
	ldr	d17, [x14, x16]
	sxtw	x14, w15
	fcvtl	v7.4s, v7.4h
	add	x14, x12, x14, lsl #6
	fcvtl	v16.4s, v16.4h
	add	x15, x14, #128
	fcvtl	v17.4s, v17.4h
	zip1	v18.4s, v6.4s, v16.4s
	zip2	v20.4s, v6.4s, v16.4s
	zip1	v19.4s, v7.4s, v17.4s
	zip2	v21.4s, v7.4s, v17.4s
	zip2	v6.4s, v18.4s, v19.4s
	zip2	v7.4s, v20.4s, v21.4s
	st2	{ v18.2s, v19.2s }, [x14]
	st2	{ v20.2s, v21.2s }, [x15]
	str	q6, [x14, #64]
	str	q7, [x14, #192]
	b.lt	.LBB121_4
	b	.LBB121_1
	.p2align	5, , 16
.LBB121_5:                              //   in Loop: Header=BB121_2 Depth=1
	cmp	w8, #2
	b.hi	.LBB121_1
// %bb.6:                               //   in Loop: Header=BB121_2 Depth=1
	add	x13, x1, x9, lsl #3
	cmp	w2, #1
	ldp	x11, x12, [x13]
	ldrsh	w16, [x11]
	ldrsh	w17, [x12]
	ldp	x15, x14, [x13, #16]
	ldrsh	w13, [x15]
	ldrsh	w18, [x14]
	fmov	s6, w16
	fmov	s7, w16
	mov	v6.h[1], w17
	mov	v7.s[1], w17
	mov	v6.h[2], w13
	mov	v7.s[2], w13
	add	x13, x0, x9, lsl #2
	mov	v6.h[3], w18
	bic	v6.4h, #128, lsl #8
	mov	v7.s[3], w18
	and	v7.16b, v7.16b, v0.16b
	ushll	v16.4s, v6.4h, #0
	ushll	v6.4s, v6.4h, #13
	cmhi	v18.4s, v2.4s, v16.4s
	ucvtf	v17.4s, v16.4s
	cmhi	v16.4s, v5.4s, v16.4s
	bsl	v18.16b, v4.16b, v3.16b
	fmul	v17.4s, v17.4s, v1.4s
	add	v6.4s, v6.4s, v18.4s
	bit	v6.16b, v17.16b, v16.16b
	orr	v6.16b, v6.16b, v7.16b
	str	q6, [x13]
	b.eq	.LBB121_1
// %bb.7:                               //   in Loop: Header=BB121_2 Depth=1
	ldrsh	w16, [x11, #2]
	ldrsh	w17, [x12, #2]
	cmp	w2, #2
	ldrsh	w18, [x15, #2]
	ldrsh	w3, [x14, #2]
	fmov	s6, w16
	fmov	s7, w16
	mov	v6.h[1], w17
	mov	v7.s[1], w17
	mov	v6.h[2], w18
	mov	v7.s[2], w18
	mov	v6.h[3], w3
	bic	v6.4h, #128, lsl #8
	mov	v7.s[3], w3
	and	v7.16b, v7.16b, v0.16b
	ushll	v16.4s, v6.4h, #0
	ushll	v6.4s, v6.4h, #13
	cmhi	v18.4s, v2.4s, v16.4s
	ucvtf	v17.4s, v16.4s
	cmhi	v16.4s, v5.4s, v16.4s
	bsl	v18.16b, v4.16b, v3.16b
	fmul	v17.4s, v17.4s, v1.4s
	add	v6.4s, v6.4s, v18.4s
	bit	v6.16b, v17.16b, v16.16b
	orr	v6.16b, v6.16b, v7.16b
	str	q6, [x13, #64]
	b.eq	.LBB121_1
// %bb.8:                               //   in Loop: Header=BB121_2 Depth=1
	ldrsh	w11, [x11, #4]
	ldrsh	w12, [x12, #4]
	fmov	s7, w11
	ldrsh	w15, [x15, #4]
	ldrsh	w14, [x14, #4]
	fmov	s6, w11
	mov	v7.h[1], w12
	mov	v6.s[1], w12
	mov	v7.h[2], w15
	mov	v6.s[2], w15
	mov	v7.h[3], w14
	bic	v7.4h, #128, lsl #8
	mov	v6.s[3], w14
	and	v6.16b, v6.16b, v0.16b
	ushll	v16.4s, v7.4h, #0
	ushll	v7.4s, v7.4h, #13
	cmhi	v18.4s, v2.4s, v16.4s
	ucvtf	v17.4s, v16.4s
	cmhi	v16.4s, v5.4s, v16.4s
	bsl	v18.16b, v4.16b, v3.16b
	fmul	v17.4s, v17.4s, v1.4s
	add	v7.4s, v7.4s, v18.4s
	bit	v7.16b, v17.16b, v16.16b
	orr	v6.16b, v7.16b, v6.16b
	str	q6, [x13, #128]
	b	.LBB121_1
.LBB121_9:
	ret
.Lfunc_end121:
	.size	_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i, .Lfunc_end121-_ZN8patternc14transpose_rowsILi16ENS_7Float16EEEvPfPKPKT0_i
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i,"axG",@progbits,_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i,comdat
	.weak	_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i // -- Begin function _ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i
	.p2align	4
	.type	_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i,@function
_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i: // @_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i
	.cfi_startproc
// %bb.0:
	mov	x9, xzr
	sub	w8, w2, #1
	sub	w10, w2, #4
	b	.LBB122_2
	.p2align	5, , 16
.LBB122_1:                              //   in Loop: Header=BB122_2 Depth=1
	cmp	x9, #12
	add	x9, x9, #4
	b.hs	.LBB122_9
.LBB122_2:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB122_4 Depth 2
	cmp	w2, #4
	b.lt	.LBB122_5
// %bb.3:                               //   in Loop: Header=BB122_2 Depth=1
	mov	w11, wzr
	add	x12, x0, x9, lsl #2
	add	x13, x1, x9, lsl #3
	.p2align	5, , 16
.LBB122_4:                              //   Parent Loop BB122_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x14, [x1, x9, lsl #3]
	cmp	w10, w11
	csel	w15, w10, w11, lt
	add	w11, w11, #4
	sbfiz	x16, x15, #3, #32
	cmp	w11, w2
	add	x14, x14, x16
	ldp	q0, q1, [x14]
	ldp	x14, x17, [x13, #8]
	add	x14, x14, x16
	ldp	q2, q3, [x14]
	add	x14, x17, x16
	fcvtn	v0.2s, v0.2d
	fcvtn	v2.2s, v2.2d
	ldp	q4, q5, [x14]
	ldr	x14, [x13, #24]
	add	x14, x14, x16
	zip2	v16.2d, v1.2d, v5.2d
	ldp	q6, q7, [x14]
	zip1	v1.2d, v1.2d, v5.2d
	fcvtn	v17.2s, v1.2d
	fcvtn2	v1.4s, v16.2d
	sxtw	x14, w15
	add	x14, x12, x14, lsl #6
	fcvtn	v4.2s, v4.2d
	add	x15, x14, #128
	zip1	v5.2d, v3.2d, v7.2d
	zip2	v3.2d, v3.2d, v7.2d
	zip1	v19.2s, v0.2s, v4.2s
	zip2	v0.2s, v0.2s, v4.2s
	fcvtn2	v3.4s, v3.2d
	fcvtn	v18.2s, v5.2d
	fcvtn	v6.2s, v6.2d
	mov	v0.d[1], v0.d[0]
	zip2	v1.4s, v1.4s, v3.4s
	st2	{ v17.2s, v18.2s }, [x15]
	zip1	v20.2s, v2.2s, v6.2s
	zip2	v2.2s, v2.2s, v6.2s
	mov	v2.d[1], v2.d[0]
	st2	{ v19.2s, v20.2s }, [x14]
	zip2	v0.4s, v0.4s, v2.4s
	str	q1, [x14, #192]
	str	q0, [x14, #64]
	b.lt	.LBB122_4
	b	.LBB122_1
	.p2align	5, , 16
.LBB122_5:                              //   in Loop: Header=BB122_2 Depth=1
	cmp	w8, #2
	b.hi	.LBB122_1
// %bb.6:                               //   in Loop: Header=BB122_2 Depth=1
	add	x13, x1, x9, lsl #3
	cmp	w2, #1
	ldp	x11, x12, [x13]
	ldp	x14, x15, [x13, #16]
	add	x13, x0, x9, lsl #2
	ldr	d0, [x11]
	ldr	d1, [x14]
	ld1	{ v0.d }[1], [x12]
	fcvtn	v0.2s, v0.2d
	ld1	{ v1.d }[1], [x15]
	fcvtn2	v0.4s, v1.2d
	str	q0, [x13]
	b.eq	.LBB122_1
// %bb.7:                               //   in Loop: Header=BB122_2 Depth=1
	ldr	d0, [x11, #8]
	add	x16, x12, #8
	ldr	d1, [x14, #8]
	cmp	w2, #2
	ld1	{ v0.d }[1], [x16]
	add	x16, x15, #8
	ld1	{ v1.d }[1], [x16]
	fcvtn	v0.2s, v0.2d
	fcvtn2	v0.4s, v1.2d
	str	q0, [x13, #64]
	b.eq	.LBB122_1
// %bb.8:                               //   in Loop: Header=BB122_2 Depth=1
	ldr	d1, [x11, #16]
	add	x11, x12, #16
	ldr	d0, [x14, #16]
	add	x14, x15, #16
	ld1	{ v1.d }[1], [x11]
	fcvtn	v1.2s, v1.2d
	ld1	{ v0.d }[1], [x14]
	fcvtn2	v1.4s, v0.2d
	str	q1, [x13, #128]
	b	.LBB122_1
.LBB122_9:
	ret
.Lfunc_end122:
	.size	_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i, .Lfunc_end122-_ZN8patternc14transpose_rowsILi16EdEEvPfPKPKT0_i
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          // -- Begin function _ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_
.LCPI123_0:
	.xword	0x3ff71547652b82fe              // double 1.4426950408889634
	.section	.text._ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_,"axG",@progbits,_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_,comdat
	.weak	_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_
	.p2align	4
	.type	_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_,@function
_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_: // @_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_
	.cfi_startproc
// %bb.0:
	ldp	x8, x9, [x0]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	ldrb	w10, [x9, #64]
	cmp	w10, #1
	adrp	x10, .LCPI123_0
	b.ne	.LBB123_2
// %bb.1:
	ldr	x11, [x9, #128]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_2:
	ldrb	w11, [x9, #65]
	str	s1, [x8]
	cmp	w11, #1
	b.ne	.LBB123_4
// %bb.3:
	ldr	x11, [x9, #136]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_4:
	ldrb	w11, [x9, #66]
	str	s0, [x8, #4]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_6
// %bb.5:
	ldr	x11, [x9, #144]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_6:
	ldrb	w11, [x9, #67]
	str	s1, [x8, #8]
	cmp	w11, #1
	b.ne	.LBB123_8
// %bb.7:
	ldr	x11, [x9, #152]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_8:
	ldrb	w11, [x9, #68]
	str	s0, [x8, #12]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_10
// %bb.9:
	ldr	x11, [x9, #160]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_10:
	ldrb	w11, [x9, #69]
	str	s1, [x8, #16]
	cmp	w11, #1
	b.ne	.LBB123_12
// %bb.11:
	ldr	x11, [x9, #168]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_12:
	ldrb	w11, [x9, #70]
	str	s0, [x8, #20]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_14
// %bb.13:
	ldr	x11, [x9, #176]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_14:
	ldrb	w11, [x9, #71]
	str	s1, [x8, #24]
	cmp	w11, #1
	b.ne	.LBB123_16
// %bb.15:
	ldr	x11, [x9, #184]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_16:
	ldrb	w11, [x9, #72]
	str	s0, [x8, #28]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_18
// %bb.17:
	ldr	x11, [x9, #192]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_18:
	ldrb	w11, [x9, #73]
	str	s1, [x8, #32]
	cmp	w11, #1
	b.ne	.LBB123_20
// %bb.19:
	ldr	x11, [x9, #200]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_20:
	ldrb	w11, [x9, #74]
	str	s0, [x8, #36]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_22
// %bb.21:
	ldr	x11, [x9, #208]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_22:
	ldrb	w11, [x9, #75]
	str	s1, [x8, #40]
	cmp	w11, #1
	b.ne	.LBB123_24
// %bb.23:
	ldr	x11, [x9, #216]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_24:
	ldrb	w11, [x9, #76]
	str	s0, [x8, #44]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_26
// %bb.25:
	ldr	x11, [x9, #224]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_26:
	ldrb	w11, [x9, #77]
	str	s1, [x8, #48]
	cmp	w11, #1
	b.ne	.LBB123_28
// %bb.27:
	ldr	x11, [x9, #232]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x11, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_28:
	ldrb	w11, [x9, #78]
	str	s0, [x8, #52]
	movi	d0, #0000000000000000
	movi	d1, #0000000000000000
	cmp	w11, #1
	b.ne	.LBB123_30
// %bb.29:
	ldr	x11, [x9, #240]
	ldr	d2, [x10, :lo12:.LCPI123_0]
	ldr	d1, [x1, x11, lsl #3]
	fmul	d1, d1, d2
	fcvt	s1, d1
.LBB123_30:
	ldrb	w11, [x9, #79]
	str	s1, [x8, #56]
	cmp	w11, #1
	b.ne	.LBB123_32
// %bb.31:
	ldr	x9, [x9, #248]
	ldr	d1, [x10, :lo12:.LCPI123_0]
	ldr	d0, [x1, x9, lsl #3]
	fmul	d0, d0, d1
	fcvt	s0, d0
.LBB123_32:
	str	s0, [x8, #60]
	ret
.Lfunc_end123:
	.size	_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_, .Lfunc_end123-_ZZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEENKUlPKT_E_clIdEEDaS9_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi,"axG",@progbits,_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi,comdat
	.weak	_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi // -- Begin function _ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	.p2align	4
	.type	_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi,@function
_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi: // @_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x29, x30, [sp, #64]             // 16-byte Folded Spill
	add	x29, sp, #64
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sub	x8, x29, #20
	cmp	x2, #1
	stp	x3, x8, [sp]
	sub	x8, x29, #16
	stur	w5, [x29, #-20]
	stur	xzr, [x29, #-16]
	stur	w5, [x29, #-8]
	stp	x8, x0, [sp, #16]
	str	x4, [sp, #32]
	b.gt	.LBB124_4
// %bb.1:
	cbz	x2, .LBB124_7
// %bb.2:
	cmp	x2, #1
	b.ne	.LBB124_9
// %bb.3:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
	b	.LBB124_9
.LBB124_4:
	cmp	x2, #2
	b.eq	.LBB124_8
// %bb.5:
	cmp	x2, #3
	b.ne	.LBB124_9
// %bb.6:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
	b	.LBB124_9
.LBB124_7:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
	b	.LBB124_9
.LBB124_8:
	mov	x0, sp
	bl	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
.LBB124_9:
	ldp	x0, x1, [x29, #-16]
	.cfi_def_cfa wsp, 80
	ldp	x29, x30, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end124:
	.size	_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi, .Lfunc_end124-_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,"axG",@progbits,_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,comdat
	.weak	_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd // -- Begin function _ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.p2align	4
	.type	_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd,@function
_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd: // @_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_startproc
// %bb.0:
	cmp	x1, #1
	b.gt	.LBB125_10
// %bb.1:
	cbz	x1, .LBB125_8
// %bb.2:
	cmp	x1, #1
	b.ne	.LBB125_20
// %bb.3:
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #32767                     // =0x7fff
	b	.LBB125_5
	.p2align	5, , 16
.LBB125_4:                              //   in Loop: Header=BB125_5 Depth=1
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB125_20
.LBB125_5:                              // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x3, x8]
	cmp	w11, #1
	b.ne	.LBB125_4
// %bb.6:                               //   in Loop: Header=BB125_5 Depth=1
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	fcvt	s1, d1
	fmov	w11, s1
	and	w13, w11, #0x7fffffff
	lsr	w12, w11, #16
	cmp	w13, w9
	ubfx	w13, w11, #16, #1
	add	w11, w11, w10
	orr	w12, w12, #0x40
	add	w11, w11, w13
	lsr	w11, w11, #16
	csel	w11, w11, w12, ls
	ldr	x12, [x2, x8, lsl #3]
	strh	w11, [x0, x12, lsl #1]
	b	.LBB125_4
	.p2align	5, , 16
.LBB125_7:                              //   in Loop: Header=BB125_8 Depth=1
	add	x1, x1, #1
	cmp	x1, #64
	b.eq	.LBB125_20
.LBB125_8:                              // =>This Inner Loop Header: Depth=1
	ldrb	w8, [x3, x1]
	cmp	w8, #1
	b.ne	.LBB125_7
// %bb.9:                               //   in Loop: Header=BB125_8 Depth=1
	ldr	s1, [x4, x1, lsl #2]
	ldr	x8, [x2, x1, lsl #3]
	fcvt	d1, s1
	fmul	d1, d0, d1
	fcvt	s1, d1
	str	s1, [x0, x8, lsl #2]
	b	.LBB125_7
.LBB125_10:
	cmp	x1, #2
	b.eq	.LBB125_16
// %bb.11:
	cmp	x1, #3
	b.ne	.LBB125_20
// %bb.12:
	mov	x8, xzr
	b	.LBB125_14
	.p2align	5, , 16
.LBB125_13:                             //   in Loop: Header=BB125_14 Depth=1
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB125_20
.LBB125_14:                             // =>This Inner Loop Header: Depth=1
	ldrb	w9, [x3, x8]
	cmp	w9, #1
	b.ne	.LBB125_13
// %bb.15:                              //   in Loop: Header=BB125_14 Depth=1
	ldr	s1, [x4, x8, lsl #2]
	ldr	x9, [x2, x8, lsl #3]
	fcvt	d1, s1
	fmul	d1, d0, d1
	str	d1, [x0, x9, lsl #3]
	b	.LBB125_13
.LBB125_16:
	mov	w12, #4095                      // =0xfff
	mov	w13, #61440                     // =0xf000
	fmov	s1, #0.50000000
	mov	x8, xzr
	mov	w9, #2139095040                 // =0x7f800000
	mov	w10, #31744                     // =0x7c00
	mov	w11, #32256                     // =0x7e00
	movk	w12, #51200, lsl #16
	movk	w13, #18303, lsl #16
	mov	w14, #-1056964608               // =0xc1000000
	b	.LBB125_18
	.p2align	5, , 16
.LBB125_17:                             //   in Loop: Header=BB125_18 Depth=1
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB125_20
.LBB125_18:                             // =>This Inner Loop Header: Depth=1
	ldrb	w15, [x3, x8]
	cmp	w15, #1
	b.ne	.LBB125_17
// %bb.19:                              //   in Loop: Header=BB125_18 Depth=1
	ldr	s2, [x4, x8, lsl #2]
	fcvt	d2, s2
	fmul	d2, d0, d2
	fcvt	s2, d2
	fabs	s3, s2
	fmov	w15, s2
	fmov	w16, s3
	ubfx	w1, w15, #13, #1
	fadd	s2, s3, s1
	lsr	w15, w15, #31
	add	w1, w1, w12
	cmp	w16, w9
	add	w1, w16, w1
	lsr	w17, w16, #23
	csel	w18, w11, w10, hi
	lsr	w1, w1, #13
	cmp	w16, w13
	csel	w16, w1, w18, lo
	fmov	w18, s2
	cmp	w17, #112
	add	w18, w18, w14
	csel	w16, w16, w18, hi
	orr	w15, w16, w15, lsl #15
	ldr	x16, [x2, x8, lsl #3]
	strh	w15, [x0, x16, lsl #1]
	b	.LBB125_17
.LBB125_20:
	ret
.Lfunc_end125:
	.size	_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd, .Lfunc_end125-_ZN8patternc13store_numbersILi64ElfEEvNS_6TensorERKNS_6VectorIT0_XT_EEERKNS2_IbXT_EEERKNS2_IT1_XT_EEEd
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,@function
_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_: // @_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
.Lfunc_begin26:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception26
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	sub	sp, sp, #544
	ldp	x28, x19, [x0]
	mov	x21, x1
	ldp	x20, x24, [x0, #24]
	ldrsw	x8, [x19]
	mov	w23, w8
	lsl	x22, x8, #8
	stp	x0, x8, [sp, #8]                // 16-byte Folded Spill
	b	.LBB126_2
	.p2align	5, , 16
.LBB126_1:                              //   in Loop: Header=BB126_2 Depth=1
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.LBB126_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x20]
	sub	x10, x8, x9
	ldr	x25, [x20, #24]
	cmp	x25, x10, asr #4
	b.eq	.LBB126_1
// %bb.3:                               //   in Loop: Header=BB126_2 Depth=1
	ldr	x10, [x20, #32]
	add	x11, x9, x25, lsl #4
	ldr	x12, [x11, #8]
	add	x26, x10, x22
	cmp	x26, x12
	b.ls	.LBB126_5
// %bb.4:                               //   in Loop: Header=BB126_2 Depth=1
	add	x8, x25, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB126_2
.LBB126_5:
	ldr	x12, [sp, #16]                  // 8-byte Reload
	ldr	x11, [x11]
	lsl	x12, x12, #2
	add	x27, x11, x10
	str	x26, [x20, #32]
	add	x10, x12, #63
	and	x22, x10, #0xffffffffffffffc0
	mov	x10, x25
.LBB126_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB126_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB126_7:                              //   Parent Loop BB126_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB126_10
// %bb.8:                               //   in Loop: Header=BB126_7 Depth=2
	ldr	x12, [x20, #32]
	ldr	x13, [x8]
	add	x11, x12, x22
	cmp	x11, x13
	b.ls	.LBB126_12
// %bb.9:                               //   in Loop: Header=BB126_7 Depth=2
	stp	x9, xzr, [x20, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB126_7
	.p2align	5, , 16
.LBB126_10:                             //   in Loop: Header=BB126_6 Depth=1
.Ltmp191:                               // EH_LABEL
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.Ltmp192:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB126_6 Depth=1
	ldr	x10, [x20, #24]
	ldp	x9, x8, [x20]
	b	.LBB126_6
.LBB126_12:
	ldur	x8, [x8, #-8]
	cmp	w23, #1
	add	x22, x8, x12
	str	x11, [x20, #32]
	b.lt	.LBB126_14
// %bb.13:
	lsl	x2, x23, #2
	mov	x0, x22
	mov	w1, wzr
	bl	memset
.LBB126_14:
	mov	x8, xzr
	add	x9, sp, #24
	b	.LBB126_16
	.p2align	5, , 16
.LBB126_15:                             //   in Loop: Header=BB126_16 Depth=1
	str	x10, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB126_18
.LBB126_16:                             // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x24, x8]
	cmp	w10, #1
	mov	x10, x22
	b.ne	.LBB126_15
// %bb.17:                              //   in Loop: Header=BB126_16 Depth=1
	ldr	x10, [x28, x8, lsl #3]
	ldrsw	x11, [x19]
	mul	x10, x10, x11
	add	x10, x21, x10, lsl #2
	b	.LBB126_15
.LBB126_18:
	ldr	x1, [sp, #16]                   // 8-byte Reload
	mov	x8, xzr
	sub	w10, w23, #4
	add	x11, sp, #24
	sub	w9, w1, #1
	b	.LBB126_20
	.p2align	5, , 16
.LBB126_19:                             //   in Loop: Header=BB126_20 Depth=1
	cmp	x8, #60
	add	x8, x8, #4
	b.hs	.LBB126_27
.LBB126_20:                             // =>This Loop Header: Depth=1
                                        //     Child Loop BB126_22 Depth 2
	cmp	w23, #4
	b.lt	.LBB126_23
// %bb.21:                              //   in Loop: Header=BB126_20 Depth=1
	add	x17, x11, x8, lsl #3
	mov	w12, wzr
	add	x13, x27, x8, lsl #2
	ldp	x14, x15, [x17]
	ldp	x16, x17, [x17, #16]
	.p2align	5, , 16
.LBB126_22:                             //   Parent Loop BB126_20 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w12
	csel	w18, w10, w12, lt
	add	w12, w12, #4
	sbfiz	x0, x18, #2, #32
	sxtw	x18, w18
	cmp	w12, w23
	ldr	q0, [x14, x0]
	add	x18, x13, x18, lsl #8
	ldr	q1, [x15, x0]
	ldr	q2, [x16, x0]
	zip1	v4.4s, v0.4s, v2.4s
	ldr	q3, [x17, x0]
	zip2	v6.4s, v0.4s, v2.4s
	zip1	v5.4s, v1.4s, v3.4s
	zip2	v7.4s, v1.4s, v3.4s
	add	x0, x18, #512
	zip2	v0.4s, v4.4s, v5.4s
	zip2	v1.4s, v6.4s, v7.4s
	st2	{ v4.2s, v5.2s }, [x18]
	st2	{ v6.2s, v7.2s }, [x0]
	str	q0, [x18, #256]
	str	q1, [x18, #768]
	b.lt	.LBB126_22
	b	.LBB126_19
	.p2align	5, , 16
.LBB126_23:                             //   in Loop: Header=BB126_20 Depth=1
	cmp	w9, #2
	b.hi	.LBB126_19
// %bb.24:                              //   in Loop: Header=BB126_20 Depth=1
	ldr	x12, [x11, x8, lsl #3]
	orr	x15, x8, #0x1
	add	x13, x27, x8, lsl #2
	ldr	x14, [x11, x15, lsl #3]
	orr	x17, x8, #0x2
	ldr	x16, [x11, x17, lsl #3]
	add	x15, x27, x15, lsl #2
	orr	x0, x8, #0x3
	ldr	x18, [x11, x0, lsl #3]
	add	x17, x27, x17, lsl #2
	add	x0, x27, x0, lsl #2
	cmp	w23, #1
	ldr	s0, [x12]
	str	s0, [x13]
	ldr	s0, [x14]
	str	s0, [x15]
	ldr	s0, [x16]
	str	s0, [x17]
	ldr	s0, [x18]
	str	s0, [x0]
	b.eq	.LBB126_19
// %bb.25:                              //   in Loop: Header=BB126_20 Depth=1
	ldr	s0, [x12, #4]
	cmp	w1, #2
	str	s0, [x13, #256]
	ldr	s0, [x14, #4]
	str	s0, [x15, #256]
	ldr	s0, [x16, #4]
	str	s0, [x17, #256]
	ldr	s0, [x18, #4]
	str	s0, [x0, #256]
	b.eq	.LBB126_19
// %bb.26:                              //   in Loop: Header=BB126_20 Depth=1
	ldr	s0, [x12, #8]
	str	s0, [x13, #512]
	ldr	s0, [x14, #8]
	str	s0, [x15, #512]
	ldr	s0, [x16, #8]
	str	s0, [x17, #512]
	ldr	s0, [x18, #8]
	str	s0, [x0, #512]
	b	.LBB126_19
.LBB126_27:
	ldr	x8, [sp, #8]                    // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x25, x26, [x20, #24]
	stp	x27, x23, [x8]
	add	sp, sp, #544
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB126_28:
	.cfi_restore_state
.Ltmp193:                               // EH_LABEL
	stp	x25, x26, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end126:
	.size	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_, .Lfunc_end126-_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIfEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table126:
.Lexception26:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end26-.Lcst_begin26
.Lcst_begin26:
	.uleb128 .Lfunc_begin26-.Lfunc_begin26  // >> Call Site 1 <<
	.uleb128 .Ltmp191-.Lfunc_begin26        //   Call between .Lfunc_begin26 and .Ltmp191
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp191-.Lfunc_begin26        // >> Call Site 2 <<
	.uleb128 .Ltmp192-.Ltmp191              //   Call between .Ltmp191 and .Ltmp192
	.uleb128 .Ltmp193-.Lfunc_begin26        //     jumps to .Ltmp193
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp192-.Lfunc_begin26        // >> Call Site 3 <<
	.uleb128 .Lfunc_end126-.Ltmp192         //   Call between .Ltmp192 and .Lfunc_end126
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end26:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,@function
_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_: // @_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
.Lfunc_begin27:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception27
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	sub	sp, sp, #544
	ldp	x28, x19, [x0]
	mov	x21, x1
	ldp	x20, x24, [x0, #24]
	ldrsw	x8, [x19]
	mov	w23, w8
	lsl	x22, x8, #8
	stp	x0, x8, [sp, #8]                // 16-byte Folded Spill
	b	.LBB127_2
	.p2align	5, , 16
.LBB127_1:                              //   in Loop: Header=BB127_2 Depth=1
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.LBB127_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x20]
	sub	x10, x8, x9
	ldr	x25, [x20, #24]
	cmp	x25, x10, asr #4
	b.eq	.LBB127_1
// %bb.3:                               //   in Loop: Header=BB127_2 Depth=1
	ldr	x10, [x20, #32]
	add	x11, x9, x25, lsl #4
	ldr	x12, [x11, #8]
	add	x26, x10, x22
	cmp	x26, x12
	b.ls	.LBB127_5
// %bb.4:                               //   in Loop: Header=BB127_2 Depth=1
	add	x8, x25, #1
	stp	x8, xzr, [x20, #24]
	b	.LBB127_2
.LBB127_5:
	ldr	x12, [sp, #16]                  // 8-byte Reload
	ldr	x11, [x11]
	lsl	x12, x12, #1
	add	x27, x11, x10
	str	x26, [x20, #32]
	add	x10, x12, #63
	and	x22, x10, #0xffffffffffffffc0
	mov	x10, x25
.LBB127_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB127_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB127_7:                              //   Parent Loop BB127_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB127_10
// %bb.8:                               //   in Loop: Header=BB127_7 Depth=2
	ldr	x12, [x20, #32]
	ldr	x13, [x8]
	add	x11, x12, x22
	cmp	x11, x13
	b.ls	.LBB127_12
// %bb.9:                               //   in Loop: Header=BB127_7 Depth=2
	stp	x9, xzr, [x20, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB127_7
	.p2align	5, , 16
.LBB127_10:                             //   in Loop: Header=BB127_6 Depth=1
.Ltmp194:                               // EH_LABEL
	mov	x0, x20
	mov	x1, x22
	bl	_ZN8patternc7Scratch3addEm
.Ltmp195:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB127_6 Depth=1
	ldr	x10, [x20, #24]
	ldp	x9, x8, [x20]
	b	.LBB127_6
.LBB127_12:
	ldur	x8, [x8, #-8]
	cmp	w23, #1
	add	x22, x8, x12
	str	x11, [x20, #32]
	b.lt	.LBB127_14
// %bb.13:
	lsl	x2, x23, #1
	mov	x0, x22
	mov	w1, wzr
	bl	memset
.LBB127_14:
	mov	x8, xzr
	add	x9, sp, #24
	b	.LBB127_16
	.p2align	5, , 16
.LBB127_15:                             //   in Loop: Header=BB127_16 Depth=1
	str	x10, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB127_18
.LBB127_16:                             // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x24, x8]
	cmp	w10, #1
	mov	x10, x22
	b.ne	.LBB127_15
// %bb.17:                              //   in Loop: Header=BB127_16 Depth=1
	ldr	x10, [x28, x8, lsl #3]
	ldrsw	x11, [x19]
	mul	x10, x10, x11
	add	x10, x21, x10, lsl #1
	b	.LBB127_15
.LBB127_18:
	ldr	x5, [sp, #16]                   // 8-byte Reload
	mov	x8, xzr
	sub	w10, w23, #4
	add	x11, sp, #24
	sub	w9, w5, #1
	b	.LBB127_20
	.p2align	5, , 16
.LBB127_19:                             //   in Loop: Header=BB127_20 Depth=1
	cmp	x8, #60
	add	x8, x8, #4
	b.hs	.LBB127_27
.LBB127_20:                             // =>This Loop Header: Depth=1
                                        //     Child Loop BB127_22 Depth 2
	cmp	w23, #4
	b.lt	.LBB127_23
// %bb.21:                              //   in Loop: Header=BB127_20 Depth=1
	add	x17, x11, x8, lsl #3
	mov	w12, wzr
	add	x13, x27, x8, lsl #2
	ldp	x14, x15, [x17]
	ldp	x16, x17, [x17, #16]
	.p2align	5, , 16
.LBB127_22:                             //   Parent Loop BB127_20 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	cmp	w10, w12
	csel	w18, w10, w12, lt
	add	w12, w12, #4
	sbfiz	x0, x18, #1, #32
	sxtw	x18, w18
	cmp	w12, w23
	ldr	d0, [x14, x0]
	add	x18, x13, x18, lsl #8
	ldr	d1, [x15, x0]
	shll	v0.4s, v0.4h, #16
	ldr	d2, [x16, x0]
	shll	v1.4s, v1.4h, #16
	ldr	d3, [x17, x0]
	shll	v2.4s, v2.4h, #16
	shll	v3.4s, v3.4h, #16
	add	x0, x18, #512
	zip1	v4.4s, v0.4s, v2.4s
	zip2	v6.4s, v0.4s, v2.4s
	zip1	v5.4s, v1.4s, v3.4s
	zip2	v7.4s, v1.4s, v3.4s
	zip2	v0.4s, v4.4s, v5.4s
	zip2	v1.4s, v6.4s, v7.4s
	st2	{ v4.2s, v5.2s }, [x18]
	st2	{ v6.2s, v7.2s }, [x0]
	str	q0, [x18, #256]
	str	q1, [x18, #768]
	b.lt	.LBB127_22
	b	.LBB127_19
	.p2align	5, , 16
.LBB127_23:                             //   in Loop: Header=BB127_20 Depth=1
	cmp	w9, #2
	b.hi	.LBB127_19
// %bb.24:                              //   in Loop: Header=BB127_20 Depth=1
	ldr	x18, [x11, x8, lsl #3]
	orr	x12, x8, #0x1
	add	x13, x27, x8, lsl #2
	ldr	x17, [x11, x12, lsl #3]
	orr	x15, x8, #0x2
	ldr	x16, [x11, x15, lsl #3]
	add	x12, x27, x12, lsl #2
	orr	x0, x8, #0x3
	ldr	x14, [x11, x0, lsl #3]
	add	x15, x27, x15, lsl #2
	add	x0, x27, x0, lsl #2
	cmp	w23, #1
	ldrh	w1, [x18]
	lsl	w1, w1, #16
	str	w1, [x13]
	ldrh	w1, [x17]
	lsl	w1, w1, #16
	str	w1, [x12]
	ldrh	w1, [x16]
	lsl	w1, w1, #16
	str	w1, [x15]
	ldrh	w1, [x14]
	lsl	w1, w1, #16
	str	w1, [x0]
	b.eq	.LBB127_19
// %bb.25:                              //   in Loop: Header=BB127_20 Depth=1
	ldrh	w1, [x18, #2]
	ldrh	w2, [x17, #2]
	cmp	w5, #2
	ldrh	w3, [x16, #2]
	ldrh	w4, [x14, #2]
	lsl	w1, w1, #16
	lsl	w2, w2, #16
	str	w1, [x13, #256]
	lsl	w1, w3, #16
	str	w2, [x12, #256]
	lsl	w2, w4, #16
	str	w1, [x15, #256]
	str	w2, [x0, #256]
	b.eq	.LBB127_19
// %bb.26:                              //   in Loop: Header=BB127_20 Depth=1
	ldrh	w18, [x18, #4]
	ldrh	w17, [x17, #4]
	lsl	w18, w18, #16
	ldrh	w16, [x16, #4]
	ldrh	w14, [x14, #4]
	str	w18, [x13, #512]
	lsl	w13, w17, #16
	str	w13, [x12, #512]
	lsl	w12, w16, #16
	str	w12, [x15, #512]
	lsl	w12, w14, #16
	str	w12, [x0, #512]
	b	.LBB127_19
.LBB127_27:
	ldr	x8, [sp, #8]                    // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x25, x26, [x20, #24]
	stp	x27, x23, [x8]
	add	sp, sp, #544
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB127_28:
	.cfi_restore_state
.Ltmp196:                               // EH_LABEL
	stp	x25, x26, [x20, #24]
	bl	_Unwind_Resume
.Lfunc_end127:
	.size	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_, .Lfunc_end127-_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_8BFloat16EEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table127:
.Lexception27:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end27-.Lcst_begin27
.Lcst_begin27:
	.uleb128 .Lfunc_begin27-.Lfunc_begin27  // >> Call Site 1 <<
	.uleb128 .Ltmp194-.Lfunc_begin27        //   Call between .Lfunc_begin27 and .Ltmp194
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp194-.Lfunc_begin27        // >> Call Site 2 <<
	.uleb128 .Ltmp195-.Ltmp194              //   Call between .Ltmp194 and .Ltmp195
	.uleb128 .Ltmp196-.Lfunc_begin27        //     jumps to .Ltmp196
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp195-.Lfunc_begin27        // >> Call Site 3 <<
	.uleb128 .Lfunc_end127-.Ltmp195         //   Call between .Ltmp195 and .Lfunc_end127
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end27:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,@function
_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_: // @_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
.Lfunc_begin28:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception28
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	sub	sp, sp, #544
	ldp	x26, x27, [x0]
	mov	x22, x1
	ldp	x19, x28, [x0, #24]
	ldrsw	x20, [x27]
	mov	w8, w20
	lsl	x23, x20, #8
	stp	x0, x8, [sp, #8]                // 16-byte Folded Spill
	b	.LBB128_2
	.p2align	5, , 16
.LBB128_1:                              //   in Loop: Header=BB128_2 Depth=1
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.LBB128_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x19]
	sub	x10, x8, x9
	ldr	x25, [x19, #24]
	cmp	x25, x10, asr #4
	b.eq	.LBB128_1
// %bb.3:                               //   in Loop: Header=BB128_2 Depth=1
	ldr	x10, [x19, #32]
	add	x11, x9, x25, lsl #4
	ldr	x12, [x11, #8]
	add	x21, x10, x23
	cmp	x21, x12
	b.ls	.LBB128_5
// %bb.4:                               //   in Loop: Header=BB128_2 Depth=1
	add	x8, x25, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB128_2
.LBB128_5:
	ldr	x11, [x11]
	lsl	x12, x20, #1
	add	x23, x11, x10
	add	x10, x12, #63
	str	x21, [x19, #32]
	and	x24, x10, #0xffffffffffffffc0
	mov	x10, x25
.LBB128_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB128_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB128_7:                              //   Parent Loop BB128_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB128_10
// %bb.8:                               //   in Loop: Header=BB128_7 Depth=2
	ldr	x12, [x19, #32]
	ldr	x13, [x8]
	add	x11, x12, x24
	cmp	x11, x13
	b.ls	.LBB128_12
// %bb.9:                               //   in Loop: Header=BB128_7 Depth=2
	stp	x9, xzr, [x19, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB128_7
	.p2align	5, , 16
.LBB128_10:                             //   in Loop: Header=BB128_6 Depth=1
.Ltmp200:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x24
	bl	_ZN8patternc7Scratch3addEm
.Ltmp201:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB128_6 Depth=1
	ldr	x10, [x19, #24]
	ldp	x9, x8, [x19]
	b	.LBB128_6
.LBB128_12:
	ldur	x8, [x8, #-8]
	str	x11, [x19, #32]
	add	x24, x8, x12
	mov	w8, w20
	cmp	w8, #1
	b.lt	.LBB128_14
// %bb.13:
	lsl	w2, w20, #1
	mov	x0, x24
	mov	w1, wzr
	bl	memset
.LBB128_14:
	ldr	x20, [sp, #16]                  // 8-byte Reload
	mov	x8, xzr
	add	x9, sp, #24
	b	.LBB128_16
	.p2align	5, , 16
.LBB128_15:                             //   in Loop: Header=BB128_16 Depth=1
	str	x10, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB128_18
.LBB128_16:                             // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x28, x8]
	cmp	w10, #1
	mov	x10, x24
	b.ne	.LBB128_15
// %bb.17:                              //   in Loop: Header=BB128_16 Depth=1
	ldr	x10, [x26, x8, lsl #3]
	ldrsw	x11, [x27]
	mul	x10, x10, x11
	add	x10, x22, x10, lsl #1
	b	.LBB128_15
.LBB128_18:
.Ltmp197:                               // EH_LABEL
	add	x1, sp, #24
	mov	x0, x23
	mov	w2, w20
	bl	_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i
.Ltmp198:                               // EH_LABEL
// %bb.19:
	ldr	x8, [sp, #8]                    // 8-byte Reload
	ldr	x8, [x8, #16]
	stp	x25, x21, [x19, #24]
	stp	x23, x20, [x8]
	add	sp, sp, #544
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB128_20:
	.cfi_restore_state
.Ltmp199:                               // EH_LABEL
	stp	x25, x21, [x19, #24]
	bl	_Unwind_Resume
.LBB128_21:
.Ltmp202:                               // EH_LABEL
	stp	x25, x21, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end128:
	.size	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_, .Lfunc_end128-_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clINS_7Float16EEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table128:
.Lexception28:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end28-.Lcst_begin28
.Lcst_begin28:
	.uleb128 .Lfunc_begin28-.Lfunc_begin28  // >> Call Site 1 <<
	.uleb128 .Ltmp200-.Lfunc_begin28        //   Call between .Lfunc_begin28 and .Ltmp200
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp200-.Lfunc_begin28        // >> Call Site 2 <<
	.uleb128 .Ltmp201-.Ltmp200              //   Call between .Ltmp200 and .Ltmp201
	.uleb128 .Ltmp202-.Lfunc_begin28        //     jumps to .Ltmp202
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp201-.Lfunc_begin28        // >> Call Site 3 <<
	.uleb128 .Ltmp197-.Ltmp201              //   Call between .Ltmp201 and .Ltmp197
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp197-.Lfunc_begin28        // >> Call Site 4 <<
	.uleb128 .Ltmp198-.Ltmp197              //   Call between .Ltmp197 and .Ltmp198
	.uleb128 .Ltmp199-.Lfunc_begin28        //     jumps to .Ltmp199
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp198-.Lfunc_begin28        // >> Call Site 5 <<
	.uleb128 .Lfunc_end128-.Ltmp198         //   Call between .Ltmp198 and .Lfunc_end128
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end28:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,"axG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,comdat
	.weak	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_ // -- Begin function _ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
	.p2align	4
	.type	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,@function
_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_: // @_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
.Lfunc_begin29:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception29
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	sub	sp, sp, #544
	ldp	x27, x28, [x0]
	mov	x22, x1
	ldp	x19, x21, [x0, #24]
	mov	x20, x0
	ldrsw	x25, [x28]
	mov	w8, w25
	lsl	x23, x25, #8
	str	x8, [sp, #16]                   // 8-byte Spill
	b	.LBB129_2
	.p2align	5, , 16
.LBB129_1:                              //   in Loop: Header=BB129_2 Depth=1
	mov	x0, x19
	mov	x1, x23
	bl	_ZN8patternc7Scratch3addEm
.LBB129_2:                              // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x19]
	sub	x10, x8, x9
	ldr	x26, [x19, #24]
	cmp	x26, x10, asr #4
	b.eq	.LBB129_1
// %bb.3:                               //   in Loop: Header=BB129_2 Depth=1
	ldr	x10, [x19, #32]
	add	x11, x9, x26, lsl #4
	ldr	x12, [x11, #8]
	add	x24, x10, x23
	cmp	x24, x12
	b.ls	.LBB129_5
// %bb.4:                               //   in Loop: Header=BB129_2 Depth=1
	add	x8, x26, #1
	stp	x8, xzr, [x19, #24]
	b	.LBB129_2
.LBB129_5:
	ldr	x11, [x11]
	lsl	x23, x25, #3
	add	x10, x11, x10
	str	x24, [x19, #32]
	str	x10, [sp, #8]                   // 8-byte Spill
	add	x10, x23, #63
	and	x25, x10, #0xffffffffffffffc0
	mov	x10, x26
.LBB129_6:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB129_7 Depth 2
	sub	x11, x8, x9
	add	x8, x9, x10, lsl #4
	add	x9, x10, #1
	neg	x10, x11, asr #4
	add	x8, x8, #8
	.p2align	5, , 16
.LBB129_7:                              //   Parent Loop BB129_6 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x10, x9
	cmp	x11, #1
	b.eq	.LBB129_10
// %bb.8:                               //   in Loop: Header=BB129_7 Depth=2
	ldr	x12, [x19, #32]
	ldr	x13, [x8]
	add	x11, x12, x25
	cmp	x11, x13
	b.ls	.LBB129_12
// %bb.9:                               //   in Loop: Header=BB129_7 Depth=2
	stp	x9, xzr, [x19, #24]
	add	x8, x8, #16
	add	x9, x9, #1
	b	.LBB129_7
	.p2align	5, , 16
.LBB129_10:                             //   in Loop: Header=BB129_6 Depth=1
.Ltmp206:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x25
	bl	_ZN8patternc7Scratch3addEm
.Ltmp207:                               // EH_LABEL
// %bb.11:                              //   in Loop: Header=BB129_6 Depth=1
	ldr	x10, [x19, #24]
	ldp	x9, x8, [x19]
	b	.LBB129_6
.LBB129_12:
	ldur	x8, [x8, #-8]
	str	x11, [x19, #32]
	add	x25, x8, x12
	ldr	x8, [sp, #16]                   // 8-byte Reload
	cmp	w8, #1
	b.lt	.LBB129_14
// %bb.13:
	mov	x0, x25
	mov	w1, wzr
	mov	x2, x23
	bl	memset
.LBB129_14:
	mov	x8, xzr
	add	x9, sp, #24
	b	.LBB129_16
	.p2align	5, , 16
.LBB129_15:                             //   in Loop: Header=BB129_16 Depth=1
	str	x10, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB129_18
.LBB129_16:                             // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x21, x8]
	cmp	w10, #1
	mov	x10, x25
	b.ne	.LBB129_15
// %bb.17:                              //   in Loop: Header=BB129_16 Depth=1
	ldr	x10, [x27, x8, lsl #3]
	ldrsw	x11, [x28]
	mul	x10, x10, x11
	add	x10, x22, x10, lsl #3
	b	.LBB129_15
.LBB129_18:
.Ltmp203:                               // EH_LABEL
	ldp	x22, x21, [sp, #8]              // 16-byte Folded Reload
	add	x1, sp, #24
	mov	x0, x22
	mov	w2, w21
	bl	_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i
.Ltmp204:                               // EH_LABEL
// %bb.19:
	ldr	x8, [x20, #16]
	stp	x26, x24, [x19, #24]
	stp	x22, x21, [x8]
	add	sp, sp, #544
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB129_20:
	.cfi_restore_state
.Ltmp205:                               // EH_LABEL
	stp	x26, x24, [x19, #24]
	bl	_Unwind_Resume
.LBB129_21:
.Ltmp208:                               // EH_LABEL
	stp	x26, x24, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end129:
	.size	_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_, .Lfunc_end129-_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_
	.cfi_endproc
	.section	.gcc_except_table._ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,"aG",@progbits,_ZZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEiENKUlPT_E_clIdEEDaSF_,comdat
	.p2align	2, 0x0
GCC_except_table129:
.Lexception29:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end29-.Lcst_begin29
.Lcst_begin29:
	.uleb128 .Lfunc_begin29-.Lfunc_begin29  // >> Call Site 1 <<
	.uleb128 .Ltmp206-.Lfunc_begin29        //   Call between .Lfunc_begin29 and .Ltmp206
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp206-.Lfunc_begin29        // >> Call Site 2 <<
	.uleb128 .Ltmp207-.Ltmp206              //   Call between .Ltmp206 and .Ltmp207
	.uleb128 .Ltmp208-.Lfunc_begin29        //     jumps to .Ltmp208
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp207-.Lfunc_begin29        // >> Call Site 3 <<
	.uleb128 .Ltmp203-.Ltmp207              //   Call between .Ltmp207 and .Ltmp203
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp203-.Lfunc_begin29        // >> Call Site 4 <<
	.uleb128 .Ltmp204-.Ltmp203              //   Call between .Ltmp203 and .Ltmp204
	.uleb128 .Ltmp205-.Lfunc_begin29        //     jumps to .Ltmp205
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp204-.Lfunc_begin29        // >> Call Site 5 <<
	.uleb128 .Lfunc_end129-.Ltmp204         //   Call between .Ltmp204 and .Lfunc_end129
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end29:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i,"axG",@progbits,_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i,comdat
	.weak	_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i // -- Begin function _ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i
	.p2align	4
	.type	_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i,@function
_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i: // @_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i
	.cfi_startproc
// %bb.0:
	mov	w11, #864026624                 // =0x33800000
	movi	v0.4s, #128, lsl #24
	movi	v2.4s, #124, lsl #8
	dup	v1.4s, w11
	movi	v3.4s, #112, lsl #24
	movi	v4.4s, #56, lsl #24
	movi	v5.4s, #4, lsl #8
	mov	x9, xzr
	sub	w8, w2, #1
	sub	w10, w2, #4
	b	.LBB130_2
	.p2align	5, , 16
.LBB130_1:                              //   in Loop: Header=BB130_2 Depth=1
	cmp	x9, #60
	add	x9, x9, #4
	b.hs	.LBB130_9
.LBB130_2:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB130_4 Depth 2
	cmp	w2, #4
	b.lt	.LBB130_5
// %bb.3:                               //   in Loop: Header=BB130_2 Depth=1
	mov	w11, wzr
	add	x12, x0, x9, lsl #2
	add	x13, x1, x9, lsl #3
	.p2align	5, , 16
.LBB130_4:                              //   Parent Loop BB130_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x14, [x1, x9, lsl #3]
	cmp	w10, w11
	csel	w15, w10, w11, lt
	add	w11, w11, #4
	sbfiz	x16, x15, #1, #32
	cmp	w11, w2
	ldr	d6, [x14, x16]
	ldp	x14, x17, [x13, #8]
	ldr	d7, [x14, x16]
	ldr	x14, [x13, #24]
	ldr	d16, [x17, x16]
	fcvtl	v6.4s, v6.4h
	ldr	d17, [x14, x16]
	sxtw	x14, w15
	fcvtl	v7.4s, v7.4h
	add	x14, x12, x14, lsl #8
	fcvtl	v16.4s, v16.4h
	add	x15, x14, #512
	fcvtl	v17.4s, v17.4h
	zip1	v18.4s, v6.4s, v16.4s
	zip2	v20.4s, v6.4s, v16.4s
	zip1	v19.4s, v7.4s, v17.4s
	zip2	v21.4s, v7.4s, v17.4s
	zip2	v6.4s, v18.4s, v19.4s
	zip2	v7.4s, v20.4s, v21.4s
	st2	{ v18.2s, v19.2s }, [x14]
	st2	{ v20.2s, v21.2s }, [x15]
	str	q6, [x14, #256]
	str	q7, [x14, #768]
	b.lt	.LBB130_4
	b	.LBB130_1
	.p2align	5, , 16
.LBB130_5:                              //   in Loop: Header=BB130_2 Depth=1
	cmp	w8, #2
	b.hi	.LBB130_1
// %bb.6:                               //   in Loop: Header=BB130_2 Depth=1
	add	x13, x1, x9, lsl #3
	cmp	w2, #1
	ldp	x11, x12, [x13]
	ldrsh	w16, [x11]
	ldrsh	w17, [x12]
	ldp	x15, x14, [x13, #16]
	ldrsh	w13, [x15]
	ldrsh	w18, [x14]
	fmov	s6, w16
	fmov	s7, w16
	mov	v6.h[1], w17
	mov	v7.s[1], w17
	mov	v6.h[2], w13
	mov	v7.s[2], w13
	add	x13, x0, x9, lsl #2
	mov	v6.h[3], w18
	bic	v6.4h, #128, lsl #8
	mov	v7.s[3], w18
	and	v7.16b, v7.16b, v0.16b
	ushll	v16.4s, v6.4h, #0
	ushll	v6.4s, v6.4h, #13
	cmhi	v18.4s, v2.4s, v16.4s
	ucvtf	v17.4s, v16.4s
	cmhi	v16.4s, v5.4s, v16.4s
	bsl	v18.16b, v4.16b, v3.16b
	fmul	v17.4s, v17.4s, v1.4s
	add	v6.4s, v6.4s, v18.4s
	bit	v6.16b, v17.16b, v16.16b
	orr	v6.16b, v6.16b, v7.16b
	str	q6, [x13]
	b.eq	.LBB130_1
// %bb.7:                               //   in Loop: Header=BB130_2 Depth=1
	ldrsh	w16, [x11, #2]
	ldrsh	w17, [x12, #2]
	cmp	w2, #2
	ldrsh	w18, [x15, #2]
	ldrsh	w3, [x14, #2]
	fmov	s6, w16
	fmov	s7, w16
	mov	v6.h[1], w17
	mov	v7.s[1], w17
	mov	v6.h[2], w18
	mov	v7.s[2], w18
	mov	v6.h[3], w3
	bic	v6.4h, #128, lsl #8
	mov	v7.s[3], w3
	and	v7.16b, v7.16b, v0.16b
	ushll	v16.4s, v6.4h, #0
	ushll	v6.4s, v6.4h, #13
	cmhi	v18.4s, v2.4s, v16.4s
	ucvtf	v17.4s, v16.4s
	cmhi	v16.4s, v5.4s, v16.4s
	bsl	v18.16b, v4.16b, v3.16b
	fmul	v17.4s, v17.4s, v1.4s
	add	v6.4s, v6.4s, v18.4s
	bit	v6.16b, v17.16b, v16.16b
	orr	v6.16b, v6.16b, v7.16b
	str	q6, [x13, #256]
	b.eq	.LBB130_1
// %bb.8:                               //   in Loop: Header=BB130_2 Depth=1
	ldrsh	w11, [x11, #4]
	ldrsh	w12, [x12, #4]
	fmov	s7, w11
	ldrsh	w15, [x15, #4]
	ldrsh	w14, [x14, #4]
	fmov	s6, w11
	mov	v7.h[1], w12
	mov	v6.s[1], w12
	mov	v7.h[2], w15
	mov	v6.s[2], w15
	mov	v7.h[3], w14
	bic	v7.4h, #128, lsl #8
	mov	v6.s[3], w14
	and	v6.16b, v6.16b, v0.16b
	ushll	v16.4s, v7.4h, #0
	ushll	v7.4s, v7.4h, #13
	cmhi	v18.4s, v2.4s, v16.4s
	ucvtf	v17.4s, v16.4s
	cmhi	v16.4s, v5.4s, v16.4s
	bsl	v18.16b, v4.16b, v3.16b
	fmul	v17.4s, v17.4s, v1.4s
	add	v7.4s, v7.4s, v18.4s
	bit	v7.16b, v17.16b, v16.16b
	orr	v6.16b, v7.16b, v6.16b
	str	q6, [x13, #512]
	b	.LBB130_1
.LBB130_9:
	ret
.Lfunc_end130:
	.size	_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i, .Lfunc_end130-_ZN8patternc14transpose_rowsILi64ENS_7Float16EEEvPfPKPKT0_i
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i,"axG",@progbits,_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i,comdat
	.weak	_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i // -- Begin function _ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i
	.p2align	4
	.type	_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i,@function
_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i: // @_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i
	.cfi_startproc
// %bb.0:
	mov	x9, xzr
	sub	w8, w2, #1
	sub	w10, w2, #4
	b	.LBB131_2
	.p2align	5, , 16
.LBB131_1:                              //   in Loop: Header=BB131_2 Depth=1
	cmp	x9, #60
	add	x9, x9, #4
	b.hs	.LBB131_9
.LBB131_2:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB131_4 Depth 2
	cmp	w2, #4
	b.lt	.LBB131_5
// %bb.3:                               //   in Loop: Header=BB131_2 Depth=1
	mov	w11, wzr
	add	x12, x0, x9, lsl #2
	add	x13, x1, x9, lsl #3
	.p2align	5, , 16
.LBB131_4:                              //   Parent Loop BB131_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x14, [x1, x9, lsl #3]
	cmp	w10, w11
	csel	w15, w10, w11, lt
	add	w11, w11, #4
	sbfiz	x16, x15, #3, #32
	cmp	w11, w2
	add	x14, x14, x16
	ldp	q0, q1, [x14]
	ldp	x14, x17, [x13, #8]
	add	x14, x14, x16
	ldp	q2, q3, [x14]
	add	x14, x17, x16
	fcvtn	v0.2s, v0.2d
	fcvtn	v2.2s, v2.2d
	ldp	q4, q5, [x14]
	ldr	x14, [x13, #24]
	add	x14, x14, x16
	zip2	v16.2d, v1.2d, v5.2d
	ldp	q6, q7, [x14]
	zip1	v1.2d, v1.2d, v5.2d
	fcvtn	v17.2s, v1.2d
	fcvtn2	v1.4s, v16.2d
	sxtw	x14, w15
	add	x14, x12, x14, lsl #8
	fcvtn	v4.2s, v4.2d
	add	x15, x14, #512
	zip1	v5.2d, v3.2d, v7.2d
	zip2	v3.2d, v3.2d, v7.2d
	zip1	v19.2s, v0.2s, v4.2s
	zip2	v0.2s, v0.2s, v4.2s
	fcvtn2	v3.4s, v3.2d
	fcvtn	v18.2s, v5.2d
	fcvtn	v6.2s, v6.2d
	mov	v0.d[1], v0.d[0]
	zip2	v1.4s, v1.4s, v3.4s
	st2	{ v17.2s, v18.2s }, [x15]
	zip1	v20.2s, v2.2s, v6.2s
	zip2	v2.2s, v2.2s, v6.2s
	mov	v2.d[1], v2.d[0]
	st2	{ v19.2s, v20.2s }, [x14]
	zip2	v0.4s, v0.4s, v2.4s
	str	q1, [x14, #768]
	str	q0, [x14, #256]
	b.lt	.LBB131_4
	b	.LBB131_1
	.p2align	5, , 16
.LBB131_5:                              //   in Loop: Header=BB131_2 Depth=1
	cmp	w8, #2
	b.hi	.LBB131_1
// %bb.6:                               //   in Loop: Header=BB131_2 Depth=1
	add	x13, x1, x9, lsl #3
	cmp	w2, #1
	ldp	x11, x12, [x13]
	ldp	x14, x15, [x13, #16]
	add	x13, x0, x9, lsl #2
	ldr	d0, [x11]
	ldr	d1, [x14]
	ld1	{ v0.d }[1], [x12]
	fcvtn	v0.2s, v0.2d
	ld1	{ v1.d }[1], [x15]
	fcvtn2	v0.4s, v1.2d
	str	q0, [x13]
	b.eq	.LBB131_1
// %bb.7:                               //   in Loop: Header=BB131_2 Depth=1
	ldr	d0, [x11, #8]
	add	x16, x12, #8
	ldr	d1, [x14, #8]
	cmp	w2, #2
	ld1	{ v0.d }[1], [x16]
	add	x16, x15, #8
	ld1	{ v1.d }[1], [x16]
	fcvtn	v0.2s, v0.2d
	fcvtn2	v0.4s, v1.2d
	str	q0, [x13, #256]
	b.eq	.LBB131_1
// %bb.8:                               //   in Loop: Header=BB131_2 Depth=1
	ldr	d1, [x11, #16]
	add	x11, x12, #16
	ldr	d0, [x14, #16]
	add	x14, x15, #16
	ld1	{ v1.d }[1], [x11]
	fcvtn	v1.2s, v1.2d
	ld1	{ v0.d }[1], [x14]
	fcvtn2	v1.4s, v0.2d
	str	q1, [x13, #512]
	b	.LBB131_1
.LBB131_9:
	ret
.Lfunc_end131:
	.size	_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i, .Lfunc_end131-_ZN8patternc14transpose_rowsILi64EdEEvPfPKPKT0_i
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,"axG",@progbits,_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,comdat
	.weak	_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd // -- Begin function _ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
	.p2align	4
	.type	_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,@function
_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd: // @_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
.Lfunc_begin30:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception30
// %bb.0:
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	str	x28, [sp, #16]                  // 8-byte Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	.cfi_remember_state
	sub	x9, sp, #224
	and	sp, x9, #0xffffffffffffffc0
	ldp	x26, x25, [x0, #24]
	add	x8, sp, #64
	mov	x21, x7
	mov	x22, x6
	mov	x23, x3
	mov	x24, x2
	mov	x20, x1
	mov	x19, x0
	stp	x8, x7, [sp, #32]
	add	x8, x29, #24
	cmp	x5, #1
	str	d0, [x29, #24]
	stp	x6, x8, [sp, #48]
	b.gt	.LBB132_8
// %bb.1:
	cbz	x5, .LBB132_15
// %bb.2:
	cmp	x5, #1
	b.ne	.LBB132_65
// %bb.3:
	mov	x8, xzr
	add	x9, sp, #64
	b	.LBB132_6
	.p2align	5, , 16
.LBB132_4:                              //   in Loop: Header=BB132_6 Depth=1
	ldr	x10, [x22, x8, lsl #3]
	ldrh	w10, [x4, x10, lsl #1]
	lsl	w10, w10, #16
	fmov	s1, w10
	fcvt	d1, s1
	fmul	d1, d0, d1
.LBB132_5:                              //   in Loop: Header=BB132_6 Depth=1
	str	d1, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB132_65
.LBB132_6:                              // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x21, x8]
	cmp	w10, #1
	b.eq	.LBB132_4
// %bb.7:                               //   in Loop: Header=BB132_6 Depth=1
	mov	x10, #-4503599627370496         // =0xfff0000000000000
	fmov	d1, x10
	b	.LBB132_5
.LBB132_8:
	cmp	x5, #3
	b.eq	.LBB132_17
// %bb.9:
	cmp	x5, #2
	b.ne	.LBB132_65
// %bb.10:
	mov	x8, xzr
	mov	w9, #1879048192                 // =0x70000000
	mov	w10, #939524096                 // =0x38000000
	add	x11, sp, #64
	b	.LBB132_13
	.p2align	5, , 16
.LBB132_11:                             //   in Loop: Header=BB132_13 Depth=1
	ldr	x12, [x22, x8, lsl #3]
	ldrh	w12, [x4, x12, lsl #1]
	and	w13, w12, #0x7fff
	ubfx	w16, w12, #10, #5
	lsr	w14, w12, #15
	cmp	w16, #31
	ucvtf	s1, w13, #24
	csel	w16, w10, w9, lo
	tst	w12, #0x7c00
	add	w13, w16, w13, lsl #13
	fmov	w15, s1
	csel	w12, w15, w13, eq
	orr	w12, w12, w14, lsl #31
	fmov	s1, w12
	fcvt	d1, s1
	fmul	d1, d0, d1
.LBB132_12:                             //   in Loop: Header=BB132_13 Depth=1
	str	d1, [x11, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #16
	b.eq	.LBB132_65
.LBB132_13:                             // =>This Inner Loop Header: Depth=1
	ldrb	w12, [x21, x8]
	cmp	w12, #1
	b.eq	.LBB132_11
// %bb.14:                              //   in Loop: Header=BB132_13 Depth=1
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d1, x12
	b	.LBB132_12
.LBB132_15:
	ldrb	w8, [x21]
	cmp	w8, #1
	b.ne	.LBB132_18
// %bb.16:
	ldr	x8, [x22]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_19
.LBB132_17:
	add	x0, sp, #32
	mov	x1, x4
	bl	_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_
	b	.LBB132_65
.LBB132_18:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_19:
	ldrb	w8, [x21, #1]
	str	d1, [sp, #64]
	cmp	w8, #1
	b.ne	.LBB132_21
// %bb.20:
	ldr	x8, [x22, #8]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_22
.LBB132_21:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_22:
	ldrb	w8, [x21, #2]
	str	d1, [sp, #72]
	cmp	w8, #1
	b.ne	.LBB132_24
// %bb.23:
	ldr	x8, [x22, #16]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_25
.LBB132_24:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_25:
	ldrb	w8, [x21, #3]
	str	d1, [sp, #80]
	cmp	w8, #1
	b.ne	.LBB132_27
// %bb.26:
	ldr	x8, [x22, #24]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_28
.LBB132_27:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_28:
	ldrb	w8, [x21, #4]
	str	d1, [sp, #88]
	cmp	w8, #1
	b.ne	.LBB132_30
// %bb.29:
	ldr	x8, [x22, #32]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_31
.LBB132_30:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_31:
	ldrb	w8, [x21, #5]
	str	d1, [sp, #96]
	cmp	w8, #1
	b.ne	.LBB132_33
// %bb.32:
	ldr	x8, [x22, #40]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_34
.LBB132_33:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_34:
	ldrb	w8, [x21, #6]
	str	d1, [sp, #104]
	cmp	w8, #1
	b.ne	.LBB132_36
// %bb.35:
	ldr	x8, [x22, #48]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_37
.LBB132_36:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_37:
	ldrb	w8, [x21, #7]
	str	d1, [sp, #112]
	cmp	w8, #1
	b.ne	.LBB132_39
// %bb.38:
	ldr	x8, [x22, #56]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_40
.LBB132_39:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_40:
	ldrb	w8, [x21, #8]
	str	d1, [sp, #120]
	cmp	w8, #1
	b.ne	.LBB132_42
// %bb.41:
	ldr	x8, [x22, #64]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_43
.LBB132_42:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_43:
	ldrb	w8, [x21, #9]
	str	d1, [sp, #128]
	cmp	w8, #1
	b.ne	.LBB132_45
// %bb.44:
	ldr	x8, [x22, #72]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_46
.LBB132_45:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_46:
	ldrb	w8, [x21, #10]
	str	d1, [sp, #136]
	cmp	w8, #1
	b.ne	.LBB132_48
// %bb.47:
	ldr	x8, [x22, #80]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_49
.LBB132_48:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_49:
	ldrb	w8, [x21, #11]
	str	d1, [sp, #144]
	cmp	w8, #1
	b.ne	.LBB132_51
// %bb.50:
	ldr	x8, [x22, #88]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_52
.LBB132_51:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_52:
	ldrb	w8, [x21, #12]
	str	d1, [sp, #152]
	cmp	w8, #1
	b.ne	.LBB132_54
// %bb.53:
	ldr	x8, [x22, #96]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_55
.LBB132_54:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_55:
	ldrb	w8, [x21, #13]
	str	d1, [sp, #160]
	cmp	w8, #1
	b.ne	.LBB132_57
// %bb.56:
	ldr	x8, [x22, #104]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_58
.LBB132_57:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_58:
	ldrb	w8, [x21, #14]
	str	d1, [sp, #168]
	cmp	w8, #1
	b.ne	.LBB132_60
// %bb.59:
	ldr	x8, [x22, #112]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
	b	.LBB132_61
.LBB132_60:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x8
.LBB132_61:
	ldrb	w8, [x21, #15]
	str	d1, [sp, #176]
	cmp	w8, #1
	b.ne	.LBB132_63
// %bb.62:
	ldr	x8, [x22, #120]
	ldr	s1, [x4, x8, lsl #2]
	fcvt	d1, s1
	fmul	d0, d0, d1
	b	.LBB132_64
.LBB132_63:
	mov	x8, #-4503599627370496          // =0xfff0000000000000
	fmov	d0, x8
.LBB132_64:
	str	d0, [sp, #184]
.LBB132_65:
	ldr	w5, [x20, #24]
.Ltmp209:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x24
	mov	x2, x23
	mov	x3, x22
	mov	x4, x21
	bl	_ZN8patternc11load_packedILi16ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
.Ltmp210:                               // EH_LABEL
// %bb.66:
	stp	x0, x1, [sp, #16]
.Ltmp211:                               // EH_LABEL
	add	x1, sp, #16
	add	x2, sp, #64
	mov	x0, x20
	bl	_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
.Ltmp212:                               // EH_LABEL
// %bb.67:
	stp	x26, x25, [x19, #24]
	mov	sp, x29
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldr	x28, [sp, #16]                  // 8-byte Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB132_68:
	.cfi_restore_state
.Ltmp213:                               // EH_LABEL
	stp	x26, x25, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end132:
	.size	_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd, .Lfunc_end132-_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,"aG",@progbits,_ZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,comdat
	.p2align	2, 0x0
GCC_except_table132:
.Lexception30:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end30-.Lcst_begin30
.Lcst_begin30:
	.uleb128 .Ltmp209-.Lfunc_begin30        // >> Call Site 1 <<
	.uleb128 .Ltmp212-.Ltmp209              //   Call between .Ltmp209 and .Ltmp212
	.uleb128 .Ltmp213-.Lfunc_begin30        //     jumps to .Ltmp213
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp212-.Lfunc_begin30        // >> Call Site 2 <<
	.uleb128 .Lfunc_end132-.Ltmp212         //   Call between .Ltmp212 and .Lfunc_end132
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end30:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE,"axG",@progbits,_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE,comdat
	.weak	_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE // -- Begin function _ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
	.p2align	4
	.type	_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE,@function
_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE: // @_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sub	x9, sp, #176
	and	sp, x9, #0xffffffffffffffc0
	ldp	x8, x9, [x0]
	add	x11, x9, #64
	add	x10, x8, #64
	cmp	x8, x11
	ccmp	x9, x10, #2, lo
	b.lo	.LBB133_3
// %bb.1:
	mov	w11, #1262485504                // =0x4b400000
	mov	w12, #-1023803392               // =0xc2fa0000
	mvni	v2.4s, #127, msl #16
	dup	v0.4s, w11
	mov	w11, #-884998144                // =0xcb400000
	dup	v19.4s, w12
	dup	v1.4s, w11
	mov	w11, #64990                     // =0xfdde
	movi	v4.4s, #67, lsl #24
	movk	w11, #14752, lsl #16
	movi	v17.4s, #63, lsl #24
	mov	x10, xzr
	dup	v3.4s, w11
	mov	w11, #40746                     // =0x9f2a
	mov	x12, sp
	movk	w11, #15151, lsl #16
	dup	v5.4s, w11
	mov	w11, #38567                     // =0x96a7
	movk	w11, #15517, lsl #16
	dup	v6.4s, w11
	mov	w11, #22388                     // =0x5774
	movk	w11, #15843, lsl #16
	dup	v7.4s, w11
	mov	w11, #65006                     // =0xfdee
	movk	w11, #16117, lsl #16
	dup	v16.4s, w11
	mov	w11, #29208                     // =0x7218
	movk	w11, #16305, lsl #16
	dup	v18.4s, w11
	add	x11, sp, #64
	.p2align	5, , 16
.LBB133_2:                              // =>This Inner Loop Header: Depth=1
	ldp	q22, q21, [x2], #32
	ldr	q23, [x8, x10]
	mov	v25.16b, v5.16b
	mov	v26.16b, v6.16b
	fcvtn	v20.2s, v22.2d
	fcvtn2	v20.4s, v21.2d
	fcmgt	v24.4s, v20.4s, v23.4s
	bif	v20.16b, v23.16b, v24.16b
	fcmeq	v24.4s, v20.4s, v2.4s
	str	q20, [x8, x10]
	bic	v24.16b, v20.16b, v24.16b
	fsub	v23.4s, v23.4s, v24.4s
	ldr	q20, [x9, x10]
	fcmgt	v27.4s, v23.4s, v4.4s
	bit	v23.16b, v4.16b, v27.16b
	fadd	v27.4s, v23.4s, v0.4s
	fadd	v28.4s, v27.4s, v1.4s
	shl	v27.4s, v27.4s, #23
	fsub	v28.4s, v23.4s, v28.4s
	add	v27.4s, v27.4s, v17.4s
	fcmgt	v23.4s, v19.4s, v23.4s
	fmla	v25.4s, v3.4s, v28.4s
	fmla	v26.4s, v25.4s, v28.4s
	mov	v25.16b, v7.16b
	fmla	v25.4s, v26.4s, v28.4s
	mov	v26.16b, v16.16b
	fmla	v26.4s, v25.4s, v28.4s
	mov	v25.16b, v18.16b
	fmla	v25.4s, v26.4s, v28.4s
	movi	v26.4s, #64, lsl #24
	fmla	v26.4s, v25.4s, v28.4s
	fcvtl	v25.2d, v24.2s
	fcvtl2	v24.2d, v24.4s
	fsub	v22.2d, v22.2d, v25.2d
	fsub	v21.2d, v21.2d, v24.2d
	mov	v25.16b, v5.16b
	fmul	v26.4s, v26.4s, v27.4s
	fcvtn	v22.2s, v22.2d
	bic	v23.16b, v26.16b, v23.16b
	mov	v26.16b, v6.16b
	fcvtn2	v22.4s, v21.2d
	str	q23, [x11, x10]
	fcmgt	v21.4s, v22.4s, v4.4s
	bsl	v21.16b, v4.16b, v22.16b
	fadd	v22.4s, v21.4s, v0.4s
	fadd	v24.4s, v22.4s, v1.4s
	shl	v22.4s, v22.4s, #23
	fsub	v24.4s, v21.4s, v24.4s
	add	v22.4s, v22.4s, v17.4s
	fcmgt	v21.4s, v19.4s, v21.4s
	fmla	v25.4s, v3.4s, v24.4s
	fmla	v26.4s, v25.4s, v24.4s
	mov	v25.16b, v7.16b
	fmla	v25.4s, v26.4s, v24.4s
	mov	v26.16b, v16.16b
	fmla	v26.4s, v25.4s, v24.4s
	mov	v25.16b, v18.16b
	fmla	v25.4s, v26.4s, v24.4s
	movi	v26.4s, #64, lsl #24
	fmla	v26.4s, v25.4s, v24.4s
	fmul	v22.4s, v26.4s, v22.4s
	bic	v21.16b, v22.16b, v21.16b
	str	q21, [x12, x10]
	fmla	v21.4s, v23.4s, v20.4s
	str	q21, [x9, x10]
	add	x10, x10, #16
	cmp	x10, #64
	b.ne	.LBB133_2
	b	.LBB133_5
.LBB133_3:
	mov	w11, #-8388608                  // =0xff800000
	mov	w12, #1262485504                // =0x4b400000
	movi	d0, #0000000000000000
	fmov	s2, w11
	mov	w11, #-884998144                // =0xcb400000
	fmov	s3, w12
	fmov	s4, w11
	mov	w11, #40746                     // =0x9f2a
	mov	w12, #-1023803392               // =0xc2fa0000
	movk	w11, #15151, lsl #16
	fmov	s20, w12
	movi	v1.2s, #67, lsl #24
	fmov	s5, w11
	mov	w11, #64990                     // =0xfdde
	fmov	s19, #2.00000000
	movk	w11, #14752, lsl #16
	mov	x10, xzr
	add	x12, sp, #64
	fmov	s6, w11
	mov	w11, #38567                     // =0x96a7
	mov	x13, sp
	movk	w11, #15517, lsl #16
	fmov	s7, w11
	mov	w11, #22388                     // =0x5774
	movk	w11, #15843, lsl #16
	fmov	s16, w11
	mov	w11, #65006                     // =0xfdee
	movk	w11, #16117, lsl #16
	fmov	s17, w11
	mov	w11, #29208                     // =0x7218
	movk	w11, #16305, lsl #16
	fmov	s18, w11
	mov	w11, #1056964608                // =0x3f000000
	.p2align	5, , 16
.LBB133_4:                              // =>This Inner Loop Header: Depth=1
	ldr	d21, [x2, x10, lsl #3]
	fcvt	s22, d21
	ldr	s23, [x8, x10, lsl #2]
	fcmp	s23, s22
	fcsel	s22, s22, s23, mi
	fcmp	s22, s2
	fcsel	s24, s0, s22, eq
	str	s22, [x8, x10, lsl #2]
	fsub	s23, s23, s24
	fcvt	d24, s24
	ldr	s22, [x9, x10, lsl #2]
	fcmp	s23, s1
	fsub	d21, d21, d24
	fcsel	s23, s1, s23, gt
	fcvt	s21, d21
	fadd	s25, s23, s3
	fcmp	s23, s20
	fadd	s26, s25, s4
	fmov	w14, s25
	fsub	s26, s23, s26
	add	w14, w11, w14, lsl #23
	fmadd	s27, s26, s6, s5
	fmov	s25, w14
	fmadd	s27, s26, s27, s7
	fmadd	s27, s26, s27, s16
	fmadd	s27, s26, s27, s17
	fmadd	s27, s26, s27, s18
	fmadd	s26, s26, s27, s19
	fmul	s25, s26, s25
	fcsel	s23, s0, s25, mi
	fcmp	s21, s1
	fcsel	s21, s1, s21, gt
	str	s23, [x12, x10, lsl #2]
	fadd	s24, s21, s3
	fcmp	s21, s20
	fadd	s25, s24, s4
	fmov	w14, s24
	fsub	s25, s21, s25
	add	w14, w11, w14, lsl #23
	fmadd	s26, s25, s6, s5
	fmov	s24, w14
	fmadd	s26, s25, s26, s7
	fmadd	s26, s25, s26, s16
	fmadd	s26, s25, s26, s17
	fmadd	s26, s25, s26, s18
	fmadd	s25, s25, s26, s19
	fmul	s24, s25, s24
	fcsel	s21, s0, s24, mi
	str	s21, [x13, x10, lsl #2]
	fmadd	s21, s22, s23, s21
	str	s21, [x9, x10, lsl #2]
	add	x10, x10, #1
	cmp	x10, #16
	b.ne	.LBB133_4
.LBB133_5:
	ldr	w8, [x0, #24]
	cmp	w8, #1
	b.lt	.LBB133_8
// %bb.6:
	ldp	q0, q1, [sp, #64]
	ldp	q2, q3, [sp]
	ldp	q4, q5, [sp, #96]
	ldp	q6, q7, [sp, #32]
	mov	x8, xzr
	mov	x9, xzr
	.p2align	5, , 16
.LBB133_7:                              // =>This Inner Loop Header: Depth=1
	ldr	x10, [x1]
	ldr	x11, [x0, #16]
	add	x9, x9, #1
	add	x10, x10, x8
	add	x11, x11, x8
	add	x8, x8, #64
	ldr	q16, [x10]
	fmul	v16.4s, v16.4s, v2.4s
	ldp	q17, q18, [x11]
	fmla	v16.4s, v0.4s, v17.4s
	str	q16, [x11]
	ldr	q16, [x10, #16]
	fmul	v16.4s, v16.4s, v3.4s
	fmla	v16.4s, v1.4s, v18.4s
	ldp	q17, q18, [x11, #32]
	str	q16, [x11, #16]
	ldr	q16, [x10, #32]
	fmul	v16.4s, v16.4s, v6.4s
	fmla	v16.4s, v4.4s, v17.4s
	str	q16, [x11, #32]
	ldr	q16, [x10, #48]
	fmul	v16.4s, v16.4s, v7.4s
	fmla	v16.4s, v5.4s, v18.4s
	str	q16, [x11, #48]
	ldrsw	x10, [x0, #24]
	cmp	x9, x10
	b.lt	.LBB133_7
.LBB133_8:
	mov	sp, x29
	.cfi_def_cfa wsp, 16
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end133:
	.size	_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE, .Lfunc_end133-_ZN8patternc4joinILi16EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_,"axG",@progbits,_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_,comdat
	.weak	_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_ // -- Begin function _ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_
	.p2align	4
	.type	_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_,@function
_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_: // @_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_
	.cfi_startproc
// %bb.0:
	ldp	x8, x9, [x0]
	ldrb	w12, [x9]
	ldp	x10, x11, [x0, #16]
	cmp	w12, #1
	b.ne	.LBB134_2
// %bb.1:
	ldr	x12, [x10]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_3
.LBB134_2:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_3:
	ldrb	w12, [x9, #1]
	str	d0, [x8]
	cmp	w12, #1
	b.ne	.LBB134_5
// %bb.4:
	ldr	x12, [x10, #8]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_6
.LBB134_5:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_6:
	ldrb	w12, [x9, #2]
	str	d0, [x8, #8]
	cmp	w12, #1
	b.ne	.LBB134_8
// %bb.7:
	ldr	x12, [x10, #16]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_9
.LBB134_8:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_9:
	ldrb	w12, [x9, #3]
	str	d0, [x8, #16]
	cmp	w12, #1
	b.ne	.LBB134_11
// %bb.10:
	ldr	x12, [x10, #24]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_12
.LBB134_11:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_12:
	ldrb	w12, [x9, #4]
	str	d0, [x8, #24]
	cmp	w12, #1
	b.ne	.LBB134_14
// %bb.13:
	ldr	x12, [x10, #32]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_15
.LBB134_14:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_15:
	ldrb	w12, [x9, #5]
	str	d0, [x8, #32]
	cmp	w12, #1
	b.ne	.LBB134_17
// %bb.16:
	ldr	x12, [x10, #40]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_18
.LBB134_17:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_18:
	ldrb	w12, [x9, #6]
	str	d0, [x8, #40]
	cmp	w12, #1
	b.ne	.LBB134_20
// %bb.19:
	ldr	x12, [x10, #48]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_21
.LBB134_20:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_21:
	ldrb	w12, [x9, #7]
	str	d0, [x8, #48]
	cmp	w12, #1
	b.ne	.LBB134_23
// %bb.22:
	ldr	x12, [x10, #56]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_24
.LBB134_23:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_24:
	ldrb	w12, [x9, #8]
	str	d0, [x8, #56]
	cmp	w12, #1
	b.ne	.LBB134_26
// %bb.25:
	ldr	x12, [x10, #64]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_27
.LBB134_26:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_27:
	ldrb	w12, [x9, #9]
	str	d0, [x8, #64]
	cmp	w12, #1
	b.ne	.LBB134_29
// %bb.28:
	ldr	x12, [x10, #72]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_30
.LBB134_29:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_30:
	ldrb	w12, [x9, #10]
	str	d0, [x8, #72]
	cmp	w12, #1
	b.ne	.LBB134_32
// %bb.31:
	ldr	x12, [x10, #80]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_33
.LBB134_32:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_33:
	ldrb	w12, [x9, #11]
	str	d0, [x8, #80]
	cmp	w12, #1
	b.ne	.LBB134_35
// %bb.34:
	ldr	x12, [x10, #88]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_36
.LBB134_35:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_36:
	ldrb	w12, [x9, #12]
	str	d0, [x8, #88]
	cmp	w12, #1
	b.ne	.LBB134_38
// %bb.37:
	ldr	x12, [x10, #96]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_39
.LBB134_38:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_39:
	ldrb	w12, [x9, #13]
	str	d0, [x8, #96]
	cmp	w12, #1
	b.ne	.LBB134_41
// %bb.40:
	ldr	x12, [x10, #104]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_42
.LBB134_41:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_42:
	ldrb	w12, [x9, #14]
	str	d0, [x8, #104]
	cmp	w12, #1
	b.ne	.LBB134_44
// %bb.43:
	ldr	x12, [x10, #112]
	ldr	d1, [x11]
	ldr	d0, [x1, x12, lsl #3]
	fmul	d0, d0, d1
	b	.LBB134_45
.LBB134_44:
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d0, x12
.LBB134_45:
	ldrb	w9, [x9, #15]
	str	d0, [x8, #112]
	cmp	w9, #1
	b.ne	.LBB134_47
// %bb.46:
	ldr	x9, [x10, #120]
	ldr	d1, [x11]
	ldr	d0, [x1, x9, lsl #3]
	fmul	d0, d0, d1
	str	d0, [x8, #120]
	ret
.LBB134_47:
	mov	x9, #-4503599627370496          // =0xfff0000000000000
	fmov	d0, x9
	str	d0, [x8, #120]
	ret
.Lfunc_end134:
	.size	_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_, .Lfunc_end134-_ZZN8patternc5mergeILi16ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEdENKUlPKT_E_clIdEEDaSH_
	.cfi_endproc
                                        // -- End function
	.section	.text._ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,"axG",@progbits,_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,comdat
	.weak	_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd // -- Begin function _ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
	.p2align	4
	.type	_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,@function
_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd: // @_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
.Lfunc_begin31:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gxx_personality_v0
	.cfi_lsda 28, .Lexception31
// %bb.0:
	stp	x29, x30, [sp, #-64]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 64
	str	x28, [sp, #16]                  // 8-byte Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w28, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
	.cfi_remember_state
	sub	x9, sp, #576
	and	sp, x9, #0xffffffffffffffc0
	mov	x20, x1
	mov	x19, x0
	cmp	x5, #1
	b.gt	.LBB135_8
// %bb.1:
	cbz	x5, .LBB135_15
// %bb.2:
	cmp	x5, #1
	b.ne	.LBB135_25
// %bb.3:
	mov	x8, xzr
	add	x9, sp, #64
	b	.LBB135_6
	.p2align	5, , 16
.LBB135_4:                              //   in Loop: Header=BB135_6 Depth=1
	ldr	x10, [x6, x8, lsl #3]
	ldrh	w10, [x4, x10, lsl #1]
	lsl	w10, w10, #16
	fmov	s1, w10
	fcvt	d1, s1
	fmul	d1, d0, d1
.LBB135_5:                              //   in Loop: Header=BB135_6 Depth=1
	str	d1, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB135_25
.LBB135_6:                              // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x7, x8]
	cmp	w10, #1
	b.eq	.LBB135_4
// %bb.7:                               //   in Loop: Header=BB135_6 Depth=1
	mov	x10, #-4503599627370496         // =0xfff0000000000000
	fmov	d1, x10
	b	.LBB135_5
.LBB135_8:
	cmp	x5, #2
	b.eq	.LBB135_20
// %bb.9:
	cmp	x5, #3
	b.ne	.LBB135_25
// %bb.10:
	mov	x8, xzr
	add	x9, sp, #64
	b	.LBB135_13
	.p2align	5, , 16
.LBB135_11:                             //   in Loop: Header=BB135_13 Depth=1
	ldr	x10, [x6, x8, lsl #3]
	ldr	d1, [x4, x10, lsl #3]
	fmul	d1, d0, d1
.LBB135_12:                             //   in Loop: Header=BB135_13 Depth=1
	str	d1, [x9, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB135_25
.LBB135_13:                             // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x7, x8]
	cmp	w10, #1
	b.eq	.LBB135_11
// %bb.14:                              //   in Loop: Header=BB135_13 Depth=1
	mov	x10, #-4503599627370496         // =0xfff0000000000000
	fmov	d1, x10
	b	.LBB135_12
.LBB135_15:
	add	x8, sp, #64
	b	.LBB135_18
	.p2align	5, , 16
.LBB135_16:                             //   in Loop: Header=BB135_18 Depth=1
	ldr	x9, [x6, x5, lsl #3]
	ldr	s1, [x4, x9, lsl #2]
	fcvt	d1, s1
	fmul	d1, d0, d1
.LBB135_17:                             //   in Loop: Header=BB135_18 Depth=1
	str	d1, [x8, x5, lsl #3]
	add	x5, x5, #1
	cmp	x5, #64
	b.eq	.LBB135_25
.LBB135_18:                             // =>This Inner Loop Header: Depth=1
	ldrb	w9, [x7, x5]
	cmp	w9, #1
	b.eq	.LBB135_16
// %bb.19:                              //   in Loop: Header=BB135_18 Depth=1
	mov	x9, #-4503599627370496          // =0xfff0000000000000
	fmov	d1, x9
	b	.LBB135_17
.LBB135_20:
	mov	x8, xzr
	mov	w9, #1879048192                 // =0x70000000
	mov	w10, #939524096                 // =0x38000000
	add	x11, sp, #64
	b	.LBB135_23
	.p2align	5, , 16
.LBB135_21:                             //   in Loop: Header=BB135_23 Depth=1
	ldr	x12, [x6, x8, lsl #3]
	ldrh	w12, [x4, x12, lsl #1]
	and	w13, w12, #0x7fff
	ubfx	w16, w12, #10, #5
	lsr	w14, w12, #15
	cmp	w16, #31
	ucvtf	s1, w13, #24
	csel	w16, w10, w9, lo
	tst	w12, #0x7c00
	add	w13, w16, w13, lsl #13
	fmov	w15, s1
	csel	w12, w15, w13, eq
	orr	w12, w12, w14, lsl #31
	fmov	s1, w12
	fcvt	d1, s1
	fmul	d1, d0, d1
.LBB135_22:                             //   in Loop: Header=BB135_23 Depth=1
	str	d1, [x11, x8, lsl #3]
	add	x8, x8, #1
	cmp	x8, #64
	b.eq	.LBB135_25
.LBB135_23:                             // =>This Inner Loop Header: Depth=1
	ldrb	w12, [x7, x8]
	cmp	w12, #1
	b.eq	.LBB135_21
// %bb.24:                              //   in Loop: Header=BB135_23 Depth=1
	mov	x12, #-4503599627370496         // =0xfff0000000000000
	fmov	d1, x12
	b	.LBB135_22
.LBB135_25:
	ldp	x22, x21, [x19, #24]
	ldr	w5, [x20, #24]
.Ltmp214:                               // EH_LABEL
	mov	x0, x19
	mov	x1, x2
	mov	x2, x3
	mov	x3, x6
	mov	x4, x7
	bl	_ZN8patternc11load_packedILi64ElEENS_4RowsIXT_EEERNS_7ScratchENS_6TensorERKNS_6VectorIT0_XT_EEERKNS6_IbXT_EEEi
.Ltmp215:                               // EH_LABEL
// %bb.26:
	stp	x0, x1, [sp, #48]
.Ltmp216:                               // EH_LABEL
	add	x1, sp, #48
	add	x2, sp, #64
	mov	x0, x20
	bl	_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
.Ltmp217:                               // EH_LABEL
// %bb.27:
	stp	x22, x21, [x19, #24]
	mov	sp, x29
	.cfi_def_cfa wsp, 64
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldr	x28, [sp, #16]                  // 8-byte Reload
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #64             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB135_28:
	.cfi_restore_state
.Ltmp218:                               // EH_LABEL
	stp	x22, x21, [x19, #24]
	bl	_Unwind_Resume
.Lfunc_end135:
	.size	_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd, .Lfunc_end135-_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd
	.cfi_endproc
	.section	.gcc_except_table._ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,"aG",@progbits,_ZN8patternc5mergeILi64ElEEvRNS_7ScratchERNS_7SoftmaxIXT_EEENS_6TensorES6_RKNS_6VectorIT0_XT_EEERKNS7_IbXT_EEEd,comdat
	.p2align	2, 0x0
GCC_except_table135:
.Lexception31:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end31-.Lcst_begin31
.Lcst_begin31:
	.uleb128 .Ltmp214-.Lfunc_begin31        // >> Call Site 1 <<
	.uleb128 .Ltmp217-.Ltmp214              //   Call between .Ltmp214 and .Ltmp217
	.uleb128 .Ltmp218-.Lfunc_begin31        //     jumps to .Ltmp218
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp217-.Lfunc_begin31        // >> Call Site 2 <<
	.uleb128 .Lfunc_end135-.Ltmp217         //   Call between .Ltmp217 and .Lfunc_end135
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end31:
	.p2align	2, 0x0
                                        // -- End function
	.section	.text._ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE,"axG",@progbits,_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE,comdat
	.weak	_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE // -- Begin function _ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
	.p2align	4
	.type	_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE,@function
_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE: // @_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sub	x9, sp, #560
	and	sp, x9, #0xffffffffffffffc0
	ldp	x8, x9, [x0]
	add	x11, x9, #256
	add	x10, x8, #256
	cmp	x8, x11
	ccmp	x9, x10, #2, lo
	b.lo	.LBB136_3
// %bb.1:
	mov	w11, #1262485504                // =0x4b400000
	mov	w12, #-1023803392               // =0xc2fa0000
	mvni	v2.4s, #127, msl #16
	dup	v0.4s, w11
	mov	w11, #-884998144                // =0xcb400000
	dup	v19.4s, w12
	dup	v1.4s, w11
	mov	w11, #64990                     // =0xfdde
	movi	v4.4s, #67, lsl #24
	movk	w11, #14752, lsl #16
	movi	v17.4s, #63, lsl #24
	mov	x10, xzr
	dup	v3.4s, w11
	mov	w11, #40746                     // =0x9f2a
	mov	x12, sp
	movk	w11, #15151, lsl #16
	dup	v5.4s, w11
	mov	w11, #38567                     // =0x96a7
	movk	w11, #15517, lsl #16
	dup	v6.4s, w11
	mov	w11, #22388                     // =0x5774
	movk	w11, #15843, lsl #16
	dup	v7.4s, w11
	mov	w11, #65006                     // =0xfdee
	movk	w11, #16117, lsl #16
	dup	v16.4s, w11
	mov	w11, #29208                     // =0x7218
	movk	w11, #16305, lsl #16
	dup	v18.4s, w11
	add	x11, sp, #256
	.p2align	5, , 16
.LBB136_2:                              // =>This Inner Loop Header: Depth=1
	ldp	q22, q21, [x2], #32
	ldr	q23, [x8, x10]
	mov	v25.16b, v5.16b
	mov	v26.16b, v6.16b
	fcvtn	v20.2s, v22.2d
	fcvtn2	v20.4s, v21.2d
	fcmgt	v24.4s, v20.4s, v23.4s
	bif	v20.16b, v23.16b, v24.16b
	fcmeq	v24.4s, v20.4s, v2.4s
	str	q20, [x8, x10]
	bic	v24.16b, v20.16b, v24.16b
	fsub	v23.4s, v23.4s, v24.4s
	ldr	q20, [x9, x10]
	fcmgt	v27.4s, v23.4s, v4.4s
	bit	v23.16b, v4.16b, v27.16b
	fadd	v27.4s, v23.4s, v0.4s
	fadd	v28.4s, v27.4s, v1.4s
	shl	v27.4s, v27.4s, #23
	fsub	v28.4s, v23.4s, v28.4s
	add	v27.4s, v27.4s, v17.4s
	fcmgt	v23.4s, v19.4s, v23.4s
	fmla	v25.4s, v3.4s, v28.4s
	fmla	v26.4s, v25.4s, v28.4s
	mov	v25.16b, v7.16b
	fmla	v25.4s, v26.4s, v28.4s
	mov	v26.16b, v16.16b
	fmla	v26.4s, v25.4s, v28.4s
	mov	v25.16b, v18.16b
	fmla	v25.4s, v26.4s, v28.4s
	movi	v26.4s, #64, lsl #24
	fmla	v26.4s, v25.4s, v28.4s
	fcvtl	v25.2d, v24.2s
	fcvtl2	v24.2d, v24.4s
	fsub	v22.2d, v22.2d, v25.2d
	fsub	v21.2d, v21.2d, v24.2d
	mov	v25.16b, v5.16b
	fmul	v26.4s, v26.4s, v27.4s
	fcvtn	v22.2s, v22.2d
	bic	v23.16b, v26.16b, v23.16b
	mov	v26.16b, v6.16b
	fcvtn2	v22.4s, v21.2d
	str	q23, [x11, x10]
	fcmgt	v21.4s, v22.4s, v4.4s
	bsl	v21.16b, v4.16b, v22.16b
	fadd	v22.4s, v21.4s, v0.4s
	fadd	v24.4s, v22.4s, v1.4s
	shl	v22.4s, v22.4s, #23
	fsub	v24.4s, v21.4s, v24.4s
	add	v22.4s, v22.4s, v17.4s
	fcmgt	v21.4s, v19.4s, v21.4s
	fmla	v25.4s, v3.4s, v24.4s
	fmla	v26.4s, v25.4s, v24.4s
	mov	v25.16b, v7.16b
	fmla	v25.4s, v26.4s, v24.4s
	mov	v26.16b, v16.16b
	fmla	v26.4s, v25.4s, v24.4s
	mov	v25.16b, v18.16b
	fmla	v25.4s, v26.4s, v24.4s
	movi	v26.4s, #64, lsl #24
	fmla	v26.4s, v25.4s, v24.4s
	fmul	v22.4s, v26.4s, v22.4s
	bic	v21.16b, v22.16b, v21.16b
	str	q21, [x12, x10]
	fmla	v21.4s, v23.4s, v20.4s
	str	q21, [x9, x10]
	add	x10, x10, #16
	cmp	x10, #256
	b.ne	.LBB136_2
	b	.LBB136_5
.LBB136_3:
	mov	w11, #-8388608                  // =0xff800000
	mov	w12, #1262485504                // =0x4b400000
	movi	d0, #0000000000000000
	fmov	s2, w11
	mov	w11, #-884998144                // =0xcb400000
	fmov	s3, w12
	fmov	s4, w11
	mov	w11, #40746                     // =0x9f2a
	mov	w12, #-1023803392               // =0xc2fa0000
	movk	w11, #15151, lsl #16
	fmov	s20, w12
	movi	v1.2s, #67, lsl #24
	fmov	s5, w11
	mov	w11, #64990                     // =0xfdde
	fmov	s19, #2.00000000
	movk	w11, #14752, lsl #16
	mov	x10, xzr
	add	x12, sp, #256
	fmov	s6, w11
	mov	w11, #38567                     // =0x96a7
	mov	x13, sp
	movk	w11, #15517, lsl #16
	fmov	s7, w11
	mov	w11, #22388                     // =0x5774
	movk	w11, #15843, lsl #16
	fmov	s16, w11
	mov	w11, #65006                     // =0xfdee
	movk	w11, #16117, lsl #16
	fmov	s17, w11
	mov	w11, #29208                     // =0x7218
	movk	w11, #16305, lsl #16
	fmov	s18, w11
	mov	w11, #1056964608                // =0x3f000000
	.p2align	5, , 16
.LBB136_4:                              // =>This Inner Loop Header: Depth=1
	ldr	d21, [x2, x10, lsl #3]
	fcvt	s22, d21
	ldr	s23, [x8, x10, lsl #2]
	fcmp	s23, s22
	fcsel	s22, s22, s23, mi
	fcmp	s22, s2
	fcsel	s24, s0, s22, eq
	str	s22, [x8, x10, lsl #2]
	fsub	s23, s23, s24
	fcvt	d24, s24
	ldr	s22, [x9, x10, lsl #2]
	fcmp	s23, s1
	fsub	d21, d21, d24
	fcsel	s23, s1, s23, gt
	fcvt	s21, d21
	fadd	s25, s23, s3
	fcmp	s23, s20
	fadd	s26, s25, s4
	fmov	w14, s25
	fsub	s26, s23, s26
	add	w14, w11, w14, lsl #23
	fmadd	s27, s26, s6, s5
	fmov	s25, w14
	fmadd	s27, s26, s27, s7
	fmadd	s27, s26, s27, s16
	fmadd	s27, s26, s27, s17
	fmadd	s27, s26, s27, s18
	fmadd	s26, s26, s27, s19
	fmul	s25, s26, s25
	fcsel	s23, s0, s25, mi
	fcmp	s21, s1
	fcsel	s21, s1, s21, gt
	str	s23, [x12, x10, lsl #2]
	fadd	s24, s21, s3
	fcmp	s21, s20
	fadd	s25, s24, s4
	fmov	w14, s24
	fsub	s25, s21, s25
	add	w14, w11, w14, lsl #23
	fmadd	s26, s25, s6, s5
	fmov	s24, w14
	fmadd	s26, s25, s26, s7
	fmadd	s26, s25, s26, s16
	fmadd	s26, s25, s26, s17
	fmadd	s26, s25, s26, s18
	fmadd	s25, s25, s26, s19
	fmul	s24, s25, s24
	fcsel	s21, s0, s24, mi
	str	s21, [x13, x10, lsl #2]
	fmadd	s21, s22, s23, s21
	str	s21, [x9, x10, lsl #2]
	add	x10, x10, #1
	cmp	x10, #64
	b.ne	.LBB136_4
.LBB136_5:
	ldr	w8, [x0, #24]
	cmp	w8, #1
	b.lt	.LBB136_10
// %bb.6:
	add	x9, sp, #256
	mov	x10, sp
	mov	x8, xzr
	orr	x9, x9, #0x10
	orr	x10, x10, #0x10
	mov	w11, #16                        // =0x10
	.p2align	5, , 16
.LBB136_7:                              // =>This Loop Header: Depth=1
                                        //     Child Loop BB136_8 Depth 2
	ldr	x12, [x0, #16]
	ldr	x13, [x1]
	mov	x14, #-4                        // =0xfffffffffffffffc
	mov	x15, x10
	mov	x16, x9
	add	x12, x12, x11
	add	x13, x13, x11
	.p2align	5, , 16
.LBB136_8:                              //   Parent Loop BB136_7 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	q5, q6, [x15, #-16]
	ldur	q0, [x13, #-16]
	add	x14, x14, #8
	add	x15, x15, #32
	ldp	q1, q2, [x12, #-16]
	ldp	q3, q4, [x16, #-16]
	add	x16, x16, #32
	cmp	x14, #60
	fmul	v0.4s, v0.4s, v5.4s
	fmla	v0.4s, v3.4s, v1.4s
	stur	q0, [x12, #-16]
	ldr	q0, [x13], #32
	fmul	v0.4s, v0.4s, v6.4s
	fmla	v0.4s, v4.4s, v2.4s
	str	q0, [x12], #32
	b.lo	.LBB136_8
// %bb.9:                               //   in Loop: Header=BB136_7 Depth=1
	ldrsw	x12, [x0, #24]
	add	x8, x8, #1
	add	x11, x11, #256
	cmp	x8, x12
	b.lt	.LBB136_7
.LBB136_10:
	mov	sp, x29
	.cfi_def_cfa wsp, 16
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end136:
	.size	_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE, .Lfunc_end136-_ZN8patternc4joinILi64EEEvRNS_7SoftmaxIXT_EEERKNS_4RowsIXT_EEERKNS_6VectorIdXT_EEE
	.cfi_endproc
                                        // -- End function
	.type	.L.str,@object                  // @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"patternc: no memory for %zu bytes of a program's scratch\n"
	.size	.L.str, 58

	.type	.L.str.1,@object                // @.str.1
.L.str.1:
	.asciz	"vector"
	.size	.L.str.1, 7

	.type	_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,@object // @_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.section	.tbss._ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,"awTG",@nobits,_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,comdat
	.weak	_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.p2align	3, 0x0
_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch:
	.zero	40
	.size	_ZZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch, 40

	.type	_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,@object // @_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.section	.tbss._ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,"awTG",@nobits,_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,comdat
	.weak	_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.p2align	3, 0x0
_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch:
	.xword	0                               // 0x0
	.size	_ZGVZZN8patternc6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch, 8

	.hidden	__dso_handle
	.type	.L.str.2,@object                // @.str.2
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.2:
	.asciz	"thread constructor failed"
	.size	.L.str.2, 26

	.type	_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,@object // @_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.section	.tbss._ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,"awTG",@nobits,_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,comdat
	.weak	_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.p2align	3, 0x0
_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch:
	.zero	40
	.size	_ZZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch, 40

	.type	_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,@object // @_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.section	.tbss._ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,"awTG",@nobits,_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch,comdat
	.weak	_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch
	.p2align	3, 0x0
_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch:
	.xword	0                               // 0x0
	.size	_ZGVZZN8patternc6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESG_jjEENKUlvE_clEvE7scratch, 8

	.hidden	DW.ref.__gxx_personality_v0
	.weak	DW.ref.__gxx_personality_v0
	.section	.data.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
	.p2align	3, 0x0
	.type	DW.ref.__gxx_personality_v0,@object
	.size	DW.ref.__gxx_personality_v0, 8
DW.ref.__gxx_personality_v0:
	.xword	__gxx_personality_v0
	.ident	"clang version 22.1.8"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym _ZN8programs6causalILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.addrsig_sym _ZN8programs6causalILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.addrsig_sym _ZN8programs8backwardILi16ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.addrsig_sym _ZN8programs8backwardILi64ELi64EEEvRKN8patternc7ProgramERNS1_7ScratchENS1_9ArgumentsE
	.addrsig_sym _ZN8patternc9row_deltaILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.addrsig_sym _ZN8patternc9row_deltaILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.addrsig_sym _ZN8patternc10mix_by_lseILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.addrsig_sym _ZN8patternc10mix_by_lseILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.addrsig_sym _ZN8patternc10mix_evenlyILi16ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.addrsig_sym _ZN8patternc10mix_evenlyILi64ELi64EEEvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsE
	.addrsig_sym __gxx_personality_v0
	.addrsig_sym _ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE0EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.addrsig_sym _ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE0EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	.addrsig_sym _ZZN8patternc10on_threadsIZNS_6launchILNS_4UnitE3EEEvPFvRKNS_7ProgramERNS_7ScratchENS_9ArgumentsEEPKNS_5ValueERKNS_4GridEiPFvPFvPvESH_jjEEUlvE_EEviSL_T_ENUlSH_E_8__invokeESH_
	.addrsig_sym _ZNSt3__114__thread_proxyB9nie220108INS_5tupleIJNS_10unique_ptrINS_15__thread_structENS_14default_deleteIS3_EEEEZN8patternc6launchILNS7_4UnitE3EEEvPFvRKNS7_7ProgramERNS7_7ScratchENS7_9ArgumentsEEPKNS7_5ValueERKNS7_4GridEiPFvPFvPvESO_jjEEUlvE_EEEEESO_SO_
	.addrsig_sym _Unwind_Resume
	.addrsig_sym _ZTISt12length_error
	.addrsig_sym _ZTISt20bad_array_new_length
	.addrsig_sym __dso_handle
