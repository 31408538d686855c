/* A Stellaris LM3S6965 (Cortex-M3) at 12.5 MHz: UART0 or, with NETWORK, Ethernet; SysTick for milliseconds. [LM3S6965 data sheet] */

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define UART_DATA REGISTER(0x4000c000)
#define UART_FLAGS REGISTER(0x4000c018)
#define UART_LINE REGISTER(0x4000c02c)
#define UART_CONTROL REGISTER(0x4000c030)
#define TICK_CONTROL REGISTER(0xe000e010)
#define TICK_RELOAD REGISTER(0xe000e014)

extern uint32_t stack_top[];
int main(void);
void reset(void);
void on_tick(void);
void stop(void);

static volatile uint32_t ticks;

void on_tick(void) { ticks++; }

void reset(void) {
  (void)main();
  stop();
}

void stop(void) {
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, (const void *)reset, (const void *)stop, (const void *)stop, (const void *)stop, (const void *)stop, (const void *)stop, 0,
    0, 0, 0, (const void *)stop, 0, 0, (const void *)stop, (const void *)on_tick};

static void start_clock(void) {
  TICK_RELOAD = 12500 - 1;
  TICK_CONTROL = 7;
}

static inline uint32_t board_ms(void) { return ticks; }

#ifdef NETWORK
#include "ethernet.h"
#else
static void board_start(void) {
  start_clock();
  UART_LINE = 0x70;
  UART_CONTROL = 0x301;
}

static int board_get(void) { return (UART_FLAGS & 0x10) != 0 ? -1 : (int)(UART_DATA & 0xff); }

static void board_put(uint8_t byte) {
  while ((UART_FLAGS & 0x20) != 0) {
  }
  UART_DATA = byte;
}

#include "serial-main.h"
#endif
