/** Cuts streams whose frames end with a delimiter that no frame contains. */

import { ByteQueue } from "./byte-queue.ts";
import { type FrameSink, RUN_BYTES, type StreamFramer } from "./framer.ts";

export interface Delimited {
  readonly delimiter: number;
  /** Undefined: the bytes between two delimiters are not a valid encoding. Empty: no bytes. */
  readonly decode: (encoded: Uint8Array) => Uint8Array | undefined;
  /** The last frame of a stream may lack its delimiter, as the last line of a file may lack its end. */
  readonly takesLast?: true;
  /** Maximum size of an encoded frame; a longer one is skipped up to the next delimiter. */
  readonly maxBytes: number;
}

export class DelimitedFramer implements StreamFramer {
  readonly #form: Delimited;
  readonly #sink: FrameSink;
  /** Bytes since the last delimiter. */
  readonly #queue = new ByteQueue();
  /** The current frame is too long and is skipped. */
  #passingOver = false;

  constructor(form: Delimited, sink: FrameSink) {
    this.#form = form;
    this.#sink = sink;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(this.#form.delimiter); end >= 0; end = chunk.indexOf(this.#form.delimiter, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** A frame may arrive in two parts with a pause in between. */
  pause(): void {}

  end(): void {
    if (this.#form.takesLast && this.#queue.length > 0) this.#finish();
    else this.#skip();
  }

  #keep(piece: Uint8Array): void {
    this.#queue.add(piece);
    if (this.#queue.length <= (this.#passingOver ? RUN_BYTES : this.#form.maxBytes)) return;
    this.#passingOver = true;
    this.#skip();
  }

  #finish(): void {
    if (this.#passingOver) this.#skip();
    this.#passingOver = false;
    const { length } = this.#queue;
    if (length === 0) return;
    const encoded = this.#queue.take(length);
    const decoded = this.#form.decode(encoded);
    if (decoded === undefined) this.#tell(encoded);
    else if (decoded.length > 0) this.#sink.frame(decoded);
  }

  #skip(): void {
    if (this.#queue.length > 0) this.#tell(this.#queue.take(this.#queue.length));
  }

  #tell(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += RUN_BYTES) this.#sink.skipped(bytes.slice(at, at + RUN_BYTES));
  }
}
