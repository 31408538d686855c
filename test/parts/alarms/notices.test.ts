/** Events go to webhooks and by e-mail: signed, once, retried after failures, and over a restart and a reload. */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { readEntryText } from "../../../runtime/lib/entry-text.ts";
import type { AlarmEntry } from "../../../runtime/model/alarms.ts";
import { type NoticeSettings, Notices } from "../../../runtime/parts/alarms/notices.ts";
import type { WebhookSettings } from "../../../runtime/parts/alarms/webhook-keys.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let directory: string;
before(async () => {
  directory = temporaryFolder();
});

interface Taken {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A receiver that keeps what it gets. */
async function receiver(port = 0, statuses: number[] = []) {
  const taken: Taken[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const status = statuses.shift() ?? 200;
      taken.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(status, status === 302 ? { Location: "/elsewhere" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { taken, url: `http://127.0.0.1:${bound}/hook`, port: bound, close };
}

const hook = (url: string, more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  name: "lab",
  url,
  send: ["alarms", "events"],
  databases: ["*"],
  token: undefined,
  secret: undefined,
  ...more,
});
const settings = (...webhooks: WebhookSettings[]): NoticeSettings => ({
  webhooks,
  alarms: { smtp: undefined, email: [], from: undefined },
});
const entry = (message: string): AlarmEntry => {
  const place = { database: "lab_rig", measurement: "05_tank", column: "t" };
  return { id: 1, ...place, level: "alarm", time: "2026-03-01T12:00:00Z", value: 1, message };
};
const problems: string[] = [];
const open = (name: string, of: NoticeSettings) =>
  Notices.open(join(directory, name), of, {
    onProblem: (said) => problems.push(said),
    gatherMs: 10,
    retryMs: 20,
  });

test("simultaneous alarms and events form one request, which Standard Webhooks' library verifies", async () => {
  const { taken, url, close } = await receiver();
  const secret = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const notices = await open("signed.json", settings(hook(url, { secret, token: "t0ken" })));
  notices.tell("alarms", "lab_rig", () => entry("t is 26"));
  notices.tell("events", "lab_rig", () => ({ values: { count: 2n ** 60n + 1n, url: "http://127.0.0.1:1/evil" } }));
  await until(() => taken.length === 1);
  await notices.close();
  const [{ headers, body, path }] = taken as [Taken];
  assert.equal(body.match(/1152921504606846977/)?.[0], "1152921504606846977");
  const read = new Webhook(SECRET).verify(body, headers as Record<string, string>) as Record<string, object[]>;
  assert.deepEqual(read["alarms"], [entry("t is 26")]);
  assert.deepEqual([read["events"]?.length, path, headers.authorization], [1, "/hook", "Bearer t0ken"]);
  assert.throws(() => new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>));
  await close();
});

test("a receiver gets only the events it subscribed to", async () => {
  const { taken, url, close } = await receiver();
  const credentials = url.replace("//", "//user:p%40ss@");
  const own = hook(credentials, { send: ["events"], databases: ["farm_*"] });
  const notices = await open("chosen.json", settings(own));
  notices.tell("alarms", "farm_a", () => entry("no"));
  notices.tell("events", "lab_rig", () => ({ n: 1 }));
  notices.tell("events", "farm_a", () => ({ n: 2 }));
  await until(() => taken.length === 1);
  await notices.close();
  assert.equal(taken[0]?.body, '{"events":[{"n":2}]}');
  assert.equal(taken[0]?.headers.authorization, `Basic ${Buffer.from("user:p@ss").toString("base64")}`);
  assert.deepEqual(notices.status(3).counts, { active: 3, sent: 1, waiting: 0, lost: 0 });
  assert.deepEqual(notices.receivers, [], "it gets events, and no alarms");
  await close();
});

test("a failed request is repeated with the same ID, and later ones follow it", async () => {
  const { taken, url, close } = await receiver(0, [500, 429]);
  const notices = await open("again.json", settings(hook(url)));
  notices.tell("events", "d", () => ({ n: 1 }));
  await until(() => taken.length === 1);
  notices.tell("events", "d", () => ({ n: 2 }));
  await until(() => taken.length === 4);
  await notices.close();
  assert.deepEqual(
    taken.map(({ body }) => body),
    ['{"events":[{"n":1}]}', '{"events":[{"n":1}]}', '{"events":[{"n":1}]}', '{"events":[{"n":2}]}'],
  );
  assert.equal(new Set(taken.map(({ headers }) => headers["webhook-id"])).size, 2);
  assert.deepEqual(notices.status(0).state, "ok");
  await close();
});

test("a redirect counts as a refusal; a refusing receiver is tried five times", async () => {
  const { taken, url, close } = await receiver(0, [302, 302, 302, 302, 400]);
  problems.length = 0;
  const notices = await open("refused.json", settings(hook(url)));
  notices.tell("events", "d", () => ({ n: 1 }));
  await until(() => notices.status(0).counts?.["lost"] === 1);
  assert.equal(taken.length, 5);
  assert.deepEqual([...new Set(taken.map(({ path }) => path))], ["/hook"]);
  assert.deepEqual(problems, [
    "[webhook-lab] failed and is tried again: the webhook answered 302, and redirects are not followed",
    "1 notices for [webhook-lab] are given up after 5 attempts: the webhook answered 400",
  ]);
  await notices.close();
  await close();
});

test("the receiver is away, the service restarts, and waiting requests arrive once, with their IDs", async () => {
  const first = await receiver();
  await first.close();
  const before = await open("restart.json", settings(hook(first.url)));
  before.tell("events", "d", () => ({ n: 1 }));
  await until(() => before.status(0).lastError !== undefined);
  before.tell("events", "d", () => ({ n: 2 }));
  await before.close();
  assert.equal(before.status(0).counts?.["waiting"], 2);
  const kept = readEntryText("notices", await readFile(join(directory, "restart.json"), "utf8"))?.entries ?? [];
  const { batch } = new Map(kept as [string, { batch: { id: string } }][]).get("[webhook-lab]")!;
  const again = await receiver(first.port);
  const after = await open("restart.json", settings(hook(first.url)));
  await until(() => again.taken.length === 2);
  assert.deepEqual(
    again.taken.map(({ body }) => body),
    ['{"events":[{"n":1}]}', '{"events":[{"n":2}]}'],
  );
  assert.equal(again.taken[0]?.headers["webhook-id"], batch.id);
  await after.close();
  assert.deepEqual(readEntryText("notices", await readFile(join(directory, "restart.json"), "utf8"))?.entries, []);
  const third = await open("restart.json", settings(hook(first.url)));
  await third.close();
  assert.equal(again.taken.length, 2);
  await again.close();
});

test("a reload sends waiting requests to the new address, and drops those without a receiver", async () => {
  const { taken, url, close } = await receiver();
  const gone = await receiver();
  await gone.close();
  const notices = await open("reload.json", settings(hook(gone.url), hook(gone.url, { name: "other" })));
  notices.tell("events", "d", () => ({ n: 1 }));
  await until(() => notices.status(0).lastError !== undefined);
  problems.length = 0;
  notices.configure(settings(hook(url)));
  await until(() => notices.status(0).counts?.["sent"] === 1);
  assert.equal(taken.length, 1);
  assert.deepEqual(problems, ["1 notices for [webhook-other] are dropped: it is no longer configured"]);
  assert.equal(notices.status(0).bounds?.notices?.held, 0);
  await notices.close();
  await close();
});

test("the number of waiting requests is limited: the oldest are dropped, and a damaged file is kept aside", async () => {
  const gone = await receiver();
  await gone.close();
  await writeFile(join(directory, "bounded.json"), '{"[webhook-lab]":{"waiting":[{"kind":"x"}]}}');
  problems.length = 0;
  const notices = await open("bounded.json", settings(hook(gone.url)));
  assert.match(problems[0] ?? "", /^Some earlier notices are damaged and left out; all are kept in .*bounded\.json/);
  for (let n = 0; n < 12; n++) notices.tell("events", "d", () => ({ n, text: "x".repeat(1 << 20) }));
  const { counts, bounds } = notices.status(0);
  assert.deepEqual([counts?.["waiting"], counts?.["lost"]], [7, 5]);
  assert.ok(bounds!.notices!.held < bounds!.notices!.limit, `${bounds!.notices!.held} are held`);
  await notices.close();
});

test("simultaneous alarms form one e-mail; a name cannot add a header to it", async () => {
  const mails: string[] = [];
  const server = createTcpServer((socket) => {
    let isData = false;
    let text = "";
    socket.write("220 test\r\n");
    socket.on("data", (part) => {
      text += part;
      if (isData && !text.endsWith("\r\n.\r\n")) return;
      if (isData) mails.push(text);
      const isStart = !isData && text.startsWith("DATA");
      isData = isStart;
      socket.write(isStart ? "354 go on\r\n" : "250 ok\r\n");
      if (text.startsWith("QUIT")) socket.end();
      text = "";
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const smtp = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const alarms = { smtp, email: ["a@example.org", "b@example.org"], from: undefined };
  const notices = await open("mail.json", { webhooks: [], alarms });
  notices.tell("alarms", "d", () => entry("t\r\nBcc: evil@example.org is 26, above 25"));
  notices.tell("alarms", "d", () => entry("u is 27, above 25"));
  notices.tell("events", "d", () => ({ n: 1 }));
  await until(() => notices.status(0).counts?.["sent"] === 2);
  await notices.close();
  assert.equal(mails.length, 1);
  const [head = "", body = ""] = mails[0]!.split("\r\n\r\n");
  assert.match(head, /^To: a@example.org, b@example.org$/m);
  assert.doesNotMatch(head, /^Bcc/im);
  assert.match(body.replace(/=\r\n/g, ""), /u is 27, above 25/);
  // A name cannot write a sentence of its own either.
  assert.equal(
    body
      .trimEnd()
      .split(/(?<!=)\r\n/)
      .filter((line) => line !== "" && line !== ".").length,
    2,
    body,
  );
  server.close();
});

test("receivers of alarms are named with what happened, and without addresses, secrets and passwords", async () => {
  const { taken, url, close } = await receiver(0, [503]);
  const secret = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const smtp = "smtps://user:password@mail.example.org";
  const webhooks = [hook(url.replace("//", "//user:password@"), { secret, token: "t0ken", databases: ["lab_*"] })];
  const alarms = { smtp, email: ["ida@example.org", "jon@example.org"], from: undefined };
  const notices = await open("named.json", { webhooks, alarms: { ...alarms, smtp: undefined } });
  notices.tell("alarms", "lab_rig", () => entry("t is 26"));
  await until(() => notices.receivers[0]?.failed !== undefined, "a failure");
  await until(() => taken.length === 2, "the repetition");
  await until(() => notices.receivers[0]?.sent === 1, "it was sent");
  const [webhook] = notices.receivers;
  assert.deepEqual(webhook, {
    kind: "webhook",
    name: webhooks[0]!.name,
    databases: ["lab_*"],
    sent: 1,
    waiting: 0,
    lost: 0,
  });
  notices.configure({ webhooks, alarms });
  assert.deepEqual(notices.receivers[1], {
    kind: "e-mail",
    databases: ["*"],
    addresses: 2,
    sent: 0,
    waiting: 0,
    lost: 0,
  });
  assert.doesNotMatch(JSON.stringify(notices.receivers), /password|t0ken|example\.org|127\.0\.0\.1/);
  await notices.close();
  await close();
});
