/** Encodes the compilers' answers as text: each macro once, sets of macros as ranges, processors with equal behaviour together. */

/** All macros, one per line; undefined if the compiler refuses the flags. */
export interface Answers {
  readonly c: string | undefined;
  readonly "c++": string | undefined;
}

export interface Measured {
  readonly base: { readonly c: string; readonly "c++": string };
  /** Other flags, with which each flag is tested once more. */
  readonly references: readonly Answers[];
  /** Flags that choose processor and settings. */
  readonly cells: ReadonlyMap<string, Answers>;
  /** Alone, then with the references if those were tested. */
  readonly flags: ReadonlyMap<string, readonly Answers[]>;
  /** Flags that change neither macros nor layout. */
  readonly neutral: readonly string[];
  /** Flags that change the layout of some type. */
  readonly moving: readonly string[];
  /** Lines: question, name, answer. */
  readonly features: { readonly c: string | undefined; readonly "c++": string | undefined };
}

export interface Shared {
  /** Macros that several tables share. */
  readonly macros: readonly string[];
  /** Neutral flags of all compilers that know them. */
  readonly neutral: ReadonlySet<string>;
}

export function sharedOf(all: readonly Measured[]): Shared {
  const uses = new Map<string, number>();
  for (const measured of all) for (const line of linesOf(measured)) uses.set(line, (uses.get(line) ?? 0) + 1);
  const macros = [...uses].filter(([, count]) => count >= 3).map(([line]) => line);
  const told = new Set(all.flatMap(({ flags, moving }) => [...flags.keys(), ...moving]));
  const neutral = all
    .flatMap((measured) => measured.neutral)
    .filter((flag) => !flag.startsWith("-m") && !told.has(flag));
  return { macros: byBase(macros, all), neutral: new Set(neutral.sort()) };
}

export function encodeShared({ macros, neutral }: Shared): string {
  return [macros.join("\n"), foldOpposites([...neutral]).join(" ")].join("\n\n");
}

export function encodeTable(measured: Measured, { macros, neutral }: Shared, source: string): string {
  const common = new Set(macros);
  const own = byBase(
    [...linesOf(measured)].filter((line) => !common.has(line)),
    [measured],
  );
  const ids = new Map([...macros, ...own].map((line, id) => [line, id]));
  const sets = new Map<string, ReadonlySet<string>>();
  const setOf = (text: string): ReadonlySet<string> => {
    const set = sets.get(text) ?? new Set(text.split("\n"));
    sets.set(text, set);
    return set;
  };
  const change = (text: string | undefined, base: string): string => {
    if (text === undefined) return "!";
    const [from, to] = [setOf(base), setOf(text)];
    const added = [...to].filter((line) => !from.has(line));
    const names = new Set([...to].map(nameOf));
    const gone = [...from].filter((line) => !names.has(nameOf(line)));
    return `${ranges(added, ids)}${gone.length > 0 ? `-${ranges(gone, ids)}` : ""}`;
  };
  const { base } = measured;
  const idOf = (line: string): string => ids.get(line)!.toString(36);
  /** The effect of a flag on each name; `?` if it depends on other flags. */
  const assignment = (answers: readonly Answers[], language: "c" | "c++"): string => {
    if (answers[0]![language] === undefined) return "!";
    const beside = [base, ...measured.references].map(
      (each, index) => [each[language], answers[index]?.[language]] as const,
    );
    const asked = beside.filter(([before, after]) => before !== undefined && after !== undefined);
    const results = new Map<string, Set<string | undefined>>();
    const maps = asked.map(([before, after]) => [byName(before!), byName(after!)] as const);
    const touched = new Set(
      maps.flatMap(([before, after]) =>
        [...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name)),
      ),
    );
    for (const name of touched) results.set(name, new Set(maps.map(([, after]) => after.get(name))));
    const lineOf = (name: string): string =>
      maps
        .flat()
        .map((map) => map.get(name))
        .find((line) => line !== undefined)!;
    const all = [...results];
    const added = all.flatMap(([, values]) => (values.size === 1 && !values.has(undefined) ? [[...values][0]!] : []));
    const gone = all.filter(([, values]) => values.size === 1 && values.has(undefined)).map(([name]) => lineOf(name));
    const unsettled = all.filter(([, values]) => values.size > 1).map(([name]) => idOf(lineOf(name)));
    return `${ranges(added, ids)}${gone.length > 0 ? `-${ranges(gone, ids)}` : ""}${unsettled.length > 0 ? `?${unsettled.join(",")}` : ""}`;
  };
  const flags = [...measured.flags].map(([flag, answers]) => {
    const [inC, inCpp] = [assignment(answers, "c"), assignment(answers, "c++")];
    return inC === inCpp ? `${flag} ${inC}` : `${flag} ${inC} ${inCpp}`;
  });
  const cell = ({ c, "c++": cpp }: Answers): string => {
    const [inC, inCpp] = [change(c, base.c), change(cpp, base["c++"])];
    return inC === inCpp || inC === "!" ? inC : `${inC} ${inCpp}`;
  };
  return [
    source,
    own.join("\n"),
    `${ranges(base.c.split("\n"), ids)} ${ranges(base["c++"].split("\n"), ids)}`,
    encodeCells(measured.cells, cell),
    flags.join("\n"),
    foldOpposites(measured.neutral.filter((flag) => !neutral.has(flag))).join(" "),
    measured.moving.join(" "),
    encodeFeatures(measured.features.c ?? ""),
    encodeFeatures(measured.features["c++"] ?? ""),
  ].join("\n\n");
}

