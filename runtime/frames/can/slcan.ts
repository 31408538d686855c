/** The text protocol of serial CAN adapters (Lawicel, CANable): `t1232AABB`, `T000001232AABB`. [slcan, CAN232] */

import { bytesOfCode, type CanFrame, canFrame, hexBytes } from "./can-frame.ts";

/** Bit rate → command. */
const RATES: Readonly<Record<number, string>> = {
  10000: "S0",
  20000: "S1",
  50000: "S2",
  100000: "S3",
  125000: "S4",
  250000: "S5",
  500000: "S6",
  800000: "S7",
  1000000: "S8",
};

export const SLCAN_RATES: readonly number[] = Object.keys(RATES).map(Number);

/** Closes the adapter's channel, sets the rate and opens it. */
export function openingText(bitRate: number): string {
  return `C\r${RATES[bitRate]}\rO\r`;
}

export const CLOSING_TEXT = "C\r";

/** `d` and `b` are CAN FD frames. A capital letter stands for an ID of 29 bits. */
const FRAME = /^(?:[tdb]([\dA-Fa-f]{3})|[TDB]([\dA-Fa-f]{8}))([\dA-Fa-f])([\dA-Fa-f]*)$/;

/** Answers of the adapter are `no frame`. */
export function slcanLine(line: string): CanFrame | "other" | "no frame" {
  // A bell stands for an error, and may precede a frame.
  const text = line.replaceAll("\u0007", "").trim();
  const match = FRAME.exec(text);
  if (match === null) return /^[zZvVnNF]|^$/.test(text) ? "no frame" : "other";
  const [, shortId = "", longId = "", code = "", rest = ""] = match;
  const isExtended = longId !== "";
  const length = bytesOfCode(Number.parseInt(code, 16));
  // Adapters may add the time in milliseconds: four digits.
  if (rest.length !== 2 * length && rest.length !== 2 * length + 4) return "other";
  const data = hexBytes(rest.slice(0, 2 * length));
  const id = Number.parseInt(shortId || longId, 16);
  return (data && canFrame(id, isExtended, data, { timeNs: undefined, bus: "" })) ?? "other";
}

/** @throws Error (one sentence) for more than eight bytes */
export function slcanText({ id, isExtended, data }: { id: number; isExtended: boolean; data: Uint8Array }): string {
  if (data.length > 8) throw new Error(`slcan sends up to 8 bytes, not ${data.length}`);
  const digits = id.toString(16).padStart(isExtended ? 8 : 3, "0");
  return `${isExtended ? "T" : "t"}${digits}${data.length}${Buffer.from(data).toString("hex")}\r`.replace(
    /[a-f]/g,
    (hex) => hex.toUpperCase(),
  );
}
