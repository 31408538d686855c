/** Proposals for a channel's headers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { propose } from "../../../generator/init/propose.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { planOf } from "../../support/channel-plan.ts";

test("headers are read once, however many of their structs do not compile", () => {
  const structs = Array.from(
    { length: 32 },
    (_, n) =>
      `#define MSG_ID_NUMBER${n} ${n}\nstruct number${n}_t { uint32_t value; ${n % 8 === 5 ? "// @rule: expr=unknown" : ""}\n};`,
  );
  const own = memoryReader({ "x.h": `#include <stdint.h>\n${structs.join("\n")}\n` });
  let reads = 0;
  const reader = {
    read(name: string) {
      if (name === "x.h") reads++;
      return own.read(name);
    },
    list: () => own.list(),
  };
  const found = propose(planOf({ headerFiles: ["x.h"] }), reader, new Map(), {});
  assert.equal(found.kind, "proposal");
  const { messages = [], unusable } = found.kind === "proposal" ? found.proposal : assert.fail();
  assert.deepEqual([messages.length, unusable.length, reads], [28, 4, 1]);
});

test("thousands of structs that do not compile are found in few steps: in their rules, in structs inside, in comments above", () => {
  const bad = [
    (n: number) => `struct number${n}_t { uint32_t value; // @rule: expr=unknown\n};`,
    (n: number) =>
      `struct inner${n} { uint8_t x; /* @rule: expr=absent */ };\nstruct number${n}_t { struct inner${n} i[2]; };`,
    (n: number) => `// @every: never\nstruct number${n}_t { uint32_t value; };`,
    (n: number) => `struct number${n}_t { struct shared s; uint32_t value; };`,
    (n: number) => `struct number${n}_t { uint32_t value; };`,
  ];
  const structs = Array.from({ length: 3000 }, (_, n) => `#define MSG_ID_NUMBER${n} ${n}\n${bad[n % bad.length]!(n)}`);
  const header = `#include <stdint.h>\nstruct shared { uint8_t y; /* @rule: expr=gone */ };\n${structs.join("\n")}\n`;
  const frames = { ...PLAIN_FORMAT, id: parseLocator("u16le@0", "id") };
  const reader = memoryReader({ "x.h": header });
  const found = propose(planOf({ headerFiles: ["x.h"], frames }), reader, new Map(), {});
  const { messages = [], unusable } = found.kind === "proposal" ? found.proposal : assert.fail(found.kind);
  assert.deepEqual([messages.length, messages[0]?.name, unusable.length], [600, "number4_t", 2400]);
  assert.deepEqual(
    new Map(unusable.map(({ name, reason }) => [Number(name.slice(6, -2)) % bad.length, reason])),
    new Map([
      [0, "rule for 'value' uses unknown name 'unknown'"],
      [1, "rule for 'x' uses unknown name 'absent'"],
      [2, "'@every' of 'number2997_t' is not a time like 500ms, 3s or 2m"],
      [3, "rule for 'y' uses unknown name 'gone'"],
    ]),
  );
});

test("structs that contain the one before twice are told in time", () => {
  const levels = Array.from({ length: 40 }, (_, n) => `struct l${n + 1} { struct l${n} a, b; };`);
  const header = `struct l0 { char a; };\n${levels.join("\n")}\n`;
  const found = propose(planOf({ headerFiles: ["x.h"] }), memoryReader({ "x.h": header }), new Map(), {});
  assert.deepEqual([found.kind, found.kind === "nothing" && found.unusable.at(-1)?.name], ["nothing", "l40"]);
});

test("two structs with one ID: the second is refused with both places, not for want of an ID", () => {
  const header = `#include <stdint.h>
typedef struct { uint8_t len; uint8_t id; uint32_t rpm; } motor_t;
static const motor_t motor = {sizeof(motor_t), 1};
typedef struct { uint8_t len; uint8_t id; int16_t t[3]; } temps_t;
static const temps_t temps = {sizeof(temps_t), 1};
typedef struct { uint8_t len; uint8_t id; int16_t v; } other_t;
`;
  const reader = memoryReader({ "x.h": header });
  const found = propose(planOf({ headerFiles: ["x.h"] }), reader, new Map([["x.h", header]]), {});
  const { messages = [], unusable } = found.kind === "proposal" ? found.proposal : assert.fail(found.kind);
  assert.deepEqual(
    messages.map(({ id, name }) => [id, name]),
    [["1", "motor_t"]],
  );
  assert.deepEqual(unusable, [
    {
      name: "temps_t",
      reason: "its ID 1 (the table in x.h:5) is also that of motor_t; correct the header, or name both in 'messages'",
    },
    { name: "other_t", reason: "nothing in the headers says the ID; name it in 'messages'" },
  ]);
});

test("a message whose length or ID is misspelt is named as one", () => {
  const evidence = (length: string, id: string) => {
    const header = `#include <stdint.h>\nstruct rig { uint8_t ${length}; uint8_t ${id}; uint16_t volts; } rig = {4, 1};\n`;
    const reader = memoryReader({ "x.h": header });
    const found = propose(planOf({ headerFiles: ["x.h"] }), reader, new Map([["x.h", header]]), {});
    return found.kind === "proposal" ? found.proposal.messages?.[0]?.evidence : found.kind;
  };
  const said = (name: string, field: string) =>
    `nothing in the headers says its ID: a message has the fields 'length' and 'ID' (is '${name}' '${field}'?)`;
  assert.equal(evidence("lenght", "ID"), said("lenght", "length"));
  assert.equal(evidence("length", "Id"), said("Id", "ID"));
  assert.equal(evidence("size", "type"), "nothing in the headers says its ID");
});
