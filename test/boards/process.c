/* A board that is a process of this machine: its UART is standard input and output. */

#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static uint8_t out[512];
static size_t out_count;

static void flush(void) {
  size_t at = 0;
  while (at < out_count) {
    const ssize_t count = write(1, out + at, out_count - at);
    if (count <= 0) exit(0);
    at += (size_t)count;
  }
  out_count = 0;
}

static void board_start(void) {}

static inline uint32_t board_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_sec * 1000u + (uint32_t)(now.tv_nsec / 1000000);
}

static int board_get(void) {
  struct pollfd wait = {0, POLLIN, 0};
  uint8_t byte;
  flush();
  if (poll(&wait, 1, 1) <= 0) return -1;
  if (read(0, &byte, 1) != 1) exit(0);
  return byte;
}

static void board_put(uint8_t byte) {
  if (out_count == sizeof out) flush();
  out[out_count++] = byte;
}

#include "serial-main.h"
