/**
 * Asks compilers which macros they define for each processor and flag, and writes the answers as tables
 * (generator/targets/processors/*.txt). A flag that no compiler was asked about is refused.
 *
 * npm run campaigns -- oracle/processor-tables [--only avr|library-names] [--date 2026-11-22]
 */

import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { oppositeOf } from "../../generator/targets/compiler-macros.ts";
import { SMALL_HEADERS } from "../../generator/targets/standard-headers.ts";
import { COMPILERS, type Compiler } from "./processor-tables/compilers.ts";
import { type Answers, encodeShared, encodeTable, type Measured, sharedOf } from "./processor-tables/encode.ts";
import { FEATURES, OPERATORS, VALUES } from "./processor-tables/features.ts";
import { LAYOUT_PROBE, probeSizes } from "./processor-tables/layout-probe.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = join(ROOT, "test/.work/processor-tables");
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, date: { type: "string", default: "2026-11-22" } },
});

async function measureAll(compiler: Compiler): Promise<Measured> {
  const answers = openCache(compiler);
  const macros = (language: "c" | "c++", flags: readonly string[]) =>
    answers.ask(`${language} ${flags.join(" ")}`, () => predefined(compiler, language, flags));
  const both = async (flags: readonly string[]): Promise<Answers> => ({
    c: await macros("c", flags),
    "c++": await macros("c++", flags),
  });
  const layout = (flags: readonly string[]) => answers.ask(`layout ${flags.join(" ")}`, () => probe(compiler, flags));

  const base = { c: (await macros("c", []))!, "c++": (await macros("c++", []))! };
  const cells = new Map<string, Answers>();
  await inParallel(compiler.cells(), async (flags) => {
    cells.set(flags.join(" "), await both(flags));
  });
  answers.save();
  const standard = await layout([]);
  const flags = new Map<string, readonly Answers[]>();
  const neutral: string[] = [];
  const moving: string[] = [];
  const references = await Promise.all(compiler.references.map((reference) => both(reference)));
  const options = optionsOf(compiler);
  const alone = new Map<string, Answers>();
  await inParallel(options, async (flag) => {
    const found = await both([flag]);
    if (found.c !== undefined || found["c++"] !== undefined) alone.set(flag, found);
  });
  answers.save();
  const isTold = ({ c, "c++": cpp }: Answers) => (c ?? base.c) !== base.c || (cpp ?? base["c++"]) !== base["c++"];
  await inParallel([...alone], async ([flag, found]) => {
    const placed = found.c === undefined ? standard : await layout([flag]);
    const moves = placed !== standard && placed !== "";
    if (moves) moving.push(flag);
    const opposite = alone.get(oppositeOf(flag));
    // A flag that changes nothing alone may have an effect next to other flags, if it or its opposite concerns macros.
    const asks = isTold(found) || /^-m|^-f(?:no-)?inline$/.test(flag) || (opposite !== undefined && isTold(opposite));
    const beside = asks ? await Promise.all(compiler.references.map((reference) => both([...reference, flag]))) : [];
    const differs = beside.some((answer, index) => isOther(answer, references[index]!));
    if (isTold(found) || differs) flags.set(flag, [found, ...beside]);
    else if (!moves) neutral.push(flag);
  });
  const features = {
    c: await answers.ask("features c", () => askFeatures(compiler, "c")),
    "c++": await answers.ask("features c++", () => askFeatures(compiler, "c++")),
  };
  answers.save();
  moving.push(...LANGUAGE_FLAGS);
  return {
    base,
    references,
    cells,
    flags,
    neutral: neutral.filter((flag) => !moving.includes(flag)).sort(),
    moving: moving.sort(),
    features,
  };
}

function isOther(answer: Answers, reference: Answers): boolean {
  return (["c", "c++"] as const).some(
    (language) => answer[language] !== undefined && answer[language] !== reference[language],
  );
}

