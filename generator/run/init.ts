/** `structline init`: a folder to begin in. Nothing that is there is overwritten. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AbiName } from "../../runtime/config/abi-names.ts";
import { parseSettings } from "../../runtime/config/load-settings.ts";
import type { Settings } from "../../runtime/config/settings.ts";
import { compile } from "../compile.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { render } from "../diagnostics/render.ts";
import type { EmittedFile } from "../emit/emitted-file.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { plansOf } from "../plan/plans-of.ts";
import { folderReader } from "../source/folder-reader.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";
import { preprocess } from "../syntax/preprocess/preprocess.ts";
import { isSystemHeader } from "../targets/standard-headers.ts";
import { generate } from "./generate.ts";
import { type Identified, identifiedText, identify, type Recording, readRecording } from "./identify.ts";
import { Changes, configuration, type NewChannel, surroundings, withChannel } from "./init-project.ts";
import { type Proposal, proposalLines, proposalText, propose, type Settled } from "./propose.ts";
import { type Played, play } from "./recorded-samples.ts";

export interface InitOptions {
  readonly cwd: string;
  /** The header to make a channel of; else an example is written. */
  readonly header: string | undefined;
  /** Of the channel; else from the header's file name. */
  readonly channel: string | undefined;
  readonly version: string;
  /** Which struct is which message, where the header does not say it: `7 gps_t, 8 imu_t`. */
  readonly messages: string | undefined;
  /** Whose compiler builds the firmware; else it is proposed. */
  readonly abi: AbiName | undefined;
  /** A recording of frames: a capture, raw bytes, or hexadecimal lines. */
  readonly capture?: string | undefined;
  /** Where the recording was made: the channel's `sources`. */
  readonly source?: string | undefined;
  /** Guesses that are shown instead of written: of IDs, or of the processor too, or none. */
  readonly guesses: "take" | "ask for IDs" | "ask";
  /** Is told each step that may take long, before it begins. */
  readonly progress?: (step: string) => void;
}

/** A line for each step, or what stands in the way. */
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
      // Its structs lie alike everywhere; the key is there to be changed.
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
  if (name === "") return { kind: "refused", text: "the channel needs a name: --channel NAME\n" };
  const ini = join(cwd, "channels.ini");
  if (existsSync(ini) && readFileSync(ini, "utf8").includes(`[lab-${name}]`)) {
    const text = `channels.ini has a section [lab-${name}] already; name another with --channel NAME\n`;
    return { kind: "refused", text };
  }
  const progress = options.progress ?? (() => {});
  progress("reading the headers");
  const headers = readWithIncludes(file);
  if (options.capture !== undefined) progress("looking for known protocols in the recording");
  const heard = options.capture === undefined ? undefined : hear(resolve(cwd, options.capture));
  if (heard !== undefined && "kind" in heard) return heard;
  progress(`looking for messages in ${headers.read().length} header files`);
  const keys = proposedKeys(name, headers, options, heard?.identified);
  if ("kind" in keys) return keys;
  const found = { name, includePath: headers.root, headerFile: headers.name, keys: keys.lines };
  progress("compiling them");
  const compiled = tried(found, headers.root, version);
  if (typeof compiled === "string")
    return { kind: "refused", text: `${compiled}${placeHint(keys.lines)}nothing was written\n` };
  if (heard !== undefined) progress("decoding the recording");
  const played = heard && (await play(settingsFor(found, headers.root), compiled, heard.recording));
  if (played?.decoded === 0) return { kind: "refused", text: unheard(played, heard!, keys) };
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
  return { kind: "done", lines: [...keys.said, ...changes.told, codecs, ...(played?.lines ?? [])] };
}

/** What stands between the recording and values. */
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

/** Structs that share no head: what tells them apart stands before them. */
function placeHint(keys: readonly string[]): string {
  if (keys.some((line) => /^id\b/.test(line)) || !keys.some((line) => /^messages\b/.test(line))) return "";
  return "where the ID stands is not known: a recording of frames says it (--capture FILE)\n";
}

const GENERATE = { out: undefined, emit: undefined, mode: "write", warnings: "allowed" } as const;

/** A header, and all that it includes and that is there. */
interface HeaderTree {
  /** The folder of the include path: the header's own, or the one above it that has more of what is included. */
  readonly root: string;
  /** The header in it. */
  readonly name: string;
  readonly reader: HeaderReader;
  /** By shown path. */
  readonly sources: ReadonlyMap<string, string>;
  /** Names in it that were read by now. */
  read(): readonly string[];
}

/** How many folders above the header's own its includes are looked for. */
const MOST_ABOVE = 3;

function readWithIncludes(file: string): HeaderTree {
  let best: { readonly tree: HeaderTree; readonly missing: number } | undefined;
  let root = dirname(file);
  for (let above = 0; above <= MOST_ABOVE; above++, root = dirname(root)) {
    const sources = new Map<string, string>();
    const reader = recordingReader(folderReader([root], root), sources);
    const name = relative(root, file).split(sep).join("/");
    const channel = { name: "x", includePath: root, headerFile: name, keys: [] };
    const [plan] = plansFor(channel, root);
    preprocess(plan!, reader, "c");
    const isRead = (outcome: string) => /^[0-9a-f]{64}$/.test(outcome);
    const read = () => Object.keys(reader.reads).filter((path) => isRead(reader.reads[path]!));
    const others = Object.entries(reader.reads).filter(([, outcome]) => !isRead(outcome));
    // A header that includes one outside is an error; one that is nowhere may be the compiler's.
    const missing = others.filter(([, outcome]) => outcome === "outside").length * 1000 - read().length;
    if (best === undefined || missing < best.missing) best = { tree: { root, name, reader, sources, read }, missing };
    const isWhole = others.every(([path, outcome]) => outcome !== "outside" && isSystemHeader(path));
    if (isWhole || existsSync(join(root, ".git")) || dirname(root) === root) break;
  }
  return best!.tree;
}

/** Of a configuration that has the channel alone, beside the headers. */
function settingsFor(channel: NewChannel, root: string): Settings {
  const source = { file: join(root, "channels.ini"), shown: "channels.ini", environment: {} };
  return parseSettings(configuration(channel), source);
}

function plansFor(channel: NewChannel, root: string): ChannelPlan[] {
  return settingsFor(channel, root).channels.flatMap((each) => plansOf(each, [], "channels.ini"));
}

interface Keys {
  /** Of the section. */
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
  const known = identified && `${identifiedText(identified)}`;
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

/** IDs that are numbers in order are right by luck only. */
function isGuess({ messages = [] }: Proposal): boolean {
  return messages.some(({ isGuess }) => isGuess);
}

/** What the compiler makes of the channel as it would be written, or says where it finds an error. */
function tried(channel: NewChannel, root: string, version: string): readonly EmittedFile[] | string {
  const sources = new Map<string, string>();
  const inputs = plansFor(channel, root).map((plan) => {
    return { plan, reader: recordingReader(folderReader([root], root), sources) };
  });
  const { diagnostics, files } = compile(inputs, { version });
  if (!hasErrors(diagnostics)) return files;
  return render(diagnostics, { source: (path) => sources.get(path), style: "plain" });
}

/** The `include_path`: the headers' own folder where it is within the project, else copies of them. */
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
