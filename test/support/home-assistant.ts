/** Home Assistant as a process, at a broker of this machine. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { HOME_PROGRAM } from "../../scripts/test/peers.mjs";
import { ROOT } from "./lab.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface Entity {
  readonly domain: string;
  readonly state: string;
  readonly unit: string | null;
  readonly deviceClass: string | null;
  readonly stateClass: string | null;
  readonly device: string;
}

export class HomeAssistant {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #folder = temporaryFolder();

  constructor(port: number, http: number) {
    const script = join(ROOT, "test/support/home-assistant.py");
    const env = { ...process.env, HTTP_PORT: String(http) };
    this.#process = spawn(HOME_PROGRAM, [script, this.#folder, String(port)], {
      env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
  }

  /** @returns a token for its REST API */
  async ready(): Promise<string> {
    const [word, token] = String((await this.#lines.next()).value).split(" ");
    assert.equal(word, "ready");
    return token!;
  }

  async shown(): Promise<{ entities: Record<string, Entity>; faults: string[] }> {
    this.#process.stdin!.write("?\n");
    return JSON.parse((await this.#lines.next()).value as string);
  }

  async end(): Promise<void> {
    const exited = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.stdin!.write("\n");
    await exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
