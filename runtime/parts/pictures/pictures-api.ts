/** `GET /read/plot.png` and `/read/plot.svg`: panels as pictures for reports, drawn by the page's own code. */

import type { Context, Hono } from "hono";
import { COLUMN, PLACES, RECENT, recent, ZONE } from "../../api/common-parameters.ts";
import { type KnownMeasurement, namedMeasurements, sourcesOf, timeZoneOf } from "../../api/export-query.ts";
import { listMeasurements } from "../../api/measurement-catalogue.ts";
import { nowNs } from "../../api/now.ts";
import { knownMeasurement, listingOf, type ReadApiOptions } from "../../api/read-api.ts";
import { READERS } from "../../api/readable.ts";
import { annotationFrom, annotationSources } from "../../dashboards/page/browser/annotations/annotation.ts";
import { isShown } from "../../dashboards/page/browser/chart/chart-shapes.ts";
import type { StoredRow } from "../../dashboards/page/browser/data/latest-values.ts";
import { type PanelSettings, readPanelSettings } from "../../dashboards/page/browser/panel/panel-settings.ts";
import { answerRequestError } from "../../http/answers.ts";
import {
  columnNames,
  count,
  integer,
  oneOf,
  ParameterError,
  query as parameter,
  textOf,
  word,
} from "../../http/parameters.ts";
import { type Route, routed } from "../../http/route.ts";
import { formatNs, toMs } from "../../model/clock.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";
import type { Series } from "../../model/store.ts";
import { DrawError, PictureDrawer } from "./draw-picture.ts";
import type { PictureMark, PictureOrder, PicturePanel, WholeSeries } from "./picture-order.ts";
import type { PictureFormat } from "./picture-protocol.ts";

const MOST_PANELS = 20;
/** Maximum for a picture; each pixel takes four bytes while it is drawn. */
const MOST_PIXELS = 50_000_000;
const MOST_TEXTS = 10_000;
/** They are transferred to the drawing process. */
const MOST_COMPUTED_VALUES = 2_000_000;
const MOST_MARKS = 2000;
const LONGEST_TITLE = 200;
const LONGEST_LABEL = 30;

const TYPES: Readonly<Record<PictureFormat, string>> = { png: "image/png", svg: "image/svg+xml" };
const STATUS = { refused: 400, missing: 501, failed: 500, busy: 503 } as const;

