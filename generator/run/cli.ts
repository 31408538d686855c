/** `npm run gen`: compiles the headers of all channels into codecs. */

import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { programText, VERSION } from "../../runtime/config/program.ts";
import { breakingChanges, breakingText } from "../breaking/breaking.ts";
import { storedTypes } from "../breaking/stored-types.ts";
import { inOrder } from "../diagnostics/order.ts";
import { type CommandLine, type GenerateArguments, parseCommandLine, USAGE } from "./command-line.ts";
import { generate, generateNothing } from "./generate.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";
import { readSettings } from "./outside-problems.ts";
import { progressFrom } from "./progress.ts";
import { type ReportFormat, reportRun } from "./report-run.ts";
import { watchAndGenerate } from "./watch.ts";

/**
 * A run is short. Code that is optimised would hardly pay for its making, least of all with other functions inlined, nor would the
 * parsers' WebAssembly; threads for the young generation wait more than they help.
 *
 * `--liftoff-only` implies the two flags before it, but not when it is set at run time: V8 13.6 and newer then optimise the parser's
 * largest functions in the background, which costs Node 24 160 MB and more time than the whole of a small run.
 */
const FLAGS = [
  "--no-wasm-tier-up",
  "--no-wasm-dynamic-tiering",
  "--liftoff-only",
  "--no-parallel-scavenge",
  "--max-inlined-bytecode-size-cumulative=0",
];
/** V8 of Node 20, and the newest one that was tried (Node 26): it complains aloud of flags that it does not have. */
const [ONLY_HERE, NEWEST] = [11, 14];
const v8 = Number.parseInt(process.versions.v8, 10);
/**
 * Most of what is made lives until the end. Node 20's young generation should grow at once, to 16 MB; that of later ones would grow to 64
 * and more, which are touched once each and copied once more: it stays as it is. What is called 20,000 times may be optimised.
 */
const BY_VERSION =
  v8 === ONLY_HERE
    ? ["--interrupt-budget=600000", "--semi-space-growth-factor=16"]
    : ["--invocation-count-for-turbofan=20000", "--semi-space-growth-factor=1"];
if (v8 <= NEWEST) for (const flag of [...BY_VERSION, ...FLAGS]) setFlagsFromString(flag);

process.exitCode = await main(parseCommandLine(process.argv.slice(2)));

async function main(command: CommandLine): Promise<number> {
  switch (command.kind) {
    case "help":
      process.stdout.write(USAGE);
      return 0;
    case "version":
      process.stdout.write(`${programText("structline")}\n`);
      return 0;
    case "wrong":
      process.stderr.write(`structline gen: ${command.message}; 'structline gen --help' lists the options\n`);
      return 2;
    case "run":
      return run(command.arguments);
  }
}

async function run(given: GenerateArguments): Promise<number> {
  const options: GenerateOptions = {
    config: given.config,
    set: given.set,
    out: given.out,
    standalone: given.standalone,
    mode: given.check ? "check" : "write",
    warnings: given.strict ? "strict" : "allowed",
    keepGoing: given.keepGoing,
    version: VERSION,
    cwd: process.cwd(),
    environment: process.env,
  };
  const format: ReportFormat = given.json ? "json" : "text";
  if (given.emit !== undefined) await wantEmitted(given.emit, options);
  if (given.adopt !== undefined && !(await adopted(given.adopt, options))) return 1;
  if (given.breaking) return runBreaking(options, format, given.against);
  const result = await generate(options);
  reportRun(result, options, format);
  if (given.sarif !== undefined) await writeSarif(given.sarif, result, options);
  if (!given.watch) return result.ok ? 0 : 1;
  const watching = await watchAndGenerate(result, options, format);
  await untilAskedToEnd();
  await watching.stop();
  return 0;
}

/** If the configuration cannot be read, the run that follows reports it. `adopted` relies on this too. */
async function wantEmitted(names: readonly string[], options: GenerateOptions): Promise<void> {
  const settings = readSettings(options);
  if (settings instanceof ConfigError) return;
  const { writeEmit } = await import("./write-emit.ts");
  const line = writeEmit(settings.file, names);
  if (line !== undefined) process.stderr.write(`${line}\n`);
}

async function adopted(channel: string, options: GenerateOptions): Promise<boolean> {
  const settings = readSettings(options);
  if (settings instanceof ConfigError) return true;
  const { adopt } = await import("../init/adopt.ts");
  const adoption = adopt(channel, settings, progressFrom(performance.now()));
  if (adoption.kind === "refused") process.stderr.write(`structline gen: ${adoption.sentence}\n`);
  else process.stderr.write(`${adoption.lines.join("\n")}\n`);
  return adoption.kind === "done";
}

/** Paths in the report are relative to the working directory. */
async function writeSarif(file: string, { diagnostics }: GenerateResult, options: GenerateOptions): Promise<void> {
  const settings = readSettings(options);
  const configured = settings instanceof ConfigError ? resolve(options.cwd, options.config ?? ".") : settings.file;
  const roots = { directory: dirname(configured), repository: options.cwd };
  const [{ sarifText }, { diagnosticFinding }] = await Promise.all([
    import("../ci/sarif.ts"),
    import("../ci/findings.ts"),
  ]);
  writeFileSync(
    resolve(options.cwd, file),
    sarifText(inOrder(diagnostics).map((one) => diagnosticFinding(one, roots))),
  );
}

/** Returns 1 if anything breaks, or if there is no baseline. */
async function runBreaking(
  options: GenerateOptions,
  format: ReportFormat,
  against: string | undefined,
): Promise<number> {
  const { result, catalogue, place, settings } = await generateNothing(options);
  if (catalogue === undefined || settings === undefined) {
    reportRun(result, options, format);
    return 1;
  }
  try {
    // With `--out`, the output is for another project, so this service stores nothing of it.
    const stored = options.out === undefined ? await storedTypes(settings, process.env["STRUCTLINE_TOKEN"]) : new Map();
    if (typeof stored === "string") process.stderr.write(`structline gen: ${stored}\n`);
    const known = typeof stored === "string" ? {} : { stored };
    const report = breakingChanges({ catalogue, ...place, cwd: options.cwd, ...known }, against);
    process.stdout.write(format === "json" ? `${JSON.stringify(report)}\n` : breakingText(report));
    return report.changes.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`structline gen: ${(error as Error).message}\n`);
    return 1;
  }
}

function untilAskedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}
