/** Annotations below a panel's charts. Their text may contain HTML, of which only harmless elements are kept. */

import DOMPurify from "dompurify";
import type { Annotation } from "./annotation.ts";
import { element } from "./dom.ts";
import { formatMoment, formatUtc } from "./format.ts";
import { say } from "./words.ts";

const ALLOWED_TAGS = ["a", "b", "i", "em", "strong", "code", "br", "p", "ul", "ol", "li"];

/** Links go to other web applications, never into this page. */
function openLinksElsewhere(node: Element): void {
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
}

DOMPurify.addHook("afterSanitizeAttributes", openLinksElsewhere);

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

/** Converts simple HTML to elements and leaves out everything else. */
export function safeText(text: string): DocumentFragment {
  return DOMPurify.sanitize(text, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href"],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  });
}
