#pragma once
#include <stdint.h>

/** What the board sends, once a second. @every: 1s */
struct struct_weather {
  uint8_t  length;
  uint8_t  ID;
  uint16_t seq;            // @seq
  int16_t  temperature;    // @rule: expr=temperature / 100; unit=°C; warn=-10..35
  uint16_t humidity;       // @rule: expr=humidity / 100; unit=%
  uint32_t pressure;       // @rule: expr=pressure / 100; unit=hPa
  uint8_t  charging : 1;
  uint8_t  state    : 3;   // @rule: states=0=boot, 1=run, 2=sleep
} weather = {sizeof(struct struct_weather), 1};
