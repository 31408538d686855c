/** A reader that remembers what was read: source lines for diagnostics, hashes for the next run. */

import type { HeaderRead, HeaderReader } from "./header-reader.ts";

/** What a channel's headers were made of: name asked for → hash of the bytes, or why there are none. */
export type ReadRecord = Record<string, string>;

export interface RecordingReader extends HeaderReader {
  readonly reads: ReadRecord;
  /** Whether all of it is as it was; what is asked for here is not yet recorded. */
  isAsRecorded(before: ReadRecord): boolean;
}

/** @param sources gets the normalised text of every file, by its shown path */
export function recordingReader(reader: HeaderReader, sources: Map<string, string>): RecordingReader {
  // No prototype: a header may be called `__proto__`.
  const reads: ReadRecord = Object.create(null);
  // Each file once in a run, so that all who ask see the same text.
  const known = new Map<string, HeaderRead>();
  const readOnce = (name: string): HeaderRead => {
    const result = known.get(name) ?? reader.read(name);
    known.set(name, result);
    return result;
  };
  return {
    reads,
    isAsRecorded: (before) => Object.entries(before).every(([name, outcome]) => outcomeOf(readOnce(name)) === outcome),
    read(name) {
      const result = readOnce(name);
      reads[name] = outcomeOf(result);
      if (result.kind === "file") sources.set(result.file.path, result.file.text);
      return result;
    },
    list: () => reader.list(),
  };
}

function outcomeOf(read: HeaderRead): string {
  return read.kind === "file" ? read.file.sha256 : read.kind;
}
