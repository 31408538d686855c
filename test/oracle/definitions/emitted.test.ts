/** Definitions for other tools of messages with bit-fields of both orders, and with conditions: equal to our codecs, or refused. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { channelBytes } from "../../../runtime/frames/can/can-frame.ts";
import { capture } from "../../support/capture.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { needsPeers, run } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { framesOf } from "./dbc.ts";
import { definedChannel, storedOf } from "./defined.ts";

const text = readFileSync(new URL("bus.dbc", import.meta.url), "latin1");
const channel = await definedChannel("bus.dbc", text, ["python", "wireshark", "kaitai", "c", "rust", "micropython"]);
const frames = framesOf(channel, 120);
const codecs = new Map(channel.codecs.map((codec) => [codec.id, codec]));
const expected = frames.map(({ id, data }) => storedOf(codecs.get(id)!, data));
const plain = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));

test("formats that cannot follow a condition say so", () => {
  const said = channel.limits.map(({ message }) => message).filter((message) => message.includes("@if"));
  assert.ok(
    said.some((message) => message.startsWith("kaitai:")),
    said.slice(0, 5).join("; "),
  );
  assert.deepEqual(
    said.filter((message) => /^(?:python|wireshark|c|rust|micropython):/.test(message)),
    [],
  );
});

test("Python", { skip: needsPeers("python3") }, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "defined.py"), fileText(channel.files, /defined\.py$/));
    const program = `import json, math, sys
sys.path.insert(0, sys.argv[1])
import defined
for line in sys.stdin:
    message = defined.decode(bytes.fromhex(line))
    frame = defined.encode(message)
    again = defined.stored(defined.decode(frame))
    stored = defined.stored(message)
    assert json.dumps(stored) == json.dumps(again), (stored, again)
    print(json.dumps({k: v for k, v in stored.items() if not (isinstance(v, float) and not math.isfinite(v))}))
`;
    const input = frames.map((frame) => `${Buffer.from(channelBytes(frame)).toString("hex")}\n`).join("");
    const rows = run("python3", ["-c", program, folder], input)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(rows.length, frames.length);
    for (const [index, row] of rows.entries()) {
      const wanted = plain(expected[index]!);
      const excluded = Object.keys(row).filter((name) => !(name in wanted) && name.endsWith("_bits"));
      for (const name of excluded) delete row[name];
      assert.deepEqual(plain(row), wanted, JSON.stringify(frames[index]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("Wireshark", { skip: requires("tshark") }, () => {
  const folder = temporaryFolder();
  try {
    const [script, pcap, port] = [join(folder, "defined.lua"), join(folder, "defined.pcap"), 9999];
    writeFileSync(
      script,
      `${fileText(channel.files, /defined\.lua$/)}\nDissectorTable.get("udp.port"):add(${port}, channel)\n`,
    );
    writeFileSync(pcap, capture(frames.map((frame) => ({ port, payload: channelBytes(frame) }))));
    const { stdout, stderr } = spawnSync("tshark", ["-r", pcap, "-X", `lua_script:${script}`, "-T", "json"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    assert.doesNotMatch(stderr, /lua/i);
    const packets = JSON.parse(stdout) as { _source: { layers: Record<string, Record<string, string>> } }[];
    assert.equal(packets.length, frames.length);
    for (const [index, packet] of packets.entries()) {
      const layer = packet._source.layers["structline_defined"] ?? {};
      assertSeen(layer, frames[index]!, index);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function assertSeen(
  layer: Readonly<Record<string, string>>,
  { id, data }: (typeof frames)[number],
  index: number,
): void {
  const codec = codecs.get(id)!;
  const raw = codec.decode(new DataView(data.buffer)) as Record<string, unknown>;
  for (const { path, scalar } of fieldsOf(codec)) {
    const seen = layer[`structline_defined.${codec.name}.${path}`];
    const place = `${codec.name}.${path} of frame ${index}`;
    if (raw[path] === undefined) assert.equal(seen, undefined, place);
    else if (scalar.startsWith("float")) assert.notEqual(seen, undefined, place);
    else assert.equal(seen === undefined ? seen : BigInt(seen), BigInt(raw[path] as number), place);
  }
}
