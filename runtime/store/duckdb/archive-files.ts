/** Hourly files: their names, and the table `structline.parquet`, which lists the valid ones. */

import { createHash } from "node:crypto";
import { literal } from "./identifier.ts";
import type { RunQuery } from "./series.ts";
import type { TableNames } from "./table.ts";

export const FILES = "structline.parquet";

/** All files of earlier versions were only in the folder. */
export const CREATE_FILES = `CREATE TABLE IF NOT EXISTS ${FILES} (
  schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL, hour BIGINT NOT NULL, number INTEGER NOT NULL,
  rows BIGINT NOT NULL, bytes BIGINT NOT NULL, fields INTEGER NOT NULL, counts BOOLEAN NOT NULL);
ALTER TABLE ${FILES} ADD COLUMN IF NOT EXISTS published BOOLEAN DEFAULT false`;

const LONGEST_NAME = 120;
const HOUR_MS = 3_600_000;

export interface ArchiveFile {
  /** Hours since 1970. */
  readonly hour: bigint;
  readonly number: number;
  readonly rows: bigint;
  readonly bytes: bigint;
  /** Number of the measurement's fields that it contains, from the first one. */
  readonly fields: number;
  /** The file is in the bucket. */
  readonly isPublished: boolean;
}

/** Identifiers, which are used in paths. */
export type Names = Pick<TableNames, "schema" | "table">;

export function whereIs({ schema, table }: Names, file?: Pick<ArchiveFile, "hour" | "number">): string {
  const of = `schema_name = ${literal(schema)} AND table_name = ${literal(table)}`;
  return file === undefined ? of : `${of} AND hour = ${file.hour} AND number = ${file.number}`;
}

/** Newest first. */
export async function filesOf(ask: RunQuery, names: Names, conditions: readonly string[]): Promise<ArchiveFile[]> {
  const where = [whereIs(names), ...conditions].join(" AND ");
  const columns = "hour, number, rows, bytes, fields, coalesce(published, false)";
  const rows = await ask(`SELECT ${columns} FROM ${FILES} WHERE ${where} ORDER BY hour DESC`);
  return rows.map(([hour, number, count, bytes, fields, published]) => ({
    hour: hour as bigint,
    number: Number(number),
    rows: count as bigint,
    bytes: bytes as bigint,
    fields: Number(fields),
    isPublished: published === true,
  }));
}

/** Statement that makes a file valid. */
export function countFile({ schema, table }: Names, file: ArchiveFile): string {
  const { hour, number, rows, bytes, fields, isPublished } = file;
  const values = [literal(schema), literal(table), hour, number, rows, bytes, fields, true, isPublished].join(", ");
  return `INSERT INTO ${FILES} (schema_name, table_name, hour, number, rows, bytes, fields, counts, published) VALUES (${values})`;
}

/** `2026-01-31T12-1.parquet`: the number distinguishes a file from its predecessors. */
export function fileNameOf(hour: bigint, number: number): string {
  return `${isoHour(hour).replace(":00:00.000Z", "")}-${number}.parquet`;
}

/** The inverse of `fileNameOf`. @throws Error */
export function hourIn(name: string): Pick<ArchiveFile, "hour" | "number"> {
  const [, time, number] = /^(.{1,16}T\d\d)-(\d{1,9})\.parquet$/.exec(name) ?? [];
  const ms = Date.parse(`${time}:00:00.000Z`);
  if (Number.isNaN(ms)) throw new Error("a file's name does not contain an hour");
  return { hour: BigInt(ms / HOUR_MS), number: Number(number) };
}

export function isoHour(hour: bigint): string {
  return new Date(Number(hour) * HOUR_MS).toISOString();
}

/** The relative folder of a measurement's files, with `/`. */
export function folderOf({ schema, table }: Names): string {
  return `database=${safe(schema)}/measurement=${safe(table)}`;
}

/** Encodes a name for a folder: it must not be a pattern or lead to another folder. */
function safe(name: string): string {
  const text = encodeURIComponent(name).replaceAll(/[.!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  if (text.length <= LONGEST_NAME) return text;
  return `${text.slice(0, LONGEST_NAME / 2)}-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}
