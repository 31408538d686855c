/** The table of limits in docs/operations.md. */

import { BOUNDS, type BoundDeclaration } from "../../runtime/model/bounds.ts";

const PLACE = /(<!-- Limits: [^\n]*-->\n)[\s\S]*?(<!-- End of limits -->)/;

/** The page with the current table. */
export function withLimits(page: string): string {
  return page.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${limitsTable()}\n${end}`);
}

function limitsTable(): string {
  const rows = Object.entries(BOUNDS).map(([name, bound]: [string, BoundDeclaration]) => {
    const { what, unit, all, each, rule, key } = bound;
    const rules = key === undefined ? rule : `${rule}. Key: \`${key}\``;
    const cells = [`\`${name}\``, what, shown(all, unit), shown(each, unit), rules];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| bound | what grows | for all | for one | at the limit |", "|---|---|--:|--:|---|", ...rows, ""].join("\n");
}

function shown(amount: number | undefined, unit: BoundDeclaration["unit"]): string {
  if (amount === undefined) return "";
  if (unit === "items") return amount.toLocaleString("en-US");
  return amount >= 2 ** 20 ? `${amount / 2 ** 20} MiB` : `${amount / 2 ** 10} KiB`;
}
