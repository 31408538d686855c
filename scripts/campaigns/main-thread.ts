/**
 * How long requests block the service's main thread with thousands of devices: the longest turn of its event loop during each request,
 * once and ten at once. Needs the built service. `npm run campaigns -- main-thread [DEVICES]` (12000)
 */

import { setTimeout } from "node:timers/promises";
import { Lab, type ServiceProcess } from "../../test/support/lab.ts";
import { LongestTurn } from "../../test/support/longest-turn.ts";

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

const longest = new LongestTurn();
const lab = new Lab({ ini: INI, headers: {} });
try {
  const service = await longest.start(lab);
  await fill(service);
  console.log(`| request, ${devices} devices | status | bytes | once | ten at once |`);
  console.log("|---|--:|--:|--:|--:|");
  let worst = 0;
  for (const path of ASKED) worst = Math.max(worst, await measured(path, () => fetch(service.url + path)));
  for (const [name, sql] of Object.entries(STATEMENTS)) {
    const ask = () => fetch(`${service.url}/read/sql`, { method: "POST", body: sql });
    worst = Math.max(worst, await measured(`/read/sql, ${name}`, ask));
  }
  console.log(`worst ${worst.toFixed(0)} ms, wanted ${WANTED_MS} ms`);
  if (worst > WANTED_MS) process.exitCode = 1;
  await service.stop();
} finally {
  await lab.remove();
  longest.remove();
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

async function measured(name: string, ask: () => Promise<Response>): Promise<number> {
  const first = await ask();
  const bytes = (await first.arrayBuffer()).byteLength;
  const turns: number[] = [];
  for (const times of [1, 10]) {
    await setTimeout(300);
    await longest.turn();
    const answers = await Promise.all(Array.from({ length: times }, ask));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    turns.push(await longest.turn());
  }
  console.log(`| ${name} | ${first.status} | ${bytes} | ${turns.map((ms) => `${ms.toFixed(1)} ms`).join(" | ")} |`);
  return Math.max(...turns);
}
