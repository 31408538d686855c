/** Commands from the page in a real browser: the form, the states, and users without permission. [D52] */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { axeFindings, inBoth } from "../../support/axe.ts";
import { type BrowserPage, openPage } from "../../support/browser.ts";
import { Board, CHANNEL, commandedLab, HEADER } from "../../support/commanded-lab.ts";
import { type Lab, ROOT, type ServiceProcess } from "../../support/lab.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const skip = requires("chromium-headless-shell");
const PASSWORD = "correct horse battery";

let lab: Lab;
let service: ServiceProcess;
let board: Board;
let opened: BrowserPage | undefined;
const users: UserEntry[] = [];

async function user(name: string, command: string[]): Promise<void> {
  const password = await hashCredential(PASSWORD, TOKEN_COST);
  const rights = { read: ["lab", "field"], write: ["lab", "field"], admin: false, tokens: [] };
  users.push({ name, ...rights, password, ...(command.length > 0 && { command }) });
}

before(async () => {
  if (skip !== false) return;
  const header = HEADER.replace("uint8_t what;", "uint8_t what; /* @rule: states=1=warm, 2=cold */");
  lab = commandedLab(`${CHANNEL}\n[auth]\nusers_file = users.json\n[realm-field]\nbinary = rig\n`, header);
  await user("ida", ["lab/rig", "field/farm"]);
  await user("max", []);
  writeUsersFile(join(lab.directory, "users.json"), users);
  service = await lab.start();
  board = await Board.open(service.udpPort("rig"));
});

after(async () => {
  board?.close();
  await opened?.close();
  await lab?.remove();
});

/** Logs in and opens the board's panel. */
async function enter(name: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  await opened?.close();
  opened = await openPage(service.url, options);
  const { page } = opened;
  await page.locator("input[autocomplete=username]").fill(name);
  await page.locator("input[type=password]").fill(PASSWORD);
  // Of this document: an answer to one that is left has no body any more.
  const places = page.waitForResponse(/commands\/places/);
  await page.keyboard.press("Enter");
  board.state(0);
  await places;
  await page.locator(".panel h2", { hasText: "status" }).first().waitFor();
  return page;
}

/** The menu entry in both languages. */
const ENTRY = /^(Send a command|Befehl senden)…$/;

async function openMenu(page: Page, measurement = "01_status"): Promise<void> {
  const panel = page.locator(`.panel[data-measurement="${measurement}"]`);
  await panel.locator(".menu-button").first().click();
  await page.getByRole("menuitem", { name: "CSV" }).waitFor();
}

/** How often the menu offers commands. */
async function offers(page: Page): Promise<number> {
  await openMenu(page);
  const count = await page.getByRole("menuitem", { name: ENTRY }).count();
  await page.keyboard.press("Escape");
  return count;
}

async function openDialog(page: Page, measurement?: string): Promise<void> {
  await until(async () => {
    await openMenu(page, measurement);
    const isThere = (await page.getByRole("menuitem", { name: ENTRY }).count()) > 0;
    if (!isThere) await page.keyboard.press("Escape");
    return isThere;
  });
  await page.getByRole("menuitem", { name: ENTRY }).click();
  await page.getByRole("dialog").waitFor();
}

const newest = (page: Page) => page.locator(".command-list > li").first();

/** Saves a picture for people to look at. */
async function keep(page: Page, name: string): Promise<void> {
  if (process.env["STRUCTLINE_TEST_PICTURES"] === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(ROOT, "test/.work/page", `${name}-${colorScheme}.png`) });
  }
}

