/** The part of an answer that a request asks for. [RFC 9110, 14] */

export interface ByteRange {
  readonly first: number;
  /** One past the last byte. */
  readonly end: number;
}

/**
 * @param header of the request
 * @returns `all`: the whole answer, also for an unknown form or several ranges; `none`: the range is outside the answer
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "all" | "none" {
  const [, from = "", to = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return "all";
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "none" : { first: size - last, end: size };
  }
  const first = Number(from);
  const end = to === "" ? size : Math.min(Number(to) + 1, size);
  if (to !== "" && Number(to) < first) return "all";
  return first >= size ? "none" : { first, end };
}
