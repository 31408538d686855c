/** From nothing to a page: a fresh clone, its packages, the first start; and the size of a deployment. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../../test/support/lab.ts";
import { type Figure, type Row, shown, single, Unavailable } from "../row.ts";

const START_TIMEOUT_MS = 180_000;
/** The system chooses the ports, because the default ones may be in use. */
const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n";
const LISTEN = "[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";

export const install: Row = {
  name: "install",
  about: "a fresh clone until its page answers, packages from npm's cache; sizes of what is deployed",
  async run() {
    const directory = mkdtempSync(join(tmpdir(), "bench-"));
    const clone = join(directory, "structline");
    try {
      const cloned = timed(directory, "git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone]);
      const source = megabytes(clone);
      const packages = timed(clone, "npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"]);
      const modules = megabytes(join(clone, "node_modules"));
      const { page, again } = await starts(clone);
      const binary = timed(clone, "npm", ["run", "-s", "build:binary", "--", "--out", join(directory, "binary")]);
      const deb = timed(clone, "npm", ["run", "-s", "build:deb", "--", "--out", directory]);
      const file = readdirSync(directory).find((name) => name.endsWith(".deb"));
      return [
        milliseconds("git clone", cloned, `${shown(source)} MB with its history`),
        milliseconds("npm ci", packages, `${shown(modules)} MB`),
        milliseconds("npm start to the page", page, "codecs and programs are built meanwhile"),
        { ...milliseconds("npm start again", again, "nothing changed"), wanted: { atMost: 1500 } },
        size("dist", megabytes(join(clone, "dist")), "the programs and the page, with source maps"),
        size("binary", megabytes(join(directory, "binary")), `built in ${shown(binary)} ms`),
        size(".deb", file === undefined ? Number.NaN : megabytes(join(directory, file)), `built in ${shown(deb)} ms`),
      ];
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: Buffer };
      throw new Unavailable(`${message.split("\n")[0]} ${stderr ?? ""}`.trim());
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

function milliseconds(of: string, value: number, detail: string): Figure {
  return { of, value: single(value), unit: "ms", detail };
}

function size(of: string, value: number, detail: string): Figure {
  return { of, value: single(value), unit: "MB", detail };
}

/** Duration of the command in ms. */
function timed(cwd: string, command: string, parameters: readonly string[]): number {
  const began = performance.now();
  execFileSync(command, parameters, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  return performance.now() - began;
}

async function starts(clone: string): Promise<{ page: number; again: number }> {
  const config = join(clone, "bench.ini");
  writeFileSync(config, INI + LISTEN);
  return { page: await untilThePage(clone, config), again: await untilThePage(clone, config) };
}

async function untilThePage(cwd: string, config: string): Promise<number> {
  const began = performance.now();
  const child = spawn("npm", ["start", "--", "--config", config], { cwd, detached: true });
  try {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += text;
      });
    }
    while (performance.now() - began < START_TIMEOUT_MS && child.exitCode === null) {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url !== undefined && (await answers(url))) return performance.now() - began;
      await sleep(10);
    }
    throw new Error(`npm start shows no page: ${output.slice(-500)}`);
  } finally {
    await end(child);
  }
}

async function answers(url: string): Promise<boolean> {
  const asked = await Promise.all(["/", "/health"].map((path) => fetch(url + path).catch(() => undefined)));
  return asked.every((answer) => answer?.ok === true);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, "SIGTERM");
  await once(child, "exit");
}

function megabytes(path: string): number {
  const bytes = (at: string): number => {
    const stat = lstatSync(at);
    return stat.isDirectory() ? readdirSync(at).reduce((sum, name) => sum + bytes(join(at, name)), 0) : stat.size;
  };
  return bytes(path) / 1e6;
}
