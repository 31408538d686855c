import type { DuckDBConnection } from "@duckdb/node-api";

/** Executes all statements, or none. @throws the error of a statement */
export function inTransaction(writer: DuckDBConnection, statements: readonly string[]): Promise<void> {
  return transaction(writer, async () => {
    for (const statement of statements) await writer.run(statement);
  });
}

/** Does all of the work, or nothing. @throws its error */
export async function transaction<T>(writer: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await writer.run("BEGIN TRANSACTION");
  try {
    const result = await work();
    await writer.run("COMMIT");
    return result;
  } catch (error) {
    await writer.run("ROLLBACK").catch(() => {});
    throw error;
  }
}
