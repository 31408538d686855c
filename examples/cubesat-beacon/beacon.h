#pragma once
#include <stdint.h>

/** What the satellite measured: the data field of a CCSDS space packet, all of it big-endian. */
struct __attribute__((packed)) beacon {
  uint32_t uptime;      // @rule: unit=s
  uint16_t battery;     // @rule: expr=battery / 1000; unit=V; warn=6.8..8.4
  int16_t  panel[2];    // @rule: expr=panel / 10; unit=°C
  uint8_t  mode;        // @rule: states=0=safe, 1=idle, 2=science
};
