/** Matches structs with constants by name: `mavlink_attitude_t` with `MAVLINK_MSG_ID_ATTITUDE`. */

import type { RecordDeclaration } from "../types/declarations.ts";
import type { Candidate } from "./ids-in-text.ts";

export interface NamedNumber {
  readonly name: string;
  readonly value: bigint;
  readonly isEnumerator: boolean;
}

/** Words that do not distinguish one message from another. */
const GENERIC = new Set(
  "packet message msg data struct id type t s cmd command frame frametype telemetry pkt payload tag st e class".split(
    " ",
  ),
);
/** Words for other numbers of a message, such as its size. A struct name may contain them. */
const OTHER_NUMBERS = new Set(
  "len length size max min crc count num version port baud rate mask bit shift offset timeout bytes default extra address addr eeprom pin register major minor patch".split(
    " ",
  ),
);
/** Minimum share of common words, by weight, in both names. */
const LEAST_SCORE = 0.6;
/** Maximum score if the names do not match exactly. */
const MOST_GUESSED = 0.85;

interface Named<T> {
  readonly of: T;
  readonly words: ReadonlySet<string>;
}

export function nearestNames(
  names: ReadonlyMap<RecordDeclaration, readonly string[]>,
  numbers: readonly NamedNumber[],
): Candidate[] {
  const structs = [...names].flatMap(([record, list]) => list.map((name) => ({ of: record, words: wordsOf(name) })));
  const constants = numbers.map((number) => ({ of: number, words: wordsOf(number.name) }));
  const weigh = weights([...structs, ...constants]);
  const byWord = new Map<string, Named<NamedNumber>[]>();
  for (const constant of withJoined(constants)) {
    for (const word of constant.words) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [constant]);
      else known.push(constant);
    }
  }
  return withJoined(structs).flatMap((struct) => {
    const rated = [...new Set([...struct.words].flatMap((word) => byWord.get(word) ?? []))]
      .filter(({ words }) => ![...words].some((word) => OTHER_NUMBERS.has(word) && !struct.words.has(word)))
      .map((constant) => ({ number: constant.of, score: similarity(struct.words, constant.words, weigh) }))
      .filter(({ score }) => score >= LEAST_SCORE)
      // On equal scores, prefer enumerators: an enum usually lists the messages.
      .sort((a, b) => b.score - a.score || Number(b.number.isEnumerator) - Number(a.number.isEnumerator));
    const [best, second] = rated;
    if (best === undefined) return [];
    const isClear = second === undefined || second.score < best.score || second.number.value === best.number.value;
    const isBetter = second !== undefined && best.number.isEnumerator && !second.number.isEnumerator;
    if (!isClear && !isBetter) return [];
    const what = best.number.isEnumerator ? "enumerator" : "constant";
    const evidence = best.score === 1 ? `the ${what} has the same words` : `the ${what}'s words are near`;
    const score = best.score === 1 ? 0.9 : Math.min(MOST_GUESSED, best.score);
    return [{ record: struct.of, id: { text: best.number.name, evidence, score } }];
  });
}

/** Adds each name with its words joined, so that `BestPos` matches `MSG_BESTPOS`. */
function withJoined<T>(named: readonly Named<T>[]): Named<T>[] {
  return named.flatMap((each) => {
    if (each.words.size < 2) return [each];
    return [each, { of: each.of, words: new Set([[...each.words].join("")]) }];
  });
}

/** Words that occur in many names weigh little, such as a vendor prefix or `sensor`. */
function weights(named: readonly Named<unknown>[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words } of named) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => 1 / Math.sqrt(counts.get(word) ?? 1);
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>, weigh: (word: string) => number): number {
  const all = [...new Set([...a, ...b])];
  const shared = all.filter((word) => a.has(word) && b.has(word));
  if (shared.length === all.length) return 1;
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weigh(word), 0);
  return sum(shared) / sum(all);
}

/** `PACKET_ID_MOTION`, `PacketMotionData` → `motion` */
function wordsOf(name: string): ReadonlySet<string> {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return new Set(words.filter((word) => word !== "" && !GENERIC.has(word)));
}
