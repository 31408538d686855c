/**
 * `manifest.json` of a measurement: lists its valid files, for other programs, and for a new database after the old one
 * was lost.
 */

import type { FieldType } from "../../model/point.ts";
import { type ArchiveFile, fileNameOf, folderOf, hourIn, isoHour } from "./archive-files.ts";
import type { NamedField, Table, TableNames } from "./table.ts";

export interface Manifest extends TableNames {
  readonly columns: readonly { readonly name?: string; readonly column: string; readonly type: FieldType | "time" }[];
  readonly files: readonly {
    readonly file: string;
    readonly hour: string;
    readonly rows: number;
    readonly bytes: number;
    /** Number of the columns after `time` that it contains, from the first one. */
    readonly columns: number;
  }[];
}

const TYPES: readonly string[] = ["float", "integer", "unsigned", "string", "boolean"] satisfies FieldType[];

export function manifestOf(table: Table, files: readonly ArchiveFile[]): Manifest {
  return {
    ...table.names,
    columns: [
      { column: "time", type: "time" },
      ...table.fields.slice(0, table.storedFields).map(({ name, column, type }) => ({ name, column, type })),
    ],
    files: files.map(({ hour, number, rows, bytes, fields }) => ({
      file: fileNameOf(hour, number),
      hour: isoHour(hour),
      rows: Number(rows),
      bytes: Number(bytes),
      columns: fields,
    })),
  };
}

export interface Measurement {
  readonly names: TableNames;
  readonly fields: readonly NamedField[];
  readonly files: readonly ArchiveFile[];
}

/** @param folder of the manifest @throws Error if it is invalid, or belongs to another folder */
export function readManifest(text: string, folder: string): Measurement {
  try {
    const { database, measurement, schema, table, columns, files } = JSON.parse(text) as Manifest;
    const names = { database: string(database), measurement: string(measurement), schema, table };
    if (folderOf({ schema: string(schema), table: string(table) }) !== folder)
      throw new Error("it belongs to another folder");
    const fields = columns.slice(1).map(({ name, column, type }) => {
      if (!TYPES.includes(type)) throw new Error("a column has an unknown type");
      return { name: string(name), column: string(column), type: type as FieldType };
    });
    const read = files.map(({ file, rows, bytes, columns: width }) => {
      const { hour, number } = hourIn(string(file));
      return { hour, number, rows: BigInt(rows), bytes: BigInt(bytes), fields: count(width), isPublished: true };
    });
    return { names, fields, files: read };
  } catch (error) {
    throw new Error(`${folder}/manifest.json is not a manifest: ${(error as Error).message}`);
  }
}

function string(value: unknown): string {
  if (typeof value !== "string") throw new Error("a text is missing");
  return value;
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Error("a number is missing");
  return value as number;
}
