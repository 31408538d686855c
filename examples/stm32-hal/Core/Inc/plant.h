#pragma once
#include <stdint.h>

/** One scan of the ADC. @every: 100ms */
struct plant {
  uint32_t tick;          // @rule: unit=ms
  uint16_t pressure;      // @rule: expr=pressure / 4095 * 16; unit=bar; warn=1..12
  uint16_t level;         // @rule: expr=level / 4095 * 100; unit=%
  uint8_t  pump;          // @rule: states=0=off, 1=on
};
