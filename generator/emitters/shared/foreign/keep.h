/* Keeps frames until they are acknowledged. C99 or C++11 and later, without heap and stdio. */

/* Written into each generated file from here on. */

#ifndef STRUCTLINE_KEEP
#define STRUCTLINE_KEEP

/* Bytes that numbering adds to a frame, and overhead of a kept frame in memory. */
#define STRUCTLINE_NUMBERED 26u
#define STRUCTLINE_KEPT 11u
#define STRUCTLINE_ACKNOWLEDGEMENT 20u

/* First and longest time to wait for an acknowledgement, in milliseconds. */
#ifndef STRUCTLINE_WAIT
#define STRUCTLINE_WAIT 1000u
#endif
#ifndef STRUCTLINE_LONGEST_WAIT
#define STRUCTLINE_LONGEST_WAIT 32000u
#endif
/* Maximum number of frames in flight. */
#ifndef STRUCTLINE_WINDOW
#define STRUCTLINE_WINDOW 16u
#endif

/*
 * A ring of frames in memory that you provide. Read its members as you like, but change it only with the functions below.
 * If it and its memory survive a sleep or a restart, do not initialise it again: it continues.
 */
struct structline_keep {
  uint8_t *memory;
  size_t size;
  /* Offset of the oldest frame, and the size of all frames. */
  size_t first;
  size_t used;
  uint32_t device;
  uint32_t boot;
  /* Sequence numbers of the oldest frame, of the next one to be added, and of the last one returned. */
  uint32_t oldest;
  uint32_t next;
  uint32_t given;
  /* Number of dropped frames. */
  uint32_t dropped;
  uint32_t wait_ms;
  /* Set if any frame was acknowledged since the oldest one was last sent. */
  uint8_t heard;
  /* Bytes of a stream that may become an acknowledgement. */
  uint8_t begun;
  uint8_t beginning[STRUCTLINE_ACKNOWLEDGEMENT];
};

/* Header of a kept frame: length u16, state u8, time of keeping u32, time of sending u32. */
#define STRUCTLINE_NEW 0u
#define STRUCTLINE_SENT 1u
#define STRUCTLINE_DONE 2u

/*
 * device: a constant number of this board (from its chip or its address). boot: a number that differs at every start (random, or
 * counted in flash). The service treats frames with equal device, boot and sequence number as one frame.
 */
static inline void structline_keep_init(struct structline_keep *keep, void *memory, size_t size, uint32_t device, uint32_t boot) {
  memset(keep, 0, sizeof *keep);
  keep->memory = (uint8_t *)memory;
  keep->size = size;
  keep->device = device;
  keep->boot = boot;
  keep->wait_ms = STRUCTLINE_WAIT;
}

/* A byte of the ring, counted from the oldest frame. */
static inline uint8_t *structline_keep_at(const struct structline_keep *keep, size_t at) {
  const size_t left = keep->size - keep->first;
  return keep->memory + (at < left ? keep->first + at : at - left);
}

static inline uint32_t structline_keep_get(const struct structline_keep *keep, size_t at, uint8_t length) {
  uint32_t value = 0;
  while (length-- > 0) value = (value << 8) | *structline_keep_at(keep, at + length);
  return value;
}

static inline void structline_keep_put(const struct structline_keep *keep, size_t at, uint8_t length, uint32_t value) {
  uint8_t i;
  for (i = 0; i < length; i++) *structline_keep_at(keep, at + i) = (uint8_t)(value >> (8 * i));
}

/* Offset of the next frame. */
static inline size_t structline_keep_behind(const struct structline_keep *keep, size_t at) {
  return at + STRUCTLINE_KEPT + (size_t)structline_keep_get(keep, at, 2);
}

/* Number of frames that are not acknowledged yet. */
static inline uint32_t structline_keep_waiting(const struct structline_keep *keep) {
  uint32_t count = 0;
  size_t at;
  for (at = 0; at < keep->used; at = structline_keep_behind(keep, at))
    if (*structline_keep_at(keep, at + 2) != STRUCTLINE_DONE) count++;
  return count;
}

static inline void structline_keep_forget(struct structline_keep *keep) {
  const size_t size = structline_keep_behind(keep, 0);
  keep->first = (size_t)(structline_keep_at(keep, size) - keep->memory);
  keep->used -= size;
  keep->oldest++;
}

/* Drops the oldest frame to make room. */
static inline void structline_keep_drop(struct structline_keep *keep) {
  if (keep->used == 0) return;
  structline_keep_forget(keep);
  keep->dropped++;
}

/* Keeps a copy of a frame. Returns 0 if there is no room: wait, or drop the oldest frame and try again. */
static inline int structline_keep_add(struct structline_keep *keep, const uint8_t *frame, size_t size, uint32_t now_ms) {
  const size_t left = keep->size - keep->used;
  const size_t at = keep->used;
  size_t i;
  if (size == 0 || size > 65509u || left < STRUCTLINE_KEPT || left - STRUCTLINE_KEPT < size) return 0;
  structline_keep_put(keep, at, 2, (uint32_t)size);
  structline_keep_put(keep, at + 2, 1, STRUCTLINE_NEW);
  structline_keep_put(keep, at + 3, 4, now_ms);
  for (i = 0; i < size; i++) *structline_keep_at(keep, at + STRUCTLINE_KEPT + i) = frame[i];
  keep->used += STRUCTLINE_KEPT + size;
  keep->next++;
  return 1;
}

