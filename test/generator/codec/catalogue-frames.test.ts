/** The catalogue's frame format equals the service's settings. Otherwise the service would refuse current codecs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { plansOf } from "../../../generator/plan/plans-of.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { PUBLIC_PROTOCOLS } from "../../../runtime/frames/protocols.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";

const HEADERS = memoryReader({ "x.h": "#include <stdint.h>\nstruct a { uint8_t v; };\n" });

for (const { name, keys } of PUBLIC_PROTOCOLS) {
  test(`frames of ${name}`, () => {
    const own = Object.entries(keys).map(([key, value]) => `${key} = ${value}\n`);
    const text = `[lab]\nchannels = lab-x\n[lab-x]\nudp_port = 1\nwamp_topic = x\ninclude_path = .\nheader_files = x.h\n${own.join("")}messages = 1 a\n`;
    const { channels } = parseSettings(text, { file: "/channels.ini", shown: "channels.ini", environment: {} });
    const inputs = channels.flatMap((channel) =>
      plansOf(channel, [], "channels.ini").map((plan) => ({ plan, reader: HEADERS })),
    );
    const { files } = compile(inputs, { version: "1" });
    const catalogue = JSON.parse(files.find(({ path }) => path === "catalogue.json")!.text);
    assert.deepEqual(catalogue.channels.x.frames, JSON.parse(JSON.stringify(channels[0]!.frames)));
  });
}
