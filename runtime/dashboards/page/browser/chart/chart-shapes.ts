/**
 * Assigns columns to charts and chooses how to draw them: data in, data out, so that a server can draw, too. No DOM.
 */

import { dictionary } from "../../../../lib/dictionary.ts";
import { arraySizes, stemOf } from "../../../../model/main-column.ts";
import type { ColumnDescription, MeasurementDescription } from "../../../../model/measurement.ts";
import type { AxisSettings, ColumnSettings, PanelSettings } from "../panel/panel-settings.ts";
import { MOST_ARRAY_LINES } from "../series/array-lines.ts";
import { groupColumns } from "../text/column-groups.ts";
import { say } from "../text/words.ts";

export interface Extent {
  readonly min: number;
  readonly max: number;
}

export interface ChartLine {
  readonly column: string;
  readonly colour: string;
  readonly drawn: "line" | "steps" | "points";
  readonly axis: "left" | "right";
  /** Another line has the same colour. */
  readonly isDashed: boolean;
  /** Lanes: the state's largest value; 1 for a flag. */
  readonly top: number;
  /** Strips: names of values. */
  readonly states?: Readonly<Record<string, string>>;
  readonly stateColours?: NonNullable<ColumnDescription["stateColours"]>;
  readonly limits?: NonNullable<ColumnDescription["limits"]>;
}

/** The axis at the left or right of a chart, with the user's settings. */
export interface ChartAxis extends AxisSettings {
  /** Its first column, under which its settings are stored. */
  readonly name: string;
  /** The quantity of its lines. */
  readonly title: string;
  readonly unit: string | undefined;
}

export interface ChartShape {
  /** `lines` share a unit and a scale, `lanes` hold flags and small numbers, `strips` named states. */
  readonly kind: "lines" | "lanes" | "strips";
  readonly left: ChartAxis;
  /** Present if some lines have a separate axis. */
  readonly right?: ChartAxis;
  readonly lines: readonly ChartLine[];
  /** The lowest chart of a panel shows the labels of the time axis. */
  readonly timeAxis: "labelled" | "bare";
  /** Relative to the usual height. */
  readonly scale: number;
}

const NO_AXIS: ChartAxis = { name: "", title: "", unit: undefined };

const CHART_LINES = 8;
/** Lines that a panel draws by default: with thousands of fields nothing is readable, and drawing takes minutes. */
const MOST_AT_FIRST = 200;
/** Columns that a panel's table shows by default. */
export const MOST_TOLD = 500;

export interface ShapeOptions {
  readonly description: MeasurementDescription;
  readonly settings: PanelSettings;
  readonly extent: (column: string) => Extent | undefined;
  /** Columns of other measurements. */
  readonly others?: readonly ColumnDescription[];
  /** Colours of lines. */
  readonly lines: readonly string[];
}

export function chartShapes({
  description,
  settings,
  extent,
  others = [],
  lines: colours,
}: ShapeOptions): ChartShape[] {
  const guests = others.filter(({ name }) => settings.columns?.[name]?.shown !== false);
  const shown = [...(settings.own === false ? [] : shownColumns(description, settings)), ...guests];
  const scale = settings.height ?? 1;
  const [values, lanes, strips] = sorted(shown, settings);
  // Strips have the colours of their states.
  const colour = colourChooser(
    shown.filter((column) => !strips.includes(column)),
    settings,
    colours,
  );
  const line = (column: ColumnDescription, top: number): ChartLine => ({
    column: column.name,
    colour: colour(column.name),
    drawn: drawnAs(column, settings.columns?.[column.name]),
    axis: settings.columns?.[column.name]?.axis ?? "left",
    isDashed: false,
    top,
    ...(column.states && { states: column.states }),
    ...(column.stateColours && { stateColours: column.stateColours }),
    ...(column.limits && { limits: column.limits }),
  });
  const isRight = ({ name }: ColumnDescription) => settings.columns?.[name]?.axis === "right";
  const left = values.every(isRight) ? values : values.filter((column) => !isRight(column));
  const grouped = settings.own === false ? byUnit(left, settings) : valueGroups(left, settings, extent);
  const right = rightOf(
    values.filter((column) => !left.includes(column)),
    grouped,
    settings,
  );
  const charts = grouped.map((group, i): Omit<ChartShape, "timeAxis"> => {
    const others = right[i]!;
    return {
      kind: "lines",
      left: axisOf(group, settings),
      ...(others.length > 0 && { right: axisOf(others, settings) }),
      lines: dashed([
        ...group.map((column): ChartLine => ({ ...line(column, 1), axis: "left" })),
        ...others.map((column) => line(column, 1)),
      ]),
      scale,
    };
  });
  if (lanes.length > 0) {
    const tops = lanes.map((column) => line(column, column.role === "flag" ? 1 : laneTop(extent(column.name)?.max)));
    charts.push({ kind: "lanes", left: NO_AXIS, lines: tops, scale });
  }
  if (strips.length > 0)
    charts.push({ kind: "strips", left: NO_AXIS, lines: strips.map((one) => line(one, 1)), scale });
  return charts.map((chart, i) => ({ ...chart, timeAxis: i === charts.length - 1 ? "labelled" : "bare" }));
}

