/** A panel with text written by a user. */

import { render } from "preact";
import { SafeText } from "../annotations/annotation-list.tsx";
import { say } from "../text/words.ts";
import { place } from "../ui/place.ts";
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
  const root = place("div", "note-text");
  const write = () => {
    const text = String(settings().options?.["text"] ?? "");
    render(<SafeText text={text === "" ? say("Write the text under Settings.") : text} />, root);
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
