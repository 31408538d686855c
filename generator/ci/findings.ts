/** What a check of a project found, for the formats of continuous integration. */

import { relative, resolve, sep } from "node:path";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { FoldedChange } from "../breaking/fold.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position, Span } from "../source/span.ts";

export type Level = "error" | "warning" | "note";

export interface FoundPlace {
  /** Relative to the repository, with slashes. */
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

export interface Finding {
  /** `E407`, or `breaking-wire`. */
  readonly code: string;
  readonly level: Level;
  readonly message: string;
  readonly hint?: string;
  /** Absent for problems of the whole project. */
  readonly place?: FoundPlace;
  readonly related?: readonly { readonly message: string; readonly place: FoundPlace }[];
}

/** Where paths are relative to. */
export interface Roots {
  /** Folder of the configuration file. */
  readonly directory: string;
  /** Folder of the repository. */
  readonly repository: string;
}

export function diagnosticFinding(diagnostic: Diagnostic, roots: Roots): Finding {
  const { code, severity, message, hint, span, related } = diagnostic;
  return {
    ...{ code, level: severity, message },
    ...(hint !== undefined && { hint }),
    ...(span !== undefined && { place: placeOf(span, roots) }),
    ...(related !== undefined && {
      related: related.map((one) => ({ message: one.message, place: placeOf(one.span, roots) })),
    }),
  };
}

function placeOf({ file, start, end }: Span, { directory, repository }: Roots): FoundPlace {
  return { file: relative(repository, resolve(directory, file)).split(sep).join("/"), start, end };
}

/** The parts of a catalogue that say where a struct and its fields are. */
interface PlacedChannel {
  readonly structs: readonly {
    readonly name: string;
    readonly source: string;
    readonly fields: readonly { readonly path: string; readonly line: number }[];
  }[];
}

/** @param catalogue of the headers as they are now */
export function changeFindings(
  changes: readonly FoldedChange[],
  catalogue: string,
  level: Level,
  roots: Roots,
): Finding[] {
  const { channels } = JSON.parse(catalogue) as { readonly channels: Readonly<Record<string, PlacedChannel>> };
  const byName = dictionary(channels);
  return changes.map((change) => {
    const place = placeOfChange(change, byName, roots);
    const { kind, text, consequences = [] } = change;
    return {
      code: `breaking-${kind}`,
      level,
      message: [`${subjectOf(change)}: ${text}`, ...consequences].join("; "),
      hint: HINTS[kind],
      ...(place !== undefined && { place }),
    };
  });
}

export function subjectOf({ channel, struct, field }: Pick<FoldedChange, "channel" | "struct" | "field">): string {
  return [channel, struct, field].filter((part) => part !== undefined).join(" ");
}

const HINTS: Readonly<Record<FoldedChange["kind"], string>> = {
  wire: "firmware with the old header is still in the field: keep it as a version ('versions =' in the channel's section), or add the field at the end",
  name: "dashboards, alarms and queries name the stored column; '@rule: name=…' keeps the old name",
  type: "the store refuses a column of another type; give the field another stored name",
  unit: "values before and after the change do not compare; give the field another stored name",
  value: "values before and after the change do not compare; give the field another stored name",
};

function placeOfChange(
  { channel, struct, field }: FoldedChange,
  channels: Readonly<Record<string, PlacedChannel>>,
  roots: Roots,
): FoundPlace | undefined {
  const found = channels[channel]?.structs.find(({ name }) => name === struct);
  if (found === undefined) return undefined;
  const [, file = "", ofStruct = "1"] = /^(.*):(\d+)$/.exec(found.source) ?? [];
  const isArray = (path: string) => field?.startsWith(`${path}[`) === true;
  const own = found.fields.find(({ path }) => path === field) ?? found.fields.find(({ path }) => isArray(path));
  const line = own?.line ?? Number(ofStruct);
  const at = { line, column: 1 };
  return placeOf({ file, start: at, end: at }, roots);
}

export function withHint({ message, hint }: Finding): string {
  return hint === undefined ? message : `${message}\nhint: ${hint}`;
}

export function counted(findings: readonly Finding[]): Readonly<Record<Level | "breaking", number>> {
  const of = (level: Level) => findings.filter((one) => one.level === level && !isBreaking(one)).length;
  return { error: of("error"), warning: of("warning"), note: of("note"), breaking: findings.filter(isBreaking).length };
}

export function isBreaking({ code }: Finding): boolean {
  return code.startsWith("breaking-");
}
