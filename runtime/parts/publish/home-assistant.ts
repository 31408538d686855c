/** Home Assistant's MQTT discovery: the configuration that shows each column of a measurement as an entity. Pure. */

import { createHash } from "node:crypto";
import { unitNamed } from "../../channels/units.ts";
import { type ColumnDescription, isInEach, type MeasurementDescription } from "../../model/measurement.ts";
import type { Outgoing } from "../../signals/outbox.ts";

/** Where a measurement's rows are published. */
export interface PublishedPlace {
  readonly database: string;
  readonly measurement: string;
  readonly topic: string;
}

export interface Announcing {
  /** Distinguishes instances of this service that share a broker. */
  readonly instance: string;
  /** Version of this program. */
  readonly version: string;
  /** An entity without a row for this long is unavailable, ms; a struct's `@every` has precedence. */
  readonly staleMs: number;
  /** Name of the firmware version of a channel's devices, if it has several. */
  readonly firmwareOf: (database: string) => string | undefined;
}

interface Quantity {
  readonly deviceClass?: string;
  readonly stateClass?: "measurement" | "total";
  /** The unit in Home Assistant's notation. */
  readonly unit?: string;
}

/** A value is stale after this many missed intervals of `@every`. */
const MISSED = 3;

/** One retained configuration for each column of interest. */
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
  const { component, ...what } = entityOf(column, isInEach(description, column.name));
  const uniqueId = `${instance}_${database}_${measurement}_${column.name}`;
  const configuration = {
    name: kind === "struct" ? `${title} ${column.name}` : column.name,
    unique_id: uniqueId,
    state_topic: stateTopic,
    ...what,
    expire_after: Math.max(1, Math.ceil((everyMs === undefined ? staleMs : everyMs * MISSED) / 1000)),
    device: {
      // All structs of a channel belong to one device.
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

function entityOf(column: ColumnDescription, isInEachRow: boolean) {
  const name = jinjaText(column.name);
  // A row may lack columns of its measurement: their entities keep their state. A struct's row lacks what is not a number.
  const when = (value: string, otherwise: string) =>
    `{% if ${name} in value_json %}{{ ${value} }}{% else %}${isInEachRow ? "None" : otherwise}{% endif %}`;
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
      // A state that is not among the options would be ignored, and the old one kept; None is "unknown".
      value_template: when(`{${names}}.get(${value} | string, 'None')`, same),
    };
  }
  if (column.role === "text" || column.type === "string")
    return { component: "sensor", value_template: when(`${value}[:255]`, same) };
  const { deviceClass, stateClass = "measurement", unit = column.unit } = quantityOf(column);
  return {
    component: "sensor",
    ...(deviceClass !== undefined && { device_class: deviceClass }),
    state_class: stateClass,
    // Without a unit, Home Assistant would treat the value as text.
    unit_of_measurement: unit ?? "",
    value_template: when(value, ""),
  };
}

function quantityOf({ name, unit }: ColumnDescription): Quantity {
  if (unit === undefined) return {};
  if (unit === "%" && /hum/i.test(name)) return { deviceClass: "humidity", unit };
  if (unit === "%" && /batt/i.test(name)) return { deviceClass: "battery", unit };
  const known = unitNamed(unit);
  if (known?.home === undefined) return { unit };
  return { ...known.home, unit: known.symbol === "%RH" ? "%" : known.symbol };
}

/** A Jinja literal that no text can end: names come from strangers. */
function jinjaText(text: string): string {
  const letters = Array.from(text, (letter) => {
    if (/[\w ]/.test(letter)) return letter;
    const code = letter.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  return `'${letters.join("")}'`;
}

/** Only letters, digits, `_` and `-`; a digest distinguishes names that become equal. */
function topicLevel(...names: readonly string[]): string {
  const shown = names
    .join("_")
    .replace(/[^a-zA-Z0-9_-]/g, "_")
    .slice(0, 80);
  return `${shown}_${createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8)}`;
}
