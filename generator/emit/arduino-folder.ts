/** `<channel>_arduino/`: an Arduino and PlatformIO library with the headers, the link and a sketch for each transport. [Arduino library specification, 2.2] */

import { typeName } from "./c-check-file.ts";
import { cLink, linked } from "./c-link-file.ts";
import { delimitedOf } from "./c-link-stream.ts";
import { prefixOf } from "./c-text.ts";
import type { EmittedFile } from "./emitted-file.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "./emitter.ts";
import { foreignText } from "./foreign-text.ts";
import type { ChannelModel, Message } from "./model.ts";
import { lineText } from "./text.ts";

const SKETCHES = { SendUdp: "udp", SendMqtt: "mqtt", SendSerial: "serial", SendLoRaWAN: "lorawan" };

export const arduino: Emit = (channels, tool, limits) =>
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
  const texts = [...(channel.texts ?? [])];
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
  return Object.fromEntries(
    Object.entries(SKETCHES).map(([name, file]) => [
      `examples/${name}/${name}.ino`,
      `// ${generatedBy(tool)}\n${sketchText(channel, message, { library, file })}\n`,
    ]),
  );
}

function sketchText(
  channel: ChannelModel,
  message: Message,
  { library, file }: { readonly library: string; readonly file: string },
): string {
  const prefix = prefixOf(channel, message);
  const isDelimited = delimitedOf(channel) !== undefined;
  const words: Readonly<Record<string, string>> = {
    MESSAGE_NAME: lineText(message.name),
    MESSAGE_TYPE: typeName(message),
    MESSAGE_UPPER: prefix.toUpperCase(),
    MESSAGE_PREFIX: prefix,
    LIBRARY: library,
    CHANNEL_NAME: channel.identifier,
    UDP_PORT: String(channel.channel.plan.udpPort ?? 8888),
    LORA_PORT: String(channel.frames.idFrom === "fport" ? message.id : 1),
    STREAM_BYTES: `${prefix.toUpperCase()}_${isDelimited ? "STREAM" : "FRAME"}`,
    STREAM_WRITE: `${prefix}_${isDelimited ? "stream" : "frame"}`,
  };
  const names = new RegExp(Object.keys(words).join("|"), "g");
  return foreignText(`arduino/${file}.ino`).replaceAll(names, (word) => words[word] ?? word);
}
