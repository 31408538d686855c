/** From when to when, typed or picked from a calendar, in local time; or how long until now. */

import { button, element } from "./dom.ts";
import { formatRange, parseRange } from "./moments.ts";
import type { Timeline } from "./timeline.ts";

export class TimeForm {
  readonly root: HTMLElement;
  readonly #timeline: Timeline;
  readonly #opener: HTMLButtonElement;
  readonly #form: HTMLFormElement;
  readonly #from = element("input", { type: "datetime-local", step: "0.001", name: "from" });
  readonly #to = element("input", { type: "datetime-local", step: "0.001", name: "to" });
  readonly #range = element("input", { name: "range", placeholder: "90s, 15m, 2h, 30d", size: "10" });
  readonly #problem = element("p", { class: "problem", role: "alert" });

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.#opener = button("From … to", { class: "time-button", "aria-expanded": "false" }, () => this.#toggle());
    this.#form = element(
      "form",
      { class: "time-form", "aria-label": "Time span" },
      element("label", {}, "From", this.#from),
      element("label", {}, "To", this.#to),
      element("button", { type: "submit", class: "primary" }, "Show"),
      element("label", {}, "or the last", this.#range),
      element("button", { type: "submit", value: "follow" }, "Follow"),
      this.#problem,
    );
    this.#form.hidden = true;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#problem.textContent = this.#apply(event.submitter?.getAttribute("value") === "follow") ?? "";
      if (this.#problem.textContent === "") this.#toggle();
    });
    this.#form.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#toggle();
    });
    this.root = element("div", { class: "time-holder" }, this.#opener, this.#form);
  }

  #toggle(): void {
    this.#form.hidden = !this.#form.hidden;
    this.#opener.setAttribute("aria-expanded", String(!this.#form.hidden));
    if (this.#form.hidden) {
      this.#opener.focus();
      return;
    }
    const { fromMs, toMs } = this.#timeline.span();
    this.#from.value = localText(fromMs);
    this.#to.value = localText(toMs);
    this.#range.value = formatRange(Math.round((toMs - fromMs) / 1000) * 1000);
    this.#from.focus();
  }

  /** What is wrong; undefined when it was applied. */
  #apply(follows: boolean): string | undefined {
    if (follows) {
      const rangeMs = parseRange(this.#range.value);
      if (rangeMs === undefined) return "A range is a number with s, m, h or d: 90s, 15m, 2h, 30d.";
      this.#timeline.follow(rangeMs);
      return undefined;
    }
    const [fromMs, toMs] = [this.#from, this.#to].map(({ value }) => new Date(value).getTime()) as [number, number];
    if (!(fromMs >= 0 && toMs >= 0)) return "Both times are needed.";
    if (fromMs >= toMs) return "'From' has to lie before 'To'.";
    this.#timeline.show({ fromMs, toMs });
    return undefined;
  }
}

/** As an input of local time takes it. */
export function localText(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 23);
}
