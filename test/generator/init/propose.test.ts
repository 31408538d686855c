/** Proposals for a channel's headers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { propose } from "../../../generator/init/propose.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
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
