#!/usr/bin/env node
/** `channel-message`: decodes, transforms, describes and sends messages without the hardware. */

import { type ArgsDef, defineCommand, renderUsage } from "citty";
import type { ChannelSettings } from "../runtime/channels/channel-settings.ts";
import { CodecError, loadCodecs } from "../runtime/channels/load-codecs.ts";
import type { Action, ActionContext } from "../runtime/cli/action.ts";
import { adopt } from "../runtime/cli/actions/adopt.ts";
import { completeAction, completion } from "../runtime/cli/actions/completion.ts";
import { decode, transform } from "../runtime/cli/actions/decode.ts";
import { deleteMeasurement } from "../runtime/cli/actions/delete.ts";
import { encode } from "../runtime/cli/actions/encode.ts";
import { explain, findCheckAction } from "../runtime/cli/actions/explain.ts";
import { info } from "../runtime/cli/actions/info.ts";
import { listChannels } from "../runtime/cli/actions/list-channels.ts";
import { receive } from "../runtime/cli/actions/receive.ts";
import { reload } from "../runtime/cli/actions/reload.ts";
import { send } from "../runtime/cli/actions/send.ts";
import { CommandError, UsageError } from "../runtime/cli/command-error.ts";
import { COMMON_ARGS, type CommandLine, parseCommandLine } from "../runtime/cli/command-line.ts";
import { paint, takesColour } from "../runtime/cli/format/colour.ts";
import { table } from "../runtime/cli/format/table.ts";
import { Output } from "../runtime/cli/output.ts";
import { asTyped, programName } from "../runtime/cli/program-name.ts";
import { serviceClient } from "../runtime/cli/service-client.ts";
import { ConfigError } from "../runtime/config/config-error.ts";
import { programText } from "../runtime/config/program.ts";
import { escapeControls, escapeInLines } from "../runtime/lib/escape-controls.ts";
import { didYouMean } from "../runtime/lib/nearest.ts";
import { PARTS } from "../runtime/parts/parts.ts";
import { loadSettings } from "../runtime/settings/load-settings.ts";
import type { Settings } from "../runtime/settings/settings.ts";
import { check } from "./check-action.ts";

const CORE: readonly Action[] = [
  listChannels,
  decode,
  transform,
  encode,
  send,
  receive,
  info,
  adopt,
  explain,
  findCheckAction,
  deleteMeasurement,
  check,
  reload,
];
const ofParts = await Promise.all(PARTS.map(async (part) => (await part.actions?.()) ?? []));
const ACTIONS: readonly Action[] = [...inOrder(CORE, ofParts.flat()), completion, completeAction(() => ACTIONS)];

const output = new Output();
process.exitCode = await main(process.argv.slice(2));

/** Each of the parts' actions behind the one that it names. */
function inOrder(core: readonly Action[], ofParts: readonly Action[]): Action[] {
  const all = [...core];
  for (const action of ofParts) {
    const at = all.findIndex(({ name }) => name === action.after);
    all.splice(at < 0 ? all.length : at + 1, 0, action);
  }
  return all;
}

