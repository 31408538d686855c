/** `structline init`: creates a project. It does not overwrite existing files. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { PUBLIC_PROTOCOLS } from "../../runtime/frames/protocols.ts";
import { nearest } from "../../runtime/lib/nearest.ts";
import { boardIn, boardNamed } from "../check/boards.ts";
import { type Compilation, compile } from "../compile.ts";
import { render } from "../diagnostics/render.ts";
import { generate } from "../run/generate.ts";
import { folderReader } from "../source/folder-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";
import { discover } from "./discover.ts";
import { type HeaderTree, plansFor, readWithIncludes, settingsFor } from "./header-tree.ts";
import { type Identified, identifiedText, identify, type Recording, readRecording } from "./identify.ts";
import { initDefinition } from "./init-definition.ts";
import { Changes, configuration, type NewChannel, surroundings, withChannel } from "./init-project.ts";
import { initProto, isProto } from "./init-proto.ts";
import { misplacedId } from "./misplaced-id.ts";
import { projectFiles } from "./project-files.ts";
import {
  missingLines,
  type Proposal,
  type Proposed,
  proposalLines,
  proposalText,
  propose,
  type Settled,
  shapesIn,
} from "./propose.ts";
import { type Played, play } from "./recorded-samples.ts";

export interface InitOptions {
  readonly cwd: string;
  /** The header to use; without one, `init` writes an example. */
  readonly header: string | undefined;
  /** A definition of another tool, of which `init` writes the header. */
  readonly from?: string | undefined;
  /** The channel's name. Default: derived from the header's file name. */
  readonly channel: string | undefined;
  readonly version: string;
  /** Messages, if the header does not declare them: `7 gps_t, 8 imu_t`. */
  readonly messages: string | undefined;
  /** Target of the firmware. Default: proposed from the headers. */
  readonly abi: AbiName | undefined;
  /** The firmware's board, as tools name it. Default: what files beside the header, and above it, say. */
  readonly board?: string | undefined;
  /** Where frames have their ID and their length, as the keys `id` and `length` say it. */
  readonly id?: string | undefined;
  /** Macros that the firmware's build defines, as the key `defines` says it. */
  readonly defines?: string | undefined;
  readonly length?: string | undefined;
  /** Bytes of a frame before the struct, as the key `payload_offset` says it. */
  readonly offset?: string | undefined;
  /** A recording of frames: a capture, raw bytes, or hexadecimal lines. */
  readonly capture?: string | undefined;
  /** Name of a known protocol, if there is no recording. */
  readonly protocol?: string | undefined;
  /** Value of the channel's `sources`: where the recording was made. */
  readonly source?: string | undefined;
  /** On a terminal: asks whether to write the channel that decodes the recording. */
  readonly accept?: (shown: readonly string[]) => Promise<boolean>;
  /** Guesses that are only shown, not written: none, IDs, or also the target. */
  readonly guesses: "take" | "ask for IDs" | "ask";
  /** Called before each step that may take long. */
  readonly progress?: (step: string) => void;
}

/** One line per step, or the obstacle. */
export type InitResult =
  /** `warnings`: what gen warns of, as it prints it. */
  | { readonly kind: "done"; readonly lines: readonly string[]; readonly warnings?: string }
  | { readonly kind: "refused"; readonly text: string }
  /** The headers leave something open. */
  | { readonly kind: "proposed"; readonly proposal: Proposal };

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
  const { cwd, header, from } = options;
  if (from !== undefined) {
    const name = options.channel ?? channelName(basename(from));
    const problem = headerProblem(resolve(cwd, from), from) ?? nameProblem(name, join(cwd, "channels.ini"));
    if (problem !== undefined) return { kind: "refused", text: `${problem}\n` };
    return isProto(from) ? initProto(options, from, name) : initDefinition(options, from, name);
  }
  if (header === undefined) {
    if (existsSync(join(cwd, "channels.ini"))) {
      return {
        kind: "refused",
        text: "channels.ini exists already; 'structline init --header FILE' adds a channel to it\n",
      };
    }
    const changes = new Changes(cwd);
    if (!existsSync(join(cwd, "headers/example.h"))) changes.write("headers/example.h", EXAMPLE);
    const example = {
      name: options.channel ?? "example",
      includePath: "headers",
      headerFile: "example.h",
      // The example has the same layout on all targets. The key is there for the user to change.
      keys: ["abi          = x86-64  ; the firmware's processor: avr, arm-eabi, xtensa, …"],
    };
    changes.write("channels.ini", configuration(example));
    surroundings(cwd, changes);
    return { kind: "done", lines: changes.lines };
  }
  return initHeader(options, resolve(cwd, header));
}

