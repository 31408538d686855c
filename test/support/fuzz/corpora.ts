/** Valid inputs of each kind, which mutants are made of. */

import { gzipSync } from "node:zlib";
import { encode } from "@msgpack/msgpack";
import { connectPacket, publishPacket, subscribePacket } from "../mqtt-packets.ts";

const TOPIC = "acme/plant/hall/fuzz/data.json";

const BODIES: readonly { readonly type: string; readonly body: string | Buffer; readonly encoding?: string }[] = [
  { type: "application/json", body: '{"temperature": 21.5, "humidity": {"in": 40, "out": [1, 2, 3]}, "note": "ok"}' },
  {
    type: "application/json",
    body: '[{"time": "2026-01-31T12:00:00.123456789Z", "n": 1}, {"time": 1769860800, "n": 2}]',
  },
  { type: "application/x-www-form-urlencoded", body: "temperature=21.5&time=1769860800123&note=a%20b" },
  { type: "text/csv", body: '## time,temperature,note\n2026-01-31T12:00:00Z,21.5,"a ""b"", c"\n1769860801,22,\n' },
  { type: "text/csv", body: "## time;temperature\r\n1769860800;21.5\r\n" },
  { type: "application/json", body: gzipSync('{"temperature": 21.5}'), encoding: "gzip" },
];

export const JSON_PAYLOADS: readonly Buffer[] = [
  ...BODIES.filter(({ type, encoding }) => type === "application/json" && encoding === undefined).map(({ body }) =>
    Buffer.from(body),
  ),
  Buffer.from('{"dev_id": "a", "payload_fields": {"t": 1}, "metadata": {"gateways": [{"gtw_id": "g", "rssi": -1}]}}'),
  Buffer.from('{"end_device_ids": {"device_id": "a"}, "uplink_message": {"decoded_payload": {"t": 1}, "f_cnt": 2}}'),
];

export const TOPICS: readonly Buffer[] = [
  TOPIC,
  "acme/channel/plant-hall-fuzz/data.json",
  "acme/device/fuzz/event.json",
  "acme/plant/hall/fuzz/data/temperature",
].map((topic) => Buffer.from(topic));

export const DATAGRAMS: readonly Buffer[] = ["0701010064002a", "1e022a00000000000000000000", "030900"].map((hex) =>
  Buffer.from(hex, "hex"),
);

/** Whole conversations. */
export const MQTT_STREAMS: readonly Buffer[] = [
  Buffer.concat([
    connectPacket("fuzz", { clean: 1 }),
    publishPacket({ topic: TOPIC, payload: '{"n": 1}', qos: 1, id: 7 }),
    Buffer.from([0xc0, 0]),
  ]),
  Buffer.concat([
    connectPacket("fuzz-2", { clean: 0 }),
    subscribePacket("acme/#", 1),
    publishPacket({ topic: TOPIC, payload: "", qos: 0 }),
    publishPacket({ topic: TOPIC, payload: "{}", qos: 2, id: 9 }),
    Buffer.from([0xe0, 0]),
  ]),
];

export interface HttpBody {
  readonly type: string;
  readonly encoding: string | undefined;
  readonly corpus: readonly Buffer[];
}

/** Bodies are spliced with others of their type. */
export const HTTP_BODIES: readonly HttpBody[] = BODIES.map(({ type, encoding }) => ({
  type,
  encoding,
  corpus: BODIES.filter((other) => other.type === type && other.encoding === encoding).map(({ body }) =>
    Buffer.from(body),
  ),
}));

const HTTP_PATHS = [
  "/api/acme/plant/hall/fuzz/data",
  "/api/acme/channel/plant-hall-fuzz/event",
  "/api/device/x/data",
] as const;

export const HTTP_REQUESTS: readonly Buffer[] = [
  ...HTTP_PATHS.flatMap((path) =>
    BODIES.map(({ type, body }) =>
      Buffer.concat([
        Buffer.from(
          `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
        ),
        Buffer.from(body),
      ]),
    ),
  ),
  ...[
    "/",
    "/health",
    "/metrics",
    "/read/rows?database=acme_plant&measurement=hall_fuzz_sensors&limit=10&from=now-1h",
    "/read/export?format=csv&database=acme_plant&measurement=hall_fuzz_sensors",
    "/read/measurements",
  ].map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)),
  Buffer.from(
    'POST /api/acme/plant/hall/fuzz/data HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"n": 1}\r\n0\r\n\r\n',
  ),
];

const WAMP_MESSAGES: readonly unknown[] = [
  [1, "lab", { roles: { subscriber: {}, publisher: {} }, authmethods: ["ticket"], authid: "a" }],
  [32, 1, { match: "prefix" }, "lab.rig"],
  [32, 2, {}, "acme.plant.hall.fuzz"],
  [16, 3, { acknowledge: true }, "lab.rig", [1, "a", null], { k: { deep: [1.5, true] } }],
  [34, 4, 1],
  [48, 5, {}, "a.procedure", []],
  [5, "ticket", {}],
  [6, {}, "wamp.close.normal"],
];

export const WAMP_FRAMES = {
  "wamp.2.json": WAMP_MESSAGES.map((message) => Buffer.from(JSON.stringify(message))),
  "wamp.2.msgpack": WAMP_MESSAGES.map((message) => Buffer.from(encode(message))),
} as const;

export const WAMP_HELLO = {
  "wamp.2.json": WAMP_FRAMES["wamp.2.json"][0],
  "wamp.2.msgpack": WAMP_FRAMES["wamp.2.msgpack"][0],
};

/** A handshake and a masked text frame, as bytes. */
export const WEBSOCKET_STREAMS: readonly Buffer[] = [
  Buffer.concat([
    Buffer.from(
      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: wamp.2.json\r\n\r\n",
    ),
    // FIN + text, masked with zeros, 17 bytes. [RFC 6455 5.2]
    Buffer.from([0x81, 0x80 | 17, 0, 0, 0, 0]),
    Buffer.from('[1, "lab", {"a":1'),
  ]),
];

export const INI_FILES: readonly Buffer[] = [
  `[lab]
channels = lab-rig
[lab-rig]
udp_port = 8888
wamp_topic = lab.rig
include_path = headers
header_files = rig.h, other.h
abi = arm-eabi
allow_from = 10.0.7.0/24, ::1
defines = A, B=2
[http]
listen = [::1]:24642
max_body = 2M
[store]
url = influxdb+v2://user:\${PASSWORD}@host:8086?org=lab
[journal]
max_size = 4G
commit_interval = 5ms
[realm-acme]
networks = my-net, acme
timezone = Europe/Berlin
`,
  "; comment\n[lab]\nchannels =\n[mqtt]\nurl = mqtts://host:8883\nusername = a\n[wamp]\nurl = ws://h/ws\n[log]\nlevel = debug\n",
].map((text) => Buffer.from(text));
