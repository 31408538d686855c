/** The one panel that stands beside the page, if any. */

import type { MeasurementFeed } from "../data/measurement-feed.ts";

export interface BesidePanel {
  readonly kind: "status" | "annotations" | "details";
  /** `status`: the channel or device whose errors come first. */
  readonly about?: string;
  /** `details`: of this device. */
  readonly feed?: MeasurementFeed;
}

export class Beside {
  shown: BesidePanel | undefined;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  open(panel: BesidePanel | undefined): void {
    this.shown = panel;
    this.#onChange();
  }

  close(): void {
    this.open(undefined);
  }

  /** Closes it if it is already shown for the same. */
  toggle(panel: BesidePanel): void {
    const { kind, about } = this.shown ?? {};
    this.open(kind === panel.kind && about === panel.about ? undefined : panel);
  }
}
