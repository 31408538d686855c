/** A panel beside the page, closed at first: its heading has a button to close it, and Escape closes it, too. */

import { button, element } from "./dom.ts";
import { say } from "./words.ts";

export function sidePanel(options: {
  readonly className: string;
  readonly label: string;
  readonly heading?: HTMLElement;
  readonly content: readonly HTMLElement[];
  onClose(): void;
}): HTMLElement {
  const { className, label, heading = element("h2", {}, label), content, onClose } = options;
  const head = element("header", {}, heading, button(say("Close"), {}, onClose));
  const root = element("aside", { class: className, "aria-label": label, tabindex: "-1" }, head, ...content);
  root.hidden = true;
  root.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") onClose();
  });
  return root;
}
