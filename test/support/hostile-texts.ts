/** A header whose texts mean something in other languages, and what is written from it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../../generator/compile.ts";
import { EMIT_NAMES } from "../../generator/emitters/emitters.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import { planOf } from "./channel-plan.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

/** Each ends or begins something in a language that we write, or is code there. */
export const HOSTILE_TEXTS = [
  "/* nested",
  "*/ ended",
  "/*/*/* */*/",
  "<%= 1 + 1 %>",
  "<% raise 'x' %>",
  "%> behind",
  "<%% x",
  "-- --> <!-- x",
  "----- x -----",
  "]]> <![CDATA[ x",
  "</script><b>x</b>",
  "&amp; &#x41; &x;",
  '""" x',
  "''' x",
  '"; drop table x; --',
  "'; x",
  "\\ x",
  "x \\",
  "x ??/",
  "x &",
  "x -",
  "\\\\u000a x",
  "\\u0022 \\u002a/ \\uzz x",
  "\\N{DASH} \\x41 \\u{41}",
  "#{1 + 1} #x",
  "${x} $(x) `x`",
  "`` <b>x</b> ``` x `",
  "{{ x }} {% x %}",
  "]] --[[ x",
  "%{ x %} % x",
  "%s %d %n %%",
  "... x",
  "??/ x ??' x",
  "# - x: y",
  "- x: [y, {z: w}]",
  "type: ignore",
  "type: 1 = x",
  "]## x ##[ y",
  "![x](http://127.0.0.1/x)",
  "see http://127.0.0.1/a_(b)?c=1&d=*#e, x",
  "1. x",
  "==== x",
  "=cut x",
  "?> x <?php y",
  "&x *x !x |x >x @x",
  "\u202e x \u200b\u2066",
  "\u2028 x \u2029",
  "\ufffe x \uffff",
  "\ud83d\ude80 é ß 漢",
  "NaN null true ~",
  "=cmd|'x'!A0",
  PRINTABLE.trim(),
] as const;

/** What a header's comment can hold of the text: a rule would begin at the at sign, and the first ends a block comment. */
export function asComment(text: string): string {
  return text.replaceAll("@", "(at)");
}

/** What a rule can hold of it as its unit, which has no invisible characters. */
export function asUnit(text: string): string {
  return text.replace(/[;@\\]|^=+|[\u200b-\u206f\ufffe\uffff]/g, "").trim();
}

// A line that ends with this mark goes on in the next one, in C.
const lineComment = (text: string) => (/(?:\\|\?\?\/)$/.test(text) ? `/* ${text} */` : `// ${text}`);

/** Field `fN` has the text N as its comment, each second one also as the unit of `vN`; state `SN` has it as its comment. */
export function hostileHeader(): string {
  const fields = HOSTILE_TEXTS.map((text, index) => {
    const unit = asUnit(text);
    const rule = index % 2 === 0 ? `/* @rule: name=v${index}; expr=f${index} / 10; unit=${unit} */` : "";
    const held = unit.includes("*/") ? rule.replace("/* ", "// ").replace(/ \*\/$/, "") : rule;
    return `  ${lineComment(asComment(text))}\n  uint8_t f${index}; ${held}`;
  });
  const states = HOSTILE_TEXTS.map((text, index) => `  S${index}, ${lineComment(asComment(text))}`);
  return `enum state {\n${states.join("\n")}\n};
struct struct_rig {
  uint8_t length;
  uint8_t ID;
  enum state s;
${fields.join("\n")}
  uint8_t end; // @rule: name=end_value; expr=mod(end, 3) ---f1; unit=x -
} rig = {${fields.length + 7}, 1};
`;
}

/** Everything that is written from the header, by all emitters. */
export async function hostileFiles() {
  return inTemporaryFolder(async (folder) => {
    writeFileSync(join(folder, "rig.h"), hostileHeader());
    const plan = planOf({ name: "rig", includePath: folder, headerFiles: ["rig.h"], emit: EMIT_NAMES });
    return compile([{ plan, reader: folderReader([folder], folder) }], { version: "0.0.0" });
  });
}
