/**
 * What happens to each view that is open: the service restarts, each question fails once, a channel leaves with a reload, a year is shown, a
 * right is revoked. One service for all, and one browser.
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { hashCredential, TOKEN_COST } from "../../runtime/auth/credential-hash.ts";
import { writeUsersFile } from "../../runtime/auth/users-file.ts";
import { openPage } from "../support/browser.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
const PASSWORD = "correct horse battery";
const YEAR_MS = 365 * 86_400_000;
const QUESTIONS = /\/(read|api|alarms|health|layouts|commands)/;

interface News {
  /** The newest temperature. */
  readonly value: string;
  /** Of a run. */
  readonly title: string;
}

/** A view, and where its news stand. */
interface Look {
  readonly name: string;
  readonly query: string;
  open?(page: Page): Promise<unknown>;
  shows(page: Page, news: News): Promise<boolean>;
}

const has = async (page: Page, selector: string, text: string) =>
  (await page.locator(selector).allTextContents()).some((one) => one.includes(text));

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: menu, exact: true }).first().click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

const LOOKS: readonly Look[] = [
  { name: "overview", query: "?show=overview", shows: (page, { value }) => has(page, ".tile-value", value) },
  { name: "panels", query: "?show=panels", shows: (page, { value }) => has(page, "table.values td", value) },
  { name: "alarms", query: "?show=alarms", shows: (page, { value }) => has(page, "main", value) },
  { name: "runs", query: "?show=runs", shows: (page, { title }) => has(page, ".run-list th", title) },
  {
    name: "annotations",
    query: "?show=panels",
    open: (page) => choose(page, "More", "Annotations"),
    shows: (page, { title }) => has(page, "aside.status", title),
  },
  {
    name: "status",
    query: "?show=panels",
    open: (page) => choose(page, "More", "Status of the service"),
    shows: (page) => has(page, ".all-stored", "Everything is stored"),
  },
  {
    name: "details",
    query: "?show=panels",
    open: (page) => choose(page, "Actions for g_d", "Details, bytes, errors…"),
    shows: (page, { value }) => has(page, "aside.status", value),
  },
  {
    name: "a panel that fills the window",
    query: `?panel=${encodeURIComponent("kit_n g_d_sensors")}`,
    shows: async (page, { value }) =>
      (await page.getByRole("button", { name: "All panels" }).isVisible()) &&
      (await has(page, "table.values td", value)),
  },
  {
    name: "a dashboard for any device",
    query: `?layout=any&device=${encodeURIComponent("kit_n g_d_sensors")}`,
    shows: async (page, { value }) =>
      (await page.getByRole("combobox", { name: "Device" }).inputValue()).includes("g_d") &&
      (await has(page, ".one-value b", value)),
  },
  {
    name: "ticked devices",
    query: "?show=overview",
    open: async (page) => {
      await page.getByRole("button", { name: "Table", exact: true }).click();
      for (const name of ["d", "e"]) await page.getByRole("checkbox", { name: `Tick ${name}`, exact: true }).check();
    },
    shows: async (page, { value }) =>
      (await has(page, ".ticked", "2 devices ticked")) && (await has(page, "td", value)),
  },
  {
    name: "a panel's file",
    query: "?show=panels",
    shows: async (page, { value }) => {
      const came = page.waitForEvent("download");
      await choose(page, "Actions for g_d", "Download as CSV");
      const file = await came;
      if ((await file.failure()) !== null) return false;
      return readFileSync(await file.path(), "utf8").includes(value);
    },
  },
];

/** Made with one device, and shown of another. */
const ANY = {
  title: "Any",
  automatic: false,
  device: { database: "kit_n", measurement: "g_e_sensors" },
  order: ["a"],
  panels: { a: { kind: "stat", title: "Heat", options: { column: "temperature" } } },
  added: { a: { database: "kit_n", measurement: "g_e_sensors" } },
};

let lab: Lab;
let service: ServiceProcess;
let port = 0;
let told = 0;
const tabs = new Map<Look, Page>();
const closing: (() => Promise<void>)[] = [];
const problems: string[] = [];

function ini(channels: string, more = ""): string {
  return `[lab]
channels = ${channels}
${more}[realm-kit]
rule.temperature = unit=°C; warn=..25
[http]
listen = 127.0.0.1:${port}
[mqtt]
listen = 127.0.0.1:0
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
`;
}

