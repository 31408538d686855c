/** Columns of one array that hold names as well as numbers: texts, whatever comes first [D55]. Pure. */

import type { PointColumn } from "../../model/point.ts";
import { decidesText } from "./csv-profile.ts";
import { isWord } from "./head-rows.ts";
import type { DevicePoint } from "./row.ts";

interface Counts {
  numbers: number;
  names: number;
  words: number;
}

/** The points, with the numbers of such columns as their texts. */
export function withTexts(points: readonly DevicePoint[]): readonly DevicePoint[] {
  const [first] = points;
  // Most arrays have one shape, so that no column can have two types.
  if (first === undefined || points.every(({ columns }) => columns === first.columns)) return points;
  const mixed = mixedIn(points);
  if (mixed.size === 0) return points;
  const changed = new Map<readonly PointColumn[], readonly PointColumn[]>();
  return points.map((point) => {
    const { columns, values, texts } = point;
    const isIt = ({ name, type }: PointColumn) => type === "float" && mixed.has(name);
    if (!columns.some(isIt)) return point;
    let own = changed.get(columns);
    if (own === undefined) {
      own = columns.map((column) => (isIt(column) ? { name: column.name, type: "string", isMixed: true } : column));
      changed.set(columns, own);
    }
    const written = values.map((value, index) => {
      const column = columns[index]!;
      return isIt(column) ? (texts?.get(column.name) ?? String(value)) : value;
    });
    return { ...point, columns: own, values: written };
  });
}

function kindOf(type: "float" | "string", text: string): keyof Counts {
  return type === "float" ? "numbers" : isWord(text) ? "words" : "names";
}

function mixedIn(points: readonly DevicePoint[]): ReadonlySet<string> {
  const counts = new Map<string, Counts>();
  for (const { columns, values } of points) {
    for (const [index, { name, type, isTag }] of columns.entries()) {
      if (isTag || (type !== "float" && type !== "string")) continue;
      const known = counts.get(name) ?? { numbers: 0, names: 0, words: 0 };
      counts.set(name, known);
      known[kindOf(type, String(values[index]))]++;
    }
  }
  return new Set([...counts].filter(([, each]) => decidesText(each)).map(([name]) => name));
}
