/** Writes JSON in which 64-bit integers keep every digit, and no other number looks as if it did. */

/**
 * Like `JSON.stringify`, but a bigint becomes a JSON number with all its digits (JSON itself has no limit; a reader
 * that uses binary64 gets the nearest value). A double of that size has an exponent, so that readers which know integers
 * do not take its zeros for digits. NaN and infinities become null, as in `JSON.stringify`.
 */
export function stringifyExact(value: unknown): string {
  // The built-in function is several times faster, and most records contain neither.
  if (!holdsLarge(value)) return JSON.stringify(value) ?? "null";
  return write(value);
}

function holdsLarge(value: unknown): boolean {
  if (typeof value === "bigint" || isLarge(value)) return true;
  if (typeof value !== "object" || value === null || writesItself(value)) return false;
  if (Array.isArray(value)) return value.some(holdsLarge);
  for (const key in value) if (holdsLarge((value as Record<string, unknown>)[key])) return true;
  return false;
}

/** A double beyond the integers that doubles count. */
function isLarge(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER && Number.isFinite(value);
}

/** A record may have a member `toJSON` that is not a function. */
function writesItself(value: object): boolean {
  return "toJSON" in value && typeof value.toJSON === "function";
}

function write(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (isLarge(value)) return value.toExponential();
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value !== "object" || value === null || writesItself(value)) return JSON.stringify(value) ?? "null";
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${write(member)}`);
  }
  return `{${members.join(",")}}`;
}
