/** The settings of a panel, beside it: changes are shown at once, and undone unless they are confirmed. */

import { render } from "preact";
import { loadPart } from "../data/load-part.ts";
import type { Panel } from "../panel/panel.tsx";
import type { PanelSettings } from "../panel/panel-settings.ts";
import { say } from "../text/words.ts";
import { place } from "../ui/place.ts";
import type { SettingsHost, SettingsPart } from "./settings-fields.tsx";
import type { Settings as Form } from "./settings-form.tsx";

/** Loaded when settings are opened for the first time. */
let Settings: typeof Form | undefined;

export class SettingsView {
  readonly root = place("aside", "settings", { ariaLabel: say("Settings"), tabIndex: -1 });
  readonly #app: SettingsHost;
  #panel: Panel | undefined;
  #before: PanelSettings = {};
  readonly #undoing: SettingsPart["undoing"] = new Map();

  constructor(app: SettingsHost) {
    this.#app = app;
    this.root.hidden = true;
    this.root.classList.add("status");
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
    if (Settings === undefined) {
      void loadPart(() => import("./settings-form.tsx")).then((form) => {
        Settings = form.Settings;
        this.refresh();
      });
      return;
    }
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
