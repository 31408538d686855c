/** Which dashboard, panel and unit a stored column belongs to [D33]. */

import { fieldNote, isOfMessage } from "../../codec/field-note.ts";
import { columnsOf, fieldOfColumn, fieldsOf, storedName } from "../../codec/fields.ts";
import type { StructCodec } from "../../codec/struct-codec.ts";
import type { NewColumns } from "../../store/store.ts";
import type { FieldType } from "../../telemetry/point.ts";
import type { DashboardPlan, FieldPlan, PanelPlan } from "./dashboard.ts";
import { uidOf } from "./uid.ts";
import { grafanaUnit } from "./units.ts";

/** A UDP channel and what its headers declare. */
export interface ChannelStructs {
  readonly name: string;
  readonly database: string;
  readonly structs: readonly Pick<StructCodec, "name" | "measurement" | "fields">[];
}

/** Names come from strangers: beyond these counts nothing more is offered. */
export interface PlanLimits {
  readonly dashboards: number;
  readonly panelsEach: number;
  readonly fieldsEach: number;
}

const LIMITS: PlanLimits = { dashboards: 1_000, panelsEach: 500, fieldsEach: 500 };
const NUMERIC: ReadonlySet<FieldType> = new Set(["float", "integer", "unsigned"]);

interface GrowingPanel {
  readonly title: string;
  readonly description: string;
  /** Declaration order of the struct; empty for devices. */
  readonly order: readonly string[];
  readonly fields: Map<string, FieldPlan>;
}

interface GrowingDashboard {
  readonly title: string;
  readonly database: string;
  readonly panels: Map<string, GrowingPanel>;
}

interface Place {
  readonly uid: string;
  readonly dashboardTitle: string;
  readonly panelTitle: string;
  readonly struct: ChannelStructs["structs"][number] | undefined;
}

export class Plans {
  readonly #channels: () => readonly ChannelStructs[];
  readonly #limits: PlanLimits;
  readonly #dashboards = new Map<string, GrowingDashboard>();
  /** Columns, panels and dashboards left out for the limits. */
  ignored = 0;

  constructor(channels: () => readonly ChannelStructs[], limits: PlanLimits = LIMITS) {
    this.#limits = limits;
    this.#channels = channels;
  }

  get size(): number {
    return this.#dashboards.size;
  }

  /** The uid of the dashboard that is to show more now; undefined where nothing is to be shown. */
  add({ database, measurement, columns }: NewColumns): string | undefined {
    const isEvents = measurement.endsWith("_events") && this.#struct(database, measurement) === undefined;
    const numeric = [...columns].filter(([, type]) => NUMERIC.has(type)).map(([column]) => column);
    // The first event of a device makes the dashboard, which has the query for events from the beginning [D30].
    if (numeric.length === 0 && !isEvents) return undefined;
    const place = this.#place(database, measurement);
    const dashboard = this.#dashboard(place, database);
    if (dashboard === undefined) return undefined;
    if (isEvents) return place.uid;
    const panel = this.#panel(dashboard, measurement, place);
    if (panel === undefined) return undefined;
    for (const column of numeric) if (isMeasured(column, place.struct)) this.#field(panel, column, place.struct);
    return place.uid;
  }

  plan(uid: string): DashboardPlan | undefined {
    const dashboard = this.#dashboards.get(uid);
    if (dashboard === undefined) return undefined;
    const panels = [...dashboard.panels].map(([measurement, panel]) => panelPlan(measurement, panel));
    return { uid, title: dashboard.title, database: dashboard.database, panels };
  }

  #struct(
    database: string,
    measurement: string,
  ): { channel: ChannelStructs; struct: ChannelStructs["structs"][number] } | undefined {
    for (const channel of this.#channels()) {
      if (channel.database !== database) continue;
      const struct = channel.structs.find((candidate) => candidate.measurement === measurement);
      if (struct !== undefined) return { channel, struct };
    }
    return undefined;
  }

  #place(database: string, measurement: string): Place {
    const found = this.#struct(database, measurement);
    if (found === undefined) {
      return {
        uid: uidOf("dashboard", database),
        // Names of databases have `_` for `-`, which is what addresses mostly have [D25].
        dashboardTitle: database.replaceAll("_", "-"),
        panelTitle: measurement.replace(/_sensors$/, "").replaceAll("_", "-"),
        struct: undefined,
      };
    }
    const { channel, struct } = found;
    return {
      uid: uidOf("dashboard", `udp-${channel.name}`),
      dashboardTitle: channel.name,
      panelTitle: struct.name.replace(/^struct_/, ""),
      struct,
    };
  }

  #dashboard(place: Place, database: string): GrowingDashboard | undefined {
    const known = this.#dashboards.get(place.uid);
    if (known !== undefined) return known;
    if (this.#dashboards.size >= this.#limits.dashboards) return this.#ignore();
    const dashboard = { title: place.dashboardTitle, database, panels: new Map() };
    this.#dashboards.set(place.uid, dashboard);
    return dashboard;
  }

  #panel(dashboard: GrowingDashboard, measurement: string, place: Place): GrowingPanel | undefined {
    const known = dashboard.panels.get(measurement);
    if (known !== undefined) return known;
    if (dashboard.panels.size >= this.#limits.panelsEach) return this.#ignore();
    const order = place.struct === undefined ? [] : columnsOf(place.struct).map(({ name }) => name);
    const description = place.struct === undefined ? "" : notesOf(place.struct);
    const panel = { title: place.panelTitle, description, order, fields: new Map() };
    dashboard.panels.set(measurement, panel);
    return panel;
  }

  #field(panel: GrowingPanel, column: string, struct: Place["struct"]): void {
    if (panel.fields.has(column)) return;
    if (panel.fields.size >= this.#limits.fieldsEach) {
      this.#ignore();
      return;
    }
    const { unit: declared, limits } = (struct && fieldOfColumn(struct, column)?.field) ?? {};
    const unit = declared === undefined ? undefined : grafanaUnit(declared);
    panel.fields.set(column, { column, unit, ...(limits && { limits }) });
  }

  #ignore(): undefined {
    this.ignored++;
    return undefined;
  }
}

/** Sequence numbers, clocks and checksums belong to messages, and so do columns that the service adds. */
function isMeasured(column: string, struct: Place["struct"]): boolean {
  if (struct === undefined) return true;
  const field = fieldOfColumn(struct, column)?.field;
  return field === undefined ? !/^_\w+_$/.test(column) : !isOfMessage(field);
}

/** `crc: checksum crc16/modbus`; of a run of samples one line. */
function notesOf(struct: NonNullable<Place["struct"]>): string {
  const notes = new Map<string, string>();
  for (const field of fieldsOf(struct)) {
    const name = storedName(field);
    const note = field.tag?.kind === "sample" ? "a run of samples in each message" : fieldNote(field);
    if (note !== "") notes.set(name, `${name}: ${note}`);
  }
  return [...notes.values()].join("\n");
}

function panelPlan(measurement: string, panel: GrowingPanel): PanelPlan {
  const place = new Map(panel.order.map((column, index) => [column, index]));
  const rank = ({ column }: FieldPlan): number => place.get(column) ?? panel.order.length;
  const { title, description } = panel;
  return {
    measurement,
    title,
    ...(description !== "" && { description }),
    fields: [...panel.fields.values()].sort((a, b) => rank(a) - rank(b)),
  };
}
