/** Compiled rules: the columns of a message with 30 fields, of which 20 have an expression. */

import { compile } from "mathjs";
import { codecOf } from "../records.ts";
import { compare, type Figure, processorNs, type Row, shown } from "../row.ts";

const REPETITIONS = 15;
const MESSAGES = 64;
const TURNS = 400;

/** `x` is the field's raw value. `byHand` is the same as handwritten JavaScript. */
const EXPRESSIONS: readonly { readonly expr: string; readonly byHand: string }[] = [
  { expr: "x * 0.25 - 40", byHand: "x * 0.25 - 40" },
  { expr: "x / 1000", byHand: "x / 1000" },
  { expr: "(x - 500) * 3.3 / 4096", byHand: "(x - 500) * 3.3 / 4096" },
  { expr: "x > 100 ? x * 2 : x / 2", byHand: "x > 100 ? x * 2 : x / 2" },
  { expr: "sqrt(x) + 1", byHand: "Math.sqrt(x) + 1" },
];
const FIELDS = 20;

export const rules: Row = {
  name: "rules",
  about: "rules: mathjs' compile().evaluate() by what is compiled in (by hand: compiled in by hand-written)",
  async run() {
    const names = Array.from({ length: FIELDS }, (_, index) => `f${index}`);
    const of = (index: number) => EXPRESSIONS[index % EXPRESSIONS.length]!;
    const replaced = (text: string, name: string) => text.replaceAll(/\bx\b/g, name);
    const members = names.map((name, index) => `  uint16_t ${name}; // @rule: expr=${replaced(of(index).expr, name)}`);
    const size = 2 + FIELDS * 2;
    const codec = await codecOf(
      `#pragma pack(1)\nstruct struct_bench {\n  uint8_t length;\n  uint8_t ID;\n${members.join("\n")}\n} bench = {${size}, 1};\n`,
    );
    const view = new DataView(new ArrayBuffer(size * MESSAGES));
    for (let at = 0; at < view.byteLength; at++) view.setUint8(at, (at * 167 + (at >> 8)) & 0xff);

    const lines = names.map(
      (name, index) =>
        `{ const ${name} = view.getUint16(at + ${2 + index * 2}, true); into[${index + 2}] = ${replaced(of(index).byHand, name)}; }`,
    );
    const byHand = new Function(
      "view",
      "at",
      "into",
      `into[0] = view.getUint8(at); into[1] = view.getUint8(at + 1);\n${lines.join("\n")}`,
    ) as (view: DataView, at: number, into: unknown[]) => void;
    const compiled = names.map((name, index) => compile(replaced(of(index).expr, name)));
    const byMathjs = (at: number, into: unknown[]): void => {
      const scope: Record<string, number> = {};
      names.forEach((name, index) => {
        scope[name] = view.getUint16(at + 2 + index * 2, true);
      });
      into[0] = view.getUint8(at);
      into[1] = view.getUint8(at + 1);
      compiled.forEach((expression, index) => {
        into[index + 2] = expression.evaluate(scope);
      });
    };

    const [ours, hand, theirs] = [[] as number[], [] as number[], [] as number[]];
    codec.storedValues(view, size, ours);
    byHand(view, size, hand);
    byMathjs(size, theirs);
    if (String(ours) !== String(hand) || String(ours) !== String(theirs))
      throw new Error(`${ours}\n${hand}\n${theirs}`);

    const generated = timed(TURNS, (at) => codec.storedValues(view, at, ours), size);
    const written = timed(TURNS, (at) => byHand(view, at, hand), size);
    const evaluated = timed(TURNS / 10, (at) => byMathjs(at, theirs), size);
    await compare(5, generated, written);
    const near = await compare(REPETITIONS, generated, written);
    const far = await compare(REPETITIONS, evaluated, generated);
    return [figure("mathjs", far, { atLeast: 30 }), figure("by hand", near, { atMost: 1.05 })];
  },
};

function timed(turns: number, work: (at: number) => void, size: number): () => number {
  return () =>
    processorNs(turns * MESSAGES, () => {
      for (let turn = 0; turn < turns; turn++) for (let index = 0; index < MESSAGES; index++) work(index * size);
    });
}

function figure(
  of: string,
  { ratio, first, second }: Awaited<ReturnType<typeof compare>>,
  wanted: NonNullable<Figure["wanted"]>,
): Figure {
  return {
    of: `${FIELDS} expressions, ${of}`,
    value: ratio,
    unit: "×",
    wanted,
    detail: `${shown(first.median)} ns by ${shown(second.median)} ns`,
  };
}
