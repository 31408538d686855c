/* What the examples use of Arduino's core: their sketches compile, and with run.cpp one runs. */
#pragma once
#include <stddef.h>
#include <stdint.h>

class IPAddress {
 public:
  uint32_t number;
  IPAddress(uint32_t a, uint32_t b, uint32_t c, uint32_t d) : number(a << 24 | b << 16 | c << 8 | d) {}
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
