/** Access to headers, on disk or in memory. Only files inside the include path are read. */

import { posix } from "node:path";
import { type SourceFile, sourceFile } from "./source-file.ts";
import { utf8Bytes } from "./utf8.ts";

/** Maximum size in bytes. The largest vendor headers with register definitions have about half of it. */
export const MAX_HEADER_BYTES = 4 * 1024 * 1024;

export type HeaderRead =
  | { readonly kind: "file"; readonly file: SourceFile }
  | { readonly kind: "missing" }
  /** The path, or the target of its symbolic link, is outside the include path. */
  | { readonly kind: "outside" }
  | { readonly kind: "too-large"; readonly path: string; readonly bytes: number }
  /** A folder, a device, or an unreadable file; `reason` is the system's error code. */
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: string };

export interface HeaderReader {
  /** @param name path relative to the include path, with slashes */
  read(name: string): HeaderRead;
  /** Names of the files directly in the include path, sorted; for "did you mean". */
  list(): readonly string[];
}

/** The name as a normalised relative path; undefined if it is absolute or leaves the include path. */
export function insideName(name: string): string | undefined {
  if (name.includes("\0") || posix.isAbsolute(name) || /^[A-Za-z]:/.test(name)) return undefined;
  const clean = posix.normalize(name.replaceAll("\\", "/"));
  return clean === ".." || clean.startsWith("../") || posix.isAbsolute(clean) ? undefined : clean;
}

/** Headers in memory: name → text or bytes. Shown paths begin with `folder`. */
export function memoryReader(
  headers: Readonly<Record<string, string | Uint8Array>>,
  folder = "headers/",
): HeaderReader {
  const files = new Map(Object.entries(headers));
  return {
    read(name) {
      const inside = insideName(name);
      if (inside === undefined) return { kind: "outside" };
      const content = files.get(inside);
      if (content === undefined) return { kind: "missing" };
      const bytes = typeof content === "string" ? utf8Bytes(content) : content;
      if (bytes.length > MAX_HEADER_BYTES) return { kind: "too-large", path: folder + inside, bytes: bytes.length };
      return { kind: "file", file: sourceFile(inside, folder + inside, bytes) };
    },
    list: () => [...files.keys()].filter((name) => !name.includes("/")).sort(),
  };
}
