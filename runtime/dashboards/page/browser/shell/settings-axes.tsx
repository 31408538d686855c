/** Limits and scale of a chart's axes. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type ChartAxis, chartShapes } from "../chart-shapes.ts";
import type { AxisSettings } from "../panel-settings.ts";
import { say } from "../words.ts";
import { NumberField, type SettingsPart } from "./settings-fields.tsx";

export function Axes({ app, panel, set }: SettingsPart): JSX.Element | null {
  const [chosen, setChosen] = useState("");
  const { settings, series, feed } = panel;
  const shapes = chartShapes({
    description: feed.description,
    settings,
    extent: (name) => series.extent(name),
    others: series.others.map(({ description }) => description),
    lines: app.theme().lines,
  });
  const axes = shapes.flatMap(({ kind, left, right }): ChartAxis[] =>
    kind === "lines" ? [left, ...(right === undefined ? [] : [right])] : [],
  );
  const axis = axes.find(({ name }) => name === chosen) ?? axes[0];
  if (axis === undefined) return null;
  const { name } = axis;
  const known = settings.axes?.[name] ?? {};
  const change = <Key extends keyof AxisSettings>(key: Key, value: AxisSettings[Key] | undefined) => {
    const { [key]: _before, ...others } = known;
    set("axes", { ...settings.axes, [name]: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
    <section>
      <h3>
        {say("Axes")}
        <select
          aria-label={say("Which axis")}
          value={name}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {axes.map(({ name: one, title, unit }) => (
            <option key={one} value={one}>
              {unit === undefined ? title : `${title}, ${unit}`}
            </option>
          ))}
        </select>
      </h3>
      <div class="side-by-side" key={name}>
        <NumberField label={say("Lowest")} value={known.min} onValue={(value) => change("min", value)} />
        <NumberField label={say("Highest")} value={known.max} onValue={(value) => change("max", value)} />
        <label class="stacked">
          {say("Scale")}
          <select
            value={known.scale ?? ""}
            onChange={({ currentTarget }) => change("scale", currentTarget.value === "" ? undefined : "log")}
          >
            <option value="">{say("linear")}</option>
            <option value="log">{say("logarithmic")}</option>
          </select>
        </label>
      </div>
    </section>
  );
}
