/** The documentation as the service shows it. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { serveDocs } from "../../../runtime/parts/docs/serve-docs.ts";
import { ROOT } from "../../support/lab.ts";

const directory = join(ROOT, "docs");
const docs = serveDocs([join(ROOT, "nowhere"), directory]);
const names = readdirSync(directory)
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.slice(0, -3));

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await docs.request(path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("every document is served and listed, and every link within the documents leads to an existing heading", async () => {
  const pages = new Map<string, string>();
  for (const name of names) pages.set(`/docs/${name}`, (await get(`/docs/${name}`)).text);
  const home = await get("/docs/");
  const unlisted = [...pages.keys()].filter((path) => !home.text.includes(`href="./${path.slice("/docs/".length)}"`));
  assert.deepEqual(unlisted, ["/docs/README"]);
  const dead = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/href="(\.\/[^"]*|#[^"]*)"/g)].flatMap(([, href = ""]) => {
      const [target = "", slug] = (href.startsWith("#") ? path + href : href.replace("./", "/docs/")).split("#");
      const page = ["/docs/", "/docs/style.css"].includes(target) ? home.text : pages.get(target);
      return page?.includes(slug === undefined ? "" : `id="${slug}"`) === true ? [] : [`${path}: ${href}`];
    }),
  );
  assert.deepEqual(dead, []);
});

test("a document has no script, loads nothing from elsewhere, and shows no comments for tests", async () => {
  const { text, headers } = await get("/docs/devices");
  assert.match(headers.get("Content-Security-Policy")!, /default-src 'none'; style-src 'self'/);
  assert.doesNotMatch(text, /<script|<style|not run:|<img[^>]+src="http/);
});

test("no link begins at the root, because a proxy may serve the page under a path", async () => {
  for (const path of ["/docs/", "/docs/page", "/docs/search?q=udp"])
    assert.doesNotMatch((await get(path)).text, /(?:href|src|action)="\//, path);
  const { status, headers } = await get("/docs");
  assert.deepEqual([status, headers.get("Location")], [308, "docs/"]);
});

test("a search finds the section that explains a word, also by its prefix", async () => {
  const { text } = await get("/docs/search?q=annotation");
  assert.match(text, /<li><a href="\.\/\w+#/);
  assert.match((await get("/docs/search?q=lorawa")).text, /LoRaWAN/);
  assert.match((await get("/docs/search?q=zzzzqqqq")).text, /Nothing found/);
});

test("a search term is text, not markup", async () => {
  const { text } = await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.doesNotMatch(text, /<script/);
  assert.equal((await get(`/docs/search?q=${"a".repeat(201)}`)).status, 400);
});

for (const path of ["/docs/nothing", "/docs/..%2Fpackage", "/docs/images/..%2Fstyle.css", "/docs/images/nothing.png"]) {
  test(`${path} is not found`, async () => assert.equal((await get(path)).status, 404));
}

test("what is not found is a page for browsers, and a sentence for others, which the listener makes JSON where that is asked for", async () => {
  const type = async (path: string, accept?: string) => {
    const { headers } = await get(path, accept === undefined ? {} : { Accept: accept });
    return headers.get("Content-Type")?.split(";")[0];
  };
  for (const path of ["/docs/nothing", `/docs/search?q=${"a".repeat(201)}`]) {
    assert.equal(await type(path, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), "text/html");
    for (const accept of [undefined, "*/*", "application/json", "application/json, text/html;q=0.5", "text/html;q=0"])
      assert.equal(await type(path, accept), "text/plain", `${path} ${accept}`);
  }
});

test("every picture of a document and the style are served", async () => {
  const style = await get("/docs/style.css");
  assert.deepEqual([style.status, style.headers.get("Content-Type")], [200, "text/css; charset=utf-8"]);
  const pictures = new Set<string>();
  for (const name of names)
    for (const [, picture = ""] of (await get(`/docs/${name}`)).text.matchAll(/<img src="\.\/([^"]+)"/g))
      pictures.add(picture);
  assert.ok(pictures.size >= 4, `${pictures.size} pictures`);
  for (const picture of pictures) {
    const { status, headers } = await get(`/docs/${picture}`);
    const type = picture.endsWith(".svg") ? "image/svg+xml" : "image/png";
    assert.deepEqual([picture, status, headers.get("Content-Type")], [picture, 200, type]);
  }
});

test("an installation without documents reports it", async () => {
  const { status, ...none } = await (async () => {
    const response = await serveDocs([join(ROOT, "nowhere")]).request("/docs");
    return { status: response.status, text: await response.text() };
  })();
  assert.deepEqual([status, none.text], [404, "This installation has no documentation"]);
});
