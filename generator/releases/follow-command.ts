/**
 * `structline follow`: compiles firmware versions as they are published, and lets the running service read them. The service starts it,
 * too: then it looks when the service asks, and tells what it found.
 */

import { createPublicKey, type KeyObject } from "node:crypto";
import { parseArgs } from "node:util";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { VERSION } from "../../runtime/config/program.ts";
import { parseDuration } from "../../runtime/config/values.ts";
import { textPlace } from "../../runtime/lib/text-place.ts";
import type { GenerateOptions } from "../run/generation.ts";
import { readSettings } from "../run/outside-problems.ts";
import { usageProblem } from "../run/usage-problem.ts";
import { Follower } from "./follower.ts";
import { Told } from "./told.ts";

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
  const told = new Told(follower, values["no-reload"] === true ? undefined : options);
  if (values.once === true) return (await told.look()) ? 0 : 1;
  return untilStopped(told, everyMs);
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
  return new Promise((resolve) => process.once("disconnect", () => resolve(0)));
}

async function untilStopped(told: Told, everyMs: number): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  while (!stop.signal.aborted) {
    await told.look();
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
