#pragma once
#include <stdint.h>

/** As main.py packs it: '<BBHhH'. @every: 1s */
struct struct_climate {
  uint8_t  length;
  uint8_t  ID;
  uint16_t seq;           // @seq
  int16_t  temperature;   // @rule: expr=temperature / 100; unit=°C
  uint16_t humidity;      // @rule: expr=humidity / 100; unit=%
} climate = {8, 1};
