/** A reader that records what it reads: source lines for diagnostics, hashes for the next run. */

import type { HeaderRead, HeaderReader } from "./header-reader.ts";

/** The header files a channel depends on: requested name → hash of the bytes, or why there are none. */
export type ReadRecord = Record<string, string>;

export interface RecordingReader extends HeaderReader {
  readonly reads: ReadRecord;
  /** True if all recorded headers are unchanged. This check records nothing. */
  isAsRecorded(before: ReadRecord): boolean;
}

/** @param sources receives the normalised text of every file, by shown path */
export function recordingReader(reader: HeaderReader, sources: Map<string, string>): RecordingReader {
  // No prototype, because a header may be named `__proto__`.
  const reads: ReadRecord = Object.create(null);
  // Each file is read once per run, so that every phase sees the same text.
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