function axisOf(group: readonly ColumnDescription[], settings: PanelSettings): ChartAxis {
  const unit = unitOf(group[0]!, settings);
  const { name } = group[0]!;
  return { ...settings.axes?.[name], name, title: titleOf(group, unit, commonColumn(settings)), unit };
}

/**
 * For each chart, the columns of its right axis: those with its number, and in the first chart also those without any.
 */
function rightOf(
  columns: readonly ColumnDescription[],
  groups: readonly (readonly ColumnDescription[])[],
  { columns: chosen }: PanelSettings,
): ColumnDescription[][] {
  const chartOf = ({ name }: ColumnDescription) => chosen?.[name]?.chart;
  const place = (column: ColumnDescription) => {
    const chart = chartOf(column);
    return Math.max(0, chart === undefined ? 0 : groups.findIndex(([first]) => chartOf(first!) === chart));
  };
  return groups.map((_group, i) => columns.filter((column) => place(column) === i));
}

const QUANTITIES: Readonly<Record<string, string>> = dictionary({
  V: "Voltage",
  mV: "Voltage",
  A: "Current",
  mA: "Current",
  W: "Power",
  kW: "Power",
  Wh: "Energy",
  kWh: "Energy",
  J: "Energy",
  "°C": "Temperature",
  K: "Temperature",
  "°F": "Temperature",
  bar: "Pressure",
  mbar: "Pressure",
  Pa: "Pressure",
  hPa: "Pressure",
  kPa: "Pressure",
  "m/s": "Speed",
  "km/h": "Speed",
  kn: "Speed",
  "m/s²": "Acceleration",
  "1/min": "Rotation",
  rpm: "Rotation",
  Hz: "Frequency",
  N: "Force",
  Nm: "Torque",
  kg: "Mass",
  Ω: "Resistance",
  lx: "Illuminance",
  dBm: "Signal",
  "°": "Angle",
  deg: "Angle",
  degrees: "Angle",
  "°/s": "Angular rate",
});
/** Number of names in a title; further ones are counted. */
const MOST_NAMED = 3;

/** The column of a panel that compares one column of many devices. */
function commonColumn({ own, series = [] }: PanelSettings): string | undefined {
  const columns = new Set(series.map(({ column }) => column));
  return own === false && columns.size === 1 ? [...columns][0] : undefined;
}

