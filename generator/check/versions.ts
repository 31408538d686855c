/** Checks that a receiver can tell apart layouts that share an ID in one channel. */

import { CONFIG } from "../diagnostics/codes/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { schemaOf } from "../layout/schema.ts";
import type { StructLayout } from "../layout/struct-layout.ts";
import { leaves } from "../layout/struct-layout.ts";
import { versionTag } from "../layout/version-tag.ts";
import type { CompiledChannel, CompiledStruct } from "../rules/compiled-rule.ts";

/** Reports pairs of layouts that have the same ID, overlapping lengths and no version tag. */
export function checkVersions(channels: readonly CompiledChannel[]): Diagnostic[] {
  return channels
    .filter(({ plan }) => plan.versionOf === undefined && plan.version !== undefined && plan.pinned !== true)
    .flatMap((newest) => {
      const all = [newest, ...channels.filter(({ plan }) => plan.versionOf === newest.plan.name)];
      return all.flatMap((one, index) =>
        all.slice(index + 1).flatMap((other) => clashes(one, other, newest.plan.name)),
      );
    });
}

function clashes(one: CompiledChannel, other: CompiledChannel, channel: string): Diagnostic[] {
  return one.structs.flatMap((struct) => {
    const { layout } = struct;
    const older = other.structs.find((candidate) => candidate.layout.id === layout.id);
    if (older === undefined || isToldApart(layout, older.layout)) return [];
    if (schemaOf(layout) === schemaOf(older.layout) && meansTheSame(struct, older)) return [];
    const details = {
      channel,
      id: layout.id,
      name: layout.message.name,
      versions: [one.plan.version ?? "", other.plan.version ?? ""],
      size: Math.max(layout.wireSize, older.layout.wireSize),
    };
    const related = [{ span: older.layout.message.span, message: `the layout of ${other.plan.version}` }];
    return [report(CONFIG, "E505", layout.message.span, details, related)];
  });
}

/** Identical layouts are compatible if their rows are equal. A unit that only one of them states changes no value. */
function meansTheSame(one: CompiledStruct, other: CompiledStruct): boolean {
  return one.fields.every((field, index) => {
    const { column, unit, expressionText } = other.fields[index]!;
    const isOneUnit = field.unit === undefined || unit === undefined || field.unit === unit;
    return field.column === column && isOneUnit && field.expressionText === expressionText;
  });
}

function isToldApart(one: StructLayout, other: StructLayout): boolean {
  if (one.wireSize > other.size || other.wireSize > one.size) return true;
  const [a, b] = [tagOf(one), tagOf(other)];
  return a !== undefined && b !== undefined && a !== b;
}

function tagOf({ members }: StructLayout): number | undefined {
  return leaves(members)
    .map(versionTag)
    .find((value) => value !== undefined);
}
