/**
 * Finds the struct of a channel's frame, or the reason why there is none. Hot path: no closures, no allocation for good
 * frames.
 */

import type { CheckInfo, StructCodec, VariableSize } from "../codec/struct-codec.ts";
import { type Checksum, checksumOf } from "./checksum.ts";
import { type FrameFormat, type FrameNumber, formatOf, formatsOf, unexpectedIn, variantBytes } from "./frame-format.ts";
import { idText, type Locator, locatorEnd, locatorText, numberAt, readLocator } from "./locator.ts";

/** The properties of a struct that its frames depend on. */
export interface FrameStruct
  extends Pick<StructCodec, "name" | "id" | "wireSize" | "size">,
    Partial<Pick<StructCodec, "length">> {
  /** Appended to the bytes that the trailer's checksum covers (MAVLink's CRC_EXTRA). */
  readonly checkExtra?: Uint8Array;
  /** For a struct whose messages vary in size: the size by counts and conditions. */
  readonly variable?: Pick<VariableSize, "leastSize" | "extent">;
  /** Checksums inside the struct. */
  readonly checks?: readonly FieldCheck[];
}

/** A field that holds a checksum of earlier bytes; positions from the struct's beginning. */
export interface FieldCheck extends CheckInfo {
  readonly field: string;
  readonly byteOffset: number;
}

export interface FrameProblem {
  readonly code: "too-short" | "unknown-id" | "wrong-length" | "checksum" | "unexpected";
  /** One sentence. */
  readonly message: string;
}

/** IDs below this are looked up in an array. */
const SMALL_IDS = 1024;
const NO_PORT: FrameProblem = {
  code: "unknown-id",
  message: "the channel's ID is the LoRaWAN port (id = fport), but this message has none",
};
const NO_EXTRA = new Uint8Array(0);

interface Check {
  readonly checksum: Checksum;
  /** Name for messages: `trailer`, or the field's name. */
  readonly where: string;
  /** From the frame's beginning; negative: from its end. */
  readonly at: number;
  readonly from: number;
  /** Undefined: up to the checksum's position. */
  readonly to: number | undefined;
  readonly byteOrder: "little" | "big";
  readonly extra: Uint8Array;
}

interface KnownStruct<S> {
  readonly struct: S;
  /** By frame format. */
  readonly checks: ReadonlyMap<FrameFormat, readonly Check[]>;
}

export class FrameTable<S extends FrameStruct> {
  /** The default format. */
  readonly format: FrameFormat;
  readonly #formats: readonly FrameFormat[];
  readonly #channel: string;
  readonly #structs: readonly S[];
  readonly #small: (KnownStruct<S> | undefined)[] = [];
  readonly #large = new Map<number, KnownStruct<S>>();
  readonly #only: KnownStruct<S> | undefined;
  readonly #headerBytes: number;
  readonly #trailerCheck: Checksum | undefined;

  constructor(channel: string, format: FrameFormat, structs: readonly S[]) {
    this.format = format;
    this.#formats = formatsOf(format);
    this.#channel = channel;
    this.#structs = structs;
    this.#trailerCheck = format.check && checksumOf(format.check.algorithm);
    for (const struct of structs) {
      const checks = new Map(this.#formats.map((each) => [each, checksOf(struct, each)]));
      const entry = { struct, checks };
      if (struct.id < SMALL_IDS) this.#small[struct.id] = entry;
      else this.#large.set(struct.id, entry);
    }
    const [first] = structs;
    const isOnly = format.id === undefined && format.idFrom === undefined && first !== undefined;
    this.#only = isOnly ? this.#entry(first.id) : undefined;
    const heads = this.#formats.map(({ id, length, expect = [] }) =>
      Math.max(endOf(id), endOf(length), ...expect.map(({ place }) => locatorEnd(place))),
    );
    this.#headerBytes = Math.max(1, variantBytes(format), ...heads);
  }

  /** Number of bytes from a frame's beginning that determine its struct and size. */
  get headerBytes(): number {
    return this.#headerBytes;
  }

