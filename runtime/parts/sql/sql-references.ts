/**
 * Finds the names in a query from DuckDB's syntax tree (`json_serialize_sql`). Leaves out only columns that are
 * certainly not needed.
 */

import type { SqlReferences } from "./sql-protocol.ts";

interface Serialized {
  readonly error: boolean;
  readonly error_message?: string;
  readonly statements?: readonly unknown[];
}

type Outcome =
  | { readonly references: SqlReferences; readonly error?: undefined }
  | { readonly references?: undefined; readonly error: string };

export function sqlReferences({ error, error_message = "", statements = [] }: Serialized): Outcome {
  if (error && error_message.startsWith("Only SELECT")) return { error: "only SELECT statements are allowed" };
  if (error) return { error: error_message };
  if (statements.length !== 1) return { error: "only one SELECT statement is allowed" };
  const found: Found = { tables: [], columns: new Set(), names: new Set(), alone: new Set(), all: false };
  visit(statements[0], found);
  // `SELECT t FROM t` means a whole row.
  const isWhole = found.all || [...found.alone].some((name) => found.names.has(name));
  return { references: { tables: found.tables, columns: isWhole ? "all" : [...found.columns] } };
}

interface Found {
  readonly tables: { schema: string; name: string }[];
  readonly columns: Set<string>;
  /** Names of tables, and their aliases in the query. */
  readonly names: Set<string>;
  /** Columns that are named without a table. */
  readonly alone: Set<string>;
  all: boolean;
}

function visit(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const { type, column_names, using_columns, ref_type } = node as Record<string, unknown>;
  if (type === "STAR" || ref_type === "NATURAL" || ref_type === "POSITIONAL") found.all = true;
  for (const name of [...texts(column_names), ...texts(using_columns)]) found.columns.add(name.toLowerCase());
  const [only, ...more] = texts(column_names);
  if (only !== undefined && more.length === 0) found.alone.add(only.toLowerCase());
  if (type === "BASE_TABLE" || type === "SUBQUERY") addTable(node, found);
  for (const member of Object.values(node)) visit(member, found);
}

/** A table of the query, or a SELECT inside it, which has only an alias. */
function addTable(node: object, { tables, names }: Found): void {
  const { alias, schema_name, table_name } = node as Record<string, unknown>;
  const [schema = ""] = texts([schema_name]);
  for (const name of texts([table_name])) tables.push({ schema, name });
  for (const name of texts([table_name, alias])) if (name !== "") names.add(name.toLowerCase());
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