const LIBRARY_HEADERS = (
  "assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef " +
  "stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype endian strings unistd fcntl byteswap malloc " +
  "poll pthread sched semaphore termios alloca features sys/types sys/time sys/param sys/cdefs sys/socket sys/stat sys/ioctl " +
  "sys/select arpa/inet netinet/in netdb avr/pgmspace avr/io avr/interrupt util/delay"
).split(" ");

/** Extensions that the front end does not support: they change the meaning of the same text. */
const LANGUAGE_FLAGS = "-fms-extensions -fplan9-extensions -traditional-cpp -trigraphs -fpreprocessed".split(" ");

/** Names that the preprocessor's feature tests know, with their values: `__has_attribute packed 1`. */
async function askFeatures(compiler: Compiler, language: "c" | "c++"): Promise<string | undefined> {
  // Old compilers cannot parse names with a namespace.
  return (
    (await askAbout(compiler, language, () => true)) ?? askAbout(compiler, language, (name) => !name.includes("::"))
  );
}

async function askAbout(
  compiler: Compiler,
  language: "c" | "c++",
  isWanted: (name: string) => boolean,
): Promise<string | undefined> {
  const lines: string[] = [];
  // In a string, so that no name is expanded.
  const told = (text: string) => `"@${text}"`;
  for (const name of OPERATORS)
    lines.push(`#ifdef ${name}`, told(`defined ${name} 1`), "#else", told(`defined ${name} 0`), "#endif");
  for (const [operator, names] of Object.entries(FEATURES)) {
    lines.push(`#ifdef ${operator}`);
    for (const name of names.filter(isWanted)) {
      for (const value of VALUES)
        lines.push(`#if ${operator}(${name}) == ${value}`, told(`${operator} ${name} ${value}`), "#endif");
    }
    lines.push("#endif");
  }
  const file = join(CACHE, "features.c");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const [program = "", ...options] = language === "c" ? compiler.c : compiler.cpp;
  const args = [...options, "-w", "-P", "-E", "-x", language, file];
  const asked = await run(program, args, { cwd: CACHE, maxBuffer: 1 << 26 }).catch(() => undefined);
  if (asked === undefined) return undefined;
  const { stdout } = asked;
  return [...stdout.matchAll(/"@(.*)"/g)].map(([, line]) => line).join("\n");
}

/** All options in the compiler's help, with their opposites. */
function optionsOf(compiler: Compiler): string[] {
  const found = new Set<string>(compiler.flags);
  for (const group of ["common", "optimizers", "target", "c", "c++"]) {
    let text = "";
    try {
      text = execFileSync(compiler.c[0]!, ["-Q", `--help=${group}`], { encoding: "utf8" });
    } catch {
      continue;
    }
    for (const [, flag = ""] of text.matchAll(
      /^ {2}(-[fm][\w.+-]+|-[OE]\w*|-(?:ansi|pthread|undef|traditional-cpp|trigraphs|pedantic|remap))(?=\s|$)/gm,
    )) {
      if (ELSEWHERE.test(flag)) continue;
      found.add(flag);
      if (!/^-[fm]no-/.test(flag) && /^-[fm]/.test(flag)) found.add(flag.replace(/^-([fm])/, "-$1no-"));
      else if (/^-[fm]no-/.test(flag)) found.add(flag.replace(/^-([fm])no-/, "-$1"));
    }
  }
  return [...found].sort();
}

/** These options read files, change the output, or need a value. */
const ELSEWHERE =
  /^-(?:f(?:no-)?(?:working-directory|preprocessed|dump|plugin|profile|auto-profile|compare-debug|wpa|ltrans|lto-|directives-only|module|modules|compile|callgraph|help|target-help|version|save|opt-info|stats|mem-report|checking|syntax-only|sched-verbose|pch)|E$)/;

