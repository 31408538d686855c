/** Where a program beside this one is: the built file, or its TypeScript source while developing and testing. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ProgramFile {
  readonly file: string;
  /** Node runs it as it is, or needs a loader for TypeScript. */
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
  // All tests share one bundle: transpiling takes longer than what most of the programs do.
  const bundles = process.env["STRUCTLINE_TEST_PROGRAMS"];
  if (bundles !== undefined) return { file: join(bundles, `${name}.mjs`), language: "javascript" };
  return { file: fileURLToPath(source), language: "typescript" };
}
