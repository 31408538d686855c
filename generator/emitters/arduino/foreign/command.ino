// A sketch for any board.
// Written into each generated file from here on.

// Obeys COMMAND_NAME over the serial port and answers with ACK_NAME: sources = serial:/dev/ttyUSB0@115200 in channels.ini.
#include <LIBRARY.h>

static struct CHANNEL_NAME_parser parser;

static void obey(const COMMAND_TYPE *command) {
  ACK_TYPE ack;
  uint8_t bytes[ACK_BYTES];
  ACK_PREFIX_init(&ack);
SEQUENCE_LINES
  // Do what `command` says, and set the other fields of `ack` here.
  Serial.write(bytes, ACK_WRITE(bytes, sizeof bytes, &ack));
}

void setup() {
  Serial.begin(115200);
}

void loop() {
  // The service commands boards that it has heard: also send, as the sketch SendSerial does.
  while (Serial.available() > 0) {
    size_t size = CHANNEL_NAME_parse(&parser, (uint8_t)Serial.read());
    for (; size > 0; size = CHANNEL_NAME_next(&parser)) {
      COMMAND_TYPE command;
      if (COMMAND_PREFIX_decode(&command, parser.bytes, size)) obey(&command);
    }
  }
}
