/* Arithmetic that the compiler calls by itself and the ESP8266 has in its ROM: division, and floats of 32 bits, rounded to even. */

#include <stdint.h>

typedef union {
  float value;
  uint32_t bits;
} single;

uint32_t __udivsi3(uint32_t of, uint32_t by);
uint32_t __umodsi3(uint32_t of, uint32_t by);
float __addsf3(float one, float other);
float __subsf3(float one, float other);
float __mulsf3(float one, float other);
float __divsf3(float one, float other);
float __floatunsisf(uint32_t value);
float __floatsisf(int32_t value);
int32_t __fixsfsi(float value);
int __gtsf2(float one, float other);
int __gesf2(float one, float other);
int __ltsf2(float one, float other);
int __lesf2(float one, float other);
int __eqsf2(float one, float other);
int __nesf2(float one, float other);

uint32_t __udivsi3(uint32_t of, uint32_t by) {
  uint32_t result = 0, rest = 0;
  int bit;
  for (bit = 31; bit >= 0; bit--) {
    rest = rest << 1 | (of >> bit & 1);
    if (rest >= by) {
      rest -= by;
      result |= UINT32_C(1) << bit;
    }
  }
  return result;
}

uint32_t __umodsi3(uint32_t of, uint32_t by) { return of - by * __udivsi3(of, by); }

/* value * 2^exponent; `value` has a sticky lowest bit where digits were lost. Too small numbers become 0. */
static float packed(uint32_t sign, uint64_t value, int exponent) {
  single result = {0};
  if (value == 0) return result.value;
  while (value >> 26 == 0) value <<= 1, exponent--;
  while (value >> 27 != 0) value = value >> 1 | (value & 1), exponent++;
  /* 27 bits: 24 of the result, and three to round. */
  value += 3 + (value >> 3 & 1);
  if (value >> 27 != 0) value >>= 1, exponent++;
  exponent += 26 + 127;
  if (exponent <= 0) return result.value;
  result.bits = sign << 31 | (uint32_t)exponent << 23 | ((uint32_t)(value >> 3) & 0x7fffff);
  return result.value;
}

static uint32_t digits(uint32_t bits) { return (bits << 1) == 0 ? 0 : (bits & 0x7fffff) | 0x800000; }
static int power(uint32_t bits) { return (int)(bits >> 23 & 255) - 127 - 23; }

float __addsf3(float one, float other) {
  single a, b;
  uint64_t left, right;
  int apart;
  a.value = one;
  b.value = other;
  if ((a.bits << 1) < (b.bits << 1)) {
    const single swapped = a;
    a = b;
    b = swapped;
  }
  if (digits(b.bits) == 0) return a.value;
  left = (uint64_t)digits(a.bits) << 32;
  right = (uint64_t)digits(b.bits) << 32;
  apart = power(a.bits) - power(b.bits);
  right = apart > 32 ? 1 : right >> apart;
  return packed(a.bits >> 31, (a.bits ^ b.bits) >> 31 != 0 ? left - right : left + right, power(a.bits) - 32);
}

float __subsf3(float one, float other) {
  single negative;
  negative.value = other;
  negative.bits ^= UINT32_C(1) << 31;
  return __addsf3(one, negative.value);
}

float __mulsf3(float one, float other) {
  single a, b;
  uint64_t product = 0;
  int bit;
  a.value = one;
  b.value = other;
  for (bit = 23; bit >= 0; bit--) product = (product << 1) + (digits(b.bits) >> bit & 1 ? digits(a.bits) : 0);
  return packed((a.bits ^ b.bits) >> 31, product, power(a.bits) + power(b.bits));
}

float __divsf3(float one, float other) {
  single a, b;
  uint64_t rest, result = 0;
  uint32_t by;
  int bit;
  a.value = one;
  b.value = other;
  rest = digits(a.bits);
  by = digits(b.bits);
  for (bit = 0; bit < 29; bit++) {
    result <<= 1;
    if (rest >= by) rest -= by, result |= 1;
    rest <<= 1;
  }
  return packed((a.bits ^ b.bits) >> 31, result | (rest != 0), power(a.bits) - power(b.bits) - 28);
}

float __floatunsisf(uint32_t value) { return packed(0, value, 0); }
float __floatsisf(int32_t value) { return value < 0 ? packed(1, (uint32_t)-value, 0) : packed(0, (uint32_t)value, 0); }

int32_t __fixsfsi(float value) {
  single a;
  int by;
  a.value = value;
  by = power(a.bits);
  if (by < -31) return 0;
  by = (int)(by < 0 ? digits(a.bits) >> -by : digits(a.bits) << by);
  return a.bits >> 31 != 0 ? -by : by;
}

static int compared(float one, float other) {
  single a, b;
  int sign;
  a.value = one;
  b.value = other;
  if (((a.bits | b.bits) << 1) == 0 || a.bits == b.bits) return 0;
  sign = (a.bits >> 31) != 0 ? -1 : 1;
  if (((a.bits ^ b.bits) >> 31) != 0) return sign;
  return a.bits > b.bits ? sign : -sign;
}

int __gtsf2(float one, float other) { return compared(one, other); }
int __gesf2(float one, float other) { return compared(one, other); }
int __ltsf2(float one, float other) { return compared(one, other); }
int __lesf2(float one, float other) { return compared(one, other); }
int __eqsf2(float one, float other) { return compared(one, other); }
int __nesf2(float one, float other) { return compared(one, other); }
