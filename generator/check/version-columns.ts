/** Checks columns that several versions of a channel share: their units must be equal or convertible. */

import { storedName } from "../../runtime/codec/fields.ts";
import { CONFIG } from "../diagnostics/codes/config.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { CompiledChannel, CompiledField, CompiledStruct } from "../rules/compiled-rule.ts";
import { nearestName } from "../rules/nearest-name.ts";
import { checkStoredNames, excludableNames } from "../rules/stored-names.ts";
import { conversionOf, inUnit } from "../rules/units.ts";

/** The newest definition of a column. */
interface Known {
  readonly field: CompiledField;
  readonly version: string;
}

/** Converts values of older versions to the units of the newest version. */
export function joinVersionColumns(channels: readonly CompiledChannel[]): Outcome<CompiledChannel[]> {
  if (channels.length < 2) return { value: [...channels], diagnostics: [] };
  const known = new Map<string, Known>();
  const diagnostics: Diagnostic[] = [];
  // The first channel is the newest version.
  const value = channels.map((channel): CompiledChannel => {
    const { plan } = channel;
    const apart = plan.versionOf === undefined ? [] : (plan.versionColumns ?? []);
    const structs = channel.structs.map((struct) => {
      const fields = struct.fields.map((field) => {
        if (excludableNames(field).some((name) => apart.includes(name))) return named(field, plan.version ?? "");
        const outcome = joinedField(field, struct, plan.version ?? "", known);
        diagnostics.push(...outcome.diagnostics);
        return outcome.value;
      });
      if (apart.length > 0) diagnostics.push(...checkStoredNames(fields));
      return { ...struct, fields };
    });
    return { ...channel, structs };
  });
  diagnostics.push(...unknownColumns(channels));
  return { value, diagnostics: onePerRun(diagnostics) };
}

/** Gives the field a column with the version as suffix. */
function named(field: CompiledField, version: string): CompiledField {
  const { tag } = field;
  const own = (column: string) => `${column}_${version}`;
  return {
    ...field,
    column: own(field.column),
    ...(tag?.kind === "sample" && { tag: { ...tag, column: own(tag.column) } }),
  };
}

function joinedField(
  field: CompiledField,
  { measurement }: CompiledStruct,
  version: string,
  known: Map<string, Known>,
): Outcome<CompiledField> {
  if (field.excluded) return { value: field, diagnostics: [] };
  const column = storedName(field);
  const key = `${measurement}\0${column}`;
  const newer = known.get(key);
  if (newer === undefined) known.set(key, { field, version });
  if (newer === undefined || newer.version === version) return { value: field, diagnostics: [] };
  const details = {
    column,
    measurement,
    versions: [version, newer.version] as const,
    units: [field.unit, newer.field.unit] as const,
  };
  const related = [{ span: newer.field.leaf.span, message: `the field in ${newer.version}` }];
  const problem = (code: "E508" | "N509" | "W510") => report(CONFIG, code, field.leaf.span, details, related);
  const [unit, wanted] = details.units;
  if (unit === wanted) {
    const isSame = unit !== undefined || field.expressionText === newer.field.expressionText;
    return { value: field, diagnostics: isSame ? [] : [problem("W510")] };
  }
  if (unit === undefined || wanted === undefined) return { value: field, diagnostics: [problem("W510")] };
  const line = conversionOf(unit, wanted);
  if (line === undefined || field.leaf.kind === "text") return { value: field, diagnostics: [problem("E508")] };
  return { value: inUnit(field, line, wanted), diagnostics: [problem("N509")] };
}

function unknownColumns(channels: readonly CompiledChannel[]): Diagnostic[] {
  const older = channels.filter(({ plan }) => plan.versionOf !== undefined);
  const names = new Set(
    older.flatMap(({ structs }) => structs).flatMap(({ fields }) => fields.flatMap(excludableNames)),
  );
  const { versionOf: channel = "", versionColumns = [] } = older[0]?.plan ?? {};
  return versionColumns
    .filter((entry) => !names.has(entry))
    .map((entry) => report(CONFIG, "E511", undefined, { channel, entry, nearest: nearestName(entry, names) }));
}

/** Keeps one diagnostic per declaration; the elements of an array all report the same. */
function onePerRun(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, span, message }) => {
    const key = `${code} ${span?.file}:${span?.start.line}:${span?.start.column} ${span === undefined ? message : ""}`;
    return !seen.has(key) && seen.add(key);
  });
}
