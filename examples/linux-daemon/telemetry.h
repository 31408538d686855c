#pragma once
#include <stdint.h>

/** What the daemon sends each second. @every: 1s */
struct struct_host {
  uint8_t  length;
  uint8_t  ID;
  uint16_t seq;         // @seq
  float    load;        // @rule: name=load; warn=0..4
  uint32_t uptime;      // @rule: unit=s
} host = {sizeof(struct struct_host), 1};
