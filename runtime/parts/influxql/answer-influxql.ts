/** Answers statements of InfluxQL. Loaded with the first one. */

import type { Context } from "hono";
import { nowNs } from "../../api/now.ts";
import { once, textStream } from "../../api/text-stream.ts";
import { UNIT_NS } from "../../http/parameters.ts";
import { type Grant, NotPermitted } from "../../http/permission.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import { trimmedEnd } from "../../lib/trimmed-end.ts";
import { ownTurn } from "../../lib/turns.ts";
import { formatNs } from "../../model/clock.ts";
import type { TimeLimit } from "../../model/export-request.ts";
import type { MeasurementInfo } from "../../model/store.ts";
import { boundParameters } from "./bound-parameters.ts";
import { innerSource, insideOf, withLimits } from "./inner-select.ts";
import { parseInfluxql } from "./parse.ts";
import { MOST_VALUES } from "./plan.ts";
import type { SelectSource } from "./read-rows.ts";
import { HEADERS, type Querying, tooMany } from "./responses.ts";
import { countedBy, runSelect } from "./select.ts";
import type { Listing, Select, Statement } from "./statement.ts";
import { type Described, fieldsOf, readAsTags, type SeriesTags, seriesIn, seriesKey, tagsOf } from "./tags.ts";
import { InfluxqlError } from "./tokens.ts";

const MOST_NAMES = 10_000;
const TIMEOUT_MS = 30_000;

/** Units for times in answers, ns. */
const { ns, us, ms, s, m, h } = UNIT_NS;
const EPOCHS: Readonly<Record<string, bigint>> = dictionary({ ns, n: ns, u: us, µ: us, us, ms, s, m, h });

interface Series {
  readonly name?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly values: readonly (readonly unknown[])[];
}

interface QueryContext {
  readonly parts: Querying;
  /** Database of the request. */
  readonly database: string | undefined;
  readonly epochNs: bigint | undefined;
  readonly nowNs: bigint;
  readonly limit: TimeLimit;
  /** Gets the databases of which the answer shows something. */
  readonly shown: Set<string>;
}

export async function answerInfluxql(
  parts: Querying,
  context: Context,
  grant: Grant,
  form: ReadonlyMap<string, unknown>,
): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const parameter = (name: string): string | undefined => {
    const value = query.get(name) ?? form.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const epoch = parameter("epoch");
  const epochNs = epoch === undefined ? undefined : EPOCHS[epoch];
  if (epoch !== undefined && epochNs === undefined)
    throw new InfluxqlError(`epoch '${epoch.slice(0, 20)}' is not one of ${Object.keys(EPOCHS).join(", ")}`);
  const now = (parts.now ?? nowNs)();
  const statements = parseInfluxql(parameter("q") ?? "", now, boundParameters(parameter("params") ?? "{}"));
  const slot = await parts.slots.take(parts.client?.(context) ?? "");
  if (typeof slot === "string") return tooMany(slot);
  try {
    const shown = new Set<string>();
    const all: QueryContext = { parts, database: parameter("db"), epochNs, nowNs: now, limit: timeLimit(parts), shown };
    const results: object[] = [];
    for (const [index, statement] of statements.entries()) {
      results.push({ statement_id: index, ...(await resultOf(statement, all)) });
      if (context.req.raw.signal.aborted) break;
    }
    const text = `${stringifyExact({ results })}\n`;
    // The permission may have been withdrawn during the query.
    insist(grant, shown);
    const body = textStream(once(text), { grant, context });
    return new Response(body, { headers: HEADERS });
  } finally {
    slot();
  }
}

/** The words are those of InfluxDB. [InfluxDB 1.8, query-timeout] */
function timeLimit({ timeoutMs = TIMEOUT_MS }: Querying): TimeLimit {
  const sentence = `query-timeout limit exceeded: the query took longer than ${timeoutMs / 1000} s`;
  return { endNs: process.hrtime.bigint() + BigInt(timeoutMs) * UNIT_NS.ms, sentence };
}

/** Also for databases of which a statement showed only names, while another one took its time. @throws NotPermitted */
function insist(grant: Grant, shown: ReadonlySet<string>): void {
  grant.insist();
  if ([...shown].some((database) => !grant.caller.mayDatabase("read", database)))
    throw new NotPermitted("You may no longer read this");
}

/** One statement's error does not affect the answers to the others. [InfluxDB 1.8, HTTP API] */
async function resultOf(
  statement: Statement,
  query: QueryContext,
): Promise<{ series?: readonly Series[]; error?: string }> {
  try {
    const series = await seriesOf(statement, query);
    return series.length === 0 ? {} : { series };
  } catch (error) {
    const { name, message } = error as Error;
    // Errors of the store's thread have no class.
    if (error instanceof InfluxqlError || name === "RangeError") return { error: message };
    throw error;
  }
}

