import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { compileHeader, tank } from "./compile-header.ts";

const columns = (header: string): string[] => compileHeader(header).fields.map(({ column }) => column);
const codes = (header: string, plan: Partial<ChannelPlan> = {}): string[] =>
  compileHeader(header, plan).diagnostics.map(({ code }) => code);

const NESTED = `struct speed { int16_t v[2]; // @rule: name=vel; expr=v / 10
  char unit[4]; };
struct gps { struct speed now; uint8_t fix; };
${tank("struct gps gps; // @rule: name=pos", "struct speed log[2];", "union { uint16_t both; uint8_t low; };")}`;

test("stored names follow the path; a rule's name replaces its own part [D9]", () => {
  const expected = ["length", "ID", "pos.now.vel.0", "pos.now.vel.1", "pos.now.unit", "pos.fix"].concat([
    "log.0.vel.0",
    "log.0.vel.1",
    "log.0.unit",
    "log.1.vel.0",
    "log.1.vel.1",
    "log.1.unit",
    "both",
    "low",
  ]);
  assert.deepEqual(columns(NESTED), expected);
  assert.deepEqual(codes(NESTED), []);
});

test("a rule on an array applies to each element, and its name stands for the element's raw value", () => {
  const { fields } = compileHeader(tank("uint16_t m[2][2]; // @rule: name=x; expr=m / 10 + ID"));
  const expression = (path: string) => ({
    kind: "operation",
    operator: "add",
    operands: [
      {
        kind: "operation",
        operator: "divide",
        operands: [
          { kind: "field", path },
          { kind: "number", value: 10 },
        ],
      },
      { kind: "field", path: "ID" },
    ],
  });
  assert.deepEqual(
    fields.slice(2).map(({ column, expression: compiled }) => [column, compiled]),
    ["m[0][0]", "m[0][1]", "m[1][0]", "m[1][1]"].map((path) => [
      path.replace("m", "x").replaceAll("[", ".").replaceAll("]", ""),
      expression(path),
    ]),
  );
});

test("names of the own record take precedence over those of the struct", () => {
  const header = `struct part { uint8_t raw; uint8_t scaled; /* @rule: expr=scaled + raw + top */ };
${tank("uint8_t raw;", "uint8_t top;", "struct part part;")}`;
  const scaled = compileHeader(header).fields.find(({ leaf }) => leaf.path === "part.scaled");
  const used: string[] = [];
  JSON.stringify(scaled?.expression, (key, value) => {
    if (key === "path") used.push(String(value));
    return value as unknown;
  });
  assert.deepEqual(used, ["part.scaled", "part.raw", "top"]);
});

test("fields take precedence over constants [D10]", () => {
  const { fields } = compileHeader(tank("uint8_t pi; // @rule: expr=pi * 2", "uint8_t e; // @rule: expr=e + pi"));
  assert.deepEqual(fields[3]?.expression, {
    kind: "operation",
    operator: "add",
    operands: [
      { kind: "field", path: "e" },
      { kind: "field", path: "pi" },
    ],
  });
});

test("kinds: numbers are floats; 64-bit integers and bools without an expression keep their kind [D15]", () => {
  const { fields } = compileHeader(
    tank(
      ...["int8_t a;", "double b;", "uint64_t c;", "int64_t d;", "bool e;", "char f[4];", "uint8_t g : 3;"],
      ...["uint64_t h; // @rule: expr=h / 2", "bool i; // @rule: expr=i * 2", "enum { ON } j;"],
    ),
  );
  assert.deepEqual(
    fields.slice(2).map(({ kind, unsigned }) => (unsigned ? `unsigned ${kind}` : kind)),
    ["float", "float", "unsigned integer", "integer", "boolean", "string", "float", "float", "float", "float"],
  );
});

test("the measurement is the two-digit ID and the name without struct_", () => {
  const measurement = (name: string, id: number): string | undefined =>
    compileHeader(`struct ${name} { uint8_t length; uint8_t ID; } x = {2, ${id}};`).structs[0]?.measurement;
  assert.equal(measurement("struct_cap_r", 2), "02_cap_r");
  assert.equal(measurement("struct_struct_x", 14), "14_struct_x");
  assert.equal(measurement("tank", 200), "200_tank");
});

test("store_exclude matches path, stored name or top-level member; other entries give a warning [D15]", () => {
  const storeExclude = ["length", "ID", "pos.fix", "gps.now.v[1]", "log", "low", "ck"];
  const { fields, diagnostics } = compileHeader(NESTED, { storeExclude });
  assert.deepEqual(
    fields.filter(({ excluded }) => !excluded).map(({ column }) => column),
    ["pos.now.vel.0", "pos.now.unit", "both"],
  );
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    ["store_exclude of channel 'tank' names 'ck', which is not a field of its structs"],
  );
});

/** The struct is named by the section. */
function vendor(...members: string[]) {
  const span = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const messages = [{ id: 7, idText: "7", struct: "struct_tank", checkExtra: undefined, span }];
  return compileHeader(tank(...members), { messages });
}

test("a vendor's field with a reserved name is stored under another one, with a note [D36]", () => {
  const { fields, diagnostics } = vendor("uint32_t time;", "uint8_t Time; // @rule: name=clock");
  assert.deepEqual(
    fields.map(({ column }) => column),
    ["length", "ID", "time_", "clock"],
  );
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    ["'time' is stored as 'time_', because 'time' is a reserved name"],
  );
  assert.deepEqual(
    vendor("uint8_t time;", "uint8_t time_;").diagnostics.map(({ code }) => code),
    ["N339"],
  );
});

test("reserved names, and names that differ only in case [D11]", () => {
  assert.deepEqual(codes(tank("uint8_t time;")), ["E319"]);
  assert.deepEqual(codes(tank("uint8_t Time;")), ["E319"]);
  assert.deepEqual(codes(tank("uint8_t _hex_;")), ["E319"]);
  assert.deepEqual(codes(tank("uint8_t a; // @rule: name=time")), ["E319"]);
  assert.deepEqual(codes(tank("uint8_t time; // @rule: name=clock")), []);
  assert.deepEqual(codes(tank("uint8_t time;"), { storeExclude: ["time"] }), []);
  assert.deepEqual(codes(tank("uint8_t a;", "uint8_t A;")), ["E318"]);
  assert.deepEqual(codes(tank("uint8_t a;", "uint8_t A;"), { storeExclude: ["A"] }), []);
  assert.deepEqual(codes(tank("uint8_t a;", "uint8_t b; // @rule: name=a"), { storeExclude: ["b"] }), ["E317"]);
});

test("a problem of a record that is used in many places is reported once", () => {
  const header = `struct part { uint8_t a; /* @rule: expr=b */ };\n${tank("struct part p[20];", "struct part q;")}`;
  assert.deepEqual(codes(header), ["E301"]);
});

test("in a vendor's header, a name that differs by case only is stored under a name of its own", () => {
  const { fields, diagnostics } = vendor("uint8_t temp;", "uint8_t Temp;", "uint8_t TEMP;", "uint8_t temp_;");
  assert.deepEqual(
    fields.slice(2).map(({ column }) => column),
    ["temp", "Temp__", "TEMP___", "temp_"],
  );
  assert.deepEqual(
    diagnostics[0]?.message,
    "'Temp' is stored as 'Temp__', because it differs from 'temp' by case only",
  );
});
