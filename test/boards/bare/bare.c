/* The functions of C that a compiler calls by itself. [GCC, -ffreestanding] */

#include <stdint.h>
#include <string.h>

void *memcpy(void *to, const void *from, size_t size) { return memmove(to, from, size); }

void *memmove(void *to, const void *from, size_t size) {
  uint8_t *const target = (uint8_t *)to;
  const uint8_t *const source = (const uint8_t *)from;
  size_t at;
  if (target < source)
    for (at = 0; at < size; at++) target[at] = source[at];
  else
    for (at = size; at-- > 0;) target[at] = source[at];
  return to;
}

void *memset(void *to, int value, size_t size) {
  size_t at;
  for (at = 0; at < size; at++) ((uint8_t *)to)[at] = (uint8_t)value;
  return to;
}

int memcmp(const void *one, const void *other, size_t size) {
  size_t at;
  for (at = 0; at < size; at++)
    if (((const uint8_t *)one)[at] != ((const uint8_t *)other)[at]) return ((const uint8_t *)one)[at] - ((const uint8_t *)other)[at];
  return 0;
}
