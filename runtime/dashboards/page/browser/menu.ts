/** A list of actions, for pointer and keyboard. The browser closes it after Escape or a click elsewhere. */

import { button, element } from "./dom.ts";

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

/** A button that opens a menu of the current `entries`. */
export function menuButton(label: string, name: string, entries: () => readonly MenuEntry[]): HTMLButtonElement {
  const attributes = { class: "menu-button", "aria-label": name, "aria-haspopup": "menu", title: name };
  const made = button(label, attributes, () => {
    const { left, bottom } = made.getBoundingClientRect();
    openMenu(name, entries(), { x: left, y: bottom + 2 });
  });
  return made;
}

/** Opens a menu at a position in the window, CSS pixels; closes an open one. */
export function openMenu(
  name: string,
  entries: readonly MenuEntry[],
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const items = entries.map(({ label, isDangerous, run }) =>
    button(label, { role: "menuitem", tabindex: "-1", class: isDangerous && "danger" }, () => {
      root.hidePopover();
      run();
    }),
  );
  const lined = items.flatMap((item, i) => {
    const isNew = i > 0 && entries[i]!.group !== entries[i - 1]!.group;
    return isNew ? [element("div", { role: "separator" }), item] : [item];
  });
  const root = element("div", { class: "menu", role: "menu", "aria-label": name, popover: "auto" }, ...lined);
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
  items[0]?.focus();
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
