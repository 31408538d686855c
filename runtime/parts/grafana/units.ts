/** Converts headers' units to Grafana's unit IDs. */

import { plainUnit, unitNamed } from "../../channels/units.ts";

/**
 * Known texts become Grafana's unit; other texts are appended unchanged to the value, since many (`m`, `h`, `hex`) are
 * IDs of other units.
 */
export function grafanaUnit(text: string): string {
  const plain = plainUnit(text);
  if (/\bg\b.*acceleration|acceleration.*\bg\b/i.test(plain)) return "accG";
  return unitNamed(plain)?.grafana ?? `suffix:${plain}`;
}
