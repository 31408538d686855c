/** Whether a board can be plugged in here: the browser reads serial ports, and the service offers its codecs. */

import type { LayoutStore } from "../dashboards/layout-store.ts";

interface Place {
  readonly isReadOnly: boolean;
  readonly layout: Pick<LayoutStore, "list">;
}

export function hasPorts({ isReadOnly, layout }: Place): boolean {
  return navigator.serial !== undefined && !isReadOnly && layout.list.parts?.includes("codecs") !== false;
}
