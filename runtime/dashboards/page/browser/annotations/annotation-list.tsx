/** Annotations below a panel's charts. Their text may contain HTML, of which only harmless elements are kept. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { loadPart } from "../data/load-part.ts";
import { formatMoment, formatUtc } from "../text/format.ts";
import { say } from "../text/words.ts";
import type { Annotation } from "./annotation.ts";

/** Newest first. */
export function AnnotationList(props: {
  readonly annotations: readonly Annotation[];
  readonly nowMs: number;
}): JSX.Element {
  const { annotations, nowMs } = props;
  return (
    <ol class="annotations" aria-label={say("Annotations")}>
      {[...annotations].reverse().map((annotation) => (
        <AnnotationItem key={keyOf(annotation)} annotation={annotation} nowMs={nowMs} />
      ))}
    </ol>
  );
}

/** The time of an annotation is its name at its source. */
export function keyOf({ source: { database, measurement }, time }: Annotation): string {
  return `${database} ${measurement} ${time}`;
}

export function AnnotationItem(props: {
  readonly annotation: Annotation;
  readonly nowMs: number;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { annotation, nowMs, children } = props;
  const { timeMs, title, text, tags } = annotation;
  return (
    <li>
      <time dateTime={new Date(timeMs).toISOString()} title={formatUtc(timeMs)}>
        {formatMoment(timeMs, nowMs)}
      </time>
      <strong>{title}</strong>
      <span class="text">
        <SafeText text={text} />
      </span>
      {tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
      {children}
    </li>
  );
}

/** Simple HTML as elements, and nothing else of it. A text without HTML is there at once. */
export function SafeText({ text }: { readonly text: string }): JSX.Element {
  const root = useRef<HTMLSpanElement>(null);
  const isPlain = !/[<&]/.test(text);
  useEffect(() => {
    if (!isPlain)
      void loadPart(() => import("../text/safe-html.ts")).then(({ safeHtml }) =>
        root.current?.replaceChildren(safeHtml(text)),
      );
  }, [text]);
  // Preact fills the one, and the other is never its own.
  return isPlain ? <span key="plain">{text}</span> : <span key="html" ref={root} />;
}
