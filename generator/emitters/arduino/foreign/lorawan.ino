// A sketch for boards with a LoRa modem and the library RadioLib.
// Written into each generated file from here on.

// Sends MESSAGE_NAME every ten minutes over LoRaWAN. Needs the library RadioLib, version 7.
#include <LIBRARY.h>
#include <RadioLib.h>

// The pins of a TTGO T-Beam: CS, DIO0, RST, DIO1. Set those of your board.
static SX1276 radio = new Module(18, 26, 23, 33);
static LoRaWANNode node(&radio, &EU868);

// From the console of your network server.
static const uint64_t JOIN_EUI = 0x0000000000000000;
static const uint64_t DEV_EUI = 0x0000000000000000;
static const uint8_t APP_KEY[16] = {0};
static const uint8_t NWK_KEY[16] = {0};

static MESSAGE_TYPE message;
static uint8_t frame[MESSAGE_UPPER_FRAME];

void setup() {
  radio.begin();
  node.beginOTAA(JOIN_EUI, DEV_EUI, NWK_KEY, APP_KEY);
  node.activateOTAA();
  MESSAGE_PREFIX_init(&message);
}

void loop() {
  // Set the fields of `message` here.
  const size_t size = MESSAGE_PREFIX_frame(frame, sizeof frame, &message);
  node.sendReceive(frame, size, LORA_PORT);
  delay(600000UL);
}
