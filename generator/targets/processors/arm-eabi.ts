/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = String.raw`arm-none-eabi-gcc: arm-none-eabi-gcc (15:12.2.rel1-1) 12.2.1 20221205, asked on 2026-11-22

__ACCUM_EPSILON__ 0x1P-15K
__ACCUM_FBIT__ 15
__ACCUM_IBIT__ 16
__ACCUM_MAX__ 0X7FFFFFFFP-15K
__ACCUM_MIN__ (-0X1P15K-0X1P15K)
__APCS_32__ 1
__ARMEL__ 1
__ARM_32BIT_STATE 1
__ARM_ARCH 4
__ARM_ARCH_4T__ 1
__ARM_ARCH_ISA_ARM 1
__ARM_ARCH_ISA_THUMB 1
__ARM_EABI__ 1
__ARM_FEATURE_COPROC 1
__ARM_PCS 1
__ARM_SIZEOF_MINIMAL_ENUM 1
__ARM_SIZEOF_WCHAR_T 4
__BIGGEST_ALIGNMENT__ 8
__DA_FBIT__ 31
__DA_IBIT__ 32
__DQ_FBIT__ 63
__DQ_IBIT__ 0
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
__FRACT_EPSILON__ 0x1P-15R
__FRACT_FBIT__ 15
__FRACT_IBIT__ 0
__FRACT_MAX__ 0X7FFFP-15R
__FRACT_MIN__ (-0.5R-0.5R)
__GNUC_PATCHLEVEL__ 1
__GXX_TYPEINFO_EQUALITY_INLINE 0
__HA_FBIT__ 7
__HA_IBIT__ 8
__HQ_FBIT__ 15
__HQ_IBIT__ 0
__LACCUM_EPSILON__ 0x1P-31LK
__LACCUM_FBIT__ 31
__LACCUM_IBIT__ 32
__LACCUM_MAX__ 0X7FFFFFFFFFFFFFFFP-31LK
__LACCUM_MIN__ (-0X1P31LK-0X1P31LK)
__LDBL_DENORM_MIN__ 4.9406564584124654e-324L
__LDBL_EPSILON__ 2.2204460492503131e-16L
__LDBL_MAX__ 1.7976931348623157e+308L
__LDBL_MIN__ 2.2250738585072014e-308L
__LDBL_NORM_MAX__ 1.7976931348623157e+308L
__LFRACT_EPSILON__ 0x1P-31LR
__LFRACT_FBIT__ 31
__LFRACT_IBIT__ 0
__LFRACT_MAX__ 0X7FFFFFFFP-31LR
__LFRACT_MIN__ (-0.5LR-0.5LR)
__LLACCUM_EPSILON__ 0x1P-31LLK
__LLACCUM_FBIT__ 31
__LLACCUM_IBIT__ 32
__LLACCUM_MAX__ 0X7FFFFFFFFFFFFFFFP-31LLK
__LLACCUM_MIN__ (-0X1P31LLK-0X1P31LLK)
__LLFRACT_EPSILON__ 0x1P-63LLR
__LLFRACT_FBIT__ 63
__LLFRACT_IBIT__ 0
__LLFRACT_MAX__ 0X7FFFFFFFFFFFFFFFP-63LLR
__LLFRACT_MIN__ (-0.5LLR-0.5LLR)
__QQ_FBIT__ 7
__QQ_IBIT__ 0
__SACCUM_EPSILON__ 0x1P-7HK
__SACCUM_FBIT__ 7
__SACCUM_IBIT__ 8
__SACCUM_MAX__ 0X7FFFP-7HK
__SACCUM_MIN__ (-0X1P7HK-0X1P7HK)
__SA_FBIT__ 15
__SA_IBIT__ 16
__SFRACT_EPSILON__ 0x1P-7HR
__SFRACT_FBIT__ 7
__SFRACT_IBIT__ 0
__SFRACT_MAX__ 0X7FP-7HR
__SFRACT_MIN__ (-0.5HR-0.5HR)
__SOFTFP__ 1
__SQ_FBIT__ 31
__SQ_IBIT__ 0
__TA_FBIT__ 63
__TA_IBIT__ 64
__THUMB_INTERWORK__ 1
__TQ_FBIT__ 127
__TQ_IBIT__ 0
__UACCUM_EPSILON__ 0x1P-16UK
__UACCUM_FBIT__ 16
__UACCUM_IBIT__ 16
__UACCUM_MAX__ 0XFFFFFFFFP-16UK
__UACCUM_MIN__ 0.0UK
__UDA_FBIT__ 32
__UDA_IBIT__ 32
__UDQ_FBIT__ 64
__UDQ_IBIT__ 0
__UFRACT_EPSILON__ 0x1P-16UR
__UFRACT_FBIT__ 16
__UFRACT_IBIT__ 0
__UFRACT_MAX__ 0XFFFFP-16UR
__UFRACT_MIN__ 0.0UR
__UHA_FBIT__ 8
__UHA_IBIT__ 8
__UHQ_FBIT__ 16
__UHQ_IBIT__ 0
__ULACCUM_EPSILON__ 0x1P-32ULK
__ULACCUM_FBIT__ 32
__ULACCUM_IBIT__ 32
__ULACCUM_MAX__ 0XFFFFFFFFFFFFFFFFP-32ULK
__ULACCUM_MIN__ 0.0ULK
__ULFRACT_EPSILON__ 0x1P-32ULR
__ULFRACT_FBIT__ 32
__ULFRACT_IBIT__ 0
__ULFRACT_MAX__ 0XFFFFFFFFP-32ULR
__ULFRACT_MIN__ 0.0ULR
__ULLACCUM_EPSILON__ 0x1P-32ULLK
__ULLACCUM_FBIT__ 32
__ULLACCUM_IBIT__ 32
__ULLACCUM_MAX__ 0XFFFFFFFFFFFFFFFFP-32ULLK
__ULLACCUM_MIN__ 0.0ULLK
__ULLFRACT_EPSILON__ 0x1P-64ULLR
__ULLFRACT_FBIT__ 64
__ULLFRACT_IBIT__ 0
__ULLFRACT_MAX__ 0XFFFFFFFFFFFFFFFFP-64ULLR
__ULLFRACT_MIN__ 0.0ULLR
__UQQ_FBIT__ 8
__UQQ_IBIT__ 0
__USACCUM_EPSILON__ 0x1P-8UHK
__USACCUM_FBIT__ 8
__USACCUM_IBIT__ 8
__USACCUM_MAX__ 0XFFFFP-8UHK
__USACCUM_MIN__ 0.0UHK
__USA_FBIT__ 16
__USA_IBIT__ 16
__USES_INITFINI__ 1
__USFRACT_EPSILON__ 0x1P-8UHR
__USFRACT_FBIT__ 8
__USFRACT_IBIT__ 0
__USFRACT_MAX__ 0XFFP-8UHR
__USFRACT_MIN__ 0.0UHR
__USQ_FBIT__ 32
__USQ_IBIT__ 0
__UTA_FBIT__ 64
__UTA_IBIT__ 64
__UTQ_FBIT__ 128
__UTQ_IBIT__ 0
__VERSION__ "12.2.1 20221205"
__VFP_FP__ 1
__WCHAR_MAX__ 0xffffffffU
__WCHAR_TYPE__ unsigned int
__arm__ 1
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
__ARMEB__ 1
__ARM_ARCH 5
__ARM_ARCH 6
__ARM_ARCH 7
__ARM_ARCH 8
__ARM_ARCH 9
__ARM_ARCH_4__ 1
__ARM_ARCH_5TEJ__ 1
__ARM_ARCH_5TE__ 1
__ARM_ARCH_5T__ 1
__ARM_ARCH_6J__ 1
__ARM_ARCH_6KZ__ 1
__ARM_ARCH_6K__ 1
__ARM_ARCH_6M__ 1
__ARM_ARCH_6T2__ 1
__ARM_ARCH_6ZK__ 1
__ARM_ARCH_6Z__ 1
__ARM_ARCH_6__ 1
__ARM_ARCH_7A__ 1
__ARM_ARCH_7EM__ 1
__ARM_ARCH_7M__ 1
__ARM_ARCH_7R__ 1
__ARM_ARCH_7__ 1
__ARM_ARCH_8A__ 1
__ARM_ARCH_8M_BASE__ 1
__ARM_ARCH_8M_MAIN__ 1
__ARM_ARCH_8R__ 1
__ARM_ARCH_9A__ 1
__ARM_ARCH_EXT_IDIV__ 1
__ARM_ARCH_ISA_THUMB 2
__ARM_ARCH_PROFILE 65
__ARM_ARCH_PROFILE 77
__ARM_ARCH_PROFILE 82
__ARM_ASM_SYNTAX_UNIFIED__ 1
__ARM_BF16_FORMAT_ALTERNATIVE 1
__ARM_BIG_ENDIAN 1
__ARM_FEATURE_BF16_SCALAR_ARITHMETIC 1
__ARM_FEATURE_BF16_VECTOR_ARITHMETIC 1
__ARM_FEATURE_CLZ 1
__ARM_FEATURE_CMSE 1
__ARM_FEATURE_COMPLEX 1
__ARM_FEATURE_COPROC 15
__ARM_FEATURE_COPROC 3
__ARM_FEATURE_COPROC 7
__ARM_FEATURE_CRC32 1
__ARM_FEATURE_CRYPTO 1
__ARM_FEATURE_DOTPROD 1
__ARM_FEATURE_DSP 1
__ARM_FEATURE_FMA 1
__ARM_FEATURE_FP16_FML 1
__ARM_FEATURE_FP16_SCALAR_ARITHMETIC 1
__ARM_FEATURE_FP16_VECTOR_ARITHMETIC 1
__ARM_FEATURE_IDIV 1
__ARM_FEATURE_LDREX 15
__ARM_FEATURE_LDREX 4
__ARM_FEATURE_LDREX 7
__ARM_FEATURE_MATMUL_INT8 1
__ARM_FEATURE_MVE 1
__ARM_FEATURE_MVE 3
__ARM_FEATURE_NUMERIC_MAXMIN 1
__ARM_FEATURE_QBIT 1
__ARM_FEATURE_QRDMX 1
__ARM_FEATURE_SAT 1
__ARM_FEATURE_SIMD32 1
__ARM_FEATURE_UNALIGNED 1
__ARM_FP 12
__ARM_FP 14
__ARM_FP 4
__ARM_FP16_ARGS 1
__ARM_FP16_FORMAT_ALTERNATIVE 1
__ARM_FP16_FORMAT_IEEE 1
__ARM_NEON 1
__ARM_NEON_FP 4
__ARM_NEON_FP 6
__ARM_NEON__ 1
__ARM_PCS_VFP 1
__ARM_SIZEOF_MINIMAL_ENUM 4
__ARM_SIZEOF_WCHAR_T 2
__ARM_WMMX 1
__BIGGEST_ALIGNMENT__ 4
__FDPIC__ 1
__FLT16_DENORM_MIN__ 5.9604644775390625e-8F16
__FLT16_EPSILON__ 9.7656250000000000e-4F16
__FLT16_MAX__ 6.5504000000000000e+4F16
__FLT16_MIN__ 6.1035156250000000e-5F16
__FLT16_NORM_MAX__ 6.5504000000000000e+4F16
__FP_FAST_FMAL 1
__INTPTR_MAX__ 0x7fffffffL
__IWMMXT2__ 1
__IWMMXT__ 1
__LIBGCC_BF_MANT_DIG__ 8
__LIBGCC_CTORS_SECTION_ASM_OP__ "\t.section\t.init_array,\"aw\",%init_array"
__LIBGCC_DTORS_SECTION_ASM_OP__ "\t.section\t.fini_array,\"aw\",%fini_array"
__LIBGCC_DWARF_FRAME_REGISTERS__ 107
__LIBGCC_STACK_POINTER_REGNUM__ 13
__LIBGCC_TRAMPOLINE_SIZE__ 16
__PTRDIFF_MAX__ 0x7fffffffL
__SIZE_MAX__ 0xffffffffUL
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 4
__THUMBEB__ 1
__THUMBEL__ 1
__UINTPTR_MAX__ 0xffffffffUL
__XSCALE__ 1
__thumb2__ 1
__thumb__ 1

0.1m,1o.2s,2w.36,3y.40,46.69,6c.71,7d.7m,7s,9g.9i,db.dc,e1,eu,i3.mr 0.1m,1o.2s,2w.36,3y.40,42.43,46.69,6c.71,7d.7m,7t.9c,9f.9i,db.dc,e1,eu,i3.mm,ms.mx

|-mfloat-abi=softfp|-mfloat-abi=softfp -mfpu=vfp|-mfloat-abi=hard|-mfloat-abi=hard -mfpu=vfp|-mthumb|-mthumb -mfloat-abi=softfp|-mthumb -mfloat-abi=softfp -mfpu=vfp|-mthumb -mfloat-abi=hard|-mthumb -mfloat-abi=hard -mfpu=vfp|-mfloat-abi=softfp -mfpu=auto|-mfloat-abi=softfp -mfpu=crypto-neon-fp-armv8|-mfloat-abi=softfp -mfpu=fp-armv8|-mfloat-abi=softfp -mfpu=neon|-mfloat-abi=softfp -mfpu=neon-fp-armv8|-mfloat-abi=softfp -mfpu=neon-fp16|-mfloat-abi=softfp -mfpu=neon-vfpv3|-mfloat-abi=softfp -mfpu=neon-vfpv4|-mfloat-abi=softfp -mfpu=vfpv2|-mfloat-abi=softfp -mfpu=vfpv3|-mfloat-abi=softfp -mfpu=vfpv3-d16|-mfloat-abi=softfp -mfpu=vfpv3-d16-fp16|-mfloat-abi=softfp -mfpu=vfpv3-fp16|-mfloat-abi=softfp -mfpu=vfpv3xd|-mfloat-abi=softfp -mfpu=vfpv4|-mfloat-abi=softfp -mfpu=vfpv4-d16|-mfloat-abi=hard -mfpu=auto|-mfloat-abi=hard -mfpu=crypto-neon-fp-armv8|-mfloat-abi=hard -mfpu=fp-armv8|-mfloat-abi=hard -mfpu=neon|-mfloat-abi=hard -mfpu=neon-fp-armv8|-mfloat-abi=hard -mfpu=neon-fp16|-mfloat-abi=hard -mfpu=neon-vfpv3|-mfloat-abi=hard -mfpu=neon-vfpv4|-mfloat-abi=hard -mfpu=vfpv2|-mfloat-abi=hard -mfpu=vfpv3|-mfloat-abi=hard -mfpu=vfpv3-d16|-mfloat-abi=hard -mfpu=vfpv3-d16-fp16|-mfloat-abi=hard -mfpu=vfpv3-fp16|-mfloat-abi=hard -mfpu=vfpv3xd|-mfloat-abi=hard -mfpu=vfpv4|-mfloat-abi=hard -mfpu=vfpv4-d16|-mthumb -mfloat-abi=softfp -mfpu=auto|-mthumb -mfloat-abi=softfp -mfpu=crypto-neon-fp-armv8|-mthumb -mfloat-abi=softfp -mfpu=fp-armv8|-mthumb -mfloat-abi=softfp -mfpu=neon|-mthumb -mfloat-abi=softfp -mfpu=neon-fp-armv8|-mthumb -mfloat-abi=softfp -mfpu=neon-fp16|-mthumb -mfloat-abi=softfp -mfpu=neon-vfpv3|-mthumb -mfloat-abi=softfp -mfpu=neon-vfpv4|-mthumb -mfloat-abi=softfp -mfpu=vfpv2|-mthumb -mfloat-abi=softfp -mfpu=vfpv3|-mthumb -mfloat-abi=softfp -mfpu=vfpv3-d16|-mthumb -mfloat-abi=softfp -mfpu=vfpv3-d16-fp16|-mthumb -mfloat-abi=softfp -mfpu=vfpv3-fp16|-mthumb -mfloat-abi=softfp -mfpu=vfpv3xd|-mthumb -mfloat-abi=softfp -mfpu=vfpv4|-mthumb -mfloat-abi=softfp -mfpu=vfpv4-d16|-mthumb -mfloat-abi=hard -mfpu=auto|-mthumb -mfloat-abi=hard -mfpu=crypto-neon-fp-armv8|-mthumb -mfloat-abi=hard -mfpu=fp-armv8|-mthumb -mfloat-abi=hard -mfpu=neon|-mthumb -mfloat-abi=hard -mfpu=neon-fp-armv8|-mthumb -mfloat-abi=hard -mfpu=neon-fp16|-mthumb -mfloat-abi=hard -mfpu=neon-vfpv3|-mthumb -mfloat-abi=hard -mfpu=neon-vfpv4|-mthumb -mfloat-abi=hard -mfpu=vfpv2|-mthumb -mfloat-abi=hard -mfpu=vfpv3|-mthumb -mfloat-abi=hard -mfpu=vfpv3-d16|-mthumb -mfloat-abi=hard -mfpu=vfpv3-d16-fp16|-mthumb -mfloat-abi=hard -mfpu=vfpv3-fp16|-mthumb -mfloat-abi=hard -mfpu=vfpv3xd|-mthumb -mfloat-abi=hard -mfpu=vfpv4|-mthumb -mfloat-abi=hard -mfpu=vfpv4-d16|-mfloat-abi=softfp -mfpu=fpv4-sp-d16|-mfloat-abi=softfp -mfpu=fpv5-d16|-mfloat-abi=softfp -mfpu=fpv5-sp-d16|-mfloat-abi=hard -mfpu=fpv4-sp-d16|-mfloat-abi=hard -mfpu=fpv5-d16|-mfloat-abi=hard -mfpu=fpv5-sp-d16|-mthumb -mfloat-abi=softfp -mfpu=fpv4-sp-d16|-mthumb -mfloat-abi=softfp -mfpu=fpv5-d16|-mthumb -mfloat-abi=softfp -mfpu=fpv5-sp-d16|-mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16|-mthumb -mfloat-abi=hard -mfpu=fpv5-d16|-mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16
|by.bz,or-kn|by.bz,or,p1-ih,kn|pq,pu-db,ia,ig|p1,pq,pu-db,ia,ig.ih|n4-ic,ie|by.bz,n4,or-ic,ie,kn|by.bz,n4,or,p1-ic,ie,ih,kn|mz,n7,o0,o4-ic|by.bz,mz,n7,o0,o4,or-ic,kn|by.bz,mz,n7,o0,o4,or,p1-ic,ih,kn|mz,n7,pq,pu-db,ia,ic,ig|mz,n7,p1,pq,pu-db,ia,ic,ig.ih|mz,n6,o0,o5,o9,om-ic|by.bz,mz,n6,o0,o5,o9,om,or-ic,kn|by.bz,mz,n6,o0,o5,o9,om,or,p1-ic,ih,kn|mz,n6,pq,pu-db,ia,ic,ig|mz,n6,p1,pq,pu-db,ia,ic,ig.ih|mz,n6,o0,o5,o9,om,ps-ic|by.bz,mz,n6,o0,o5,o9,om,or,ps-ic,kn|by.bz,mz,n6,o0,o5,o9,om,or,p1,ps-ic,ih,kn|mz,n6,pq,ps,pu-db,ia,ic,ig|mz,n6,p1,pq,ps,pu-db,ia,ic,ig.ih|mz,n6,o0,o5,o9,om,p4,pf,ps-ic|by.bz,mz,n6,o0,o5,o9,om,or,p4,pf,ps-ic,kn|by.bz,mz,n6,o0,o5,o9,om,or,p1,p4,pf,ps-ic,ih,kn|mz,n6,o0,o5,o9,om,p4,pe.pf,ps-ic|by.bz,mz,n6,o0,o5,o9,om,or,p4,pe.pf,ps-ic,kn|by.bz,mz,n6,o0,o5,o9,om,or,p1,p4,pe.pf,ps-ic,ih,kn|mz,n5,o0,o5,o9,om-ic|by.bz,mz,n5,o0,o5,o9,om,or-ic,kn|by.bz,mz,n5,o0,o5,o9,om,or,p1-ic,ih,kn|mz,n5,pq,pu-db,ia,ic,ig|mz,n5,p1,pq,pu-db,ia,ic,ig.ih|as.ax,n0,n8,o0,o3,o9,og,om,oo.oq-ic|as.ax,by.bz,n0,n8,o0,o3,o9,og,om,oo.or-ic,kn|as.ax,by.bz,n0,n8,o0,o3,o9,og,om,oo.or,p1-ic,ih,kn|n0,n8,pq,pu-db,ia,ic,ig|n0,n8,p1,pq,pu-db,ia,ic,ig.ih|as.ax,bw.bx,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq-ic|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.or-ic,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.or,p1-ic,ih,kn|n0,n9,nd,pq,pu-db,ia,ic,ig|n0,n9,nd,p1,pq,pu-db,ia,ic,ig.ih|as.ax,bw.bz,d4.d8,de.dj,n0,n9,nd,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n0,n9,nd,o0,o3,o9.oa,of,om,oo.oq,os,pc-ic,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.or,ox.oy,p0-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n0,n9,nd,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq,os,ox,oz.p0-ic,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq,os-ic,kn|as.ax,bw.bx,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq,ot-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n0,n9,nd,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n0,n9,nd,o0,o3,o9.oa,of,om,oo.oq,os,p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.or,ox.oy,p0.p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n0,n9,nd,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq,os,ox,oz.p1-ic,ih,kn|as.ax,bw.bz,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq,os,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n0,n9,nd,o0,o3,o9,of,om,oo.oq,ot,p1-ic,ih,kn|n0,n9,nd,o7,oa,pq,pu-db,ia,ic,ig|n0,n9,nd,oa,pq,pu-db,ia,ic,ig|n0,n9,nd,o7,oa,p1,pq,pu-db,ia,ic,ig.ih|n0,n9,nd,oa,p1,pq,pu-db,ia,ic,ig.ih|as.ax,bw.bx,de.dj,n0,na,o0,o3,o9,of,om,oo.oq-ic|as.ax,bw.bz,de.dj,n0,na,o0,o3,o9,of,om,oo.or-ic,kn|as.ax,bw.bz,de.dj,n0,na,o0,o3,o9,of,om,oo.or,p1-ic,ih,kn|n0,na,pq,pu-db,ia,ic,ig|n0,na,p1,pq,pu-db,ia,ic,ig.ih|as.ax,n0,nc,nr,o0,o3,o9,og,om,oo.oq-ic|as.ax,by.bz,n0,nc,nr,o0,o3,o9,og,om,oo.or-ic,kn|as.ax,by.bz,n0,nc,nr,o0,o3,o9,og,om,oo.or,p1-ic,ih,kn|n0,nc,nr,nv,o0,o3,o9,om,oo.oq,pq,pt.pu-ic|by.bz,n0,nc,nr,nv,o0,o3,o9,om,oo.or,pq,pt.pu-ic,kn|by.bz,n0,nc,nr,nv,o0,o3,o9,om,oo.or,p1,pq,pt.pu-ic,ih,kn|n0,nb,nt,pq,pu-db,ia,ic.id,ig|n0,nb,nt,oa,pq,pu-db,ia,ic.id,ig|n0,nb,nt,oa,p1,pq,pu-db,ia,ic.id,ig.ih|as.ax,bw.bx,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq-ic|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,pq,pt.pu-ic|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,pc-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or,ox.oy,p0-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os,ox,oz.p0-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os-ic,kn|as.ax,bw.bx,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,ot-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or,ox.oy,p0.p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os,ox,oz.p1-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,ot,p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,pq,pt.pu-ic,kn|as.ax,bw.bx,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,ot,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,ot,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq-ic|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.or-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.or,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,pq,pt.pu-ic|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.or,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,o0,o3,o9.oa,oe.of,om,oo.oq,os,pc-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p0-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq,os-ic,kn|as.ax,bw.bx,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq,ot-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,o0,o3,o9.oa,oe.of,om,oo.oq,os,p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0.p1-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p1-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq,os,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nq.ns,o0,o3,o9,oe.of,om,oo.oq,ot,p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,nv,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,os,pq,pt.pu-ic,kn|as.ax,bw.bx,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,ot,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,nv,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,ng,nq.ns,nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,os,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bx,de.dj,n1,ng,nq.ns,nv,o0,o3,o9,oe.of,om,oo.oq,ot,p1,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bx,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq-ic|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os,ox,oz.p0-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os,ox,oz.p1-ic,ih,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or,p1-ic,ih,kn|9d.9e,as.ax,bw.bx,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,pq,pt.pu-ic|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,p1,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,pc-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or,ox.oy,p0-ic,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os-ic,kn|9d.9e,as.ax,bw.bx,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,ot-ic,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,p1,pc-ic,ih,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.or,ox.oy,p0.p1-ic,ih,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,os,p1-ic,ih,kn|9d.9e,as.ax,bw.bx,de.dj,n1,ng,nr.ns,o0,o3,o9,of,om,oo.oq,ot,p1-ic,ih,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,pc,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bx,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,ot,pq,pt.pu-ic,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bz,d4.d8,de.dj,n1,ng,nr.ns,nv,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bz,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,os,p1,pq,pt.pu-ic,ih,kn|9d.9e,as.ax,bw.bx,de.dj,n1,ng,nr.ns,nv,o0,o3,o9,of,om,oo.oq,ot,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bx,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq-ic|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.or-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.or,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,pq,pt.pu-ic|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.or,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nr,nu,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nr,nu,o0,o3,o9.oa,of,om,oo.oq,os,pc-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.or,ox.oy,p0-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nr,nu,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq,os,ox,oz.p0-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq,os-ic,kn|as.ax,bw.bx,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq,ot-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nr,nu,o0,o3,o7,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nr,nu,o0,o3,o9.oa,of,om,oo.oq,os,p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.or,ox.oy,p0.p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nr,nu,o0,o3,o9.oa,of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq,os,ox,oz.p1-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq,os,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,nj,nr,nu,o0,o3,o9,of,om,oo.oq,ot,p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,os,pq,pt.pu-ic,kn|as.ax,bw.bx,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,ot,pq,pt.pu-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,os,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bx,de.dj,n1,nj,nq.nr,nu.nv,o0,o3,o9,oe.of,om,oo.oq,ot,p1,pq,pt.pu-ic,ih,kn|as.ax,bw.bx,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq-ic|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.or-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.or,p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu,o0,o3,o9.oa,oe.of,om,oo.oq,os,pc-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p0-ic,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq,os-ic,kn|as.ax,bw.bx,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq,ot-ic,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu,o0,o3,o7,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu,o0,o3,o9.oa,oe.of,om,oo.oq,os,p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.or,ox.oy,p0.p1-ic,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n1,nj,nq.nr,nu,o0,o3,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq,os,ox,oz.p1-ic,ih,kn|as.ax,bw.bz,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq,os,p1-ic,ih,kn|as.ax,bw.bx,de.dj,n1,nj,nq.nr,nu,o0,o3,o9,oe.of,om,oo.oq,ot,p1-ic,ih,kn|as.ax,de.dj,n1,nh,nq.nr,nt,nv,o0,o3,o9,oe,oh,om,oo.oq,pq,pt.pu-ic.id|as.ax,by.bz,d4.d8,de.dj,n1,nh,nq.nr,nt,nv,o0,o3,o9.oa,oe,oh,om,oo.oq,os,pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,n1,nh,nq.nr,nt,nv,o0,o3,o9.oa,oe,oh,om,oo.oq,os,p1,pc,pq,pt.pu-ic.id,ih,kn|as.ax,d5.d6,de.dj,n1,nh,nq.nr,nt,nv,o0,o3,o9.oa,oe,oh,om,oo.oq,ot,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,n1,nh,nq.nr,nt,nv,o0,o3,o9.oa,oe,oh,om,oo.oq,ot,p1,pq,pt.pu-ic.id,ih,kn|as.ax,de.dj,n1,ni,nq.nr,nt,nv,o0,o3,oe,oh,om,oo,oq,pq,pt.pu-ic.id|as.ax,d5.d6,de.dj,n1,ni,nq.nr,nt,nv,o0,o3,oa,oe,oh,om,oo,oq,ot,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,n1,ni,nq.nr,nt,nv,o0,o3,oa,oe,oh,om,oo,oq,os,pc,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,n1,ni,nq.nr,nt,nv,o0,o3,oa,oe,oh,om,oo,oq,ot,p1,pq,pt.pu-ic.id,ih,kn|as.ax,by.bz,d4.d8,de.dj,n1,ni,nq.nr,nt,nv,o0,o3,oa,oe,oh,om,oo,oq,os,p1,pc,pq,pt.pu-ic.id,ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq-ic,ig|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.or-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.or,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,pq,pt.pu-ic,ig|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.or,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6,o9.oa,oe.of,om,oo.oq,os,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p0-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq,os-ic,ig,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq,ot-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6,o9.oa,oe.of,om,oo.oq,os,p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0.p1-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p1-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq,os,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.oq,ot,p1-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,os,pq,pt.pu-ic,ig,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,ot,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,os,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.oq,ot,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq-ic,ig|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.or-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.or,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,pq,pt.pu-ic,ig|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.or,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p0,p7.pc-ic,ig,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p0,p7.pc-ic,ig,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.or,ou,ow,p7.pb-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p1,p7.pc-ic,ig.ih,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p1,p7.pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n2,nl,nq.ns,o0,o6,o9,oe.of,om,oo.or,ou,ow,p1,p7.pb-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,nv,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p0,p7.pc,pq,pt.pu-ic,ig,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,nv,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p0,p7.pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.or,ou,ow,p7.pb,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,nv,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p1,p7.pc,pq,pt.pu-ic,ig.ih,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,nv,o0,o6,o8.oa,oc.of,ol.oq,os,ou,ow.ox,oz.p1,p7.pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n2,nl,nq.ns,nv,o0,o6,o9,oe.of,om,oo.or,ou,ow,p1,p7.pb,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n3,np.ns,o0,o6,o9,oe.of,om,oo.oq-ic,ig|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n3,np.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc-ic,ig,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n3,np.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc-ic,ig,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n3,np.ns,o0,o6,o9,oe.of,om,oo.or,ou,ow,p7.pb-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n3,np.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc-ic,ig.ih,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n3,np.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n3,np.ns,o0,o6,o9,oe.of,om,oo.or,ou,ow,p1,p7.pb-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n3,np.ns,nv,o0,o6,o9,oe.of,om,oo.oq,pq,pt.pu-ic,ig|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n3,np.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc,pq,pt.pu-ic,ig,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n3,np.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n3,np.ns,nv,o0,o6,o9,oe.of,om,oo.or,ou,ow,p7.pb,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n3,np.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc,pq,pt.pu-ic,ig.ih,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n3,np.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,e2,e4,e6.ec,ee.ef,n3,np.ns,nv,o0,o6,o9,oe.of,om,oo.or,ou,ow,p1,p7.pb,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc-ic,ig,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc-ic,ig.ih,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc,pq,pt.pu-ic,ig,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p0,p7.pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nl,nq.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc,pq,pt.pu-ic,ig.ih,kn as.ax,bw.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nl,nq.ns,nv.nw,ny.o0,o2,o6,o8.of,oi,ol.oq,os,ou,ow.ox,oz.p1,p7.pc,pq,pt.pu-ic,ig.ih,kn|as.ax,de.dj,n2,nm,nq,nt,o1,oe,oh,pq,pu-db,ia,ic.id,ig|as.ax,de.dj,n2,nm,nq,nt,o1,oa,oe,oh,pq,pu-db,ia,ic.id,ig|as.ax,de.dj,n2,nm,nq,nt,o1,oa,oe,oh,p1,pq,pu-db,ia,ic.id,ig.ih|as.ax,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9,oe,oh,om,oo.oq,pq,pt.pu-ic.id|as.ax,d5.d6,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oe,oh,om,oo.oq,ot,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oe,oh,om,oo.oq,ot,p1,pq,pt.pu-ic.id,ih,kn|as.ax,by.bz,d4.d8,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oe,oh,om,oo.oq,os,pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oe,oh,om,oo.oq,os,p1,pc,pq,pt.pu-ic.id,ih,kn|as.ax,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,oe,oh,om,oo,oq,pq,pt.pu-ic.id|as.ax,d5.d6,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oe,oh,om,oo,oq,ot,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oe,oh,om,oo,oq,ot,p1,pq,pt.pu-ic.id,ih,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oe,oh,ok,om,oo.oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oe,oh,ok,om,oo.oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,ok,om,oo.oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn|as.ax,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9,oe,oh,oj,om,oo.oq,pq,pt.pu-ic.id|as.ax,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9,oe,oh,oj,om,oo.oq,p1,pq,pt.pu-ic.id,ih|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,oj,om,oo.oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,oj,om,oo.oq,os,ou,ow,p7.pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,oj,om,oo.oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn as.ax,by.bz,d4.d8,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,oj,om,oo.oq,os,ou,ow,p1,p7.pc,pq,pt.pu-ic.id,ih,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq-ic,ig|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.or-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.or,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,pq,pt.pu-ic,ig|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.or,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6,o9.oa,oe.of,om,oo.oq,os,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p0-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq,os-ic,ig,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq,ot-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6,o9.oa,oe.of,om,oo.oq,os,p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0.p1-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p1-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq,os,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu,o0,o6,o9,oe.of,om,oo.oq,ot,p1-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,os,pq,pt.pu-ic,ig,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,ot,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6.o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,os,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu.nv,o0,o6,o9,oe.of,om,oo.oq,ot,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,n0,nf,o0,o3,o9,og,om,oo.oq-ic|as.ax,by.bz,n0,nf,o0,o3,o9,og,om,oo.or-ic,kn|as.ax,by.bz,n0,nf,o0,o3,o9,og,om,oo.or,p1-ic,ih,kn|n0,nf,pq,pu-db,ia,ic,ig|n0,nf,p1,pq,pu-db,ia,ic,ig.ih|as.ax,n0,ne,o0,o3,o9,og,om,oo.oq-ic|as.ax,by.bz,n0,ne,o0,o3,o9,og,om,oo.or-ic,kn|as.ax,by.bz,n0,ne,o0,o3,o9,og,om,oo.or,p1-ic,ih,kn|n0,ne,pq,pu-db,ia,ic,ig|n0,ne,p1,pq,pu-db,ia,ic,ig.ih|as.ax,de.dj,n1,nk,nr,nv,o0,o3,oh,om,oo,oq,pq,pt.pu-ic.id|as.ax,by.bz,de.dj,n1,nk,nr,nv,o0,o3,oh,om,oo,oq.or,pq,pt.pu-ic.id,kn|as.ax,by.bz,de.dj,n1,nk,nr,nv,o0,o3,oh,om,oo,oq.or,p1,pq,pt.pu-ic.id,ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o9.oa,oe.of,om,oo.oq,os,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.or,ox.oy,p0-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq,os,ox,oz.p0-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq,os-ic,ig,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq,ot-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o9.oa,oe.of,om,oo.oq,os,p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.or,ox.oy,p0.p1-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq,os,ox,oz.p1-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,o0,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq,os,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,o0,o9,oe.of,om,oo.oq,ot,p1-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o9.oa,oe.of,om,oo.oq,os,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.or,ox.oy,p0,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,os,ox,oz.p0,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o9.oa,oe.of,om,oo.oq,os,ox,oz.p0,pc,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,os,pq,pt.pu-ic,ig,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,ot,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o7,o9.oa,oe.of,ol.om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o9.oa,oe.of,om,oo.oq,os,p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.or,ox.oy,p0.p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,os,ox,oz.p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,d4.d8,de.dj,n2,nl,nq.ns,nv,o0,o9.oa,oe.of,om,oo.oq,os,ox,oz.p1,pc,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,os,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,nl,nq.ns,nv,o0,o9,oe.of,om,oo.oq,ot,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,by.bz,d4.d8,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oe,oh,om,oo,oq,os,pc,pq,pt.pu-ic.id,kn|as.ax,by.bz,d4.d8,de.dj,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oe,oh,om,oo,oq,os,p1,pc,pq,pt.pu-ic.id,ih,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu,o0,o9,oe.of,om,oo.oq-ic,ig|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o9,oe.of,om,oo.or-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu,o0,o9,oe.of,om,oo.or,p1-ic,ig.ih,kn|as.ax,bw.bx,de.dj,n2,no,nq.nr,nu.nv,o0,o9,oe.of,om,oo.oq,pq,pt.pu-ic,ig|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o9,oe.of,om,oo.or,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n2,no,nq.nr,nu.nv,o0,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ig.ih,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oe,oh,om,oo,oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oe,oh,om,oo,oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,oa,oc,oe,oh,om,oo,oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,ot.ou,ow,p7.pb,pq,pt.pu-ic.id,kn|as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5.f6,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn as.ax,d5.d6,de.dj,e2,e4,e6.ec,ee.ef,f5,n2,nn,nq.nr,nt,nv,o0.o1,o3,o9.oa,oc,oe,oh,om,oo.oq,ot.ou,ow,p1,p7.pb,pq,pt.pu-ic.id,ih,kn|as.ax,bw.bz,de.dj,n3,np.ns,o0,o6,o9,oe.of,om,oo.or-ic,ig,kn|as.ax,bw.bz,de.dj,n3,np.ns,o0,o6,o9,oe.of,om,oo.or,p1-ic,ig.ih,kn|as.ax,bw.bz,de.dj,n3,np.ns,nv,o0,o6,o9,oe.of,om,oo.or,pq,pt.pu-ic,ig,kn|as.ax,bw.bz,de.dj,n3,np.ns,nv,o0,o6,o9,oe.of,om,oo.or,p1,pq,pt.pu-ic,ig.ih,kn
 -mcpu=arm7tdmi -mcpu=arm7tdmi-s -mcpu=arm710t -mcpu=arm720t -mcpu=arm740t -mcpu=arm9 -mcpu=arm9tdmi -mcpu=arm920t -mcpu=arm920 -mcpu=arm922t -mcpu=arm940t -mcpu=ep9312 -march=armv4t 0*2,1,!,2,3*3,!,4,.*76
-mcpu=arm8 -mcpu=arm810 -mcpu=strongarm -mcpu=strongarm110 -mcpu=fa526 -mcpu=fa626 -march=armv4 5*2,6,!,7,5*2,6,!,7,.*76
-mcpu=arm10tdmi -mcpu=arm1020t -march=armv5t 8*2,9,!,a,b*3,!,c,.*76
-mcpu=arm9e -mcpu=arm946e-s -mcpu=arm966e-s -mcpu=arm968e-s -mcpu=arm10e -mcpu=arm1020e -mcpu=arm1022e d,e*2,f*2,g*3,h*2,.*76
-mcpu=xscale i*2,j,!,k,l*3,!,m,.*76
-mcpu=iwmmxt -march=iwmmxt n*2,o,!,p,!*5,.*76
-mcpu=iwmmxt2 -march=iwmmxt2 q*2,r,!,s,!*5,.*76
-mcpu=fa606te -mcpu=fa626te -mcpu=fmp626 -mcpu=fa726te -march=armv5te d*2,e,!,f,g*3,!,h,.*76
-mcpu=arm926ej-s -mcpu=arm1026ej-s t,u*2,v*2,w*3,x*2,.*76
-mcpu=arm1136j-s -march=armv6j y*2,z,!,10,11*3,!,12,.*76
-mcpu=arm1136jf-s y,z*2,10*2,11*3,12*2,.*76
-mcpu=arm1176jz-s -march=armv6kz -march=armv6zk 13*2,14,!,15,16*3,!,17,.*76
-mcpu=arm1176jzf-s 13,14*2,15*2,16*3,17*2,14,18,19,1a,1b,1c,1a,1b,14*3,1d*2,1e,19*2,15,1f,1g,1h,1i,1j,1h,1i,15*3,1k*2,1l,1g*2,16,1m,1n,16,1n,16*2,1n,16*6,1n*2,17,1o,1p,17,1p,17*2,1p,17*6,1p*2,.*12
-mcpu=mpcorenovfp -march=armv6k 1q*2,1r,!,1s,1t*3,!,1u,.*76
-mcpu=mpcore 1q,1r*2,1s*2,1t*3,1u*2,.*76
-mcpu=arm1156t2-s -march=armv6t2 1v*2,1w,!,1x,1y*2,1z,!,20,.*76
-mcpu=arm1156t2f-s 1v,1w*2,1x*2,1y,1z*2,20*2,.*76
-mcpu=cortex-m1 -mcpu=cortex-m0 -mcpu=cortex-m0plus -mcpu=cortex-m1.small-multiply -mcpu=cortex-m0.small-multiply -mcpu=cortex-m0plus.small-multiply -march=armv6-m -march=armv6s-m 21*2,.,!,.,21*2,.,!,.,21,.*15,!,.*15,21,.*15,!,.*15,22*3,23*3,22*3,23*3
-mcpu=generic-armv7-a 24,25*2,26*2,27,28*2,29*2,25,2a,2b,2c,2d,2e,2c,2d,25*3,2f*2,2g,2b*2,26,2h,2i,2j,2k,2l,2j,2k,26*3,2m*2,2n,2i*2,28,2o,2p,2q,2r,2s,2q,2r,28*3,2t*2,2u,2p*2,29,2v,2w,2x,2y,2z,2x,2y,29*3,30*2,31,2w*2,.*12
-mcpu=generic-armv7-a+nofp -mcpu=cortex-a5+nofp -mcpu=cortex-a8+nofp -march=armv7-a+nofp -march=armv7-a+nosimd -march=armv7-a+mp 24*2,.,!,.,27*2,.,!,.*77
-mcpu=generic-armv7-a+simd -mcpu=generic-armv7-a+neon -march=armv7-a+simd -march=armv7-a+neon 24,2c,.,2j,.,27,2q,.,2x,.*77
-mcpu=generic-armv7-a+nosimd -mcpu=generic-armv7-a+vfpv3-d16 -mcpu=generic-armv7-a+mp -march=armv7-a+fp -march=armv7-a+vfpv3-d16 24,25,.,26,.,27,28,.,29,.*77
-mcpu=generic-armv7-a+vfpv4 -march=armv7-a+vfpv4 24,2b,.,2i,.,27,2p,.,2w,.*77
-mcpu=generic-armv7-a+neon-vfpv4 -march=armv7-a+neon-vfpv4 24,2d,.,2k,.,27,2r,.,2y,.*77
-mcpu=cortex-a5 24,2e,25,2l,26,27,2s,28,2z,29,2e,2a,2b,2c,2d,2e,2c,2d,25*3,2f*2,2g,2b*2,2l,2h,2i,2j,2k,2l,2j,2k,26*3,2m*2,2n,2i*2,2s,2o,2p,2q,2r,2s,2q,2r,28*3,2t*2,2u,2p*2,2z,2v,2w,2x,2y,2z,2x,2y,29*3,30*2,31,2w*2,.*12
-mcpu=cortex-a5+nosimd 24,2f,.,2m,.,27,2t,.,30,.*77
-mcpu=cortex-a7 -mcpu=cortex-a15 -mcpu=cortex-a15.cortex-a7 -mcpu=cortex-a17.cortex-a7 32,33,34,35,36,37,38,39,3a,3b,33,3c,3d,3e,33,3f,3e,33,34*3,3g*2,3h,3d*2,35,3i,3j,3k,35,3l,3k,35,36*3,3m*2,3n,3j*2,38,3o,3p,3q,38,3r,3q,38,39*3,3s*2,3t,3p*2,3a,3u,3v,3w,3a,3x,3w,3a,3b*3,3y*2,3z,3v*2,.*12
-mcpu=cortex-a7+nofp -mcpu=cortex-a15+nofp -mcpu=cortex-a15.cortex-a7+nofp -mcpu=cortex-a17.cortex-a7+nofp -march=armv7ve+nofp -march=armv7ve+nosimd 32*2,.,!,.,37*2,.,!,.*77
-mcpu=cortex-a7+nosimd -march=armv7ve+fp -march=armv7ve+vfpv4 32,3d,.,3j,.,37,3p,.,3v,.*77
-mcpu=cortex-a8 24,2c,25,2j,26,27,2q,28,2x,29,2c,2a,2b,2c,2d,2e,2c,2d,25*3,2f*2,2g,2b*2,2j,2h,2i,2j,2k,2l,2j,2k,26*3,2m*2,2n,2i*2,2q,2o,2p,2q,2r,2s,2q,2r,28*3,2t*2,2u,2p*2,2x,2v,2w,2x,2y,2z,2x,2y,29*3,30*2,31,2w*2,.*12
-mcpu=cortex-a9 40,41,42,43,44,45,46,47,48,49,41,4a,4b,4c,4d,41,4c,4d,42*3,4e*2,4f,4b*2,43,4g,4h,4i,4j,43,4i,4j,44*3,4k*2,4l,4h*2,46,4m,4n,4o,4p,46,4o,4p,47*3,4q*2,4r,4n*2,48,4s,4t,4u,4v,48,4u,4v,49*3,4w*2,4x,4t*2,.*12
-mcpu=cortex-a9+nofp 40*2,.,!,.,45*2,.,!,.*77
-mcpu=cortex-a9+nosimd 40,4e,.,4k,.,45,4q,.,4w,.*77
-mcpu=cortex-a12 -mcpu=cortex-a17 32,33,34,35,36,37,38,39,3a,3b,.*76
-mcpu=cortex-r4 -march=armv7-r 4y*2,4z,!,50,51*2,52,!,53,4y,54,55,56,57,58,56,57,4z*3,59*2,5a,55*2,!,5b,5c,5d,5e,5f,5d,5e,50*3,5g*2,5h,5c*2,51,5i,5j,5k,5l,5m,5k,5l,52*3,5n*2,5o,5j*2,!,5p,5q,5r,5s,5t,5r,5s,53*3,5u*2,5v,5q*2,.*12
-mcpu=cortex-r4f 4y,4z*2,50*2,51,52*2,53*2,.*76
-mcpu=cortex-r5 5w,5x*2,5y*2,51,52*2,53*2,5x,5z,60,61,62,63,61,62,5x*3,64*2,65,60*2,5y,66,67,68,69,6a,68,69,5y*3,6b*2,6c,67*2,52,5i,5j,5k,5l,5m,5k,5l,52*3,5n*2,5o,5j*2,53,5p,5q,5r,5s,5t,5r,5s,53*3,5u*2,5v,5q*2,.*12
-mcpu=cortex-r5+nofp 5w*2,.,!,.,51*2,.,!,.*77
-mcpu=cortex-r7 -mcpu=cortex-r8 5w,64,5x,6b,5y,51,5n,52,5u,53,.*76
-mcpu=cortex-m7 6d,6e,.,6f,.,6d,6e,.,6f,.,6e,.*15,6f,.*15,6e,.*15,6f,.*15,6g,6e,6g,6h,6f,6h,6g,6e,6g,6h,6f,6h
-mcpu=cortex-m7+nofp -mcpu=cortex-m4+nofp -march=armv7e-m+nofp 6d*2,.,!,.,6d*2,.,!,.*77
-mcpu=cortex-m7+nofp.dp -march=armv7e-m+fp 6d,6g,.,6h,.,6d,6g,.,6h,.*77
-mcpu=cortex-m4 6d,6g,.,6h,.,6d,6g,.,6h,.,6g,.*15,6h,.*15,6g,.*15,6h,.*15,6g,6e,6g,6h,6f,6h,6g,6e,6g,6h,6f,6h
-mcpu=cortex-m3 -march=armv7-m 6i*2,.,!,.,6i*2,.,!,.,6i,.*15,!,.*15,6i,.*15,!,.*15,6j,6k,6j,6l,6m,6l,6j,6k,6j,6l,6m,6l
-mcpu=marvell-pj4 24,25*2,26*2,27,28*2,29*2,.*76
-mcpu=cortex-a32 -mcpu=cortex-a35 -mcpu=cortex-a57 -mcpu=cortex-a72 -mcpu=cortex-a73 -mcpu=exynos-m1 -mcpu=cortex-a73.cortex-a35 6n,6o,6p,6q,6r,6s,6t,6u,6v,6w,.*76
-mcpu=cortex-a53 -mcpu=cortex-a57.cortex-a53 -mcpu=cortex-a72.cortex-a53 -mcpu=cortex-a73.cortex-a53 6n,6o,6p,6q,6r,6s,6t,6u,6v,6w,6o,6x,6y,6z,6o,70,6z,71,6p*3,72*2,73,6y*2,6q,74,75,76,6q,77,76,78,6r*3,79*2,7a,75*2,6t,7b,7c,7d,6t,7e,7d,7f,6u*3,7g*2,7h,7c*2,6v,7i,7j,7k,6v,7l,7k,7m,6w*3,7n*2,7o,7j*2,.*12
-mcpu=cortex-a53+nofp -march=armv8-a+crc 6n*2,.,!,.,6s*2,.,!,.*77
-mcpu=cortex-a53+crypto -mcpu=cortex-a57.cortex-a53+crypto -mcpu=cortex-a72.cortex-a53+crypto -mcpu=cortex-a73.cortex-a53+crypto 6n,6x,.,74,.,6s,7b,.,7i,.*77
-mcpu=xgene1 7p,7q,7r,7s,7t,7u,7v,7w,7x,7y,.*76
-mcpu=cortex-a55 -mcpu=cortex-a75 -mcpu=cortex-a76 -mcpu=cortex-a76ae -mcpu=cortex-a77 -mcpu=cortex-a78 -mcpu=cortex-a78ae -mcpu=cortex-a78c -mcpu=cortex-x1 -mcpu=neoverse-n1 -mcpu=cortex-a75.cortex-a55 -mcpu=cortex-a76.cortex-a55 6n,7z,80,81,82,6s,83,84,85,86,.*76
-mcpu=cortex-a710 87,88,89,8a,8b,8c,8d,8e,8f,8g,.*76
-mcpu=neoverse-v1 -mcpu=neoverse-n2 6n,8h,80,8i,82,6s,8j,84,8k,86,.*76
-mcpu=cortex-m23 -march=armv8-m.base 8l*2,.,!,.,8l*2,.,!,.,8l,.*15,!,.*15,8l,.*15,!,.*15,8m*3,8n*3,8m*3,8n*3
-mcpu=cortex-m33 -mcpu=cortex-m35p 8o,8p,.,8q,.,8o,8p,.,8q,.,8p,.*15,8q,.*15,8p,.*15,8q,.*15,8p,8r,8p,8q,8s,8q,8p,8r,8p,8q,8s,8q
-mcpu=cortex-m33+nofp -mcpu=cortex-m35p+nofp -mcpu=cortex-m55+nomve+nofp -march=armv8-m.main+dsp -march=armv8.1-m.main+dsp 8o*2,.,!,.,8o*2,.,!,.*77
-mcpu=cortex-m33+nodsp -mcpu=cortex-m35p+nodsp -march=armv8-m.main+fp 8t,8u,.,8v,.,8t,8u,.,8v,.*77
-mcpu=cortex-m33+nodsp+nofp -mcpu=cortex-m35p+nodsp+nofp -mcpu=cortex-m55+nodsp+nofp -march=armv8-m.main+nofp -march=armv8-m.main+nodsp -march=armv8-m.main+nodsp+nofp -march=armv8.1-m.main+nofp 8t*2,.,!,.,8t*2,.,!,.*77
-mcpu=cortex-m55 8o,8w,.,8x,.,8o,8w,.,8x,.,8w,.*15,8x,.*15,8w,.*15,8x,.*15,8y,8w,8z,90,8x,91,8y,8w,8z,90,8x,91
-mcpu=cortex-m55+nofp -march=armv8.1-m.main+mve 8o,92,.,93,.,8o,92,.,93,.*77
-mcpu=cortex-m55+nodsp -march=armv8.1-m.main+fp.dp 8t,94,.,95,.,8t,94,.,95,.*77
-mcpu=cortex-m55+nomve -march=armv8.1-m.main+dsp+fp.dp 8o,96,.,97,.,8o,96,.,97,.*77
-mcpu=cortex-m55+nomve.fp 8o,98,.,99,.,8o,98,.,99,.*77
-mcpu=cortex-r52 9a,9b,9c,9d,9e,9f,9g,9h,9i,9j,9b,9k,9l,9m,9b,9n,9m,9o,9c*3,9p*2,9q,9l*2,9d,9r,9s,9t,9d,9u,9t,9v,9e*3,9w*2,9x,9s*2,9g,9y,9z,a0,9g,a1,a0,a2,9h*3,a3*2,a4,9z*2,9i,a5,a6,a7,9i,a8,a7,a9,9j*3,aa*2,ab,a6*2,.*12
-mcpu=cortex-r52plus 9a,9b,9c,9d,9e,9f,9g,9h,9i,9j,.*76
-march=armv5tej t*2,u,!,v,w*3,!,x,.*76
-march=armv6 ac*2,ad,!,ae,af*3,!,ag,.*76
-march=armv6z ah*2,ai,!,aj,ak*3,!,al,.*76
-march=armv7 am*2,an,!,ao,am*2,an,!,ao,.*76
-march=armv7-a 24*2,25,!,26,27*2,28,!,29,24,2a,2b,2c,2d,2e,2c,2d,25*3,2f*2,2g,2b*2,!,2h,2i,2j,2k,2l,2j,2k,26*3,2m*2,2n,2i*2,27,2o,2p,2q,2r,2s,2q,2r,28*3,2t*2,2u,2p*2,!,2v,2w,2x,2y,2z,2x,2y,29*3,30*2,31,2w*2,.*12
-march=armv7ve 32*2,34,!,36,37*2,39,!,3b,32,3c,3d,3e,33,3f,3e,33,34*3,3g*2,3h,3d*2,!,3i,3j,3k,35,3l,3k,35,36*3,3m*2,3n,3j*2,37,3o,3p,3q,38,3r,3q,38,39*3,3s*2,3t,3p*2,!,3u,3v,3w,3a,3x,3w,3a,3b*3,3y*2,3z,3v*2,.*12
-march=armv7ve+simd -march=armv7ve+neon-vfpv4 32,33,.,35,.,37,38,.,3a,.*77
-march=armv7ve+neon 32,3e,.,3k,.,37,3q,.,3w,.*77
-march=armv7ve+vfpv3-d16 32,34,.,36,.,37,39,.,3b,.*77
-march=armv7-r+nofp 4y*2,.,!,.,51*2,.,!,.*77
-march=armv7-r+fp -march=armv7-r+vfpv3-d16 4y,4z,.,50,.,51,52,.,53,.*77
-march=armv7e-m 6d*2,.,!,.,6d*2,.,!,.,6d,.*15,!,.*15,6d,.*15,!,.*15,6g,6e,6g,6h,6f,6h,6g,6e,6g,6h,6f,6h
-march=armv7e-m+fp.dp 6d,6e,.,6f,.,6d,6e,.,6f,.*77
-march=armv8-a 7p*2,7r,!,7t,7u*2,7w,!,7y,7p,ap,aq,ar,7q,as,ar,at,7r*3,au*2,av,aq*2,!,aw,ax,ay,7s,az,ay,b0,7t*3,b1*2,b2,ax*2,7u,b3,b4,b5,7v,b6,b5,b7,7w*3,b8*2,b9,b4*2,!,ba,bb,bc,7x,bd,bc,be,7y*3,bf*2,bg,bb*2,.*12
-march=armv8-a+nofp 7p*2,.,!,.,7u*2,.,!,.*77
-march=armv8-a+simd 7p,7q,.,7s,.,7u,7v,.,7x,.*77
-march=armv8-a+crypto 7p,ap,.,aw,.,7u,b3,.,ba,.*77
-march=armv8.1-a -march=armv8.2-a -march=armv8.3-a -march=armv8.4-a -march=armv8.5-a -march=armv8.6-a 6n*2,6p,!,6r,6s*2,6u,!,6w,.*76
-march=armv8-m.main 8t*2,.,!,.,8t*2,.,!,.,8t,.*15,!,.*15,8t,.*15,!,.*15,8u,bh,8u,8v,bi,8v,8u,bh,8u,8v,bi,8v
-march=armv8-m.main+fp.dp 8t,bh,.,bi,.,8t,bh,.,bi,.*77
-march=armv8-m.main+dsp+fp 8o,8p,.,8q,.,8o,8p,.,8q,.*77
-march=armv8-m.main+dsp+fp.dp 8o,8r,.,8s,.,8o,8r,.,8s,.*77
-march=armv8-r bj*2,bk,!,bl,bm*2,bn,!,bo,.*76
-march=armv8.1-m.main 8t*2,.,!,.,8t*2,.,!,.,8t,.*15,!,.*15,8t,.*15,!,.*15,bp,94,bq,br,95,bs,bp,94,bq,br,95,bs
-march=armv8.1-m.main+fp 8t,bq,.,bs,.,8t,bq,.,bs,.*77
-march=armv8.1-m.main+dsp+fp 8o,bt,.,bu,.,8o,bt,.,bu,.*77
-march=armv8.1-m.main+mve.fp 8o,8z,.,91,.,8o,8z,.,91,.*77
-march=armv8.1-m.main+mve.fp+fp.dp 8o,8w,.,8x,.,8o,8w,.,8x,.*77
-march=armv9-a 87*2,bv,!,bw,8c*2,bx,!,by,.*76

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast 2m.2n,ez,f2.f3,ge.gg,gi,gl-13
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 1o,44,gy-3y.40,7s 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-fPIC dl,dv
-fPIE dl.dm,dv.dw
-faligned-new  81,mx
-fbuilding-libgcc fb.fg,fi.fj,fl.fn,fp,fv,fy.g6,gd,pg.pl?fr
-fchar8_t  f1,h6?f7
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fexceptions 7t 
-ffast-math 2m.2n,ez,f2.f3,ge.gg,gl
-ffinite-math-only 2m.2n,f3
-ffreestanding gv
-fgimple gq 
-fgnu89-inline 44-3y 
-fhandle-exceptions 7t 
-fimplicit-constexpr  ?hp
-fleading-underscore h0
-fmath-errno -f2,ge
-fnew-ttp-matching  95
-fno-aligned-new  -81,mx
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
-fno-short-enums p2
-fno-signed-zeros 2m.2n,gf
-fno-sized-deallocation  -91
-fno-threadsafe-statics  -96
-fno-trapping-math gg
-fno-unsafe-math-optimizations -ez,f2,gf.gg,gl
-fno-unsigned-char -6l
-fno-weak  fa
-fnon-call-exceptions 7t 
-fpic gj,i1
-fpie gj.gk,i1.i2
-freciprocal-math 2m.2n,gl
-frounding-math gm
-fsanitize=address gn
-fsanitize=thread go
-fshort-wchar 2t,7n.7r,p3
-fsignaling-nans gz-ez,f2,gg
-fsigned-char -6l
-fsigned-zeros -ez,f2,gf
-fsized-deallocation  91
-fstack-protector gu
-fstack-protector-all gr
-fstack-protector-explicit gs
-fstack-protector-strong gt
-ftrapping-math -ez,f2,gg
-funsafe-math-optimizations 2m.2n,ez,gf.gg,gl
-mabi=aapcs-linux p2
-mabi=apcs-gnu 2u.2v,b4,c8,ci,cq,cz,p2,p5,pd,pm.pn,pr-if,ih 2u.2v,b4,c8,ci,cq,cz,p2,p5,pd,pm.pn,pr-9f,if,ih?mx
-mabi=atpcs 2u.2v,b4,c8,ci,cq,cz,p2,p5,pd,pm.pn,pr-if,ih 2u.2v,b4,c8,ci,cq,cz,p2,p5,pd,pm.pn,pr-9f,if,ih?mx
-masm-syntax-unified nv
-mbig-endian f0,f4,f9,my,nx-i9,pq?pp
-mfdpic p6
-mfp16-format=alternative ou.ov
-mfp16-format=ieee e2,e4,e6.ec,ee.ef,ou,ow,p7.pb
-mgeneral-regs-only 1o,2m.2n,6c-d4.d8,oc,ok,ox.oy,p0,pc 2m.2n,6c-d4.d8,oc,ok,ox.oy,p0,pc
-mno-thumb-interwork -ks
-mno-unaligned-access -oq
-msoft-float 1o,2m.2n,6c,ih,kn-d4.d8,e2,e4,e6.ec,ee.ef,oa,oc,ok,os,ou,ow.oy,p0.p1,p7.pc 2m.2n,6c,ih,kn-d4.d8,e2,e4,e6.ec,ee.ef,oa,oc,ok,os,ou,ow.oy,p0.p1,p7.pc
-mthumb pq,pu?ia,ig,db,nv,pt
-mtune=arm1020e dc,e1
-mtune=arm1020t dc,e1
-mtune=arm1022e dc,e1
-mtune=arm1026ej-s dc,e1
-mtune=arm10e dc,e1
-mtune=arm10tdmi dc,e1
-mtune=arm1136j-s dc,e1
-mtune=arm1136jf-s dc,e1
-mtune=arm1156t2-s dc,e1
-mtune=arm1156t2f-s dc,e1
-mtune=arm1176jz-s dc,e1
-mtune=arm1176jzf-s dc,e1
-mtune=arm710t dc,e1
-mtune=arm720t dc,e1
-mtune=arm740t dc,e1
-mtune=arm7tdmi dc,e1
-mtune=arm7tdmi-s dc,e1
-mtune=arm8 dc,e1
-mtune=arm810 dc,e1
-mtune=arm9 dc,e1
-mtune=arm920 dc,e1
-mtune=arm920t dc,e1
-mtune=arm922t dc,e1
-mtune=arm926ej-s dc,e1
-mtune=arm940t dc,e1
-mtune=arm946e-s dc,e1
-mtune=arm966e-s dc,e1
-mtune=arm968e-s dc,e1
-mtune=arm9e dc,e1
-mtune=arm9tdmi dc,e1
-mtune=cortex-a12 dc,e1
-mtune=cortex-a15 dc,e1
-mtune=cortex-a15.cortex-a7 dc,e1
-mtune=cortex-a17 dc,e1
-mtune=cortex-a17.cortex-a7 dc,e1
-mtune=cortex-a32 dc,e1
-mtune=cortex-a35 dc,e1
-mtune=cortex-a5 dc,e1
-mtune=cortex-a53 dc,e1
-mtune=cortex-a55 dc,e1
-mtune=cortex-a57 dc,e1
-mtune=cortex-a57.cortex-a53 dc,e1
-mtune=cortex-a7 dc,e1
-mtune=cortex-a710 dc,e1
-mtune=cortex-a72 dc,e1
-mtune=cortex-a72.cortex-a53 dc,e1
-mtune=cortex-a73 dc,e1
-mtune=cortex-a73.cortex-a35 dc,e1
-mtune=cortex-a73.cortex-a53 dc,e1
-mtune=cortex-a75 dc,e1
-mtune=cortex-a75.cortex-a55 dc,e1
-mtune=cortex-a76 dc,e1
-mtune=cortex-a76.cortex-a55 dc,e1
-mtune=cortex-a76ae dc,e1
-mtune=cortex-a77 dc,e1
-mtune=cortex-a78 dc,e1
-mtune=cortex-a78ae dc,e1
-mtune=cortex-a78c dc,e1
-mtune=cortex-a8 dc,e1
-mtune=cortex-a9 9d.9e
-mtune=cortex-m0 dc,e1
-mtune=cortex-m0.small-multiply dc,e1
-mtune=cortex-m0plus dc,e1
-mtune=cortex-m0plus.small-multiply dc,e1
-mtune=cortex-m1 dc,e1
-mtune=cortex-m1.small-multiply dc,e1
-mtune=cortex-m23 dc,e1
-mtune=cortex-m3 dc,e1
-mtune=cortex-m33 dc,e1
-mtune=cortex-m35p dc,e1
-mtune=cortex-m4 dc,e1
-mtune=cortex-m55 dc,e1
-mtune=cortex-m7 dc,e1
-mtune=cortex-r4 dc,e1
-mtune=cortex-r4f dc,e1
-mtune=cortex-r5 dc,e1
-mtune=cortex-r52 dc,e1
-mtune=cortex-r52plus dc,e1
-mtune=cortex-r7 dc,e1
-mtune=cortex-r8 dc,e1
-mtune=cortex-x1 dc,e1
-mtune=ep9312 dc,e1
-mtune=exynos-m1 dc,e1
-mtune=fa526 dc,e1
-mtune=fa606te dc,e1
-mtune=fa626 dc,e1
-mtune=fa626te dc,e1
-mtune=fa726te dc,e1
-mtune=fmp626 dc,e1
-mtune=generic-armv7-a dc,e1
-mtune=iwmmxt dc,e1
-mtune=iwmmxt2 dc,e1
-mtune=marvell-pj4 dc,e1
-mtune=mpcore dc,e1
-mtune=mpcorenovfp dc,e1
-mtune=neoverse-n1 dc,e1
-mtune=neoverse-n2 dc,e1
-mtune=neoverse-v1 dc,e1
-mtune=strongarm dc,e1
-mtune=strongarm110 dc,e1
-mtune=xgene1 dc,e1
-mtune=xscale dc,e1
-pedantic  -8y?83,8g
-std=c++03  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=c++0x  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=c++11  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=c++14  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=c++17  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,gy,mx-f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1y  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=c++1z  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,gy,mx-f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,mx?f7
-std=c++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,mx?f7
-std=c++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,mx?f7
-std=c++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,mx?f7
-std=c++98  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=c11 1o,41,gy 
-std=c17 1o,7s,gy 
-std=c18 1o,7s,gy 
-std=c2x 1o,gx.gy 
-std=c89 1o,44,gy-3y.40,7s 
-std=c90 1o,44,gy-3y.40,7s 
-std=c99 1o,gw,gy-3z.40 
-std=gnu++03  44.45-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=gnu++0x  h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=gnu++11  h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=gnu++14  7z,87,8a,8e,8j,8w,91,9a,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=gnu++1y  7z,87,8a,8e,8j,8w,91,9a,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=gnu++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,mx-gy?f7
-std=gnu++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,mx-gy?f7
-std=gnu++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,mx-gy?f7
-std=gnu++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,f1,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,mx-gy?f7
-std=gnu++98  44.45-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,mx
-std=gnu11 41-gy 
-std=gnu2x gx-gy 
-std=gnu89 44-3y.40,7s,gy 
-std=gnu90 44-3y.40,7s,gy 
-std=gnu99 gw-gy 
-std=iso9899:1999 1o,gw,gy-3z.40 
-std=iso9899:2011 1o,41,gy 
-traditional-cpp -1g 
-undef -0.1e,1h.1m,1o.2s,2w.36,3y,46.69,6c.71,7d.7m,9g.9i,ax,bx,d4.d8,db.dc,di.dj,e1.e2,e4,e6.ec,ee.ef,eu,ez,f2,ge.gg,gi,gl,gy,i3.m5,m7.mr,ng.nh,nn,nq,nt,nv,o0.o1,o9.oa,oc,oe,oh,ok,om,oo.oq,os,ou,ow.oy,p0.p1,p7.pc,pq,pt.pu -0.1e,1h.1m,1o.2s,2w.36,3y,42.43,46.69,6c.71,7d.7m,7t.7w,7y.9c,9f.9i,ax,bx,d4.d8,db.dc,di.dj,e1.e2,e4,e6.ec,ee.ef,eu,ez,f1.f2,f7,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.m5,m7.mm,ms.mx,ng.nh,nn,nq,nt,nv,o0.o1,o9.oa,oc,oe,oh,ok,om,oo.oq,os,ou,ow.oy,p0.p1,p7.pc,pq,pt.pu

-f?asynchronous-unwind-tables -fcx-fortran-rules -fcx-limited-range -fno-PIC -fno-PIE -fno-dwarf2-cfi-asm -fno-pic -fno-pie -fno-signed-char -frtti -fshort-enums -fsingle-precision-constant -funsigned-char -funwind-tables -mabi=aapcs -m?abort-on-noreturn -mapcs -m?apcs-frame -m?apcs-reentrant -m?apcs-stack-check -marm -mbe32 -mbe8 -m?fix-cmse-cve-2021-35465 -m?fix-cortex-a57-aes-1742098 -m?fix-cortex-a72-aes-1655431 -m?fix-cortex-m3-ldrd -m?flip-thumb -mfp16-format=none -mlittle-endian -m?long-calls -m?neon-for-64bits -mno-asm-syntax-unified -mno-callee-super-interworking -mno-caller-super-interworking -mno-fdpic -mno-pure-code -mno-slow-flash-data -m?pic-data-is-text-relative -m?poke-function-name -mprint-tune-info -m?restrict-it -m?sched-prolog -m?single-pic-base -mstructure-size-boundary=8 -mthumb-interwork -mtls-dialect=gnu -mtls-dialect=gnu2 -mtp=auto -mtp=cp15 -mtp=soft -m?tpcs-frame -m?tpcs-leaf-frame -munaligned-access -mvectorize-with-neon-double -mvectorize-with-neon-quad -m?verbose-cost-dump -m?word-relocations -std=gnu++17 -std=gnu++1z

-fms-extensions -fno-short-enums -fno-unsigned-char -fpack-struct -fplan9-extensions -fpreprocessed -fshort-wchar -fsigned-char -mabi=aapcs-linux -mabi=apcs-gnu -mabi=atpcs -mstructure-size-boundary=32 -traditional-cpp -trigraphs -undef

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry pcs persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry
__has_attribute 0 assume counted_by fd_arg flag_enum ms_abi ms_struct gcc_struct no_unique_address OS_main OS_task pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201904 deprecated fallthrough maybe_unused
__has_attribute 202003 nodiscard
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry pcs persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::isr gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::pcs gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum ms_abi ms_struct gcc_struct no_unique_address OS_main OS_task pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201904 deprecated fallthrough maybe_unused
__has_cpp_attribute 202003 nodiscard
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector no_unique_address nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201904 deprecated fallthrough maybe_unused
__has_c_attribute 202003 nodiscard
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::isr gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::pcs gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry pcs persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry
__has_attribute 0 assume counted_by fd_arg flag_enum ms_abi ms_struct gcc_struct OS_main OS_task pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201309 deprecated
__has_attribute 201603 fallthrough maybe_unused
__has_attribute 201803 no_unique_address likely unlikely
__has_attribute 201907 nodiscard
__has_attribute 200809 noreturn
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry pcs persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::isr gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::pcs gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum ms_abi ms_struct gcc_struct OS_main OS_task pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201309 deprecated
__has_cpp_attribute 201603 fallthrough maybe_unused
__has_cpp_attribute 201803 no_unique_address likely unlikely
__has_cpp_attribute 201907 nodiscard
__has_cpp_attribute 200809 noreturn
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201309 deprecated
__has_c_attribute 201603 fallthrough maybe_unused
__has_c_attribute 201803 no_unique_address likely unlikely
__has_c_attribute 201907 nodiscard
__has_c_attribute 200809 noreturn
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::isr gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::pcs gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __type_pack_element __make_integer_seq`;
