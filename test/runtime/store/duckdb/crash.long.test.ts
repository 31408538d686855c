import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { openDeadLetters } from "../../../../runtime/journal/dead-letter-log.ts";
import { BucketDepot } from "../../../../runtime/store/bucket/bucket-depot.ts";
import { S3 } from "../../../../runtime/store/bucket/s3.ts";
import { type DuckdbStoreOptions, openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { programArguments } from "../../../support/programs.ts";
import { ENVIRONMENT, type S3Server, startS3 } from "../../../support/s3-server.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const CRASHES = 4;

/** Of the test that has one. */
let server: S3Server | undefined;

type Kind = "duckdb" | "parquet" | "bucket";

function start(
  directory: string,
  first: number,
  mode: "run" | "finish",
  kind: Kind,
): ChildProcessByStdio<null, Readable, null> {
  const bucket = server === undefined ? [] : [JSON.stringify(server.settings)];
  const args = [...programArguments("crash-target"), directory, String(first), mode, kind, ...bucket];
  const env = { ...process.env, ...ENVIRONMENT };
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env });
}

/** Kills the process after `lines` acknowledgements and returns the last durable number. */
async function crashAfter(directory: string, first: number, lines: number, kind: Kind): Promise<number> {
  const child = start(directory, first, "run", kind);
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

for (const kind of ["duckdb", "parquet", "bucket"] as const) {
  test(`whatever is killed at any point, every durable message is stored once, or kept once as a dead letter: ${kind}`, () =>
    kind === "bucket" ? inBucket(() => assertNothingLost(kind)) : assertNothingLost(kind));
}

function archiveOf(directory: string): Partial<DuckdbStoreOptions> {
  if (server === undefined) return { parquet: directory };
  return {
    parquet: directory,
    depot: new BucketDepot({ s3: new S3(server.settings, ENVIRONMENT), directory, cacheBytes: 2 ** 24 }),
  };
}

async function inBucket(body: () => Promise<void>): Promise<void> {
  server = await startS3();
  await body();
  const left = new Set([...server.objects.keys()].filter((key) => key.endsWith(".parquet")));
  const manifests = [...server.objects].filter(([key]) => key.endsWith("manifest.json"));
  const named = manifests.flatMap(([, text]) => JSON.parse(String(text)).files.map(({ key }: { key: string }) => key));
  assert.ok(named.length > 0, `${named.length} places of death`);
  assert.deepEqual(
    named.filter((key) => !left.has(key)),
    [],
    "a manifest names what there is",
  );
  await server.halt();
  server = undefined;
}

/** How often each message is there, as a row or a dead letter. */
async function countRows(directory: string, kind: Kind): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const count = (n: number) => counts.set(n, (counts.get(n) ?? 0) + 1);
  const path = join(directory, "telemetry.duckdb");
  const store = openDuckdbStore({ path, ...(kind === "duckdb" ? {} : archiveOf(directory)) });
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

async function assertNothingLost(kind: Kind): Promise<void> {
  await inTemporaryFolder(async (directory) => {
    const durable: { readonly first: number; readonly last: number }[] = [];
    for (let crash = 1; crash <= CRASHES; crash++) {
      const first = crash * 1_000_000;
      durable.push({ first, last: await crashAfter(directory, first, 5 + ((crash * 37) % 90), kind) });
    }
    const [code] = await once(start(directory, 0, "finish", kind), "exit");
    assert.equal(code, 0);
    const hasFiles = (await readdir(directory)).some((name) => name.startsWith("database="));
    assert.equal(hasFiles || server !== undefined, kind !== "duckdb");

    const counts = await countRows(directory, kind);
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