async function post(path: string, body: object | string, node = "d"): Promise<void> {
  const answer = await fetch(`${service.url}/api/kit/n/g/${node}/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": typeof body === "string" ? "text/csv" : "application/json",
      Authorization: `Basic ${Buffer.from(`ida:${PASSWORD}`).toString("base64")}`,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** A run begins, and a value goes beyond its limit. */
async function news(): Promise<News> {
  told += 1;
  const [value, title] = [`${30 + told}.25`, `Burn ${told}`];
  await post("data", { temperature: 20 });
  await post("data", { temperature: Number(value), humidity: 50 });
  await post("event", { title, run: title, text: "" });
  return { value, title };
}

/** Numbers of messages since the start, by channel. */
async function channels(): Promise<Map<string, number>> {
  const health = (await (await fetch(`${service.url}/health`)).json()) as {
    channels: { name: string; received: number }[];
  };
  return new Map(health.channels.map(({ name, received }) => [name, received]));
}

const pageOf = (name: string): Page => [...tabs].find(([look]) => look.name === name)![1];

const everywhere = (act: (look: Look, page: Page) => Promise<unknown>) =>
  Promise.all(Array.from(tabs, ([look, page]) => act(look, page)));

const shown = (wanted: News) =>
  everywhere((look, page) => until(() => look.shows(page, wanted), `${look.name} shows ${wanted.value}`));

async function openAgain(look: Look, page: Page): Promise<void> {
  await page.goto(`${service.url}/${look.query}`);
  await look.open?.(page);
}

before(async () => {
  if (skip !== false) return;
  port = await freePort();
  const header = "struct rig { uint8_t length; uint8_t ID; int16_t volts; } rig = {4, 1};\n";
  lab = new Lab({ ini: ini("lab-rig"), headers: { "rig.h": header } });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 1, 2, 0])]);
  await post("data", { temperature: 19, humidity: 50 }, "e");
  const made = await fetch(`${service.url}/layouts/any`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ANY),
  });
  assert.equal(made.status, 204, await made.text());
  const first = await news();
  await Promise.all(
    LOOKS.map(async (look) => {
      const { page, close } = await openPage("about:blank");
      closing.push(close);
      page.on("pageerror", (error) => problems.push(`${look.name}: ${error.stack ?? error.message}`));
      tabs.set(look, page);
      await openAgain(look, page);
    }),
  );
  await shown(first);
});

after(async () => {
  await Promise.all(closing.map((close) => close()));
  await lab?.remove();
});

test("after a restart, each view says that the service was gone, and shows what comes next", { skip }, async () => {
  await service.stop();
  await everywhere((_look, page) => page.locator('body[data-connection="gone"]').waitFor({ state: "attached" }));
  service = await lab.start();
  await everywhere((_look, page) => page.locator('body[data-connection="there"]').waitFor({ state: "attached" }));
  await shown(await news());
  assert.deepEqual(problems, []);
});

test("one 503 of each question costs no view anything", { skip }, async () => {
  const refused = new Set<string>();
  await everywhere(async (look, page) => {
    await page.route(QUESTIONS, (route) => {
      const { pathname } = new URL(route.request().url());
      const isMet = refused.has(look.name + pathname);
      refused.add(look.name + pathname);
      return isMet || pathname.startsWith("/page/") ? route.continue() : route.fulfill({ status: 503, body: "busy" });
    });
    await openAgain(look, page);
  });
  await shown(await news());
  for (const path of ["/read/state", "/read/measurements", "/read/series", "/read/rows", "/alarms", "/layouts"])
    assert.ok(
      [...refused].some((one) => one.endsWith(path)),
      `${path} was asked`,
    );
  await everywhere((_look, page) => page.unroute(QUESTIONS));
  assert.deepEqual(problems, []);
});

test("a channel that leaves with a reload leaves no view without the others, and its rows stay to be seen", {
  skip,
}, async () => {
  // Its earlier row may have left the shown span by now.
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 1, 3, 0])]);
  await until(async () => ((await channels()).get("rig") ?? 0) > 0, "its message has arrived");
  writeFileSync(lab.config, ini(""));
  service.signal("SIGHUP");
  await until(async () => !(await channels()).has("rig"), "the channel has left");
  await shown(await news());
  await pageOf("panels").locator(".panel", { hasText: "volts" }).waitFor();
  assert.deepEqual(problems, []);
});

test("a year of history is drawn in each view of panels, and a day of it beside the newest row", { skip }, async () => {
  const days = Array.from({ length: 365 }, (_none, i) => {
    const time = new Date(Date.now() - YEAR_MS + i * 86_400_000).toISOString();
    return `${time},${(i % 20) + 0.5}`;
  });
  await post("data", `## time,temperature\n${days.join("\n")}\n`);
  const wanted = await news();
  for (const [look, page] of tabs)
    if (look.query === "?show=panels") await openAgain({ ...look, query: "?show=panels&range=365d" }, page);
  await shown(wanted);
  const least = pageOf("panels").locator("table.values tr", { hasText: "temperature" }).first();
  await until(
    async () => /(^|\s)0\.50/.test((await least.locator("td").allTextContents()).join(" ")),
    "the least value of a year",
  );
  assert.deepEqual(problems, []);
});

test("with a right that is revoked while a view is open, nothing of that realm stays to be seen", {
  skip,
}, async () => {
  await service.stop();
  const password = await hashCredential(PASSWORD, TOKEN_COST);
  const entry = (name: string, read: readonly string[], write: readonly string[] = []) => ({
    name,
    read: [...read],
    write: [...write],
    admin: write.length > 0,
    password,
    tokens: [],
  });
  const allow = (read: readonly string[]) =>
    writeUsersFile(join(lab.directory, "users.json"), [entry("ida", ["kit", "lab"], ["kit"]), entry("ola", read)]);
  allow(["kit", "lab"]);
  writeFileSync(lab.config, ini("lab-rig", "[auth]\nusers_file = users.json\n"));
  service = await lab.start();
  // Whoever was not logged in is asked to.
  await everywhere((_look, page) => page.getByLabel("Password").waitFor());
  const [first] = [...tabs.values()];
  await first!.getByLabel("Name").fill("ola");
  await first!.getByLabel("Password").fill(PASSWORD);
  await first!.getByRole("button", { name: "Log in" }).click();
  await first!.locator(".connection[data-state=connected]").waitFor();
  const cookies = await first!.context().cookies();
  await everywhere(async (look, page) => {
    await page.context().addCookies(cookies);
    await openAgain(look, page);
  });
  const last = await news();
  await shown(last);
  allow(["lab"]);
  await everywhere((look, page) =>
    until(async () => {
      const text = ((await page.locator("body").textContent()) ?? "").replace(/\s+/g, " ");
      return !text.includes("temperature") && !text.includes(last.value) && !text.includes(last.title);
    }, `${look.name} shows nothing of 'kit'`),
  );
  assert.deepEqual(problems, []);
});
