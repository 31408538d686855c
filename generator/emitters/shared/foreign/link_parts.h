/* Messages that lack optional parts. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Written into each generated file from here on. */

#ifndef STRUCTLINE_PARTS
#define STRUCTLINE_PARTS

/* Copies the bytes that are there. */
static inline void structline_copy(uint8_t *into, const uint8_t *bytes, size_t size, size_t from, size_t length) {
  if (from >= size) return;
  memcpy(into, bytes + from, length < size - from ? length : size - from);
}

/* The number of elements; 0 is returned if it is no whole number, or more than there is room for. */
static inline int structline_count(double value, size_t most, size_t *count) {
  *count = 0;
  if (!(value >= 0 && value <= (double)most)) return 0;
  *count = (size_t)value;
  return !((double)*count < value);
}

static inline size_t structline_text(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0) length++;
  return length;
}

static inline double structline_nan(void) {
  const double zero = 0;
  return zero / zero;
}

static inline int structline_holds(double value) { return value < 0 || value > 0; }

static inline int structline_same(double a, double b) { return a <= b && a >= b; }

static inline double structline_abs(double value) { return value < 0 ? -value : value; }

/* NaN unless both are whole numbers. They are taken modulo two to the power of 32. */
static inline double structline_bits(char operation, double a, double b) {
  const double limit = 9e15;
  uint32_t left, right, result;
  if (!(a > -limit && a < limit && b > -limit && b < limit)) return structline_nan();
  if (!structline_same((double)(int64_t)a, a) || !structline_same((double)(int64_t)b, b)) return structline_nan();
  left = (uint32_t)(int64_t)a;
  right = (uint32_t)(int64_t)b;
  switch (operation) {
  case '&': result = left & right; break;
  case '|': result = left | right; break;
  case '^': result = left ^ right; break;
  case '<': result = left << (right & 31u); break;
  default:
    result = left >> (right & 31u);
    if (left >> 31 && (right & 31u) > 0) result |= UINT32_C(0xffffffff) << (32u - (right & 31u));
  }
  return result >> 31 ? -(double)(UINT32_C(0xffffffff) - result) - 1.0 : (double)result;
}

#endif
