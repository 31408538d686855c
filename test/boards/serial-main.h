/*
 * The program of a board with a UART. Its file says what the board is: board_start, board_ms, board_get (-1: nothing came) and
 * board_put. With NUMBERED it keeps frames until they are acknowledged; else it sends each as a stream has it.
 */

#include "firmware.h"

#ifndef FRAMES
#define FRAMES 10000u
#endif
#ifndef RING
#define RING 600u
#endif

static struct board_parser parser;

static void put_all(const uint8_t *bytes, size_t size) {
  size_t at;
  for (at = 0; at < size; at++) board_put(bytes[at]);
}

#ifdef BOARD_ACK_STREAM
#define SEND_ACK board_ack_stream
#define ACK_BYTES BOARD_ACK_STREAM
#define SEND_PROBE board_probe_stream
#define PROBE_BYTES BOARD_PROBE_STREAM
#else
#define SEND_ACK board_ack_frame
#define ACK_BYTES BOARD_ACK_FRAME
#define SEND_PROBE board_probe_frame
#define PROBE_BYTES BOARD_PROBE_FRAME
#endif

/* A byte that may be of a command. */
static void take_command_byte(uint8_t byte) {
  size_t size;
  for (size = board_parse(&parser, byte); size > 0; size = board_next(&parser)) {
    struct struct_ack ack;
    uint8_t bytes[ACK_BYTES];
    if (answer_command(&ack, parser.bytes, size)) put_all(bytes, SEND_ACK(bytes, sizeof bytes, &ack));
  }
}

#ifdef NUMBERED
static uint8_t memory[RING];
static struct structline_keep keep;

static void turn(void) {
  uint8_t bytes[BOARD_PROBE_FRAME + STRUCTLINE_NUMBERED];
  uint8_t others[STRUCTLINE_ACKNOWLEDGEMENT];
  size_t size;
  int byte;
  if (keep.next < FRAMES) {
    size = measured_frame(bytes, sizeof bytes, keep.next);
    (void)structline_keep_add(&keep, bytes, size, board_ms());
  }
  size = structline_keep_next(&keep, bytes, sizeof bytes, board_ms());
  put_all(bytes, size);
  while ((byte = board_get()) >= 0) {
    const uint8_t count = structline_keep_take(&keep, (uint8_t)byte, others);
    uint8_t at;
    for (at = 0; at < count; at++) take_command_byte(others[at]);
  }
}

static void begin(void) { structline_keep_init(&keep, memory, sizeof memory, 0x0b0a0d01u, NUMBERED); }
#else
static uint32_t sent;

static void turn(void) {
  int byte;
  if (sent < FRAMES) {
    struct struct_probe message;
    uint8_t bytes[PROBE_BYTES];
    measure(&message, sent++);
    put_all(bytes, SEND_PROBE(bytes, sizeof bytes, &message));
  }
  while ((byte = board_get()) >= 0) take_command_byte((uint8_t)byte);
}

static void begin(void) {}
#endif

int main(void) {
  board_start();
  begin();
  for (;;) turn();
}