  /** The format of the frame that begins at `start`. */
  formatOf(bytes: Uint8Array, start = 0, end = bytes.length): FrameFormat {
    return formatOf(this.format, bytes, start, end);
  }

  /** The struct of a whole frame. @param given its ID, if it came separately */
  find(frame: Uint8Array, given?: number): S | FrameProblem {
    const format = this.formatOf(frame);
    const { id: locator, idFrom } = format;
    if (given === undefined && idFrom !== undefined) return NO_PORT;
    const id = given ?? (locator === undefined ? -1 : readLocator(locator, frame, 0, frame.length));
    if (locator !== undefined && id < 0) return this.#tooShort(frame.length);
    const other = unexpectedIn(format, frame, 0, frame.length);
    if (other !== undefined) return unexpected(other, frame);
    const entry = id < 0 ? this.#only : this.#entry(id);
    return entry === undefined ? this.#unknownId(id, frame.length) : this.#match(entry, frame, format);
  }

  #match({ struct, checks: all }: KnownStruct<S>, frame: Uint8Array, format: FrameFormat): S | FrameProblem {
    const { payloadOffset, trailer, short, long } = format;
    const checks = all.get(format) ?? [];
    const bytes = frame.length - payloadOffset - trailer;
    if (struct.variable !== undefined) {
      const problem = this.#extentProblem(struct, struct.variable, frame, format);
      return problem ?? this.#checked(struct, checks, frame);
    }
    const fits =
      (bytes >= struct.wireSize || (short === "zero" && bytes >= 0)) && (bytes <= struct.size || long === "ignore");
    if (!fits) return this.#wrongLength(struct, frame.length, format);
    return this.#checked(struct, checks, frame);
  }

  /** Why the frame's size contradicts its own counts and conditions. */
  #extentProblem(
    struct: S,
    variable: NonNullable<S["variable"]>,
    frame: Uint8Array,
    { payloadOffset, trailer, short, long }: FrameFormat,
  ): FrameProblem | undefined {
    const bytes = frame.length - payloadOffset - trailer;
    const wrong = (text: string): FrameProblem => ({
      code: "wrong-length",
      message: `${this.#named(struct)}${text}; this message has ${frame.length}`,
    });
    const around = payloadOffset + trailer;
    if (bytes < 0) return wrong(` has at least ${around + variable.leastSize} bytes`);
    const view = new DataView(frame.buffer, frame.byteOffset + payloadOffset, bytes);
    const extent = variable.extent(view, 0, short === "zero" ? Math.max(bytes, variable.leastSize) : bytes);
    if (typeof extent === "string") return wrong(`: ${extent}`);
    const isWrong = (extent > bytes && short === "reject") || (extent < bytes && long === "reject");
    return isWrong ? wrong(` has ${around + extent} bytes by what it says`) : undefined;
  }

  #checked(struct: S, checks: readonly Check[], frame: Uint8Array): S | FrameProblem {
    for (const check of checks) {
      const problem = checkProblem(check, struct, frame, 0, frame.length);
      if (problem !== undefined) return problem;
    }
    return struct;
  }

  /** Size of the largest frame of a known struct. */
  get largestBytes(): number {
    const around = Math.max(...this.#formats.map(({ payloadOffset, trailer }) => payloadOffset + trailer));
    return this.#structs.reduce((most, { size }) => Math.max(most, size), 0) + around;
  }

  /** The known struct of the frame that begins at `start`; undefined if there is none. */
  peek(bytes: Uint8Array, start: number, end: number): S | undefined {
    const { id } = this.formatOf(bytes, start, end);
    if (id === undefined) return this.#only?.struct;
    const value = readLocator(id, bytes, start, end);
    return value < 0 ? undefined : this.#entry(value)?.struct;
  }

  /** Whether the bytes have the numbers that each frame has. */
  hasExpected(bytes: Uint8Array, start: number, end: number): boolean {
    return unexpectedIn(this.formatOf(bytes, start, end), bytes, start, end) === undefined;
  }

  /** Whether a frame's checksums are right; `none` if it has none. */
  verify(bytes: Uint8Array, start: number, end: number): "right" | "wrong" | "none" {
    const struct = this.peek(bytes, start, end);
    const entry = struct === undefined ? undefined : this.#entry(struct.id);
    if (entry === undefined) return this.#verifyUnknown(bytes, start, end);
    let verdict: "right" | "none" = "none";
    for (const check of entry.checks.get(this.formatOf(bytes, start, end)) ?? []) {
      if (checkProblem(check, entry.struct, bytes, start, end) !== undefined) return "wrong";
      verdict = "right";
    }
    return verdict;
  }

  // A checksum with an extra byte of each message cannot be verified for an unknown message.
  #verifyUnknown(bytes: Uint8Array, start: number, end: number): "right" | "wrong" | "none" {
    const { check, trailer } = this.formatOf(bytes, start, end);
    if (check === undefined || this.#trailerCheck === undefined) return "none";
    if (this.#structs.some(({ checkExtra }) => checkExtra !== undefined)) return "none";
    const entry = trailerCheck(check, this.#trailerCheck, trailer, NO_EXTRA);
    return isRight(entry, bytes, start, end) ? "right" : "wrong";
  }

  #entry(id: number): KnownStruct<S> | undefined {
    return id < SMALL_IDS ? this.#small[id] : this.#large.get(id);
  }

  #tooShort(length: number): FrameProblem {
    const { id, length: lengthLocator } = this.format;
    const message =
      endOf(id) === 2 && endOf(lengthLocator) === 1
        ? `a message has at least two bytes, length and ID; this one has ${length}`
        : `the ID stands at ${id === undefined ? "" : locatorText(id)}; this message has ${length} bytes`;
    return { code: "too-short", message };
  }

  #unknownId(id: number, length: number): FrameProblem {
    const { id: locator, payloadOffset, trailer } = this.format;
    const bytes = length - payloadOffset - trailer;
    const [only] = this.#structs.length === 1 ? this.#structs : [];
    // The channel's only message needs no ID, and the size matches it.
    const fits = only !== undefined && locator !== undefined && bytes >= leastBytes(only) && bytes <= only.size;
    const advice = fits ? `; it has the size of ${only.name}: write 'id = none' if the messages have no ID` : "";
    const known = this.#structs.map((struct) => idText(struct.id, locator));
    const shown = known.length > 30 ? [...known.slice(0, 30), "…"] : known;
    const message = `struct ID ${shownId(id, locator)} is not declared in channel '${this.#channel}'; known are ${shown.join(", ") || "none"}${advice}`;
    return { code: "unknown-id", message };
  }

  #named(struct: S): string {
    const { id } = this.format;
    return id === undefined ? struct.name : `${struct.name} (ID ${shownId(struct.id, id)})`;
  }

  #wrongLength(struct: S, length: number, { payloadOffset, trailer, short, long }: FrameFormat): FrameProblem {
    const around = payloadOffset + trailer;
    const least = short === "zero" ? around : around + struct.wireSize;
    const most = around + struct.size;
    const expected = long === "ignore" ? `at least ${least}` : least === most ? `${least}` : `${least} to ${most}`;
    return {
      code: "wrong-length",
      message: `${this.#named(struct)} has ${expected} bytes; this message has ${length}`,
    };
  }
}

