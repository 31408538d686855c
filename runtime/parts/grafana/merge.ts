/** Merges a plan into a dashboard. Adds only what was never offered, and keeps a user's changes. */

import { isDeepStrictEqual } from "node:util";
import {
  allPanels,
  type Dashboard,
  type DashboardPlan,
  type DataSourceRef,
  type FieldPlan,
  type Override,
  type Panel,
  type PanelPlan,
  type Target,
} from "./dashboard.ts";
import { type Marker, type OfferedField, type OfferedPanel, panelKey, readMarker, withMarker } from "./marker.ts";
import { emptyPanel, freePosition } from "./panel.ts";
import {
  byRefId,
  freeRefId,
  newTarget,
  reads,
  STATE_PROPERTIES,
  stateProperties,
  THRESHOLD_PROPERTIES,
  thresholdProperties,
} from "./target.ts";

const UNIT_PROPERTIES: ReadonlySet<string> = new Set(["unit"]);

export interface Merged {
  readonly dashboard: Dashboard;
  /** If all are 0, there is nothing to save. Changed limits count as units. */
  readonly added: { readonly panels: number; readonly targets: number; readonly units: number };
}

/** Undefined if the dashboard has no marker: it belongs to a user and is not changed. */
export function merge(existing: Dashboard, plan: DashboardPlan, datasource: DataSourceRef): Merged | undefined {
  const marker = readMarker(existing);
  if (marker === undefined) return undefined;
  const offered = new Map(marker);
  const added = { panels: 0, targets: 0, units: 0 };
  let dashboard = existing;
  for (const wanted of plan.panels) {
    if (wanted.fields.length === 0) continue;
    const key = panelKey(wanted);
    const before = offered.get(key);
    if (before === undefined) {
      const id = freeId(dashboard, offered);
      const panel = { ...emptyPanel(wanted, datasource), id, gridPos: freePosition(dashboard.panels ?? []) };
      const filled = fill(panel, { id, fields: new Map() }, wanted, datasource);
      dashboard = { ...dashboard, panels: [...(dashboard.panels ?? []), filled.panel] };
      offered.set(key, filled.offered);
      added.panels++;
      added.targets += filled.targets;
      continue;
    }
    const panel = allPanels(dashboard).find((candidate) => isOurs(candidate, before, wanted.measurement));
    if (panel === undefined) continue;
    const filled = fill(panel, before, wanted, datasource);
    if (filled.targets + filled.units === 0) continue;
    dashboard = replacePanel(dashboard, panel, filled.panel);
    offered.set(key, filled.offered);
    added.targets += filled.targets;
    added.units += filled.units;
  }
  if (added.panels + added.targets + added.units === 0) return { dashboard: existing, added };
  return { dashboard: withMarker(dashboard, offered), added };
}

// A new panel of a user may get the ID of a deleted one; ours still reads its measurement.
function isOurs(panel: Panel, offered: OfferedPanel, measurement: string): boolean {
  return panel.id === offered.id && (panel.targets ?? []).some((target) => reads(target, measurement));
}

// Higher than all IDs of deleted panels, so that an ID is never reused.
function freeId(dashboard: Dashboard, offered: Marker): number {
  const ids = [...allPanels(dashboard).map(({ id }) => id ?? 0), ...[...offered.values()].map(({ id }) => id)];
  return Math.max(0, ...ids) + 1;
}

function replacePanel(dashboard: Dashboard, old: Panel, panel: Panel): Dashboard {
  const swap = (candidate: Panel): Panel => {
    if (candidate === old) return panel;
    return candidate.panels === undefined ? candidate : { ...candidate, panels: candidate.panels.map(swap) };
  };
  return { ...dashboard, panels: (dashboard.panels ?? []).map(swap) };
}

interface Filled {
  readonly panel: Panel;
  readonly offered: OfferedPanel;
  readonly targets: number;
  readonly units: number;
}

function fill(panel: Panel, offered: OfferedPanel, wanted: PanelPlan, datasource: DataSourceRef): Filled {
  const fields = new Map(offered.fields);
  const targets: Target[] = [...(panel.targets ?? [])];
  const overrides: Override[] = [...(panel.fieldConfig?.overrides ?? [])];
  const refIds = new Set([...targets.map(({ refId }) => refId), ...[...fields.values()].map(({ refId }) => refId)]);
  let units = 0;
  for (const field of wanted.fields) {
    const before = fields.get(field.column);
    if (before !== undefined) {
      if (!targets.some(({ refId }) => refId === before.refId)) continue;
      const changed = changedField(overrides, before, field);
      if (changed === undefined) continue;
      fields.set(field.column, changed);
      units++;
      continue;
    }
    const refId = freeRefId(refIds);
    const { target, override } = newTarget(field, wanted.measurement, datasource, refId);
    targets.push(target);
    if (override !== undefined) overrides.push(override);
    fields.set(field.column, offeredField(refId, field.unit ?? "", field.limits, field.states));
  }
  return {
    panel: { ...panel, targets, fieldConfig: { defaults: {}, ...panel.fieldConfig, overrides } },
    offered: { ...offered, fields },
    targets: targets.length - (panel.targets ?? []).length,
    units,
  };
}

/** Applies what the header changed; undefined: nothing. */
function changedField(overrides: Override[], before: OfferedField, field: FieldPlan): OfferedField | undefined {
  const { refId } = before;
  // A unit that the header no longer has stays.
  const hasUnit =
    field.unit !== undefined &&
    change(overrides, refId, UNIT_PROPERTIES, (value: string) => [{ id: "unit", value }], before.unit, field.unit);
  const hasLimits = change(overrides, refId, THRESHOLD_PROPERTIES, thresholdProperties, before.limits, field.limits);
  const hasStates = change(overrides, refId, STATE_PROPERTIES, stateProperties, before.states, field.states);
  if (!hasUnit && !hasLimits && !hasStates) return undefined;
  const unit = hasUnit ? (field.unit ?? "") : before.unit;
  const limits = hasLimits ? field.limits : before.limits;
  return offeredField(refId, unit, limits, hasStates ? field.states : before.states);
}

function offeredField(
  refId: string,
  unit: string,
  limits: FieldPlan["limits"],
  states: FieldPlan["states"],
): OfferedField {
  return { refId, unit, ...(limits && { limits }), ...(states && { states }) };
}

/**
 * Replaces the properties of a part of the header, unless a user has changed them.
 * @returns false if nothing changes
 */
function change<Part>(
  overrides: Override[],
  refId: string,
  ids: ReadonlySet<string>,
  propertiesOf: (part: Part) => Override["properties"],
  ...parts: readonly [before: Part | undefined, now: Part | undefined]
): boolean {
  const [was, wanted] = parts.map((part) => (part ? propertiesOf(part) : []));
  if (isDeepStrictEqual(was, wanted)) return false;
  const matcher = byRefId(refId);
  const at = overrides.findIndex(({ matcher: { id, options } }) => id === matcher.id && options === refId);
  const { properties } = overrides[at] ?? { properties: [] };
  const [present, others] = [true, false].map((ours) => properties.filter(({ id }) => ids.has(id) === ours));
  if (!isDeepStrictEqual(present, was)) return false;
  const changed = { ...overrides[at], matcher, properties: [...others!, ...wanted!] };
  if (at < 0) overrides.push(changed);
  else overrides[at] = changed;
  return true;
}
