/** Made by scripts/oracle/processor-tables.ts from what compilers say; read by ../processor-table.ts. */

export const TABLE: string = `riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32: riscv64-unknown-elf-gcc (12.2.0-14+deb12u1+11+b2) 12.2.0, asked on 2026-11-22

__riscv 1
__riscv_a 2001000
__riscv_arch_test 1
__riscv_atomic 1
__riscv_c 2000000
__riscv_cmodel_medlow 1
__riscv_compressed 1
__riscv_div 1
__riscv_float_abi_soft 1
__riscv_i 2001000
__riscv_m 2000000
__riscv_mul 1
__riscv_muldiv 1
__riscv_xlen 32
__LIBGCC_DWARF_ALT_FRAME_RETURN_COLUMN__ 64
__LIBGCC_DWARF_FRAME_REGISTERS__ 66
__LIBGCC_STACK_POINTER_REGNUM__ 2
__LIBGCC_TRAMPOLINE_SIZE__ 16
__riscv_32e 1
__riscv_a 2000000
__riscv_abi_rve 1
__riscv_cmodel_medany 1
__riscv_cmodel_pic 1
__riscv_d 2000000
__riscv_d 2002000
__riscv_e 1009000
__riscv_f 2000000
__riscv_f 2002000
__riscv_fdiv 1
__riscv_flen 32
__riscv_flen 64
__riscv_float_abi_double 1
__riscv_float_abi_single 1
__riscv_fsqrt 1
__riscv_i 2000000
__riscv_zba 1000000
__riscv_zbb 1000000
__riscv_zbc 1000000
__riscv_zbs 1000000
__riscv_zicsr 2000000
__riscv_zifencei 2000000

0.2n,2u.36,3y.40,46.71,7s,9g.bo,i3.ig 0.2n,2u.36,3y.40,42.43,46.71,7t.9e,9g.bj,bp.bv,i3.ig

|-mcmodel=medlow|-mcmodel=medany|-mabi=ilp32|-mabi=ilp32 -mcmodel=medlow|-mabi=ilp32 -mcmodel=medany|-mabi=ilp32f|-mabi=ilp32f -mcmodel=medlow|-mabi=ilp32f -mcmodel=medany|-mabi=ilp32d|-mabi=ilp32d -mcmodel=medlow|-mabi=ilp32d -mcmodel=medany|-mabi=ilp32e|-mabi=ilp32e -mcmodel=medlow|-mabi=ilp32e -mcmodel=medany
|io-i8|in|in.io-i8|2o.2s-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io-ax,i4,i6.ia,id.if|2o.2s,in-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io-ax,i4,i6.ia,id.if|2o.2s,j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io,j6-ax,i4,i6.ia,id.if|2o.2s,in,j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io,j6-ax,i4,i6.ia,id.if|2o.2s,j6.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io,j6.j7-ax,i4,i6.ia,id.if|2o.2s,in,j6.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io,j6.j7-ax,i4,i6.ia,id.if|2o.2s,j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io,j7-ax,i4,i6.ia,id.if|2o.2s,in,j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io,j7-ax,i4,i6.ia,id.if|2o.2s,j2.j5-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io,j2.j5-ax,i4,i6.ia,id.if|2o.2s,in,j2.j5-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io,j2.j5-ax,i4,i6.ia,id.if|2o.2s,j2.j3,j5-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io,j2.j3,j5-ax,i4,i6.ia,id.if|2o.2s,in,j2.j3,j5-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io,j2.j3,j5-ax,i4,i6.ia,id.if|2o.2s,j2.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,io,j2.j7-ax,i4,i6.ia,id.if|2o.2s,in,j2.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,in.io,j2.j7-ax,i4,i6.ia,id.if|2o.2s-ax,i4,i6.i7,i9|2o.2s,io-ax,i4,i6.i9|2o.2s,in-ax,i4,i6.i7,i9|2o.2s,in.io-ax,i4,i6.i9|2o.2s,j6-ax,i4,i6.i7,i9|2o.2s,io,j6-ax,i4,i6.i9|2o.2s,in,j6-ax,i4,i6.i7,i9|2o.2s,in.io,j6-ax,i4,i6.i9|2o.2s,j6.j7-ax,i4,i6.i7,i9|2o.2s,io,j6.j7-ax,i4,i6.i9|2o.2s,in,j6.j7-ax,i4,i6.i7,i9|2o.2s,in.io,j6.j7-ax,i4,i6.i9|2o.2s,j7-ax,i4,i6.i7,i9|2o.2s,io,j7-ax,i4,i6.i9|2o.2s,in,j7-ax,i4,i6.i7,i9|2o.2s,in.io,j7-ax,i4,i6.i9|2o.2s,j2.j5-ax,i4,i6.i7,i9|2o.2s,io,j2.j5-ax,i4,i6.i9|2o.2s,in,j2.j5-ax,i4,i6.i7,i9|2o.2s,in.io,j2.j5-ax,i4,i6.i9|2o.2s,j2.j3,j5-ax,i4,i6.i7,i9|2o.2s,io,j2.j3,j5-ax,i4,i6.i9|2o.2s,in,j2.j3,j5-ax,i4,i6.i7,i9|2o.2s,in.io,j2.j3,j5-ax,i4,i6.i9|2o.2s,j2.j7-ax,i4,i6.i7,i9|2o.2s,io,j2.j7-ax,i4,i6.i9|2o.2s,in,j2.j7-ax,i4,i6.i7,i9|2o.2s,in.io,j2.j7-ax,i4,i6.i9|-i7,i9.ia,id.if|io-i7.ia,id.if|in-i7,i9.ia,id.if|in.io-i7.ia,id.if|j6-i7,i9.ia,id.if|io,j6-i7.ia,id.if|in,j6-i7,i9.ia,id.if|in.io,j6-i7.ia,id.if|j6.j7-i7,i9.ia,id.if|io,j6.j7-i7.ia,id.if|in,j6.j7-i7,i9.ia,id.if|in.io,j6.j7-i7.ia,id.if|j7-i7,i9.ia,id.if|io,j7-i7.ia,id.if|in,j7-i7,i9.ia,id.if|in.io,j7-i7.ia,id.if|j2.j5-i7,i9.ia,id.if|io,j2.j5-i7.ia,id.if|in,j2.j5-i7,i9.ia,id.if|in.io,j2.j5-i7.ia,id.if|j2.j3,j5-i7,i9.ia,id.if|io,j2.j3,j5-i7.ia,id.if|in,j2.j3,j5-i7,i9.ia,id.if|in.io,j2.j3,j5-i7.ia,id.if|j2.j7-i7,i9.ia,id.if|io,j2.j7-i7.ia,id.if|in,j2.j7-i7,i9.ia,id.if|in.io,j2.j7-i7.ia,id.if|2o.2s-ax,i4,i6,ia,id.if|2o.2s,io-ax,i4,i6,i8,ia,id.if|2o.2s,in-ax,i4,i6,ia,id.if|2o.2s,in.io-ax,i4,i6,i8,ia,id.if|2o.2s,j6-ax,i4,i6,ia,id.if|2o.2s,io,j6-ax,i4,i6,i8,ia,id.if|2o.2s,in,j6-ax,i4,i6,ia,id.if|2o.2s,in.io,j6-ax,i4,i6,i8,ia,id.if|2o.2s,j6.j7-ax,i4,i6,ia,id.if|2o.2s,io,j6.j7-ax,i4,i6,i8,ia,id.if|2o.2s,in,j6.j7-ax,i4,i6,ia,id.if|2o.2s,in.io,j6.j7-ax,i4,i6,i8,ia,id.if|2o.2s,j7-ax,i4,i6,ia,id.if|2o.2s,io,j7-ax,i4,i6,i8,ia,id.if|2o.2s,in,j7-ax,i4,i6,ia,id.if|2o.2s,in.io,j7-ax,i4,i6,i8,ia,id.if|2o.2s,j2.j5-ax,i4,i6,ia,id.if|2o.2s,io,j2.j5-ax,i4,i6,i8,ia,id.if|2o.2s,in,j2.j5-ax,i4,i6,ia,id.if|2o.2s,in.io,j2.j5-ax,i4,i6,i8,ia,id.if|2o.2s,j2.j3,j5-ax,i4,i6,ia,id.if|2o.2s,io,j2.j3,j5-ax,i4,i6,i8,ia,id.if|2o.2s,in,j2.j3,j5-ax,i4,i6,ia,id.if|2o.2s,in.io,j2.j3,j5-ax,i4,i6,i8,ia,id.if|2o.2s,j2.j7-ax,i4,i6,ia,id.if|2o.2s,io,j2.j7-ax,i4,i6,i8,ia,id.if|2o.2s,in,j2.j7-ax,i4,i6,ia,id.if|2o.2s,in.io,j2.j7-ax,i4,i6,i8,ia,id.if|2o.2s-ax,i4,i6|2o.2s,io-ax,i4,i6,i8|2o.2s,in-ax,i4,i6|2o.2s,in.io-ax,i4,i6,i8|2o.2s,j6-ax,i4,i6|2o.2s,io,j6-ax,i4,i6,i8|2o.2s,in,j6-ax,i4,i6|2o.2s,in.io,j6-ax,i4,i6,i8|2o.2s,j6.j7-ax,i4,i6|2o.2s,io,j6.j7-ax,i4,i6,i8|2o.2s,in,j6.j7-ax,i4,i6|2o.2s,in.io,j6.j7-ax,i4,i6,i8|2o.2s,j7-ax,i4,i6|2o.2s,io,j7-ax,i4,i6,i8|2o.2s,in,j7-ax,i4,i6|2o.2s,in.io,j7-ax,i4,i6,i8|2o.2s,j2.j5-ax,i4,i6|2o.2s,io,j2.j5-ax,i4,i6,i8|2o.2s,in,j2.j5-ax,i4,i6|2o.2s,in.io,j2.j5-ax,i4,i6,i8|2o.2s,j2.j3,j5-ax,i4,i6|2o.2s,io,j2.j3,j5-ax,i4,i6,i8|2o.2s,in,j2.j3,j5-ax,i4,i6|2o.2s,in.io,j2.j3,j5-ax,i4,i6,i8|2o.2s,j2.j7-ax,i4,i6|2o.2s,io,j2.j7-ax,i4,i6,i8|2o.2s,in,j2.j7-ax,i4,i6|2o.2s,in.io,j2.j7-ax,i4,i6,i8|-i7,i9|io-i7.i9|in-i7,i9|in.io-i7.i9|j6-i7,i9|io,j6-i7.i9|in,j6-i7,i9|in.io,j6-i7.i9|j6.j7-i7,i9|io,j6.j7-i7.i9|in,j6.j7-i7,i9|in.io,j6.j7-i7.i9|j7-i7,i9|io,j7-i7.i9|in,j7-i7,i9|in.io,j7-i7.i9|j2.j5-i7,i9|io,j2.j5-i7.i9|in,j2.j5-i7,i9|in.io,j2.j5-i7.i9|j2.j3,j5-i7,i9|io,j2.j3,j5-i7.i9|in,j2.j3,j5-i7,i9|in.io,j2.j3,j5-i7.i9|j2.j7-i7,i9|io,j2.j7-i7.i9|in,j2.j7-i7,i9|in.io,j2.j7-i7.i9|-ia,id.if|io-i8,ia,id.if|in-ia,id.if|in.io-i8,ia,id.if|j6-ia,id.if|io,j6-i8,ia,id.if|in,j6-ia,id.if|in.io,j6-i8,ia,id.if|j6.j7-ia,id.if|io,j6.j7-i8,ia,id.if|in,j6.j7-ia,id.if|in.io,j6.j7-i8,ia,id.if|j7-ia,id.if|io,j7-i8,ia,id.if|in,j7-ia,id.if|in.io,j7-i8,ia,id.if|j2.j5-ia,id.if|io,j2.j5-i8,ia,id.if|in,j2.j5-ia,id.if|in.io,j2.j5-i8,ia,id.if|j2.j3,j5-ia,id.if|io,j2.j3,j5-i8,ia,id.if|in,j2.j3,j5-ia,id.if|in.io,j2.j3,j5-i8,ia,id.if|j2.j7-ia,id.if|io,j2.j7-i8,ia,id.if|in,j2.j7-ia,id.if|in.io,j2.j7-i8,ia,id.if|j6|io,j6-i8|in,j6|in.io,j6-i8|j6.j7|io,j6.j7-i8|in,j6.j7|in.io,j6.j7-i8|j7|io,j7-i8|in,j7|in.io,j7-i8|j2.j5|io,j2.j5-i8|in,j2.j5|in.io,j2.j5-i8|j2.j3,j5|io,j2.j3,j5-i8|in,j2.j3,j5|in.io,j2.j3,j5-i8|j2.j7|io,j2.j7-i8|in,j2.j7|in.io,j2.j7-i8|2o.2s,d5.d6,iu.iw,j0,j6-ax,i4,i6.i7,i9|2o.2s,d5.d6,io,iu.iw,j0,j6-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,iz.j0,j6-ax,i4,i6.i7,i9,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j6-ax,i4,i6.i9,ib|2o.2s,d5.d6,in,iu.iw,j0,j6-ax,i4,i6.i7,i9|2o.2s,d5.d6,in.io,iu.iw,j0,j6-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,j0,j6.j7-ax,i4,i6.i7,i9|2o.2s,d5.d6,io,iu.iw,j0,j6.j7-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,iz.j0,j6.j7-ax,i4,i6.i7,i9,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j6.j7-ax,i4,i6.i9,ib|2o.2s,d5.d6,in,iu.iw,j0,j6.j7-ax,i4,i6.i7,i9|2o.2s,d5.d6,in.io,iu.iw,j0,j6.j7-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,j0,j2.j6-ax,i4,i6.i7,i9|2o.2s,d5.d6,io,iu.iw,j0,j2.j6-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,iz.j0,j2.j6-ax,i4,i6.i7,i9,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j6-ax,i4,i6.i9,ib|2o.2s,d5.d6,in,iu.iw,j0,j2.j6-ax,i4,i6.i7,i9|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j6-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9|2o.2s,d5.d6,io,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,iz.j0,j2.j3,j5.j6-ax,i4,i6.i7,i9,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j3,j5.j6-ax,i4,i6.i9,ib|2o.2s,d5.d6,in,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,j0,j2.j7-ax,i4,i6.i7,i9|2o.2s,d5.d6,io,iu.iw,j0,j2.j7-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,iz.j0,j2.j7-ax,i4,i6.i7,i9,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j7-ax,i4,i6.i9,ib|2o.2s,d5.d6,in,iu.iw,j0,j2.j7-ax,i4,i6.i7,i9|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j7-ax,i4,i6.i9|2o.2s,d5.d6,iu.iw,j0,j6-ax,i4,i6|2o.2s,d5.d6,io,iu.iw,j0,j6-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,iz.j0,j6-ax,i4,i6,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j6-ax,i4,i6,i8,ib|2o.2s,d5.d6,in,iu.iw,j0,j6-ax,i4,i6|2o.2s,d5.d6,in.io,iu.iw,j0,j6-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,j0,j6.j7-ax,i4,i6|2o.2s,d5.d6,io,iu.iw,j0,j6.j7-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,iz.j0,j6.j7-ax,i4,i6,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j6.j7-ax,i4,i6,i8,ib|2o.2s,d5.d6,in,iu.iw,j0,j6.j7-ax,i4,i6|2o.2s,d5.d6,in.io,iu.iw,j0,j6.j7-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,j0,j2.j6-ax,i4,i6|2o.2s,d5.d6,io,iu.iw,j0,j2.j6-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,iz.j0,j2.j6-ax,i4,i6,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j6-ax,i4,i6,i8,ib|2o.2s,d5.d6,in,iu.iw,j0,j2.j6-ax,i4,i6|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j6-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6|2o.2s,d5.d6,io,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,iz.j0,j2.j3,j5.j6-ax,i4,i6,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j3,j5.j6-ax,i4,i6,i8,ib|2o.2s,d5.d6,in,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,j0,j2.j7-ax,i4,i6|2o.2s,d5.d6,io,iu.iw,j0,j2.j7-ax,i4,i6,i8|2o.2s,d5.d6,iu.iw,iz.j0,j2.j7-ax,i4,i6,ib|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j7-ax,i4,i6,i8,ib|2o.2s,d5.d6,in,iu.iw,j0,j2.j7-ax,i4,i6|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j7-ax,i4,i6,i8|d5.d6,iu.iw,j0,j6-i7,i9|d5.d6,io,iu.iw,j0,j6-i7.i9|d5.d6,iu.iw,iz.j0,j6-i7,i9,ib|d5.d6,io,iu.iw,iz.j0,j6-i7.i9,ib|d5.d6,in,iu.iw,j0,j6-i7,i9|d5.d6,in.io,iu.iw,j0,j6-i7.i9|d5.d6,iu.iw,j0,j6.j7-i7,i9|d5.d6,io,iu.iw,j0,j6.j7-i7.i9|d5.d6,iu.iw,iz.j0,j6.j7-i7,i9,ib|d5.d6,io,iu.iw,iz.j0,j6.j7-i7.i9,ib|d5.d6,in,iu.iw,j0,j6.j7-i7,i9|d5.d6,in.io,iu.iw,j0,j6.j7-i7.i9|d5.d6,iu.iw,j0,j2.j6-i7,i9|d5.d6,io,iu.iw,j0,j2.j6-i7.i9|d5.d6,iu.iw,iz.j0,j2.j6-i7,i9,ib|d5.d6,io,iu.iw,iz.j0,j2.j6-i7.i9,ib|d5.d6,in,iu.iw,j0,j2.j6-i7,i9|d5.d6,in.io,iu.iw,j0,j2.j6-i7.i9|d5.d6,iu.iw,j0,j2.j3,j5.j6-i7,i9|d5.d6,io,iu.iw,j0,j2.j3,j5.j6-i7.i9|d5.d6,iu.iw,iz.j0,j2.j3,j5.j6-i7,i9,ib|d5.d6,io,iu.iw,iz.j0,j2.j3,j5.j6-i7.i9,ib|d5.d6,in,iu.iw,j0,j2.j3,j5.j6-i7,i9|d5.d6,in.io,iu.iw,j0,j2.j3,j5.j6-i7.i9|d5.d6,iu.iw,j0,j2.j7-i7,i9|d5.d6,io,iu.iw,j0,j2.j7-i7.i9|d5.d6,iu.iw,iz.j0,j2.j7-i7,i9,ib|d5.d6,io,iu.iw,iz.j0,j2.j7-i7.i9,ib|d5.d6,in,iu.iw,j0,j2.j7-i7,i9|d5.d6,in.io,iu.iw,j0,j2.j7-i7.i9|d5.d6,iu.iw,j0,j6|d5.d6,io,iu.iw,j0,j6-i8|d5.d6,iu.iw,iz.j0,j6-ib|d5.d6,io,iu.iw,iz.j0,j6-i8,ib|d5.d6,in,iu.iw,j0,j6|d5.d6,in.io,iu.iw,j0,j6-i8|d5.d6,iu.iw,j0,j6.j7|d5.d6,io,iu.iw,j0,j6.j7-i8|d5.d6,iu.iw,iz.j0,j6.j7-ib|d5.d6,io,iu.iw,iz.j0,j6.j7-i8,ib|d5.d6,in,iu.iw,j0,j6.j7|d5.d6,in.io,iu.iw,j0,j6.j7-i8|d5.d6,iu.iw,j0,j2.j6|d5.d6,io,iu.iw,j0,j2.j6-i8|d5.d6,iu.iw,iz.j0,j2.j6-ib|d5.d6,io,iu.iw,iz.j0,j2.j6-i8,ib|d5.d6,in,iu.iw,j0,j2.j6|d5.d6,in.io,iu.iw,j0,j2.j6-i8|d5.d6,iu.iw,j0,j2.j3,j5.j6|d5.d6,io,iu.iw,j0,j2.j3,j5.j6-i8|d5.d6,iu.iw,iz.j0,j2.j3,j5.j6-ib|d5.d6,io,iu.iw,iz.j0,j2.j3,j5.j6-i8,ib|d5.d6,in,iu.iw,j0,j2.j3,j5.j6|d5.d6,in.io,iu.iw,j0,j2.j3,j5.j6-i8|d5.d6,iu.iw,j0,j2.j7|d5.d6,io,iu.iw,j0,j2.j7-i8|d5.d6,iu.iw,iz.j0,j2.j7-ib|d5.d6,io,iu.iw,iz.j0,j2.j7-i8,ib|d5.d6,in,iu.iw,j0,j2.j7|d5.d6,in.io,iu.iw,j0,j2.j7-i8|by.bz,d4.d8,ir,iu.iv,ix,j0,j6-i7,i9|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6-i7.i9,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6-i7.i9,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6-i7,i9|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,j0,j6.j7-i7,i9|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6.j7-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6.j7-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6.j7-i7.i9,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6.j7-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6.j7-i7.i9,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6.j7-i7,i9|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6.j7-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j6-i7,i9|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j6-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j6-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j6-i7.i9,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j6-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j6-i7.i9,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j6-i7,i9|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j6-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j6-i7,i9|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j6-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-i7.i9,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-i7.i9,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j6-i7,i9|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j6-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j7-i7,i9|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j7-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j7-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j7-i7.i9,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j7-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j7-i7.i9,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j7-i7,i9|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j7-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,j0,j6|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6-i8|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6-ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6-i8,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6-ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6-i8,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6-i8|by.bz,d4.d8,ir,iu.iv,ix,j0,j6.j7|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6.j7-i8|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6.j7-ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6.j7-i8,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6.j7-ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6.j7-i8,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6.j7|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6.j7-i8|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j6|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j6-i8|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j6-ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j6-i8,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j6-ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j6-i8,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j6|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j6-i8|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j6|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j6-i8|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-i8,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-i8,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j6|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j6-i8|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j7|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j7-i8|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j7-ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j7-i8,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j7-ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j7-i8,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j7|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j7-i8|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j7-i7,i9|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j7-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j7-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j7-i7.i9,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j7-i7,i9,ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j7-i7.i9,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j7-i7,i9|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j7-i7.i9|by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j7|by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j7-i8|by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j7-ib|by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j7-i8,ib|by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j7-ib|by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j7-i8,ib|by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j7|by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j7-i8|2o.2s,d5.d6,iu.iw,j0,j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,io,iu.iw,j0,j6-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,iz.j0,j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,d5.d6,io,iu.iw,iz.j0,j6-ax,i4,i6.ib,id.if|2o.2s,d5.d6,in,iu.iw,j0,j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,in.io,iu.iw,j0,j6-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,j0,j6.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,io,iu.iw,j0,j6.j7-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,iz.j0,j6.j7-ax,i4,i6.i7,i9.ib,id.if|2o.2s,d5.d6,io,iu.iw,iz.j0,j6.j7-ax,i4,i6.ib,id.if|2o.2s,d5.d6,in,iu.iw,j0,j6.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,in.io,iu.iw,j0,j6.j7-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,j0,j2.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,io,iu.iw,j0,j2.j6-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,iz.j0,j2.j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j6-ax,i4,i6.ib,id.if|2o.2s,d5.d6,in,iu.iw,j0,j2.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j6-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,io,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,iz.j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j3,j5.j6-ax,i4,i6.ib,id.if|2o.2s,d5.d6,in,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j3,j5.j6-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,j0,j2.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,io,iu.iw,j0,j2.j7-ax,i4,i6.ia,id.if|2o.2s,d5.d6,iu.iw,iz.j0,j2.j7-ax,i4,i6.i7,i9.ib,id.if|2o.2s,d5.d6,io,iu.iw,iz.j0,j2.j7-ax,i4,i6.ib,id.if|2o.2s,d5.d6,in,iu.iw,j0,j2.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,d5.d6,in.io,iu.iw,j0,j2.j7-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6.j7-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6.j7-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6.j7-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6.j7-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j6-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j6-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j7-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j7-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j7-ax,i4,i6.i7,i9.ib,id.if|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j7-ax,i4,i6.ib,id.if|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.i7,i9.ia,id.if|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.ia,id.if|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j6-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6.j7-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6.j7-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6.j7-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6.j7-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j6-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j6-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j6-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j6-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j7-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j7-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j7-ax,i4,i6.i7,i9,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j7-ax,i4,i6.i9,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.i7,i9|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6.i9|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j6-ax,i4,i6|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6-ax,i4,i6|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j6.j7-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j6.j7-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j6.j7-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j6.j7-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j6.j7-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j6-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j6-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j6-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j6-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j6-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j3,j5.j6-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j3,j5.j6-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j3,j5.j6-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6,i8|2o.2s,by.bz,d4.d8,ir,iu.iv,ix,iz.j0,j2.j7-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix,iz.j0,j2.j7-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,ir,iu.iv,ix.iy,j0,j2.j7-ax,i4,i6,ib|2o.2s,by.bz,d4.d8,io,ir,iu.iv,ix.iy,j0,j2.j7-ax,i4,i6,i8,ib|2o.2s,by.bz,d4.d8,in,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6|2o.2s,by.bz,d4.d8,in.io,ir,iu.iv,ix,j0,j2.j7-ax,i4,i6,i8|2o.2s,il,in,is-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is-ax,i4,i6.ia,ic.if|2o.2s,il,in,is,j6-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is,j6-ax,i4,i6.ia,ic.if|2o.2s,il,in,is,j6.j7-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is,j6.j7-ax,i4,i6.ia,ic.if|2o.2s,il,in,is,j7-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is,j7-ax,i4,i6.ia,ic.if|2o.2s,il,in,is,j2.j5-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is,j2.j5-ax,i4,i6.ia,ic.if|2o.2s,il,in,is,j2.j3,j5-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is,j2.j3,j5-ax,i4,i6.ia,ic.if|2o.2s,il,in,is,j2.j7-ax,i4,i6.i7,i9.ia,ic.if|2o.2s,il,in.io,is,j2.j7-ax,i4,i6.ia,ic.if|2o.2s,il,in,is-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is-ax,i4,i6.i9,ic|2o.2s,il,in,is,j6-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is,j6-ax,i4,i6.i9,ic|2o.2s,il,in,is,j6.j7-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is,j6.j7-ax,i4,i6.i9,ic|2o.2s,il,in,is,j7-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is,j7-ax,i4,i6.i9,ic|2o.2s,il,in,is,j2.j5-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is,j2.j5-ax,i4,i6.i9,ic|2o.2s,il,in,is,j2.j3,j5-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is,j2.j3,j5-ax,i4,i6.i9,ic|2o.2s,il,in,is,j2.j7-ax,i4,i6.i7,i9,ic|2o.2s,il,in.io,is,j2.j7-ax,i4,i6.i9,ic|2o.2s,il,in,is-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is,j6-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is,j6-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is,j6.j7-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is,j6.j7-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is,j7-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is,j7-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is,j2.j5-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is,j2.j5-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is,j2.j3,j5-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is,j2.j3,j5-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is,j2.j7-ax,i4,i6,ia,ic.if|2o.2s,il,in.io,is,j2.j7-ax,i4,i6,i8,ia,ic.if|2o.2s,il,in,is-ax,i4,i6,ic|2o.2s,il,in.io,is-ax,i4,i6,i8,ic|2o.2s,il,in,is,j6-ax,i4,i6,ic|2o.2s,il,in.io,is,j6-ax,i4,i6,i8,ic|2o.2s,il,in,is,j6.j7-ax,i4,i6,ic|2o.2s,il,in.io,is,j6.j7-ax,i4,i6,i8,ic|2o.2s,il,in,is,j7-ax,i4,i6,ic|2o.2s,il,in.io,is,j7-ax,i4,i6,i8,ic|2o.2s,il,in,is,j2.j5-ax,i4,i6,ic|2o.2s,il,in.io,is,j2.j5-ax,i4,i6,i8,ic|2o.2s,il,in,is,j2.j3,j5-ax,i4,i6,ic|2o.2s,il,in.io,is,j2.j3,j5-ax,i4,i6,i8,ic|2o.2s,il,in,is,j2.j7-ax,i4,i6,ic|2o.2s,il,in.io,is,j2.j7-ax,i4,i6,i8,ic|il,in,is-ia,ic.if|il,in.io,is-i8,ia,ic.if|il,in,is,j6-ia,ic.if|il,in.io,is,j6-i8,ia,ic.if|il,in,is,j6.j7-ia,ic.if|il,in.io,is,j6.j7-i8,ia,ic.if|il,in,is,j7-ia,ic.if|il,in.io,is,j7-i8,ia,ic.if|il,in,is,j2.j5-ia,ic.if|il,in.io,is,j2.j5-i8,ia,ic.if|il,in,is,j2.j3,j5-ia,ic.if|il,in.io,is,j2.j3,j5-i8,ia,ic.if|il,in,is,j2.j7-ia,ic.if|il,in.io,is,j2.j7-i8,ia,ic.if|il,in,is-ic|il,in.io,is-i8,ic|il,in,is,j6-ic|il,in.io,is,j6-i8,ic|il,in,is,j6.j7-ic|il,in.io,is,j6.j7-i8,ic|il,in,is,j7-ic|il,in.io,is,j7-i8,ic|il,in,is,j2.j5-ic|il,in.io,is,j2.j5-i8,ic|il,in,is,j2.j3,j5-ic|il,in.io,is,j2.j3,j5-i8,ic|il,in,is,j2.j7-ic|il,in.io,is,j2.j7-i8,ic
 -march=rv32imac 0*2,1,0*2,1,!*6,2*2,3
-march=rv32i 4*2,5,4*2,5,!*6,6*2,7
-march=rv32i_zicsr 8*2,9,8*2,9,!*6,a*2,b
-march=rv32i_zicsr_zifencei c*2,d,c*2,d,!*6,e*2,f
-march=rv32i_zifencei g*2,h,g*2,h,!*6,i*2,j
-march=rv32i_zba_zbb_zbc_zbs k*2,l,k*2,l,!*6,m*2,n
-march=rv32i_zba_zbb_zbs o*2,p,o*2,p,!*6,q*2,r
-march=rv32i_zicsr_zifencei_zba_zbb_zbc_zbs s*2,t,s*2,t,!*6,u*2,v
-march=rv32im w*2,x,w*2,x,!*6,y*2,z
-march=rv32im_zicsr 10*2,11,10*2,11,!*6,12*2,13
-march=rv32im_zicsr_zifencei 14*2,15,14*2,15,!*6,16*2,17
-march=rv32im_zifencei 18*2,19,18*2,19,!*6,1a*2,1b
-march=rv32im_zba_zbb_zbc_zbs 1c*2,1d,1c*2,1d,!*6,1e*2,1f
-march=rv32im_zba_zbb_zbs 1g*2,1h,1g*2,1h,!*6,1i*2,1j
-march=rv32im_zicsr_zifencei_zba_zbb_zbc_zbs 1k*2,1l,1k*2,1l,!*6,1m*2,1n
-march=rv32ia 1o*2,1p,1o*2,1p,!*6,1q*2,1r
-march=rv32ia_zicsr 1s*2,1t,1s*2,1t,!*6,1u*2,1v
-march=rv32ia_zicsr_zifencei 1w*2,1x,1w*2,1x,!*6,1y*2,1z
-march=rv32ia_zifencei 20*2,21,20*2,21,!*6,22*2,23
-march=rv32ia_zba_zbb_zbc_zbs 24*2,25,24*2,25,!*6,26*2,27
-march=rv32ia_zba_zbb_zbs 28*2,29,28*2,29,!*6,2a*2,2b
-march=rv32ia_zicsr_zifencei_zba_zbb_zbc_zbs 2c*2,2d,2c*2,2d,!*6,2e*2,2f
-march=rv32ic 2g*2,2h,2g*2,2h,!*6,2i*2,2j
-march=rv32ic_zicsr 2k*2,2l,2k*2,2l,!*6,2m*2,2n
-march=rv32ic_zicsr_zifencei 2o*2,2p,2o*2,2p,!*6,2q*2,2r
-march=rv32ic_zifencei 2s*2,2t,2s*2,2t,!*6,2u*2,2v
-march=rv32ic_zba_zbb_zbc_zbs 2w*2,2x,2w*2,2x,!*6,2y*2,2z
-march=rv32ic_zba_zbb_zbs 30*2,31,30*2,31,!*6,32*2,33
-march=rv32ic_zicsr_zifencei_zba_zbb_zbc_zbs 34*2,35,34*2,35,!*6,36*2,37
-march=rv32imc 38*2,39,38*2,39,!*6,3a*2,3b
-march=rv32imc_zicsr 3c*2,3d,3c*2,3d,!*6,3e*2,3f
-march=rv32imc_zicsr_zifencei 3g*2,3h,3g*2,3h,!*6,3i*2,3j
-march=rv32imc_zifencei 3k*2,3l,3k*2,3l,!*6,3m*2,3n
-march=rv32imc_zba_zbb_zbc_zbs 3o*2,3p,3o*2,3p,!*6,3q*2,3r
-march=rv32imc_zba_zbb_zbs 3s*2,3t,3s*2,3t,!*6,3u*2,3v
-march=rv32imc_zicsr_zifencei_zba_zbb_zbc_zbs 3w*2,3x,3w*2,3x,!*6,3y*2,3z
-march=rv32ima 40*2,41,40*2,41,!*6,42*2,43
-march=rv32ima_zicsr 44*2,45,44*2,45,!*6,46*2,47
-march=rv32ima_zicsr_zifencei 48*2,49,48*2,49,!*6,4a*2,4b
-march=rv32ima_zifencei 4c*2,4d,4c*2,4d,!*6,4e*2,4f
-march=rv32ima_zba_zbb_zbc_zbs 4g*2,4h,4g*2,4h,!*6,4i*2,4j
-march=rv32ima_zba_zbb_zbs 4k*2,4l,4k*2,4l,!*6,4m*2,4n
-march=rv32ima_zicsr_zifencei_zba_zbb_zbc_zbs 4o*2,4p,4o*2,4p,!*6,4q*2,4r
-march=rv32iac 4s*2,4t,4s*2,4t,!*6,4u*2,4v
-march=rv32iac_zicsr 4w*2,4x,4w*2,4x,!*6,4y*2,4z
-march=rv32iac_zicsr_zifencei 50*2,51,50*2,51,!*6,52*2,53
-march=rv32iac_zifencei 54*2,55,54*2,55,!*6,56*2,57
-march=rv32iac_zba_zbb_zbc_zbs 58*2,59,58*2,59,!*6,5a*2,5b
-march=rv32iac_zba_zbb_zbs 5c*2,5d,5c*2,5d,!*6,5e*2,5f
-march=rv32iac_zicsr_zifencei_zba_zbb_zbc_zbs 5g*2,5h,5g*2,5h,!*6,5i*2,5j
-march=rv32imac_zicsr 5k*2,5l,5k*2,5l,!*6,5m*2,5n
-march=rv32imac_zicsr_zifencei 5o*2,5p,5o*2,5p,!*6,5q*2,5r
-march=rv32imac_zifencei 5s*2,5t,5s*2,5t,!*6,5u*2,5v
-march=rv32imac_zba_zbb_zbc_zbs 5w*2,5x,5w*2,5x,!*6,5y*2,5z
-march=rv32imac_zba_zbb_zbs 60*2,61,60*2,61,!*6,62*2,63
-march=rv32imac_zicsr_zifencei_zba_zbb_zbc_zbs 64*2,65,64*2,65,!*6,66*2,67
-march=rv32imf -march=rv32imf_zicsr 68*2,69,68*2,69,6a*2,6b,!*3,6c*2,6d
-march=rv32imf_zicsr_zifencei -march=rv32imf_zifencei 6e*2,6f,6e*2,6f,6g*2,6h,!*3,6i*2,6j
-march=rv32imf_zba_zbb_zbc_zbs 6k*2,6l,6k*2,6l,6m*2,6n,!*3,6o*2,6p
-march=rv32imf_zba_zbb_zbs 6q*2,6r,6q*2,6r,6s*2,6t,!*3,6u*2,6v
-march=rv32imf_zicsr_zifencei_zba_zbb_zbc_zbs 6w*2,6x,6w*2,6x,6y*2,6z,!*3,70*2,71
-march=rv32imfc -march=rv32imfc_zicsr 72*2,73,72*2,73,74*2,75,!*3,76*2,77
-march=rv32imfc_zicsr_zifencei -march=rv32imfc_zifencei 78*2,79,78*2,79,7a*2,7b,!*3,7c*2,7d
-march=rv32imfc_zba_zbb_zbc_zbs 7e*2,7f,7e*2,7f,7g*2,7h,!*3,7i*2,7j
-march=rv32imfc_zba_zbb_zbs 7k*2,7l,7k*2,7l,7m*2,7n,!*3,7o*2,7p
-march=rv32imfc_zicsr_zifencei_zba_zbb_zbc_zbs 7q*2,7r,7q*2,7r,7s*2,7t,!*3,7u*2,7v
-march=rv32imaf -march=rv32imaf_zicsr 7w*2,7x,7w*2,7x,7y*2,7z,!*3,80*2,81
-march=rv32imaf_zicsr_zifencei -march=rv32imaf_zifencei 82*2,83,82*2,83,84*2,85,!*3,86*2,87
-march=rv32imaf_zba_zbb_zbc_zbs 88*2,89,88*2,89,8a*2,8b,!*3,8c*2,8d
-march=rv32imaf_zba_zbb_zbs 8e*2,8f,8e*2,8f,8g*2,8h,!*3,8i*2,8j
-march=rv32imaf_zicsr_zifencei_zba_zbb_zbc_zbs 8k*2,8l,8k*2,8l,8m*2,8n,!*3,8o*2,8p
-march=rv32imafc -march=rv32imafc_zicsr 8q*2,8r,8q*2,8r,8s*2,8t,!*3,8u*2,8v
-march=rv32imafc_zicsr_zifencei -march=rv32imafc_zifencei 8w*2,8x,8w*2,8x,8y*2,8z,!*3,90*2,91
-march=rv32imafc_zba_zbb_zbc_zbs 92*2,93,92*2,93,94*2,95,!*3,96*2,97
-march=rv32imafc_zba_zbb_zbs 98*2,99,98*2,99,9a*2,9b,!*3,9c*2,9d
-march=rv32imafc_zicsr_zifencei_zba_zbb_zbc_zbs 9e*2,9f,9e*2,9f,9g*2,9h,!*3,9i*2,9j
-march=rv32imafd -march=rv32imafd_zicsr 9k*2,9l,9k*2,9l,9m*2,9n,9o*2,9p,9q*2,9r
-march=rv32imafd_zicsr_zifencei -march=rv32imafd_zifencei -march=rv32g -march=rv32g_zicsr -march=rv32g_zicsr_zifencei -march=rv32g_zifencei 9s*2,9t,9s*2,9t,9u*2,9v,9w*2,9x,9y*2,9z
-march=rv32imafd_zba_zbb_zbc_zbs a0*2,a1,a0*2,a1,a2*2,a3,a4*2,a5,a6*2,a7
-march=rv32imafd_zba_zbb_zbs a8*2,a9,a8*2,a9,aa*2,ab,ac*2,ad,ae*2,af
-march=rv32imafd_zicsr_zifencei_zba_zbb_zbc_zbs -march=rv32g_zba_zbb_zbc_zbs -march=rv32g_zicsr_zifencei_zba_zbb_zbc_zbs ag*2,ah,ag*2,ah,ai*2,aj,ak*2,al,am*2,an
-march=rv32imafdc -march=rv32imafdc_zicsr ao*2,ap,ao*2,ap,aq*2,ar,as*2,at,au*2,av
-march=rv32imafdc_zicsr_zifencei -march=rv32imafdc_zifencei -march=rv32gc -march=rv32gc_zicsr -march=rv32gc_zicsr_zifencei -march=rv32gc_zifencei aw*2,ax,aw*2,ax,ay*2,az,b0*2,b1,b2*2,b3
-march=rv32imafdc_zba_zbb_zbc_zbs b4*2,b5,b4*2,b5,b6*2,b7,b8*2,b9,ba*2,bb
-march=rv32imafdc_zba_zbb_zbs bc*2,bd,bc*2,bd,be*2,bf,bg*2,bh,bi*2,bj
-march=rv32imafdc_zicsr_zifencei_zba_zbb_zbc_zbs -march=rv32gc_zba_zbb_zbc_zbs -march=rv32gc_zicsr_zifencei_zba_zbb_zbc_zbs bk*2,bl,bk*2,bl,bm*2,bn,bo*2,bp,bq*2,br
-march=rv32g_zba_zbb_zbs bs*2,bt,bs*2,bt,bu*2,bv,bw*2,bx,by*2,bz
-march=rv32gc_zba_zbb_zbs c0*2,c1,c0*2,c1,c2*2,c3,c4*2,c5,c6*2,c7
-march=rv32if -march=rv32if_zicsr c8*2,c9,c8*2,c9,ca*2,cb,!*3,cc*2,cd
-march=rv32if_zicsr_zifencei -march=rv32if_zifencei ce*2,cf,ce*2,cf,cg*2,ch,!*3,ci*2,cj
-march=rv32if_zba_zbb_zbc_zbs ck*2,cl,ck*2,cl,cm*2,cn,!*3,co*2,cp
-march=rv32if_zba_zbb_zbs cq*2,cr,cq*2,cr,cs*2,ct,!*3,cu*2,cv
-march=rv32if_zicsr_zifencei_zba_zbb_zbc_zbs cw*2,cx,cw*2,cx,cy*2,cz,!*3,d0*2,d1
-march=rv32ifd -march=rv32ifd_zicsr d2*2,d3,d2*2,d3,d4*2,d5,d6*2,d7,d8*2,d9
-march=rv32ifd_zicsr_zifencei -march=rv32ifd_zifencei da*2,db,da*2,db,dc*2,dd,de*2,df,dg*2,dh
-march=rv32ifd_zba_zbb_zbc_zbs di*2,dj,di*2,dj,dk*2,dl,dm*2,dn,do*2,dp
-march=rv32ifd_zba_zbb_zbs dq*2,dr,dq*2,dr,ds*2,dt,du*2,dv,dw*2,dx
-march=rv32ifd_zicsr_zifencei_zba_zbb_zbc_zbs dy*2,dz,dy*2,dz,e0*2,e1,e2*2,e3,e4*2,e5
-march=rv32imfd -march=rv32imfd_zicsr e6*2,e7,e6*2,e7,e8*2,e9,ea*2,eb,ec*2,ed
-march=rv32imfd_zicsr_zifencei -march=rv32imfd_zifencei ee*2,ef,ee*2,ef,eg*2,eh,ei*2,ej,ek*2,el
-march=rv32imfd_zba_zbb_zbc_zbs em*2,en,em*2,en,eo*2,ep,eq*2,er,es*2,et
-march=rv32imfd_zba_zbb_zbs eu*2,ev,eu*2,ev,ew*2,ex,ey*2,ez,f0*2,f1
-march=rv32imfd_zicsr_zifencei_zba_zbb_zbc_zbs f2*2,f3,f2*2,f3,f4*2,f5,f6*2,f7,f8*2,f9
-march=rv32imfdc -march=rv32imfdc_zicsr fa*2,fb,fa*2,fb,fc*2,fd,fe*2,ff,fg*2,fh
-march=rv32imfdc_zicsr_zifencei -march=rv32imfdc_zifencei fi*2,fj,fi*2,fj,fk*2,fl,fm*2,fn,fo*2,fp
-march=rv32imfdc_zba_zbb_zbc_zbs fq*2,fr,fq*2,fr,fs*2,ft,fu*2,fv,fw*2,fx
-march=rv32imfdc_zba_zbb_zbs fy*2,fz,fy*2,fz,g0*2,g1,g2*2,g3,g4*2,g5
-march=rv32imfdc_zicsr_zifencei_zba_zbb_zbc_zbs g6*2,g7,g6*2,g7,g8*2,g9,ga*2,gb,gc*2,gd
-march=rv32e !*12,ge*2,gf
-march=rv32e_zicsr !*12,gg*2,gh
-march=rv32e_zicsr_zifencei !*12,gi*2,gj
-march=rv32e_zifencei !*12,gk*2,gl
-march=rv32e_zba_zbb_zbc_zbs !*12,gm*2,gn
-march=rv32e_zba_zbb_zbs !*12,go*2,gp
-march=rv32e_zicsr_zifencei_zba_zbb_zbc_zbs !*12,gq*2,gr
-march=rv32em !*12,gs*2,gt
-march=rv32em_zicsr !*12,gu*2,gv
-march=rv32em_zicsr_zifencei !*12,gw*2,gx
-march=rv32em_zifencei !*12,gy*2,gz
-march=rv32em_zba_zbb_zbc_zbs !*12,h0*2,h1
-march=rv32em_zba_zbb_zbs !*12,h2*2,h3
-march=rv32em_zicsr_zifencei_zba_zbb_zbc_zbs !*12,h4*2,h5
-march=rv32ec !*12,h6*2,h7
-march=rv32ec_zicsr !*12,h8*2,h9
-march=rv32ec_zicsr_zifencei !*12,ha*2,hb
-march=rv32ec_zifencei !*12,hc*2,hd
-march=rv32ec_zba_zbb_zbc_zbs !*12,he*2,hf
-march=rv32ec_zba_zbb_zbs !*12,hg*2,hh
-march=rv32ec_zicsr_zifencei_zba_zbb_zbc_zbs !*12,hi*2,hj
-march=rv32emc !*12,hk*2,hl
-march=rv32emc_zicsr !*12,hm*2,hn
-march=rv32emc_zicsr_zifencei !*12,ho*2,hp
-march=rv32emc_zifencei !*12,hq*2,hr
-march=rv32emc_zba_zbb_zbc_zbs !*12,hs*2,ht
-march=rv32emc_zba_zbb_zbs !*12,hu*2,hv
-march=rv32emc_zicsr_zifencei_zba_zbb_zbc_zbs !*12,hw*2,hx
-march=rv32eac !*12,hy*2,hz
-march=rv32eac_zicsr !*12,i0*2,i1
-march=rv32eac_zicsr_zifencei !*12,i2*2,i3
-march=rv32eac_zifencei !*12,i4*2,i5
-march=rv32eac_zba_zbb_zbc_zbs !*12,i6*2,i7
-march=rv32eac_zba_zbb_zbs !*12,i8*2,i9
-march=rv32eac_zicsr_zifencei_zba_zbb_zbc_zbs !*12,ia*2,ib
-march=rv32emac !*12,ic*2,id
-march=rv32emac_zicsr !*12,ie*2,if
-march=rv32emac_zicsr_zifencei !*12,ig*2,ih
-march=rv32emac_zifencei !*12,ii*2,ij
-march=rv32emac_zba_zbb_zbc_zbs !*12,ik*2,il
-march=rv32emac_zba_zbb_zbs !*12,im*2,in
-march=rv32emac_zicsr_zifencei_zba_zbb_zbc_zbs !*12,io*2,ip

-O gi-13
-O1 gi-13
-O2 gi-13
-O3 gi-13
-Ofast 2m.2n,ez,f2.f3,ge.gg,gi,gl-13
-Og gi-13
-Os gh.gi-13
-Oz gh.gi-13
-ansi 44,gy-3y.40,7s 44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-fPIC dl,dv,io.ip-i8
-fPIE dl.dm,dv.dw,io.ip-i8
-faligned-new  81,bv
-fasynchronous-unwind-tables bp 
-fbuilding-libgcc fb.fg,fi.fk,fm.fn,fp.fq,fy.gd,ih.ik?fr
-fchar8_t  f1,f7,h6
-fconcepts  ?h7
-fconcepts-ts  ?h7
-fcoroutines  hm
-fexceptions 7t,bp 
-ffast-math 2m.2n,ez,f2.f3,ge.gg,gl
-ffinite-math-only 2m.2n,f3
-ffreestanding gv
-fgimple gq 
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
-fno-fast-math d-ez,f2,ge.gg,gl
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
-fpic gj,i1,io.ip-i8
-fpie gj.gk,i1.i2,io.ip-i8
-freciprocal-math 2m.2n,gl
-frounding-math gm
-fsanitize=thread go
-fshort-wchar 2s.2t,7n.7r 2s.2t,7n.7r,9f
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
-funwind-tables bp 
-mbig-endian f0,f4,f9
-misa-spec=2.2 j6.j7?i4,ic,ir,iu
-mno-div -ia,if
-mno-fdiv -iv,j0
-pedantic  -8y?83,8g
-std=c++03  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++0x  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++11  gy,h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++14  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++17  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1y  7z,87,8a,8e,8j,8w,91,9a,gy,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++1z  7x.7z,81,84.85,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8t,8w,91.95,97,9a,9c,bv,gy-f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0
-std=c++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0
-std=c++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0
-std=c++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,gy,h4.h6,h8.ha,he.ho,hr.hu,hw,i0
-std=c++98  44.45,gy-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=c11 41,gy 
-std=c17 7s,gy 
-std=c18 7s,gy 
-std=c2x gx.gy 
-std=c89 44,gy-3y.40,7s 
-std=c90 44,gy-3y.40,7s 
-std=c99 gw,gy-3z.40 
-std=gnu++03  44.45-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++0x  h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++11  h1,hb,hv,hx,hz-7y.7z,81,84,87.88,8a.8b,8d.8f,8h,8j,8l,8n.8r,8w,91,93.95,9a,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++14  7z,87,8a,8e,8j,8w,91,9a,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++1y  7z,87,8a,8e,8j,8w,91,9a,h2,hc,hv,hx,hz-7y,81,84,88,8b,8d,8f,8h,8l,8n.8r,93.95,9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu++20  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-gy
-std=gnu++23  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-gy
-std=gnu++2a  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,h3,h5.h6,h8.ha,hd,hf.hk,hm.ho,hr,ht.hu,i0-gy
-std=gnu++2b  7y.7z,81,84,87,8a.8b,8d,8f,8h,8l,8n.8p,8r,8t,8w,91.95,97,9a,9c,bv,f1,f7,h4.h6,h8.ha,he.ho,hr.hu,hw,i0-gy
-std=gnu++98  44.45-3y.40,7v,7y.82,84.8b,8d.8f,8h.8w,8z.95,97.9c,bv,f1,f7,gy,h5.h6,h8.ha,hf.hh,hj,hn.ho,hu,i0
-std=gnu11 41-gy 
-std=gnu2x gx-gy 
-std=gnu89 44-3y.40,7s,gy 
-std=gnu90 44-3y.40,7s,gy 
-std=gnu99 gw-gy 
-std=iso9899:1999 gw,gy-3z.40 
-std=iso9899:2011 41,gy 
-traditional-cpp -1g 
-undef -0.1e,1h.2n,2u.36,3y,46.71,9g.bo,d4.d8,ez,f2,ge.gg,gi,gl,gy,i3.ig,il,in,ir.is,iu.iv,ix.iy,j0,j6.j7 -0.1e,1h.2n,2u.36,3y,42.43,46.71,7t.7w,7y.9e,9g.bj,bp.bv,d4.d8,ez,f1.f2,f7,ge.gg,gi,gl,gy,h5.h6,h8.ha,hf.hh,hj,hm.ho,hu,i0,i3.ig,il,in,ir.is,iu.iv,ix.iy,j0,j6.j7

-fcx-fortran-rules -fcx-limited-range -fno-PIC -fno-PIE -fno-asynchronous-unwind-tables -fno-pic -fno-pie -fno-short-enums -fno-signed-char -frtti -fsanitize=address -fsingle-precision-constant -funsigned-char -mdiv -m?explicit-relocs -mfdiv -misa-spec=20191213 -mlittle-endian -m?plt -m?relax -m?riscv-attribute -m?save-restore -m?shorten-memrefs -msmall-data-limit=8 -m?strict-align -mtune=rocket -mtune=sifive-7-series -mtune=size -std=gnu++17 -std=gnu++1z

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
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_types_compatible_p __builtin_unreachable __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_bit_cast __builtin_counted_by __builtin_debugtrap __builtin_is_constant_evaluated __builtin_launder __builtin_rotateleft32 __builtin_source_location __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __type_pack_element __make_integer_seq __integer_pack

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
__has_builtin 1 __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bit_cast __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_convertvector __builtin_ctz __builtin_expect __builtin_expect_with_probability __builtin_extend_pointer __builtin_ffs __builtin_frame_address __builtin_has_attribute __builtin_huge_val __builtin_inf __builtin_isnan __builtin_is_constant_evaluated __builtin_launder __builtin_LINE __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_nan __builtin_object_size __builtin_dynamic_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_prefetch __builtin_return_address __builtin_shuffle __builtin_shufflevector __builtin_source_location __builtin_speculation_safe_value __builtin_strcmp __builtin_strlen __builtin_sub_overflow __builtin_add_overflow __builtin_trap __builtin_unreachable __is_enum __is_union __is_pod __is_trivial __is_standard_layout __is_empty __has_unique_object_representations __underlying_type __integer_pack __atomic_load_n __atomic_store_n __sync_synchronize
__has_builtin 0 __builtin_assume __builtin_bswap128 __builtin_choose_expr __builtin_counted_by __builtin_debugtrap __builtin_rotateleft32 __builtin_types_compatible_p __builtin_unpredictable __builtin_va_arg __builtin_va_list __builtin_cpu_supports __is_identifier __type_pack_element __make_integer_seq`;