async function predefined(
  compiler: Compiler,
  language: "c" | "c++",
  flags: readonly string[],
): Promise<string | undefined> {
  const [program = "", ...options] = language === "c" ? compiler.c : compiler.cpp;
  try {
    const { stdout } = await run(program, [...options, ...flags, "-dM", "-E", "-x", language, "/dev/null"], {
      cwd: CACHE,
      maxBuffer: 1 << 26,
    });
    return sorted(stdout);
  } catch {
    return undefined;
  }
}

function sorted(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.startsWith("#define "))
    .map((line) => line.slice("#define ".length).trimEnd())
    .sort()
    .join("\n");
}

async function probe(compiler: Compiler, flags: readonly string[]): Promise<string | undefined> {
  const file = join(CACHE, "probe.c");
  const [program = "", ...options] = compiler.c;
  try {
    const { stdout } = await run(program, [...options, ...flags, "-w", "-S", "-o", "-", file], {
      cwd: CACHE,
      maxBuffer: 1 << 26,
    });
    return probeSizes(stdout);
  } catch {
    return undefined;
  }
}

/** Answers are cached between runs, because there are tens of thousands. */
function openCache(compiler: Compiler) {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, "probe.c"), LAYOUT_PROBE);
  const file = join(CACHE, `${compiler.abi}.json`);
  const texts: string[] = [];
  const known = new Map<string, number>();
  const ids = new Map<string, number>();
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as { texts: string[]; known: [string, number][] };
    texts.push(...kept.texts);
    for (const [key, id] of kept.known) known.set(key, id);
    for (const [id, text] of texts.entries()) ids.set(text, id);
  } catch {
    // The first run.
  }
  return {
    async ask(key: string, find: () => Promise<string | undefined>): Promise<string | undefined> {
      const id = known.get(key);
      if (id !== undefined) return texts[id];
      const text = await find();
      if (text !== undefined && !ids.has(text)) ids.set(text, texts.push(text) - 1);
      known.set(key, text === undefined ? -1 : ids.get(text)!);
      return text;
    },
    save: () => writeFileSync(file, JSON.stringify({ texts, known: [...known] })),
  };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

const measured = new Map<Compiler, Measured>();
for (const compiler of COMPILERS) {
  if (compiler.abi.includes(values.only)) measured.set(compiler, await measureAll(compiler));
}
const shared = sharedOf([...measured.values()]);
if (measured.size > 0) write("shared", encodeShared(shared));
for (const [compiler, found] of measured) {
  const version = execFileSync(compiler.c[0]!, ["--version"], { encoding: "utf8" }).split("\n")[0]!;
  const text = encodeTable(found, shared, `${compiler.c.join(" ")}: ${version}, asked on ${values.date}`);
  write(compiler.abi, text);
  const { cells, flags, neutral } = found;
  console.log(
    `${compiler.abi}: ${text.length} bytes, ${cells.size} processors with settings, ${flags.size} flags with macros, ${neutral.length} without`,
  );
}

if (values.only === "" || values.only === "library-names") {
  write("library-names", libraryNames(LIBRARY_HEADERS).join(" "));
  write("small-header-names", libraryNames([...SMALL_HEADERS]).join(" "));
}

/** Macros of C library headers that are certainly not the compiler's. A header that uses one depends on the library. */
function libraryNames(headers: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { c } of COMPILERS) {
    for (const header of headers) {
      const input = `#include <${header}.h>\n`;
      const { stdout } = spawnSync(c[0]!, [...c.slice(1), "-dM", "-E", "-x", "c", "-"], { input, encoding: "utf8" });
      for (const [, name = ""] of stdout.matchAll(/^#define ((?:[A-Za-z]|_[A-Z])\w*)/gm))
        if (!/^(?:PRI|SCN)/.test(name)) found.add(name);
    }
  }
  return [...found].sort();
}

function write(name: string, text: string): void {
  writeFileSync(join(ROOT, `generator/targets/processors/${name}.txt`), text);
}
