import { test } from "node:test";
import { assertNothingLost } from "../../../support/crashes.ts";
import { programArguments } from "../../../support/programs.ts";

for (const kind of ["duckdb", "parquet"] as const) {
  test(`whatever is killed at any point, every durable message is stored once, or kept once as a dead letter: ${kind}`, () =>
    assertNothingLost({ kind, program: programArguments("crash-target") }));
}
