/**
 * The transcripts of docs/tools.md and docs/stores.md: the output of the tools at a running service, with the files that the page shows.
 * `UPDATE=1` writes their new output; `…` in a transcript stands for text that differs at each run.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { type Block, blocksOf, commandsOf, showsTheSame } from "../support/document.ts";
import { Lab, ROOT, sendDatagrams } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { type Attached, TOOLS, type Tool } from "../support/tools.ts";
import { until } from "../support/until.ts";

const DOCUMENTS = ["docs/tools.md", "docs/stores.md", "test/docs/grafana.md"];
const WHOSE = /^it needs ([^;]+)$/;

const HEADER = `struct struct_power {
  uint8_t length; uint8_t ID;
  uint16_t voltage; // @rule: name=volts; expr=voltage / 100; unit=V
  uint16_t rpm;
} power = {6, 2};
`;
const INI = `[lab]
channels = lab-rig
[lab-rig]
sources = udp:0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
layout = packed
[publish]
mqtt = json
home_assistant = on
`;

for (const document of DOCUMENTS) {
  const blocks = blocksOf(document, readFileSync(join(ROOT, document), "utf8"));
  for (const block of blocks) {
    const name = WHOSE.exec(block.notRun ?? "")?.[1];
    if (name === undefined) continue;
    const tool = TOOLS[name];
    assert.ok(tool, `${block.place}: nothing here knows ${name}`);
    test(`${block.place}: ${name}`, { skip: tool.skip }, () => assertTranscript(document, block, blocks, tool));
  }
}

/** Writes the document's files, and programs that stand for the tools. */
function fillFolder(
  directory: string,
  blocks: readonly Block[],
  here: (text: string) => string,
  programs: Readonly<Record<string, string>>,
): void {
  mkdirSync(join(directory, ".bin"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
  for (const { file, text } of blocks) if (file !== undefined) writeFileSync(join(directory, file), `${here(text)}\n`);
  for (const [program, line] of Object.entries(programs))
    writeFileSync(join(directory, ".bin", program), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
}

async function assertTranscript(document: string, block: Block, blocks: readonly Block[], tool: Tool): Promise<void> {
  const ports = new Map<string, number>();
  for (const named of ["24642", "1883", ...(tool.ports ?? [])]) ports.set(named, await freePort());
  const port = (named: string) => ports.get(named)!;
  const here = (text: string) => [...ports].reduce((said, [from, to]) => said.replaceAll(number(from), `${to}`), text);
  const there = (text: string) => [...ports].reduce((said, [from, to]) => said.replaceAll(number(to), from), text);
  const before = await tool.prepare?.(port);
  const listen = `[http]\nlisten = 127.0.0.1:${port("24642")}\n[mqtt]\nlisten = 127.0.0.1:${port("1883")}\n`;
  const lab = new Lab({ ini: `${INI}${before?.ini ?? ""}${listen}`, headers: { "rig.h": HEADER } });
  let attached: Attached | undefined;
  let rig: NodeJS.Timeout | undefined;
  try {
    assert.equal(lab.generate().status, 0);
    const service = await lab.start();
    // Three messages a second, as long as the tool looks.
    const message = Buffer.of(6, 2, 0xa4, 6, 0xb8, 0x0b);
    rig = setInterval(() => void sendDatagrams(service.udpPort("rig"), [message]), 333);
    const rows = "/read/rows?database=lab_rig&measurement=02_power&limit=1";
    await until(async () => (await service.json<{ rows: object[] }>(rows).catch(() => ({ rows: [] }))).rows.length > 0);
    const directory = join(lab.directory, "tool");
    fillFolder(directory, blocks, here, tool.programs?.(port) ?? {});
    attached = await tool.attach?.({
      directory,
      port,
      http: port("24642"),
      mqtt: port("1883"),
      generated: join(lab.directory, "generated"),
    });
    const path = `${join(directory, ".bin")}:${process.env["PATH"]}`;
    const env = { ...process.env, ...attached?.env, PATH: path, LC_ALL: "C.UTF-8" };
    const now: string[] = [];
    for (const { typed, printed = "" } of commandsOf(block)) {
      const args = ["-euo", "pipefail", "-c", here(typed)];
      const run = async () =>
        there((await promisify(execFile)("bash", args, { cwd: directory, env, timeout: 60_000 })).stdout).trimEnd();
      const actual = await settled(run, printed);
      now.push(`$ ${typed}`, ...(actual === "" ? [] : [actual]));
    }
    if (process.env["UPDATE"]) update(document, block.text, now.join("\n"));
    else assert.equal(now.join("\n"), block.text, block.place);
  } catch (error) {
    throw new Error(`${String(error)}\n${attached?.log?.() ?? ""}`, { cause: error });
  } finally {
    clearInterval(rig);
    await attached?.end();
    await lab.remove();
    await before?.end();
  }
}

function number(digits: string | number): RegExp {
  return new RegExp(`\\b${digits}\\b`, "g");
}

/** The output; as the document has it if only times differ. Tries again until the tool has seen the rows. */
async function settled(run: () => Promise<string>, printed: string): Promise<string> {
  const deadline = Date.now() + 60_000;
  return until(async () => {
    const actual = await run().catch((error: Error) => error);
    const isOver = Date.now() > deadline;
    if (typeof actual !== "string") return isOver && Promise.reject(actual);
    if (showsTheSame(printed, actual)) return printed;
    return (isOver || (process.env["UPDATE"] !== undefined && actual !== "")) && actual;
  });
}

function update(document: string, before: string, now: string): void {
  const file = join(ROOT, document);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(before, () => now),
  );
}

test("every tool has a transcript", () => {
  const text = DOCUMENTS.map((document) => readFileSync(join(ROOT, document), "utf8")).join("\n");
  const missing = Object.keys(TOOLS).filter((name) => !text.includes(`it needs ${name} -->`));
  assert.deepEqual(missing, []);
});
