/** "What does this edit break?": a line above each struct. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { CodeLens, Range } from "vscode-languageserver";
import { type BreakingReport, breakingChanges } from "../breaking/breaking.ts";
import { baselineOf, commitOf, repositoryOf } from "../ci/baseline.ts";
import { CATALOGUE_FILE } from "../codec/catalogue-file.ts";
import type { ChannelModel } from "../codec/model.ts";
import { schemaOf } from "../layout/schema.ts";
import { keptLayouts } from "../run/kept-layouts.ts";
import { counted } from "./layout-text.ts";
import { rangeOf } from "./places.ts";
import type { Project, State } from "./project.ts";

type Known = BreakingReport | { readonly reason: string };

/** By the state, because several editors' requests ask for one. */
const reports = new WeakMap<State, Promise<Known>>();

/** Catalogues of commits that have none in their tree, by configuration and commit. */
const baselines = new Map<string, Promise<string | undefined>>();
const MOST_BASELINES = 8;

/** @param against `git:<revision>` or a folder; by default the last commit, else what was generated last */
function breakingOf(state: State, project: Project, against: string | undefined): Promise<Known> {
  const known = reports.get(state) ?? compared(state, project, against);
  reports.set(state, known);
  return known;
}

async function compared({ preview }: State, project: Project, against: string | undefined): Promise<Known> {
  const { catalogue, place } = preview;
  if (catalogue === undefined) return { reason: "the headers have errors" };
  const today = { catalogue, ...place, cwd: project.directory };
  try {
    const report = breakingChanges(today, against);
    const shown = report.against === place.folder ? relative(project.directory, place.folder) : report.against;
    return { ...report, against: shown };
  } catch (error) {
    const revision = against === undefined ? "HEAD" : /^git:(.*)$/s.exec(against)?.[1];
    const text = revision === undefined ? undefined : await ofCommit(revision, project);
    if (revision === undefined || text === undefined) return { reason: (error as Error).message };
    const folder = mkdtempSync(join(tmpdir(), "structline-base-"));
    try {
      writeFileSync(join(folder, CATALOGUE_FILE), text);
      return { ...breakingChanges(today, folder), against: `git:${revision}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** From the commit's own headers: a project may not commit what is generated. */
async function ofCommit(revision: string, project: Project): Promise<string | undefined> {
  const repository = repositoryOf(project.directory);
  const commit = repository === undefined ? undefined : commitOf(revision, repository);
  if (repository === undefined || commit === undefined) return undefined;
  const key = `${commit} ${project.file}`;
  const known = baselines.get(key) ?? catalogueOf(commit, repository, project);
  baselines.delete(key);
  baselines.set(key, known);
  for (const oldest of [...baselines.keys()].slice(0, -MOST_BASELINES)) baselines.delete(oldest);
  return known;
}

async function catalogueOf(commit: string, repository: string, project: Project): Promise<string | undefined> {
  const baseline = await baselineOf(commit, project.file, project.options, repository);
  return baseline.kind === "catalogue" ? baseline.text : undefined;
}

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export async function lenses(
  state: State,
  project: Project,
  file: string,
  against: string | undefined,
): Promise<CodeLens[]> {
  const report = await breakingOf(state, project, against);
  return "reason" in report ? [] : [...ofStructs(report, state, file), ...ofRemoved(report, state, file)];
}

/** Structs that the channel has no more, above its first header. */
function ofRemoved({ changes, against }: BreakingReport, { index, channels }: State, file: string): CodeLens[] {
  return index.models.flatMap(({ name, messages }) => {
    const [first] = channels.find(({ plan }) => plan.name === name)?.declarations.files ?? [];
    if (first?.path !== file) return [];
    const there = new Set(messages.map((message) => message.name));
    const own = changes.filter(({ channel, struct }) => channel === name && struct !== undefined && !there.has(struct));
    if (own.length === 0) return [];
    const what = own.map(({ struct, text }) => `${struct} ${text}`).join(", ");
    return [lens(TOP, `breaks ${against}: ${what}`, own.map(lineOf))];
  });
}

function lineOf({ struct, field, text, consequences = [] }: BreakingReport["changes"][number]): string {
  return [field ?? struct, text, ...consequences].filter(Boolean).join(": ");
}

function lens(range: Range, title: string, lines: readonly string[]): CodeLens {
  return { range, command: { title, command: "structline.explainBreaking", arguments: [lines] } };
}

function ofStructs(report: BreakingReport, state: State, file: string): CodeLens[] {
  const seen = new Set<string>();
  return state.index.messagesIn(file).flatMap(({ channel, message }) => {
    const { plan } = channel.channel;
    if (plan.versionOf !== undefined || seen.has(`${channel.name} ${message.name}`)) return [];
    seen.add(`${channel.name} ${message.name}`);
    const own = report.changes.filter((change) => change.channel === channel.name && change.struct === message.name);
    const known = keptLayouts(state.preview.place.folder, channel.stem);
    const isKnown = known.some(({ schema }) => schema === schemaOf(message.struct.layout));
    const title = titleOf(own, report.against, known.length === 0 || isKnown, channel);
    return [lens(rangeOf(message.span), title, own.map(lineOf))];
  });
}

function titleOf(
  changes: BreakingReport["changes"],
  against: string,
  isKnown: boolean,
  { channel: { plan } }: ChannelModel,
): string {
  const [first] = changes;
  if (first === undefined) return isKnown ? `compatible with ${against}` : `compatible with ${against} (new layout)`;
  const moved = /(\d+) other fields? moves? by ([+-]?\d+) bytes?/.exec((first.consequences ?? []).join("; "));
  const what = [first.field, first.text].filter((part) => part !== undefined).join(" ");
  const moves = moved === null ? "" : `; ${counted(Number(moved[1]), "field")} move by ${moved[2]} bytes`;
  const more = changes.length > 1 ? `, and ${counted(changes.length - 1, "more change")}` : "";
  const isWire = changes.some(({ kind }) => kind === "wire");
  const needs = isWire && plan.version === undefined ? ": old firmware needs 'versions' or '@version'" : "";
  return `breaks ${against}: ${what}${moves}${more}${needs}`;
}
