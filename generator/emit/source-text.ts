/** Source files as text: printed by ts-morph, and what is built from them. */

import { IndentationText, NewLineKind, Project, QuoteKind, type StatementStructures } from "ts-morph";
import type { EmittedFile } from "../channel-plan.ts";
import { builtTexts } from "./built-files.ts";

export interface SourceText {
  /** Relative to the output folder, with `.ts`. */
  readonly path: string;
  /** Comment lines at the top. */
  readonly header: string;
  readonly statements: readonly (StatementStructures | string)[];
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
export function sourceFiles(project: Project, { path, header, statements }: SourceText): EmittedFile[] {
  const file = project.createSourceFile(
    "generated.ts",
    { statements: [`${header}\n\n`, ...statements] },
    { overwrite: true },
  );
  const text = file.getFullText();
  const { js, declarations } = builtTexts(file.compilerNode);
  file.forget();
  const stem = path.replace(/\.ts$/, "");
  return [
    { path, text, built: false },
    { path: `${stem}.js`, text: js, built: true },
    { path: `${stem}.d.ts`, text: declarations, built: true },
  ];
}
