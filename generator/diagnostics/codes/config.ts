/** Family 5xx: the configuration file and the generator's own files. */

import { TWO_READINGS } from "../../../runtime/channels/units.ts";
import type { DiagnosticKind } from "../diagnostic.ts";
import { type Fix, keyFix, nearestFix, nearestItem, ruleFix } from "../fix.ts";

interface VersionColumn {
  readonly column: string;
  readonly measurement: string;
  /** The older version, then the newer one. */
  readonly versions: readonly [string, string];
  readonly units: readonly [string | undefined, string | undefined];
}

/** Names the clear spellings of a unit that two trades read differently. */
function clearerUnits(units: VersionColumn["units"]): string {
  const found = units.flatMap((unit) => {
    const clear = TWO_READINGS.get(unit?.trim() ?? "");
    return clear === undefined ? [] : [`'${unit}' has two meanings: write '${clear[0]}' or '${clear[1]}'; or `];
  });
  return found.join("");
}

function columnFix({ column }: VersionColumn): Fix {
  return keyFix(undefined, "version_columns", column, "added", `Keep them apart: version_columns = ${column}`);
}

interface LibraryHeaders {
  readonly channel: string;
  readonly abi: string;
  readonly headers: readonly string[];
  readonly program: string;
  /** The compiler's search path, in order. */
  readonly folders: readonly string[];
}

function listed(headers: readonly string[]): string {
  const shown = headers.slice(0, 5).map((name) => `<${name}>`);
  return shown.join(", ");
}

type FlagReason = "unknown" | "together" | "refused" | "layout" | "order";

interface UnknownFlag {
  readonly channel: string;
  readonly flag: string;
  readonly reason: FlagReason;
  /** Targets that take all of the channel's flags. */
  readonly others: readonly string[];
}

const FLAG_REASONS: Readonly<Record<FlagReason, string>> = {
  unknown: "the compiler flag % is not known",
  together: "the compiler flags % are not known together",
  refused: "the compiler refuses %",
  layout: "the compiler flag % changes layouts in a way that is not supported",
  order: "the compiler flag % contradicts 'byte_order = little'",
};

