#pragma once
#include <stdint.h>

/** Thirty fields: what the size and the cycles of the emitted code are measured by. */
struct struct_sensor {
  uint8_t  length;
  uint8_t  ID;
  uint8_t  mode  : 3;
  uint8_t  armed : 1;
  uint8_t  level : 4;
  uint16_t seq;
  uint32_t uptime;
  int16_t  t1, t2, t3, t4;
  uint16_t p1, p2;
  int32_t  lat, lon;
  int16_t  alt;
  uint8_t  sats, fix;
  float    ax, ay, az;
  int16_t  gx, gy, gz;
  uint16_t volts;
  int16_t  amps;
  uint8_t  soc, errors;
  uint16_t rpm;
} __attribute__((packed)) sensor = {59, 3};
