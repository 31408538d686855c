/** Hover with the last value of a running service that has users: with a token, with one of another realm, and without. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { unanswered } from "../../../runtime/lib/unanswered.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { Editor } from "../../support/language-client.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const INI = `
[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
abi = x86-64
[http]
listen = 127.0.0.1:0
[auth]
users_file = users.json
`;
const HEADER = `#pragma pack(1)
struct struct_tank { unsigned char length; unsigned char ID; short level; // @rule: expr=level / 10; unit=mm
  unsigned long long big; } tank = {12, 1};
`;

let lab: Lab;
let service: ServiceProcess;
const tokens: Record<string, string> = {};

before(async () => {
  lab = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  const users: UserEntry[] = [];
  for (const [name, read] of [
    ["reader", ["lab"]],
    ["stranger", ["other"]],
  ] as const) {
    const { text, entry } = await makeToken(new Date());
    tokens[name] = text;
    users.push({ name, read: [...read], write: [], admin: false, tokens: [entry] } as UserEntry);
  }
  writeUsersFile(join(lab.directory, "users.json"), users);
  service = await lab.start();
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([12, 1, 0xe8, 3, 255, 255, 255, 255, 255, 255, 255, 255])]);
  const headers = { Authorization: `Bearer ${tokens["reader"]}` };
  await until(async () => (await (await fetch(`${service.url}/metrics/values`, { headers })).text()) !== "");
  const query = "database=lab_rig&measurement=01_tank";
  await until(async () =>
    /"level":100/.test(await (await fetch(`${service.url}/read/rows?${query}`, { headers })).text()),
  );
});

after(() => lab?.remove());

async function hover(env: NodeJS.ProcessEnv, url: string, marked: string): Promise<string> {
  const editor = await Editor.open({}, ["--config", lab.config, "--service", url], env, lab.directory);
  try {
    await editor.write("headers/rig.h", readFileSync(join(lab.directory, "headers/rig.h"), "utf8"));
    // Whoever sees that a busy service has not answered yet points again.
    for (;;) {
      const text = await editor.hover("headers/rig.h", marked);
      if (!text.includes("has not answered yet")) return text;
    }
  } finally {
    await editor.close();
  }
}

test("with a token, hover shows the last value with unit and time, and every digit", async () => {
  const text = await hover({ STRUCTLINE_TOKEN: tokens["reader"] }, service.url, "short lev|el;");
  assert.match(text, /`level` = 100 mm {2}\nlast stored 20\d\d-/);
  assert.match(text, /\/\?panel=lab_rig%2001_tank\)/);
  const big = await hover({ STRUCTLINE_TOKEN: tokens["reader"] }, service.url, "bi|g; }");
  assert.match(big, /`big` = 18446744073709551615/);
});

test("without permission hover says so, and shows the rest", async () => {
  const without = await hover({ STRUCTLINE_TOKEN: "" }, service.url, "short lev|el;");
  assert.match(without, /offset 2/);
  assert.match(without, /no live value: (?:the service wants a token|nothing is stored|no stored row)/);
  const stranger = await hover({ STRUCTLINE_TOKEN: tokens["stranger"] }, service.url, "short lev|el;");
  assert.match(stranger, /no live value: no stored row, or no permission to read it/);
  const wrong = await hover({ STRUCTLINE_TOKEN: "wrong" }, service.url, "short lev|el;");
  assert.match(wrong, /no live value: the token of STRUCTLINE_TOKEN/);
  for (const text of [without, stranger, wrong]) assert.doesNotMatch(text, /= 100/);
});

test("a service that does not answer is named, and hover does not fail", async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  assert.match(
    await hover({}, gone, "short lev|el;"),
    new RegExp(`no service answers at ${gone.replaceAll(".", "\\.")}`),
  );
});

test("a service that is slow, another program and one that hangs up are told from one that is not there", async () => {
  const url = "http://lab:8080";
  const answers = new Map<string, (response: ServerResponse) => void>([
    ["/slow", () => {}],
    ["/other", (response: ServerResponse) => response.end("<html>")],
    ["/gone", (response: ServerResponse) => response.destroy()],
  ]);
  const server = createServer(({ url = "" }, response) => answers.get(url)?.(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const told = async (path: string) => {
    const asked = fetch(`http://127.0.0.1:${port}${path}`, path === "/slow" ? { signal: AbortSignal.timeout(20) } : {});
    return unanswered(url, await asked.then((response) => response.json()).catch((error: unknown) => error));
  };
  assert.equal(await told("/slow"), `the service at ${url} has not answered yet`);
  assert.equal(await told("/other"), `what answers at ${url} is not the service`);
  assert.match(await told("/gone"), /^the service at http:\/\/lab:8080 ended the connection$/);
  server.close();
  server.closeAllConnections();
});
