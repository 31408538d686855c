import type { DuckDBConnection } from "@duckdb/node-api";

/** All of the statements, or none. @throws what one of them throws */
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
