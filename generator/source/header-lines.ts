/** The lines of headers, by their shown paths: most are never asked for. */

import type { SourceFile } from "./source-file.ts";

export interface HeaderLines {
  get(path: string): readonly string[] | undefined;
  has(path: string): boolean;
  keys(): Iterable<string>;
}

/** Splits a header's text when somebody asks for it. */
export class LinesOfHeaders implements HeaderLines {
  readonly #files = new Map<string, SourceFile>();
  readonly #lines = new Map<string, readonly string[]>();

  /** A file that was read before with this path counts no longer. */
  add(file: SourceFile): void {
    if (this.#files.get(file.path) === file) return;
    this.#files.set(file.path, file);
    this.#lines.delete(file.path);
  }

  get(path: string): readonly string[] | undefined {
    const known = this.#lines.get(path) ?? this.#files.get(path)?.text.split("\n");
    if (known !== undefined) this.#lines.set(path, known);
    return known;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  keys(): Iterable<string> {
    return this.#files.keys();
  }

  /** Whole texts. */
  all(): string[] {
    return [...this.#files.values()].map(({ text }) => text);
  }
}
