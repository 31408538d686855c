/**
 * Tries to lose, duplicate or misplace a post that was answered with 200: reloads with other realms, time zones, networks and channels,
 * kill -9 and restarts, chosen from a seed. `npm run campaigns -- attack-epochs [SEED [STEPS]]`, after
 * `npm run build`.
 */

import assert from "node:assert/strict";
import { Lab, type ServiceProcess, sendDatagrams } from "../../test/support/lab.ts";
import { freePort } from "../../test/support/ports.ts";
import { until } from "../../test/support/until.ts";

const PROBE = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";
/** Zone → hours by which its noon is behind UTC's, in July. */
const ZONES = { UTC: 0, "Europe/Berlin": -2, "Asia/Tokyo": -9, "America/New_York": 4 } as const;
const REALMS = ["farm", "barn", "mill"] as const;

interface Configured {
  readonly zones: ReadonlyMap<string, keyof typeof ZONES>;
  readonly topic: string | undefined;
}

let state = Number(process.argv[2] ?? 1);
const steps = Number(process.argv[3] ?? 60);

function below(most: number): number {
  // [mulberry32]
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
}

const pick = <T>(of: readonly T[]): T => of[below(of.length)]!;
const [http, mqtt, udp] = [await freePort(), await freePort(), await freePort()];

function iniOf({ zones, topic }: Configured): string {
  const rig = `[lab-rig]\nudp_port = ${udp}\nwamp_topic = ${topic}\ninclude_path = headers\nheader_files = rig.h\n`;
  const realms = [...zones].map(([name, zone]) => `[realm-${name}]\ntimezone = ${zone}\n`).join("");
  const listen = `[http]\nlisten = 127.0.0.1:${http}\n[mqtt]\nlisten = 127.0.0.1:${mqtt}\n`;
  return `[lab]\nchannels = ${topic === undefined ? "" : "lab-rig"}\n${topic === undefined ? "" : rig}${realms}${listen}`;
}

function another(): Configured {
  const names = REALMS.filter(() => below(3) > 0);
  const zones = new Map(
    (names.length === 0 ? REALMS : names).map((name) => [name, pick(Object.keys(ZONES) as (keyof typeof ZONES)[])]),
  );
  return { zones, topic: below(3) === 0 ? undefined : pick(["lab.rig", "lab.other"]) };
}

let now: Configured = { zones: new Map([["farm", "UTC"]]), topic: "lab.rig" };
const lab = new Lab({ ini: iniOf(now), headers: { "rig.h": PROBE } });
assert.equal(lab.generate().status, 0);
let service: ServiceProcess = await lab.start();
const wanted = new Map<string, string>();
let refused = 0;
const counts = { posts: 0, datagrams: 0, reloads: 0, kills: 0 };

async function post(n: number): Promise<void> {
  const realm = pick(REALMS);
  const noon = Date.UTC(2024, 6, 1, 12) + n * 1000;
  const time = new Date(noon).toISOString().slice(0, 19).replace("T", " ");
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ time, value: n }),
  };
  const { status } = await fetch(`http://127.0.0.1:${http}/api/${realm}/n/g/d/data`, init);
  const zone = now.zones.get(realm);
  assert.equal(status, zone === undefined ? 404 : 200);
  if (zone === undefined) refused++;
  else wanted.set(`${realm} ${n}`, new Date(noon + ZONES[zone] * 3_600_000).toISOString());
  counts.posts++;
}

async function datagram(n: number): Promise<void> {
  if (now.topic === undefined) return;
  const before = await appended();
  await sendDatagrams(udp, [Buffer.from([4, 1, n & 0xff, n >> 8])]);
  await until(async () => (await appended()) > before);
  // Up to a second for the group commit of unacknowledged messages.
  await new Promise((resolve) => setTimeout(resolve, 50));
  wanted.set(`${now.topic.replace(".", "_")} ${n}`, "");
  counts.datagrams++;
}

async function appended(): Promise<number> {
  const { parts } = await service.json<{ parts: Record<string, { counts: Record<string, number> }> }>("/health");
  return parts["journal"]?.counts["appended"] ?? 0;
}

async function reload(): Promise<void> {
  const from = service.output.length;
  now = another();
  lab.configure(iniOf(now));
  service.signal("SIGHUP");
  await until(() => /reloaded/.test(service.output.slice(from)));
  assert.ok(!service.output.slice(from).includes("not reloaded"), service.output.slice(from));
  counts.reloads++;
}

async function kill(): Promise<void> {
  await service.kill();
  now = another();
  lab.configure(iniOf(now));
  service = await lab.start();
  counts.kills++;
}

async function stored(database: string, measurement: string): Promise<{ time: string; value: number }[]> {
  const response = await fetch(
    `http://127.0.0.1:${http}/read/rows?database=${database}&measurement=${measurement}&limit=10000`,
  );
  return response.ok ? ((await response.json()) as { rows: { time: string; value: number }[] }).rows : [];
}

try {
  for (let n = 1; n <= steps; n++) {
    const roll = below(20);
    if (roll < 11) await post(n);
    else if (roll < 14) await datagram(n);
    else if (roll < 19) await reload();
    else await kill();
    if (n % 10 === 0) console.log(`step ${n} of ${steps} (${process.uptime().toFixed(0)} s)`);
  }
  await service.settled();
  const found = new Map<string, string>();
  for (const realm of REALMS)
    for (const { time, value } of await stored(`${realm}_n`, "g_d_sensors"))
      found.set(`${realm} ${value}`, `${found.get(`${realm} ${value}`) ?? ""}${new Date(time).toISOString()}`);
  for (const database of ["lab_rig", "lab_other"])
    for (const { value } of await stored(database, "01_probe"))
      found.set(`${database} ${value}`, `${found.has(`${database} ${value}`) ? "twice" : ""}`);
  assert.deepEqual(new Map([...found].sort()), new Map([...wanted].sort()));
  const { parts } = await service.json<{ parts: Record<string, { counts: Record<string, number> }> }>("/health");
  // The answer to a refused client does not wait for the dead letter, so a kill at that moment may lose the letter.
  const letters = parts["deadLetters"]?.counts["letters"] ?? 0;
  assert.ok(letters <= refused && letters >= refused - counts.kills, `${letters} dead letters of ${refused}`);
  const table = { ...counts, acknowledged: wanted.size, "stored once, at the time of its configuration": wanted.size };
  console.log("\n| | |\n|---|--:|");
  for (const [name, count] of Object.entries({ ...table, refused, "dead letters": letters }))
    console.log(`| ${name} | ${count} |`);
} finally {
  await lab.remove();
}
