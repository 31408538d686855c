/**
 * `node scripts/build/first-row.mjs PROGRAM [ARGUMENT …]`: what a stranger does with an installed `structline`: compiles a header, starts
 * the service, sends a frame, and exports the row as CSV. Prints what was done; exits with 1 if anything differs.
 */

import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const HEADER = `#include <stdint.h>

struct __attribute__((packed)) struct_probe {
  uint8_t  length;
  uint8_t  ID;
  uint8_t  armed : 1;
  uint16_t voltage;   // @rule: name=volts; expr=voltage / 100; unit=V
  uint8_t  ck;
} probe = {6, 2};
`;
const INI = `[lab]
channels = lab-rig

[lab-rig]
udp_port     = 0
wamp_topic   = lab.rig
include_path = headers
header_files = probe.h

[http]
listen = 127.0.0.1:0

[mqtt]
listen = 127.0.0.1:0
`;
/** 17 V: 0x06a4 is 1700. */
const FRAME = "0x060201a4062a";
const ROW = /^[^,]+,6,2,1,17,42,060201a4062a$/m;
/** An emulated processor is twenty times slower. */
const START_MS = 300_000;

/**
 * @param command the program and its first arguments
 * @returns the steps and what they said
 * @throws Error with them
 */
export async function firstRow(command, { env = process.env, lab = undefined } = {}) {
  const folder = lab ?? mkdtempSync(join(tmpdir(), "structline-first-row-"));
  const said = [];
  mkdirSync(join(folder, "headers"), { recursive: true });
  writeFileSync(join(folder, "headers/probe.h"), HEADER);
  writeFileSync(join(folder, "channels.ini"), INI);
  try {
    const generated = run(command, ["gen"], { cwd: folder, env });
    said.push(`$ structline gen\n${generated}`);
    await serve(command, { cwd: folder, env }, said);
    return said.join("\n");
  } catch (error) {
    throw new Error(`${said.join("\n")}\n${error.message}`);
  } finally {
    if (lab === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(command, options, said) {
  const output = new Output(join(options.cwd, "output.txt"));
  const [program, ...args] = command;
  // A group of its own: npx starts a shell, which starts the program.
  const child = spawn(program, args, {
    ...options,
    stdio: ["ignore", output.file, output.file],
    detached: process.platform !== "win32",
  });
  try {
    const url = await until(() => /^ {2}page\s+(\S+?)\/?$/m.exec(output.text)?.[1], child, output);
    await until(() => /^ {2}health /m.test(output.text), child, output);
    const posted = await fetch(`${url}/api/lab/rig/data`, {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: `${FRAME}\n`,
    });
    said.push(`$ structline\n${output.text}`, `POST ${FRAME}: ${posted.status} ${await posted.text()}`);
    const place = "database=lab_rig&measurement=02_probe&format=csv&wait=stored";
    const csv = await (await fetch(`${url}/read/export?${place}`)).text();
    said.push(`GET /read/export\n${csv}`);
    if (!ROW.test(csv)) throw new Error(`the export has no row like ${ROW.source}`);
    const { version } = await (await fetch(`${url}/health`)).json();
    said.push(`version ${version}`);
  } finally {
    await end(child);
    output.close();
  }
}

/** Standard output as a file: some emulators cannot write to a pipe. */
class Output {
  constructor(path) {
    this.path = path;
    this.file = openSync(path, "w");
  }

  get text() {
    return readFileSync(this.path, "utf8");
  }

  close() {
    closeSync(this.file);
  }
}

export function run(command, more, options) {
  const folder = mkdtempSync(join(tmpdir(), "structline-run-"));
  const output = new Output(join(folder, "output.txt"));
  const [program, ...args] = [...command, ...more];
  const stdio = ["ignore", output.file, output.file];
  const { status, error } = spawnSync(program, args, { ...options, stdio, timeout: START_MS });
  output.close();
  const { text } = output;
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${status ?? error}: ${text}`);
  return text;
}

async function until(found, child, output) {
  for (const end = Date.now() + START_MS; ; await pause(100)) {
    const value = found();
    if (value) return value;
    if (child.exitCode !== null || Date.now() > end) throw new Error(`the service does not run: ${output.text}`);
  }
}

async function end(child) {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode !== null) return;
  const signal = (name) => {
    try {
      process.kill(process.platform === "win32" ? child.pid : -child.pid, name);
    } catch {}
  };
  signal("SIGTERM");
  const late = setTimeoutOnce(() => signal("SIGKILL"));
  await gone;
  clearTimeout(late);
}

function setTimeoutOnce(act) {
  return globalThis.setTimeout(act, 10_000);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await firstRow(process.argv.slice(2)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
