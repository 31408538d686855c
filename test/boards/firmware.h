/* What every board of these tests does, whatever it is and however it sends. */

#include "board.h"
#include "board_link.h"
#include "board_keep.h"

static void measure(struct struct_probe *message, uint32_t count) {
  uint8_t i;
  board_probe_init(message);
  (void)board_probe_set_armed(message, count & 1);
  (void)board_probe_set_mode(message, count % 8);
  (void)board_probe_set_trim(message, (int32_t)(count % 16) - 8);
  (void)board_probe_set_temperature(message, (float)(count % 1000) / 10.0f);
  message->count = count;
  message->rate = (float)count / 8.0f;
  for (i = 0; i < sizeof message->text; i++) message->text[i] = (uint8_t)(count >> (4 * i));
}

static inline size_t measured_frame(uint8_t *frame, size_t size, uint32_t count) {
  struct struct_probe message;
  measure(&message, count);
  return board_probe_frame(frame, size, &message);
}

/* What the board was told last; between -400 and 1600, or it refuses. */
static int16_t target;

/* 1 where the frame is a command; `ack` says then what became of it. */
static inline int answer_command(struct struct_ack *ack, const uint8_t *frame, size_t size) {
  struct struct_set_point command;
  if (!board_set_point_decode(&command, frame, size)) return 0;
  board_ack_init(ack);
  ack->number = command.number;
  ack->result = command.target >= -400 && command.target <= 1600;
  if (ack->result) target = command.target;
  ack->target = target;
  return 1;
}
