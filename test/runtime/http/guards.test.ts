/** Guards apply to both HTTP implementations: Node alone and hono's routes must answer each wrong request identically. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openAccessControl } from "../../../runtime/auth/access-control.ts";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { hostGuard, inOrder, originGuard } from "../../../runtime/http/guard.ts";
import { listenHttp } from "../../../runtime/http/http-listener.ts";
import { OWN_ADDRESSING } from "../../../runtime/intake/addressing.ts";
import { CsvHeaders } from "../../../runtime/intake/csv-headers.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { RealmSettings } from "../../../runtime/model/realm-settings.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { directPosts, HTTP_SERVER_OPTIONS, httpSource } from "../../../runtime/sources/http/http-source.ts";
import { decodingWith } from "../../support/device-messages.ts";

import { MemoryIntake } from "../../support/memory-intake.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const REALMS: readonly RealmSettings[] = ["mine", "other"].map((name) => ({ name, networks: [], timezone: "UTC" }));
const { text: TOKEN, entry } = await makeToken(new Date(0));
const IDA: UserEntry = { name: "ida", read: [], write: ["mine"], admin: false, tokens: [entry] };

type Step = string | Buffer | "revoke" | "narrow" | { readonly answers: number };

interface Asking {
  readonly realm?: string;
  readonly host?: string;
  readonly token?: string | undefined;
  readonly type?: string;
  readonly more?: readonly string[];
  readonly length?: number | "chunked";
}

function head({
  realm = "mine",
  host = "own",
  token = TOKEN,
  type = "application/json",
  more = [],
  length = 7,
}: Asking): string {
  return [
    `POST /api/${realm}/n/g/d/data HTTP/1.1`,
    `Host: ${host}`,
    ...(token === "" ? [] : [`X-Api-Key: ${token}`]),
    `Content-Type: ${type}`,
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
    ...more,
    "\r\n",
  ].join("\r\n");
}

const BODY = '{"a":1}';
const GOOD = head({}) + BODY;
const ZIPPED = gzipSync(BODY);

const CASES: readonly (readonly [name: string, statuses: readonly number[], ...steps: Step[]])[] = [
  ["no credentials", [401], head({ token: "" }) + BODY],
  ["a wrong token", [401], head({ token: `${TOKEN.slice(0, -1)}_` }) + BODY],
  ["another's realm", [403], head({ realm: "other" }) + BODY],
  [
    "another's realm, compressed",
    [403],
    head({ realm: "other", more: ["Content-Encoding: gzip"], length: ZIPPED.length }),
    ZIPPED,
  ],
  ["what a device posts through a proxy with a name of its own", [200], head({ host: "evil.example" }) + BODY],
  ["a page whose name leads here", [421], head({ host: "evil.example", more: ["Origin: http://evil.example"] }) + BODY],
  ...["/api/../rejects/drop", "/api/%2e%2e/rejects/drop", "/api\\..\\rejects\\drop", "/api/x/.%2E/../rejects/drop"].map(
    (path): (typeof CASES)[number] => [
      `a foreign name for ${path}, which is no device's post`,
      [421],
      head({ host: "evil.example" }).replace("/api/mine/n/g/d/data", path) + BODY,
    ],
  ),
  ["a page of another origin", [403], head({ more: ["Origin: https://evil.example"] }) + BODY],
  ["too much announced", [413], head({ length: 5000 })],
  ["behind each other", [200, 200, 200], GOOD + GOOD + GOOD],
  ["behind each other, one of nobody", [200, 401], GOOD + head({ token: "" }) + BODY + GOOD],
  ["behind each other, one to another's realm", [200, 403], GOOD + head({ realm: "other" }) + BODY + GOOD],
  [
    "behind each other, one without a body",
    [200, 400, 200],
    GOOD + head({}).replace("Content-Length: 7\r\n", "") + GOOD,
  ],
  ["a body in two parts", [200], head({}) + BODY.slice(0, 3), BODY.slice(3)],
  ["revoked within a body", [401], head({}) + BODY.slice(0, 3), "revoke"],
  ["narrowed within a body", [403], head({}) + BODY.slice(0, 3), "narrow"],
  [
    "revoked within a body that comes in chunks",
    [401],
    `${head({ type: "text/csv", length: "chunked" })}6\r\n## a\n1\r\n`,
    "revoke",
  ],
  ["revoked between two posts of a connection", [200, 401], GOOD, { answers: 1 }, "revoke", GOOD],
  ["narrowed between two posts of a connection", [200, 403], GOOD, { answers: 1 }, "narrow", GOOD],
  [
    "revoked within a body that another waits behind",
    [401],
    head({}) + BODY.slice(0, 3),
    "revoke",
    BODY.slice(3) + GOOD,
  ],
];

async function open(context: TestContext, way: "direct" | "hono") {
  const directory = temporaryFolder();
  const usersFile = join(directory, "users.json");
  writeUsersFile(usersFile, [IDA]);
  const intake = new MemoryIntake(REALMS);
  const access = openAccessControl({
    usersFile,
    settings: () => ({
      ...parseSettings("[lab]\nchannels =\n", { file: "/lab.ini", shown: "lab.ini", environment: {} }),
      realms: REALMS,
    }),
    addressing: OWN_ADDRESSING,
    published: () => [],
    peer: () => "",
    log: SILENT,
    wallMs: Date.now,
  });
  const settings = {
    listen: { host: "127.0.0.1", port: 0 },
    maxBodyBytes: 2000,
    corsOrigins: [],
    tls: undefined,
  };
  const csvHeaders = new CsvHeaders({ remember: async () => {}, remembered: async () => new Map() }, intake.clock);
  const { core, clock } = intake;
  const options = { intake: core, settings, decoding: decodingWith(REALMS), csvHeaders, clock, access: access.http };
  const server = await listenHttp(settings, httpSource(options), {
    onUpgrade: (_, socket) => void socket.destroy(),
    limits: HTTP_SERVER_OPTIONS,
    guard: inOrder([hostGuard(["own"]), originGuard([]), access.gate.guard]),
    admission: access.gate,
    ...(way === "direct" && { direct: directPosts(options) }),
  });
  context.after(async () => {
    await server.close();
    await access.close();
    rmSync(directory, { recursive: true });
  });
  const become = (users: readonly UserEntry[]) => {
    writeUsersFile(usersFile, users);
    access.reload();
  };
  return {
    /** Everything that was answered, and what was kept. */
    async run(
      steps: readonly Step[],
      answers: number,
    ): Promise<{ answers: string[]; rows: number; refused: string[] }> {
      become([IDA]);
      const [rows, refused] = [intake.rows().length, intake.signals.length];
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      let text = "";
      socket.on("data", (bytes) => {
        text += bytes;
      });
      socket.on("error", () => {});
      await once(socket, "connect");
      const heard = (count: number) => until(() => text.split("HTTP/1.1 ").length > count || socket.destroyed);
      for (const step of steps) await take(step, socket, become, heard);
      await heard(answers);
      socket.destroy();
      return {
        answers: text.split(/(?=HTTP\/1\.1 )/).map(comparable),
        rows: intake.rows().length - rows,
        refused: intake.signals.slice(refused).map(({ signal }) => signal.message),
      };
    },
  };
}

