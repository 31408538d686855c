/** `structline/compiler`: the compiler as a library. It takes headers as text, returns diagnostics and files, and accesses no disk. */

import packageJson from "../package.json" with { type: "json" };
import type { ChannelSettings } from "../runtime/channels/channel-settings.ts";
import { parseChannel } from "../runtime/channels/read-channels.ts";
import { ConfigError } from "../runtime/config/config-error.ts";
import { didYouMean } from "../runtime/lib/nearest.ts";
import { compile as compileChannels } from "./compile.ts";
import { hasErrors } from "./diagnostics/order.ts";
import { render } from "./diagnostics/render.ts";
import { chosenEmitters } from "./emitters/emitters.ts";
import type { ChannelPlan } from "./plan/channel-plan.ts";
import { plansOf } from "./plan/plans-of.ts";
import { memoryReader } from "./source/header-reader.ts";
import { recordingReader } from "./source/recording-reader.ts";

/**
 * A channel: its headers and how to read them. The options are the keys of a `[lab-<channel>]` section that affect
 * generated code, in camel case. String values use the syntax of the configuration file.
 */
export interface CompilerChannel {
  /** Used in file names and codec names: `rig`. */
  readonly name: string;
  /** File name → text, or bytes as they are on disk. An `#include` finds only these. */
  readonly headers: Readonly<Record<string, string | Uint8Array>>;
  /** The headers that declare the channel's messages; default: all. */
  readonly headerFiles?: CompilerList;
  /** Replaces `headerFiles` if there are several versions: `v1: v1/rig.h, v2: rig.h`, oldest first. */
  readonly versions?: CompilerList;
  /** Fields that get a separate column for each version. */
  readonly versionColumns?: CompilerList;
  /** Target ABI; default `x86-64`. */
  readonly abi?:
    | "x86-64"
    | "i386"
    | "aarch64"
    | "arm-eabi"
    | "arm-eabi-clang"
    | "avr"
    | "xtensa"
    | "riscv32"
    | "riscv64"
    | "msp430"
    | "msvc-x64"
    | "mingw-x64"
    | "sdcc";
  readonly byteOrder?: "little" | "big";
  /** Fixes the packing of all structs. Default: chosen for each struct by its declared length. */
  readonly layout?: "natural" | "packed";
  /** Macros: `A, B=2`, or name → replacement text, where `true` is `1`. */
  readonly defines?: CompilerList | Readonly<Record<string, string | true>>;
  /** Compiler flags: `-mcpu=cortex-m4 -fpack-struct=1`. */
  readonly cflags?: string;
  /** The compiler and its major version, where it moves a layout: `gcc-11`, `clang-14`. */
  readonly compiler?: string;
  /** Which structs are messages, with their IDs: `7 gps_t, 0x10 imu_t`. */
  readonly messages?: CompilerList;
  /** Position of the ID in a frame: `u16be@0&0x7ff`, `none`. */
  readonly id?: string;
  /** Position of the length in a frame: `u8@0+2`, `none`. */
  readonly length?: string;
  /** Number of bytes before the struct in a frame. */
  readonly payloadOffset?: number;
  /** Number of bytes after the struct in a frame. */
  readonly trailer?: number;
  /** Checksum in the trailer: `crc16/modbus from=1`. */
  readonly check?: string;
  /** Numbers that each frame has: `u8@0&0xe0=0, u8@2&0xc0=3`. */
  readonly expect?: string;
  /** Position of a counter before the struct: `u16be@2&0x3fff`. */
  readonly sequence?: string;
  readonly short?: "reject" | "zero";
  readonly long?: "reject" | "ignore";
  /** Other frame formats of the channel: `sync=fe length=u8@1+8, u8@2&1=1 length=u8@1+25 trailer=15`. */
  readonly variants?: string;
  /** How a byte stream is split into frames: `cobs`, `sync:aa55`. */
  readonly framing?: string;
  readonly storeExclude?: CompilerList;
  /** Definitions for other tools: `python, kaitai`, `all`. */
  readonly emit?: CompilerList;
  readonly udpPort?: number;
  readonly wampTopic?: string;
}

