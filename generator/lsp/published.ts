/** Diagnostics of the compiler as the editor shows them. */

import { DiagnosticSeverity, type Diagnostic as EditorDiagnostic } from "vscode-languageserver";
import packageJson from "../../package.json" with { type: "json" };
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { rangeOf, uriOf } from "./places.ts";
import type { Project, State } from "./project.ts";

export const SOURCE = "structline";

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** By absolute path; also files without problems, so that the editor forgets former ones. */
export function published({ diagnostics, files }: State, project: Project): Map<string, EditorDiagnostic[]> {
  const byFile = new Map<string, EditorDiagnostic[]>([...files].map((file) => [file, []]));
  for (const diagnostic of diagnostics) {
    const file = diagnostic.span === undefined ? project.file : project.pathOf(diagnostic.span.file);
    const known = byFile.get(file);
    const shown = editorDiagnostic(diagnostic, project);
    if (known === undefined) byFile.set(file, [shown]);
    else known.push(shown);
  }
  return byFile;
}

export function editorDiagnostic(diagnostic: Diagnostic, project: Project): EditorDiagnostic {
  const { code, severity, span, message, hint, related } = diagnostic;
  return {
    // Problems of the whole configuration have no place.
    range: span === undefined ? TOP : rangeOf(span),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: `${pageUrl()}#${code.toLowerCase()}` },
    source: SOURCE,
    message: hint === undefined ? message : `${message}\nhint: ${hint}`,
    ...(related !== undefined && {
      relatedInformation: related.map((one) => ({
        location: { uri: uriOf(project.pathOf(one.span.file)), range: rangeOf(one.span) },
        message: one.message,
      })),
    }),
  };
}

function pageUrl(): string {
  return `${packageJson.homepage.replace(/#.*$/, "")}/blob/main/docs/diagnostics.md`;
}
