/** Random edits in an editor, each compared with a fresh `gen`. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic } from "vscode-languageserver-protocol/node";
import type { Diagnostic as Reported } from "../../generator/diagnostics/diagnostic.ts";
import { inOrder } from "../../generator/diagnostics/order.ts";
import { generate } from "../../generator/run/generate.ts";
import { randomEdit, seeded } from "./edits.ts";
import type { Editor } from "./language-client.ts";

export interface Outcome {
  /** Longest time from an edit to its diagnostics, in ms. */
  readonly longestMs: number;
  readonly meanMs: number;
  readonly edits: number;
  readonly withDiagnostics: number;
}

/**
 * @param path the header to edit, open in the editor
 */
export async function editAndCompare(editor: Editor, path: string, count: number, seed: number): Promise<Outcome> {
  const random = seeded(seed);
  const original = editor.textOf(path);
  let [longestMs, sumMs, withDiagnostics] = [0, 0, 0];
  for (let step = 0; step < count; step++) {
    // From time to time the editor undoes everything.
    if (step % 12 === 11) await editor.write(path, original);
    const { from, to, text } = randomEdit(editor.textOf(path), random);
    const before = editor.textOf(path);
    const range = { start: positionOf(before, from), end: positionOf(before, to) };
    const started = performance.now();
    await editor.replace(path, range, text);
    await editor.diagnostics(path);
    const ms = performance.now() - started;
    longestMs = Math.max(longestMs, ms);
    sumMs += ms;
    // What concerns other files comes right behind.
    await editor.connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri: editor.uri(path) } });
    const said = inEditor(editor);
    const expected = await fresh(editor, path);
    assert.deepEqual(said, expected, `seed ${seed}, edit ${step} of ${path}: ${JSON.stringify({ from, to, text })}`);
    if (expected.length > 0) withDiagnostics++;
  }
  return { longestMs, meanMs: sumMs / count, edits: count, withDiagnostics };
}

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - before.lastIndexOf("\n") - 1 };
}

const SEVERITIES = { error: 1, warning: 2, note: 3 } as const;

function inEditor(editor: Editor): string[] {
  const folder = `${editor.uri("")}`;
  return [...editor.allDiagnostics]
    .flatMap(([uri, found]) => found.map((one) => textOf(uri.slice(folder.length).replace(/^\//, ""), one)))
    .sort();
}

function textOf(file: string, { code, severity, message, range, relatedInformation = [] }: Diagnostic): string {
  const place = [range.start.line, range.start.character, range.end.line, range.end.character];
  return JSON.stringify([
    decodeURIComponent(file),
    place,
    code,
    severity,
    message,
    relatedInformation.map((one) => one.message),
  ]);
}

/** A `gen` that writes nothing and knows no earlier run, with the editor's text on disk. */
async function fresh(editor: Editor, path: string): Promise<string[]> {
  const file = join(editor.directory, path);
  const saved = readFileSync(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, editor.textOf(path));
  try {
    const { diagnostics } = await generate({
      ...{
        config: join(editor.directory, "channels.ini"),
        out: undefined,
        mode: "check" as const,
        warnings: "allowed" as const,
      },
      ...{ version: "0", cwd: editor.directory, environment: {} },
    });
    // That nothing was generated is no matter of the editor.
    return inOrder(diagnostics)
      .filter(({ code }) => code !== "E504")
      .map(reportedText)
      .sort();
  } finally {
    writeFileSync(file, saved);
  }
}

function reportedText({ code, severity, message, hint, span, related = [] }: Reported): string {
  const place =
    span === undefined
      ? [0, 0, 0, 0]
      : [span.start.line - 1, span.start.column - 1, span.end.line - 1, span.end.column - 1];
  const text = hint === undefined ? message : `${message}\nhint: ${hint}`;
  const notes = related.map((one) => one.message);
  return JSON.stringify([span?.file ?? "channels.ini", place, code, SEVERITIES[severity], text, notes]);
}
