/** Annotations below a panel's charts. Their text may contain HTML, of which only harmless elements are kept. */

import type { Annotation } from "./annotation.ts";
import { element } from "./dom.ts";
import { formatMoment, formatUtc } from "./format.ts";
import { say } from "./words.ts";

/** Newest first. */
export function annotationList(annotations: readonly Annotation[], nowMs: number): HTMLElement {
  const items = [...annotations].reverse().map((annotation) => annotationItem(annotation, nowMs));
  return element("ol", { class: "annotations", "aria-label": say("Annotations") }, ...items);
}

export function annotationItem({ timeMs, title, text, tags }: Annotation, nowMs: number): HTMLElement {
  const time = element(
    "time",
    { datetime: new Date(timeMs).toISOString(), title: formatUtc(timeMs) },
    formatMoment(timeMs, nowMs),
  );
  const body = element("span", { class: "text" }, safeText(text));
  const labels = tags.map((tag) => element("span", { class: "tag" }, tag));
  return element("li", {}, time, element("strong", {}, title), body, ...labels);
}

/** Simple HTML as elements, and nothing else of it. A text without HTML is there at once. */
export function safeText(text: string): HTMLElement {
  const made = element("span");
  if (!/[<&]/.test(text)) made.textContent = text;
  else void import("./safe-html.ts").then(({ safeHtml }) => made.replaceChildren(safeHtml(text)));
  return made;
}
