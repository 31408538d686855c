#pragma once
#include <stdint.h>

/** @every: 1s */
struct struct_climate {
  uint8_t  length;
  uint8_t  ID;
  uint16_t seq;           // @seq
  int16_t  temperature;   // @rule: expr=temperature / 100; unit=°C; warn=-20..60
  uint16_t supply;        // @rule: unit=mV
};
#define CLIMATE {sizeof(struct struct_climate), 1, 0, 0, 0}
