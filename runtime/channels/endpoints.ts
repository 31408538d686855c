/** `sources` of a channel: the endpoints that receive its frames. */

import { isIP, isIPv4 } from "node:net";
import type { Endpoint } from "../config/values.ts";
import { parseList, parsePort } from "../config/values.ts";
import { SLCAN_RATES } from "../frames/can/slcan.ts";
import type { ChannelEndpoint, SerialSettings } from "./channel-settings.ts";

const FORMS =
  "udp:8888, udp:239.1.2.3:8888@eth0, tcp:9000, tcp://host:4001, serial:/dev/ttyUSB0@115200, mqtt:rig/+/frame.bin, can:can0, slcan:/dev/ttyACM0@500k, file:capture.pcap or - (standard input)";

/** @throws Error (one sentence) */
export function parseEndpoints(text: string): ChannelEndpoint[] {
  // A comma precedes 8N1, too.
  const items = parseList(text.replace(/,\s*([5-8][NEOMS](?:1\.5|1|2))\s*(?=,|$)/gi, "\u0000$1"));
  return items.map((item) => parseEndpoint(item.replace("\u0000", ",")));
}

/** @throws Error (one sentence) */
export function parseEndpoint(text: string): ChannelEndpoint {
  if (text.startsWith("tcp://"))
    return { kind: "tcp-connect", endpoint: parseAddress(text, text.slice("tcp://".length)) };
  if (text === "-") return { kind: "stdin" };
  const [, kind, rest = ""] = /^(udp|tcp|serial|mqtt|file|can|slcan):(.*)$/s.exec(text) ?? [];
  switch (kind) {
    case "udp":
      return parseUdp(text, rest);
    case "tcp":
      return /^\d+$/.test(rest)
        ? { kind: "tcp-listen", host: undefined, port: parsePort(rest) }
        : { kind: "tcp-listen", ...parseAddress(text, rest) };
    case "serial":
      return { kind: "serial", serial: parseSerial(text, rest) };
    case "mqtt":
      return { kind: "mqtt", filter: parseTopicFilter(rest) };
    case "can":
      // The kernel's names have up to 15 characters.
      if (!/^\w[\w.-]{0,14}$/.test(rest)) throw new Error(`'${text}' names no CAN interface; write can:can0`);
      return { kind: "can", interface: rest };
    case "slcan":
      return parseSlcan(text, rest);
    case "file":
      if (rest.trim() === "") throw new Error(`'${text}' names no file; write file:capture.pcap`);
      return { kind: "file", path: rest.trim() };
    default:
      throw new Error(`'${text}' is not a source; write ${FORMS}`);
  }
}

function parseUdp(text: string, rest: string): ChannelEndpoint {
  const match = /^(?:([^@]+):)?(\d+)(?:@([\w.:%-]+))?$/.exec(rest);
  if (match === null) throw new Error(`'${text}' is not a UDP source; write udp:8888 or udp:239.1.2.3:8888@eth0`);
  const [, address, port = "", on] = match;
  const group = address?.replace(/^\[|\]$/g, "");
  if (group !== undefined && !isMulticast(group))
    throw new Error(
      `'${group}' is not a multicast group (224.0.0.0 to 239.255.255.255, or ff00::/8); the address to bind is 'listen'`,
    );
  if (group === undefined && on !== undefined)
    throw new Error(`'${text}': an interface is named for a multicast group only`);
  return {
    kind: "udp",
    port: parsePort(port),
    ...(group !== undefined && { group }),
    ...(on !== undefined && { interface: on }),
  };
}

function isMulticast(address: string): boolean {
  const first = Number(address.split(".")[0]);
  return isIPv4(address) ? first >= 224 && first <= 239 : isIP(address) === 6 && /^ff/i.test(address);
}

function parseAddress(text: string, rest: string): Endpoint {
  const match = /^(\[[0-9a-f:.%]+\]|[\w.-]+):(\d+)\/?$/i.exec(rest);
  if (match === null) throw new Error(`'${text}' is not a TCP address; write tcp:9000 or tcp://host:4001`);
  return { host: (match[1] ?? "").replace(/^\[|\]$/g, ""), port: parsePort(match[2] ?? "") };
}

const PARITIES = { N: "none", E: "even", O: "odd", M: "mark", S: "space" } as const;

function parseSerial(text: string, rest: string): SerialSettings {
  const match = /^([^@,\s]+)@(\d{2,7})(?:,([5-8])([NEOMS])(1\.5|1|2))?$/i.exec(rest);
  if (match === null)
    throw new Error(`'${text}' is not a serial port; write serial:/dev/ttyUSB0@115200 or serial:/dev/ttyUSB0@9600,8N1`);
  const [, path = "", baud = "", bits = "8", parity = "N", stop = "1"] = match;
  return {
    path,
    baudRate: Number(baud),
    dataBits: Number(bits) as SerialSettings["dataBits"],
    parity: PARITIES[parity.toUpperCase() as keyof typeof PARITIES],
    stopBits: Number(stop) as SerialSettings["stopBits"],
  };
}

function parseSlcan(text: string, rest: string): ChannelEndpoint {
  const [, path = "", number = "", factor = ""] = /^([^@,\s]+)@(\d{1,7})([kM]?)$/.exec(rest) ?? [];
  const bitRate = Number(number) * (factor === "M" ? 1_000_000 : factor === "k" ? 1000 : 1);
  if (SLCAN_RATES.includes(bitRate)) return { kind: "slcan", path, bitRate };
  const rates = SLCAN_RATES.map((rate) => `${rate / 1000}k`).join(", ");
  throw new Error(`'${text}' is not a serial CAN adapter; write slcan:/dev/ttyACM0@500k (${rates})`);
}

/** [MQTT-4.7.1-1, MQTT-4.7.1-2, MQTT-4.7.3-1, MQTT-4.7.3-2] */
export function isTopicFilter(text: string): boolean {
  const isRight = /^(?:[^+#/]*|\+)(?:\/(?:[^+#/]*|\+))*(?:\/#)?$|^#$/s.test(text);
  return isRight && text !== "" && !text.includes("\u0000");
}

function parseTopicFilter(text: string): string {
  if (!isTopicFilter(text))
    throw new Error(`'${text}' is not a topic filter; use '+' for a whole level, '#' for all further levels`);
  return text;
}