function byName(text: string): Map<string, string> {
  return new Map(text.split("\n").map((line) => [nameOf(line), line]));
}

/** One line per question and answer. */
function encodeFeatures(text: string): string {
  const names = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [question = "", name = "", answer = ""] = line.split(" ");
    const key = `${question} ${answer}`;
    names.set(key, [...(names.get(key) ?? []), name]);
  }
  return [...names].map(([key, all]) => `${key} ${all.join(" ")}`).join("\n");
}

/** Settings; changes; and per processor its changes by setting, as run-length encoded IDs: `3*2,.,!*9`. */
function encodeCells(cells: Measured["cells"], change: (answers: Answers) => string): string {
  const settings: string[] = [];
  const processors = new Map<string, Map<string, Answers>>();
  for (const [key, text] of cells) {
    const [first = "", ...rest] = key.split(" ");
    const isProcessor = /^-m(?:cpu|arch|mcu)=/.test(first);
    const setting = (isProcessor ? rest : key.split(" ")).join(" ");
    if (!settings.includes(setting)) settings.push(setting);
    const processor = isProcessor ? first : "";
    processors.set(processor, (processors.get(processor) ?? new Map<string, Answers>()).set(setting, text));
  }
  const changes: string[] = [];
  const vectors = new Map<string, string[]>();
  for (const [processor, found] of processors) {
    const vector = settings.map((setting) => {
      if (!found.has(setting)) return ".";
      const text = change(found.get(setting)!);
      if (text === "!") return "!";
      if (!changes.includes(text)) changes.push(text);
      return changes.indexOf(text).toString(36);
    });
    if (vector.every((each) => each === "!" || each === ".")) continue;
    const text = repeats(vector);
    vectors.set(text, [...(vectors.get(text) ?? []), processor]);
  }
  const rows = [...vectors].map(([vector, names]) => `${names.join(" ") || "-"} ${vector}`);
  return [settings.join("|"), changes.join("|"), ...rows].join("\n");
}

function repeats(vector: readonly string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < vector.length; ) {
    let end = at + 1;
    while (vector[end] === vector[at]) end += 1;
    parts.push(end - at > 1 ? `${vector[at]}*${end - at}` : vector[at]!);
    at = end;
  }
  return parts.join(",");
}

function linesOf({ base, cells, flags }: Measured): Set<string> {
  const answers = [base, ...cells.values(), ...[...flags.values()].flat()];
  const texts = new Set(answers.flatMap(({ c, "c++": cpp }) => [c, cpp]));
  return new Set([...texts].flatMap((text) => text?.split("\n") ?? []));
}

/** Lines of the same base are adjacent, so that ranges are long. */
function byBase(lines: readonly string[], all: readonly Measured[]): string[] {
  const bases = all.map(({ base }) => [new Set(base.c.split("\n")), new Set(base["c++"].split("\n"))] as const);
  const key = (line: string): string =>
    bases.map(([c, cpp]) => `${c.has(line) ? 0 : 1}${cpp.has(line) ? 0 : 1}`).join("");
  return lines
    .map((line) => [key(line), line] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([, line]) => line);
}

/** `3,5.8` in base 36. */
function ranges(lines: readonly string[], ids: ReadonlyMap<string, number>): string {
  const sorted = lines.map((line) => ids.get(line)!).sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1;
    while (sorted[end] === sorted[end - 1]! + 1) end += 1;
    const [from, to] = [sorted[at]!.toString(36), sorted[end - 1]!.toString(36)];
    parts.push(from === to ? from : `${from}.${to}`);
    at = end;
  }
  return parts.join(",");
}

export function nameOf(line: string): string {
  return /^\w+/.exec(line)?.[0] ?? "";
}

/** `-f?x` stands for `-fx` and `-fno-x`. */
function foldOpposites(flags: readonly string[]): string[] {
  const all = new Set(flags);
  return flags.flatMap((flag) => {
    const [, letter = "", rest = ""] = /^-([fm])(?!no-)(.*)$/.exec(flag) ?? [];
    if (letter !== "" && all.has(`-${letter}no-${rest}`)) return [`-${letter}?${rest}`];
    const [, of = "", positive = ""] = /^-([fm])no-(.*)$/.exec(flag) ?? [];
    return of !== "" && all.has(`-${of}${positive}`) ? [] : [flag];
  });
}
