/** Shown on the page before the first message. */

import { render } from "preact";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { Overview } from "../data/api.ts";
import { loadPart } from "../data/load-part.ts";
import { rowsFor } from "../panel/grid-rows.ts";
import { say } from "../text/words.ts";
import { place } from "../ui/place.ts";

export class FirstSteps {
  readonly root = place("section", "first-steps", { ariaLabel: say("First steps") });

  constructor() {
    this.root.hidden = true;
    const sizes = new ResizeObserver(() => {
      if (!this.root.hidden) this.root.style.setProperty("--rows", rowsFor(this.root.offsetHeight));
    });
    sizes.observe(this.root);
  }

  /** Disappears when the first message has arrived. */
  show(overview: Overview, drawn: readonly MeasurementDescription[]): void {
    const isWanted = !drawn.some(({ stored }) => stored);
    if (isWanted)
      void loadPart(() => import("./steps.tsx")).then(({ Steps }) =>
        render(<Steps overview={overview} isEmpty={drawn.length === 0} />, this.root),
      );
    this.root.hidden = !isWanted;
    document.body.classList.toggle("at-first", isWanted && drawn.length === 0);
  }
}
