/** `structline init`: creates a project. It does not overwrite existing files. */

import { existsSync, readFileSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AbiName } from "../../runtime/config/abi-names.ts";
import { nearest } from "../../runtime/config/nearest.ts";
import { PUBLIC_PROTOCOLS } from "../../runtime/frames/protocols.ts";
import { type Compilation, compile } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { render } from "../diagnostics/render.ts";
import { folderReader } from "../source/folder-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";
import { generate } from "./generate.ts";
import { type HeaderTree, plansFor, readWithIncludes, settingsFor } from "./header-tree.ts";
import { type Identified, identifiedText, identify, type Recording, readRecording } from "./identify.ts";
import { Changes, configuration, type NewChannel, surroundings, withChannel } from "./init-project.ts";
import { type Proposal, proposalLines, proposalText, propose, type Settled } from "./propose.ts";
import { type Played, play } from "./recorded-samples.ts";

export interface InitOptions {
  readonly cwd: string;
  /** The header to use; without one, `init` writes an example. */
  readonly header: string | undefined;
  /** The channel's name. Default: derived from the header's file name. */
  readonly channel: string | undefined;
  readonly version: string;
  /** Messages, if the header does not declare them: `7 gps_t, 8 imu_t`. */
  readonly messages: string | undefined;
  /** Target of the firmware. Default: proposed from the headers. */
  readonly abi: AbiName | undefined;
  /** A recording of frames: a capture, raw bytes, or hexadecimal lines. */
  readonly capture?: string | undefined;
  /** Name of a known protocol, if there is no recording. */
  readonly protocol?: string | undefined;
  /** Value of the channel's `sources`: where the recording was made. */
  readonly source?: string | undefined;
  /** Guesses that are only shown, not written: none, IDs, or also the target. */
  readonly guesses: "take" | "ask for IDs" | "ask";
  /** Called before each step that may take long. */
  readonly progress?: (step: string) => void;
}

/** One line per step, or the obstacle. */
export type InitResult =
  | { readonly kind: "done"; readonly lines: readonly string[] }
  | { readonly kind: "refused"; readonly text: string }
  /** The headers leave something open. */
  | { readonly kind: "asked"; readonly proposal: Proposal };

const EXAMPLE = `// example.h: begin here. Every struct is one UDP datagram; byte 1 is its length, byte 2 its ID.
#include <stdint.h>

// What the sensor sees.
struct struct_weather
{
    uint8_t  length;         //1
    uint8_t  ID;             //2
    int16_t  temperature;    //4   @rule: expr=temperature / 100; unit=°C
    uint16_t pressure;       //6   @rule: expr=pressure / 10; unit=mbar
    uint8_t  humidity;       //7   @rule: unit=%
    uint8_t  ck;             //8
} weather = {8, 1};
`;

export async function init(options: InitOptions): Promise<InitResult> {
  const { cwd, header } = options;
  if (header === undefined) {
    if (existsSync(join(cwd, "channels.ini"))) {
      return {
        kind: "refused",
        text: "channels.ini is there already; 'structline init --header FILE' adds a channel to it\n",
      };
    }
    const changes = new Changes(cwd);
    if (!existsSync(join(cwd, "headers/example.h"))) changes.write("headers/example.h", EXAMPLE);
    const example = {
      name: options.channel ?? "example",
      includePath: "headers",
      headerFile: "example.h",
      // The example has the same layout on all targets. The key is there for the user to change.
      keys: ["abi          = x86-64  ; whose compiler builds the firmware: avr, arm-eabi, xtensa, …"],
    };
    changes.write("channels.ini", configuration(example));
    surroundings(cwd, changes);
    return { kind: "done", lines: changes.lines };
  }
  return initHeader(options, resolve(cwd, header));
}

