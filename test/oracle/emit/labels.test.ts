/** Two enums of one name in a channel, and one without a name: each reader must show the names of the field's own enum. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { capture } from "../../support/capture.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { needsPeers } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { groundLabels } from "./ground.ts";
import { type EmittedChannel, emitSample, messageOf, type SampleMessage } from "./messages.ts";

let channel: EmittedChannel;
let messages: SampleMessage[];

before(async () => {
  const header = sampleHeaders().find(({ name }) => name === "twin-enums")!;
  channel = await emitSample(header, ["wireshark", "xtce", "cosmos", "json-schema", "kaitai"]);
  const [motor, door] = [1, 2].map((id) => channel.codecs.find((codec) => codec.id === id)!);
  // Both values are 3, with different meanings.
  messages = [messageOf(motor!, Uint8Array.of(5, 1, 3, 3, 0)), messageOf(door!, Uint8Array.of(5, 2, 3, 3, 2))];
});

for (const kind of ["xtce", "cosmos"] as const) {
  test(`${kind} shows each field the names of its own enum`, { skip: needsPeers("PyPI") }, () => {
    assert.deepEqual(groundLabels(kind, channel, messages), [
      { state: "RUNNING", wanted: "RUNNING" },
      { state: "JAMMED", drive: "RUNNING", lid: "AJAR" },
    ]);
  });
}

test("tshark shows each field the names of its own enum", { skip: requires("tshark") }, () => {
  const folder = temporaryFolder();
  try {
    const [pcap, lua] = [join(folder, "channel.pcap"), join(folder, "channel.lua")];
    writeFileSync(pcap, capture(messages.map(({ bytes }) => ({ port: 8888, payload: bytes }))));
    writeFileSync(lua, fileText(channel.files, /\.lua$/));
    const { stdout } = spawnSync("tshark", ["-r", pcap, "-X", `lua_script:${lua}`, "-V"], { encoding: "utf8" });
    const shown = [...stdout.matchAll(/(?:state_t|\{.+\}) (\w+).*: (\w+) \(/g)].map(
      ([, field, label]) => `${field} ${label}`,
    );
    assert.deepEqual(shown, ["state RUNNING", "wanted RUNNING", "state JAMMED", "drive RUNNING", "lid AJAR"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
