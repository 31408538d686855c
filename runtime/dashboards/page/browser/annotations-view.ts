/** All annotations of the time span, beside the page, filtered by tags. */

import type { Annotation } from "./annotation.ts";
import type { AnnotationHost } from "./annotation-dialog.ts";
import { annotationItem } from "./annotation-list.ts";
import { button, element } from "./dom.ts";
import { sidePanel } from "./side-panel.ts";
import type { Timeline } from "./timeline.ts";
import { say } from "./words.ts";

export interface NotesHost extends AnnotationHost {
  readonly timeline: Pick<Timeline, "show">;
  readonly mayAnnotate: boolean;
  nowMs(): number;
}

export class AnnotationsView {
  readonly root: HTMLElement;
  readonly #host: NotesHost;
  readonly #tags = element("div", { class: "tags", role: "group", "aria-label": say("Tags") });
  readonly #list = element("ol", { class: "annotations", "aria-label": say("All annotations") });
  readonly #chosen = new Set<string>();

  constructor(host: NotesHost) {
    this.#host = host;
    this.root = sidePanel({
      className: "status notes",
      label: say("Annotations"),
      content: [this.#tags, this.#list],
      onClose: () => this.toggle(),
    });
  }

  toggle(): void {
    this.root.hidden = !this.root.hidden;
    if (this.root.hidden) return;
    this.refresh();
    this.root.focus();
  }

  refresh(): void {
    if (this.root.hidden) return;
    const all = this.#host.data.annotations.all();
    const tags = [...new Set(all.flatMap((one) => one.tags))].sort();
    this.#tags.replaceChildren(...tags.map((tag) => this.#tagButton(tag)));
    const shown = all.filter((one) => this.#chosen.size === 0 || one.tags.some((tag) => this.#chosen.has(tag)));
    const items = [...shown].reverse().map((annotation) => this.#item(annotation));
    const none = element(
      "li",
      { class: "none" },
      say("No annotations in this time span. Click a chart to annotate a moment, drag with Alt to annotate a range."),
    );
    this.#list.replaceChildren(...(items.length === 0 ? [none] : items));
  }

  #tagButton(tag: string): HTMLButtonElement {
    return button(tag, { class: "tag", "aria-pressed": String(this.#chosen.has(tag)) }, () => {
      if (!this.#chosen.delete(tag)) this.#chosen.add(tag);
      this.refresh();
    });
  }

  #item(annotation: Annotation): HTMLElement {
    const item = annotationItem(annotation, this.#host.nowMs());
    const { timeMs, endMs, source, title } = annotation;
    const where = element(
      "span",
      { class: "where" },
      source.measurement === "network_events" ? source.database : source.measurement.replace(/_events$/, ""),
    );
    const aroundMs = Math.max(10_000, (endMs ?? timeMs) - timeMs);
    const go = button(say("Go to"), { "aria-label": say("Go to {0}", title) }, () =>
      this.#host.timeline.show({ fromMs: timeMs - aroundMs, toMs: (endMs ?? timeMs) + aroundMs }),
    );
    item.append(where, go);
    if (this.#host.mayAnnotate) {
      item.append(
        button(say("Edit"), { "aria-label": say("Edit {0}", title) }, () => {
          void import("./annotation-dialog.ts").then(({ openAnnotation }) => openAnnotation(this.#host, annotation));
        }),
      );
    }
    return item;
  }
}