async function main(argv: readonly string[]): Promise<number> {
  try {
    const request = parseCommandLine(argv, ACTIONS);
    if (request.kind === "version") print(programText("channel-message"));
    else if (request.kind === "help") print(await help(request.action));
    else await request.line.action.run(context(request.line));
    return 0;
  } catch (error) {
    if (!isToldToUsers(error)) throw error;
    output.flush();
    const program = programName();
    process.stderr.write(`${paint("problem", `${program}:`, process.stderr)} ${escapeInLines(error.message)}\n`);
    if (error instanceof UsageError) process.stderr.write(`Try '${program} --help'.\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  } finally {
    output.flush();
  }
}

/** The system's own refusals too: a full disk, a folder that may not be written. */
function isToldToUsers(error: unknown): error is Error {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof CodecError) return true;
  return error instanceof Error && "syscall" in error;
}

function context({ action, channel: name, positionals, args }: CommandLine): ActionContext {
  let loaded: Settings | undefined;
  const settings = () => {
    const file = args["config"];
    loaded ??= loadSettings({ ...(typeof file === "string" && { file }), secrets: "optional" });
    return loaded;
  };
  const isJson = args["json"] === true;
  const codecsOf = async (typed: string) => {
    const wanted = configuredChannel(settings(), typed);
    const layouts = args["schema"] === undefined ? "current" : "all";
    const codecs = await loadCodecs({ ...settings(), channels: [wanted] }, layouts);
    return codecs.get(wanted.name)!;
  };
  return {
    args,
    positionals,
    settings,
    texts: (...names) =>
      Object.fromEntries(names.flatMap((option) => (typeof args[option] === "string" ? [[option, args[option]]] : []))),
    client: () => serviceClient(settings(), args),
    channel: () => configuredChannel(settings(), name ?? ""),
    codecs: () => codecsOf(name ?? ""),
    codecsOf,
    output,
    isJson,
    print: (line) => print(isJson ? escapeInLines(line) : line),
    tell: (value, text) => print(isJson ? escapeControls(JSON.stringify(value)) : text),
    list(items, { columns, row, none }) {
      if (isJson) for (const item of items) print(escapeControls(JSON.stringify(item)));
      else if (items.length === 0 && none !== undefined) print(none);
      else
        for (const line of table(
          columns,
          items.map((item) => row(item).map(escapeControls)),
        ))
          print(line);
    },
    warn: (line) => process.stderr.write(`${action.name}: ${escapeInLines(line)}\n`),
    debug: (line) => {
      if (args["debug"] === true) process.stderr.write(`${action.name}: ${escapeInLines(line)}\n`);
    },
  };
}

/** Accepts `h2m` or `lab-h2m`. */
function configuredChannel(settings: Settings, name: string): ChannelSettings {
  const found = settings.channels.find((channel) => channel.name === name || `lab-${channel.name}` === name);
  if (found !== undefined) return found;
  const names = settings.channels.map((channel) => channel.name);
  const known = names.length === 0 ? "none is configured" : `known are ${names.join(", ")}`;
  throw new CommandError(`there is no channel '${name}'${didYouMean(name, names)}; ${known}`);
}

async function help(action: Action | undefined): Promise<string> {
  if (action === undefined) return overview();
  const args: ArgsDef = { ...action.args, ...COMMON_ARGS };
  const command = defineCommand({
    meta: {
      name: asTyped(`channel-message ${action.channel ? "<channel> " : ""}${action.name}`, action),
      description: action.summary,
    },
    args,
  });
  return `${plain(await renderUsage(command))}\n\nEXAMPLE\n\n  ${asTyped(action.example, action)}\n`;
}

function overview(): string {
  const usage = ACTIONS.filter(({ hidden }) => hidden !== true).map((action) => {
    const positionals = Object.entries(action.args)
      .filter(([, { type }]) => type === "positional")
      .map(([name, { required }]) => (required === true ? `<${name}>` : `[<${name}>]`));
    const words = [...(action.channel ? ["<channel>"] : []), action.name, ...positionals];
    return [`  channel-message ${words.join(" ")}`, action.summary] as const;
  });
  const widest = Math.max(...usage.map(([text]) => text.length));
  return [
    "Decode, transform, describe and send telemetry messages.",
    "",
    "USAGE",
    "",
    ...usage.map(([text, summary]) => `${text.padEnd(widest)}  ${summary}`),
    "",
    "OPTIONS",
    "",
    "  --config <file>  Configuration file; else the environment variable SVC_CONFIG, else channels.ini",
    "  --debug          Print debug messages to standard error",
    "  --version        Show version information",
    "  -h, --help       Show this help, or the help of an action",
    "",
    "A channel is named as in channels.ini, with or without 'lab-'; a payload is hexadecimal digits behind 0x.",
  ].join("\n");
}

/** citty colours its help even outside a terminal. */
function plain(text: string): string {
  if (takesColour(process.stdout)) return text;
  return text.replace(/\u001b\[[0-9;]*m/g, "");
}

function print(line: string): void {
  output.write(`${line}\n`);
}
