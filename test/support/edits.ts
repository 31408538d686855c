/** Random edits of headers: what people type, and what slips. */

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A generator of numbers below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const INSERTED = [
  ..."{ } ; , ( ) [ ] * : # \" ' / \\ @ = 0 9 x".split(" "),
  ..."uint8_t  uint16_t  float  struct  enum  unsigned  const  union  typedef  #if 0  #endif  #pragma pack(1)".split(
    "  ",
  ),
  "\n",
  " ",
  "\n  uint16_t added;\n",
  "\n  uint8_t bits : 3;\n",
  "\n  int32_t values[4];\n",
  " // @rule: unit=V; expr=added / 2\n",
  " // @rule: expr=(\n",
  "/* ",
  " */",
  "// ",
  "°µ€😀",
];

/** One edit of the text. Half of them are undone by a later one, so that a header does not decay. */
export function randomEdit(text: string, random: () => number): Edit {
  const below = (limit: number) => Math.floor(random() * limit);
  const at = below(text.length + 1);
  const lines = text.split("\n");
  const line = below(lines.length);
  const start = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
  const whole = lines[line] ?? "";
  switch (below(7)) {
    case 0:
      return { from: at, to: Math.min(text.length, at + 1 + below(8)), text: "" };
    case 1:
      return { from: start, to: Math.min(text.length, start + whole.length + 1), text: "" };
    case 2:
      return { from: start, to: start, text: `${lines[below(lines.length)] ?? ""}\n` };
    case 3: {
      const word = /\w+/.exec(text.slice(at));
      const from = word === null ? at : at + word.index;
      return { from, to: from + (word?.[0].length ?? 0), text: INSERTED[below(INSERTED.length)] ?? "" };
    }
    case 4: {
      const digits = /\d+/.exec(text.slice(at));
      const from = digits === null ? at : at + digits.index;
      return { from, to: from + (digits?.[0].length ?? 0), text: String(below(300)) };
    }
    default:
      return { from: at, to: at, text: INSERTED[below(INSERTED.length)] ?? "" };
  }
}
