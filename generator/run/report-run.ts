/** Reports a run: diagnostics on standard error and one line on standard output, or one JSON object. */

import { count, inOrder } from "../diagnostics/order.ts";
import { render } from "../diagnostics/render.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";

export type ReportFormat = "text" | "json";

/** Maximum number of paths in the line; the others are counted. */
const MOST_NAMED = 4;

export function reportRun(result: GenerateResult, options: GenerateOptions, format: ReportFormat): void {
  if (format === "json") {
    process.stdout.write(`${JSON.stringify(asObject(result))}\n`);
    return;
  }
  const style = process.stderr.isTTY && !process.env["NO_COLOR"] ? "colour" : "plain";
  process.stderr.write(render(result.diagnostics, { source: (file) => result.sources.get(file), style }));
  process.stdout.write(`${outcome(result, options)}\n`);
}

function asObject({ ok, folder, written, removed, unchanged, stopped, diagnostics }: GenerateResult): object {
  return { ok, folder, written, removed, unchanged, stopped, ...count(diagnostics), diagnostics: inOrder(diagnostics) };
}

function outcome(result: GenerateResult, { mode, warnings }: GenerateOptions): string {
  const { folder, written, removed, unchanged, stopped } = result;
  if (!result.ok && mode === "check") return `${folder}: not current`;
  if (!result.ok && stopped.length === 0) {
    const strict = warnings === "strict" && count(result.diagnostics).errors === 0 ? " (warnings are errors)" : "";
    return `${folder}: nothing written${strict}`;
  }
  if (mode === "check") return `${folder}: current`;
  if (written.length === 0 && removed.length === 0) return `${folder}: up to date${without(stopped)}`;
  const parts = [named("written", written), named("removed", removed), `${unchanged} unchanged`];
  return `${folder}: ${parts.filter((part) => part !== "").join(", ")}${without(stopped)}`;
}

function without(stopped: readonly string[]): string {
  if (stopped.length === 0) return "";
  return `; without ${stopped.join(", ")}, whose headers have errors: the service leaves ${stopped.length === 1 ? "it" : "them"} out`;
}

/** `2 written (rig/mount.ts, rig/mount.js)` */
function named(what: string, paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const more = paths.length > MOST_NAMED ? ", …" : "";
  return `${paths.length} ${what} (${paths.slice(0, MOST_NAMED).join(", ")}${more})`;
}
