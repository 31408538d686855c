/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = `riscv64-unknown-elf-gcc: riscv64-unknown-elf-gcc (12.2.0-14+deb12u1+11+b2) 12.2.0, asked on 2026-11-22

__riscv 1
__riscv_a 2001000
__riscv_arch_test 1
__riscv_atomic 1
__riscv_c 2000000
__riscv_cmodel_medlow 1
__riscv_compressed 1
__riscv_d 2002000
__riscv_div 1
__riscv_f 2002000
__riscv_fdiv 1
__riscv_flen 64
__riscv_float_abi_double 1
__riscv_fsqrt 1
__riscv_i 2001000
__riscv_m 2000000
__riscv_mul 1
__riscv_muldiv 1
__riscv_xlen 64
__riscv_zicsr 2000000
__LIBGCC_DWARF_ALT_FRAME_RETURN_COLUMN__ 64
__LIBGCC_DWARF_FRAME_REGISTERS__ 66
__LIBGCC_STACK_POINTER_REGNUM__ 2
__LIBGCC_TRAMPOLINE_SIZE__ 144
__riscv_a 2000000
__riscv_cmodel_medany 1
__riscv_cmodel_pic 1
__riscv_d 2000000
__riscv_f 2000000
__riscv_flen 32
__riscv_float_abi_single 1
__riscv_float_abi_soft 1
__riscv_i 2000000
__riscv_zba 1000000
__riscv_zbb 1000000
__riscv_zbc 1000000
__riscv_zbs 1000000
__riscv_zifencei 2000000

0.1u,2u.2v,3y.40,46.6q,72.7c,7s,9g.bo,bw.d8,i3.im 0.1u,2u.2v,3y.40,42.43,46.6q,72.7c,7t.9e,9g.bj,bp.da,i3.im

|-mcmodel=medlow|-mcmodel=medany|-mabi=lp64|-mabi=lp64 -mcmodel=medlow|-mabi=lp64 -mcmodel=medany|-mabi=lp64f|-mabi=lp64f -mcmodel=medlow|-mabi=lp64f -mcmodel=medany|-mabi=lp64d|-mabi=lp64d -mcmodel=medlow|-mabi=lp64d -mcmodel=medany
|is-i8|iy-if|is,iy-i8,if|ix-if|is,ix-i8,if|2l.2s,iy-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik,im|2l.2s,is,iy-ax,bx,d4.d8,i4,i6.ig,ii.ik,im|2l.2s,iy-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik|2l.2s,is,iy-ax,bx,d4.d8,i4,i6.ig,ii.ik|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6.ig,ii.ik|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik,im|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6.ig,ii.ik,im|2l.2s,iy,j0.j3-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik,im|2l.2s,is,iy,j0.j3-ax,bx,d4.d8,i4,i6.ig,ii.ik,im|2l.2s,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik,im|2l.2s,is,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6.ig,ii.ik,im|2l.2s,iy,j0.j4-ax,bx,d4.d8,i4,i6.i7,i9.ig,ii.ik|2l.2s,is,iy,j0.j4-ax,bx,d4.d8,i4,i6.ig,ii.ik|2l.2s,iy-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig,im|2l.2s,is,iy-ax,bx,d4.d8,i4,i6.ia,ic.ig,im|2l.2s,iy-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig|2l.2s,is,iy-ax,bx,d4.d8,i4,i6.ia,ic.ig|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6.ia,ic.ig|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig,im|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6.ia,ic.ig,im|2l.2s,iy,j0.j3-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig,im|2l.2s,is,iy,j0.j3-ax,bx,d4.d8,i4,i6.ia,ic.ig,im|2l.2s,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig,im|2l.2s,is,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6.ia,ic.ig,im|2l.2s,iy,j0.j4-ax,bx,d4.d8,i4,i6.i7,i9.ia,ic.ig|2l.2s,is,iy,j0.j4-ax,bx,d4.d8,i4,i6.ia,ic.ig|2m.2n,iy-d4.d8,i7,i9.ig,ii.ik,im|2m.2n,is,iy-d4.d8,i7.ig,ii.ik,im|2m.2n,iy-d4.d8,i7,i9.ig,ii.ik|2m.2n,is,iy-d4.d8,i7.ig,ii.ik|2m.2n,iy,j4-d4.d8,i7,i9.ig,ii.ik|2m.2n,is,iy,j4-d4.d8,i7.ig,ii.ik|2m.2n,iy,j4-d4.d8,i7,i9.ig,ii.ik,im|2m.2n,is,iy,j4-d4.d8,i7.ig,ii.ik,im|2m.2n,iy,j0.j3-d4.d8,i7,i9.ig,ii.ik,im|2m.2n,is,iy,j0.j3-d4.d8,i7.ig,ii.ik,im|2m.2n,iy,j0.j1,j3-d4.d8,i7,i9.ig,ii.ik,im|2m.2n,is,iy,j0.j1,j3-d4.d8,i7.ig,ii.ik,im|2m.2n,iy,j0.j4-d4.d8,i7,i9.ig,ii.ik|2m.2n,is,iy,j0.j4-d4.d8,i7.ig,ii.ik|2l.2s,iy-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik,im|2l.2s,is,iy-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik,im|2l.2s,iy-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik|2l.2s,is,iy-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik,im|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik,im|2l.2s,iy,j0.j3-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik,im|2l.2s,is,iy,j0.j3-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik,im|2l.2s,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik,im|2l.2s,is,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik,im|2l.2s,iy,j0.j4-ax,bx,d4.d8,i4,i6,ia.ig,ii.ik|2l.2s,is,iy,j0.j4-ax,bx,d4.d8,i4,i6,i8,ia.ig,ii.ik|2l.2s,iy-ax,bx,d4.d8,i4,i6,ia,ic.ig,im|2l.2s,is,iy-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig,im|2l.2s,iy-ax,bx,d4.d8,i4,i6,ia,ic.ig|2l.2s,is,iy-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6,ia,ic.ig|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig|2l.2s,iy,j4-ax,bx,d4.d8,i4,i6,ia,ic.ig,im|2l.2s,is,iy,j4-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig,im|2l.2s,iy,j0.j3-ax,bx,d4.d8,i4,i6,ia,ic.ig,im|2l.2s,is,iy,j0.j3-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig,im|2l.2s,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6,ia,ic.ig,im|2l.2s,is,iy,j0.j1,j3-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig,im|2l.2s,iy,j0.j4-ax,bx,d4.d8,i4,i6,ia,ic.ig|2l.2s,is,iy,j0.j4-ax,bx,d4.d8,i4,i6,i8,ia,ic.ig|2m.2n,iy-d4.d8,i7,i9.ia,ic.ig,im|2m.2n,is,iy-d4.d8,i7.ia,ic.ig,im|2m.2n,iy-d4.d8,i7,i9.ia,ic.ig|2m.2n,is,iy-d4.d8,i7.ia,ic.ig|2m.2n,iy,j4-d4.d8,i7,i9.ia,ic.ig|2m.2n,is,iy,j4-d4.d8,i7.ia,ic.ig|2m.2n,iy,j4-d4.d8,i7,i9.ia,ic.ig,im|2m.2n,is,iy,j4-d4.d8,i7.ia,ic.ig,im|2m.2n,iy,j0.j3-d4.d8,i7,i9.ia,ic.ig,im|2m.2n,is,iy,j0.j3-d4.d8,i7.ia,ic.ig,im|2m.2n,iy,j0.j1,j3-d4.d8,i7,i9.ia,ic.ig,im|2m.2n,is,iy,j0.j1,j3-d4.d8,i7.ia,ic.ig,im|2m.2n,iy,j0.j4-d4.d8,i7,i9.ia,ic.ig|2m.2n,is,iy,j0.j4-d4.d8,i7.ia,ic.ig|2m.2n,iy-d4.d8,ia.ig,ii.ik,im|2m.2n,is,iy-d4.d8,i8,ia.ig,ii.ik,im|2m.2n,iy-d4.d8,ia.ig,ii.ik|2m.2n,is,iy-d4.d8,i8,ia.ig,ii.ik|2m.2n,iy,j4-d4.d8,ia.ig,ii.ik|2m.2n,is,iy,j4-d4.d8,i8,ia.ig,ii.ik|2m.2n,iy,j4-d4.d8,ia.ig,ii.ik,im|2m.2n,is,iy,j4-d4.d8,i8,ia.ig,ii.ik,im|2m.2n,iy,j0.j3-d4.d8,ia.ig,ii.ik,im|2m.2n,is,iy,j0.j3-d4.d8,i8,ia.ig,ii.ik,im|2m.2n,iy,j0.j1,j3-d4.d8,ia.ig,ii.ik,im|2m.2n,is,iy,j0.j1,j3-d4.d8,i8,ia.ig,ii.ik,im|2m.2n,iy,j0.j4-d4.d8,ia.ig,ii.ik|2m.2n,is,iy,j0.j4-d4.d8,i8,ia.ig,ii.ik|2m.2n,iy-d4.d8,ia,ic.ig,im|2m.2n,is,iy-d4.d8,i8,ia,ic.ig,im|2m.2n,iy-d4.d8,ia,ic.ig|2m.2n,is,iy-d4.d8,i8,ia,ic.ig|2m.2n,iy,j4-d4.d8,ia,ic.ig|2m.2n,is,iy,j4-d4.d8,i8,ia,ic.ig|2m.2n,iy,j4-d4.d8,ia,ic.ig,im|2m.2n,is,iy,j4-d4.d8,i8,ia,ic.ig,im|2m.2n,iy,j0.j3-d4.d8,ia,ic.ig,im|2m.2n,is,iy,j0.j3-d4.d8,i8,ia,ic.ig,im|2m.2n,iy,j0.j1,j3-d4.d8,ia,ic.ig,im|2m.2n,is,iy,j0.j1,j3-d4.d8,i8,ia,ic.ig,im|2m.2n,iy,j0.j4-d4.d8,ia,ic.ig|2m.2n,is,iy,j0.j4-d4.d8,i8,ia,ic.ig|2l.2s,iw,iy-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw,iy-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw.ix-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw.ix-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw,iy,j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw,iy,j4-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw.ix,j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw.ix,j4-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw,iy,j0.j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw,iy,j0.j3-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw.ix,j0.j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw.ix,j0.j3-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw,iy,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw,iy,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw.ix,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw.ix,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw,iy,j0.j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw,iy,j0.j4-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw.ix,j0.j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ia,if|2l.2s,is,iw.ix,j0.j4-ax,bx,d4,d7.d8,i4,i6.ia,if|2l.2s,iw,iy-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw,iy-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw.ix-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw.ix-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw,iy,j4-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw,iy,j4-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw.ix,j4-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw.ix,j4-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw,iy,j0.j3-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw,iy,j0.j3-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw.ix,j0.j3-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw.ix,j0.j3-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw,iy,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw,iy,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw.ix,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw.ix,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw,iy,j0.j4-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw,iy,j0.j4-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2l.2s,iw.ix,j0.j4-ax,bx,d4,d7.d8,i4,i6,ia,if|2l.2s,is,iw.ix,j0.j4-ax,bx,d4,d7.d8,i4,i6,i8,ia,if|2m.2n,iw,iy-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw,iy-d4,d7.d8,i7.ia,if|2m.2n,iw.ix-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw.ix-d4,d7.d8,i7.ia,if|2m.2n,iw,iy,j4-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw,iy,j4-d4,d7.d8,i7.ia,if|2m.2n,iw.ix,j4-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw.ix,j4-d4,d7.d8,i7.ia,if|2m.2n,iw,iy,j0.j3-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw,iy,j0.j3-d4,d7.d8,i7.ia,if|2m.2n,iw.ix,j0.j3-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw.ix,j0.j3-d4,d7.d8,i7.ia,if|2m.2n,iw,iy,j0.j1,j3-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw,iy,j0.j1,j3-d4,d7.d8,i7.ia,if|2m.2n,iw.ix,j0.j1,j3-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw.ix,j0.j1,j3-d4,d7.d8,i7.ia,if|2m.2n,iw,iy,j0.j4-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw,iy,j0.j4-d4,d7.d8,i7.ia,if|2m.2n,iw.ix,j0.j4-d4,d7.d8,i7,i9.ia,if|2m.2n,is,iw.ix,j0.j4-d4,d7.d8,i7.ia,if|2m.2n,iw,iy-d4,d7.d8,ia,if|2m.2n,is,iw,iy-d4,d7.d8,i8,ia,if|2m.2n,iw.ix-d4,d7.d8,ia,if|2m.2n,is,iw.ix-d4,d7.d8,i8,ia,if|2m.2n,iw,iy,j4-d4,d7.d8,ia,if|2m.2n,is,iw,iy,j4-d4,d7.d8,i8,ia,if|2m.2n,iw.ix,j4-d4,d7.d8,ia,if|2m.2n,is,iw.ix,j4-d4,d7.d8,i8,ia,if|2m.2n,iw,iy,j0.j3-d4,d7.d8,ia,if|2m.2n,is,iw,iy,j0.j3-d4,d7.d8,i8,ia,if|2m.2n,iw.ix,j0.j3-d4,d7.d8,ia,if|2m.2n,is,iw.ix,j0.j3-d4,d7.d8,i8,ia,if|2m.2n,iw,iy,j0.j1,j3-d4,d7.d8,ia,if|2m.2n,is,iw,iy,j0.j1,j3-d4,d7.d8,i8,ia,if|2m.2n,iw.ix,j0.j1,j3-d4,d7.d8,ia,if|2m.2n,is,iw.ix,j0.j1,j3-d4,d7.d8,i8,ia,if|2m.2n,iw,iy,j0.j4-d4,d7.d8,ia,if|2m.2n,is,iw,iy,j0.j4-d4,d7.d8,i8,ia,if|2m.2n,iw.ix,j0.j4-d4,d7.d8,ia,if|2m.2n,is,iw.ix,j0.j4-d4,d7.d8,i8,ia,if|-i7,i9|is-i7.i9|iy-i7,i9,if|is,iy-i7.i9,if|ix-i7,i9,if|is,ix-i7.i9,if|j4-i7,i9|is,j4-i7.i9|iy,j4-i7,i9,if|is,iy,j4-i7.i9,if|ix,j4-i7,i9,if|is,ix,j4-i7.i9,if|j0.j3-i7,i9|is,j0.j3-i7.i9|iy,j0.j3-i7,i9,if|is,iy,j0.j3-i7.i9,if|ix,j0.j3-i7,i9,if|is,ix,j0.j3-i7.i9,if|j0.j1,j3-i7,i9|is,j0.j1,j3-i7.i9|iy,j0.j1,j3-i7,i9,if|is,iy,j0.j1,j3-i7.i9,if|ix,j0.j1,j3-i7,i9,if|is,ix,j0.j1,j3-i7.i9,if|j0.j4-i7,i9|is,j0.j4-i7.i9|iy,j0.j4-i7,i9,if|is,iy,j0.j4-i7.i9,if|ix,j0.j4-i7,i9,if|is,ix,j0.j4-i7.i9,if|j4|is,j4-i8|iy,j4-if|is,iy,j4-i8,if|ix,j4-if|is,ix,j4-i8,if|j0.j3|is,j0.j3-i8|iy,j0.j3-if|is,iy,j0.j3-i8,if|ix,j0.j3-if|is,ix,j0.j3-i8,if|j0.j1,j3|is,j0.j1,j3-i8|iy,j0.j1,j3-if|is,iy,j0.j1,j3-i8,if|ix,j0.j1,j3-if|is,ix,j0.j1,j3-i8,if|j0.j4|is,j0.j4-i8|iy,j0.j4-if|is,iy,j0.j4-i8,if|ix,j0.j4-if|is,ix,j0.j4-i8,if|j0.j1,j3.j4-i7,i9|is,j0.j1,j3.j4-i7.i9|iy,j0.j1,j3.j4-i7,i9,if|is,iy,j0.j1,j3.j4-i7.i9,if|ix,j0.j1,j3.j4-i7,i9,if|is,ix,j0.j1,j3.j4-i7.i9,if|j0.j1,j3.j4|is,j0.j1,j3.j4-i8|iy,j0.j1,j3.j4-if|is,iy,j0.j1,j3.j4-i8,if|ix,j0.j1,j3.j4-if|is,ix,j0.j1,j3.j4-i8,if|2l.2s,iw,iy-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw,iy-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw.ix-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw.ix-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw,iy,j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw,iy,j4-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw.ix,j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw.ix,j4-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw,iy,j0.j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw,iy,j0.j3-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw.ix,j0.j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw.ix,j0.j3-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw,iy,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw,iy,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw.ix,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw.ix,j0.j1,j3-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw,iy,j0.j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw,iy,j0.j4-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l.2s,iw.ix,j0.j4-ax,bx,d4,d7.d8,i4,i6.i7,i9.ib,if,ii.ik|2l.2s,is,iw.ix,j0.j4-ax,bx,d4,d7.d8,i4,i6.ib,if,ii.ik|2l,2o.2s-ax,bx,i4,i6.i7,i9,ib,ii.ik|2l,2o.2s,is-ax,bx,i4,i6.i9,ib,ii.ik|2l,2o.2s,iy-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,iy-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,ix-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,ix-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,j4-ax,bx,i4,i6.i7,i9,ib,ii.ik|2l,2o.2s,is,j4-ax,bx,i4,i6.i9,ib,ii.ik|2l,2o.2s,iy,j4-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,iy,j4-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,ix,j4-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,ix,j4-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,j0.j3-ax,bx,i4,i6.i7,i9,ib,ii.ik|2l,2o.2s,is,j0.j3-ax,bx,i4,i6.i9,ib,ii.ik|2l,2o.2s,iy,j0.j3-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,iy,j0.j3-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,ix,j0.j3-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,ix,j0.j3-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,j0.j1,j3-ax,bx,i4,i6.i7,i9,ib,ii.ik|2l,2o.2s,is,j0.j1,j3-ax,bx,i4,i6.i9,ib,ii.ik|2l,2o.2s,iy,j0.j1,j3-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,iy,j0.j1,j3-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,ix,j0.j1,j3-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,ix,j0.j1,j3-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,j0.j4-ax,bx,i4,i6.i7,i9,ib,ii.ik|2l,2o.2s,is,j0.j4-ax,bx,i4,i6.i9,ib,ii.ik|2l,2o.2s,iy,j0.j4-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,iy,j0.j4-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s,ix,j0.j4-ax,bx,i4,i6.i7,i9,ib,if,ii.ik|2l,2o.2s,is,ix,j0.j4-ax,bx,i4,i6.i9,ib,if,ii.ik|2l,2o.2s-ax,bx,i4,i6.i7,i9|2l,2o.2s,is-ax,bx,i4,i6.i9|2l,2o.2s,iy-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,iy-ax,bx,i4,i6.i9,if|2l,2o.2s,ix-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,ix-ax,bx,i4,i6.i9,if|2l,2o.2s,j4-ax,bx,i4,i6.i7,i9|2l,2o.2s,is,j4-ax,bx,i4,i6.i9|2l,2o.2s,iy,j4-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,iy,j4-ax,bx,i4,i6.i9,if|2l,2o.2s,ix,j4-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,ix,j4-ax,bx,i4,i6.i9,if|2l,2o.2s,j0.j3-ax,bx,i4,i6.i7,i9|2l,2o.2s,is,j0.j3-ax,bx,i4,i6.i9|2l,2o.2s,iy,j0.j3-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,iy,j0.j3-ax,bx,i4,i6.i9,if|2l,2o.2s,ix,j0.j3-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,ix,j0.j3-ax,bx,i4,i6.i9,if|2l,2o.2s,j0.j1,j3-ax,bx,i4,i6.i7,i9|2l,2o.2s,is,j0.j1,j3-ax,bx,i4,i6.i9|2l,2o.2s,iy,j0.j1,j3-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,iy,j0.j1,j3-ax,bx,i4,i6.i9,if|2l,2o.2s,ix,j0.j1,j3-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,ix,j0.j1,j3-ax,bx,i4,i6.i9,if|2l,2o.2s,j0.j4-ax,bx,i4,i6.i7,i9|2l,2o.2s,is,j0.j4-ax,bx,i4,i6.i9|2l,2o.2s,iy,j0.j4-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,iy,j0.j4-ax,bx,i4,i6.i9,if|2l,2o.2s,ix,j0.j4-ax,bx,i4,i6.i7,i9,if|2l,2o.2s,is,ix,j0.j4-ax,bx,i4,i6.i9,if|2l,2o.2s-ax,bx,i4,i6|2l,2o.2s,is-ax,bx,i4,i6,i8|2l,2o.2s,iy-ax,bx,i4,i6,if|2l,2o.2s,is,iy-ax,bx,i4,i6,i8,if|2l,2o.2s,ix-ax,bx,i4,i6,if|2l,2o.2s,is,ix-ax,bx,i4,i6,i8,if|2l,2o.2s,j4-ax,bx,i4,i6|2l,2o.2s,is,j4-ax,bx,i4,i6,i8|2l,2o.2s,iy,j4-ax,bx,i4,i6,if|2l,2o.2s,is,iy,j4-ax,bx,i4,i6,i8,if|2l,2o.2s,ix,j4-ax,bx,i4,i6,if|2l,2o.2s,is,ix,j4-ax,bx,i4,i6,i8,if|2l,2o.2s,j0.j3-ax,bx,i4,i6|2l,2o.2s,is,j0.j3-ax,bx,i4,i6,i8|2l,2o.2s,iy,j0.j3-ax,bx,i4,i6,if|2l,2o.2s,is,iy,j0.j3-ax,bx,i4,i6,i8,if|2l,2o.2s,ix,j0.j3-ax,bx,i4,i6,if|2l,2o.2s,is,ix,j0.j3-ax,bx,i4,i6,i8,if|2l,2o.2s,j0.j1,j3-ax,bx,i4,i6|2l,2o.2s,is,j0.j1,j3-ax,bx,i4,i6,i8|2l,2o.2s,iy,j0.j1,j3-ax,bx,i4,i6,if|2l,2o.2s,is,iy,j0.j1,j3-ax,bx,i4,i6,i8,if|2l,2o.2s,ix,j0.j1,j3-ax,bx,i4,i6,if|2l,2o.2s,is,ix,j0.j1,j3-ax,bx,i4,i6,i8,if|2l,2o.2s,j0.j4-ax,bx,i4,i6|2l,2o.2s,is,j0.j4-ax,bx,i4,i6,i8|2l,2o.2s,iy,j0.j4-ax,bx,i4,i6,if|2l,2o.2s,is,iy,j0.j4-ax,bx,i4,i6,i8,if|2l,2o.2s,ix,j0.j4-ax,bx,i4,i6,if|2l,2o.2s,is,ix,j0.j4-ax,bx,i4,i6,i8,if
 -march=rv64imafdc -march=rv64imafdc_zicsr 0*2,1,2*2,3,4*2,5,0*2,1
-march=rv64i !*3,6*2,7,!*6
-march=rv64i_zicsr !*3,8*2,9,!*6
-march=rv64i_zicsr_zifencei !*3,a*2,b,!*6
-march=rv64i_zifencei !*3,c*2,d,!*6
-march=rv64i_zba_zbb_zbc_zbs !*3,e*2,f,!*6
-march=rv64i_zba_zbb_zbs !*3,g*2,h,!*6
-march=rv64i_zicsr_zifencei_zba_zbb_zbc_zbs !*3,i*2,j,!*6
-march=rv64im !*3,k*2,l,!*6
-march=rv64im_zicsr !*3,m*2,n,!*6
-march=rv64im_zicsr_zifencei !*3,o*2,p,!*6
-march=rv64im_zifencei !*3,q*2,r,!*6
-march=rv64im_zba_zbb_zbc_zbs !*3,s*2,t,!*6
-march=rv64im_zba_zbb_zbs !*3,u*2,v,!*6
-march=rv64im_zicsr_zifencei_zba_zbb_zbc_zbs !*3,w*2,x,!*6
-march=rv64ia !*3,y*2,z,!*6
-march=rv64ia_zicsr !*3,10*2,11,!*6
-march=rv64ia_zicsr_zifencei !*3,12*2,13,!*6
-march=rv64ia_zifencei !*3,14*2,15,!*6
-march=rv64ia_zba_zbb_zbc_zbs !*3,16*2,17,!*6
-march=rv64ia_zba_zbb_zbs !*3,18*2,19,!*6
-march=rv64ia_zicsr_zifencei_zba_zbb_zbc_zbs !*3,1a*2,1b,!*6
-march=rv64ic !*3,1c*2,1d,!*6
-march=rv64ic_zicsr !*3,1e*2,1f,!*6
-march=rv64ic_zicsr_zifencei !*3,1g*2,1h,!*6
-march=rv64ic_zifencei !*3,1i*2,1j,!*6
-march=rv64ic_zba_zbb_zbc_zbs !*3,1k*2,1l,!*6
-march=rv64ic_zba_zbb_zbs !*3,1m*2,1n,!*6
-march=rv64ic_zicsr_zifencei_zba_zbb_zbc_zbs !*3,1o*2,1p,!*6
-march=rv64imc !*3,1q*2,1r,!*6
-march=rv64imc_zicsr !*3,1s*2,1t,!*6
-march=rv64imc_zicsr_zifencei !*3,1u*2,1v,!*6
-march=rv64imc_zifencei !*3,1w*2,1x,!*6
-march=rv64imc_zba_zbb_zbc_zbs !*3,1y*2,1z,!*6
-march=rv64imc_zba_zbb_zbs !*3,20*2,21,!*6
-march=rv64imc_zicsr_zifencei_zba_zbb_zbc_zbs !*3,22*2,23,!*6
-march=rv64ima !*3,24*2,25,!*6
-march=rv64ima_zicsr !*3,26*2,27,!*6
-march=rv64ima_zicsr_zifencei !*3,28*2,29,!*6
-march=rv64ima_zifencei !*3,2a*2,2b,!*6
-march=rv64ima_zba_zbb_zbc_zbs !*3,2c*2,2d,!*6
-march=rv64ima_zba_zbb_zbs !*3,2e*2,2f,!*6
-march=rv64ima_zicsr_zifencei_zba_zbb_zbc_zbs !*3,2g*2,2h,!*6
-march=rv64iac !*3,2i*2,2j,!*6
-march=rv64iac_zicsr !*3,2k*2,2l,!*6
-march=rv64iac_zicsr_zifencei !*3,2m*2,2n,!*6
-march=rv64iac_zifencei !*3,2o*2,2p,!*6
-march=rv64iac_zba_zbb_zbc_zbs !*3,2q*2,2r,!*6
-march=rv64iac_zba_zbb_zbs !*3,2s*2,2t,!*6
-march=rv64iac_zicsr_zifencei_zba_zbb_zbc_zbs !*3,2u*2,2v,!*6
-march=rv64imac !*3,2w*2,2x,!*6
-march=rv64imac_zicsr !*3,2y*2,2z,!*6
-march=rv64imac_zicsr_zifencei !*3,30*2,31,!*6
-march=rv64imac_zifencei !*3,32*2,33,!*6
-march=rv64imac_zba_zbb_zbc_zbs !*3,34*2,35,!*6
-march=rv64imac_zba_zbb_zbs !*3,36*2,37,!*6
-march=rv64imac_zicsr_zifencei_zba_zbb_zbc_zbs !*3,38*2,39,!*6
-march=rv64imf -march=rv64imf_zicsr !*3,3a*2,3b,3c*2,3d,!*3
-march=rv64imf_zicsr_zifencei -march=rv64imf_zifencei !*3,3e*2,3f,3g*2,3h,!*3
-march=rv64imf_zba_zbb_zbc_zbs !*3,3i*2,3j,3k*2,3l,!*3
-march=rv64imf_zba_zbb_zbs !*3,3m*2,3n,3o*2,3p,!*3
-march=rv64imf_zicsr_zifencei_zba_zbb_zbc_zbs !*3,3q*2,3r,3s*2,3t,!*3
-march=rv64imfc -march=rv64imfc_zicsr !*3,3u*2,3v,3w*2,3x,!*3
-march=rv64imfc_zicsr_zifencei -march=rv64imfc_zifencei !*3,3y*2,3z,40*2,41,!*3
-march=rv64imfc_zba_zbb_zbc_zbs !*3,42*2,43,44*2,45,!*3
-march=rv64imfc_zba_zbb_zbs !*3,46*2,47,48*2,49,!*3
-march=rv64imfc_zicsr_zifencei_zba_zbb_zbc_zbs !*3,4a*2,4b,4c*2,4d,!*3
-march=rv64imaf -march=rv64imaf_zicsr !*3,4e*2,4f,4g*2,4h,!*3
-march=rv64imaf_zicsr_zifencei -march=rv64imaf_zifencei !*3,4i*2,4j,4k*2,4l,!*3
-march=rv64imaf_zba_zbb_zbc_zbs !*3,4m*2,4n,4o*2,4p,!*3
-march=rv64imaf_zba_zbb_zbs !*3,4q*2,4r,4s*2,4t,!*3
-march=rv64imaf_zicsr_zifencei_zba_zbb_zbc_zbs !*3,4u*2,4v,4w*2,4x,!*3
-march=rv64imafc -march=rv64imafc_zicsr !*3,4y*2,4z,50*2,51,!*3
-march=rv64imafc_zicsr_zifencei -march=rv64imafc_zifencei !*3,52*2,53,54*2,55,!*3
-march=rv64imafc_zba_zbb_zbc_zbs !*3,56*2,57,58*2,59,!*3
-march=rv64imafc_zba_zbb_zbs !*3,5a*2,5b,5c*2,5d,!*3
-march=rv64imafc_zicsr_zifencei_zba_zbb_zbc_zbs !*3,5e*2,5f,5g*2,5h,!*3
-march=rv64imafd -march=rv64imafd_zicsr 5i*2,5j,5k*2,5l,5m*2,5n,5i*2,5j
-march=rv64imafd_zicsr_zifencei -march=rv64imafd_zifencei -march=rv64g -march=rv64g_zicsr -march=rv64g_zicsr_zifencei -march=rv64g_zifencei 5o*2,5p,5q*2,5r,5s*2,5t,5o*2,5p
-march=rv64imafd_zba_zbb_zbc_zbs 5u*2,5v,5w*2,5x,5y*2,5z,5u*2,5v
-march=rv64imafd_zba_zbb_zbs 60*2,61,62*2,63,64*2,65,60*2,61
-march=rv64imafd_zicsr_zifencei_zba_zbb_zbc_zbs -march=rv64g_zba_zbb_zbc_zbs -march=rv64g_zicsr_zifencei_zba_zbb_zbc_zbs 66*2,67,68*2,69,6a*2,6b,66*2,67
-march=rv64imafdc_zicsr_zifencei -march=rv64imafdc_zifencei -march=rv64gc -march=rv64gc_zicsr -march=rv64gc_zicsr_zifencei -march=rv64gc_zifencei 6c*2,6d,6e*2,6f,6g*2,6h,6c*2,6d
-march=rv64imafdc_zba_zbb_zbc_zbs 6i*2,6j,6k*2,6l,6m*2,6n,6i*2,6j
-march=rv64imafdc_zba_zbb_zbs 6o*2,6p,6q*2,6r,6s*2,6t,6o*2,6p
-march=rv64imafdc_zicsr_zifencei_zba_zbb_zbc_zbs -march=rv64gc_zba_zbb_zbc_zbs -march=rv64gc_zicsr_zifencei_zba_zbb_zbc_zbs 6u*2,6v,6w*2,6x,6y*2,6z,6u*2,6v
-march=rv64g_zba_zbb_zbs 70*2,71,72*2,73,74*2,75,70*2,71
-march=rv64gc_zba_zbb_zbs 76*2,77,78*2,79,7a*2,7b,76*2,77
-march=rv64if -march=rv64if_zicsr !*3,7c*2,7d,7e*2,7f,!*3
-march=rv64if_zicsr_zifencei -march=rv64if_zifencei !*3,7g*2,7h,7i*2,7j,!*3
-march=rv64if_zba_zbb_zbc_zbs !*3,7k*2,7l,7m*2,7n,!*3
-march=rv64if_zba_zbb_zbs !*3,7o*2,7p,7q*2,7r,!*3
-march=rv64if_zicsr_zifencei_zba_zbb_zbc_zbs !*3,7s*2,7t,7u*2,7v,!*3
-march=rv64ifd -march=rv64ifd_zicsr 7w*2,7x,7y*2,7z,80*2,81,7w*2,7x
-march=rv64ifd_zicsr_zifencei -march=rv64ifd_zifencei 82*2,83,84*2,85,86*2,87,82*2,83
-march=rv64ifd_zba_zbb_zbc_zbs 88*2,89,8a*2,8b,8c*2,8d,88*2,89
-march=rv64ifd_zba_zbb_zbs 8e*2,8f,8g*2,8h,8i*2,8j,8e*2,8f
-march=rv64ifd_zicsr_zifencei_zba_zbb_zbc_zbs 8k*2,8l,8m*2,8n,8o*2,8p,8k*2,8l
-march=rv64imfd -march=rv64imfd_zicsr 8q*2,8r,8s*2,8t,8u*2,8v,8q*2,8r
-march=rv64imfd_zicsr_zifencei -march=rv64imfd_zifencei 8w*2,8x,8y*2,8z,90*2,91,8w*2,8x
-march=rv64imfd_zba_zbb_zbc_zbs 92*2,93,94*2,95,96*2,97,92*2,93
-march=rv64imfd_zba_zbb_zbs 98*2,99,9a*2,9b,9c*2,9d,98*2,99
-march=rv64imfd_zicsr_zifencei_zba_zbb_zbc_zbs 9e*2,9f,9g*2,9h,9i*2,9j,9e*2,9f
-march=rv64imfdc -march=rv64imfdc_zicsr 9k*2,9l,9m*2,9n,9o*2,9p,9k*2,9l
-march=rv64imfdc_zicsr_zifencei -march=rv64imfdc_zifencei 9q*2,9r,9s*2,9t,9u*2,9v,9q*2,9r
-march=rv64imfdc_zba_zbb_zbc_zbs 9w*2,9x,9y*2,9z,a0*2,a1,9w*2,9x
-march=rv64imfdc_zba_zbb_zbs a2*2,a3,a4*2,a5,a6*2,a7,a2*2,a3
-march=rv64imfdc_zicsr_zifencei_zba_zbb_zbc_zbs a8*2,a9,aa*2,ab,ac*2,ad,a8*2,a9

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast 2m.2n,ez,f2.f3,ge.gg,gi,gl-13
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 44,gy-3y.40,7s 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-fPIC dl,dv,is.it-i8
-fPIE dl.dm,dv.dw,is.it-i8
-faligned-new  81,bv
-fasynchronous-unwind-tables bp 
-fbuilding-libgcc fb.fg,fi.fk,fm.fn,fp.fq,fy.gd,in.iq?fs
-fchar8_t  f1,f7,h6
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fcx-fortran-rules 2n
-fcx-limited-range 2n
-fexceptions 7t,bp 
-ffast-math 2m.2n,ez,f2.f3,ge.gg,gl
-ffinite-math-only 2m.2n,f3
-ffreestanding gv
-fgimple gp 
-fgnu89-inline 44-3y 
-fhandle-exceptions 7t,bp 
-fimplicit-constexpr  ?hp
-fleading-underscore h0
-fmath-errno -f2,ge
-fnew-ttp-matching  95
-fno-aligned-new  -81,bv
-fno-char8_t  -f1,f7,h6
-fno-coroutines  -hm
-fno-dwarf2-cfi-asm  -bp
-fno-exceptions  -7t,8c,bp
-fno-fast-math d-ez,f2,ge.gg,gl?by,bz
-fno-finite-math-only d-f2
-fno-handle-exceptions  -7t,8c,bp
-fno-hosted gv 
-fno-inline 13
-fno-math-errno ge
-fno-new-inheriting-ctors  hq
-fno-new-ttp-matching  -95
-fno-non-call-exceptions  -7t,8c,bp
-fno-reciprocal-math -gl
-fno-rtti  -7w,8x
-fno-signed-zeros 2m.2n,gf
-fno-sized-deallocation  -91
-fno-threadsafe-statics  -96
-fno-trapping-math gg
-fno-unsafe-math-optimizations -ez,f2,gf.gg,gl
-fno-unsigned-char -6l
-fno-weak  fa
-fnon-call-exceptions 7t,bp 
-fpic gj,i1,is.it-i8
-fpie gj.gk,i1.i2,is.it-i8
-freciprocal-math 2m.2n,gl
-frounding-math gm
-fsanitize=address gn
-fsanitize=thread go
-fshort-wchar 2s.2t,7n.7r 2s.2t,7n.7r,9f
-fsignaling-nans gz-ez,f2,gg
-fsigned-char -6l
-fsigned-zeros -ez,f2,gf
-fsingle-precision-constant 2m.2n
-fsized-deallocation  91
-fstack-protector gu
-fstack-protector-all gr
-fstack-protector-explicit gs
-fstack-protector-strong gt
-ftrapping-math -ez,f2,gg
-funsafe-math-optimizations 2m.2n,ez,gf.gg,gl
-funwind-tables bp 
-mbig-endian f0,f4,f9
-misa-spec=2.2 im,iz,j4?i4,ia,ic
-mno-div -ib,ik
-mno-fdiv -id,ig
-pedantic  -8y?83,8g
-std=c++03  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++0x  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++11  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++14  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++17  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1y  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1z  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-d9.da
-std=c++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-d9.da
-std=c++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-d9.da
-std=c++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-d9.da
-std=c++98  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,d9.da,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c11 41,gy 
-std=c17 7s,gy 
-std=c18 7s,gy 
-std=c2x gx.gy 
-std=c89 44,gy-3y.40,7s 
-std=c90 44,gy-3y.40,7s 
-std=c99 gw,gy-3z.40 
-std=gnu++03  44.45,d9.da-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++0x  d9.da,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++11  d9.da,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++14  7z,87,8a,8e,8j,8w,91,9a,d9.da,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++1y  7z,87,8a,8e,8j,8w,91,9a,d9.da,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,f1,f7,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-gy
-std=gnu++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,f1,f7,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-gy
-std=gnu++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,f1,f7,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-gy
-std=gnu++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,d9.da,f1,f7,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-gy
-std=gnu++98  44.45,d9.da-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu11 41-gy 
-std=gnu2x gx-gy 
-std=gnu89 44-3y.40,7s,gy 
-std=gnu90 44-3y.40,7s,gy 
-std=gnu99 gw-gy 
-std=iso9899:1999 gw,gy-3z.40 
-std=iso9899:2011 41,gy 
-traditional-cpp -1g 
-undef -0.1e,1h.1u,2u.2v,3y,46.6q,72.7c,9g.bo,bw.d8,ez,f2,ge.gg,gi,gl,gy,i3.im,iy -0.1e,1h.1u,2u.2v,3y,42.43,46.6q,72.7c,7t.7w,7y.9e,9g.bj,bp.da,ez,f1.f2,f7,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.im,iy

-fno-PIC -fno-PIE -fno-asynchronous-unwind-tables -fno-pic -fno-pie -fno-short-enums -fno-signed-char -frtti -funsigned-char -mdiv -m?explicit-relocs -mfdiv -misa-spec=20191213 -mlittle-endian -m?plt -m?relax -m?riscv-attribute -m?save-restore -m?shorten-memrefs -msmall-data-limit=8 -m?strict-align -mtune=rocket -mtune=sifive-7-series -mtune=size -std=gnu++17 -std=gnu++1z

-fms-extensions -fno-unsigned-char -fpack-struct -fplan9-extensions -fpreprocessed -fshort-enums -fshort-wchar -fsigned-char -traditional-cpp -trigraphs -undef

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
__has_attribute 0 assume counted_by fd_arg flag_enum isr ms_abi ms_struct gcc_struct no_unique_address OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201904 deprecated fallthrough maybe_unused
__has_attribute 202003 nodiscard
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum isr ms_abi ms_struct gcc_struct no_unique_address OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201904 deprecated fallthrough maybe_unused
__has_cpp_attribute 202003 nodiscard
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector no_unique_address nocf_check noclone noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry likely unlikely carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201904 deprecated fallthrough maybe_unused
__has_c_attribute 202003 nodiscard
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

defined 1 __FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __FILE_NAME__ __has_include __has_include_next __has_attribute __has_builtin __has_cpp_attribute __has_c_attribute _Pragma
defined 0 __func__ __has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __has_embed __has_constexpr_builtin __VA_OPT__ __VA_ARGS__
__has_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
__has_attribute 0 assume counted_by fd_arg flag_enum isr ms_abi ms_struct gcc_struct OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi
__has_attribute 201309 deprecated
__has_attribute 201603 fallthrough maybe_unused
__has_attribute 201803 no_unique_address likely unlikely
__has_attribute 201907 nodiscard
__has_attribute 200809 noreturn
__has_cpp_attribute 1 access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold common const constructor copy designated_init destructor error externally_visible flatten format format_arg gnu_inline hot ifunc interrupt leaf malloc may_alias mode naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class optimize packed patchable_function_entry persistent pure retain returns_nonnull returns_twice scalar_storage_order section sentinel simd stack_protect symver target target_clones tls_model transparent_union unavailable uninitialized unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_cpp_attribute 0 assume counted_by fd_arg flag_enum isr ms_abi ms_struct gcc_struct OS_main OS_task pcs pcrel progmem randomize_layout reproducible selectany signal strict_flex_array syscall_linkage sysv_abi unsequenced cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_cpp_attribute 201309 deprecated
__has_cpp_attribute 201603 fallthrough maybe_unused
__has_cpp_attribute 201803 no_unique_address likely unlikely
__has_cpp_attribute 201907 nodiscard
__has_cpp_attribute 200809 noreturn
__has_c_attribute 0 access alias aligned alloc_align alloc_size always_inline artificial assume assume_aligned cleanup cold common const constructor copy counted_by designated_init destructor error externally_visible fd_arg flag_enum flatten format format_arg gnu_inline hot ifunc interrupt isr leaf malloc may_alias mode ms_abi ms_struct gcc_struct naked no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_stack_protector nocf_check noclone noinit noinline noipa nonnull nonstring noplt nothrow objc_root_class OS_main OS_task optimize packed patchable_function_entry pcs persistent pcrel progmem pure randomize_layout reproducible retain returns_nonnull returns_twice scalar_storage_order section selectany sentinel signal simd stack_protect strict_flex_array symver syscall_linkage sysv_abi target target_clones tls_model transparent_union unavailable uninitialized unsequenced unused used vector_size visibility warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs cmse_nonsecure_call cmse_nonsecure_entry carries_dependency element_count guarded_by lockable overloadable availability enable_if diagnose_if preferred_name trivial_abi gnu::assume gnu::counted_by gnu::fd_arg gnu::flag_enum gnu::isr gnu::maybe_unused gnu::ms_abi gnu::ms_struct gnu::gcc_struct gnu::no_unique_address gnu::nodiscard gnu::OS_main gnu::OS_task gnu::pcs gnu::pcrel gnu::progmem gnu::randomize_layout gnu::reproducible gnu::selectany gnu::signal gnu::strict_flex_array gnu::syscall_linkage gnu::sysv_abi gnu::unsequenced gnu::cmse_nonsecure_call gnu::cmse_nonsecure_entry gnu::likely gnu::unlikely gnu::carries_dependency gnu::element_count gnu::guarded_by gnu::lockable gnu::overloadable gnu::availability gnu::enable_if gnu::diagnose_if gnu::preferred_name gnu::trivial_abi
__has_c_attribute 201309 deprecated
__has_c_attribute 201603 fallthrough maybe_unused
__has_c_attribute 201803 no_unique_address likely unlikely
__has_c_attribute 201907 nodiscard
__has_c_attribute 200809 noreturn
__has_c_attribute 1 gnu::access gnu::alias gnu::aligned gnu::alloc_align gnu::alloc_size gnu::always_inline gnu::artificial gnu::assume_aligned gnu::cleanup gnu::cold gnu::common gnu::const gnu::constructor gnu::copy gnu::deprecated gnu::designated_init gnu::destructor gnu::error gnu::externally_visible gnu::fallthrough gnu::flatten gnu::format gnu::format_arg gnu::gnu_inline gnu::hot gnu::ifunc gnu::interrupt gnu::leaf gnu::malloc gnu::may_alias gnu::mode gnu::naked gnu::no_icf gnu::no_instrument_function gnu::no_profile_instrument_function gnu::no_reorder gnu::no_sanitize gnu::no_stack_protector gnu::nocf_check gnu::noclone gnu::noinit gnu::noinline gnu::noipa gnu::nonnull gnu::nonstring gnu::noplt gnu::noreturn gnu::nothrow gnu::objc_root_class gnu::optimize gnu::packed gnu::patchable_function_entry gnu::persistent gnu::pure gnu::retain gnu::returns_nonnull gnu::returns_twice gnu::scalar_storage_order gnu::section gnu::sentinel gnu::simd gnu::stack_protect gnu::symver gnu::target gnu::target_clones gnu::tls_model gnu::transparent_union gnu::unavailable gnu::uninitialized gnu::unused gnu::used gnu::vector_size gnu::visibility gnu::warn_if_not_aligned gnu::warn_unused gnu::warn_unused_result gnu::warning gnu::weak gnu::weakref gnu::zero_call_used_regs
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __type_pack_element __make_integer_seq`;
