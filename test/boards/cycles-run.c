/* Runs a program of an ATmega328P in simavr: prints each number that it writes to GPIOR0, with the cycles since the one before. */

#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int said;

static void on_mark(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param) {
  static avr_cycle_count_t before;
  (void)address, (void)param;
  dprintf(said, "%u %llu\n", value, (unsigned long long)(avr->cycle - before));
  before = avr->cycle;
  if (value == 255) exit(0);
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

int main(int count, char **words) {
  elf_firmware_t firmware;
  avr_t *avr = avr_make_mcu_by_name("atmega328p");
  /* simavr itself says something on standard output. */
  said = dup(1);
  dup2(2, 1);
  memset(&firmware, 0, sizeof firmware);
  if (count < 2 || avr == NULL || elf_read_firmware(words[1], &firmware) != 0) return 2;
  avr_init(avr);
  avr->frequency = 16000000;
  avr->sleep = no_sleep;
  avr_load_firmware(avr, &firmware);
  avr_register_io_write(avr, 0x3e, on_mark, NULL);
  while (avr->cycle < 10000000) {
    const int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) return 3;
  }
  return 4;
}
