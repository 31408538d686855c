#pragma once
#include "Arduino.h"

struct Module {
  Module(uint32_t, uint32_t, uint32_t, uint32_t) {}
};
struct SX1276 {
  SX1276(Module *) {}
  int16_t begin() { return 0; }
};
struct LoRaWANBand_t {};
extern const LoRaWANBand_t EU868;
struct LoRaWANNode {
  LoRaWANNode(SX1276 *, const LoRaWANBand_t *) {}
  int16_t beginOTAA(uint64_t, uint64_t, const uint8_t *, const uint8_t *) { return 0; }
  int16_t activateOTAA() { return 0; }
  int16_t sendReceive(const uint8_t *, size_t, uint8_t = 1) { return 0; }
};
