#include "mbed.h"

struct struct_probe {
  uint8_t length;
  uint8_t ID;
  uint8_t armed : 1;
  uint16_t voltage; /* @rule: name=volts; expr=voltage / 100; unit=V */
  uint8_t ck;
} probe = {7,2};

struct struct_pose {
  uint8_t length = 40;
  uint8_t ID = 3;
  int16_t v[3];     // @rule: name=speed; expr=v / 10; unit=m/s
  char    name[8];
  int64_t ticks;
  bool    ready;
  struct { float x; float y; } at;
  float   gone;
};
