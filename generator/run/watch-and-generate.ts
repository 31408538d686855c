/** `--watch`: generates after each change of an input, and tells which one it was. */

import { generate } from "./generate.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";
import { type ReportFormat, reportRun } from "./report-run.ts";
import { type Watch, watchInputs } from "./watch.ts";

/** @param first the run before, already reported */
export async function watchAndGenerate(
  first: GenerateResult,
  options: GenerateOptions,
  format: ReportFormat,
): Promise<Watch> {
  let last = first;
  const again = async () => {
    const result = await generate(options);
    const changed = changedFiles(last.sources, result.sources);
    // Other files live in these folders too; what touches no input is not news.
    if (changed.length > 0 || result.ok !== last.ok || result.written.length + result.removed.length > 0) {
      if (format === "text" && changed.length > 0) process.stdout.write(`${changed.join(", ")} changed\n`);
      reportRun(result, options, format);
    }
    last = result;
    return result.inputFolders;
  };
  const watch = watchInputs(first.inputFolders, again);
  if (format === "text") process.stdout.write("watching for changes; Ctrl+C ends\n");
  // The first change should not have to wait for parsers and printers to load.
  await import("../compile.ts");
  // What was saved between the first run and the watch.
  await again();
  return watch;
}

/** A rejected configuration has read no headers, so a file that one run did not read says nothing. */
function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([file, text]) => (before.get(file) ?? text) !== text).map(([file]) => file);
}
