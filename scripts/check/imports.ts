/** Checks the import rules of docs/ARCHITECTURE.md. `node --import tsx scripts/check/imports.ts`. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import owners from "./package-owners.json" with { type: "json" };

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Later phases may import earlier ones, but not the other way round. */
const PHASES = [
  "source",
  "plan",
  "diagnostics",
  "targets",
  "types",
  "syntax",
  "messages",
  "layout",
  "rules",
  "check",
  "codec",
  "emitters",
];

/** Run all phases. Code that calls them is in `generator/run`, `generator/init`, `generator/lsp`, `generator/ci` and `generator/releases`. */
const ROOT_FILES = new Set(["generator/compile.ts", "generator/compiler.ts"]);

const EACH_PART = "parts/…";

/**
 * The rooms of `runtime/`, from the ground up. A room imports only from floors below its own, types too: rooms of one floor do not know
 * each other. Every room stands here. Each folder of `parts/` is a room, and so are the two files beside them.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ["codec", "lib"],
  ["config", "frames"],
  ["channels", "model"],
  ["export", "http", "journal", "realms"],
  ["bus", "intake", "store"],
  ["formats"],
  ["sources"],
  ["auth", "store-thread"],
  ["api"],
  ["signals"],
  ["dashboards"],
  ["cli"],
  ["parts/sharing.ts"],
  ["parts/part-kind.ts"],
  [EACH_PART],
  ["parts/parts.ts"],
  ["settings"],
  ["service"],
  ["main.ts"],
];

/** What the generator, which runs without a service, may import. */
const SHARED_WITH_GENERATOR = ["codec", "lib", "config", "frames", "channels", "settings"];

/** Package → the only folders that may import it. A build without a folder does not need its packages. */
const OWNERS: Readonly<Record<string, string | readonly string[]>> = owners;

export interface Import {
  readonly file: string;
  /** A path from the root, or a package name. */
  readonly target: string;
  readonly line: number;
  readonly typeOnly: boolean;
}

/** One line per broken rule. */
export function brokenImports(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) =>
    importsOf(file, text).flatMap((found) => {
      const reason = objection(found);
      return reason === undefined ? [] : [`${found.file}:${found.line}: ${reason} ('${found.target}')`];
    }),
  );
}

/** Files that import each other, directly or indirectly; one line for each cycle. Type imports count, because they create a dependency too. */
export function importCircles(files: ReadonlyMap<string, string>): string[] {
  const targets = new Map([...files].map(([file, text]) => [file, importsOf(file, text).map(({ target }) => target)]));
  const reached = new Map([...files.keys()].map((file) => [file, reachable(file, targets)]));
  const seen = new Set<string>();
  return [...files.keys()].sort().flatMap((file) => {
    const around = seen.has(file) ? undefined : reached.get(file);
    if (around?.has(file) !== true) return [];
    const circle = [...around].filter((other) => reached.get(other)?.has(file) === true).sort();
    for (const other of circle) seen.add(other);
    return [`${file}: a circle of imports: ${circle.join(" ")}`];
  });
}

function reachable(file: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (!found.has(target)) waiting.push(target);
      found.add(target);
    }
  }
  return found;
}

