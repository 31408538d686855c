/** `gen --adopt CHANNEL`: writes settings that the headers lack into a channel's section: `abi`, `messages`, `id`, `length` [D36]. */

import { readFileSync } from "node:fs";
import { includePathsOf } from "../../runtime/channels/channel-settings.ts";
import { type IniSection, parseIni } from "../../runtime/config/ini.ts";
import { nearest } from "../../runtime/lib/nearest.ts";
import { parseSettings } from "../../runtime/settings/load-settings.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { compile } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { render } from "../diagnostics/render.ts";
import { plansOf } from "../plan/plans-of.ts";
import { writeWhole } from "../run/write-whole.ts";
import { folderReader } from "../source/folder-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";
import { misplacedId } from "./misplaced-id.ts";
import { type Proposal, proposalLines, proposalText, propose } from "./propose.ts";

export type Adoption =
  /** What was done, one line each. */
  | { readonly kind: "done"; readonly lines: readonly string[] }
  /** One sentence, or the compiler's report. */
  | { readonly kind: "refused"; readonly sentence: string };

/**
 * @param channel name in the configuration, with or without `lab-`
 * @param progress is called before each step that may take long
 */
export function adopt(channel: string, settings: Settings, progress: (step: string) => void = () => {}): Adoption {
  const { channels, file, directory } = settings;
  const found = channels.find(({ name }) => name === channel || `lab-${name}` === channel);
  if (found === undefined) {
    const names = channels.map(({ name }) => name);
    const near = nearest(channel, names);
    const hint = near === undefined ? `known are ${names.join(", ")}` : `did you mean '${near}'?`;
    return refused(`there is no channel '${channel}'; ${hint}`);
  }
  const { name } = found;
  const section = `[lab-${name}]`;
  if (found.messages !== undefined) return refused(`${section} already has 'messages'`);
  const [plan] = plansOf(found, [], file);
  const sources = new Map<string, string>();
  const reader = recordingReader(folderReader(includePathsOf(found), directory), sources);
  const given = { progress, ...(found.abiAssumed !== true && { abi: found.abi }) };
  progress("reading the headers");
  const proposed = propose(plan!, reader, sources, given);
  if (proposed.kind === "nothing") {
    const reasons = proposed.unusable.map((each) => `\n  ${each.name}: ${each.reason}`).join("");
    // That there is no message is what the sentence says.
    const errors = proposed.diagnostics.filter(({ severity, code }) => severity === "error" && code !== "E405");
    const report = errors.length === 0 ? "" : `\n${reportOf(errors, sources)}`;
    return refused(`the headers of channel '${name}' have no struct that could be a message${reasons}${report}`);
  }
  const { proposal } = proposed;
  if (proposal.messages === undefined && (found.abiAssumed !== true || proposal.target.isSettled)) {
    return refused(`the headers of channel '${name}' declare their messages; there is nothing to adopt`);
  }
  const text = readFileSync(file, "utf8");
  const place = parseIni(text).sections.get(`lab-${name}`);
  if (place === undefined) return refused(`${section} is not in ${file}`);
  const written = inserted(
    text,
    place,
    proposalLines(proposal, (key) => place.entries.has(key)),
  );
  progress("compiling what would be written");
  const problem = problemIn(written, name, settings);
  if (problem !== undefined) return refused([`nothing was written: ${problem}`, ...proposalText(proposal)].join("\n"));
  writeWhole(file, written);
  return { kind: "done", lines: said(proposal, section, found.frames !== undefined) };
}

function refused(sentence: string): Adoption {
  return { kind: "refused", sentence };
}

/** Why the channel would not decode: the errors that gen would report, or an ID inside a field. Undefined if it would. */
function problemIn(text: string, name: string, { file, directory }: Settings): string | undefined {
  try {
    const { channels } = parseSettings(text, { file, shown: file, environment: process.env, secrets: "optional" });
    const channel = channels.filter((each) => each.name === name);
    const sources = new Map<string, string>();
    const inputs = channel.flatMap((each) =>
      plansOf(each, [], file).map((plan) => {
        return { plan, reader: recordingReader(folderReader(includePathsOf(each), directory), sources) };
      }),
    );
    const { diagnostics } = compile(inputs, { version: "" });
    const isDefault = channel.every(({ frames }) => frames === undefined);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const misplaced = isDefault ? idProblem(diagnostics) : undefined;
    if (errors.length === 0 || misplaced !== undefined) return misplaced;
    return `gen would reject the proposed settings\n${reportOf(errors, sources)}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function reportOf(errors: readonly Diagnostic[], sources: ReadonlyMap<string, string>): string {
  return render(errors, { source: (path) => sources.get(path), style: "plain" }).trimEnd();
}

function idProblem(diagnostics: readonly Diagnostic[]): string | undefined {
  const misplaced = misplacedId(diagnostics);
  if (misplaced === undefined) return undefined;
  return `${misplaced}: set id = and length = (docs/frames.md), or have 'init --capture' find them in a recording`;
}

/** Adds lines after the last line of the section, with the file's line ends. */
function inserted(text: string, { line, entries }: IniSection, added: readonly string[]): string {
  const last = Math.max(line, ...[...entries.values()].flatMap((entry) => entry.parts.map((part) => part.line)));
  const lines = text.split(/\r\n|\r|\n/);
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return [...lines.slice(0, last), ...added, ...lines.slice(last)].join(end);
}

function said(proposal: Proposal, section: string, hasFrames: boolean): string[] {
  const { messages = [], frame } = proposal;
  return [
    `${section}: wrote`,
    ...proposalText(proposal),
    ...(messages.some(({ isGuess }) => isGuess)
      ? ["the headers do not give these IDs: they are guesses; replace them with those that the device sends"]
      : []),
    ...(hasFrames || frame !== undefined
      ? []
      : [
          "frames are assumed to begin with a length byte and an ID byte; if not, set id = and length = (docs/frames.md)",
        ]),
  ];
}
