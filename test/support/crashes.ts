/** Kills a process that stores messages, again and again: what was durable is stored once, or kept once as a dead letter. */

import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { openDeadLetters } from "../../runtime/journal/dead-letter-log.ts";
import type { Depot } from "../../runtime/store/duckdb/depot.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const CRASHES = 4;

export interface CrashTarget {
  readonly kind: "duckdb" | "parquet";
  /** Node's arguments to run the process, without those of the run. */
  readonly program: readonly string[];
  /** For the depot. */
  readonly more?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depotOf?: (directory: string) => Depot;
}

function start(
  directory: string,
  first: number,
  mode: "run" | "finish",
  { program, kind, more = [], environment = {} }: CrashTarget,
): ChildProcessByStdio<null, Readable, null> {
  const args = [...program, directory, String(first), mode, kind, ...more];
  return spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
}

/** Kills the process after `lines` acknowledgements and returns the last durable number. */
async function crashAfter(directory: string, first: number, lines: number, target: CrashTarget): Promise<number> {
  const child = start(directory, first, "run", target);
  const exited = once(child, "exit");
  let output = "";
  let killed = false;
  for await (const chunk of child.stdout) {
    output += chunk;
    if (killed || output.split("\n").length <= lines) continue;
    child.kill("SIGKILL");
    killed = true;
  }
  await exited;
  return Number(output.split("\n").at(-2));
}

/** Number of rows of message `n` in the target's decoder. */
function expectedRows(n: number): number {
  return n % 5 === 0 ? 3 : n % 11 === 0 ? 0 : 1;
}

/** How often each message is there, as a row or a dead letter. */
async function countRows(directory: string, target: CrashTarget): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const count = (n: number) => counts.set(n, (counts.get(n) ?? 0) + 1);
  const path = join(directory, "telemetry.duckdb");
  const { kind, depotOf } = target;
  const archive = kind === "duckdb" ? {} : { parquet: directory, ...(depotOf && { depot: depotOf(directory) }) };
  const store = openDuckdbStore({ path, ...archive });
  await store.open();
  for await (const row of store.rows({ database: "lab_net", measurement: "gw_node_sensors", fromNs: 0n })) {
    count(Number(row.values["n"]));
  }
  await store.close();
  const letters = await openDeadLetters(join(directory, "dead-letters"));
  for (const { message } of await letters.list()) count(Number(Buffer.from(message.payload).toString()));
  await letters.close();
  return counts;
}

export async function assertNothingLost(target: CrashTarget): Promise<void> {
  await inTemporaryFolder(async (directory) => {
    const durable: { readonly first: number; readonly last: number }[] = [];
    for (let crash = 1; crash <= CRASHES; crash++) {
      const first = crash * 1_000_000;
      durable.push({ first, last: await crashAfter(directory, first, 5 + ((crash * 37) % 90), target) });
    }
    const [code] = await once(start(directory, 0, "finish", target), "exit");
    assert.equal(code, 0);
    const hasFiles = (await readdir(directory)).some((name) => name.startsWith("database="));
    assert.equal(hasFiles || target.depotOf !== undefined, target.kind !== "duckdb");

    const counts = await countRows(directory, target);
    let messages = 0;
    for (const { first, last } of durable) {
      assert.ok(last >= first, `crash before anything was durable: ${last}`);
      for (let n = first; n <= last; n++) {
        assert.equal(counts.get(n) ?? 0, expectedRows(n), `message ${n}`);
        messages++;
      }
    }
    assert.ok(messages > 200, `${messages}`);
    for (const [n, rows] of counts) assert.equal(rows, expectedRows(n), `message ${n}`);
  });
}
