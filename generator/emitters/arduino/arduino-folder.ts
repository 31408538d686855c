/** `<channel>_arduino/`: an Arduino and PlatformIO library with the headers, the link and a sketch for each transport. [Arduino library specification, 2.2] */

import { SEQUENCE_NAME } from "../../../runtime/codec/sequence-name.ts";
import { prefixOf } from "../../codec/c-text.ts";
import type { EmittedFile } from "../../codec/emitted-file.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import type { ChannelModel, Field, Message } from "../../codec/model.ts";
import { lineText } from "../../codec/text.ts";
import { cLink, linked } from "../shared/c-link-file.ts";
import { C_FOLLOWING } from "../shared/c-link-parts.ts";
import { delimitedOf } from "../shared/c-link-stream.ts";
import { typeName } from "../shared/c-types.ts";
import type { Emitter } from "../shared/emitter.ts";

const SKETCHES = { SendUdp: "udp", SendMqtt: "mqtt", SendSerial: "serial", SendLoRaWAN: "lorawan" };

const arduino: Emit = (channels, tool, limits) =>
  channels.flatMap((channel) => {
    const library = `${channel.identifier}_messages`;
    const files = {
      "library.properties": propertiesText(channel, library, tool),
      "platformio.ini": platformText(tool),
      [`src/${library}.h`]: libraryText(channel, library, tool),
      ...headersOf(channel, limits),
      ...sketches(linked(channel), library, tool),
    };
    const link = cLink([channel], tool, limits).map((file): [string, string] => [`src/${file.path}`, file.text]);
    const folder = `${channel.identifier}_arduino`;
    const all = [...Object.entries(files), ...link];
    return all.map(([path, text]): EmittedFile => ({ path: `${folder}/${path}`, text, built: false }));
  });

function propertiesText({ name }: ChannelModel, library: string, tool: Tool): string {
  return `# ${generatedBy(tool)}
name=${library}
version=1.0.0
author=structline
maintainer=structline
sentence=Sends the messages of channel ${lineText(name)} to structline.
paragraph=The structs of the firmware's headers, with functions that write and read their frames.
category=Communication
url=https://www.npmjs.com/package/structline
architectures=*
includes=${library}.h
`;
}

function platformText(tool: Tool): string {
  return `; ${generatedBy(tool)}
; pio run: builds a sketch of the examples. Set your board and the sketch.
[platformio]
src_dir = examples/SendUdp

[env:esp32dev]
platform = espressif32
board = esp32dev
framework = arduino
build_flags = -I src
lib_deps = knolleary/PubSubClient, jgromes/RadioLib@^7
`;
}

function libraryText({ channel, identifier }: ChannelModel, library: string, tool: Tool): string {
  const headers = channel.plan.headerFiles.map((file) => `#include "${file}"`);
  return `/* ${generatedBy(tool)} */
#ifndef STRUCTLINE_${library.toUpperCase()}_H
#define STRUCTLINE_${library.toUpperCase()}_H

#include <Arduino.h>
${headers.join("\n")}
#include "${identifier}_link.h"

#endif
`;
}

/** The project's own headers. Headers from other folders belong to the toolchain. */
function headersOf({ channel, messages }: ChannelModel, limits: Limits): Readonly<Record<string, string>> {
  const lines = channel.texts;
  const texts = [...(lines?.keys() ?? [])].map((path) => [path, lines?.get(path) ?? []] as const);
  const roots = channel.plan.headerFiles.flatMap((file) =>
    texts.flatMap(([path]) => (path === file || path.endsWith(`/${file}`) ? [path.slice(0, -file.length)] : [])),
  );
  const [message] = messages;
  const own = texts.filter(([path]) => roots.some((root) => path.startsWith(root)));
  const isOdd = (path: string) => path.split("/").includes("..") || path.startsWith("/");
  const files = own.map(([path, lines]) => {
    const root = roots.find((each) => path.startsWith(each)) ?? "";
    return [path.slice(root.length), lines.join("\n")] as const;
  });
  for (const [path] of files)
    if (isOdd(path) && message !== undefined) limits.say(message, `copy ${lineText(path)} into the library yourself`);
  return Object.fromEntries(files.filter(([path]) => !isOdd(path)).map(([path, text]) => [`src/${path}`, text]));
}