/** Headers have no order, and their names ignore case. */
function comparable(answer: string): string {
  const [top = "", ...body] = answer.split("\r\n\r\n");
  const [status, ...headers] = top.split("\r\n").map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()));
  const kept = headers.filter((line) => !line.startsWith("date:")).toSorted();
  return [status, ...kept, ...body].join("\n");
}

async function take(
  step: Step,
  socket: Socket,
  become: (users: readonly UserEntry[]) => void,
  heard: (count: number) => Promise<unknown>,
): Promise<void> {
  if (step === "revoke") become([{ ...IDA, tokens: [] }]);
  else if (step === "narrow") become([{ ...IDA, read: ["mine"], write: [] }]);
  else if (typeof step === "string" || Buffer.isBuffer(step)) {
    await new Promise<void>((resolve) => socket.write(step, () => resolve()));
    await pause(20, "the other side's read() must not join this write with the next one");
  } else await heard(step.answers);
}

test("request errors are answered, kept and signalled identically by both implementations", async (context) => {
  const [direct, hono] = [await open(context, "direct"), await open(context, "hono")];
  for (const [name, statuses, ...steps] of CASES) {
    const [one, other] = [await direct.run(steps, statuses.length), await hono.run(steps, statuses.length)];
    const seen = one.answers.map((answer) => Number(answer.split(" ", 2)[1]));
    assert.deepEqual(seen, statuses, name);
    assert.deepEqual([one.answers, one.refused], [other.answers, other.refused], name);
    // One request after the last answer of a connection may have been accepted without an answer.
    const kept = statuses.filter((status) => status === 200).length;
    const most = name.startsWith("behind each other, one") ? kept + 1 : kept;
    for (const { rows } of [one, other]) assert.ok(rows >= kept && rows <= most, `${name}: ${rows} rows`);
  }
});
