/** Values of a channel's keys. Each parser throws an Error with one sentence that does not contain the position. */

import { isIPv4, isIPv6 } from "node:net";
import { parseList } from "../config/values.ts";
import type { VersionSettings } from "./channel-settings.ts";

/** `A, B=2`: name → replacement text; a bare name is defined as 1, as `cc -DA` does. */
export function parseDefines(text: string): Map<string, string> {
  const defines = new Map<string, string>();
  for (const item of parseList(text)) {
    const match = /^([A-Za-z_]\w*)(?:\s*=\s*(.*))?$/.exec(item);
    if (match === null) throw new Error(`'${item}' is not a macro definition; write NAME or NAME=value`);
    defines.set(match[1] ?? "", match[2] ?? "1");
  }
  return defines;
}

/** Splits words like a shell: `-DNAME="a b" -Os`. */
export function parseFlags(text: string): string[] {
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) throw new Error("a quote is not closed");
  return [...text.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));
}

/** A WAMP URI of the loose kind, in dotted form. [WAMP 2, URIs] */
export function parseWampTopic(text: string): string {
  if (!/^[^\s#.]+(\.[^\s#.]+)*$/.test(text)) {
    throw new Error(`'${text}' is not a WAMP topic; write names joined by dots, without blanks or '#'`);
  }
  return text;
}

/** `v1: v1/rig.h, v2: rig.h + extra.h` */
export function parseVersions(text: string): VersionSettings[] {
  const versions = parseList(text).map((item) => {
    const [, name = "", files = ""] = /^([A-Za-z0-9_.-]+)\s*:\s*(.+)$/.exec(item) ?? [];
    if (name === "") throw new Error(`'${item}' is not of the form 'v1: rig.h'`);
    return { name, headerFiles: files.split("+").map((file) => file.trim()) };
  });
  const twice = versions.find(({ name }, index) => versions.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new Error(`version '${twice.name}' occurs twice`);
  return versions;
}

/** `10.0.7.0/24, ::1` → the same, always with the prefix length. */
export function parseNetworks(text: string): string[] {
  return parseList(text).map((item) => {
    const [address = "", prefix] = item.split("/");
    const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
    const length = prefix === undefined ? bits : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (bits === 0 || !(length <= bits)) throw new Error(`'${item}' is not a network; write 10.0.7.0/24`);
    return `${address}/${length}`;
  });
}
