/* Functions of a channel's link. C99 or C++11 and later, without heap and stdio. */

/* Written into each generated file from here on. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef STRUCTLINE_LINK
#define STRUCTLINE_LINK

/* The type for computing rules. Define it as double if float is not precise enough. */
#ifndef STRUCTLINE_REAL
#define STRUCTLINE_REAL float
#endif

#ifdef __cplusplus
#define STRUCTLINE_HOLDS(name, condition) static_assert(condition, #name)
/* Removes the reference from the type of an array's element. */
template <typename Type> struct structline_plain { typedef Type type; };
template <typename Type> struct structline_plain<Type &> { typedef Type type; };
#define STRUCTLINE_AS(member, value) static_cast<structline_plain<decltype(member)>::type>(value)
#else
/* C99 has no static assertions. An array of negative size is a compiler error instead. */
#define STRUCTLINE_HOLDS(name, condition) typedef char name[(condition) ? 1 : -1]
#define STRUCTLINE_AS(member, value) (value)
#endif

/* Not a valid frame size. */
#define STRUCTLINE_NONE ((size_t)-1)

/* Whether the processor is big-endian. */
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define STRUCTLINE_BIG 1
#else
#define STRUCTLINE_BIG 0
#endif

/* Reverses the bytes of each of `count` numbers. */
static inline void structline_swap(uint8_t *bytes, uint8_t width, size_t count) {
  for (; count > 0; count--, bytes += width) {
    uint8_t i;
    for (i = 0; i < width / 2; i++) {
      const uint8_t byte = bytes[i];
      bytes[i] = bytes[width - 1 - i];
      bytes[width - 1 - i] = byte;
    }
  }
}

/* Writes the bits of a mask and keeps all others. */
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

static inline uint16_t structline_read_two(const uint8_t *bytes, int big) {
  return (uint16_t)(((uint16_t)bytes[big ? 0 : 1] << 8) | bytes[big ? 1 : 0]);
}

/* The nearest whole number; halves are rounded up, as by the service. Adding a half first would round large floats twice. */
static inline int32_t structline_signed(STRUCTLINE_REAL value) {
  const int32_t whole = (int32_t)value;
  const STRUCTLINE_REAL rest = value - (STRUCTLINE_REAL)whole;
  return whole + (rest >= (STRUCTLINE_REAL)0.5) - (rest < (STRUCTLINE_REAL)-0.5);
}

static inline uint32_t structline_unsigned(STRUCTLINE_REAL value) {
  const uint32_t whole = value < 0 ? 0 : (uint32_t)value;
  return whole + (value - (STRUCTLINE_REAL)whole >= (STRUCTLINE_REAL)0.5);
}

/*
 * Whether a command's number of 32 bits is newer than the last one that was obeyed, which it then replaces. A replayed command is not. Begin
 * with 0, and keep `last` over restarts.
 */
static inline int structline_newer(uint32_t *last, uint32_t number) {
  if (*last != 0 && number - *last - 1u >= UINT32_C(0x7fffffff)) return 0;
  *last = number;
  return 1;
}

/*
 * CRCs in registers of 8, 16 and 32 bits, because wide registers are slow on 8-bit processors. `plain`: most significant bit first, aligned to
 * the register's highest bit; `reflected`: least significant bit first, all numbers reversed. `extra`: a byte appended to the data, or -1.
 */
#define STRUCTLINE_CRC(name, type, step) \
  static inline type structline_##name##_byte(type crc, uint8_t byte, type polynomial) { \
    uint8_t bit; \
    step; \
    return crc; \
  } \
  static inline type structline_##name(const uint8_t *bytes, size_t from, size_t to, int extra, type polynomial, type initial, type xor_out) { \
    const uint8_t *at = bytes + from; \
    const uint8_t *const end = bytes + to; \
    type crc = initial; \
    while (at < end) crc = structline_##name##_byte(crc, *at++, polynomial); \
    if (extra >= 0) crc = structline_##name##_byte(crc, (uint8_t)extra, polynomial); \
    return (type)(crc ^ xor_out); \
  }
#define STRUCTLINE_REFLECTED(type) \
  crc = (type)(crc ^ byte); \
  for (bit = 0; bit < 8; bit++) crc = (type)((crc & 1) ? (crc >> 1) ^ polynomial : crc >> 1)
#define STRUCTLINE_PLAIN(type, top) \
  crc = (type)(crc ^ (type)((type)byte << (top - 7))); \
  for (bit = 0; bit < 8; bit++) crc = (type)((crc & ((type)1 << top)) ? (crc << 1) ^ polynomial : crc << 1)