function unexpected({ place, value }: FrameNumber, frame: Uint8Array): FrameProblem {
  const found = readLocator(place, frame, 0, frame.length);
  const has = found < 0 ? `ends before it, after ${frame.length} bytes` : `has ${found}`;
  return {
    code: "unexpected",
    message: `each frame has ${value} at ${locatorText(place)} ('expect'); this one ${has}`,
  };
}

/** Size of a struct's smallest message, bytes. */
export function leastBytes({ wireSize, variable }: Pick<FrameStruct, "wireSize" | "variable">): number {
  return variable?.leastSize ?? wireSize;
}

export function isFrameProblem(found: object): found is FrameProblem {
  return "code" in found;
}

/** Writes the checksums of a whole frame, those of fields first. */
export function writeChecks(struct: FrameStruct, format: FrameFormat, frame: Uint8Array): void {
  for (const check of checksOf(struct, format)) {
    const at = offsetOf(check, 0, frame.length);
    const value = computed(check, frame, 0, at);
    const { byteLength } = check.checksum;
    if (at < 0 || at + byteLength > frame.length) continue;
    for (let index = 0; index < byteLength; index++) {
      const up = check.byteOrder === "big" ? byteLength - 1 - index : index;
      frame[at + index] = (value >>> (8 * up)) & 0xff;
    }
  }
}

