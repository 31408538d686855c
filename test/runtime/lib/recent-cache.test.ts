import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentCache } from "../../../runtime/lib/recent-cache.ts";

/** Share of found keys when this many take turns, as a message asks for its key three times. */
function found(cache: RecentCache<string>, keys: number, rounds: number): number {
  let hits = 0;
  for (let i = 0; i < keys * rounds; i++) {
    const key = `k${i % keys}`;
    const known = cache.get(key);
    if (known === undefined) cache.set(key, key);
    else {
      assert.equal(known, key);
      hits++;
    }
    assert.equal(cache.get(key), key);
    assert.equal(cache.get(key), key);
  }
  return hits / (keys * rounds);
}

test("as many keys as there is room are remembered, also after a time with far more", () => {
  const cache = new RecentCache<string>(10_000);
  assert.ok(found(cache, 10_000, 10) >= 0.9, "nine of ten are found");
  assert.ok(found(cache, 40_000, 3) < 0.1, "one of ten is not found");
  assert.ok(found(cache, 9000, 40) > 0.5, "half of them are found");
});

test("keys that come once do not make it small", () => {
  const cache = new RecentCache<string>(1000);
  let hits = 0;
  for (let i = 0; i < 100_000; i++) {
    const key = i % 10 === 0 ? `once${i}` : `k${i % 499}`;
    if (cache.get(key) === undefined) cache.set(key, key);
    else hits++;
    assert.equal(cache.get(key), key);
    assert.equal(cache.get(key), key);
  }
  assert.ok(hits > 80_000, `${hits} found`);
});
