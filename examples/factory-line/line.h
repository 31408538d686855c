#pragma once
#include <stdint.h>

#define LINE_STATION 1

/** One for each part that leaves the station. */
struct line_station {
  uint8_t  id;          // LINE_STATION
  uint8_t  station;
  uint8_t  good : 1;
  uint8_t  reason : 7;  // @rule: states=0=none, 1=too long, 2=scratched
  uint8_t  spare;
  uint32_t part;
  uint16_t length;      // @rule: expr=length / 100; unit=mm; warn=99.5..100.5
  uint16_t cycle;       // @rule: unit=ms
};