async function initHeader(options: InitOptions, file: string): Promise<InitResult> {
  const { cwd, channel, version } = options;
  const name = channel ?? channelName(basename(file));
  const ini = join(cwd, "channels.ini");
  const problem = headerProblem(file, options.header ?? file) ?? nameProblem(name, ini);
  if (problem !== undefined) return { kind: "refused", text: `${problem}\n` };
  const known = named(options.protocol);
  if (known !== undefined && "kind" in known) return known;
  const progress = options.progress ?? (() => {});
  progress("reading the headers");
  const headers = readWithIncludes(file);
  const recorded = hear(options, progress);
  if (recorded !== undefined && "kind" in recorded) return recorded;
  progress(`looking for messages in ${headers.read().length} header files`);
  const shown = await explained({ name, headers, recorded, options, progress }, known);
  if ("kind" in shown) return shown;
  const { keys } = shown;
  const refusal = await refusedBy(options, shown, recorded);
  if (refusal !== undefined) return { kind: "refused", text: refusal };
  progress("writing the codecs");
  const changes = new Changes(cwd);
  const moved = includePathOf(cwd, headers, changes);
  if (typeof moved !== "string") return moved;
  const channelKeys = { name, includePath: moved, headerFile: headers.name, keys: keys.lines };
  changes.write("channels.ini", withChannel(cwd, channelKeys, recorded?.recording.port));
  surroundings(cwd, changes);
  const made = await generate({ ...GENERATE, config: ini, version, cwd, environment: process.env });
  const shownAs = { source: (path: string) => made.sources.get(path), style: "plain" } as const;
  if (!made.ok) {
    changes.undo();
    const text = render(made.diagnostics, shownAs);
    return { kind: "refused", text: `${text}nothing was written: gen refuses the whole of channels.ini\n` };
  }
  const warnings = render(
    made.diagnostics.filter(({ severity }) => severity === "warning"),
    shownAs,
  );
  const codecs = `made ${made.written.length} files in ${made.folder}`;
  const done = [...changes.done, codecs];
  const wasShown = recorded !== undefined && options.accept !== undefined;
  return { kind: "done", lines: wasShown ? done : [...keys.said, ...done, ...shown.lines], warnings };
}

/** Why the file cannot be a header. */
function headerProblem(file: string, shown: string): string | undefined {
  if (/[\r\n,;#"$]/.test(basename(file)))
    return "the header's name has a character that channels.ini cannot hold: rename it";
  if (!existsSync(file)) return `there is no file '${shown}'`;
  if (!statSync(file).isFile()) return `'${shown}' is not a file`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return `'${shown}' cannot be read: ${(error as Error).message}`;
  }
  if (bytes.length === 0) return `'${shown}' is empty`;
  // In UTF-16 every second byte of a text is 0.
  const isText = !bytes.includes(0) || /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString("latin1", 0, 2));
  return isText ? undefined : `'${shown}' is not a text: it has bytes that are 0`;
}

function nameProblem(name: string, ini: string): string | undefined {
  if (name === "") return "the channel needs a name: --channel NAME";
  const isTaken = existsSync(ini) && readFileSync(ini, "utf8").includes(`[lab-${name}]`);
  return isTaken ? `channels.ini has a section [lab-${name}] already; name another with --channel NAME` : undefined;
}

interface Attempt {
  readonly name: string;
  readonly headers: HeaderTree;
  readonly recorded: Capture | undefined;
  readonly options: InitOptions;
  readonly progress: (step: string) => void;
}

/** A channel that compiles, and what it makes of the recording. */
interface Shown {
  readonly keys: Keys;
  readonly lines: readonly string[];
  /** Share of the recording's bytes that are in decoded frames. */
  readonly share: number;
  /** The frame format or byte order was found in the recording alone. */
  readonly isDiscovered: boolean;
}

/** If a smaller share decodes, it is by chance: one byte of noise in 256 is any given ID. */
const LEAST_EXPLAINED = 0.05;
/** If a smaller share decodes, other frame formats are tried. */
const WELL_EXPLAINED = 0.9;

