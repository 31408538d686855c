/** Random and malicious byte changes; a seed always gives the same ones. */

import type { Random } from "../mutate-header.ts";

type Mutation = (bytes: Buffer, random: Random, corpus: readonly Buffer[]) => Buffer;

const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3b, 0x5b, 0x7b] as const;
const PIECES = [
  "\0",
  "\r\n",
  '""',
  "[[[[[[[[[[[[[[[[",
  '{"a":'.repeat(100),
  "NaN",
  "1e999",
  "-0",
  "9223372036854775808",
  "\ud83d\ude00",
  "\u2028",
  "%00%ff%",
  "../../",
  "__proto__",
  "constructor",
  "## a,b,a\n",
  "=".repeat(300),
  "+#/$",
  "${HOME}",
] as const;

const MUTATIONS: readonly Mutation[] = [
  function flipBit(bytes, random) {
    if (bytes.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  function setByte(bytes, random) {
    if (bytes.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    copy[random.below(copy.length)] = INTERESTING[random.below(INTERESTING.length)] ?? 0;
    return copy;
  },
  function insert(bytes, random) {
    const at = random.below(bytes.length + 1);
    const piece = Buffer.from(PIECES[random.below(PIECES.length)] ?? "");
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
  function remove(bytes, random) {
    const from = random.below(bytes.length + 1);
    const to = Math.min(bytes.length, from + 1 + random.below(16));
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function repeat(bytes, random) {
    const from = random.below(bytes.length + 1);
    const part = bytes.subarray(from, from + 1 + random.below(64));
    const times = Array.from({ length: 1 + random.below(50) }, () => part);
    return Buffer.concat([bytes.subarray(0, from), ...times, bytes.subarray(from)]);
  },
  function cut(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  function splice(bytes, random, corpus) {
    const other = corpus[random.below(corpus.length)] ?? bytes;
    return Buffer.concat([
      bytes.subarray(0, random.below(bytes.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]);
  },
  function noise(_bytes, random) {
    return Buffer.from(Array.from({ length: random.below(80) }, () => random.below(256)));
  },
];

/** One of the corpus, changed one to four times. */
export function mutant(corpus: readonly Buffer[], random: Random): Buffer {
  let bytes = corpus[random.below(corpus.length)] ?? Buffer.alloc(0);
  for (let times = 1 + random.below(4); times > 0; times--) {
    const mutate = MUTATIONS[random.below(MUTATIONS.length)];
    if (mutate !== undefined) bytes = mutate(bytes, random, corpus);
  }
  return bytes;
}
