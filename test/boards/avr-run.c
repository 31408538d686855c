/* Runs a program of an ATmega328P in simavr as fast as it goes, its USART0 on standard input and output: avr-run <elf> */

#include <poll.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_irq.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned char out[4096], in[4096];
static size_t out_count, in_count, in_at;
static int can_take = 1;

static void on_byte(avr_irq_t *irq, uint32_t value, void *fd) {
  (void)irq;
  out[out_count++] = (unsigned char)value;
  if (out_count < sizeof out) return;
  if (write(*(int *)fd, out, out_count) < 0) exit(0);
  out_count = 0;
}

static void on_xon(avr_irq_t *irq, uint32_t value, void *param) { (void)irq, (void)value, (void)param, can_take = 1; }
static void on_xoff(avr_irq_t *irq, uint32_t value, void *param) { (void)irq, (void)value, (void)param, can_take = 0; }
static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

int main(int count, char **words) {
  elf_firmware_t firmware;
  avr_t *avr = avr_make_mcu_by_name("atmega328p");
  /* simavr itself says something on standard output. */
  int to = dup(1);
  uint32_t flags = 0;
  unsigned long step;
  memset(&firmware, 0, sizeof firmware);
  dup2(2, 1);
  if (count < 2 || avr == NULL || elf_read_firmware(words[1], &firmware) != 0) return 2;
  avr_init(avr);
  avr->frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  avr->sleep = no_sleep;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, &to);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_xon, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_xoff, NULL);
  for (step = 0;; step++) {
    const int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) return 3;
    if (in_at < in_count && can_take && step % 256 == 0)
      avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), in[in_at++]);
    if (step % 8192 != 0) continue;
    if (out_count > 0 && write(to, out, out_count) < 0) return 0;
    out_count = 0;
    if (in_at == in_count) {
      struct pollfd wait = {0, POLLIN, 0};
      if (poll(&wait, 1, 0) > 0) {
        const ssize_t got = read(0, in, sizeof in);
        if (got <= 0) return 0;
        in_count = (size_t)got;
        in_at = 0;
      }
    }
  }
}
