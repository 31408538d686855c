/** Runs all phases in memory. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelInput, compile } from "../../generator/compile.ts";
import type { ChannelPlan } from "../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";

const TOOL = { version: "1.2.3" };

function channel(name: string, header: string, overrides: Partial<ChannelPlan> = {}): ChannelInput {
  const plan: ChannelPlan = {
    name,
    udpPort: 8888,
    wampTopic: `lab.${name}`,
    includePath: "/headers",
    headerFiles: [`${name}.h`],
    abi: "x86-64",
    byteOrder: "little",
    layout: undefined,
    defines: new Map(),
    storeExclude: [],
    ...overrides,
  };
  return { plan, reader: memoryReader({ [`${name}.h`]: header }) };
}

const TANK = "struct struct_tank { uint8_t length; uint8_t ID; uint16_t level; } tank = {4, 7};\n";

function codes(...inputs: ChannelInput[]): string[] {
  return compile(inputs, TOOL).diagnostics.map(({ code, span }) => `${span?.file}:${span?.start.line} ${code}`);
}

test("the same channels give the same files, and every path is used once", () => {
  const inputs = () => [channel("rig", TANK), channel("boat", TANK)];
  const { files, diagnostics } = compile(inputs(), TOOL);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(compile(inputs(), TOOL).files, files);
  assert.equal(new Set(files.map(({ path }) => path)).size, files.length);
});

test("problems of all phases and channels are reported together, in order, and no file is written", () => {
  const rig = `${TANK}struct struct_b { uint8_t length; uint8_t ID; uint8_t x; /* @rule: expr=y */ } b = {3, 8};\n`;
  const boat = "struct struct_c { uint8_t length; uint8_t ID; uint8_t *p; } c = {3, 8};\n";
  const { files, diagnostics } = compile([channel("rig", rig), channel("boat", boat)], TOOL);
  assert.deepEqual(files, []);
  assert.deepEqual(
    diagnostics.map(({ span, severity }) => `${span?.file}:${span?.start.line} ${severity}`),
    ["headers/boat.h:1 error", "headers/rig.h:2 error"],
  );
});

test("warnings and notes do not prevent output", () => {
  const forgotten = "struct struct_d { uint8_t length; uint8_t ID; uint8_t x; uint16_t y; } d = {5, 9};\n";
  const { files, diagnostics } = compile([channel("rig", forgotten)], TOOL);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["N202"],
  );
  assert.ok(
    files.some(({ path }) => path === "rig/struct_d.ts"),
    "a file of struct_d",
  );
});

test("the channel's target, byte order and layout reach the layout", () => {
  const header = "struct struct_e { uint8_t length; uint8_t ID; double x; int y; } e = {8, 9};\n";
  assert.deepEqual(codes(channel("rig", header, { abi: "avr" })), []);
  assert.deepEqual(codes(channel("rig", header)), ["headers/rig.h:1 W201"]);
  assert.deepEqual(codes(channel("rig", header, { layout: "packed" })), ["headers/rig.h:1 W203"]);
});

test("a problem in a header that two channels read is reported once", () => {
  const wrong = TANK.replace("level;", "level; //9\n");
  const same = ["rig", "boat"].map((name) => channel(name, wrong, { headerFiles: ["shared.h"] }));
  const readers = same.map(({ plan }) => ({ plan, reader: memoryReader({ "shared.h": wrong }) }));
  assert.deepEqual(codes(...readers), ["headers/shared.h:1 W204"]);
});

test("an empty list of channels is valid", () => {
  const { files, diagnostics } = compile([], TOOL);
  assert.deepEqual(diagnostics, []);
  assert.ok(
    files.some(({ path }) => path === "catalogue.json"),
    "a catalogue",
  );
});

test("hostile depth and size give diagnostics", () => {
  const struct = (member: string) => `struct struct_x { uint8_t length; uint8_t ID; ${member} } x = {3, 1};\n`;
  const hostile = [
    struct(`uint8_t a${"[1]".repeat(20_000)};`),
    struct("uint8_t a[4000000000][4000000000][4000000000];"),
    struct(`${"struct { ".repeat(5000)}uint8_t a;${" };".repeat(5000)}`),
    struct(`uint8_t a; // ${"9".repeat(100_000)}`),
    struct("struct { } a[100000000];"),
  ];
  for (const header of hostile) {
    const { diagnostics } = compile([channel("rig", header)], TOOL);
    assert.ok(diagnostics.length < 100, `${diagnostics.length} problems`);
  }
});

test("a flag for a big-endian processor contradicts a little-endian channel", () => {
  const cflags = ["-mlittle-endian", "-mbig-endian"];
  assert.deepEqual(codes(channel("rig", TANK, { abi: "arm-eabi", cflags })), ["undefined:undefined E506"]);
  assert.deepEqual(codes(channel("rig", TANK, { abi: "arm-eabi", cflags, byteOrder: "big" })), []);
  // Firmware may send numbers in network order.
  const flags = { abi: "arm-eabi", cflags: ["-mlittle-endian"], byteOrder: "big" } as const;
  assert.deepEqual(codes(channel("rig", TANK, flags)), []);
});

test("what a chip's header defines is undefined until one that was read defines it", () => {
  const guarded =
    "#ifndef __PACKED_STRUCT\n#define __PACKED_STRUCT struct __attribute__((packed))\n#endif\n__PACKED_STRUCT";
  assert.deepEqual(codes(channel("rig", TANK.replace("struct", guarded))), []);
});
