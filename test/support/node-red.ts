/** Node-RED as a process, with the nodes of `examples/node-red`. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_RED_FOLDER } from "../../scripts/test/peers.mjs";
import { jsonPost } from "./json-post.ts";
import { ROOT } from "./lab.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export const EXAMPLE = join(ROOT, "examples/node-red");

export interface FlowNode {
  readonly id: string;
  readonly type: string;
  wires?: string[][];
  [property: string]: unknown;
}

export class NodeRed {
  readonly #folder = temporaryFolder();
  readonly #process: ChildProcess;
  readonly url: string;
  #log = "";

  /** @param logFile has what it prints, too */
  constructor(port: number, logFile?: string) {
    this.url = `http://127.0.0.1:${port}`;
    const dependencies = { "node-red-contrib-structline": "0.1.0" };
    writeFileSync(
      join(this.#folder, "package.json"),
      JSON.stringify({ name: "flows", version: "1.0.0", dependencies }),
    );
    const name = "node-red-contrib-structline";
    cpSync(join(EXAMPLE, name), join(this.#folder, "node_modules", name), { recursive: true });
    const settings = {
      uiPort: port,
      uiHost: "127.0.0.1",
      telemetry: { enabled: false },
      editorTheme: { tours: false },
    };
    writeFileSync(join(this.#folder, "settings.js"), `module.exports = ${JSON.stringify(settings)};\n`);
    const program = join(NODE_RED_FOLDER, "node_modules/node-red/red.js");
    this.#process = spawn(process.execPath, [program, "--userDir", this.#folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on("data", (text: Buffer) => {
        this.#log += text.toString();
        if (logFile !== undefined) appendFileSync(logFile, text);
      });
  }

  async ready(): Promise<void> {
    await until(async () => (await fetch(`${this.url}/nodes`).catch(() => undefined))?.ok === true);
  }

  async types(): Promise<readonly string[]> {
    const answer = await fetch(`${this.url}/nodes`, { headers: { Accept: "application/json" } });
    const sets = (await answer.json()) as { types: string[]; err?: string }[];
    assert.deepEqual(
      sets.filter(({ err, types }) => err !== undefined && types.some((type) => type.startsWith("structline"))),
      [],
    );
    return sets.flatMap(({ types }) => types);
  }

  async deploy(flow: readonly FlowNode[]): Promise<void> {
    const answer = await fetch(`${this.url}/flows`, jsonPost(flow, { "Node-RED-Deployment-Type": "full" }));
    assert.equal(answer.status, 204, await answer.text());
  }

  async inject(id: string): Promise<void> {
    assert.equal((await fetch(`${this.url}/inject/${id}`, { method: "POST" })).status, 200);
  }

  async end(): Promise<void> {
    const exited = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get log(): string {
    return this.#log;
  }
}