static inline void structline_keep_write(const struct structline_keep *keep, uint8_t *bytes, const char *mark, uint32_t sequence) {
  memcpy(bytes, mark, 4);
  structline_write_number(bytes, 4, 4, 0, UINT32_C(0xffffffff), keep->device);
  structline_write_number(bytes, 8, 4, 0, UINT32_C(0xffffffff), keep->boot);
  structline_write_number(bytes, 12, 4, 0, UINT32_C(0xffffffff), sequence);
}

static inline uint32_t structline_keep_sum(const uint8_t *bytes, size_t size) {
  return structline_crc32_reflected(bytes, 0, size, -1, UINT32_C(0xedb88320), UINT32_C(0xffffffff), UINT32_C(0xffffffff));
}

/*
 * Writes the next numbered frame that is due; its number is keep->given. Returns its size, or 0 if none is due or the buffer is smaller
 * than the frame plus STRUCTLINE_NUMBERED. Call it until it returns 0. The clock may wrap. Without acknowledgements, the wait doubles.
 */
static inline size_t structline_keep_next(struct structline_keep *keep, uint8_t *buffer, size_t size, uint32_t now_ms) {
  uint32_t sequence = keep->oldest;
  uint16_t under_way = 0;
  size_t at;
  for (at = 0; at < keep->used && under_way < STRUCTLINE_WINDOW; at = structline_keep_behind(keep, at), sequence++) {
    const uint8_t state = *structline_keep_at(keep, at + 2);
    const size_t length = (size_t)structline_keep_get(keep, at, 2);
    size_t i;
    if (state == STRUCTLINE_DONE) continue;
    under_way++;
    if (state == STRUCTLINE_SENT && now_ms - structline_keep_get(keep, at + 7, 4) < keep->wait_ms) continue;
    if (size < length + STRUCTLINE_NUMBERED) return 0;
    if (at == 0) {
      const uint32_t longer = 2 * keep->wait_ms;
      if (state == STRUCTLINE_SENT && !keep->heard) keep->wait_ms = longer < STRUCTLINE_LONGEST_WAIT ? longer : STRUCTLINE_LONGEST_WAIT;
      keep->heard = 0;
    }
    structline_keep_put(keep, at + 2, 1, STRUCTLINE_SENT);
    structline_keep_put(keep, at + 7, 4, now_ms);
    structline_keep_write(keep, buffer, "SLN1", sequence);
    structline_write_number(buffer, 16, 4, 0, UINT32_C(0xffffffff), now_ms - structline_keep_get(keep, at + 3, 4));
    structline_write_number(buffer, 20, 2, 0, UINT32_C(0xffffffff), (uint32_t)length);
    for (i = 0; i < length; i++) buffer[22 + i] = *structline_keep_at(keep, at + STRUCTLINE_KEPT + i);
    structline_write_number(buffer, 22 + length, 4, 0, UINT32_C(0xffffffff), structline_keep_sum(buffer, 22 + length));
    keep->given = sequence;
    return length + STRUCTLINE_NUMBERED;
  }
  return 0;
}

/* The service has this frame, so it is not sent again. Returns 1 if it was waiting. Call it after HTTP's 200 or MQTT's PUBACK. */
static inline int structline_keep_acknowledge(struct structline_keep *keep, uint32_t sequence) {
  uint32_t index = sequence - keep->oldest;
  size_t at = 0;
  if (index >= keep->next - keep->oldest) return 0;
  while (index-- > 0) at = structline_keep_behind(keep, at);
  if (*structline_keep_at(keep, at + 2) != STRUCTLINE_SENT) return 0;
  *structline_keep_at(keep, at + 2) = STRUCTLINE_DONE;
  keep->heard = 1;
  keep->wait_ms = STRUCTLINE_WAIT;
  while (keep->used > 0 && *structline_keep_at(keep, 2) == STRUCTLINE_DONE) structline_keep_forget(keep);
  return 1;
}

/* Processes a datagram. Returns 1 if it is an acknowledgement for this board. */
static inline int structline_keep_receive(struct structline_keep *keep, const uint8_t *bytes, size_t size) {
  uint8_t expected[16];
  uint32_t sequence;
  if (size != STRUCTLINE_ACKNOWLEDGEMENT) return 0;
  sequence = structline_read_number(bytes, 12, 4, 0);
  structline_keep_write(keep, expected, "SLA1", sequence);
  if (memcmp(bytes, expected, sizeof expected) != 0) return 0;
  if (structline_read_number(bytes, 16, 4, 0) != structline_keep_sum(bytes, 16)) return 0;
  (void)structline_keep_acknowledge(keep, sequence);
  return 1;
}

/*
 * Processes a byte of a stream. Bytes outside of acknowledgements are copied to `others`, which has room for
 * STRUCTLINE_ACKNOWLEDGEMENT bytes, for the channel's parser. Returns their number.
 */
static inline uint8_t structline_keep_take(struct structline_keep *keep, uint8_t byte, uint8_t *others) {
  uint8_t count = 0;
  keep->beginning[keep->begun++] = byte;
  if (keep->begun == STRUCTLINE_ACKNOWLEDGEMENT && structline_read_number(keep->beginning, 16, 4, 0) == structline_keep_sum(keep->beginning, 16)) {
    (void)structline_keep_receive(keep, keep->beginning, keep->begun);
    keep->begun = 0;
  }
  /* If a part of an acknowledgement was lost, these bytes contain the beginning of what follows it. */
  while (keep->begun == STRUCTLINE_ACKNOWLEDGEMENT || (keep->begun > 0 && memcmp(keep->beginning, "SLA1", keep->begun < 4 ? keep->begun : 4u) != 0)) {
    others[count++] = keep->beginning[0];
    keep->begun--;
    memmove(keep->beginning, keep->beginning + 1, keep->begun);
  }
  return count;
}

#endif
