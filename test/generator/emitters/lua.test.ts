/** The Wireshark dissectors, run by tshark on a capture. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compile } from "../../../generator/compile.ts";
import { emitChannels } from "../../../generator/emitters/emit.ts";
import type { LayoutNode } from "../../../generator/layout/struct-layout.ts";
import type { ByteOrder } from "../../../generator/plan/channel-plan.ts";
import type { CompiledStruct } from "../../../generator/rules/compiled-rule.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { FrameFormat } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { capture, type Datagram } from "../../support/capture.ts";
import { planOf } from "../../support/channel-plan.ts";
import {
  array,
  channel,
  channelsOf,
  operation,
  record,
  scalar,
  struct,
  text,
  viewOf,
} from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** @param bits byte order of the bit-fields */
function everything(byteOrder: ByteOrder, bits = byteOrder): CompiledStruct {
  const all = [
    scalar("length", "uint8", 0),
    scalar("ID", "uint8", 1),
    scalar("u16", "uint16", 2),
    scalar("i16", "int16", 4),
    scalar("u32", "uint32", 6),
    scalar("i32", "int32", 10),
    scalar("u64", "uint64", 14),
    scalar("i64", "int64", 22),
    scalar("f32", "float32", 30),
    scalar("f64", "float64", 34),
    scalar("on", "bool", 42),
    text("label", 43, 6),
    record("gps", [array("v", [scalar("0", "int8", 49), scalar("1", "int8", 50)])]),
    scalar("flag", "uint8", 51, { bitOffset: 0, bitWidth: 1 }),
    scalar("level", "int8", 51, { bitOffset: 1, bitWidth: 5 }),
    scalar("across", "uint16", 51, { bitOffset: 6, bitWidth: 11 }),
    scalar("word", "int32", 53, { bitOffset: 1, bitWidth: 32 }),
    scalar("wide", "uint64", 57, { bitOffset: 3, bitWidth: 50 }),
    scalar("deep", "int64", 63, { bitOffset: 5, bitWidth: 41 }),
    scalar("narrow", "uint64", 70, { bitOffset: 0, bitWidth: 12 }),
    scalar("minus", "int64", 71, { bitOffset: 4, bitWidth: 20 }),
  ];
  const isTurned = (node: LayoutNode) => bits !== byteOrder && node.kind === "scalar" && node.bitField;
  const members = all.map((node) => (isTurned(node) ? { ...node, byteOrder: bits } : node));
  return struct("struct_everything", 7, members, {
    byteOrder,
    wireSize: 74,
    size: 76,
    fields: {
      u16: { column: "volts", unit: "V", expressionText: "u16 / 100", expression: operation("divide", "u16", 100) },
      i16: { column: "heading", expressionText: "mod(i16, 360)", expression: operation("mod", "i16", 360) },
    },
  });
}

const GOLDEN = fileURLToPath(new URL("../../golden/generated/", import.meta.url));

