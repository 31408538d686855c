/** SARIF 2.1.0, which code scanning of GitHub, GitLab and editors read. */

import packageJson from "../../package.json" with { type: "json" };
import { dictionary } from "../../runtime/lib/dictionary.ts";
import { FAMILIES } from "../diagnostics/catalogue.ts";
import { type Finding, type FoundPlace, isBreaking, withHint } from "./findings.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

export function sarifText(findings: readonly Finding[]): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "structline",
            semanticVersion: packageJson.version,
            informationUri: packageJson.homepage,
            rules: codes.map(ruleOf),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => resultOf(finding, codes.indexOf(finding.code))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: string) {
  const title = titleOf(code);
  const page = isBreaking({ code } as Finding) ? "versions.md" : `diagnostics.md#${code.toLowerCase()}`;
  return {
    id: code,
    shortDescription: { text: title },
    helpUri: `${packageJson.homepage.replace(/#.*$/, "")}/blob/main/docs/${page}`,
  };
}

const CHANGES: Readonly<Record<string, string>> = dictionary({
  "breaking-wire": "the bytes of a message changed",
  "breaking-name": "a stored name changed",
  "breaking-type": "a column's type changed",
  "breaking-unit": "a unit changed",
  "breaking-value": "a rule changed",
});

const TITLES: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap(({ codes }) => Object.entries(codes).map(([code, { title }]) => [code, title])),
);

function titleOf(code: string): string {
  return CHANGES[code] ?? TITLES.get(code) ?? code;
}

function resultOf(finding: Finding, ruleIndex: number) {
  const { code, level, place, related = [] } = finding;
  return {
    ruleId: code,
    ruleIndex,
    level,
    message: { text: withHint(finding) },
    ...(place !== undefined && { locations: [locationOf(place)] }),
    ...(related.length > 0 && {
      relatedLocations: related.map((one) => ({ ...locationOf(one.place), message: { text: one.message } })),
    }),
  };
}

function locationOf({ file, start, end }: FoundPlace) {
  const uri = file.split("/").map(encodeURIComponent).join("/");
  const region = {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.line === start.line ? Math.max(end.column, start.column) : end.column,
  };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region } };
}
