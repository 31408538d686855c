/** Range and arcs of a gauge. No DOM. */

import type { ColumnDescription } from "../../../../model/measurement.ts";
import { axisRange, type Extent } from "../chart/chart-shapes.ts";
import type { AxisSettings } from "../panel/panel-settings.ts";

type Limits = ColumnDescription["limits"];

/** The user's setting, else a range around limits and values. */
export function gaugeRange(
  options: Readonly<Record<string, unknown>>,
  axis: AxisSettings | undefined,
  limits: Limits,
  extent: Extent | undefined,
): readonly [from: number, to: number] {
  const number = (name: string) => {
    const text = String(options[name] ?? "").trim();
    return text === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  const ends = [limits?.warn?.min, limits?.warn?.max, limits?.alarm?.min, limits?.alarm?.max, extent?.min, extent?.max];
  const known = ends.filter((end) => end !== undefined);
  const [low, high] = known.length === 0 ? [null, null] : [Math.min(...known), Math.max(...known)];
  const [min, max] = [number("from") ?? axis?.min, number("to") ?? axis?.max];
  const [from, to] = axisRange(low, high, { ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  // Rounds the ends that nobody set. With fewer digits, both ends of a large counter's values were one.
  const step = 10 ** (Math.floor(Math.log10(to - from)) - 1);
  const isSet = (end: number) => end === min || end === max;
  const rounded = (end: number, round: (one: number) => number) =>
    Number((isSet(end) ? end : round(end / step) * step).toPrecision(15));
  return [rounded(from, Math.floor), rounded(to, Math.ceil)];
}

export interface Zone {
  readonly kind: "warn" | "alarm";
  readonly from: number;
  readonly to: number;
}

/** Areas beyond the limits, within the gauge. */
export function zonesOf(limits: Limits, from: number, to: number): readonly Zone[] {
  return (["warn", "alarm"] as const).flatMap((kind): Zone[] => {
    const { min, max } = limits?.[kind] ?? {};
    const beyond = kind === "warn" ? limits?.alarm : undefined;
    return [
      ...(min !== undefined && min > from ? [{ kind, from: Math.max(from, beyond?.min ?? from), to: min }] : []),
      ...(max !== undefined && max < to ? [{ kind, from: max, to: Math.min(to, beyond?.max ?? to) }] : []),
    ];
  });
}

/** A part of the upper half of a circle around 60, 58; 0 is at the left and 1 at the right. */
export function arcPath(from: number, to: number, radius: number): string {
  const at = (share: number) => {
    const angle = Math.PI * (1 - share);
    return `${(60 + radius * Math.cos(angle)).toFixed(2)} ${(58 - radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}`;
}
