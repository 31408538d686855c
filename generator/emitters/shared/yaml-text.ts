/** YAML with block mappings and sequences only. Strings have JSON's quotes unless they are plain words. [YAML 1.2] */

import { stringLiteral } from "../../codec/text.ts";

export type Yaml = string | number | boolean | null | undefined | readonly Yaml[] | { readonly [key: string]: Yaml };

/** Members that are `undefined` are left out. */
export function yamlText(value: Yaml, indent = ""): string {
  if (Array.isArray(value)) {
    return value.map((item) => `${indent}- ${yamlText(item, `${indent}  `).trimStart()}`).join("\n");
  }
  if (typeof value !== "object" || value === null) return plainText(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return entries.map(([key, member]) => `${indent}${word(key)}:${memberText(member, indent)}`).join("\n");
}

function memberText(member: Yaml, indent: string): string {
  if (typeof member !== "object" || member === null) return ` ${plainText(member)}`;
  const isEmpty = Object.keys(member).length === 0;
  if (isEmpty) return Array.isArray(member) ? " []" : " {}";
  return `\n${yamlText(member, `${indent}  `)}`;
}

function plainText(value: string | number | boolean | null | undefined): string {
  return typeof value === "string" ? word(value) : String(value);
}

/** Quotes what could be read as something other than a string. */
function word(text: string): string {
  const plain = /^[A-Za-z_][\w./-]*$/.test(text) && !/^(?:y|yes|n|no|true|false|on|off|null|nan|inf)$/i.test(text);
  return plain ? text : stringLiteral(text);
}
