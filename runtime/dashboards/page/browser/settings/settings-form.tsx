/** The form of a panel's settings. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { FieldLimits, limitable, useMayLimit } from "../alarms/field-limits.tsx";
import { layout, theme } from "../app/page.ts";
import { type ChartAxis, chartShapes } from "../chart/chart-shapes.ts";
import { chartsKind } from "../kinds/charts.ts";
import type { OptionField } from "../kinds/kind.ts";
import { KINDS, kindNamed } from "../kinds/kinds.ts";
import type { Panel } from "../panel/panel.tsx";
import type { AxisSettings } from "../panel/panel-settings.ts";
import { Icon } from "../shell/icons.tsx";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { Segments } from "../ui/segments.tsx";
import { Computed } from "./settings-computed.tsx";
import { NumberField, Section, type SettingsPart, TextField } from "./settings-fields.tsx";
import { SeriesList } from "./settings-series.tsx";
import { closeSettings, settings as opened, undoSettings } from "./settings-state.ts";

export function Settings({ panel }: { readonly panel: Panel }): JSX.Element {
  const { settings } = panel;
  const { description } = panel.feed;
  const set: SettingsPart["set"] = (name, value) => {
    const { [name]: _before, ...others } = layout.settings(panel.id);
    layout.replace(panel.id, value === undefined ? others : { ...others, [name]: value });
  };
  const part = { panel, set };
  const kind = kindNamed(settings.kind);
  return (
    <>
      <header>
        <h2>{say("Settings of {0}", panel.title)}</h2>
        <button type="button" class="square quiet" aria-label={say("Close")} onClick={closeSettings}>
          <Icon name="close" />
        </button>
      </header>
      <TextField
        label={say("Title")}
        value={settings.title ?? ""}
        placeholder={panel.title}
        onValue={(title) => set("title", title.trim() || undefined)}
      />
      <span class="stacked">{say("Shown as")}</span>
      <Segments
        label={say("Shown as")}
        className="kinds"
        choices={KINDS.filter((one) => one.fits(description)).map(({ name, label }) => [name, say(label)] as const)}
        isChosen={(name) => name === kind.name}
        onChoice={(name) => set("kind", name)}
      />
      {(kind.options?.(description) ?? []).map((field) => (
        <Option key={`${kind.name} ${field.name}`} field={field} {...part} />
      ))}
      {kind === chartsKind && <SeriesList {...part} />}
      {kind === chartsKind && <Axes {...part} />}
      <Limits {...part} />
      {kind !== kindNamed("text") && <Computed key={opened.value?.undone} {...part} />}
      <Size {...part} />
      <footer>
        <button type="button" class="quiet" onClick={undoSettings}>
          {say("Undo all")}
        </button>
        <button type="button" class="primary" onClick={closeSettings}>
          {say("Done")}
        </button>
      </footer>
    </>
  );
}

function Option({ field, panel, set }: SettingsPart & { readonly field: OptionField }): JSX.Element {
  const { name, label, choices, text } = field;
  const { options } = panel.settings;
  const chosen = String(options?.[name] ?? choices[0]?.[0] ?? "");
  const change = (value: string) => set("options", { ...options, [name]: value });
  if (text !== undefined)
    return (
      <TextField
        label={label}
        value={chosen}
        placeholder={say("automatic")}
        {...(text === "lines" && { lines: 5 })}
        onValue={change}
      />
    );
  return (
    <label class="stacked">
      {label}
      <Choice value={chosen} choices={choices} onValue={change} />
    </label>
  );
}

function Size({ panel, set }: SettingsPart): JSX.Element {
  const { width, height } = panel.settings;
  const about = width === undefined && height === undefined ? say("automatic") : `${width ?? 1} × ${height ?? 1}`;
  return (
    <Section title={say("Size")} about={about}>
      <div class="side-by-side">
        <NumberField
          label={say("Columns wide")}
          value={width}
          step={0.25}
          min={0.25}
          max={12}
          onValue={(value) => set("width", value)}
        />
        <NumberField
          label={say("Height of a chart")}
          value={height}
          step={0.25}
          min={0.5}
          max={12}
          onValue={(value) => set("height", value)}
        />
      </div>
    </Section>
  );
}

/** Limits and scale of a chart's axes. */
function Axes({ panel, set }: SettingsPart): JSX.Element | null {
  const { settings, series, feed } = panel;
  const shapes = chartShapes({
    description: feed.description,
    settings,
    extent: (name) => series.extent(name),
    others: series.others.map(({ description }) => description),
    lines: theme.value.lines,
  });
  const axes = shapes.flatMap(({ kind, left, right }): ChartAxis[] =>
    kind === "lines" ? [left, ...(right === undefined ? [] : [right])] : [],
  );
  // It stays chosen when live values make others.
  const [chosen, setChosen] = useState(axes[0]?.name);
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
        <Choice label={say("Which axis")} value={name} choices={names} onValue={setChosen} />
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

/** Limits of a panel's fields, as a section of its settings. */
function Limits({ panel }: SettingsPart): JSX.Element | null {
  const { description } = panel.feed;
  const mayChange = useMayLimit(description.database);
  const columns = limitable(description);
  if (!mayChange || columns.length === 0) return null;
  const count = columns.filter(({ limits }) => limits !== undefined).length;
  return (
    <Section title={say("Limits and alarms")} about={count === 0 ? say("none") : say("{0} set", count)}>
      <FieldLimits
        description={description}
        onSet={(key, undo) => {
          const undoing = opened.value?.undoing;
          if (undoing?.has(key) === false) undoing.set(key, undo);
        }}
      />
    </Section>
  );
}
