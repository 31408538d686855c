/** Compares every struct of somebody's headers with a compiler. */

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { messagesIn, readChannel } from "../../../generator/messages/parse-channel.ts";
import type { ChannelPlan, PlannedMessage } from "../../../generator/plan/channel-plan.ts";
import { folderReader } from "../../../generator/source/folder-reader.ts";
import { type HeaderReader, memoryReader } from "../../../generator/source/header-reader.ts";
import { sourceFile } from "../../../generator/source/source-file.ts";
import type { FrameFormat } from "../../../runtime/frames/frame-format.ts";
import { planOf } from "../../support/channel-plan.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type AcceptanceTarget, abiOf, differences } from "../accepted/compare.ts";
import { readNamedStructs, type TruthRecord } from "../accepted/dwarf.ts";
import { isTrueReason } from "./true-reasons.ts";

export interface Corpus {
  readonly folder: string;
  /** Further include folders, for compiler and structline. */
  readonly include: readonly string[];
  /** Compiler flags for both. */
  readonly cflags: readonly string[];
  /** Of `.h`; other suffixes say it themselves. */
  readonly language: "c" | "c++";
}

export type Verdict = "equal" | "refused, true reason" | "refused, could work" | "wrong" | "not compiled";

export interface ComparedRecord {
  readonly header: string;
  readonly name: string;
  readonly verdict: Verdict;
  /** The reason of a refusal, or the first differences. */
  readonly why: string;
}

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const CPP = /\.(?:hh|hpp|hxx)$/;
const PRELUDE = "#include <stdint.h>\n#include <stddef.h>\n#include <stdbool.h>\n";
const SPAN = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } } as const;

export function headersIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => HEADER.test(name))
    .sort();
}

/** Compares one corpus, header by header. A record that several headers include counts once. */
export class CorpusComparison {
  private readonly seen = new Set<string>();
  private words: ReadonlySet<string> | undefined;
  private readonly corpus: Corpus;
  private readonly target: AcceptanceTarget;

  constructor(corpus: Corpus, target: AcceptanceTarget) {
    this.corpus = corpus;
    this.target = target;
    for (const language of ["c", "c++"] as const) {
      const library = truthOf(target, PRELUDE, { language, cflags: [], folders: [] });
      if (typeof library !== "string") for (const [name, truth] of library) this.seen.add(keyOf(name, truth));
    }
  }

  /** The header's new records; undefined if the compiler cannot compile it alone. */
  compare(header: string): readonly ComparedRecord[] | undefined {
    const language = CPP.test(header) ? "c++" : this.corpus.language;
    const main = `${PRELUDE}#include "${header}"\n`;
    const folders = this.folders(header);
    const truth = truthOf(this.target, main, { language, cflags: this.corpus.cflags, folders });
    if (typeof truth === "string") return undefined;
    const isNew = (name: string) => !this.seen.has(keyOf(name, truth.get(name)!)) && this.isOfCorpus(name);
    const names = [...truth.keys()].filter(isNew);
    for (const name of names) this.seen.add(keyOf(name, truth.get(name)!));
    if (names.length === 0) return [];
    const compared = compareRecords(new Map(names.map((name) => [name, truth.get(name)!])), {
      plan: this.planFor(language),
      reader: withMain(main, folderReader(folders, this.corpus.folder)),
    });
    return compared.map((record) => ({ header, ...record }));
  }

  /** False for what the system's headers declare: nobody takes that for a message. */
  private isOfCorpus(name: string): boolean {
    this.words ??= new Set(
      headersIn(this.corpus.folder).flatMap((header) => {
        return readFileSync(join(this.corpus.folder, header), "latin1").match(/\b[A-Za-z_]\w*/g) ?? [];
      }),
    );
    return this.words.has(name.slice(name.lastIndexOf(":") + 1));
  }

  private folders(header: string): readonly string[] {
    const { folder, include } = this.corpus;
    return [...new Set([folder, dirname(join(folder, header)), ...include])];
  }

  private planFor(language: "c" | "c++"): ChannelPlan {
    const own =
      language === "c++" ? cppFlags(this.target) : [standardOf(this.target, "c"), ...(this.target.cflags ?? [])];
    const cflags = [...own, ...this.corpus.cflags];
    return planOf({ ...abiOf(this.target), cflags, headerFiles: [MAIN] });
  }
}

interface Reading {
  readonly language: "c" | "c++";
  readonly cflags: readonly string[];
  readonly folders: readonly string[];
}

