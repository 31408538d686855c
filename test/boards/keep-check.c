/* The ring of keep.h against a model: frames of all sizes, losses both ways, late acknowledgements, a clock that wraps, a small memory. */

#include <stdio.h>
#include <stdlib.h>
#include "board.h"
#include "board_link.h"
#include "board_keep.h"

#define MOST 3000u

static uint32_t state;
static uint32_t chance(uint32_t of) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % of;
}

static size_t content(uint8_t *frame, uint32_t sequence) {
  const size_t size = 1 + (sequence * 7919u) % 60u;
  size_t i;
  for (i = 0; i < size; i++) frame[i] = (uint8_t)(sequence * 31u + i);
  return size;
}

static int fails(const char *what) {
  puts(what);
  return 1;
}

static int run(uint32_t seed, size_t memory_size, int drops) {
  static uint8_t memory[4096], got[MOST];
  static struct structline_keep keep;
  uint32_t now = 0xfffff000u, received = 0, acknowledged_early = 0, sequence;
  uint8_t late[STRUCTLINE_ACKNOWLEDGEMENT];
  int has_late = 0;
  state = seed;
  memset(got, 0, sizeof got);
  memset(memory, 0xee, sizeof memory);
  structline_keep_init(&keep, memory, memory_size, seed, 7);
  while (keep.next < MOST || structline_keep_waiting(&keep) > 0) {
    uint8_t bytes[100], frame[64];
    size_t size;
    now += chance(400);
    if (keep.next < MOST) {
      size = content(frame, keep.next);
      if (!structline_keep_add(&keep, frame, size, now) && drops) {
        structline_keep_drop(&keep);
        if (keep.used + size + STRUCTLINE_KEPT <= keep.size && !structline_keep_add(&keep, frame, size, now)) return fails("room, and none taken");
      }
    }
    while ((size = structline_keep_next(&keep, bytes, sizeof bytes, now)) > 0) {
      uint8_t others[STRUCTLINE_ACKNOWLEDGEMENT], answer[STRUCTLINE_ACKNOWLEDGEMENT];
      size_t i;
      sequence = structline_read_number(bytes, 12, 4, 0);
      if (sequence != keep.given || memcmp(bytes, "SLN1", 4) != 0) return fails("another number");
      if (size != content(frame, sequence) + STRUCTLINE_NUMBERED) return fails("another size");
      if (memcmp(bytes + 22, frame, size - STRUCTLINE_NUMBERED) != 0) return fails("another content");
      if (structline_read_number(bytes, 16, 4, 0) > 40000000u) return fails("an age that cannot be");
      if (chance(5) == 0) continue;
      if (!got[sequence]) received++;
      got[sequence] = 1;
      memcpy(answer, bytes, 16);
      memcpy(answer, "SLA1", 4);
      structline_write_number(answer, 16, 4, 0, UINT32_C(0xffffffff), structline_keep_sum(answer, 16));
      if (chance(5) == 0) continue;
      if (chance(9) == 0) {
        memcpy(late, answer, sizeof late);
        has_late = 1;
        continue;
      }
      if (chance(7) == 0) answer[chance(20)] ^= 1; /* damaged: it must acknowledge nothing */
      if (chance(2) == 0) {
        (void)structline_keep_receive(&keep, answer, sizeof answer);
        continue;
      }
      /* As a stream, with something in front that is not of it. */
      if (structline_keep_take(&keep, 'S', others) + structline_keep_take(&keep, 'L', others) + structline_keep_take(&keep, 'x', others) < 3) return fails("others kept back");
      for (i = 0; i < sizeof answer; i++) (void)structline_keep_take(&keep, answer[i], others);
      while (keep.begun > 0) (void)structline_keep_take(&keep, 0, others);
    }
    if (has_late && chance(3) == 0) {
      (void)structline_keep_receive(&keep, late, sizeof late);
      has_late = 0;
    }
    /* Nobody acknowledges what was never sent, or is not there yet. */
    if (structline_keep_acknowledge(&keep, keep.next) || structline_keep_acknowledge(&keep, keep.oldest - 1)) acknowledged_early++;
    if (keep.used > keep.size) return fails("more than the memory");
  }
  if (acknowledged_early > 0) return fails("an acknowledgement of nothing counts");
  for (; memory_size < sizeof memory; memory_size++) if (memory[memory_size] != 0xee) return fails("written behind the memory");
  if (received + keep.dropped < MOST || (!drops && keep.dropped > 0)) return fails("lost");
  return 0;
}

static void seal(uint8_t *answer) { structline_write_number(answer, 16, 4, 0, UINT32_C(0xffffffff), structline_keep_sum(answer, 16)); }

/* Wherever an acknowledgement was cut off: the one behind it, which is for no board, ends it, and a command passes whole. */
static int passes_after_part(void) {
  static uint8_t memory[200];
  static struct structline_keep keep;
  static const uint8_t command[] = {0, 'S', 'L', 'A', 'x', 0};
  uint8_t bytes[2 * STRUCTLINE_ACKNOWLEDGEMENT + sizeof command], passed[sizeof bytes + STRUCTLINE_ACKNOWLEDGEMENT];
  size_t part;
  structline_keep_init(&keep, memory, sizeof memory, 1, 0);
  for (part = 0; part < STRUCTLINE_ACKNOWLEDGEMENT; part++) {
    uint8_t answer[STRUCTLINE_ACKNOWLEDGEMENT], nobodys[STRUCTLINE_ACKNOWLEDGEMENT];
    size_t count = 0, size = 0, i;
    structline_keep_write(&keep, answer, "SLA1", (uint32_t)part);
    seal(answer);
    memcpy(nobodys, "SLA1", 4);
    memset(nobodys + 4, 0xff, 12);
    seal(nobodys);
    memcpy(bytes, answer, part);
    size += part;
    memcpy(bytes + size, nobodys, sizeof nobodys);
    size += sizeof nobodys;
    memcpy(bytes + size, command, sizeof command);
    size += sizeof command;
    for (i = 0; i < size; i++) count += structline_keep_take(&keep, bytes[i], passed + count);
    if (count != part + sizeof command || memcmp(passed, bytes, part) != 0) return fails("a part that stayed");
    if (memcmp(passed + part, command, sizeof command) != 0) return fails("a command that did not pass");
  }
  return 0;
}

int main(void) {
  if (passes_after_part() != 0) return 1;
  static const size_t sizes[] = {72, 100, 101, 257, 1000, 4096};
  uint32_t seed;
  for (seed = 1; seed <= 12; seed++)
    if (run(seed, sizes[seed % 6], seed > 6)) {
      printf("seed %lu\n", (unsigned long)seed);
      return 1;
    }
  puts("ok");
  return 0;
}
