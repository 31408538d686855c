/**
 * Keys of `[lab-<channel>]` about messages and frames. Each parser throws an Error with one sentence that does not
 * contain the position.
 */

import type { IniEntry } from "../config/ini.ts";
import type { SectionReader } from "../config/section-reader.ts";
import { checksumNames, checksumOf } from "../frames/checksum.ts";
import {
  type FrameCheck,
  type FrameFormat,
  type FrameNumber,
  type FrameVariant,
  PLAIN_FORMAT,
} from "../frames/frame-format.ts";
import { type Locator, locatorEnd, locatorText, parseLocator, textId } from "../frames/locator.ts";
import { didYouMean } from "../lib/nearest.ts";
import type { ChannelFrames, NamedMessage } from "./channel-settings.ts";
import { parseBytes, parseSyncWord } from "./framing.ts";
import type { CHANNEL } from "./keys.ts";

/** The text in the section: `0x10 struct_gps`. */
export function messageText({
  idText,
  struct,
  checkExtra,
  extraName,
  order,
  count,
}: Pick<NamedMessage, "idText" | "struct" | "checkExtra" | "extraName" | "order" | "count">): string {
  const extra = extraName ?? checkExtra;
  const counted = count === undefined ? "" : ` count=${count.text}:${count.most}`;
  const other = `${order === undefined ? "" : ` order=${order}`}${counted}`;
  return `${idText} ${struct}${extra === undefined ? "" : ` extra=${extra}`}${other}`;
}

const KEYS = [
  "id",
  "length",
  "payload_offset",
  "trailer",
  "check",
  "short",
  "long",
  "variants",
  "expect",
  "sequence",
] as const;

export function readChannelFrames(section: SectionReader<typeof CHANNEL>, byteOrder: "little" | "big"): ChannelFrames {
  const isSaid = KEYS.some((key) => section.text(key) !== undefined);
  const entry = section.entry("messages");
  const frames = isSaid ? frameFormat(section, byteOrder) : undefined;
  const { id, length } = frames ?? PLAIN_FORMAT;
  const messages = entry && readMessages(entry, id, section);
  const cutBy = section.get("framing");
  const others = frames?.variants?.flatMap(({ sync }) => (sync === undefined ? [] : [Uint8Array.from(sync)])) ?? [];
  const framing = cutBy?.kind === "sync" && others.length > 0 ? { ...cutBy, others } : cutBy;
  if (framing?.kind === "length" && length === undefined) {
    section.problem("framing", "framing = length needs a length in the frames, but the section has length = none");
  }
  return { ...(messages && { messages }), ...(frames && { frames }), ...(framing && { framing }) };
}

function frameFormat(section: SectionReader<typeof CHANNEL>, byteOrder: "little" | "big"): FrameFormat {
  const locator = (key: "id" | "length", plain: Locator | undefined) => {
    const text = section.text(key);
    if (text === "none" || (key === "id" && text === "fport")) return undefined;
    return section.value(key, (text) => parseLocator(text, key)) ?? plain;
  };
  const plain: FrameFormat = {
    id: locator("id", PLAIN_FORMAT.id),
    // A node's payload is its struct, usually without a length.
    length: locator("length", section.text("id") === "fport" ? undefined : PLAIN_FORMAT.length),
    ...(section.text("id") === "fport" && { idFrom: "fport" as const }),
    payloadOffset: section.get("payload_offset"),
    trailer: section.get("trailer"),
    short: section.get("short"),
    long: section.get("long"),
    check: section.value("check", (text) => parseCheck(text, byteOrder)),
  };
  const expect = section.value("expect", parseExpect);
  const sequence = section.value("sequence", parseSequence);
  if (sequence !== undefined && locatorEnd(sequence) > plain.payloadOffset) {
    section.problem(
      "sequence",
      `sequence: ${locatorText(sequence)} is in the struct, which begins at byte ${plain.payloadOffset}; write @seq at its field`,
    );
  }
  const format: FrameFormat = { ...plain, ...(expect && { expect }), ...(sequence && { sequence }) };
  const variants = section.value("variants", (text) => parseVariants(text, format));
  const { check, trailer } = format;
  const needed = check === undefined ? 0 : (checksumOf(check.algorithm)?.byteLength ?? 0);
  if (needed > trailer) {
    section.problem(
      "check",
      `check: ${check?.algorithm} takes ${needed} bytes of the trailer, which has ${trailer}; write trailer = ${needed}`,
    );
  }
  return variants === undefined ? format : { ...format, variants };
}

/** `u8@0&0xe0=0, u8@2&0xc0=3` @throws Error (one sentence) */
function parseExpect(text: string): FrameNumber[] {
  return text.split(/[\s,]+/).map((word) => {
    const [, at, number] = VARIANT_TEST.exec(word) ?? [];
    if (at === undefined) throw new Error(`'${word}' is not a number of a frame; write u8@0&0xe0=0`);
    const place = parseLocator(at, "id");
    const most = place.mask >>> place.shift;
    if (Number(number) > most) throw new Error(`'${word}': the place has at most ${most}`);
    return { place, value: Number(number) };
  });
}

