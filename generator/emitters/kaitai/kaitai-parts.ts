/** Attributes of Kaitai Struct for arrays with `@count` and members with `@if`. */

import { type ArrangedPart, type Arrangement, countText, type Following } from "../../codec/arrangement.ts";
import type { Field } from "../../codec/model.ts";
import { fieldsOf } from "../../rules/compile-presence.ts";
import { KAITAI_COUNTS } from "../shared/notations.ts";
import type { Yaml } from "../shared/yaml-text.ts";

export const KAITAI_FOLLOWING: Following = {
  notation: KAITAI_COUNTS,
  lacks: ({ place, expression, byteOffset, path: own }, { fieldByPath }) => {
    if (place === "same") return "parts that share their place";
    if (fieldByPath.get(own)?.bitField === true) return "conditions of bit-fields";
    const declared = [...fieldByPath.keys()];
    const first = declared.findIndex(
      (each) => each === own || each.startsWith(`${own}.`) || each.startsWith(`${own}[`),
    );
    const isUnread = (path: string) => {
      const field = fieldByPath.get(path);
      const isLater = declared.indexOf(path) > first;
      return field === undefined || ((isLater || field.bitOffset >= byteOffset * 8) && !isReadAhead(field));
    };
    return fieldsOf(expression).some(isUnread) ? "a count that follows its array" : undefined;
  },
};

/** True for a number at a fixed place, which an instance can read before its turn. */
function isReadAhead({ path, bitField, type }: Field): boolean {
  return !path.includes("[") && !bitField && type !== "bool";
}

type YamlMap = { readonly [key: string]: Yaml };

/** A record's type while it is written. */
export interface Scope {
  /** Expression that reaches the record's members from the message's type. */
  readonly access: string;
  readonly around: Scope | undefined;
}

/** `_parent._parent.n`: reaches a member from inside a record's type. */
export function reachedFrom({ access, around }: Scope, target: string): string {
  if (around === undefined || target.startsWith(access)) return target.slice(access.length);
  return `_parent.${reachedFrom(around, target)}`;
}

/** The instance that says if all parts are at their fixed places. */
export function wholeInstance({ whole, size }: Arrangement): YamlMap {
  return { value: whole === size ? `_io.size == ${whole}` : `_io.size >= ${whole} and _io.size <= ${size}` };
}

export interface PartText {
  /** The value of the instance with the number of elements. */
  readonly count: string;
  readonly before: readonly YamlMap[];
  /** Keys of the attribute itself. */
  readonly own: YamlMap;
  readonly after: readonly YamlMap[];
}

/**
 * @param id the attribute
 * @param name the instance with the part's number of elements
 * @param whole the condition that all parts are at their fixed places
 * @param rows elements of Kaitai's array for each of the part's
 */
export function partText(
  part: ArrangedPart,
  arrangement: Arrangement,
  {
    id,
    name,
    whole,
    rows,
    number,
    counted,
  }: {
    readonly id: string;
    readonly name: string;
    readonly whole: string;
    readonly rows: number;
    readonly number: (path: string) => string | undefined;
    /** The number of elements of a part before it. */
    readonly counted: (path: string) => string;
  },
): PartText {
  const { elementBytes, most, place, kind, node, expression } = part;
  if (expression === "rest") {
    const left = "(_io.size - _io.pos)";
    const fits = `${left} <= ${most * elementBytes}${elementBytes === 1 ? "" : ` and ${left} % ${elementBytes} == 0`}`;
    const repeat: YamlMap =
      arrangement.whole === arrangement.size
        ? { repeat: "eos", "repeat-expr": undefined }
        : // Padding of the whole struct follows. Languages count '_index' differently there.
          {
            repeat: "until",
            "repeat-expr": undefined,
            "repeat-until": `${id}.size == ${most * rows} or _io.eof`,
            if: "not _io.eof",
          };
    const taken = arrangement.parts
      .filter((other) => other.index < part.index && other.place === "next")
      .map((other) => ` - ${counted(other.path)} * ${other.elementBytes}.0`);
    const bytes = `(_io.size - ${arrangement.least}).as<f8>${taken.join("")}`;
    return {
      count: `${whole} ? ${most}.0 : (${bytes}) / ${elementBytes}.0`,
      before: [check(`${whole} or ${fits}`)],
      own: node === "text" ? { size: `${whole} ? (${most}).as<s8> : ${left}.as<s8>` } : repeat,
      after: [],
    };
  }
  const count = countText(part, arrangement, {
    notation: KAITAI_COUNTS,
    field: number,
    present: (index, element) => `${counted(arrangement.parts[index]?.path ?? "")} > ${element}.0`,
    unless: (conditions, value) => `(${conditions.join(" and ")} ? ${value} : 0.0)`,
  });
  const fits = `${name} >= 0.0 and ${name} <= ${most}.0 and ${name} == ${name}.to_i.as<f8>`;
  const missing = `(${most} - ${name}.to_i) * ${elementBytes}`;
  const own: YamlMap =
    kind === "if"
      ? { if: `${name} > 0.0` }
      : node === "text"
        ? { size: `${name}.to_i` }
        : { repeat: "expr", "repeat-expr": rows === 1 ? `${name}.to_i` : `${name}.to_i * ${rows}` };
  return {
    count: count!,
    before: kind === "if" ? [] : [check(fits)],
    own,
    after: [{ size: place === "kept" ? missing : `${whole} ? ${missing} : 0` }],
  };
}

/** Fails where the condition is false: no message has so many bytes. Kaitai's compiler for Nim does not know `valid` with an expression. */
function check(expr: string): YamlMap {
  return { size: `(${expr}) ? (0).as<s8> : (_io.size + 1).as<s8>` };
}
