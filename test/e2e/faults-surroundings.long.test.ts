/** Disk, database, broker and clock fail and come back. The long form is `scripts/campaigns/faults.ts`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDatagramsStored, assertNothingLost } from "../support/faults/assert-outcome.ts";
import { diskFull } from "../support/faults/disk.ts";
import { brokerRestarted, clockSetBack, storeDown } from "../support/faults/surroundings.ts";
import { requires } from "../support/requirements.ts";
import { needsSmallDisk } from "../support/small-disk.ts";

test("a full disk gives 503, no PUBACK, and counted datagrams; the service continues without a restart when there is space", {
  skip: needsSmallDisk(),
}, async () => {
  const outcome = await diskFull(32, 1);
  assertNothingLost(outcome);
  assert.match(outcome.note, /503 `Unable to keep data: the journal cannot be written .*ENOSPC.*no PUBACK/);
  const { sent = 0, stored = 0 } = outcome.counts.udp ?? {};
  const [, unavailable] = /(\d+) datagrams counted as unavailable/.exec(outcome.note) ?? [];
  assert.equal(stored + Number(unavailable), sent);
});

test("InfluxDB is killed and comes back", { skip: requires("influxd") }, async () => {
  const outcome = await storeDown(2);
  assertNothingLost(outcome);
  assertDatagramsStored(outcome);
});

test("an external broker is restarted", { skip: requires("mosquitto") }, async () => {
  assertNothingLost(await brokerRestarted(2));
});

test("the clock is set back by an hour for a second: rows keep their order and none is overwritten", {
  skip: requires("faketime"),
}, async () => {
  const outcome = await clockSetBack(1);
  assertNothingLost(outcome);
  assertDatagramsStored(outcome);
  assert.match(
    outcome.note,
    /^rows are in the order of their sending; .*The system clock went back by 60 min; times of receipt ignore this/,
  );
});
