/** Vendors' structs that end with an array without a size: taken as they are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { plansOf } from "../../../generator/plan/plans-of.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import type { ChannelCodecs } from "../../../runtime/codec/struct-codec.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER =
  "struct inner { uint16_t a; uint16_t b; };\nstruct pkt { uint8_t type; uint8_t n; uint16_t crc; struct inner data[]; };\n" +
  "struct raw { uint8_t type; uint32_t at; char text[]; };\nstruct fixed { uint8_t type; uint8_t v[4]; };\n";

type Rig = ChannelCodecs & { decode(bytes: Uint8Array): { readonly raw?: object } };

async function channel(section: string) {
  const text = `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 1\nwamp_topic = x\ninclude_path = .\nheader_files = lab.h\nabi = x86-64\n${section}\n`;
  const { channels } = parseSettings(text, { file: "/channels.ini", shown: "channels.ini", environment: {} });
  const reader = memoryReader({ "lab.h": HEADER });
  const inputs = channels.flatMap((each) => plansOf(each, [], "channels.ini").map((plan) => ({ plan, reader })));
  const { files, diagnostics } = compile(inputs, { version: "0" });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  return { errors, codecs: errors.length > 0 ? undefined : ((await channelsOf(files))["rig"] as Rig) };
}

const FRAMES = "id = u8@0\nlength = none\n";

test("without a size for it, an open array is an error that names the ways", async () => {
  const { errors } = await channel(`${FRAMES}messages = 1 pkt`);
  assert.deepEqual(errors, ["E115"]);
});

test("with 'long = ignore' the fixed part is the message", async () => {
  const { codecs } = await channel(`${FRAMES}long = ignore\nmessages = 1 pkt, 2 raw`);
  assert.deepEqual(
    codecs!.structs.map(({ name, size }) => [name, size]),
    [
      ["pkt", 4],
      ["raw", 8],
    ],
  );
  assert.deepEqual(codecs!.decode(Uint8Array.of(1, 2, 3, 0, 9, 9, 9)).raw, { type: 1, n: 2, crc: 3 });
});

test("with a count, as many elements as the member says, or as the frame holds", async () => {
  const { codecs } = await channel(`${FRAMES}messages = 1 pkt count=n:3, 2 raw count=8`);
  assert.deepEqual(codecs!.decode(Uint8Array.of(1, 2, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0)).raw, {
    ...{ type: 1, n: 2, crc: 3 },
    data: [
      { a: 4, b: 5 },
      { a: 6, b: 7 },
    ],
  });
  assert.deepEqual(codecs!.decode(Uint8Array.of(2, 0, 0, 0, 9, 0, 0, 0, 104, 105)).raw, { type: 2, at: 9, text: "hi" });
});

test("a count beside a struct that does not end with one is an error", async () => {
  assert.deepEqual((await channel(`${FRAMES}messages = 1 fixed count=4`)).errors, ["E423"]);
});
