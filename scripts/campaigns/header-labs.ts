/**
 * Makes a lab of each header as a new user does: `init --header`, `gen`, `start`, one message sent, and its row read back.
 *
 * `npm run campaigns -- header-labs ABI HEADER=STRUCT [HEADER=STRUCT …]`
 */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const [abi = "", ...asked] = process.argv.slice(2);
const labs = asked.map((text) => text.split("="));
if (labs.length === 0 || labs.some((parts) => parts.length !== 2)) {
  console.error("give ABI and HEADER=STRUCT, such as x86-64 can.h=can_frame");
  process.exit(2);
}

let failed = 0;
for (const [header = "", struct = ""] of labs) {
  try {
    console.log(`${header}: ${await lab(resolve(header), struct)}`);
  } catch (error) {
    failed += 1;
    console.log(
      `${header}: FAILED: ${error instanceof Error ? error.message.trim().split("\n").slice(0, 3).join(" / ") : error}`,
    );
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/** @returns what was sent and read */
async function lab(header: string, struct: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "header-lab-"));
  const call = (program: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(DIST, `${program}.cjs`), ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
  try {
    const own = ["--messages", `1 ${struct}`, "--id", "none", "--length", "none", "--abi", abi, "--yes"];
    call("structline", "init", "--header", header, ...own);
    const [udp, http] = [await freePort(), await freePort()];
    const file = join(folder, "channels.ini");
    const text = readFileSync(file, "utf8").replace(/^(udp_port\s*=\s*)\d+/m, `$1${udp}`);
    writeFileSync(file, `${text}\n[http]\nlisten = 127.0.0.1:${http}\n`);
    call("structline", "gen");
    const channel = /^\[lab-(.+)\]$/m.exec(text)?.[1] ?? "";
    return await whileRunning(folder, `http://127.0.0.1:${http}`, async (url) => {
      const size = sizeIn(call("channel-message", channel, "info", "--json"), struct);
      const payload = `0x${Array.from({ length: size }, (_, at) => ((at * 7 + 1) % 128).toString(16).padStart(2, "0")).join("")}`;
      call("channel-message", channel, "send", payload);
      const topic = /^wamp_topic\s*=\s*(\S+)/m.exec(text)?.[1] ?? "";
      return `${size} bytes sent, read back ${await rowOf(url, topic.replaceAll(".", "_"), payload.slice(2))}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function whileRunning<T>(folder: string, url: string, work: (url: string) => Promise<T>): Promise<T> {
  const service = spawn(process.execPath, [join(DIST, "structline.cjs"), "start"], { cwd: folder, stdio: "ignore" });
  try {
    await until(async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true, "the service's health");
    return await work(url);
  } finally {
    service.kill("SIGTERM");
    await Promise.race([once(service, "exit"), sleep(20_000).then(() => service.kill("SIGKILL"))]);
  }
}

function sizeIn(json: string, struct: string): number {
  const { structs } = JSON.parse(json) as { structs: { name: string; length: number }[] };
  const found = structs.find(({ name }) => name === struct) ?? structs[0];
  if (found === undefined) throw new Error("the channel has no struct");
  return found.length;
}

/** @param hex of the frame, which the stored row has in `_hex_` */
async function rowOf(url: string, database: string, hex: string): Promise<string> {
  let found = "";
  await until(async () => {
    const listed = await fetch(`${url}/read/measurements`);
    const measurements = (await listed.json()) as Record<string, unknown>;
    const name = JSON.stringify(measurements).match(/"(?:name|measurement)":"([^"]+)"/)?.[1];
    if (name === undefined) return false;
    const rows = await fetch(`${url}/read/rows?database=${database}&measurement=${encodeURIComponent(name)}`);
    if (!rows.ok) return false;
    const text = await rows.text();
    if (!text.toLowerCase().includes(hex)) return false;
    found = `a row of ${name}`;
    return true;
  }, "the stored row");
  return found;
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what} did not come within a minute`);
    await sleep(200);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
