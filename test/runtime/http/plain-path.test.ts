import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { plainPath } from "../../../runtime/http/plain-path.ts";

const PATHS = [
  "/api/a/b/data",
  "/api/a/b/data?x=../y",
  "/api/../rejects/drop",
  "/api/./rejects",
  "/api/%2e%2e/rejects/drop",
  "/api/.%2E/rejects?q=1",
  "/api\\..\\rejects",
  "/api/..\\rejects",
  "/..",
  "/api/..",
  "/api/...",
  "/api/%252e%252e/x",
  "/api//../x",
];

test("the path that guards see is the one that hono routes by", async () => {
  const app = new Hono();
  app.all("*", (context) => context.text(`${context.req.path}${new URL(context.req.url).search}`));
  for (const path of PATHS) {
    const plain = plainPath(path);
    assert.equal(await (await app.request(`http://service${path}`)).text(), plain, path);
    assert.equal(plainPath(plain ?? ""), plain, "a plain path stays");
  }
});

test("a whole address gives its path, and what is no path is refused", () => {
  assert.equal(plainPath("http://evil.example/api/../health?a=1"), "/health?a=1");
  assert.equal(plainPath("//evil.example/api/../health"), "//evil.example/health");
  assert.equal(plainPath("*"), "*");
  for (const text of ["ftp://x/y", "health"]) assert.equal(plainPath(text), undefined, text);
});
