// LMIC on an Arduino Pro Mini with an RFM95: an uplink each ten minutes on port 1.
#include <hal/hal.h>
#include <lmic.h>
#include <SPI.h>

#include "keys.h"  // os_getArtEui, os_getDevEui, os_getDevKey, and the pins of the board
#include "sensors.h"
#include "station.h"

static osjob_t job;
static station measured;

static void measure(osjob_t *) {
  measured.temperature = (int16_t)(celsius() * 100);
  measured.humidity = (uint16_t)(relativeHumidity() * 100);
  measured.pressure = (uint16_t)(hectopascals() * 10);
  measured.wind = (uint8_t)(windMetresPerSecond() * 4);
  measured.battery = (uint8_t)((volts() - 2) * 100);
  if (!(LMIC.opmode & OP_TXRXPEND)) LMIC_setTxData2(1, (uint8_t *)&measured, sizeof measured, 0);
}

void onEvent(ev_t event) {
  if (event == EV_TXCOMPLETE) os_setTimedCallback(&job, os_getTime() + sec2osticks(600), measure);
}

void setup() {
  os_init();
  LMIC_reset();
  measure(&job);  // joins first
}

void loop() { os_runloop_once(); }
