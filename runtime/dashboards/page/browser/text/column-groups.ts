/** Groups columns into charts, so that no line is flattened by a larger one. */

interface ColumnFacts {
  readonly unit: string | undefined;
  /** Range of the values seen; undefined before the first one. */
  readonly extent: { readonly min: number; readonly max: number } | undefined;
}

/** Minimum fraction of its chart's height that a line must fill. */
const MIN_SHARE = 1 / 20;
const MAX_LINES = 8;

/** One chart for each unit, and more if the values of a unit differ too much in scale; in column order. */
export function groupColumns<Column extends ColumnFacts>(columns: readonly Column[]): readonly Column[][] {
  const groups: [Column, ...Column[]][] = [];
  for (const column of columns) {
    const group = groups.find((candidate) => candidate[0].unit === column.unit && fits(column, candidate));
    if (group === undefined) groups.push([column]);
    else group.push(column);
  }
  return groups;
}

function fits(column: ColumnFacts, members: readonly ColumnFacts[]): boolean {
  if (members.length >= MAX_LINES) return false;
  const all = [...members, column].flatMap((one) => (one.extent === undefined ? [] : [one.extent]));
  if (all.length < 2) return true;
  const height = Math.max(...all.map((one) => one.max)) - Math.min(...all.map((one) => one.min));
  return all.every((one) => share(one, height) >= MIN_SHARE);
}

// A nearly constant line is judged by its size: 0.01 beside 400 would look like zero; 12.0 beside 12.6 does not.
function share({ min, max }: { readonly min: number; readonly max: number }, height: number): number {
  if (height === 0) return 1;
  return Math.max(max - min, Math.abs(max) / 10, Math.abs(min) / 10) / height;
}
