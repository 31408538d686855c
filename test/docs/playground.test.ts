/** The page that compiles a pasted header, in a browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ABI_NAMES } from "../../runtime/channels/abi-names.ts";
import { buildPlayground } from "../../scripts/docs/playground.mjs";
import { openPage } from "../support/browser.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

let server: Server;
let url: string;
let folder: string;
const requested: string[] = [];

before(async () => {
  folder = buildPlayground(join(temporaryFolder(), "playground"));
  server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    requested.push(`${request.method} ${path}`);
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
after(() => server.close());

test("the example's layout and values, other processors, errors, definitions, and a link that holds it all", async () => {
  const { page, problems, close } = await openPage(url);
  await page.getByText("1 message", { exact: true }).waitFor();
  const before = requested.length;
  await page.getByRole("row", { name: "level 1000 100 mm" }).waitFor();
  await page.getByRole("row", { name: "energy 12345 12345 J" }).waitFor();

  await page.getByLabel("Message (hexadecimal)").fill("08 01 e8");
  await page.getByText("Not decoded: wrong-length, ID 1").waitFor();

  await page.getByLabel("Header").fill("typedef struct { char a; double b; } point_t;");
  await page.getByLabel("Messages (structs").fill("1 point_t");
  await page.getByText("point_t: ID 1, 16 bytes").waitFor();
  const offered = await page.getByLabel("Processor").locator("option").allTextContents();
  assert.deepEqual(offered.sort(), [...ABI_NAMES].sort());
  await page.getByLabel("Processor").selectOption("avr");
  await page.getByText("point_t: ID 1, 5 bytes").waitFor();

  for (const [tab, text] of [
    ["Wireshark", "Proto("],
    ["Kaitai", "meta:"],
    ["Python", "import struct"],
    ["TypeScript", "export const lab"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    assert.ok((await page.locator("#shown").textContent())?.includes(text), `${tab} has no '${text}'`);
  }

  await page.getByRole("button", { name: "Copy a link" }).click();
  await page
    .locator("#linked")
    .filter({ hasText: /copied|address bar/ })
    .waitFor();
  const link = page.url();
  await page.getByLabel("Header").fill("struct struct_x { uint61_t a; };<img src=x onerror=alert(1)>");
  await page.getByText("The header has errors.").waitFor();
  assert.match((await page.locator("#report").textContent()) ?? "", /error E\d+/);
  assert.equal(await page.locator("#report img").count(), 0);

  const other = await openPage(link);
  await other.page.getByText("point_t: ID 1, 5 bytes").waitFor();
  assert.equal(await other.page.getByLabel("Processor").inputValue(), "avr");
  assert.deepEqual([...problems, ...other.problems], []);
  await other.close();
  await close();
  // What was typed is in no request: only the second page's files were asked for, and the fragment stays in the browser.
  const own = new Set(requested.slice(0, before));
  assert.deepEqual(
    requested.slice(before).filter((one) => !own.has(one)),
    [],
  );
});

test("of several structs without an ID, the size says which one a message is", async () => {
  const { page, close } = await openPage(url);
  await page.getByLabel("Header").fill("typedef struct { short a; } one_t; typedef struct { short b, c; } two_t;");
  await page.getByLabel("Messages (structs").fill("1 one_t, 2 two_t");
  await page.getByLabel("Message (hexadecimal)").fill("01 00 02 00");
  await page.getByRole("row", { name: "c 2 2" }).waitFor();
  await close();
});

test("opened as a file, the page says what it needs", async () => {
  const { page, close } = await openPage(pathToFileURL(join(folder, "index.html")).href);
  await page.getByText("needs JavaScript and a web server").waitFor();
  await close();
});

test("a damaged link shows the example", async () => {
  const { page, close } = await openPage(`${url}#notalink`);
  await page.getByText("1 message", { exact: true }).waitFor();
  await close();
});
