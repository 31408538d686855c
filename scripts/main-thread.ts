/**
 * How long requests hold the service's main thread, with thousands of devices: the longest turn of its event loop while each is asked, once
 * and ten at once. Needs the built service. `node --import tsx scripts/main-thread.ts [DEVICES]` (12000)
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Lab, type ServiceProcess, until } from "../test/support/lab.ts";

const INI = "[lab]\nchannels =\n[realm-acme]\n[http]\nlisten = 127.0.0.1:0\n[log]\nlevel = error\n";
const devices = Number(process.argv[2] ?? 12_000);
const AT_ONCE = 64;
const WANTED_MS = 50;
const ASKED = ["/health", "/health?limit=2000", "/metrics", "/read/measurements", "/read/measurements?limit=1000"];
const JSON_BODY = { "Content-Type": "application/json" };
const place = (n: number) => `"acme_net${n % 10}"."gw_node${n}_sensors"`;
const STATEMENTS: Readonly<Record<string, string>> = {
  "one row": `SELECT * FROM ${place(0)}`,
  "7,222 references": `SELECT 1 FROM ${Array.from({ length: 7222 }, (_, n) => `t${n}`).join()}`,
  "100 tables": `${Array.from({ length: 100 }, (_, n) => `SELECT v FROM ${place(n)}`).join(" UNION ALL ")} LIMIT 10`,
  "a name that nothing has": 'SELECT * FROM "acme_net0"."gw_nobody_sensors"',
};

/**
 * In the service: SIGUSR2 begins to measure every turn of its event loop, the next one writes the longest. Processor time of the
 * thread, since other processes of the machine hold nobody's turn up. [proc(5), schedstat]
 */
const PRELOAD = `
import { openSync, readSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread) {
  const file = openSync("/proc/self/task/" + process.pid + "/schedstat", "r");
  const bytes = Buffer.alloc(64);
  const spentMs = () => Number(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)).split(" ", 1)[0]) / 1e6;
  let [count, before, maxMs, isMeasuring] = [0, 0, 0, false];
  const turn = () => {
    const now = spentMs();
    maxMs = Math.max(maxMs, now - before);
    before = now;
    if (isMeasuring) setImmediate(turn);
  };
  process.on("SIGUSR2", () => {
    isMeasuring = !isMeasuring;
    if (isMeasuring) {
      [before, maxMs] = [spentMs(), 0];
      setImmediate(turn);
    }
    writeFileSync(process.env.DELAY_FILE, JSON.stringify({ count: ++count, maxMs }));
  });
}
`;

const folder = mkdtempSync(join(tmpdir(), "structline-delay-"));
const file = join(folder, "delay.json");
let reports = 0;
const lab = new Lab({ ini: INI, headers: {} });
try {
  writeFileSync(join(folder, "preload.mjs"), PRELOAD);
  const service = await lab.start({ DELAY_FILE: file }, ["--import", join(folder, "preload.mjs")]);
  await fill(service);
  console.log(`| request, ${devices} devices | status | bytes | once | ten at once |`);
  console.log("|---|--:|--:|--:|--:|");
  let worst = 0;
  for (const path of ASKED) worst = Math.max(worst, await measured(service, path, () => fetch(service.url + path)));
  for (const [name, sql] of Object.entries(STATEMENTS)) {
    const ask = () => fetch(`${service.url}/read/sql`, { method: "POST", body: sql });
    worst = Math.max(worst, await measured(service, `/read/sql, ${name}`, ask));
  }
  console.log(`worst ${worst.toFixed(0)} ms, wanted ${WANTED_MS} ms`);
  if (worst > WANTED_MS) process.exitCode = 1;
  await service.stop();
} finally {
  await lab.remove();
  rmSync(folder, { recursive: true });
}

async function fill(service: ServiceProcess): Promise<void> {
  const { url } = service;
  let next = 0;
  const post = async () => {
    for (let n = next++; n < devices; n = next++) {
      const path = `/api/acme/net${n % 10}/gw/node${n}/data`;
      const { status } = await fetch(url + path, {
        method: "POST",
        headers: JSON_BODY,
        body: `{"v":${n},"volts":3.3}`,
      });
      if (status !== 200) throw new Error(`${path}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, post));
  await service.settled();
}

async function measured(service: ServiceProcess, name: string, ask: () => Promise<Response>): Promise<number> {
  const first = await ask();
  const bytes = (await first.arrayBuffer()).byteLength;
  const turns: number[] = [];
  for (const times of [1, 10]) {
    await setTimeout(300);
    await longestTurn(service);
    const answers = await Promise.all(Array.from({ length: times }, ask));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    turns.push(await longestTurn(service));
  }
  console.log(`| ${name} | ${first.status} | ${bytes} | ${turns.map((ms) => `${ms.toFixed(1)} ms`).join(" | ")} |`);
  return Math.max(...turns);
}

/** Begins to measure, or ends it. */
async function longestTurn(service: ServiceProcess): Promise<number> {
  reports++;
  service.signal("SIGUSR2");
  let report = { count: 0, maxMs: 0 };
  await until(() => {
    try {
      report = JSON.parse(readFileSync(file, "utf8")) as typeof report;
    } catch {
      // It is being written.
    }
    return report.count === reports;
  });
  return report.maxMs;
}
