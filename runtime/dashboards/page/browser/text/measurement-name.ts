/** What identifies a measurement, and how many of them one request can name. No DOM. */

export interface MeasurementName {
  readonly database: string;
  readonly measurement: string;
}

export function feedKey({ database, measurement }: MeasurementName): string {
  return `${database} ${measurement}`;
}

/** The service's limit. */
const MOST_NAMES = 100;
/** Proxies take addresses up to 8 KB. */
const MOST_CHARACTERS = 6000;

interface Named {
  readonly description: MeasurementName;
}

/** @returns the number of the first ones that fit, at least one */
export function fitting(all: readonly Named[]): number {
  let characters = 0;
  const first = all.findIndex(({ description: { database, measurement } }, index) => {
    characters += encodeURIComponent(`${database}${measurement}`).length + "&database=&measurement=".length;
    return index === MOST_NAMES || (index > 0 && characters > MOST_CHARACTERS);
  });
  return first < 0 ? all.length : first;
}
