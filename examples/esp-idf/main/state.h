#pragma once
#include <stdint.h>

/** @every: 1s */
struct struct_node {
  uint8_t  length;
  uint8_t  ID;
  uint16_t seq;         // @seq
  uint32_t heap;        // @rule: unit=B; warn=20000..
} node = {sizeof(struct struct_node), 1};
