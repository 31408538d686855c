/**
 * `structline follow`: compiles firmware versions as they are published, and lets the running service read them. The service starts it,
 * too: then it looks when the service asks, and tells what it found.
 */

import { spawnSync } from "node:child_process";
import { createPublicKey, type KeyObject } from "node:crypto";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { VERSION } from "../../runtime/config/program.ts";
import { parseDuration } from "../../runtime/config/values.ts";
import { textPlace } from "../../runtime/lib/text-place.ts";
import type { GenerateOptions } from "../run/generation.ts";
import { readSettings } from "../run/outside-problems.ts";
import { usageProblem } from "../run/usage-problem.ts";
import { Follower } from "./follower.ts";

const USAGE = `Usage: structline follow [options]

Looks for firmware versions that 'structline publish' put somewhere, adds their headers and 'versions =' to the channels
here, generates codecs, and lets the running service read them: it decodes a new firmware soon after its release.
Only headers are taken, as data; they are compiled here. A service with '[versions] from' does all this itself.

  --from WHERE   a folder, a URL or s3://BUCKET/PREFIX (default: '[versions] from' in the configuration)
  --key KEY      public key that signs the releases (default: '[versions] key')
  --every TIME   look again after this time: 30s, 5min (default: '[versions] every', 30s)
  --once         look once, and end
  --no-reload    do not tell the service
  --config FILE  configuration file (default: the environment variable SVC_CONFIG, or channels.ini)
  -h, --help     show this

The environment variable STRUCTLINE_RELEASES_TOKEN is sent as a bearer token; STRUCTLINE_TOKEN is the service's. A bucket
takes AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a server other than Amazon's, AWS_ENDPOINT_URL.
Exit codes: 0 done; 1 a version could not be taken; 2 wrong usage.
`;

const OPTIONS = {
  from: { type: "string" },
  key: { type: "string" },
  every: { type: "string" },
  once: { type: "boolean" },
  "no-reload": { type: "boolean" },
  config: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Tells people what looks found, and the service that it reads it. */
class Announcer {
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

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const problem = usageProblem(args, OPTIONS);
  if (problem !== undefined) return refuse(problem);
  const { values } = parseArgs({ args, options: OPTIONS, strict: false });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const options: GenerateOptions = {
    ...{ config: text(values.config), out: undefined, mode: "write", warnings: "allowed" },
    ...{ version: VERSION, cwd: process.cwd(), environment: process.env },
  };
  const settings = readSettings(options);
  if (settings instanceof ConfigError) {
    process.stderr.write(`structline follow: ${settings.message}\n`);
    return 1;
  }
  const from = text(values.from) ?? settings.releases.from;
  if (from === undefined) return refuse("--from is missing, and the configuration has no '[versions] from'");
  const every = text(values.every);
  let everyMs: number;
  let follower: Follower;
  try {
    everyMs = every === undefined ? settings.releases.everyMs : parseDuration(every);
    const key = text(values.key) ?? settings.releases.key;
    const place = textPlace(from, settings.directory, process.env);
    follower = new Follower(place, options, key === undefined ? undefined : publicKey(key));
  } catch (error) {
    return refuse((error as Error).message);
  }
  if (process.send !== undefined) return answerService(follower);
  const announcer = new Announcer(follower, values["no-reload"] === true ? undefined : options);
  if (values.once === true) return (await announcer.look()) ? 0 : 1;
  return untilStopped(announcer, everyMs);
}

/** @throws Error */
function publicKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
}

function refuse(sentence: string): number {
  process.stderr.write(`structline follow: ${sentence}; 'structline follow --help' lists the options\n`);
  return 2;
}

/** Ends with the service. */
function answerService(follower: Follower): Promise<number> {
  process.on("message", async () => {
    const looked = await follower.look();
    process.send?.(looked);
  });
  return new Promise((done) => process.once("disconnect", () => done(0)));
}

async function untilStopped(announcer: Announcer, everyMs: number): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  while (!stop.signal.aborted) {
    await announcer.look();
    await new Promise<void>((wake) => {
      const timer = setTimeout(wake, everyMs);
      stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        wake();
      });
    });
  }
  return 0;
}
