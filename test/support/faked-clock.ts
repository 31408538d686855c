/** A process whose system clock is set by a file (Debian's faketime); the monotonic clock is unaffected. */

import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class FakedClock {
  readonly #file: string;

  constructor(directory: string) {
    this.#file = join(directory, "clock-offset");
    this.set(0);
  }

  /** What the process is started with. `$LIB` stands for the folder that the system's libraries are in. [ld.so(8)] */
  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: "/usr/$LIB/faketime/libfaketimeMT.so.1",
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
  }

  /** How far it is ahead of the real one from now on, s. */
  set(seconds: number): void {
    writeFileSync(`${this.#file}.tmp`, `${seconds < 0 ? "" : "+"}${seconds}s`);
    renameSync(`${this.#file}.tmp`, this.#file);
  }
}
