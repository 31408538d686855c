import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type ReplayApiOptions, type ReplayLine, replayApi } from "../../../runtime/parts/replay/replay-api.ts";
import { user } from "../../support/callers.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";
import { jsonPost } from "../../support/json-post.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const HEADER = `struct struct_probe { uint8_t length; uint8_t ID; uint16_t v; // @rule: name=volts; expr=v / 100
} probe = {4, 2};`;
const { files } = compile([{ plan: planOf({ name: "rig" }), reader: memoryReader({ "lab.h": HEADER }) }], {
  version: "0.0.0",
});
const codecs = (await channelsOf(files))["rig"]!;
const rig = { name: "rig", wampTopic: "lab.rig", codecs };

function apiOf(store: MemoryStore, more: Partial<ReplayApiOptions> = {}) {
  const channel = (name: string) => (name === "rig" ? rig : undefined);
  return replayApi({ store, channel, settled: async () => true, log: SILENT, ...more });
}

function storeWithRow(): MemoryStore {
  const store = new MemoryStore();
  const types = { length: "float", ID: "float", volts: "float", _hex_: "string" } as const;
  store.add("lab_rig", "02_probe", types, [{ timeNs: 5n, values: { length: 4, ID: 2, volts: 9, _hex_: "04020500" } }]);
  return store;
}

async function volts(store: MemoryStore): Promise<unknown> {
  for await (const { values } of store.rows({ database: "lab_rig", measurement: "02_probe" })) return values["volts"];
  return undefined;
}

async function order(api: ReturnType<typeof replayApi>, body: object, path = "/replay/rig"): Promise<Response> {
  return api.request(path, jsonPost(body));
}

async function lastLine(response: Response): Promise<ReplayLine> {
  const lines = (await response.text()).trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as ReplayLine;
}

test("without 'apply' nothing is written", async () => {
  const store = storeWithRow();
  const api = apiOf(store);
  const sum = { rows: 1, different: 1, left: 0 };
  assert.deepEqual(await lastLine(await order(api, {})), { step: "end", mode: "dry-run", ...sum, rewritten: 0 });
  assert.equal(await volts(store), 9);
  const applied = await lastLine(await order(api, { apply: true, struct: "probe" }));
  assert.deepEqual(applied, { step: "end", mode: "rewrite", ...sum, rewritten: 1 });
  assert.equal(await volts(store), 0.05);
});

test("rows with times ahead of the clock are replayed too: the clock was set back, or the sender's is ahead", async () => {
  const store = new MemoryStore();
  const types = { length: "float", ID: "float", volts: "float", _hex_: "string" } as const;
  const timeNs = BigInt(Date.now() + 3_600_000) * 1_000_000n;
  store.add("lab_rig", "02_probe", types, [{ timeNs, values: { length: 4, ID: 2, volts: 9, _hex_: "04020500" } }]);
  await lastLine(await order(apiOf(store), { apply: true }));
  assert.equal(await volts(store), 0.05);
});

test("a user without permission to manage changes and sees nothing", async () => {
  const store = storeWithRow();
  const response = await order(apiOf(store, { caller: () => user({}) }), { apply: true });
  assert.deepEqual([response.status, await response.text()], [403, "Only administrators may rewrite stored rows"]);
  assert.equal(await volts(store), 9);
});

test("an invalid order is refused completely", async () => {
  const api = apiOf(storeWithRow());
  for (const body of [{ aply: true }, { apply: "yes" }, { from: 5 }, { examples: -1 }, []]) {
    assert.equal((await order(api, body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await order(api, { struct: "nothing" })).status, 404);
  assert.equal((await order(api, {}, "/replay/nothing")).status, 404);
});

test("a store that is behind is not replayed, and a refused replay does not block the next one", async () => {
  let isSettled = false;
  const api = apiOf(storeWithRow(), { settled: async () => isSettled });
  assert.equal((await order(api, {})).status, 503);
  isSettled = true;
  assert.equal((await lastLine(await order(api, {}))).step, "end");
});

test("one replay at a time; a client that disconnects ends only its own", async () => {
  const api = apiOf(storeWithRow());
  const first = await order(api, {});
  const second = await order(api, {});
  assert.deepEqual(
    [second.status, await second.text()],
    [409, "A replay of channel 'rig' is running; wait for its end"],
  );
  await first.body?.cancel();
  assert.equal((await lastLine(await order(api, {}))).step, "end");
});

test("a store that fails during a replay is reported in the last line", async () => {
  class FailingStore extends MemoryStore {
    override rewrite(): never {
      throw new Error("the disk is full");
    }
  }
  const store = new FailingStore();
  const types = { volts: "float", _hex_: "string" } as const;
  store.add("lab_rig", "02_probe", types, [{ timeNs: 5n, values: { volts: 9, _hex_: "04020500" } }]);
  const api = apiOf(store);
  for (let attempt = 0; attempt < 2; attempt++) {
    const line = await lastLine(await order(api, { apply: true }));
    assert.deepEqual(line, { step: "failed", message: "the disk is full" });
  }
});
