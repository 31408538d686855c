/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = String.raw`__ATOMIC_ACQUIRE 2
__ATOMIC_ACQ_REL 4
__ATOMIC_CONSUME 1
__ATOMIC_RELAXED 0
__ATOMIC_RELEASE 3
__ATOMIC_SEQ_CST 5
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__CHAR_BIT__ 8
__DBL_HAS_DENORM__ 1
__DBL_HAS_INFINITY__ 1
__DBL_HAS_QUIET_NAN__ 1
__DEC_EVAL_METHOD__ 2
__ELF__ 1
__FINITE_MATH_ONLY__ 0
__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__
__FLT_DECIMAL_DIG__ 9
__FLT_DIG__ 6
__FLT_HAS_DENORM__ 1
__FLT_HAS_INFINITY__ 1
__FLT_HAS_QUIET_NAN__ 1
__FLT_MANT_DIG__ 24
__FLT_MAX_10_EXP__ 38
__FLT_MAX_EXP__ 128
__FLT_MIN_10_EXP__ (-37)
__FLT_MIN_EXP__ (-125)
__FLT_RADIX__ 2
__GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
__INT16_C(c) c
__INT16_MAX__ 0x7fff
__INT8_C(c) c
__INT8_MAX__ 0x7f
__INT8_TYPE__ signed char
__INT_LEAST16_MAX__ 0x7fff
__INT_LEAST8_MAX__ 0x7f
__INT_LEAST8_TYPE__ signed char
__LDBL_HAS_DENORM__ 1
__LDBL_HAS_INFINITY__ 1
__LDBL_HAS_QUIET_NAN__ 1
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__NO_INLINE__ 1
__ORDER_BIG_ENDIAN__ 4321
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_PDP_ENDIAN__ 3412
__PRAGMA_REDEFINE_EXTNAME 1
__REGISTER_PREFIX__
__SCHAR_MAX__ 0x7f
__SHRT_MAX__ 0x7fff
__SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
__SIZEOF_FLOAT__ 4
__SIZEOF_LONG_LONG__ 8
__SIZEOF_SHORT__ 2
__STDC_HOSTED__ 1
__STDC__ 1
__UINT8_C(c) c
__UINT8_MAX__ 0xff
__UINT8_TYPE__ unsigned char
__UINT_LEAST8_MAX__ 0xff
__UINT_LEAST8_TYPE__ unsigned char
__USER_LABEL_PREFIX__
__GNUC_PATCHLEVEL__ 0
__FLT_EVAL_METHOD__ 0
__INT_FAST16_TYPE__ int
__UINT_FAST16_TYPE__ unsigned int
__GCC_ATOMIC_BOOL_LOCK_FREE 1
__GCC_ATOMIC_CHAR16_T_LOCK_FREE 1
__GCC_ATOMIC_CHAR_LOCK_FREE 1
__GCC_ATOMIC_SHORT_LOCK_FREE 1
__INT64_C(c) c ## LL
__INT64_MAX__ 0x7fffffffffffffffLL
__INT64_TYPE__ long long int
__INTMAX_C(c) c ## LL
__INTMAX_MAX__ 0x7fffffffffffffffLL
__INTMAX_TYPE__ long long int
__INTPTR_TYPE__ int
__INT_FAST64_MAX__ 0x7fffffffffffffffLL
__INT_FAST64_TYPE__ long long int
__INT_LEAST64_MAX__ 0x7fffffffffffffffLL
__INT_LEAST64_TYPE__ long long int
__LONG_MAX__ 0x7fffffffL
__PTRDIFF_TYPE__ int
__SIZEOF_LONG__ 4
__SIZE_TYPE__ unsigned int
__UINT64_C(c) c ## ULL
__UINT64_MAX__ 0xffffffffffffffffULL
__UINT64_TYPE__ long long unsigned int
__UINTMAX_C(c) c ## ULL
__UINTMAX_MAX__ 0xffffffffffffffffULL
__UINTMAX_TYPE__ long long unsigned int
__UINTPTR_TYPE__ unsigned int
__UINT_FAST64_MAX__ 0xffffffffffffffffULL
__UINT_FAST64_TYPE__ long long unsigned int
__UINT_LEAST64_MAX__ 0xffffffffffffffffULL
__UINT_LEAST64_TYPE__ long long unsigned int
__GCC_ATOMIC_LLONG_LOCK_FREE 1
__GCC_IEC_559 0
__GCC_IEC_559_COMPLEX 0
__GCC_ATOMIC_CHAR32_T_LOCK_FREE 1
__GCC_ATOMIC_INT_LOCK_FREE 1
__GCC_ATOMIC_LONG_LOCK_FREE 1
__GCC_ATOMIC_POINTER_LOCK_FREE 1
__GCC_ATOMIC_WCHAR_T_LOCK_FREE 1
__SIZEOF_WCHAR_T__ 2
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
__WCHAR_TYPE__ int
__CHAR32_TYPE__ long unsigned int
__INT32_C(c) c ## L
__INT32_MAX__ 0x7fffffffL
__INT32_TYPE__ long int
__INT_LEAST32_MAX__ 0x7fffffffL
__INT_LEAST32_TYPE__ long int
__UINT32_C(c) c ## UL
__UINT32_MAX__ 0xffffffffUL
__UINT32_TYPE__ long unsigned int
__UINT_LEAST32_MAX__ 0xffffffffUL
__UINT_LEAST32_TYPE__ long unsigned int
__INT_FAST8_MAX__ 0x7f
__INT_FAST8_TYPE__ signed char
__UINT_FAST8_MAX__ 0xff
__UINT_FAST8_TYPE__ unsigned char
__DEC128_EPSILON__ 1E-33DL
__DEC128_MANT_DIG__ 34
__DEC128_MAX_EXP__ 6145
__DEC128_MAX__ 9.999999999999999999999999999999999E6144DL
__DEC128_MIN_EXP__ (-6142)
__DEC128_MIN__ 1E-6143DL
__DEC128_SUBNORMAL_MIN__ 0.000000000000000000000000000000001E-6143DL
__DEC32_EPSILON__ 1E-6DF
__DEC32_MANT_DIG__ 7
__DEC32_MAX_EXP__ 97
__DEC32_MAX__ 9.999999E96DF
__DEC32_MIN_EXP__ (-94)
__DEC32_MIN__ 1E-95DF
__DEC32_SUBNORMAL_MIN__ 0.000001E-95DF
__DEC64_EPSILON__ 1E-15DD
__DEC64_MANT_DIG__ 16
__DEC64_MAX_EXP__ 385
__DEC64_MAX__ 9.999999999999999E384DD
__DEC64_MIN_EXP__ (-382)
__DEC64_MIN__ 1E-383DD
__DEC64_SUBNORMAL_MIN__ 0.000000000000001E-383DD
__INT_FAST32_TYPE__ long int
__UINT_FAST32_TYPE__ long unsigned int
__GNUC_STDC_INLINE__ 1
__STDC_UTF_16__ 1
__STDC_UTF_32__ 1
__STDC_VERSION__ 201112L
__DEPRECATED 1
__GXX_WEAK__ 1
__GNUC_GNU_INLINE__ 1
__cplusplus 199711L
__CHAR16_TYPE__ short unsigned int
__DBL_DECIMAL_DIG__ 17
__DBL_DIG__ 15
__DBL_IS_IEC_60559__ 2
__DBL_MANT_DIG__ 53
__DBL_MAX_10_EXP__ 308
__DBL_MAX_EXP__ 1024
__DBL_MIN_10_EXP__ (-307)
__DBL_MIN_EXP__ (-1021)
__FLT32X_DECIMAL_DIG__ 17
__FLT32X_DIG__ 15
__FLT32X_HAS_DENORM__ 1
__FLT32X_HAS_INFINITY__ 1
__FLT32X_HAS_QUIET_NAN__ 1
__FLT32X_IS_IEC_60559__ 2
__FLT32X_MANT_DIG__ 53
__FLT32X_MAX_10_EXP__ 308
__FLT32X_MAX_EXP__ 1024
__FLT32X_MIN_10_EXP__ (-307)
__FLT32X_MIN_EXP__ (-1021)
__FLT32_DECIMAL_DIG__ 9
__FLT32_DIG__ 6
__FLT32_HAS_DENORM__ 1
__FLT32_HAS_INFINITY__ 1
__FLT32_HAS_QUIET_NAN__ 1
__FLT32_IS_IEC_60559__ 2
__FLT32_MANT_DIG__ 24
__FLT32_MAX_10_EXP__ 38
__FLT32_MAX_EXP__ 128
__FLT32_MIN_10_EXP__ (-37)
__FLT32_MIN_EXP__ (-125)
__FLT64_DECIMAL_DIG__ 17
__FLT64_DIG__ 15
__FLT64_HAS_DENORM__ 1
__FLT64_HAS_INFINITY__ 1
__FLT64_HAS_QUIET_NAN__ 1
__FLT64_IS_IEC_60559__ 2
__FLT64_MANT_DIG__ 53
__FLT64_MAX_10_EXP__ 308
__FLT64_MAX_EXP__ 1024
__FLT64_MIN_10_EXP__ (-307)
__FLT64_MIN_EXP__ (-1021)
__FLT_IS_IEC_60559__ 2
__GNUC_EXECUTION_CHARSET_NAME "UTF-8"
__GNUC_MINOR__ 2
__GNUC__ 12
__GXX_ABI_VERSION 1017
__INT16_TYPE__ short int
__INTMAX_WIDTH__ 64
__INT_FAST64_WIDTH__ 64
__INT_LEAST16_TYPE__ short int
__INT_LEAST16_WIDTH__ 16
__INT_LEAST32_WIDTH__ 32
__INT_LEAST64_WIDTH__ 64
__INT_LEAST8_WIDTH__ 8
__INT_MAX__ 0x7fffffff
__INT_WIDTH__ 32
__LDBL_IS_IEC_60559__ 2
__LONG_LONG_WIDTH__ 64
__SCHAR_WIDTH__ 8
__SHRT_WIDTH__ 16
__SIG_ATOMIC_MAX__ 0x7fffffff
__SIG_ATOMIC_TYPE__ int
__SIG_ATOMIC_WIDTH__ 32
__SIZEOF_DOUBLE__ 8
__SIZEOF_INT__ 4
__SIZEOF_WINT_T__ 4
__UINT16_C(c) c
__UINT16_MAX__ 0xffff
__UINT16_TYPE__ short unsigned int
__UINT_LEAST16_MAX__ 0xffff
__UINT_LEAST16_TYPE__ short unsigned int
__WINT_MAX__ 0xffffffffU
__WINT_MIN__ 0U
__WINT_TYPE__ unsigned int
__WINT_WIDTH__ 32
__BIGGEST_ALIGNMENT__ 16
__VERSION__ "12.2.0"
__FLT_EVAL_METHOD_TS_18661_3__ 0
__INT_FAST16_MAX__ 0x7fffffff
__INT_FAST16_WIDTH__ 32
__INT_FAST32_MAX__ 0x7fffffff
__INT_FAST32_TYPE__ int
__INT_FAST32_WIDTH__ 32
__UINT_FAST16_MAX__ 0xffffffffU
__UINT_FAST32_MAX__ 0xffffffffU
__UINT_FAST32_TYPE__ unsigned int
__CHAR_UNSIGNED__ 1
__INT_FAST8_MAX__ 0x7fffffff
__INT_FAST8_TYPE__ int
__INT_FAST8_WIDTH__ 32
__UINT_FAST8_MAX__ 0xffffffffU
__UINT_FAST8_TYPE__ unsigned int
__INTPTR_MAX__ 0x7fffffff
__INTPTR_WIDTH__ 32
__LONG_WIDTH__ 32
__PTRDIFF_MAX__ 0x7fffffff
__PTRDIFF_WIDTH__ 32
__SIZEOF_POINTER__ 4
__SIZEOF_PTRDIFF_T__ 4
__SIZEOF_SIZE_T__ 4
__SIZE_MAX__ 0xffffffffU
__SIZE_WIDTH__ 32
__UINTPTR_MAX__ 0xffffffffU
__CHAR32_TYPE__ unsigned int
__INT32_C(c) c
__INT32_MAX__ 0x7fffffff
__INT32_TYPE__ int
__INT_LEAST32_MAX__ 0x7fffffff
__INT_LEAST32_TYPE__ int
__UINT32_C(c) c ## U
__UINT32_MAX__ 0xffffffffU
__UINT32_TYPE__ unsigned int
__UINT_LEAST32_MAX__ 0xffffffffU
__UINT_LEAST32_TYPE__ unsigned int
__HAVE_SPECULATION_SAFE_VALUE 1
__DECIMAL_DIG__ 17
__LDBL_DECIMAL_DIG__ 17
__LDBL_DIG__ 15
__LDBL_MANT_DIG__ 53
__LDBL_MAX_10_EXP__ 308
__LDBL_MAX_EXP__ 1024
__LDBL_MIN_10_EXP__ (-307)
__LDBL_MIN_EXP__ (-1021)
__SIZEOF_LONG_DOUBLE__ 8
__GNUC_WIDE_EXECUTION_CHARSET_NAME "UTF-16LE"
__WCHAR_MAX__ 0xffff
__WCHAR_MIN__ 0
__WCHAR_TYPE__ short unsigned int
__WCHAR_WIDTH__ 16
__STDC_VERSION__ 201710L
__EXCEPTIONS 1
__GNUG__ 12
__GXX_EXPERIMENTAL_CXX0X__ 1
__GXX_RTTI 1
__cplusplus 201703L
__cpp_aggregate_bases 201603L
__cpp_aggregate_nsdmi 201304L
__cpp_alias_templates 200704L
__cpp_aligned_new 201606L
__cpp_attributes 200809L
__cpp_binary_literals 201304L
__cpp_capture_star_this 201603L
__cpp_constexpr 201603L
__cpp_decltype 200707L
__cpp_decltype_auto 201304L
__cpp_deduction_guides 201703L
__cpp_delegating_constructors 200604L
__cpp_digit_separators 201309L
__cpp_enumerator_attributes 201411L
__cpp_exceptions 199711L
__cpp_fold_expressions 201603L
__cpp_generic_lambdas 201304L
__cpp_guaranteed_copy_elision 201606L
__cpp_hex_float 201603L
__cpp_if_constexpr 201606L
__cpp_inheriting_constructors 201511L
__cpp_init_captures 201304L
__cpp_initializer_lists 200806L
__cpp_inline_variables 201606L
__cpp_lambdas 200907L
__cpp_namespace_attributes 201411L
__cpp_nested_namespace_definitions 201411L
__cpp_noexcept_function_type 201510L
__cpp_nontype_template_args 201411L
__cpp_nontype_template_parameter_auto 201606L
__cpp_nsdmi 200809L
__cpp_range_based_for 201603L
__cpp_raw_strings 200710L
__cpp_ref_qualifiers 200710L
__cpp_return_type_deduction 201304L
__cpp_rtti 199711L
__cpp_runtime_arrays 198712L
__cpp_rvalue_reference 200610L
__cpp_rvalue_references 200610L
__cpp_sized_deallocation 201309L
__cpp_static_assert 201411L
__cpp_structured_bindings 201606L
__cpp_template_auto 201606L
__cpp_template_template_args 201611L
__cpp_threadsafe_static_init 200806L
__cpp_unicode_characters 201411L
__cpp_unicode_literals 200710L
__cpp_user_defined_literals 200809L
__cpp_variable_templates 201304L
__cpp_variadic_templates 200704L
__cpp_variadic_using 201611L
__GCC_CONSTRUCTIVE_SIZE 32
__GCC_DESTRUCTIVE_SIZE 32
__WCHAR_UNSIGNED__ 1
__GNUC_WIDE_EXECUTION_CHARSET_NAME "UTF-32LE"
__SIZEOF_WCHAR_T__ 4
__WCHAR_WIDTH__ 32
__FLT128_DECIMAL_DIG__ 36
__FLT128_DENORM_MIN__ 6.47517511943802511092443895822764655e-4966F128
__FLT128_DIG__ 33
__FLT128_EPSILON__ 1.92592994438723585305597794258492732e-34F128
__FLT128_HAS_DENORM__ 1
__FLT128_HAS_INFINITY__ 1
__FLT128_HAS_QUIET_NAN__ 1
__FLT128_IS_IEC_60559__ 2
__FLT128_MANT_DIG__ 113
__FLT128_MAX_10_EXP__ 4932
__FLT128_MAX_EXP__ 16384
__FLT128_MAX__ 1.18973149535723176508575932662800702e+4932F128
__FLT128_MIN_10_EXP__ (-4931)
__FLT128_MIN_EXP__ (-16381)
__FLT128_MIN__ 3.36210314311209350626267781732175260e-4932F128
__FLT128_NORM_MAX__ 1.18973149535723176508575932662800702e+4932F128
__FLT32X_DENORM_MIN__ 4.94065645841246544176568792868221372e-324F32x
__FLT32X_EPSILON__ 2.22044604925031308084726333618164062e-16F32x
__FLT32X_MAX__ 1.79769313486231570814527423731704357e+308F32x
__FLT32X_MIN__ 2.22507385850720138309023271733240406e-308F32x
__FLT32X_NORM_MAX__ 1.79769313486231570814527423731704357e+308F32x
__FLT32_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F32
__FLT32_EPSILON__ 1.19209289550781250000000000000000000e-7F32
__FLT32_MAX__ 3.40282346638528859811704183484516925e+38F32
__FLT32_MIN__ 1.17549435082228750796873653722224568e-38F32
__FLT32_NORM_MAX__ 3.40282346638528859811704183484516925e+38F32
__FLT64X_HAS_DENORM__ 1
__FLT64X_HAS_INFINITY__ 1
__FLT64X_HAS_QUIET_NAN__ 1
__FLT64X_IS_IEC_60559__ 2
__FLT64X_MAX_10_EXP__ 4932
__FLT64X_MAX_EXP__ 16384
__FLT64X_MIN_10_EXP__ (-4931)
__FLT64X_MIN_EXP__ (-16381)
__FLT64X_MIN__ 3.36210314311209350626267781732175260e-4932F64x
__FLT64_DENORM_MIN__ 4.94065645841246544176568792868221372e-324F64
__FLT64_EPSILON__ 2.22044604925031308084726333618164062e-16F64
__FLT64_MAX__ 1.79769313486231570814527423731704357e+308F64
__FLT64_MIN__ 2.22507385850720138309023271733240406e-308F64
__FLT64_NORM_MAX__ 1.79769313486231570814527423731704357e+308F64
__FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
__FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
__FLT_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_MIN__ 1.17549435082228750796873653722224568e-38F
__FLT_NORM_MAX__ 3.40282346638528859811704183484516925e+38F
__GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
__GCC_ATOMIC_INT_LOCK_FREE 2
__GCC_ATOMIC_LONG_LOCK_FREE 2
__GCC_ATOMIC_POINTER_LOCK_FREE 2
__GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
__LDBL_MAX_10_EXP__ 4932
__LDBL_MAX_EXP__ 16384
__LDBL_MIN_10_EXP__ (-4931)
__LDBL_MIN_EXP__ (-16381)
__LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
__SIZEOF_LONG_DOUBLE__ 16
__WCHAR_MAX__ 0x7fffffff
__DECIMAL_DIG__ 36
__FLT64X_DECIMAL_DIG__ 36
__FLT64X_DENORM_MIN__ 6.47517511943802511092443895822764655e-4966F64x
__FLT64X_DIG__ 33
__FLT64X_EPSILON__ 1.92592994438723585305597794258492732e-34F64x
__FLT64X_MANT_DIG__ 113
__FLT64X_MAX__ 1.18973149535723176508575932662800702e+4932F64x
__FLT64X_NORM_MAX__ 1.18973149535723176508575932662800702e+4932F64x
__LDBL_DECIMAL_DIG__ 36
__LDBL_DENORM_MIN__ 6.47517511943802511092443895822764655e-4966L
__LDBL_DIG__ 33
__LDBL_EPSILON__ 1.92592994438723585305597794258492732e-34L
__LDBL_MANT_DIG__ 113
__LDBL_MAX__ 1.18973149535723176508575932662800702e+4932L
__LDBL_NORM_MAX__ 1.18973149535723176508575932662800702e+4932L
__DBL_DENORM_MIN__ ((double)4.94065645841246544176568792868221372e-324L)
__DBL_EPSILON__ ((double)2.22044604925031308084726333618164062e-16L)
__DBL_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
__DBL_MIN__ ((double)2.22507385850720138309023271733240406e-308L)
__DBL_NORM_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
__GCC_HAVE_DWARF2_CFI_ASM 1
__DBL_DENORM_MIN__ double(4.94065645841246544176568792868221372e-324L)
__DBL_EPSILON__ double(2.22044604925031308084726333618164062e-16L)
__DBL_MAX__ double(1.79769313486231570814527423731704357e+308L)
__DBL_MIN__ double(2.22507385850720138309023271733240406e-308L)
__DBL_NORM_MAX__ double(1.79769313486231570814527423731704357e+308L)
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 16
__GCC_ATOMIC_LLONG_LOCK_FREE 2
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
__GCC_IEC_559 2
__GCC_IEC_559_COMPLEX 2
_LP64 1
__INT64_C(c) c ## L
__INT64_MAX__ 0x7fffffffffffffffL
__INT64_TYPE__ long int
__INTMAX_C(c) c ## L
__INTMAX_MAX__ 0x7fffffffffffffffL
__INTMAX_TYPE__ long int
__INTPTR_MAX__ 0x7fffffffffffffffL
__INTPTR_TYPE__ long int
__INTPTR_WIDTH__ 64
__INT_FAST64_MAX__ 0x7fffffffffffffffL
__INT_FAST64_TYPE__ long int
__INT_LEAST64_MAX__ 0x7fffffffffffffffL
__INT_LEAST64_TYPE__ long int
__LONG_MAX__ 0x7fffffffffffffffL
__LONG_WIDTH__ 64
__LP64__ 1
__PTRDIFF_MAX__ 0x7fffffffffffffffL
__PTRDIFF_TYPE__ long int
__PTRDIFF_WIDTH__ 64
__SIZEOF_INT128__ 16
__SIZEOF_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_PTRDIFF_T__ 8
__SIZEOF_SIZE_T__ 8
__SIZE_MAX__ 0xffffffffffffffffUL
__SIZE_TYPE__ long unsigned int
__SIZE_WIDTH__ 64
__UINT64_C(c) c ## UL
__UINT64_MAX__ 0xffffffffffffffffUL
__UINT64_TYPE__ long unsigned int
__UINTMAX_C(c) c ## UL
__UINTMAX_MAX__ 0xffffffffffffffffUL
__UINTMAX_TYPE__ long unsigned int
__UINTPTR_MAX__ 0xffffffffffffffffUL
__UINTPTR_TYPE__ long unsigned int
__UINT_FAST64_MAX__ 0xffffffffffffffffUL
__UINT_FAST64_TYPE__ long unsigned int
__UINT_LEAST64_MAX__ 0xffffffffffffffffUL
__UINT_LEAST64_TYPE__ long unsigned int
__FP_FAST_FMA 1
__FP_FAST_FMAF 1
__FP_FAST_FMAF32 1
__FP_FAST_FMAF32x 1
__FP_FAST_FMAF64 1
__GLIBCXX_BITSIZE_INT_N_0 128
__GLIBCXX_TYPE_INT_N_0 __int128
__GCC_ASM_FLAG_OUTPUTS__ 1
__GCC_CONSTRUCTIVE_SIZE 64
_STDC_PREDEF_H 1
__GCC_ATOMIC_BOOL_LOCK_FREE 2
__GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2
__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
__INT_FAST8_WIDTH__ 8
__PIC__ 2
__PIE__ 2
__STDC_IEC_559_COMPLEX__ 1
__STDC_IEC_559__ 1
__STDC_IEC_60559_BFP__ 201404L
__STDC_IEC_60559_COMPLEX__ 201404L
__STDC_ISO_10646__ 201706L
__gnu_linux__ 1
__linux 1
__linux__ 1
__pic__ 2
__pie__ 2
__unix 1
__unix__ 1
linux 1
unix 1
__GCC_DESTRUCTIVE_SIZE 64
__FLT16_DECIMAL_DIG__ 5
__FLT16_DENORM_MIN__ 5.96046447753906250000000000000000000e-8F16
__FLT16_DIG__ 3
__FLT16_EPSILON__ 9.76562500000000000000000000000000000e-4F16
__FLT16_HAS_DENORM__ 1
__FLT16_HAS_INFINITY__ 1
__FLT16_HAS_QUIET_NAN__ 1
__FLT16_IS_IEC_60559__ 2
__FLT16_MANT_DIG__ 11
__FLT16_MAX_10_EXP__ 4
__FLT16_MAX_EXP__ 16
__FLT16_MAX__ 6.55040000000000000000000000000000000e+4F16
__FLT16_MIN_10_EXP__ (-4)
__FLT16_MIN_EXP__ (-13)
__FLT16_MIN__ 6.10351562500000000000000000000000000e-5F16
__FLT16_NORM_MAX__ 6.55040000000000000000000000000000000e+4F16
__INT_FAST16_MAX__ 0x7fffffffffffffffL
__INT_FAST16_TYPE__ long int
__INT_FAST16_WIDTH__ 64
__INT_FAST32_MAX__ 0x7fffffffffffffffL
__INT_FAST32_WIDTH__ 64
__UINT_FAST16_MAX__ 0xffffffffffffffffUL
__UINT_FAST16_TYPE__ long unsigned int
__UINT_FAST32_MAX__ 0xffffffffffffffffUL
_GNU_SOURCE 1
__STDCPP_THREADS__ 1
_ILP32 1
__ILP32__ 1
__WCHAR_MIN__ 0U
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16 1
_OPENACC 201711
_OPENMP 201511
_REENTRANT 1
__ASSOCIATIVE_MATH__ 1
__BYTE_ORDER__ __ORDER_BIG_ENDIAN__
__CHAR8_TYPE__ unsigned char
__FAST_MATH__ 1
__FINITE_MATH_ONLY__ 1
__FLOAT_WORD_ORDER__ __ORDER_BIG_ENDIAN__
__FLT_EVAL_METHOD_TS_18661_3__ 16
__FLT_EVAL_METHOD__ 16
__GCC_ATOMIC_CHAR8_T_LOCK_FREE 1
__GCC_ATOMIC_CHAR8_T_LOCK_FREE 2
__GNUC_WIDE_EXECUTION_CHARSET_NAME "UTF-32BE"
__GXX_WEAK__ 0
__LIBGCC_DF_EPSILON__ __DBL_EPSILON__
__LIBGCC_DF_EXCESS_PRECISION__ 0
__LIBGCC_DF_FUNC_EXT__
__LIBGCC_DF_MANT_DIG__ 53
__LIBGCC_DF_MAX__ __DBL_MAX__
__LIBGCC_DF_MIN__ __DBL_MIN__
__LIBGCC_DWARF_FRAME_REGISTERS__ 17
__LIBGCC_EH_FRAME_SECTION_NAME__ ".eh_frame"
__LIBGCC_EH_RETURN_STACKADJ_RTX__ 1
__LIBGCC_EH_TABLES_CAN_BE_READ_ONLY__ 0
__LIBGCC_EH_TABLES_CAN_BE_READ_ONLY__ 1
__LIBGCC_GCOV_TYPE_SIZE 64
__LIBGCC_HAS_DF_MODE__ 1
__LIBGCC_HAS_HF_MODE__ 1
__LIBGCC_HAS_SF_MODE__ 1
__LIBGCC_HAS_TF_MODE__ 1
__LIBGCC_HAVE_HWDBL__ 0
__LIBGCC_HAVE_HWDBL__ 1
__LIBGCC_HF_EPSILON__ __FLT16_EPSILON__
__LIBGCC_HF_FUNC_EXT__ f16
__LIBGCC_HF_MANT_DIG__ 11
__LIBGCC_HF_MAX__ __FLT16_MAX__
__LIBGCC_HF_MIN__ __FLT16_MIN__
__LIBGCC_INIT_ARRAY_SECTION_ASM_OP__ 1
__LIBGCC_SF_EPSILON__ __FLT_EPSILON__
__LIBGCC_SF_EXCESS_PRECISION__ 0
__LIBGCC_SF_FUNC_EXT__ f
__LIBGCC_SF_MANT_DIG__ 24
__LIBGCC_SF_MAX__ __FLT_MAX__
__LIBGCC_SF_MIN__ __FLT_MIN__
__LIBGCC_STACK_GROWS_DOWNWARD__ 1
__LIBGCC_TEXT_SECTION_ASM_OP__ "\t.text"
__LIBGCC_TF_EPSILON__ __LDBL_EPSILON__
__LIBGCC_TF_EXCESS_PRECISION__ 0
__LIBGCC_TF_FUNC_EXT__ l
__LIBGCC_TF_MANT_DIG__ 113
__LIBGCC_TF_MAX__ __LDBL_MAX__
__LIBGCC_TF_MIN__ __LDBL_MIN__
__LIBGCC_VTABLE_USES_DESCRIPTORS__ 0
__NO_MATH_ERRNO__ 1
__NO_SIGNED_ZEROS__ 1
__NO_TRAPPING_MATH__ 1
__OPTIMIZE_SIZE__ 1
__OPTIMIZE__ 1
__PIC__ 1
__PIE__ 1
__RECIPROCAL_MATH__ 1
__ROUNDING_MATH__ 1
__SANITIZE_ADDRESS__ 1
__SANITIZE_THREAD__ 1
__SIZETYPE__ long unsigned int
__SIZETYPE__ unsigned int
__SSP_ALL__ 2
__SSP_EXPLICIT__ 4
__SSP_STRONG__ 3
__SSP__ 1
__STDC_HOSTED__ 0
__STDC_VERSION__ 199901L
__STDC_VERSION__ 202000L
__STRICT_ANSI__ 1
__SUPPORT_SNAN__ 1
__USER_LABEL_PREFIX__ _
__cplusplus 201103L
__cplusplus 201402L
__cplusplus 202002L
__cplusplus 202100L
__cpp_aggregate_paren_init 201902L
__cpp_char8_t 201811L
__cpp_concepts 201507L
__cpp_concepts 202002L
__cpp_conditional_explicit 201806L
__cpp_consteval 201811L
__cpp_constexpr 200704L
__cpp_constexpr 201304L
__cpp_constexpr 202002L
__cpp_constexpr 202110L
__cpp_constexpr_dynamic_alloc 201907L
__cpp_constexpr_in_decltype 201711L
__cpp_constinit 201907L
__cpp_deduction_guides 201907L
__cpp_designated_initializers 201707L
__cpp_generic_lambdas 201707L
__cpp_if_consteval 202106L
__cpp_impl_coroutine 201902L
__cpp_impl_destroying_delete 201806L
__cpp_impl_three_way_comparison 201907L
__cpp_implicit_constexpr 20211111L
__cpp_inheriting_constructors 200802L
__cpp_init_captures 201803L
__cpp_multidimensional_subscript 202110L
__cpp_nontype_template_args 201911L
__cpp_nontype_template_parameter_class 201806L
__cpp_range_based_for 200907L
__cpp_size_t_suffix 202011L
__cpp_static_assert 200410L
__cpp_transactional_memory 201500L
__cpp_unicode_characters 200704L
__cpp_using_enum 201907L
__pic__ 1
__pie__ 1

-O0 -f?access-control -f?aggressive-loop-optimizations -f?align-functions -falign-functions=16 -f?align-jumps -f?align-labels -f?align-loops -falign-loops=16 -f?all-virtual -f?allocation-dce -f?allow-parameterless-variadic-functions -f?allow-store-data-races -f?alt-external-templates -f?analyzer -f?analyzer-call-summaries -f?analyzer-feasibility -f?analyzer-fine-grained -f?analyzer-show-duplicate-count -f?analyzer-state-merge -f?analyzer-state-purge -f?analyzer-transitivity -f?analyzer-verbose-edges -f?analyzer-verbose-state-changes -f?argument-alias -f?argument-noalias -f?argument-noalias-anything -f?argument-noalias-global -f?asm -f?associative-math -f?auto-inc-dec -f?bit-tests -f?bounds-check -f?branch-count-reg -f?branch-probabilities -f?branch-target-load-optimize -f?branch-target-load-optimize2 -f?btr-bb-exclusive -f?builtin -f?caller-saves -f?canonical-system-headers -fcf-protection=none -f?check-data-deps -f?check-new -f?check-pointer-bounds -f?chkp-check-incomplete-type -f?chkp-check-read -f?chkp-check-write -fchkp-first-field-has-own-bounds -f?chkp-flexible-struct-trailing-arrays -f?chkp-instrument-calls -f?chkp-instrument-marked-only -f?chkp-narrow-bounds -fchkp-narrow-to-innermost-array -f?chkp-optimize -f?chkp-store-bounds -f?chkp-treat-zero-dynamic-size-as-infinite -f?chkp-use-fast-string-functions -f?chkp-use-nochk-string-functions -f?chkp-use-static-bounds -f?chkp-use-static-const-bounds -f?chkp-use-wrappers -f?chkp-zero-input-bounds-for-main -f?cilkplus -f?code-hoisting -f?combine-stack-adjustments -f?common -f?compare-elim -f?cond-mismatch -f?conserve-space -f?conserve-stack -fconstexpr-depth=900 -f?constexpr-fp-except -fconstexpr-loop-limit=900 -f?cprop-registers -f?crossjumping -f?cse-follow-jumps -f?cse-skip-blocks -f?data-sections -f?dbg-cnt-list -f?dce -f?debug-cpp -fdebug-prefix-map=a=b -f?debug-types-section -f?declone-ctor-dtor -f?deduce-init-list -f?default-inline -f?defer-pop -f?delayed-branch -f?delete-dead-exceptions -f?delete-null-pointer-checks -f?devirtualize -f?devirtualize-at-ltrans -f?devirtualize-speculatively -f?diagnostics-color -fdiagnostics-color=always -fdiagnostics-color=auto -fdiagnostics-color=never -f?diagnostics-generate-patch -f?diagnostics-parseable-fixits -fdiagnostics-plain-output -f?diagnostics-show-caret -f?diagnostics-show-cwe -f?diagnostics-show-labels -f?diagnostics-show-line-numbers -f?diagnostics-show-option -f?diagnostics-show-path-depths -f?diagnostics-show-template-tree -f?dollars-in-identifiers -f?dse -fdwarf2-cfi-asm -f?early-inlining -f?elide-constructors -f?elide-type -f?eliminate-dwarf2-dups -f?eliminate-unused-debug-symbols -f?eliminate-unused-debug-types -f?emit-class-debug-always -f?emit-struct-debug-baseonly -f?emit-struct-debug-reduced -f?enforce-eh-specs -f?enum-int-equiv -fexcess-precision=fast -fexcess-precision=standard -f?expensive-optimizations -f?ext-numeric-literals -f?extended-identifiers -f?extern-tls-init -f?external-templates -f?fat-lto-objects -ffile-prefix-map=a=b -f?finite-loops -f?float-store -f?fold-simple-inlines -f?for-scope -f?force-addr -f?forward-propagate -ffp-contract=fast -ffp-contract=off -ffp-contract=on -f?fp-int-builtin-inexact -f?friend-injection -f?function-cse -f?function-sections -f?gcse -f?gcse-after-reload -f?gcse-las -f?gcse-lm -f?gcse-sm -f?gnu-keywords -f?gnu-unique -f?graphite -f?graphite-identity -f?guess-branch-probability -f?guiding-decls -f?harden-compares -f?harden-conditional-branches -f?hoist-adjacent-loads -f?honor-std -fhosted -f?huge-objects -f?ident -f?if-conversion -f?if-conversion2 -f?implement-inlines -f?implicit-inline-templates -f?implicit-templates -f?indirect-inlining -f?inhibit-size-directive -finline -f?inline-atomics -f?inline-functions -f?inline-functions-called-once -f?inline-small-functions -f?instrument-functions -f?ipa-bit-cp -f?ipa-cp -f?ipa-cp-alignment -f?ipa-cp-clone -f?ipa-icf -f?ipa-icf-functions -f?ipa-icf-variables -f?ipa-matrix-reorg -f?ipa-modref -f?ipa-profile -f?ipa-pta -f?ipa-pure-const -f?ipa-ra -f?ipa-reference -f?ipa-reference-addressable -f?ipa-sra -f?ipa-stack-alignment -f?ipa-strict-aliasing -f?ipa-struct-reorg -f?ipa-vrp -f?ira-hoist-pressure -f?ira-loop-pressure -f?ira-share-save-slots -f?ira-share-spill-slots -f?isolate-erroneous-paths-attribute -f?isolate-erroneous-paths-dereference -f?ivopts -f?jump-tables -f?keep-gc-roots-live -f?keep-inline-functions -f?keep-static-consts -f?keep-static-functions -f?labels-ok -f?lang-info-include-translate -f?lang-info-include-translate-not -f?lang-info-module-cmi -f?large-source-files -f?lax-vector-conversions -f?lifetime-dse -f?limit-function-alignment -flive-patching -f?live-range-shrinkage -f?loop-block -f?loop-flatten -f?loop-interchange -f?loop-nest-optimize -f?loop-optimize -f?loop-parallelize-all -f?loop-strip-mine -f?loop-unroll-and-jam -f?lra-remat -f?lto -flto=auto -fmacro-prefix-map=a=b -fmax-errors=1 -f?merge-all-constants -f?merge-constants -f?merge-debug-strings -fmessage-length=0 -f?modulo-sched -f?modulo-sched-allow-regmoves -f?move-loop-invariants -f?move-loop-stores -f?mudflap -f?mudflapir -f?mudflapth -f?name-mangling-version- -f?new-abi -fnew-inheriting-ctors -fno-building-libgcc -fno-concepts -fno-concepts-ts -fno-cx-fortran-rules -fno-cx-limited-range -fno-freestanding -fno-gimple -fno-gnu-tm -fno-gnu89-inline -fno-implicit-constexpr -fno-leading-underscore -fno-ms-extensions -fno-openacc -fno-openmp -fno-pack-struct -fno-plan9-extensions -fno-random-seed -fno-rounding-math -fno-short-wchar -fno-signaling-nans -fno-single-precision-constant -fno-stack-limit -fno-stack-protector -fno-unwind-tables -f?nonansi-builtins -f?nonnull-objects -f?nothrow-opt -f?omit-frame-pointer -f?openmp-simd -f?operator-names -f?optimize-register-move -f?optimize-sibling-calls -f?optimize-strlen -f?optional-diags -f?partial-inlining -f?pcc-struct-return -f?peel-loops -f?peephole -f?peephole2 -f?permissive -f?plt -f?post-ipa-mem-report -f?pre-ipa-mem-report -f?predictive-commoning -f?prefetch-loop-arrays -f?pretty-templates -f?printf-return-value -f?record-gcc-switches -f?ree -f?reg-struct-return -f?regmove -f?rename-registers -f?reorder-blocks -f?reorder-blocks-and-partition -f?reorder-functions -f?repo -f?report-bug -f?rerun-cse-after-loop -f?rerun-loop-opt -f?reschedule-modulo-scheduled-loops -f?sanitize-address-use-after-scope -f?sanitize-recover -f?sanitize-undefined-trap-on-error -fsanitize=undefined -f?sched-critical-path-heuristic -f?sched-dep-count-heuristic -f?sched-group-heuristic -f?sched-interblock -f?sched-last-insn-heuristic -f?sched-pressure -f?sched-rank-heuristic -f?sched-spec -f?sched-spec-insn-heuristic -f?sched-spec-load -f?sched-spec-load-dangerous -f?sched-stalled-insns -f?sched-stalled-insns-dep -f?sched2-use-superblocks -f?sched2-use-traces -f?schedule-fusion -f?schedule-insns -f?schedule-insns2 -f?section-anchors -f?see -f?sel-sched-pipelining -f?sel-sched-pipelining-outer-loops -f?sel-sched-reschedule-pipelined -f?selective-scheduling -f?selective-scheduling2 -f?semantic-interposition -f?short-double -f?show-column -f?shrink-wrap -f?shrink-wrap-separate -f?signed-bitfields -f?split-ivs-in-unroller -f?split-loops -f?split-paths -f?split-stack -f?split-wide-types -f?split-wide-types-early -f?squangle -f?ssa-backprop -f?ssa-phiopt -f?stack-check -f?stack-clash-protection -fstack-usage -f?stdarg-opt -f?store-merging -f?strength-reduce -f?strict-aliasing -f?strict-enums -f?strict-overflow -f?strict-prototype -f?strict-volatile-bitfields -f?strong-eval-order -f?sync-libcalls -ftabstop=4 -ftemplate-depth=900 -f?test-coverage -f?this-is-variable -f?thread-jumps -fthreadsafe-statics -f?time-report -f?time-report-details -ftls-model=initial-exec -f?toplevel-reorder -f?tracer -ftrack-macro-expansion -f?trampolines -f?trapv -f?tree-bit-ccp -f?tree-builtin-call-dce -f?tree-ccp -f?tree-ch -ftree-coalesce-inlined-vars -f?tree-coalesce-vars -f?tree-copy-prop -f?tree-copyrename -f?tree-cselim -f?tree-dce -f?tree-dominator-opts -f?tree-dse -f?tree-forwprop -f?tree-fre -f?tree-loop-distribute-patterns -f?tree-loop-distribution -f?tree-loop-if-convert -f?tree-loop-if-convert-stores -f?tree-loop-im -f?tree-loop-ivcanon -f?tree-loop-linear -f?tree-loop-optimize -f?tree-loop-vectorize -f?tree-lrs -f?tree-partial-pre -f?tree-phiprop -f?tree-pre -f?tree-pta -f?tree-reassoc -f?tree-salias -f?tree-scev-cprop -f?tree-sink -f?tree-slp-vectorize -f?tree-slsr -f?tree-sra -f?tree-store-ccp -f?tree-store-copy-prop -f?tree-switch-conversion -f?tree-tail-merge -f?tree-ter -f?tree-vect-loop-version -f?tree-vectorize -f?tree-vrp -f?unconstrained-commons -f?unit-at-a-time -f?unroll-all-loops -f?unroll-completely-grow-size -f?unroll-loops -f?unsafe-loop-optimizations -f?unsigned-bitfields -f?unswitch-loops -f?use-cxa-atexit -f?use-cxa-get-exception-ptr -f?use-linker-plugin -f?var-tracking -f?var-tracking-assignments -f?var-tracking-assignments-toggle -f?var-tracking-uninit -f?variable-expansion-in-unroller -f?vect-cost-model -f?verbose-asm -f?visibility-inlines-hidden -f?visibility-ms-compat -fvisibility=default -fvisibility=hidden -f?vpt -f?vtable-gc -f?vtable-thunks -f?vtv-counts -f?vtv-debug -fweak -f?web -f?whole-program -f?wrapv -f?wrapv-pointer -f?xref -f?zee -f?zero-initialized-in-bss -remap -std=gnu17 -std=gnu18`;
