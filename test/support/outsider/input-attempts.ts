/** A tenant whose uplinks, texts, queries and files are made to be misread: by databases, spreadsheets, terminals and readers of files. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { inflateRawSync } from "node:zlib";
import { ROOT } from "../lab.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { Attempt } from "./attempt.ts";
import { join } from "./mqtt-attempts.ts";
import { meanwhile } from "./odd-attempts.ts";
import { HERS, json, type Target, told } from "./target.ts";

/** Terminals obey these, or show letters in another order. [Unicode: Cc, Bidi_Control] */
const OBEYED = /[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;
const ESCAPES: Readonly<Record<string, string>> = {
  "an escape sequence that clears the screen": "\u001b[2J\u001b[H",
  "a control of eight bits (C1)": "\u009b31m\u0090q",
  "a link of OSC 8 and a title of OSC 0": "\u001b]8;;http://evil.example\u0007here\u001b]8;;\u0007\u001b]0;owned\u0007",
  "letters that run backwards": "\u202etxt.exe\u2066\u200f",
  "a carriage return over the line, and line separators": "ok\rfailed\u2028\u2029\u0085\u000b\u000c",
};
const FORMULAS = [
  "=cmd|' /C calc'!A0",
  "+1+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  '=HYPERLINK("http://e")',
];

function attempt(name: string, expected: RegExp, run: Attempt["run"], protocol: Attempt["protocol"] = "HTTP"): Attempt {
  return { protocol, name: `made to be misread: ${name}`, expected, run };
}

async function posted(target: Target, path: string, body: unknown): Promise<number> {
  const answer = await target.fetch(path, {
    as: "eve",
    ...json(typeof body === "string" ? body : JSON.stringify(body)),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function rowsOf(
  target: Target,
  measurement: string,
  database = "evil_devices",
): Promise<Record<string, unknown>[]> {
  await target.service.settledAs(target.tokens.root);
  const answer = await target.fetch(`/read/rows?database=${database}&measurement=${measurement}`, { as: "eve" });
  return answer.ok ? ((await answer.json()) as { rows: Record<string, unknown>[] }).rows : [];
}

/** As The Things Stack posts it. */
function uplink(counter: number, second: number, gateways: readonly string[] = ["g1"], more: object = {}): object {
  const time = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const rx_metadata = gateways.map((gateway_id) => ({ gateway_ids: { gateway_id }, rssi: -100, snr: 5 }));
  const uplink_message = { f_port: 1, f_cnt: counter, decoded_payload: { t: counter, ...more }, rx_metadata };
  return { end_device_ids: { device_id: "d" }, received_at: time, uplink_message };
}

const UPLINKS: readonly Attempt[] = [
  attempt("an uplink that is sent three times", /^1 row$/, async (target) => {
    for (let n = 0; n < 3; n++) await posted(target, "/api/evil/device/twice/data", uplink(7, 7));
    return `${(await rowsOf(target, "default_twice_sensors")).length} row`;
  }),
  attempt("an uplink with an older counter behind a newer one", /^2 rows, the newest 8$/, async (target) => {
    for (const n of [8, 3]) await posted(target, "/api/evil/device/older/data", uplink(n, n));
    const rows = await rowsOf(target, "default_older_sensors");
    return `${rows.length} rows, the newest ${rows.at(-1)?.["counter"]}`;
  }),
  attempt("a recorded uplink, sent again at another time of its own", /^1 row$/, async (target) => {
    const again = { ...uplink(5, 5), simulated: true };
    await posted(target, "/api/evil/device/again/data", uplink(5, 5));
    await posted(target, "/api/evil/device/again/data", again);
    return `${(await rowsOf(target, "default_again_sensors")).length} row`;
  }),
  attempt("one uplink through two gateways, delivered by each", /^1 row, of both gateways$/, async (target) => {
    for (const gateway of ["g1", "g2"]) await posted(target, "/api/evil/device/both/data", uplink(1, 1, [gateway]));
    const [row = {}, ...more] = await rowsOf(target, "default_both_sensors");
    return `${1 + more.length} row, of ${"gw_g1_rssi" in row && "gw_g2_rssi" in row ? "both gateways" : "one gateway"}`;
  }),
  attempt("an uplink with 900 gateways", /^(?:200|400|413); ida is served$/, (target) => {
    const gateways = Array.from({ length: 900 }, (_, n) => `g${n}`);
    return meanwhile(target, posted(target, "/api/evil/device/many/data", uplink(1, 1, gateways)).then(String));
  }),
  attempt("a payload with the names of the network's columns", /^device_id is d, counter is 2$/, async (target) => {
    await posted(
      target,
      "/api/evil/device/names/data",
      uplink(2, 2, ["g"], { device_id: "ida", counter: 99, time: 1 }),
    );
    const [row = {}] = await rowsOf(target, "default_names_sensors");
    return `device_id is ${row["device_id"]}, counter is ${row["counter"]}`;
  }),
  attempt("an uplink of another's device", /^403$/, async (target) =>
    String(await posted(target, `/api/${HERS}/data`, uplink(1, 1))),
  ),
];

async function exported(target: Target, measurement: string, format: string): Promise<Buffer> {
  await target.service.settledAs(target.tokens.root);
  const path = `/read/export?database=evil_n&measurement=${measurement}&format=${format}`;
  return Buffer.from(await (await target.fetch(path, { as: "eve" })).arrayBuffer());
}

/** The sheet of a workbook: the ZIP's entries one after the other. */
function sheetIn(workbook: Buffer): string {
  let text = "";
  for (let at = workbook.indexOf("PK\u0001\u0002"); at >= 0; at = workbook.indexOf("PK\u0001\u0002", at + 4)) {
    const [packed, names, local] = [
      workbook.readUInt32LE(at + 20),
      workbook.readUInt16LE(at + 28),
      workbook.readUInt32LE(at + 42),
    ];
    if (!workbook.toString("latin1", at + 46, at + 46 + names).includes("sheet")) continue;
    const begin = local + 30 + workbook.readUInt16LE(local + 26) + workbook.readUInt16LE(local + 28);
    const bytes = workbook.subarray(begin, begin + packed);
    text += (workbook.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString();
  }
  return text;
}

const CELLS: readonly Attempt[] = FORMULAS.map((formula, n) =>
  attempt(
    `the cell \`${JSON.stringify(formula)}\``,
    /^CSV has the text, the workbook has it as a text$/,
    async (target) => {
      await posted(target, `/api/evil/n/g/cell${n}/data`, { time: "2026-01-01T00:00:00Z", text: formula });
      const csv = (await exported(target, `g_cell${n}_sensors`, "csv")).toString();
      const has = csv.includes(formula) || csv.includes(`"${formula.replaceAll('"', '""')}"`);
      const sheet = sheetIn(await exported(target, `g_cell${n}_sensors`, "xlsx"));
      const isText = !/<f[ >]/.test(sheet) && sheet.includes('t="inlineStr"');
      return `CSV has ${has ? "the text" : "another"}, the workbook has it as ${isText ? "a text" : "a formula"}`;
    },
  ),
);

/** What the command prints. @throws Error if it did not reach the service */
async function command(target: Target, ...args: string[]): Promise<string> {
  const config = joinPath(temporaryFolder(), "channels.ini");
  writeFileSync(config, `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:${target.port}\n`);
  const env = { ...process.env, NO_COLOR: "1", STRUCTLINE_TOKEN: target.tokens.root };
  const program = [joinPath(ROOT, "dist/channel-message.cjs"), ...args, "--config", config];
  const child = spawn(process.execPath, program, { env });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error(`${args.join(" ")} ends with ${status}: ${text}`);
  return text;
}

const TERMINALS: readonly Attempt[] = [
  ...Object.entries(ESCAPES).map(([name, text]) =>
    attempt(`${name}, in names, values, errors and titles`, /^nothing that a terminal obeys$/, async (target) => {
      const device = `evil/n/g/term${encodeURIComponent(text)}`;
      await posted(target, `/api/${device}/data`, { [`field ${text}`]: text });
      await posted(target, "/api/evil/n/g/term/event", { title: text, text, tags: text, run: text });
      await posted(target, "/api/evil/n/g/term/data", `{"${text.replace(/\p{Cc}/gu, "?")}": nonsense}`);
      await posted(target, "/alarms/mute", {
        database: "evil_n",
        measurement: "g_term_sensors",
        column: text,
        minutes: 5,
      });
      const eve = await join(target, "eve", {});
      await eve.publishAsync(`evil/n/g/term/${text.replace(/\p{Cc}/gu, "?")}`, text, { qos: 0 }).catch(() => {});
      await eve.publishAsync("evil/n/g/term/data.json", `{"a": "${text}`, { qos: 1 }).catch(() => {});
      await eve.endAsync(true);
      const shown = [
        await command(target, "rejects", "list"),
        await command(target, "run", "list"),
        target.service.output,
      ];
      const obeyed = shown.findIndex((one) => OBEYED.test(one));
      return obeyed < 0
        ? "nothing that a terminal obeys"
        : `${["rejects list", "run list", "the log"][obeyed]} has some`;
    }),
  ),
];

const influxql = (target: Target, q: string, db = "evil_n") =>
  told(target.fetch(`/query?${new URLSearchParams({ db, q })}`, { as: "eve" }));
const sql = (target: Target, text: string) =>
  told(target.fetch("/read/sql", { as: "eve", method: "POST", headers: { "Content-Type": "text/plain" }, body: text }));
const OWN = "g_d_sensors";
const ANSWERED = /^(?:200|400|413|414|429|431|503).*; ida is served$/s;

const QUERIES: readonly Attempt[] = [
  attempt("InfluxQL: 100 queries in each other", ANSWERED, (target) => {
    const nested = Array.from({ length: 100 }).reduce<string>(
      (inner) => `SELECT * FROM (${inner})`,
      `SELECT own FROM ${OWN}`,
    );
    return meanwhile(target, influxql(target, nested));
  }),
  attempt("InfluxQL: 10,000 brackets", ANSWERED, (target) =>
    meanwhile(target, influxql(target, `SELECT ${"(".repeat(5000)}own${")".repeat(5000)} FROM ${OWN}`)),
  ),
  ...["percentile(own, 99)", "median(own)", "distinct(own)", "top(own, 100000)"].map((call) =>
    attempt(`InfluxQL: ${call} in 10^6 groups`, ANSWERED, (target) => {
      const q = `SELECT ${call} FROM ${OWN} WHERE time > '2026-01-01' AND time < '2026-01-12' GROUP BY time(1s) fill(0)`;
      return meanwhile(target, influxql(target, q));
    }),
  ),
  attempt("InfluxQL: 50 statements of all columns", ANSWERED, (target) =>
    meanwhile(
      target,
      influxql(target, Array.from({ length: 50 }, () => "SELECT percentile(/.*/, 5) FROM /g_d_.*/").join(";")),
    ),
  ),
  attempt("SQL: a recursion without end", ANSWERED, (target) =>
    meanwhile(
      target,
      sql(target, "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT sum(n) FROM r"),
    ),
  ),
  attempt("SQL: 10^12 rows", ANSWERED, (target) =>
    meanwhile(target, sql(target, "SELECT max(a.range * b.range) FROM range(1000000) a, range(1000000) b")),
  ),
  attempt("SQL: a text of a gigabyte", ANSWERED, (target) =>
    meanwhile(target, sql(target, "SELECT repeat('x', 1000000000)")),
  ),
  attempt("SQL: 10,000 brackets", ANSWERED, (target) =>
    meanwhile(target, sql(target, `SELECT ${"(".repeat(10_000)}1${")".repeat(10_000)}`)),
  ),
];

const READERS: readonly Attempt[] = [
  attempt("1,000 streams of states", /^(?:\d|[1-5]\d) of 1000 open; ida's opens$/, async (target) => {
    const end = new AbortController();
    const open = async (as: "eve" | "ida") => {
      const answer = await fetch(`${target.service.url}/read/state?as=events`, {
        headers: { Authorization: `Bearer ${target.tokens[as]}` },
        signal: end.signal,
      }).catch(() => undefined);
      return answer?.status === 200;
    };
    let opened = 0;
    for (let n = 0; n < 20; n++)
      opened += (await Promise.all(Array.from({ length: 50 }, () => open("eve")))).filter((isOpen) => isOpen).length;
    const hers = await open("ida");
    end.abort();
    return `${opened} of 1000 open; ida's ${hers ? "opens" : "is refused"}`;
  }),
  attempt("100 slow questions at once, while ida asks one", /; ida is served$/, (target) => {
    const path = `/read/statistics?database=evil_n&measurement=${OWN}`;
    const all = Promise.all(Array.from({ length: 100 }, async () => (await target.fetch(path, { as: "eve" })).text()));
    return meanwhile(
      target,
      all.then((answers) => `${answers.length} answers`),
    );
  }),
  attempt(
    "a dashboard whose settings are made of `__proto__` and scripts",
    /^(?:204|400), objects are as before$/,
    async (target) => {
      const body = `{"order":["evil_n ${OWN}"],"panels":{"__proto__":{"polluted":1},"x":{"title":"<img src=x onerror=alert(1)>"}},"added":{},"variables":{"constructor":{"prototype":{"polluted":1}}}}`;
      const answer = await target.fetch("/layouts/~odd", { as: "eve", ...json(body), method: "PUT" });
      await answer.arrayBuffer();
      const back = await (await target.fetch("/layouts/~odd", { as: "eve" })).text();
      return `${answer.status}, objects are ${"polluted" in {} || /"polluted":1,"/.test(back) ? "changed" : "as before"}`;
    },
  ),
  attempt("a dashboard with 10,000 levels", /^(?:400|413).*; ida is served$/, (target) => {
    const body = `{"order":[],"panels":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)},"added":{}}`;
    return meanwhile(target, told(target.fetch("/layouts/~deep", { as: "eve", ...json(body), method: "PUT" })));
  }),
  attempt("the mark of a run at another's device", /^403$/, async (target) =>
    String(await posted(target, `/api/${HERS}/event`, { title: "run", run: "hers" })),
  ),
  attempt(
    "a run that begins in the year 275760 and ends before",
    /^(?:200|400), the list is answered 200$/,
    async (target) => {
      const body = { title: "run", run: "r", time: "2026-01-02T00:00:00Z", timeEnd: "+275760-09-13T00:00:00Z" };
      const status = await posted(target, "/api/evil/n/g/run/event", body);
      const path = "/read/rows?database=evil_n&measurement=g_run_events";
      const list = await target.fetch(path, { as: "eve" });
      await list.arrayBuffer();
      return `${status}, the list is answered ${list.status === 404 ? 200 : list.status}`;
    },
  ),
  attempt("markup and entities in a picture's title", /^200, only text$/, async (target) => {
    const title = `</title><script>alert(1)</script><image href="http://evil.example/x"/>&xxe;<!ENTITY xxe SYSTEM "file:///etc/passwd">`;
    const query = new URLSearchParams({ database: "evil_n", measurement: OWN, title });
    const answer = await target.fetch(`/read/plot.svg?${query}`, { as: "eve" });
    const svg = await answer.text();
    const isText = !/<script|<image|<!ENTITY|<foreignObject|javascript:/i.test(svg);
    return `${answer.status}, ${isText ? "only text" : "markup"}`;
  }),
  attempt("a picture of 10^9 points", ANSWERED, (target) =>
    meanwhile(
      target,
      told(
        target.fetch(`/read/plot.svg?database=evil_n&measurement=${OWN}&width=1000000000&height=1000000000`, {
          as: "eve",
        }),
      ),
    ),
  ),
  attempt("a picture by settings with formulas in formulas", ANSWERED, (target) => {
    const formula = `${"(".repeat(2000)}own${")".repeat(2000)}`;
    const settings = JSON.stringify({ derived: Array.from({ length: 50 }, (_, n) => ({ name: `d${n}`, formula })) });
    const query = new URLSearchParams({ database: "evil_n", measurement: OWN, settings });
    return meanwhile(target, told(target.fetch(`/read/plot.svg?${query}`, { as: "eve" })));
  }),
  attempt(
    "the answer of a board to another's command, over MQTT",
    /^ida's realm has no answer of hers$/,
    async (target) => {
      const root = await join(target, "root", {});
      const seen: string[] = [];
      root.on("message", (topic) => seen.push(topic));
      await root.subscribeAsync("lab/#");
      const eve = await join(target, "eve", {});
      for (const topic of ["lab/rig/command", "lab/rig/acknowledged", "lab/rig/answer.json", "lab/rig/command.json"])
        await Promise.race([
          eve.publishAsync(topic, '{"id":1,"state":"acknowledged"}', { qos: 0 }).catch(() => {}),
          new Promise<void>((done) => eve.once("close", () => done())),
        ]);
      await eve.endAsync(true);
      await root.publishAsync("root/n/g/d/note", "round trip", { qos: 1 });
      await root.endAsync();
      return seen.length === 0 ? "ida's realm has no answer of hers" : `seen ${seen.join()}`;
    },
  ),
  attempt("records of a serial port that its page did not read", /^(?:400|401|403|404|415)$/, async (target) => {
    const body = Buffer.from([4, 1, 255, 255]);
    const headers = { "Content-Type": "application/octet-stream" };
    const answer = await target.fetch("/api/lab/rig/data", { as: "eve", method: "POST", headers, body });
    await answer.arrayBuffer();
    return String(answer.status);
  }),
];

export const INPUT_ATTEMPTS: readonly Attempt[] = [...UPLINKS, ...CELLS, ...TERMINALS, ...QUERIES, ...READERS];
