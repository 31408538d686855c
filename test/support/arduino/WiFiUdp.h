#pragma once
#include "Arduino.h"

class WiFiUDP {
 public:
  int beginPacket(IPAddress, uint16_t) { return 1; }
  size_t write(const uint8_t *, size_t size) { return size; }
  int endPacket() { return 1; }
};