interface Range {
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

interface Plotting extends ReadApiOptions {
  readonly drawer: PictureDrawer;
}

const WIDTH = count("width", "Pixels", 600, { minimum: 200, maximum: 8000, default: 1000 });
const HEIGHT = count("height", "Pixels; as the charts need it unless given", 400, { minimum: 100, maximum: 16_000 });
const SCALE = count("scale", "Pixels of the picture per pixel of its size", 2, { minimum: 1, maximum: 4, default: 1 });
const THEME = oneOf("theme", "Colours of the page", ["light", "dark"], "dark");
const PICTURE = [
  ...PLACES,
  COLUMN,
  ...RECENT,
  ZONE,
  WIDTH,
  HEIGHT,
  parameter("title", "Above the charts; the measurement's unless given", "Tuesday's run", textOf(LONGEST_TITLE)),
  THEME,
  parameter(
    "settings",
    "A panel's settings as the page keeps them: `columns` (unit, colour, drawn, rate, chart, shown), `axes`, `derived`",
    '{"axes":{"temperature":{"min":0,"max":50}}}',
  ),
];
const ROUTES: readonly Route<Plotting>[] = [
  {
    method: "get",
    path: "/read/plot.png",
    summary: "Panels as a PNG picture, drawn as on the page; needs the package `@napi-rs/canvas`",
    parameters: [...PICTURE, SCALE],
    answers: ["image/png"],
    errors: [400, 404, 501, 503],
    may: READERS,
    handle: (context, parts) => answerPlot(parts, "png", context),
  },
  {
    method: "get",
    path: "/read/plot.svg",
    summary: "Panels as an SVG picture; needs no package",
    parameters: PICTURE,
    answers: ["image/svg+xml"],
    errors: [400, 404, 503],
    may: READERS,
    handle: (context, parts) => answerPlot(parts, "svg", context),
  },
];

export function picturesApi(parts: ReadApiOptions): Hono {
  const api = routed(ROUTES, { ...parts, drawer: new PictureDrawer() });
  api.onError((error, context) => {
    if (!(error instanceof DrawError)) return answerRequestError(error, context);
    if (error.kind === "busy") context.header("Retry-After", "5");
    return context.text(error.message, STATUS[error.kind]);
  });
  return api;
}

async function answerPlot(parts: Plotting, format: PictureFormat, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const places = namedMeasurements(query);
  if (places.length > MOST_PANELS) throw new ParameterError(`At most ${MOST_PANELS} measurements can be drawn at once`);
  const known = await Promise.all(places.map((place) => knownMeasurement(parts, place)));
  const timeZone = timeZoneOf(query);
  const range = recent(query, nowNs(), timeZone);
  const size = sizeOf(query);
  const theme = word(query, THEME);
  await parts.settled?.();
  const panels = await panelsOf(parts, { known, query, range, width: size.width });
  const order: PictureOrder = {
    title: titleOf(query, panels, places[0]!.database),
    timeZone,
    span: { fromMs: toMs(range.fromNs), toMs: toMs(range.toNs) },
    ...size,
    panels,
  };
  const bytes = await parts.drawer.draw({ ...order, format, theme }, parts.client?.(context));
  return context.body(bytes, 200, {
    "Content-Type": TYPES[format],
    "Content-Disposition": `inline; filename="${`${order.title}.${format}`.replace(/[^\w.-]/g, "_")}"`,
    // An SVG opened directly is a page: nothing in it may run or load.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
}

function sizeOf(query: URLSearchParams): Pick<PictureOrder, "width" | "height" | "scale"> {
  const width = integer(query, WIDTH);
  const height = integer(query, HEIGHT);
  const scale = integer(query, SCALE);
  if (width * (height ?? 1000) * scale ** 2 > MOST_PIXELS) {
    throw new ParameterError(
      `Parameters 'width', 'height' and 'scale' ask for more than ${MOST_PIXELS / 1_000_000} million pixels`,
    );
  }
  return { width, ...(height !== undefined && { height }), scale };
}

function titleOf(query: URLSearchParams, panels: readonly PicturePanel[], database: string): string {
  const title = query.get("title");
  if (title !== null && title.length > LONGEST_TITLE) {
    throw new ParameterError(`Parameter 'title' has at most ${LONGEST_TITLE} characters`);
  }
  return title ?? (panels.length === 1 ? panels[0]!.title : database);
}

/** In the page's format for a panel: units, axes, colours, computed series. */
function settingsOf(query: URLSearchParams): PanelSettings {
  const text = query.get("settings");
  if (text === null) return {};
  try {
    const settings = readPanelSettings(JSON.parse(text));
    if (settings !== undefined) return settings;
  } catch {}
  throw new ParameterError(
    `Parameter 'settings' has to be a panel's settings as JSON, like {"axes":{"temperature":{"min":0}}}`,
  );
}

async function panelsOf(
  parts: ReadApiOptions,
  given: {
    readonly known: readonly KnownMeasurement[];
    readonly query: URLSearchParams;
    readonly range: Range;
    readonly width: number;
  },
): Promise<PicturePanel[]> {
  const { known, query, range, width } = given;
  // Annotations of the same databases.
  const databases = new Set(known.map(({ database }) => database));
  const all = (await listMeasurements(listingOf(parts)))
    .filter(({ database }) => databases.has(database))
    .map((listed) => listed.describe());
  const wanted = columnNames(query);
  const settings = settingsOf(query);
  const points = Math.min(10_000, Math.max(600, Math.round(width * 1.5)));
  const sources = annotationSources(all);
  return Promise.all(
    sourcesOf(known, wanted, "stack").map(async ({ database, measurement, columns }) => {
      const described = all.find((one) => one.database === database && one.measurement === measurement)!;
      const chosen = wanted && new Set(columns.map(({ name }) => name));
      const own = chosen === undefined ? settings : onlyThese(described, chosen, settings);
      const needed = { ...described, columns: described.columns.filter((column) => isNeeded(column, described, own)) };
      const marks = await Promise.all((sources.get(database) ?? []).map((place) => marksOf(parts, place, range)));
      return {
        title: settings.title ?? described.title,
        description: needed,
        settings: own,
        series: await seriesOf(parts, needed, range, points),
        rows: await rowsOf(parts, needed, own, range),
        texts: await textsOf(parts, needed, range),
        marks: marks.flat(),
      };
    }),
  );
}

function onlyThese(
  { columns }: MeasurementDescription,
  chosen: ReadonlySet<string>,
  settings: PanelSettings,
): PanelSettings {
  const entries = columns.map(({ name }) => [name, { ...settings.columns?.[name], shown: chosen.has(name) }] as const);
  return { ...settings, columns: { ...settings.columns, ...Object.fromEntries(entries) } };
}

/** Columns that are drawn, and numbers that expressions may use. */
function isNeeded(
  column: MeasurementDescription["columns"][number],
  description: MeasurementDescription,
  settings: PanelSettings,
): boolean {
  if (isShown(column, description, settings)) return true;
  return column.type !== "string" && (settings.derived ?? []).length > 0;
}

async function seriesOf(
  { store }: ReadApiOptions,
  { database, measurement, columns, stored }: MeasurementDescription,
  range: Range,
  points: number,
): Promise<PicturePanel["series"]> {
  const names = columns.filter(({ type }) => type !== "string").map(({ name }) => name);
  const known = stored ? await store.fieldTypes(database, measurement) : undefined;
  const given = names.filter((name) => known?.has(name));
  if (given.length === 0) return { columns: [], times: [], values: [] };
  const series = await store.series({ database, measurement, ...range, points, columns: given });
  return { columns: series.columns, times: series.timesNs.map(toMs), values: series.values.map(doublesOf) };
}

function doublesOf(values: Series["values"][number]): (number | null)[] {
  return values.map((value) => (typeof value === "bigint" ? Number(value) : value));
}

/** All rows of the numeric columns, if there are computed series [D50]. */
async function rowsOf(
  { store }: ReadApiOptions,
  { database, measurement, columns, stored }: MeasurementDescription,
  settings: PanelSettings,
  range: Range,
): Promise<WholeSeries> {
  const isComputed = (settings.derived ?? []).length > 0 || columns.some(({ name }) => isRate(name, settings));
  const known = stored && isComputed ? await store.fieldTypes(database, measurement) : undefined;
  const names = columns.flatMap(({ name, type }) => (type !== "string" && known?.has(name) ? [name] : []));
  const times: number[] = [];
  const values: (number | null)[][] = names.map(() => []);
  if (names.length === 0) return { columns: names, times, values };
  for await (const { timeNs, values: row } of store.rows({ database, measurement, ...range, columns: names })) {
    if (times.push(toMs(timeNs)) * names.length > MOST_COMPUTED_VALUES) {
      throw new ParameterError(
        `Computed series need all rows, and these are more than ${MOST_COMPUTED_VALUES} values: choose a shorter range`,
      );
    }
    names.forEach((name, i) => {
      const value = row[name];
      values[i]!.push(value === null || value === undefined ? null : Number(value));
    });
  }
  return { columns: names, times, values };
}

function isRate(name: string, { columns }: PanelSettings): boolean {
  return columns?.[name]?.rate === true;
}

async function textsOf(
  { store }: ReadApiOptions,
  { database, measurement, columns, stored }: MeasurementDescription,
  range: Range,
): Promise<StoredRow[]> {
  const names = columns.filter(({ type }) => type === "string").map(({ name }) => name);
  if (names.length === 0 || !stored) return [];
  const rows: StoredRow[] = [];
  const query = { database, measurement, ...range, columns: names, limit: MOST_TEXTS + 1 };
  for await (const { timeNs, values } of store.rows(query)) {
    rows.push({ time: formatNs(timeNs), ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])) });
  }
  if (rows.length <= MOST_TEXTS) return rows;
  throw new ParameterError(
    `Texts (${names.join(", ")}) have more than ${MOST_TEXTS} rows in this range: choose a shorter one, or other columns`,
  );
}

async function marksOf(
  { store }: ReadApiOptions,
  place: { readonly database: string; readonly measurement: string },
  range: Range,
): Promise<PictureMark[]> {
  const marks: PictureMark[] = [];
  // An earlier range may extend into this one.
  const fromNs = range.fromNs - (range.toNs - range.fromNs);
  let rows = 0;
  for await (const { timeNs, values } of store.rows({ ...place, fromNs, toNs: range.toNs, limit: MOST_MARKS + 1 })) {
    if (++rows > MOST_MARKS) {
      throw new ParameterError(`This range has more than ${MOST_MARKS} annotations: choose a shorter one`);
    }
    if (values["deleted"] === true) continue;
    const { timeMs, endMs, title } = annotationFrom({ ...values, time: formatNs(timeNs) }, place);
    const label = title.length > LONGEST_LABEL ? `${title.slice(0, LONGEST_LABEL)}…` : title;
    marks.push({ kind: "annotation", timeMs, endMs, ...(label !== "" && { label }) });
  }
  return marks;
}
