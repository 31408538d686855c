/** Limits and scale of a chart's axes. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type ChartAxis, chartShapes } from "../chart-shapes.ts";
import type { AxisSettings } from "../panel-settings.ts";
import { say } from "../words.ts";
import { Choice, NumberField, type SettingsPart } from "./settings-fields.tsx";

export function Axes({ app, panel, set }: SettingsPart): JSX.Element | null {
  const [chosen, setChosen] = useState("");
  const { settings, series, feed } = panel;
  const shapes = chartShapes({
    description: feed.description,
    settings,
    extent: (name) => series.extent(name),
    others: series.others.map(({ description }) => description),
    lines: app.appearance.theme.lines,
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
  const names = axes.map(
    ({ name: one, title, unit }) => [one, unit === undefined ? title : `${title}, ${unit}`] as const,
  );
  const scales = [["", say("linear")] as const, ["log", say("logarithmic")] as const];
  return (
    <section>
      <h3>
        {say("Axes")}
        <Choice name={say("Which axis")} value={name} choices={names} onValue={setChosen} />
      </h3>
      <div class="side-by-side" key={name}>
        <NumberField label={say("Lowest")} value={known.min} onValue={(value) => change("min", value)} />
        <NumberField label={say("Highest")} value={known.max} onValue={(value) => change("max", value)} />
        <label class="stacked">
          {say("Scale")}
          <Choice value={known.scale ?? ""} choices={scales} onValue={(value) => change("scale", value || undefined)} />
        </label>
      </div>
    </section>
  );
}
