/** Rows without their own times have those of receipt, which no other message's rows have. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { epochOf } from "../../../runtime/intake/decoding-epoch.ts";
import { Clock } from "../../../runtime/model/clock.ts";
import { messageKinds } from "../../../runtime/sources/registry.ts";

import { MemoryIntake } from "../../support/memory-intake.ts";

const realm = { name: "lab", networks: [], timezone: "UTC" };
const kinds = messageKinds(epochOf({ realms: [realm], channels: [] }, new Map()));
const everyRealm = messageKinds(epochOf({ realms: [], channels: [] }, new Map()));

const BODIES: Readonly<Record<string, readonly [type: string, body: string, rows: number]>> = {
  "one object": ["application/json", '{"n":1}', 1],
  "an array": ["application/json", '[{"n":1},{"n":2},{"n":3}]', 3],
  "an array whose last row has a time": ["application/json", ' [{"n":1},{"n":2},{"n":3,"time":1769860800}]', 2],
  "an array whose last row is bad": ["application/json", '[{"n":1},7,{}]', 1],
  "lines of CSV": ["text/csv", "## n\n1\n2\n3\n", 3],
  "lines that end in CR": ["text/csv", "## n\r1\r2\r3", 3],
};

for (const [name, [contentType, body, rows]] of Object.entries(BODIES)) {
  for (const device of ["lab/a/b/c/data", "gone/a/b/c/data"]) {
    test(`${name} to ${device}: messages in quick succession have different times, also when retried`, async () => {
      // Time passes only by the steps of the clock.
      const intake = new MemoryIntake([realm], undefined, kinds, new Clock({ monotonicNs: () => 0n }));
      const take = (address: string) => {
        const message = { source: "http", sender: "me", address, contentType, payload: Buffer.from(body) };
        const { clock, core } = intake;
        core.take({ message: { ...message, receivedNs: clock.nowNs() }, acknowledge: () => {}, refuse: () => {} });
      };
      for (let i = 0; i < 50; i++) for (const address of [device, "lab/a/b/c/data"]) take(address);
      while (intake.deadLetters.length + intake.messages.length < 100) await new Promise(setImmediate);
      const again = intake.deadLetters.flatMap(
        ({ message }) => everyRealm.decode({ ...message, isRetry: true }).points,
      );
      const isOfReceipt = ({ timeNs }: { timeNs: bigint }) => timeNs !== 1_769_860_800_000_000_000n;
      const times = [...intake.points, ...again].filter(isOfReceipt).map(({ timeNs }) => timeNs);
      assert.equal(times.length, 100 * rows);
      assert.equal(new Set(times).size, times.length);
    });
  }
}
