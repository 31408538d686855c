/**
 * Tutorials are played from their own text: in a folder with the examples, its commands run one after the other. A block behind
 * `<!-- service -->` stays running until the tutorial ends; one behind `<!-- wait -->` is repeated until it succeeds.
 */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type Block, blocksOf } from "../support/document.ts";
import { ROOT } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";

const PATIENCE_MS = 60_000;
const PAGES = readdirSync(join(ROOT, "docs")).filter((name) => /^tutorial-.*\.md$/.test(name));

for (const page of PAGES) {
  test(`${page} does what it says`, { skip: requires("curl"), timeout: 300_000 }, async (t) => {
    const reader = await Reader.sitDown();
    t.after(() => reader.leave());
    for (const block of blocksOf(page, readFileSync(join(ROOT, "docs", page), "utf8"))) await reader.follow(block);
  });
}

test("the examples' sketches compile, in C++ as Arduino has it", { skip: requires("g++") }, () => {
  for (const [file, include] of [
    ["esp32-weather/src/main.cpp", "esp32-weather/include"],
    ["arduino-weather/arduino-weather.ino", "arduino-weather"],
  ] as const) {
    const stubs = join(ROOT, "test/support/arduino");
    const options = ["-x", "c++", "-std=gnu++17", "-Wall", "-Werror", "-fsyntax-only", "-I", stubs];
    const folder = join(ROOT, "examples");
    const { status, stderr } = spawnSync(
      "g++",
      [...options, "-I", join(folder, include), "-include", "Arduino.h", join(folder, file)],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
  }
});

/** Somebody who has the repository's examples and the programs, and types what the page says. */
class Reader {
  readonly #home: string;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #services: ChildProcess[] = [];
  /** Folder that the shell is in; `cd` in a block leads from the home on. */
  #folder: string;

  static async sitDown(): Promise<Reader> {
    const ports = new Map<string, number>();
    for (const port of ["24642", "1883", "8888"]) ports.set(port, await freePort());
    return new Reader(ports);
  }

  private constructor(ports: ReadonlyMap<string, number>) {
    this.#home = mkdtempSync(join(tmpdir(), "structline-tutorial-"));
    this.#folder = this.#home;
    this.#ports = ports;
    cpSync(join(ROOT, "examples"), join(this.#home, "examples"), { recursive: true });
    const listeners = `\\n[http]\\nlisten = 127.0.0.1:${ports.get("24642")}\\n[mqtt]\\nlisten = 127.0.0.1:${ports.get("1883")}\\n`;
    this.#program("structline", [
      `if [ "$1" = init ]; then`,
      `  "${process.execPath}" "${join(ROOT, "dist/structline.js")}" "$@"`,
      `  printf '${listeners}' >> channels.ini; sed -i 's/8888/${ports.get("8888")}/' channels.ini`,
      `else exec "${process.execPath}" "${join(ROOT, "dist/structline.js")}" "$@"; fi`,
    ]);
    this.#program("channel-message", [`exec "${process.execPath}" "${join(ROOT, "dist/channel-message.js")}" "$@"`]);
    this.#program("curl", [`exec /usr/bin/curl --silent --fail-with-body "$@"`]);
  }

  async follow(block: Block): Promise<void> {
    if (block.file !== undefined) this.#checkFile(block);
    if (block.language !== "sh" || block.notRun !== undefined) return;
    if (block.note === "service") return this.#start(block);
    for (const deadline = Date.now() + PATIENCE_MS; ; await setTimeout(200)) {
      const { status, stdout, stderr } = this.#run(block.text);
      if (status === 0) return;
      if (block.note !== "wait" || Date.now() > deadline)
        assert.fail(`${block.place}\n${block.text}\n${stdout}${stderr}`);
    }
  }

  async leave(): Promise<void> {
    for (const service of this.#services) {
      const ended = new Promise((resolve) => service.once("exit", resolve));
      service.kill("SIGTERM");
      await ended;
    }
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** What the page shows of an example is the example; a file that the reader makes is written. */
  #checkFile({ file, text, place }: Block): void {
    const path = join(this.#home, file!);
    const example = join(ROOT, file!);
    try {
      assert.equal(readFileSync(example, "utf8").trim(), text.trim(), `${place} is not ${file}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${text}\n`);
    }
  }

  async #start({ text }: Block): Promise<void> {
    const service = spawn("bash", ["-c", `exec ${text}`], { cwd: this.#folder, env: this.#env(), stdio: "ignore" });
    this.#services.push(service);
    const url = `http://127.0.0.1:${this.#ports.get("24642")}/health?probe=ready`;
    for (const deadline = Date.now() + PATIENCE_MS; ; await setTimeout(100)) {
      if (
        await fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return;
      assert.ok(Date.now() < deadline && service.exitCode === null, `${text} does not take data`);
    }
  }

  #run(text: string): { status: number | null; stdout: string; stderr: string } {
    const [, folder] = /^cd (\S+)$/m.exec(text) ?? [];
    if (folder !== undefined) this.#folder = join(this.#home, folder);
    const commands = this.#here(text.replace(/^cd \S+$/m, ""));
    return spawnSync("bash", ["-euo", "pipefail", "-c", commands], {
      cwd: this.#folder,
      env: this.#env(),
      encoding: "utf8",
    });
  }

  #env(): NodeJS.ProcessEnv {
    return { ...process.env, PATH: `${join(this.#home, ".bin")}:${process.env["PATH"]}`, FORCE_COLOR: "0" };
  }

  #here(text: string): string {
    return text.replace(/\b(24642|8888)\b/g, (port) => String(this.#ports.get(port)));
  }

  #program(name: string, lines: readonly string[]): void {
    const folder = join(this.#home, ".bin");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}
