/** Structs in branches of `#if` that do not hold: why a header seems not to declare them. */

import { lineAt } from "../source/source-file.ts";
import type { TranslationUnit } from "../syntax/preprocess/preprocess.ts";
import type { InactiveStruct } from "./message.ts";

/** `typedef struct tag {`, `class x : base {` */
const OPENING = /\b(typedef\s+)?(?<!\benum\s+)(?:struct|class)\b([^;{}]*)\{/g;

export function inactiveStructs(inactive: TranslationUnit["inactive"]): InactiveStruct[] {
  return inactive.flatMap(({ file, start, end }) => {
    const line = lineAt(file, start);
    const directive = (file.text.split("\n")[line - 1] ?? "").replace(/\/[/*].*/, "").trim();
    // The header is read as C++ if it needs to be.
    if (directive.includes("__cplusplus")) return [];
    const reason = `it is inside '${directive}' (${file.path}:${line}), which does not hold${adviceOn(directive)}`;
    return structsIn(file.text.slice(start, end)).map((names) => ({ names, reason }));
  });
}

function adviceOn(directive: string): string {
  const [, kind = "", rest = ""] = /^#\s*(\w+)\s*(.*)$/.exec(directive) ?? [];
  const [name] = rest.replaceAll(/\bdefined\b|!\s*defined\s*\(?\s*\w+/g, " ").match(/[A-Za-z_]\w*/) ?? [];
  if (name === undefined) return "";
  if (kind === "ifndef" || kind === "elifndef")
    return `: write 'cflags = -U${name}' if the firmware does not define it`;
  const value = /[=<>]/.test(rest) ? "=…" : "";
  return `: write 'defines = ${name}${value}' if the firmware defines it`;
}

/** The names of each outermost struct. */
function structsIn(text: string): string[][] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => " ".repeat(comment.length));
  const structs: string[][] = [];
  let end = 0;
  for (const { index, 0: opening, 1: typedef, 2: before = "" } of code.matchAll(OPENING)) {
    if (index < end) continue;
    end = closing(code, index + opening.length);
    const behind = typedef === undefined ? "" : code.slice(end, code.indexOf(";", end));
    const tag = /([A-Za-z_]\w*)\s*(?:final\s*)?(?::.*)?$/s.exec(
      before.replaceAll(/\([^()]*(?:\([^()]*\))*\)/g, ""),
    )?.[1];
    const names = [
      ...new Set([...(behind.match(/[A-Za-z_]\w*/g)?.slice(-1) ?? []), ...(tag === undefined ? [] : [tag])]),
    ];
    if (names.length > 0) structs.push(names);
  }
  return structs;
}

/** One past the closing brace; the end of the text if there is none. */
function closing(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    depth += code[at] === "{" ? 1 : code[at] === "}" ? -1 : 0;
    if (depth === 0) return at + 1;
  }
  return code.length;
}
