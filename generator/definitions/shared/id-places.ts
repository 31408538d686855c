/** Where frames have their ID, if it is one or several numbers in the message itself. */

export interface IdPlace {
  /** As a field's. */
  readonly bit: number;
  readonly width: number;
  readonly order: "little" | "big";
  readonly value: number;
}

export interface ChosenId<Message> {
  /** The key `id = …`. */
  readonly line: string;
  readonly ids: ReadonlyMap<Message, number>;
  /** Messages that have no such number, or one that another message has. */
  readonly others: readonly Message[];
  /** Numbers that also identify messages, and are not compared. */
  readonly ignored: number;
  /** Whether the key compares the number. */
  readonly compares: (place: IdPlace) => boolean;
}

/**
 * All of the messages' numbers together if four bytes contain them; else the one that distinguishes most messages.
 * @param which `one`: only the latter, for numbers that are not meant as IDs
 */
export function chosenId<Message extends { readonly places: readonly IdPlace[] }>(
  messages: readonly Message[],
  which: "all" | "one" = "all",
): ChosenId<Message> {
  const [only] = messages;
  if (messages.length === 1 && only?.places.length === 0)
    return { line: "id = none", ids: new Map([[only, 0]]), others: [], ignored: 0, compares: () => false };
  const all = new Map(messages.flatMap(({ places }) => places.map((place) => [keyOf([place]), place] as const)));
  const wholes = which === "all" ? messages.map(({ places }) => places) : [];
  const sets = [...wholes, ...[...all.values()].map((place) => [place])];
  const possible = sets.filter((places) => idKeys(places).isPossible);
  // Of those that tell as many apart, the one that says most.
  possible.sort((left, right) => right.length - left.length);
  const wanted = new Map(possible.map((places) => [keyOf(places), places]));
  const found = [...wanted].map(([key, places]) => withPlaces(messages, key, places));
  const [best] = found.sort((left, right) => right.ids.size - left.ids.size || left.ignored - right.ignored);
  return best ?? { line: "id = none", ids: new Map(), others: messages, ignored: 0, compares: () => false };
}

/** Within a byte there is no order. */
function keyOf(places: readonly IdPlace[]): string {
  return JSON.stringify(
    places.map(({ bit, width, order }) => {
      if (order === "big" || Math.floor(bit / 8) !== Math.floor((bit + width - 1) / 8)) return [bit, width, order];
      return [bit - (bit % 8) + 7 - ((bit + width - 1) % 8), width, "big"];
    }),
  );
}

function withPlaces<Message extends { readonly places: readonly IdPlace[] }>(
  messages: readonly Message[],
  key: string,
  wanted: readonly IdPlace[],
): ChosenId<Message> {
  const ids = new Map<Message, number>();
  const taken = new Set<number>();
  let ignored = 0;
  for (const message of messages) {
    const own = wanted.flatMap((place) => message.places.find((each) => keyOf([each]) === keyOf([place])) ?? []);
    const { id } = idKeys(own);
    if (keyOf(own) !== key || taken.has(id)) continue;
    ids.set(message, id);
    taken.add(id);
    ignored += message.places.length - own.length;
  }
  const compares = (place: IdPlace) => wanted.some((each) => keyOf([each]) === keyOf([place]));
  return { line: idKeys(wanted).line, ids, others: messages.filter((message) => !ids.has(message)), ignored, compares };
}

const MOST_BYTES = 4;

/** The key `id = …` and a message's ID, from all of its numbers. */
function idKeys(places: readonly IdPlace[]): {
  readonly line: string;
  readonly id: number;
  /** All of them are in four bytes. */
  readonly isPossible: boolean;
} {
  const [only, second] = places;
  if (only === undefined) return { line: "id = none", id: 0, isPossible: false };
  if (second === undefined && only.order === "little" && only.width > 8) {
    const isPossible = only.bit % 8 === 0 && [16, 24, 32].includes(only.width);
    return { line: `id = u${only.width}le@${only.bit / 8}`, id: only.value, isPossible };
  }
  const big = places.map(({ bit, width, order, value }) => ({
    // A number within a byte, counted from the most significant bit.
    bit: order === "big" ? bit : bit - (bit % 8) + 7 - ((bit + width - 1) % 8),
    width,
    value,
  }));
  const first = Math.floor(Math.min(...big.map(({ bit }) => bit)) / 8);
  const bytes = Math.ceil(Math.max(...big.map(({ bit, width }) => bit + width)) / 8) - first;
  const isPossible = bytes <= MOST_BYTES && places.every(({ order, width }) => order === "big" || width <= 8);
  let mask = 0n;
  let id = 0n;
  for (const { bit, width, value } of big) {
    const shift = BigInt(Math.max(0, first * 8 + bytes * 8 - bit - width));
    mask |= ((1n << BigInt(width)) - 1n) << shift;
    id |= BigInt.asUintN(width, BigInt(value)) << shift;
  }
  while (mask !== 0n && (mask & 1n) === 0n) {
    mask >>= 1n;
    id >>= 1n;
  }
  return { line: `id = ${placeText(first, bytes, big)}`, id: Number(id), isPossible };
}

function placeText(
  first: number,
  bytes: number,
  places: readonly { readonly bit: number; readonly width: number }[],
): string {
  let mask = 0n;
  for (const { bit, width } of places)
    mask |= ((1n << BigInt(width)) - 1n) << BigInt(Math.max(0, (first + bytes) * 8 - bit - width));
  const isWhole = mask === (1n << BigInt(8 * bytes)) - 1n;
  return `u${8 * bytes}${bytes === 1 ? "" : "be"}@${first}${isWhole ? "" : `&0x${mask.toString(16)}`}`;
}
