/** All annotations of the time span, beside the page, filtered by tags. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { data, mayAnnotate, nowMs, timeline } from "../app/page.ts";
import { loadPart } from "../data/load-part.ts";
import { say } from "../text/words.ts";
import { closeBeside } from "../ui/beside.ts";
import { SidePanel } from "../ui/side-panel.tsx";
import type { Annotation } from "./annotation.ts";
import { AnnotationItem, keyOf } from "./annotation-list.tsx";

export function AnnotationsView(): JSX.Element {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = data.annotations.all.value;
  const tags = [...new Set(all.flatMap((one) => one.tags))].sort();
  const shown = all.filter((one) => chosen.size === 0 || one.tags.some((tag) => chosen.has(tag)));
  const toggle = (tag: string) => {
    const others = [...chosen].filter((one) => one !== tag);
    setChosen(new Set(chosen.has(tag) ? others : [...others, tag]));
  };
  return (
    <SidePanel className="notes" label={say("Annotations")} close={closeBeside}>
      <div class="tags" role="group" aria-label={say("Tags")}>
        {tags.map((tag) => (
          <button type="button" key={tag} class="tag" aria-pressed={chosen.has(tag)} onClick={() => toggle(tag)}>
            {tag}
          </button>
        ))}
      </div>
      <ol class="annotations" aria-label={say("All annotations")}>
        {shown.length === 0 && (
          <li class="none">
            {say(
              "No annotations in this time span. Click a chart to annotate a moment, drag with Alt to annotate a range.",
            )}
          </li>
        )}
        {[...shown].reverse().map((annotation) => (
          <Item key={keyOf(annotation)} annotation={annotation} />
        ))}
      </ol>
    </SidePanel>
  );
}

function Item({ annotation }: { readonly annotation: Annotation }): JSX.Element {
  const { timeMs, endMs, source, title } = annotation;
  const aroundMs = Math.max(10_000, (endMs ?? timeMs) - timeMs);
  return (
    <AnnotationItem annotation={annotation} nowMs={nowMs()}>
      <span class="where">
        {source.measurement === "network_events" ? source.database : source.measurement.replace(/_events$/, "")}
      </span>
      <button
        type="button"
        aria-label={say("Go to {0}", title)}
        onClick={() => timeline.show({ fromMs: timeMs - aroundMs, toMs: (endMs ?? timeMs) + aroundMs })}
      >
        {say("Go to")}
      </button>
      {mayAnnotate.value && (
        <button
          type="button"
          aria-label={say("Edit {0}", title)}
          onClick={() =>
            void loadPart(() => import("./annotation-dialog.tsx")).then(({ openAnnotation }) =>
              openAnnotation(annotation),
            )
          }
        >
          {say("Edit")}
        </button>
      )}
    </AnnotationItem>
  );
}
