/** Checks the stored names of a struct [D11] and the entries of `store_exclude` [D15]. */

import { storedName } from "../../runtime/codec/fields.ts";
import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { CompiledField, CompiledStruct } from "./compiled-rule.ts";
import { nearestName } from "./nearest-name.ts";

/** Columns that every stored row has. */
const RESERVED: ReadonlySet<string> = new Set(["time", "_hex_", "_schema_", "_received_"]);

export function isReserved(column: string): boolean {
  return RESERVED.has(column.toLowerCase());
}

export function checkStoredNames(fields: readonly CompiledField[]): Diagnostic[] {
  const exact = new Map<string, CompiledField>();
  const folded = new Map<string, CompiledField>();
  const numbered = fields.filter(({ tag }) => tag?.kind === "sample" && tag.index === 0);
  const numbers = new Map(numbered.map((field) => [field.tag?.kind === "sample" ? field.tag.indexColumn : "", field]));
  return fields.flatMap((field) => {
    const number = numbers.get(storedName(field));
    if (number !== undefined) return [sameName(field, number)];
    const same = exact.get(field.column) ?? exact.get(storedName(field));
    if (same && !areOneRun(field, same)) return [sameName(field, same)];
    exact.set(field.column, field).set(storedName(field), field);
    if (field.excluded) return [];
    const key = storedName(field).toLowerCase();
    const differentCase = folded.get(key);
    if (differentCase && !areOneRun(field, differentCase)) return [caseOnly(field, differentCase)];
    folded.set(key, field);
    return isReserved(key) ? [reserved(field)] : [];
  });
}

/** Samples of one array share a column. */
function areOneRun({ leaf, tag }: CompiledField, other: CompiledField): boolean {
  const place = (path: string) => path.replace(/\[\d+\]/g, "[]");
  return tag?.kind === "sample" && other.tag?.kind === "sample" && place(leaf.path) === place(other.leaf.path);
}

/** Entries of `store_exclude` that match no field of the channel. */
export function checkStoreExclude(plan: ChannelPlan, structs: readonly CompiledStruct[]): Diagnostic[] {
  if (plan.storeExclude.length === 0) return [];
  const names = new Set(structs.flatMap(({ fields }) => fields.flatMap(excludableNames)));
  return plan.storeExclude
    .filter((entry) => !names.has(entry))
    .map((entry) => {
      const nearest = nearestName(entry, names);
      return report(RULES, "W324", undefined, { channel: plan.name, entry, nearest });
    });
}

/** Names of a field that `store_exclude` accepts: its path, its stored name, its top-level member. */
export function excludableNames({ leaf, column }: Pick<CompiledField, "leaf" | "column">): string[] {
  return [leaf.path, column, topLevelName(leaf.path)];
}

function topLevelName(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

function sameName(field: CompiledField, first: CompiledField): Diagnostic {
  const details = {
    field: field.leaf.path,
    column: field.column,
    first: first.leaf.path,
    firstLine: placeOf(first).start.line,
  };
  return report(RULES, "E317", placeOf(field), details, firstPlace(first));
}

function caseOnly(field: CompiledField, first: CompiledField): Diagnostic {
  const details = {
    field: field.leaf.path,
    column: field.column,
    first: first.leaf.path,
    firstColumn: first.column,
    firstLine: placeOf(first).start.line,
  };
  return report(RULES, "E318", placeOf(field), details, firstPlace(first));
}

function reserved(field: CompiledField): Diagnostic {
  return report(RULES, "E319", placeOf(field), { field: field.leaf.path, column: field.column });
}

function firstPlace(first: CompiledField): Diagnostic["related"] {
  return [{ span: placeOf(first), message: `'${first.leaf.path}' has this name first` }];
}

function placeOf(field: CompiledField): CompiledField["leaf"]["span"] {
  return field.leaf.span;
}
