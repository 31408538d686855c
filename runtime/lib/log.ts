/** Structured logs on standard error: JSON lines, or a line for people. */

import pino from "pino";
import { escapeControls, escapeInLines } from "./escape-controls.ts";

/** First details, then a sentence; `event` in the details is a stable name. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Absent: all are. */
  isLevelEnabled?(level: "debug"): boolean;
}

export const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };

export interface LogSettings {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly format: "pretty" | "json";
}

export function openLog(settings: LogSettings, output: NodeJS.WritableStream = process.stderr): Log {
  const options = { level: settings.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const shown = settings.format === "json" ? jsonLine : prettyLine;
  return pino(options, { write: (line) => output.write(shown(line)) });
}

const LEVELS: Readonly<Record<number, string>> = { 20: "debug", 30: "info ", 40: "WARN ", 50: "ERROR" };

/** JSON leaves C1 controls as they are, and terminals obey them. */
function jsonLine(line: string): string {
  return escapeInLines(line);
}

/** `12:00:01.234 WARN  sentence (event=store.retry attempt=3)` */
function prettyLine(line: string): string {
  const { level, time, msg, ...details } = JSON.parse(line) as { level: number; time: string; msg?: string };
  const pairs = Object.entries(details).map(([key, value]) => `${key}=${printable(value)}`);
  const tail = pairs.length === 0 ? "" : ` (${pairs.join(" ")})`;
  return `${time.slice(11, 23)} ${LEVELS[level] ?? level} ${escapeControls(msg ?? "")}${tail}\n`;
}

function printable(value: unknown): string {
  return escapeControls(typeof value === "string" ? value : JSON.stringify(value));
}
