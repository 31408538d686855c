/* Runs a sketch for a number of delays. */
#include <stdlib.h>
#include <unistd.h>
#include "Arduino.h"
#include "WiFi.h"

void setup();
void loop();

HardwareSerial Serial;
WiFiClass WiFi;
static long left;

void delay(unsigned long ms) {
  usleep(ms * 1000);
  if (--left == 0) exit(0);
}

int main(int argc, char **argv) {
  left = argc > 1 ? atol(argv[1]) : 1;
  setup();
  for (;;) loop();
}
