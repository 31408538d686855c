/** The plot of an export by a device's address, in a real browser: it draws, and makes no requests. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { plotPage } from "../../runtime/api/plot-page.ts";
import { columnOf, TIME } from "../../runtime/model/batch.ts";
import { openPage } from "../support/browser.ts";
import { builtPage } from "../support/built-page.ts";
import { requires } from "../support/requirements.ts";

const T0 = 1_583_810_982_000_000_000n;

test("a plot shows the table's named lines and makes no requests", {
  skip: requires("chromium-headless-shell"),
}, async () => {
  const template = readFileSync(join(await builtPage(), "plot.html"), "utf8");
  const rows = [...Array(300).keys()];
  const columns = [
    columnOf(
      TIME,
      rows.map((i) => T0 + BigInt(300 - i) * 1_000_000_000n),
    ),
    columnOf(
      { name: "temperature", type: "float" },
      rows.map((i) => Math.sin(i / 20) * 5 + 20),
    ),
    columnOf(
      { name: "</script><b>", type: "float" },
      rows.map((i) => (i % 7 === 0 ? null : i / 3)),
    ),
    columnOf(
      { name: "fw", type: "string" },
      rows.map(() => "text"),
    ),
  ];
  const pieces = plotPage(template, { rows: 300, columns }, "/kit/<i>/gw/node");
  let html = "";
  for await (const piece of pieces) html += piece;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    response
      .writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy })
      .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const opened = await openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { timezoneId: "UTC" });
  try {
    const { page, problems } = opened;
    await page.locator(".u-over").waitFor();
    assert.equal(await page.locator("h1").textContent(), "/kit/<i>/gw/node");
    const labels = await page.locator(".u-legend .u-label").allInnerTexts();
    assert.deepEqual(labels, ["time", "temperature", "</script><b>"]);
    await page.locator(".u-over").hover();
    await page.locator(".u-legend .u-value", { hasText: "2020-03-10" }).waitFor();
    if (process.env["STRUCTLINE_TEST_PICTURES"] !== undefined) await page.screenshot({ path: "test/.work/plot.png" });
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("favicon")),
      [],
    );
    assert.deepEqual(
      asked.filter((url) => url !== "/favicon.ico"),
      ["/"],
    );
  } finally {
    await opened.close();
    server.close();
  }
});
