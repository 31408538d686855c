import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Lab, ROOT } from "../support/lab.ts";

const NAMED = `#include <stdint.h>
enum PacketId { PACKET_MOTION = 3, PACKET_SESSION };
struct vec { float x, y, z; };
struct PacketMotionData { struct vec speed; uint8_t gear; };
namespace game { struct PacketSessionData { uint16_t laps; }; }
`;
const NAMELESS = "struct vec { float x; };\nstruct gps { struct vec at[2]; };\ntypedef struct { int16_t t; } temp_t;\n";
const OWN = "struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};\n";

const SECTION = (name: string, keys = "") =>
  `[lab-${name}]\r\nudp_port = 0\r\nwamp_topic = lab.${name}\r\ninclude_path = headers\r\nheader_files = ${name}.h\r\n${keys}\r\n; behind it\r\n`;
const labs: Lab[] = [];
after(() => Promise.all(labs.map((lab) => lab.remove())));

function labOf(headers: Readonly<Record<string, string>>, keys = ""): Lab {
  const names = Object.keys(headers);
  const channels = names.map((name) => `lab-${name}`).join(", ");
  const lab = new Lab({
    ini: `[lab]\r\nchannels = ${channels}\r\n${names.map((name) => SECTION(name, keys)).join("")}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [`${name}.h`, text])),
  });
  labs.push(lab);
  return lab;
}

function channelMessage(lab: Lab, ...args: readonly string[]) {
  const command = [join(ROOT, "dist/channel-message.js"), ...args, "--config", lab.config];
  return spawnSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
}

test("adopt writes 'messages =' with the enumerators' names, and makes the codecs; doing it again says that it is done", () => {
  const lab = labOf({ car: NAMED }, "id = u8@0\r\nlength = none\r\n");
  const { status, stderr, stdout } = channelMessage(lab, "car", "adopt");
  assert.equal(status, 0, stderr);
  assert.equal(
    stderr,
    "[lab-car]: wrote messages = PACKET_MOTION PacketMotionData, PACKET_SESSION game::PacketSessionData\n",
  );
  assert.match(stdout, /written/);
  assert.ok(
    readFileSync(lab.config, "utf8").includes(
      "\r\nlength = none\r\nmessages = PACKET_MOTION PacketMotionData          ; 16 bytes\r\n           PACKET_SESSION game::PacketSessionData  ; 2 bytes\r\n\r\n; behind it\r\n",
    ),
    readFileSync(lab.config, "utf8"),
  );
  assert.match(channelMessage(lab, "car", "info", "PacketMotionData").stdout, /speed/);
  const again = channelMessage(lab, "car", "adopt");
  assert.equal(again.status, 1);
  assert.match(again.stderr, /^structline gen: 'messages' stands in \[lab-car\] already\n/);
});

test("without enumerators the structs that are no part of another are numbered, and it is said that this is a guess", () => {
  const lab = labOf({ node: NAMELESS });
  const { status, output } = lab.generate("--adopt", "lab-node");
  assert.equal(status, 0, output);
  assert.match(
    output,
    /^\[lab-node\]: wrote messages = 1 gps, 2 temp_t\nno enumerator names the messages: the IDs are guessed/m,
  );
  assert.match(output, /say where they stand: id =, length =/);
  assert.match(readFileSync(lab.config, "utf8"), /^messages = 1 gps {5}; 8 bytes, ID guessed\r$/m);
});

test("what cannot be adopted is said in a sentence, and nothing is written", () => {
  const lab = labOf({ own: OWN, none: "int x;\n" });
  const before = readFileSync(lab.config, "utf8");
  assert.match(
    lab.generate("--adopt", "own").output,
    /headers of channel 'own' say themselves which structs are messages/,
  );
  assert.match(lab.generate("--adopt", "none").output, /have no struct that could be a message/);
  assert.match(lab.generate("--adopt", "onw").output, /there is no channel 'onw'; did you mean 'own'\?/);
  assert.match(lab.generate("--adopt", "own", "--check").output, /--adopt writes, and --check does not/);
  assert.equal(readFileSync(lab.config, "utf8"), before);
});
