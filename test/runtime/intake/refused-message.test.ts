/** A message that the disk refuses leaves nothing behind. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted } from "../../../runtime/intake/intake.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";

test("the bad rows of a message that is refused and sent again are dead letters once [D48]", async () => {
  const intake = new MemoryIntake();
  const message: Message = {
    source: "http",
    address: "r/n/g/d/data",
    sender: "10.0.0.1",
    contentType: "text/csv",
    receivedNs: 1000n,
    payload: Buffer.from("## time,n\n2026-02-01T00:00:00Z,1\nno time,2\n"),
  };
  intake.refusal = Promise.resolve();
  await assert.rejects(accepted(intake.core, message), { code: "unavailable" });
  assert.deepEqual([intake.rows(), intake.deadLetters.length], [[], 0]);
  intake.refusal = undefined;
  await accepted(intake.core, message);
  assert.deepEqual([intake.rows().length, intake.deadLetters.length], [1, 1]);
});

test("live viewers and alarms see a message only once it is durable, and never one that is refused [D48]", async () => {
  const intake = new MemoryIntake();
  const message: Message = {
    source: "http",
    address: "r/n/g/d/data",
    sender: "10.0.0.1",
    contentType: "application/json",
    receivedNs: 1000n,
    payload: Buffer.from(JSON.stringify({ n: 1 })),
  };
  intake.refusal = Promise.resolve();
  await assert.rejects(accepted(intake.core, message), { code: "unavailable" });
  assert.deepEqual(intake.shown, []);
  intake.refusal = undefined;
  await accepted(intake.core, message);
  assert.deepEqual(intake.shown, ["r.n.g.d", "g_d_sensors"]);
});
