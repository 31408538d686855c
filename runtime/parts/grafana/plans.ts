/** Assigns stored columns to dashboards, panels and units [D33]. */

import { latitudesIn, longitudesIn, roleOfColumn } from "../../codec/column-role.ts";
import { fieldNote } from "../../codec/field-note.ts";
import { columnsOf, fieldOfColumn, fieldsOf, storedName } from "../../codec/fields.ts";
import type { StructCodec } from "../../codec/struct-codec.ts";
import { type FramePlaces, frameColumns } from "../../frames/frame-columns.ts";
import type { FieldType } from "../../model/point.ts";
import type { NewColumns } from "../../model/store.ts";
import type { DashboardPlan, FieldPlan, PanelKind, PanelPlan } from "./dashboard.ts";
import { panelKey } from "./marker.ts";
import { uidOf } from "./uid.ts";
import { grafanaUnit } from "./units.ts";

/** A UDP channel and the structs of its headers. */
export interface ChannelStructs {
  readonly name: string;
  readonly database: string;
  readonly structs: readonly Pick<StructCodec, "name" | "measurement" | "fields">[];
  readonly frames?: FramePlaces;
}

/** Limits, since strangers can invent names: beyond them, nothing more is offered. */
export interface PlanLimits {
  readonly dashboards: number;
  readonly panelsEach: number;
  readonly fieldsEach: number;
}

const LIMITS: PlanLimits = { dashboards: 1_000, panelsEach: 500, fieldsEach: 500 };
/** An array with more elements gets a separate panel. */
const MOST_LINES = 7;
const FLAG = { "0": "off", "1": "on", false: "off", true: "on" };

interface GrowingPanel {
  readonly measurement: string;
  readonly part: string | undefined;
  readonly kind: PanelKind;
  readonly title: string;
  readonly description: string;
  /** Declaration order of the struct; empty for devices. */
  readonly order: readonly string[];
  readonly fields: Map<string, FieldPlan>;
}

interface GrowingDashboard {
  readonly title: string;
  readonly database: string;
  /** By `panelKey`. */
  readonly panels: Map<string, GrowingPanel>;
}

/** The panel of a column within its measurement. */
interface PanelOfColumn {
  readonly kind: PanelKind;
  readonly part?: string;
  readonly suffix: string;
}

const VALUES: PanelOfColumn = { kind: "lines", suffix: "" };
const STATES: PanelOfColumn = { kind: "states", part: "states", suffix: ": states" };
const MAP: PanelOfColumn = { kind: "map", part: "map", suffix: ": map" };

interface PanelContext {
  readonly measurement: string;
  readonly uid: string;
  readonly dashboardTitle: string;
  readonly panelTitle: string;
  readonly struct: ChannelStructs["structs"][number] | undefined;
  /** Columns that describe its frames. */
  readonly ofFrames?: ReadonlySet<string>;
  /** For one device's dashboard: a panel for each unit. */
  readonly byFamily?: boolean;
}

export class Plans {
  readonly #channels: () => readonly ChannelStructs[];
  readonly #limits: PlanLimits;
  readonly #nodeRealms: readonly string[];
  readonly #dashboards = new Map<string, GrowingDashboard>();
  /** Number of columns, panels and dashboards beyond the limits. */
  ignored = 0;

  /** @param nodeRealms realms whose devices have a dashboard each */
  constructor(
    channels: () => readonly ChannelStructs[],
    limits: PlanLimits = LIMITS,
    nodeRealms: readonly string[] = [],
  ) {
    this.#nodeRealms = nodeRealms;
    this.#limits = limits;
    this.#channels = channels;
  }

  get size(): number {
    return this.#dashboards.size;
  }