/** A list of items, or a string with commas between them. */
export type CompilerList = string | readonly string[];

export interface CompilerOptions {
  /**
   * Where generated code imports its runtime types from. `standalone` writes these types and their runtime functions next
   * to the codecs, so the output has no dependencies. Default: the package `structline`.
   */
  readonly contract?: "structline" | "standalone";
  /** How generated TypeScript imports its neighbours: `./rig.js` (the default), `./rig.ts` or `./rig`. */
  readonly importExtension?: "ts" | "js" | "none";
  /** Type of 64-bit integers in records. A `number` loses digits above 2^53. Default `bigint`. */
  readonly int64?: "bigint" | "number" | "string";
  /** Numeric arrays of 16 or more elements become `Uint16Array` and so on. Default: plain arrays. */
  readonly typedArrays?: boolean;
}

/** Thrown for an unknown option or an invalid value. */
export class CompilerOptionError extends TypeError {
  readonly code: "unknown-option" | "wrong-value";
  /** The option's name as the caller wrote it. Undefined if the error results from a combination of options. */
  readonly option: string | undefined;
  readonly channel: string | undefined;

  constructor(
    code: "unknown-option" | "wrong-value",
    message: string,
    place: { readonly option?: string | undefined; readonly channel?: string | undefined },
  ) {
    super(message);
    this.name = "CompilerOptionError";
    this.code = code;
    this.option = place.option;
    this.channel = place.channel;
  }
}

export interface CompilerPlace {
  readonly file: string;
  /** Both count from 1; columns count UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface CompilerDiagnostic {
  /** `E112`, `W204`, `N201`: see docs/diagnostics.md. */
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
  /** True if there are no errors. */
  readonly ok: boolean;
  /** TypeScript sources, the `.js` and `.d.ts` built from them, and `catalogue.json`. Empty if there is an error. */
  readonly files: readonly CompilerFile[];
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** The diagnostics with source lines and carets, as a compiler prints them. */
  readonly report: string;
}

/** WebAssembly modules for browsers: a URL or the bytes of each. Default: the files next to this module. */
export interface CompilerParts {
  /** `structline/tree-sitter-c.wasm` */
  readonly c?: string | URL | Uint8Array;
  /** `structline/tree-sitter-cpp.wasm` */
  readonly cpp?: string | URL | Uint8Array;
  /** `structline/web-tree-sitter.wasm` */
  readonly runtime?: string | URL | Uint8Array;
}

/** Loads the WebAssembly modules. Browsers must await this before `compile`; in Node.js it does nothing. */
export async function load(_parts?: CompilerParts): Promise<void> {}

/**
 * Compiles one or more channels. The same input gives the same files. Errors in a header become diagnostics, not
 * exceptions.
 * @throws CompilerOptionError for an unknown option or an invalid value
 */
