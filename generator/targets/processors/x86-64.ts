/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = `gcc: gcc (Debian 12.2.0-14+deb12u1) 12.2.0, asked on 2026-11-22

__ATOMIC_HLE_ACQUIRE 65536
__ATOMIC_HLE_RELEASE 131072
__DECIMAL_BID_FORMAT__ 1
__DECIMAL_DIG__ 21
__FLT64X_DECIMAL_DIG__ 21
__FLT64X_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951F64x
__FLT64X_DIG__ 18
__FLT64X_EPSILON__ 1.08420217248550443400745280086994171e-19F64x
__FLT64X_MANT_DIG__ 64
__FLT64X_MAX__ 1.18973149535723176502126385303097021e+4932F64x
__FLT64X_NORM_MAX__ 1.18973149535723176502126385303097021e+4932F64x
__FXSR__ 1
__LDBL_DECIMAL_DIG__ 21
__LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L
__LDBL_DIG__ 18
__LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
__LDBL_MANT_DIG__ 64
__LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_NORM_MAX__ 1.18973149535723176502126385303097021e+4932L
__MMX_WITH_SSE__ 1
__MMX__ 1
__SEG_FS 1
__SEG_GS 1
__SIZEOF_FLOAT128__ 16
__SIZEOF_FLOAT80__ 16
__SSE2_MATH__ 1
__SSE2__ 1
__SSE_MATH__ 1
__SSE__ 1
__amd64 1
__amd64__ 1
__code_model_small__ 1
__k8 1
__k8__ 1
__x86_64 1
__x86_64__ 1
_SOFT_FLOAT 1
__3dNOW_A__ 1
__3dNOW__ 1
__ABM__ 1
__ADX__ 1
__AES__ 1
__AMX_BF16__ 1
__AMX_INT8__ 1
__AMX_TILE__ 1
__ANDROID__ 1
__AVX2__ 1
__AVX5124FMAPS__ 1
__AVX5124VNNIW__ 1
__AVX512BF16__ 1
__AVX512BITALG__ 1
__AVX512BW__ 1
__AVX512CD__ 1
__AVX512DQ__ 1
__AVX512ER__ 1
__AVX512FP16__ 1
__AVX512F__ 1
__AVX512IFMA__ 1
__AVX512PF__ 1
__AVX512VBMI2__ 1
__AVX512VBMI__ 1
__AVX512VL__ 1
__AVX512VNNI__ 1
__AVX512VP2INTERSECT__ 1
__AVX512VPOPCNTDQ__ 1
__AVXVNNI__ 1
__AVX__ 1
__BIGGEST_ALIGNMENT__ 32
__BIGGEST_ALIGNMENT__ 64
__BMI2__ 1
__BMI__ 1
__CET__ 3
__CLDEMOTE__ 1
__CLFLUSHOPT__ 1
__CLWB__ 1
__CLZERO__ 1
__CRC32__ 1
__ENQCMD__ 1
__F16C__ 1
__FLT_EVAL_METHOD_TS_18661_3__ -1
__FLT_EVAL_METHOD_TS_18661_3__ 2
__FLT_EVAL_METHOD__ -1
__FLT_EVAL_METHOD__ 2
__FMA4__ 1
__FMA__ 1
__FP_FAST_FMAL 1
__FSGSBASE__ 1
__GFNI__ 1
__HRESET__ 1
__KL__ 1
__LAHF_SAHF__ 1
__LDBL_DENORM_MIN__ 4.94065645841246544176568792868221372e-324L
__LDBL_EPSILON__ 2.22044604925031308084726333618164062e-16L
__LDBL_MAX__ 1.79769313486231570814527423731704357e+308L
__LDBL_MIN__ 2.22507385850720138309023271733240406e-308L
__LDBL_NORM_MAX__ 1.79769313486231570814527423731704357e+308L
__LIBGCC_HAS_XF_MODE__ 1
__LIBGCC_HF_EXCESS_PRECISION__ 1
__LIBGCC_STACK_POINTER_REGNUM__ 7
__LIBGCC_TF_EPSILON__ __FLT128_EPSILON__
__LIBGCC_TF_FUNC_EXT__ f128
__LIBGCC_TF_MAX__ __FLT128_MAX__
__LIBGCC_TF_MIN__ __FLT128_MIN__
__LIBGCC_TRAMPOLINE_SIZE__ 28
__LIBGCC_XF_EPSILON__ __LDBL_EPSILON__
__LIBGCC_XF_EXCESS_PRECISION__ 0
__LIBGCC_XF_FUNC_EXT__ l
__LIBGCC_XF_MANT_DIG__ 64
__LIBGCC_XF_MAX__ __LDBL_MAX__
__LIBGCC_XF_MIN__ __LDBL_MIN__
__LONG_DOUBLE_128__ 1
__LONG_DOUBLE_64__ 1
__LWP__ 1
__LZCNT__ 1
__MOVBE__ 1
__MOVDIR64B__ 1
__MOVDIRI__ 1
__MWAITX__ 1
__PCLMUL__ 1
__PCONFIG__ 1
__PKU__ 1
__POPCNT__ 1
__PREFETCHWT1__ 1
__PRFCHW__ 1
__PTWRITE__ 1
__RDPID__ 1
__RDRND__ 1
__RDSEED__ 1
__RTM__ 1
__SERIALIZE__ 1
__SGX__ 1
__SHA__ 1
__SHSTK__ 1
__SIZEOF_FLOAT80__ 12
__SIZEOF_LONG_DOUBLE__ 12
__SSE3__ 1
__SSE4A__ 1
__SSE4_1__ 1
__SSE4_2__ 1
__SSSE3__ 1
__TBM__ 1
__TSXLDTRK__ 1
__UINTR__ 1
__VAES__ 1
__VPCLMULQDQ__ 1
__WAITPKG__ 1
__WBNOINVD__ 1
__WCHAR_MAX__ 0x7fffffffL
__WCHAR_TYPE__ long int
__WIDEKL__ 1
__XOP__ 1
__XSAVEC__ 1
__XSAVEOPT__ 1
__XSAVES__ 1
__XSAVE__ 1
__alderlake 1
__alderlake__ 1
__amdfam10 1
__amdfam10__ 1
__atom 1
__atom__ 1
__bdver1 1
__bdver1__ 1
__bdver2 1
__bdver2__ 1
__bdver3 1
__bdver3__ 1
__bdver4 1
__bdver4__ 1
__bonnell 1
__bonnell__ 1
__btver1 1
__btver1__ 1
__btver2 1
__btver2__ 1
__cannonlake 1
__cannonlake__ 1
__cascadelake 1
__cascadelake__ 1
__code_model_32__ 1
__code_model_large__ 1
__code_model_medium__ 1
__cooperlake 1
__cooperlake__ 1
__core2 1
__core2__ 1
__core_avx2 1
__core_avx2__ 1
__corei7 1
__corei7__ 1
__corei7_avx 1
__corei7_avx__ 1
__goldmont 1
__goldmont__ 1
__goldmont_plus 1
__goldmont_plus__ 1
__haswell 1
__haswell__ 1
__i386 1
__i386__ 1
__i686 1
__i686__ 1
__icelake_client 1
__icelake_client__ 1
__icelake_server 1
__icelake_server__ 1
__knl 1
__knl__ 1
__knm 1
__knm__ 1
__nehalem 1
__nehalem__ 1
__nocona 1
__nocona__ 1
__pentium4 1
__pentium4__ 1
__pentiumpro 1
__pentiumpro__ 1
__rocketlake 1
__rocketlake__ 1
__sandybridge 1
__sandybridge__ 1
__sapphirerapids 1
__sapphirerapids__ 1
__silvermont 1
__silvermont__ 1
__skylake 1
__skylake__ 1
__skylake_avx512 1
__skylake_avx512__ 1
__slm 1
__slm__ 1
__tigerlake 1
__tigerlake__ 1
__tremont 1
__tremont__ 1
__tune_alderlake__ 1
__tune_amdfam10__ 1
__tune_atom__ 1
__tune_bdver1__ 1
__tune_bdver2__ 1
__tune_bdver3__ 1
__tune_bdver4__ 1
__tune_bonnell__ 1
__tune_btver1__ 1
__tune_btver2__ 1
__tune_cannonlake__ 1
__tune_cascadelake__ 1
__tune_cooperlake__ 1
__tune_core2__ 1
__tune_core_avx2__ 1
__tune_corei7__ 1
__tune_corei7_avx__ 1
__tune_goldmont__ 1
__tune_goldmont_plus__ 1
__tune_haswell__ 1
__tune_icelake_client__ 1
__tune_icelake_server__ 1
__tune_k8__ 1
__tune_knl__ 1
__tune_knm__ 1
__tune_nehalem__ 1
__tune_nocona__ 1
__tune_pentium4__ 1
__tune_rocketlake__ 1
__tune_sandybridge__ 1
__tune_sapphirerapids__ 1
__tune_silvermont__ 1
__tune_skylake__ 1
__tune_skylake_avx512__ 1
__tune_slm__ 1
__tune_tigerlake__ 1
__tune_tremont__ 1
__tune_znver1__ 1
__tune_znver2__ 1
__tune_znver3__ 1
__znver1 1
__znver1__ 1
__znver2 1
__znver2__ 1
__znver3 1
__znver3__ 1
i386 1

0.1o,2u.2v,37.40,46.6c,72.7d,7s,9g.b4,bk.bp,bw.d3,db.ep,i3.j2 0.1o,2u.2v,37.40,42.43,46.6c,72.7d,7t.9c,9g.b4,bp.d3,d9.er,i3.j2

|-mfpmath=sse|-mfpmath=387
|kb,kd-is,iu|ev,lu,nz.o0,pd-iz.j0|ev,kb,kd,lu,nz.o0,pd-is,iu,iz.j0|ev,kl,lu,ly,n7.n8,p0-iz.j0|ev,kb,kd,kl,lu,ly,n7.n8,p0-is,iu,iz.j0|ev,k7,kl,lg,lu,lw.ly,nb.nc,nx.ny,p2,pc-iz.j0|ev,k7,kb,kd,kl,lg,lu,lw.ly,nb.nc,nx.ny,p2,pc-is,iu,iz.j0|ev,k7,kl,ld,lg,lu,lw.ly,nb.nc,nx.ny,p2,pc-iz.j0|ev,k7,kb,kd,kl,ld,lg,lu,lw.ly,nb.nc,nx.ny,p2,pc-is,iu,iz.j0|ev,jx.jy,k7,kl,ld,lg,lu,lw.ly,mb,md,nd.ne,o7.o8,p3,pg-iz.j0|ev,jx.jy,k7,kb,kd,kl,ld,lg,lu,lw.ly,mb,md,nd.ne,o7.o8,p3,pg-is,iu,iz.j0|ev,jx.jy,k7,k9,kh,kl,ld,lg,ll,lu,lw.ly,mb,md,nd.ne,o7.o8,p3,pg-iz.j0|ev,jx.jy,k7,k9,kb,kd,kh,kl,ld,lg,ll,lu,lw.ly,mb,md,nd.ne,o7.o8,p3,pg-is,iu,iz.j0|d4.d8,ev,jd,jx.jy,k0.k1,k7,k9,kf,kh,kl,l8.l9,ld,lg,ll,lu,lw.ly,mb,md,n9.na,nj.nk,p1,p6-iz.j0|ev,jd,jx.jy,k0.k1,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lg,ll,lu,lw.ly,mb,md,n9.na,nj.nk,p1,p6-is,iu,iz.j0|d4.d8,ev,j7,jd,jx.jy,k0.k1,k7,k9,kf,kh,kl,l8.l9,ld,lg,li,ll.lm,lu,lw.ly,mb,md,n9.na,nj.nk,p1,p6-iz.j0|ev,j7,jd,jx.jy,k0.k1,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lg,li,ll.lm,lu,lw.ly,mb,md,n9.na,nj.nk,p1,p6-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jx.jy,k0.k1,k4,k7,k9,kf,kh,kl,l8.l9,ld,lg,li,ll.lm,lp,lu,lw.ly,ma.md,od.oe,pj-iz.j0|ev,j7.j8,jd,jx.jy,k0.k1,k4,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lg,li,ll.lm,lp,lu,lw.ly,ma.md,od.oe,pj-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,ji.jk,jn,js,jx,jz.k1,k4.k5,k7,k9,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp,lu,lw.ly,ma.md,of.og,pk-iz.j0|ev,j7.j8,jd,ji.jk,jn,js,jx,jz.k1,k4.k5,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp,lu,lw.ly,ma.md,of.og,pk-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,ji.jk,jn.jo,jr.js,jx,jz.k1,k4,k7,k9,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp.lq,lu,lw.ly,ma.md,my.mz,ox-iz.j0|ev,j7.j8,jd,ji.jk,jn.jo,jr.js,jx,jz.k1,k4,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp.lq,lu,lw.ly,ma.md,my.mz,ox-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,jz.k1,k4,k7,k9,kf,kh.ki,kl,l8.l9,ld,lf.lg,li,lk.lm,lp.lq,lu,lw.ly,m2.m3,ma.md,np.nq,p7-iz.j0|ev,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,jz.k1,k4,k7,k9,kb,kd,kf,kh.ki,kl,l8.l9,ld,lf.lg,li,lk.lm,lp.lq,lu,lw.ly,m2.m3,ma.md,np.nq,p7-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,jz.k1,k4,k7,k9,kf,kh.ki,kl,l8.l9,ld,lf.lg,li,lk.lm,lq,lu,lw.ly,m2.m3,ma.md,o5.o6,pf-iz.j0|ev,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,jz.k1,k4,k7,k9,kb,kd,kf,kh.ki,kl,l8.l9,ld,lf.lg,li,lk.lm,lq,lu,lw.ly,m2.m3,ma.md,o5.o6,pf-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,jz.k1,k4.k5,k7,k9,kf,kh.ki,kl,l8.l9,ld.lg,li,lk.lm,lp.lq,lu,lw.ly,m2.m3,m5,ma.md,nr.ns,p8-iz.j0|ev,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,jz.k1,k4.k5,k7,k9,kb,kd,kf,kh.ki,kl,l8.l9,ld.lg,li,lk.lm,lp.lq,lu,lw.ly,m2.m3,m5,ma.md,nr.ns,p8-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,ji.jk,jn,js.jt,jx,jz.k1,k4.k5,k7,k9,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp,lu,lw.ly,ma.md,n0.n1,oy-iz.j0|ev,j7.j8,jd,ji.jk,jn,js.jt,jx,jz.k1,k4.k5,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp,lu,lw.ly,ma.md,n0.n1,oy-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jh.jk,jn.jo,jq.jv,jx,jz.k1,k4.k5,k7,k9,kf,kh.ki,kk.kl,l8.lb,ld,lf.lg,li,lk.lm,lp.lq,lu,lw.ly,m2.m3,m8,ma.md,oj.ok,pm-iz.j0|ev,j7.j8,jd,jh.jk,jn.jo,jq.jv,jx,jz.k1,k4.k5,k7,k9,kb,kd,kf,kh.ki,kk.kl,l8.lb,ld,lf.lg,li,lk.lm,lp.lq,lu,lw.ly,m2.m3,m8,ma.md,oj.ok,pm-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jg,ji.jk,jn,js.jt,jx,jz.k1,k4.k5,k7,k9,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp,lu,lw.ly,ma.md,n5.n6,oz-iz.j0|ev,j7.j8,jd,jg,ji.jk,jn,js.jt,jx,jz.k1,k4.k5,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lf.lg,li,ll.lm,lp,lu,lw.ly,ma.md,n5.n6,oz-is,iu,iz.j0|d4.d8,ev,f5.f6,j7.jb,jd,jg.jk,jm.jo,jq.jx,jz.k1,k3.k5,k7.k9,kf,kh.ki,kl,l8.lb,ld.lg,li.lm,lo.lq,lu,lw.ly,m0.m5,ma.md,o9.oa,ph-iz.j0 d4.d8,ev,f5,j7.jb,jd,jg.jk,jm.jo,jq.jx,jz.k1,k3.k5,k7.k9,kf,kh.ki,kl,l8.lb,ld.lg,li.lm,lo.lq,lu,lw.ly,m0.m5,ma.md,o9.oa,ph-iz.j0|ev,j7.jb,jd,jg.jk,jm.jo,jq.jx,jz.k1,k3.k5,k7.k9,kb,kd,kf,kh.ki,kl,l8.lb,ld.lg,li.lm,lo.lq,lu,lw.ly,m0.m5,ma.md,o9.oa,ph-is,iu,iz.j0|d4.d8,ev,j7.j8,jd,jw.jy,k0.k1,k3.k5,k7,k9,kf,kh.kl,l8.lb,ld.lg,li.lm,lo.lq,lu,lw.ly,m2.m4,m8,ma.mf,on-iz.j0|ev,j7.j8,jd,jw.jy,k0.k1,k3.k5,k7,k9,kb,kd,kf,kh.kl,l8.lb,ld.lg,li.lm,lo.lq,lu,lw.ly,m2.m4,m8,ma.mf,on-is,iu,iz.j0|ev,kl,l9,lu,ly,mi.mj,ms.mt,op,ou-iz.j0|ev,kb,kd,kl,l9,lu,ly,mi.mj,ms.mt,op,ou-is,iu,iz.j0|ev,k7,kl,l9,ld,lg,li,ll,lu,lw.ly,ob.oc,oh.oi,pi,pl-iz.j0|ev,k7,kb,kd,kl,l9,ld,lg,li,ll,lu,lw.ly,ob.oc,oh.oi,pi,pl-is,iu,iz.j0|ev,j8,k4,k7,kh,kl,l9,ld,lg,li,ll.lm,lq,lu,lw.ly,ma.md,nf.ng,p4-iz.j0|ev,j8,k4,k7,kb,kd,kh,kl,l9,ld,lg,li,ll.lm,lq,lu,lw.ly,ma.md,nf.ng,p4-is,iu,iz.j0|ev,j8,k4,k7,kh,kl,l9,ld,lg,li.lm,lp.lq,lu,lw.ly,ma.md,nh.ni,p5-iz.j0|ev,j8,k4,k7,kb,kd,kh,kl,l9,ld,lg,li.lm,lp.lq,lu,lw.ly,ma.md,nh.ni,p5-is,iu,iz.j0|ev,j8,k3.k5,k7,kh.ki,kl,l9.lb,ld,lg,li.lm,lp.lq,lu,lw.ly,m4,ma.md,ol.om,pn-iz.j0|ev,j8,k3.k5,k7,kb,kd,kh.ki,kl,l9.lb,ld,lg,li.lm,lp.lq,lu,lw.ly,m4,ma.md,ol.om,pn-is,iu,iz.j0|d4.d8,ev,j7,jd,jj,jl,jn,jp,jx,jz.k1,k7,k9,kf,kh,kl,l8.l9,ld,lg.li,ll.lm,lu,lw.ly,mb,md,nt.nu,pa-iz.j0|ev,j7,jd,jj,jl,jn,jp,jx,jz.k1,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lg.li,ll.lm,lu,lw.ly,mb,md,nt.nu,pa-is,iu,iz.j0|d4.d8,ev,j7,jd.jf,jj,jl,jn,jp,jv,jx,jz.k1,k7,k9,kf,kh,kl,l8.l9,ld,lg.li,ll.lm,lu,lw.ly,mb,md,nv.nw,pb-iz.j0|ev,j7,jd.jf,jj,jl,jn,jp,jv,jx,jz.k1,k7,k9,kb,kd,kf,kh,kl,l8.l9,ld,lg.li,ll.lm,lu,lw.ly,mb,md,nv.nw,pb-is,iu,iz.j0|ev,k7,kl,lg,lu,lw.ly|ev,k7,kb,kd,kl,lg,lu,lw.ly-is,iu|d4.d8,ev,jd,jx.jy,k0.k1,k7,k9,kf,kl,l8.l9,lg,lu,lw.ly,md|ev,jd,jx.jy,k0.k1,k7,k9,kb,kd,kf,kl,l8.l9,lg,lu,lw.ly,md-is,iu|d4.d8,ev,jd,ji.jk,jn,js,jx,jz.k1,k7,k9,kf,kl,l8.l9,lg,lu,lw.ly,md|ev,jd,ji.jk,jn,js,jx,jz.k1,k7,k9,kb,kd,kf,kl,l8.l9,lg,lu,lw.ly,md-is,iu|kl,lu,p9|kb,kd,kl,lu,p9-is,iu|kl,lu,ly,p9|kb,kd,kl,lu,ly,p9-is,iu|kl,lu,lw,ly,p9|kb,kd,kl,lu,lw,ly,p9-is,iu|j4.j5,p9|j4.j5,kb,kd,p9-is,iu|j4.j5,lu,p9|j4.j5,kb,kd,lu,p9-is,iu|ev,j4.j6,kl,l8,lg,li,lu.lv,mg.mh,oo-iz.j0|ev,j4.j6,kb,kd,kl,l8,lg,li,lu.lv,mg.mh,oo-is,iu,iz.j0|d4.d8,ev,j6,j8,jx.jy,k7,ke,kl,l7.l8,ld,lg,li,lu.ly,m9,md,mk.ml,oq-iz.j0|ev,j6,j8,jx.jy,k7,kb,kd.ke,kl,l7.l8,ld,lg,li,lu.ly,m9,md,mk.ml,oq-is,iu,iz.j0|d4.d8,ev,j6,j8,jx.jy,k1,k7,k9,ke.kf,kl,l7.l8,ld,lg,li,lu.lz,m9,md,mm.mn,or-iz.j0|ev,j6,j8,jx.jy,k1,k7,k9,kb,kd.kf,kl,l7.l8,ld,lg,li,lu.lz,m9,md,mm.mn,or-is,iu,iz.j0|d4.d8,ev,j6,j8,jx.jy,k1,k7,k9,ke.kf,kh,kl,l7.l8,ld,lg,li,lu.lz,m9,mb,md,mo.mp,os-iz.j0|ev,j6,j8,jx.jy,k1,k7,k9,kb,kd.kf,kh,kl,l7.l8,ld,lg,li,lu.lz,m9,mb,md,mo.mp,os-is,iu,iz.j0|d4.d8,ev,j6,j8,jd,jx.jy,k0.k1,k7,k9,ke.kf,kh,kl,l7.l9,lc.ld,lg,li,ll,lu.lz,m9,mb,md,mq.mr,ot-iz.j0|ev,j6,j8,jd,jx.jy,k0.k1,k7,k9,kb,kd.kf,kh,kl,l7.l9,lc.ld,lg,li,ll,lu.lz,m9,mb,md,mq.mr,ot-is,iu,iz.j0|d4.d8,ev,j6.j8,jd,jx.jy,k0.k1,k4,k6.k7,k9,kf,kh,kl,l8.l9,lc.ld,lg,li,ll.lm,lq,lu.ly,ma.md,po,pr.ps-iz.j0|ev,j6.j8,jd,jx.jy,k0.k1,k4,k6.k7,k9,kb,kd,kf,kh,kl,l8.l9,lc.ld,lg,li,ll.lm,lq,lu.ly,ma.md,po,pr.ps-is,iu,iz.j0|d4.d8,ev,j6.j8,jd,jx.jy,k0.k1,k4.k7,k9,kf,kh,kl,l8.l9,lc.ld,lg,li,lk.lm,lq,lu.ly,m5,ma.md,pp,pt.pu-iz.j0|ev,j6.j8,jd,jx.jy,k0.k1,k4.k7,k9,kb,kd,kf,kh,kl,l8.l9,lc.ld,lg,li,lk.lm,lq,lu.ly,m5,ma.md,pp,pt.pu-is,iu,iz.j0|d4.d8,ev,j6.j8,jd,jx.jy,k0.k1,k4.k7,k9,kf,kh,kl,l8.l9,lc.ld,lf.lg,li,lk.lm,lq,lu.ly,m2.m3,m5,ma.md,pq,pv.pw-iz.j0|ev,j6.j8,jd,jx.jy,k0.k1,k4.k7,k9,kb,kd,kf,kh,kl,l8.l9,lc.ld,lf.lg,li,lk.lm,lq,lu.ly,m2.m3,m5,ma.md,pq,pv.pw-is,iu,iz.j0|ev,j6,kl,l8,lg,li,lu.lv,ly,md,mu.mv,ov-iz.j0|ev,j6,kb,kd,kl,l8,lg,li,lu.lv,ly,md,mu.mv,ov-is,iu,iz.j0|ev,j6,j8,jx.jy,k1,k7,k9,kl,l8.l9,ld,lg,li,lu.ly,mb,md,mw.mx,ow-iz.j0|ev,j6,j8,jx.jy,k1,k7,k9,kb,kd,kl,l8.l9,ld,lg,li,lu.ly,mb,md,mw.mx,ow-is,iu,iz.j0
 -march=x86-64 0*2,1
-march=nocona 2*2,3
-march=core2 4*2,5
-march=nehalem -march=corei7 6*2,7
-march=westmere 8*2,9
-march=sandybridge -march=corei7-avx a*2,b
-march=ivybridge -march=core-avx-i c*2,d
-march=haswell -march=core-avx2 e*2,f
-march=broadwell g*2,h
-march=skylake i*2,j
-march=skylake-avx512 k*2,l
-march=cannonlake m*2,n
-march=icelake-client o*2,p
-march=rocketlake q*2,r
-march=icelake-server s*2,t
-march=cascadelake u*2,v
-march=tigerlake w*2,x
-march=cooperlake y*2,z
-march=sapphirerapids 10*2,11
-march=alderlake 12*2,13
-march=bonnell -march=atom 14*2,15
-march=silvermont -march=slm 16*2,17
-march=goldmont 18*2,19
-march=goldmont-plus 1a*2,1b
-march=tremont 1c*2,1d
-march=knl 1e*2,1f
-march=knm 1g*2,1h
-march=x86-64-v2 1i*2,1j
-march=x86-64-v3 1k*2,1l
-march=x86-64-v4 1m*2,1n
-march=eden-x2 1o*2,1p
-march=nano -march=nano-1000 -march=nano-2000 1q*2,1r
-march=nano-3000 -march=nano-x2 -march=eden-x4 -march=nano-x4 1s*2,1t
-march=k8 -march=opteron -march=athlon64 -march=athlon-fx 1u*2,1v
-march=k8-sse3 -march=opteron-sse3 -march=athlon64-sse3 1w*2,1x
-march=amdfam10 -march=barcelona 1y*2,1z
-march=bdver1 20*2,21
-march=bdver2 22*2,23
-march=bdver3 24*2,25
-march=bdver4 26*2,27
-march=znver1 28*2,29
-march=znver2 2a*2,2b
-march=znver3 2c*2,2d
-march=btver1 2e*2,2f
-march=btver2 2g*2,2h

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast 2m.2n,ez,f2.f3,ge.gg,gi,gl-13,dn.dq
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 44,gy-3y.40,7s,dz.e0 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-fPIC -dm,dw
-faligned-new  81,bv
-fbuilding-libgcc fb.fj,fl.fq,fs.g6,g8,ga,gd,kr.l4
-fcf-protection k2
-fcf-protection=full k2
-fchar8_t  f1,f8,h6
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fcx-fortran-rules 2n-dn,dq
-fcx-limited-range 2n-dn,dq
-fexceptions 7t 
-ffast-math 2m.2n,ez,f2.f3,ge.gg,gl-dn.dq
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
-fno-asynchronous-unwind-tables -bp 
-fno-char8_t  -f1,f8,h6
-fno-coroutines  -hm
-fno-dwarf2-cfi-asm -bp
-fno-exceptions  -7t,8c
-fno-fast-math d,by.bz,dn.dq-ez,f2,ge.gg,gl
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
-fno-signed-char 6l
-fno-signed-zeros 2m.2n,gf-dn.dq
-fno-sized-deallocation  -91
-fno-threadsafe-statics  -96
-fno-trapping-math gg
-fno-unsafe-math-optimizations -ez,f2,gf.gg,gl
-fno-weak  fa
-fnon-call-exceptions 7t 
-fopenacc ew,ey
-fopenmp ex.ey
-fpic gj,i1-dm,dw
-fpie gj.gk,i1.i2
-freciprocal-math 2m.2n,gl-dn.dq
-frounding-math gm
-fsanitize=address gn
-fsanitize=thread go
-fshort-wchar 2t,7n.7r 2t,7n.7r,9f
-fsignaling-nans gz-ez,f2,gg
-fsigned-zeros -ez,f2,gf
-fsingle-precision-constant 2m.2n-dn.dq
-fsized-deallocation  91
-fstack-protector gu
-fstack-protector-all gr
-fstack-protector-explicit gs
-fstack-protector-strong gt
-ftrapping-math -ez,f2,gg
-funsafe-math-optimizations 2m.2n,ez,gf.gg,gl-dn.dq
-funsigned-char 6l
-m16 1p.1q,1v.2k,6d.6k,6r.71,es.et,kl,ls.lt,m6.m7,n2,nl.nm-c0,cg,ck,d4.d8,ev,im,iw.iy,j1.j2,k0.k1,lz?6c,1o,is,iu,px 1p.1q,1v.2k,6d.6k,6r.71,es.et,kl,ls.lt,m6.m7,n2,nl.nm-c0,cg,ck,d4.da,ev,im,iw.iy,j1.j2,k0.k1,lz?6c,1o,is,iu,px
-m32 1p.1q,1v.2k,6d.6k,6r.71,es.et,kb,kd,kl,ls.lt,m6.m7,n2,nl.nm-c0,cg,ck,d4.d8,ev,im,is,iu,iw.j2?e2,e3,e4,e5,e6,e7,e8,e9,ea,eb,ec,ed,ee,ef,eg,eh,ie,in,it,iv,nn,no,o3,o4,px 1p.1q,1v.2k,6d.6k,6r.71,es.et,kb,kd,kl,ls.lt,m6.m7,n2,nl.nm-c0,cg,ck,d4.da,ev,im,is,iu,iw.j2?e2,e3,e4,e5,e6,e7,e8,e9,ea,eb,ec,ed,ee,ef,eg,eh,ie,in,it,iv,nn,no,o3,o4,px
-m3dnow j5
-m3dnowa j4.j5
-mabm j6,l8,lg
-madx j7
-maes j8
-mamx-bf16 j9
-mamx-int8 ja
-mamx-tile jb,md
-mandroid b5.bj,jc,l5-dm,ds,dw
-mavx jx,k7,lg,lu,lw.ly,md?6a
-mavx2 jd,jx,k7,lg,lu,lw.ly,md?6a
-mavx5124fmaps d4.d8,jd.je,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx5124vnniw d4.d8,jd,jf,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512bf16 d4.d8,jd,jg,ji,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512bitalg d4.d8,jd,jh,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512bw d4.d8,jd,ji,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512cd d4.d8,jd,jj,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512dq d4.d8,jd,jk,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512er d4.d8,jd,jl,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512f d4.d8,jd,jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512fp16 d4.d8,f5,jd,ji,jm.jn,jx,jz,k7,lg,lu,lw.ly,md?1o d4.d8,f5,jd,ji,jm.jn,jx,jz,k7,lg,lu,lw.ly,md
-mavx512ifma d4.d8,jd,jn.jo,jx,jz,k7,lg,lu,lw.ly,md
-mavx512pf d4.d8,jd,jn,jp,jx,jz,k7,lg,lu,lw.ly,md
-mavx512vbmi d4.d8,jd,ji,jn,jr,jx,jz,k7,lg,lu,lw.ly,md
-mavx512vbmi2 d4.d8,jd,jn,jq,jx,jz,k7,lg,lu,lw.ly,md
-mavx512vl d4.d8,jd,jn,js,jx,jz,k7,lg,lu,lw.ly,md
-mavx512vnni d4.d8,jd,jn,jt,jx,jz,k7,lg,lu,lw.ly,md
-mavx512vp2intersect d4.d8,jd,jk,jn,ju,jx,jz,k7,lg,lu,lw.ly,md
-mavx512vpopcntdq d4.d8,jd,jn,jv,jx,jz,k7,lg,lu,lw.ly,md
-mavxvnni jd,jw.jx,k7,lg,lu,lw.ly,md?6a
-mbionic b5.bj,l5-ds
-mbmi k1
-mbmi2 k0
-mcldemote k3
-mclflushopt k4
-mclwb k5
-mclzero k6
-mcmodel=large n3-iy
-mcmodel=medium n4-iy
-mcrc32 k7
-mcx16 ev
-menqcmd k8
-mf16c jx,k7,k9,lg,lu,lw.ly,md?6a
-mfma d4.d8,jx,k7,kf,lg,lu,lw.ly,md?6a
-mfma4 d4.d8,jx,k7,ke,lg,lu.ly,md?6a
-mfsgsbase kh
-mfused-madd ?by,bz,dn,do,dp,dq 
-mgeneral-regs-only 2m.2n,6a,j3-d4.d8,dn.dq,e2.eh,im.in,is.iv,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lu.ly,m9
-mgfni ki
-mhreset kj
-mkl kk
-mlong-double-128 b5.bj,l5
-mlong-double-64 7e.7m,b6.bc,km.kq,l6?kg
-mlwp l7
-mlzcnt l8
-mmovbe l9
-mmovdir64b la
-mmovdiri lb
-mmusl 1p.1q,6d.6k-ds
-mmwaitx lc
-mno-80387 j3
-mno-abm -j6?l8
-mno-adx -j7
-mno-aes -j8
-mno-avx 6a-d4.d8,jd,ji.jk,jn,js,jx,k9,ke.kf,m9
-mno-avx2 -jd,ji.jk,jn,js?6a
-mno-avx512bw -ji
-mno-avx512cd -jj
-mno-avx512dq -jk
-mno-avx512f -ji.jk,jn,js?6a
-mno-avx512vl -js
-mno-bmi -k1
-mno-bmi2 -k0
-mno-clflushopt -k4
-mno-clwb -k5
-mno-crc32 -k7
-mno-cx16 -ev
-mno-f16c -k9
-mno-fma -kf
-mno-fma4 -ke,m9
-mno-fsgsbase -kh
-mno-fxsr -ie
-mno-lwp -l7
-mno-lzcnt -l8
-mno-mmx -in
-mno-movbe -l9
-mno-mwaitx -lc
-mno-pclmul -ld
-mno-pku -lf
-mno-popcnt -lg
-mno-prfchw -li
-mno-rdrnd -ll
-mno-rdseed -lm
-mno-sahf -kl
-mno-sgx -lp
-mno-sse 6a,kb,kd-d4.d8,e2.eh,im,is.iv,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lu.ly,m9
-mno-sse2 6a,ka,kc-d4.d8,e2.eh,im,is.it,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lu.ly,m9?by,bz,dn,do,dp,dq 6a,ka,kc-d4.d8,e2.eh,im,is.it,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lu.ly,m9
-mno-sse3 6a-d4.d8,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lu.ly,m9
-mno-sse4 6a-d4.d8,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lw.lx,m9
-mno-sse4.1 6a-d4.d8,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lw.lx,m9
-mno-sse4.2 6a-d4.d8,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lx,m9
-mno-sse4a -ke,lv,m9
-mno-sse5 6a-d4.d8,jd,ji.jk,jn,js,jx,k9,ke.kf,m9
-mno-ssse3 6a-d4.d8,jd,ji.jk,jn,js,jx,k7,k9,ke.kf,lw.ly,m9
-mno-tbm -lz
-mno-xop -m9
-mno-xsave 6a-d4.d8,jd,ji.jk,jn,js,jx,k9,ke.kf,m9.md
-mno-xsavec -ma
-mno-xsaveopt -mb
-mno-xsaves -mc
-mpclmul ld
-mpconfig le
-mpku lf
-mpopcnt lg
-mprefetchwt1 lh
-mprfchw li
-mptwrite lj
-mrdpid lk
-mrdrnd ll
-mrdseed lm
-mrtm ln
-msahf kl
-mserialize lo
-msgx lp
-msha lq
-mshstk lr
-msoft-float j3
-msse3 lu
-msse4 k7,lg,lu,lw.ly
-msse4.1 lu,lw,ly
-msse4.2 k7,lg,lu,lw.ly
-msse4a lu.lv
-msse5 jx,k7,lg,lu,lw.ly,md?6a
-mssse3 lu,ly
-mtbm lz
-mtsxldtrk m0
-mtune=alderlake on-ot,pk
-mtune=amdfam10 oo-ot,pk
-mtune=athlon-fx p9-ot,pk
-mtune=athlon64 p9-ot,pk
-mtune=athlon64-sse3 p9-ot,pk
-mtune=atom op,ou-ot,pk
-mtune=barcelona oo-ot,pk
-mtune=bdver1 oq-ot,pk
-mtune=bdver2 or-ot,pk
-mtune=bdver3 os-ot,pk
-mtune=bdver4 ot-pk
-mtune=bonnell op,ou-ot,pk
-mtune=broadwell p1,p6-ot,pk
-mtune=btver1 ov-ot,pk
-mtune=btver2 ow-ot,pk
-mtune=cannonlake ox-ot,pk
-mtune=cascadelake oy-ot,pk
-mtune=cooperlake oz-ot,pk
-mtune=core-avx-i p3,pg-ot,pk
-mtune=core-avx2 p1,p6-ot,pk
-mtune=core2 p0-ot,pk
-mtune=corei7 p2,pc-ot,pk
-mtune=corei7-avx p3,pg-ot,pk
-mtune=eden-x2 p9-ot,pk
-mtune=eden-x4 p9-ot,pk
-mtune=generic -ot,pk
-mtune=goldmont p4-ot,pk
-mtune=goldmont-plus p5-ot,pk
-mtune=haswell p1,p6-ot,pk
-mtune=icelake-client p7-ot,pk
-mtune=icelake-server p8-ot,pk
-mtune=intel -ot,pk
-mtune=ivybridge p3,pg-ot,pk
-mtune=k8 p9-ot,pk
-mtune=k8-sse3 p9-ot,pk
-mtune=knl pa-ot,pk
-mtune=knm pb-ot,pk
-mtune=nano p9-ot,pk
-mtune=nano-1000 p9-ot,pk
-mtune=nano-2000 p9-ot,pk
-mtune=nano-3000 p9-ot,pk
-mtune=nano-x2 p9-ot,pk
-mtune=nano-x4 p9-ot,pk
-mtune=nehalem p2,pc-ot,pk
-mtune=nocona pd-ot,pk
-mtune=opteron p9-ot,pk
-mtune=opteron-sse3 p9-ot,pk
-mtune=rocketlake pf-ot,pk
-mtune=sandybridge p3,pg-ot,pk
-mtune=sapphirerapids ph-ot,pk
-mtune=silvermont pi,pl-ot,pk
-mtune=skylake pj-ot,pk
-mtune=skylake-avx512 pk-ot
-mtune=slm pi,pl-ot,pk
-mtune=tigerlake pm-ot,pk
-mtune=tremont pn-ot,pk
-mtune=westmere p2,pc-ot,pk
-mtune=x86-64 p9-ot,pk
-mtune=znver1 po-ot,pk
-mtune=znver2 pp-ot,pk
-mtune=znver3 pq-ot,pk
-muclibc -ds
-muintr m1
-mvaes m2
-mvpclmulqdq m3
-mwaitpkg m4
-mwbnoinvd m5
-mwidekl kk,m8
-mx32 1p.1q,1v.2k,6d.6k,6r.71,es.et,m6.m7-c0,cg
-mxop d4.d8,jx,k7,ke,lg,lu.ly,m9,md?6a
-mxsave md
-mxsavec ma,md
-mxsaveopt mb,md
-mxsaves mc.md
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
-std=c11 41,gy-dz.e0 
-std=c17 7s,gy-dz.e0 
-std=c18 7s,gy-dz.e0 
-std=c2x gx.gy-dz.e0 
-std=c89 44,gy-3y.40,7s,dz.e0 
-std=c90 44,gy-3y.40,7s,dz.e0 
-std=c99 gw,gy-3z.40,dz.e0 
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
-std=iso9899:1999 gw,gy-3z.40,dz.e0 
-std=iso9899:2011 41,gy-dz.e0 
-traditional-cpp -1g 
-undef dn.dq-0.1e,1h.1o,2u.2v,37.3y,46.6c,72.7d,9g.b4,bk.bp,bw.d8,db.dc,de.dm,ds.ep,ev,ez,f2,ge.gg,gi,gl,gy,i3.j2,j6.j8,jd,ji.jk,jn,js,jx,k0.k1,k4.k5,k7,k9,ke.kf,kh,kl,l7.l9,lc.ld,lf.lg,li,ll.lm,lp,lu.lz,m9.md,mq.mr,of.og,ot,pk dn.dq-0.1e,1h.1o,2u.2v,37.3y,42.43,46.6c,72.7d,7t.7w,7y.9c,9g.b4,bp.dc,de.dm,ds.ep,er,ev,ez,f1.f2,f8,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.j2,j6.j8,jd,ji.jk,jn,js,jx,k0.k1,k4.k5,k7,k9,ke.kf,kh,kl,l7.l9,lc.ld,lf.lg,li,ll.lm,lp,lu.lz,m9.md,mq.mr,of.og,ot,pk

-fPIE -fasynchronous-unwind-tables -fno-short-enums -fno-unsigned-char -frtti -fsigned-char -funwind-tables -m128bit-long-double -m64 -m80387 -m?8bit-idiv -m?accumulate-outgoing-args -m?align-double -m?align-stringops -m?avx256-split-unaligned-load -m?avx256-split-unaligned-store -m?call-ms2sysv-xlogues -m?cet-switch -m?cld -mcmodel=small -m?direct-extern-access -mdispatch-scheduler -mdump-tune-features -m?fancy-math-387 -m?fentry -m?force-drap -m?force-indirect-call -m?fp-ret-in-387 -mfxsr -mglibc -mhard-float -m?hle -m?ieee-fp -m?indirect-branch-cs-prefix -m?indirect-branch-register -m?inline-all-stringops -m?inline-stringops-dynamically -m?intel-syntax -mlong-double-80 -m?manual-endbr -m?mitigate-rop -mmmx -m?mpx -m?mwait -m?needed -mno-3dnow -mno-3dnowa -mno-amx-bf16 -mno-amx-int8 -mno-amx-tile -mno-android -mno-avx5124fmaps -mno-avx5124vnniw -mno-avx512bf16 -mno-avx512bitalg -mno-avx512er -mno-avx512fp16 -mno-avx512ifma -mno-avx512pf -mno-avx512vbmi -mno-avx512vbmi2 -mno-avx512vnni -mno-avx512vp2intersect -mno-avx512vpopcntdq -mno-avxvnni -mno-cldemote -mno-clzero -mno-default -mno-enqcmd -mno-fused-madd -mno-gfni -mno-hreset -mno-iamcu -mno-kl -mno-movdir64b -mno-movdiri -mno-ms-bitfields -mno-nop-mcount -mno-pconfig -mno-prefetchwt1 -mno-ptwrite -mno-rdpid -mno-rtm -mno-serialize -mno-sha -mno-shstk -mno-soft-float -mno-tsxldtrk -mno-uintr -mno-vaes -mno-vpclmulqdq -mno-waitpkg -mno-wbnoinvd -mno-widekl -m?omit-leaf-frame-pointer -mpc32 -mpc64 -mpc80 -m?pcommit -m?prefer-avx128 -mprefer-vector-width=256 -m?push-args -m?recip -m?record-mcount -m?record-return -m?red-zone -m?relax-cmpxchg-loop -m?rtd -m?skip-rax-setup -msse -msse2 -m?sse2avx -msseregparm -m?stack-arg-probe -m?stackrealign -m?stv -mtls-dialect=gnu2 -m?tls-direct-seg-refs -m?vect8-ret-in-mem -m?vzeroupper -std=gnu++17 -std=gnu++1z

-fms-extensions -fno-signed-char -fpack-struct -fplan9-extensions -fpreprocessed -fshort-enums -fshort-wchar -funsigned-char -m16 -m32 -mlong-double-64 -mms-bitfields -mx32 -traditional-cpp -trigraphs -undef

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
__has_attribute 0 assume counted_by fd_arg flag_enum isr no_unique_address OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage unsequenced cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201904 deprecated fallthrough maybe_unused
__has_attribute 202003 nodiscard
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::sysv_abi gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum isr no_unique_address OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage unsequenced cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201904 deprecated fallthrough maybe_unused
__has_cpp_attribute 202003 nodiscard
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector no_unique_address nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201904 deprecated fallthrough maybe_unused
__has_c_attribute 202003 nodiscard
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::sysv_abi gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __builtin_cpu_supports __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
__has_attribute 0 assume counted_by fd_arg flag_enum isr OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage unsequenced cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201309 deprecated
__has_attribute 201603 fallthrough maybe_unused
__has_attribute 201803 no_unique_address likely unlikely
__has_attribute 201907 nodiscard
__has_attribute 200809 noreturn
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::sysv_abi gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum isr OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage unsequenced cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201309 deprecated
__has_cpp_attribute 201603 fallthrough maybe_unused
__has_cpp_attribute 201803 no_unique_address likely unlikely
__has_cpp_attribute 201907 nodiscard
__has_cpp_attribute 200809 noreturn
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201309 deprecated
__has_c_attribute 201603 fallthrough maybe_unused
__has_c_attribute 201803 no_unique_address likely unlikely
__has_c_attribute 201907 nodiscard
__has_c_attribute 200809 noreturn
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::sysv_abi gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __builtin_cpu_supports __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __is_identifier __type_pack_element __make_integer_seq`;
