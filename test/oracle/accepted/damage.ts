/** Damages headers: deletes, doubles or swaps a token, or removes an include or a `#define`. */

import type { Random } from "../layout/random.ts";

export interface Damaged {
  /** The compiler's input. */
  readonly files: ReadonlyMap<string, string>;
  /** A part that only the compiler sees, because the firmware has it. */
  readonly absent: string | undefined;
  readonly kind: "deleted" | "doubled" | "swapped" | "left out" | "undefined" | "replaced";
}

const TOKEN = /[A-Za-z_]\w*|\d\w*|##|<<|>>|==|&&|[^\s\w]/g;
const REPLACEMENTS = ["PACKED", "VENDOR_WORD", "uint16_t", ";", "struct", "(", "const", "f1", "virtual", "*", "3"];

export function damage(files: ReadonlyMap<string, string>, random: Random): Damaged {
  const kind = random.pick(["deleted", "deleted", "doubled", "swapped", "left out", "undefined", "replaced"] as const);
  if (kind === "left out") return { files, absent: random.pick(["attr.h", "config.h", "types.h"]), kind };
  const name = kind === "undefined" ? random.pick(["attr.h", "config.h"]) : random.pick(["lab.h", "lab.h", "types.h"]);
  const text = files.get(name) ?? "";
  const changed = new Map(files);
  changed.set(name, kind === "undefined" ? withoutDefine(text, random) : withToken(text, kind, random));
  return { files: changed, absent: undefined, kind };
}

function withoutDefine(text: string, random: Random): string {
  const lines = text.split("\n");
  const defines = lines.flatMap((line, index) => (line.startsWith("#define") ? [index] : []));
  const lost = defines.length === 0 ? -1 : random.pick(defines);
  return lines.filter((_, index) => index !== lost).join("\n");
}

function withToken(text: string, kind: "deleted" | "doubled" | "swapped" | "replaced", random: Random): string {
  const tokens = [...text.matchAll(TOKEN)];
  const at = random.integer(0, tokens.length - 2);
  const [token, next] = [tokens[at]!, tokens[at + 1]!];
  const before = text.slice(0, token.index);
  const between = text.slice(token.index + token[0].length, next.index);
  const after = text.slice(next.index + next[0].length);
  switch (kind) {
    case "deleted":
      return `${before}${between}${next[0]}${after}`;
    case "doubled":
      return `${before}${token[0]} ${token[0]}${between}${next[0]}${after}`;
    case "swapped":
      return `${before}${next[0]}${between === "" ? " " : between}${token[0]}${after}`;
    case "replaced":
      return `${before}${random.pick(REPLACEMENTS)}${between === "" ? " " : between}${next[0]}${after}`;
  }
}
