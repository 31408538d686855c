/*
 * Gives hostile bytes to every function of a channel's link: each buffer is as large as the function may touch, not a byte more, and at an
 * odd address. The test includes the channel's headers before, and defines MESSAGES, PARSER and PARSE.
 */

#include <stdio.h>
#include <stdlib.h>

/* Bytes at an odd address, so that sanitizers see what goes beyond them or needs alignment. */
struct copy {
  uint8_t *memory;
  uint8_t *bytes;
};

static struct copy copy_of(const uint8_t *data, size_t size) {
  struct copy copy;
  copy.memory = (uint8_t *)malloc(size + 1);
  copy.bytes = copy.memory + 1;
  if (data != NULL && size > 0) memcpy(copy.bytes, data, size);
  return copy;
}

static unsigned long decoded, refused;

static void check(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "%s\n", what);
  abort();
}

/* A message that was decoded fits into a buffer of its frame's size, and into no smaller one. */
#define TAKE(prefix, type, most) \
  static void take_##prefix(const uint8_t *data, size_t size) { \
    struct copy frame = copy_of(data, size); \
    type message; \
    if (prefix##_decode(&message, frame.bytes, size)) { \
      struct copy out = copy_of(NULL, most); \
      decoded++; \
      const size_t written = prefix##_frame(out.bytes, most, &message); \
      type again; \
      check(written > 0 && written <= most, #prefix ": a frame's size"); \
      check(prefix##_decode(&again, out.bytes, written), #prefix ": its own frame"); \
      free(out.memory); \
      out = copy_of(NULL, most - 1); \
      check(prefix##_frame(out.bytes, most - 1, &message) == 0, #prefix ": a buffer that is too small"); \
      free(out.memory); \
    } else refused++; \
    free(frame.memory); \
  }
#define CALL(prefix, type, most) take_##prefix(data, size);
MESSAGES(TAKE)

#define DECODE(prefix, type, most) \
  { \
    type message; \
    if (prefix##_decode(&message, frame.bytes, found)) decoded++; \
  }
static void parse(const uint8_t *data, size_t size) {
  struct PARSER *parser = (struct PARSER *)calloc(1, sizeof *parser);
  size_t at;
  for (at = 0; at < size; at++) {
    size_t found;
    for (found = PARSE(parser, data[at]); found > 0; found = NEXT(parser)) {
      check(found <= sizeof parser->bytes, "a frame's size in the parser");
      struct copy frame = copy_of(parser->bytes, found);
      const unsigned long before = decoded;
      MESSAGES(DECODE)
      check(decoded > before, "the parser returned a frame that nothing decodes");
      free(frame.memory);
    }
  }
  free(parser);
}

static void recode(const uint8_t *data, size_t size) {
  size_t (*const decoders[])(uint8_t *, size_t) = {structline_uncobs, structline_unslip, structline_unhex_line};
  size_t (*const encoders[])(uint8_t *, size_t, size_t) = {structline_cobs, structline_slip, structline_hex_line};
  const size_t most[] = {size + size / 254 + 3, 2 * size + 2, 2 * size + 1};
  unsigned which;
  for (which = 0; which < 3; which++) {
    struct copy in = copy_of(data, size);
    size_t room;
    const size_t plain = decoders[which](in.bytes, size);
    check(plain == STRUCTLINE_NONE || plain <= size, "a decoded size");
    free(in.memory);
    for (room = size; room <= most[which]; room += room + 3 < most[which] ? (most[which] - room) / 2 : 1) {
      uint8_t *out = (uint8_t *)malloc(room + 1);
      size_t encoded;
      if (size > 0) memcpy(out + 1, data, size);
      encoded = encoders[which](out + 1, room, size);
      check(encoded <= room, "an encoded size");
      if (encoded > 0) {
        const size_t head = which == 2 ? 0 : 1;
        check(decoders[which](out + 1 + head, encoded - head - 1) == size, "a size after a round trip");
        check(size == 0 || memcmp(out + 1 + head, data, size) == 0, "the bytes after a round trip");
      }
      free(out);
    }
  }
}

/* The bytes say what happens to the ring. */
static void keep(const uint8_t *data, size_t size) {
  const size_t room = size > 0 ? data[0] : 0;
  uint8_t *memory = (uint8_t *)malloc(room + 1);
  uint8_t *others = (uint8_t *)malloc(STRUCTLINE_ACKNOWLEDGEMENT);
  struct structline_keep ring;
  uint32_t now = 0;
  size_t at;
  structline_keep_init(&ring, memory + 1, room, 1, 2);
  for (at = 1; at + 1 < size; at += 2) {
    const uint8_t given = data[at + 1];
    now += given;
    switch (data[at] % 6) {
    case 0: {
      struct copy frame = copy_of(data, given < size ? given : size);
      (void)structline_keep_add(&ring, frame.bytes, given < size ? given : size, now);
      free(frame.memory);
      break;
    }
    case 1: {
      uint8_t *bytes = (uint8_t *)malloc((size_t)given + 1);
      check(structline_keep_next(&ring, bytes, given, now) <= given, "a numbered frame's size");
      free(bytes);
      break;
    }
    case 2: structline_keep_drop(&ring); break;
    case 3: {
      struct copy datagram = copy_of(data + at, given < size - at ? given : size - at);
      (void)structline_keep_receive(&ring, datagram.bytes, given < size - at ? given : size - at);
      free(datagram.memory);
      break;
    }
    case 4: (void)structline_keep_acknowledge(&ring, ring.oldest + (uint32_t)given - 3u); break;
    default: check(structline_keep_take(&ring, given, others) <= STRUCTLINE_ACKNOWLEDGEMENT, "bytes given back"); break;
    }
    check(ring.used <= ring.size && ring.first <= ring.size, "the ring's size");
    check(structline_keep_waiting(&ring) <= ring.next - ring.oldest, "the ring's count");
  }
  free(others);
  free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MESSAGES(CALL)
  parse(data, size);
  recode(data, size);
  keep(data, size);
  return 0;
}

#ifndef FUZZER
static uint32_t state = 1;

static uint32_t random_below(uint32_t most) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % most;
}

/* Random bytes, then whole frames with a few bytes changed, left out or added. Prints how many frames were taken and how many not. */
int main(int count, char **words) {
  const unsigned long rounds = count > 1 ? strtoul(words[1], NULL, 10) : 1000;
  static uint8_t data[1200];
  unsigned long round;
  for (round = 0; round < rounds; round++) {
    size_t size = 0, changes;
    if (round % 4 == 0) {
      for (size = random_below(600), changes = 0; changes < size; changes++) data[changes] = (uint8_t)random_below(256);
    } else {
#define BUILD(prefix, type, most) \
      if (random_below(2) && size + 2 * (most) + 8 < sizeof data) { \
        type message; \
        size_t each; \
        prefix##_init(&message); \
        for (each = 2; each < sizeof message; each++) ((uint8_t *)&message)[each] = (uint8_t)random_below(round % 2 ? 256 : 4); \
        size += STREAM(prefix)(data + size, sizeof data - size, &message); \
      }
      MESSAGES(BUILD)
      for (changes = round % 4 == 1 ? 0 : random_below(4); changes > 0 && size > 0; changes--) {
        const size_t place = random_below((uint32_t)size);
        if (random_below(3) > 0) data[place] = (uint8_t)random_below(256);
        else memmove(data + place, data + place + 1, --size - place);
      }
    }
    (void)LLVMFuzzerTestOneInput(data, size);
  }
  printf("%lu %lu\n", decoded, refused);
  return 0;
}
#endif
