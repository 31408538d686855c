import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../generator/compile.ts";
import type { ChannelPlan, PlannedMessage } from "../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../runtime/frames/locator.ts";
import { planOf } from "../support/channel-plan.ts";
import { channelsOf } from "../support/compiled-channels.ts";

const VENDOR = `
#define PACKET_SETUP 5
enum PacketId { PACKET_MOTION, PACKET_SESSION = 0x10, PACKET_FAR = 300 };
typedef struct { float x, y, z; } Motion_t;
class Session { public: uint16_t laps; uint8_t weather; };
namespace radio { struct __attribute__((packed)) gps { uint8_t fix; double lat; }; }
struct setup { int32_t wing; } defaults = { 3 };
struct struct_own { uint8_t length; uint8_t ID; } own = {2, 9};
typedef uint16_t number_t;
`;

function named(...entries: readonly (readonly [id: number | string, struct: string])[]): PlannedMessage[] {
  return entries.map(([id, struct], index) => ({
    id: typeof id === "number" ? id : undefined,
    idText: String(id),
    struct,
    checkExtra: undefined,
    span: { file: "channels.ini", start: { line: 10 + index, column: 3 }, end: { line: 10 + index, column: 4 } },
  }));
}

function compiled(overrides: Partial<ChannelPlan>, header = VENDOR) {
  const plan = planOf({ name: "rig", ...overrides });
  return compile([{ plan, reader: memoryReader({ "lab.h": header }) }], { version: "0.0.0" });
}

const said = (overrides: Partial<ChannelPlan>, header?: string) =>
  compiled(overrides, header).diagnostics.map(
    ({ code, span, message }) => `${span?.file}:${span?.start.line} ${code} ${message}`,
  );

test("the configuration names structs, classes and typedefs as messages [D36]", async () => {
  const messages = named(
    ["PACKET_MOTION", "Motion_t"],
    ["PACKET_SESSION", "Session"],
    [7, "radio::gps"],
    ["PACKET_SETUP", "setup"],
    [9, "struct_own"],
    [8, "Motion_t"],
  );
  const { files, diagnostics } = compiled({ messages });
  // Structs without a head have their ID and length inside a field.
  assert.deepEqual(
    diagnostics.filter(({ code }) => code !== "W421"),
    [],
  );
  const { structs, byId } = (await channelsOf(files))["rig"]!;
  assert.deepEqual(
    structs.map(({ name, id, measurement, wireSize, size }) => [name, id, measurement, wireSize, size]),
    [
      ["Motion_t", 0, "00_Motion_t", 12, 12],
      ["Session", 16, "16_Session", 3, 4],
      ["gps", 7, "07_gps", 9, 9],
      ["setup", 5, "05_setup", 4, 4],
      ["struct_own", 9, "09_own", 2, 2],
      ["Motion_t", 8, "08_Motion_t", 12, 12],
    ],
  );
  assert.equal(byId[16]?.name, "Session");
});

test("wide IDs and texts: dispatch by number, measurement named by the written ID [D37]", async () => {
  const wide = { ...PLAIN_FORMAT, id: parseLocator("u24le@7", "id"), payloadOffset: 10 };
  const far = (
    await channelsOf(compiled({ frames: wide, messages: named([0x10203, "Session"], ["PACKET_FAR", "setup"]) }).files)
  )["rig"]!;
  assert.deepEqual([far.byId[0x10203]?.measurement, far.byId[300]?.measurement], ["66051_Session", "300_setup"]);
  const text = { ...PLAIN_FORMAT, id: parseLocator("text4@0", "id"), payloadOffset: 4 };
  const gps = (await channelsOf(compiled({ frames: text, messages: named([0x47505331, "Session"]) }).files))["rig"]!;
  assert.equal(gps.structs[0]?.measurement, "GPS1_Session");
});