/** Tries a known protocol, then what the headers say, then what can be found in the recording. */
async function explained(attempt: Attempt, known: Identified | undefined): Promise<Shown | InitResult> {
  const { recorded, progress } = attempt;
  const identified = known ?? recorded?.identified;
  const plain = await proven(attempt, identified);
  // A stream may have a sync word, without which a lost byte would spoil the frames behind it.
  const isDone = !("kind" in plain) && plain.share >= WELL_EXPLAINED && recorded?.recording.kind !== "stream";
  if (recorded === undefined || identified !== undefined || isDone) return plain;
  progress("looking for frames of an unknown protocol in the recording");
  const found = discovered(attempt, recorded);
  if (found === undefined) return plain;
  const other = await proven(attempt, found).catch((error: unknown) => {
    // The keys do not go together, such as `id = none` for several structs.
    if (error instanceof ConfigError) return plain;
    throw error;
  });
  if (!("kind" in other)) return "kind" in plain || other.share >= plain.share ? other : plain;
  if (!("kind" in plain) || plain.kind === "proposed") return plain;
  if (other.kind === "proposed" || plain.kind !== "refused") return other;
  return { kind: "refused", text: `${plain.text}${identifiedText(found)}\n` };
}

function discovered({ name, headers, options }: Attempt, { recording }: Capture): Identified | undefined {
  const { root, name: headerFile, reader, sources } = headers;
  const keys = givenLines(options, undefined);
  const [plan] = plansFor({ name, includePath: root, headerFile, keys }, root);
  return discover(recording, shapesIn(plan!, reader, sources));
}

/** Asks on a terminal. Without one, guesses about an unknown protocol need `--yes`. */
async function refusedBy(
  { guesses, accept }: InitOptions,
  { keys, lines, isDiscovered }: Shown,
  recorded: Capture | undefined,
): Promise<string | undefined> {
  if (recorded === undefined) return undefined;
  const shown = [...keys.said, ...lines];
  if (accept !== undefined) return (await accept(shown)) ? undefined : "nothing was written\n";
  if (guesses === "take" || !isDiscovered) return undefined;
  return [...shown, "nothing was written: these frames are guessed; take them with --yes", ""].join("\n");
}

/** Compiles the proposed channel and decodes the recording with it. Returns the result, or why the channel is not written. */
async function proven(
  attempt: Attempt,
  identified: Identified | undefined,
  order?: Played["turned"],
): Promise<Shown | InitResult> {
  const { name, headers, recorded, options, progress } = attempt;
  const keys = proposedKeys(name, headers, options, identified, order);
  if ("kind" in keys) return keys;
  const channel = { name, includePath: headers.root, headerFile: headers.name, keys: keys.lines };
  progress("compiling them");
  const compiled = tried(channel, headers.root, options.version);
  const obstacle = obstacleIn(compiled, keys, recorded);
  if (obstacle !== undefined) return { kind: "refused", text: `${shownText(keys.said)}${obstacle}\n` };
  const isPublic = identified !== undefined && identified.found === undefined;
  const isDiscovered = identified?.found !== undefined || order !== undefined;
  if (recorded === undefined) return { keys, lines: [], share: 1, isDiscovered };
  progress("decoding the recording");
  const played = await play(settingsFor(channel, headers.root), compiled.files, recorded.recording);
  const isChance = !isPublic && played.share < LEAST_EXPLAINED;
  if (played.decoded === 0 || isChance) return { kind: "refused", text: unheard(played, identified, keys) };
  const isOrdered = isPublic || order !== undefined;
  if (!isOrdered && played.turned !== undefined) return proven(attempt, identified, played.turned);
  const assumed = isOrdered ? [] : assumedText(played.assumedOrder);
  return { keys, lines: [...played.lines, ...assumed], share: played.share, isDiscovered };
}

/** Why the compiled proposal cannot become a channel. */
function obstacleIn(
  { diagnostics, problem }: ReturnType<typeof tried>,
  { lines, isUnplaced }: Keys,
  recorded: Capture | undefined,
): string | undefined {
  const misplaced = lines.some((line) => /^id\b/.test(line)) ? undefined : misplacedId(diagnostics);
  if (misplaced === undefined && problem !== undefined) return `${problem}${placeHint(lines)}nothing was written`;
  const unplaced = misplaced ?? (recorded === undefined && isUnplaced ? NO_PLACE : undefined);
  return unplaced && `nothing was written: ${unplaced}: ${placesHint(recorded)}`;
}

