/** A list of actions, for pointer and keyboard. */

import { button, element } from "./dom.ts";

export interface MenuEntry {
  readonly label: string;
  run(): void;
}

let open: { readonly root: HTMLElement; readonly opener: HTMLElement | undefined } | undefined;

/** A button that opens a menu of the current `entries`. */
export function menuButton(
  label: string,
  name: string,
  entries: () => readonly MenuEntry[],
  className = "menu-button",
): HTMLButtonElement {
  const made = button(label, { class: className, "aria-label": name, "aria-haspopup": "menu", title: name }, () => {
    const { left, bottom } = made.getBoundingClientRect();
    openMenu(name, entries(), { x: left, y: bottom + 2 }, made);
  });
  return made;
}

/** Opens a menu at a position in the window, CSS pixels; closes an open one. */
export function openMenu(
  name: string,
  entries: readonly MenuEntry[],
  point: { readonly x: number; readonly y: number },
  opener?: HTMLElement,
): void {
  closeMenu();
  const items = entries.map(({ label, run }) =>
    button(label, { role: "menuitem", tabindex: "-1" }, () => {
      closeMenu();
      run();
    }),
  );
  const root = element("div", { class: "menu", role: "menu", "aria-label": name }, ...items);
  // Inside the main landmark, for users who navigate by landmarks.
  (document.querySelector("main") ?? document.body).append(root);
  const { width, height } = root.getBoundingClientRect();
  root.style.setProperty("left", `${Math.max(4, Math.min(point.x, innerWidth - width - 4))}px`);
  root.style.setProperty("top", `${Math.max(4, Math.min(point.y, innerHeight - height - 4))}px`);
  root.addEventListener("keydown", (event) => moveWithin(event, items));
  open = { root, opener };
  items[0]?.focus();
}

function closeMenu(): void {
  const closed = open;
  open = undefined;
  if (closed === undefined) return;
  const hadFocus = closed.root.contains(document.activeElement);
  closed.root.remove();
  if (hadFocus) closed.opener?.focus();
}

document.addEventListener("pointerdown", ({ target }) => {
  if (open !== undefined && !(target instanceof Node && open.root.contains(target))) closeMenu();
});

function moveWithin(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const next = steps[event.key];
  event.stopPropagation();
  if (event.key === "Escape" || event.key === "Tab") closeMenu();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
