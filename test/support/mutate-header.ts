/** Headers with random damage. The same seed gives the same damage. */

export interface Random {
  /** 0 ≤ result < bound */
  below(bound: number): number;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
    },
  };
}

type Mutation = (text: string, random: Random) => string;

const PIECES = [
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  ";",
  ",",
  "=",
  ":",
  "::",
  "<",
  ">",
  "*",
  "&",
  "#",
  "##",
  "\\\n",
  '"',
  "'",
  "/*",
  "*/",
  "//",
  "\0",
  "\r",
  "\uFEFF",
  "struct ",
  "union ",
  "enum class e ",
  "typedef ",
  "template <typename T> ",
  "namespace n {",
  "virtual ",
  "const ",
  "unsigned long ",
  "length",
  "ID",
  "#define X X X\n",
  "#if ",
  "#endif\n",
  "#else\n",
  '#include "rig.h"\n',
  "#pragma pack(push, 1)\n",
  "#pragma pack(pop)\n",
  "__attribute__((packed))",
  "__attribute__((aligned(",
  "alignas(",
  "[[",
  "@rule: expr=",
  "0x",
  "1e",
  "9999999999999999999999",
  "'\\",
  'R"(',
  "operator",
  "sizeof(",
  "uint8_t x[",
  "= {",
  "{.ID = ",
  "°",
  "\u{1F680}",
  "é",
] as const;

const MUTATIONS: readonly Mutation[] = [
  flipByte,
  insertPiece,
  dropLine,
  repeatLine,
  joinLines,
  swapLines,
  truncate,
  dropRange,
  repeatRange,
];

/** One to eight mutations of the text. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let left = 1 + random.below(8); left > 0; left--)
    mutated = MUTATIONS[random.below(MUTATIONS.length)]!(mutated, random);
  return mutated;
}

/** The text's bytes, sometimes in Latin-1, which is not valid UTF-8. */
export function encode(text: string, random: Random): Uint8Array {
  return Buffer.from(text, random.below(4) === 0 ? "latin1" : "utf8");
}

function flipByte(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
}

function insertPiece(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const piece = PIECES[random.below(PIECES.length)]!;
  return text.slice(0, at) + piece.repeat(random.below(20) === 0 ? 200 : 1) + text.slice(at);
}

function dropLine(text: string, random: Random): string {
  const lines = text.split("\n");
  lines.splice(random.below(lines.length), 1);
  return lines.join("\n");
}

function repeatLine(text: string, random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  lines.splice(at, 0, lines[at]!);
  return lines.join("\n");
}

function joinLines(text: string, random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  lines.splice(at, 2, lines.slice(at, at + 2).join(""));
  return lines.join("\n");
}

function swapLines(text: string, random: Random): string {
  const lines = text.split("\n");
  const one = random.below(lines.length);
  const other = random.below(lines.length);
  [lines[one], lines[other]] = [lines[other]!, lines[one]!];
  return lines.join("\n");
}

function truncate(text: string, random: Random): string {
  return text.slice(0, random.below(text.length + 1));
}

function dropRange(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + text.slice(at + random.below(80));
}

function repeatRange(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const range = text.slice(at, at + random.below(200));
  return text.slice(0, at) + range.repeat(1 + random.below(4)) + text.slice(at);
}
