// A sketch for boards with WiFi.
// Written into each generated file from here on.

// Sends MESSAGE_NAME once a second, as one UDP datagram.
#ifdef ESP8266
#include <ESP8266WiFi.h>
#else
#include <WiFi.h>
#endif
#include <LIBRARY.h>
#include <WiFiUdp.h>

static const char *const WIFI_NAME = "your network";
static const char *const WIFI_PASSWORD = "its password";
static const IPAddress SERVER(192, 168, 1, 10);  // the machine that runs structline
static const uint16_t PORT = UDP_PORT;  // udp_port in channels.ini

static WiFiUDP udp;
static MESSAGE_TYPE message;
static uint8_t frame[MESSAGE_UPPER_FRAME];

void setup() {
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(100);
  MESSAGE_PREFIX_init(&message);
}

void loop() {
  // Set the fields of `message` here.
  const size_t size = MESSAGE_PREFIX_frame(frame, sizeof frame, &message);
  udp.beginPacket(SERVER, PORT);
  udp.write(frame, size);
  udp.endPacket();
  delay(1000);
}
