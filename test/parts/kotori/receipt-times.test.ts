/** Rows that a dialect makes of one body have times of receipt that no other message's rows have. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Addressing } from "../../../runtime/intake/addressing.ts";
import { epochOf } from "../../../runtime/intake/decoding-epoch.ts";
import { Clock } from "../../../runtime/model/clock.ts";
import { KOTORI_FORMS } from "../../../runtime/parts/kotori/forms.ts";
import { messageKinds } from "../../../runtime/sources/registry.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";
import { until } from "../../support/until.ts";

test("members that a dialect turns into rows, each rejected for its time, have different times", async () => {
  const kit = { name: "lab", networks: [], timezone: "UTC", compat: ["bulk" as const] };
  const dialect = messageKinds(epochOf({ realms: [kit], channels: [] }, new Map()), {
    addressing: new Addressing({ forms: [KOTORI_FORMS] }),
  });
  const intake = new MemoryIntake([kit], undefined, dialect, new Clock({ monotonicNs: () => 0n }));
  for (let i = 0; i < 50; i++) {
    const message = { source: "http", sender: "me", address: "lab/a/b/c/tc", contentType: "application/json" };
    const { clock, core } = intake;
    const payload = Buffer.from('{"x":{"n":1},"y":{"n":2}, "z":3}');
    core.take({ message: { ...message, payload, receivedNs: clock.nowNs() }, acknowledge() {}, refuse() {} });
  }
  await until(async () => intake.deadLetters.length === 150);
  assert.equal(new Set(intake.deadLetters.map(({ message }) => message.receivedNs)).size, 150);
});
