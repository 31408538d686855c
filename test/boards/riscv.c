/* QEMU's RISC-V machine `virt`: a UART of the 16550 kind, and its timer of 10 MHz for milliseconds. */

#include <stdint.h>

#define UART ((volatile uint8_t *)0x10000000)
#define UART_STATUS UART[5]
#define TIMER ((volatile uint32_t *)0x0200bff8)

__asm__(".section .start, \"ax\"\n.globl start\nstart:\n  la sp, stack_top\n  call main\n1: j 1b\n.text");

/* The timer has 64 bits. Its lower half wraps after seven minutes, which the milliseconds must not show. */
static inline uint32_t board_ms(void) {
  uint32_t high;
  uint32_t low;
  do {
    high = TIMER[1];
    low = TIMER[0];
  } while (high != TIMER[1]);
  return (uint32_t)((((uint64_t)high << 32) | low) / 10000);
}

static void board_start(void) { UART[2] = 7; }

static int board_get(void) { return (UART_STATUS & 1) != 0 ? UART[0] : -1; }

static void board_put(uint8_t byte) {
  while ((UART_STATUS & 0x20) == 0) {
  }
  UART[0] = byte;
}

#include "serial-main.h"