test("a user with permission sends a command from the page: the form has the header's fields, and each state appears", {
  skip,
}, async () => {
  const page = await enter("ida");
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Commands for rig" }).waitFor();
  assert.deepEqual(await dialog.locator("select[name=command]").locator("option").allTextContents(), [
    "set_point",
    "reset",
    "fire",
    "hold",
  ]);
  const target = dialog.getByLabel("target, °C");
  assert.deepEqual(
    [await target.getAttribute("min"), await target.getAttribute("max"), await target.getAttribute("type")],
    ["5", "30", "number"],
  );
  await dialog.getByText("Permitted: 5 to 30. Usual: 10 to 25.").waitFor();
  await target.fill("21.5");
  assert.equal(await dialog.locator("input[name=confirm]").isVisible(), false);
  await keep(page, "command-form");
  await inBoth(page, () => axeFindings(page));
  await dialog.getByRole("button", { name: "Send" }).click();
  await newest(page).locator("[data-command=acknowledged]").waitFor();
  const steps = await newest(page)
    .locator(".steps > li")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-command")));
  assert.deepEqual(steps, ["queued", "sent", "acknowledged"]);
  assert.equal(await newest(page).locator("code").textContent(), board.received.at(-1));
  assert.match((await newest(page).textContent()) ?? "", /target=21\.5.*by ida/);

  await target.fill("8");
  await dialog.getByRole("button", { name: "Send" }).click();
  assert.equal(board.received.length, 1, "what is unusual is confirmed first");
  await dialog.getByLabel("target is unusual: send it").check();
  board.answer = "refuse";
  await dialog.getByRole("button", { name: "Send" }).click();
  await newest(page).getByText("the device answered result = 7").waitFor();
  await keep(page, "command-states");
  await inBoth(page, () => axeFindings(page));

  board.answer = "nothing";
  await dialog.getByLabel("target, °C").fill("20");
  await dialog.getByRole("button", { name: "Send" }).click();
  await newest(page).locator("[data-command='timed out']").waitFor();

  await dialog.locator("select[name=command]").selectOption("reset");
  assert.deepEqual(await dialog.getByLabel("what").locator("option").allTextContents(), ["", "warm", "cold"]);
  await dialog.getByLabel("what").selectOption("cold");
  await keep(page, "command-confirm");
  const { length } = board.received;
  await dialog.getByRole("button", { name: "Send" }).click();
  assert.equal(board.received.length, length);
  await dialog.getByLabel("This command is dangerous: send it").check();
  await dialog.getByRole("button", { name: "Send" }).click();
  await until(() => board.received.at(-1) === "031102");

  await dialog.locator("select[name=command]").selectOption("fire");
  await dialog.getByText("Only while state == 2.").waitFor();
  await dialog.getByLabel("ms").fill("5");
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("fire is not sent: state == 2 is required, and 'state' is 0").waitFor();
  assert.deepEqual(
    opened!.problems.filter((problem) => !/status of (401|409)/.test(problem)),
    [],
  );
});

test("a device's panel sends to that device, which fetches the command; a waiting command can be withdrawn", {
  skip,
}, async () => {
  const post = () =>
    fetch(`${service.url}/api/field/farm/barn/node-1/data`, {
      method: "POST",
      headers: {
        "Content-Type": "application/octet-stream",
        Authorization: `Basic ${Buffer.from(`max:${PASSWORD}`).toString("base64")}`,
      },
      body: Uint8Array.from([3, 1, 0]),
    });
  assert.equal((await post()).status, 200);
  const page = await enter("ida");
  await openDialog(page, "barn_node_1_sensors");
  const dialog = page.getByRole("dialog");
  const send = async () => {
    await dialog.getByLabel("target, °C").fill("20");
    await dialog.getByRole("button", { name: "Send" }).click();
    await newest(page).getByRole("button", { name: "Withdraw" }).waitFor();
  };
  await send();
  await newest(page).getByRole("button", { name: "Withdraw" }).click();
  await newest(page).getByText("withdrawn by ida").waitFor();
  await send();
  const frame = (await post()).headers.get("Command");
  await newest(page).locator("[data-command=sent]").waitFor();
  assert.equal(`0x${await newest(page).locator("code").textContent()}`, frame);
  assert.deepEqual(
    opened!.problems.filter((problem) => !/status of 401/.test(problem)),
    [],
  );
});

test("the form fits on a telephone, also in German; it closes when the permission ends, and the menu entry disappears", {
  skip,
}, async () => {
  const page = await enter("ida", { viewport: { width: 390, height: 844 }, locale: "de-DE" });
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await keep(page, "command-telephone");
  await inBoth(page, () => axeFindings(page));
  const overhang = await dialog.evaluate((root) => root.scrollWidth - root.clientWidth);
  assert.equal(overhang, 0);
  writeUsersFile(
    join(lab.directory, "users.json"),
    users.map(({ command: _command, ...rest }) => rest),
  );
  const { length } = board.received;
  await dialog.getByText("Sie dürfen dorthin keine Befehle mehr senden.").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Senden" }).isVisible(), false);
  assert.equal(board.received.length, length);
  await dialog.getByRole("button", { name: "Schließen" }).click();
  await until(async () => (await offers(page)) === 0);
  writeUsersFile(join(lab.directory, "users.json"), users);
});

test("a user without permission to command sees no command form", { skip }, async () => {
  const page = await enter("max");
  // The page has asked before, so it has dealt with its own answer when this one is here.
  const answer = await page.evaluate("fetch('commands/places').then((places) => places.json())");
  assert.deepEqual(answer, { places: [] });
  assert.equal(await offers(page), 0);
});