async function initHeader(options: InitOptions, file: string): Promise<InitResult> {
  const { cwd, channel, version } = options;
  if (!existsSync(file)) return { kind: "refused", text: `there is no file '${relative(cwd, file)}'\n` };
  const name = channel ?? channelName(basename(file));
  const ini = join(cwd, "channels.ini");
  const taken = nameProblem(name, ini);
  if (taken !== undefined) return { kind: "refused", text: taken };
  const known = options.protocol === undefined ? undefined : named(options.protocol);
  if (known !== undefined && "kind" in known) return known;
  const progress = options.progress ?? (() => {});
  progress("reading the headers");
  const headers = readWithIncludes(file);
  if (options.capture !== undefined) progress("looking for known protocols in the recording");
  const heard = options.capture === undefined ? undefined : hear(resolve(cwd, options.capture));
  if (heard !== undefined && "kind" in heard) return heard;
  progress(`looking for messages in ${headers.read().length} header files`);
  const keys = proposedKeys(name, headers, options, known ?? heard?.identified);
  if ("kind" in keys) return keys;
  const shown = await proven({ name, headers, keys, heard, version, progress });
  if ("kind" in shown) return shown;
  progress("writing the codecs");
  const changes = new Changes(cwd);
  const moved = includePathOf(cwd, headers, changes);
  if (typeof moved !== "string") return moved;
  const channelKeys = { name, includePath: moved, headerFile: headers.name, keys: keys.lines };
  changes.write("channels.ini", withChannel(cwd, channelKeys, heard?.recording.port));
  surroundings(cwd, changes);
  const made = await generate({ ...GENERATE, config: ini, version, cwd, environment: process.env });
  if (!made.ok) {
    changes.undo();
    const text = render(made.diagnostics, { source: (path) => made.sources.get(path), style: "plain" });
    return { kind: "refused", text: `${text}nothing was written: gen refuses the whole of channels.ini\n` };
  }
  const codecs = `made ${made.written.length} files in ${made.folder}`;
  return { kind: "done", lines: [...keys.said, ...changes.told, codecs, ...shown.lines] };
}

function nameProblem(name: string, ini: string): string | undefined {
  if (name === "") return "the channel needs a name: --channel NAME\n";
  const isTaken = existsSync(ini) && readFileSync(ini, "utf8").includes(`[lab-${name}]`);
  return isTaken ? `channels.ini has a section [lab-${name}] already; name another with --channel NAME\n` : undefined;
}

interface Attempt {
  readonly name: string;
  readonly headers: HeaderTree;
  readonly keys: Keys;
  readonly heard: Heard | undefined;
  readonly version: string;
  readonly progress: (step: string) => void;
}

/** Compiles the proposed channel and decodes the recording with it. Returns the result, or why the channel is not written. */
async function proven(attempt: Attempt): Promise<{ readonly lines: readonly string[] } | InitResult> {
  const { name, headers, keys, heard, version, progress } = attempt;
  const channel = { name, includePath: headers.root, headerFile: headers.name, keys: keys.lines };
  progress("compiling them");
  const compiled = tried(channel, headers.root, version);
  if (typeof compiled === "string")
    return { kind: "refused", text: `${compiled}${placeHint(keys.lines)}nothing was written\n` };
  const misplaced = misplacedId(compiled.diagnostics, keys.lines);
  if (misplaced !== undefined) return { kind: "refused", text: `${keys.said.join("\n")}\n${misplaced}` };
  if (heard === undefined) return { lines: [] };
  progress("decoding the recording");
  const played = await play(settingsFor(channel, headers.root), compiled.files, heard.recording);
  return played.decoded === 0 ? { kind: "refused", text: unheard(played, heard, keys) } : played;
}

/** Why the recording gives no values, as text. */
function unheard({ lines }: Played, { identified }: Heard, { said }: Keys): string {
  const known = identified === undefined ? ["no known protocol's frames are in the recording"] : [];
  const hint = "name the messages (--messages 'ID struct, …'), or begin without the recording and describe its frames";
  return [...said, ...known, ...lines, `nothing was written: no frame of the recording decodes; ${hint}`, ""].join(
    "\n",
  );
}

interface Heard {
  readonly recording: Recording;
  readonly identified: Identified | undefined;
}

function hear(path: string): Heard | InitResult {
  try {
    const recording = readRecording(path);
    return { recording, identified: identify(recording) };
  } catch (error) {
    return { kind: "refused", text: `'${path}' cannot be read: ${(error as Error).message}; nothing was written\n` };
  }
}

/** What is known about a protocol without a recording. */
function named(name: string): Identified | InitResult {
  const protocol = PUBLIC_PROTOCOLS.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (protocol !== undefined) return { protocol, frames: 0, share: 0, right: 0, ids: new Map() };
  const names = PUBLIC_PROTOCOLS.map((each) => each.name);
  const near = nearest(name, names);
  const hint = near === undefined ? `known are ${names.join(", ")}` : `did you mean '${near}'?`;
  return { kind: "refused", text: `there is no protocol '${name}'; ${hint}\n` };
}

/** Rejects structs with another field at the ID's position: no frame could be decoded. */
function misplacedId(diagnostics: readonly Diagnostic[], keys: readonly string[]): string | undefined {
  if (keys.some((line) => /^id\b/.test(line))) return undefined;
  const [first, ...more] = diagnostics.filter(({ code, message }) => code === "W421" && message.startsWith("the ID"));
  if (first === undefined) return undefined;
  const others = more.length === 0 ? "" : `, and so it is with ${more.length} more`;
  return `nothing was written: ${first.message}${others}; frames have the ID elsewhere: record some (--capture FILE), or name their protocol (--protocol NAME)\n`;
}

