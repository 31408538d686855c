/** "What does this edit break?": a line above each struct. */

import type { CodeLens } from "vscode-languageserver";
import { type BreakingReport, breakingChanges } from "../breaking/breaking.ts";
import type { ChannelModel } from "../codec/model.ts";
import { schemaOf } from "../layout/schema.ts";
import { keptLayouts } from "../run/kept-layouts.ts";
import { counted } from "./layout-text.ts";
import { rangeOf } from "./places.ts";
import type { Project, State } from "./project.ts";

type Known = BreakingReport | { readonly reason: string };

/** By the state, because several editors' requests ask for one. */
const reports = new WeakMap<State, Known>();

/** @param against `git:<revision>` or a folder; by default the last commit, else what was generated last */
export function breakingOf(state: State, project: Project, against: string | undefined): Known {
  const known = reports.get(state) ?? compared(state, project, against);
  reports.set(state, known);
  return known;
}

function compared({ preview }: State, project: Project, against: string | undefined): Known {
  const { catalogue, place } = preview;
  if (catalogue === undefined) return { reason: "the headers have errors" };
  try {
    return breakingChanges({ catalogue, ...place, cwd: project.directory }, against);
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

export function lenses(state: State, project: Project, file: string, against: string | undefined): CodeLens[] {
  const report = breakingOf(state, project, against);
  if ("reason" in report) return [];
  const seen = new Set<string>();
  return state.index.messagesIn(file).flatMap(({ channel, message }) => {
    const { plan } = channel.channel;
    if (plan.versionOf !== undefined || seen.has(`${channel.name} ${message.name}`)) return [];
    seen.add(`${channel.name} ${message.name}`);
    const own = report.changes.filter((change) => change.channel === channel.name && change.struct === message.name);
    const known = keptLayouts(state.preview.place.folder, channel.stem);
    const isKnown = known.some(({ schema }) => schema === schemaOf(message.struct.layout));
    const title = titleOf(own, report.against, known.length === 0 || isKnown, channel);
    const told = own.map(({ field, text, consequences = [] }) =>
      [field, text, ...consequences].filter(Boolean).join(": "),
    );
    return [
      { range: rangeOf(message.span), command: { title, command: "structline.explainBreaking", arguments: [told] } },
    ];
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