export function compile(
  channels: CompilerChannel | readonly CompilerChannel[],
  options: CompilerOptions = {},
): CompilerResult {
  const sources = new Map<string, string>();
  const list: readonly CompilerChannel[] = Array.isArray(channels) ? channels : [channels];
  const inputs = list.flatMap((channel) =>
    plansOfChannel(channel).map((plan) => ({
      plan,
      reader: recordingReader(memoryReader(channel.headers, ""), sources),
    })),
  );
  const tool = { version: packageJson.version, ...toolOf(options) };
  const { files, diagnostics } = compileChannels(inputs, tool);
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

const CONTRACTS = { structline: {}, standalone: { contract: "./codec.js" } } as const;
const EXTENSIONS = { js: {}, ts: { importExtension: ".ts" }, none: { importExtension: "" } } as const;

/** Allowed values; the empty objects carry no settings. */
const INT64 = { bigint: {}, number: {}, string: {} } as const;

function toolOf(options: CompilerOptions): object {
  const { contract = "structline", importExtension = "js", int64 = "bigint", typedArrays, ...unknown } = options;
  const [option] = Object.keys(unknown);
  if (option !== undefined) throw unknownOption(option, ["contract", "importExtension", "int64", "typedArrays"]);
  return {
    ...chosen("contract", CONTRACTS, contract),
    ...chosen("importExtension", EXTENSIONS, importExtension),
    ...chosen("int64", INT64, int64),
    shape: { int64, typedArrays: typedArrays === true },
  };
}

function chosen(option: string, choices: Readonly<Record<string, object>>, value: string): object {
  if (Object.hasOwn(choices, value)) return choices[value] as object;
  const known = Object.keys(choices).join(", ");
  throw new CompilerOptionError("wrong-value", `${option}: '${value}' is not one of ${known}`, { option });
}

function wrongValue(option: string | undefined, message: string, channel: string): CompilerOptionError {
  return new CompilerOptionError("wrong-value", message, { option, channel });
}

function unknownOption(option: string, known: readonly string[], channel?: string): CompilerOptionError {
  const message = `there is no option '${option}'${didYouMean(option, known)}; known are ${known.join(", ")}`;
  return new CompilerOptionError("unknown-option", message, { option, channel });
}

/** The key of a channel's section for each option. A test compares them with the configuration's keys. */
const KEYS: Readonly<Record<Exclude<keyof CompilerChannel, "name" | "headers">, string>> = {
  headerFiles: "header_files",
  versions: "versions",
  versionColumns: "version_columns",
  abi: "abi",
  byteOrder: "byte_order",
  layout: "layout",
  defines: "defines",
  cflags: "cflags",
  compiler: "compiler",
  messages: "messages",
  id: "id",
  length: "length",
  payloadOffset: "payload_offset",
  trailer: "trailer",
  check: "check",
  expect: "expect",
  sequence: "sequence",
  short: "short",
  long: "long",
  variants: "variants",
  framing: "framing",
  storeExclude: "store_exclude",
  emit: "emit",
  udpPort: "udp_port",
  wampTopic: "wamp_topic",
};

function plansOfChannel({ name, headers, ...given }: CompilerChannel): ChannelPlan[] {
  if (typeof name !== "string" || name === "") throw wrongValue("name", "name: a channel's name was wanted", name);
  if (typeof headers !== "object" || headers === null || Object.keys(headers).length === 0) {
    throw wrongValue("headers", "headers: file names with their texts were wanted", name);
  }
  const options = Object.entries(given).filter(([, value]) => value !== undefined);
  const values = new Map(options.map(([option, value]) => [keyOf(option, name), optionText(option, value, name)]));
  if (!values.has("header_files") && !values.has("versions")) {
    values.set("header_files", Object.keys(headers).join(", "));
  }
  const settings = settingsOf(
    name,
    new Map([["udp_port", "1"], ["wamp_topic", "x"], ["include_path", "."], ...values]),
  );
  const udpPort = values.has("udp_port") ? settings.udpPort : 0;
  const wampTopic = values.has("wamp_topic") ? settings.wampTopic : name;
  const emit = emittersOf(name, settings.emit);
  return plansOf({ ...settings, udpPort, wampTopic, includePath: "", emit }, [], "options");
}

function emittersOf(channel: string, names: readonly string[] = []): string[] {
  try {
    return chosenEmitters(names);
  } catch (error) {
    throw wrongValue("emit", `emit: ${(error as Error).message}`, channel);
  }
}

function settingsOf(name: string, values: ReadonlyMap<string, string>): ChannelSettings {
  try {
    return parseChannel(name, values);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [problem] = error.problems;
    const key = /^(\w+)\b/.exec(problem?.message ?? "")?.[1];
    const option = Object.entries(KEYS).find(([, each]) => each === key)?.[0];
    throw wrongValue(option, problem?.message ?? error.message, name);
  }
}

function keyOf(option: string, channel: string): string {
  if (!Object.hasOwn(KEYS, option)) throw unknownOption(option, Object.keys(KEYS), channel);
  return KEYS[option as keyof typeof KEYS];
}

/** Formats the value as the configuration file would have it. */
function optionText(option: string, value: unknown, channel: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(", ");
  if (option === "defines" && typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, text]) => (text === true ? name : `${name}=${text}`))
      .join(", ");
  }
  throw wrongValue(option, `${option}: a text was wanted`, channel);
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
