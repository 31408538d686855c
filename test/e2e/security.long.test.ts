/** Attacks by an outsider on the running service. scripts/campaigns/outsider.ts also prints their results. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { onlyLong } from "../support/long.ts";
import { ATTEMPTS } from "../support/outsider/attempts.ts";
import { PLACE, VALUES } from "../support/outsider/neighbour-attempts.ts";
import { HERS, post, startTarget, type Target } from "../support/outsider/target.ts";
import { requires } from "../support/requirements.ts";

let target: Target;

before(async () => {
  target = await startTarget();
});

after(() => target.close());

describe("an outsider's attempt:", { concurrency: 4 }, () => {
  for (const { protocol, name, run, expected } of ATTEMPTS) {
    const skip = protocol === "page" ? onlyLong || requires("chromium-headless-shell") : false;
    test(`${protocol}: ${name}`, { skip, timeout: 300_000 }, async () => assert.match(await run(target), expected));
  }
});

test("what a neighbour must not see, its owner sees", async () => {
  const { service, fetch } = target;
  await service.settledAs(target.tokens.root);
  for (const path of [`/read/rows?${PLACE}`, `/read/export?${PLACE}&format=ndjson`])
    assert.match(await (await fetch(path, { as: "ida" })).text(), VALUES, path);
});

test("after all attacks the service works, and its output, health, metrics and errors contain no secret", async () => {
  assert.equal((await post(target, HERS, '{"after": 1}', "ida")).status, 200);
  const { output } = target.service;
  const paths = ["/health", "/metrics", "/read/errors?limit=1000", "/rejects?limit=1000", "/read/measurements"];
  const texts = await Promise.all(paths.map(async (path) => (await target.fetch(path, { as: "root" })).text()));
  for (const [index, text] of [...texts, output].entries()) {
    const found = target.secrets.filter((secret) => text.includes(secret));
    assert.deepEqual(found, [], `secrets in ${paths[index] ?? "the log"}`);
  }
  assert.match(output, /message\.rejected/, "the log has to hold something for this to mean anything");
  assert.doesNotMatch(output, /[\u0000-\u0009\u000b-\u001f]/);
});
