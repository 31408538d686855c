/** Lines of `messages =` for headers whose structs are no messages by themselves [D36]. */

import { checkTypes } from "../layout/check-types.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { Target } from "../targets/target.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { TypeSizes } from "../types/type-sizes.ts";

export interface Suggestion {
  readonly record: RecordDeclaration;
  /** An enumerator whose words are the struct's, else a number in order. */
  readonly id: string;
  /** sizeof, bytes; undefined for a struct that cannot be a message. */
  readonly size: number | undefined;
}

/** Words that say nothing about which message it is. */
const GENERIC = new Set([
  "packet",
  "message",
  "msg",
  "data",
  "struct",
  "id",
  "type",
  "t",
  "s",
  "cmd",
  "command",
  "frame",
  "telemetry",
  "pkt",
]);

export function suggestMessages(
  structs: readonly RecordDeclaration[],
  enums: ChannelDeclarations["enums"],
  target: Target,
): Suggestion[] {
  const sizes = new TypeSizes(target, "as declared");
  const named = new Map(
    enums.flatMap(({ enumerators }) => enumerators.map(({ name }) => [wordsOf(name), name] as const)),
  );
  return structs.map((record, index) => {
    const words = wordsOf(record.name ?? "");
    const id = words === "" ? undefined : named.get(words);
    const size = checkTypes(record, sizes).length === 0 ? sizes.placed(record).size : undefined;
    return { record, id: id ?? String(index + 1), size };
  });
}

/** `PACKET_ID_MOTION`, `PacketMotionData` → `motion` */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== "" && !GENERIC.has(word)).join(" ");
}
