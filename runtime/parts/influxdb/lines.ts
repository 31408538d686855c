/**
 * Consecutive lines of points, as the body of a write request. Hot path: bytes are written directly to their final
 * position.
 */

import type { Point } from "../../model/point.ts";
import { formatValue, type LineFormat, lineShape, timeProblem, valueProblem } from "./line-protocol.ts";

const ZERO = 0x30;
const BLANK = 0x20;
const LINE_END = 0x0a;
const MINUS = 0x2d;
const POINT = 0x2e;
const BILLION = 1_000_000_000;
/** Maximum length of a number, with point and sign. */
const LONGEST_NUMBER = 32;
/** Number of decimals that are tried before V8's conversion. */
const DECIMALS = 1_000_000;
/** Below this, a number with `DECIMALS` has at most the 15 digits that any double keeps. */
const LARGEST = 1e9;

export class Lines {
  readonly #format: LineFormat;
  readonly #points: Point[] = [];
  /** End of each point's line, after its line end. */
  readonly #ends: number[] = [];
  #bytes: Buffer;
  #length = 0;

  /** @param bytes expected size */
  constructor(format: LineFormat, bytes: number) {
    this.#format = format;
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
  }

  get count(): number {
    return this.#points.length;
  }

  point(index: number): Point {
    return this.#points[index]!;
  }

  /** Size of the lines from `first` to before `end`, bytes. */
  sizeOf(first: number, end: number): number {
    return this.#endOf(end - 1) - this.#endOf(first - 1);
  }

  /** Lines from `first` to before `end`, in UTF-8. */
  body(first: number, end: number): Buffer {
    return this.#bytes.subarray(this.#endOf(first - 1), Math.max(0, this.#endOf(end - 1) - 1));
  }

  #endOf(index: number): number {
    return index < 0 ? 0 : this.#ends[index]!;
  }

  /**
   * Adds the point's line.
   * @param measurement escaped, with its tags
   * @param tags which columns are tags
   * @returns why it cannot be written; then nothing was added
   */
  add(point: Point, measurement: string, tags?: readonly boolean[]): string | undefined {
    const from = this.#length;
    const problem = timeProblem(point.timeNs) ?? this.#putMeasurementAndFields(point, measurement, tags);
    if (problem !== undefined) {
      this.#length = from;
      return problem;
    }
    this.#makeRoom(LONGEST_NUMBER);
    this.#bytes[this.#length++] = BLANK;
    this.#length = putTime(this.#bytes, this.#length, point.timeNs);
    this.#bytes[this.#length++] = LINE_END;
    this.#points.push(point);
    this.#ends.push(this.#length);
    return undefined;
  }

  #putMeasurementAndFields(
    { columns, values }: Point,
    measurement: string,
    tags: readonly boolean[] | undefined,
  ): string | undefined {
    const { keys, problems, room } = lineShape(columns);
    this.#putText(measurement);
    const fieldsAt = this.#length;
    this.#makeRoom(room + keys.length * LONGEST_NUMBER);
    let bytes = this.#bytes;
    let at = fieldsAt;
    for (let index = 0; index < keys.length; index++) {
      const value = values[index];
      if (value === undefined || tags?.[index] === true) continue;
      if (problems.size > 0 && problems.has(index)) return problems.get(index);
      at = putBytes(bytes, at, keys[index]!);
      const { type } = columns[index]!;
      const behind = type === "float" && typeof value === "number" ? putDecimal(bytes, at, value) : at;
      if (behind > at) {
        at = behind;
        continue;
      }
      const text = formatValue(type, value, this.#format);
      if (text === undefined) return valueProblem(columns[index]!, value);
      this.#length = at;
      this.#putText(text, room + keys.length * LONGEST_NUMBER);
      bytes = this.#bytes;
      at = this.#length;
    }
    if (at === fieldsAt) return "missing fields";
    // Replaces the first field's comma.
    bytes[fieldsAt] = BLANK;
    this.#length = at;
    return undefined;
  }

  /** @param more bytes to reserve after the text */
  #putText(text: string, more = 0): void {
    // A UTF-16 unit takes at most three bytes.
    this.#makeRoom(3 * text.length + more);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) {
        this.#length += this.#bytes.write(text.slice(index), this.#length, "utf8");
        return;
      }
      this.#bytes[this.#length++] = code;
    }
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/**
 * Writes a number with at most six decimals and nine digits before the point: the same text as `String`, several times
 * faster. The quotient is the double nearest to the decimal number, so equality proves that it is the value. Among
 * decimal numbers with at most 15 digits, only one is nearest to a given double, so there is no shorter one. [IEEE 754,
 * 5.12.2]
 * @returns its end; `at` for other numbers
 */
