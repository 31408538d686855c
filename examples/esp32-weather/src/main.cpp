// Sends struct_weather to structline once a second, as one UDP datagram.
#include <Arduino.h>
#include <WiFi.h>
#include <WiFiUdp.h>

#include "weather.h"

static const char *const WIFI_NAME = "your network";
static const char *const WIFI_PASSWORD = "its password";
static const IPAddress SERVER(192, 168, 1, 10);  // the machine that runs structline
static const uint16_t PORT = 8888;               // udp_port in channels.ini

static WiFiUDP udp;

void setup() {
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(100);
  weather.state = 1;
}

void loop() {
  weather.seq++;
  // Replace these three lines by your sensor.
  weather.temperature = 2150;
  weather.humidity = 4820;
  weather.pressure = 101325;

  udp.beginPacket(SERVER, PORT);
  udp.write(reinterpret_cast<const uint8_t *>(&weather), sizeof(weather));
  udp.endPacket();
  delay(1000);
}
