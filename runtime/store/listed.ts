/** Lists measurements in pages: with a hundred thousand of them, a full list is rarely wanted, and expensive. */

import { byPlace, type Listed, type ListQuery, type MeasurementInfo } from "../model/store.ts";

/** Caches the sorted form of an unchanged list. */
const ORDERED = new WeakMap<readonly MeasurementInfo[], readonly MeasurementInfo[]>();

/** Undefined if `after` is not in the list. */
export function listedOf(infos: readonly MeasurementInfo[], query: ListQuery): Listed | undefined {
  const { after, limit } = query;
  const ordered = inOrder(infos);
  const last = after === undefined ? -1 : ordered.findIndex((place) => isPlace(place, after));
  if (after !== undefined && last < 0) return undefined;
  const isWanted = selects(query);
  const found: MeasurementInfo[] = [];
  for (let index = last + 1; index < ordered.length && found.length < limit; index++) {
    const info = ordered[index]!;
    if (isWanted(info)) found.push(info);
  }
  return { infos: found, ...(last >= 0 && { after: ordered[last]! }) };
}

function selects({ database, measurements, search }: ListQuery): (info: MeasurementInfo) => boolean {
  const text = search?.toLowerCase();
  const named = measurements && new Set(measurements);
  return (info) => {
    if (database !== undefined && info.database !== database) return false;
    if (named?.has(info.measurement) === false) return false;
    if (text === undefined) return true;
    const name = database === undefined ? placeKey(info.database, info.measurement) : info.measurement;
    return name.toLowerCase().includes(text);
  };
}

/** Identifies a measurement in `after`. */
export function placeKey(database: string, measurement: string): string {
  return `${database}/${measurement}`;
}

/** Compares without building the key's text. */
function isPlace({ database, measurement }: MeasurementInfo, key: string): boolean {
  return (
    key.length === database.length + 1 + measurement.length &&
    key.endsWith(measurement) &&
    key.startsWith(`${database}/`)
  );
}

export function inOrder(infos: readonly MeasurementInfo[]): readonly MeasurementInfo[] {
  let ordered = ORDERED.get(infos);
  if (ordered === undefined) {
    const isOrdered = infos.every((info, index) => index === 0 || byPlace(infos[index - 1]!, info) <= 0);
    ordered = isOrdered ? infos : [...infos].sort(byPlace);
    ORDERED.set(infos, ordered);
  }
  return ordered;
}
