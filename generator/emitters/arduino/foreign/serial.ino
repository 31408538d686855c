// A sketch for any board.
// Written into each generated file from here on.

// Sends MESSAGE_NAME once a second over the serial port: sources = serial:/dev/ttyUSB0@115200 in channels.ini.
#include <LIBRARY.h>

static MESSAGE_TYPE message;
static uint8_t bytes[STREAM_BYTES];

void setup() {
  Serial.begin(115200);
  MESSAGE_PREFIX_init(&message);
}

void loop() {
  // Set the fields of `message` here.
  const size_t size = STREAM_WRITE(bytes, sizeof bytes, &message);
  Serial.write(bytes, size);
  delay(1000);
}