/** The compiler's layouts by qualified name, or its error. */
export function truthOf(
  target: AcceptanceTarget,
  text: string,
  { language, cflags, folders }: Reading,
): ReadonlyMap<string, TruthRecord> | string {
  const [program = "", ...options] = language === "c++" ? target.cpp : target.c;
  const all = ["-fno-eliminate-unused-debug-types", ...(program.startsWith("clang") ? ["-fstandalone-debug"] : [])];
  const debugging = target.abi === "avr" || target.abi === "msvc-x64" ? "-gdwarf-4" : "-g";
  const flags = [standardOf(target, language), ...(target.cflags ?? []), ...cflags];
  const include = folders.flatMap((folder) => ["-I", folder]);
  const output = ["-w", debugging, ...all, "-c", "-o", "lab.o", "-"];
  const work = temporaryFolder();
  try {
    const { stderr, status, error } = spawnSync(
      program,
      [...options, "-x", language, ...flags, ...include, ...output],
      { cwd: work, input: text, encoding: "utf8", maxBuffer: 1 << 28 },
    );
    if (error !== undefined) throw error;
    if (status !== 0) return stderr;
    const [dump = "", ...asked] = target.dwarf;
    return readNamedStructs(
      execFileSync(dump, [...asked, join(work, "lab.o")], {
        encoding: "utf8",
        maxBuffer: 1 << 30,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What structline is told about C++ for the target. */
function cppFlags(target: AcceptanceTarget): readonly string[] {
  return ["-xc++", standardOf(target, "c++"), ...(target.cflags ?? [])];
}

/** One header of C++. */
export function planOfCpp(target: AcceptanceTarget, text: string): Side {
  const plan = planOf({ ...abiOf(target), cflags: cppFlags(target), headerFiles: ["lab.h"] });
  return { plan, reader: memoryReader({ "lab.h": text }, "") };
}

/** The record is the whole frame, so that any size will do. */
const FRAMES: FrameFormat = {
  id: undefined,
  length: undefined,
  payloadOffset: 0,
  trailer: 0,
  short: "reject",
  long: "ignore",
  check: undefined,
};
const MAIN = "corpus-main.h";

function withMain(text: string, folders: HeaderReader): HeaderReader {
  const file = sourceFile(MAIN, MAIN, Buffer.from(text));
  return { list: () => folders.list(), read: (name) => (name === MAIN ? { kind: "file", file } : folders.read(name)) };
}

export interface Side {
  readonly plan: ChannelPlan;
  readonly reader: HeaderReader;
}

/** @param truths layouts of the compiler, by the record's name */
export function compareRecords(
  truths: ReadonlyMap<string, TruthRecord>,
  { plan, reader }: Side,
): Omit<ComparedRecord, "header">[] {
  const read = readChannel({ ...plan, frames: FRAMES }, reader);
  return [...truths].map(([name, truth]) => {
    // One record at a time: a diagnostic then belongs to it.
    const asked = { ...plan, frames: FRAMES, messages: [planned(name)] };
    const messages = messagesIn(read, asked);
    const layouts = layOutChannel(messages.value, asked);
    const errors = [...messages.diagnostics, ...layouts.diagnostics].filter(({ severity }) => severity === "error");
    const [layout] = layouts.value;
    if (layout === undefined || errors.length > 0) return refused(name, truth, errors);
    const last = name.slice(name.lastIndexOf(":") + 1);
    const found = differences({ ...layout, message: { ...layout.message, name: last } }, truth);
    return { name, verdict: found.length === 0 ? "equal" : "wrong", why: found.slice(0, 3).join("; ") };
  });
}

function planned(struct: string): PlannedMessage {
  return { id: 1, idText: "1", struct, checkExtra: undefined, span: SPAN };
}

function refused(name: string, truth: TruthRecord, errors: readonly Diagnostic[]): Omit<ComparedRecord, "header"> {
  const [first] = errors;
  const why = first === undefined ? "no error says why" : `${first.code} ${first.message}`;
  const isTrue = first !== undefined && isTrueReason(first, truth);
  return { name, verdict: isTrue ? "refused, true reason" : "refused, could work", why };
}

function keyOf(name: string, { size, leaves }: TruthRecord): string {
  return `${name} ${size} ${leaves.join(",")}`;
}

/** Debian's avr-gcc is old. */
function standardOf({ abi, standard }: AcceptanceTarget, language: "c" | "c++"): string {
  if (standard !== undefined) return standard;
  if (abi === "avr") return language === "c++" ? "-std=gnu++14" : "-std=gnu11";
  return language === "c++" ? "-std=gnu++17" : "-std=gnu17";
}

/** `E116 'p' is a pointer` and `E116 'q' is a pointer` are one reason. */
export function reasonOf({ why }: Pick<ComparedRecord, "why">): string {
  return why
    .replaceAll(/'[^']*'/g, "'…'")
    .replaceAll(/\b\d+\b/g, "n")
    .slice(0, 110);
}
