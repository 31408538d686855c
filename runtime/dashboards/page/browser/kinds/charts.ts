/** The default kind: charts over time; they are loaded with the first panel. */

import { arraySizes, stemOf } from "../../../../model/main-column.ts";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { MOST_ARRAY_LINES } from "../series/array-lines.ts";
import type { PanelKind } from "./kind.ts";

function isOnlyArrays(description: MeasurementDescription): boolean {
  const sizes = arraySizes(description);
  const measured = description.columns.filter(({ role }) => role !== "frame");
  return measured.length > 0 && measured.every(({ name }) => (sizes.get(stemOf(name)) ?? 0) > MOST_ARRAY_LINES);
}

export const chartsKind: PanelKind = {
  name: "charts",
  label: "Charts over time",
  fits: () => true,
  // A measurement of only long arrays is shown completely in their own panels.
  automatic: (description) => (isOnlyArrays(description) ? [] : [{ suffix: "", settings: {} }]),
  load: async () => (await import("./views/charts-view.tsx")).make,
};
