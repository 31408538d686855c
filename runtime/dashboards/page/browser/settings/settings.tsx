/** The settings of a panel, beside it. */

import { effect, untracked } from "@preact/signals";
import { type JSX, render } from "preact";
import { grid } from "../panel/panel-grid.ts";
import { say } from "../text/words.ts";
import { later } from "../ui/later.tsx";
import { place } from "../ui/place.ts";
import { closeSettings, settings } from "./settings-state.ts";

const Form = later(async () => (await import("./settings-form.tsx")).Settings);

/** Its element is hidden while no settings are open. */
export function settingsRoot(): HTMLElement {
  const root = place("aside", "settings", { ariaLabel: say("Settings"), tabIndex: -1 });
  root.classList.add("status");
  root.addEventListener("keydown", ({ key }) => key === "Escape" && closeSettings());
  let id: string | undefined;
  effect(() => {
    const before = untracked(() => panelOf(id));
    id = settings.value?.id;
    root.hidden = id === undefined;
    document.body.classList.toggle("with-settings", id !== undefined);
    if (id === undefined) before?.root.querySelector<HTMLElement>(".menu-button")?.focus({ preventScroll: true });
    else {
      root.focus();
      root.scrollTop = 0;
      requestAnimationFrame(() => panelOf(id)?.root.scrollIntoView({ block: "nearest" }));
    }
  });
  effect(() => {
    if (settings.value !== undefined && !grid.panels.some((panel) => panel.id === settings.value?.id)) closeSettings();
  });
  render(<Shown />, root);
  return root;
}

function Shown(): JSX.Element | null {
  const panel = grid.panels.find(({ id }) => id === settings.value?.id);
  return panel === undefined ? null : <Form key={panel.id} panel={panel} />;
}

function panelOf(id: string | undefined) {
  return grid.panels.find((panel) => panel.id === id);
}