/** What was proposed, so that a refusal can be understood. */
function shownText(said: readonly string[]): string {
  return said.map((line) => `${line}\n`).join("");
}

function assumedText(order: Played["assumedOrder"]): string[] {
  if (order === undefined) return [];
  return [`the recording does not show the byte order, ${order} is assumed: compare a value with the device's`];
}

/** Why the recording gives no values, as text. */
function unheard({ lines, decoded }: Played, identified: Identified | undefined, { said }: Keys): string {
  const known = identified === undefined ? ["no known protocol's frames are in the recording"] : [];
  const hint = "name the messages (--messages 'ID struct, …'), or begin without the recording and describe its frames";
  const result = decoded === 0 ? "no frame of the recording decodes" : "so few frames decode by chance";
  return [...said, ...known, ...lines, `nothing was written: ${result}; ${hint}`, ""].join("\n");
}

interface Capture {
  readonly recording: Recording;
  readonly identified: Identified | undefined;
}

function hear({ cwd, capture }: InitOptions, progress: (step: string) => void): Capture | InitResult | undefined {
  if (capture === undefined) return undefined;
  progress("looking for known protocols in the recording");
  const path = resolve(cwd, capture);
  try {
    const recording = readRecording(path);
    return { recording, identified: identify(recording) };
  } catch (error) {
    return { kind: "refused", text: `'${path}' cannot be read: ${(error as Error).message}; nothing was written\n` };
  }
}

/** What is known about a protocol without a recording. */
function named(name: string | undefined): Identified | InitResult | undefined {
  if (name === undefined) return undefined;
  const same = PUBLIC_PROTOCOLS.find((each) => each.name.toLowerCase() === name.toLowerCase());
  // `UBX` for `u-blox UBX`, if no other has this word.
  const [worded, ...others] = PUBLIC_PROTOCOLS.filter((each) => hasWords(each.name, name));
  const protocol = same ?? (others.length === 0 ? worded : undefined);
  if (protocol !== undefined) return { protocol, frames: 0, share: 0, right: 0, ids: new Map() };
  const names = PUBLIC_PROTOCOLS.map((each) => each.name);
  const near = nearest(name, names);
  const hint = near === undefined ? `known are ${names.join(", ")}` : `did you mean '${near}'?`;
  return { kind: "refused", text: `there is no protocol '${name}'; ${hint}\n` };
}