function putDecimal(bytes: Uint8Array, at: number, value: number): number {
  const magnitude = value < 0 ? -value : value;
  if (!(magnitude < LARGEST)) return at;
  const digits = Math.floor(magnitude * DECIMALS + 0.5);
  if (digits / DECIMALS !== magnitude) return at;
  let end = at;
  // The database keeps the sign of a zero.
  if (value < 0 || (value === 0 && 1 / value < 0)) bytes[end++] = MINUS;
  const whole = Math.floor(digits / DECIMALS) | 0;
  end = whole < 10 ? end + putDigit(bytes, end, whole) : putDigits(bytes, end, whole, digitsOf(whole));
  const fraction = (digits - whole * DECIMALS) | 0;
  if (fraction === 0) return end;
  bytes[end++] = POINT;
  end = putThousands(bytes, end, fraction, 2);
  while (bytes[end - 1] === ZERO) end--;
  return end;
}

/** Writes a time, ns, with seconds and fraction as separate numbers. @returns its end */
function putTime(bytes: Uint8Array, at: number, timeNs: bigint): number {
  TIME.setBigInt64(0, timeNs, true);
  const low = TIME.getUint32(0, true);
  let seconds = Math.floor((TIME.getInt32(4, true) * 2 ** 32 + low) / BILLION);
  // The division rounds, so the second may be one too large; the fraction is exact modulo 2³².
  let fraction = (low - Math.imul(seconds, BILLION)) | 0;
  if (fraction < 0) {
    seconds--;
    fraction += BILLION;
  }
  if (seconds < 1) return putAscii(bytes, at, String(timeNs));
  const billions = Math.floor(seconds / BILLION);
  const rest = (seconds - billions * BILLION) | 0;
  let end = at;
  if (billions > 0) end = putThousands(bytes, end + putDigit(bytes, end, billions), rest, 3);
  else end = putDigits(bytes, end, rest, digitsOf(rest));
  return putThousands(bytes, end, fraction, 3);
}

const TIME = new DataView(new ArrayBuffer(8));

/** The digits of 0 to 999. */
const THREE_DIGITS = Uint8Array.from({ length: 3000 }, (_, i) => ZERO + (Math.floor(i / 3 / 10 ** (2 - (i % 3))) % 10));

/** @param groups number of three-digit groups, including leading zeros @returns their end */
function putThousands(bytes: Uint8Array, at: number, value: number, groups: number): number {
  let rest = value | 0;
  for (let index = at + 3 * (groups - 1); index >= at; index -= 3) {
    const thousands = (rest / 1000) | 0;
    const from = 3 * (rest - thousands * 1000);
    bytes[index] = THREE_DIGITS[from]!;
    bytes[index + 1] = THREE_DIGITS[from + 1]!;
    bytes[index + 2] = THREE_DIGITS[from + 2]!;
    rest = thousands;
  }
  return at + 3 * groups;
}

function putDigit(bytes: Uint8Array, at: number, digit: number): 1 {
  bytes[at] = ZERO + digit;
  return 1;
}

/** @param value below 10⁹ @returns their end */
function putDigits(bytes: Uint8Array, at: number, value: number, count: number): number {
  let rest = value | 0;
  for (let index = at + count - 1; index >= at; index--) {
    const tens = (rest / 10) | 0;
    bytes[index] = ZERO + (rest - tens * 10);
    rest = tens;
  }
  return at + count;
}

function putBytes(bytes: Uint8Array, at: number, more: Uint8Array): number {
  for (let index = 0; index < more.length; index++) bytes[at + index] = more[index]!;
  return at + more.length;
}

function putAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

/** @param value below 10⁹ */
function digitsOf(value: number): number {
  let count = 1;
  for (let power = 10; value >= power; power *= 10) count++;
  return count;
}
