/** Home Assistant's MQTT discovery: what it has to know of a measurement to show each column as an entity. Pure. */

import { createHash } from "node:crypto";
import type { ColumnDescription, MeasurementDescription } from "../api/measurement-catalogue.ts";
import type { Outgoing } from "./outbox.ts";

/** Where rows of a measurement are published. */
export interface PublishedPlace {
  readonly database: string;
  readonly measurement: string;
  readonly topic: string;
}

export interface Announcing {
  /** Tells instances of this service apart that share a broker. */
  readonly instance: string;
  /** Of this program. */
  readonly version: string;
  /** Without a row for so long an entity is unavailable, ms; a struct's `@every` counts instead. */
  readonly staleMs: number;
  /** Name of the version that a channel's devices send, where it has several. */
  readonly firmwareOf: (database: string) => string | undefined;
}

interface Quantity {
  readonly deviceClass?: string;
  readonly stateClass?: "measurement" | "total";
  /** As Home Assistant writes the unit. */
  readonly unit?: string;
}

const of = (deviceClass: string, units: readonly string[], stateClass: "measurement" | "total" = "measurement") =>
  units.map((unit): readonly [string, Quantity] => [unit, { deviceClass, stateClass, unit }]);

/** Device classes and the units that each may have. [developers.home-assistant.io, sensor entity] */
const QUANTITIES: ReadonlyMap<string, Quantity> = new Map([
  ...of("temperature", ["°C", "°F", "K"]),
  ["degC", { deviceClass: "temperature", stateClass: "measurement", unit: "°C" }] as const,
  ["degF", { deviceClass: "temperature", stateClass: "measurement", unit: "°F" }] as const,
  ...of("voltage", ["V", "mV"]),
  ...of("current", ["A", "mA"]),
  ...of("power", ["W", "kW"]),
  ...of("energy", ["Wh", "kWh", "MWh"], "total"),
  ...of("frequency", ["Hz", "kHz", "MHz", "GHz"]),
  ...of("pressure", ["Pa", "hPa", "kPa", "bar", "mbar", "psi", "mmHg", "inHg"]),
  ...of("illuminance", ["lx"]),
  ...of("irradiance", ["W/m²"]),
  ...of("sound_pressure", ["dB", "dBA"]),
  ...of("signal_strength", ["dBm"]),
  ...of("distance", ["mm", "cm", "m", "km"]),
  ...of("speed", ["mm/s", "m/s", "km/h", "kn"]),
  ...of("weight", ["mg", "g", "kg"]),
  ...of("duration", ["s", "min", "h", "d"]),
  ...of("volume_storage", ["L", "mL", "m³"]),
]);
/** Older than this many times its `@every` a value is stale. */
const MISSED = 3;

/** One retained configuration for each column that a person would look at. */
export function configurationsOf(
  description: MeasurementDescription,
  { topic }: Pick<PublishedPlace, "topic">,
  announcing: Announcing,
): Outgoing[] {
  if (description.kind === "events") return [];
  return description.columns
    .filter(({ role }) => role !== "frame")
    .map((column) => configurationOf(column, description, topic, announcing));
}

function configurationOf(
  column: ColumnDescription,
  description: MeasurementDescription,
  stateTopic: string,
  { instance, version, staleMs, firmwareOf }: Announcing,
): Outgoing {
  const { database, measurement, title, group, kind, struct, everyMs } = description;
  const firmware = firmwareOf(database);
  const { component, ...what } = entityOf(column);
  const uniqueId = `${instance}_${database}_${measurement}_${column.name}`;
  const configuration = {
    name: kind === "struct" ? `${title} ${column.name}` : column.name,
    unique_id: uniqueId,
    state_topic: stateTopic,
    ...what,
    expire_after: Math.max(1, Math.ceil((everyMs === undefined ? staleMs : everyMs * MISSED) / 1000)),
    device: {
      // The structs of a channel are messages of one device.
      identifiers: [kind === "struct" ? `${instance}/${database}` : `${instance}/${database}/${measurement}`],
      name: kind === "struct" ? group : title,
      manufacturer: "structline",
      model: struct === undefined ? database : "C structs",
      ...(firmware !== undefined && { sw_version: firmware }),
    },
    origin: { name: "structline", sw_version: version },
  };
  return {
    topic: `homeassistant/${component}/${topicLevel(instance, database, measurement)}/${topicLevel(column.name)}/config`,
    payload: JSON.stringify(configuration),
    retain: true,
  };
}

function entityOf(column: ColumnDescription) {
  const name = jinjaText(column.name);
  // A row has not all columns of its measurement: what it lacks stays as it is.
  const when = (value: string, otherwise: string) =>
    `{% if ${name} in value_json %}{{ ${value} }}{% else %}${otherwise}{% endif %}`;
  const value = `value_json[${name}]`;
  if (column.role === "flag") {
    const template = when(`'ON' if ${value} else 'OFF'`, "");
    return { component: "binary_sensor", value_template: template, payload_on: "ON", payload_off: "OFF" };
  }
  const same = "{{ this.state }}";
  const states = Object.entries(column.states ?? {});
  if (states.length > 0) {
    const names = states.map(([number, state]) => `${jinjaText(number)}: ${jinjaText(state)}`).join(", ");
    return {
      component: "sensor",
      device_class: "enum",
      options: [...new Set(states.map(([, state]) => state))],
      value_template: when(`{${names}}.get(${value} | string, 'unknown')`, same),
    };
  }
  if (column.role === "text" || column.type === "string")
    return { component: "sensor", value_template: when(`${value}[:255]`, same) };
  const { deviceClass, stateClass = "measurement", unit = column.unit } = quantityOf(column);
  return {
    component: "sensor",
    ...(deviceClass !== undefined && { device_class: deviceClass }),
    state_class: stateClass,
    // Without one Home Assistant would take the value for text.
    unit_of_measurement: unit ?? "",
    value_template: when(value, ""),
  };
}

function quantityOf({ name, unit }: ColumnDescription): Quantity {
  if (unit === undefined) return {};
  if (unit === "%" && /hum/i.test(name)) return { deviceClass: "humidity", unit };
  if (unit === "%" && /batt/i.test(name)) return { deviceClass: "battery", unit };
  return QUANTITIES.get(unit) ?? { unit };
}

/** A literal of Jinja in which nothing can end it: names come from strangers. */
function jinjaText(text: string): string {
  const letters = Array.from(text, (letter) => {
    if (/[\w ]/.test(letter)) return letter;
    const code = letter.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  return `'${letters.join("")}'`;
}

/** Letters, digits, `_` and `-` only; what another name would become, too, is told apart by a digest. */
function topicLevel(...names: readonly string[]): string {
  const shown = names
    .join("_")
    .replace(/[^a-zA-Z0-9_-]/g, "_")
    .slice(0, 80);
  return `${shown}_${createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8)}`;
}
