#!/usr/bin/env node
/** The service as a process: options, start-up lines, signals, exit codes. */

import { defineCommand, parseArgs, renderUsage } from "citty";
import packageJson from "../package.json" with { type: "json" };
import type { ClusterRole } from "./config/cluster-roles.ts";
import { CLUSTER_ROLES } from "./config/cluster-roles.ts";
import { programText, VERSION } from "./config/program.ts";
import { endProcess } from "./lib/end-process.ts";
import { escapeInLines } from "./lib/escape-controls.ts";
import { didYouMean } from "./lib/nearest.ts";
import { optionValues } from "./lib/option-values.ts";
import { showSourcePlaces } from "./lib/source-places.ts";
import { tooFewDescriptors } from "./model/descriptors.ts";
import { ServiceManager } from "./service/service-manager.ts";
import type { LoadOptions } from "./settings/load-settings.ts";
import { openStoreThreadEarly } from "./store-thread/open-store-thread.ts";

const ARGS = {
  config: {
    type: "string",
    description: "Configuration file; else the environment variable SVC_CONFIG, else channels.ini",
    valueHint: "file",
  },
  role: {
    type: "string",
    description: "With [cluster] url: all, ingest, store or view; else what [cluster] role says",
    valueHint: "role",
  },
  parts: { type: "boolean", description: "List the parts of this program, and what the configuration has for each" },
  set: {
    type: "string",
    description: "A key of the configuration, instead of the file's: --set mqtt.listen=127.0.0.1:0; may be repeated",
    valueHint: "section.key=value",
  },
  version: { type: "boolean", description: "Show version information" },
  help: { type: "boolean", alias: "h", description: "Show this help" },
} as const;

/** How long a drain may take before the process ends anyway; the rest is in the journal. */
const STOP_TIMEOUT_MS = 20_000;
/** The service cannot work: its supervisor should start it again. [sysexits.h, EX_SOFTWARE] */
const EXIT_FAILED = 70;

showSourcePlaces();
await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
  const wrong = wrongArgument(argv);
  if (wrong !== undefined) return end(wrong, 2);
  const args = parseArgs<typeof ARGS>(argv, ARGS);
  if (args.help) return print(await usage());
  const tooFew = tooFewDescriptors();
  if (tooFew !== undefined) return end(tooFew, 1);
  try {
    if (args.parts) return print(await partsText());
    if (args.version) return print(await versionText(args.config));
    const set = optionValues(argv, "--set");
    await run({
      ...(set.length > 0 && { set }),
      ...(args.config !== undefined && { file: args.config }),
      ...(args.role !== undefined && { role: args.role as ClusterRole }),
    });
  } catch (error) {
    if (isOperatorsProblem(error)) return end((error as Error).message, 1);
    throw error;
  }
}

/** A part can be left out of a build: what this one has. */
async function partsText(): Promise<string> {
  const { LEFT_OUT, PARTS } = await import("./parts/parts.ts");
  const words = ({ settings, keys = [], stores = [], depots = [], endpoints = [] }: (typeof PARTS)[number]) => [
    ...(settings?.sections ?? []).map(({ section }) => `[${section}]`),
    ...keys.map(({ section, keys: own }) => `[${section}] ${own.map(({ key }) => key).join(", ")}`),
    ...stores.flatMap(({ forms }) => forms),
    ...depots.map(({ form }) => form),
    ...endpoints.map(
      ({ kinds }) => `sources: ${kinds.map((kind) => (kind === "stdin" ? "-" : `${kind}:`)).join(", ")}`,
    ),
  ];
  const lines = PARTS.map((part) => `${part.name.padEnd(12)}${words(part).join("; ")}`.trimEnd());
  const leftOut = LEFT_OUT.map(({ name }) => name).join(", ");
  return [...lines, ...(leftOut === "" ? [] : [`left out by this build: ${leftOut}`])].join("\n");
}

/** The program, and the codecs of the configuration that it would run with. */
async function versionText(config: string | undefined): Promise<string> {
  const { loadSettings } = await import("./settings/load-settings.ts");
  const { codecsHash } = await import("./channels/load-codecs.ts");
  const { ZONE_VERSION } = await import("./model/time-zone.ts");
  const program = `${programText("structline")}\ntime zones ${ZONE_VERSION}`;
  try {
    const settings = loadSettings(config === undefined ? {} : { file: config });
    const hash = codecsHash(settings);
    return hash === undefined ? program : `${program}\ncodecs ${hash} of ${settings.file}`;
  } catch (error) {
    if (config === undefined) return program;
    throw error;
  }
}

