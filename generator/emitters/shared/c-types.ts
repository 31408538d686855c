/** A message's type as C and C++ have it. */

import type { Message } from "../../codec/model.ts";

/** `sizeof` in C. */
export function sizeOf({ size, struct: { layout } }: Message): number {
  return layout.sizeOf ?? size;
}

/** The type's name in C. C++ also accepts `struct` before it. */
export function typeName({ struct }: Message): string {
  const { record, name } = struct.layout.message;
  const scoped = [...(record.scope ?? []), name].join("::");
  return record.untagged ? scoped : `struct ${scoped}`;
}
