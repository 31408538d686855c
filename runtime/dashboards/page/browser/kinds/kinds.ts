/** All kinds of panels, in the order in which a form offers them. */

import { chartsKind } from "./charts.ts";
import type { PanelKind } from "./kind.ts";

export const KINDS: readonly PanelKind[] = [chartsKind];

export function kindNamed(name: string | undefined): PanelKind {
  return KINDS.find((kind) => kind.name === name) ?? chartsKind;
}