STRUCTLINE_CRC(crc8_reflected, uint8_t, STRUCTLINE_REFLECTED(uint8_t))
STRUCTLINE_CRC(crc16_reflected, uint16_t, STRUCTLINE_REFLECTED(uint16_t))
STRUCTLINE_CRC(crc32_reflected, uint32_t, STRUCTLINE_REFLECTED(uint32_t))
STRUCTLINE_CRC(crc8_plain, uint8_t, STRUCTLINE_PLAIN(uint8_t, 7))
STRUCTLINE_CRC(crc16_plain, uint16_t, STRUCTLINE_PLAIN(uint16_t, 15))
STRUCTLINE_CRC(crc32_plain, uint32_t, STRUCTLINE_PLAIN(uint32_t, 31))

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

/* Two sums: the second one adds up the values of the first. */
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
 * Consistent overhead byte stuffing, in place: encodes the frame's `length` bytes between two zeros. The first one ends what is left
 * of a lost frame. Returns the encoded size, or 0 if the buffer's `size` is less than length + length / 254 + 3.
 */
static inline size_t structline_cobs(uint8_t *buffer, size_t size, size_t length) {
  const size_t ahead = length / 254 + 3;
  size_t code = 1;
  size_t out = 2;
  size_t at;
  if (size < length + ahead) return 0;
  memmove(buffer + ahead, buffer, length);
  buffer[0] = 0;
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

/* Decodes a COBS frame without its final zero, in place. Returns its size, or STRUCTLINE_NONE if the encoding is invalid. */
static inline size_t structline_uncobs(uint8_t *bytes, size_t length) {
  size_t at = 0;
  size_t out = 0;
  while (at < length) {
    const size_t code = bytes[at];
    const size_t end = at + code;
    if (code == 0 || end > length) return STRUCTLINE_NONE;
    for (at++; at < end; at++) bytes[out++] = bytes[at];
    if (code < 0xff && end < length) bytes[out++] = 0;
  }
  return out;
}

/* Serial Line IP, in place, between two ENDs. Returns the encoded size, or 0 if the buffer's `size` is too small. [RFC 1055] */
static inline size_t structline_slip(uint8_t *buffer, size_t size, size_t length) {
  size_t all = length + 2;
  size_t out;
  size_t at;
  for (at = 0; at < length; at++) all += buffer[at] == 0xc0 || buffer[at] == 0xdb ? 1u : 0u;
  if (size < all) return 0;
  out = all;
  buffer[--out] = 0xc0;
  for (at = length; at-- > 0;) {
    const uint8_t byte = buffer[at];
    const int escaped = byte == 0xc0 || byte == 0xdb;
    buffer[--out] = !escaped ? byte : byte == 0xc0 ? 0xdc : 0xdd;
    if (escaped) buffer[--out] = 0xdb;
  }
  buffer[0] = 0xc0;
  return all;
}

static inline size_t structline_unslip(uint8_t *bytes, size_t length) {
  size_t out = 0;
  size_t at;
  for (at = 0; at < length; at++) {
    uint8_t byte = bytes[at];
    if (byte == 0xdb) {
      at++;
      if (at == length || (bytes[at] != 0xdc && bytes[at] != 0xdd)) return STRUCTLINE_NONE;
      byte = bytes[at] == 0xdc ? 0xc0 : 0xdb;
    }
    bytes[out++] = byte;
  }
  return out;
}

/* Encodes a line of hexadecimal digits with a line end, in place. Returns its size, or 0 if the buffer's `size` is too small. */
static inline size_t structline_hex_line(uint8_t *buffer, size_t size, size_t length) {
  const char *const digits = "0123456789abcdef";
  size_t at;
  if (size < 2 * length + 1) return 0;
  buffer[2 * length] = 0x0a;
  for (at = length; at-- > 0;) {
    const uint8_t byte = buffer[at];
    buffer[2 * at + 1] = (uint8_t)digits[byte & 15];
    buffer[2 * at] = (uint8_t)digits[byte >> 4];
  }
  return 2 * length + 1;
}

static inline int structline_digit(uint8_t digit) {
  if (digit >= 0x30 && digit <= 0x39) return digit - 0x30;
  digit |= 0x20;
  return digit >= 0x61 && digit <= 0x66 ? digit - 0x61 + 10 : -1;
}

static inline size_t structline_unhex_line(uint8_t *bytes, size_t length) {
  size_t at;
  if (length > 0 && bytes[length - 1] == 0x0d) length--;
  if (length % 2 != 0) return STRUCTLINE_NONE;
  for (at = 0; at < length; at += 2) {
    const int high = structline_digit(bytes[at]);
    const int low = structline_digit(bytes[at + 1]);
    if (high < 0 || low < 0) return STRUCTLINE_NONE;
    bytes[at / 2] = (uint8_t)(high << 4 | low);
  }
  return length / 2;
}

#endif
