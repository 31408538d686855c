/** What InfluxQL says of tags: which columns are tags, what an absent one means, and which series there are. */

import type { FieldType } from "../../model/point.ts";
import { meets, type RowCondition } from "../../model/row-condition.ts";
import type { SelectSource } from "./read-rows.ts";
import { countedBy, runSelect } from "./select.ts";
import { InfluxqlError } from "./tokens.ts";

export type Described = Pick<SelectSource, "columns" | "tags">;

/** Text columns, where the store does not know which are tags. */
export function tagsOf({ columns, tags }: Described): string[] {
  const names = tags ?? new Set([...columns].filter(([, type]) => type === "string").map(([name]) => name));
  return [...names].filter((name) => columns.has(name)).sort();
}

export function fieldsOf({ columns, tags }: Described): [name: string, type: FieldType][] {
  return [...columns].filter(([name]) => !tags?.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Each other name than that of a field is a tag's. An absent tag has an empty value. [seen with InfluxDB 1.6.7] */
export function readAsTags(condition: RowCondition, described: Described): RowCondition {
  if ("of" in condition) return { ...condition, of: condition.of.map((one) => readAsTags(one, described)) };
  const { column } = condition;
  const isField = described.columns.has(column) && !described.tags?.has(column);
  return isField ? condition : { ...condition, absent: "empty" };
}

export type SeriesTags = Readonly<Record<string, string>>;

/** The series of a measurement that meet a condition on tags, with an empty text for each absent tag. @throws InfluxqlError */
export async function seriesIn(source: SelectSource, where: RowCondition | undefined): Promise<readonly SeriesTags[]> {
  const fields = fieldsOf(source).map(([name]) => name);
  const found = await runSelect(countedBy(fields, tagsOf({ ...source, tags: source.tags ?? new Set() })), source);
  const all = found.map(({ tags = {} }) => tags);
  if (where === undefined) return all;
  const condition = readAsTags(where, source);
  if (testsField(condition)) throw new InfluxqlError("a list may have conditions on tags and the time, not on fields");
  return all.filter((tags) => meets(condition, (column) => tags[column] ?? null));
}

function testsField(condition: RowCondition): boolean {
  return "of" in condition ? condition.of.some(testsField) : condition.absent === undefined;
}

/** `cpu,host=a`, as in line protocol. A measurement without tags has its name, which is a key already where it was made of one. */
export function seriesKey(measurement: string, tags: SeriesTags): string {
  const given = Object.entries(tags).filter(([, value]) => value !== "");
  if (given.length === 0) return measurement.replaceAll(" ", "\\ ");
  const name = measurement.replaceAll(/[, ]/g, "\\$&");
  return [name, ...given.map((pair) => pair.map((text) => text.replaceAll(/[,= ]/g, "\\$&")).join("="))].join(",");
}