/** @throws Error (one sentence) */
function parseSequence(text: string): Locator {
  const place = parseLocator(text, "id");
  const most = place.mask >>> place.shift;
  // A counter's bits follow each other: one more than the most is a power of 2.
  const isCounter = place.type === "unsigned" && most >= 3 && Number.isInteger(Math.log2(most + 1));
  if (!isCounter) throw new Error(`'${text}' is not a counter of two bits or more that follow each other`);
  return place;
}

const VARIANT_PART = /^(sync|id|length|payload_offset|trailer|short|long)=(.+)$/;
const VARIANT_TEST = /^([^=]+)=(0x[0-9a-f]{1,8}|\d{1,10})$/i;

/**
 * Parses `sync=fe id=u8@5 length=u8@1+8 payload_offset=6, u8@2&1=1 length=u8@1+25 trailer=15`: what identifies the
 * variant, then its differences.
 * @throws Error (one sentence)
 */
function parseVariants(text: string, format: FrameFormat): FrameVariant[] {
  return text.split(",").map((entry) => parseVariant(entry.trim(), format));
}

function parseVariant(entry: string, format: FrameFormat): FrameVariant {
  const parts = new Map<string, string>();
  const tests: string[] = [];
  for (const word of entry.split(/\s+/)) {
    const [, key, value = ""] = VARIANT_PART.exec(word) ?? [];
    if (key === undefined) tests.push(word);
    else if (parts.has(key)) throw new Error(`'${entry}' says ${key} twice`);
    else parts.set(key, value);
  }
  const [when, more] = tests.map(parseVariantTest);
  if (more !== undefined) throw notOfVariant(tests[1]!);
  const sync = parts.has("sync") ? [...parseSyncWord(parts.get("sync") ?? "")] : undefined;
  if (sync === undefined && when === undefined)
    throw new Error(`'${entry}' has nothing that identifies these frames; write sync=fe or u8@2&1=1`);
  return { ...(sync && { sync }), ...(when && { when }), format: { ...format, ...variantFormat(parts) } };
}

function parseVariantTest(word: string): NonNullable<FrameVariant["when"]> {
  const [, at, number] = VARIANT_TEST.exec(word) ?? [];
  if (at === undefined) throw notOfVariant(word);
  return { place: parseLocator(at, "id"), value: Number(number) };
}

function notOfVariant(word: string): Error {
  return new Error(`'${word}' does not belong to a variant; write u8@2&1=1 length=u8@1+25 trailer=15`);
}

function variantFormat(parts: ReadonlyMap<string, string>): Partial<FrameFormat> {
  const read = <Value>(key: string, parse: (text: string) => Value) => {
    const text = parts.get(key);
    return text === undefined ? undefined : parse(text);
  };
  const locator = (use: "id" | "length") => (text: string) => (text === "none" ? undefined : parseLocator(text, use));
  const word =
    <Word extends string>(...words: readonly Word[]) =>
    (text: string): Word => {
      const known = words.find((each) => each === text);
      if (known === undefined) throw new Error(`'${text}' is not ${words.join(" or ")}`);
      return known;
    };
  const payloadOffset = read("payload_offset", parseBytes);
  const trailer = read("trailer", parseBytes);
  const short = read("short", word("reject", "zero"));
  const long = read("long", word("reject", "ignore"));
  return {
    ...(parts.has("id") && { id: read("id", locator("id")) }),
    ...(parts.has("length") && { length: read("length", locator("length")) }),
    ...(payloadOffset !== undefined && { payloadOffset }),
    ...(trailer !== undefined && { trailer }),
    ...(short !== undefined && { short }),
    ...(long !== undefined && { long }),
  };
}

const CHECK = /^(\S+)((?:\s+(?:from=\d{1,5}|little|big))*)$/;

/** `crc16/mcrf4xx from=1 big` */
function parseCheck(text: string, byteOrder: "little" | "big"): FrameCheck {
  const match = CHECK.exec(text);
  if (match === null) throw new Error(`'${text}' is not a checksum; write crc16/modbus, or crc16/modbus from=2 big`);
  const [, name = "", options = ""] = match;
  const from = /from=(\d+)/.exec(options)?.[1];
  const written = /\b(little|big)\b/.exec(options)?.[1] as "little" | "big" | undefined;
  return { algorithm: parseChecksumName(name), from: Number(from ?? 0), byteOrder: written ?? byteOrder };
}

/** @throws Error for a name that is not in the catalogue */
function parseChecksumName(name: string): string {
  const known = checksumOf(name);
  if (known !== undefined) return known.name;
  const near = didYouMean(name, checksumNames());
  throw new Error(
    `there is no checksum '${name}'${near}; write crc16/modbus, crc8/maxim-dow, crc32, sum8, xor8, fletcher16, … (names of the RevEng catalogue)`,
  );
}

/** A word of `messages`: a quoted ID may contain anything but quotes. */
const WORD = /'[^']*'|[^\s,]+/g;
const NAME = /^[A-Za-z_]\w*(::[A-Za-z_]\w*)*$/;

