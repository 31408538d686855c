/** `--watch`: generates after each change of an input and reports which input changed. */

import { generate } from "./generate.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";
import { type ReportFormat, reportRun } from "./report-run.ts";
import { type Watch, watchInputs } from "./watch.ts";

/** @param first result of the first run, already reported */
export async function watchAndGenerate(
  first: GenerateResult,
  options: GenerateOptions,
  format: ReportFormat,
): Promise<Watch> {
  let last = first;
  const again = async () => {
    const result = await generate(options);
    const changed = changedFiles(last.sources, result.sources);
    // The watched folders also contain other files. Report nothing if no input changed.
    if (changed.length > 0 || result.ok !== last.ok || result.written.length + result.removed.length > 0) {
      if (format === "text" && changed.length > 0) process.stdout.write(`${changed.join(", ")} changed\n`);
      reportRun(result, options, format);
    }
    last = result;
    return result.inputFolders;
  };
  const watch = watchInputs(first.inputFolders, again);
  if (format === "text") process.stdout.write("watching for changes; Ctrl+C ends\n");
  // Load parsers and printers now, so that the first change need not wait for them.
  await import("../compile.ts");
  // Files may have changed between the first run and the watch.
  await again();
  return watch;
}

/** A run with an invalid configuration reads no headers, so a file that one run did not read is not a change. */
function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([file, text]) => (before.get(file) ?? text) !== text).map(([file]) => file);
}
