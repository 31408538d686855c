/** Instantiates class templates: reads the struct of `ring<uint8_t, 4>` with the parameters replaced by arguments. [C++17 temp.inst] */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { CType } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import { fits, type IntegerType, integerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import { isPunctuator, isWord, joined, type Token, textOf } from "../preprocess/token.ts";
import { assertionProblem } from "./assertions.ts";
import { enumInteger } from "./constant-scope.ts";
import { constantsIn } from "./constants.ts";
import { type Context, doubtOf } from "./context.ts";
import { blame, parseChunk } from "./parse-chunk.ts";
import { declareRecord } from "./records.ts";
import { writtenType } from "./specifiers.ts";
import type { Argument, Pack, Parameter, Scope, Specialisation, Template, Within } from "./symbols.ts";
import { typeName, VOID } from "./type-names.ts";
import { likenessOf, sameArguments } from "./type-traits.ts";
import { isUsable, notHeld, type Resolved, unusable } from "./types.ts";

/** Limit for nested templates. Infinite recursion is an error in every compiler. */
const MAX_NESTING = 32;
const MAX_INSTANCES = 1000;

/**
 * @param given the arguments as written
 * @param scope of the arguments
 * @param text of the whole type
 */
export function instantiate(
  template: Template,
  given: readonly (readonly Token[])[],
  { scope, text }: { readonly scope: Scope; readonly text: string },
  context: Context,
): Resolved {
  const refused = refusal(template, text, context);
  if (refused !== undefined) return notRead(text, refused);
  const { symbols } = context;
  const own = [...template.scope, `${template.name}<#${symbols.mark()}>`];
  const place = { horizon: template.horizon, from: symbols.mark(), file: fileOf(template, context) };
  const bound = bind(template, given, { scope, own, place }, context);
  if (typeof bound === "string") return notRead(text, bound);
  const known = template.instances.find((instance) => sameArguments(instance.bound, bound));
  if (known !== undefined) return known.type ?? incomplete(text);
  if (template.instances.length >= MAX_INSTANCES) return notRead(text, "it is used with too many different arguments");
  const instance: Template["instances"][number] = { bound, type: undefined };
  template.instances.push(instance);
  const special = specialised(template, bound, own, context);
  if (typeof special === "string") return notRead(text, special);
  if (special?.isAnnounced) return incomplete(text);
  if (special !== undefined) {
    const { parameters } = special;
    const inside = { ...place, from: special.from, horizon: special.template.horizon, parameters };
    instance.type = symbols.within(inside, () => declareInstance(special.template, special.own, text, context));
    return instance.type;
  }
  if (template.isAnnounced) return incomplete(text);
  instance.type = symbols.within({ ...place, parameters: namedArguments(template, bound) }, () =>
    template.alias ? aliased(template, own, text, context) : declareInstance(template, own, text, context),
  );
  return instance.type;
}

/**
 * Reads the text of a template of values for its arguments: the one of its specialisation, if there is one.
 * @returns undefined if it is not supported
 */
export function readFor<T>(
  template: Template,
  given: readonly (readonly Token[])[],
  scope: Scope,
  context: Context,
  read: (chosen: Template, own: Scope) => T,
): T | undefined {
  const { symbols } = context;
  if (refusal(template, "", context) !== undefined) return undefined;
  const own = [...template.scope, `${template.name}<#${symbols.mark()}>`];
  const place = { horizon: template.horizon, from: symbols.mark(), file: fileOf(template, context) };
  const bound = bind(template, given, { scope, own, place }, context);
  const special = typeof bound === "string" ? bound : specialised(template, bound, own, context);
  if (typeof bound === "string" || typeof special === "string") return undefined;
  if (special !== undefined) {
    const { parameters, from, template: chosen } = special;
    const inside = { ...place, from, horizon: chosen.horizon, parameters };
    return symbols.within(inside, () => read(chosen, special.own));
  }
  return symbols.within({ ...place, parameters: namedArguments(template, bound) }, () => read(template, own));
}

function namedArguments({ parameters }: Template, bound: readonly Argument[]): ReadonlyMap<string, Argument> {
  return new Map(parameters.map(({ name }, index) => [name ?? "", bound[index]!] as const));
}

/** Gives the parameters their arguments or defaults; a text says why it cannot. */
function bind(
  { parameters }: Template,
  given: readonly (readonly Token[])[],
  { scope, own, place }: { readonly scope: Scope; readonly own: Scope; readonly place: Within },
  context: Context,
): Argument[] | string {
  const count = `it takes ${parameters.length} arguments`;
  if (given.length > parameters.length && parameters.at(-1)?.isPack !== true) return count;
  const bound: Argument[] = [];
  for (const [index, { name, type, byDefault, isPack }] of parameters.entries()) {
    const written = given[index];
    const tokens = written ?? byDefault;
    if (tokens === undefined && !isPack) return count;
    const argument = isPack
      ? packOf(given.slice(index), type, { scope, own }, context)
      : orProblem(tokens ?? [], (of) =>
          written
            ? argumentOf(of, type, scope, own, context)
            : context.symbols.within(place, () => argumentOf(of, type, own, own, context)),
        );
    if (typeof argument === "string") return argument;
    bound.push(argument);
    if (name !== undefined) context.symbols.bind(own, name, argument);
  }
  return bound;
}

/** A problem begins with the argument that has it. */
function orProblem<T>(tokens: readonly Token[], read: (tokens: readonly Token[]) => T | string): T | string {
  const argument = read(tokens);
  return typeof argument === "string" ? `'${textOf(tokens)}' ${argument}` : argument;
}

/** The arguments from the pack's place on; a text says why one is not supported. */
function packOf(
  given: readonly (readonly Token[])[],
  type: readonly Token[] | undefined,
  { scope, own }: { readonly scope: Scope; readonly own: Scope },
  context: Context,
): Pack | string {
  const all: Pack["all"][number][] = [];
  for (const tokens of given) {
    const argument = orProblem(tokens, () => argumentOf(tokens, type, scope, own, context));
    if (typeof argument === "string") return argument;
    all.push(argument);
  }
  return pack(all, context);
}

function pack(all: Pack["all"], { widths }: Context): Pack {
  const type = { bits: widths.size, signed: false, ...(widths.sizeBase && { base: widths.sizeBase }) };
  return { kind: "pack", all, count: { kind: "integer", value: BigInt(all.length), type } };
}

/** A specialisation and the arguments of its own parameters. */
interface Special {
  readonly template: Template;
  readonly isAnnounced: boolean;
  readonly parameters: ReadonlyMap<string, Argument>;
  /** Scope and first name of its declarations. */
  readonly own: Scope;
  readonly from: number;
}

/** The full or partial specialisation for these arguments; a text if it cannot be determined. [C++17 temp.class.spec.match] */
function specialised(
  template: Template,
  bound: readonly Argument[],
  own: Scope,
  context: Context,
): Special | string | undefined {
  const candidates = template.specialisations.map((one) => candidate(template, one, bound, own, context));
  const found = candidates.filter((each) => typeof each === "object");
  const unknown = candidates.find((each) => typeof each === "string");
  const exact = found.filter(({ parameters }) => parameters.size === 0);
  // One for exactly these arguments takes precedence over all others.
  if (unknown !== undefined && exact.length === 0) return unknown;
  const [fitting, ...others] = exact.length > 0 ? exact : found;
  if (others.length === 0) return fitting;
  const defined = [fitting!, ...others].filter((each) => !each.isAnnounced);
  const isOne = exact.length > 0 || found.length - defined.length < 2;
  return defined.length === 1 && isOne ? defined[0] : (exact[0] ?? "several of its specialisations fit");
}

/** The specialisation, if it fits; a text if that is unknown. */
function candidate(
  template: Template,
  { given, isAnnounced, constraint, template: special }: Specialisation,
  bound: readonly Argument[],
  own: Scope,
  context: Context,
): Special | string | undefined {
  const { symbols } = context;
  const parameters = matched(template, { given, special }, bound, own, context);
  if (typeof parameters !== "object") return parameters;
  const scope = parameters.size === 0 ? own : [...template.scope, `${template.name}<#${symbols.mark()}>`];
  const from = symbols.mark();
  for (const [name, argument] of parameters) symbols.bind(scope, name, argument);
  const holds = isSatisfied(special, constraint, scope, context);
  if (holds === undefined) return "one of its specialisations has a constraint that is not evaluated";
  return holds ? { template: special, isAnnounced, parameters, own: scope, from } : undefined;
}

/** Undefined if that is unknown: concepts are not evaluated. */
function isSatisfied(
  { parameters }: Template,
  constraint: readonly Token[],
  scope: Scope,
  context: Context,
): boolean | undefined {
  if (parameters.some(({ type }) => type !== undefined && isConcept(type, context))) return undefined;
  if (constraint.length === 0) return true;
  const value = evaluate(constraint, constantsIn(context, scope));
  return value.ok && value.constant.kind === "integer" ? value.constant.value !== 0n : undefined;
}

/** The arguments of the specialisation's parameters, if it matches. */
function matched(
  { parameters, scope }: Template,
  { given, special }: { readonly given: readonly (readonly Token[])[]; readonly special: Template },
  bound: readonly Argument[],
  own: Scope,
  context: Context,
): ReadonlyMap<string, Argument> | string | undefined {
  const unknown = "it is specialised for an unknown type or value";
  const names = new Set(special.parameters.flatMap(({ name }) => name ?? []));
  const found = new Map<string, Argument>();
  const all = bound.flatMap((argument) => (argument.kind === "pack" ? argument.all : argument));
  const { patterns, rest } = patternsOf(parameters, given);
  if (rest === undefined ? all.length !== patterns.length : all.length < patterns.length) return undefined;
  if (rest !== undefined) found.set(rest, pack(all.slice(patterns.length), context));
  for (const [index, { tokens, type }] of patterns.entries()) {
    const argument = all[index]!;
    const name = joined(tokens);
    // A parameter fits whatever it has not stood for before.
    const wanted = names.has(name) ? found.get(name) : concrete(tokens, type, names, { scope, own }, context);
    if (names.has(name)) found.set(name, argument);
    const likeness = likenessTo(wanted, tokens, argument, context);
    if (likeness !== "same") return likeness === "unknown" ? unknown : undefined;
  }
  return found.size === names.size ? found : unknown;
}

function likenessTo(
  wanted: Argument | "unknown" | undefined,
  pattern: readonly Token[],
  argument: Argument,
  context: Context,
): "same" | "different" | "unknown" {
  if (wanted === undefined) return "same";
  const likeness = wanted === "unknown" ? wanted : likenessOf(wanted, argument, context);
  return likeness === "unknown" && isOtherKind(pattern, argument) ? "different" : likeness;
}

/** `H, T...` of `struct row<H, T...>`: the patterns of single arguments, and the name of the pack that takes the rest. */
function patternsOf(parameters: readonly Parameter[], given: readonly (readonly Token[])[]) {
  const patterns = parameters.flatMap(({ type, byDefault, isPack }, index) =>
    (isPack ? given.slice(index) : [given[index] ?? byDefault ?? []]).map((tokens) => ({ tokens, type })),
  );
  const rest = isPunctuator(patterns.at(-1)?.tokens[1], "...") ? patterns.pop()?.tokens[0]?.text : undefined;
  return { patterns, rest };
}

/** `T *` and `T[2]` fit no integer, `ring<T>` fits only structs and the classes of libraries. */
function isOtherKind(pattern: readonly Token[], argument: Argument): boolean {
  if (argument.kind !== "type" || !isUsable(argument.type)) return false;
  const { kind, isClass } = argument.type;
  if (isPunctuator(pattern.at(-1), "]")) return kind !== "array";
  if (isPunctuator(pattern.at(-1), ">")) return kind !== "record" && isClass !== true;
  return isPunctuator(pattern.at(-1), "*") || isPunctuator(pattern.at(-1), "&");
}

/** The argument in a pattern without parameters. `T *` and `ring<U>` are not supported. */
function concrete(
  tokens: readonly Token[],
  type: readonly Token[] | undefined,
  names: ReadonlySet<string>,
  { scope, own }: { readonly scope: Scope; readonly own: Scope },
  context: Context,
): Argument | "unknown" {
  if (tokens.length === 0 || tokens.some(({ text }) => names.has(text))) return "unknown";
  const argument = argumentOf(tokens, type, scope, own, context);
  return typeof argument === "string" ? "unknown" : argument;
}

/** Distinct types in C++ that are plain integers here. */
const CHARACTERS = /\b(?:char8_t|char16_t|char32_t|wchar_t)\b/;

function refusal(
  template: Template,
  text: string,
  { symbols, language, specialised: names }: Context,
): string | undefined {
  if (template.refused !== undefined) return template.refused;
  if (names.has(template.name)) return "one of its specialisations is not read";
  if (template.specialisations.length > 0 && CHARACTERS.test(text)) return "it is specialised";
  if (language === "c") return "C has no templates";
  return symbols.depth > MAX_NESTING ? "it is nested too deeply" : undefined;
}

function notRead(text: string, reason: string): Resolved {
  return notHeld(text, `write the type out; this template is not read: ${reason}`);
}

function incomplete(type: string): Resolved {
  return unusable({ code: "E119", type });
}

function fileOf({ chunk }: Template, { unit }: Context) {
  return unit.tokens[chunk.from]?.file;
}

/** `template <small T>`, `template <std::integral T>`: what satisfies it is a type. [C++20 temp.param]p3 */
function isConcept(type: readonly Token[], { symbols }: Context): boolean {
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
function argumentOf(
  tokens: readonly Token[],
  type: readonly Token[] | undefined,
  scope: Scope,
  own: Scope,
  context: Context,
): (Argument & { readonly kind: "type" | "constant" }) | string {
  if (type === undefined || isConcept(type, context)) {
    const found = typeName(tokens, context, scope) ?? withoutSize(tokens, context);
    // Check the type here, because the template may never use the parameter. Pointers and incomplete types are valid.
    if (found === undefined || (!isUsable(found) && found.standIn === undefined && found.forward === undefined))
      return "is not a known type";
    // As a template argument, a typedef loses its attributes. [GCC, -Wignored-attributes]
    return { kind: "type", type: withoutAlignment(found), text: writtenType(tokens, context) };
  }
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

/** `template <mode M>` */
function ofEnum(type: Resolved | undefined, context: Context): IntegerType | undefined {
  return type?.kind === "enum" ? enumInteger(type, context) : undefined;
}

/** `void`, or `struct body : serializable<body> {` */
function withoutSize(tokens: readonly Token[], { open }: Context): Resolved | undefined {
  if (joined(tokens) === "void") return VOID;
  const [name, more] = tokens;
  const isOpen = name !== undefined && more === undefined && open.includes(name.text);
  return isOpen ? { ...unusable({ code: "E119", type: name.text }), forward: name.text } : undefined;
}

function withoutAlignment(type: Resolved): Resolved {
  if (!isUsable(type) || type.isClass) return type;
  const { aligned: _, ...plain } = type;
  return plain.kind === "array" ? { ...plain, element: withoutAlignment(plain.element) as CType } : (plain as CType);
}

/** `template <typename T> using pair = ring<T, 2>;` */
function aliased({ chunk, name }: Template, own: Scope, text: string, context: Context): Resolved {
  const { tokens } = context.unit;
  const doubt = doubtOf(tokens.slice(chunk.from, chunk.to));
  if (doubt !== undefined) return unusable({ diagnostic: doubt });
  const type = typeName(tokens.slice(chunk.from + 3, chunk.to - 1), context, own);
  return type ?? notRead(text, `'${name}' is not a known type here`);
}

function declareInstance(template: Template, own: Scope, text: string, context: Context): Resolved {
  const { chunk, parameters } = template;
  const { unit, symbols } = context;
  template.parsed ??= parseChunk(chunk, context);
  const { parsed } = template;
  if (parsed === undefined) return notRead(text, "it is too large");
  const [declaration, more] = parsed.declarations;
  const node = declaration?.declarators.length === 0 ? declaration.head.specifier : undefined;
  if (node?.kind !== "record" || more !== undefined) {
    const [first] = parsed.errors;
    return first === undefined ? notRead(text, "it declares more than a struct") : unusable(first);
  }
  const known = context.records.size;
  const type = declareRecord(node, context, own, undefined);
  const declared = [...context.records.values()].slice(known);
  blame(parsed.errors, declared);
  if (type.kind !== "record") return type;
  const { record } = type;
  symbols.instantiated.add(record);
  const facts = context.records.get(record)!;
  for (const assertion of unit.assertions.filter(({ at }) => at > node.from && at <= node.to)) {
    const { problem } = assertionProblem(assertion, facts, context);
    if (problem !== undefined) facts.problems.push(problem);
  }
  // An uncertain head matters only for names that are not parameters. [C++17 temp.local]p6
  const doubt = doubtOf(unit.tokens.slice(template.from, node.from));
  if (doubt !== undefined) facts.problems.push(doubt);
  const names = [...context.records].slice(known).flatMap(([inner, { from, to }]) => {
    return from >= node.from && to <= node.to ? inner.members : [];
  });
  const taken = parameters.find(
    ({ name }) =>
      name !== undefined &&
      (symbols.hides(name) || names.some((member) => member.kind !== "anonymous" && member.name === name)),
  );
  if (taken !== undefined)
    facts.problems.push(
      report(SYNTAX, "E108", record.span, { found: taken.name ?? "", reason: "it is a parameter of the template" }),
    );
  // It becomes a message if a typedef names it.
  record.name = undefined;
  delete record.scope;
  return type;
}
