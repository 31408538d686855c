/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = String.raw`xtensa-lx106-elf-gcc: xtensa-lx106-elf-gcc (12.2.0-14+deb12u1+13+b2) 12.2.0, asked on 2026-11-22

__FLT32X_DENORM_MIN__ 4.9406564584124654e-324F32x
__FLT32X_EPSILON__ 2.2204460492503131e-16F32x
__FLT32X_MAX__ 1.7976931348623157e+308F32x
__FLT32X_MIN__ 2.2250738585072014e-308F32x
__FLT32X_NORM_MAX__ 1.7976931348623157e+308F32x
__FLT32_DENORM_MIN__ 1.4012984643248171e-45F32
__FLT32_EPSILON__ 1.1920928955078125e-7F32
__FLT32_MAX__ 3.4028234663852886e+38F32
__FLT32_MIN__ 1.1754943508222875e-38F32
__FLT32_NORM_MAX__ 3.4028234663852886e+38F32
__FLT64_DENORM_MIN__ 4.9406564584124654e-324F64
__FLT64_EPSILON__ 2.2204460492503131e-16F64
__FLT64_MAX__ 1.7976931348623157e+308F64
__FLT64_MIN__ 2.2250738585072014e-308F64
__FLT64_NORM_MAX__ 1.7976931348623157e+308F64
__FLT_DENORM_MIN__ 1.4012984643248171e-45F
__FLT_EPSILON__ 1.1920928955078125e-7F
__FLT_MAX__ 3.4028234663852886e+38F
__FLT_MIN__ 1.1754943508222875e-38F
__FLT_NORM_MAX__ 3.4028234663852886e+38F
__LDBL_DENORM_MIN__ 4.9406564584124654e-324L
__LDBL_EPSILON__ 2.2204460492503131e-16L
__LDBL_MAX__ 1.7976931348623157e+308L
__LDBL_MIN__ 2.2250738585072014e-308L
__LDBL_NORM_MAX__ 1.7976931348623157e+308L
__XTENSA_CALL0_ABI__ 1
__XTENSA_EL__ 1
__XTENSA_SOFT_FLOAT__ 1
__XTENSA__ 1
__xtensa__ 1
__DBL_DENORM_MIN__ ((double)4.9406564584124654e-324L)
__DBL_EPSILON__ ((double)2.2204460492503131e-16L)
__DBL_MAX__ ((double)1.7976931348623157e+308L)
__DBL_MIN__ ((double)2.2250738585072014e-308L)
__DBL_NORM_MAX__ ((double)1.7976931348623157e+308L)
__DBL_DENORM_MIN__ double(4.9406564584124654e-324L)
__DBL_EPSILON__ double(2.2204460492503131e-16L)
__DBL_MAX__ double(1.7976931348623157e+308L)
__DBL_MIN__ double(2.2250738585072014e-308L)
__DBL_NORM_MAX__ double(1.7976931348623157e+308L)
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 8
__LIBGCC_DWARF_ALT_FRAME_RETURN_COLUMN__ 16
__LIBGCC_INIT_SECTION_ASM_OP__ "\t.section\t.init"
__LIBGCC_STACK_POINTER_REGNUM__ 1
__LIBGCC_TRAMPOLINE_SIZE__ 24
__XTENSA_WINDOWED_ABI__ 1

0.2t,3y.40,46.7s,i3.j1 0.2t,3y.40,42.43,46.7r,7t.9f,i3.iw,j2.j7

|-mabi=call0|-mabi=windowed
|jc-is
- 0*2,1

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast ez,f2.f3,ge.gg,gi,gl-13
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 44,gy-3y.40,7s 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-fPIC gj,i1
-fPIE dm,dw,gj,i1
-faligned-new  81,j7
-fbuilding-libgcc fb.fj,fl.fn,fp,fz.g6,gd,j8.jb
-fchar8_t  f1,f7,h6
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fexceptions 7t 
-ffast-math ez,f2.f3,ge.gg,gl
-ffinite-math-only f3
-ffreestanding gv
-fgimple gq 
-fgnu89-inline 44-3y 
-fhandle-exceptions 7t 
-fimplicit-constexpr  ?hp
-fleading-underscore h0
-fmath-errno -f2,ge
-fnew-ttp-matching  95
-fno-aligned-new  -81,j7
-fno-char8_t  -f1,f7,h6
-fno-coroutines  -hm
-fno-exceptions  -7t,8c
-fno-fast-math d-ez,f2,ge.gg,gl
-fno-finite-math-only d-f2
-fno-handle-exceptions  -7t,8c
-fno-hosted gv 
-fno-inline 13
-fno-math-errno ge
-fno-new-inheriting-ctors  hq
-fno-new-ttp-matching  -95
-fno-non-call-exceptions  -7t,8c
-fno-reciprocal-math -gl
-fno-rtti  -7w,8x
-fno-signed-zeros gf
-fno-sized-deallocation  -91
-fno-threadsafe-statics  -96
-fno-trapping-math gg
-fno-unsafe-math-optimizations -ez,f2,gf.gg,gl
-fno-unsigned-char -6l
-fno-weak  fa
-fnon-call-exceptions 7t 
-fpic gj,i1
-fpie gj.gk,i1.i2
-freciprocal-math gl
-frounding-math gm
-fsanitize=address gn
-fsanitize=thread go
-fsignaling-nans gz-ez,f2,gg
-fsigned-char -6l
-fsigned-zeros -ez,f2,gf
-fsized-deallocation  91
-fstack-protector gu
-fstack-protector-all gr
-fstack-protector-explicit gs
-fstack-protector-strong gt
-ftrapping-math -ez,f2,gg
-funsafe-math-optimizations ez,gf.gg,gl
-pedantic  -8y?83,8g
-std=c++03  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=c++0x  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=c++11  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=c++14  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=c++17  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,gy,j7-f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1y  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=c++1z  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,gy,j7-f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,j7
-std=c++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,j7
-std=c++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,j7
-std=c++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,j7
-std=c++98  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=c11 41,gy 
-std=c17 7s,gy 
-std=c18 7s,gy 
-std=c2x gx.gy 
-std=c89 44,gy-3y.40,7s 
-std=c90 44,gy-3y.40,7s 
-std=c99 gw,gy-3z.40 
-std=gnu++03  44.45-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=gnu++0x  h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=gnu++11  h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=gnu++14  7z,87,8a,8e,8j,8w,91,9a,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=gnu++1y  7z,87,8a,8e,8j,8w,91,9a,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=gnu++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,j7-gy
-std=gnu++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,j7-gy
-std=gnu++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,j7-gy
-std=gnu++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,f7,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,j7-gy
-std=gnu++98  44.45-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j7
-std=gnu11 41-gy 
-std=gnu2x gx-gy 
-std=gnu89 44-3y.40,7s,gy 
-std=gnu90 44-3y.40,7s,gy 
-std=gnu99 gw-gy 
-std=iso9899:1999 gw,gy-3z.40 
-std=iso9899:2011 41,gy 
-traditional-cpp -1g 
-undef -0.1e,1h.2t,3y,46.7r,ez,f2,ge.gg,gi,gl,gy,i3.j1 -0.1e,1h.2t,3y,42.43,46.7r,7t.7w,7y.9f,ez,f1.f2,f7,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.iw,j2.j7

-f?asynchronous-unwind-tables -fcx-fortran-rules -fcx-limited-range -fno-PIC -fno-PIE -fno-dwarf2-cfi-asm -fno-pic -fno-pie -fno-short-enums -fno-signed-char -frtti -fshort-wchar -fsingle-precision-constant -funsigned-char -funwind-tables -m?auto-litpools -m?const16 -m?force-l32 -m?force-no-pic -m?fused-madd -m?longcalls -m?serialize-volatile -m?target-align -m?text-section-literals -std=gnu++17 -std=gnu++1z

-fms-extensions -fno-unsigned-char -fpack-struct -fplan9-extensions -fpreprocessed -fshort-enums -fsigned-char -traditional-cpp -trigraphs -undef

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc leaf malloc may_alias mode no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
__has_attribute 0 assume counted_by fd_arg flag_enum interrupt isr ms_abi ms_struct gcc_struct naked no_unique_address OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201904 deprecated fallthrough maybe_unused
__has_attribute 202003 nodiscard
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc leaf malloc may_alias mode no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum interrupt isr ms_abi ms_struct gcc_struct naked no_unique_address OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::interrupt gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201904 deprecated fallthrough maybe_unused
__has_cpp_attribute 202003 nodiscard
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector no_unique_address nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::interrupt gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201904 deprecated fallthrough maybe_unused
__has_c_attribute 202003 nodiscard
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc leaf malloc may_alias mode no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
__has_attribute 0 assume counted_by fd_arg flag_enum interrupt isr ms_abi ms_struct gcc_struct naked OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201309 deprecated
__has_attribute 201603 fallthrough maybe_unused
__has_attribute 201803 no_unique_address likely unlikely
__has_attribute 201907 nodiscard
__has_attribute 200809 noreturn
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc leaf malloc may_alias mode no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum interrupt isr ms_abi ms_struct gcc_struct naked OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::interrupt gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201309 deprecated
__has_cpp_attribute 201603 fallthrough maybe_unused
__has_cpp_attribute 201803 no_unique_address likely unlikely
__has_cpp_attribute 201907 nodiscard
__has_cpp_attribute 200809 noreturn
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::interrupt gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201309 deprecated
__has_c_attribute 201603 fallthrough maybe_unused
__has_c_attribute 201803 no_unique_address likely unlikely
__has_c_attribute 201907 nodiscard
__has_c_attribute 200809 noreturn
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __type_pack_element __make_integer_seq`;
