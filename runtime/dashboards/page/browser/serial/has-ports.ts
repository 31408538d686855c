/** Whether a board can be plugged in here: the browser reads serial ports, and the service offers its codecs. */

import { address, layout } from "../app/page.ts";

export function hasPorts(): boolean {
  return navigator.serial !== undefined && !address.isReadOnly && layout.list.parts?.includes("codecs") !== false;
}
