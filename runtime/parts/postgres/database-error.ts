/** Interprets errors of PostgreSQL. */

import { DatabaseError } from "pg";
import { refusalsOf } from "../../store/refused-point.ts";

/** Whether the error concerns a row, so that repeating it is useless. [PostgreSQL 15, appendix A] */
export function isRowsFault(error: unknown): boolean {
  const code = codeOf(error);
  // Data exceptions, violated constraints, and exceeded row limits.
  return code !== undefined && /^(22|23|54)/.test(code);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** Whether the server, or the way to it, is the cause: the same query may succeed later. */
export function isAway(error: unknown): boolean {
  // Connection exceptions, insufficient resources, operator intervention; without a code it is the network's error.
  const isOfDatabase = error instanceof DatabaseError || !(error instanceof Error);
  return isOfDatabase ? /^(08|53|57)/.test(codeOf(error) ?? "") : "code" in error || NO_CONNECTION.test(error.message);
}

/** [pg 8, client.js and pg-pool] */
const NO_CONNECTION = /Connection terminated|timeout/;

/** Why writes fail, with advice if possible. */
export function sentenceOf(error: unknown, where: string): string {
  const text = messageOf(error);
  const code = codeOf(error) ?? "";
  if (code.startsWith("28")) return `${where} does not accept the user (${text}); check [store] url`;
  if (code === "3D000") return `${where}: ${text}; create it`;
  if (code === "42501") return `${where} allows too little (${text}); give the user the rights in docs/stores.md`;
  if (code === "53100") return `${where} has no space left on its disk (${text})`;
  if (code !== "") return `${where} answers ${code}: ${text}`;
  return `${where} cannot be reached: ${text}`;
}

export function messageOf(error: unknown): string {
  // A host name with several addresses gives an AggregateError without a message.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message || first.name : String(first);
}

export const { typeConflict, unstorable } = refusalsOf("DatabaseError");
