/** `.trc` of PEAK's programs, versions 1.0 to 2.1: text with times from the beginning of the recording. [PEAK CAN TRC file format] */

import { dictionary } from "../../lib/dictionary.ts";
import { bytesOfCode, type CanFrame, type CanRecording, canFrame, LineReader } from "./can-frame.ts";

const VERSION = /^;\$FILEVERSION=(\d\.\d)/;
/** Days since the end of 1899, as spreadsheets count. */
const START = /^;\$STARTTIME=(\d+(?:\.\d+)?)/;
/** Version 1.0 has it in words only. */
const SAID_START = /^;\s*Start time: (\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)\.(\d{3})/;
const COLUMNS = /^;\$COLUMNS=([\w,]+)/;
const ENTRY = /^\s*\d+\)?\s+\d+(?:\.\d+)?\s/;

/** Letters as of `$COLUMNS`; versions before 2.0 have fixed ones. */
const BEFORE: Readonly<Record<string, string>> = dictionary({
  "1.0": "N,O,I,L,D",
  "1.1": "N,O,T,I,L,D",
  "1.2": "N,O,B,T,I,L,D",
  "1.3": "N,O,B,T,I,R,L,D",
});
/** Frames with data; `Rx` and `Tx` before version 2.0. */
const DATA: ReadonlySet<string> = new Set(["Rx", "Tx", "DT", "FD", "FB", "FE", "BI"]);
const FLEXIBLE: ReadonlySet<string> = new Set(["FD", "FB", "FE", "BI"]);
const DAYS_TO_1970 = 25_569;
const DAY_MS = 86_400_000;

class TrcLines {
  #beganNs: bigint | undefined;
  #columns: readonly string[] = (BEFORE["1.0"] ?? "").split(",");

  read(line: string): CanFrame | "other" | "no frame" {
    if (line.startsWith(";")) this.#header(line);
    else if (ENTRY.test(line)) return this.#entry(line);
    // python-can's ASC writer leaves others.
    return "no frame";
  }

  #header(line: string): void {
    const [, version = ""] = VERSION.exec(line) ?? [];
    const [, columns = BEFORE[version]] = COLUMNS.exec(line) ?? [];
    if (columns !== undefined) this.#columns = columns.split(",");
    const [, days] = START.exec(line) ?? [];
    if (days !== undefined) this.#beganNs = BigInt(Math.round((Number(days) - DAYS_TO_1970) * DAY_MS * 1000)) * 1000n;
    const [day = 0, month = 0, year, ...clock] = (SAID_START.exec(line) ?? []).slice(1).map(Number);
    if (year !== undefined) this.#beganNs ??= BigInt(Date.UTC(year, month - 1, day, ...clock)) * 1_000_000n;
  }

  #entry(line: string): CanFrame | "other" {
    const words = line.trim().split(/\s+/);
    const at = (letter: string): string | undefined => words[this.#columns.indexOf(letter)];
    const [type, id = "", offset = ""] = [at("T") ?? "Rx", at("I"), at("O")];
    const isWhole = DATA.has(type) && /^[\dA-F]{1,8}$/i.test(id);
    const length = this.#length(at("l"), at("L"), FLEXIBLE.has(type));
    const from = this.#columns.indexOf("D");
    const bytes = words.slice(from, from + (length ?? 0));
    if (!isWhole || length === undefined || bytes.length < length || !bytes.every((byte) => /^[\dA-F]{2}$/i.test(byte)))
      return "other";
    return (
      canFrame(
        Number.parseInt(id, 16),
        id.length > 4,
        Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)),
        {
          timeNs: this.#beganNs === undefined ? undefined : this.#beganNs + microseconds(offset) * 1000n,
          bus: at("B") ?? "",
        },
      ) ?? "other"
    );
  }

  /** @param bytes their number @param code their length code; both in decimal digits */
  #length(bytes: string | undefined, code: string | undefined, isFlexible: boolean): number | undefined {
    const text = bytes ?? code;
    if (text === undefined || !/^\d{1,2}$/.test(text)) return undefined;
    if (bytes !== undefined) return Number(text);
    return isFlexible ? bytesOfCode(Number(text)) : Math.min(8, Number(text));
  }
}

/** Milliseconds with a fraction as microseconds. */
function microseconds(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, "0"));
}

export const TRC: CanRecording = {
  name: "TRC",
  // Version 1.0 has no line that says so.
  recognises: (first) => /^(?:;\$FILEVERSION=[12]\.\d|;#{20,}\r?\n;[^\n]*\.trc\r?\n)/.test(first.toString("latin1")),
  open: () => {
    const lines = new TrcLines();
    return new LineReader((line) => lines.read(line));
  },
};
