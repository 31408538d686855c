/** The one panel that stands beside the page, if any. */

import { signal } from "@preact/signals";
import type { MeasurementFeed } from "../data/measurement-feed.ts";

interface BesidePanel {
  readonly kind: "status" | "annotations" | "details";
  /** `status`: the channel or device whose errors come first. */
  readonly about?: string;
  /** `details`: of this device. */
  readonly feed?: MeasurementFeed;
}

export const beside = signal<BesidePanel | undefined>(undefined);

export function closeBeside(): void {
  beside.value = undefined;
}

export function openDetails(feed: MeasurementFeed): void {
  beside.value = { kind: "details", feed };
}

/** Closes it if it is already shown for the same. */
export function toggleBeside(panel: BesidePanel): void {
  const { kind, about } = beside.value ?? {};
  beside.value = kind === panel.kind && about === panel.about ? undefined : panel;
}
