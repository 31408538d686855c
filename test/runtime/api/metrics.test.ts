import assert from "node:assert/strict";
import { test } from "node:test";
import { openRegistry } from "../../../runtime/api/metrics-registry.ts";
import type { PartStatus } from "../../../runtime/model/part-status.ts";
import { COUNTERS } from "../../../runtime/service/counters.ts";
import { parseExposition } from "../../support/exposition-format.ts";

test("each output is counted separately", async () => {
  const of = (counts: Readonly<Record<string, number>>): PartStatus => ({ state: "ok", detail: "", counts });
  const parts = {
    writer: of({ stored: 5, waiting: 1, queuedRows: 2, givenUp: 0 }),
    "writer-store-beta": of({ stored: 7, waiting: 3, queuedRows: 4, givenUp: 6 }),
    journal: of({ appended: 12 }),
  };
  const text = await openRegistry({
    version: "1",
    sources: ["http"],
    counters: COUNTERS,
    health: { parts: () => parts, ready: true },
    activity: { sources: () => [][Symbol.iterator](), decodedOtherwise: 0 },
    oldestWaitingSeconds: () => 0,
  })();
  // Values of a process before its event loop has turned once are not numbers.
  const own = text.split(/^(?=# HELP)/m).filter((family) => !family.startsWith("# HELP structline_nodejs"));
  const families = parseExposition(own.join(""));
  const samples = (name: string) => Object.fromEntries(families.get(`structline_${name}`)?.samples ?? []);
  const [main, beta] = ['{output="store"}', '{output="store-beta"}'];
  for (const [name, ofMain, ofBeta] of [
    ["stored_rows_total", 5, 7],
    ["journal_waiting_messages", 1, 3],
    ["queued_rows", 2, 4],
    ["given_up_rows_total", 0, 6],
  ] as const) {
    assert.deepEqual(samples(name), { [main!]: ofMain, [beta!]: ofBeta }, name);
  }
  assert.deepEqual(samples("journal_messages_total"), { "": 12 });
});
