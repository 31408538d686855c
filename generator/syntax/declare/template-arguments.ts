import type { CType } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import { fits, type IntegerType, integerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import { isPunctuator, isWord, joined, type Token, textOf } from "../preprocess/token.ts";
import { enumInteger } from "./constant-scope.ts";
import { constantsIn } from "./constants.ts";
import type { Context } from "./context.ts";
import { writtenType } from "./specifiers.ts";
import type { Argument, Pack, Parameter, Scope, Template, TemplateInstance } from "./symbols.ts";
import { withSingleAngles } from "./templates.ts";
import { typeName, VOID } from "./type-names.ts";
import { isUsable, type Resolved, unusable } from "./types.ts";

/** `base<ring<T>>` as a base of `ring`: an incomplete type, but the same one wherever it is written. */
export function whileRead(
  instance: TemplateInstance,
  template: Template,
  text: string,
  { symbols }: Context,
): Resolved {
  const { bound } = instance;
  if (instance.incomplete === undefined) {
    instance.incomplete = { ...unusable({ code: "E119", type: text }), forward: `${text}#${symbols.mark()}` };
    if (!template.alias) symbols.instanceOf.set(instance.incomplete, { template, bound });
  }
  return instance.incomplete;
}

export function pack(all: Pack["all"], context: Context): Pack {
  return { kind: "pack", all, count: sizeConstant(all.length, context) };
}

export function sizeConstant(value: number, { widths }: Context): Constant {
  const type = { bits: widths.size, signed: false, ...(widths.sizeBase && { base: widths.sizeBase }) };
  return { kind: "integer", value: BigInt(value), type };
}

/** What decides how the argument of a parameter is read. */
export type Kind = Pick<Parameter, "type" | "takesTemplate">;

export const OF_TYPE: Kind = { type: undefined };

export function incomplete(type: string): Resolved {
  return unusable({ code: "E119", type });
}

/** `template <small T>`, `template <std::integral T>`: what satisfies it is a type. [C++20 temp.param]p3 */
export function isConcept(type: readonly Token[], { symbols }: Context): boolean {
  const end = type.findIndex((token) => isPunctuator(token, "<"));
  const name = (end < 0 ? type : type.slice(0, end)).at(-1)?.text ?? "";
  return symbols.concepts.has(name) || (type[0]?.text === "std" && STANDARD_CONCEPTS.has(name));
}

/** `<concepts>` [C++20 concepts.syn] */
const STANDARD_CONCEPTS: ReadonlySet<string> = new Set(
  (
    "same_as derived_from convertible_to common_reference_with common_with integral signed_integral unsigned_integral floating_point " +
    "assignable_from swappable swappable_with destructible constructible_from default_initializable move_constructible copy_constructible " +
    "equality_comparable equality_comparable_with totally_ordered totally_ordered_with movable copyable semiregular regular invocable " +
    "regular_invocable predicate relation equivalence_relation strict_weak_order"
  ).split(" "),
);

/** Returns a text if the argument is not supported. */
export function argumentOf(
  tokens: readonly Token[],
  { type, takesTemplate }: Kind,
  scope: Scope,
  own: Scope,
  context: Context,
): Exclude<Argument, Pack> | string {
  if (takesTemplate) return templateArgument(tokens, scope, context);
  if (type === undefined || isConcept(type, context)) {
    // The class that is being read hides others of its name. [C++17 basic.scope.pdecl]p7
    const isOwn = tokens.length === 1 && tokens[0]?.text === context.open.at(-1);
    const read = () => withoutSize(tokens, scope, context);
    const found = isOwn ? read() : (typeName(tokens, context, scope) ?? read());
    // Check the type here, because the template may never use the parameter. Pointers and incomplete types are valid.
    if (found === undefined || (!isUsable(found) && found.standIn === undefined && found.forward === undefined))
      return "is not a known type";
    // As a template argument, a typedef loses its attributes. [GCC, -Wignored-attributes]
    return { kind: "type", type: withoutAlignment(found), text: writtenType(tokens, context) };
  }
  return constantFor(tokens, type, scope, own, context);
}

/** @param type of the parameter */
function constantFor(
  tokens: readonly Token[],
  type: readonly Token[],
  scope: Scope,
  own: Scope,
  context: Context,
): Exclude<Argument, Pack> | string {
  const found = evaluate(tokens, constantsIn(context, scope));
  // `template <auto n>`: the argument's own type. [C++17 temp.param]p4
  const ofArgument =
    isWord(type.at(-1), "auto") && found.ok && found.constant.kind === "integer" && found.constant.type;
  const expected = ofArgument ? undefined : typeName(type, context, own);
  const integer =
    ofArgument ||
    (expected?.kind === "arithmetic" ? integerType(expected.type, context.target) : ofEnum(expected, context));
  if (typeof integer !== "object") return "replaces a parameter that is not an integer";
  if (!found.ok || found.constant.kind === "real") return "is not an integer constant";
  if (!fits(found.constant.value, integer)) return "is outside of its parameter's range";
  const constant: Constant = { kind: "integer", value: found.constant.value, type: integer };
  return { kind: "constant", constant, text: String(constant.value) };
}

/** `ring`, `T::template ring`, `fifo<T>::ring` or `std::array` */
function templateArgument(tokens: readonly Token[], scope: Scope, context: Context): Exclude<Argument, Pack> | string {
  const { symbols } = context;
  const text = textOf(tokens);
  const words = withSingleAngles(tokens.filter((token) => !isWord(token, "template") && !isWord(token, "typename")));
  const name = joined(words);
  const behind = words.findLastIndex((token) => isPunctuator(token, ">"));
  const library = symbols.libraryTemplate(scope, name) ?? (LIBRARY_TEMPLATES.has(name) ? name : undefined);
  const outer = behind < 0 ? undefined : typeName(words.slice(0, behind + 1), context, scope);
  const inside = outer?.kind === "record" ? context.records.get(outer.record)?.scope : undefined;
  const template = inside ? symbols.templateIn(inside, words.at(-1)?.text ?? "") : symbols.template(scope, name);
  const found = typeof template === "object" ? template : library;
  return found === undefined ? "is not a known template" : { kind: "template", template: found, text };
}

/** Those that are read without their headers. */
const LIBRARY_TEMPLATES: ReadonlySet<string> = new Set(["std::array", "boost::array", "etl::array", "std::atomic"]);

/** `template <mode M>` */
function ofEnum(type: Resolved | undefined, context: Context): IntegerType | undefined {
  return type?.kind === "enum" ? enumInteger(type, context) : undefined;
}

/** `void`, or `struct body : serializable<body> {` */
function withoutSize(tokens: readonly Token[], scope: Scope, context: Context): Resolved | undefined {
  const { open, symbols } = context;
  if (joined(tokens) === "void") return VOID;
  const [name, more] = tokens;
  if (name === undefined || more !== undefined) return undefined;
  const template = symbols.template(scope, name.text);
  const read = typeof template === "object" && template.instances.findLast(({ type }) => type === undefined);
  if (read && typeof template === "object") return whileRead(read, template, name.text, context);
  return open.includes(name.text) ? { ...unusable({ code: "E119", type: name.text }), forward: name.text } : undefined;
}

function withoutAlignment(type: Resolved): Resolved {
  if (!isUsable(type) || type.isClass) return type;
  const { aligned: _, ...plain } = type;
  return plain.kind === "array" ? { ...plain, element: withoutAlignment(plain.element) as CType } : (plain as CType);
}
