/** A reader that remembers what was read: source lines for diagnostics, hashes for the next run. */

import type { HeaderRead, HeaderReader } from "./source/header-reader.ts";

/** What a channel's headers were made of: name asked for → hash of the bytes, or why there are none. */
export type ReadRecord = Record<string, string>;

export interface RecordingReader extends HeaderReader {
  readonly reads: ReadRecord;
}

/** @param sources gets the normalised text of every file, by its shown path */
export function recordingReader(reader: HeaderReader, sources: Map<string, string>): RecordingReader {
  // No prototype: a header may be called `__proto__`.
  const reads: ReadRecord = Object.create(null);
  return {
    reads,
    read(name) {
      const result = reader.read(name);
      reads[name] = outcomeOf(result);
      if (result.kind === "file") sources.set(result.file.path, result.file.text);
      return result;
    },
    list: () => reader.list(),
  };
}

export function outcomeOf(read: HeaderRead): string {
  return read.kind === "file" ? read.file.sha256 : read.kind;
}
