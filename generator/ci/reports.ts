/** Reports for GitHub, GitLab and others: annotations, a comment, Code Climate, JUnit. */

import { createHash } from "node:crypto";
import { counted, type Finding, isBreaking, type Level, withHint } from "./findings.ts";

/** Workflow commands that GitHub shows at the lines of a pull request. */
export function annotations(findings: readonly Finding[]): string {
  return findings.map((finding) => `${annotation(finding)}\n`).join("");
}

function annotation(finding: Finding): string {
  const { code, level, place } = finding;
  const properties = [
    ...(place === undefined
      ? []
      : [
          `file=${property(place.file)}`,
          `line=${place.start.line}`,
          `endLine=${place.end.line}`,
          `col=${place.start.column}`,
        ]),
    `title=${property(`structline ${code}`)}`,
  ];
  const command = level === "note" ? "notice" : level;
  return `::${command} ${properties.join(",")}::${escaped(withHint(finding))}`;
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

export type Result = "compatible" | "breaking" | "wrong";

/** `1 breaking, 0 errors, 1 warning, 2 notes` */
export function countText(findings: readonly Finding[]): string {
  const { error, warning, note, breaking } = counted(findings);
  const some = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  return `${breaking} breaking, ${some(error, "error")}, ${some(warning, "warning")}, ${some(note, "note")}`;
}

/** @param against what was compared with; undefined if nothing could be */
export function commentText(findings: readonly Finding[], result: Result, against: string | undefined): string {
  const heading = {
    compatible: "the headers are compatible",
    breaking: "the headers break what is in the field",
    wrong: "the headers have errors",
  }[result];
  const compared = against === undefined ? "Nothing was compared." : `Compared with ${inCode(against)}.`;
  const rows = findings.map(({ code, message, hint, place }) => {
    const where = place === undefined ? "" : inCode(`${place.file}:${place.start.line}`);
    return `| ${code} | ${where} | ${inCode(message)} | ${hint === undefined ? "" : inCode(hint)} |`;
  });
  const table = rows.length === 0 ? [] : ["", "| | where | what | what to do |", "|---|---|---|---|", ...rows];
  return `### structline: ${heading}\n\n${compared} ${countText(findings)}.\n${table.join("\n")}${rows.length === 0 ? "" : "\n"}`;
}

/** As code in a cell of a table: what a header says must neither end the cell nor mention people. */
function inCode(text: string): string {
  const line = text.replace(/\s+/g, " ").replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest > 0 ? " " : "";
  return `${fence}${gap}${line}${gap}${fence}`;
}

const SEVERITIES: Readonly<Record<Level, string>> = { error: "major", warning: "minor", note: "info" };

/** The report that GitLab shows in a merge request. */
export function codeClimateText(findings: readonly Finding[], configuration: string): string {
  const issues = findings.map((finding) => {
    const { code, level, place } = finding;
    const path = place?.file ?? configuration;
    const begin = place?.start.line ?? 1;
    // Without the line, which other edits move.
    const fingerprint = createHash("sha256")
      .update(JSON.stringify([code, path, finding.message]))
      .digest("hex");
    return {
      ...{ type: "issue", check_name: code, description: withHint(finding), fingerprint },
      ...{ severity: SEVERITIES[level], categories: [isBreaking(finding) ? "Compatibility" : "Bug Risk"] },
      location: { path, lines: { begin, end: place?.end.line ?? begin } },
    };
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** One test for each header that was read; each finding fails a test of its own, and notes are output. */
export function junitText(findings: readonly Finding[], headers: readonly string[]): string {
  const failing = findings.filter(({ level }) => level === "error");
  const notices = findings.filter(({ level }) => level !== "error");
  const bad = new Set(failing.map(({ place }) => place?.file));
  const passed = headers
    .filter((header) => !bad.has(header))
    .map((name) => `    <testcase classname="headers" name="${xml(name)}"/>`);
  const failed = failing.map((finding) => {
    const { code, place, message } = finding;
    const where = place === undefined ? "project" : `${place.file}:${place.start.line}`;
    const head = `    <testcase classname="headers" name="${xml(`${code} ${where}`)}">`;
    const failure = `      <failure type="${xml(code)}" message="${xml(message)}">${xml(withHint(finding))}</failure>`;
    return `${head}\n${failure}\n    </testcase>`;
  });
  const output = notices.map(
    ({ level, code, message, place }) =>
      `${place === undefined ? "" : `${place.file}:${place.start.line}: `}${level} ${code}: ${message}`,
  );
  const suite = [
    `  <testsuite name="structline" tests="${passed.length + failed.length}" failures="${failed.length}" errors="0">`,
    ...passed,
    ...failed,
    ...(output.length > 0 ? [`    <system-out>${xml(output.join("\n"))}</system-out>`] : []),
    "  </testsuite>",
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite.join("\n")}\n</testsuites>\n`;
}

/** XML 1.0 has no control characters, not even escaped. */
const NOT_IN_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function xml(text: string): string {
  return text
    .replace(NOT_IN_XML, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
