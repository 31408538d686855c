/** JSON that others wrote: its shape is not known. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if it is not JSON. */
export function parseForeign(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === "string" ? text : Buffer.from(text).toString());
  } catch {
    return undefined;
  }
}
