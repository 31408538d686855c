/** Types of syntax nodes, from the grammars' own descriptions. */

import { readFileSync } from "node:fs";

interface GrammarNode {
  readonly type: string;
  readonly named: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Every named node of the C and C++ grammars that has fields. */
export function nodeTypesFile(): string {
  const fields = new Map<string, Set<string>>();
  for (const language of ["c", "cpp"]) {
    const url = new URL(`../../node_modules/tree-sitter-${language}/src/node-types.json`, import.meta.url);
    for (const node of JSON.parse(readFileSync(url, "utf8")) as readonly GrammarNode[]) {
      if (!node.named || !READ.test(node.type) || node.type.startsWith("_")) continue;
      const known = fields.get(node.type) ?? new Set();
      fields.set(node.type, new Set([...known, ...Object.keys(node.fields ?? {})]));
    }
  }
  const lines = [...fields]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([type, names]) => {
      const union = [...names].sort().map((name) => JSON.stringify(name));
      return `  ${type}: ${union.length === 0 ? "never" : union.join(" | ")};`;
    });
  return `/** Nodes of declarations and the fields that the grammars give them. Written by "npm run docs". */

export interface NodeFields {
${lines.join("\n")}
}
`;
}

/** Declarations and their parts; expressions are evaluated from tokens. */
const READ =
  /_(?:declarator|specifier|definition|declaration|declaration_list)$|^(?:declaration|enumerator|enumerator_list|bitfield_clause|base_class_clause|type_descriptor)$/;
