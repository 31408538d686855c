/** `structline init --from FILE`: a channel from a definition of another tool, written as a header with rules. */

import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { DefinitionError } from "../definitions/definition.ts";
import { DEFINITIONS, definitionOf } from "../definitions/definitions.ts";
import { definedHeader } from "../definitions/shared/header-text.ts";
import { render } from "../diagnostics/render.ts";
import { generate } from "../run/generate.ts";
import { decodeDefinition } from "./definition-text.ts";
import { Changes, surroundings, withChannel } from "./init-project.ts";

/** What is not expressed is in the header; so many lines are printed. */
const MOST_NOTES = 12;

export interface DefinitionOptions {
  readonly cwd: string;
  readonly version: string;
  /** Value of the channel's `sources`. */
  readonly source?: string | undefined;
  readonly progress?: (step: string) => void;
}

/** One line per step, or the obstacle. */
type Made =
  | { readonly kind: "done"; readonly lines: readonly string[] }
  | { readonly kind: "refused"; readonly text: string };

export async function initDefinition(options: DefinitionOptions, from: string, name: string): Promise<Made> {
  const { cwd, version, source } = options;
  const refused = (text: string): Made => ({ kind: "refused", text });
  const file = resolve(cwd, from);
  const read = readText(file);
  if (typeof read !== "string") return refused(`'${from}' cannot be read: ${read.message}; nothing was written\n`);
  const kind = definitionOf(basename(file), read);
  if (kind === undefined) {
    const known = DEFINITIONS.map((each) => each.name).join(", ");
    return refused(`structline reads no definitions like '${from}'; it reads ${known}; nothing was written\n`);
  }
  options.progress?.(`reading ${kind.name}`);
  let header: ReturnType<typeof definedHeader>;
  try {
    const definition = kind.read(read);
    if (definition.messages.length === 0) {
      const why = definition.notes.map((note) => `  ${note}\n`).join("");
      return refused(`'${from}' has no message that a struct could be\n${why}nothing was written\n`);
    }
    header = definedHeader(definition, `Made by structline ${version} from ${basename(file)} (${kind.name}).`);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return refused(`'${from}': ${error.message}; nothing was written\n`);
  }
  const path = `headers/${name}.h`;
  if (existsSync(join(cwd, path)) && readFileSync(join(cwd, path), "utf8") !== header.text)
    return refused(`${path} exists already with other contents; nothing was written\n`);
  const changes = new Changes(cwd);
  changes.write(path, header.text);
  const keys = ["abi          = x86-64", ...header.keys, ...(source === undefined ? [] : [`sources = ${source}`])];
  changes.write(
    "channels.ini",
    withChannel(cwd, { name, includePath: "headers", headerFile: `${name}.h`, keys }, undefined),
  );
  surroundings(cwd, changes);
  options.progress?.("writing the codecs");
  const given = { out: undefined, emit: undefined, mode: "write", warnings: "allowed" } as const;
  const made = await generate({ ...given, config: join(cwd, "channels.ini"), version, cwd, environment: process.env });
  if (!made.ok) {
    changes.undo();
    const text = render(made.diagnostics, { source: (path) => made.sources.get(path), style: "plain" });
    return refused(`${text}nothing was written: gen refuses the whole of channels.ini\n`);
  }
  return {
    kind: "done",
    lines: [...notesText(header.notes, path), ...changes.done, `made ${made.written.length} files in ${made.folder}`],
  };
}

function readText(file: string): string | Error {
  try {
    return decodeDefinition(readFileSync(file));
  } catch (error) {
    return error as Error;
  }
}

function notesText(notes: readonly string[], path: string): string[] {
  if (notes.length <= MOST_NOTES) return [...notes];
  return [...notes.slice(0, MOST_NOTES), `… and ${notes.length - MOST_NOTES} more, at the top of ${path}`];
}
