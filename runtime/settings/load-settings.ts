/** Reads channels.ini to Settings, and reports every problem with its line. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { ClusterRole } from "../config/cluster-roles.ts";
import { configError } from "../config/config-error.ts";
import { ConfigurationFile } from "../config/configuration-file.ts";
import { type ConfigProblem, type IniFile, parseIni } from "../config/ini.ts";
import { overridden } from "../config/overrides.ts";
import { didYouMean } from "../lib/nearest.ts";
import { permissionDenied } from "../lib/permission-denied.ts";
import { PARTS } from "../parts/parts.ts";
import { leftOut, leftOutKey, leftOutSection } from "./left-out.ts";
import { ownBroker } from "./own-broker.ts";
import { CORE, type CoreSettings, describe, SECTIONS, sectionNamed } from "./sections.ts";
import type { Settings } from "./settings.ts";
import { checkRole, sharedLogOf } from "./shared-log.ts";
import { writtenKeys } from "./written-keys.ts";

export interface LoadOptions {
  readonly file?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** `optional` for programs that only read channels (the generator, the command line); default: `needed`. */
  readonly secrets?: "needed" | "optional";
  /** The `--role` option. */
  readonly role?: ClusterRole;
  /** The `--set` options: `section.key=value`. */
  readonly set?: readonly string[];
}

/**
 * @param options.file the `--config` option; else the environment's `SVC_CONFIG`, else `channels.ini` in `cwd`
 * @throws ConfigError with all problems found
 */
export function loadSettings(options: LoadOptions = {}): Settings {
  const cwd = options.cwd ?? process.cwd();
  const environment = options.env ?? process.env;
  const file = resolve(cwd, options.file ?? (environment["SVC_CONFIG"] || "channels.ini"));
  const shown = relative(cwd, file).startsWith("..") ? file : relative(cwd, file) || ".";
  return parseSettings(readConfiguration(file, shown), {
    file,
    shown,
    environment,
    secrets: options.secrets ?? "needed",
    ...(options.role && { role: options.role }),
    ...(options.set && { set: options.set }),
  });
}

/** The same for a given text; relative paths are relative to `file`. */
export function parseSettings(
  text: string,
  source: {
    file: string;
    shown: string;
    environment: NodeJS.ProcessEnv;
    secrets?: "needed" | "optional";
    role?: ClusterRole;
    set?: readonly string[];
  },
): Settings {
  const known = SECTIONS.map(({ section }) => section);
  const ini = overridden(parseIni(text), known, source);
  const problems: ConfigProblem[] = [...ini.problems];
  checkSections(ini, problems);
  const { environment, secrets = "needed" } = source;
  const path = (text: string) => resolve(dirname(source.file), text);
  const data = (name: string) => path(join(environment["SVC_DATA"] || "data", name));
  const context = { problems, environment, secrets, surroundings: { path, data, environment }, leftOutKey };
  const file = new ConfigurationFile(ini, context, sectionNamed, source.role);
  const read = Object.entries(CORE).map(([name, part]) => [name, file.part<unknown>(part)]);
  const { stores, ...core } = Object.fromEntries(read) as CoreSettings;
  const cluster = sharedLogOf(file);
  checkRole(file);
  // What could not be read is a problem already.
  if (problems.length === 0) problems.push(...leftOut(core, PARTS, ini));
  const ofParts = PARTS.flatMap(({ name, settings: own }) => (own === undefined ? [] : [[name, file.part(own)]]));
  const parts = Object.fromEntries(ofParts) as Settings["parts"];
  const broker = ownBroker({ ...core, parts });
  const settings = {
    ...core,
    parts,
    ...stores,
    ...(cluster && { cluster }),
    ...(broker && { broker }),
    keys: writtenKeys(ini, environment),
    file: source.file,
    directory: dirname(source.file),
    generatedDirectory: path("generated"),
  };
  if (problems.length > 0) throw configError(source.shown, problems);
  return settings;
}

function readConfiguration(file: string, shown: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw configError(shown, [{ line: 0, column: 1, message: `configuration file ${reasonOf(code, file)}` }]);
  }
}

function reasonOf(code: string | undefined, file: string): string {
  switch (code) {
    case "ENOENT":
      return `does not exist; ${wayTo(file)}name one with --config FILE or the environment variable SVC_CONFIG`;
    case "EACCES":
      return `cannot be read, ${permissionDenied(file)}`;
    case "EISDIR":
      return "is a folder; name a file with --config FILE or the environment variable SVC_CONFIG";
    default:
      return `cannot be read (${code})`;
  }
}

/** For commands that are typed in the wrong folder: where the file is. `structline init` makes one of its usual name. */
function wayTo(file: string): string {
  const [here, name] = [dirname(resolve(file)), basename(file)];
  const near = ["..", "../..", "../../..", ...namesIn(here)];
  const folder = near.find((each) => existsSync(join(here, each, name)));
  if (folder !== undefined) return `there is one in '${folder}': go there, or `;
  return name === "channels.ini" ? "'structline init' makes one, or " : "";
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, 1000);
  } catch {
    return [];
  }
}

function checkSections(ini: IniFile, problems: ConfigProblem[]): void {
  if (!ini.sections.has("lab")) {
    const message = "there is no [lab] section; add one with 'channels = ' and the names of the channel sections";
    problems.push({ line: 0, column: 1, message });
  }
  const known = SECTIONS.map(({ section }) => section);
  for (const { name, line, from } of ini.sections.values()) {
    if (describe(name) !== undefined) continue;
    problems.push({
      line,
      column: 1,
      message:
        leftOutSection(name) ??
        `there is no section [${name}]${didYouMean(name, known)}; known are ${known.join(", ")}`,
      ...(from !== undefined && { from }),
    });
  }
}
