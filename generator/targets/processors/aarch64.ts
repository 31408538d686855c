/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = String.raw`aarch64-linux-gnu-gcc: aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0, asked on 2026-11-22

__AARCH64EL__ 1
__AARCH64_CMODEL_SMALL__ 1
__ARM_64BIT_STATE 1
__ARM_ALIGN_MAX_PWR 28
__ARM_ALIGN_MAX_STACK_PWR 16
__ARM_ARCH 8
__ARM_ARCH_8A 1
__ARM_ARCH_ISA_A64 1
__ARM_ARCH_PROFILE 65
__ARM_FEATURE_CLZ 1
__ARM_FEATURE_FMA 1
__ARM_FEATURE_IDIV 1
__ARM_FEATURE_NUMERIC_MAXMIN 1
__ARM_FEATURE_UNALIGNED 1
__ARM_FP 14
__ARM_FP16_ARGS 1
__ARM_FP16_FORMAT_IEEE 1
__ARM_NEON 1
__ARM_PCS_AAPCS64 1
__ARM_SIZEOF_MINIMAL_ENUM 4
__ARM_SIZEOF_WCHAR_T 4
__FLT_EVAL_METHOD_C99__ 0
__GCC_DESTRUCTIVE_SIZE 256
__WCHAR_MAX__ 0xffffffffU
__WCHAR_TYPE__ unsigned int
__aarch64__ 1
__AARCH64EB__ 1
__AARCH64_CMODEL_TINY__ 1
__ARM_ARCH 9
__ARM_ARCH_PROFILE 82
__ARM_BIG_ENDIAN 1
__ARM_FEATURE_AES 1
__ARM_FEATURE_ATOMICS 1
__ARM_FEATURE_BF16_SCALAR_ARITHMETIC 1
__ARM_FEATURE_BF16_VECTOR_ARITHMETIC 1
__ARM_FEATURE_BTI_DEFAULT 1
__ARM_FEATURE_COMPLEX 1
__ARM_FEATURE_CRC32 1
__ARM_FEATURE_CRYPTO 1
__ARM_FEATURE_DOTPROD 1
__ARM_FEATURE_FP16_FML 1
__ARM_FEATURE_FP16_SCALAR_ARITHMETIC 1
__ARM_FEATURE_FP16_VECTOR_ARITHMETIC 1
__ARM_FEATURE_FRINT 1
__ARM_FEATURE_JCVT 1
__ARM_FEATURE_LS64 1
__ARM_FEATURE_MATMUL_INT8 1
__ARM_FEATURE_MEMORY_TAGGING 1
__ARM_FEATURE_PAC_DEFAULT 1
__ARM_FEATURE_QRDMX 1
__ARM_FEATURE_RNG 1
__ARM_FEATURE_SHA2 1
__ARM_FEATURE_SHA3 1
__ARM_FEATURE_SHA512 1
__ARM_FEATURE_SM3 1
__ARM_FEATURE_SM4 1
__ARM_FEATURE_SVE 1
__ARM_FEATURE_SVE2 1
__ARM_FEATURE_SVE2_BITPERM 1
__ARM_FEATURE_SVE_BITS 0
__ARM_FEATURE_SVE_MATMUL_INT8 1
__ARM_FEATURE_SVE_VECTOR_OPERATORS 1
__ARM_FP_FAST 1
__ARM_SIZEOF_MINIMAL_ENUM 1
__FLT_EVAL_METHOD_C99__ 16
__GCC_CONSTRUCTIVE_SIZE 128
__GCC_CONSTRUCTIVE_SIZE 256
__GCC_DESTRUCTIVE_SIZE 128
__LIBGCC_BF_MANT_DIG__ 8
__LIBGCC_CTORS_SECTION_ASM_OP__ "\t.section\t.init_array,\"aw\",%init_array"
__LIBGCC_DONT_USE_BUILTIN_SETJMP__ 1
__LIBGCC_DTORS_SECTION_ASM_OP__ "\t.section\t.fini_array,\"aw\",%fini_array"
__LIBGCC_DWARF_ALT_FRAME_RETURN_COLUMN__ 96
__LIBGCC_DWARF_FRAME_REGISTERS__ 97
__LIBGCC_HF_EXCESS_PRECISION__ 0
__LIBGCC_STACK_POINTER_REGNUM__ 31
__LIBGCC_TRAMPOLINE_SIZE__ 40
__PTRDIFF_MAX__ 0x7fffffffL
__SIZE_MAX__ 0xffffffffUL

0.1o,37.3a,3w.40,46.6c,6l,72.7d,7s,9g.b3,b5.bp,bw.d8,db.e0,e2.ep,eu.ev,i3.is 0.1o,37.3a,3w.40,42.43,46.6c,6l,72.7d,7t.9c,9f.b3,b5.bj,bp.e0,e2.er,eu.ev,i3.is


|j4|iy,j4.j5,ji,jw,jy|e1,iz.j1,j3.j4,j6,ja.jb,jd,jg|e1,iy,j4.j5,ji|e1|e1,iy,j4.j5,jg,ji|e1,iy.iz,j4.j5,jg,ji|f5.f6,iz,j4,j6,j8.j9,jg,jv f5,iz,j4,j6,j8.j9,jg,jv|iy.iz,j4.j5,jg,ji|f5.f6,iz,j4,j8.j9,jg,jn,jq,js,jv,jx f5,iz,j4,j8.j9,jg,jn,jq,js,jv,jx|e1,f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jv e1,f5,iy.iz,j4.j5,j8.j9,jg,ji,jv|e1,iy.iz,j3.j5,jb,jg,ji.jm|f5.f6,iz.j1,j3.j4,j6.j9,jb,jd,jg.jh,jn,jq.js,jv f5,iz.j1,j3.j4,j6.j9,jb,jd,jg.jh,jn,jq.js,jv|iy.iz,j3.j6,jb,jg,ji|iw,iz,j3.j4,j6,jb,jg|f5.f6,iv,iz.j1,j3.j4,j6.jb,jd.je,jg,jn.js,jv f5,iv,iz.j1,j3.j4,j6.jb,jd.je,jg,jn.js,jv|f5.f6,iv,iz.j1,j3.j4,j6.jb,jd.je,jg.jh,jn.js,jv f5,iv,iz.j1,j3.j4,j6.jb,jd.je,jg.jh,jn.js,jv|iz,j4,jg|iz,j3.j4,jb,jg|iz,j3.j4,j6,jb,jg|iz,j3.j4,j6,ja.jb,jg|iz.j1,j3.j4,j6,ja.jb,jd,jg|iz.j1,j3.j4,j6,ja.jd,jg|f5.f6,iv,iz,j3.j4,j6.jb,jg,jn.jo,jq,js,jv f5,iv,iz,j3.j4,j6.jb,jg,jn.jo,jq,js,jv|iy,j4.j5,ji|2m.2n,j4-d4.d8,dn.dq,id,if,ih.ik|j4-if,ik|f5.f6,j4,j8.j9,jv f5,j4,j8.j9,jv|f5.f6,j4,j8.j9,jn,jq,js,jv f5,j4,j8.j9,jn,jq,js,jv|f5.f6,j4,j8.j9,jn.jo,jq,js,jv f5,j4,j8.j9,jn.jo,jq,js,jv|j4,j6|iz,j4|j4,jh|2m.2n,j4,jw,jy-d4.d8,dn.dq,id,if,ih.ik|j4,jw,jy-if,ik|f5.f6,iy,j4.j5,j8.j9,ji,jv.jw,jy f5,iy,j4.j5,j8.j9,ji,jv.jw,jy|f5.f6,iy,j4.j5,j8.j9,ji,jn,jq,js,jv.jw,jy f5,iy,j4.j5,j8.j9,ji,jn,jq,js,jv.jw,jy|f5.f6,iy,j4.j5,j8.j9,ji,jn.jo,jq,js,jv.jw,jy f5,iy,j4.j5,j8.j9,ji,jn.jo,jq,js,jv.jw,jy|iy,j4.j6,ji,jw,jy|iy.iz,j4.j5,ji,jw,jy|iy,j4.j5,jh.ji,jw,jy|j4,jw,jy|e1,iy.j1,j3.j6,ja.jb,jd,jg,ji|2m.2n,e1,iz,j4-d4.d8,dn.dq,id,if,ih.ik|e1,iz.j0,j4,ja.jb-if,ik|e1,f5.f6,iz.j1,j3.j4,j6.jb,jd,jg,jv e1,f5,iz.j1,j3.j4,j6.jb,jd,jg,jv|e1,f5.f6,iz.j1,j3.j4,j6.jb,jd,jg,jn,jq.js,jv e1,f5,iz.j1,j3.j4,j6.jb,jd,jg,jn,jq.js,jv|e1,f5.f6,iz.j1,j3.j4,j6.jb,jd,jg,jn.jo,jq.js,jv e1,f5,iz.j1,j3.j4,j6.jb,jd,jg,jn.jo,jq.js,jv|e1,iz.j1,j3.j4,j6,ja.jb,jd,jg.jh|e1,iz.j1,j3.j4,j6,ja.jb,jd.je,jg|2m.2n,e1,j4-d4.d8,dn.dq,id,if,ih.ik|e1,j4-if,ik|e1,f5.f6,iy,j4.j5,j8.j9,ji,jv e1,f5,iy,j4.j5,j8.j9,ji,jv|e1,f5.f6,iy,j4.j5,j8.j9,ji,jn,jq,js,jv e1,f5,iy,j4.j5,j8.j9,ji,jn,jq,js,jv|e1,f5.f6,iy,j4.j5,j8.j9,ji,jn.jo,jq,js,jv e1,f5,iy,j4.j5,j8.j9,ji,jn.jo,jq,js,jv|e1,iy,j4.j6,ji|e1,iy.iz,j4.j5,ji|e1,iy,j4.j5,jh.ji|e1,j4|e1,iy,j5,ji|2m.2n,e1-d4.d8,dn.dq,id,if,ih.ik|e1-if,ik|e1,f5.f6,j8.j9,jv e1,f5,j8.j9,jv|e1,f5.f6,j8.j9,jn,jq,js,jv e1,f5,j8.j9,jn,jq,js,jv|e1,f5.f6,j8.j9,jn.jo,jq,js,jv e1,f5,j8.j9,jn.jo,jq,js,jv|e1,j6|e1,iz|e1,jh|e1,f5.f6,iy,j4.j5,j8.j9,jg,ji,jv e1,f5,iy,j4.j5,j8.j9,jg,ji,jv|e1,f5.f6,iy,j4.j5,j8.j9,jg,ji,jn,jq,js,jv e1,f5,iy,j4.j5,j8.j9,jg,ji,jn,jq,js,jv|e1,f5.f6,iy,j4.j5,j8.j9,jg,ji,jn.jo,jq,js,jv e1,f5,iy,j4.j5,j8.j9,jg,ji,jn.jo,jq,js,jv|e1,iy,j4.j6,jg,ji|e1,iy,j4.j5,jg.ji|e1,j4,jg|e1,iz,j4-if,ik|e1,f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jn,jq,js,jv e1,f5,iy.iz,j4.j5,j8.j9,jg,ji,jn,jq,js,jv|e1,f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jn.jo,jq,js,jv e1,f5,iy.iz,j4.j5,j8.j9,jg,ji,jn.jo,jq,js,jv|e1,iy.iz,j4.j6,jg,ji|e1,iy.iz,j4.j5,jg.ji|e1,iz,j4,jg|f5.f6,iy.iz,j4.j6,j8.j9,jg,ji,jv f5,iy.iz,j4.j6,j8.j9,jg,ji,jv|2m.2n,iz,j4-d4.d8,dn.dq,id,if,ih.ik|f5.f6,iz,j4,j8,jv-if,ik f5,iz,j4,j8,jv-if,ik|f5.f6,iz,j4,j6,j8.j9,jg,jn,jq,js,jv f5,iz,j4,j6,j8.j9,jg,jn,jq,js,jv|f5.f6,iz,j4,j6,j8.j9,jg,jn.jo,jq,js,jv f5,iz,j4,j6,j8.j9,jg,jn.jo,jq,js,jv|f5.f6,iz,j4,j6,j8.j9,jg.jh,jv f5,iz,j4,j6,j8.j9,jg.jh,jv|iz,j4-if,ik|f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jv f5,iy.iz,j4.j5,j8.j9,jg,ji,jv|f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jn,jq,js,jv f5,iy.iz,j4.j5,j8.j9,jg,ji,jn,jq,js,jv|f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jn.jo,jq,js,jv f5,iy.iz,j4.j5,j8.j9,jg,ji,jn.jo,jq,js,jv|iy.iz,j4.j6,jg,ji|iy.iz,j4.j5,jg.ji|f5.f6,iy.iz,j4.j5,j8.j9,jg,ji,jn,jq,js,jv,jx f5,iy.iz,j4.j5,j8.j9,jg,ji,jn,jq,js,jv,jx|2m.2n,iz,j4,jx-d4.d8,dn.dq,id,if,ih.ik|f5.f6,iz,j4,j8,jv,jx-if,ik f5,iz,j4,j8,jv,jx-if,ik|f5.f6,iz,j4,j8.j9,jg,jn.jo,jq,js,jv,jx f5,iz,j4,j8.j9,jg,jn.jo,jq,js,jv,jx|f5.f6,iz,j4,j6,j8.j9,jg,jn,jq,js,jv,jx f5,iz,j4,j6,j8.j9,jg,jn,jq,js,jv,jx|f5.f6,iz,j4,j8.j9,jg.jh,jn,jq,js,jv,jx f5,iz,j4,j8.j9,jg.jh,jn,jq,js,jv,jx|e1,f5.f6,iz,j4,j8,jv-if,ik e1,f5,iz,j4,j8,jv-if,ik|e1,f5.f6,iy.iz,j4.j6,j8.j9,jg,ji,jv e1,f5,iy.iz,j4.j6,j8.j9,jg,ji,jv|e1,f5.f6,iy.iz,j4.j5,j8.j9,jg.ji,jv e1,f5,iy.iz,j4.j5,j8.j9,jg.ji,jv|e1,f5.f6,iz,j4,j8.j9,jg,jv e1,f5,iz,j4,j8.j9,jg,jv|e1,iz,j4,jb-if,ik|e1,f5.f6,iy.iz,j3.j5,j7.j9,jb,jg,ji.jm,jv e1,f5,iy.iz,j3.j5,j7.j9,jb,jg,ji.jm,jv|e1,f5.f6,iy.iz,j3.j5,j7.j9,jb,jg,ji.jn,jq,js,jv e1,f5,iy.iz,j3.j5,j7.j9,jb,jg,ji.jn,jq,js,jv|e1,f5.f6,iy.iz,j3.j5,j7.j9,jb,jg,ji.jo,jq,js,jv e1,f5,iy.iz,j3.j5,j7.j9,jb,jg,ji.jo,jq,js,jv|e1,iy.iz,j3.j6,jb,jg,ji.jm|e1,iy.iz,j3.j5,jb,jg.jm|e1,iz,j3.j4,jb,jg|f5.f6,iy.j1,j3.j9,jb,jd,jg.ji,jn,jq.js,jv f5,iy.j1,j3.j9,jb,jd,jg.ji,jn,jq.js,jv|2m.2n,iz,j4,jh-d4.d8,dn.dq,id,if,ih.ik|f5.f6,iz.j0,j4,j8,jb,jh,jv-if,ik f5,iz.j0,j4,j8,jb,jh,jv-if,ik|f5.f6,iz.j1,j3.j4,j6.j9,jb,jd,jg.jh,jn.jo,jq.js,jv f5,iz.j1,j3.j4,j6.j9,jb,jd,jg.jh,jn.jo,jq.js,jv|iz,j4,jb-if,ik|f5.f6,iy.iz,j3.j9,jb,jg,ji,jv f5,iy.iz,j3.j9,jb,jg,ji,jv|f5.f6,iy.iz,j3.j9,jb,jg,ji,jn,jq,js,jv f5,iy.iz,j3.j9,jb,jg,ji,jn,jq,js,jv|f5.f6,iy.iz,j3.j9,jb,jg,ji,jn.jo,jq,js,jv f5,iy.iz,j3.j9,jb,jg,ji,jn.jo,jq,js,jv|iy.iz,j3.j6,jb,jg.ji|iw,iy.iz,j3.j6,jb,jg,ji|2m.2n,iw,iz,j4-d4.d8,dn.dq,id,if,ih.ik|iw,iz,j4,jb-if,ik|f5.f6,iw,iz,j3.j4,j6.j9,jb,jg,jv f5,iw,iz,j3.j4,j6.j9,jb,jg,jv|f5.f6,iw,iz,j3.j4,j6.j9,jb,jg,jn,jq,js,jv f5,iw,iz,j3.j4,j6.j9,jb,jg,jn,jq,js,jv|f5.f6,iw,iz,j3.j4,j6.j9,jb,jg,jn.jo,jq,js,jv f5,iw,iz,j3.j4,j6.j9,jb,jg,jn.jo,jq,js,jv|iw,iz,j3.j4,j6,jb,jg.jh|f5.f6,iv,iy.j1,j3.jb,jd.je,jg,ji,jn.js,jv f5,iv,iy.j1,j3.jb,jd.je,jg,ji,jn.js,jv|2m.2n,iv,iz,j4,je-d4.d8,dn.dq,id,if,ih.ik|f5.f6,iv,iz.j0,j4,j8,ja.jb,je,jv-if,ik f5,iv,iz.j0,j4,j8,ja.jb,je,jv-if,ik|f5.f6,iv,iy.j1,j3.jb,jd.je,jg.ji,jn.js,jv f5,iv,iy.j1,j3.jb,jd.je,jg.ji,jn.js,jv|2m.2n,iv,iz,j4,je,jh-d4.d8,dn.dq,id,if,ih.ik|f5.f6,iv,iz.j0,j4,j8,ja.jb,je,jh,jv-if,ik f5,iv,iz.j0,j4,j8,ja.jb,je,jh,jv-if,ik|iy,j5,ji|2m.2n-d4.d8,dn.dq,id,if,ih.ik|-if,ik|f5.f6,j8.j9,jv f5,j8.j9,jv|f5.f6,j8.j9,jn,jq,js,jv f5,j8.j9,jn,jq,js,jv|f5.f6,j8.j9,jn.jo,jq,js,jv f5,j8.j9,jn.jo,jq,js,jv|j6|iz|jh|f5.f6,iz,j4,j8.j9,jg,jv f5,iz,j4,j8.j9,jg,jv|f5.f6,iz,j4,j8.j9,jg,jn,jq,js,jv f5,iz,j4,j8.j9,jg,jn,jq,js,jv|f5.f6,iz,j4,j8.j9,jg,jn.jo,jq,js,jv f5,iz,j4,j8.j9,jg,jn.jo,jq,js,jv|iz,j4,j6,jg|iz,j4,jg.jh|iy.iz,j3.j5,jb,jg,ji|f5.f6,iz,j3.j4,j8.j9,jb,jg,jv f5,iz,j3.j4,j8.j9,jb,jg,jv|f5.f6,iz,j3.j4,j8.j9,jb,jg,jn,jq,js,jv f5,iz,j3.j4,j8.j9,jb,jg,jn,jq,js,jv|f5.f6,iz,j3.j4,j8.j9,jb,jg,jn.jo,jq,js,jv f5,iz,j3.j4,j8.j9,jb,jg,jn.jo,jq,js,jv|iz,j3.j4,jb,jg.jh|f5.f6,iz,j3.j4,j6.j9,jb,jg,jv f5,iz,j3.j4,j6.j9,jb,jg,jv|f5.f6,iz,j3.j4,j6.j9,jb,jg,jn,jq,js,jv f5,iz,j3.j4,j6.j9,jb,jg,jn,jq,js,jv|f5.f6,iz,j3.j4,j6.j9,jb,jg,jn.jo,jq,js,jv f5,iz,j3.j4,j6.j9,jb,jg,jn.jo,jq,js,jv|iz,j3.j4,j6,jb,jg.jh|iy.iz,j3.j6,ja.jb,jg,ji|iz,j4,ja.jb-if,ik|f5.f6,iz,j3.j4,j6.jb,jg,jv f5,iz,j3.j4,j6.jb,jg,jv|f5.f6,iz,j3.j4,j6.jb,jg,jn,jq,js,jv f5,iz,j3.j4,j6.jb,jg,jn,jq,js,jv|f5.f6,iz,j3.j4,j6.jb,jg,jn.jo,jq,js,jv f5,iz,j3.j4,j6.jb,jg,jn.jo,jq,js,jv|iz,j3.j4,j6,ja.jb,jg.jh|iz,j3.j4,j6,ja.jb,je,jg|iy.j1,j3.j6,ja.jb,jd,jg,ji|iz.j0,j4,ja.jb-if,ik|f5.f6,iz.j1,j3.j4,j6.jb,jd,jg,jv f5,iz.j1,j3.j4,j6.jb,jd,jg,jv|f5.f6,iz.j1,j3.j4,j6.jb,jd,jg,jn,jq.js,jv f5,iz.j1,j3.j4,j6.jb,jd,jg,jn,jq.js,jv|f5.f6,iz.j1,j3.j4,j6.jb,jd,jg,jn.jo,jq.js,jv f5,iz.j1,j3.j4,j6.jb,jd,jg,jn.jo,jq.js,jv|iz.j1,j3.j4,j6,ja.jb,jd,jg.jh|iz.j1,j3.j4,j6,ja.jb,jd.je,jg|iy.j1,j3.j6,ja.jd,jg,ji|2m.2n,iz,j4,jc-d4.d8,dn.dq,id,if,ih.ik|iz.j0,j4,ja.jc-if,ik|f5.f6,iz.j1,j3.j4,j6.jd,jg,jv f5,iz.j1,j3.j4,j6.jd,jg,jv|f5.f6,iz.j1,j3.j4,j6.jd,jg,jn,jq.js,jv f5,iz.j1,j3.j4,j6.jd,jg,jn,jq.js,jv|f5.f6,iz.j1,j3.j4,j6.jd,jg,jn.jo,jq.js,jv f5,iz.j1,j3.j4,j6.jd,jg,jn.jo,jq.js,jv|iz.j1,j3.j4,j6,ja.jd,jg.jh|iz.j1,j3.j4,j6,ja.je,jg|f5.f6,iv,iy.iz,j3.jb,jg,ji,jn.jo,jq,js,jv f5,iv,iy.iz,j3.jb,jg,ji,jn.jo,jq,js,jv|2m.2n,iv,iz,j4-d4.d8,dn.dq,id,if,ih.ik|f5.f6,iv,iz,j4,j8,ja.jb,jv-if,ik f5,iv,iz,j4,j8,ja.jb,jv-if,ik|f5.f6,iv,iz,j3.j4,j6.jb,jg.jh,jn.jo,jq,js,jv f5,iv,iz,j3.j4,j6.jb,jg.jh,jn.jo,jq,js,jv|f5.f6,iv,iz,j3.j4,j6.jb,je,jg,jn.jo,jq,js,jv f5,iv,iz,j3.j4,j6.jb,je,jg,jn.jo,jq,js,jv
 -mcpu=generic -march=armv8-a -mcpu=generic+simd -mcpu=generic+fp -mcpu=generic+nocrypto -mcpu=generic+memtag -march=armv8-a+simd -march=armv8-a+fp -march=armv8-a+nocrypto -march=armv8-a+memtag 0
-mcpu=cortex-a34 -mcpu=cortex-a35 -mcpu=cortex-a53 -mcpu=cortex-a57 -mcpu=cortex-a72 -mcpu=cortex-a73 -mcpu=cortex-a57.cortex-a53 -mcpu=cortex-a72.cortex-a53 -mcpu=cortex-a73.cortex-a35 -mcpu=cortex-a73.cortex-a53 -mcpu=cortex-a34+crc -mcpu=cortex-a34+simd -mcpu=cortex-a34+fp -mcpu=cortex-a34+nocrypto -mcpu=cortex-a34+memtag -mcpu=cortex-a35+crc -mcpu=cortex-a35+simd -mcpu=cortex-a35+fp -mcpu=cortex-a35+nocrypto -mcpu=cortex-a35+memtag -mcpu=cortex-a53+crc -mcpu=cortex-a53+simd -mcpu=cortex-a53+fp -mcpu=cortex-a53+nocrypto -mcpu=cortex-a53+memtag -mcpu=cortex-a57+crc -mcpu=cortex-a57+simd -mcpu=cortex-a57+fp -mcpu=cortex-a57+nocrypto -mcpu=cortex-a57+memtag -mcpu=cortex-a72+crc -mcpu=cortex-a72+simd -mcpu=cortex-a72+fp -mcpu=cortex-a72+nocrypto -mcpu=cortex-a72+memtag -mcpu=cortex-a73+crc -mcpu=cortex-a73+simd -mcpu=cortex-a73+fp -mcpu=cortex-a73+nocrypto -mcpu=cortex-a73+memtag -mcpu=cortex-a57.cortex-a53+crc -mcpu=cortex-a57.cortex-a53+simd -mcpu=cortex-a57.cortex-a53+fp -mcpu=cortex-a57.cortex-a53+nocrypto -mcpu=cortex-a57.cortex-a53+memtag -mcpu=cortex-a72.cortex-a53+crc -mcpu=cortex-a72.cortex-a53+simd -mcpu=cortex-a72.cortex-a53+fp -mcpu=cortex-a72.cortex-a53+nocrypto -mcpu=cortex-a72.cortex-a53+memtag -mcpu=cortex-a73.cortex-a35+crc -mcpu=cortex-a73.cortex-a35+simd -mcpu=cortex-a73.cortex-a35+fp -mcpu=cortex-a73.cortex-a35+nocrypto -mcpu=cortex-a73.cortex-a35+memtag -mcpu=cortex-a73.cortex-a53+crc -mcpu=cortex-a73.cortex-a53+simd -mcpu=cortex-a73.cortex-a53+fp -mcpu=cortex-a73.cortex-a53+nocrypto -mcpu=cortex-a73.cortex-a53+memtag -mcpu=generic+crc -march=armv8-a+crc 1
-mcpu=thunderx -mcpu=thunderxt88p1 -mcpu=thunderxt88 -mcpu=octeontx -mcpu=octeontx81 -mcpu=octeontx83 -mcpu=thunderxt81 -mcpu=thunderxt83 -mcpu=thunderx+crc -mcpu=thunderx+crypto -mcpu=thunderx+crc+crypto -mcpu=thunderx+simd -mcpu=thunderx+fp -mcpu=thunderx+memtag -mcpu=thunderxt88p1+crc -mcpu=thunderxt88p1+crypto -mcpu=thunderxt88p1+crc+crypto -mcpu=thunderxt88p1+simd -mcpu=thunderxt88p1+fp -mcpu=thunderxt88p1+memtag -mcpu=thunderxt88+crc -mcpu=thunderxt88+crypto -mcpu=thunderxt88+crc+crypto -mcpu=thunderxt88+simd -mcpu=thunderxt88+fp -mcpu=thunderxt88+memtag -mcpu=octeontx+crc -mcpu=octeontx+crypto -mcpu=octeontx+crc+crypto -mcpu=octeontx+simd -mcpu=octeontx+fp -mcpu=octeontx+memtag -mcpu=octeontx81+crc -mcpu=octeontx81+crypto -mcpu=octeontx81+crc+crypto -mcpu=octeontx81+simd -mcpu=octeontx81+fp -mcpu=octeontx81+memtag -mcpu=octeontx83+crc -mcpu=octeontx83+crypto -mcpu=octeontx83+crc+crypto -mcpu=octeontx83+simd -mcpu=octeontx83+fp -mcpu=octeontx83+memtag -mcpu=thunderxt81+crc -mcpu=thunderxt81+crypto -mcpu=thunderxt81+crc+crypto -mcpu=thunderxt81+simd -mcpu=thunderxt81+fp -mcpu=thunderxt81+memtag -mcpu=thunderxt83+crc -mcpu=thunderxt83+crypto -mcpu=thunderxt83+crc+crypto -mcpu=thunderxt83+simd -mcpu=thunderxt83+fp -mcpu=thunderxt83+memtag 2
-mcpu=ampere1 -mcpu=ampere1+crc -mcpu=ampere1+dotprod -mcpu=ampere1+lse -mcpu=ampere1+simd -mcpu=ampere1+fp -mcpu=ampere1+nocrypto 3
-mcpu=emag -mcpu=exynos-m1 -mcpu=phecda -mcpu=emag+crc -mcpu=emag+crypto -mcpu=emag+crc+crypto -mcpu=emag+simd -mcpu=emag+fp -mcpu=emag+memtag -mcpu=xgene1+crc+crypto -mcpu=exynos-m1+crc -mcpu=exynos-m1+crypto -mcpu=exynos-m1+crc+crypto -mcpu=exynos-m1+simd -mcpu=exynos-m1+fp -mcpu=exynos-m1+memtag -mcpu=phecda+crc -mcpu=phecda+crypto -mcpu=phecda+crc+crypto -mcpu=phecda+simd -mcpu=phecda+fp -mcpu=phecda+memtag 4
-mcpu=xgene1 -mcpu=xgene1+simd -mcpu=xgene1+fp -mcpu=xgene1+nocrypto -mcpu=xgene1+memtag 5
-mcpu=falkor -mcpu=qdf24xx -mcpu=falkor+crc -mcpu=falkor+crypto -mcpu=falkor+crc+crypto -mcpu=falkor+simd -mcpu=falkor+fp -mcpu=falkor+memtag -mcpu=qdf24xx+crc -mcpu=qdf24xx+crypto -mcpu=qdf24xx+crc+crypto -mcpu=qdf24xx+simd -mcpu=qdf24xx+fp -mcpu=qdf24xx+memtag 6
-mcpu=thunderx2t99p1 -mcpu=vulcan -mcpu=thunderx2t99 -mcpu=falkor+lse -mcpu=qdf24xx+lse -mcpu=thunderx2t99p1+crc -mcpu=thunderx2t99p1+crypto -mcpu=thunderx2t99p1+lse -mcpu=thunderx2t99p1+crc+crypto -mcpu=thunderx2t99p1+simd -mcpu=thunderx2t99p1+fp -mcpu=thunderx2t99p1+memtag -mcpu=vulcan+crc -mcpu=vulcan+crypto -mcpu=vulcan+lse -mcpu=vulcan+crc+crypto -mcpu=vulcan+simd -mcpu=vulcan+fp -mcpu=vulcan+memtag -mcpu=thunderx2t99+crc -mcpu=thunderx2t99+crypto -mcpu=thunderx2t99+lse -mcpu=thunderx2t99+crc+crypto -mcpu=thunderx2t99+simd -mcpu=thunderx2t99+fp -mcpu=thunderx2t99+memtag 7
-mcpu=cortex-a55 -mcpu=cortex-a75 -mcpu=cortex-a76 -mcpu=cortex-a76ae -mcpu=cortex-a77 -mcpu=cortex-a78 -mcpu=cortex-a78ae -mcpu=cortex-a78c -mcpu=cortex-a65 -mcpu=cortex-a65ae -mcpu=cortex-x1 -mcpu=ares -mcpu=neoverse-n1 -mcpu=neoverse-e1 -mcpu=cortex-a75.cortex-a55 -mcpu=cortex-a76.cortex-a55 -mcpu=cortex-a55+crc -mcpu=cortex-a55+fp16 -mcpu=cortex-a55+dotprod -mcpu=cortex-a55+lse -mcpu=cortex-a55+simd -mcpu=cortex-a55+fp -mcpu=cortex-a55+nocrypto -mcpu=cortex-a55+memtag -mcpu=cortex-a75+crc -mcpu=cortex-a75+fp16 -mcpu=cortex-a75+dotprod -mcpu=cortex-a75+lse -mcpu=cortex-a75+simd -mcpu=cortex-a75+fp -mcpu=cortex-a75+nocrypto -mcpu=cortex-a75+memtag -mcpu=cortex-a76+crc -mcpu=cortex-a76+fp16 -mcpu=cortex-a76+dotprod -mcpu=cortex-a76+lse -mcpu=cortex-a76+simd -mcpu=cortex-a76+fp -mcpu=cortex-a76+nocrypto -mcpu=cortex-a76+memtag -mcpu=cortex-a76ae+crc -mcpu=cortex-a76ae+fp16 -mcpu=cortex-a76ae+dotprod -mcpu=cortex-a76ae+lse -mcpu=cortex-a76ae+simd -mcpu=cortex-a76ae+fp -mcpu=cortex-a76ae+nocrypto -mcpu=cortex-a76ae+memtag -mcpu=cortex-a77+crc -mcpu=cortex-a77+fp16 -mcpu=cortex-a77+dotprod -mcpu=cortex-a77+lse -mcpu=cortex-a77+simd -mcpu=cortex-a77+fp -mcpu=cortex-a77+nocrypto -mcpu=cortex-a77+memtag -mcpu=cortex-a78+crc -mcpu=cortex-a78+fp16 -mcpu=cortex-a78+dotprod -mcpu=cortex-a78+lse -mcpu=cortex-a78+simd -mcpu=cortex-a78+fp -mcpu=cortex-a78+nocrypto -mcpu=cortex-a78+memtag -mcpu=cortex-a78ae+crc -mcpu=cortex-a78ae+fp16 -mcpu=cortex-a78ae+dotprod -mcpu=cortex-a78ae+lse -mcpu=cortex-a78ae+simd -mcpu=cortex-a78ae+fp -mcpu=cortex-a78ae+nocrypto -mcpu=cortex-a78ae+memtag -mcpu=cortex-a78c+crc -mcpu=cortex-a78c+fp16 -mcpu=cortex-a78c+dotprod -mcpu=cortex-a78c+lse -mcpu=cortex-a78c+simd -mcpu=cortex-a78c+fp -mcpu=cortex-a78c+nocrypto -mcpu=cortex-a78c+memtag -mcpu=cortex-a65+crc -mcpu=cortex-a65+fp16 -mcpu=cortex-a65+dotprod -mcpu=cortex-a65+lse -mcpu=cortex-a65+simd -mcpu=cortex-a65+fp -mcpu=cortex-a65+nocrypto -mcpu=cortex-a65+memtag -mcpu=cortex-a65ae+crc -mcpu=cortex-a65ae+fp16 -mcpu=cortex-a65ae+dotprod -mcpu=cortex-a65ae+lse -mcpu=cortex-a65ae+simd -mcpu=cortex-a65ae+fp -mcpu=cortex-a65ae+nocrypto -mcpu=cortex-a65ae+memtag -mcpu=cortex-x1+crc -mcpu=cortex-x1+fp16 -mcpu=cortex-x1+dotprod -mcpu=cortex-x1+lse -mcpu=cortex-x1+simd -mcpu=cortex-x1+fp -mcpu=cortex-x1+nocrypto -mcpu=cortex-x1+memtag -mcpu=ares+crc -mcpu=ares+fp16 -mcpu=ares+dotprod -mcpu=ares+lse -mcpu=ares+simd -mcpu=ares+fp -mcpu=ares+nocrypto -mcpu=ares+memtag -mcpu=neoverse-n1+crc -mcpu=neoverse-n1+fp16 -mcpu=neoverse-n1+dotprod -mcpu=neoverse-n1+lse -mcpu=neoverse-n1+simd -mcpu=neoverse-n1+fp -mcpu=neoverse-n1+nocrypto -mcpu=neoverse-n1+memtag -mcpu=neoverse-e1+crc -mcpu=neoverse-e1+fp16 -mcpu=neoverse-e1+dotprod -mcpu=neoverse-e1+lse -mcpu=neoverse-e1+simd -mcpu=neoverse-e1+fp -mcpu=neoverse-e1+nocrypto -mcpu=neoverse-e1+memtag -mcpu=cortex-a75.cortex-a55+crc -mcpu=cortex-a75.cortex-a55+fp16 -mcpu=cortex-a75.cortex-a55+dotprod -mcpu=cortex-a75.cortex-a55+lse -mcpu=cortex-a75.cortex-a55+simd -mcpu=cortex-a75.cortex-a55+fp -mcpu=cortex-a75.cortex-a55+nocrypto -mcpu=cortex-a75.cortex-a55+memtag -mcpu=cortex-a76.cortex-a55+crc -mcpu=cortex-a76.cortex-a55+fp16 -mcpu=cortex-a76.cortex-a55+dotprod -mcpu=cortex-a76.cortex-a55+lse -mcpu=cortex-a76.cortex-a55+simd -mcpu=cortex-a76.cortex-a55+fp -mcpu=cortex-a76.cortex-a55+nocrypto -mcpu=cortex-a76.cortex-a55+memtag 8
-mcpu=octeontx2 -mcpu=octeontx2t98 -mcpu=octeontx2t96 -mcpu=octeontx2t93 -mcpu=octeontx2f95 -mcpu=octeontx2f95n -mcpu=octeontx2f95mm -mcpu=octeontx2+crc -mcpu=octeontx2+crypto -mcpu=octeontx2+lse -mcpu=octeontx2+crc+crypto -mcpu=octeontx2+simd -mcpu=octeontx2+fp -mcpu=octeontx2+memtag -mcpu=octeontx2t98+crc -mcpu=octeontx2t98+crypto -mcpu=octeontx2t98+lse -mcpu=octeontx2t98+crc+crypto -mcpu=octeontx2t98+simd -mcpu=octeontx2t98+fp -mcpu=octeontx2t98+memtag -mcpu=octeontx2t96+crc -mcpu=octeontx2t96+crypto -mcpu=octeontx2t96+lse -mcpu=octeontx2t96+crc+crypto -mcpu=octeontx2t96+simd -mcpu=octeontx2t96+fp -mcpu=octeontx2t96+memtag -mcpu=octeontx2t93+crc -mcpu=octeontx2t93+crypto -mcpu=octeontx2t93+lse -mcpu=octeontx2t93+crc+crypto -mcpu=octeontx2t93+simd -mcpu=octeontx2t93+fp -mcpu=octeontx2t93+memtag -mcpu=octeontx2f95+crc -mcpu=octeontx2f95+crypto -mcpu=octeontx2f95+lse -mcpu=octeontx2f95+crc+crypto -mcpu=octeontx2f95+simd -mcpu=octeontx2f95+fp -mcpu=octeontx2f95+memtag -mcpu=octeontx2f95n+crc -mcpu=octeontx2f95n+crypto -mcpu=octeontx2f95n+lse -mcpu=octeontx2f95n+crc+crypto -mcpu=octeontx2f95n+simd -mcpu=octeontx2f95n+fp -mcpu=octeontx2f95n+memtag -mcpu=octeontx2f95mm+crc -mcpu=octeontx2f95mm+crypto -mcpu=octeontx2f95mm+lse -mcpu=octeontx2f95mm+crc+crypto -mcpu=octeontx2f95mm+simd -mcpu=octeontx2f95mm+fp -mcpu=octeontx2f95mm+memtag -march=armv8.1-a+crypto -march=armv8.1-a+crc+crypto -march=armv8.2-a+crypto -march=armv8.2-a+crc+crypto 9
-mcpu=a64fx -mcpu=a64fx+crc -mcpu=a64fx+fp16 -mcpu=a64fx+sve -mcpu=a64fx+lse -mcpu=a64fx+simd -mcpu=a64fx+fp -mcpu=a64fx+nocrypto -mcpu=a64fx+memtag a
-mcpu=tsv110 -mcpu=thunderx2t99p1+fp16 -mcpu=vulcan+fp16 -mcpu=thunderx2t99+fp16 -mcpu=tsv110+crc -mcpu=tsv110+crypto -mcpu=tsv110+fp16 -mcpu=tsv110+lse -mcpu=tsv110+crc+crypto -mcpu=tsv110+simd -mcpu=tsv110+fp -mcpu=tsv110+memtag b
-mcpu=thunderx3t110 -mcpu=thunderx3t110+crc -mcpu=thunderx3t110+crypto -mcpu=thunderx3t110+lse -mcpu=thunderx3t110+crc+crypto -mcpu=thunderx3t110+simd -mcpu=thunderx3t110+fp -mcpu=thunderx3t110+memtag c
-mcpu=zeus -mcpu=neoverse-v1 -mcpu=neoverse-512tvb -mcpu=zeus+crc -mcpu=zeus+fp16 -mcpu=zeus+sve -mcpu=zeus+dotprod -mcpu=zeus+lse -mcpu=zeus+rng -mcpu=zeus+simd -mcpu=zeus+fp -mcpu=zeus+nocrypto -mcpu=zeus+memtag -mcpu=neoverse-v1+crc -mcpu=neoverse-v1+fp16 -mcpu=neoverse-v1+sve -mcpu=neoverse-v1+dotprod -mcpu=neoverse-v1+lse -mcpu=neoverse-v1+rng -mcpu=neoverse-v1+simd -mcpu=neoverse-v1+fp -mcpu=neoverse-v1+nocrypto -mcpu=neoverse-v1+memtag -mcpu=neoverse-512tvb+crc -mcpu=neoverse-512tvb+fp16 -mcpu=neoverse-512tvb+sve -mcpu=neoverse-512tvb+dotprod -mcpu=neoverse-512tvb+lse -mcpu=neoverse-512tvb+rng -mcpu=neoverse-512tvb+simd -mcpu=neoverse-512tvb+fp -mcpu=neoverse-512tvb+nocrypto -mcpu=neoverse-512tvb+memtag d
-mcpu=saphira -mcpu=saphira+crc -mcpu=saphira+crypto -mcpu=saphira+dotprod -mcpu=saphira+lse -mcpu=saphira+crc+crypto -mcpu=saphira+simd -mcpu=saphira+fp -mcpu=saphira+memtag -march=armv8.4-a+crypto -march=armv8.4-a+crc+crypto e
-mcpu=cortex-r82 -march=armv8-r -mcpu=cortex-r82+crc -mcpu=cortex-r82+dotprod -mcpu=cortex-r82+lse -mcpu=cortex-r82+simd -mcpu=cortex-r82+fp -mcpu=cortex-r82+nocrypto -mcpu=cortex-r82+memtag -march=armv8-r+crc -march=armv8-r+dotprod -march=armv8-r+lse -march=armv8-r+simd -march=armv8-r+fp -march=armv8-r+nocrypto -march=armv8-r+memtag f
-mcpu=cortex-a510 -mcpu=cortex-a710 -mcpu=cortex-x2 -mcpu=cortex-a510+crc -mcpu=cortex-a510+fp16 -mcpu=cortex-a510+sve -mcpu=cortex-a510+sve2 -mcpu=cortex-a510+dotprod -mcpu=cortex-a510+lse -mcpu=cortex-a510+simd -mcpu=cortex-a510+fp -mcpu=cortex-a510+nocrypto -mcpu=cortex-a510+memtag -mcpu=cortex-a710+crc -mcpu=cortex-a710+fp16 -mcpu=cortex-a710+sve -mcpu=cortex-a710+sve2 -mcpu=cortex-a710+dotprod -mcpu=cortex-a710+lse -mcpu=cortex-a710+simd -mcpu=cortex-a710+fp -mcpu=cortex-a710+nocrypto -mcpu=cortex-a710+memtag -mcpu=cortex-x2+crc -mcpu=cortex-x2+fp16 -mcpu=cortex-x2+sve -mcpu=cortex-x2+sve2 -mcpu=cortex-x2+dotprod -mcpu=cortex-x2+lse -mcpu=cortex-x2+simd -mcpu=cortex-x2+fp -mcpu=cortex-x2+nocrypto -mcpu=cortex-x2+memtag g
-mcpu=neoverse-n2 -mcpu=demeter -mcpu=cortex-a510+rng -mcpu=cortex-a710+rng -mcpu=cortex-x2+rng -mcpu=neoverse-n2+crc -mcpu=neoverse-n2+fp16 -mcpu=neoverse-n2+sve -mcpu=neoverse-n2+sve2 -mcpu=neoverse-n2+dotprod -mcpu=neoverse-n2+lse -mcpu=neoverse-n2+rng -mcpu=neoverse-n2+simd -mcpu=neoverse-n2+fp -mcpu=neoverse-n2+nocrypto -mcpu=neoverse-n2+memtag -mcpu=demeter+crc -mcpu=demeter+fp16 -mcpu=demeter+sve -mcpu=demeter+sve2 -mcpu=demeter+dotprod -mcpu=demeter+lse -mcpu=demeter+rng -mcpu=demeter+simd -mcpu=demeter+fp -mcpu=demeter+nocrypto -mcpu=demeter+memtag h
-march=armv8.1-a -march=armv8.2-a -mcpu=octeontx2+nocrypto -mcpu=octeontx2t98+nocrypto -mcpu=octeontx2t96+nocrypto -mcpu=octeontx2t93+nocrypto -mcpu=octeontx2f95+nocrypto -mcpu=octeontx2f95n+nocrypto -mcpu=octeontx2f95mm+nocrypto -march=armv8.1-a+crc -march=armv8.1-a+lse -march=armv8.1-a+simd -march=armv8.1-a+fp -march=armv8.1-a+nocrypto -march=armv8.1-a+memtag -march=armv8.2-a+crc -march=armv8.2-a+lse -march=armv8.2-a+simd -march=armv8.2-a+fp -march=armv8.2-a+nocrypto -march=armv8.2-a+memtag i
-march=armv8.3-a -march=armv8.3-a+crc -march=armv8.3-a+lse -march=armv8.3-a+simd -march=armv8.3-a+fp -march=armv8.3-a+nocrypto -march=armv8.3-a+memtag j
-march=armv8.4-a -mcpu=saphira+nocrypto -march=armv8.3-a+dotprod -march=armv8.4-a+crc -march=armv8.4-a+dotprod -march=armv8.4-a+lse -march=armv8.4-a+simd -march=armv8.4-a+fp -march=armv8.4-a+nocrypto -march=armv8.4-a+memtag k
-march=armv8.5-a -march=armv8.5-a+crc -march=armv8.5-a+dotprod -march=armv8.5-a+lse -march=armv8.5-a+simd -march=armv8.5-a+fp -march=armv8.5-a+nocrypto l
-march=armv8.6-a -march=armv8.6-a+crc -march=armv8.6-a+dotprod -march=armv8.6-a+lse -march=armv8.6-a+simd -march=armv8.6-a+fp -march=armv8.6-a+nocrypto m
-march=armv8.7-a -march=armv8.8-a -march=armv8.7-a+crc -march=armv8.7-a+dotprod -march=armv8.7-a+lse -march=armv8.7-a+simd -march=armv8.7-a+fp -march=armv8.7-a+nocrypto -march=armv8.8-a+crc -march=armv8.8-a+dotprod -march=armv8.8-a+lse -march=armv8.8-a+simd -march=armv8.8-a+fp -march=armv8.8-a+nocrypto n
-march=armv9-a -march=armv9-a+crc -march=armv9-a+fp16 -march=armv9-a+sve -march=armv9-a+sve2 -march=armv9-a+dotprod -march=armv9-a+lse -march=armv9-a+simd -march=armv9-a+fp -march=armv9-a+nocrypto o
-mcpu=cortex-a34+crypto -mcpu=cortex-a34+crc+crypto -mcpu=cortex-a35+crypto -mcpu=cortex-a35+crc+crypto -mcpu=cortex-a53+crypto -mcpu=cortex-a53+crc+crypto -mcpu=cortex-a57+crypto -mcpu=cortex-a57+crc+crypto -mcpu=cortex-a72+crypto -mcpu=cortex-a72+crc+crypto -mcpu=cortex-a73+crypto -mcpu=cortex-a73+crc+crypto -mcpu=cortex-a57.cortex-a53+crypto -mcpu=cortex-a57.cortex-a53+crc+crypto -mcpu=cortex-a72.cortex-a53+crypto -mcpu=cortex-a72.cortex-a53+crc+crypto -mcpu=cortex-a73.cortex-a35+crypto -mcpu=cortex-a73.cortex-a35+crc+crypto -mcpu=cortex-a73.cortex-a53+crypto -mcpu=cortex-a73.cortex-a53+crc+crypto -mcpu=generic+crc+crypto -march=armv8-a+crc+crypto p
-mcpu=cortex-a34+nofp -mcpu=cortex-a35+nofp -mcpu=cortex-a53+nofp -mcpu=cortex-a57+nofp -mcpu=cortex-a72+nofp -mcpu=cortex-a73+nofp -mcpu=cortex-a57.cortex-a53+nofp -mcpu=cortex-a72.cortex-a53+nofp -mcpu=cortex-a73.cortex-a35+nofp -mcpu=cortex-a73.cortex-a53+nofp q
-mcpu=cortex-a34+nosimd -mcpu=cortex-a35+nosimd -mcpu=cortex-a53+nosimd -mcpu=cortex-a57+nosimd -mcpu=cortex-a72+nosimd -mcpu=cortex-a73+nosimd -mcpu=cortex-a57.cortex-a53+nosimd -mcpu=cortex-a72.cortex-a53+nosimd -mcpu=cortex-a73.cortex-a35+nosimd -mcpu=cortex-a73.cortex-a53+nosimd r
-mcpu=cortex-a34+fp16 -mcpu=cortex-a35+fp16 -mcpu=cortex-a53+fp16 -mcpu=cortex-a57+fp16 -mcpu=cortex-a72+fp16 -mcpu=cortex-a73+fp16 -mcpu=cortex-a57.cortex-a53+fp16 -mcpu=cortex-a72.cortex-a53+fp16 -mcpu=cortex-a73.cortex-a35+fp16 -mcpu=cortex-a73.cortex-a53+fp16 s
-mcpu=cortex-a34+sve -mcpu=cortex-a35+sve -mcpu=cortex-a53+sve -mcpu=cortex-a57+sve -mcpu=cortex-a72+sve -mcpu=cortex-a73+sve -mcpu=cortex-a57.cortex-a53+sve -mcpu=cortex-a72.cortex-a53+sve -mcpu=cortex-a73.cortex-a35+sve -mcpu=cortex-a73.cortex-a53+sve t
-mcpu=cortex-a34+sve2 -mcpu=cortex-a35+sve2 -mcpu=cortex-a53+sve2 -mcpu=cortex-a57+sve2 -mcpu=cortex-a72+sve2 -mcpu=cortex-a73+sve2 -mcpu=cortex-a57.cortex-a53+sve2 -mcpu=cortex-a72.cortex-a53+sve2 -mcpu=cortex-a73.cortex-a35+sve2 -mcpu=cortex-a73.cortex-a53+sve2 u
-mcpu=cortex-a34+dotprod -mcpu=cortex-a35+dotprod -mcpu=cortex-a53+dotprod -mcpu=cortex-a57+dotprod -mcpu=cortex-a72+dotprod -mcpu=cortex-a73+dotprod -mcpu=cortex-a57.cortex-a53+dotprod -mcpu=cortex-a72.cortex-a53+dotprod -mcpu=cortex-a73.cortex-a35+dotprod -mcpu=cortex-a73.cortex-a53+dotprod v
-mcpu=cortex-a34+lse -mcpu=cortex-a35+lse -mcpu=cortex-a53+lse -mcpu=cortex-a57+lse -mcpu=cortex-a72+lse -mcpu=cortex-a73+lse -mcpu=cortex-a57.cortex-a53+lse -mcpu=cortex-a72.cortex-a53+lse -mcpu=cortex-a73.cortex-a35+lse -mcpu=cortex-a73.cortex-a53+lse w
-mcpu=cortex-a34+rng -mcpu=cortex-a35+rng -mcpu=cortex-a53+rng -mcpu=cortex-a57+rng -mcpu=cortex-a72+rng -mcpu=cortex-a73+rng -mcpu=cortex-a57.cortex-a53+rng -mcpu=cortex-a72.cortex-a53+rng -mcpu=cortex-a73.cortex-a35+rng -mcpu=cortex-a73.cortex-a53+rng x
-mcpu=thunderx+nofp -mcpu=thunderxt88p1+nofp -mcpu=thunderxt88+nofp -mcpu=octeontx+nofp -mcpu=octeontx81+nofp -mcpu=octeontx83+nofp -mcpu=thunderxt81+nofp -mcpu=thunderxt83+nofp y
-mcpu=thunderx+nosimd -mcpu=thunderxt88p1+nosimd -mcpu=thunderxt88+nosimd -mcpu=octeontx+nosimd -mcpu=octeontx81+nosimd -mcpu=octeontx83+nosimd -mcpu=thunderxt81+nosimd -mcpu=thunderxt83+nosimd z
-mcpu=thunderx+fp16 -mcpu=thunderxt88p1+fp16 -mcpu=thunderxt88+fp16 -mcpu=octeontx+fp16 -mcpu=octeontx81+fp16 -mcpu=octeontx83+fp16 -mcpu=thunderxt81+fp16 -mcpu=thunderxt83+fp16 10
-mcpu=thunderx+sve -mcpu=thunderxt88p1+sve -mcpu=thunderxt88+sve -mcpu=octeontx+sve -mcpu=octeontx81+sve -mcpu=octeontx83+sve -mcpu=thunderxt81+sve -mcpu=thunderxt83+sve 11
-mcpu=thunderx+sve2 -mcpu=thunderxt88p1+sve2 -mcpu=thunderxt88+sve2 -mcpu=octeontx+sve2 -mcpu=octeontx81+sve2 -mcpu=octeontx83+sve2 -mcpu=thunderxt81+sve2 -mcpu=thunderxt83+sve2 12
-mcpu=thunderx+dotprod -mcpu=thunderxt88p1+dotprod -mcpu=thunderxt88+dotprod -mcpu=octeontx+dotprod -mcpu=octeontx81+dotprod -mcpu=octeontx83+dotprod -mcpu=thunderxt81+dotprod -mcpu=thunderxt83+dotprod 13
-mcpu=thunderx+lse -mcpu=thunderxt88p1+lse -mcpu=thunderxt88+lse -mcpu=octeontx+lse -mcpu=octeontx81+lse -mcpu=octeontx83+lse -mcpu=thunderxt81+lse -mcpu=thunderxt83+lse 14
-mcpu=thunderx+rng -mcpu=thunderxt88p1+rng -mcpu=thunderxt88+rng -mcpu=octeontx+rng -mcpu=octeontx81+rng -mcpu=octeontx83+rng -mcpu=thunderxt81+rng -mcpu=thunderxt83+rng 15
-mcpu=thunderx+nocrypto -mcpu=thunderxt88p1+nocrypto -mcpu=thunderxt88+nocrypto -mcpu=octeontx+nocrypto -mcpu=octeontx81+nocrypto -mcpu=octeontx83+nocrypto -mcpu=thunderxt81+nocrypto -mcpu=thunderxt83+nocrypto 16
-mcpu=ampere1+crypto -mcpu=ampere1+crc+crypto 17
-mcpu=ampere1+nofp -mcpu=thunderx2t99p1+nofp -mcpu=vulcan+nofp -mcpu=thunderx2t99+nofp -mcpu=tsv110+nofp -mcpu=thunderx3t110+nofp 18
-mcpu=ampere1+nosimd 19
-mcpu=ampere1+fp16 1a
-mcpu=ampere1+sve 1b
-mcpu=ampere1+sve2 1c
-mcpu=ampere1+rng 1d
-mcpu=ampere1+memtag 1e
-mcpu=emag+nofp -mcpu=falkor+nofp -mcpu=qdf24xx+nofp -mcpu=exynos-m1+nofp -mcpu=phecda+nofp 1f
-mcpu=emag+nosimd -mcpu=falkor+nosimd -mcpu=qdf24xx+nosimd -mcpu=exynos-m1+nosimd -mcpu=phecda+nosimd 1g
-mcpu=emag+fp16 -mcpu=exynos-m1+fp16 -mcpu=phecda+fp16 1h
-mcpu=emag+sve -mcpu=exynos-m1+sve -mcpu=phecda+sve 1i
-mcpu=emag+sve2 -mcpu=exynos-m1+sve2 -mcpu=phecda+sve2 1j
-mcpu=emag+dotprod -mcpu=exynos-m1+dotprod -mcpu=phecda+dotprod 1k
-mcpu=emag+lse -mcpu=exynos-m1+lse -mcpu=phecda+lse 1l
-mcpu=emag+rng -mcpu=exynos-m1+rng -mcpu=phecda+rng 1m
-mcpu=emag+nocrypto -mcpu=xgene1+crc -mcpu=exynos-m1+nocrypto -mcpu=phecda+nocrypto 1n
-mcpu=xgene1+crypto 1o
-mcpu=xgene1+nofp 1p
-mcpu=xgene1+nosimd 1q
-mcpu=xgene1+fp16 1r
-mcpu=xgene1+sve 1s
-mcpu=xgene1+sve2 1t
-mcpu=xgene1+dotprod 1u
-mcpu=xgene1+lse 1v
-mcpu=xgene1+rng 1w
-mcpu=falkor+fp16 -mcpu=qdf24xx+fp16 1x
-mcpu=falkor+sve -mcpu=qdf24xx+sve 1y
-mcpu=falkor+sve2 -mcpu=qdf24xx+sve2 1z
-mcpu=falkor+dotprod -mcpu=qdf24xx+dotprod 20
-mcpu=falkor+rng -mcpu=qdf24xx+rng 21
-mcpu=falkor+nocrypto -mcpu=qdf24xx+nocrypto 22
-mcpu=thunderx2t99p1+nosimd -mcpu=vulcan+nosimd -mcpu=thunderx2t99+nosimd 23
-mcpu=thunderx2t99p1+sve -mcpu=vulcan+sve -mcpu=thunderx2t99+sve -mcpu=tsv110+sve 24
-mcpu=thunderx2t99p1+sve2 -mcpu=vulcan+sve2 -mcpu=thunderx2t99+sve2 -mcpu=tsv110+sve2 25
-mcpu=thunderx2t99p1+dotprod -mcpu=vulcan+dotprod -mcpu=thunderx2t99+dotprod 26
-mcpu=thunderx2t99p1+rng -mcpu=vulcan+rng -mcpu=thunderx2t99+rng 27
-mcpu=thunderx2t99p1+nocrypto -mcpu=vulcan+nocrypto -mcpu=thunderx2t99+nocrypto 28
-mcpu=cortex-a55+crypto -mcpu=cortex-a55+crc+crypto -mcpu=cortex-a75+crypto -mcpu=cortex-a75+crc+crypto -mcpu=cortex-a76+crypto -mcpu=cortex-a76+crc+crypto -mcpu=cortex-a76ae+crypto -mcpu=cortex-a76ae+crc+crypto -mcpu=cortex-a77+crypto -mcpu=cortex-a77+crc+crypto -mcpu=cortex-a78+crypto -mcpu=cortex-a78+crc+crypto -mcpu=cortex-a78ae+crypto -mcpu=cortex-a78ae+crc+crypto -mcpu=cortex-a78c+crypto -mcpu=cortex-a78c+crc+crypto -mcpu=cortex-a65+crypto -mcpu=cortex-a65+crc+crypto -mcpu=cortex-a65ae+crypto -mcpu=cortex-a65ae+crc+crypto -mcpu=cortex-x1+crypto -mcpu=cortex-x1+crc+crypto -mcpu=ares+crypto -mcpu=ares+crc+crypto -mcpu=neoverse-n1+crypto -mcpu=neoverse-n1+crc+crypto -mcpu=neoverse-e1+crypto -mcpu=neoverse-e1+crc+crypto -mcpu=cortex-a75.cortex-a55+crypto -mcpu=cortex-a75.cortex-a55+crc+crypto -mcpu=cortex-a76.cortex-a55+crypto -mcpu=cortex-a76.cortex-a55+crc+crypto 29
-mcpu=cortex-a55+nofp -mcpu=cortex-a75+nofp -mcpu=cortex-a76+nofp -mcpu=cortex-a76ae+nofp -mcpu=cortex-a77+nofp -mcpu=cortex-a78+nofp -mcpu=cortex-a78ae+nofp -mcpu=cortex-a78c+nofp -mcpu=cortex-a65+nofp -mcpu=cortex-a65ae+nofp -mcpu=cortex-x1+nofp -mcpu=ares+nofp -mcpu=neoverse-n1+nofp -mcpu=neoverse-e1+nofp -mcpu=octeontx2+nofp -mcpu=octeontx2t98+nofp -mcpu=octeontx2t96+nofp -mcpu=octeontx2t93+nofp -mcpu=octeontx2f95+nofp -mcpu=octeontx2f95n+nofp -mcpu=octeontx2f95mm+nofp -mcpu=saphira+nofp -mcpu=cortex-a75.cortex-a55+nofp -mcpu=cortex-a76.cortex-a55+nofp -march=armv8.1-a+nofp -march=armv8.2-a+nofp -march=armv8.3-a+nofp -march=armv8.4-a+nofp -march=armv8.5-a+nofp -march=armv8.6-a+nofp 2a
-mcpu=cortex-a55+nosimd -mcpu=cortex-a75+nosimd -mcpu=cortex-a76+nosimd -mcpu=cortex-a76ae+nosimd -mcpu=cortex-a77+nosimd -mcpu=cortex-a78+nosimd -mcpu=cortex-a78ae+nosimd -mcpu=cortex-a78c+nosimd -mcpu=cortex-a65+nosimd -mcpu=cortex-a65ae+nosimd -mcpu=cortex-x1+nosimd -mcpu=ares+nosimd -mcpu=neoverse-n1+nosimd -mcpu=neoverse-e1+nosimd -mcpu=cortex-a75.cortex-a55+nosimd -mcpu=cortex-a76.cortex-a55+nosimd 2b
-mcpu=cortex-a55+sve -mcpu=cortex-a75+sve -mcpu=cortex-a76+sve -mcpu=cortex-a76ae+sve -mcpu=cortex-a77+sve -mcpu=cortex-a78+sve -mcpu=cortex-a78ae+sve -mcpu=cortex-a78c+sve -mcpu=cortex-a65+sve -mcpu=cortex-a65ae+sve -mcpu=cortex-x1+sve -mcpu=ares+sve -mcpu=neoverse-n1+sve -mcpu=neoverse-e1+sve -mcpu=cortex-a75.cortex-a55+sve -mcpu=cortex-a76.cortex-a55+sve 2c
-mcpu=cortex-a55+sve2 -mcpu=cortex-a75+sve2 -mcpu=cortex-a76+sve2 -mcpu=cortex-a76ae+sve2 -mcpu=cortex-a77+sve2 -mcpu=cortex-a78+sve2 -mcpu=cortex-a78ae+sve2 -mcpu=cortex-a78c+sve2 -mcpu=cortex-a65+sve2 -mcpu=cortex-a65ae+sve2 -mcpu=cortex-x1+sve2 -mcpu=ares+sve2 -mcpu=neoverse-n1+sve2 -mcpu=neoverse-e1+sve2 -mcpu=cortex-a75.cortex-a55+sve2 -mcpu=cortex-a76.cortex-a55+sve2 2d
-mcpu=cortex-a55+rng -mcpu=cortex-a75+rng -mcpu=cortex-a76+rng -mcpu=cortex-a76ae+rng -mcpu=cortex-a77+rng -mcpu=cortex-a78+rng -mcpu=cortex-a78ae+rng -mcpu=cortex-a78c+rng -mcpu=cortex-a65+rng -mcpu=cortex-a65ae+rng -mcpu=cortex-x1+rng -mcpu=ares+rng -mcpu=neoverse-n1+rng -mcpu=neoverse-e1+rng -mcpu=cortex-a75.cortex-a55+rng -mcpu=cortex-a76.cortex-a55+rng 2e
-mcpu=octeontx2+nosimd -mcpu=octeontx2t98+nosimd -mcpu=octeontx2t96+nosimd -mcpu=octeontx2t93+nosimd -mcpu=octeontx2f95+nosimd -mcpu=octeontx2f95n+nosimd -mcpu=octeontx2f95mm+nosimd -march=armv8.1-a+nosimd -march=armv8.2-a+nosimd 2f
-mcpu=octeontx2+fp16 -mcpu=octeontx2t98+fp16 -mcpu=octeontx2t96+fp16 -mcpu=octeontx2t93+fp16 -mcpu=octeontx2f95+fp16 -mcpu=octeontx2f95n+fp16 -mcpu=octeontx2f95mm+fp16 2g
-mcpu=octeontx2+sve -mcpu=octeontx2t98+sve -mcpu=octeontx2t96+sve -mcpu=octeontx2t93+sve -mcpu=octeontx2f95+sve -mcpu=octeontx2f95n+sve -mcpu=octeontx2f95mm+sve 2h
-mcpu=octeontx2+sve2 -mcpu=octeontx2t98+sve2 -mcpu=octeontx2t96+sve2 -mcpu=octeontx2t93+sve2 -mcpu=octeontx2f95+sve2 -mcpu=octeontx2f95n+sve2 -mcpu=octeontx2f95mm+sve2 2i
-mcpu=octeontx2+dotprod -mcpu=octeontx2t98+dotprod -mcpu=octeontx2t96+dotprod -mcpu=octeontx2t93+dotprod -mcpu=octeontx2f95+dotprod -mcpu=octeontx2f95n+dotprod -mcpu=octeontx2f95mm+dotprod 2j
-mcpu=octeontx2+rng -mcpu=octeontx2t98+rng -mcpu=octeontx2t96+rng -mcpu=octeontx2t93+rng -mcpu=octeontx2f95+rng -mcpu=octeontx2f95n+rng -mcpu=octeontx2f95mm+rng 2k
-mcpu=a64fx+crypto -mcpu=a64fx+crc+crypto 2l
-mcpu=a64fx+nofp 2m
-mcpu=a64fx+nosimd 2n
-mcpu=a64fx+sve2 2o
-mcpu=a64fx+dotprod 2p
-mcpu=a64fx+rng 2q
-mcpu=tsv110+nosimd 2r
-mcpu=tsv110+dotprod 2s
-mcpu=tsv110+rng 2t
-mcpu=tsv110+nocrypto 2u
-mcpu=thunderx3t110+nosimd 2v
-mcpu=thunderx3t110+fp16 2w
-mcpu=thunderx3t110+sve 2x
-mcpu=thunderx3t110+sve2 2y
-mcpu=thunderx3t110+dotprod 2z
-mcpu=thunderx3t110+rng 30
-mcpu=thunderx3t110+nocrypto 31
-mcpu=zeus+crypto -mcpu=zeus+crc+crypto -mcpu=neoverse-v1+crypto -mcpu=neoverse-v1+crc+crypto -mcpu=neoverse-512tvb+crypto -mcpu=neoverse-512tvb+crc+crypto 32
-mcpu=zeus+nofp -mcpu=neoverse-v1+nofp -mcpu=neoverse-512tvb+nofp 33
-mcpu=zeus+nosimd -mcpu=neoverse-v1+nosimd -mcpu=neoverse-512tvb+nosimd 34
-mcpu=zeus+sve2 -mcpu=neoverse-v1+sve2 -mcpu=neoverse-512tvb+sve2 35
-mcpu=saphira+nosimd -march=armv8.3-a+nosimd -march=armv8.4-a+nosimd 36
-mcpu=saphira+fp16 37
-mcpu=saphira+sve 38
-mcpu=saphira+sve2 39
-mcpu=saphira+rng 3a
-mcpu=cortex-r82+crypto -mcpu=cortex-r82+crc+crypto -march=armv8-r+crypto -march=armv8-r+crc+crypto 3b
-mcpu=cortex-r82+nofp -march=armv8-r+nofp 3c
-mcpu=cortex-r82+nosimd -march=armv8-r+nosimd 3d
-mcpu=cortex-r82+fp16 -march=armv8-r+fp16 3e
-mcpu=cortex-r82+sve -march=armv8-r+sve 3f
-mcpu=cortex-r82+sve2 -march=armv8-r+sve2 3g
-mcpu=cortex-r82+rng -march=armv8-r+rng 3h
-mcpu=cortex-a510+crypto -mcpu=cortex-a510+crc+crypto -mcpu=cortex-a710+crypto -mcpu=cortex-a710+crc+crypto -mcpu=cortex-x2+crypto -mcpu=cortex-x2+crc+crypto 3i
-mcpu=cortex-a510+nofp -mcpu=cortex-a710+nofp -mcpu=cortex-x2+nofp 3j
-mcpu=cortex-a510+nosimd -mcpu=cortex-a710+nosimd -mcpu=cortex-x2+nosimd 3k
-mcpu=neoverse-n2+crypto -mcpu=neoverse-n2+crc+crypto -mcpu=demeter+crypto -mcpu=demeter+crc+crypto 3l
-mcpu=neoverse-n2+nofp -mcpu=demeter+nofp 3m
-mcpu=neoverse-n2+nosimd -mcpu=demeter+nosimd 3n
-mcpu=generic+crypto -march=armv8-a+crypto 3o
-mcpu=generic+nofp -march=armv8-a+nofp 3p
-mcpu=generic+nosimd -march=armv8-a+nosimd 3q
-mcpu=generic+fp16 -march=armv8-a+fp16 3r
-mcpu=generic+sve -march=armv8-a+sve 3s
-mcpu=generic+sve2 -march=armv8-a+sve2 3t
-mcpu=generic+dotprod -march=armv8-a+dotprod 3u
-mcpu=generic+lse -march=armv8-a+lse 3v
-mcpu=generic+rng -march=armv8-a+rng 3w
-march=armv8.1-a+fp16 -march=armv8.2-a+fp16 3x
-march=armv8.1-a+sve -march=armv8.2-a+sve 3y
-march=armv8.1-a+sve2 -march=armv8.2-a+sve2 3z
-march=armv8.1-a+dotprod -march=armv8.2-a+dotprod 40
-march=armv8.1-a+rng -march=armv8.2-a+rng 41
-march=armv8.3-a+crypto -march=armv8.3-a+crc+crypto 42
-march=armv8.3-a+fp16 43
-march=armv8.3-a+sve 44
-march=armv8.3-a+sve2 45
-march=armv8.3-a+rng 46
-march=armv8.4-a+fp16 47
-march=armv8.4-a+sve 48
-march=armv8.4-a+sve2 49
-march=armv8.4-a+rng 4a
-march=armv8.5-a+crypto -march=armv8.5-a+crc+crypto 4b
-march=armv8.5-a+nosimd 4c
-march=armv8.5-a+fp16 4d
-march=armv8.5-a+sve 4e
-march=armv8.5-a+sve2 4f
-march=armv8.5-a+rng 4g
-march=armv8.5-a+memtag 4h
-march=armv8.6-a+crypto -march=armv8.6-a+crc+crypto 4i
-march=armv8.6-a+nosimd 4j
-march=armv8.6-a+fp16 4k
-march=armv8.6-a+sve 4l
-march=armv8.6-a+sve2 4m
-march=armv8.6-a+rng 4n
-march=armv8.6-a+memtag 4o
-march=armv8.7-a+crypto -march=armv8.7-a+crc+crypto -march=armv8.8-a+crypto -march=armv8.8-a+crc+crypto 4p
-march=armv8.7-a+nofp -march=armv8.8-a+nofp 4q
-march=armv8.7-a+nosimd -march=armv8.8-a+nosimd 4r
-march=armv8.7-a+fp16 -march=armv8.8-a+fp16 4s
-march=armv8.7-a+sve -march=armv8.8-a+sve 4t
-march=armv8.7-a+sve2 -march=armv8.8-a+sve2 4u
-march=armv8.7-a+rng -march=armv8.8-a+rng 4v
-march=armv8.7-a+memtag -march=armv8.8-a+memtag 4w
-march=armv9-a+crypto -march=armv9-a+crc+crypto 4x
-march=armv9-a+nofp 4y
-march=armv9-a+nosimd 4z
-march=armv9-a+rng 50
-march=armv9-a+memtag 51

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast 2m.2n,ez,f2.f3,ge.gg,gi,gl,jt-13,dn.dq
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 1o,44,gy-3y.40,7s,dz.e0 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-fPIC -dm,dw
-faligned-new  81,bv
-fbuilding-libgcc fb.fg,fi.fj,fl.fq,fs.gd,jz.k7
-fchar8_t  f1,f8,h6
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fcx-fortran-rules 2n-dn,dq
-fcx-limited-range 2n-dn,dq
-fexceptions 7t 
-ffast-math 2m.2n,ez,f2.f3,ge.gg,gl,jt-dn.dq
-ffinite-math-only 2m.2n,f3-dn.dq
-ffreestanding gv-dd,dn.dr
-fgimple gp 
-fgnu-tm ey ey,hy
-fgnu89-inline 44-3y 
-fhandle-exceptions 7t 
-fimplicit-constexpr  ?hp
-fleading-underscore h0
-fmath-errno -f2,ge
-fnew-ttp-matching  95
-fno-PIC -dl.dm,dv.dw
-fno-PIE -dl.dm,dv.dw
-fno-aligned-new  -81,bv
-fno-char8_t  -f1,f8,h6
-fno-coroutines  -hm
-fno-dwarf2-cfi-asm -bp
-fno-exceptions  -7t,8c
-fno-fast-math d,by.bz,dn.dq-ez,f2,ge.gg,gl,jt
-fno-finite-math-only d-f2
-fno-handle-exceptions  -7t,8c
-fno-hosted gv-dd,dn.dr 
-fno-inline 13
-fno-math-errno ge
-fno-new-inheriting-ctors  hq
-fno-new-ttp-matching  -95
-fno-non-call-exceptions  -7t,8c
-fno-pic -dl.dm,dv.dw
-fno-pie -dl.dm,dv.dw
-fno-reciprocal-math -gl
-fno-rtti  -7w,8x
-fno-signed-zeros 2m.2n,gf-dn.dq
-fno-sized-deallocation  -91
-fno-threadsafe-statics  -96
-fno-trapping-math gg
-fno-unsafe-math-optimizations -ez,f2,gf.gg,gl,jt
-fno-unsigned-char -6l
-fno-weak  fa
-fnon-call-exceptions 7t 
-fopenacc ew,ey
-fopenmp ex.ey
-fpic gj,i1-dm,dw,i4
-fpie gj.gk,i1.i2-i4
-freciprocal-math 2m.2n,gl-dn.dq
-frounding-math gm
-fsanitize=address gn
-fsanitize=thread go
-fshort-enums ju
-fshort-wchar 2t,7n.7r
-fsignaling-nans gz-ez,f2,gg
-fsigned-char -6l
-fsigned-zeros -ez,f2,gf
-fsingle-precision-constant 2m.2n-dn.dq
-fsized-deallocation  91
-fstack-protector gu
-fstack-protector-all gr
-fstack-protector-explicit gs
-fstack-protector-strong gt
-ftrapping-math -ez,f2,gg
-funsafe-math-optimizations 2m.2n,ez,gf.gg,gl,jt-dn.dq
-mabi=ilp32 1p.1q,1v.26,28,2a.2k,6d.6k,6r.6t,6v.6y,70.71,es.et,k8.k9-c0,cg
-mbig-endian f0,f4,f9,it,ix-i3
-mbionic -ds
-mbranch-protection=standard j2,jf
-mcmodel=tiny iu-i4
-mgeneral-regs-only 1o,2m.2n,6c,io-d4.d8,dn.dq,id,if,ih.ik,j3,j6.jb,jg,jn.jo,jq,js 2m.2n,6c,io-d4.d8,dn.dq,id,if,ih.ik,j3,j6.jb,jg,jn.jo,jq,js
-mmusl 1p.1q,6d.6k-ds
-mtune=a64fx jx
-mtune=ampere1 e1
-mtune=emag e1
-mtune=exynos-m1 e1
-mtune=falkor e1
-mtune=octeontx jw,jy
-mtune=octeontx81 jw,jy
-mtune=octeontx83 jw,jy
-mtune=phecda e1
-mtune=qdf24xx e1
-mtune=thunderx jw,jy
-mtune=thunderx2t99 e1
-mtune=thunderx2t99p1 e1
-mtune=thunderx3t110 e1
-mtune=thunderxt81 jw,jy
-mtune=thunderxt83 jw,jy
-mtune=thunderxt88 jw,jy
-mtune=thunderxt88p1 jw,jy
-mtune=tsv110 e1
-mtune=vulcan e1
-mtune=xgene1 e1
-muclibc -ds
-pedantic  -8y?83,8g
-pthread ey
-std=c++03  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++0x  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,d9.da,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++11  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,d9.da,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++14  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,d9.da,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++17  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-d9.da,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1y  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,d9.da,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1z  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-d9.da,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-d9.da,dz.e0
-std=c++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-d9.da,dz.e0
-std=c++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-d9.da,dz.e0
-std=c++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-d9.da,dz.e0
-std=c++98  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c11 1o,41,gy-dz.e0 
-std=c17 1o,7s,gy-dz.e0 
-std=c18 1o,7s,gy-dz.e0 
-std=c2x 1o,gx.gy-dz.e0 
-std=c89 1o,44,gy-3y.40,7s,dz.e0 
-std=c90 1o,44,gy-3y.40,7s,dz.e0 
-std=c99 1o,gw,gy-3z.40,dz.e0 
-std=gnu++03  44.45,d9.da,dz.e0-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,er,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++0x  d9.da,dz.e0,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++11  d9.da,dz.e0,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++14  7z,87,8a,8e,8j,8w,91,9a,d9.da,dz.e0,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++1y  7z,87,8a,8e,8j,8w,91,9a,d9.da,dz.e0,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,dz.e0,f1,f8,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-gy
-std=gnu++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,dz.e0,f1,f8,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-gy
-std=gnu++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,dz.e0,f1,f8,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-gy
-std=gnu++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,dz.e0,f1,f8,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-gy
-std=gnu++98  44.45,d9.da,dz.e0-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,er,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu11 41,dz.e0-gy 
-std=gnu2x dz.e0,gx-gy 
-std=gnu89 44,dz.e0-3y.40,7s,gy 
-std=gnu90 44,dz.e0-3y.40,7s,gy 
-std=gnu99 dz.e0,gw-gy 
-std=iso9899:1999 1o,gw,gy-3z.40,dz.e0 
-std=iso9899:2011 1o,41,gy-dz.e0 
-traditional-cpp -1g 
-undef dn.dq-0.1e,1h.1o,37.3a,3w.3y,46.6c,6l,72.7d,9g.b3,b5.bp,bw.d8,db.dc,de.dm,ds.e0,e2.ep,eu.ev,ez,f2,ge.gg,gi,gl,gy,i3.is,iz,j3.j4,j6.jb,jg,jn.jo,jq,js.jt dn.dq-0.1e,1h.1o,37.3a,3w.3y,42.43,46.6c,6l,72.7d,7t.7w,7y.9c,9f.b3,b5.bj,bp.dc,de.dm,ds.e0,e2.ep,er,eu.ev,ez,f1.f2,f8,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.is,iz,j3.j4,j6.jb,jg,jn.jo,jq,js.jt

-fPIE -f?asynchronous-unwind-tables -fno-short-enums -fno-signed-char -frtti -funsigned-char -funwind-tables -mabi=lp64 -mbranch-protection=none -mcmodel=small -m?fix-cortex-a53-835769 -m?fix-cortex-a53-843419 -mglibc -mlittle-endian -m?low-precision-div -m?low-precision-recip-sqrt -m?low-precision-sqrt -m?omit-leaf-frame-pointer -m?outline-atomics -m?pc-relative-literal-loads -m?strict-align -m?track-speculation -mtune=ares -mtune=cortex-a34 -mtune=cortex-a35 -mtune=cortex-a510 -mtune=cortex-a53 -mtune=cortex-a55 -mtune=cortex-a57 -mtune=cortex-a57.cortex-a53 -mtune=cortex-a65 -mtune=cortex-a65ae -mtune=cortex-a710 -mtune=cortex-a72 -mtune=cortex-a72.cortex-a53 -mtune=cortex-a73 -mtune=cortex-a73.cortex-a35 -mtune=cortex-a73.cortex-a53 -mtune=cortex-a75 -mtune=cortex-a75.cortex-a55 -mtune=cortex-a76 -mtune=cortex-a76.cortex-a55 -mtune=cortex-a76ae -mtune=cortex-a77 -mtune=cortex-a78 -mtune=cortex-a78ae -mtune=cortex-a78c -mtune=cortex-r82 -mtune=cortex-x1 -mtune=cortex-x2 -mtune=demeter -mtune=generic -mtune=neoverse-512tvb -mtune=neoverse-e1 -mtune=neoverse-n1 -mtune=neoverse-n2 -mtune=neoverse-v1 -mtune=octeontx2 -mtune=octeontx2f95 -mtune=octeontx2f95mm -mtune=octeontx2f95n -mtune=octeontx2t93 -mtune=octeontx2t96 -mtune=octeontx2t98 -mtune=saphira -mtune=zeus -m?verbose-cost-dump -std=gnu++17 -std=gnu++1z

-fms-extensions -fno-unsigned-char -fpack-struct -fplan9-extensions -fpreprocessed -fshort-enums -fshort-wchar -fsigned-char -mabi=ilp32 -traditional-cpp -trigraphs -undef

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
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

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
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __type_pack_element __make_integer_seq`;
