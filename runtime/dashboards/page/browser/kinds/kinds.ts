/** All kinds of panels, in the order of the form. */

import { loadPart } from "../data/load-part.ts";
import { chartsKind } from "./charts.ts";
import { fftKind } from "./fft.ts";
import type { MakeView, PanelKind } from "./kind.ts";
import { spectrumKind } from "./spectrum.ts";
import { textKind } from "./text.tsx";
import { gaugeKind, stateKind, statKind } from "./tiles.ts";
import { trackKind } from "./track.ts";
import { xyKind } from "./xy.ts";

export const KINDS: readonly PanelKind[] = [
  chartsKind,
  statKind,
  gaugeKind,
  stateKind,
  trackKind,
  spectrumKind,
  xyKind,
  fftKind,
  textKind,
];

export function kindNamed(name: string | undefined): PanelKind {
  return KINDS.find((kind) => kind.name === name) ?? chartsKind;
}

const loaded = new Map<string, MakeView>();

/** Undefined until `loadViews` was called. */
export function viewsOf({ name }: PanelKind): MakeView | undefined {
  return loaded.get(name);
}

export async function loadViews(kind: PanelKind): Promise<void> {
  loaded.set(kind.name, await loadPart(() => kind.load()));
}
