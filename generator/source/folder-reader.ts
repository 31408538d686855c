/** Headers of an include path on disk. */

import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { type HeaderRead, type HeaderReader, insideName, MAX_HEADER_BYTES } from "./header-reader.ts";
import { sourceFile } from "./source-file.ts";

/**
 * @param includePath absolute
 * @param shownFrom folder that shown paths are relative to: the configuration file's
 */
export function folderReader(includePath: string, shownFrom: string): HeaderReader {
  return {
    read(name) {
      const inside = insideName(name);
      if (inside === undefined) return { kind: "outside" };
      const shown = relative(shownFrom, join(includePath, inside)).split(sep).join("/");
      return readInside(includePath, inside, shown);
    },
    list: () => filesIn(includePath),
  };
}

function readInside(includePath: string, name: string, shown: string): HeaderRead {
  try {
    const real = realpathSync(join(includePath, name));
    if (!isInside(realpathSync(includePath), real)) return { kind: "outside" };
    return readRegularFile(real, name, shown);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    return { kind: "unreadable", path: shown, reason: code };
  }
}

/** Without blocking: a pipe or device in the folder must not hang the compiler. */
function readRegularFile(real: string, name: string, shown: string): HeaderRead {
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { kind: "unreadable", path: shown, reason: "not a file" };
    if (status.size > MAX_HEADER_BYTES) return { kind: "too-large", path: shown, bytes: status.size };
    return { kind: "file", file: sourceFile(name, shown, readFileSync(descriptor)) };
  } finally {
    closeSync(descriptor);
  }
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/** `ENOENT`, `EACCES`, …; what has no code is no failure of the system, and ours to fix. */
function systemCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
