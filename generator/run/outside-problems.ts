/** Problems outside of the headers, as diagnostics: configuration errors and file system errors. */

import { readFileSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { ConfigError, configError } from "../../runtime/config/config-error.ts";
import type { ConfigProblem } from "../../runtime/config/ini.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import { permissionDenied } from "../../runtime/lib/permission-denied.ts";
import { loadSettings, parseSettings } from "../../runtime/settings/load-settings.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { CONFIG } from "../diagnostics/codes/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { chosenEmitters } from "../emitters/emitters.ts";
import { decodeText } from "../source/decode-text.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";
import { LockedError } from "./lock.ts";

/** @param unsaved the configuration's text, if it is not the one on disk */
export function readSettings(options: GenerateOptions, unsaved?: string): Settings | ConfigError {
  const { config, set = [], environment, cwd } = options;
  try {
    const file = configurationFile(options);
    const settings =
      unsaved === undefined
        ? loadSettings({
            ...(config === undefined ? {} : { file: config }),
            env: environment,
            cwd,
            secrets: "optional",
            set,
          })
        : parseSettings(unsaved, { file, shown: shownPath(file, cwd), environment, secrets: "optional", set });
    return withEmitters(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/**
 * The settings with the names of emitters checked, which the service does not know.
 * @throws ConfigError
 */
function withEmitters(settings: Settings): Settings {
  const problems: ConfigProblem[] = [];
  const chosen = (section: string, names: readonly string[]) => {
    try {
      return chosenEmitters(names);
    } catch (error) {
      const { line = 0, column = 1, from } = settings.keys.get(`[${section}] emit`) ?? {};
      const message = `emit: ${(error as Error).message}`;
      problems.push({ line, column, message, ...(from !== undefined && { from }) });
      return [];
    }
  };
  const gen = { ...settings.gen, emit: chosen("gen", settings.gen.emit) };
  const channels = settings.channels.map((channel) => {
    const { name, emit = [] } = channel;
    return { ...channel, emit: chosen(`lab-${name}`, emit) };
  });
  if (problems.length > 0) throw configError(basename(settings.file), problems);
  return { ...settings, gen, channels };
}

/** Result of a run with an invalid configuration. */
/** @param unsaved the configuration's text, if it is not the one on disk */
export function rejectedConfiguration(error: ConfigError, options: GenerateOptions, unsaved?: string): GenerateResult {
  const { cwd } = options;
  const file = configurationFile(options);
  const name = basename(file);
  const sources = unsaved === undefined ? configurationSource(file) : new Map([[name, unsaved]]);
  const lines = (sources.get(name) ?? "").split(/\r\n|\r|\n/);
  const place = { name, path: shownPath(file, cwd), lines };
  return {
    ok: false,
    diagnostics: error.problems.map((problem) => configurationProblem(problem, place)),
    sources,
    folder: shownPath(resolve(dirname(file), "generated"), cwd),
    written: [],
    removed: [],
    unchanged: 0,
    stopped: [],
    inputFolders: [dirname(file)],
  };
}

function configurationFile({ config, environment, cwd }: GenerateOptions): string {
  return resolve(cwd, config ?? (environment["SVC_CONFIG"] || "channels.ini"));
}

function configurationProblem(
  { line, column, message, from }: ConfigProblem,
  { name, path, lines }: { readonly name: string; readonly path: string; readonly lines: readonly string[] },
): Diagnostic {
  if (line === 0) return report(CONFIG, "E501", undefined, { message: `${from ?? path}: ${message}` });
  const rest = (lines[line - 1] ?? "").slice(column - 1);
  const word = quotedAt(rest, message) ?? misspelled(rest, message);
  const start = { line, column: column + (word === undefined ? 0 : rest.indexOf(word)) };
  const span = { file: name, start, end: { line, column: start.column + (word ?? " ").length } };
  return report(CONFIG, "E501", span, { message, ...(word !== undefined && { word }) });
}

/** An item of a list, if the position is that of the list. */
function misspelled(line: string, message: string): string | undefined {
  const word = /.*'([^']+)'[^']*\(did you mean '/.exec(message)?.[1];
  return word !== undefined && line.includes(word) ? word : undefined;
}

/** The longest text that the message quotes and the line begins with. */
function quotedAt(line: string, message: string): string | undefined {
  const quoted = [...message.matchAll(/'([^']+)'|\[([^\]]+)\]/g)].flatMap(([whole, text, section]) => [
    text ?? section ?? "",
    whole,
  ]);
  const [longest] = quoted.filter((text) => line.startsWith(text)).sort((a, b) => b.length - a.length);
  return longest;
}

/** @throws any error other than a file system error or a held lock, because it is a bug of ours */
export function outputProblem(error: unknown, cwd: string): Diagnostic {
  if (error instanceof LockedError) {
    return report(CONFIG, "E503", undefined, { path: shownPath(error.path, cwd), holder: error.holder });
  }
  if (!(error instanceof Error && "syscall" in error)) throw error;
  const { path = "the output folder", code = error.message } = error as NodeJS.ErrnoException;
  // Locks and unfinished files have names of the program's own: the folder is what the user knows.
  const known = basename(path).startsWith(".") ? dirname(path) : path;
  const reason = code === "EACCES" ? permissionDenied(resolve(cwd, known)) : (REASONS[code] ?? code);
  return report(CONFIG, "E502", undefined, { path: shownPath(known, cwd), reason });
}

const REASONS: Readonly<Record<string, string>> = dictionary({
  EEXIST: "a file is in the way",
  EISDIR: "a folder is in the way",
  ENOSPC: "no space left on the device",
  ENOTDIR: "a file is in the way",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
});

/** Relative to the working directory if it is inside, with slashes. */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === "" ? "." : inside.startsWith("..") ? path : inside.split(sep).join("/");
}

/** The configuration file's text under the name that diagnostics show, if it can be read. */
export function configurationSource(file: string): Map<string, string> {
  try {
    return new Map([[basename(file), decodeText(readFileSync(file))]]);
  } catch {
    return new Map();
  }
}
