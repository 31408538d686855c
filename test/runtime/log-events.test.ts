/** Users' alarms search for `event` names in logs: docs/operations.md lists each of them and no other. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";

/** `log.warn({ event: "…"`, and functions that take an event's name. */
const EVENT = /(?:(?<!readonly )\bevent: |\bfinding\(|#warn\()"([^"]+)"/g;

function eventsInSources(): Set<string> {
  const files = readdirSync(join(ROOT, "runtime"), { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(ROOT, "runtime", file), "utf8"));
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(EVENT), ([, event = ""]) => event)));
}

function eventsInDocumentation(): Set<string> {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, section = ""] = page.split(/^## Logs$/m);
  const [table = ""] = section.split(/^## /m);
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return new Set(
    rows.flatMap((row) => Array.from(row.split("|")[1]?.matchAll(/`([^`]+)`/g) ?? [], ([, event = ""]) => event)),
  );
}

test("docs/operations.md lists every event of the logs and no other", () => {
  assert.deepEqual([...eventsInDocumentation()].sort(), [...eventsInSources()].sort());
});

test("event names are lower-case words, separated by dots", () => {
  for (const event of eventsInSources()) assert.match(event, /^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?$/);
});
