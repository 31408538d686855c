/** What the service and the process that answers a query say to each other; the answer itself goes over standard output. */

import type { Format } from "../../export/export-request.ts";

export interface SqlTable {
  readonly schema: string;
  readonly name: string;
  /** Name of a Parquet file in the directory. */
  readonly file: string;
}

export type SqlOrder =
  | { readonly order: "parse"; readonly sql: string }
  | {
      readonly order: "run";
      readonly directory: string;
      readonly tables: readonly SqlTable[];
      readonly format: Format;
      readonly timeZone: string;
    };

/** What a query names: tables, with a schema where one is given, and columns (lower case), or that it takes all there are. */
export interface SqlReferences {
  readonly tables: readonly { readonly schema: string; readonly name: string }[];
  readonly columns: readonly string[] | "all";
}

export type SqlAnswer =
  | ({ readonly answer: "references" } & SqlReferences)
  | { readonly answer: "begins" }
  | { readonly answer: "done" }
  | { readonly answer: "error"; readonly message: string };
