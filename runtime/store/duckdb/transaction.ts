import type { DuckDBConnection } from "@duckdb/node-api";

/** Executes all statements, or none. @throws the error of a statement */
export async function inTransaction(writer: DuckDBConnection, statements: readonly string[]): Promise<void> {
  await writer.run("BEGIN TRANSACTION");
  try {
    for (const statement of statements) await writer.run(statement);
    await writer.run("COMMIT");
  } catch (error) {
    await writer.run("ROLLBACK").catch(() => {});
    throw error;
  }
}
