/** Standard output, written in large pieces. If its reader has closed it (`| head`), the program ends quietly. */

import { once } from "node:events";
import { programName } from "./program-name.ts";

const PIECE = 1 << 16;

export class Output {
  readonly #stream: NodeJS.WriteStream;
  #pending = "";

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      process.stderr.write(`${programName()}: standard output cannot be written: ${error.message}\n`);
      process.exit(1);
    });
  }

  /** Adds text, which is written in large pieces or by `flush`. */
  write(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= PIECE) this.#push();
  }

  /** Resolves when the stream accepts more. */
  async drained(): Promise<void> {
    if (this.#stream.writableNeedDrain) await once(this.#stream, "drain");
  }

  flush(): void {
    if (this.#pending !== "") this.#push();
  }

  #push(): void {
    this.#stream.write(this.#pending);
    this.#pending = "";
  }
}