/** The name of a single line; for several, their quantity, else their names. */
function titleOf(columns: readonly ColumnDescription[], unit: string | undefined, title?: string): string {
  const names = columns.map(({ name }) => name);
  if (title !== undefined) return title;
  if (names.length === 1) return names[0]!;
  const quantity = QUANTITIES[unit ?? ""];
  if (quantity !== undefined) return say(quantity);
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(", ")} +${more}` : names.join(", ");
}

/** Stored and computed columns. */
export function allColumns(description: MeasurementDescription, settings: PanelSettings): readonly ColumnDescription[] {
  const derived = (settings.derived ?? []).map(
    ({ name, unit }): ColumnDescription => ({ name, type: "float", role: "value", ...(unit && { unit }) }),
  );
  return [...description.columns, ...derived];
}

export function unitOf({ name, unit }: ColumnDescription, settings: PanelSettings): string | undefined {
  const chosen = settings.columns?.[name];
  const shown = chosen?.unit ?? unit;
  return chosen?.rate === true ? `${shown ?? "1"}/s` : shown;
}

export function isShown(
  column: ColumnDescription,
  description: MeasurementDescription,
  settings: PanelSettings,
): boolean {
  const chosen = settings.columns?.[column.name]?.shown;
  if (chosen !== undefined) return chosen;
  if (column.role === "frame") return false;
  return (
    shownAtFirst(description).has(column.name) || settings.derived?.some(({ name }) => name === column.name) === true
  );
}

const SHOWN_AT_FIRST = new WeakMap<MeasurementDescription, ReadonlySet<string>>();

/** Columns that are drawn by default. */
function shownAtFirst(description: MeasurementDescription): ReadonlySet<string> {
  let known = SHOWN_AT_FIRST.get(description);
  if (known === undefined) {
    const sizes = arraySizes(description);
    const drawn = description.columns.filter((column) => {
      if (column.role === "text") return isStateText(column);
      return column.role !== "frame" && (sizes.get(stemOf(column.name)) ?? 0) <= MOST_ARRAY_LINES;
    });
    known = new Set(drawn.slice(0, MOST_AT_FIRST).map(({ name }) => name));
    SHOWN_AT_FIRST.set(description, known);
  }
  return known;
}

function shownColumns(description: MeasurementDescription, settings: PanelSettings): ColumnDescription[] {
  return allColumns(description, settings).filter((column) => isShown(column, description, settings));
}

// Free text is shown in the table; as a strip, each message would be a colour.
function isStateText({ name }: ColumnDescription): boolean {
  return /(^|[._])(state|status|mode|phase|stage)$/i.test(name);
}

function sorted(
  columns: readonly ColumnDescription[],
  settings: PanelSettings,
): [values: ColumnDescription[], lanes: ColumnDescription[], strips: ColumnDescription[]] {
  const sorts: [ColumnDescription[], ColumnDescription[], ColumnDescription[]] = [[], [], []];
  for (const column of columns) {
    const drawn = settings.columns?.[column.name]?.drawn;
    if (column.role === "text" || drawn === "states" || (drawn === undefined && column.states)) sorts[2].push(column);
    else if (drawn === undefined && (column.role === "flag" || column.role === "state")) sorts[1].push(column);
    else sorts[0].push(column);
  }
  return sorts;
}

function drawnAs({ role, states }: ColumnDescription, chosen: ColumnSettings | undefined): ChartLine["drawn"] {
  if (chosen?.drawn !== undefined && chosen.drawn !== "states") return chosen.drawn;
  return role === "flag" || role === "state" || states ? "steps" : "line";
}

/** First the groups that the user made, then the others by unit and scale. */
function valueGroups(
  columns: readonly ColumnDescription[],
  settings: PanelSettings,
  extent: ShapeOptions["extent"],
): ColumnDescription[][] {
  const chosen = new Map<number, ColumnDescription[]>();
  const free: ColumnDescription[] = [];
  for (const column of columns) {
    const chart = settings.columns?.[column.name]?.chart;
    if (chart === undefined) free.push(column);
    else chosen.set(chart, [...(chosen.get(chart) ?? []), column]);
  }
  const facts = free.map((column) => ({ column, unit: unitOf(column, settings), extent: extent(column.name) }));
  const groups = groupColumns(facts).map((group) => group.map(({ column }) => column));
  return [...[...chosen].sort(([a], [b]) => a - b).map(([, group]) => group), ...groups];
}

/** Devices side by side are compared, whatever their scales. */
function byUnit(columns: readonly ColumnDescription[], settings: PanelSettings): ColumnDescription[][] {
  const groups = new Map<string | undefined, ColumnDescription[]>();
  for (const column of columns) {
    const unit = unitOf(column, settings);
    groups.set(unit, [...(groups.get(unit) ?? []), column]);
  }
  return [...groups.values()];
}

function colourChooser(columns: readonly ColumnDescription[], settings: PanelSettings, colours: readonly string[]) {
  const chosen = new Map<string, string>();
  const count = Math.min(colours.length, CHART_LINES);
  let next = 0;
  for (const { name } of columns) {
    const index = settings.columns?.[name]?.colour ?? next++;
    chosen.set(name, colours[index % count]!);
  }
  return (name: string): string => chosen.get(name) ?? colours[0]!;
}

/** Lines whose colour another one has are dashed, so that no two of a chart look alike. */
function dashed(lines: readonly ChartLine[]): readonly ChartLine[] {
  const seen = new Set<string>();
  const marked = lines.map((line) => {
    const isDashed = seen.has(line.colour);
    seen.add(line.colour);
    return { ...line, isDashed };
  });
  // Where more than two lines share a colour, dashes tell none from another.
  return lines.length > 2 * seen.size ? lines : marked;
}

// 1, 3, 7 or 15: the maximum of a bit-field, so that the scale does not change with the state.
function laneTop(max: number | undefined): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, max ?? 1) + 1)) - 1;
}

/** Adds some room above and below the values; ends set by the user apply unchanged, in their order. */
export function axisRange(min: number | null, max: number | null, fixed: AxisSettings): [number, number] {
  const isLog = fixed.scale === "log";
  const [low, high] = isLog ? decades(min, max) : padded(min, max);
  const [first, last] = [fixed.min, fixed.max].map((end) =>
    end === undefined || (isLog && end <= 0) ? undefined : end,
  );
  const [from, to] = [first ?? low, last ?? high];
  if (from < to) return apart(from, to);
  if (first === undefined) return apart(isLog ? to / 10 : to - 1, to);
  return apart(
    ...(last !== undefined && to < from ? ([to, from] as const) : ([from, isLog ? from * 10 : from + 1] as const)),
  );
}

/**
 * A range that is wide enough for ticks: a tick that is smaller than the distance of two doubles never reaches the end,
 * and uPlot goes on adding it. So it does if no double holds the range's length: the ends of such values are cut.
 */
export function apart(from: number, to: number): [number, number] {
  if (!Number.isFinite(to - from)) return [Math.max(from, -Number.MAX_VALUE) / 2, Math.min(to, Number.MAX_VALUE) / 2];
  const least = Math.max(Math.abs(from), Math.abs(to)) * 2 ** -44;
  return to - from >= least ? [from, to] : [from - least / 2, from + least / 2];
}

/** Powers of ten around the positive values. */
function decades(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !(max > 0)) return [1, 10];
  const low = Math.floor(Math.log10(min > 0 ? min : max / 1000));
  return [10 ** low, 10 ** Math.max(low + 1, Math.ceil(Math.log10(max)))];
}

function padded(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !Number.isFinite(min)) return [0, 1];
  const around = min === max ? Math.abs(min) * 0.02 || 1 : max * 0.08 - min * 0.08;
  return [Math.max(min - around, -Number.MAX_VALUE), Math.min(max + around, Number.MAX_VALUE)];
}

/** Powers of ten with ticks; between fewer of them, their multiples have ticks, too. */
const MOST_POWERS = 8;
const FEW_POWERS = 4;

/**
 * Ticks of a logarithmic axis. Our own: uPlot 1.6.32 adds its ticks without an end if the axis begins a little below a power of ten
 * (https://github.com/leeoniya/uPlot/issues/1098).
 */
export function logTicks(min: number, max: number): number[] {
  const [first, last] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
  const step = Math.ceil((last - first) / MOST_POWERS);
  const digits = last - first > FEW_POWERS ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const powers = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_none, i) => first + i * step);
  const ticks = powers.flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)));
  const within = ticks.filter((tick) => tick >= min && tick <= max);
  return within.length > 1 ? within : [min, max];
}

/** Those ticks of a logarithmic axis that have labels: powers of ten, where there are two, else those at 2 and 5, too. */
export function labelledTicks(ticks: readonly number[]): readonly number[] {
  const digitOf = (tick: number) => Number(tick.toExponential(2).replace(/e.*/, ""));
  const sparse = [[1], [1, 2, 5]].map((digits) => ticks.filter((tick) => digits.includes(digitOf(tick))));
  return sparse.find(({ length }) => length > 1) ?? ticks;
}