/** Field values by filter name from tshark's JSON, for the dissector's layer of each packet. */
function dissect(scripts: readonly string[], datagrams: readonly Datagram[]): Record<string, string>[] {
  const folder = temporaryFolder();
  try {
    const pcap = join(folder, "channel.pcap");
    writeFileSync(pcap, capture(datagrams));
    const loaded = scripts.flatMap((script, index) => {
      const lua = join(folder, `${index}.lua`);
      writeFileSync(lua, script);
      return ["-X", `lua_script:${lua}`];
    });
    const { stdout, stderr } = spawnSync("tshark", ["-r", pcap, ...loaded, "-T", "json"], { encoding: "utf8" });
    assert.doesNotMatch(stderr, /lua/i);
    return JSON.parse(stdout).map((packet: { _source: { layers: Record<string, Record<string, string>> } }) => {
      const name = Object.keys(packet._source.layers).find((layer) => layer.startsWith("structline_"));
      return name === undefined ? {} : packet._source.layers[name];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [byteOrder, bits] of [
  ["little", "little"],
  ["big", "big"],
  ["little", "big"],
] as const) {
  test(`tshark shows what the codec decodes, ${byteOrder}-endian, bits ${bits}-endian`, {
    skip: (byteOrder === bits && byteOrder === "little" && onlyLong) || requires("tshark"),
  }, async () => {
    const compiled = everything(byteOrder, bits);
    const files = emitChannels([channel("rig", [compiled], byteOrder)], { version: "0.0.0" });
    const codec = (await channelsOf(files))["rig"]!.byId[7]!;
    const datagrams = [0x11, 0x5a, 0xf3].map((start) => {
      const bytes = Uint8Array.from({ length: 74 }, (_, index) => (start * (index + 3) * 7) & 0xff);
      bytes[1] = 7;
      new DataView(bytes.buffer).setFloat32(30, 1.5 * start, byteOrder === "little");
      new DataView(bytes.buffer).setFloat64(34, -2.25 * start, byteOrder === "little");
      bytes.set(Buffer.from("héy\0zz").subarray(0, 6), 43);
      return bytes;
    });
    const script = files.find(({ path }) => path === "rig.lua")?.text ?? "";
    const shown = dissect(
      [script],
      datagrams.map((payload) => ({ port: 8888, payload })),
    );
    for (const [index, bytes] of datagrams.entries()) {
      const stored = codec.toStored(codec.decode(viewOf(bytes))) as Record<string, number | bigint | string | boolean>;
      const packet = shown[index] ?? {};
      for (const field of fieldsOf(codec)) {
        const name = field.path.replace(/\[(\d+)\]/g, "_$1").replaceAll(".", "_");
        if (field.expr !== undefined) continue;
        const value = stored[field.column];
        const expected = typeof value === "boolean" ? String(Number(value)) : value;
        const seen = packet[`structline_rig.everything.${name}`];
        if (field.scalar.startsWith("float")) assert.equal(Number(seen), Number(expected), field.path);
        else assert.equal(seen, String(expected), field.path);
      }
      // tshark prints fifteen digits.
      assert.equal(
        Number(packet["structline_rig.everything.volts"]).toPrecision(12),
        Number(stored["volts"]).toPrecision(12),
      );
      assert.equal(packet["structline_rig.everything.heading"], undefined);
    }
  });
}

test("datagrams that are not a message of the channel are marked", { skip: requires("tshark") }, () => {
  const files = emitChannels([channel("rig", [everything("little")])], { version: "0.0.0" });
  const script = files.find(({ path }) => path === "rig.lua")?.text ?? "";
  const payloads = [Uint8Array.of(1), Uint8Array.of(2, 99), Uint8Array.of(70, 7, 1)];
  const packets = dissect(
    [script],
    payloads.map((payload) => ({ port: 8888, payload })),
  );
  assert.equal(packets.length, 3);
  for (const packet of packets) assert.match(JSON.stringify(packet), /structline_rig\.wrong/);
});

test("short = zero, long = ignore: a short frame is padded, a long one is read", {
  skip: requires("tshark"),
}, () => {
  const header = "struct __attribute__((packed)) beat { uint8_t mode; uint32_t count; int16_t last; };";
  const id = parseLocator("u8@1", "id");
  const frames: FrameFormat = {
    ...{ id, length: undefined, payloadOffset: 2, trailer: 1, check: undefined },
    short: "zero",
    long: "ignore",
  };
  const span = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const messages = [{ id: 5, idText: "5", struct: "beat", checkExtra: undefined, span }];
  const plan = planOf({ name: "rig", frames, messages });
  const { files } = compile([{ plan, reader: memoryReader({ "lab.h": header }) }], { version: "0" });
  const script = files.find(({ path }) => path === "rig.lua")?.text ?? "";
  const whole = [0xfd, 5, 3, 1, 2, 3, 4, 0xfe, 0xff, 0xee];
  const payloads = [whole, [0xfd, 5, 3, 1, 2, 0xee], [0xfd, 5, 0xee], [...whole.slice(0, 9), 7, 7, 0xee], [0xfd, 5]];
  const packets = dissect(
    [script],
    payloads.map((bytes) => ({ port: 8888, payload: Uint8Array.from(bytes) })),
  );
  const shown = packets.map((packet) => ["mode", "count", "last"].map((name) => packet[`structline_rig.beat.${name}`]));
  assert.deepEqual(shown, [
    ["3", "67305985", "-2"],
    ["3", "513", "0"],
    ["0", "0", "0"],
    ["3", "67305985", "-2"],
    [undefined, undefined, undefined],
  ]);
  const marked = packets.map((packet) => /wrong|_ws\.lua/.test(JSON.stringify(packet)));
  assert.deepEqual(marked, [false, false, false, false, true]);
});

test("all golden dissectors load together and recognise their channels' messages", { skip: requires("tshark") }, () => {
  const names = readdirSync(GOLDEN)
    .filter((name) => name.endsWith(".lua"))
    .sort();
  const catalogue = JSON.parse(readFileSync(join(GOLDEN, "catalogue.json"), "utf8"));
  const structs = Object.entries<{
    udpPort: number;
    structs: { id: number; name: string; wireSize: number; variable?: object }[];
  }>(catalogue.channels).flatMap(([channelName, { udpPort, structs: inside }]) =>
    inside.map((each) => ({ channelName, udpPort, ...each })),
  );
  const datagrams = structs.map(({ udpPort, id, wireSize, variable }) => {
    // Counts of zero are always right.
    const payload = Uint8Array.from({ length: wireSize }, (_, index) => (variable === undefined ? 0x41 + index : 0));
    payload[1] = id;
    return { port: udpPort, payload };
  });
  const packets = dissect(
    names.map((name) => readFileSync(join(GOLDEN, name), "utf8")),
    datagrams,
  );
  for (const [index, { channelName, name }] of structs.entries()) {
    const shown = Object.keys(packets[index] ?? {}).filter((key) => key.startsWith(`structline_${channelName}.`));
    assert(shown.length >= 3, `${channelName} ${name}: ${JSON.stringify(packets[index])}`);
    assert.doesNotMatch(JSON.stringify(packets[index]), /wrong|_ws\.lua/);
  }
});
