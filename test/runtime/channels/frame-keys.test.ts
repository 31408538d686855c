import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../../../runtime/config/config-error.ts";
import { locatorText } from "../../../runtime/frames/locator.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";

const RIG =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n";

function rig(keys: string) {
  return parseSettings(`${RIG}${keys}`, { file: "/lab/channels.ini", shown: "channels.ini", environment: {} })
    .channels[0]!;
}

function problems(keys: string): string {
  try {
    rig(keys);
    return "";
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${error}`);
    return error.message.replaceAll("channels.ini:", "");
  }
}

test("messages: one per line or separated by commas; numbers, texts, names; a leading 'struct' is optional", () => {
  const { messages } = rig(`udp_port = 1
messages =
    0x10 struct struct_gps,
    PACKET_ID_LAP  ns::lap_t ; the lap
    7 fix_t, 8 fix_t extra=0x32
`);
  assert.deepEqual(
    messages?.map(({ id, idText, struct, checkExtra, line, column }) => [id, idText, struct, checkExtra, line, column]),
    [
      [16, "0x10", "struct_gps", undefined, 9, 5],
      [undefined, "PACKET_ID_LAP", "ns::lap_t", undefined, 10, 5],
      [7, "7", "fix_t", undefined, 11, 5],
      [8, "8", "fix_t", 50, 11, 14],
    ],
  );
  const text = rig("udp_port = 1\nid = text4@0\npayload_offset = 4\nmessages = 'GPS1' fix_t, 'a, b' imu_t\n");
  assert.deepEqual(
    text.messages?.map(({ id, struct }) => [id, struct]),
    [
      [0x47505331, "fix_t"],
      [0x612c2062, "imu_t"],
    ],
  );
});

test("frames, framing and sources", () => {
  const { frames, framing, sources, udpPort } = rig(`id = u16be@0&0x7ff
length = u16be@4+7
payload_offset = 6
trailer = 2
check = CRC16/CCITT-FALSE from=2 big
short = zero
long = ignore
framing = sync:1acffc1d
sources = udp:239.1.2.3:8888@eth0, tcp:9000, tcp:0.0.0.0:9001, tcp://[::1]:4001, serial:/dev/ttyUSB0@115200,7E2, mqtt:rig/+/frame.bin, file:old/run.pcap, -
`);
  assert.deepEqual(frames && { ...frames, id: locatorText(frames.id!), length: locatorText(frames.length!) }, {
    id: "u16be@0&0x7ff",
    length: "u16be@4+7",
    payloadOffset: 6,
    trailer: 2,
    short: "zero",
    long: "ignore",
    check: { algorithm: "crc16/ibm-3740", from: 2, byteOrder: "big" },
  });
  assert.deepEqual(framing, { kind: "sync", word: Uint8Array.of(0x1a, 0xcf, 0xfc, 0x1d) });
  assert.equal(udpPort, 8888);
  assert.deepEqual(sources, [
    { kind: "udp", port: 8888, group: "239.1.2.3", interface: "eth0" },
    { kind: "tcp-listen", host: undefined, port: 9000 },
    { kind: "tcp-listen", host: "0.0.0.0", port: 9001 },
    { kind: "tcp-connect", endpoint: { host: "::1", port: 4001 } },
    {
      kind: "serial",
      serial: { path: "/dev/ttyUSB0", baudRate: 115_200, dataBits: 7, parity: "even", stopBits: 2 },
    },
    { kind: "mqtt", filter: "rig/+/frame.bin" },
    { kind: "file", path: "/lab/old/run.pcap" },
    { kind: "stdin" },
  ]);
  const both = rig("udp_port = 9\nsources = tcp:9000\nid = none\nlength = none\n");
  assert.deepEqual([both.udpPort, both.sources?.map(({ kind }) => kind)], [9, ["udp", "tcp-listen"]]);
  assert.deepEqual([both.frames?.id, both.frames?.length], [undefined, undefined]);
  assert.deepEqual(
    Object.keys(rig("udp_port = 9\n")).filter((key) => /^(messages|frames|framing|sources)$/.test(key)),
    [],
  );
});

test("every wrong value of every key is reported with its line", () => {
  const wrong: readonly (readonly [keys: string, message: RegExp])[] = [
    ["id = u9@1", /^8: id: 'u9@1' is not a place in a frame; write u8@1, /],
    ["length = text4@0", /^8: length: 'text4@0' is a text/],
    ["length = u8@0+x", /^8: length: 'u8@0\+x' is not a place in a frame/],
    ["payload_offset = -1", /^8: payload_offset: '-1' is not a number of bytes \(0 to 65535\)$/],
    ["trailer = 70000", /^8: trailer: '70000' is not a number of bytes \(0 to 65535\)$/],
    ["short = pad", /^8: short: 'pad' is not one of reject, zero$/],
    ["long = cut", /^8: long: 'cut' is not one of reject, ignore$/],
    ["check = crc16/modbsu", /^8: check: there is no checksum 'crc16\/modbsu' \(did you mean 'crc16\/modbus'\?\)/],
    ["check = crc16/modbus to=3", /^8: check: 'crc16\/modbus to=3' is not a checksum; write crc16\/modbus, or/],
    ["check = crc32", /^8: check: crc32\/iso-hdlc takes 4 bytes of the trailer, which has 0; write trailer = 4$/],
    ["framing = sync", /^8: framing: 'sync:' has no whole bytes; write sync:aa55$/],
    ["framing = sync:aa5", /^8: framing: 'sync:aa5' has no whole bytes/],
    ["framing = sync:aabbccddeeff112233", /has more than 8 bytes$/],
    ["framing = fixed:0", /^8: framing: fixed:0 is not a frame$/],
    ["framing = hdlc", /^8: framing: 'hdlc' is not a framing; write length, fixed, /],
    ["framing = length\nlength = none", /^8: framing = length needs a length in the frames/],
    ["sources = udp", /^8: sources: 'udp' is not a source; write udp:8888, /],
    ["sources = udp:10.0.0.1:5", /^8: sources: '10\.0\.0\.1' is not a multicast group/],
    ["sources = udp:5@eth0", /an interface is named for a multicast group only$/],
    ["sources = udp:99999", /^8: sources: '99999' is not a port/],
    ["sources = tcp:host", /^8: sources: 'tcp:host' is not a TCP address; write/],
    ["sources = serial:/dev/ttyUSB0", /^8: sources: 'serial:\/dev\/ttyUSB0' is not a serial port; write/],
    ["sources = serial:/dev/ttyUSB0@115200,9N1", /'serial:\/dev\/ttyUSB0@115200'|'9N1' is not a source/],
    ["sources = mqtt:rig/x+/f", /^8: sources: 'rig\/x\+\/f' is not a topic filter/],
    ["sources = mqtt:rig/#/f", /is not a topic filter/],
    ["sources = file:", /^8: sources: 'file:' names no file; write file:capture\.pcap$/],
    ["sources = stdin", /^8: sources: 'stdin' is not a source; write udp:8888, /],
    ["sources = udp:1, udp:2", /a channel has one UDP source/],
    ["sources = udp:2", /^7: udp_port = 1 and sources = udp:2 are different ports$/],
    ["messages = 7", /^8: messages: '7' is followed by nothing; write an ID and a struct: 7 struct_gps$/],
    ["messages = 7 8 gps_t", /^8: messages: '7' is followed by '8'/],
    ["messages = 7 a_t,\n  7 b_t", /^9: messages: ID 7 is a_t already \(line 8\)$/],
    ["messages = 256 a_t", /^8: messages: ID 256 does not fit the ID's place in the frame \(at most 255\)$/],
    ["messages = 'GPS1' a_t", /^8: messages: 'GPS1' is a text, but the ID is a number; write id = text4@0$/],
    ["messages = -1 a_t", /^8: messages: '-1' is not an ID; write 7, 0x10, 'GPS1' or an enumerator's name$/],
    ["messages = 7 a_t extra=300", /^8: messages: extra=300 is not a byte \(0 to 255\)$/],
    ["id = text4@0\nmessages = 'GPS' a_t", /^9: messages: 'GPS' has 3 characters, but the ID has 4$/],
    ["id = text4@0\nmessages = 7 a_t", /^9: messages: 7 is a number, but the ID is a text of 4; write it in quotes$/],
    ["id = text4@0\nmessages = 'GP\u00e4S' a_t", /^9: messages: 'GPäS' has a character that is not printable ASCII$/],
    ["id = none\nmessages = 1 a_t, 2 b_t", /^9: id = none allows one message, but the section has 2$/],
    ["mesages = 7 a_t", /^8: \[lab-rig\] has no key 'mesages' \(did you mean 'messages'\?\)/],
  ];
  for (const [keys, message] of wrong) assert.match(problems(`udp_port = 1\n${keys}\n`), message, keys);
  assert.match(problems(""), /^3: \[lab-rig\] has no 'udp_port'$/);
});

test("two channels cannot both read standard input", () => {
  const section = (name: string) =>
    `[lab-${name}]\nwamp_topic = lab.${name}\ninclude_path = h\nheader_files = ${name}.h\nsources = -\n`;
  assert.throws(
    () =>
      parseSettings(`[lab]\nchannels = lab-a, lab-b\n${section("a")}${section("b")}`, {
        file: "/lab/channels.ini",
        shown: "channels.ini",
        environment: {},
      }),
    /channels\.ini:12: standard input is used by \[lab-a\] and \[lab-b\]/,
  );
});

test("two channels cannot have one TCP port", () => {
  const text = `[lab]\nchannels = lab-a, lab-b\n${["a", "b"]
    .map(
      (name) => `[lab-${name}]\nwamp_topic = lab.${name}\ninclude_path = h\nheader_files = x.h\nsources = tcp:9000\n`,
    )
    .join("")}`;
  assert.throws(
    () => parseSettings(text, { file: "/lab/channels.ini", shown: "channels.ini", environment: {} }),
    /channels.ini:12: TCP port 9000 is used by \[lab-a\] and \[lab-b\]; each channel needs its own/,
  );
});

test("expect and sequence: numbers that each frame has, and a counter before the struct", () => {
  const { frames } = rig(
    "udp_port = 1\nid = u8@0\npayload_offset = 4\nexpect = u8@1&0xe0=5, u16le@2=7\nsequence = u16be@2&0x3fff\n",
  );
  assert.deepEqual(
    frames?.expect?.map(({ place, value }) => `${locatorText(place)}=${value}`),
    ["u8@1&0xe0=5", "u16le@2=7"],
  );
  assert.equal(frames?.sequence && locatorText(frames.sequence), "u16be@2&0x3fff");
  for (const [keys, wanted] of [
    ["payload_offset = 2\nexpect = u8@1", /'u8@1' is not a number of a frame; write u8@0&0xe0=0/],
    ["payload_offset = 2\nexpect = u8@1&0xe0=8", /'u8@1&0xe0=8': the place has at most 7/],
    [
      "payload_offset = 2\nsequence = u16be@1",
      /sequence: u16be@1 is in the struct, which begins at byte 2; write @seq at its field/,
    ],
    [
      "payload_offset = 2\nsequence = u8@0&0x05",
      /'u8@0&0x05' is not a counter of two bits or more that follow each other/,
    ],
    ["payload_offset = 2\nsequence = u8@0&0x10", /is not a counter/],
  ] as const)
    assert.match(problems(`udp_port = 1\n${keys}`), wanted);
});
