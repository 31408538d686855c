#pragma once
#include <stdint.h>

#pragma pack(push, 1)
/** What a simulator sends 60 times a second; all values little-endian, without a length or an ID. @every: 16ms */
struct car {
  float    speed;        // @rule: expr=speed * 3.6; unit=km/h
  float    throttle;
  float    brake;
  int8_t   gear;         // @rule: states=-1=reverse, 0=neutral
  uint16_t rpm;          // @rule: unit=rpm; warn=0..12500
  float    tyre[4];      // @rule: unit=°C; warn=70..110
};
#pragma pack(pop)
