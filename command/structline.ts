#!/usr/bin/env node
/** `structline [start|gen|init|demo|cluster]`: each command is a program of its own; only the one that is asked for is loaded. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import { completionScript, SHELLS } from "../runtime/cli/completion-scripts.ts";
import { startedBy } from "../runtime/cli/program-name.ts";
import { programText } from "../runtime/config/program.ts";
import { dictionary } from "../runtime/lib/dictionary.ts";
import { didYouMean } from "../runtime/lib/nearest.ts";
import { showSourcePlaces } from "../runtime/lib/source-places.ts";

const USAGE = `structline ${packageJson.version}: ${packageJson.description}

Usage: structline [COMMAND] [OPTIONS]

Commands:
  start    run the service (the default)
  gen      compile the headers of all channels into codecs
  ci       check a change of headers in continuous integration: errors, what breaks, reports
  publish  put the headers of a firmware version where services find them
  follow   compile firmware versions as they are published, and let the running service read them
  lsp      the language server for headers and channels.ini, for editors
  init     start a lab in this folder, with an example or with your own header (--header FILE)
  import   make a channel from another tool's definition: structline import car.dbc (as init --from)
  demo     run the service with a simulated rig
  command  send a command to a device: structline command rig set_point target=21.5
  check    say what the service would do with a configuration, without doing it
  reload   let the running service read its configuration again
  cluster  write the files of a cluster's machines: structline cluster init a b c
  completion  print a completion script for bash, zsh or fish

'structline COMMAND --help' lists the options of a command. 'channel-message' works with single messages.
`;

/** A small board that is busy takes more than five seconds to start a program. */
const COMPLETION_MS = 30_000;
const COMPLETION_USAGE = `Usage: structline completion bash|zsh|fish

Prints a script that completes commands and options. Put this into ~/.bashrc: eval "$(structline completion bash)"
`;

const CHANNEL_MESSAGE = "./channel-message-program.js";

/** Built programs, beside this one. */
const PROGRAMS: Readonly<Record<string, string>> = dictionary({
  start: "./service.js",
  gen: "./generator/cli.js",
  ci: "./generator/ci-command.js",
  publish: "./generator/publish-command.js",
  follow: "./generator/follow-command.js",
  lsp: "./generator/lsp-command.js",
  init: "./generator/init-command.js",
  import: "./generator/init-command.js",
  demo: "./demo-command.js",
  cluster: "./cluster-command.js",
  command: CHANNEL_MESSAGE,
  check: CHANNEL_MESSAGE,
  reload: CHANNEL_MESSAGE,
});

/** What the service cannot do without: who only generates installs `structline` alone. */
const SERVICE_PACKAGE = "fs-native-extensions";

await main(process.argv.slice(2));

async function main([first, second, ...more]: readonly string[]): Promise<void> {
  if (first === "help" || first === "--help" || first === "-h") {
    process.stdout.write(USAGE);
    return;
  }
  // With the service, it also names the codecs.
  if (first === "--version" && !isInstalled(SERVICE_PACKAGE)) {
    process.stdout.write(`${programText("structline")}\n`);
    return;
  }
  if (first === undefined || first.startsWith("-")) return load("start");
  if (first === "completion") {
    complete(second, more.length > 0);
    return;
  }
  if (first === "complete") {
    process.stdout.write([...candidates(process.argv.slice(3)), ""].join("\n"));
    return;
  }
  if (!Object.hasOwn(PROGRAMS, first)) {
    const known = [...Object.keys(PROGRAMS), "completion"];
    const sentence = `there is no command '${first}'${didYouMean(first, known)}; known are ${known.join(", ")}`;
    process.stderr.write(`structline: ${sentence}\n`);
    process.exitCode = 2;
    return;
  }
  // The program sees its own arguments only.
  process.argv.splice(2, 1);
  if (PROGRAMS[first] === CHANNEL_MESSAGE) startedBy("structline");
  if (first === "command") placeBehindChannel(process.argv);
  if (first === "import") placeFrom(process.argv);
  // Actions of `channel-message` by the same name.
  if (first === "check" || first === "reload") process.argv.splice(2, 0, first);
  return load(first);
}

function complete(shell: string | undefined, isMore: boolean): void {
  const isHelp = shell === "--help" || shell === "-h";
  const script = isMore ? undefined : completionScript(shell, "structline");
  if (isHelp) process.stdout.write(COMPLETION_USAGE);
  else if (script !== undefined) process.stdout.write(`${script}\n`);
  else {
    process.stderr.write(`structline: completion takes a shell: ${SHELLS.join(", ")}\n`);
    process.exitCode = 2;
  }
}

/** Candidates for the word behind these, a line each: commands, then the options that the command's own help names. */
function candidates(words: readonly string[]): Iterable<string> {
  const [command, channel, ...more] = words.filter((word) => !word.startsWith("-"));
  if (command === undefined) return [...Object.keys(PROGRAMS), "completion"];
  if (command === "completion") return SHELLS;
  const program = Object.hasOwn(PROGRAMS, command) ? PROGRAMS[command] : undefined;
  if (program === undefined) return [];
  if (command === "command") {
    if (channel !== undefined) return printed(program, ["complete", "--", channel, "command", ...more]);
    return printed(program, ["list-channels"]).filter((line) => !line.endsWith(":"));
  }
  const help = printed(program, program === CHANNEL_MESSAGE ? [command, "--help"] : ["--help"]);
  return new Set(help.flatMap((line) => line.match(/(?<![\w-])--[a-z][\w-]*/g) ?? []));
}

function printed(program: string, args: readonly string[]): string[] {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const { stdout } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8", timeout: COMPLETION_MS });
  return (stdout ?? "").split("\n").filter((line) => line !== "");
}

/** `command rig set_point …` is `channel-message rig command set_point …`. */
function placeBehindChannel(argv: string[]): void {
  const isNamed = argv[2] !== undefined && !argv[2].startsWith("-");
  argv.splice(isNamed ? 3 : 2, 0, "command");
}

/** `import car.dbc …` is `init --from car.dbc …`. */
function placeFrom(argv: string[]): void {
  const file = argv.findIndex((word, index) => index >= 2 && !word.startsWith("-") && !isValue(argv[index - 1]));
  if (file >= 0) argv.splice(file, 0, "--from");
}

/** An option that takes the next word. */
function isValue(word: string | undefined): boolean {
  return word !== undefined && /^--(?!yes$|help$|from$)\w[^=]*$/.test(word);
}

async function load(command: string): Promise<void> {
  if ((command === "start" || command === "demo") && !isInstalled(SERVICE_PACKAGE)) {
    const sentence = "the service's packages are not installed; the package structline-service brings them";
    process.stderr.write(`structline ${command}: ${sentence}\n`);
    process.exitCode = 1;
    return;
  }
  const program = new URL(PROGRAMS[command] ?? "", import.meta.url);
  if (!existsSync(program)) {
    process.stderr.write(
      `structline ${command}: this build leaves out its part; 'structline --parts' lists what it has\n`,
    );
    process.exitCode = 1;
    return;
  }
  showSourcePlaces();
  await import(program.href);
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}
