/** Panels of one value; their views are loaded with the first of them. */

import { mainColumn } from "../../../../model/main-column.ts";
import type { ColumnDescription, MeasurementDescription } from "../../../../model/measurement.ts";
import { say } from "../text/words.ts";
import { FIGURES } from "./figures.ts";
import type { OptionField, PanelKind } from "./kind.ts";

/** The main column first. */
function columnChoices(
  description: MeasurementDescription,
  wanted: (column: ColumnDescription) => boolean,
): OptionField {
  const main = mainColumn(description)?.name;
  const names = description.columns.filter(wanted).map(({ name }) => name);
  const ordered = names.sort((a, b) => Number(b === main) - Number(a === main));
  return { name: "column", label: say("Field"), choices: ordered.map((name) => [name, name] as const) };
}

const isNumber = ({ type, role }: ColumnDescription) => type !== "string" && role !== "frame";
const isState = ({ type, role, states }: ColumnDescription) =>
  role !== "frame" && (type === "string" || states !== undefined || role === "flag" || role === "state");
const figures = (): OptionField => ({
  name: "figure",
  label: say("Which value"),
  choices: FIGURES.map((one) => [one, say(one)] as const),
});

export const statKind: PanelKind = {
  name: "stat",
  label: "Value",
  width: 0.5,
  fits: ({ columns }) => columns.some(isNumber),
  options: (description) => [columnChoices(description, isNumber), figures()],
  load: async () => (await import("./views/tiles-view.tsx")).makeStat,
};

export const gaugeKind: PanelKind = {
  name: "gauge",
  label: "Gauge",
  width: 0.5,
  fits: ({ columns }) => columns.some(isNumber),
  options: (description) => [
    columnChoices(description, isNumber),
    figures(),
    { name: "from", label: say("Lowest"), choices: [], text: "line" },
    { name: "to", label: say("Highest"), choices: [], text: "line" },
  ],
  load: async () => (await import("./views/tiles-view.tsx")).makeGauge,
};

export const stateKind: PanelKind = {
  name: "state",
  label: "State",
  width: 0.5,
  fits: ({ columns }) => columns.some(isState),
  options: (description) => [columnChoices(description, isState)],
  load: async () => (await import("./views/tiles-view.tsx")).makeState,
};
