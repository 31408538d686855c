/**
 * Parses the command line to action, channel and arguments. citty alone does not support the order `<channel> <action>
 * …`.
 */

import { type ArgsDef, type ParsedArgs, parseArgs } from "citty";
import { didYouMean } from "../lib/nearest.ts";
import type { Action } from "./action.ts";
import { UsageError } from "./command-error.ts";

export const COMMON_ARGS = {
  config: {
    type: "string",
    description: "Configuration file; else the environment variable SVC_CONFIG, else channels.ini",
    valueHint: "file",
  },
  debug: { type: "boolean", description: "Print debug messages to standard error" },
  help: { type: "boolean", alias: "h", description: "Show this help" },
} as const satisfies ArgsDef;

export interface CommandLine {
  readonly action: Action;
  readonly channel: string | undefined;
  readonly positionals: readonly string[];
  readonly args: ParsedArgs;
}

export type Request =
  | { readonly kind: "run"; readonly line: CommandLine }
  | { readonly kind: "help"; readonly action: Action | undefined }
  | { readonly kind: "version" };

/** @throws UsageError */
export function parseCommandLine(argv: readonly string[], actions: readonly Action[]): Request {
  const words = positionalWords(argv, actions);
  if (argv.includes("--version") && words.length === 0) return { kind: "version" };
  const asksHelp = argv.includes("--help") || argv.includes("-h");
  if (argv.length === 0 || (words.length === 0 && asksHelp)) return { kind: "help", action: undefined };
  const [first, second] = words;
  if (first === undefined) throw new UsageError("no channel and no action given");
  const alone = actions.find(({ name, channel }) => !channel && name === first.text);
  if (alone !== undefined) return request(alone, undefined, without(argv, [first.index]), asksHelp);
  const named = actions.find(({ name, channel }) => channel && name === (second?.text ?? first.text));
  if (named !== undefined && second !== undefined)
    return request(named, first.text, without(argv, [first.index, second.index]), asksHelp);
  if (second === undefined && asksHelp) return { kind: "help", action: named };
  throw new UsageError(misuse(first.text, second?.text, actions));
}

/** Why the words are not a channel and its action. */
function misuse(first: string, second: string | undefined, actions: readonly Action[]): string {
  if (actions.some(({ name, channel }) => channel && name === first))
    return `'${first}' needs a channel's name before it: channel-message <channel> ${first}`;
  return second === undefined
    ? `no action given for channel '${first}'; ${known(actions)}`
    : unknownAction(second, actions);
}

function unknownAction(text: string, actions: readonly Action[]): string {
  return `there is no action '${text}'${didYouMean(text, shownNames(actions))}; ${known(actions)}`;
}

function known(actions: readonly Action[]): string {
  return `known are ${shownNames(actions).join(", ")}`;
}

function shownNames(actions: readonly Action[]): string[] {
  return actions.filter(({ hidden }) => hidden !== true).map(({ name }) => name);
}

function request(action: Action, channel: string | undefined, argv: readonly string[], asksHelp: boolean): Request {
  if (asksHelp) return { kind: "help", action };
  const definition: ArgsDef = { ...COMMON_ARGS, ...optionsOf(action) };
  checkOptions(argv, definition, action);
  const args = parseArgs([...argv], definition);
  // citty takes `--no-x` as the negation of `--x`, also where `no-x` is an option.
  const negations = Object.keys(definition).filter((name) => name.startsWith("no-"));
  Object.assign(args, Object.fromEntries(negations.map((name) => [name, argv.includes(`--${name}`)])));
  return { kind: "run", line: { action, channel, positionals: args._, args } };
}

function optionsOf(action: Action): ArgsDef {
  return Object.fromEntries(Object.entries(action.args).filter(([, { type }]) => type !== "positional"));
}

class GivenOnce {
  readonly #repeated: readonly string[];
  readonly #given = new Set<string>();

  constructor({ repeated = [] }: Action) {
    this.#repeated = repeated;
  }

  /** @throws UsageError for an option that was there, unless it may be repeated */
  add(key: string): void {
    if (this.#given.has(key) && !this.#repeated.includes(key)) throw new UsageError(`option '--${key}' is given twice`);
    this.#given.add(key);
  }
}

// citty accepts any option; an option that is mistyped must be an error.
function checkOptions(argv: readonly string[], definition: ArgsDef, action: Action): void {
  const given = new GivenOnce(action);
  for (const [index, argument] of argv.entries()) {
    if (argument === "--") return;
    if (!argument.startsWith("-") || argument === "-") continue;
    const [name = "", value] = argument.replace(/^--?/, "").split(/=(.*)/s);
    const key = keyOf(argument, name, definition, action);
    given.add(key);
    const takesValue = definition[key]?.type === "string";
    if (takesValue && (value ?? argv[index + 1]) === undefined)
      throw new UsageError(`option '${argument}' needs a value`);
    if (!takesValue && value !== undefined) throw new UsageError(`option '--${name}' takes no value`);
  }
}

/** The option with this name or alias. @throws UsageError */
function keyOf(argument: string, name: string, definition: ArgsDef, action: Action): string {
  const known = Object.entries(definition).find(
    ([key, option]) => key === name || ("alias" in option && option.alias === name),
  );
  if (known !== undefined) return known[0];
  const names = Object.keys(definition).map((key) => `--${key}`);
  const hint = `${didYouMean(`--${name}`, names)}; known are ${names.join(", ")}`;
  throw new UsageError(`${action.name} has no option '${argument}'${hint}`);
}

interface Word {
  readonly text: string;
  readonly index: number;
}

/** Arguments that are neither options nor their values. */
function positionalWords(argv: readonly string[], actions: readonly Action[]): Word[] {
  const withValue = new Set<string>(["--config"]);
  for (const action of actions) {
    for (const [name, { type }] of Object.entries(action.args)) if (type === "string") withValue.add(`--${name}`);
  }
  return argv
    .map((text, index) => ({ text, index }))
    .filter(({ text, index }) => (!text.startsWith("-") || text === "-") && !withValue.has(argv[index - 1] ?? ""));
}

function without(argv: readonly string[], indices: readonly number[]): string[] {
  return argv.filter((_, index) => !indices.includes(index));
}
