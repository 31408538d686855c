/** Messages between the service and the process that answers a query; the result goes through standard output. */

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
      readonly format: string;
      readonly timeZone: string;
    };

/** The names in a query: tables, with a schema if given, and columns (in lower case), or all columns. */
export interface SqlReferences {
  readonly tables: readonly { readonly schema: string; readonly name: string }[];
  readonly columns: readonly string[] | "all";
}

export type SqlAnswer =
  | ({ readonly answer: "references" } & SqlReferences)
  | { readonly answer: "begins" }
  | { readonly answer: "done" }
  | { readonly answer: "error"; readonly message: string };
