/*
 * The program of a board with a network. Its file says what the board is: board_start, board_ms, board_send and board_receive (0:
 * nothing came). It keeps frames until they are acknowledged, and takes commands.
 */

#include "firmware.h"

#ifndef FRAMES
#define FRAMES 10000u
#endif
#ifndef RING
#define RING 2048u
#endif

static uint8_t memory[RING];
static struct structline_keep keep;

static void turn(void) {
  uint8_t bytes[BOARD_PROBE_FRAME + STRUCTLINE_NUMBERED];
  size_t size;
  while (keep.next < FRAMES) {
    size = measured_frame(bytes, sizeof bytes, keep.next);
    if (!structline_keep_add(&keep, bytes, size, board_ms())) break;
  }
  while ((size = structline_keep_next(&keep, bytes, sizeof bytes, board_ms())) > 0) board_send(bytes, size);
  while ((size = board_receive(bytes, sizeof bytes)) > 0) {
    struct struct_ack ack;
    if (structline_keep_receive(&keep, bytes, size) || !answer_command(&ack, bytes, size)) continue;
    size = board_ack_frame(bytes, sizeof bytes, &ack);
    board_send(bytes, size);
  }
}

#ifndef HOSTED
int main(void) {
  board_start();
  structline_keep_init(&keep, memory, sizeof memory, 0x0b0a0d02u, NUMBERED);
  for (;;) turn();
}
#endif
