/** A panel with text written by a user. */

import { safeText } from "../annotation-list.ts";
import { element } from "../dom.ts";
import { say } from "../words.ts";
import type { PanelKind, PanelView, ViewContext } from "./kind.ts";

export const textKind: PanelKind = {
  name: "text",
  label: "Text",
  width: 0.5,
  fits: () => true,
  options: () => [{ name: "text", label: say("Text"), choices: [], text: "lines" }],
  load: async () => make,
};

function make({ settings }: ViewContext): PanelView {
  const root = element("div", { class: "note-text" });
  let shown: string | undefined;
  const write = () => {
    const text = String(settings().options?.["text"] ?? "");
    if (text === shown) return;
    shown = text;
    root.replaceChildren(safeText(text === "" ? say("Write the text under Settings.") : text));
  };
  const nothing = () => {};
  return {
    root,
    arrange: write,
    draw: write,
    write,
    clear: nothing,
    resize: nothing,
    describe: () => root.textContent ?? "",
  };
}
