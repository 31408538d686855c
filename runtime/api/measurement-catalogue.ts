/** One list of all measurements: those of the codecs and those in the store. */

import { roleOfColumn } from "../codec/column-role.ts";
import { columnsOf, fieldOfColumn } from "../codec/fields.ts";
import type { Column, StructCodec } from "../codec/struct-codec.ts";
import { frameColumns } from "../frames/frame-columns.ts";
import { FactsReader } from "../frames/frame-facts.ts";
import { networkColumns } from "../intake/formats/uplink.ts";
import { Turns } from "../lib/turns.ts";
import { isAnnotations } from "../model/address.ts";
import type {
  ColumnDescription,
  DeviceRules,
  LimitsSet,
  ListedMeasurement,
  MeasurementDescription,
  MeasurementPage,
  ServedChannel,
} from "../model/measurement.ts";
import type { FieldType } from "../model/point.ts";
import type { MeasurementInfo, StoreAccess } from "../model/store.ts";
import { placeKey } from "../store/listed.ts";

/** A page contains fewer measurements if they have thousands of columns. */
const MOST_COLUMNS = 20_000;

export interface Listing {
  readonly channels: readonly ServedChannel[];
  readonly store: Pick<StoreAccess, "measurements" | "listed" | "fieldTypes">;
  readonly ruleOf?: DeviceRules | undefined;
  readonly limits?: LimitsSet | undefined;
}

/** Number of measurements asked for at once: for a page, and for all. */
const ASKED_AT_ONCE = { page: 250, all: 10_000 };

export async function listMeasurements(listing: Listing): Promise<readonly ListedMeasurement[]> {
  const all: ListedMeasurement[] = [];
  for await (const some of listedBehind(listing, undefined, undefined, ASKED_AT_ONCE.all)) all.push(...some);
  return all;
}

/**
 * The next measurements after `after` whose names contain the text: structs in the order of their headers, then other
 * stored measurements by name. Lets other work run in between.
 * @throws RangeError if `after` is not in the list
 */
export async function pageOf(
  listing: Listing,
  { after, limit, search }: { readonly after?: string; readonly limit: number; readonly search?: string },
): Promise<MeasurementPage> {
  const measurements: string[] = [];
  const turns = new Turns();
  let lastOfPage = "";
  let columns = 0;
  const atOnce = Math.min(ASKED_AT_ONCE.page, limit + 1);
  for await (const some of listedBehind(listing, after, search, atOnce))
    for (const { database, measurement, describe } of some) {
      if (measurements.length === limit || columns >= MOST_COLUMNS) return { measurements, next: lastOfPage };
      if (turns.isOver) await turns.next();
      const description = describe();
      measurements.push(textOf(description));
      lastOfPage = placeKey(database, measurement);
      columns += description.columns.length;
    }
  return { measurements };
}

async function* listedBehind(
  { channels, store, ruleOf = () => undefined, limits }: Listing,
  after: string | undefined,
  search: string | undefined,
  atOnce: number,
): AsyncGenerator<readonly ListedMeasurement[]> {
  const text = search?.toLowerCase() ?? "";
  const structs = channels.flatMap((channel) =>
    channel.structs.map((codec) => ({ channel, codec, key: placeKey(channel.database, codec.measurement) })),
  );
  const last = after === undefined ? -1 : structs.findIndex(({ key }) => key === after);
  const isStored = after !== undefined && last < 0;
  const found = (isStored ? [] : structs.slice(last + 1)).filter(({ key }) => key.toLowerCase().includes(text));
  for (const { channel, codec } of found) {
    const { database } = channel;
    const { measurement } = codec;
    // If one of several databases is away, the header says what the others' list must not miss.
    const stored = await store.fieldTypes(database, measurement).catch(() => undefined);
    // Commands to the firmware are not telemetry, unless messages of the struct also arrived.
    if (codec.command !== undefined && stored === undefined) continue;
    yield [{ database, measurement, describe: () => withLimits(describeStruct(channel, codec, stored), limits) }];
  }
  const announced = new Set(structs.map(({ key }) => key));
  for await (const infos of storedBehind(store, isStored ? after : undefined, search, atOnce)) {
    const others = infos.filter(({ database, measurement }) => !announced.has(placeKey(database, measurement)));
    yield others.map((info) => ({
      database: info.database,
      measurement: info.measurement,
      describe: () => describeStored(info, ruleOf, limits),
    }));
  }
}

/** @throws RangeError unless `after` names a measurement */
async function* storedBehind(
  store: Listing["store"],
  after: string | undefined,
  search: string | undefined,
  atOnce: number,
): AsyncGenerator<readonly MeasurementInfo[]> {
  let behind = after;
  for (;;) {
    const query = {
      limit: atOnce,
      ...(behind !== undefined && { after: behind }),
      ...(search !== undefined && { search }),
    };
    const found = await store.listed(query);
    if (behind !== undefined && behind === after && found?.after === undefined) throw new RangeError(behind);
    // The last one was deleted in the meantime.
    if (found === undefined) return;
    yield found.infos;
    const last = found.infos.at(-1);
    if (last === undefined || found.infos.length < atOnce) return;
    behind = placeKey(last.database, last.measurement);
  }
}

