/** Describes a field's tags in words. */

import type { FieldEntry } from "./struct-codec.ts";

type Noted = { readonly [Key in "byteOrder" | "check" | "tag" | "presence"]?: FieldEntry[Key] | undefined };

/** Whether the field describes the message and not a measured value. */
export function isOfMessage({ check, tag }: Noted): boolean {
  return check !== undefined || tag?.kind === "seq" || tag?.kind === "time";
}

/** `big-endian`, `checksum crc16/modbus`; empty if the field has none of these. */
export function fieldNote({ byteOrder, check, tag, presence }: Noted): string {
  const notes = [
    byteOrder === undefined ? "" : `${byteOrder}-endian`,
    check === undefined ? "" : `checksum ${check.algorithm}`,
    tagNote(tag),
    presence === undefined ? "" : `there by ${presence}`,
  ];
  return notes.filter((note) => note !== "").join(", ");
}

const SINCE = { either: "", boot: " since boot", epoch: " since 1970" } as const;

function tagNote(tag: FieldEntry["tag"]): string {
  switch (tag?.kind) {
    case undefined:
      return "";
    case "seq":
      return tag.of === "sender" ? "sequence number of all messages" : "sequence number";
    case "time":
      if (tag.since === "cds" || tag.since === "cuc") return `${tag.since.toUpperCase()} time, ${tag.unit}`;
      if (tag.unit === "week") return "GPS week";
      if (tag.since === "week") return `time of GPS week, ${tag.unit}`;
      return `sender's clock, ${tag.unit}${SINCE[tag.since]}`;
    case "sample":
      if (tag.index !== undefined) return `row ${tag.index}`;
      return `sample, ${tag.offsetNs === 0 ? "at the message's time" : `${tag.offsetNs / 1000} µs`}`;
  }
}
