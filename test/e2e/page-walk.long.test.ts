/** The page of a service with users: what a reader is offered, and where an alarm arrives: e-mail, webhook, notification. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { hashCredential, TOKEN_COST } from "../../runtime/auth/credential-hash.ts";
import { type UserEntry, writeUsersFile } from "../../runtime/auth/users-file.ts";
import { openPage } from "../support/browser.ts";
import { Lab } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
const PASSWORD = "correct horse battery";

const user = async (name: string, more: Partial<UserEntry>): Promise<UserEntry> => {
  const password = await hashCredential(PASSWORD, TOKEN_COST);
  return { name, read: ["kit"], write: [], admin: false, password, tokens: [], ...more };
};

/** Python's own mail server (until 3.12), which prints what it receives. */
const POSTMAN = ["-W", "ignore", "-u", "-m", "smtpd", "-n", "-c", "DebuggingServer"];
const noPostman = spawnSync("python3", ["-W", "ignore", "-c", "import smtpd"]).status !== 0 && "needs Python's smtpd";

/** What the service's alarms reach, and its page for two users. */
async function withService(body: (at: Service) => Promise<void>): Promise<void> {
  const [mailPort, posts] = [await freePort(), [] as string[]];
  const postman = spawn("python3", [...POSTMAN, `127.0.0.1:${mailPort}`]);
  let mails = "";
  postman.stdout.on("data", (chunk: Buffer) => {
    mails += chunk.toString();
  });
  const receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      posts.push(text);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const lab = new Lab({
    ini: `[lab]
channels =
[auth]
users_file = users.json
[realm-kit]
rule.temperature = unit=°C; warn=..25
[alarms]
smtp = smtp://127.0.0.1:${mailPort}
email = ops@example.org
[webhook-log]
url = http://127.0.0.1:${port}/hook
send = alarms
`,
  });
  try {
    assert.equal(lab.generate().status, 0);
    const admin = await user("ida", { write: ["kit"], admin: true });
    writeUsersFile(join(lab.directory, "users.json"), [admin, await user("ola", {})]);
    const { url } = await lab.start();
    await until(async () => {
      const probe = connect(mailPort, "127.0.0.1");
      return new Promise((resolve) => {
        probe.once("data", () => resolve(true));
        probe.once("error", () => resolve(false));
      }).finally(() => probe.destroy()) as Promise<boolean>;
    });
    const send = async (temperature: number) => {
      const answer = await fetch(`${url}/api/kit/n/g/d/data`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Basic ${Buffer.from(`ida:${PASSWORD}`).toString("base64")}`,
        },
        body: JSON.stringify({ temperature }),
      });
      assert.equal(answer.status, 200, await answer.text());
    };
    await body({ url, posts, mails: () => mails, send });
  } finally {
    postman.kill();
    receiver.closeAllConnections();
    receiver.close();
    await lab.remove();
  }
}

interface Service {
  readonly url: string;
  readonly posts: readonly string[];
  readonly mails: () => string;
  readonly send: (temperature: number) => Promise<void>;
}

async function logIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator(".connection[data-state=connected]").waitFor();
}

const entriesOf = async (page: Page, button: string): Promise<string[]> => {
  await page.getByRole("button", { name: button, exact: true }).click();
  const found = await page.getByRole("menuitem").allInnerTexts();
  await page.keyboard.press("Escape");
  return found;
};

test("an alarm is told by e-mail, webhook and notification; a reader is offered no act that the service refuses", {
  skip: noPostman || skip,
}, async () => {
  await withService(async ({ url, posts, mails, send }) => {
    await send(20);
    const { page: ida, close: closeIda } = await openPage(url, { permissions: ["notifications"] });
    // Headless browsers show none.
    await ida.addInitScript(`
      told = [];
      window.Notification = class { static permission = "granted"; constructor(title, { body }) { told.push(body); } };
    `);
    await ida.reload();
    await logIn(ida, "ida");
    const { page: ola, close: closeOla } = await openPage(url);
    await logIn(ola, "ola");
    await ola.locator(".panel canvas").first().waitFor();
    const acts = /Annot|Delete|Acknowledge|Mute [a-z]|Unmute|Save for everybody|Make it the first/;
    for (const name of ["Actions for g_d", "Add", "Panels and layout"]) {
      const [reader, writer] = [await entriesOf(ola, name), await entriesOf(ida, name)];
      assert.deepEqual(
        reader.filter((entry) => acts.test(entry)),
        [],
        name,
      );
      assert.ok(writer.length > reader.length, `${name}: ${writer.join(", ")}`);
    }
    await send(30);
    await until(() => posts.length === 1 && mails().includes("END MESSAGE"));
    const { alarms } = JSON.parse(posts[0]!) as { alarms: { message: string }[] };
    const { message } = alarms[0]!;
    assert.match(message, /^temperature of .* is 30 °C, above 25 °C$/);
    const [, encoded = ""] =
      /Content-Transfer-Encoding: quoted-printable[\s\S]*?\n\n([\s\S]*?)-+ END MESSAGE/.exec(readable(mails())) ?? [];
    assert.ok(fromQuotedPrintable(encoded).includes(`warn: ${message}`), mails());
    assert.match(mails(), /To: ops@example\.org/);
    await until(async () => (await ida.evaluate<string[]>("told")).join() === message);
    for (const page of [ida, ola]) {
      await page.goto(`${url}/?show=alarms`);
      await page.locator(".alarm-detail canvas").waitFor();
    }
    assert.equal(await ola.getByRole("button", { name: /Acknowledge|^Mute\b/ }).count(), 0);
    await ida.locator(".alarm-detail").getByLabel("Note").fill("seen it");
    await ida.locator(".alarm-detail").getByRole("button", { name: "Acknowledge" }).click();
    await ola.locator(".alarm-detail").getByText("ida: seen it").waitFor();
    await closeIda();
    await closeOla();
  });
});

/** Python prints lines as bytes: `b'…'`. */
function readable(printed: string): string {
  return printed.replace(/^b'(.*)'$/gm, "$1");
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
