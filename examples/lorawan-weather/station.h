#pragma once
#include <stdint.h>

#pragma pack(push, 1)
/** Bytes cost airtime: no length, no ID. The port of the uplink says which struct it is. */
struct station {
  int16_t  temperature;   // @rule: expr=temperature / 100; unit=°C; warn=-20..40
  uint16_t humidity;      // @rule: expr=humidity / 100; unit=%
  uint16_t pressure;      // @rule: expr=pressure / 10; unit=hPa
  uint8_t  wind;          // @rule: expr=wind / 4; unit=m/s; warn=..20
  uint8_t  battery;       // @rule: expr=2 + battery / 100; unit=V; warn=3.3..
};
#pragma pack(pop)
