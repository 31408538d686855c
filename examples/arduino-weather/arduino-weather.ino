// Sends struct_weather over the serial port once a second, behind the sync word AA 55.
#include "weather.h"

void setup() {
  Serial.begin(115200);
  weather.state = 1;
}

void loop() {
  weather.seq++;
  // Replace these three lines by your sensor.
  weather.temperature = 2150;
  weather.humidity = 4820;
  weather.pressure = 101325;

  const uint8_t sync[] = {0xAA, 0x55};
  Serial.write(sync, sizeof(sync));
  Serial.write(reinterpret_cast<const uint8_t *>(&weather), sizeof(weather));
  delay(1000);
}
