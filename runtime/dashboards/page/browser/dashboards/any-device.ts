/**
 * A dashboard for any device: it was made with one, and another one of the same kind can stand in its place. What is
 * saved always names the device that it was made with. No DOM.
 */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { Layout, PanelSettings, SeriesName } from "../panel/panel-settings.ts";
import type { MeasurementName } from "../text/measurement-name.ts";

/** The layout with `shown` in the place of `made`. */
export function withDevice(layout: Layout, made: MeasurementName, shown: MeasurementName): Layout {
  const panels = Object.entries(layout.panels).map(
    ([id, settings]) => [id, settingsWith(settings, made, shown)] as const,
  );
  const added = Object.entries(layout.added).map(
    ([id, name]) => [id, isOf(name, made) ? nameOf(shown) : name] as const,
  );
  return { ...layout, panels: Object.fromEntries(panels), added: Object.fromEntries(added) };
}

export function settingsWith(settings: PanelSettings, made: MeasurementName, shown: MeasurementName): PanelSettings {
  if (settings.series === undefined) return settings;
  const series = settings.series.map((one) => (isOf(one, made) ? { ...one, ...nameOf(shown) } : one));
  return { ...settings, series };
}

/**
 * Settings as they are saved: series of the shown device mean any device, unless the saved ones name exactly that device
 * beside the one that the dashboard was made with.
 */
export function settingsToSave(
  changed: PanelSettings,
  saved: PanelSettings,
  made: MeasurementName,
  shown: MeasurementName,
): PanelSettings {
  const fixed = new Set((saved.series ?? []).filter((one) => isOf(one, shown)).map(({ column }) => column));
  const means = (one: SeriesName) => isOf(one, shown) && !fixed.has(one.column);
  if (changed.series === undefined) return changed;
  return { ...changed, series: changed.series.map((one) => (means(one) ? { ...one, ...nameOf(made) } : one)) };
}

/** Devices that can stand in its place: they have all fields of the device that it was made with, or its struct's name. */
export function candidates(
  made: MeasurementName,
  all: readonly MeasurementDescription[],
): readonly MeasurementDescription[] {
  const known = all.find((one) => isOf(one, made));
  if (known === undefined) return all;
  const fields = known.columns.filter(({ role }) => role !== "frame");
  return all.filter(({ columns }) => {
    const own = new Map(columns.map(({ name, type }) => [name, type]));
    return fields.every(({ name, type }) => own.get(name) === type);
  });
}

function isOf(one: Partial<MeasurementName>, { database, measurement }: MeasurementName): boolean {
  return one.database === database && one.measurement === measurement;
}

function nameOf({ database, measurement }: MeasurementName): MeasurementName {
  return { database, measurement };
}