function describeStruct(
  channel: ServedChannel,
  codec: StructCodec,
  stored: ReadonlyMap<string, FieldType> | undefined,
): MeasurementDescription {
  const ofFrames = frameColumns(codec, channel.frames);
  const columns = columnsOf(codec).map((column) => {
    const description = describeColumn(column, codec, ofFrames);
    const storedType = stored?.get(column.name) ?? description.type;
    return storedType === description.type ? description : { ...description, storedType };
  });
  if (FactsReader.of(codec)?.hasClock === true) columns.push(describeType("_received_", "integer"));
  columns.push(describeType("_hex_", "string"));
  const announced = new Set(columns.map((column) => column.name));
  for (const [name, type] of stored ?? []) if (!announced.has(name)) columns.push(describeType(name, type));
  return {
    database: channel.database,
    measurement: codec.measurement,
    kind: "struct",
    title: codec.name.replace(/^struct_/, ""),
    group: channel.name,
    columns,
    stored: stored !== undefined,
    struct: { name: codec.name, id: codec.id },
    ...(channel.udpPort !== undefined && { udpPort: channel.udpPort }),
    topic: channel.wampTopic,
    ...(codec.everyMs !== undefined && { everyMs: codec.everyMs }),
  };
}

/** @param ofFrames columns that describe the struct's frames */
export function describeColumn(
  column: Column,
  codec: Pick<StructCodec, "fields">,
  ofFrames: ReadonlySet<string>,
): ColumnDescription {
  const field = fieldOfColumn(codec, column.name);
  const type = typeOfColumn(column);
  return {
    name: column.name,
    type,
    role: roleOfColumn(codec, column.name, type, ofFrames),
    ...(column.unit !== undefined && { unit: column.unit }),
    ...(field?.states && { states: field.states }),
    ...(field?.stateColours && { stateColours: field.stateColours }),
    ...(field?.limits && { limits: field.limits }),
    ...(field?.presence !== undefined && { optional: true as const }),
  };
}

export function typeOfColumn({ kind, unsigned }: Column): FieldType {
  return kind === "integer" && unsigned ? "unsigned" : kind;
}

/** A list is asked for more often than columns, rules or limits change. */
const DESCRIBED = new WeakMap<
  MeasurementInfo,
  { readonly said: readonly unknown[]; readonly description: MeasurementDescription }
>();
const TEXTS = new WeakMap<MeasurementDescription, string>();

function textOf(description: MeasurementDescription): string {
  const text = TEXTS.get(description) ?? JSON.stringify(description);
  TEXTS.set(description, text);
  return text;
}

function describeStored(
  info: MeasurementInfo,
  ruleOf: DeviceRules,
  limits: LimitsSet | undefined,
): MeasurementDescription {
  const { database, measurement, columns } = info;
  const rules = Array.from(columns.keys(), (name) => ruleOf(database, name, measurement));
  const said = [
    ...columns.keys(),
    ...columns.values(),
    ...rules,
    ...(limits ? Array.from(columns.keys(), (name) => limits(database, measurement, name)) : []),
  ];
  const known = DESCRIBED.get(info);
  if (known?.said.length === said.length && known.said.every((one, at) => one === said[at])) return known.description;
  const ofNetwork = networkColumns(columns.keys());
  const description: MeasurementDescription = {
    database,
    measurement,
    kind: isAnnotations(measurement) ? "events" : "device",
    title: measurement.replace(/_(sensors|events)$/, ""),
    group: database,
    columns: Array.from(columns, ([name, type], at) => ({ ...describeType(name, type, ofNetwork), ...rules[at] })),
    stored: true,
  };
  const limited = withLimits(description, limits);
  DESCRIBED.set(info, { said, description: limited });
  return limited;
}

function withLimits(description: MeasurementDescription, limits: LimitsSet | undefined): MeasurementDescription {
  if (limits === undefined) return description;
  const { database, measurement } = description;
  const columns = description.columns.map((column): ColumnDescription => {
    const found = limits(database, measurement, column.name);
    if (found === undefined) return column;
    const { limits: _ofRule, ...others } = column;
    const isWatched = found.warn !== undefined || found.alarm !== undefined;
    return { ...others, ...(isWatched && { limits: found }), limitsSet: true };
  });
  return { ...description, columns };
}

/** @param ofNetwork columns that describe a message */
function describeType(name: string, type: FieldType, ofNetwork?: ReadonlySet<string>): ColumnDescription {
  return { name, type, role: roleOfColumn(undefined, name, type, ofNetwork) };
}
