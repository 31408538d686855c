import type { ChannelHealth } from "../../../../api/health.ts";
import { formatInteger } from "../text/format.ts";

/** `2 unknown-id, 1 wrong-length` */
export function countsText(counts: ChannelHealth["rejected"]): string {
  const texts = Object.entries(counts).map(([code, count]) => `${formatInteger(count)} ${code}`);
  return texts.join(", ") || "0";
}