function hasWords(name: string, part: string): boolean {
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, " ")
      .trim()} `;
  return words(name).includes(words(part));
}

const NO_PLACE = "nothing says where frames have the ID";

function placesHint(recorded: Capture | undefined): string {
  return recorded === undefined
    ? "say where (--id u8@0, with --offset 3 if bytes precede the struct, or --id none with one message), record some (--capture FILE), or name their protocol (--protocol NAME)"
    : "the recording has no frames of a known protocol, and none with a struct's size between signs that repeat";
}

/** If structs share no first fields, the ID must be before them. */
function placeHint(keys: readonly string[]): string {
  if (keys.some((line) => /^id\b/.test(line)) || !keys.some((line) => /^messages\b/.test(line))) return "";
  return `${NO_PLACE}: ${placesHint(undefined)}\n`;
}

const GENERATE = { out: undefined, emit: undefined, mode: "write", warnings: "allowed" } as const;

interface Keys {
  /** Lines of the section. */
  readonly lines: readonly string[];
  /** What was proposed, and why. */
  readonly said: readonly string[];
  /** The lines do not say where frames have the ID, and nor do the structs. */
  readonly isUnplaced: boolean;
}

/** `PACKED`, which only the vendor's build defines. */
function definesHint(text: string): string {
  const name = /'(\w+)' is not defined in any header/.exec(text)?.[1];
  if (name === undefined) return "";
  return `if the build defines '${name}', say its value: --defines '${name}=…', such as __attribute__((packed))\n`;
}

function proposedKeys(
  name: string,
  tree: HeaderTree,
  options: InitOptions,
  identified: Identified | undefined,
  turned: Played["turned"],
): Keys | InitResult {
  const { root, name: headerFile, reader, sources } = tree;
  const { messages, guesses, version, capture } = options;
  const given = [...givenLines(options, identified), ...orderLine(turned)];
  const known = identified && identified.frames > 0 ? identifiedText(identified) : undefined;
  const channel = { name, includePath: root, headerFile, keys: given };
  const [plan] = plansFor(channel, root);
  const settled = { ...targetIn(options, tree), ...(identified && seenIn(identified)) };
  const proposed = propose(plan!, reader, sources, settled);
  if (proposed.kind === "nothing" || (messages !== undefined && proposed.proposal.messages !== undefined)) {
    return { kind: "refused", text: withoutMessages(proposed, tried(channel, root, version).problem, tree) };
  }
  const proposal = { ...proposed.proposal, missing: tree.missing() };
  const has = (key: string) => given.some((line) => line.startsWith(`${key} =`));
  const isUnplaced = proposal.isUnplaced && !has("id") && capture === undefined;
  const isOpen = isGuess(proposal) || (guesses === "ask" && (isUnplaced || !proposal.target.isSettled));
  if (guesses !== "take" && isOpen) return { kind: "proposed", proposal: { ...proposal, isUnplaced } };
  const said = proposalText(has("id") ? { ...proposal, frame: undefined } : proposal);
  return {
    lines: [...given, ...proposalLines(proposal, has)],
    said: [...(known === undefined ? [] : [known]), ...orderText(turned), ...said],
    isUnplaced,
  };
}

/** The target that the user named, by itself or by a board; otherwise that of the board which the project's files name. */
function targetIn({ abi, board, header, cwd }: InitOptions, { root }: HeaderTree): Pick<Settled, "abi" | "abiReason"> {
  if (abi !== undefined) return { abi };
  const named = board === undefined ? undefined : boardNamed(board);
  if (named !== undefined) return { abi: named.abi, abiReason: `the board is ${board}, ${named.title}` };
  for (const files of projectFiles(dirname(resolve(cwd, header ?? root)))) {
    const found = boardIn(files);
    if (found !== undefined) return { abi: found.abi, abiReason: `${found.place} says ${found.name}, ${found.title}` };
  }
  return {};
}

function withoutMessages(proposed: Proposed, problem: string | undefined, tree: HeaderTree): string {
  const unusable = proposed.kind === "nothing" ? proposed.unusable : [];
  const reasons = unusable.map(({ name, reason }) => `  ${name}: ${reason}\n`).join("");
  const text = `${problem ?? "the header has no struct that could be a message\n"}${reasons}`;
  return `${text}${definesHint(text)}${shownText(missingLines(tree.missing()))}nothing was written\n`;
}

function givenLines(
  { id, length, offset: payload_offset, messages, defines, source: sources }: InitOptions,
  identified: Identified | undefined,
): string[] {
  const given = Object.entries({ id, length, payload_offset, messages, defines, sources });
  return [
    ...frameLines(identified),
    ...given.flatMap(([key, value]) => (value === undefined ? [] : [`${key} = ${value}`])),
  ];
}

function orderLine(turned: Played["turned"]): string[] {
  return turned === undefined ? [] : [`byte_order = ${turned.order}  ; guessed from the recording`];
}

function frameLines(identified: Identified | undefined): string[] {
  if (identified === undefined) return [];
  const { name, keys } = identified.protocol;
  return Object.entries(keys).map(([key, value], index) => `${key} = ${value}${index === 0 ? `  ; ${name}` : ""}`);
}

function orderText(turned: Played["turned"]): string[] {
  if (turned === undefined) return [];
  const { order, fields, others } = turned;
  return [`byte_order = ${order}: ${fields} fields change so from frame to frame, ${others} otherwise`];
}

function seenIn({ ids, protocol: { keys } }: Identified): Pick<Settled, "seen" | "isWhole"> {
  return { seen: ids, isWhole: keys["short"] === undefined && keys["long"] === undefined };
}

/** IDs that were merely numbered in order are guesses. */
function isGuess({ messages = [] }: Proposal): boolean {
  return messages.some(({ isGuess }) => isGuess);
}

/** Compiles the proposed channel, with its errors as text. */
function tried(
  channel: NewChannel,
  root: string,
  version: string,
): Compilation & { readonly problem: string | undefined } {
  const sources = new Map<string, string>();
  const inputs = plansFor(channel, root).map((plan) => {
    return { plan, reader: recordingReader(folderReader([root], root), sources) };
  });
  const compilation = compile(inputs, { version });
  const errors = compilation.diagnostics.filter(({ severity }) => severity === "error");
  const problem =
    errors.length === 0 ? undefined : render(errors, { source: (path) => sources.get(path), style: "plain" });
  return { ...compilation, problem };
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
      return { kind: "refused", text: `${target} exists already with other contents; nothing was written\n` };
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
