/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = `i686-linux-gnu-gcc: i686-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0, asked on 2026-11-22

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
__FLT_EVAL_METHOD_TS_18661_3__ 2
__FLT_EVAL_METHOD__ 2
__LAHF_SAHF__ 1
__LDBL_DECIMAL_DIG__ 21
__LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L
__LDBL_DIG__ 18
__LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
__LDBL_MANT_DIG__ 64
__LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_NORM_MAX__ 1.18973149535723176502126385303097021e+4932L
__SEG_FS 1
__SEG_GS 1
__SIZEOF_FLOAT128__ 16
__SIZEOF_FLOAT80__ 12
__SIZEOF_LONG_DOUBLE__ 12
__WCHAR_MAX__ 0x7fffffffL
__WCHAR_TYPE__ long int
__code_model_32__ 1
__i386 1
__i386__ 1
__i686 1
__i686__ 1
__pentiumpro 1
__pentiumpro__ 1
i386 1
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
__BIGGEST_ALIGNMENT__ 4
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
__FLT_EVAL_METHOD__ -1
__FMA4__ 1
__FMA__ 1
__FSGSBASE__ 1
__FXSR__ 1
__GFNI__ 1
__HRESET__ 1
__KL__ 1
__LDBL_DENORM_MIN__ 4.94065645841246544176568792868221372e-324L
__LDBL_EPSILON__ 2.22044604925031308084726333618164062e-16L
__LDBL_MAX__ 1.79769313486231570814527423731704357e+308L
__LDBL_MIN__ 2.22507385850720138309023271733240406e-308L
__LDBL_NORM_MAX__ 1.79769313486231570814527423731704357e+308L
__LIBGCC_DF_EXCESS_PRECISION__ 1
__LIBGCC_HAS_XF_MODE__ 1
__LIBGCC_HF_EXCESS_PRECISION__ 1
__LIBGCC_SF_EXCESS_PRECISION__ 1
__LIBGCC_STACK_POINTER_REGNUM__ 7
__LIBGCC_TF_EPSILON__ __FLT128_EPSILON__
__LIBGCC_TF_FUNC_EXT__ f128
__LIBGCC_TF_MAX__ __FLT128_MAX__
__LIBGCC_TF_MIN__ __FLT128_MIN__
__LIBGCC_TRAMPOLINE_SIZE__ 14
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
__MMX_WITH_SSE__ 1
__MMX__ 1
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
__SIZEOF_FLOAT80__ 16
__SSE2_MATH__ 1
__SSE2__ 1
__SSE3__ 1
__SSE4A__ 1
__SSE4_1__ 1
__SSE4_2__ 1
__SSE_MATH__ 1
__SSE__ 1
__SSSE3__ 1
__STDCPP_DEFAULT_NEW_ALIGNMENT__ 4
__TBM__ 1
__TSXLDTRK__ 1
__VAES__ 1
__VPCLMULQDQ__ 1
__WAITPKG__ 1
__WBNOINVD__ 1
__WIDEKL__ 1
__XOP__ 1
__XSAVEC__ 1
__XSAVEOPT__ 1
__XSAVES__ 1
__XSAVE__ 1
__alderlake 1
__alderlake__ 1
__amd64 1
__amd64__ 1
__amdfam10 1
__amdfam10__ 1
__athlon 1
__athlon__ 1
__athlon_sse__ 1
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
__code_model_small__ 1
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
__geode 1
__geode__ 1
__goldmont 1
__goldmont__ 1
__goldmont_plus 1
__goldmont_plus__ 1
__haswell 1
__haswell__ 1
__i486 1
__i486__ 1
__i586 1
__i586__ 1
__iamcu 1
__iamcu__ 1
__icelake_client 1
__icelake_client__ 1
__icelake_server 1
__icelake_server__ 1
__k6 1
__k6_2__ 1
__k6_3__ 1
__k6__ 1
__k8 1
__k8__ 1
__knl 1
__knl__ 1
__knm 1
__knm__ 1
__nehalem 1
__nehalem__ 1
__nocona 1
__nocona__ 1
__pentium 1
__pentium4 1
__pentium4__ 1
__pentium__ 1
__pentium_mmx__ 1
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
__tune_athlon__ 1
__tune_athlon_sse__ 1
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
__tune_geode__ 1
__tune_goldmont__ 1
__tune_goldmont_plus__ 1
__tune_haswell__ 1
__tune_i386__ 1
__tune_i486__ 1
__tune_i586__ 1
__tune_i686__ 1
__tune_icelake_client__ 1
__tune_icelake_server__ 1
__tune_k6_2__ 1
__tune_k6_3__ 1
__tune_k6__ 1
__tune_k8__ 1
__tune_knl__ 1
__tune_knm__ 1
__tune_lakemont__ 1
__tune_nehalem__ 1
__tune_nocona__ 1
__tune_pentium2__ 1
__tune_pentium3__ 1
__tune_pentium4__ 1
__tune_pentium__ 1
__tune_pentium_mmx__ 1
__tune_pentiumpro__ 1
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
__x86_64 1
__x86_64__ 1
__znver1 1
__znver1__ 1
__znver2 1
__znver2__ 1
__znver3 1
__znver3__ 1

0.1n,1p.1q,1v.2k,2u,37.3v,3y.40,46.6b,6d.6k,6r.7d,7s,9g.b2,bk.bp,bw.bz,db.e1,es.et,i3.j2 0.1n,1p.1q,1v.2k,2u,37.3v,3y.40,42.43,46.6b,6d.6k,6r.7d,7t.9c,9g.b2,bp.bz,db.e1,eq.et,i3.j2

|-mfpmath=sse|-mfpmath=387
|1r.1u,2l,2o.2s,pr-ax,bx,di.dj,iy.j1|2l,nt.nu,ps-bx,iy.j1|nv.nw,oh,ok,pt,q9-iy.j1|1o,2m.2n,6c,j3,nv.nw,oh,ok,q3-dn.dq,iy.j1|la,nv.nw,oh,ok.ol,pt,q9.qa-iy.j1|2l,la,nt.nu,ps-bx,iy.j1|2l,j5,la,nt.nu,ps-bx,iy.j1|kg,la,m2,pu,q6,qb|kb.kc,kg,la,m1.m2,pu,q6,qb|kg,la,m2,pu,qb|kb.kc,kg,la,m1.m2,pu,qb|e2.eh,kg,la,lw.lx,m2,pu,qb|1o,6c,e2.eh,kg,la,lv.lx,m1.m2,pu,qb|pu,qb|kg,la,pu,q6,qb|kg,la,m2,pu,q6.q7,qb|kb.kc,kg,la,m1.m2,pu,q6.q7,qb|e2.eh,kg,la,lw,m2,pu,qb|1o,6c,e2.eh,kg,la,lv.lw,m1.m2,pu,qb|e2.eh,kg,la,lw,m2,oi.oj,q8-iy.j1|1o,6c,e2.eh,kg,la,lv.lw,m1.m2,oi.oj,q8-iy.j1|e2.eh,kg,la,lw.lx,m2,of.og,q5-iy.j1|1o,6c,e2.eh,kg,la,lv.lx,m1.m2,of.og,q5-iy.j1|e2.eh,kg,la,lw.lx,m2.m3,nd.ne,pj-iy.j1|1o,6c,e2.eh,kg,la,lv.lx,m1.m3,nd.ne,pj-iy.j1|e2.eh,k8,kg,la,li,lw.lx,lz.m0,m2.m3,nh.ni,od.oe,pl,q4-iy.j1|1o,6c,e2.eh,k8,kg,la,li,lv.lx,lz.m3,nh.ni,od.oe,pl,q4-iy.j1|e2.eh,k8,kg,la,lf,li,lw.lx,lz.m0,m2.m3,nh.ni,od.oe,pl,q4-iy.j1|1o,6c,e2.eh,k8,kg,la,lf,li,lv.lx,lz.m3,nh.ni,od.oe,pl,q4-iy.j1|e2.eh,jx.jy,k8,kg,la,lf,li,lw.lx,lz.m0,m2.m3,me,mg,nj.nk,oo.op,pm,qd-iy.j1|1o,6c,e2.eh,jx.jy,k8,kg,la,lf,li,lv.lx,lz.m3,me,mg,nj.nk,oo.op,pm,qd-iy.j1|e2.eh,jx.jy,k8,ka,kf.kg,la,lf,li,ln,lw.lx,lz.m0,m2.m3,me,mg,nj.nk,oo.op,pm,qd-iy.j1|1o,6c,e2.eh,jx.jy,k8,ka,kf.kg,la,lf,li,ln,lv.lx,lz.m3,me,mg,nj.nk,oo.op,pm,qd-iy.j1|e2.eh,jd,jx.jy,k1.k2,k8,ka,ke.kg,l8,la.lb,lf,li,ln,lw.lx,lz.m0,m2.m3,me,mg,nf.ng,nr.ns,pk,pq-iy.j1|1o,6c,d4.d8,e2.eh,jd,jx.jy,k1.k2,k8,ka,ke.kg,l8,la.lb,lf,li,ln,lv.lx,lz.m3,me,mg,nf.ng,nr.ns,pk,pq-iy.j1|e2.eh,j7,jd,jx.jy,k1.k2,k8,ka,ke.kg,l8,la.lb,lf,li,lk,ln.lo,lw.lx,lz.m0,m2.m3,me,mg,nf.ng,nr.ns,pk,pq-iy.j1|1o,6c,d4.d8,e2.eh,j7,jd,jx.jy,k1.k2,k8,ka,ke.kg,l8,la.lb,lf,li,lk,ln.lo,lv.lx,lz.m3,me,mg,nf.ng,nr.ns,pk,pq-iy.j1|e2.eh,j7.j8,jd,jx.jy,k1.k2,k5,k8,ka,ke.kg,l8,la.lb,lf,li,lk,ln.lo,lr,lw.lx,lz.m0,m2.m3,md.mg,ou.ov,qg-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jx.jy,k1.k2,k5,k8,ka,ke.kg,l8,la.lb,lf,li,lk,ln.lo,lr,lv.lx,lz.m3,md.mg,ou.ov,qg-iy.j1|e2.eh,j7.j8,jd,ji.jk,jn,js,jx,k0.k2,k5.k6,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr,lw.lx,lz.m0,m2.m3,md.mg,ow.ox,qh-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,ji.jk,jn,js,jx,k0.k2,k5.k6,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr,lv.lx,lz.m3,md.mg,ow.ox,qh-iy.j1|e2.eh,j7.j8,jd,ji.jk,jn.jo,jr.js,jx,k0.k2,k5,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr.ls,lw.lx,lz.m0,m2.m3,md.mg,n6.n7,pg-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,ji.jk,jn.jo,jr.js,jx,k0.k2,k5,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr.ls,lv.lx,lz.m3,md.mg,n6.n7,pg-iy.j1|e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,k0.k2,k5,k8,ka,ke.kh,l8,la.lb,lf,lh.li,lk,lm.lo,lr.ls,lw.lx,lz.m0,m2.m3,m7.m8,md.mg,nz.o0,pv-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,k0.k2,k5,k8,ka,ke.kh,l8,la.lb,lf,lh.li,lk,lm.lo,lr.ls,lv.lx,lz.m3,m7.m8,md.mg,nz.o0,pv-iy.j1|e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,k0.k2,k5,k8,ka,ke.kh,l8,la.lb,lf,lh.li,lk,lm.lo,ls,lw.lx,lz.m0,m2.m3,m7.m8,md.mg,om.on,qc-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,k0.k2,k5,k8,ka,ke.kh,l8,la.lb,lf,lh.li,lk,lm.lo,ls,lv.lx,lz.m3,m7.m8,md.mg,om.on,qc-iy.j1|e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,k0.k2,k5.k6,k8,ka,ke.kh,l8,la.lb,lf.li,lk,lm.lo,lr.ls,lw.lx,lz.m0,m2.m3,m7.m8,ma,md.mg,o1.o2,pw-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jt,jv,jx,k0.k2,k5.k6,k8,ka,ke.kh,l8,la.lb,lf.li,lk,lm.lo,lr.ls,lv.lx,lz.m3,m7.m8,ma,md.mg,o1.o2,pw-iy.j1|e2.eh,j7.j8,jd,ji.jk,jn,js.jt,jx,k0.k2,k5.k6,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr,lw.lx,lz.m0,m2.m3,md.mg,n8.n9,ph-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,ji.jk,jn,js.jt,jx,k0.k2,k5.k6,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr,lv.lx,lz.m3,md.mg,n8.n9,ph-iy.j1|e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jv,jx,k0.k2,k5.k6,k8,ka,ke.kh,kj,l8,la.ld,lf,lh.li,lk,lm.lo,lr.ls,lw.lx,lz.m0,m2.m3,m7.m8,mb,md.mg,p0.p1,qj-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jh.jk,jn.jo,jq.jv,jx,k0.k2,k5.k6,k8,ka,ke.kh,kj,l8,la.ld,lf,lh.li,lk,lm.lo,lr.ls,lv.lx,lz.m3,m7.m8,mb,md.mg,p0.p1,qj-iy.j1|e2.eh,j7.j8,jd,jg,ji.jk,jn,js.jt,jx,k0.k2,k5.k6,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr,lw.lx,lz.m0,m2.m3,md.mg,nb.nc,pi-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jg,ji.jk,jn,js.jt,jx,k0.k2,k5.k6,k8,ka,ke.kg,l8,la.lb,lf,lh.li,lk,ln.lo,lr,lv.lx,lz.m3,md.mg,nb.nc,pi-iy.j1|e2.eh,j7.jb,jd,jg.jk,jm.jo,jq.jx,k0.k2,k4.k6,k8.ka,ke.kh,l8,la.ld,lf.li,lk.lo,lq.ls,lw.lx,lz.m0,m2.m3,m6.ma,md.mg,oq.or,qe-iy.j1|d4.d8,e2.eh,f5.f6,j7.jb,jd,jg.jk,jm.jo,jq.jx,k0.k2,k4.k6,k8.ka,ke.kh,l8,la.ld,lf.li,lk.lo,lq.ls,lv.lx,lz.m3,m6.ma,md.mg,oq.or,qe-iy.j1 1o,d4.d8,e2.eh,f5,j7.jb,jd,jg.jk,jm.jo,jq.jx,k0.k2,k4.k6,k8.ka,ke.kh,l8,la.ld,lf.li,lk.lo,lq.ls,lv.lx,lz.m3,m6.ma,md.mg,oq.or,qe-iy.j1|e2.eh,j7.j8,jd,jw.jy,k1.k2,k4.k6,k8,ka,ke.kj,l8,la.ld,lf.li,lk.lo,lq.ls,lw.lx,lz.m0,m2.m3,m7.m9,mb,md.mi,p4-iy.j1|1o,6c,d4.d8,e2.eh,j7.j8,jd,jw.jy,k1.k2,k4.k6,k8,ka,ke.kj,l8,la.ld,lf.li,lk.lo,lq.ls,lv.lx,lz.m3,m7.m9,mb,md.mi,p4-iy.j1|e2.eh,kg,la.lb,lw.lx,m2.m3,mq.mr,n0.n1,p8,pd-iy.j1|1o,6c,e2.eh,kg,la.lb,lv.lx,m1.m3,mq.mr,n0.n1,p8,pd-iy.j1|e2.eh,k8,kg,la.lb,lf,li,lk,ln,lw.lx,lz.m0,m2.m3,os.ot,oy.oz,qf,qi-iy.j1|1o,6c,e2.eh,k8,kg,la.lb,lf,li,lk,ln,lv.lx,lz.m3,os.ot,oy.oz,qf,qi-iy.j1|e2.eh,j8,k5,k8,kf.kg,la.lb,lf,li,lk,ln.lo,ls,lw.lx,lz.m0,m2.m3,md.mg,nn.no,po-iy.j1|1o,6c,e2.eh,j8,k5,k8,kf.kg,la.lb,lf,li,lk,ln.lo,ls,lv.lx,lz.m3,md.mg,nn.no,po-iy.j1|e2.eh,j8,k5,k8,kf.kg,la.lb,lf,li,lk.lo,lr.ls,lw.lx,lz.m0,m2.m3,md.mg,np.nq,pp-iy.j1|1o,6c,e2.eh,j8,k5,k8,kf.kg,la.lb,lf,li,lk.lo,lr.ls,lv.lx,lz.m3,md.mg,np.nq,pp-iy.j1|e2.eh,j8,k4.k6,k8,kf.kh,la.ld,lf,li,lk.lo,lr.ls,lw.lx,lz.m0,m2.m3,m9,md.mg,p2.p3,qk-iy.j1|1o,6c,e2.eh,j8,k4.k6,k8,kf.kh,la.ld,lf,li,lk.lo,lr.ls,lv.lx,lz.m3,m9,md.mg,p2.p3,qk-iy.j1|e2.eh,j7,jd,jj,jl,jn,jp,jx,k0.k2,k8,ka,ke.kg,l8,la.lb,lf,li.lk,ln.lo,lw.lx,lz.m0,m2.m3,me,mg,o9.oa,q1-iy.j1|1o,6c,d4.d8,e2.eh,j7,jd,jj,jl,jn,jp,jx,k0.k2,k8,ka,ke.kg,l8,la.lb,lf,li.lk,ln.lo,lv.lx,lz.m3,me,mg,o9.oa,q1-iy.j1|e2.eh,j7,jd.jf,jj,jl,jn,jp,jv,jx,k0.k2,k8,ka,ke.kg,l8,la.lb,lf,li.lk,ln.lo,lw.lx,lz.m0,m2.m3,me,mg,ob.oc,q2-iy.j1|1o,6c,d4.d8,e2.eh,j7,jd.jf,jj,jl,jn,jp,jv,jx,k0.k2,k8,ka,ke.kg,l8,la.lb,lf,li.lk,ln.lo,lv.lx,lz.m3,me,mg,ob.oc,q2-iy.j1|j4.j5,la,nl.nm,pn-iy.j1|la,o3,o6,pz-iy.j1|j5,la,o3.o4,o6,px,pz-iy.j1|j5,la,o3,o5.o6,py.pz-iy.j1|j4.j5,la,mn.mo,p6-iy.j1|j4.j5,kg,la,m2,mn.mp,p6.p7-iy.j1|j4.j5,kb.kc,kg,la,m1.m2,mn.mp,p6.p7-iy.j1|e2.eh,kg,la,lw,m2,o7.o8-iy.j1|1o,6c,e2.eh,kg,la,lv.lw,m1.m2,o7.o8-iy.j1|e2.eh,k8,kg,la,li,lw.lx,lz.m0,m2.m3,o7.o8-iy.j1|1o,6c,e2.eh,k8,kg,la,li,lv.lx,lz.m3,o7.o8-iy.j1|e2.eh,jd,jx.jy,k1.k2,k8,ka,ke,kg,l8,la.lb,li,lw.lx,lz.m0,m2.m3,mg,o7.o8-iy.j1|1o,6c,d4.d8,e2.eh,jd,jx.jy,k1.k2,k8,ka,ke,kg,l8,la.lb,li,lv.lx,lz.m3,mg,o7.o8-iy.j1|e2.eh,jd,ji.jk,jn,js,jx,k0.k2,k8,ka,ke,kg,l8,la.lb,li,lw.lx,lz.m0,m2.m3,mg,o7.o8-iy.j1|1o,6c,d4.d8,e2.eh,jd,ji.jk,jn,js,jx,k0.k2,k8,ka,ke,kg,l8,la.lb,li,lv.lx,lz.m3,mg,o7.o8-iy.j1|e2.eh,kg,la,lw.lx,m2,o7.o8,q0-iy.j1|1o,6c,e2.eh,kg,la,lv.lx,m1.m2,o7.o8,q0-iy.j1|e2.eh,kg,la,lw.lx,m2.m3,o7.o8,q0-iy.j1|1o,6c,e2.eh,kg,la,lv.lx,m1.m3,o7.o8,q0-iy.j1|e2.eh,kg,la,lw.lx,lz,m2.m3,o7.o8,q0-iy.j1|1o,6c,e2.eh,kg,la,lv.lx,lz,m1.m3,o7.o8,q0-iy.j1|e2.eh,j4.j5,kg,la,lw,m2,o7.o8,q0-iy.j1|1o,6c,e2.eh,j4.j5,kg,la,lv.lw,m1.m2,o7.o8,q0-iy.j1|e2.eh,j4.j5,kg,la,lw.lx,m2,o7.o8,q0-iy.j1|1o,6c,e2.eh,j4.j5,kg,la,lv.lx,m1.m2,o7.o8,q0-iy.j1|e2.eh,j4.j6,kg,l8,la,li,lk,lw.ly,m2,ml.mm,p5-iy.j1|1o,6c,e2.eh,j4.j6,kg,l8,la,li,lk,lv.ly,m1.m2,ml.mm,p5-iy.j1|e2.eh,j6,j8,jx.jy,k8,kd,kg,l7.l8,la,lf,li,lk,lw.m0,m2.m3,mc,mg,ms.mt,p9-iy.j1|1o,6c,d4.d8,e2.eh,j6,j8,jx.jy,k8,kd,kg,l7.l8,la,lf,li,lk,lv.m3,mc,mg,ms.mt,p9-iy.j1|e2.eh,j6,j8,jx.jy,k2,k8,ka,kd.ke,kg,l7.l8,la,lf,li,lk,lw.m0,m2.m3,m5,mc,mg,mu.mv,pa-iy.j1|1o,6c,d4.d8,e2.eh,j6,j8,jx.jy,k2,k8,ka,kd.ke,kg,l7.l8,la,lf,li,lk,lv.m3,m5,mc,mg,mu.mv,pa-iy.j1|e2.eh,j6,j8,jx.jy,k2,k8,ka,kd.kg,l7.l8,la,lf,li,lk,lw.m0,m2.m3,m5,mc,me,mg,mw.mx,pb-iy.j1|1o,6c,d4.d8,e2.eh,j6,j8,jx.jy,k2,k8,ka,kd.kg,l7.l8,la,lf,li,lk,lv.m3,m5,mc,me,mg,mw.mx,pb-iy.j1|e2.eh,j6,j8,jd,jx.jy,k1.k2,k8,ka,kd.kg,l7.l8,la.lb,le.lf,li,lk,ln,lw.m0,m2.m3,m5,mc,me,mg,my.mz,pc-iy.j1|1o,6c,d4.d8,e2.eh,j6,j8,jd,jx.jy,k1.k2,k8,ka,kd.kg,l7.l8,la.lb,le.lf,li,lk,ln,lv.m3,m5,mc,me,mg,my.mz,pc-iy.j1|e2.eh,j6.j8,jd,jx.jy,k1.k2,k5,k7.k8,ka,ke.kg,l8,la.lb,le.lf,li,lk,ln.lo,ls,lw.m0,m2.m3,md.mg,ql,qq.qr-iy.j1|1o,6c,d4.d8,e2.eh,j6.j8,jd,jx.jy,k1.k2,k5,k7.k8,ka,ke.kg,l8,la.lb,le.lf,li,lk,ln.lo,ls,lv.m3,md.mg,ql,qq.qr-iy.j1|e2.eh,j6.j8,jd,jx.jy,k1.k2,k5.k8,ka,ke.kg,l8,la.lb,le.lf,li,lk,lm.lo,ls,lw.m0,m2.m3,ma,md.mg,qm,qs.qt-iy.j1|1o,6c,d4.d8,e2.eh,j6.j8,jd,jx.jy,k1.k2,k5.k8,ka,ke.kg,l8,la.lb,le.lf,li,lk,lm.lo,ls,lv.m3,ma,md.mg,qm,qs.qt-iy.j1|e2.eh,j6.j8,jd,jx.jy,k1.k2,k5.k8,ka,ke.kg,l8,la.lb,le.lf,lh.li,lk,lm.lo,ls,lw.m0,m2.m3,m7.m8,ma,md.mg,qn,qu.qv-iy.j1|1o,6c,d4.d8,e2.eh,j6.j8,jd,jx.jy,k1.k2,k5.k8,ka,ke.kg,l8,la.lb,le.lf,lh.li,lk,lm.lo,ls,lv.m3,m7.m8,ma,md.mg,qn,qu.qv-iy.j1|e2.eh,j6,kg,l8,la,li,lk,lw.ly,m2.m3,mg,n2.n3,pe-iy.j1|1o,6c,e2.eh,j6,kg,l8,la,li,lk,lv.ly,m1.m3,mg,n2.n3,pe-iy.j1|e2.eh,j6,j8,jx.jy,k2,k8,ka,kg,l8,la.lb,lf,li,lk,lw.m0,m2.m3,me,mg,n4.n5,pf-iy.j1|1o,6c,e2.eh,j6,j8,jx.jy,k2,k8,ka,kg,l8,la.lb,lf,li,lk,lv.m3,me,mg,n4.n5,pf-iy.j1
- 0*3
-march=i386 1*3
-march=i486 2*3
-march=i586 -march=pentium 3*3
-march=lakemont 4*3
-march=pentium-mmx 5*3
-march=winchip-c6 6*3
-march=winchip2 -march=c3 -march=samuel-2 7*3
-march=c3-2 8,9,8
-march=nehemiah -march=pentium3m a,b,a
-march=c7 -march=esther c,d,c
-march=i686 -march=pentiumpro e*3
-march=pentium2 f*3
-march=pentium3 g,h,g
-march=pentium-m i,j,i
-march=pentium4 -march=pentium4m k,l,k
-march=prescott -march=nocona m,n,m
-march=core2 o,p,o
-march=nehalem -march=corei7 q,r,q
-march=westmere s,t,s
-march=sandybridge -march=corei7-avx u,v,u
-march=ivybridge -march=core-avx-i w,x,w
-march=haswell -march=core-avx2 y,z,y
-march=broadwell 10,11,10
-march=skylake 12,13,12
-march=skylake-avx512 14,15,14
-march=cannonlake 16,17,16
-march=icelake-client 18,19,18
-march=rocketlake 1a,1b,1a
-march=icelake-server 1c,1d,1c
-march=cascadelake 1e,1f,1e
-march=tigerlake 1g,1h,1g
-march=cooperlake 1i,1j,1i
-march=sapphirerapids 1k,1l,1k
-march=alderlake 1m,1n,1m
-march=bonnell -march=atom 1o,1p,1o
-march=silvermont -march=slm 1q,1r,1q
-march=goldmont 1s,1t,1s
-march=goldmont-plus 1u,1v,1u
-march=tremont 1w,1x,1w
-march=knl 1y,1z,1y
-march=knm 20,21,20
-march=geode 22*3
-march=k6 23*3
-march=k6-2 24*3
-march=k6-3 25*3
-march=athlon -march=athlon-tbird 26*3
-march=athlon-4 -march=athlon-xp -march=athlon-mp 27,28,27
-march=x86-64 29,2a,29
-march=x86-64-v2 2b,2c,2b
-march=x86-64-v3 2d,2e,2d
-march=x86-64-v4 2f,2g,2f
-march=eden-x2 2h,2i,2h
-march=nano -march=nano-1000 -march=nano-2000 2j,2k,2j
-march=nano-3000 -march=nano-x2 -march=eden-x4 -march=nano-x4 2l,2m,2l
-march=k8 -march=opteron -march=athlon64 -march=athlon-fx 2n,2o,2n
-march=k8-sse3 -march=opteron-sse3 -march=athlon64-sse3 2p,2q,2p
-march=amdfam10 -march=barcelona 2r,2s,2r
-march=bdver1 2t,2u,2t
-march=bdver2 2v,2w,2v
-march=bdver3 2x,2y,2x
-march=bdver4 2z,30,2z
-march=znver1 31,32,31
-march=znver2 33,34,33
-march=znver3 35,36,35
-march=btver1 37,38,37
-march=btver2 39,3a,39

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast 2m.2n,ez,f2.f3,ge.gg,gi,gl-13,dn.dq?ie,if,d4,d5,d6,d7,d8,lv,m1
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 44,gy-3y.40,7s,dz.e0,j2 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-fPIC -dm,dw
-faligned-new  81,bv
-fbuilding-libgcc fb,fd.fj,fl.fn,fp.fq,fv,fy.fz,g1.g6,g8,ga,gd,kq,kt.l4?kp,fs,ks,fo,ft,kr,fu,fw,fx fb,fd.fj,fl.fn,fp.fq,fs,fv,fy.fz,g1.g6,g8,ga,gd,kq,kt.l4?kp,ks,fo,ft,kr,fu,fw,fx
-fcf-protection k3
-fcf-protection=full k3
-fchar8_t  f1,f8,h6
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fcx-fortran-rules 2n-dn,dq
-fcx-limited-range 2n-dn,dq
-fexceptions 7t 
-ffast-math 2m.2n,ez,f2.f3,ge.gg,gl-dn.dq?ie,if,d4,d5,d6,d7,d8,lv,m1
-ffinite-math-only 2m.2n,f3-dn.dq
-ffreestanding gv-dd,dn.dr
-fgimple gq 
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
-m128bit-long-double b3,lu
-m16 -k1.k2,m5
-m3dnow j5,la
-m3dnowa j4.j5,la
-m64 1o,2v,3w.3x,6c,b3.b4,c0.d3,e2.ep,kg,l9.la,lu.lw,m1.m2,mj.mk,na,qo.qp-es.et,iv.j2?ig,o7,o8,d4,d5,d6,d7,d8,ev 1o,2v,3w.3x,6c,b3.b4,c0.d3,e2.ep,kg,l9.la,lu.lw,m1.m2,mj.mk,na,qo.qp-es.et,iv.j2?ig,d9,da,o7,o8,d4,d5,d6,d7,d8,ev
-mabm j6,l8,li
-madx j7
-maes e2.eh,j8,la,lw,m2?ie,if,lv,m1
-mamx-bf16 j9
-mamx-int8 ja
-mamx-tile jb,mg
-mandroid 7e.7m,b6.bc,jc,kk.ko,l6-dm,ds,dw
-mavx e2.eh,jx,k8,la,li,lw.lx,lz.m0,m2.m3,mg?6a,ie,if,lv,m1
-mavx2 e2.eh,jd,jx,k8,la,li,lw.lx,lz.m0,m2.m3,mg?6a,ie,if,lv,m1
-mavx5124fmaps e2.eh,jd.je,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx5124vnniw e2.eh,jd,jf,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512bf16 e2.eh,jd,jg,ji,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512bitalg e2.eh,jd,jh,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512bw e2.eh,jd,ji,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512cd e2.eh,jd,jj,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512dq e2.eh,jd,jk,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512er e2.eh,jd,jl,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512f e2.eh,jd,jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512fp16 e2.eh,jd,ji,jm.jn,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512ifma e2.eh,jd,jn.jo,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512pf e2.eh,jd,jn,jp,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512vbmi e2.eh,jd,ji,jn,jr,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512vbmi2 e2.eh,jd,jn,jq,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512vl e2.eh,jd,jn,js,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512vnni e2.eh,jd,jn,jt,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512vp2intersect e2.eh,jd,jk,jn,ju,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavx512vpopcntdq e2.eh,jd,jn,jv,jx,k0,k8,la,li,lw.lx,lz.m0,m2.m3,mg?ie,if,d4,d5,d6,d7,d8,lv,m1
-mavxvnni e2.eh,jd,jw.jx,k8,la,li,lw.lx,lz.m0,m2.m3,mg?6a,ie,if,lv,m1
-mbionic 7e.7m,b6.bc,kk.ko,l6-ds
-mbmi k2
-mbmi2 k1
-mcldemote k4
-mclflushopt k5
-mclwb k6
-mclzero k7
-mcrc32 k8
-menqcmd k9
-mf16c e2.eh,jx,k8,ka,la,li,lw.lx,lz.m0,m2.m3,mg?6a,ie,if,lv,m1
-mfma e2.eh,jx,k8,ke,la,li,lw.lx,lz.m0,m2.m3,mg?6a,ie,if,d4,d5,d6,d7,d8,lv,m1
-mfma4 e2.eh,jx,k8,kd,la,li,lw.m0,m2.m3,mg?6a,ie,if,d4,d5,d6,d7,d8,lv,m1
-mfsgsbase kf
-mfused-madd ?by,bz,dn,do,dp,dq 
-mfxsr kg
-mgeneral-regs-only 1o,2m.2n,6a,6c,j3-dn.dq,e2.eh,jd,ji.jk,jn,js,jx,k8,ka,kd.ke,la,lv.m3,mc
-mgfni kh
-mhreset ki
-miamcu 7e.7m,b6.bc,jz,kk.ko,l6,nx.ny 7e.7m,b6.bc,jz,kk.ko,l6,nx.ny?bv
-mkl e2.eh,kj,la,lw,m2?ie,if,lv,m1
-mlong-double-128 b3,b5.bj,l5
-mlong-double-64 7e.7m,b6.bc,kk.ko,l6
-mlwp l7
-mlzcnt l8
-mmmx la
-mmovbe lb
-mmovdir64b lc
-mmovdiri ld
-mmusl -ds
-mmwaitx le
-mno-80387 1o,6c,j3?by,bz,dn,do,dp,dq
-mno-abm -j6?l8
-mno-adx -j7
-mno-aes -j8
-mno-avx 6a-jd,ji.jk,jn,js,jx,ka,kd.ke,mc
-mno-avx2 -jd,ji.jk,jn,js?6a
-mno-avx512bw -ji
-mno-avx512cd -jj
-mno-avx512dq -jk
-mno-avx512f -ji.jk,jn,js?6a
-mno-avx512vl -js
-mno-bmi -k2
-mno-bmi2 -k1
-mno-clflushopt -k5
-mno-clwb -k6
-mno-crc32 -k8
-mno-f16c -ka
-mno-fma -ke
-mno-fma4 -kd,mc
-mno-fsgsbase -kf
-mno-fxsr -kg
-mno-lwp -l7
-mno-lzcnt -l8
-mno-mmx -la
-mno-movbe -lb
-mno-mwaitx -le
-mno-pclmul -lf
-mno-pku -lh
-mno-popcnt -li
-mno-prfchw -lk
-mno-rdrnd -ln
-mno-rdseed -lo
-mno-sahf -ig
-mno-sgx -lr
-mno-sse 6a,ie.if-e2.eh,jd,ji.jk,jn,js,jx,k8,ka,kd.ke,lv.m3,mc
-mno-sse2 6a-e2.eh,jd,ji.jk,jn,js,jx,k8,ka,kd.ke,lv.m0,m3,mc?ie,if
-mno-sse3 6a-jd,ji.jk,jn,js,jx,k8,ka,kd.ke,lx.m0,m3,mc
-mno-sse4 6a-jd,ji.jk,jn,js,jx,k8,ka,kd.ke,lz.m0,mc
-mno-sse4.1 6a-jd,ji.jk,jn,js,jx,k8,ka,kd.ke,lz.m0,mc
-mno-sse4.2 6a-jd,ji.jk,jn,js,jx,k8,ka,kd.ke,m0,mc
-mno-sse4a -kd,ly,mc
-mno-sse5 6a-jd,ji.jk,jn,js,jx,ka,kd.ke,mc
-mno-ssse3 6a-jd,ji.jk,jn,js,jx,k8,ka,kd.ke,lz.m0,m3,mc
-mno-tbm -m5
-mno-xop -mc
-mno-xsave 6a-jd,ji.jk,jn,js,jx,ka,kd.ke,mc.mg
-mno-xsavec -md
-mno-xsaveopt -me
-mno-xsaves -mf
-mpclmul e2.eh,la,lf,lw,m2?ie,if,lv,m1
-mpconfig lg
-mpku lh
-mpopcnt li
-mprefetchwt1 lj
-mprfchw lk
-mptwrite ll
-mrdpid lm
-mrdrnd ln
-mrdseed lo
-mrtm lp
-mserialize lq
-msgx lr
-msha e2.eh,la,ls,lw,m2?ie,if,lv,m1
-mshstk lt
-msoft-float 1o,6c,j3?by,bz,dn,do,dp,dq
-msse la,m2?ie,if,m1
-msse2 e2.eh,la,lw,m2?ie,if,lv,m1
-msse3 e2.eh,la,lw.lx,m2?ie,if,lv,m1
-msse4 e2.eh,k8,la,li,lw.lx,lz.m0,m2.m3?ie,if,lv,m1
-msse4.1 e2.eh,la,lw.lx,lz,m2.m3?ie,if,lv,m1
-msse4.2 e2.eh,k8,la,li,lw.lx,lz.m0,m2.m3?ie,if,lv,m1
-msse4a e2.eh,la,lw.ly,m2?ie,if,lv,m1
-msse5 e2.eh,jx,k8,la,li,lw.lx,lz.m0,m2.m3,mg?6a,ie,if,lv,m1
-mssse3 e2.eh,la,lw.lx,m2.m3?ie,if,lv,m1
-mtbm m5
-mtsxldtrk m6
-mtune=alderlake p4-pc,q8,qh
-mtune=amdfam10 p5-pc,q8,qh
-mtune=athlon p6-pc,q8,qh?p7
-mtune=athlon-4 p6-pc,q8,qh?p7
-mtune=athlon-fx q0-pc,q8,qh
-mtune=athlon-mp p6-pc,q8,qh?p7
-mtune=athlon-tbird p6-pc,q8,qh?p7
-mtune=athlon-xp p6-pc,q8,qh?p7
-mtune=athlon64 q0-pc,q8,qh
-mtune=athlon64-sse3 q0-pc,q8,qh
-mtune=atom p8,pd-pc,q8,qh
-mtune=barcelona p5-pc,q8,qh
-mtune=bdver1 p9-pc,q8,qh
-mtune=bdver2 pa-pc,q8,qh
-mtune=bdver3 pb-pc,q8,qh
-mtune=bdver4 pc-q8,qh
-mtune=bonnell p8,pd-pc,q8,qh
-mtune=broadwell pk,pq-pc,q8,qh
-mtune=btver1 pe-pc,q8,qh
-mtune=btver2 pf-pc,q8,qh
-mtune=c3 ps-pc,q8,qh
-mtune=c3-2 pu,q6,qb-pc,q8,qh
-mtune=c7 pu,qb-pc,q8,qh
-mtune=cannonlake pg-pc,q8,qh
-mtune=cascadelake ph-pc,q8,qh
-mtune=cooperlake pi-pc,q8,qh
-mtune=core-avx-i pm,qd-pc,q8,qh
-mtune=core-avx2 pk,pq-pc,q8,qh
-mtune=core2 pj-pc,q8,qh
-mtune=corei7 pl,q4-pc,q8,qh
-mtune=corei7-avx pm,qd-pc,q8,qh
-mtune=eden-x2 q0-pc,q8,qh
-mtune=eden-x4 q0-pc,q8,qh
-mtune=esther pu,qb-pc,q8,qh
-mtune=generic -pc,q8,qh
-mtune=geode pn-pc,q8,qh
-mtune=goldmont po-pc,q8,qh
-mtune=goldmont-plus pp-pc,q8,qh
-mtune=haswell pk,pq-pc,q8,qh
-mtune=i386 pr-pc,q8,qh
-mtune=i486 ps-pc,q8,qh
-mtune=i586 pt,q9-pc,q8,qh
-mtune=i686 pu,qb-pc,q8,qh
-mtune=icelake-client pv-pc,q8,qh
-mtune=icelake-server pw-pc,q8,qh
-mtune=intel -pc,q8,qh
-mtune=ivybridge pm,qd-pc,q8,qh
-mtune=k6 pz-pc,q8,qh
-mtune=k6-2 px,pz-pc,q8,qh
-mtune=k6-3 py.pz-pc,q8,qh
-mtune=k8 q0-pc,q8,qh
-mtune=k8-sse3 q0-pc,q8,qh
-mtune=knl q1-pc,q8,qh
-mtune=knm q2-pc,q8,qh
-mtune=lakemont q3-pc,q8,qh
-mtune=nano q0-pc,q8,qh
-mtune=nano-1000 q0-pc,q8,qh
-mtune=nano-2000 q0-pc,q8,qh
-mtune=nano-3000 q0-pc,q8,qh
-mtune=nano-x2 q0-pc,q8,qh
-mtune=nano-x4 q0-pc,q8,qh
-mtune=nehalem pl,q4-pc,q8,qh
-mtune=nehemiah pu,qb-pc,q8,qh
-mtune=nocona q5-pc,q8,qh
-mtune=opteron q0-pc,q8,qh
-mtune=opteron-sse3 q0-pc,q8,qh
-mtune=pentium pt,q9-pc,q8,qh
-mtune=pentium-m pu,qb-pc,q8,qh
-mtune=pentium-mmx pt,q9.qa-pc,q8,qh
-mtune=pentium2 pu,q6,qb-pc,q8,qh
-mtune=pentium3 pu,q6.q7,qb-pc,q8,qh
-mtune=pentium3m pu,qb-pc,q8,qh
-mtune=pentium4 q8-pc,qh
-mtune=pentium4m q8-pc,qh
-mtune=pentiumpro pu,qb-pc,q8,qh
-mtune=prescott q5-pc,q8,qh
-mtune=rocketlake qc-pc,q8,qh
-mtune=samuel-2 ps-pc,q8,qh
-mtune=sandybridge pm,qd-pc,q8,qh
-mtune=sapphirerapids qe-pc,q8,qh
-mtune=silvermont qf,qi-pc,q8,qh
-mtune=skylake qg-pc,q8,qh
-mtune=skylake-avx512 qh-pc,q8
-mtune=slm qf,qi-pc,q8,qh
-mtune=tigerlake qj-pc,q8,qh
-mtune=tremont qk-pc,q8,qh
-mtune=westmere pl,q4-pc,q8,qh
-mtune=winchip-c6 ps-pc,q8,qh
-mtune=winchip2 ps-pc,q8,qh
-mtune=x86-64 q0-pc,q8,qh
-mtune=znver1 ql-pc,q8,qh
-mtune=znver2 qm-pc,q8,qh
-mtune=znver3 qn-pc,q8,qh
-muclibc -ds
-mvaes m7
-mvpclmulqdq m8
-mwaitpkg m9
-mwbnoinvd ma
-mwidekl e2.eh,kj,la,lw,m2,mb?ie,if,lv,m1
-mx32 1o,6c,b3,ck,e2.eh,kg,l9.la,lu.lw,m1.m2,mj.mk,na,qo.qp-iv.j2?ig,o7,o8,d4,d5,d6,d7,d8,ev 1o,6c,b3,ck,e2.eh,kg,l9.la,lu.lw,m1.m2,mj.mk,na,qo.qp-iv.j2?ig,d9,da,o7,o8,d4,d5,d6,d7,d8,ev
-mxop e2.eh,jx,k8,kd,la,li,lw.m0,m2.m3,mc,mg?6a,ie,if,d4,d5,d6,d7,d8,lv,m1
-mxsave mg
-mxsavec md,mg
-mxsaveopt me,mg
-mxsaves mf.mg
-pedantic  -8y?83,8g
-pthread ey
-std=c++03  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++0x  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++11  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++14  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++17  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++1y  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++1z  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-dz.e0,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-dz.e0,j2
-std=c++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-dz.e0,j2
-std=c++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-dz.e0,j2
-std=c++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f8,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-dz.e0,j2
-std=c++98  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,dz.e0,er,f1,f8,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0,j2
-std=c11 41,gy-dz.e0,j2 
-std=c17 7s,gy-dz.e0,j2 
-std=c18 7s,gy-dz.e0,j2 
-std=c2x gx.gy-dz.e0,j2 
-std=c89 44,gy-3y.40,7s,dz.e0,j2 
-std=c90 44,gy-3y.40,7s,dz.e0,j2 
-std=c99 gw,gy-3z.40,dz.e0,j2 
-std=gnu++03  44.45,dz.e0,j2-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,er,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++0x  dz.e0,h1,hb,hv,hx,hz,j2-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++11  dz.e0,h1,hb,hv,hx,hz,j2-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++14  7z,87,8a,8e,8j,8w,91,9a,dz.e0,h2,hc,hv,hx,hz,j2-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++1y  7z,87,8a,8e,8j,8w,91,9a,dz.e0,h2,hc,hv,hx,hz,j2-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,dz.e0,f1,f8,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,j2-gy
-std=gnu++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,dz.e0,f1,f8,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,j2-gy
-std=gnu++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,dz.e0,f1,f8,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0,j2-gy
-std=gnu++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,dz.e0,f1,f8,h4.h6,h8.ha,he.ho,hr.hu,hw,i0,j2-gy
-std=gnu++98  44.45,dz.e0,j2-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,er,f1,f8,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu11 41,dz.e0,j2-gy 
-std=gnu2x dz.e0,gx,j2-gy 
-std=gnu89 44,dz.e0,j2-3y.40,7s,gy 
-std=gnu90 44,dz.e0,j2-3y.40,7s,gy 
-std=gnu99 dz.e0,gw,j2-gy 
-std=iso9899:1999 gw,gy-3z.40,dz.e0,j2 
-std=iso9899:2011 41,gy-dz.e0,j2 
-traditional-cpp -1g 
-undef dn.dq-0.1e,1h.1n,1p.1q,1v.2k,2u,37.3v,3y,46.6b,6d.6k,6r.7d,9g.b2,bk.bp,bw.bz,db.dc,de.dm,ds.eh,es.et,ez,f2,ge.gg,gi,gl,gy,i3.j2,j6.j8,jd,ji.jk,jn,js,jx,k1.k2,k5.k6,k8,ka,kd.kg,l7.l8,la.lb,le.lf,lh.li,lk,ln.lo,lr,lv.m3,m5,mc.mg,my.mz,oi.oj,ow.ox,pc,q8,qh dn.dq-0.1e,1h.1n,1p.1q,1v.2k,2u,37.3v,3y,42.43,46.6b,6d.6k,6r.7d,7t.7w,7y.9c,9g.b2,bp.bz,db.dc,de.dm,ds.eh,er.et,ez,f1.f2,f8,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.j2,j6.j8,jd,ji.jk,jn,js,jx,k1.k2,k5.k6,k8,ka,kd.kg,l7.l8,la.lb,le.lf,lh.li,lk,ln.lo,lr,lv.m3,m5,mc.mg,my.mz,oi.oj,ow.ox,pc,q8,qh

-fPIE -fasynchronous-unwind-tables -fno-short-enums -fno-unsigned-char -frtti -fsigned-char -funwind-tables -m32 -m80387 -m?8bit-idiv -m96bit-long-double -m?accumulate-outgoing-args -m?align-stringops -m?avx256-split-unaligned-load -m?avx256-split-unaligned-store -m?call-ms2sysv-xlogues -m?cet-switch -m?cld -m?cx16 -m?direct-extern-access -mdispatch-scheduler -mdump-tune-features -m?fancy-math-387 -m?force-drap -m?force-indirect-call -m?fp-ret-in-387 -mglibc -mhard-float -m?hle -m?ieee-fp -m?indirect-branch-cs-prefix -m?indirect-branch-register -m?inline-all-stringops -m?inline-stringops-dynamically -m?intel-syntax -mlong-double-80 -m?manual-endbr -m?mitigate-rop -m?mpx -m?mwait -m?needed -mno-3dnow -mno-3dnowa -mno-align-double -mno-amx-bf16 -mno-amx-int8 -mno-amx-tile -mno-android -mno-avx5124fmaps -mno-avx5124vnniw -mno-avx512bf16 -mno-avx512bitalg -mno-avx512er -mno-avx512fp16 -mno-avx512ifma -mno-avx512pf -mno-avx512vbmi -mno-avx512vbmi2 -mno-avx512vnni -mno-avx512vp2intersect -mno-avx512vpopcntdq -mno-avxvnni -mno-cldemote -mno-clzero -mno-default -mno-enqcmd -mno-fentry -mno-fused-madd -mno-gfni -mno-hreset -mno-iamcu -mno-kl -mno-movdir64b -mno-movdiri -mno-ms-bitfields -mno-nop-mcount -mno-pconfig -mno-prefetchwt1 -mno-ptwrite -mno-rdpid -mno-rtm -mno-serialize -mno-sha -mno-shstk -mno-soft-float -mno-tsxldtrk -mno-uintr -mno-vaes -mno-vpclmulqdq -mno-waitpkg -mno-wbnoinvd -mno-widekl -m?omit-leaf-frame-pointer -mpc32 -mpc64 -mpc80 -m?pcommit -m?prefer-avx128 -mprefer-vector-width=256 -m?push-args -m?recip -m?record-mcount -m?record-return -m?red-zone -m?relax-cmpxchg-loop -m?rtd -msahf -m?skip-rax-setup -m?sse2avx -m?stack-arg-probe -m?stackrealign -m?stv -mtls-dialect=gnu2 -m?tls-direct-seg-refs -m?vect8-ret-in-mem -m?vzeroupper -std=gnu++17 -std=gnu++1z

-fms-extensions -fno-signed-char -fpack-struct -fplan9-extensions -fpreprocessed -fshort-enums -fshort-wchar -funsigned-char -m128bit-long-double -m64 -malign-double -mandroid -mbionic -miamcu -mlong-double-128 -mlong-double-64 -mms-bitfields -mx32 -traditional-cpp -trigraphs -undef

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
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __builtin_cpu_supports __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

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
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __builtin_cpu_supports __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __is_identifier __type_pack_element __make_integer_seq`;
