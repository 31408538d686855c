/** Locates a program beside this one: the built file, or its TypeScript source during development and tests. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ProgramFile {
  readonly file: string;
  /** Whether Node can run it directly, or needs a loader for TypeScript. */
  readonly language: "javascript" | "typescript";
}

/**
 * @param name of the built file (`sql-process`)
 * @param source URL of the TypeScript file
 * @param importMetaUrl of the caller
 */
export function programFile(name: string, source: URL, importMetaUrl: string): ProgramFile {
  if (!importMetaUrl.endsWith(".ts")) {
    return { file: fileURLToPath(new URL(`./${name}.js`, importMetaUrl)), language: "javascript" };
  }
  // All tests share one bundle: transpiling takes longer than running most of the programs.
  const bundles = process.env["STRUCTLINE_TEST_PROGRAMS"];
  if (bundles !== undefined) return { file: join(bundles, `${name}.mjs`), language: "javascript" };
  return { file: fileURLToPath(source), language: "typescript" };
}
