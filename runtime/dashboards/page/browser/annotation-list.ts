/** Annotations below a panel's charts. Their text may hold HTML, of which only harmless elements are kept. */

import DOMPurify from "dompurify";
import { element } from "./dom.ts";
import { formatTime, formatUtc, parseIsoMs } from "./format.ts";
import type { MeasurementName, StoredRow } from "./measurement-feed.ts";

export interface Annotation {
  /** Where it is stored. */
  readonly source: MeasurementName;
  /** As stored, to the nanosecond: with the source it names the annotation. */
  readonly time: string;
  readonly timeMs: number;
  /** Of a range its end. */
  readonly endMs: number | undefined;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
}

const ALLOWED_TAGS = ["a", "b", "i", "em", "strong", "code", "br", "p", "ul", "ol", "li"];

/** Links go to other web applications, never into this page. */
function openLinksElsewhere(node: Element): void {
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
}

DOMPurify.addHook("afterSanitizeAttributes", openLinksElsewhere);

export function annotationFrom(row: StoredRow, source: MeasurementName): Annotation {
  const text = (name: string) => (row[name] === undefined || row[name] === null ? "" : String(row[name]));
  const tags = text("tags").split(",");
  return {
    source,
    time: row.time,
    timeMs: parseIsoMs(row.time),
    endMs: endOf(text("timeEnd"), parseIsoMs(row.time)),
    title: text("title"),
    text: text("text"),
    tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ""),
  };
}

function endOf(text: string, timeMs: number): number | undefined {
  const ms = Date.parse(text);
  return ms > timeMs ? ms : undefined;
}

/** Newest first. */
export function annotationList(annotations: readonly Annotation[], nowMs: number): HTMLElement {
  const items = [...annotations].reverse().map((annotation) => annotationItem(annotation, nowMs));
  return element("ol", { class: "annotations", "aria-label": "Annotations" }, ...items);
}

export function annotationItem({ timeMs, title, text, tags }: Annotation, nowMs: number): HTMLElement {
  const time = element(
    "time",
    { datetime: new Date(timeMs).toISOString(), title: formatUtc(timeMs) },
    formatTime(timeMs, nowMs),
  );
  const body = element("span", { class: "text" });
  body.append(
    DOMPurify.sanitize(text, {
      ALLOWED_TAGS,
      ALLOWED_ATTR: ["href"],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      RETURN_DOM_FRAGMENT: true,
    }),
  );
  const labels = tags.map((tag) => element("span", { class: "tag" }, tag));
  return element("li", {}, time, element("strong", {}, title), body, ...labels);
}