interface Word {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Alternating IDs and structs, separated by blanks, commas or line ends; `struct` before a name is ignored. */
function readMessages(
  entry: IniEntry,
  id: Locator | undefined,
  section: SectionReader<typeof CHANNEL>,
): NamedMessage[] {
  const words = entry.parts
    .flatMap(({ text, line, column }) =>
      [...text.matchAll(WORD)].map((match): Word => ({ text: match[0], line, column: column + match.index })),
    )
    .filter(({ text }) => text !== "struct" && text !== "class");
  const messages: NamedMessage[] = [];
  const byId = new Map<number, NamedMessage>();
  let at = 0;
  while (at < words.length) {
    const first = words[at]!;
    const name = words[at + 1];
    const options = optionsAt(words, at + 2);
    at += 2 + options.length;
    try {
      const message = readMessage(first, name?.text, id);
      const earlier = message.id === undefined ? undefined : byId.get(message.id);
      if (earlier !== undefined)
        throw new Error(`ID ${first.text} is ${earlier.struct} already (line ${earlier.line})`);
      const last = options.at(-1) ?? name ?? first;
      const end = { line: last.line, column: last.column + last.text.length };
      const named = { ...message, end, ...Object.assign({}, ...options.map(({ text }) => readOption(text))) };
      messages.push(named);
      if (message.id !== undefined) byId.set(message.id, named);
    } catch (error) {
      const { message } = error as Error;
      const { line, column } = options.find(({ text }) => message.startsWith(text)) ?? first;
      section.problemAt({ line, column, message: `messages: ${message}` });
    }
  }
  if (messages.length > 1 && id === undefined && section.text("id") !== "fport")
    section.problem("messages", `id = none allows one message, but the section has ${messages.length}`);
  return messages;
}

/** @throws Error (one sentence) */
function readMessage(
  { text, line, column }: Word,
  struct: string | undefined,
  id: Locator | undefined,
): Omit<NamedMessage, "end"> {
  if (struct === undefined || !NAME.test(struct)) {
    const found = struct === undefined ? "nothing" : `'${struct}'`;
    throw new Error(`'${text}' is followed by ${found}; write an ID and a struct: 7 struct_gps`);
  }
  return { ...readId(text, id), struct, checkExtra: undefined, line, column };
}

/** Options after a struct's name: `extra=50`, `order=big`, `count=n:16`. */
function optionsAt(words: readonly Word[], from: number): readonly Word[] {
  const end = words.findIndex(({ text }, index) => index >= from && !/^(?:extra|order|count)=/.test(text));
  return words.slice(from, end < 0 ? words.length : end);
}

function readOption(text: string): Partial<NamedMessage> {
  const value = text.slice(text.indexOf("=") + 1);
  if (text.startsWith("extra=")) return readExtra(value);
  if (text.startsWith("count=")) return readCount(text, value);
  if (value !== "big" && value !== "little") throw new Error(`${text} is not order=big or order=little`);
  return { order: value };
}

function readId(text: string, locator: Locator | undefined): Pick<NamedMessage, "id" | "idText"> {
  const quoted = /^'(.*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return { id: quotedId(quoted, locator), idText: text };
  if (NAME.test(text)) return { id: undefined, idText: text };
  const id = /^(0x[0-9a-f]+|0b[01]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(id)) throw new Error(`'${text}' is not an ID; write 7, 0x10, 'GPS1' or an enumerator's name`);
  if (locator?.type === "text")
    throw new Error(`${text} is a number, but the ID is a text of ${locator.byteLength}; write it in quotes`);
  const most = locator === undefined ? 2 ** 32 - 1 : locator.mask >>> locator.shift;
  if (id > most) throw new Error(`ID ${text} does not fit the ID's place in the frame (at most ${most})`);
  return { id, idText: text };
}

function quotedId(text: string, locator: Locator | undefined): number {
  if (locator?.type !== "text")
    throw new Error(`'${text}' is a text, but the ID is a number; write id = text${text.length || 4}@0`);
  if (!/^[\x20-\x7e]+$/.test(text)) throw new Error(`'${text}' has a character that is not printable ASCII`);
  if (text.length !== locator.byteLength)
    throw new Error(`'${text}' has ${text.length} characters, but the ID has ${locator.byteLength}`);
  return textId(text);
}

/** `count=16`: as many as the frame holds, at most 16. `count=n:16`: as many as `n` says. */
function readCount(text: string, value: string): Pick<NamedMessage, "count"> {
  const [, expression = "rest", most = ""] = /^(?:([^:;@]+):)?(\d{1,5})$/.exec(value) ?? [];
  if (!(Number(most) > 0)) throw new Error(`${text} is not count=16 or count=member:16`);
  return { count: { text: expression, most: Number(most) } };
}

function readExtra(text: string): Pick<NamedMessage, "extraName"> | Pick<NamedMessage, "checkExtra"> {
  if (NAME.test(text)) return { extraName: text };
  const value = /^(0x[0-9a-f]{1,2}|\d{1,3})$/i.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 255)) throw new Error(`extra=${text} is not a byte (0 to 255)`);
  return { checkExtra: value };
}
