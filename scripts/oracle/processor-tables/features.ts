/** Names that headers test with the preprocessor. [GCC cpp 4.2.9–4.2.14, GCC 6.33–6.35, C23 6.10.1, C++20 cpp.cond] */

/** Macros and feature tests that `-dM -E` does not list. */
export const OPERATORS =
  "__FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __func__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__ _Pragma".split(
    " ",
  );

export const VALUES = [
  "0",
  "1",
  "200809",
  "201309",
  "201603",
  "201803",
  "201811",
  "201904",
  "201907",
  "202003",
  "202106",
];

const ATTRIBUTES =
  "access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by deprecated designated_init destructor error externally_visible fallthrough fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias maybe_unused mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector no_unique_address nocf_check nodiscard noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi".split(
    " ",
  );

const BUILTINS =
  "alloca assume assume_aligned bswap16 bswap32 bswap64 bswap128 bit_cast choose_expr clear_padding clz clzl clzll constant_p convertvector counted_by ctz debugtrap expect expect_with_probability extend_pointer ffs frame_address has_attribute huge_val inf isnan is_constant_evaluated launder LINE memcmp memcpy memmove memset mul_overflow nan object_size dynamic_object_size offsetof parity popcount prefetch return_address rotateleft32 shuffle shufflevector source_location speculation_safe_value strcmp strlen sub_overflow add_overflow trap types_compatible_p unpredictable unreachable va_arg va_list cpu_supports".split(
    " ",
  );

export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  __has_attribute: ATTRIBUTES,
  __has_cpp_attribute: [...ATTRIBUTES, ...ATTRIBUTES.map((name) => `gnu::${name}`)],
  __has_c_attribute: [...ATTRIBUTES, ...ATTRIBUTES.map((name) => `gnu::${name}`)],
  __has_builtin: [
    ...BUILTINS.map((name) => `__builtin_${name}`),
    ..."__is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize".split(
      " ",
    ),
  ],
};
