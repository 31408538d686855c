import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { Lab, ROOT } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";

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
  const command = [join(ROOT, "dist/channel-message.cjs"), ...args, "--config", lab.config];
  return spawnSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
}

test("adopt writes 'messages =' with the enumerators' names and generates codecs; a second run reports that nothing is left to do", () => {
  const lab = labOf({ car: NAMED }, "id = u8@0\r\nlength = none\r\n");
  const { status, stderr, stdout } = channelMessage(lab, "car", "adopt");
  assert.equal(status, 0, stderr);
  assert.match(
    stderr,
    /^\[lab-car\]: wrote\nabi = x86-64: the headers name no processor, and every one has the same layout\n {2}PACKET_MOTION PacketMotionData +16 bytes; the enumerator has the same words \(0\.90\)\n/,
  );
  assert.match(stdout, /written/);
  assert.ok(
    readFileSync(lab.config, "utf8").includes(
      "\r\nlength = none\r\nabi = x86-64  ; the headers name no processor, and every one has the same layout\r\nmessages = PACKET_MOTION PacketMotionData          ; 16 bytes\r\n           PACKET_SESSION game::PacketSessionData  ; 2 bytes\r\n\r\n; behind it\r\n",
    ),
    readFileSync(lab.config, "utf8"),
  );
  assert.match(channelMessage(lab, "car", "info", "PacketMotionData").stdout, /speed/);
  const again = channelMessage(lab, "car", "adopt");
  assert.equal(again.status, 1);
  assert.match(again.stderr, /^structline gen: \[lab-car\] already has 'messages'\n/);
});

test("without enumerators, structs that are not part of others are numbered, and reported as guesses", {
  skip: onlyLong,
}, () => {
  const inside = labOf({ node: NAMELESS }).generate("--adopt", "lab-node");
  assert.equal(inside.status, 1);
  assert.match(
    inside.output,
    /nothing was written: the ID at u8@1 lies inside 'at\[0\]\.x' .*\n(?:.*\n)* {2}1 gps +8 bytes/,
  );
  const lab = labOf({ node: NAMELESS }, "payload_offset = 2");
  const { status, output } = lab.generate("--adopt", "lab-node");
  assert.equal(status, 0, output);
  assert.match(
    output,
    / {2}1 gps +8 bytes; nothing in the headers says its ID\n {2}2 temp_t .*\nthe headers do not give these IDs: they are guesses/,
  );
  assert.match(readFileSync(lab.config, "utf8"), /^messages = 1 gps {5}; 8 bytes, ID guessed\r$/m);
});

const HEAD = `#include <stdint.h>
#pragma pack(1)
struct hdr { uint16_t sync; uint32_t time; uint16_t m_msgType; uint16_t payload_len; };
struct pose { struct hdr h; float x, y; };
struct power { struct hdr h; uint16_t mv; };
`;

test("a common head gives ID and length: proposed as a guess, and never instead of configured values", {
  skip: onlyLong,
}, () => {
  const lab = labOf({ bot: HEAD });
  const { status, output } = lab.generate("--adopt", "bot");
  assert.equal(status, 0, output);
  assert.match(output, /^id = u16le@6: field 'm_msgType'; length = /m);
  const text = readFileSync(lab.config, "utf8");
  assert.match(
    text,
    /^abi = x86-64 .*\r\nid = u16le@6 {2}; guessed: field 'm_msgType'\r\nlength = u16le@8\+10 {2}; guessed: field 'payload_len', and the head of 10 bytes\r\nmessages = 1 pose /m,
  );
  const frame = Buffer.from("55aa00000000010008000000803f00000040", "hex");
  assert.match(channelMessage(lab, "bot", "decode", `0x${frame.toString("hex")}`).stdout, /y\s+2\b/);

  const said = labOf({ bot: HEAD }, "id = u8@6\r\nbyte_order = big");
  assert.equal(said.generate("--adopt", "bot").status, 0);
  const lines = readFileSync(said.config, "utf8").split("\r\n");
  assert.deepEqual(
    lines.filter((line) => /^(?:id|length) /.test(line)),
    ["id = u8@6", "length = u16be@8+10  ; guessed: field 'payload_len', and the head of 10 bytes"],
  );
});

