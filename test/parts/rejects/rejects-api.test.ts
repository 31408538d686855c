import assert from "node:assert/strict";
import { test } from "node:test";
import { ownDeadLetters } from "../../../runtime/journal/dead-letter-access.ts";
import type { DeadLetter } from "../../../runtime/journal/dead-letters.ts";
import { rejectsApi } from "../../../runtime/parts/rejects/rejects-api.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { jsonPost } from "../../support/json-post.ts";
import { pause } from "../../support/until.ts";

function letters(count: number): Map<number, DeadLetter> {
  const error = { message: "", type: "ValueError", description: "" };
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  return new Map(ids.map((id) => [id, { id, message: messageOf(`${id}`), code: "unknown-id", error, key: "" }]));
}

function post(api: ReturnType<typeof rejectsApi>): Promise<Response> {
  const body = JSON.stringify({ all: true });
  return Promise.resolve(
    api.request("/rejects/retry", { method: "POST", headers: { "Content-Type": "application/json" }, body }),
  );
}

test("one retry at a time; stored letters are dropped block by block, so an interruption repeats only a few", async () => {
  const kept = letters(250);
  const dropped: number[] = [];
  let retried = 0;
  const api = rejectsApi({
    deadLetters: ownDeadLetters({
      list: async () => [...kept.values()],
      find: async (ids) => ids.flatMap((id) => kept.get(id) ?? []),
      drop: async (ids) => {
        dropped.push(ids.length);
        for (const id of ids) kept.delete(id);
        return ids.length;
      },
    }),
    show: () => "",
    retry: async ({ id }) => {
      retried++;
      await pause(1, "the second request comes while the first one retries");
      if (id % 50 === 0) throw new Error("still unknown");
    },
  });
  const [first, second] = await Promise.all([post(api), post(api)]);
  assert.equal(second.status, 409);
  assert.deepEqual(await first.json(), {
    stored: 245,
    failed: [50, 100, 150, 200, 250].map((id) => ({ id, reason: "still unknown" })),
  });
  assert.equal(retried, 250);
  assert.deepEqual(dropped, [98, 98, 49]);
  assert.equal((await post(api)).status, 200);
});

test("an ID given twice is retried once, and an unknown ID stops the retry", async () => {
  const kept = letters(3);
  const retried: number[] = [];
  const api = rejectsApi({
    deadLetters: ownDeadLetters({
      list: async () => [...kept.values()],
      find: async (ids) => ids.flatMap((id) => kept.get(id) ?? []),
      drop: async (ids) => ids.filter((id) => kept.delete(id)).length,
    }),
    show: () => "",
    retry: async ({ id }) => void retried.push(id),
  });
  const retry = (ids: readonly number[]) => Promise.resolve(api.request("/rejects/retry", jsonPost({ ids })));
  const missing = await retry([1, 9]);
  assert.deepEqual([missing.status, await missing.text(), retried], [404, "There is no rejected message 9", []]);
  assert.deepEqual(await (await retry([2, 1, 2])).json(), { stored: 2, failed: [] });
  assert.deepEqual(retried, [2, 1]);
});
