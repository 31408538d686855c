/* What the examples use of Arduino's core, to check that their sketches compile. */
#pragma once
#include <stddef.h>
#include <stdint.h>

class IPAddress {
 public:
  IPAddress(uint8_t, uint8_t, uint8_t, uint8_t) {}
};

class HardwareSerial {
 public:
  void begin(unsigned long) {}
  int available() { return 0; }
  int read() { return -1; }
  size_t write(const uint8_t *, size_t size) { return size; }
};

extern HardwareSerial Serial;
void delay(unsigned long ms);
