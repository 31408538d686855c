/** The generator's additional outputs. The table `generator/emit/emitters.ts` has a printer for each. */

/** Name → description, for `--help` and the documentation. */
export const EMITS = {
  catalogue: "catalogue.json: everything about channels and messages (always written)",
  markdown: "<channel>.md: the messages for people (always written)",
  wireshark: "<channel>.lua: a Wireshark dissector (always written)",
  "c-check": "<channel>.check.h: static assertions that stop the firmware's build when a layout differs",
  c: "<channel>_link.h: what the firmware sends and takes: frames, checksums, a parser of streams, range-checked setters; <channel>_keep.h: frames kept until they are acknowledged",
  arduino:
    "<channel>_arduino/: the same as a library for Arduino and PlatformIO, with sketches for UDP, MQTT, serial and LoRaWAN",
  python: "<channel>.py: dataclasses with decode and encode, rules included, and numpy's types",
  micropython:
    "<channel>_micropython/<channel>.py: frames, a parser of streams and range-checked fields for boards that run MicroPython",
  kaitai: "<channel>.ksy: the messages in Kaitai Struct's language",
  lorawan:
    "<channel>.lorawan.js: decodeUplink and encodeDownlink for The Things Stack and ChirpStack; <channel>_lorawan/: the same for the device repository",
  xtce: "<channel>.xtce.xml: XTCE 1.2 for ground systems such as Yamcs",
  cosmos: "openc3-cosmos-<channel>/: a plugin of OpenC3 COSMOS with the channel as a target",
  "json-schema": "<channel>.schema.json: JSON Schema of raw and stored records",
  asyncapi: "asyncapi.yaml: all MQTT and WAMP topics",
  proto: "<channel>.proto: stored rows as Protocol Buffers",
  dbc: "<channel>.dbc: messages of up to 64 bytes for CAN tools",
  sql: "<channel>.sql and <channel>_arrow.py: the stored rows as tables of DuckDB and schemas of Arrow",
  "open-mct": "<channel>.openmct.json: a dictionary for Open MCT",
  simulink: "<channel>_bus.m and <channel>_decode.m: buses of Simulink, and a decoder for MATLAB and Octave",
  rust: "<channel>.rs: structs with decode and encode, no_std",
} as const;

export type EmitName = keyof typeof EMITS;

export const EMIT_NAMES = Object.keys(EMITS) as readonly EmitName[];
