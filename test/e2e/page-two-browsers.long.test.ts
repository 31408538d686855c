/** Two browsers change one dashboard: neither replaces what it has not seen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { pause, until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
const CONFLICT = "Not saved: somebody else has saved this dashboard. Save again to replace it, or discard your changes";

async function hide(page: Page, device: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${device}` }).click();
  await page.getByRole("menuitem", { name: "Hide", exact: true }).click();
  await page.getByText("Layout changed").waitFor();
}

test("a dashboard that somebody else has saved is replaced only on purpose, also by a draft after a reload", {
  skip,
}, async () => {
  const server = await startPageServer();
  for (const device of ["area_1_node_1", "area_1_node_2", "area_1_node_3"]) {
    const target = { database: "mqttkit_1_testdrive", measurement: `${device}_sensors`, topic: "a.b" };
    server.send(target, { temperature: 21 });
  }
  const tolerated = /412/;
  const [one, two] = await Promise.all([openPage(server.url), openPage(server.url)]);
  const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = (page: Page) => page.locator(".draft button").first().waitFor({ state: "detached" });
  const panels = (page: Page) => page.locator(".panel:visible h2").allTextContents();
  try {
    await hide(one.page, "area_1_node_1");
    await hide(two.page, "area_1_node_2");
    await save(one.page);
    await saved(one.page);
    // A draft remembers which version it changes.
    await two.page.reload();
    await save(two.page);
    await two.page.getByText(CONFLICT).waitFor();
    await two.page.getByRole("button", { name: "Discard" }).click();
    await two.page.locator(".panel:visible", { hasText: "area_1_node_2" }).waitFor();
    assert.deepEqual(await panels(two.page), ["area_1_node_2", "area_1_node_3"]);
    // The first browser has seen neither change; it replaces them on purpose.
    await hide(two.page, "area_1_node_3");
    await save(two.page);
    await saved(two.page);
    await hide(one.page, "area_1_node_2");
    await save(one.page);
    await one.page.getByText(CONFLICT).waitFor();
    await save(one.page);
    await saved(one.page);
    await two.page.reload();
    await two.page.locator(".panel:visible", { hasText: "area_1_node_3" }).waitFor();
    assert.deepEqual(await panels(two.page), ["area_1_node_3"]);
    for (const { problems } of [one, two])
      assert.deepEqual(
        problems.filter((problem) => !tolerated.test(problem)),
        [],
      );
  } finally {
    await Promise.all([one.close(), two.close()]);
    await server.close();
  }
});

test("two tabs of one browser share a draft: neither loses what the other has changed, and both know that it is saved", {
  skip,
}, async () => {
  const server = await startPageServer();
  for (const device of ["area_1_node_1", "area_1_node_2", "area_1_node_3"]) {
    const target = { database: "mqttkit_1_testdrive", measurement: `${device}_sensors`, topic: "a.b" };
    server.send(target, { temperature: 21 });
  }
  const { page: one, problems, close } = await openPage(server.url);
  const hidden = (page: Page, device: string) =>
    page.locator(".panel:visible", { hasText: device }).waitFor({ state: "detached" });
  try {
    const two = await one.context().newPage();
    await two.goto(server.url);
    await two.locator(".panel", { hasText: "area_1_node_3" }).waitFor();
    await hide(one, "area_1_node_1");
    await hidden(two, "area_1_node_1");
    await hide(two, "area_1_node_2");
    await hidden(one, "area_1_node_2");
    await one.getByRole("button", { name: "Save", exact: true }).click();
    for (const page of [one, two]) await page.locator(".draft button").first().waitFor({ state: "detached" });
    await two.reload();
    await two.locator(".panel:visible", { hasText: "area_1_node_3" }).waitFor();
    assert.deepEqual(await two.locator(".panel:visible h2").allTextContents(), ["area_1_node_3"]);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});

test("a dashboard that could not be read is reported, and not replaced by what is shown instead", {
  skip,
}, async () => {
  const server = await startPageServer();
  const target = { database: "mqttkit_1_testdrive", measurement: "area_1_node_1_sensors", topic: "a.b" };
  server.send(target, { temperature: 21 });
  const saved = JSON.stringify({ title: "Stand", order: [], added: {}, panels: { "a b": { title: "kept" } } });
  await server.store.remember("page layout stand", saved);
  const { page, close } = await openPage(server.url);
  try {
    await page.route("**/layouts/stand", (route) => route.fulfill({ status: 500, body: "the store is on fire" }));
    await page.locator(".sidebar .place", { hasText: "Stand" }).click();
    await page.locator(".notice", { hasText: "The dashboard cannot be read: 500 the store is on fire" }).waitFor();
    await hide(page, "area_1_node_1");
    await page.unroute("**/layouts/stand");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(CONFLICT).waitFor();
    assert.equal((await server.store.remembered()).get("page layout stand"), saved);
  } finally {
    await close();
    await server.close();
  }
});