function objection(found: Import): string | undefined {
  const { file, target } = found;
  const owners = [OWNERS[packageOf(target)] ?? []].flat();
  if (owners.length > 0)
    return owners.some((owner) => file.startsWith(owner)) ? undefined : `only ${owners.join(", ")} may import it`;
  if (file.startsWith("generated/")) return generatedObjection(found);
  if (target.startsWith("structline/")) return "inside of the package, import the file itself";
  if (/^(?:command|scripts|test)\//.test(target) && !file.startsWith("command/"))
    return "the programs need neither commands nor scripts and tests";
  if (file.startsWith("generator/")) return generatorObjection(file, target);
  if (file.startsWith("runtime/")) return runtimeObjection(file, target);
  return undefined;
}

function generatedObjection({ target, typeOnly }: Import): string | undefined {
  return target.startsWith("generated/") || (target === "structline/codec" && typeOnly)
    ? undefined
    : "a generated codec imports only types of structline/codec";
}

/** `@a/b` of `@a/b/c`, `a` of `a/b`. */
function packageOf(target: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target;
}

function generatorObjection(file: string, target: string): string | undefined {
  if (target.startsWith("runtime/") && !SHARED_WITH_GENERATOR.includes(room(target)))
    return `the generator imports only ${SHARED_WITH_GENERATOR.join(", ")} of runtime`;
  if (/^generator\/[^/]+$/.test(file) && !ROOT_FILES.has(file))
    return "generator's root has only what joins the phases";
  if (/^generator\/(?:run\/|init\/|lsp\/|ci\/|releases\/|[^/]+$)/.test(target) && phase(file) >= 0)
    return "a phase does not know who runs it";
  if (/^generator\/(run|init|lsp|ci|releases)\//.test(target) && ROOT_FILES.has(file))
    return "the compiler does not know who runs it";
  const [from, to] = [phase(file), phase(target)];
  return from >= 0 && to > from ? "a phase does not import a later one" : undefined;
}

function phase(path: string): number {
  return PHASES.indexOf(/^generator\/(\w+)\//.exec(path)?.[1] ?? "");
}

function runtimeObjection(file: string, target: string): string | undefined {
  if (file.startsWith("runtime/codec/") && !target.startsWith("runtime/codec/")) return "runtime/codec imports nothing";
  if (target.startsWith("runtime/service/") && !file.startsWith("runtime/service/") && file !== "runtime/main.ts")
    return "only runtime/main.ts imports what composes the service";
  // The page compiles expressions of computed series in the browser; the service does not.
  if (target.startsWith("generator/rules/") && file.startsWith("runtime/dashboards/page/browser/formula/"))
    return undefined;
  if (target.startsWith("generator/")) return "the service never parses a header";
  if (!target.startsWith("runtime/")) return undefined;
  const [from, to] = [room(file), room(target)];
  const [above, below] = [floor(from), floor(to)];
  if (above < 0 || below < 0) return `${above < 0 ? from : to} is in no floor of scripts/check/imports.ts`;
  return from === to || below < above ? undefined : `${from} is not above ${to}`;
}

/** A folder, or a file that stands alone. */
function room(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return first === "parts" ? `${first}/${second}` : first;
}

function floor(room: string): number {
  const exact = FLOORS.findIndex((rooms) => rooms.includes(room));
  return exact < 0 && room.startsWith("parts/") ? floor(EACH_PART) : exact;
}

/** Among the names may be comments; `import(` and `require(` may stand anywhere. */
const IMPORT =
  /^\s*(?:import|export)\b(\s+type\b)?(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^'"`;])*?from\s+["']([^"']+)["']|^\s*import\s+["']([^"']+)["']|\b(?:import|require)\(\s*(?:\/\*[\s\S]*?\*\/\s*)?["'`]([^"'`]+)["'`]/gm;

/** `import { type A, type B } from …` */
const NAMED_TYPES = /^\s*(?:import|export)\s*\{(?:\s*type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?)+\s*\}/;

export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? "";
    const target = specifier.startsWith(".") ? join(dirname(file), specifier).replaceAll("\\", "/") : specifier;
    const typeOnly = match[1] !== undefined || NAMED_TYPES.test(match[0]);
    return { file, target, line: text.slice(0, match.index).split("\n").length, typeOnly };
  });
}

function sources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/** The files that the rules are about, by their paths in the tree. */
export function sourceTexts(root: string): ReadonlyMap<string, string> {
  const files = ["generator", "generated", "runtime", "command"].flatMap((folder) => sources(root, folder));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = sourceTexts(ROOT);
  const broken = [...brokenImports(texts), ...importCircles(texts)];
  for (const line of broken) console.error(line);
  console.error(`${texts.size} files, ${broken.length} broken import rules`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
