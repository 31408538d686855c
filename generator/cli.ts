/** `npm run gen`: compiles the headers of all channels into codecs. */

import { readFileSync } from "node:fs";
import { type CommandLine, type GenerateArguments, parseCommandLine, USAGE } from "./command-line.ts";
import { generate } from "./generate.ts";
import type { GenerateOptions } from "./generation.ts";
import { reportRun } from "./report-run.ts";
import { watchInputs } from "./watch.ts";

process.exitCode = await main(parseCommandLine(process.argv.slice(2)));

/** The exit code. */
async function main(command: CommandLine): Promise<number> {
  switch (command.kind) {
    case "help":
      process.stdout.write(USAGE);
      return 0;
    case "version":
      process.stdout.write(`structline ${version()}\n`);
      return 0;
    case "wrong":
      process.stderr.write(`structline gen: ${command.message}; 'npm run gen -- --help' lists the options\n`);
      return 2;
    case "run":
      return run(command.arguments);
  }
}

async function run(given: GenerateArguments): Promise<number> {
  const options: GenerateOptions = {
    config: given.config,
    out: given.out,
    mode: given.check ? "check" : "write",
    warnings: given.strict ? "strict" : "allowed",
    version: version(),
    cwd: process.cwd(),
    environment: process.env,
  };
  const format = given.json ? "json" : "text";
  const result = await generate(options);
  reportRun(result, options, format);
  if (given.watch) return watch(result.inputFolders, options, format);
  return result.ok ? 0 : 1;
}

/** Runs until SIGINT or SIGTERM. */
async function watch(folders: readonly string[], options: GenerateOptions, format: "text" | "json"): Promise<number> {
  // An unchanged first run has not loaded the compiler; the first change should not wait for it.
  const { compile } = await import("./compile.ts");
  compile([], { version: options.version });
  const watching = watchInputs(folders, async () => {
    const result = await generate(options);
    reportRun(result, options, format);
    return result.inputFolders;
  });
  if (format === "text") process.stdout.write("watching for changes; Ctrl+C ends\n");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await watching.stop();
  return 0;
}

/** Beside the sources as beside the bundle, the package is one folder up. */
function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