function endOf(locator: Locator | undefined): number {
  return locator === undefined ? 0 : locatorEnd(locator);
}

// An ID of printable text is shown as text, any other as a number.
function shownId(id: number, locator: Locator | undefined): string {
  if (locator?.type !== "text")
    return locator !== undefined && locator.byteLength > 1 ? `${id} (0x${id.toString(16)})` : String(id);
  const text = idText(id, locator);
  return /^[\x21-\x7e]+$/.test(text) ? `'${text}'` : `0x${id.toString(16)}`;
}

function checksOf(struct: FrameStruct, format: FrameFormat): Check[] {
  const ofFields = (struct.checks ?? []).flatMap((check): Check[] => {
    const checksum = checksumOf(check.algorithm);
    if (checksum === undefined) return [];
    const { payloadOffset } = format;
    return [
      {
        checksum,
        where: `'${check.field}'`,
        at: payloadOffset + check.byteOffset,
        from: check.from === undefined ? 0 : payloadOffset + check.from,
        to: payloadOffset + check.to,
        byteOrder: check.byteOrder,
        extra: NO_EXTRA,
      },
    ];
  });
  const checksum = format.check && checksumOf(format.check.algorithm);
  if (format.check === undefined || checksum === undefined) return ofFields;
  return [...ofFields, trailerCheck(format.check, checksum, format.trailer, struct.checkExtra ?? NO_EXTRA)];
}

function trailerCheck(
  { from, byteOrder }: NonNullable<FrameFormat["check"]>,
  checksum: Checksum,
  trailer: number,
  extra: Uint8Array,
): Check {
  return { checksum, where: "the trailer", at: -trailer, from, to: undefined, byteOrder, extra };
}

function offsetOf({ at }: Check, start: number, end: number): number {
  return at < 0 ? end + at : start + at;
}

function computed({ checksum, from, to, extra }: Check, bytes: Uint8Array, start: number, offset: number): number {
  return checksum.of(bytes, start + from, to === undefined ? offset : start + to, extra);
}

// A frame completed by `short = zero` may end before a field's checksum; then nothing is compared.
function isRight(check: Check, bytes: Uint8Array, start: number, end: number): boolean {
  const offset = offsetOf(check, start, end);
  if (offset + check.checksum.byteLength > end || offset < start + check.from) return check.at >= 0;
  const stored = numberAt(bytes, offset, check.checksum.byteLength, check.byteOrder);
  return stored === computed(check, bytes, start, offset);
}

function checkProblem(
  check: Check,
  struct: FrameStruct,
  bytes: Uint8Array,
  start: number,
  end: number,
): FrameProblem | undefined {
  if (isRight(check, bytes, start, end)) return undefined;
  const { name, byteLength } = check.checksum;
  const offset = offsetOf(check, start, end);
  const hex = (value: number) => `0x${value.toString(16).padStart(2 * byteLength, "0")}`;
  const found = hex(numberAt(bytes, offset, byteLength, check.byteOrder));
  const right = hex(computed(check, bytes, start, offset));
  return { code: "checksum", message: `${name} of ${struct.name} is ${right}; ${check.where} has ${found}` };
}