test("an ambiguous ID, or one outside a common head, is not guessed", { skip: onlyLong }, () => {
  const lab = labOf({
    twice:
      "struct a { uint8_t type; uint8_t kind; uint8_t msg_type; };\nstruct b { uint8_t type; uint8_t kind; uint8_t msg_type; };\n",
    apart: "struct a { uint8_t id; };\nstruct b { uint16_t id; };\n",
    plain: "struct a { uint8_t length; uint8_t id; uint8_t x; };\nstruct b { uint8_t length; uint8_t id; };\n",
  });
  for (const name of ["twice", "apart", "plain"]) lab.generate("--adopt", name);
  assert.doesNotMatch(readFileSync(lab.config, "utf8"), /^id =/m);
});

const COMPILERS = `#include <stdint.h>
struct struct_temp { uint8_t length; uint8_t ID; uint8_t mode; uint32_t count; double value; uint16_t crc; /* @check: crc16/modbus */ } temp = {24, 1};
struct struct_flags { uint8_t length; uint8_t ID; uint8_t low : 4; uint16_t high : 4; uint8_t end; } flags = {5, 2};
`;

test("explain compares an unknown frame with other compilers' layouts of the header", {
  skip: onlyLong,
}, () => {
  const lab = labOf({ rig: COMPILERS });
  assert.equal(lab.generate().status, 0);
  // avr: no alignment, and double is a 32-bit float.
  const avr = Buffer.from("0d0105070000000000c03f0000", "hex");
  avr.writeUInt16LE(checksumOf("crc16/modbus")!.of(avr, 0, 11), 11);
  const strange = channelMessage(lab, "rig", "explain", `0x${avr.toString("hex")}`);
  assert.equal(strange.status, 0, strange.stderr);
  assert.match(
    strange.stdout,
    /^1\. it fits a struct_temp as another compiler lays it out \(13 bytes instead of 18, 'count' at byte 3 \(4 wide\) instead of byte 4 \(4 wide\)\), and its checksum is right, and its length field says so: abi = avr, or abi = sdcc$/m,
  );
  // Microsoft's compiler starts a new storage unit for a bit-field of another size.
  const { stdout } = channelMessage(lab, "rig", "explain", "0x080205000a000700", "--json");
  const { guesses } = JSON.parse(stdout) as { guesses: string[] };
  assert.match(
    guesses[0] ?? "",
    /'high' at byte 4 instead of byte 2, bit 4\), and its length field says so: abi = msvc-x64, or abi = mingw-x64$/,
  );
  // Decodable frames need no compiler, nor does a channel without headers.
  rmSync(join(lab.directory, "headers/rig.h"));
  const gone = channelMessage(lab, "rig", "explain", `0x${avr.toString("hex")}`);
  assert.equal(gone.status, 0, gone.stderr);
  assert.doesNotMatch(gone.stdout, /another compiler/);
});

test("if nothing can be adopted, a sentence says why, and nothing is written", { skip: onlyLong }, () => {
  const lab = labOf({ own: OWN, none: "int x;\n" });
  const before = readFileSync(lab.config, "utf8");
  assert.match(lab.generate("--adopt", "own").output, /headers of channel 'own' declare their messages/);
  assert.match(lab.generate("--adopt", "none").output, /have no struct that could be a message/);
  const deep = labOf({
    deep: `struct a { unsigned char length, ID; ${"struct {".repeat(3000)}int x;${"} m;".repeat(3000)} };`,
  });
  assert.match(
    deep.generate("--adopt", "deep").output,
    /could be a message\n.*deep\.h:1:1: error E110: .*nested too deeply/,
  );
  assert.match(lab.generate("--adopt", "onw").output, /there is no channel 'onw'; did you mean 'own'\?/);
  assert.match(lab.generate("--adopt", "own", "--check").output, /--adopt writes, and --check does not/);
  assert.equal(readFileSync(lab.config, "utf8"), before);
});
