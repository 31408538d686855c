/** `structline ci`: checks the headers of a change, for the firmware's continuous integration. */

import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../../runtime/config/program.ts";
import { breakingChanges } from "../breaking/breaking.ts";
import { CATALOGUE_FILE } from "../codec/catalogue-file.ts";
import { inOrder } from "../diagnostics/order.ts";
import { generate, generateNothing } from "../run/generate.ts";
import type { GenerateOptions } from "../run/generation.ts";
import { usageProblem } from "../run/usage-problem.ts";
import { baselineOf, repositoryOf } from "./baseline.ts";
import { changeFindings, counted, diagnosticFinding, type Finding, type Roots, withHint } from "./findings.ts";
import { annotations, codeClimateText, commentText, countText, junitText, type Result } from "./reports.ts";
import { sarifText } from "./sarif.ts";

const USAGE = `Usage: structline ci [options]

Checks the headers of a change: whether they compile, whether committed codecs are current, and what they break for
senders, stores and readers compared with a commit. Writes nothing but the reports that you name.

  --config FILE       configuration file (default: the environment variable SVC_CONFIG, or channels.ini)
  --against REVISION  commit to compare with (default: the target branch of GitHub's pull request or GitLab's merge
                      request, else HEAD)
  --allow-breaking    breaking changes are warnings
  --github            print annotations for GitHub, and set the step's outputs
  --comment FILE      a table in Markdown, as the body of a comment
  --sarif FILE        SARIF 2.1.0
  --codeclimate FILE  GitLab's code quality report
  --junit FILE        JUnit XML
  -h, --help          show this

Exit codes: 0 compatible; 1 errors, or breaking changes; 2 wrong usage.
`;

const OPTIONS = {
  config: { type: "string" },
  against: { type: "string" },
  "allow-breaking": { type: "boolean" },
  github: { type: "boolean" },
  comment: { type: "string" },
  sarif: { type: "string" },
  codeclimate: { type: "string" },
  junit: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = { readonly [Name in keyof typeof OPTIONS]?: string | boolean };

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const problem = usageProblem(args, OPTIONS);
  if (problem !== undefined) {
    process.stderr.write(`structline ci: ${problem}; 'structline ci --help' lists the options\n`);
    return 2;
  }
  const { values } = parseArgs({ args, options: OPTIONS, strict: false });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  return run(values as Values);
}

interface Checked {
  readonly findings: readonly Finding[];
  readonly result: Result;
  readonly against: string | undefined;
  /** Headers that were read, relative to the repository. */
  readonly headers: readonly string[];
  readonly configuration: string;
}

async function run(values: Values): Promise<number> {
  const checked = await check(values);
  report(checked, values);
  for (const finding of checked.findings) {
    const { code, level, place } = finding;
    const where = place === undefined ? "" : `${place.file}:${place.start.line}:${place.start.column}: `;
    process.stderr.write(`${where}${level} ${code}: ${withHint(finding)}\n`);
  }
  const compared = checked.against === undefined ? "compared with nothing" : `compared with ${checked.against}`;
  process.stdout.write(`${checked.result}: ${countText(checked.findings)}; ${compared}\n`);
  return checked.result === "compatible" || (checked.result === "breaking" && values["allow-breaking"] === true)
    ? 0
    : 1;
}

async function check(values: Values): Promise<Checked> {
  const text = (name: keyof Values) => (typeof values[name] === "string" ? (values[name] as string) : undefined);
  const cwd = process.cwd();
  const config = resolve(cwd, text("config") ?? (process.env["SVC_CONFIG"] || "channels.ini"));
  const options: GenerateOptions = {
    ...{ config, out: undefined, mode: "check", warnings: "allowed", version: VERSION, cwd, environment: process.env },
  };
  const repository = repositoryOf(dirname(config)) ?? dirname(config);
  const roots: Roots = { directory: dirname(config), repository };
  const { result: made, catalogue, place } = await generateNothing(options);
  const keepsCodecs = existsSync(join(place.folder, place.file)) && made.ok;
  const { diagnostics } = keepsCodecs ? await generate(options) : made;
  const headers = [...made.sources.keys()].map((file) => inRepository(resolve(roots.directory, file), roots));
  const configuration = inRepository(config, roots);
  const found = inOrder(diagnostics).map((diagnostic) => diagnosticFinding(diagnostic, roots));
  const isWrong = found.some(({ level }) => level === "error");
  if (catalogue === undefined) return { findings: found, result: "wrong", against: undefined, headers, configuration };
  const level = values["allow-breaking"] === true ? "warning" : "error";
  const compared = await compareWith(text("against") ?? defaultBase(), {
    config,
    catalogue,
    options,
    roots,
    level,
    place,
  });
  const findings = [...found, ...compared.findings];
  const breaks = counted(findings).breaking > 0;
  const result = isWrong ? "wrong" : breaks ? "breaking" : "compatible";
  return { findings, result, against: compared.against, headers, configuration };
}

interface Now {
  readonly config: string;
  readonly catalogue: string;
  readonly options: GenerateOptions;
  readonly roots: Roots;
  readonly level: "error" | "warning";
  readonly place: { readonly folder: string; readonly file: string };
}

async function compareWith(
  revision: string,
  { config, catalogue, options, roots, level, place }: Now,
): Promise<Pick<Checked, "against" | "findings">> {
  const baseline = await baselineOf(revision, config, options, roots.repository);
  if (baseline.kind === "new")
    return { against: `${baseline.shown}, which has no ${inRepository(config, roots)}`, findings: [] };
  if (baseline.kind === "none") {
    const message = `nothing was compared: ${baseline.reason}`;
    return { against: undefined, findings: [{ code: "no-baseline", level: "warning", message }] };
  }
  const folder = mkdtempSync(join(tmpdir(), "structline-base-"));
  try {
    writeFileSync(join(folder, CATALOGUE_FILE), baseline.text);
    const { changes } = breakingChanges({ catalogue, ...place, cwd: options.cwd }, folder);
    return { against: baseline.shown, findings: changeFindings(changes, catalogue, level, roots) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** GitHub names a branch, GitLab a commit. */
function defaultBase(): string {
  const { GITHUB_BASE_REF: branch, CI_MERGE_REQUEST_DIFF_BASE_SHA: commit } = process.env;
  return branch ? `origin/${branch}` : commit || "HEAD";
}

function inRepository(file: string, { repository }: Roots): string {
  return relative(repository, file).split(sep).join("/");
}

function report({ findings, result, against, headers, configuration }: Checked, values: Values): void {
  const write = (name: keyof Values, text: () => string) => {
    const file = values[name];
    if (typeof file !== "string") return;
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeFileSync(file, text());
  };
  write("comment", () => commentText(findings, result, against));
  write("sarif", () => sarifText(findings));
  write("codeclimate", () => codeClimateText(findings, configuration));
  write("junit", () => junitText(findings, headers));
  if (values.github !== true) return;
  process.stdout.write(annotations(findings));
  const file = process.env["GITHUB_OUTPUT"];
  if (file === undefined || file === "") return;
  const { error, warning, breaking } = counted(findings);
  const lines = { result, errors: error, warnings: warning, breaking, comment: String(values.comment ?? "") };
  appendFileSync(
    file,
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
}
