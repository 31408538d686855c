/** `structline/compiler`: the compiler for other programs. Headers as text in, diagnostics and files out; no file is read or written. */

import packageJson from "../package.json" with { type: "json" };
import { compile as compileChannels } from "./compile.ts";
import { hasErrors } from "./diagnostics/order.ts";
import { render } from "./diagnostics/render.ts";
import type { ChannelPlan } from "./plan/channel-plan.ts";
import { memoryReader } from "./source/header-reader.ts";
import { recordingReader } from "./source/recording-reader.ts";

/** A channel: headers and how to read them. */
export interface CompilerChannel {
  /** Of its files and in its codecs: `rig`. */
  readonly name: string;
  /** File name → text, or bytes as they are on disk. All of them can be included; nothing else can. */
  readonly headers: Readonly<Record<string, string | Uint8Array>>;
  /** The headers with the channel's messages; default: all. */
  readonly headerFiles?: readonly string[];
  /** Whose compiler lays the structs out; default `x86-64`. */
  readonly abi?: "x86-64" | "arm-eabi" | "avr";
  readonly byteOrder?: "little" | "big";
  /** Settles for all structs what is otherwise decided for each by its declared length. */
  readonly layout?: "natural" | "packed";
  /** Macros: name → replacement text; `true` is `1`. */
  readonly defines?: Readonly<Record<string, string | true>>;
  /** Fields that stored rows leave out. */
  readonly storeExclude?: readonly string[];
}

export interface CompilerOptions {
  /**
   * Where generated code imports the types of its contract from. `standalone` writes them beside it, with what computes
   * from them, so that nothing else is needed. Default: the package `structline`.
   */
  readonly contract?: "structline" | "standalone";
}

export interface CompilerPlace {
  readonly file: string;
  /** From 1; a column counts UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface CompilerDiagnostic {
  /** `E112`, `W204`, `N201`; the documentation explains each. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Absent for problems of the whole channel. */
  readonly place?: CompilerPlace;
}

export interface CompilerFile {
  /** Relative, with slashes: `rig/struct_mount.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface CompilerResult {
  /** There is no error. */
  readonly ok: boolean;
  /** TypeScript sources with their built `.js` and `.d.ts`, and `catalogue.json`; empty when there is an error. */
  readonly files: readonly CompilerFile[];
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** The diagnostics as a compiler prints them, with source lines and carets. */
  readonly report: string;
}

/** WebAssembly that a browser loads: addresses, or the bytes themselves; default: beside this module. */
export interface CompilerParts {
  /** `structline/tree-sitter-c.wasm` */
  readonly c?: string | URL | Uint8Array;
  /** `structline/tree-sitter-cpp.wasm` */
  readonly cpp?: string | URL | Uint8Array;
  /** `structline/web-tree-sitter.wasm` */
  readonly runtime?: string | URL | Uint8Array;
}

/** To be awaited before `compile` where there are no native modules: in a browser. Elsewhere it has nothing to do. */
export async function load(_parts?: CompilerParts): Promise<void> {}

/** Compiles one or several channels; the same input gives the same files. A mistake in a header is a diagnostic, never an exception. */
export function compile(
  channels: CompilerChannel | readonly CompilerChannel[],
  options: CompilerOptions = {},
): CompilerResult {
  const sources = new Map<string, string>();
  const list = "headers" in channels ? [channels] : channels;
  const inputs = list.map((channel) => ({
    plan: planOf(channel),
    reader: recordingReader(memoryReader(channel.headers, ""), sources),
  }));
  const contract = options.contract === "standalone" ? { contract: "./codec.js" } : {};
  const { files, diagnostics } = compileChannels(inputs, { version: packageJson.version, ...contract });
  return {
    ok: !hasErrors(diagnostics),
    files: files.map(({ path, text }) => ({ path, text })),
    diagnostics: diagnostics.map(({ code, severity, message, hint, span }) => ({
      code,
      severity,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(span === undefined ? {} : { place: placeOf(span) }),
    })),
    report: render(diagnostics, { source: (file) => sources.get(file), style: "plain" }),
  };
}

function planOf(channel: CompilerChannel): ChannelPlan {
  const defines = Object.entries(channel.defines ?? {}).map(
    ([name, text]) => [name, text === true ? "1" : text] as const,
  );
  return {
    name: channel.name,
    udpPort: 0,
    wampTopic: channel.name,
    includePath: "",
    headerFiles: channel.headerFiles ?? Object.keys(channel.headers),
    abi: channel.abi ?? "x86-64",
    byteOrder: channel.byteOrder ?? "little",
    layout: channel.layout,
    defines: new Map(defines),
    storeExclude: channel.storeExclude ?? [],
  };
}

function placeOf({
  file,
  start,
  end,
}: {
  readonly file: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}): CompilerPlace {
  return { file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
