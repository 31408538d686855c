#pragma once
#include <stdint.h>

/** @every: 1s */
struct struct_zephyr {
  uint8_t  length;
  uint8_t  ID;
  uint16_t seq;         // @seq
  uint32_t uptime;      // @rule: unit=ms
} state = {sizeof(struct struct_zephyr), 1};
