/** Turns header names into unique, valid names of another language. A name that is taken gets a number, the same in every format: `limit`, `limit_2`. */

import {
  DBC_WORDS,
  JAVASCRIPT_WORDS,
  KAITAI_WORDS,
  MATLAB_WORDS,
  PYTHON_CLASS_WORDS,
  PYTHON_MEMBER_WORDS,
  PYTHON_WORDS,
  RUST_TYPE_WORDS,
  RUST_WORDS,
} from "./reserved-words.ts";

/** The naming rules of a language. */
export interface NamePolicy {
  /** Removes what the language does not allow in a name. */
  readonly clean: (name: string) => string;
  /** Two names conflict if this gives the same result for both. */
  readonly folded: (name: string) => string;
  /** Reserved words of the language, folded. */
  readonly reserved: ReadonlySet<string>;
  /** Changes a name that is a reserved word. */
  readonly escaped: (name: string) => string;
}

const lower = (name: string) => name.toLowerCase();
const exact = (name: string) => name;
const withoutUnderscores = (name: string) => name.replaceAll("_", "").toLowerCase();

/** ASCII letters, digits and underscores, not starting with a digit. */
function identifier(name: string): string {
  const cleaned = name.replace(/[^A-Za-z0-9_]+/g, "_");
  return /^[A-Za-z]/.test(cleaned) ? cleaned : `x${cleaned}`;
}

/** For most languages; names that differ only in case conflict. */
export const PLAIN: NamePolicy = {
  clean: identifier,
  folded: lower,
  reserved: new Set(),
  escaped: (name) => `${name}_`,
};

/** Local variables of a strict-mode module. */
export const JAVASCRIPT: NamePolicy = {
  clean: (name) => {
    const cleaned = name.replace(/[^A-Za-z0-9_$]+/g, "_").replace(/_+$/, "");
    return /^[A-Za-z_$]/.test(cleaned) ? cleaned : `_${cleaned}`;
  },
  folded: exact,
  reserved: JAVASCRIPT_WORDS,
  escaped: (name) => `${name}_`,
};

/** File names without extension, valid on every system. */
export const FILES: NamePolicy = {
  clean: (name) => {
    const cleaned = name.replace(/[^A-Za-z0-9_-]+/g, "_");
    // Windows reserves device names in every folder.
    return /^$|^-|^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(cleaned) ? `_${cleaned}` : cleaned;
  },
  folded: lower,
  reserved: new Set(),
  escaped: (name) => `${name}_`,
};

export const PYTHON: NamePolicy = { ...PLAIN, reserved: PYTHON_WORDS };
export const PYTHON_CLASSES: NamePolicy = { ...PLAIN, folded: exact, reserved: PYTHON_CLASS_WORDS };

/** Members of an IntEnum. */
export const PYTHON_MEMBERS: NamePolicy = { ...PLAIN, reserved: new Set([...PYTHON_WORDS, ...PYTHON_MEMBER_WORDS]) };

export const RUST: NamePolicy = { ...PLAIN, reserved: RUST_WORDS };
export const RUST_TYPES: NamePolicy = { ...PLAIN, folded: exact, reserved: RUST_TYPE_WORDS };

/** The JSON names, which have no underscores, must also differ. */
export const PROTO: NamePolicy = { ...PLAIN, folded: withoutUnderscores };

/** Upper case, without repeated or trailing underscores. [OpenC3 COSMOS 7, configuration] */
export const COSMOS: NamePolicy = {
  clean: (name) => identifier(name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "")).toUpperCase(),
  folded: lower,
  reserved: new Set(
    (
      "packet_timeseconds packet_timeformatted received_timeseconds received_timeformatted received_count packet_time " +
      "received_time frame_id"
    ).split(" "),
  ),
  escaped: (name) => `${name}_2`,
};

/** At most 32 characters, with room for a number. */
export const DBC: NamePolicy = { ...PLAIN, clean: (name) => identifier(name).slice(0, 27), reserved: DBC_WORDS };

/** At most 63 characters, with room for a number. Words of Octave are reserved too. */
export const MATLAB: NamePolicy = {
  ...PLAIN,
  clean: (name) => identifier(name).slice(0, 56),
  folded: exact,
  reserved: MATLAB_WORDS,
};

/** Lower snake case. Some target languages of the compiler drop the underscores. */
export const KAITAI: NamePolicy = {
  clean: (name) => {
    const cleaned = name.toLowerCase().replace(/[^a-z0-9_]+/g, "_");
    return /^[a-z]/.test(cleaned) && !/^b\d+(?:[lb]e)?$/.test(cleaned) ? cleaned : `x${cleaned}`;
  },
  folded: withoutUnderscores,
  reserved: KAITAI_WORDS,
  escaped: (name) => `${name}_2`,
};

export class Names {
  readonly #policy: NamePolicy;
  readonly #taken: Set<string>;
  /** For each name that was taken, the next number to try. */
  readonly #next = new Map<string, number>();

  /** @param taken names that already exist in the scope */
  constructor(policy: NamePolicy, taken: Iterable<string> = []) {
    this.#policy = policy;
    this.#taken = new Set(Array.from(taken, policy.folded));
  }

  /** @param told is called with a name that had to be changed */
  declare(preferred: string, onRenamed?: (name: string) => void): string {
    const { clean, folded, reserved, escaped } = this.#policy;
    const base = clean(preferred);
    let name = reserved.has(folded(base)) ? escaped(base) : base;
    if (this.#taken.has(folded(name))) {
      let count = this.#next.get(base) ?? 2;
      do name = `${base}_${count++}`;
      while (this.#taken.has(folded(name)));
      this.#next.set(base, count);
    }
    this.#taken.add(folded(name));
    if (name !== base) onRenamed?.(name);
    return name;
  }
}

/** Declares one name for each, in order, in a new scope. */
export function namesOf(policy: NamePolicy, names: readonly string[], taken: Iterable<string> = []): string[] {
  const scope = new Names(policy, taken);
  return names.map((name) => scope.declare(name));
}