async function run(from: LoadOptions): Promise<void> {
  // Opening the store takes longest.
  if (from.role !== "ingest" && from.role !== "view") openStoreThreadEarly();
  // Loading takes hundreds of files, which are available only now.
  const { loadSettings } = await import("./settings/load-settings.ts");
  const { collectOnceLoaded } = await import("./lib/collect-garbage.ts");
  const { openLog } = await import("./lib/log.ts");
  const { startService } = await import("./service/service.ts");
  const settings = loadSettings(from);
  const log = openLog(settings.log);
  const kotori = process.env["KOTORI_CONFIG"];
  if (kotori !== undefined)
    log.warn(
      { event: "service.kotori-config" },
      `KOTORI_CONFIG is not read, ${settings.file} is; 'channel-message migrate "$KOTORI_CONFIG"' makes one of it`,
    );
  let fail = (reason: string) => end(reason, EXIT_FAILED);
  const onFailed = (reason: string) => fail(reason);
  const service = await startService(settings, { log, version: VERSION, onFailed, from });
  const manager = new ServiceManager(process.env, log);
  let stopping = false;
  let exitCode = 0;
  const stop = (signal: NodeJS.Signals | "failure") => {
    if (stopping) return;
    stopping = true;
    manager.stopping();
    log.info({ event: "service.stopping", signal }, `${signal}: draining`);
    const endNow = () => endProcess(exitCode, signal === "failure" ? "SIGKILL" : signal);
    const timer = setTimeout(() => {
      log.warn({ event: "service.drain-timeout" }, "the drain took too long; what is left is in the journal");
      endNow();
    }, STOP_TIMEOUT_MS);
    void service.stop().then(() => {
      clearTimeout(timer);
      log.info({ event: "service.stopped" }, "stopped");
      endNow();
    });
  };
  fail = (reason) => {
    log.error({ event: "service.failed" }, reason);
    exitCode = EXIT_FAILED;
    stop("failure");
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", () => {
    void service.reload();
  });
  await service.ready;
  if (stopping) return;
  // A reader of this line may end the process.
  print(service.lines.join("\n"));
  manager.ready();
  collectOnceLoaded();
  log.info({ event: "service.started", version: VERSION, url: service.url }, "ready for data");
}

/** Everything that start-up throws with a sentence for the operator; other errors are bugs and keep their stack. */
function isOperatorsProblem(error: unknown): boolean {
  return error instanceof Error && !(error instanceof TypeError || error instanceof ReferenceError);
}

function wrongArgument(argv: readonly string[]): string | undefined {
  const hints = new Map(
    Object.entries(ARGS).map(([name, arg]) => [`--${name}`, "valueHint" in arg ? arg.valueHint : undefined]),
  );
  const words = argv.values();
  for (const word of words) {
    const [name = "", ...rest] = word.split("=");
    if (name !== "-h" && !hints.has(name)) return unknown("option", word, name, [...hints.keys()]);
    const hint = hints.get(name);
    if (hint === undefined) continue;
    const value = word === name ? words.next().value : rest.join("=");
    if (value === undefined) return `option '${name}' needs a ${hint}`;
    if (name === "--role" && !CLUSTER_ROLES.some((role) => role === value))
      return unknown("role", value, value, CLUSTER_ROLES);
  }
  return undefined;
}

function unknown(what: string, word: string, name: string, known: readonly string[]): string {
  return `there is no ${what} '${word}'${didYouMean(name, known)}; known are ${known.join(", ")}`;
}

async function usage(): Promise<string> {
  const meta = { name: "structline", version: VERSION, description: packageJson.description };
  const text = await renderUsage(defineCommand({ meta, args: ARGS }));
  return process.stdout.isTTY && !process.env["NO_COLOR"] ? text : text.replace(/\u001b\[[0-9;]*m/g, "");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function end(sentence: string, exitCode: number): void {
  process.stderr.write(`${escapeInLines(sentence).replace(/^(?!structline:)/gm, "structline: ")}\n`);
  endProcess(exitCode);
}
