// A sketch for boards with WiFi and the library PubSubClient.
// Written into each generated file from here on.

// Publishes MESSAGE_NAME once a second over MQTT. Needs the library PubSubClient.
#ifdef ESP8266
#include <ESP8266WiFi.h>
#else
#include <WiFi.h>
#endif
#include <LIBRARY.h>
#include <PubSubClient.h>

static const char *const WIFI_NAME = "your network";
static const char *const WIFI_PASSWORD = "its password";
static const IPAddress BROKER(192, 168, 1, 10);  // the machine that runs structline
static const char *const TOPIC = "CHANNEL_NAME/frames";  // sources = mqtt:CHANNEL_NAME/frames in channels.ini

static WiFiClient network;
static PubSubClient mqtt(network);
static MESSAGE_TYPE message;
static uint8_t frame[MESSAGE_UPPER_FRAME];

void setup() {
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(100);
  mqtt.setServer(BROKER, 1883);
  mqtt.setBufferSize(sizeof frame + 100);
  MESSAGE_PREFIX_init(&message);
}

void loop() {
  if (!mqtt.connected() && !mqtt.connect("CHANNEL_NAME")) {
    delay(1000);
    return;
  }
  mqtt.loop();
  // Set the fields of `message` here.
  const size_t size = MESSAGE_PREFIX_frame(frame, sizeof frame, &message);
  mqtt.publish(TOPIC, frame, size);
  delay(1000);
}
