/** XTCE's algorithms give the value of a little-endian bit-field whose bits are apart, as a reader without Yamcs' code computes it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { emitText, type SampleMessage, sampleMessages } from "../../oracle/emit/messages.ts";
import { fileText } from "../../support/compiled-channels.ts";

const HEADER = `struct struct_bits {
    uint8_t length;
    uint8_t ID;
    uint16_t mode : 3;
    uint16_t level : 11; // @rule: name=pct; expr=level * 4 + 1
    uint16_t rest : 2;
    uint32_t flags : 5;
    int32_t drift : 27;
    uint64_t small : 4;
    int64_t wide : 60;
} __attribute__((packed)) bits = {16, 1};
`;

test("an algorithm computes each value from its parts", async () => {
  const channel = await emitText(HEADER, ["xtce"]);
  const text = fileText(channel.files, /\.xtce\.xml$/);
  for (const message of sampleMessages(channel, 20)) {
    assert.equal(computed(text, "level", partsOf(message)), message.stored["pct"]);
    assert.equal(computed(text, "drift", partsOf(message)), message.raw["drift"]);
  }
  assert.match(
    text,
    /<CustomAlgorithm name="bits_wide_whole">\s*<AlgorithmText language="java-expression">whole\.setSignedLongValue\(.* &lt;&lt; 4 &gt;&gt; 4\);</,
  );
  const told = channel.limits.filter(({ message }) => message.includes("an algorithm computes the value"));
  assert.deepEqual(
    told.map(({ message }) => message.split("'")[1]),
    ["level", "drift", "wide"],
  );
});

/** The value of `<name>__bit<from>`: the bits of a field in one byte. */
function partsOf({ codec, bytes }: SampleMessage): (parameter: string) => number {
  return (parameter) => {
    const [, path, part] = /^bits_(\w+)__bit(\d+)$/.exec(parameter)!;
    const field = fieldsOf(codec).find((each) => each.path === path)!;
    const at = field.byteOffset * 8 + (field.bitOffset ?? 0) + Number(part);
    const width = Math.min(8 - (at % 8), field.bitWidth - Number(part));
    return (bytes[at >> 3]! >> (at % 8)) & (2 ** width - 1);
  };
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "%": (a, b) => a % b,
};

/** Runs a MathAlgorithm: postfix notation on a stack. */
function computed(text: string, field: string, readPart: (parameter: string) => number): number | undefined {
  const operation = new RegExp(`<MathOperation outputParameterRef="bits_${field}">([^]*?)<TriggerSet>`).exec(text)![1]!;
  const stack: number[] = [];
  const steps = operation.matchAll(/<ValueOperand>(.*?)<|<Operator>(.*?)<|parameterRef="(.*?)"/g);
  for (const [, value, operator, parameter] of steps) {
    if (value !== undefined) stack.push(Number(value));
    else if (parameter !== undefined) stack.push(readPart(parameter));
    else stack.push(OPERATORS[operator!]!(...([stack.pop()!, stack.pop()!].reverse() as [number, number])));
  }
  assert.equal(stack.length, 1);
  return stack[0];
}
