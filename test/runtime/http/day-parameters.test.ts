import assert from "node:assert/strict";
import { test } from "node:test";
import { timeNs } from "../../../runtime/http/parameters.ts";

/** 23:30 UTC on 28 March 2026; in Berlin it is 0:30 on the 29th, a day of 23 hours. */
const NOW_NS = BigInt(Date.UTC(2026, 2, 28, 23, 30)) * 1_000_000n;

for (const [query, zone, instant] of [
  ["from=today", "UTC", "2026-03-28T00:00:00.000Z"],
  ["to=today", "UTC", "2026-03-29T00:00:00.000Z"],
  ["from=yesterday", "UTC", "2026-03-27T00:00:00.000Z"],
  ["to=yesterday", "UTC", "2026-03-28T00:00:00.000Z"],
  ["from=today", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["to=today", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["from=yesterday", "America/New_York", "2026-03-27T04:00:00.000Z"],
] as const) {
  test(`${query} in ${zone} is ${instant}`, () => {
    const [key = ""] = query.split("=");
    const found = timeNs(new URLSearchParams(query), key, NOW_NS, zone);
    assert.equal(new Date(Number(found! / 1_000_000n)).toISOString(), instant);
  });
}
