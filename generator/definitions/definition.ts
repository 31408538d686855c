/** What a reader of definitions gives: messages of a channel, in terms that a header can express. */

import type { StateColour } from "../../runtime/codec/struct-codec.ts";

/** One signal, parameter, item or attribute. */
export interface DefinedField {
  readonly name: string;
  /** Description, without comment signs. */
  readonly words?: readonly string[];
  readonly type: "unsigned" | "signed" | "float" | "text" | "bytes";
  readonly order: "little" | "big";
  /** Position of the first bit: 8 · byte + bit, where bits count from the least significant one, or from the most significant one if big-endian. */
  readonly bit: number;
  /** In bits; of one element. */
  readonly width: number;
  /** Elements of an array, which follow each other. */
  readonly count?: number;
  /** value = slope · raw + offset */
  readonly line?: { readonly slope: number; readonly offset: number };
  /** The value as an expression of the rules' language, unless it is a line. */
  readonly expression?: (name: string) => string;
  readonly unit?: string | undefined;
  /** Raw values, their names, and colours if the tool gives them some. */
  readonly states?: readonly (readonly [value: number, name: string, colour?: StateColour])[];
  /** Good values, after the line. */
  readonly warn?: Limits | undefined;
  readonly alarm?: Limits | undefined;
  /** The raw value of a command unless another is given; bytes and arrays as a list. */
  readonly initial?: InitialValue | readonly InitialValue[] | undefined;
  /** The message has the field if one of these holds. */
  readonly present?: readonly Condition[];
}

export type InitialValue = number | bigint | string;

export interface Limits {
  readonly from?: number;
  readonly to?: number;
}

/** All of these raw values are in their ranges. */
export type Condition = readonly { readonly field: string; readonly from: number; readonly to: number }[];

export interface DefinedMessage {
  readonly name: string;
  readonly id: number;
  readonly words?: readonly string[];
  /** In bytes. */
  readonly size: number;
  /** Sent at this interval. */
  readonly everyMs?: number | undefined;
  /** The message goes to the device; a dangerous one must be confirmed. */
  readonly command?: "plain" | "dangerous";
  readonly fields: readonly DefinedField[];
}

export interface Definition {
  /** For the top of the header: what it was made from. */
  readonly about: readonly string[];
  readonly messages: readonly DefinedMessage[];
  /** Lines of the channel's section: where frames have their ID. */
  readonly keys: readonly string[];
  /** What a header cannot express, and what was left out. */
  readonly notes: readonly string[];
}

/** A format: a folder beside this file, and a line in `definitions.ts`. */
export interface DefinitionKind {
  readonly name: string;
  /** What it reads, for `--help`. */
  readonly reads: string;
  /** By the file's name and its text. */
  readonly recognises: (fileName: string, text: string) => boolean;
  /** @throws DefinitionError if the file is not valid */
  readonly read: (text: string) => Definition;
}

/** The file is not what its format says. One sentence, with the line. */
export class DefinitionError extends Error {
  constructor(sentence: string, line?: number) {
    super(line === undefined ? sentence : `line ${line}: ${sentence}`);
  }
}
