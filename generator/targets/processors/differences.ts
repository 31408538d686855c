/** Made by scripts/oracle/compiler-differences.ts from what compilers say; read by ../compiler-differences.ts. */

export const TABLE: string = `Debian clang version 16.0.6 (15~deb12u1); Debian clang version 14.0.6; Debian clang version 19.1.7 (3~deb12u1); x86_64-w64-mingw32-gcc (GCC) 12-win32

-_LP64
-_STDC_PREDEF_H
-__ACCUM_EPSILON__
-__ACCUM_FBIT__
-__ACCUM_IBIT__
-__ACCUM_MAX__
-__ACCUM_MIN__
-__ARM_ALIGN_MAX_PWR
-__ARM_ARCH_8A
-__ATOMIC_HLE_ACQUIRE
-__ATOMIC_HLE_RELEASE
-__AVR_ERRATA_SKIP__
-__AVR_HAVE_16BIT_SP__
-__AVR_HAVE_SPH__
-__AVR_SFR_OFFSET__
-__BUILTIN_AVR_ABSFX
-__BUILTIN_AVR_ABSHK
-__BUILTIN_AVR_ABSHR
-__BUILTIN_AVR_ABSK
-__BUILTIN_AVR_ABSLK
-__BUILTIN_AVR_ABSLLK
-__BUILTIN_AVR_ABSLLR
-__BUILTIN_AVR_ABSLR
-__BUILTIN_AVR_ABSR
-__BUILTIN_AVR_BITSHK
-__BUILTIN_AVR_BITSHR
-__BUILTIN_AVR_BITSK
-__BUILTIN_AVR_BITSLK
-__BUILTIN_AVR_BITSLLK
-__BUILTIN_AVR_BITSLLR
-__BUILTIN_AVR_BITSLR
-__BUILTIN_AVR_BITSR
-__BUILTIN_AVR_BITSUHK
-__BUILTIN_AVR_BITSUHR
-__BUILTIN_AVR_BITSUK
-__BUILTIN_AVR_BITSULK
-__BUILTIN_AVR_BITSULLK
-__BUILTIN_AVR_BITSULLR
-__BUILTIN_AVR_BITSULR
-__BUILTIN_AVR_BITSUR
-__BUILTIN_AVR_CLI
-__BUILTIN_AVR_COUNTLSFX
-__BUILTIN_AVR_COUNTLSHK
-__BUILTIN_AVR_COUNTLSHR
-__BUILTIN_AVR_COUNTLSK
-__BUILTIN_AVR_COUNTLSLK
-__BUILTIN_AVR_COUNTLSLLK
-__BUILTIN_AVR_COUNTLSLLR
-__BUILTIN_AVR_COUNTLSLR
-__BUILTIN_AVR_COUNTLSR
-__BUILTIN_AVR_COUNTLSUHK
-__BUILTIN_AVR_COUNTLSUHR
-__BUILTIN_AVR_COUNTLSUK
-__BUILTIN_AVR_COUNTLSULK
-__BUILTIN_AVR_COUNTLSULLK
-__BUILTIN_AVR_COUNTLSULLR
-__BUILTIN_AVR_COUNTLSULR
-__BUILTIN_AVR_COUNTLSUR
-__BUILTIN_AVR_DELAY_CYCLES
-__BUILTIN_AVR_FLASH_SEGMENT
-__BUILTIN_AVR_FMUL
-__BUILTIN_AVR_FMULS
-__BUILTIN_AVR_FMULSU
-__BUILTIN_AVR_HKBITS
-__BUILTIN_AVR_HRBITS
-__BUILTIN_AVR_INSERT_BITS
-__BUILTIN_AVR_KBITS
-__BUILTIN_AVR_LKBITS
-__BUILTIN_AVR_LLKBITS
-__BUILTIN_AVR_LLRBITS
-__BUILTIN_AVR_LRBITS
-__BUILTIN_AVR_NOP
-__BUILTIN_AVR_RBITS
-__BUILTIN_AVR_ROUNDFX
-__BUILTIN_AVR_ROUNDHK
-__BUILTIN_AVR_ROUNDHR
-__BUILTIN_AVR_ROUNDK
-__BUILTIN_AVR_ROUNDLK
-__BUILTIN_AVR_ROUNDLLK
-__BUILTIN_AVR_ROUNDLLR
-__BUILTIN_AVR_ROUNDLR
-__BUILTIN_AVR_ROUNDR
-__BUILTIN_AVR_ROUNDUHK
-__BUILTIN_AVR_ROUNDUHR
-__BUILTIN_AVR_ROUNDUK
-__BUILTIN_AVR_ROUNDULK
-__BUILTIN_AVR_ROUNDULLK
-__BUILTIN_AVR_ROUNDULLR
-__BUILTIN_AVR_ROUNDULR
-__BUILTIN_AVR_ROUNDUR
-__BUILTIN_AVR_SEI
-__BUILTIN_AVR_SLEEP
-__BUILTIN_AVR_SWAP
-__BUILTIN_AVR_UHKBITS
-__BUILTIN_AVR_UHRBITS
-__BUILTIN_AVR_UKBITS
-__BUILTIN_AVR_ULKBITS
-__BUILTIN_AVR_ULLKBITS
-__BUILTIN_AVR_ULLRBITS
-__BUILTIN_AVR_ULRBITS
-__BUILTIN_AVR_URBITS
-__BUILTIN_AVR_WDR
-__DA_FBIT__
-__DA_IBIT__
-__DBL_IS_IEC_60559__
-__DEC128_EPSILON__
-__DEC128_MANT_DIG__
-__DEC128_MAX_EXP__
-__DEC128_MAX__
-__DEC128_MIN_EXP__
-__DEC128_MIN__
-__DEC128_SUBNORMAL_MIN__
-__DEC32_EPSILON__
-__DEC32_MANT_DIG__
-__DEC32_MAX_EXP__
-__DEC32_MAX__
-__DEC32_MIN_EXP__
-__DEC32_MIN__
-__DEC32_SUBNORMAL_MIN__
-__DEC64_EPSILON__
-__DEC64_MANT_DIG__
-__DEC64_MAX_EXP__
-__DEC64_MAX__
-__DEC64_MIN_EXP__
-__DEC64_MIN__
-__DEC64_SUBNORMAL_MIN__
-__DECIMAL_BID_FORMAT__
-__DEC_EVAL_METHOD__
-__DQ_FBIT__
-__DQ_IBIT__
-__ELF__
-__FLOAT_WORD_ORDER__
-__FLT128_DECIMAL_DIG__
-__FLT128_DENORM_MIN__
-__FLT128_DIG__
-__FLT128_EPSILON__
-__FLT128_HAS_DENORM__
-__FLT128_HAS_INFINITY__
-__FLT128_HAS_QUIET_NAN__
-__FLT128_IS_IEC_60559__
-__FLT128_MANT_DIG__
-__FLT128_MAX_10_EXP__
-__FLT128_MAX_EXP__
-__FLT128_MAX__
-__FLT128_MIN_10_EXP__
-__FLT128_MIN_EXP__
-__FLT128_MIN__
-__FLT128_NORM_MAX__
-__FLT16_IS_IEC_60559__
-__FLT32X_DECIMAL_DIG__
-__FLT32X_DENORM_MIN__
-__FLT32X_DIG__
-__FLT32X_EPSILON__
-__FLT32X_HAS_DENORM__
-__FLT32X_HAS_INFINITY__
-__FLT32X_HAS_QUIET_NAN__
-__FLT32X_IS_IEC_60559__
-__FLT32X_MANT_DIG__
-__FLT32X_MAX_10_EXP__
-__FLT32X_MAX_EXP__
-__FLT32X_MAX__
-__FLT32X_MIN_10_EXP__
-__FLT32X_MIN_EXP__
-__FLT32X_MIN__
-__FLT32X_NORM_MAX__
-__FLT32_DECIMAL_DIG__
-__FLT32_DENORM_MIN__
-__FLT32_DIG__
-__FLT32_EPSILON__
-__FLT32_HAS_DENORM__
-__FLT32_HAS_INFINITY__
-__FLT32_HAS_QUIET_NAN__
-__FLT32_IS_IEC_60559__
-__FLT32_MANT_DIG__
-__FLT32_MAX_10_EXP__
-__FLT32_MAX_EXP__
-__FLT32_MAX__
-__FLT32_MIN_10_EXP__
-__FLT32_MIN_EXP__
-__FLT32_MIN__
-__FLT32_NORM_MAX__
-__FLT64X_DECIMAL_DIG__
-__FLT64X_DENORM_MIN__
-__FLT64X_DIG__
-__FLT64X_EPSILON__
-__FLT64X_HAS_DENORM__
-__FLT64X_HAS_INFINITY__
-__FLT64X_HAS_QUIET_NAN__
-__FLT64X_IS_IEC_60559__
-__FLT64X_MANT_DIG__
-__FLT64X_MAX_10_EXP__
-__FLT64X_MAX_EXP__
-__FLT64X_MAX__
-__FLT64X_MIN_10_EXP__
-__FLT64X_MIN_EXP__
-__FLT64X_MIN__
-__FLT64X_NORM_MAX__
-__FLT64_DECIMAL_DIG__
-__FLT64_DENORM_MIN__
-__FLT64_DIG__
-__FLT64_EPSILON__
-__FLT64_HAS_DENORM__
-__FLT64_HAS_INFINITY__
-__FLT64_HAS_QUIET_NAN__
-__FLT64_IS_IEC_60559__
-__FLT64_MANT_DIG__
-__FLT64_MAX_10_EXP__
-__FLT64_MAX_EXP__
-__FLT64_MAX__
-__FLT64_MIN_10_EXP__
-__FLT64_MIN_EXP__
-__FLT64_MIN__
-__FLT64_NORM_MAX__
-__FLT_EVAL_METHOD_C99__
-__FLT_EVAL_METHOD_TS_18661_3__
-__FLT_IS_IEC_60559__
-__FP_FAST_FMA
-__FP_FAST_FMAF
-__FP_FAST_FMAF32
-__FP_FAST_FMAF32x
-__FP_FAST_FMAF64
-__FRACT_EPSILON__
-__FRACT_FBIT__
-__FRACT_IBIT__
-__FRACT_MAX__
-__FRACT_MIN__
-__GCC_ASM_FLAG_OUTPUTS__
-__GCC_HAVE_DWARF2_CFI_ASM
-__GCC_IEC_559
-__GCC_IEC_559_COMPLEX
-__GNUC_EXECUTION_CHARSET_NAME
-__GNUC_STDC_INLINE__
-__GNUC_WIDE_EXECUTION_CHARSET_NAME
-__GXX_TYPEINFO_EQUALITY_INLINE
-__HAVE_SPECULATION_SAFE_VALUE
-__HA_FBIT__
-__HA_IBIT__
-__HQ_FBIT__
-__HQ_IBIT__
-__INT16_C
-__INT24_MAX__
-__INT24_MIN__
-__INT32_C
-__INT64_C
-__INT8_C
-__INTMAX_C
-__LACCUM_EPSILON__
-__LACCUM_FBIT__
-__LACCUM_IBIT__
-__LACCUM_MAX__
-__LACCUM_MIN__
-__LDBL_IS_IEC_60559__
-__LFRACT_EPSILON__
-__LFRACT_FBIT__
-__LFRACT_IBIT__
-__LFRACT_MAX__
-__LFRACT_MIN__
-__LLACCUM_EPSILON__
-__LLACCUM_FBIT__
-__LLACCUM_IBIT__
-__LLACCUM_MAX__
-__LLACCUM_MIN__
-__LLFRACT_EPSILON__
-__LLFRACT_FBIT__
-__LLFRACT_IBIT__
-__LLFRACT_MAX__
-__LLFRACT_MIN__
-__LONG_LONG_WIDTH__
-__LP64__
-__MMX_WITH_SSE__
-__PIE__
-__QQ_FBIT__
-__QQ_IBIT__
-__REGISTER_PREFIX__
-__SACCUM_EPSILON__
-__SACCUM_FBIT__
-__SACCUM_IBIT__
-__SACCUM_MAX__
-__SACCUM_MIN__
-__SA_FBIT__
-__SA_IBIT__
-__SCHAR_WIDTH__
-__SFRACT_EPSILON__
-__SFRACT_FBIT__
-__SFRACT_IBIT__
-__SFRACT_MAX__
-__SFRACT_MIN__
-__SIG_ATOMIC_MIN__
-__SIG_ATOMIC_TYPE__
-__SIZEOF_FLOAT80__
-__SQ_FBIT__
-__SQ_IBIT__
-__STDC_IEC_559_COMPLEX__
-__STDC_IEC_559__
-__STDC_IEC_60559_BFP__
-__STDC_IEC_60559_COMPLEX__
-__STDC_ISO_10646__
-__TA_FBIT__
-__TA_IBIT__
-__TQ_FBIT__
-__TQ_IBIT__
-__UACCUM_EPSILON__
-__UACCUM_FBIT__
-__UACCUM_IBIT__
-__UACCUM_MAX__
-__UACCUM_MIN__
-__UDA_FBIT__
-__UDA_IBIT__
-__UDQ_FBIT__
-__UDQ_IBIT__
-__UFRACT_EPSILON__
-__UFRACT_FBIT__
-__UFRACT_IBIT__
-__UFRACT_MAX__
-__UFRACT_MIN__
-__UHA_FBIT__
-__UHA_IBIT__
-__UHQ_FBIT__
-__UHQ_IBIT__
-__UINT16_C
-__UINT24_MAX__
-__UINT32_C
-__UINT64_C
-__UINT8_C
-__UINTMAX_C
-__ULACCUM_EPSILON__
-__ULACCUM_FBIT__
-__ULACCUM_IBIT__
-__ULACCUM_MAX__
-__ULACCUM_MIN__
-__ULFRACT_EPSILON__
-__ULFRACT_FBIT__
-__ULFRACT_IBIT__
-__ULFRACT_MAX__
-__ULFRACT_MIN__
-__ULLACCUM_EPSILON__
-__ULLACCUM_FBIT__
-__ULLACCUM_IBIT__
-__ULLACCUM_MAX__
-__ULLACCUM_MIN__
-__ULLFRACT_EPSILON__
-__ULLFRACT_FBIT__
-__ULLFRACT_IBIT__
-__ULLFRACT_MAX__
-__ULLFRACT_MIN__
-__UQQ_FBIT__
-__UQQ_IBIT__
-__USACCUM_EPSILON__
-__USACCUM_FBIT__
-__USACCUM_IBIT__
-__USACCUM_MAX__
-__USACCUM_MIN__
-__USA_FBIT__
-__USA_IBIT__
-__USES_INITFINI__
-__USFRACT_EPSILON__
-__USFRACT_FBIT__
-__USFRACT_IBIT__
-__USFRACT_MAX__
-__USFRACT_MIN__
-__USING_SJLJ_EXCEPTIONS__
-__USQ_FBIT__
-__USQ_IBIT__
-__UTA_FBIT__
-__UTA_IBIT__
-__UTQ_FBIT__
-__UTQ_IBIT__
-__WCHAR_MIN__
-__WINT_MIN__
-__WITH_AVRLIBC__
-__code_model_32__
-__code_model_small__
-__cpp_runtime_arrays
-__cpp_rvalue_reference
-__gnu_linux__
-__has_include
-__has_include_next
-__linux
-__linux__
-__pie__
-__unix
-__unix__
-linux
-unix
?__ARM_ARCH
?__ARM_ARCH_4T__
?__ARM_ARCH_5TE__
?__ARM_FEATURE_CLZ
?__ARM_FEATURE_COPROC
?__ARM_FEATURE_DSP
?__ARM_FEATURE_QBIT
?__ARM_STATE_ZA
?__ARM_STATE_ZT0
?__AVR_2_BYTE_PC__
?__AVR_ARCH__
?__BITINT_MAXWIDTH__
?__CLANG_ATOMIC_LLONG_LOCK_FREE
?__DBL_NORM_MAX__
?__FLT16_DECIMAL_DIG__
?__FLT16_DENORM_MIN__
?__FLT16_DIG__
?__FLT16_EPSILON__
?__FLT16_HAS_DENORM__
?__FLT16_HAS_INFINITY__
?__FLT16_HAS_QUIET_NAN__
?__FLT16_MANT_DIG__
?__FLT16_MAX_10_EXP__
?__FLT16_MAX_EXP__
?__FLT16_MAX__
?__FLT16_MIN_10_EXP__
?__FLT16_MIN_EXP__
?__FLT16_MIN__
?__FLT16_NORM_MAX__
?__FLT_EVAL_METHOD__
?__FLT_NORM_MAX__
?__FPCLASS_NEGINF
?__FPCLASS_NEGNORMAL
?__FPCLASS_NEGSUBNORMAL
?__FPCLASS_NEGZERO
?__FPCLASS_POSINF
?__FPCLASS_POSNORMAL
?__FPCLASS_POSSUBNORMAL
?__FPCLASS_POSZERO
?__FPCLASS_QNAN
?__FPCLASS_SNAN
?__FP_FAST_FMA
?__FP_FAST_FMAF
?__GCC_ASM_FLAG_OUTPUTS__
?__GCC_ATOMIC_LLONG_LOCK_FREE
?__GCC_CONSTRUCTIVE_SIZE
?__GCC_DESTRUCTIVE_SIZE
?__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
?__LDBL_NORM_MAX__
?__MEMORY_SCOPE_DEVICE
?__MEMORY_SCOPE_SINGLE
?__MEMORY_SCOPE_SYSTEM
?__MEMORY_SCOPE_WRKGRP
?__MEMORY_SCOPE_WVFRNT
?__STDC_EMBED_EMPTY__
?__STDC_EMBED_FOUND__
?__STDC_EMBED_NOT_FOUND__
?__THUMB_INTERWORK__
?__VERSION__
?__clang_major__
?__clang_minor__
?__clang_patchlevel__
?__clang_version__
?__cpp_deleted_function
?__cpp_named_character_escapes
?__cpp_pack_indexing
?__cpp_placeholder_variables
?__cpp_sized_deallocation
?__cpp_static_call_operator
?__cpp_structured_bindings
?__cpp_template_template_args
?__riscv_a
?__riscv_d
?__riscv_f
?__riscv_i
?__riscv_misaligned_avoid
?__riscv_zicsr
?__riscv_zifencei
?__riscv_zmmul
WIN32 1
WIN64 1
WINNT 1
_ILP32 1
_INTEGRAL_MAX_BITS 64
_WIN32 1
_WIN64 1
__ARM_ACLE 200
__ARM_ALIGN_MAX_STACK_PWR 4
__ARM_ARCH_PROFILE 'A'
__ARM_FEATURE_DIRECTED_ROUNDING 1
__ARM_FEATURE_DIV 1
__ARM_FEATURE_LDREX 0xF
__ARM_FP 0xE
__ARM_FP16_ARGS 1
__ARM_FP16_FORMAT_IEEE 1
__ARM_NEON_FP 0xE
__ARM_SIZEOF_MINIMAL_ENUM 4
__BITINT_MAXWIDTH__ 128
__BOOL_WIDTH__ 8
__CHAR16_TYPE__ unsigned short
__CHAR32_TYPE__ unsigned int
__CLANG_ATOMIC_BOOL_LOCK_FREE 1
__CLANG_ATOMIC_BOOL_LOCK_FREE 2
__CLANG_ATOMIC_CHAR16_T_LOCK_FREE 1
__CLANG_ATOMIC_CHAR16_T_LOCK_FREE 2
__CLANG_ATOMIC_CHAR32_T_LOCK_FREE 1
__CLANG_ATOMIC_CHAR32_T_LOCK_FREE 2
__CLANG_ATOMIC_CHAR_LOCK_FREE 1
__CLANG_ATOMIC_CHAR_LOCK_FREE 2
__CLANG_ATOMIC_INT_LOCK_FREE 1
__CLANG_ATOMIC_INT_LOCK_FREE 2
__CLANG_ATOMIC_LLONG_LOCK_FREE 1
__CLANG_ATOMIC_LLONG_LOCK_FREE 2
__CLANG_ATOMIC_LONG_LOCK_FREE 1
__CLANG_ATOMIC_LONG_LOCK_FREE 2
__CLANG_ATOMIC_POINTER_LOCK_FREE 1
__CLANG_ATOMIC_POINTER_LOCK_FREE 2
__CLANG_ATOMIC_SHORT_LOCK_FREE 1
__CLANG_ATOMIC_SHORT_LOCK_FREE 2
__CLANG_ATOMIC_WCHAR_T_LOCK_FREE 1
__CLANG_ATOMIC_WCHAR_T_LOCK_FREE 2
__CONSTANT_CFSTRINGS__ 1
__DBL_DENORM_MIN__ 1.40129846e-45
__DBL_DENORM_MIN__ 4.9406564584124654e-324
__DBL_EPSILON__ 1.19209290e-7
__DBL_EPSILON__ 2.2204460492503131e-16
__DBL_MAX__ 1.7976931348623157e+308
__DBL_MAX__ 3.40282347e+38
__DBL_MIN__ 1.17549435e-38
__DBL_MIN__ 2.2250738585072014e-308
__DECIMAL_DIG__ __LDBL_DECIMAL_DIG__
__FLOAT128__ 1
__FLT16_DECIMAL_DIG__ 5
__FLT16_DENORM_MIN__ 5.9604644775390625e-8F16
__FLT16_DIG__ 3
__FLT16_EPSILON__ 9.765625e-4F16
__FLT16_HAS_DENORM__ 1
__FLT16_HAS_INFINITY__ 1
__FLT16_HAS_QUIET_NAN__ 1
__FLT16_MANT_DIG__ 11
__FLT16_MAX_10_EXP__ 4
__FLT16_MAX_EXP__ 16
__FLT16_MAX__ 6.5504e+4F16
__FLT16_MIN_10_EXP__ (-4)
__FLT16_MIN_EXP__ (-13)
__FLT16_MIN__ 6.103515625e-5F16
__FLT_DENORM_MIN__ 1.40129846e-45F
__FLT_EPSILON__ 1.19209290e-7F
__FLT_MAX__ 3.40282347e+38F
__FLT_MIN__ 1.17549435e-38F
__GCC_ATOMIC_BOOL_LOCK_FREE 2
__GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2
__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_HAVE_DWARF2_CFI_ASM 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
__GNUC_GNU_INLINE__ 1
__GNUC_MINOR__ 0
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 1
__GNUC_WIDE_EXECUTION_CHARSET_NAME "UTF-16LE"
__GNUC__ 4
__GNUG__ 4
__GXX_ABI_VERSION 1002
__GXX_MERGED_TYPEINFO_NAMES 0
__GXX_TYPEINFO_EQUALITY_INLINE 0
__ILP32__ 1
__INT16_C_SUFFIX__
__INT16_FMTd__ "d"
__INT16_FMTd__ "hd"
__INT16_FMTi__ "hi"
__INT16_FMTi__ "i"
__INT16_MAX__ 32767
__INT16_TYPE__ short
__INT32_C_SUFFIX__
__INT32_C_SUFFIX__ L
__INT32_FMTd__ "d"
__INT32_FMTd__ "ld"
__INT32_FMTi__ "i"
__INT32_FMTi__ "li"
__INT32_MAX__ 2147483647
__INT32_MAX__ 2147483647L
__INT32_TYPE__ int
__INT64_C(c) c ## LL
__INT64_C_SUFFIX__ L
__INT64_C_SUFFIX__ LL
__INT64_FMTd__ "ld"
__INT64_FMTd__ "lld"
__INT64_FMTi__ "li"
__INT64_FMTi__ "lli"
__INT64_MAX__ 0x7fffffffffffffffLL
__INT64_MAX__ 9223372036854775807L
__INT64_MAX__ 9223372036854775807LL
__INT64_TYPE__ long long int
__INT8_C_SUFFIX__
__INT8_FMTd__ "hhd"
__INT8_FMTi__ "hhi"
__INT8_MAX__ 127
__INTMAX_C(c) c ## LL
__INTMAX_C_SUFFIX__ L
__INTMAX_C_SUFFIX__ LL
__INTMAX_FMTd__ "ld"
__INTMAX_FMTd__ "lld"
__INTMAX_FMTi__ "li"
__INTMAX_FMTi__ "lli"
__INTMAX_MAX__ 0x7fffffffffffffffLL
__INTMAX_MAX__ 9223372036854775807L
__INTMAX_MAX__ 9223372036854775807LL
__INTMAX_TYPE__ long long int
__INTMAX_WIDTH__ 64
__INTPTR_FMTd__ "d"
__INTPTR_FMTd__ "ld"
__INTPTR_FMTi__ "i"
__INTPTR_FMTi__ "li"
__INTPTR_MAX__ 0x7fffffffffffffffLL
__INTPTR_MAX__ 2147483647
__INTPTR_MAX__ 32767
__INTPTR_MAX__ 9223372036854775807L
__INTPTR_TYPE__ long long int
__INTPTR_WIDTH__ 16
__INT_FAST16_FMTd__ "d"
__INT_FAST16_FMTd__ "hd"
__INT_FAST16_FMTi__ "hi"
__INT_FAST16_FMTi__ "i"
__INT_FAST16_MAX__ 0x7fff
__INT_FAST16_MAX__ 32767
__INT_FAST16_TYPE__ short
__INT_FAST16_TYPE__ short int
__INT_FAST16_WIDTH__ 16
__INT_FAST32_FMTd__ "d"
__INT_FAST32_FMTd__ "ld"
__INT_FAST32_FMTi__ "i"
__INT_FAST32_FMTi__ "li"
__INT_FAST32_MAX__ 0x7fffffff
__INT_FAST32_MAX__ 2147483647
__INT_FAST32_MAX__ 2147483647L
__INT_FAST32_TYPE__ int
__INT_FAST32_WIDTH__ 32
__INT_FAST64_FMTd__ "ld"
__INT_FAST64_FMTd__ "lld"
__INT_FAST64_FMTi__ "li"
__INT_FAST64_FMTi__ "lli"
__INT_FAST64_MAX__ 0x7fffffffffffffffLL
__INT_FAST64_MAX__ 9223372036854775807L
__INT_FAST64_MAX__ 9223372036854775807LL
__INT_FAST64_TYPE__ long long int
__INT_FAST64_WIDTH__ 64
__INT_FAST8_FMTd__ "hhd"
__INT_FAST8_FMTi__ "hhi"
__INT_FAST8_MAX__ 127
__INT_FAST8_TYPE__ signed char
__INT_FAST8_WIDTH__ 8
__INT_LEAST16_FMTd__ "d"
__INT_LEAST16_FMTd__ "hd"
__INT_LEAST16_FMTi__ "hi"
__INT_LEAST16_FMTi__ "i"
__INT_LEAST16_MAX__ 32767
__INT_LEAST16_TYPE__ short
__INT_LEAST16_WIDTH__ 16
__INT_LEAST32_FMTd__ "d"
__INT_LEAST32_FMTd__ "ld"
__INT_LEAST32_FMTi__ "i"
__INT_LEAST32_FMTi__ "li"
__INT_LEAST32_MAX__ 2147483647
__INT_LEAST32_MAX__ 2147483647L
__INT_LEAST32_TYPE__ int
__INT_LEAST32_WIDTH__ 32
__INT_LEAST64_FMTd__ "ld"
__INT_LEAST64_FMTd__ "lld"
__INT_LEAST64_FMTi__ "li"
__INT_LEAST64_FMTi__ "lli"
__INT_LEAST64_MAX__ 0x7fffffffffffffffLL
__INT_LEAST64_MAX__ 9223372036854775807L
__INT_LEAST64_MAX__ 9223372036854775807LL
__INT_LEAST64_TYPE__ long long int
__INT_LEAST64_WIDTH__ 64
__INT_LEAST8_FMTd__ "hhd"
__INT_LEAST8_FMTi__ "hhi"
__INT_LEAST8_MAX__ 127
__INT_LEAST8_WIDTH__ 8
__INT_MAX__ 2147483647
__INT_MAX__ 32767
__INT_WIDTH__ 16
__LDBL_DECIMAL_DIG__ 9
__LDBL_DENORM_MIN__ 3.64519953188247460253e-4951L
__LDBL_EPSILON__ 1.08420217248550443401e-19L
__LDBL_MAX__ 1.18973149535723176502e+4932L
__LDBL_MIN__ 3.36210314311209350626e-4932L
__LITTLE_ENDIAN__ 1
__LLONG_WIDTH__ 64
__LONG_LONG_MAX__ 9223372036854775807LL
__LONG_MAX__ 0x7fffffffL
__LONG_MAX__ 2147483647L
__LONG_MAX__ 9223372036854775807L
__LONG_WIDTH__ 32
__MINGW32__ 1
__MINGW64__ 1
__MSVCRT__ 1
__NO_MATH_INLINES 1
__OBJC_BOOL_IS_BOOL 0
__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES 3
__OPENCL_MEMORY_SCOPE_DEVICE 2
__OPENCL_MEMORY_SCOPE_SUB_GROUP 4
__OPENCL_MEMORY_SCOPE_WORK_GROUP 1
__OPENCL_MEMORY_SCOPE_WORK_ITEM 0
__PIC__ 1
__POINTER_WIDTH__ 16
__POINTER_WIDTH__ 32
__POINTER_WIDTH__ 64
__PTRDIFF_FMTd__ "d"
__PTRDIFF_FMTd__ "ld"
__PTRDIFF_FMTi__ "i"
__PTRDIFF_FMTi__ "li"
__PTRDIFF_MAX__ 0x7fffffffffffffffLL
__PTRDIFF_MAX__ 2147483647
__PTRDIFF_MAX__ 32767
__PTRDIFF_MAX__ 9223372036854775807L
__PTRDIFF_TYPE__ long long int
__PTRDIFF_WIDTH__ 16
__SCHAR_MAX__ 127
__SEH__ 1
__SHRT_MAX__ 32767
__SHRT_WIDTH__ 16
__SIG_ATOMIC_MAX__ 127
__SIG_ATOMIC_MAX__ 2147483647
__SIG_ATOMIC_WIDTH__ 8
__SIZEOF_LONG__ 4
__SIZEOF_WCHAR_T__ 2
__SIZEOF_WINT_T__ 2
__SIZE_FMTX__ "X"
__SIZE_FMTX__ "lX"
__SIZE_FMTo__ "lo"
__SIZE_FMTo__ "o"
__SIZE_FMTu__ "lu"
__SIZE_FMTu__ "u"
__SIZE_FMTx__ "lx"
__SIZE_FMTx__ "x"
__SIZE_MAX__ 0xffffffffffffffffULL
__SIZE_MAX__ 18446744073709551615UL
__SIZE_MAX__ 4294967295U
__SIZE_MAX__ 65535U
__SIZE_TYPE__ long long unsigned int
__SIZE_WIDTH__ 16
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 16UL
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 8U
__STDCPP_THREADS__ 1
__UINT16_C_SUFFIX__
__UINT16_C_SUFFIX__ U
__UINT16_FMTX__ "X"
__UINT16_FMTX__ "hX"
__UINT16_FMTo__ "ho"
__UINT16_FMTo__ "o"
__UINT16_FMTu__ "hu"
__UINT16_FMTu__ "u"
__UINT16_FMTx__ "hx"
__UINT16_FMTx__ "x"
__UINT16_MAX__ 65535
__UINT16_MAX__ 65535U
__UINT16_TYPE__ unsigned short
__UINT32_C_SUFFIX__ U
__UINT32_C_SUFFIX__ UL
__UINT32_FMTX__ "X"
__UINT32_FMTX__ "lX"
__UINT32_FMTo__ "lo"
__UINT32_FMTo__ "o"
__UINT32_FMTu__ "lu"
__UINT32_FMTu__ "u"
__UINT32_FMTx__ "lx"
__UINT32_FMTx__ "x"
__UINT32_MAX__ 4294967295U
__UINT32_MAX__ 4294967295UL
__UINT32_TYPE__ unsigned int
__UINT64_C(c) c ## ULL
__UINT64_C_SUFFIX__ UL
__UINT64_C_SUFFIX__ ULL
__UINT64_FMTX__ "lX"
__UINT64_FMTX__ "llX"
__UINT64_FMTo__ "llo"
__UINT64_FMTo__ "lo"
__UINT64_FMTu__ "llu"
__UINT64_FMTu__ "lu"
__UINT64_FMTx__ "llx"
__UINT64_FMTx__ "lx"
__UINT64_MAX__ 0xffffffffffffffffULL
__UINT64_MAX__ 18446744073709551615UL
__UINT64_MAX__ 18446744073709551615ULL
__UINT64_TYPE__ long long unsigned int
__UINT8_C_SUFFIX__
__UINT8_FMTX__ "hhX"
__UINT8_FMTo__ "hho"
__UINT8_FMTu__ "hhu"
__UINT8_FMTx__ "hhx"
__UINT8_MAX__ 255
__UINTMAX_C(c) c ## ULL
__UINTMAX_C_SUFFIX__ UL
__UINTMAX_C_SUFFIX__ ULL
__UINTMAX_FMTX__ "lX"
__UINTMAX_FMTX__ "llX"
__UINTMAX_FMTo__ "llo"
__UINTMAX_FMTo__ "lo"
__UINTMAX_FMTu__ "llu"
__UINTMAX_FMTu__ "lu"
__UINTMAX_FMTx__ "llx"
__UINTMAX_FMTx__ "lx"
__UINTMAX_MAX__ 0xffffffffffffffffULL
__UINTMAX_MAX__ 18446744073709551615UL
__UINTMAX_MAX__ 18446744073709551615ULL
__UINTMAX_TYPE__ long long unsigned int
__UINTMAX_WIDTH__ 64
__UINTPTR_FMTX__ "X"
__UINTPTR_FMTX__ "lX"
__UINTPTR_FMTo__ "lo"
__UINTPTR_FMTo__ "o"
__UINTPTR_FMTu__ "lu"
__UINTPTR_FMTu__ "u"
__UINTPTR_FMTx__ "lx"
__UINTPTR_FMTx__ "x"
__UINTPTR_MAX__ 0xffffffffffffffffULL
__UINTPTR_MAX__ 18446744073709551615UL
__UINTPTR_MAX__ 4294967295U
__UINTPTR_MAX__ 65535U
__UINTPTR_TYPE__ long long unsigned int
__UINTPTR_WIDTH__ 16
__UINTPTR_WIDTH__ 32
__UINTPTR_WIDTH__ 64
__UINT_FAST16_FMTX__ "X"
__UINT_FAST16_FMTX__ "hX"
__UINT_FAST16_FMTo__ "ho"
__UINT_FAST16_FMTo__ "o"
__UINT_FAST16_FMTu__ "hu"
__UINT_FAST16_FMTu__ "u"
__UINT_FAST16_FMTx__ "hx"
__UINT_FAST16_FMTx__ "x"
__UINT_FAST16_MAX__ 0xffff
__UINT_FAST16_MAX__ 65535
__UINT_FAST16_MAX__ 65535U
__UINT_FAST16_TYPE__ short unsigned int
__UINT_FAST16_TYPE__ unsigned short
__UINT_FAST32_FMTX__ "X"
__UINT_FAST32_FMTX__ "lX"
__UINT_FAST32_FMTo__ "lo"
__UINT_FAST32_FMTo__ "o"
__UINT_FAST32_FMTu__ "lu"
__UINT_FAST32_FMTu__ "u"
__UINT_FAST32_FMTx__ "lx"
__UINT_FAST32_FMTx__ "x"
__UINT_FAST32_MAX__ 0xffffffffU
__UINT_FAST32_MAX__ 4294967295U
__UINT_FAST32_MAX__ 4294967295UL
__UINT_FAST32_TYPE__ unsigned int
__UINT_FAST64_FMTX__ "lX"
__UINT_FAST64_FMTX__ "llX"
__UINT_FAST64_FMTo__ "llo"
__UINT_FAST64_FMTo__ "lo"
__UINT_FAST64_FMTu__ "llu"
__UINT_FAST64_FMTu__ "lu"
__UINT_FAST64_FMTx__ "llx"
__UINT_FAST64_FMTx__ "lx"
__UINT_FAST64_MAX__ 0xffffffffffffffffULL
__UINT_FAST64_MAX__ 18446744073709551615UL
__UINT_FAST64_MAX__ 18446744073709551615ULL
__UINT_FAST64_TYPE__ long long unsigned int
__UINT_FAST8_FMTX__ "hhX"
__UINT_FAST8_FMTo__ "hho"
__UINT_FAST8_FMTu__ "hhu"
__UINT_FAST8_FMTx__ "hhx"
__UINT_FAST8_MAX__ 255
__UINT_FAST8_TYPE__ unsigned char
__UINT_LEAST16_FMTX__ "X"
__UINT_LEAST16_FMTX__ "hX"
__UINT_LEAST16_FMTo__ "ho"
__UINT_LEAST16_FMTo__ "o"
__UINT_LEAST16_FMTu__ "hu"
__UINT_LEAST16_FMTu__ "u"
__UINT_LEAST16_FMTx__ "hx"
__UINT_LEAST16_FMTx__ "x"
__UINT_LEAST16_MAX__ 65535
__UINT_LEAST16_MAX__ 65535U
__UINT_LEAST16_TYPE__ unsigned short
__UINT_LEAST32_FMTX__ "X"
__UINT_LEAST32_FMTX__ "lX"
__UINT_LEAST32_FMTo__ "lo"
__UINT_LEAST32_FMTo__ "o"
__UINT_LEAST32_FMTu__ "lu"
__UINT_LEAST32_FMTu__ "u"
__UINT_LEAST32_FMTx__ "lx"
__UINT_LEAST32_FMTx__ "x"
__UINT_LEAST32_MAX__ 4294967295U
__UINT_LEAST32_MAX__ 4294967295UL
__UINT_LEAST32_TYPE__ unsigned int
__UINT_LEAST64_FMTX__ "lX"
__UINT_LEAST64_FMTX__ "llX"
__UINT_LEAST64_FMTo__ "llo"
__UINT_LEAST64_FMTo__ "lo"
__UINT_LEAST64_FMTu__ "llu"
__UINT_LEAST64_FMTu__ "lu"
__UINT_LEAST64_FMTx__ "llx"
__UINT_LEAST64_FMTx__ "lx"
__UINT_LEAST64_MAX__ 0xffffffffffffffffULL
__UINT_LEAST64_MAX__ 18446744073709551615UL
__UINT_LEAST64_MAX__ 18446744073709551615ULL
__UINT_LEAST64_TYPE__ long long unsigned int
__UINT_LEAST8_FMTX__ "hhX"
__UINT_LEAST8_FMTo__ "hho"
__UINT_LEAST8_FMTu__ "hhu"
__UINT_LEAST8_FMTx__ "hhx"
__UINT_LEAST8_MAX__ 255
__VERSION__ "12-win32"
__WCHAR_MAX__ 0xffff
__WCHAR_MAX__ 2147483647
__WCHAR_MAX__ 32767
__WCHAR_MAX__ 4294967295U
__WCHAR_MIN__ 0
__WCHAR_TYPE__ int
__WCHAR_TYPE__ short unsigned int
__WCHAR_UNSIGNED__ 1
__WCHAR_WIDTH__ 16
__WIN32 1
__WIN32__ 1
__WIN64 1
__WIN64__ 1
__WINNT 1
__WINNT__ 1
__WINT_MAX__ 0xffff
__WINT_MAX__ 2147483647
__WINT_MAX__ 32767
__WINT_MAX__ 4294967295U
__WINT_MIN__ 0
__WINT_TYPE__ int
__WINT_TYPE__ short unsigned int
__WINT_UNSIGNED__ 1
__WINT_WIDTH__ 16
__arm 1
__cdecl __attribute__((__cdecl__))
__clang__ 1
__clang_literal_encoding__ "UTF-8"
__clang_wide_literal_encoding__ "UTF-16"
__clang_wide_literal_encoding__ "UTF-32"
__code_model_medium__ 1
__code_model_small__ 1
__cpp_constexpr_in_decltype 201711L
__cpp_impl_destroying_delete 201806L
__cpp_unicode_characters 200704L
__declspec(x) __attribute__((x))
__fastcall __attribute__((__fastcall__))
__has_attribute 0 access copy designated_init externally_visible fd_arg interrupt isr maybe_unused gcc_struct no_icf no_reorder no_unique_address nodiscard noclone noinit noipa nonstring noplt OS_main OS_task optimize persistent pcrel progmem reproducible scalar_storage_order signal simd stack_protect strict_flex_array symver syscall_linkage unsequenced warn_if_not_aligned cmse_nonsecure_call cmse_nonsecure_entry likely unlikely element_count
__has_attribute 1 alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor deprecated destructor error fallthrough flag_enum flatten format format_arg gnu_inline hot ifunc leaf malloc may_alias mode ms_abi ms_struct naked no_instrument_function no_profile_instrument_function no_sanitize no_stack_protector nocf_check noinline nonnull noreturn nothrow objc_root_class packed patchable_function_entry pcs pure retain returns_nonnull returns_twice section selectany sentinel sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_unused warn_unused_result warning weak weakref carries_dependency guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__llvm__ 1
__pic__ 1
__private_extern__ extern
__seg_fs __attribute__((address_space(257)))
__seg_gs __attribute__((address_space(256)))
__stdcall __attribute__((__stdcall__))
__thiscall __attribute__((__thiscall__))
__tune_i686__ 1
__tune_k8__ 1
__tune_pentiumpro__ 1
_cdecl __attribute__((__cdecl__))
_fastcall __attribute__((__fastcall__))
_stdcall __attribute__((__stdcall__))
_thiscall __attribute__((__thiscall__))

clang x86-64 c
1 9 a az de df di dk dm do dq ds du dw dy e0 e1 e3 e5 2w e6 e9 b1 2x 2y 2z 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 3g 3h 3i ea 3j eb 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 b2 b3 b4 b5 b6 b7 b8 44 b9 ba bb bc bd be bf bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs bx by 6c 6d 6e f4 6g f6 f8 6i 6n fc fe ff fh fi 6q fj fl fn fp 6r ft fv fx g0 6s g3 g4 g5 g6 6t g8 ga gc gf gk gm gq gu gv gy gz h1 h2 h4 h7 h9 ha hb hd hg hk hl hm hq hr ht hu hw hy i0 i4 i6 i9 id ie if ih il im 6z in io c0 ip iq ir 7f iu c1 c2 c3 c4 c5 7h iz j0 j1 j2 j3 j4 j5 j9 jb jd jh jk 7t jm jp 7z 80 81 jv jw jy k0 k3 c6 c7 c8 84 85 86 87 88 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l2 l4 l7 l9 lb ld 8z lg lh li lj lk ll 90 ln lp ls lu lw ly m1 m3 m4 m6 m8 mb mh mj mk mm mo mr mu mv my n0 n2 n4 n6 n7 na nc ne ng nj nk nl nm nn nq nr nt nv nx nz o0 o3 o5 o7 o8 ob oe og oi ok on oo op oq or ca ou a7 pb a8 pf pj pk cb cc cd ce pm pw pz q0 q4

clang x86-64 c++
1 9 a az de df di dk dm do dq ds du dw dy e0 e1 e3 e5 2w e6 e9 b1 2x 2y 2z 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 3g 3h 3i ea 3j eb 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 b2 b3 b4 b5 b6 b7 b8 44 b9 ba bb bc bd be bf bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs bx by 6c 6d 6e f1 f4 6f 6g f6 f7 f8 6i 6n fc fe ff fh fi 6q fj fl fn fp 6r ft fv fx g0 6s g3 g4 g5 g6 6t g8 ga gc gf gk gm gq gu gv gy gz h1 h2 h4 h7 h9 ha hb hd hg hk hl hm hq hr ht hu hw hy i0 i4 i6 i9 id ie if ih il im 6z in io c0 ip iq ir 7f iu c1 c2 c3 c4 c5 7h iz j0 j1 j2 j3 j4 j5 j9 jb jd jh jk 7t jm jp 7z 80 81 jv jw jy k0 k3 k8 c6 c7 c8 84 85 86 87 88 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l2 l4 l7 l9 lb ld 8z lg lh li lj lk ll 90 ln lp ls lu lw ly m1 m3 m4 m6 m8 mb mh mj mk mm mo mr mu mv my n0 n2 n4 n6 n7 na nc ne ng nj nk nl nm nn nq nr nt nv nx nz o0 o3 o5 o7 o8 ob oe og oi ok on oo op oq or ca ou a7 pb a8 pf pj pk cb cc cd ce pm pp cf pq cg ch ci ac ad cj ck cl cm pr pw py pz q0 q4

clang i386 c
1 9 a az de df di dk dm do dq b0 du dw dy e0 e1 e3 e5 2w e6 e9 b1 2x 2y 2z 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 3g 3h 3i ea 3j eb 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs bw bx by 6c 6d 6e f4 6g f6 f8 6i 6n fc fe ff fh fi 6q fj fl fn fp 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gj gl go gu gv gy gz h1 h2 h4 h7 hc he hh hk hl hm hq hr ht hu hw hy i0 i5 i7 ia id ie if ih il im 6z in io c0 ip iq ir 7f it c1 c2 c3 c4 c5 iz j0 j1 j2 j3 j4 j5 j8 ja jc jf jk 7t jm jp 7z 80 81 ju jx jz k1 k4 c6 c7 c8 84 85 86 87 88 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 mc mg mj mk mm mo mr mu mv my n0 n2 n4 n8 n9 nb nd nh nj nk nl nm nn nq nr nt nv nx nz o0 o3 o5 o7 o8 oc od of oh ol on oo op oq or ca ou a7 oy pb a8 pf pj pk cb cc cd ce pm aa po pw pz q0 q3 q5

clang i386 c++
1 9 a az de df di dk dm do dq b0 du dw dy e0 e1 e3 e5 2w e6 e9 b1 2x 2y 2z 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 3g 3h 3i ea 3j eb 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs bw bx by 6c 6d 6e f1 f4 6f 6g f6 f7 f8 6i 6n fc fe ff fh fi 6q fj fl fn fp 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gj gl go gu gv gy gz h1 h2 h4 h7 hc he hh hk hl hm hq hr ht hu hw hy i0 i5 i7 ia id ie if ih il im 6z in io c0 ip iq ir 7f it c1 c2 c3 c4 c5 iz j0 j1 j2 j3 j4 j5 j8 ja jc jf jk 7t jm jp 7z 80 81 ju jx jz k1 k4 k9 c6 c7 c8 84 85 86 87 88 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 mc mg mj mk mm mo mr mu mv my n0 n2 n4 n8 n9 nb nd nh nj nk nl nm nn nq nr nt nv nx nz o0 o3 o5 o7 o8 oc od of oh ol on oo op oq or ca ou a7 oy pb a8 pf pj pk cb cc cd ce pm aa po pp cf pq cg ch ci ac ad cj ck cl cm pr pw py pz q0 q3 q5

clang aarch64 c
1 d2 7 d3 8 d4 d5 d6 d7 d8 db av aw dd de df di dk dm do dq ds du dw dy e0 e1 e3 e5 2w e6 e9 b1 ea 3j 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 ed ef 44 em ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5x 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs bt bu 62 63 64 bv bx by bz 6c 6d 6e f4 6g f6 f8 6i 6n fc fe ff fh fi 6q fj fl fn fp 6r ft fv fx g0 6s g3 g4 g5 g6 6t g8 ga gc gf gk gm gq gu gv gy gz h1 h2 h4 h7 h9 ha hb hd hg hk hl hm hq hr ht hu hw hy i0 i4 i6 i9 id ie if ih 6z c0 ip iq ir 7f iu c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j9 jb jd jh 7l jk 7t jm jp 7z 80 jv jw jy k0 k3 c6 c7 c8 84 85 86 87 88 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l2 l4 l7 l9 lb ld 8z lg lh li lj lk ll 90 ln lp ls lu lw ly m1 m3 m4 m6 m8 mb mh mj mk mm mo mr mu mv my n0 n2 n4 n6 n7 na nc ne ng nj nk nl nm nn nq nr nt nv nx nz o0 o3 o5 o7 o8 ob oe og oi ok on oo op oq or ca ow a7 p0 pb a8 pf pj pk cb cc cd ce pm pw

clang aarch64 c++
1 d2 7 d3 8 d4 d5 d6 d7 d8 db av aw dd de df di dk dm do dq ds du dw dy e0 e1 e3 e5 2w e6 e9 b1 ea 3j 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 ed ef 44 em ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5x 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs bt bu 62 63 64 bv bx by bz 6c 6d 6e f1 f4 6f 6g f6 f7 f8 6i 6n fc fe ff fh fi 6q fj fl fn fp 6r ft fv fx g0 6s g3 g4 g5 g6 6t g8 ga gc gf gk gm gq gu gv gy gz h1 h2 h4 h7 h9 ha hb hd hg hk hl hm hq hr ht hu hw hy i0 i4 i6 i9 id ie if ih 6z c0 ip iq ir 7f iu c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j9 jb jd jh 7l jk 7t jm jp 7z 80 jv jw jy k0 k3 k8 c6 c7 c8 84 85 86 87 88 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l2 l4 l7 l9 lb ld 8z lg lh li lj lk ll 90 ln lp ls lu lw ly m1 m3 m4 m6 m8 mb mh mj mk mm mo mr mu mv my n0 n2 n4 n6 n7 na nc ne ng nj nk nl nm nn nq nr nt nv nx nz o0 o3 o5 o7 o8 ob oe og oi ok on oo op oq or ca ow a7 pb a8 pf pj pk cb cc cd ce pm pp cf pq cg ch ci ac ad cj ck cl cm pr pw py

clang arm-eabi c
cy 2 3 4 5 6 d2 ao ap aq ar as at au d9 da dc dd de df dg dh dj dl dn dp dr dt dv dx dz e1 2u 2v e3 e5 2w e6 e9 b1 ea 3j 3k 3l 3n ec ed ee ef eg eh ei ej ek el em en eo ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs 65 66 67 68 69 6a bx by 6c 6d 6e 6g f6 f8 6h 6i 6j 6k 6l 6m fb 6n fc fe ff fh fi 6q fj fl fn fp fr 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gj gl go gu gv gy gz h1 h2 h4 h7 hc he hh hk hl hm hn ho hq hr ht hu hw hy i0 i2 i5 i7 ia id ie if ih 6u 6v 6w 6x 6y 6z c0 70 71 72 73 74 ip 75 76 77 78 79 7a 7b 7c 7d 7e iq ir 7f it c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j8 ja jc jf 7j 7k 7m 7n 7o 7p 7q 7r 7s jk 7t 7u 7v 7w 7x 7y jm jp 7z 80 ju jx jz k1 k4 82 83 c6 c7 c8 89 8a c9 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky l0 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 mc mg mj mk mm mo mr mu mv my n0 n2 n4 n8 n9 nb nd nh nj nk nl nm nn no nq nr nt nv nx nz o0 o3 o5 o7 o8 oa oc od of oh ol on oo op oq or 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e 9f 9g 9h 9i 9j 9k 9l 9m 9n 9o 9p 9q 9r 9s 9t 9u 9v 9w 9x 9y 9z a1 a2 a3 a4 a5 a6 ca ow a7 p0 p9 a8 pd ph pj pk cb cc cd ce pm pw

clang arm-eabi c++
cy 2 3 4 5 6 d2 ao ap aq ar as at au d9 da dc dd de df dg dh dj dl dn dp dr dt dv dx dz e1 2u 2v e3 e5 2w e6 e9 b1 ea 3j 3k 3l 3n ec ed ee ef eg eh ei ej ek el em en eo ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs 65 66 67 68 69 6a bx by ey 6c 6d 6e f1 6f 6g f6 f7 f8 6h 6i 6j 6k 6l 6m fb 6n fc fe ff fh fi 6q fj fl fn fp fr 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gj gl go gu gv gy gz h1 h2 h4 h7 hc he hh hk hl hm hn ho hq hr ht hu hw hy i0 i2 i5 i7 ia id ie if ih 6u 6v 6w 6x 6y 6z c0 70 71 72 73 74 ip 75 76 77 78 79 7a 7b 7c 7d 7e iq ir 7f it c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j8 ja jc jf 7j 7k 7m 7n 7o 7p 7q 7r 7s jk 7t 7u 7v 7w 7x 7y jm jp 7z 80 ju jx jz k1 k4 82 83 k9 ka c6 c7 c8 89 8a c9 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky l0 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 mc mg mj mk mm mo mr mu mv my n0 n2 n4 n8 n9 nb nd nh nj nk nl nm nn no nq nr nt nv nx nz o0 o3 o5 o7 o8 oa oc od of oh ol on oo op oq or 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e 9f 9g 9h 9i 9j 9k 9l 9m 9n 9o 9p 9q 9r 9s 9t 9u 9v 9w 9x 9y 9z a1 a2 a3 a4 a5 a6 ca ow a7 p9 a8 pd ph pj pk cb cc cd ce pm pp cf pq cg ch ci ac ad cj ck cl cm pr pw py
?_GNU_SOURCE

clang avr c
2 3 4 5 6 ax ay b c d e dd de f g h i j k l m n o p q r s t u v w x y z 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 1g 1h 1i 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1t 1u 1v 1w 1x 1y 1z 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 2g 2h 2i 2j 2k 2l 2m 2n 2o 2p 2q 2r 2s 2t dh dj dl dn dp dr dt dv dx dz e1 2u 2v e2 e4 e7 e8 b1 2x 2y 2z 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 3g 3h ea 3j 3k 3l 3n bh bi bj bk bl bm bn bo bp bq br bs 65 66 67 68 69 bx by 6c 6d f3 f4 f6 f8 6j 6k 6l 6m 6n fc fd fg fh 6o 6p 6q fk fm fo fq 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gi gj gl gp gs gt gw gy h1 h3 h5 h8 ha hc he hh hj hk hl hm ho hp hs ht hv hx hz i1 i3 i5 i7 ia ic id ie if ig ii ij 6u 6v 6w 6x 6y ik c0 70 71 72 73 74 ip 75 76 77 78 79 7a 7b 7c 7d 7e iq ir it iv c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j7 ja jc jg jj 7j 7k 7l 7m 7n 7o 7p 7q 7r 7s jk 7u 7v 7w 7x 7y jm jn jo 7z 80 jq ju jx jz k1 k5 k7 82 83 c6 c7 c8 89 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u 8v kc kd kg ki kk km 8w 8x kp kr ks ku kw kz 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 md mf mi ml mn mp ms mw mx mz n1 n5 n8 n9 nb nd nh nj nk nl nm nn np ns nu nw ny o1 o2 o4 o6 o9 oc od of oh ol on oo op oq or 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e 9f 9g 9h 9i 9j 9k 9l 9m 9n 9o 9p 9q 9r 9s 9t 9v 9w 9x 9y 9z a0 a1 a2 a3 a4 a5 a6 ca ov a7 p1 pa a8 pg a9 pj pk cb cc cd ce pl af ag pw
-__FLASH
-__MEMX

clang avr c++
2 3 4 5 6 ax ay b c d e dd de f g h i j k l m n o p q r s t u v w x y z 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 1g 1h 1i 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1t 1u 1v 1w 1x 1y 1z 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 2g 2h 2i 2j 2k 2l 2m 2n 2o 2p 2q 2r 2s 2t dh dj dl dn dp dr dt dv dx dz e1 2u 2v e2 e4 e7 e8 b1 2x 2y 2z 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 3g 3h ea 3j 3k 3l 3n bh bi bj bk bl bm bn bo bp bq br bs 65 66 67 68 69 bx by ey 6c 6d f1 f3 f4 6f f6 f7 f8 6j 6k 6l 6m 6n fc fd fg fh 6o 6p 6q fk fm fo fq 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gi gj gl gp gs gt gw gy h1 h3 h5 h8 ha hc he hh hj hk hl hm ho hp hs ht hv hx hz i1 i3 i5 i7 ia ic id ie if ig ii ij 6u 6v 6w 6x 6y ik c0 70 71 72 73 74 ip 75 76 77 78 79 7a 7b 7c 7d 7e iq ir it iv c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j7 ja jc jg jj 7j 7k 7l 7m 7n 7o 7p 7q 7r 7s jk 7u 7v 7w 7x 7y jm jn jo 7z 80 jq ju jx jz k1 k5 k7 82 83 ka c6 c7 c8 89 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u 8v kc kd kg ki kk km 8w 8x kp kr ks ku kw kz 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 md mf mi ml mn mp ms mw mx mz n1 n5 n8 n9 nb nd nh nj nk nl nm nn np ns nu nw ny o1 o2 o4 o6 o9 oc od of oh ol on oo op oq or 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e 9f 9g 9h 9i 9j 9k 9l 9m 9n 9o 9p 9q 9r 9s 9t 9v 9w 9x 9y 9z a0 a1 a2 a3 a4 a5 a6 ca ov a7 p1 pa a8 pg a9 pj pk cb cc cd ce pl pp cf pq cg ch ci ac ad cj ck cm pr af ag pw py
__EXCEPTIONS 1
__GXX_RTTI 1
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 1U
__cpp_aggregate_nsdmi 201304L
__cpp_alias_templates 200704L
__cpp_attributes 200809L
__cpp_binary_literals 201304L
__cpp_constexpr 201304L
__cpp_decltype 200707L
__cpp_decltype_auto 201304L
__cpp_delegating_constructors 200604L
__cpp_digit_separators 201309L
__cpp_exceptions 199711L
__cpp_generic_lambdas 201304L
__cpp_inheriting_constructors 201511L
__cpp_init_captures 201304L
__cpp_initializer_lists 200806L
__cpp_lambdas 200907L
__cpp_nsdmi 200809L
__cpp_raw_strings 200710L
__cpp_ref_qualifiers 200710L
__cpp_return_type_deduction 201304L
__cpp_rtti 199711L
__cpp_rvalue_references 200610L
__cpp_threadsafe_static_init 200806L
__cpp_unicode_literals 200710L
__cpp_user_defined_literals 200809L
__cpp_variable_templates 201304L
__cpp_variadic_templates 200704L

clang riscv32 c
cy dd de df dg di dk dm do dq dr du dw dy e0 e1 e3 e5 2w e6 e9 b1 ea 3j 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 ec ed ee ef eg eh ei ej ek el em en eo ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs eu ev ew ex bx by ez f0 6c 6d 6e f4 6g f6 f8 fb 6n fc fe ff fh fi 6q fj fl fn fp fr 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gj gl go gu gv gy gz h1 h2 h4 h7 hc he hh hk hl hm hn ho hq hr ht hu hw hy i0 i2 i5 i7 ia id ie if ih 6z c0 ip iq ir 7f it c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j8 ja jc jf 7l jk 7t jm jp 7z 80 ju jx jz k1 k4 c6 c7 c8 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky l0 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 mc mg mj mk mm mo mr mu mv my n0 n2 n4 n8 n9 nb nd nh nj nk nl nm nn no nq nr nt nv nx nz o0 o3 o5 o7 o8 oa oc od of oh ol on oo op oq or ca ou a7 pb a8 pf pj pk cb cc cd ce pm pw cn cq cr cu

clang riscv32 c++
cy dd de df dg di dk dm do dq dr du dw dy e0 e1 e3 e5 2w e6 e9 b1 ea 3j 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 ec ed ee ef eg eh ei ej ek el em en eo ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs eu ev ew ex bx by ez f0 6c 6d 6e f1 f4 6f 6g f6 f7 f8 fb 6n fc fe ff fh fi 6q fj fl fn fp fr 6r fu fw fy g1 6s g3 g4 g5 g6 6t g9 gb gd gg gj gl go gu gv gy gz h1 h2 h4 h7 hc he hh hk hl hm hn ho hq hr ht hu hw hy i0 i2 i5 i7 ia id ie if ih 6z c0 ip iq ir 7f it c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j8 ja jc jf 7l jk 7t jm jp 7z 80 ju jx jz k1 k4 ka c6 c7 c8 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky l0 8y l3 l5 l6 l8 la le 8z lg lh li lj lk ll 90 lo lq lr lt lv lz m1 m2 m5 m7 m9 mc mg mj mk mm mo mr mu mv my n0 n2 n4 n8 n9 nb nd nh nj nk nl nm nn no nq nr nt nv nx nz o0 o3 o5 o7 o8 oa oc od of oh ol on oo op oq or ca ou a7 pb a8 pf pj pk cb cc cd ce pm pp cf pq cg ch ci ac ad cj ck cl cm pr pw py cn cq cr cu
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 16U

clang riscv64 c
dd de df di dk dm do dq ds du dw dy e0 e1 e3 e5 2w e6 e9 b1 ea 3j 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 ec ed ee ef eg eh ei ej ek el em en eo ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs 60 61 62 63 64 eu ev ew ex bx by ez f0 6c 6d 6e f4 6g f6 f8 6n fc fe ff fh fi 6q fj fl fn fp 6r ft fv fx g0 6s g3 g4 g5 g6 6t g8 ga gc gf gk gm gq gu gv gy gz h1 h2 h4 h7 hb hd hg hk hl hm hn ho hq hr ht hu hw hy i0 i4 i6 i9 id ie if ih 6z c0 ip iq ir 7f iu c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j9 jb jd jh 7l jk 7t jm jp 7z 80 jv jw jy k0 k3 c6 c7 c8 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l2 l4 l7 l9 lb ld 8z lg lh li lj lk ll 90 ln lp ls lu lw ly m1 m3 m4 m6 m8 mb mh mj mk mm mo mr mu mv my n0 n2 n4 n7 na nc ne ng nj nk nl nm nn no nq nr nt nv nx nz o0 o3 o5 o7 o8 ob oe og oi ok on oo op oq or ca ou a7 pb a8 pf pj pk cb cc cd ce pm pw cn co cp cq cr cs ct cu

clang riscv64 c++
dd de df di dk dm do dq ds du dw dy e0 e1 e3 e5 2w e6 e9 b1 ea 3j 3n 3o 3p 3q 3r 3s 3t 3u 3v 3w 3x 3y 3z 40 41 42 43 ec ed ee ef eg eh ei ej ek el em en eo ep bg 45 46 47 48 49 4a 4b 4c 4d 4e 4f 4g 4h 4i 4j 4k 4l 4m 4n 4o 4p 4q 4r 4s 4t 4u 4v 4w 4x 4y 4z 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j 5k 5l 5m 5n 5o 5p 5q 5r 5s 5t 5u 5v 5w eq er 5y bh 5z es et bi bj bk bl bm bn bo bp bq br bs 60 61 62 63 64 eu ev ew ex bx by ez f0 6c 6d 6e f1 f4 6f 6g f6 f7 f8 6n fc fe ff fh fi 6q fj fl fn fp 6r ft fv fx g0 6s g3 g4 g5 g6 6t g8 ga gc gf gk gm gq gu gv gy gz h1 h2 h4 h7 hb hd hg hk hl hm hn ho hq hr ht hu hw hy i0 i4 i6 i9 id ie if ih 6z c0 ip iq ir 7f iu c1 c2 c3 c4 c5 j0 j1 j2 j3 j4 j5 j9 jb jd jh 7l jk 7t jm jp 7z 80 jv jw jy k0 k3 k8 ka c6 c7 c8 8v kb ke kf kh kj kl kn 8x ko kq kt kv kx ky 8y l2 l4 l7 l9 lb ld 8z lg lh li lj lk ll 90 ln lp ls lu lw ly m1 m3 m4 m6 m8 mb mh mj mk mm mo mr mu mv my n0 n2 n4 n7 na nc ne ng nj nk nl nm nn no nq nr nt nv nx nz o0 o3 o5 o7 o8 ob oe og oi ok on oo op oq or ca ou a7 pb a8 pf pj pk cb cc cd ce pm pp cf pq cg ch ci ac ad cj ck cl cm pr pw py cn co cp cq cr cs ct cu

mingw-x64 c
cv cw cx cz 0 1 d0 d1 3m 6b f2 f5 f9 fa fs fz g2 g7 ge gh gn gr gx h0 h1 h6 h9 ha hf hi i8 ib is iv 7g iw ix iy j6 7i je ji jl jr js jt k2 k6 84 85 86 87 88 l1 lc lf lm lx m0 ma me mq mt n3 n6 nf ni oj om os ot ox oz p1 p2 p3 p4 p5 p6 p7 p8 pc pe pg pi pn ab ps pt ae ah ai px aj q1 q2 ak al q6 q7 q8 q9 am an

mingw-x64 c++
cv cw cx cz 0 1 d0 d1 3m 6b f2 f5 f9 fa fs fz g2 g7 ge gh gn gr gx h0 h1 h6 h9 ha hf hi i8 ib is iv 7g iw ix iy j6 7i je ji jl jr js jt k2 k6 84 85 86 87 88 l1 lc lf lm lx m0 ma me mq mt n3 n6 nf ni oj om os ot ox oz p0 p1 p2 p3 p4 p5 p6 p7 p8 pc pe pg pi pn ab ps pt ae ah ai px aj q1 q2 ak al q6 q7 q8 q9 am an
-_GNU_SOURCE

answers clang c
pu pv
defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_c_attribute __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier _Pragma
defined 0 __func__ __has_cpp_attribute __VA_OPT__ __VA_ARGS__
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector no_unique_address nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_builtin 1 __builtin_alloca __builtin_assume __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bit_cast __builtin_choose_expr __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_debugtrap __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_huge_val __builtin_inf __builtin_isnan __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_rotateleft32 __builtin_shufflevector __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unpredictable __builtin_unreachable __builtin_va_arg __builtin_cpu_supports __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_bswap128 __builtin_clear_padding __builtin_counted_by __builtin_has_attribute __builtin_is_constant_evaluated __builtin_shuffle __builtin_source_location __builtin_speculation_safe_value __builtin_va_list __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

answers clang c++
pu pv
defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier _Pragma
defined 0 __func__ __has_c_attribute __VA_OPT__ __VA_ARGS__
__has_cpp_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced used vector_size visibility warn_if_not_aligned warn_unused warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::access gnu::assume gnu::copy gnu::counted_by gnu::designated_init gnu::externally_visible gnu::fd_arg gnu::flag_enum gnu::interrupt gnu::isr gnu::maybe_unused gnu::gcc_struct gnu::no_icf gnu::no_reorder gnu::no_sanitize gnu::no_unique_address gnu::nodiscard gnu::noclone gnu::noinit gnu::noipa gnu::nonstring gnu::noplt gnu::objc_root_class gnu::OS_main gnu::OS_task gnu::optimize gnu::persistent gnu::pcrel gnu::progmem gnu::reproducible gnu::scalar_storage_order gnu::signal gnu::simd gnu::stack_protect gnu::strict_flex_array gnu::symver gnu::syscall_linkage gnu::unavailable gnu::uninitialized gnu::unsequenced gnu::warn_if_not_aligned gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201309 deprecated
__has_cpp_attribute 201603 fallthrough maybe_unused
__has_cpp_attribute 201803 no_unique_address likely unlikely
__has_cpp_attribute 201907 nodiscard
__has_cpp_attribute 200809 noreturn carries_dependency
__has_cpp_attribute 1 gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::destructor gnu::error gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::ms_abi gnu::ms_struct gnu::naked gnu::no_instrument_function gnu::no_profile_instrument_function gnu::nocf_check gnu::noinline gnu::nonnull gnu::noreturn gnu::nothrow gnu::packed gnu::patchable_function_entry gnu::pcs gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::section gnu::selectany gnu::sentinel gnu::sysv_abi gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::used gnu::vector_size gnu::visibility gnu::warn_unused gnu::warning gnu::weak gnu::weakref
__has_builtin 1 __builtin_alloca __builtin_assume __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bit_cast __builtin_choose_expr __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_debugtrap __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_rotateleft32 __builtin_shufflevector __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unpredictable __builtin_unreachable __builtin_va_arg __builtin_cpu_supports __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_bswap128 __builtin_clear_padding __builtin_counted_by __builtin_has_attribute __builtin_shuffle __builtin_speculation_safe_value __builtin_types_compatible_p __builtin_va_list __is_identifier __integer_pack`;
