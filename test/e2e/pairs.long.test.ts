/** Pairs of features with the real service. The long forms are `scripts/campaigns/pairs.ts` and `scripts/campaigns/kill-reloads.ts`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FEATURES, pairs } from "../support/pairs/features.ts";
import { killedWithReloads } from "../support/pairs/killed-with-reloads.ts";
import { PairLab } from "../support/pairs/pair-lab.ts";
import { runPair } from "../support/pairs/run-pair.ts";
import { requires } from "../support/requirements.ts";

/** Pairs that need neither root nor other programs. Each feature occurs once or twice. */
const PAIRS = [
  "reload, then retry",
  "reload while dead letters",
  "reload while exports",
  "versions, then replay",
  "versions while retry",
  "versions, then reload",
  "revoke, then reload",
  "revoke while exports",
  "retry, then restart",
  "retry while clock jump",
  "replay while exports",
  "replay, then kill",
  "clock jump, then restart",
  "dead letters while clock jump",
  "dead letters, then retry",
  "dead letters, then kill",
  "kill, then versions",
  "kill, then retry",
  "restart, then reload",
  "exports while kill",
];

test("twenty pairs of features: acknowledged messages are stored once and correctly, and rejections are reported", {
  skip: requires("faketime"),
}, async () => {
  const known = new Map(pairs().map((pair) => [pair.name, pair]));
  const lab = await PairLab.open();
  try {
    for (const name of PAIRS) {
      const [one = "", other = ""] = name.split(/, then | while /);
      const pair = known.get(name) ?? known.get(`${other} while ${one}`);
      assert.ok(pair !== undefined && one in FEATURES, name);
      assert.deepEqual(await runPair(lab, pair, 20), [], name);
    }
    const answers = new Set(lab.truth.sent.map(({ answer }) => answer));
    assert.deepEqual([...answers].sort(), ["acknowledged", "refused", "unknown"]);
  } finally {
    await lab.close();
  }
});

test("killed while realms and codecs are reloaded: nothing is lost, duplicated or stored at a wrong time", {
  skip: requires("faketime"),
}, async () => {
  const { problems, reloads } = await killedWithReloads(3);
  assert.deepEqual([problems, reloads], [[], 3]);
});
