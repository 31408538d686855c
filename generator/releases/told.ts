/** Tells people what looks found, and the service that it reads it. */

import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { GenerateOptions } from "../run/generation.ts";
import type { Follower } from "./follower.ts";

export class Told {
  readonly #follower: Follower;
  /** Absent: the service is not told. */
  readonly #options: GenerateOptions | undefined;
  /** Problems that were said; the same one is not repeated. */
  readonly #said = new Set<string>();
  /** The service may not have all versions yet. */
  #isBehind = false;

  constructor(follower: Follower, options: GenerateOptions | undefined) {
    this.#follower = follower;
    this.#options = options;
  }

  /** False if a version could not be taken, or the service did not get it. */
  async look(): Promise<boolean> {
    const { changed, revoked, problems } = await this.#follower.look();
    for (const { channel, version } of changed) {
      const isGone = revoked.some((one) => one.channel === channel && one.version === version);
      process.stdout.write(`${channel} ${version}: ${isGone ? "removed, it was withdrawn" : "added"}\n`);
    }
    for (const problem of problems) this.#say(problem);
    // Tried again with the next look where it fails.
    if (changed.length > 0) this.#isBehind = this.#options !== undefined;
    if (this.#isBehind) this.#isBehind = !this.#reload();
    return problems.length === 0 && !this.#isBehind;
  }

  #reload(): boolean {
    const program = fileURLToPath(new URL("../structline.cjs", import.meta.url));
    const { config, cwd = "" } = this.#options ?? {};
    const option = config === undefined ? [] : ["--config", resolve(cwd, config)];
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, "reload", ...option], {
      encoding: "utf8",
    });
    process.stdout.write(stdout);
    if (status !== 0) this.#say(`the service did not reload: ${stderr.trim()}`);
    return status === 0;
  }

  #say(sentence: string): void {
    if (this.#said.has(sentence)) return;
    this.#said.add(sentence);
    process.stderr.write(`structline follow: ${sentence}\n`);
  }
}
