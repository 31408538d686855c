/** Attacks on the page by devices, in a real browser; and datagrams from outside. */

import type { Page } from "playwright-core";
import { openPage } from "../browser.ts";
import { sendDatagrams } from "../lab.ts";
import { pause, until } from "../until.ts";
import type { Attempt } from "./attempt.ts";
import { json, PASSWORDS, post, type Target } from "./target.ts";

const MARKUP = "<img src=x onerror=window.pwned=1>";
const INERT = /^shown as text; no script ran$/;
const VIEWS: readonly string[] = ["overview", "panels"];

export const PAGE_ATTEMPTS: readonly Attempt[] = [
  {
    protocol: "page",
    name: "markup in realm, device and field names",
    expected: INERT,
    run: (target) =>
      onPage(target, async (page) => {
        const device = ["evil", MARKUP, MARKUP, MARKUP].map(encodeURIComponent).join("/");
        await post(target, device, JSON.stringify({ [MARKUP]: 1, text: MARKUP }), "eve");
        await page.reload();
        await page.locator("body", { hasText: "onerror=window.pwned" }).waitFor();
      }),
  },
  {
    protocol: "page",
    name: "markup in a live event's topic and values",
    expected: INERT,
    run: (target) =>
      onPage(target, async (page) => {
        const device = ["evil", "n", "live", MARKUP].map(encodeURIComponent).join("/");
        await post(target, device, JSON.stringify({ live: 1 }), "eve");
        // In the overview's list, or above a panel.
        await page.locator("body", { hasText: /evil \/ n \/ live|live_<img/ }).waitFor();
        await post(target, device, JSON.stringify({ live: MARKUP }), "eve");
      }),
  },
  {
    protocol: "page",
    name: "scripts, handlers and `javascript:` links in an annotation",
    expected: /^shown as text; no script ran$/,
    run: (target) =>
      // The overview lists no annotations.
      onPage(
        target,
        async (page) => {
          const text = `<script>window.pwned=1</script><svg onload=window.pwned=1></svg><a href="javascript:window.pwned=1">annotated</a>${MARKUP}`;
          await post(target, "evil/n/g/noted", '{"a": 1}', "eve");
          const event = { title: MARKUP, text, tags: MARKUP };
          await target.fetch("/api/evil/n/g/noted/event", { as: "eve", ...json(JSON.stringify(event)) });
          await target.service.settledAs(target.tokens.root);
          await page.reload();
          const link = page.locator(".annotations", { hasText: "annotated" }).first();
          await link.waitFor();
          await link.getByText("annotated").click({ trial: false });
        },
        ["panels"],
      ),
  },
  {
    protocol: "page",
    name: "markup in an error's text",
    expected: INERT,
    run: (target) =>
      onPage(target, async (page) => {
        await post(target, "evil/n/g/d", `{"a": ${MARKUP}`, "eve");
        await page.locator(".status-button").click();
        await page.locator(".status", { hasText: "bad-json" }).waitFor();
      }),
  },
  {
    protocol: "page",
    name: "reading the session's cookie from a script",
    expected: /^no cookie is seen$/,
    async run(target) {
      const { page, close } = await openPage(target.service.url);
      await logIn(page);
      const cookie = await page.evaluate<string>("document.cookie");
      await close();
      return cookie === "" ? "no cookie is seen" : cookie;
    },
  },
  {
    protocol: "page",
    name: "the page in a frame, and scripts from elsewhere",
    expected: /^default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
    async run(target) {
      const { headers } = await target.fetch("/");
      return headers.get("content-security-policy") ?? "no policy";
    },
  },
  {
    protocol: "UDP",
    name: "datagrams from outside `allow_from`",
    expected: /^rejected as forbidden, nothing stored$/,
    async run(target) {
      await sendDatagrams(target.service.udpPort("rig"), [Buffer.from([4, 1, 7, 0])]);
      let rejected: Readonly<Record<string, number>> = {};
      await until(async () => {
        const response = await target.fetch("/health", { as: "root" });
        const { channels } = (await response.json()) as {
          channels: { name: string; rejected: Record<string, number> }[];
        };
        rejected = channels.find(({ name }) => name === "rig")?.rejected ?? {};
        return Object.keys(rejected).length > 0;
      });
      const { rows } = (await (
        await target.fetch("/read/rows?database=lab_rig&measurement=01_probe", { as: "root" })
      ).json()) as { rows: unknown[] };
      return `rejected as ${Object.keys(rejected).join()}, ${rows.length === 0 ? "nothing stored" : "but stored"}`;
    },
  },
];

/** Runs `work` as the administrator on the overview and on the page of all panels. */
async function onPage(target: Target, work: (page: Page) => Promise<void>, views = VIEWS): Promise<string> {
  const outcomes = new Set<string>();
  for (const view of views) outcomes.add(await onView(target, view, work));
  return [...outcomes].join(", then ");
}

/** Runs `work` in one view, then checks that no injected code ran. */
async function onView(target: Target, view: string, work: (page: Page) => Promise<void>): Promise<string> {
  const { page, close } = await openPage(`${target.service.url}/?show=${view}`);
  try {
    await logIn(page);
    await work(page);
    await pause(300, "handlers of broken images run after a round of the event loop");
    const alive = await page.evaluate<{ foreign: number; ran: boolean }>(`({
      foreign: document.querySelectorAll("img, svg[onload], script:not([src]), a[href^=javascript]").length,
      ran: "pwned" in window,
    })`);
    return `${alive.foreign === 0 ? "shown as text" : `${alive.foreign} elements made`}; ${alive.ran ? "a script ran" : "no script ran"}`;
  } finally {
    await close();
  }
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("root");
  await page.getByLabel("Password").fill(PASSWORDS.root);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator(".connection[data-state=connected]").waitFor();
}
