/* What a frame costs: by hand, then by the emitted code, then its reading. Each number in GPIOR0 ends what stands before it. */

#include <avr/io.h>
#include "sensor.h"
#include "sensor_link.h"

#define MARK(number) __asm__ volatile("" ::: "memory"); GPIOR0 = number; __asm__ volatile("" ::: "memory")

static struct struct_sensor message;
static uint8_t frame[sizeof message + 2];

static __attribute__((noinline)) uint16_t crc_by_hand(const uint8_t *bytes, uint8_t count) {
  uint16_t crc = 0xffff;
  while (count-- > 0) {
    uint8_t bit;
    crc ^= *bytes++;
    for (bit = 0; bit < 8; bit++) crc = (crc & 1) ? (uint16_t)((crc >> 1) ^ 0xa001) : (uint16_t)(crc >> 1);
  }
  return crc;
}

static __attribute__((noinline)) void frame_by_hand(void) {
  uint16_t crc;
  memcpy(frame, &message, sizeof message);
  frame[0] = sizeof message;
  frame[1] = 3;
  crc = crc_by_hand(frame, sizeof message);
  frame[sizeof message] = (uint8_t)crc;
  frame[sizeof message + 1] = (uint8_t)(crc >> 8);
}

int main(void) {
  static uint8_t copy[sizeof frame];
  uint8_t at;
  size_t size;
  sensor_sensor_init(&message);
  for (at = 2; at < sizeof message; at++) ((uint8_t *)&message)[at] = (uint8_t)(at * 37);
  MARK(0);
  frame_by_hand();
  MARK(1);
  memcpy(copy, frame, sizeof frame);
  MARK(2);
  size = sensor_sensor_frame(frame, sizeof frame, &message);
  MARK(3);
  at = size == sizeof frame && memcmp(copy, frame, sizeof frame) == 0;
  MARK(4);
  at = at && sensor_sensor_decode(&message, frame, sizeof frame);
  MARK(5);
  if (!at) for (;;) {
  }
  MARK(255);
  for (;;) {
  }
}
