/** A list of actions, for pointer and keyboard. The browser closes it after Escape or a click elsewhere. */

import { render } from "preact";
import { place } from "./place.ts";

export interface MenuEntry {
  readonly label: string;
  /** A line is above the first one of each group. */
  readonly group?: string;
  /** What cannot be undone. */
  readonly isDangerous?: true;
  run(): void;
}

/** The entries as one group. */
export function grouped(group: string, entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.map((entry) => ({ ...entry, group }));
}

/** The entries that are there. */
export function offered(...entries: readonly (MenuEntry | false)[]): MenuEntry[] {
  return entries.filter((one) => one !== false);
}

export function openMenuBelow(button: Element, name: string, entries: readonly MenuEntry[]): void {
  const { left, bottom } = button.getBoundingClientRect();
  openMenu(name, entries, { x: left, y: bottom + 2 });
}

/** Opens a menu at a position in the window, CSS pixels; closes an open one. */
export function openMenu(
  name: string,
  entries: readonly MenuEntry[],
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const root = place("div", "menu", { role: "menu", ariaLabel: name, popover: "auto" });
  const items = entries.map(({ label, group, isDangerous, run }, i) => (
    <>
      {i > 0 && group !== entries[i - 1]!.group && <hr />}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        class={isDangerous && "danger"}
        onClick={() => {
          root.hidePopover();
          run();
        }}
      >
        {label}
      </button>
    </>
  ));
  render(items, root);
  root.addEventListener("toggle", ({ newState }) => newState === "closed" && root.remove());
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Tab") root.hidePopover();
    else moveWithin(event);
  });
  // Inside the main landmark, for users who navigate by landmarks.
  (document.querySelector("main") ?? document.body).append(root);
  root.showPopover();
  const { width, height } = root.getBoundingClientRect();
  root.style.setProperty("left", `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`);
  root.style.setProperty("top", `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`);
  root.querySelector("button")?.focus();
}

/** Arrow keys, Home and End move the focus in a menu. */
export function moveWithin(event: KeyboardEvent): void {
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
