/** Everything that can be drawn: what the codecs announce and what the store holds, as one list. */

import { isOfMessage } from "../codec/field-note.ts";
import { columnsOf, fieldOfColumn } from "../codec/fields.ts";
import type { Column, FieldInfo, FieldLimits, StructCodec } from "../codec/struct-codec.ts";
import type { DisplayRule } from "../config/display-rule.ts";
import { FactsReader } from "../frames/frame-facts.ts";
import type { MeasurementInfo, Store } from "../store/store.ts";
import type { FieldType } from "../telemetry/point.ts";

/** A UDP channel as it is being served. */
export interface ServedChannel {
  readonly name: string;
  /** Undefined: its frames come by other doors only. */
  readonly udpPort: number | undefined;
  readonly wampTopic: string;
  readonly database: string;
  readonly structs: readonly StructCodec[];
}

/**
 * What a column is to somebody who looks at it: `flag` is one bit, `state` a bit-field of a few, `frame` belongs to the
 * message and not to what is measured (length, ID, checksum).
 */
export type ColumnRole = "value" | "flag" | "state" | "text" | "frame";

export interface ColumnDescription {
  readonly name: string;
  readonly type: FieldType;
  /** Of the column in the store, where it is another: what comes now is refused. */
  readonly storedType?: FieldType;
  readonly role: ColumnRole;
  readonly unit?: string;
  /** Names of values: of an enum in the header, or of a rule's `states`. */
  readonly states?: Readonly<Record<string, string>>;
  /** Of a rule's `warn` and `alarm`, in the stored unit. */
  readonly limits?: FieldLimits;
}

export interface MeasurementDescription {
  readonly database: string;
  readonly measurement: string;
  /** `struct` comes from a header, `device` from HTTP or MQTT, `events` holds annotations. */
  readonly kind: "struct" | "device" | "events";
  /** What a person calls it: `mount`, `area_42_node_1`. */
  readonly title: string;
  /** What it is listed under: a channel's name or a database. */
  readonly group: string;
  readonly columns: readonly ColumnDescription[];
  /** False while nothing was ever stored. */
  readonly stored: boolean;
  /** Kind `struct` only. */
  readonly struct?: { readonly name: string; readonly id: number };
  readonly udpPort?: number;
  /** How often a message is expected, ms: the struct's `@every`. */
  readonly everyMs?: number;
  /** Where live values are published; devices have a topic each, not known before they send. */
  readonly topic?: string;
}

/** Of the realm that a database belongs to, for one of its devices' fields. */
export type DeviceRules = (database: string, column: string) => DisplayRule | undefined;

/** Structs in the order of their headers, then what else the store has, by name. */
export async function describeMeasurements(
  channels: readonly ServedChannel[],
  store: Pick<Store, "measurements">,
  ruleOf: DeviceRules = () => undefined,
): Promise<MeasurementDescription[]> {
  const stored = new Map<string, ReadonlyMap<string, FieldType>>();
  const infos = [...(await store.measurements())].sort(byName);
  for (const { database, measurement, columns } of infos) stored.set(`${database} ${measurement}`, columns);

  const structs = channels.flatMap((channel) =>
    channel.structs.map((codec) =>
      describeStruct(channel, codec, stored.get(`${channel.database} ${codec.measurement}`)),
    ),
  );
  const known = new Set(structs.map(({ database, measurement }) => `${database} ${measurement}`));
  const others = infos.filter(({ database, measurement }) => !known.has(`${database} ${measurement}`));
  return [...structs, ...others.map((info) => describeStored(info, ruleOf))];
}

function describeStruct(
  channel: ServedChannel,
  codec: StructCodec,
  stored: ReadonlyMap<string, FieldType> | undefined,
): MeasurementDescription {
  const columns = columnsOf(codec).map((column) => {
    const description = describeColumn(column, codec);
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

function describeColumn(column: Column, codec: StructCodec): ColumnDescription {
  const { field, index = -1 } = fieldOfColumn(codec, column.name) ?? {};
  const type = typeOfColumn(column);
  return {
    name: column.name,
    type,
    role: field === undefined ? roleOf(type) : roleOfField(field, index, type),
    ...(column.unit !== undefined && { unit: column.unit }),
    ...(field?.states && { states: field.states }),
    ...(field?.limits && { limits: field.limits }),
  };
}

/** Columns that rows of channels have beside those of their structs. */
const OF_MESSAGES: ReadonlySet<string> = new Set(["_hex_", "_received_", "_schema_"]);
const CHECKSUM = /^(ck|cks|chk|crc(8|16|32)?|checksum|check_?sum|fcs)$/i;

export function typeOfColumn({ kind, unsigned }: Column): FieldType {
  return kind === "integer" && unsigned ? "unsigned" : kind;
}

function roleOfField(field: FieldInfo, index: number, type: FieldType): ColumnRole {
  // The first two members of a message struct are its length and its ID [D8].
  if (index < 2 || isOfMessage(field) || CHECKSUM.test(field.path)) return "frame";
  if (field.expr !== undefined) return roleOf(type);
  if (field.scalar === "bool" || (field.bitField && field.bitWidth === 1)) return "flag";
  return field.bitField && field.bitWidth <= 4 ? "state" : roleOf(type);
}

function describeStored(
  { database, measurement, columns }: MeasurementInfo,
  ruleOf: DeviceRules,
): MeasurementDescription {
  return {
    database,
    measurement,
    kind: measurement.endsWith("_events") ? "events" : "device",
    title: measurement.replace(/_(sensors|events)$/, ""),
    group: database,
    columns: [...columns].map(([name, type]) => ({ ...describeType(name, type), ...ruleOf(database, name) })),
    stored: true,
  };
}

function describeType(name: string, type: FieldType): ColumnDescription {
  return { name, type, role: OF_MESSAGES.has(name) ? "frame" : roleOf(type) };
}

function roleOf(type: FieldType): ColumnRole {
  if (type === "string") return "text";
  return type === "boolean" ? "flag" : "value";
}

function byName(
  a: { readonly database: string; readonly measurement: string },
  b: { readonly database: string; readonly measurement: string },
): number {
  return compare(a.database, b.database) || compare(a.measurement, b.measurement);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