test("header-first structs dispatch by the field at the ID's position", async () => {
  const header = `
    struct hdr { uint16_t length; uint16_t id; };
    struct motion { struct hdr h; float x; } motion = {{8, 0x102}, 0};
    struct session { struct hdr h; uint8_t laps; } session = {{5, 0x103}, 0};
    struct other { uint32_t a; } other = {7};
    struct limits { struct hdr h; } limits;`;
  const frames = { ...PLAIN_FORMAT, id: parseLocator("u16le@2", "id"), length: parseLocator("u16le@0", "length") };
  const { files, diagnostics } = compiled({ frames }, header);
  assert.deepEqual(diagnostics, []);
  const { structs } = (await channelsOf(files))["rig"]!;
  assert.deepEqual(
    structs.map(({ measurement }) => measurement),
    ["258_motion", "259_session"],
  );
  assert.deepEqual(said({ frames }, header.replace("0x103", "0x102")), [
    "headers/lab.h:4 E407 'session' has the ID 258, which 'motion' already has",
  ]);
});

test("where the channel says where the ID is, a message is not said to be ignored", () => {
  const header = "struct struct_wide { uint16_t length; uint8_t ID; float x; } wide = {7, 3};";
  const frames = { ...PLAIN_FORMAT, id: parseLocator("u8@2", "id"), length: parseLocator("u16le@0", "length") };
  const notes = (overrides: Partial<ChannelPlan>) =>
    said(overrides, header).filter((text) => text.includes("N413")).length;
  assert.equal(notes({ frames, layout: "packed" }), 0);
  assert.equal(notes({ layout: "packed" }), 1);
});

test("every wrong entry is reported with its position in the configuration", () => {
  assert.deepEqual(said({ messages: named([1, "Motion"]) }), [
    "channels.ini:10 E414 there is no struct 'Motion' (did you mean 'Motion_t'?)",
  ]);
  assert.deepEqual(said({ messages: named([1, "number_t"], [2, "PacketId"]) }), [
    "channels.ini:10 E415 'number_t' is not a struct",
    "channels.ini:11 E415 'PacketId' is not a struct",
  ]);
  assert.deepEqual(said({ messages: named(["PACKET_MOTOIN", "Motion_t"]) }), [
    "channels.ini:10 E416 no header gives 'PACKET_MOTOIN' a number (did you mean 'PACKET_MOTION'?)",
  ]);
  assert.deepEqual(said({ messages: named(["PACKET_FAR", "Motion_t"]) }), [
    "channels.ini:10 E417 'PACKET_FAR' is 300, but an ID of this channel is at most 255",
  ]);
  assert.deepEqual(said({ messages: named([8, "struct_own"]) }), [
    "channels.ini:10 E418 'struct_own' has the ID 8 here, but its initialiser gives 9",
  ]);
  assert.deepEqual(said({ messages: named(["PACKET_MOTION", "Motion_t"], [0, "Session"]) }), [
    "channels.ini:10 W421 the ID at u8@1 lies inside 'x' (float) of 'Motion_t'",
    "channels.ini:10 W421 the length at u8@0 lies inside 'x' (float) of 'Motion_t'",
    "channels.ini:11 E407 'Session' has the ID 0, which 'Motion_t' already has",
    "channels.ini:11 W421 the ID at u8@1 lies inside 'laps' (uint16_t) of 'Session'",
    "channels.ini:11 W421 the length at u8@0 lies inside 'laps' (uint16_t) of 'Session'",
  ]);
  const frames = { ...PLAIN_FORMAT, id: parseLocator("u16le@6", "id") };
  assert.deepEqual(said({ frames, messages: named([1, "setup"]) }), [
    "channels.ini:10 E419 a frame of 'setup' has 4 bytes, but the ID is at u16le@6",
  ]);
});

test("a syntax error matters only inside a named struct", () => {
  const header = "struct good { uint16_t a; };\nstruct bad { uint8_t a uint8_t b; };\n";
  const frames = { ...PLAIN_FORMAT, payloadOffset: 2 };
  assert.deepEqual(said({ frames, messages: named([1, "good"]) }, header), []);
  assert.match(said({ frames, messages: named([1, "bad"]) }, header).join("\n"), /^headers\/lab\.h:2 E1\d\d /);
});
