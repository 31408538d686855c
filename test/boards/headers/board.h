#pragma once
#include <stdint.h>

/** What the board measures: every value follows from `count`, so that a test knows what the firmware computed. */
struct struct_probe {
  uint8_t  length;
  uint8_t  ID;
  uint8_t  armed : 1;
  uint8_t  mode  : 3;
  int8_t   trim  : 4;
  int16_t  temp;       // @rule: name=temperature; expr=temp / 10 - 40; unit=degC
  uint32_t count;
  float    rate;
  uint8_t  text[5];
} __attribute__((packed)) probe = {18, 7};

/* @command: ack=struct_ack timeout=3min ok="result == 1" */
struct struct_set_point {
  uint8_t  length;
  uint8_t  ID;
  uint16_t number;     // @seq
  int16_t  target;     // @rule: expr=target / 10; unit=degC
} __attribute__((packed)) set_point = {6, 20};

struct struct_ack {
  uint8_t  length;
  uint8_t  ID;
  uint16_t number;     // @seq
  uint8_t  result;
  int16_t  target;     // @rule: expr=target / 10; unit=degC
} __attribute__((packed)) ack = {7, 21};
