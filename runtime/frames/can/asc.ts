/** `.asc` of Vector's tools: text with times from the beginning of the recording. [Vector, ASC logging files] */

import { dictionary } from "../../lib/dictionary.ts";
import { bytesOfCode, type CanFrame, type CanRecording, canFrame, LineReader } from "./can-frame.ts";

const DATE = /^\s*date\s+(\S.*)$/i;
/** The times of the block's lines count from its date. */
const BLOCK = /^\s*Begin\s+Trigger\s?block\s+(\S.*)$/i;
const BASE = /^\s*base\s+(hex|dec)\s+timestamps\s+(absolute|relative)/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** `Sat Sep 30 10:06:13.191 PM 2017`; German tools write `Mär`, `Mai`, `Okt`, `Dez`. */
const WORDS =
  /^\S+\s+([A-Za-z\u00c0-\u00ff]{3})\S*\s+(\d{1,2})\s+(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?:\s*(am|pm))?\s+(\d{4})$/i;
const OTHER_MONTHS: Readonly<Record<string, number>> = dictionary({ mär: 2, mrz: 2, mai: 4, okt: 9, dez: 11 });

/** `   2.501000 1  200x   Rx   d 8 0E 05 00 …` */
const CLASSIC = /^\s*(\d+\.\d+)\s+(\d+)\s+([\da-f]+)(x?)\s+(Rx|Tx|TxRq)\s+d\s+([\da-f]+)(?!\S)((?:\s+[\da-f]+)*)/i;
/** `  30.005021 CANFD   3 Rx   300  name   1 0 8  8 01 02 …`: bit rate switch, error state, code, length */
const FLEXIBLE =
  /^\s*(\d+\.\d+)\s+CANFD\s+(\d+)\s+(Rx|Tx|TxRq)\s+([\da-f]+)(x?)\s+(?:(?!\d+\s)\S+\s+)?([01])\s+([01])\s+([\da-f])\s+(\d{1,2})(?!\S)((?:\s+[\da-f]+)*)/i;

class AscLines {
  #beganNs: bigint | undefined;
  #isDecimal = false;
  #isRelative = false;
  #lastNs = 0n;

  read(line: string): CanFrame | "other" | "no frame" {
    const date = DATE.exec(line);
    if (date !== null) {
      this.#beganNs ??= dateNs(date[1]?.trim() ?? "");
      return "no frame";
    }
    const block = BLOCK.exec(line);
    if (block !== null) {
      this.#beganNs = dateNs(block[1]?.trim() ?? "") ?? this.#beganNs;
      this.#lastNs = 0n;
      return "no frame";
    }
    const base = BASE.exec(line);
    if (base !== null) {
      this.#isDecimal = /dec/i.test(base[1] ?? "");
      this.#isRelative = /relative/i.test(base[2] ?? "");
      return "no frame";
    }
    if (!/^\s*\d+\.\d+\s/.test(line) || /\bStart of measurement\b/i.test(line)) return "no frame";
    const timeNs = this.#timeOf(line);
    const classic = CLASSIC.exec(line);
    if (classic !== null) {
      const [, , bus = "", id = "", extended, , code = "", rest = ""] = classic;
      return this.#frame(
        id,
        extended === "x",
        { rest, length: Math.min(8, Number.parseInt(code, 16)) },
        { timeNs, bus },
      );
    }
    const flexible = FLEXIBLE.exec(line);
    if (flexible === null) return "other";
    const [, , bus = "", , id = "", extended, , , code = "", length = "", rest = ""] = flexible;
    const bytes = Math.min(Number(length), bytesOfCode(Number.parseInt(code, 16)));
    return this.#frame(id, extended === "x", { rest, length: bytes }, { timeNs, bus });
  }

  /** Each line of a recording with relative times counts from the line before. */
  #timeOf(line: string): bigint | undefined {
    const [, seconds = "0", fraction = ""] = /^\s*(\d+)\.(\d+)/.exec(line) ?? [];
    const ns = BigInt(seconds) * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, "0"));
    this.#lastNs = this.#isRelative ? this.#lastNs + ns : ns;
    return this.#beganNs === undefined ? undefined : this.#beganNs + this.#lastNs;
  }

  #frame(
    id: string,
    isExtended: boolean,
    { rest, length }: { rest: string; length: number },
    more: Pick<CanFrame, "timeNs" | "bus">,
  ): CanFrame | "other" {
    const radix = this.#isDecimal ? 10 : 16;
    const numbers = rest
      .trim()
      .split(/\s+/)
      .slice(0, length)
      .map((byte) => Number.parseInt(byte, radix));
    if (length > 0 && (numbers.length < length || numbers.some((byte) => !(byte >= 0 && byte <= 255)))) return "other";
    const data = Uint8Array.from(length === 0 ? [] : numbers);
    return canFrame(Number.parseInt(id, radix), isExtended, data, more) ?? "other";
  }
}

/** The tool writes the computer's own time, without a zone. */
function dateNs(text: string): bigint | undefined {
  const [, month = "", day, hour = "", minute, second, fraction = "", half, year] = WORDS.exec(text) ?? [];
  const name = month.toLowerCase();
  const index = MONTHS.indexOf(name) >= 0 ? MONTHS.indexOf(name) : OTHER_MONTHS[name];
  if (index === undefined || year === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0);
  const ms = new Date(Number(year), index, Number(day), hours, Number(minute), Number(second)).getTime();
  return BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

export const ASC: CanRecording = {
  name: "ASC",
  recognises: (first) => /^\s*date\s[^\n]*\r?\n\s*base\s+(?:hex|dec)\s/i.test(first.toString("latin1")),
  open: () => {
    const lines = new AscLines();
    return new LineReader((line) => lines.read(line));
  },
};