  /** UIDs of dashboards that need more content. */
  add({ database, measurement, columns }: NewColumns): readonly string[] {
    const isEvents = measurement.endsWith("_events") && this.#struct(database, measurement) === undefined;
    const drawn = [...columns].filter(([, type]) => type !== "string");
    // A device's first event creates the dashboard, which has the query for events from the beginning [D30].
    if (drawn.length === 0 && !isEvents) return [];
    return this.#contextsOf(database, measurement, isEvents).flatMap((context) => {
      const dashboard = this.#dashboard(context, database);
      if (dashboard === undefined) return [];
      if (isEvents) return [context.uid];
      for (const [column, type] of drawn) this.#offer(dashboard, context, column, type);
      this.#offerMap(dashboard, context);
      return [context.uid];
    });
  }

  #contextsOf(database: string, measurement: string, isEvents: boolean): readonly PanelContext[] {
    const context = this.#context(database, measurement);
    const isNode = context.struct === undefined && this.#nodeRealms.some((realm) => database.startsWith(`${realm}_`));
    // A device's first reading creates it: its quantities are unknown before.
    if (!isNode || isEvents) return [context];
    const title = `${context.dashboardTitle}-${context.panelTitle}`;
    return [context, { ...context, uid: uidOf("dashboard", `node ${title}`), dashboardTitle: title, byFamily: true }];
  }

  #offer(dashboard: GrowingDashboard, context: PanelContext, column: string, type: FieldType): void {
    const { struct } = context;
    const role = roleOfColumn(struct, column, type, context.ofFrames);
    if (role === "frame") return;
    const { unit: declared, limits, states: named } = (struct && fieldOfColumn(struct, column)) ?? {};
    const states = role === "flag" ? { ...FLAG, ...named } : (named ?? (role === "state" ? {} : undefined));
    const family = context.byFamily === true ? familyOf(column) : undefined;
    const lines = family === undefined ? linesOf(column, struct) : panelOf(family);
    const panel = this.#panel(dashboard, context, states === undefined ? lines : STATES);
    if (panel === undefined) return;
    const unit = declared === undefined ? family?.unit : grafanaUnit(declared);
    this.#field(panel, { column, unit, ...(limits && { limits }), ...(states && { states }) });
  }

  /** Once a latitude and a longitude exist. */
  #offerMap(dashboard: GrowingDashboard, context: PanelContext): void {
    const columns = [...(dashboard.panels.get(panelKey(context))?.fields.keys() ?? [])];
    const [latitude, longitude] = [latitudesIn(columns)[0], longitudesIn(columns)[0]];
    if (latitude === undefined || longitude === undefined) return;
    const panel = this.#panel(dashboard, context, MAP);
    if (panel !== undefined && panel.fields.size === 0) {
      this.#field(panel, { column: latitude, longitude, unit: undefined });
    }
  }

  plan(uid: string): DashboardPlan | undefined {
    const dashboard = this.#dashboards.get(uid);
    if (dashboard === undefined) return undefined;
    const panels = [...dashboard.panels.values()].map(panelPlan);
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

  #context(database: string, measurement: string): PanelContext {
    const found = this.#struct(database, measurement);
    if (found === undefined) {
      return {
        measurement,
        uid: uidOf("dashboard", database),
        // Database names have `_` for `-`, and addresses mostly contain `-` [D25].
        dashboardTitle: database.replaceAll("_", "-"),
        panelTitle: measurement.replace(/_sensors$/, "").replaceAll("_", "-"),
        struct: undefined,
      };
    }
    const { channel, struct } = found;
    return {
      measurement,
      uid: uidOf("dashboard", `udp-${channel.name}`),
      dashboardTitle: channel.name,
      panelTitle: struct.name.replace(/^struct_/, ""),
      struct,
      ofFrames: frameColumns(struct, channel.frames),
    };
  }

  #dashboard(context: PanelContext, database: string): GrowingDashboard | undefined {
    const known = this.#dashboards.get(context.uid);
    if (known !== undefined) return known;
    if (this.#dashboards.size >= this.#limits.dashboards) return this.#ignore();
    const dashboard = { title: context.dashboardTitle, database, panels: new Map() };
    this.#dashboards.set(context.uid, dashboard);
    return dashboard;
  }

  #panel(
    dashboard: GrowingDashboard,
    context: PanelContext,
    { kind, part, suffix }: PanelOfColumn,
  ): GrowingPanel | undefined {
    const { measurement } = context;
    const key = panelKey({ measurement, ...(part !== undefined && { part }) });
    const known = dashboard.panels.get(key);
    if (known !== undefined) return known;
    if (dashboard.panels.size >= this.#limits.panelsEach) return this.#ignore();
    const order = context.struct === undefined ? [] : columnsOf(context.struct).map(({ name }) => name);
    const description = context.struct === undefined || part !== undefined ? "" : notesOf(context.struct);
    const title = `${context.panelTitle}${suffix}`;
    const panel: GrowingPanel = { measurement, part, kind, title, description, order, fields: new Map() };
    dashboard.panels.set(key, panel);
    return panel;
  }

  #field(panel: GrowingPanel, field: FieldPlan): void {
    if (panel.fields.has(field.column)) return;
    if (panel.fields.size >= this.#limits.fieldsEach) {
      this.#ignore();
      return;
    }
    panel.fields.set(field.column, field);
  }

  #ignore(): undefined {
    this.ignored++;
    return undefined;
  }
}

