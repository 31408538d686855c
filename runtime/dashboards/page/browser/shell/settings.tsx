/** The settings of a panel, beside it: changes are shown at once, and undone unless they are confirmed. */

import { type JSX, render } from "preact";
import { element } from "../dom.ts";
import { chartsKind } from "../kinds/charts.ts";
import type { OptionField } from "../kinds/kind.ts";
import { KINDS, kindNamed } from "../kinds/kinds.ts";
import type { Panel } from "../panel.ts";
import type { PanelSettings } from "../panel-settings.ts";
import { say } from "../words.ts";
import { Icon } from "./icons.tsx";
import { Axes } from "./settings-axes.tsx";
import { Computed } from "./settings-computed.tsx";
import { Choice, NumberField, Section, type SettingsHost, type SettingsPart } from "./settings-fields.tsx";
import { Limits } from "./settings-limits.tsx";
import { SeriesList } from "./settings-series.tsx";

export class SettingsView {
  readonly root = element("aside", { class: "status settings", "aria-label": say("Settings"), tabindex: "-1" });
  readonly #app: SettingsHost;
  #panel: Panel | undefined;
  #before: PanelSettings = {};
  readonly #undoing: SettingsPart["undoing"] = new Map();

  constructor(app: SettingsHost) {
    this.#app = app;
    this.root.hidden = true;
    this.root.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.close();
    });
  }

  open(panel: Panel): void {
    this.#panel = panel;
    this.#before = this.#app.layout.settings(panel.id);
    this.#undoing.clear();
    this.root.hidden = false;
    document.body.classList.add("with-settings");
    this.refresh();
    this.root.focus();
    this.root.scrollTop = 0;
    requestAnimationFrame(() => panel.root.scrollIntoView({ block: "nearest" }));
  }

  close(): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    document.body.classList.remove("with-settings");
    render(null, this.root);
    this.#panel?.root.querySelector<HTMLElement>(".menu-button")?.focus({ preventScroll: true });
  }

  #undo(id: string): void {
    this.#app.layout.replace(id, this.#before);
    const all = [...this.#undoing.values()];
    this.#undoing.clear();
    void Promise.all(all.map((undo) => undo())).catch((error: Error) => this.#app.report(error.message));
  }

  /** The layout or the columns have changed. */
  refresh(): void {
    if (this.root.hidden || this.#panel === undefined) return;
    // A panel that was removed and has returned is a new object.
    const { id } = this.#panel;
    this.#panel = this.#app.grid.panels.find((one) => one.id === id);
    if (this.#panel === undefined) this.close();
    else
      render(
        <Settings
          key={id}
          app={this.#app}
          panel={this.#panel}
          close={() => this.close()}
          undoing={this.#undoing}
          undo={() => this.#undo(id)}
        />,
        this.root,
      );
  }
}

function Settings(props: {
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
