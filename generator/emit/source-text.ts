/** Source files as text: printed by ts-morph, and what is built from them. */

import { IndentationText, NewLineKind, Project, QuoteKind, type StatementStructures } from "ts-morph";
import type { EmittedFile } from "../channel-plan.ts";
import { type BuiltPart, builtTexts } from "./built-files.ts";

export interface SourceText {
  /** Relative to the output folder, with `.ts`. */
  readonly path: string;
  /** Comment lines at the top. */
  readonly header: string;
  readonly statements: readonly StatementStructures[];
  /** What is built from these is known already, so they need no syntax tree; they take more text than the rest. */
  readonly tail: readonly BuiltPart[];
}

/** A project that only prints: it looks at no file and checks no type. */
export function printingProject(): Project {
  return new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Double,
    },
  });
}

/** The `.ts` with its `.js` and `.d.ts`. The project forgets them again. */
export function sourceFiles(project: Project, { path, header, statements, tail }: SourceText): EmittedFile[] {
  const file = project.createSourceFile(
    "generated.ts",
    { statements: [`${header}\n\n`, ...statements] },
    { overwrite: true },
  );
  const head = builtTexts(file.compilerNode);
  file.forget();
  const stem = path.replace(/\.ts$/, "");
  return [
    { path, text: joined([head, ...tail].map(({ source }) => source)), built: false },
    { path: `${stem}.js`, text: joined([head, ...tail].map(({ js }) => js)), built: true },
    { path: `${stem}.d.ts`, text: joined([head, ...tail].map(({ declarations }) => declarations)), built: true },
  ];
}

function joined(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}
