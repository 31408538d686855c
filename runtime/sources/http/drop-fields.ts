/** Removes fields that must never be stored, such as passwords, before anything else reads the body. */

import { createScanner } from "jsonc-parser";
import { type Decoding, perEpoch } from "../../intake/message-kind.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import { parseTypedRows, TYPED_ROWS, typedRowsText } from "../../model/typed-rows.ts";

// The scanner's `SyntaxKind` is a const enum without a runtime value.
const OPENING: readonly number[] = [1, 3];
const CLOSING: readonly number[] = [2, 4];
const COLON = 6;
const STRING = 10;
const END = 17;

export class DropFields {
  readonly #names: ReadonlySet<string>;
  /** Fast path: most bodies contain none of the names. */
  readonly #any: RegExp | undefined;

  /** @param names compared without regard to case */
  constructor(names: readonly string[]) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    const escaped = names.map((name) => name.replace(/[^\w]/g, "\\$&"));
    this.#any = names.length === 0 ? undefined : new RegExp(escaped.join("|"), "i");
  }

  /** Those of today's epoch. */
  static now(decoding: Decoding): () => DropFields {
    return perEpoch(decoding, ({ dropFields }) => new DropFields(dropFields));
  }

  /** The body without the values of these fields, even if the rest is invalid; the same bytes if it has none. */
  strip<Body extends Uint8Array>(body: Body): Body | Buffer {
    if (this.#any === undefined) return body;
    // Decoded as Latin-1, so that invalid UTF-8 is preserved.
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
    if (!this.#any.test(text)) return body;
    const stripped = /^(?:\u00ef\u00bb\u00bf)?\s*[{[]/.test(text) ? this.#stripJson(text) : this.#stripForm(text);
    return Buffer.from(stripped, "latin1");
  }

  /** The same for a message that a part has read. */
  stripRead(message: Message): Message {
    if (message.contentType !== TYPED_ROWS) return { ...message, payload: this.strip(message.payload) };
    if (this.#any === undefined) return message;
    const rows = parseTypedRows(message.payload).map((row) => ({
      ...row,
      values: row.values.filter(({ name }) => !name.split(".").some((part) => this.#names.has(part.toLowerCase()))),
    }));
    return { ...message, payload: Buffer.from(typedRowsText(rows)) };
  }

  /** @throws ValueError (code `bad-csv`): rows of such a table would contain the values wherever they are stored */
  refuseColumns(names: readonly string[]): void {
    const name = names.find((column) => this.#names.has(column.toLowerCase()));
    if (name === undefined) return;
    throw new ValueError(
      `CSV column '${name}' must not be stored ([http] drop_fields): send the table without it`,
      "bad-csv",
    );
  }

  #stripForm(text: string): string {
    const pairs = text.split("&");
    return pairs.filter((pair) => !this.#names.has(nameOf(pair))).join("&");
  }

  #stripJson(text: string): string {
    const scanner = createScanner(text, true);
    const pieces: string[] = [];
    let from = 0;
    let named = false;
    for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
      if (token === STRING) named = this.#names.has(scanner.getTokenValue().toLowerCase());
      else if (token === COLON && named) {
        pieces.push(text.slice(from, scanner.getTokenOffset()), ":null");
        from = skipValue(scanner);
        named = false;
      } else named = false;
    }
    return pieces.join("") + text.slice(from);
  }
}

/** The end of the value that begins with the next token. */
function skipValue(scanner: ReturnType<typeof createScanner>): number {
  let depth = 0;
  do {
    const token: number = scanner.scan();
    if (OPENING.includes(token)) depth++;
    else if (CLOSING.includes(token)) depth--;
    else if (token === END) break;
  } while (depth > 0);
  return scanner.getTokenOffset() + scanner.getTokenLength();
}

function nameOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name.replaceAll("+", " ")).trim().toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