test("that a dashboard was not saved stays said when a reading that began before ends after", { skip }, async () => {
  const server = await startPageServer();
  server.send(
    { database: "mqttkit_1_testdrive", measurement: "area_1_node_1_sensors", topic: "a.b" },
    { temperature: 21 },
  );
  await server.store.remember(
    "page layout stand",
    JSON.stringify({ title: "Stand", order: [], added: {}, panels: {} }),
  );
  const { page, close } = await openPage(server.url);
  let reads = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  try {
    await page.route("**/layouts/stand", async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      reads++;
      if (reads === 1) return route.fulfill({ status: 500, body: "the store is on fire" });
      if (reads === 2) await held;
      await route.continue();
    });
    await page.locator(".sidebar .place", { hasText: "Stand" }).click();
    await page.locator(".notice", { hasText: "The dashboard cannot be read" }).waitFor();
    await hide(page, "area_1_node_1");
    await until(() => reads === 2);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(CONFLICT).waitFor();
    const read = page.waitForResponse("**/layouts/stand");
    release();
    await (await read).finished();
    await pause(300, "nothing may happen");
    assert.ok(await page.getByText(CONFLICT).isVisible(), "the message is still there");
  } finally {
    await close();
    await server.close();
  }
});

test("an answer that comes when another dashboard was chosen changes neither that one nor its draft", {
  skip,
}, async () => {
  const server = await startPageServer();
  for (const device of ["area_1_node_1", "area_1_node_2"])
    server.send(
      { database: "mqttkit_1_testdrive", measurement: `${device}_sensors`, topic: "a.b" },
      { temperature: 21 },
    );
  for (const title of ["Alpha", "Beta"])
    await server.store.remember(`page layout ${title}`, JSON.stringify({ title, order: [], added: {}, panels: {} }));
  const { page, problems, close } = await openPage(`${server.url}?layout=Beta`);
  const choose = (title: string) => page.locator("button.place", { hasText: title }).click();
  const heading = (title: string) => page.getByRole("heading", { name: title, exact: true }).waitFor();
  try {
    await page.locator(".panel:visible", { hasText: "area_1_node_2" }).waitFor();
    await hide(page, "area_1_node_2");
    // Alpha is read and saved slowly.
    const pending: (() => void)[] = [];
    await page.route("**/layouts/Alpha", async (route) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      await route.continue();
    });
    const release = async () => {
      await until(() => pending.length > 0);
      const answered = page.waitForResponse(/layouts\/Alpha/);
      for (const go of pending.splice(0)) go();
      await (await answered).finished();
      await pause(100, "the page does nothing with the answer");
    };
    const isBetasDraft = async () => {
      await heading("Beta");
      await page.getByText("Layout changed").waitFor();
      assert.deepEqual(await page.locator(".panel:visible h2").allTextContents(), ["area_1_node_1"]);
    };
    await choose("Alpha");
    await choose("Beta");
    await release();
    await isBetasDraft();
    await choose("Alpha");
    await release();
    await heading("Alpha");
    await hide(page, "area_1_node_1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await choose("Beta");
    await isBetasDraft();
    await release();
    await isBetasDraft();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.locator(".panel:visible", { hasText: "area_1_node_2" }).waitFor();
    await heading("Beta");
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});