async function seriesOf(statement: Statement, query: QueryContext): Promise<readonly Series[]> {
  switch (statement.kind) {
    case "create":
      return [];
    case "refused":
      throw new InfluxqlError(`error parsing query: ${statement.sentence}`);
    case "select":
      return selected(statement, query);
    case "databases": {
      const names = [...new Set((await visible(query)).map(({ database }) => database))].sort();
      for (const name of names) query.shown.add(name);
      return [{ name: "databases", columns: ["name"], values: names.map((name) => [name]) }];
    }
    case "policies":
      return [
        {
          columns: ["name", "duration", "shardGroupDuration", "replicaN", "default"],
          values: [["autogen", "0s", "168h0m0s", 1, true]],
        },
      ];
    default:
      return named(statement, query);
  }
}

async function named(listing: Listing, query: QueryContext): Promise<readonly Series[]> {
  const { database, pattern, measurements } = listing;
  const all = await ofDatabase(query, database);
  const isWanted = (name: string) => measurements?.some((place) => place.measurements.isWanted(name)) ?? true;
  const found = all
    .filter(({ measurement }) => (pattern?.isWanted(measurement) ?? true) && isWanted(measurement))
    .sort(byMeasurement);
  return listing.counted === undefined ? listed(found, listing, query) : counted(found, listing, query);
}

/** How many names each measurement has; of measurements, and of series where nothing is asked of them, all together. */
async function counted(found: readonly MeasurementInfo[], listing: Listing, query: QueryContext): Promise<Series[]> {
  const counts: Series[] = [];
  let sum = 0;
  for (const info of found) {
    const lists = await listed([info], { ...listing, limit: Number.POSITIVE_INFINITY }, query);
    const count = lists.reduce((all, { values }) => all + values.length, 0);
    if (count > 0) counts.push({ name: info.measurement, columns: ["count"], values: [[count]] });
    sum += count;
  }
  const isOfMeasurements = listing.kind === "measurements";
  const isRough = listing.counted === "roughly" && listing.where === undefined && listing.measurements === undefined;
  if (isRough && (isOfMeasurements || listing.kind === "series"))
    return [{ columns: ["cardinality estimation"], values: [[sum]] }];
  if (!isOfMeasurements) return counts;
  return sum === 0 ? [] : [{ columns: ["count"], values: [[sum]] }];
}

async function listed(
  found: readonly MeasurementInfo[],
  listing: Listing,
  query: QueryContext,
): Promise<readonly Series[]> {
  const { kind, limit = MOST_NAMES, offset, where } = listing;
  const page = <Item>(items: readonly Item[]) => items.slice(offset, offset + limit);
  switch (kind) {
    case "measurements": {
      const values = page(await havingSeries(found, where, query)).map(({ measurement }) => [measurement]);
      return values.length === 0 ? [] : [{ name: "measurements", columns: ["name"], values }];
    }
    case "series": {
      const keys: string[] = [];
      for (const info of found) keys.push(...(await seriesKeys(info, where, query)));
      const values = page(keys.sort()).map((key) => [key]);
      return values.length === 0 ? [] : [{ columns: ["key"], values }];
    }
    case "fields":
      return found.slice(0, MOST_NAMES).map((info) => ({
        name: info.measurement,
        columns: ["fieldKey", "fieldType"],
        // InfluxDB's names of the types are the same. [InfluxDB 1.8, SHOW FIELD KEYS]
        values: page(fieldsOf(info)),
      }));
    case "tag-keys":
    case "tag-values":
      return tagLists(found, listing, page, query);
  }
}

async function havingSeries(found: readonly MeasurementInfo[], where: Listing["where"], query: QueryContext) {
  if (where === undefined) return found;
  const kept: MeasurementInfo[] = [];
  for (const info of found) if ((await seriesIn(sourceOf(info, query), where)).length > 0) kept.push(info);
  return kept;
}

async function seriesKeys(info: MeasurementInfo, where: Listing["where"], query: QueryContext): Promise<string[]> {
  const { measurement, tags } = info;
  if (where === undefined && (tags === undefined || tags.size === 0)) return [seriesKey(measurement, {})];
  return (await seriesIn(sourceOf(info, query), where)).map((one) => seriesKey(measurement, one));
}

function sourceOf(info: MeasurementInfo, { parts, nowNs, limit }: QueryContext): SelectSource {
  const { database, measurement, columns, tags } = info;
  return { store: parts.store, database, measurement, columns, tags, nowNs, limit };
}

/** The keys, or the values, of each measurement's tags. */
async function tagLists(
  found: readonly MeasurementInfo[],
  { kind, keys, where }: Listing,
  page: <Item>(items: readonly Item[]) => readonly Item[],
  query: QueryContext,
): Promise<readonly Series[]> {
  const isOfValues = kind === "tag-values";
  const series: Series[] = [];
  for (const info of found) {
    // Texts count as tags only if somebody asks for their values by name.
    if (info.tags === undefined && !isOfValues) continue;
    const wanted = tagsOf(info).filter((name) => keys?.isWanted(name) ?? true);
    if (wanted.length === 0) continue;
    const source = sourceOf(info, query);
    const known = info.tags === undefined ? await valuesOfTexts(source, wanted, where) : await seriesIn(source, where);
    const valuesOf = (key: string) => [...new Set(known.map((tags) => tags[key] ?? ""))].filter(Boolean).sort();
    const shown = isOfValues
      ? page(wanted.flatMap((key) => valuesOf(key).map((value) => [key, value])))
      : page(wanted.filter((key) => where === undefined || valuesOf(key).length > 0).map((key) => [key]));
    const columns = isOfValues ? ["key", "value"] : ["tagKey"];
    if (shown.length > 0) series.push({ name: info.measurement, columns, values: shown });
  }
  return series;
}

