/** The form of a panel's settings. */

import type { JSX } from "preact";
import { chartsKind } from "../kinds/charts.ts";
import type { OptionField } from "../kinds/kind.ts";
import { KINDS, kindNamed } from "../kinds/kinds.ts";
import type { Panel } from "../panel.ts";
import { say } from "../words.ts";
import { Icon } from "./icons.tsx";
import { Axes } from "./settings-axes.tsx";
import { Computed } from "./settings-computed.tsx";
import { Choice, NumberField, Section, type SettingsHost, type SettingsPart } from "./settings-fields.tsx";
import { Limits } from "./settings-limits.tsx";
import { SeriesList } from "./settings-series.tsx";

export function Settings(props: {
  readonly undoing: SettingsPart["undoing"];
  readonly app: SettingsHost;
  readonly panel: Panel;
  readonly close: () => void;
  readonly undo: () => void;
}): JSX.Element {
  const { app, panel, close, undo, undoing } = props;
  const { settings } = panel;
  const { description } = panel.feed;
  const set: SettingsPart["set"] = (name, value) => {
    const { [name]: _before, ...others } = app.layout.settings(panel.id);
    app.layout.replace(panel.id, value === undefined ? others : { ...others, [name]: value });
  };
  const part = { app, panel, set, undoing };
  const kind = kindNamed(settings.kind);
  return (
    <>
      <header>
        <h2>{say("Settings of {0}", panel.title)}</h2>
        <button type="button" class="square quiet" aria-label={say("Close")} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <label class="stacked">
        {say("Title")}
        <input
          value={settings.title ?? ""}
          placeholder={panel.title}
          onChange={({ currentTarget }) => set("title", currentTarget.value.trim() || undefined)}
        />
      </label>
      <span class="stacked" id="shown-as">
        {say("Shown as")}
      </span>
      <div class="segments kinds" role="group" aria-labelledby="shown-as">
        {KINDS.filter((one) => one.fits(description)).map(({ name, label }) => (
          <button type="button" key={name} aria-pressed={name === kind.name} onClick={() => set("kind", name)}>
            {say(label)}
          </button>
        ))}
      </div>
      {(kind.options?.(description) ?? []).map((field) => (
        <Option key={`${kind.name} ${field.name}`} field={field} {...part} />
      ))}
      {kind === chartsKind && <SeriesList {...part} />}
      {kind === chartsKind && <Axes {...part} />}
      <Limits {...part} />
      {kind !== kindNamed("text") && <Computed {...part} />}
      <Size {...part} />
      <footer>
        <button type="button" class="quiet" onClick={undo}>
          {say("Undo all")}
        </button>
        <button type="button" class="primary" onClick={close}>
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
  return (
    <label class="stacked">
      {label}
      {text === "lines" ? (
        <textarea rows={5} value={chosen} onChange={({ currentTarget }) => change(currentTarget.value)} />
      ) : text === "line" ? (
        <input
          value={chosen}
          placeholder={say("automatic")}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <Choice value={chosen} choices={choices} onValue={change} />
      )}
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
