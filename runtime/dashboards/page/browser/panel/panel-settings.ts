/**
 * The users' settings of panels: stored in the service, and validated like any external data. Their types follow from
 * their readers, which leave out invalid parts. No DOM.
 */

import { isRecord } from "../../../../lib/foreign-json.ts";

const MOST_SERIES = 1000;

/** Undefined if the value is invalid. */
type Read<Value> = (value: unknown) => Value | undefined;
type Parts<Shape extends Readonly<Record<string, Read<unknown>>>> = {
  readonly [Name in keyof Shape]?: NonNullable<ReturnType<Shape[Name]>>;
};
type Needing<Value, Name extends keyof Value> = Value & Required<Pick<Value, Name>>;

const flag: Read<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const name: Read<string> = (value) => (typeof value === "string" ? value : undefined);
const text: Read<string> = (value) => name(value)?.slice(0, 1000) || undefined;
const option: Read<string | number | boolean> = (value) =>
  name(value) ?? flag(value) ?? (typeof value === "number" ? value : undefined);

const COLUMN = record({
  shown: flag,
  /** Index of one of the theme's line colours. */
  colour: number(0, 7),
  unit: text,
  /** Columns with the same number share a chart; others are grouped by unit and scale. */
  chart: number(1, 99),
  drawn: oneOf("line", "steps", "points", "states"),
  /** For counters: the change per second instead of the value. */
  rate: flag,
  /** `right`: on a second axis of its chart. */
  axis: oneOf("right"),
});

const AXIS = record({
  min: number(-Number.MAX_VALUE, Number.MAX_VALUE),
  max: number(-Number.MAX_VALUE, Number.MAX_VALUE),
  /** `log`: logarithmic; values that are not positive are left out. */
  scale: oneOf("log"),
});

const DERIVED = record({ name: text, expression: text, unit: text }, "name", "expression");
const SERIES = record({ database: name, measurement: name, column: name }, "database", "column");
const NAME = record({ database: name, measurement: name }, "database", "measurement");

/** Undefined if it is not an object. */
export const readPanelSettings = record({
  kind: text,
  title: text,
  hidden: flag,
  /** Columns of the page's grid. */
  width: number(0.25, 12),
  /** Height of a chart, relative to the usual one. */
  height: number(0.5, 12),
  columns: entries(COLUMN),
  /** By the name of the chart's first column. */
  axes: entries(AXIS),
  derived: (value) => list(DERIVED)(value) ?? [],
  /** Columns of other measurements in addition to the panel's own. */
  series: list(SERIES, MOST_SERIES),
  /** False: only `series`, without the panel's own measurement. */
  own: flag,
  /** Options of the kind. */
  options: entries(option),
});

const LAYOUT = record({
  /** The dashboard's title; by default its name. */
  title: text,
  /** False: it has only the added panels, no automatic ones. */
  automatic: oneOf(false),
  /** It is for any device; this is the one that it was made with. */
  device: NAME,
  /** Panels in display order; panels that are not listed follow. */
  order: (value) => list(name)(value) ?? [],
  panels: entries(readPanelSettings),
  /** Measurements of the panels that a user added. */
  added: entries(NAME),
});

type Value<Reader extends Read<unknown>> = NonNullable<ReturnType<Reader>>;
export type ColumnSettings = Value<typeof COLUMN>;
export type AxisSettings = Value<typeof AXIS>;
/** A series computed from others, in the language of `@rule: expr=`. */
export type DerivedColumn = Value<typeof DERIVED>;
/** A column of a measurement; without a measurement, of every one in the database that has it. */
export type SeriesName = Value<typeof SERIES>;
export type PanelSettings = Value<typeof readPanelSettings>;
export type Layout = Needing<Value<typeof LAYOUT>, "order" | "panels" | "added">;

export const EMPTY_LAYOUT: Layout = { order: [], panels: {}, added: {} };

/** Reads a layout from the service or the browser. */
export function readLayout(stored: unknown): Layout {
  return (LAYOUT(stored) ?? EMPTY_LAYOUT) as Layout;
}

function number(min: number, max: number): Read<number> {
  return (value) => (typeof value === "number" && value >= min && value <= max ? value : undefined);
}

function oneOf<const Word extends string | boolean>(...words: readonly Word[]): Read<Word> {
  return (value) => words.find((word) => word === value);
}

/** @param needed parts without which the whole is left out */
function record<Shape extends Readonly<Record<string, Read<unknown>>>, Name extends keyof Shape = never>(
  shape: Shape,
  ...needed: readonly Name[]
): Read<Needing<Parts<Shape>, Name>> {
  return (value) => {
    if (!isRecord(value)) return undefined;
    const read = Object.entries(shape).map(([key, readPart]) => [key, readPart(value[key])] as const);
    const made = Object.fromEntries(read.filter(([, part]) => part !== undefined));
    return needed.every((key) => key in made) ? (made as Needing<Parts<Shape>, Name>) : undefined;
  };
}

function list<Item>(read: Read<Item>, most = Number.POSITIVE_INFINITY): Read<readonly Item[]> {
  return (value) => (Array.isArray(value) ? value.slice(0, most).flatMap((one) => read(one) ?? []) : undefined);
}

// Names come from outside: an object without a prototype has no inherited ones.
function entries<Item>(read: Read<Item>): (value: unknown) => Readonly<Record<string, Item>> {
  return (value) => {
    const made = Object.create(null) as Record<string, Item>;
    for (const [key, one] of isRecord(value) ? Object.entries(value) : []) {
      const known = read(one);
      if (known !== undefined) made[key] = known;
    }
    return made;
  };
}
