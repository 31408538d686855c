/** `<channel>_arduino/` compiles with only the library's own folder and Arduino's core. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { requires } from "../../support/requirements.ts";
import { ROOT, STUBS, sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type EmittedChannel, emitFramed, emitSample, emitText } from "./messages.ts";

const CORE = join(ROOT, "test/support/arduino");

/** The compiler's messages for each sketch of the library. */
function complaints({ files }: EmittedChannel, compiler: string): Record<string, string> {
  const folder = temporaryFolder();
  try {
    const own = files.filter(({ path }) => /^[^/]+_arduino\//.test(path));
    for (const { path, text } of own) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const library = join(folder, own[0]!.path.split("/")[0]!);
    const sketches = own.map(({ path }) => path).filter((path) => path.endsWith(".ino"));
    return Object.fromEntries(
      sketches.map((sketch) => {
        const options = [
          "-x",
          "c++",
          "-std=gnu++11",
          "-Wall",
          "-Wextra",
          "-Wno-missing-field-initializers",
          "-Werror",
          "-fsyntax-only",
        ];
        const folders = ["-I", CORE, "-isystem", STUBS, "-I", join(library, "src")];
        const { status, stderr } = spawnSync(compiler, [...options, ...folders, join(folder, sketch)], {
          encoding: "utf8",
        });
        return [sketch.split("/").at(-1)!, status === 0 ? stderr : `${status} ${stderr}`];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const NOTHING = { "SendUdp.ino": "", "SendMqtt.ino": "", "SendSerial.ino": "", "SendLoRaWAN.ino": "" };

for (const [header, compiler] of [
  ["rig", "g++"],
  ["greenhouse", "avr-g++"],
] as const) {
  const skip = requires(compiler === "g++" ? "g++" : "avr-gcc");
  test(`${header}: ${compiler} compiles the library's sketches without a warning`, { skip }, async () => {
    const channel = await emitSample(sampleHeaders().find(({ name }) => name === header)!, ["arduino"]);
    assert.deepEqual(complaints(channel, compiler), NOTHING);
  });
}

const COMMANDED = `#pragma pack(push, 1)
struct struct_state { uint8_t length; uint8_t ID; uint8_t on; } state = {3, 1};
struct struct_ack { uint8_t length; uint8_t ID; uint32_t number; /* @seq */ } ack = {6, 2};
/* @command: ack=struct_ack */
struct struct_go { uint8_t length; uint8_t ID; uint32_t number; /* @seq */ uint8_t speed; } go = {7, 3};
#pragma pack(pop)
`;

for (const [seq, lines] of [
  [
    "uint32_t number; /* @seq */",
    /if \(!structline_newer\(&last, command->number\)\) return;\n {2}ack\.number = command->number;/,
  ],
  ["uint8_t seq;", /\n {2}ack\.seq = command->seq;/],
  ["uint8_t other;", /_init\(&ack\);\n {2}\(void\)command;\n/],
] as const)
  test(`a channel with commands has a sketch that obeys and answers: ${seq}`, { skip: requires("g++") }, async () => {
    const header = COMMANDED.replaceAll("uint32_t number; /* @seq */", seq)
      .replace("ack = {6", seq.startsWith("uint8") ? "ack = {3" : "ack = {6")
      .replace("go = {7", seq.startsWith("uint8") ? "go = {4" : "go = {7");
    const channel = await emitText(header, ["arduino"]);
    assert.deepEqual(complaints(channel, "g++"), { ...NOTHING, "TakeCommands.ino": "" });
    const sketch = channel.files.find(({ path }) => path.endsWith("TakeCommands.ino"))!.text;
    assert.match(sketch, lines);
  });

test("the serial sketch writes frames with the channel's framing", { skip: requires("g++") }, async () => {
  const rig = sampleHeaders().find(({ name }) => name === "rig")!;
  const channel = await emitFramed(rig, PLAIN_FORMAT, ["arduino"], { kind: "cobs" });
  assert.deepEqual(complaints(channel, "g++"), NOTHING);
  const sketch = channel.files.find(({ path }) => path.endsWith("SendSerial.ino"))!.text;
  assert.match(sketch, /rig_mount_stream\(bytes, sizeof bytes, &message\)/);
});
