/* QEMU's Xtensa machine `sim`: calls of the simulator read and write its console; the cycle counter is the clock. */

#include <stdint.h>

#define SIM_READ 3
#define SIM_WRITE 4
/* The core de212 of QEMU counts 40,000 cycles in a millisecond. */
#define CYCLES_PER_MS 40000u

__asm__(
    ".section .start, \"ax\"\n.globl start\nstart:\n  j 2f\n  .align 4\n0: .word stack_top\n1: .word main\n"
    "2: l32r sp, 0b\n  l32r a0, 1b\n  callx0 a0\n3: j 3b\n.text");

/* The compiler's own processor has no name for this instruction. */
static int simulator(int call, int file, const volatile uint8_t *bytes, int size) {
  register int a2 __asm__("a2") = call;
  register int a3 __asm__("a3") = file;
  register const volatile uint8_t *a4 __asm__("a4") = bytes;
  register int a5 __asm__("a5") = size;
  __asm__ volatile(".byte 0x00, 0x51, 0x00" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
  return a2;
}

static inline uint32_t board_ms(void) {
  static uint32_t before, ms;
  uint32_t now, passed;
  __asm__ volatile("rsr %0, ccount" : "=r"(now));
  passed = (now - before) / CYCLES_PER_MS;
  before += passed * CYCLES_PER_MS;
  ms += passed;
  return ms;
}

static void board_start(void) {}

static int board_get(void) {
  volatile uint8_t byte;
  return simulator(SIM_READ, 0, &byte, 1) == 1 ? byte : -1;
}

static void board_put(uint8_t byte) {
  volatile uint8_t out = byte;
  (void)simulator(SIM_WRITE, 1, &out, 1);
}

#include "serial-main.h"
