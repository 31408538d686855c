/* What a channel's link is made of, for C from C99 and C++ from C++11: no heap, no stdio. */

/* Written into each generated file from here on. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef STRUCTLINE_LINK
#define STRUCTLINE_LINK

/* The type that rules are computed in: define it as double where float is too coarse. */
#ifndef STRUCTLINE_REAL
#define STRUCTLINE_REAL float
#endif

#ifdef __cplusplus
#define STRUCTLINE_HOLDS(name, condition) static_assert(condition, #name)
/* An array's element is a reference to its type. */
template <typename Type> struct structline_plain { typedef Type type; };
template <typename Type> struct structline_plain<Type &> { typedef Type type; };
#define STRUCTLINE_AS(member, value) static_cast<structline_plain<decltype(member)>::type>(value)
#else
/* C99 has no assertions: an array of a negative size stops the compiler. */
#define STRUCTLINE_HOLDS(name, condition) typedef char name[(condition) ? 1 : -1]
#define STRUCTLINE_AS(member, value) (value)
#endif

/* Writes the bits of a mask, and leaves all others as they are. */
static inline void structline_write_number(uint8_t *bytes, size_t at, uint8_t length, int big, uint32_t mask, uint32_t value) {
  uint8_t i;
  for (i = 0; i < length; i++) {
    uint8_t *place = bytes + at + (big ? length - 1 - i : i);
    const uint8_t bits = (uint8_t)(mask >> (8 * i));
    *place = (uint8_t)((*place & (uint8_t)~bits) | ((uint8_t)(value >> (8 * i)) & bits));
  }
}

static inline uint32_t structline_read_number(const uint8_t *bytes, size_t at, uint8_t length, int big) {
  uint32_t value = 0;
  uint8_t i;
  for (i = 0; i < length; i++) value = (value << 8) | bytes[at + (size_t)(big ? i : length - 1 - i)];
  return value;
}

/* A CRC from the most significant bit on. `extra`: a byte behind the others, or -1. */
static inline uint32_t structline_crc_plain(const uint8_t *bytes, size_t from, size_t to, int extra, uint8_t width,
                                            uint32_t polynomial, uint32_t initial, uint32_t xor_out) {
  const uint8_t up = (uint8_t)(32 - width);
  uint32_t crc = initial << up;
  size_t at;
  for (at = from; at < to + (extra < 0 ? 0u : 1u); at++) {
    uint8_t bit;
    crc ^= (uint32_t)(at < to ? bytes[at] : (uint8_t)extra) << 24;
    for (bit = 0; bit < 8; bit++) crc = (crc & UINT32_C(0x80000000)) ? (crc << 1) ^ (polynomial << up) : crc << 1;
  }
  return (crc >> up) ^ xor_out;
}

static inline uint32_t structline_reversed(uint32_t value, uint8_t width) {
  uint32_t result = 0;
  uint8_t bit;
  for (bit = 0; bit < width; bit++) result |= ((value >> bit) & 1) << (width - 1 - bit);
  return result;
}

/* A CRC from the least significant bit on. */
static inline uint32_t structline_crc_reflected(const uint8_t *bytes, size_t from, size_t to, int extra, uint8_t width,
                                                uint32_t polynomial, uint32_t initial, uint32_t xor_out) {
  const uint32_t reflected = structline_reversed(polynomial, width);
  uint32_t crc = structline_reversed(initial, width);
  size_t at;
  for (at = from; at < to + (extra < 0 ? 0u : 1u); at++) {
    uint8_t bit;
    crc ^= at < to ? bytes[at] : (uint8_t)extra;
    for (bit = 0; bit < 8; bit++) crc = (crc & 1) ? (crc >> 1) ^ reflected : crc >> 1;
  }
  return crc ^ xor_out;
}

static inline uint32_t structline_sum_of(const uint8_t *bytes, size_t from, size_t to, int extra) {
  uint32_t sum = extra < 0 ? 0 : (uint8_t)extra;
  for (; from < to; from++) sum += bytes[from];
  return sum;
}

static inline uint32_t structline_xor_of(const uint8_t *bytes, size_t from, size_t to, int extra) {
  uint32_t sum = extra < 0 ? 0 : (uint8_t)extra;
  for (; from < to; from++) sum ^= bytes[from];
  return sum;
}

/* Two sums, the second of the first's values. */
static inline uint32_t structline_two_sums(const uint8_t *bytes, size_t from, size_t to, int extra, uint32_t initial,
                                           uint32_t modulus, uint8_t half) {
  uint32_t low = initial;
  uint32_t high = 0;
  size_t at;
  for (at = from; at < to + (extra < 0 ? 0u : 1u); at++) {
    low = (low + (at < to ? bytes[at] : (uint8_t)extra)) % modulus;
    high = (high + low) % modulus;
  }
  return (high << half) | low;
}

/*
 * Consistent overhead byte stuffing, in place: the frame's `length` bytes become the encoding with the zero that ends it.
 * Gives its size; 0 where the buffer's `size` is less than length + length / 254 + 2.
 */
static inline size_t structline_cobs(uint8_t *buffer, size_t size, size_t length) {
  const size_t ahead = length / 254 + 2;
  size_t code = 0;
  size_t out = 1;
  size_t at;
  if (size < length + ahead) return 0;
  memmove(buffer + ahead, buffer, length);
  for (at = 0; at < length; at++) {
    const uint8_t byte = buffer[ahead + at];
    if (byte != 0) buffer[out++] = byte;
    if (byte != 0 && !(out - code == 0xff && at + 1 < length)) continue;
    buffer[code] = (uint8_t)(out - code);
    code = out++;
  }
  buffer[code] = (uint8_t)(out - code);
  buffer[out++] = 0;
  return out;
}

#endif
