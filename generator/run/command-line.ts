/** Arguments of `npm run gen`. */

import { parseArgs } from "node:util";
import { didYouMean } from "../../runtime/lib/nearest.ts";
import { optionValues } from "../../runtime/lib/option-values.ts";
import { EMITS, parseEmitters } from "../emitters/emitters.ts";

export interface GenerateArguments {
  readonly config: string | undefined;
  /** Keys instead of the file's: `section.key=value`. */
  readonly set: readonly string[];
  readonly out: string | undefined;
  /** Definitions to add to the configuration before the run. */
  readonly emit: readonly string[] | undefined;
  readonly standalone: boolean;
  /** The channel whose `messages =` to write before the run. */
  readonly adopt: string | undefined;
  readonly check: boolean;
  readonly breaking: boolean;
  /** `git:<revision>` or a folder. */
  readonly against: string | undefined;
  readonly watch: boolean;
  readonly strict: boolean;
  readonly keepGoing: boolean;
  readonly json: boolean;
  /** File for a SARIF report. */
  readonly sarif: string | undefined;
}

export type CommandLine =
  | { readonly kind: "run"; readonly arguments: GenerateArguments }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  /** One sentence. */
  | { readonly kind: "wrong"; readonly message: string };

export const USAGE = `Usage: structline gen [options]    (in a clone: npm run gen -- [options])

Compiles the headers of all channels into codecs.

  --config FILE  configuration file (default: the environment variable SVC_CONFIG, or channels.ini)
  --set S.K=V    a key of the configuration, instead of the file's; may be repeated, and is as 'start' takes it
  --out DIR      write plain TypeScript for another project into DIR (default: everything, for the service
                 and for Node, into 'generated' beside the configuration file)
  --standalone   the code imports nothing: write the types that it needs beside it
  --emit LIST    also write definitions for other tools: names from the list below, separated by commas, or
                 'all'. Writes '[gen] emit =' into the configuration; '--emit none' deletes it
  --adopt NAME   if a channel's headers do not say which structs are messages: find their IDs in the headers,
                 write 'messages =' into the channel's section, then compile
  --check        write nothing; exit 1 if the output would differ
  --breaking     write nothing; list the changes of the headers that break senders, stores and readers: on
                 the wire, in stored names, types, units and values; exit 1 if there are any. Asks a running
                 service for the types of its columns (STRUCTLINE_TOKEN)
  --against WHAT compare with git:REVISION, or with a folder that has an older catalogue.json (default: the
                 last commit); for --breaking
  --watch        keep running, and compile again when you save a header or the configuration
  --strict       treat warnings as errors
  --keep-going   leave out channels with errors, compile the others, and exit 1; the service leaves such a
                 channel out until a run without errors
  --json         report as JSON on standard output, one object for each run
  --sarif FILE   also write the diagnostics to FILE as SARIF 2.1.0, which code scanning and editors read
  -h, --help     show this
  --version      show the version

Names for --emit (and 'emit =' in a channel's section); docs/emitters.md describes them:
${EMITS.map(({ name, writes }) => `  ${name.padEnd(12)}  ${writes}`).join("\n")}

Exit codes: 0 generated; 1 errors in headers or configuration, nothing written (except with --keep-going); 2 wrong usage.
`;

const OPTIONS = {
  config: { type: "string" },
  set: { type: "string", multiple: true },
  out: { type: "string" },
  emit: { type: "string" },
  standalone: { type: "boolean" },
  adopt: { type: "string" },
  check: { type: "boolean" },
  breaking: { type: "boolean" },
  against: { type: "string" },
  watch: { type: "boolean" },
  strict: { type: "boolean" },
  "keep-going": { type: "boolean" },
  json: { type: "boolean" },
  sarif: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** @param argv the arguments after the script's name */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { tokens } = parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true });
  const given = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind === "positional") return wrong(`unexpected argument '${token.value}'`);
    if (token.kind !== "option") continue;
    const problem = problemOf(token, given);
    if (problem !== undefined) return wrong(problem);
    given.set(token.name, token.value ?? true);
  }
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  const excluded = EXCLUDES.find(({ options }) => options.every((name) => given.has(name)));
  if (excluded !== undefined) return wrong(excluded.message);
  if (given.has("against") && !given.has("breaking")) return wrong("--against belongs to --breaking");
  try {
    return { kind: "run", arguments: argumentsOf(given, optionValues(argv, "--set")) };
  } catch (error) {
    return wrong(`--emit: ${(error as Error).message}`);
  }
}

const EXCLUDES: readonly { readonly options: readonly string[]; readonly message: string }[] = [
  { options: ["check", "watch"], message: "--check and --watch exclude each other" },
  { options: ["emit", "check"], message: "--emit writes the configuration, and --check does not" },
  { options: ["emit", "breaking"], message: "--emit writes the configuration, and --breaking does not" },
  { options: ["adopt", "check"], message: "--adopt writes, and --check does not" },
  { options: ["adopt", "breaking"], message: "--adopt writes, and --breaking does not" },
  { options: ["breaking", "watch"], message: "--breaking and --watch exclude each other" },
  { options: ["keep-going", "strict"], message: "--keep-going and --strict exclude each other" },
  { options: ["keep-going", "breaking"], message: "--keep-going and --breaking exclude each other" },
  { options: ["sarif", "watch"], message: "--sarif and --watch exclude each other" },
  {
    options: ["sarif", "breaking"],
    message: "--sarif is for diagnostics; 'structline ci --sarif FILE' also has what breaks",
  },
  { options: ["breaking", "check"], message: "--breaking and --check exclude each other" },
];

/** @throws Error for an unknown name */
function emitList(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : text === "none" ? [] : parseEmitters(text);
}

function argumentsOf(given: ReadonlyMap<string, string | true>, set: readonly string[]): GenerateArguments {
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    config: text("config"),
    set,
    out: text("out"),
    emit: emitList(text("emit")),
    standalone: given.has("standalone"),
    adopt: text("adopt"),
    check: given.has("check"),
    breaking: given.has("breaking"),
    against: text("against"),
    watch: given.has("watch"),
    strict: given.has("strict"),
    keepGoing: given.has("keep-going"),
    json: given.has("json"),
    sarif: text("sarif"),
  };
}

function problemOf(
  { name, rawName, value }: { name: string; rawName: string; value: string | undefined },
  given: ReadonlyMap<string, unknown>,
): string | undefined {
  const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof typeof OPTIONS] : undefined;
  if (option === undefined) return `unknown option '${rawName}'${suggestion(name)}`;
  if (given.has(name) && !("multiple" in option)) return `${rawName} is given twice`;
  if (option.type === "boolean") return value === undefined ? undefined : `${rawName} takes no value`;
  return value === undefined || value === "" || value.startsWith("--") ? `${rawName} needs a value` : undefined;
}

function suggestion(name: string): string {
  return didYouMean(
    `--${name}`,
    Object.keys(OPTIONS).map((option) => `--${option}`),
  );
}

function wrong(message: string): CommandLine {
  return { kind: "wrong", message };
}
