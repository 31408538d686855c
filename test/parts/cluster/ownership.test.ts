import assert from "node:assert/strict";
import { test } from "node:test";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { Ownership } from "../../../runtime/parts/cluster/ownership.ts";
import { until } from "../../support/until.ts";

/** A key with revisions. */
class Table {
  #text: string | undefined;
  #revision = 0;

  readonly kv = {
    get: async () => {
      const text = this.#text;
      return text === undefined ? null : { operation: "PUT", revision: this.#revision, string: () => text };
    },
    create: async (_key: string, text: string) => this.#put(text, 0),
    update: async (_key: string, text: string, revision: number) => this.#put(text, revision),
  } as unknown as KV;

  #put(text: string, revision: number): number {
    if (revision !== this.#revision) throw new JetStreamApiError({ code: 400, err_code: 10071, description: "wrong" });
    this.#text = text;
    return ++this.#revision;
  }
}

interface Worker {
  readonly ownership: Ownership;
  readonly owned: Set<number>;
  readonly leaving: Set<number>;
  isBusy: boolean;
}

function workerOf(table: Table, worker: string): Worker {
  const owned = new Set<number>();
  const leaving = new Set<number>();
  const made = { owned, leaving, isBusy: false };
  const ownership = new Ownership({
    bucket: async () => table.kv,
    partitions: 8,
    worker,
    silentMs: 400,
    onGained: (partition) => void owned.add(partition),
    onLost: (partition) => void owned.delete(partition),
    leave: (partition) => {
      leaving.add(partition);
      return !made.isBusy;
    },
    stay: (partition) => void leaving.delete(partition),
    onFinding: (sentence) => assert.fail(sentence),
  });
  return Object.assign(made, { ownership });
}

test("a busy worker releases only as many partitions as it must, and keeps them if the other worker disappears", async () => {
  const table = new Table();
  const a = workerOf(table, "a");
  await until(() => a.owned.size === 8);
  a.isBusy = true;
  const b = workerOf(table, "b");
  await until(() => a.leaving.size > 0);
  assert.deepEqual([...a.leaving].sort(), [4, 5, 6, 7]);
  assert.equal(b.owned.size, 0);
  await b.ownership.stop();
  await until(() => a.leaving.size === 0);
  assert.equal(a.owned.size, 8);
  a.isBusy = false;
  const c = workerOf(table, "c");
  await until(() => c.owned.size === 4 && a.owned.size === 4);
  await a.ownership.stop();
  await until(() => c.owned.size === 8);
  await c.ownership.stop();
});
