// What messages lack: counts and conditions at the end of a struct follow each other, others keep their places.
#include <stdint.h>
#pragma pack(push, 1)
struct satellite {
  uint8_t gnss;
  uint8_t sv;
  int16_t strength; // @rule: expr=strength / 10; unit=dB
};
struct struct_sky {
  uint8_t length;
  uint8_t ID;
  uint8_t n;
  uint8_t flags;
  struct satellite satellites[3]; // @count: n
  uint32_t fixed;                 // @if: flags & 1
  struct { float x; float y; } offset; // @if: (flags & 6) == 6 && n > 0
  char note[8];                   // @count: rest
} sky = {36, 7};
struct struct_log {
  uint8_t length;
  uint8_t ID;
  uint16_t seq;       // @seq
  int16_t adc[4];     // @count: used / 2 @samples: dt=1ms; @rule: name=volts; expr=adc / 100; unit=V
  uint8_t used;
  struct { uint8_t k; uint8_t v[2]; /* @count: k */ } rows[2]; // @samples: index
  uint16_t more[];    // @count: rest; max=3
} log_ = {25, 8};
#pragma pack(pop)
