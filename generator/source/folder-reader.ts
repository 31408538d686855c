/** Reads headers from an include path on disk. */

import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { type HeaderRead, type HeaderReader, insideName, MAX_HEADER_BYTES } from "./header-reader.ts";
import { sourceFile } from "./source-file.ts";

/**
 * A header from another include folder is named `1:/port.h`, so that its own quoted includes search that folder first.
 * @param includePaths absolute; the first one that contains the header wins
 * @param shownFrom folder of the configuration file; shown paths are relative to it
 * @param unsaved the text of a file that an editor has open, by its absolute path; it replaces the text on disk
 */
export function folderReader(
  includePaths: readonly string[],
  shownFrom: string,
  unsaved: (path: string) => Uint8Array | undefined = () => undefined,
): HeaderReader {
  // One file may be reached through several folders: `#pragma once` holds for all of its names.
  const known = new Map<string, Names>();
  const files: Files = { unsaved, known, real: new Map(), includePaths };
  return { read, list: () => includePaths.flatMap(filesIn) };

  function read(requested: string): HeaderRead {
    const [, own, rest = requested] = /^(\d+):\/(.*)$/s.exec(requested) ?? [];
    const inside = insideName(rest);
    if (inside === undefined) return elsewhere(rest, Number(own ?? 0));
    let without: HeaderRead = { kind: "missing" };
    for (const [index, folder] of includePaths.entries()) {
      if (own !== undefined && Number(own) !== index) continue;
      const shown = relative(shownFrom, join(folder, inside)).split(sep).join("/");
      const found = readInside(folder, inside, { name: nameIn(index, inside), shown }, files);
      if (!NOT_HERE.has(found.kind)) return found;
      without = toTell(without, found);
    }
    return without;
  }

  /** `../x.h` leaves its folder of the include path, perhaps for another one. */
  function elsewhere(name: string, from: number): HeaderRead {
    const path = resolve(includePaths[from] ?? "", name);
    const index = isRelative(name) ? includePaths.findIndex((folder) => isInside(folder, path)) : -1;
    const folder = includePaths[index];
    if (folder === undefined) return { kind: "outside" };
    const inside = relative(folder, path).split(sep).join("/");
    const shown = relative(shownFrom, path).split(sep).join("/");
    return readInside(folder, inside, { name: nameIn(index, inside), shown }, files);
  }
}

/** The next folder may have it. */
const NOT_HERE: ReadonlySet<HeaderRead["kind"]> = new Set(["missing", "outside"]);

function toTell(first: HeaderRead, second: HeaderRead): HeaderRead {
  return first.kind === "outside" ? first : second;
}

function nameIn(index: number, inside: string): string {
  return index === 0 ? inside : `${index}:/${inside}`;
}

function isRelative(name: string): boolean {
  return !name.includes("\0") && !isAbsolute(name) && !/^[A-Za-z]:/.test(name);
}

/** A file's name in the compiler, and its path as the user sees it. */
interface Names {
  readonly name: string;
  readonly shown: string;
}

interface Files {
  readonly unsaved: (path: string) => Uint8Array | undefined;
  /** Names of files that were read, by their paths. */
  readonly known: Map<string, Names>;
  /** Folders of the include path, without symbolic links. */
  readonly real: Map<string, string>;
  /** A symbolic link may lead from one of them into another. */
  readonly includePaths: readonly string[];
}

function readInside(
  includePath: string,
  inside: string,
  requested: Names,
  { unsaved, known, real: folders, includePaths }: Files,
): HeaderRead {
  const path = join(includePath, inside);
  const open = unsaved(path);
  try {
    // Most names are looked for in vain in the first folders, and exceptions cost time.
    if (open === undefined && statSync(path, { throwIfNoEntry: false }) === undefined) return { kind: "missing" };
    const real = realpathSync.native(path);
    const isWithin = (folder: string) => isInside(realFolder(folder, folders), real);
    if (!isWithin(includePath) && !includePaths.some(isWithin)) return { kind: "outside" };
    const names = known.get(path) ?? requested;
    known.set(path, names);
    return open === undefined ? readRegularFile(real, names.name, names.shown) : given(open, names);
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") return { kind: "unreadable", path: requested.shown, reason: code };
    // A new file that was never saved.
    return open === undefined ? { kind: "missing" } : given(open, requested);
  }
}

function given(bytes: Uint8Array, { name, shown }: Names): HeaderRead {
  if (bytes.length > MAX_HEADER_BYTES) return { kind: "too-large", path: shown, bytes: bytes.length };
  return { kind: "file", file: sourceFile(name, shown, bytes) };
}

/** Opens without blocking: a pipe or device in the folder must not hang the compiler. */
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

/** A path without `.` and `..`, and with a name behind the separator. */
function isSettled(path: string, from: number): boolean {
  return path.length > from + 1 && path.indexOf(`${sep}.`, from) < 0 && !path.endsWith(sep);
}

/** Itself, if there is no such folder. */
function realFolder(folder: string, known: Map<string, string>): string {
  const found = known.get(folder);
  if (found !== undefined) return found;
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return folder;
  const real = realpathSync.native(folder);
  known.set(folder, real);
  return real;
}

function isInside(folder: string, file: string): boolean {
  // Almost always.
  if (file.startsWith(folder) && file[folder.length] === sep && isSettled(file, folder.length)) return true;
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

/** `ENOENT`, `EACCES`, …; an error without a code is our own bug and is thrown. */
function systemCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