function sketches(channel: ChannelModel, library: string, tool: Tool): Readonly<Record<string, string>> {
  const [message] = channel.messages;
  if (message === undefined) return {};
  const words = wordsOf(channel, message, library);
  const sent = Object.entries(SKETCHES).map(([name, file]) => [name, sketchText(file, words)] as const);
  const texts = [...sent, ...commandSketch(channel, words)];
  return Object.fromEntries(
    texts.map(([name, text]) => [`examples/${name}/${name}.ino`, `// ${generatedBy(tool)}\n${text}\n`]),
  );
}

type Words = Readonly<Record<string, string>>;

function wordsOf(channel: ChannelModel, message: Message, library: string): Words {
  const prefix = prefixOf(channel, message);
  return {
    MESSAGE_NAME: lineText(message.name),
    MESSAGE_TYPE: typeName(message),
    MESSAGE_UPPER: prefix.toUpperCase(),
    MESSAGE_PREFIX: prefix,
    LIBRARY: library,
    CHANNEL_NAME: channel.identifier,
    UDP_PORT: String(channel.channel.plan.udpPort ?? 8888),
    LORA_PORT: String(channel.frames.idFrom === "fport" ? message.id : 1),
    ...streamWords(channel, message, "STREAM"),
  };
}

/** How a message is written to a stream. */
function streamWords(channel: ChannelModel, message: Message, name: string): Words {
  const prefix = prefixOf(channel, message);
  const isDelimited = delimitedOf(channel) !== undefined;
  return {
    [`${name}_BYTES`]: `${prefix.toUpperCase()}_${isDelimited ? "STREAM" : "FRAME"}`,
    [`${name}_WRITE`]: `${prefix}_${isDelimited ? "stream" : "frame"}`,
  };
}

/** For the first command that a struct acknowledges. */
function commandSketch(channel: ChannelModel, words: Words): (readonly [string, string])[] {
  const pairs = channel.messages.flatMap((command) => {
    const ack = channel.messages.find(({ name }) => name === command.struct.command?.ack);
    return ack === undefined ? [] : [{ command, ack }];
  });
  const [pair] = pairs;
  if (pair === undefined) return [];
  const { command, ack } = pair;
  const own: Words = {
    COMMAND_NAME: lineText(command.name),
    COMMAND_TYPE: typeName(command),
    COMMAND_PREFIX: prefixOf(channel, command),
    ACK_NAME: lineText(ack.name),
    ACK_TYPE: typeName(ack),
    ACK_PREFIX: prefixOf(channel, ack),
    ...streamWords(channel, ack, "ACK"),
    SEQUENCE_LINES: sequenceLines(sequenceOf(command), sequenceOf(ack)).join("\n"),
  };
  return [["TakeCommands", sketchText("command", { ...words, ...own })]];
}

function sequenceLines(command: Field | undefined, ack: Field | undefined): string[] {
  if (command === undefined || ack === undefined) return ["  (void)command;"];
  const newer = `  if (!structline_newer(&last, command->${command.path})) return;`;
  const isWide = command.bitWidth === 32 && ack.bitWidth === 32 && command.type === "uint32";
  const once = isWide
    ? ["  // A command that somebody sent again is not newer.", "  static uint32_t last;", newer]
    : [];
  return [...once, `  ack.${ack.path} = command->${command.path};`];
}

/** The field that an acknowledgement repeats. */
function sequenceOf({ fields }: Message): Field | undefined {
  const own = fields.filter(({ path, type }) => !/[.[]/.test(path) && /^u?int(?:8|16|32)$/.test(type));
  return own.find(({ compiled }) => compiled.tag?.kind === "seq") ?? own.find(({ path }) => SEQUENCE_NAME.test(path));
}

function sketchText(file: string, words: Words): string {
  const names = new RegExp(Object.keys(words).join("|"), "g");
  return foreignText(`emitters/arduino/foreign/${file}.ino`).replaceAll(names, (word) => words[word] ?? word);
}

export const ARDUINO_EMITTER: Emitter = {
  name: "arduino",
  writes:
    "<channel>_arduino/: the same as a library for Arduino and PlatformIO, with sketches for UDP, MQTT, serial and LoRaWAN",
  reading: "none",
  presence: C_FOLLOWING,
  emit: arduino,
};