/** If structs share no first fields, the ID must be before them. */
function placeHint(keys: readonly string[]): string {
  if (keys.some((line) => /^id\b/.test(line)) || !keys.some((line) => /^messages\b/.test(line))) return "";
  return "where the ID stands is not known: a recording of frames says it (--capture FILE)\n";
}

const GENERATE = { out: undefined, emit: undefined, mode: "write", warnings: "allowed" } as const;

interface Keys {
  /** Lines of the section. */
  readonly lines: readonly string[];
  /** What was proposed, and why. */
  readonly said: readonly string[];
}

function proposedKeys(
  name: string,
  { root, name: headerFile, reader, sources }: HeaderTree,
  { messages, abi, guesses, version, source }: InitOptions,
  identified: Identified | undefined,
): Keys | InitResult {
  const frames = Object.entries(identified?.protocol.keys ?? {});
  const given = [
    ...frames.map(([key, value], index) => `${key} = ${value}${index === 0 ? `  ; ${identified!.protocol.name}` : ""}`),
    ...(messages === undefined ? [] : [`messages = ${messages}`]),
    ...(source === undefined ? [] : [`sources = ${source}`]),
  ];
  const known = identified && identified.frames > 0 ? identifiedText(identified) : undefined;
  const channel = { name, includePath: root, headerFile, keys: given };
  const [plan] = plansFor(channel, root);
  const settled = { ...(abi !== undefined && { abi }), ...(identified && seenIn(identified)) };
  const proposed = propose(plan!, reader, sources, settled);
  if (proposed.kind === "nothing" || (messages !== undefined && proposed.proposal.messages !== undefined)) {
    const compiled = tried(channel, root, version);
    const refused = typeof compiled === "string" ? compiled : "the header has no struct that could be a message\n";
    const reasons =
      proposed.kind === "nothing" ? proposed.unusable.map(({ name, reason }) => `  ${name}: ${reason}\n`) : [];
    return { kind: "refused", text: `${refused}${reasons.join("")}nothing was written\n` };
  }
  const { proposal } = proposed;
  const isOpen = isGuess(proposal) || (guesses === "ask" && !proposal.target.isSettled);
  if (guesses !== "take" && isOpen) return { kind: "asked", proposal };
  const has = (key: string) => given.some((line) => line.startsWith(`${key} =`));
  const said = proposalText(has("id") ? { ...proposal, frame: undefined } : proposal);
  return {
    lines: [...given, ...proposalLines(proposal, has)],
    said: [...(known === undefined ? [] : [known]), ...said],
  };
}

function seenIn({ ids, protocol: { keys } }: Identified): Pick<Settled, "seen" | "isWhole"> {
  return { seen: ids, isWhole: keys["short"] === undefined && keys["long"] === undefined };
}

/** IDs that were merely numbered in order are guesses. */
function isGuess({ messages = [] }: Proposal): boolean {
  return messages.some(({ isGuess }) => isGuess);
}

/** Compiles the proposed channel. Returns the compilation, or the first error as text. */
function tried(channel: NewChannel, root: string, version: string): Compilation | string {
  const sources = new Map<string, string>();
  const inputs = plansFor(channel, root).map((plan) => {
    return { plan, reader: recordingReader(folderReader([root], root), sources) };
  });
  const compilation = compile(inputs, { version });
  if (!hasErrors(compilation.diagnostics)) return compilation;
  return render(compilation.diagnostics, { source: (path) => sources.get(path), style: "plain" });
}

/** The `include_path`: the headers' folder if it is in the project. Otherwise the headers are copied. */
function includePathOf(cwd: string, tree: HeaderTree, changes: Changes): string | InitResult {
  const { root } = tree;
  const read = tree.read();
  const inside = relative(cwd, root).split(sep).join("/");
  if (inside !== "" && !inside.startsWith("..") && !isAbsolute(inside)) return inside;
  if (inside === "" && read.length > 1) return ".";
  for (const name of read) {
    const target = `headers/${name}`;
    const text = readFileSync(join(root, name));
    const before = join(cwd, target);
    if (existsSync(before) && !readFileSync(before).equals(text)) {
      changes.undo();
      return { kind: "refused", text: `${target} is there already, and is another file; nothing was written\n` };
    }
    changes.write(target, text);
  }
  return "headers";
}

function channelName(file: string): string {
  return file
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
