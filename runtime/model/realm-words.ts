/** Values of keys in `[realms]` and `[realm-<name>]`. */

/** The name that stands for all realms without a section. */
export const ALL_REALMS = "*";

/** Dialects of other services that a realm can accept: `compat`. */

export const DIALECT_NAMES = [
  "tasmota",
  "airrohr",
  "bulk",
  "aliases",
  "csv",
  "answers",
  "wunderground",
  "osmand",
  "dates",
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

/** `kotori` means all of them. @throws Error with one sentence */
export function parseDialects(text: string): readonly DialectName[] {
  const wanted = text.split(/[\s,]+/).filter((name) => name !== "");
  const unknown = wanted.find((name) => name !== "kotori" && !(DIALECT_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no dialect '${unknown}'; known are kotori, ${DIALECT_NAMES.join(", ")}`);
  return DIALECT_NAMES.filter((name) => wanted.includes("kotori") || wanted.includes(name));
}

/** Whether all are chosen. Together they also turn on Kotori's other behaviour. */
export function isKotori(compat: readonly DialectName[] = []): boolean {
  return DIALECT_NAMES.every((name) => compat.includes(name));
}

/** Fields that Kotori stores as tags. [kotori/daq/storage/influx.py] */
export const KOTORI_TAGS = ["geohash", "location", "location_id", "location_name", "sensor_id", "sensor_type"] as const;