/** Each value as a series of its own: which texts belong together is not known. */
async function valuesOfTexts(source: SelectSource, keys: readonly string[], where: Listing["where"]) {
  if (where !== undefined) throw new InfluxqlError("a list of texts may have no condition but on the time");
  const all: SeriesTags[] = [];
  for (const key of keys) for (const { tags = {} } of await runSelect(countedBy([key], [key]), source)) all.push(tags);
  return all;
}

/** Maximum number of measurements for one pattern. */
const MOST_SERIES = 2000;

async function selected(select: Select, query: QueryContext): Promise<readonly Series[]> {
  const series: Series[] = [];
  let cells = 0;
  const time = timeWriter(query.epochNs);
  const sources = (await sourcesOf(select, query)).sort(byMeasurement);
  // `*` is each column of any of them. [seen with InfluxDB 1.6.7]
  const fields = new Set(sources.flatMap((source) => fieldsOf(source).map(([name]) => name)));
  const columns = new Map(sources.flatMap((source) => [...source.columns]));
  const all = { columns, tags: new Set([...columns.keys()].filter((name) => !fields.has(name))) };
  for (const source of sources) {
    for (const rows of await runSelect(ofTags(select, source), { ...source, all })) {
      const { timesNs, values, tags } = rows;
      cells += timesNs.length * rows.columns.length;
      if (cells > MOST_VALUES) throw new InfluxqlError(`more than ${MOST_VALUES} values: choose a shorter time range`);
      series.push({
        name: source.measurement,
        ...(tags !== undefined && { tags }),
        columns: rows.columns,
        values: timesNs.map((timeNs, row) => [time(timeNs), ...values.map((of) => of[row])]),
      });
    }
  }
  return series;
}

function byMeasurement(a: { readonly measurement: string }, b: { readonly measurement: string }): number {
  return a.measurement < b.measurement ? -1 : a.measurement > b.measurement ? 1 : 0;
}

async function sourcesOf(select: Select, query: QueryContext): Promise<SelectSource[]> {
  const sources: SelectSource[] = [];
  for (const { database, measurements, inner } of select.from) {
    if (inner !== undefined) {
      const made = insideOf(select, inner);
      for (const stored of await sourcesOf(withLimits(select, made), query))
        sources.push(innerSource(select, ofTags(made, stored), stored));
      continue;
    }
    const found = (await ofDatabase(query, database)).filter(({ measurement }) => measurements.isWanted(measurement));
    if (found.length > MOST_SERIES) throw new InfluxqlError(`more than ${MOST_SERIES} measurements have such a name`);
    sources.push(...found.map((info) => sourceOf(info, query)));
  }
  return sources;
}

/** With the tags that `GROUP BY *` or a pattern asks for, and its conditions read as those on tags. */
function ofTags(select: Select, info: Described): Select {
  const { by, byTags, where } = select;
  const tags = [...(info.tags ?? [])].filter((name) => byTags.some(({ isWanted }) => isWanted(name)));
  return {
    ...select,
    by: [...new Set([...by, ...tags])],
    where: where && readAsTags(where, info),
  };
}

function timeWriter(epochNs: bigint | undefined): (timeNs: bigint) => unknown {
  if (epochNs === undefined) return shortestTime;
  // Small integers become plain numbers, which are faster to write.
  return (timeNs) => (epochNs === 1n ? timeNs : Number(timeNs / epochNs));
}

/** Without zeros at the end of the fraction. [Go, time.RFC3339Nano] */
function shortestTime(timeNs: bigint): string {
  const digits = trimmedEnd(formatNs(timeNs).slice(0, -1), "0");
  return `${digits.endsWith(".") ? digits.slice(0, -1) : digits}Z`;
}

async function ofDatabase(query: QueryContext, named: string | undefined): Promise<MeasurementInfo[]> {
  const database = named ?? query.database;
  if (database === undefined) throw new InfluxqlError("database name required");
  const found = (await visible(query)).filter((one) => one.database === database);
  // Databases that the sender may not read are answered like unknown ones.
  if (found.length === 0) throw new InfluxqlError(`database not found: ${database.slice(0, 200)}`);
  query.shown.add(database);
  return found;
}

async function visible({ parts }: QueryContext): Promise<MeasurementInfo[]> {
  await ownTurn();
  return [...(await parts.store.measurements())];
}
