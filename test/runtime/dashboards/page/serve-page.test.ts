/** How the built page is served. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Hono } from "hono";
import { servePage } from "../../../../runtime/dashboards/page/serve-page.ts";
import { parseFrameAncestors } from "../../../../runtime/http/values.ts";
import { builtPage } from "../../../support/built-page.ts";

let directory: string;
let page: Hono;
let script: string;
let style: string;
let html: string;

before(async () => {
  directory = await builtPage();
  page = servePage(directory);
  html = await readFile(join(directory, "index.html"), "utf8");
  script = /src="([^"]+)"/.exec(html)![1]!;
  style = /href="([^"]+\.css)"/.exec(html)![1]!;
});

async function textOf(path: string): Promise<string> {
  return (await page.request(path)).text();
}

test("the page allows nothing but its own script, style and connections", async () => {
  const response = await page.request("/");
  const policy = response.headers.get("Content-Security-Policy")!;
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  const sent = await response.text();
  assert.doesNotMatch(sent, /<script>|<style|style="|https?:\/\//);
  assert.equal(response.headers.get("Content-Type"), "text/html; charset=utf-8");
});

test("map tiles may only be loaded from the configured server, whose attribution is plain text", async () => {
  const mapTiles = "https://tile.example.org:8443/{z}/{x}/{y}.png © <b>us</b>";
  const response = await servePage(directory, { mapTiles }).request("/");
  assert.match(
    response.headers.get("Content-Security-Policy")!,
    /; img-src 'self' https:\/\/tile\.example\.org:8443; connect-src 'self'/,
  );
  const [, content] = /<meta name="map-tiles" content="([^"]*)">/.exec(await response.text())!;
  assert.equal(content, "https://tile.example.org:8443/{z}/{x}/{y}.png © &#60;b&#62;us&#60;/b&#62;");
});

test("only configured origins may frame the page", async () => {
  const framing = async (served: Hono) =>
    /frame-ancestors ([^;]+)/.exec((await served.request("/")).headers.get("Content-Security-Policy")!)?.[1];
  assert.equal(await framing(page), "'none'");
  const sites = parseFrameAncestors("self, https://Wiki.example.org, http://*.lab.example.org:8443");
  assert.equal(
    await framing(servePage(directory, { frameAncestors: sites })),
    "'self' https://wiki.example.org http://*.lab.example.org:8443",
  );
  for (const wrong of [
    "*",
    "https:",
    "https://a; script-src *",
    "https://a b",
    "javascript://x",
    "https://a/path",
    "'self'",
  ])
    assert.throws(() => parseFrameAncestors(wrong), /is not a site; write/, wrong);
});

test("assets may be cached forever, the page itself is revalidated", async () => {
  const asset = await page.request(script);
  assert.equal(asset.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
  const first = await page.request("/");
  assert.equal(first.headers.get("Cache-Control"), "no-cache");
  const again = await page.request("/", { headers: { "If-None-Match": first.headers.get("ETag")! } });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
});

test("the first load is under 150 kB, no script evaluates text, and optional parts are loaded on demand", async () => {
  const preloaded = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path = ""]) => path);
  const text = (await Promise.all([script, ...preloaded].map(textOf))).join("\n");
  const sent = gzipSync(text).length + gzipSync(await textOf(style)).length;
  assert.ok(sent < 150_000, `${sent} bytes`);
  assert.doesNotMatch(text, /eval\(|new Function/);
  const loaded = [...text.matchAll(/\bimport\s*\("([^"]+)"\)/g)].map(([, path = ""]) => path);
  const parts = new Set(loaded.map((path) => /^\.\/([a-z-]+)-[A-Z0-9]+\.js$/.exec(path)?.[1]));
  assert.deepEqual(
    [...parts].sort(),
    [
      "alarms-view",
      "annotation-dialog",
      "annotations-view",
      "charts-view",
      "command-dialog",
      "compile-formula",
      "dashboard-dialogs",
      "device-table",
      "device-view",
      "fft-view",
      "grid-gestures",
      "history-strip",
      "limit-menu",
      "login-view",
      "page-dialogs",
      "panel-dialogs",
      "runs-view",
      "safe-html",
      "serial-view",
      "settings-form",
      "spectrum-view",
      "status-view",
      "steps",
      "ticked",
      "tiles-view",
      "time-form",
      "track-view",
      "wamp-client",
      "words-de",
      "xy-view",
    ],
    "what the first load loads when it is used",
  );
  assert.equal((await page.request(`/page/${loaded[0]?.slice(2)}`)).status, 200);
});

for (const path of ["/page/nothing.js", "/page/..%2Findex.html", "/page/%2e%2e/index.html", "/page/"]) {
  test(`${path} is not found`, async () => assert.equal((await page.request(path)).status, 404));
}

test("a page that was not built says which command to run", () => {
  assert.throws(() => servePage(join(directory, "nowhere")), /is not built .*run npm run build/);
});
