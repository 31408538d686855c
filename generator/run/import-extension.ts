/** Chooses the import extension of `gen --out` files so that the target project can resolve them. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "jsonc-parser";

/** Maximum depth of `extends`. */
const MOST_BASES = 8;

/**
 * Node, Deno, Bun and bundlers resolve `.ts`. TypeScript's compiler needs an option for it, otherwise `.js`.
 * @param folder of the sources, absolute
 */
export function importExtensionOf(folder: string, configured: "ts" | "js" | "none" | undefined): string {
  if (configured !== undefined) return configured === "none" ? "" : `.${configured}`;
  const config = nearest(folder);
  return config === undefined || allowsTypeScript(config) ? ".ts" : ".js";
}

function nearest(folder: string): string | undefined {
  const file = join(folder, "tsconfig.json");
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : nearest(dirname(folder));
}

function allowsTypeScript(file: string, bases = 0): boolean {
  const { compilerOptions = {}, extends: base } = read(file);
  for (const option of ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"]) {
    if (compilerOptions[option] !== undefined) return compilerOptions[option] === true;
  }
  const relatives = [base].flat().filter((each) => typeof each === "string" && each.startsWith("."));
  return bases < MOST_BASES && relatives.some((each) => allowsTypeScript(resolve(dirname(file), `${each}`), bases + 1));
}

interface Config {
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  readonly extends?: unknown;
}

function read(file: string): Config {
  try {
    return (parse(readFileSync(existsSync(file) ? file : `${file}.json`, "utf8")) as Config | undefined) ?? {};
  } catch {
    return {};
  }
}