function panelOf({ title }: Family): PanelOfColumn {
  return { kind: "lines", part: `family ${title}`, suffix: `: ${title}` };
}

/** A long array gets a separate panel. */
function linesOf(column: string, struct: PanelContext["struct"]): PanelOfColumn {
  const stem = /^(.+)\.\d+$/.exec(column)?.[1];
  if (struct === undefined || stem === undefined) return VALUES;
  const size = columnsOf(struct).filter(
    ({ name }) => name.startsWith(`${stem}.`) && /^\d+$/.test(name.slice(stem.length + 1)),
  );
  return size.length <= MOST_LINES ? VALUES : { kind: "lines", part: `array ${stem}`, suffix: `: ${stem}` };
}

/** `crc: checksum crc16/modbus`; one line for a run of samples. */
function notesOf(struct: NonNullable<PanelContext["struct"]>): string {
  const notes = new Map<string, string>();
  for (const field of fieldsOf(struct)) {
    const name = storedName(field);
    const note = field.tag?.kind === "sample" ? "a run of samples in each message" : fieldNote(field);
    if (note !== "") notes.set(name, `${name}: ${note}`);
  }
  return [...notes.values()].join("\n");
}

function panelPlan(panel: GrowingPanel): PanelPlan {
  const ranks = new Map(panel.order.map((column, index) => [column, index]));
  const rank = ({ column }: FieldPlan): number => ranks.get(column) ?? panel.order.length;
  const { measurement, part, kind, title, description } = panel;
  return {
    measurement,
    kind,
    ...(part !== undefined && { part }),
    title,
    ...(description !== "" && { description }),
    fields: [...panel.fields.values()].sort((a, b) => rank(a) - rank(b)),
  };
}

/**
 * Panels of a device's own dashboard: columns with the same unit are drawn together, grouped by name as in HiveEyes.
 */
interface Family {
  readonly title: string;
  readonly names: RegExp;
  /** Grafana's id. */
  readonly unit: string;
}

const FAMILIES: readonly Family[] = [
  { title: "weight", names: /weight|wght|gewicht/i, unit: "masskg" },
  { title: "temperature", names: /^temp|temp(erature?)?(_c)?$|temperatur/i, unit: "celsius" },
  { title: "humidity", names: /^hum|hum(idity)?$|feuchte/i, unit: "humidity" },
  { title: "volume", names: /^volume/i, unit: "dB" },
  { title: "voltage", names: /volt|^vcc|spannung|^batt.*v$/i, unit: "volt" },
];

/** Undefined: drawn with all others. */
function familyOf(column: string): Family | undefined {
  return FAMILIES.find(({ names }) => names.test(column));
}