export const CONFIG = {
  E501: {
    severity: "error",
    title: "mistake in the configuration file",
    explanation: "See [configuration](configuration.md).",
    example: "[lab]\nchannels = lab-rgi",
    /** `word`: the text at the position, if the message is about it. */
    message: (details: { readonly message: string; readonly word?: string }) => details.message,
    fixes: ({ message, word }: { readonly message: string; readonly word?: string }, span) =>
      word === undefined ? [] : nearestFix(span, word, /did you mean '([^']+)'/.exec(message)?.[1]),
  },
  E502: {
    severity: "error",
    title: "output cannot be written",
    example: "structline gen --out /usr/include",
    message: (details: { readonly path: string; readonly reason: string }) =>
      `cannot write '${details.path}': ${details.reason}`,
    hint: () => "name another folder with --out, or change the folder's permissions",
  },
  E503: {
    severity: "error",
    title: "another run uses the output folder",
    explanation: "The second run waits for at most two minutes.",
    example: "structline gen & structline gen",
    message: (details: { readonly path: string; readonly holder: string }) =>
      `'${details.path}' is held by another run (${details.holder})`,
    hint: (details: { readonly path: string }) => `wait for it to end; if no run exists, remove '${details.path}'`,
  },
  E504: {
    severity: "error",
    title: "generated file is not current",
    explanation: "It is missing, differs, or is left over. `--check` writes nothing.",
    example: "structline gen --check",
    message: (details: { readonly path: string; readonly state: "missing" | "different" | "left over" }) =>
      details.state === "missing"
        ? `'${details.path}' has not been generated`
        : details.state === "different"
          ? `'${details.path}' differs from what the headers give`
          : `'${details.path}' is left over: no header produces it now`,
    hint: () => "generate without --check, and commit the result",
  },
  E505: {
    severity: "error",
    title: "two versions that cannot be distinguished",
    explanation: "Their lengths overlap, no field is tagged `@version`, and no `device.<address>` names a sender.",
    example: "[lab-rig]\nversions = v1: v1/rig.h, v2: rig.h",
    message: (details: {
      readonly channel: string;
      readonly id: number;
      readonly name: string;
      readonly versions: readonly string[];
      readonly size: number;
    }) =>
      `channel '${details.channel}': a ${details.name} (ID ${details.id}) of ${details.size} bytes may be of version ${details.versions.join(" or ")}`,
    hint: () =>
      "tag a field that differs with '@version: 1' in one header and '@version: 2' in the other, or pin senders with 'device.10.0.7.12 = v1'",
  },
  E508: {
    severity: "error",
    title: "one column in two units that do not convert",
    explanation: "See N509.",
    example:
      "struct struct_a { unsigned char length, ID; short x; /* @rule: unit=mm */ } a = {4, 1};\n[lab-rig]\nversions = v1: v1/rig.h, v2: rig.h",
    message: (details: VersionColumn) =>
      `column '${details.column}' of ${details.measurement} is in '${details.units[0]}' in ${details.versions[0]} and in '${details.units[1]}' in ${details.versions[1]}`,
    hint: (details: VersionColumn) =>
      `${clearerUnits(details.units)}convert it by a rule of ${details.versions[0]} ('expr=…; unit=${details.units[1]}'), or give each version its own column with 'version_columns = ${details.column}'`,
    fixes: (details: VersionColumn, span) => [
      ...details.units.slice(0, 1).flatMap((unit) => {
        const clear = TWO_READINGS.get(unit?.trim() ?? "") ?? [];
        return clear.flatMap((one) => ruleFix(`Write 'unit=${one}'`, span, "unit", one));
      }),
      columnFix(details),
    ],
  },
  N509: {
    severity: "note",
    title: "values of an older version are converted",
    explanation: "structline converts older values and limits to the newest version's unit.",
    example:
      "struct struct_a { unsigned char length, ID; short x; /* @rule: unit=kV */ } a = {4, 1};\n[lab-rig]\nversions = v1: v1/rig.h, v2: rig.h",
    message: (details: VersionColumn) =>
      `values of '${details.column}' of ${details.versions[0]} are converted from '${details.units[0]}' to '${details.units[1]}', which ${details.versions[1]} has`,
    hint: (details: VersionColumn) =>
      `to keep them apart, write 'version_columns = ${details.column}' into the channel's section`,
    fixes: (details: VersionColumn) => [columnFix(details)],
  },
  W510: {
    severity: "warning",
    title: "one column, and units that cannot be compared",
    example:
      "struct struct_a { unsigned char length, ID; short x; /* @rule: unit=kV */ } a = {4, 1};\n[lab-rig]\nversions = v1: v1/rig.h, v2: rig.h",
    message: (details: VersionColumn) =>
      details.units.every((unit) => unit === undefined)
        ? `column '${details.column}' of ${details.measurement} has another rule in ${details.versions[0]} than in ${details.versions[1]}, and no unit`
        : `column '${details.column}' of ${details.measurement} has the unit '${details.units[0] ?? details.units[1]}' in ${details.versions[details.units[0] === undefined ? 1 : 0]} and no unit in ${details.versions[details.units[0] === undefined ? 0 : 1]}`,
    hint: (details: VersionColumn) =>
      `say the unit in both ('@rule: unit=…'), or give each version its own column with 'version_columns = ${details.column}'`,
    fixes: (details: VersionColumn, span) => {
      const [older, newer] = details.units;
      const own = older === undefined && newer !== undefined;
      return [...(own ? ruleFix(`Write 'unit=${newer}'`, span, "unit", newer) : []), columnFix(details)];
    },
  },
  E511: {
    severity: "error",
    title: "`version_columns` names no field",
    explanation: "As W324.",
    example:
      "struct struct_a { unsigned char length, ID; short x; } a = {4, 1};\n[lab-rig]\nversions = v1: v1/rig.h, v2: rig.h\nversion_columns = y",
    message: (details: { readonly channel: string; readonly entry: string; readonly nearest: string | undefined }) =>
      `version_columns of channel '${details.channel}' names '${details.entry}', which is not a field of its older versions${details.nearest === undefined ? "" : ` (did you mean '${details.nearest}'?)`}`,
    fixes: (details: { readonly channel: string; readonly entry: string; readonly nearest: string | undefined }) =>
      nearestItem(details.channel, details.entry, details.nearest),
  },
  N512: {
    severity: "note",
    title: "header that a compiler on this machine has",
    explanation:
      "`gen` copies it (N513) if `abi` names the compiler and nothing else is unknown. If `library-headers` has another version, delete that folder first.",
    example: "#include <netinet/ip.h>\nstruct struct_a { unsigned char length, ID; struct iphdr ip; } a = {24, 1};",
    message: (details: LibraryHeaders) =>
      `channel '${details.channel}': ${listed(details.headers)} ${details.headers.length > 1 ? "were" : "was"} not found; ${details.program} has ${details.headers.length > 1 ? "them" : "it"}`,
    hint: (details: LibraryHeaders) =>
      `if the firmware is built for it, write 'abi = ${details.abi}', and 'gen' copies the headers once no other error is left; or write 'include_path = ${details.folders.join(", ")}' with the channel's own folders in front`,
    fixes: ({ channel, abi, folders }: LibraryHeaders) => [
      keyFix(channel, "abi", abi),
      keyFix(channel, "include_path", folders.join(", "), "added"),
    ],
  },
  N513: {
    severity: "note",
    title: "headers copied from a compiler",
    explanation:
      "`gen` copied a C library's headers from the target's compiler to `library-headers`, next to the configuration file. Later runs read the copies, on every machine. To copy again, delete the folder.",
    example: "#include <netinet/ip.h>\nstruct struct_a { unsigned char length, ID; struct iphdr ip; } a = {24, 1};",
    message: (details: LibraryHeaders & { readonly count: number; readonly folder: string }) =>
      `channel '${details.channel}': ${listed(details.headers)} ${details.headers.length > 1 ? "were" : "was"} copied from ${details.folders.join(", ")} (${details.program}) to '${details.folder}': ${details.count} ${details.count === 1 ? "file" : "files"}, with what ${details.headers.length > 1 ? "they include" : "it includes"}`,
    hint: () => "commit the folder: other machines then read the same headers",
  },
  E506: {
    severity: "error",
    title: "compiler flag that is not supported",
    explanation: "It may change offsets or branches. structline ignores flags that optimise, warn or find files.",
    example: "[lab-rig]\nabi = i386\ncflags = -malign-double",
    message: (details: UnknownFlag) =>
      `channel '${details.channel}': ${FLAG_REASONS[details.reason].replace("%", `'${details.flag}'`)}`,
    hint: ({ others, reason }: UnknownFlag) =>
      reason === "order"
        ? "write 'byte_order = big' in the channel's section"
        : others.length > 0
          ? `these flags are known for ${others.join(", ")}: if the firmware is built for it, write 'abi = ${others[0]}'`
          : "remove flags that change neither layout nor macros from 'cflags'; write macros into 'defines'",
    fixes: ({ channel, others, reason }: UnknownFlag) =>
      reason === "order" ? [keyFix(channel, "byte_order", "big")] : others.map((abi) => keyFix(channel, "abi", abi)),
  },
  E507: {
    severity: "error",
    title: "unknown processor",
    example: "[lab-rig]\nabi = arm-eabi\ncflags = -mcpu=cortex-m44",
    message: (details: { readonly channel: string; readonly flag: string; readonly near: readonly string[] }) =>
      `channel '${details.channel}': the processor of '${details.flag}' is not known`,
    hint: (details: { readonly channel: string; readonly flag: string; readonly near: readonly string[] }) =>
      details.near.length > 0
        ? `near: ${details.near.join(", ")}`
        : "name one of the same family that the compiler has, and its macros in 'defines'",
    fixes: ({
      channel,
      flag,
      near,
    }: {
      readonly channel: string;
      readonly flag: string;
      readonly near: readonly string[];
    }) => near.flatMap((name) => nearestItem(channel, flag.replace(/^.*=/, ""), name)),
  },
} as const satisfies Record<string, DiagnosticKind>;
