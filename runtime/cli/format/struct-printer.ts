/**
 * Prints decoded messages of one struct. Hot path when logs are decoded: labels are prepared once, and names are looked
 * up once.
 */

import { fieldsOf, stepsOf, valueAt } from "../../codec/fields.ts";
import { shownValue } from "../../codec/float-digits.ts";
import type { FieldInfo, StructCodec } from "../../codec/struct-codec.ts";
import { paint } from "./colour.ts";
import { fieldJson, fieldText } from "./field-text.ts";
import { decimalList, hexText, pythonBytes } from "./python-bytes.ts";

/** `raw`: declared names and values; `stored`: with the rules applied. */
export type ValueForm = "raw" | "stored";

interface Line {
  readonly field: FieldInfo;
  /** Path of the value in the record. */
  readonly segments: readonly string[];
  /** Name, padded, two blanks. */
  readonly label: string;
  /** Name as a JSON string with its colon. */
  readonly key: string;
}

export class StructPrinter {
  readonly #codec: StructCodec;
  readonly #reading: ValueForm;
  readonly #lines: readonly Line[];
  readonly #head: { readonly name: string; readonly hex: string; readonly decimal: string; readonly bytes: string };
  readonly #jsonHead: string;

  constructor(codec: StructCodec, reading: ValueForm) {
    this.#codec = codec;
    this.#reading = reading;
    const names = fieldsOf(codec).map((field) => (reading === "raw" ? field.path : field.column));
    const widest = Math.max("decimal".length, ...names.map((name) => [...name].length));
    const label = (name: string) => `${paint("name", name)}${" ".repeat(widest - [...name].length)}  `;
    const rule = paint("faint", "----");
    this.#lines = fieldsOf(codec).map((field, index) => {
      const name = names[index] ?? "";
      const segments = reading === "raw" ? stepsOf(field.path) : [name];
      return { field, segments, label: label(name), key: `${JSON.stringify(name)}:` };
    });
    this.#head = {
      name: `${rule}\n${label("name")}${codec.name}\n${rule}\n${label("hex")}`,
      hex: `\n${label("decimal")}`,
      decimal: `\n${label("bytes")}`,
      bytes: `\n${rule}\n`,
    };
    this.#jsonHead = `{"name":${JSON.stringify(codec.name)},"id":${codec.id},"hex":"`;
  }

  /** The three blocks of a message, with a line end behind the last line. [D34] */
  text(payload: Uint8Array, message: MessageBytes): string {
    const record = this.#record(message);
    const { name, hex, decimal, bytes } = this.#head;
    let text = name + hexText(payload) + hex + decimalList(payload) + decimal + pythonBytes(payload) + bytes;
    for (let index = 0; index < this.#lines.length; index++) {
      const line = this.#lines[index]!;
      const value = valueAt(record, line.segments);
      if (value !== undefined) text += `${line.label}${fieldText(shownValue(value, line.field, this.#reading))}\n`;
    }
    return text;
  }

  /** One line of JSON with its line end. Integers keep all digits; numbers that JSON cannot express become strings. */
  json(payload: Uint8Array, message: MessageBytes): string {
    const record = this.#record(message);
    let separator = "";
    let text = `${this.#jsonHead}${hexText(payload)}","fields":{`;
    for (let index = 0; index < this.#lines.length; index++) {
      const line = this.#lines[index]!;
      const value = valueAt(record, line.segments);
      if (value === undefined) continue;
      text += `${separator}${line.key}${fieldJson(value)}`;
      separator = ",";
    }
    return `${text}}}\n`;
  }

  #record({ view, byteOffset, byteLength }: MessageBytes): object {
    const raw = this.#codec.decode(view, byteOffset, byteLength);
    return this.#reading === "raw" ? raw : this.#codec.toStored(raw);
  }
}

/** The position of a struct in a message. */
export interface MessageBytes {
  readonly view: DataView;
  readonly byteOffset: number;
  readonly byteLength: number;
}
