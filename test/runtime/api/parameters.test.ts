/** Every described route reports unknown query parameters. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { refuseUnknownParameters } from "../../../runtime/api/unknown-parameters.ts";

const app = new Hono();
refuseUnknownParameters(app);
app.all("*", (context) => context.text("asked"));

for (const [method, path, answer] of [
  ["GET", "/read/rows?database=a&measurement=b&limt=5", /^There is no parameter 'limt'.*did you mean 'limit'/],
  ["GET", "/read/rows?database=a&measurement=b&limit=5&column=x&column=y", /^asked$/],
  ["GET", "/read/plot.png?scale=2&database=a", /^asked$/],
  ["GET", "/read/plot.svg?scale=2&database=a", /^There is no parameter 'scale'/],
  ["GET", "/read/plotxsvg?scale=2", /^asked$/],
  ["GET", "/health?scope=cluster", /^asked$/],
  ["GET", "/health?prob=live", /'prob'.*did you mean 'probe'/],
  ["GET", "/metrics?name=x", /^There is no parameter 'name'; there are none here$/],
  ["GET", "/rejects/7?x", /^There is no parameter 'x'; there are none here$/],
  ["POST", "/rejects/retry?dry=1", /^There is no parameter 'dry'/],
  ["DELETE", "/measurements?database=a&measurement=b&confirm=b", /^asked$/],
  ["PUT", "/layouts/my%20wall?x=1", /^There is no parameter 'x'/],
  ["POST", "/api/r/n/g/d/data?key=1", /^asked$/],
  ["GET", "/?from=now-1h", /^asked$/],
] as const) {
  test(`${method} ${path}`, async () => {
    const response = await app.request(path, { method });
    const text = await response.text();
    assert.match(text, answer);
    assert.equal(response.status, text === "asked" ? 200 : 400);
  });
}
