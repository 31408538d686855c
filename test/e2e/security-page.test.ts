/** Log-in and log-out on the page in a real browser, and password entry on a real terminal. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { hashCredential, TOKEN_COST } from "../../runtime/auth/credential-hash.ts";
import { type UserEntry, writeUsersFile } from "../../runtime/auth/users-file.ts";
import { axeFindings, inBoth } from "../support/axe.ts";
import { openPage } from "../support/browser.ts";
import { Lab, ROOT, type ServiceProcess } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const PASSWORD = "correct horse battery";
let lab: Lab;
let service: ServiceProcess;

const entry = async (password: string): Promise<UserEntry> => ({
  name: "ida",
  read: ["mqttkit-1"],
  write: ["mqttkit-1"],
  admin: false,
  password: await hashCredential(password, TOKEN_COST),
  tokens: [],
});

const users = () => join(lab.directory, "users.json");

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n[auth]\nusers_file = users.json\n" });
  assert.equal(lab.generate().status, 0);
  writeUsersFile(users(), [await entry(PASSWORD)]);
  service = await lab.start();
});

after(() => lab.remove());

test("log in, see live values, lose the session, log in again, log out", {
  skip: onlyLong || requires("chromium-headless-shell"),
}, async () => {
  await send(1);
  const { page, problems, close } = await openPage(service.url);
  const logIn = async (password: string) => {
    await page.getByLabel("Name").fill("ida");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await inBoth(page, () => axeFindings(page));
  await logIn("wrong");
  await page.getByRole("alert").getByText("Wrong name or password").waitFor();
  await inBoth(page, () => axeFindings(page));
  assert.equal(await page.locator(".toolbar").count(), 0, "nothing of the page is there yet");

  await logIn(PASSWORD);
  await page.locator(".connection[data-state=connected]").waitFor();
  await page.locator("body", { hasText: "temperature" }).waitFor();
  await send(4711);
  await page.locator("body", { hasText: "4711" }).waitFor();

  writeUsersFile(users(), [await entry("another password")]);
  await page.getByLabel("Password").waitFor();
  await logIn("another password");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Log out ida" }).click();
  await page.getByLabel("Password").waitFor();
  const foreign = problems.filter((problem) => !/status of 401|WebSocket/.test(problem));
  assert.deepEqual(foreign, []);
  await close();
});

test("a realm withdrawn from a user leaves the open page, and its live values do not arrive", {
  skip: onlyLong || requires("chromium-headless-shell"),
}, async () => {
  const both = await entry(PASSWORD);
  writeUsersFile(users(), [{ ...both, read: ["mqttkit-1", "hall"], write: ["mqttkit-1", "hall"] }]);
  await until(() => canSend("hall", 31.25));
  await until(() => canSend("mqttkit-1", 20));
  const { page, close } = await openPage(service.url);
  await page.getByLabel("Name").fill("ida");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator(".toolbar").waitFor();
  const received: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(Buffer.from(payload).toString("latin1"))),
  );
  await page.reload();
  await page.locator(".panel", { hasText: "31.25" }).waitFor();
  await page.locator(".connection[data-state=connected]").waitFor();
  writeUsersFile(users(), [{ ...both, write: ["mqttkit-1", "hall"] }]);
  await page.locator(".panel", { hasText: "31.25" }).waitFor({ state: "detached" });
  assert.equal(await canSend("hall", 47.125), true);
  assert.equal(await canSend("mqttkit-1", 63.5), true);
  await page.locator(".panel", { hasText: "63.5" }).waitFor();
  assert.equal(await page.getByText("47.125").count(), 0);
  assert.equal(received.filter((text) => text.includes("hall_testdrive")).length, 0);
  assert.ok(
    received.some((text) => text.includes("mqttkit_1_testdrive")),
    `received: ${received}`,
  );
  await close();
});

// A pseudo-terminal in Python, because Node has none. It types when it is prompted.
const TYPIST = `
import os, pty, sys
answers = sys.argv[1].encode().split(b",")
pid, terminal = pty.fork()
if pid == 0: os.execvp(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    try: bytes_ = os.read(terminal, 1024)
    except OSError: break
    if not bytes_: break
    seen += bytes_
    if answers and bytes_.rstrip().endswith(b":"): os.write(terminal, answers.pop(0) + b"\\r")
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(status))
`;

test("the terminal asks for a password twice and does not show it", {
  skip: requires("python3-autobahn"),
}, async () => {
  writeFileSync(join(lab.directory, "typist.py"), TYPIST);
  const once = await type("a typed password,another password");
  assert.deepEqual([once.status, once.said.includes("the passwords differ")], [1, true]);
  const reloads = service.output.split("auth.reloaded").length;
  const { status, said } = await type("a typed password,a typedd\u007f password");
  assert.equal(status, 0, said);
  assert.match(said, /Password for bob:\s+Again:\s+user bob added/);
  assert.doesNotMatch(said, /typed/);
  await until(() => service.output.split("auth.reloaded").length > reloads);
  const body = JSON.stringify({ name: "bob", password: "a typed password" });
  const headers = { "Content-Type": "application/json" };
  assert.equal((await fetch(`${service.url}/login`, { method: "POST", headers, body })).status, 204);
});

async function send(temperature: number): Promise<void> {
  assert.equal(await canSend("mqttkit-1", temperature), true);
}

async function canSend(realm: string, temperature: number): Promise<boolean> {
  const response = await fetch(`${service.url}/api/${realm}/testdrive/area-42/node-1/data`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`ida:${PASSWORD}`)}`, "Content-Type": "application/json" },
    body: JSON.stringify({ temperature }),
  });
  await response.text();
  return response.status === 200;
}

function type(answers: string): Promise<{ status: number | null; said: string }> {
  const command = [process.execPath, join(ROOT, "dist/channel-message.cjs")];
  const words = ["users", "add", "bob", "--read", "mqttkit-1", "--config", lab.config];
  const typist = spawn("/usr/bin/python3", [join(lab.directory, "typist.py"), answers, ...command, ...words]);
  let said = "";
  typist.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  return new Promise((resolve) => typist.on("close", (status) => resolve({ status, said })));
}
