import type { CType, Qualifiers } from "../../types/declarations.ts";
import { type ConstantScope, evaluate } from "../constants/evaluate.ts";
import { isQualifier } from "../parse/declaration-words.ts";
import { closing, closingAngle, leftOutside, outsideAngles } from "../preprocess/brackets.ts";
import { isPunctuator, joined, type Token, textOf } from "../preprocess/token.ts";
import { constantsIn } from "./constants.ts";
import type { Context } from "./context.ts";
import {
  type Argument,
  isSameTemplate,
  type Parameter,
  type Scope,
  type Specialisation,
  type Template,
  type Within,
} from "./symbols.ts";
import { argumentOf, isConcept, type Kind, OF_TYPE, pack, sizeConstant } from "./template-arguments.ts";
import { splitAtCommas, withSingleAngles } from "./templates.ts";
import { qualifiersAmong } from "./type-names.ts";
import { type Likeness, likenessOf, sameArguments } from "./type-traits.ts";
import { isUsable, qualifiersOf, withoutQualifiers } from "./types.ts";

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
export function specialised(
  template: Template,
  bound: readonly Argument[],
  where: { readonly own: Scope; readonly place: Within },
  context: Context,
): Special | string | undefined {
  const candidates = template.specialisations.map((one) => candidate(template, one, bound, where, context));
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
  { own, place }: { readonly own: Scope; readonly place: Within },
  context: Context,
): Special | string | undefined {
  const { symbols } = context;
  // What stands between the template and its specialisation is visible in this one.
  const parameters = symbols.within({ ...place, horizon: special.horizon }, () =>
    matched(template, { given, special }, bound, own, context),
  );
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
  const names = new Set(special.parameters.flatMap(({ name }) => name ?? []));
  const found = new Map<string, Argument>();
  const likeness = listLikeness({ parameters, given }, bound, { names, found, scope, own, context });
  if (likeness === "different") return undefined;
  const isWhole = likeness === "same" && found.size === names.size;
  return isWhole ? found : "it is specialised for an unknown type or value";
}

interface Deduction {
  /** Of the specialisation's parameters. */
  readonly names: ReadonlySet<string>;
  /** What they stand for. */
  readonly found: Map<string, Argument>;
  readonly scope: Scope;
  readonly own: Scope;
  readonly context: Context;
}

/** Whether the arguments fit the patterns `H, T...`; notes what the parameters stand for. [C++17 temp.deduct.type] */
function listLikeness(
  { parameters, given }: { readonly parameters: readonly Parameter[]; readonly given: readonly (readonly Token[])[] },
  bound: readonly Argument[],
  deduction: Deduction,
): Likeness {
  const all = bound.flatMap((argument) => (argument.kind === "pack" ? argument.all : argument));
  const { patterns, rest } = patternsOf(parameters, given);
  if (rest === undefined ? all.length !== patterns.length : all.length < patterns.length) return "different";
  if (rest !== undefined) {
    const wanted = deduction.found.get(rest);
    const behind = pack(all.slice(patterns.length), deduction.context);
    if (wanted !== undefined && !sameArguments([wanted], [behind])) return "unknown";
    deduction.found.set(rest, behind);
  }
  const likenesses = patterns.map((pattern, index) => likenessTo(pattern, all[index]!, deduction));
  return likenesses.find((each) => each === "different") ?? likenesses.find((each) => each !== "same") ?? "same";
}

interface Pattern {
  readonly tokens: readonly Token[];
  readonly parameter: Kind;
}

function likenessTo({ tokens, parameter }: Pattern, argument: Argument, deduction: Deduction): Likeness {
  const { names, found, context } = deduction;
  const name = joined(tokens);
  if (names.has(name)) {
    // A parameter fits whatever it has not stood for before.
    const wanted = found.get(name);
    found.set(name, argument);
    return wanted === undefined ? "same" : likenessOf(wanted, argument, context);
  }
  const isOpen = tokens.some(({ text }) => names.has(text));
  const own = isOpen ? qualifiersAmong(outsideAngles(tokens), context) : undefined;
  if (own !== undefined) return likenessToQualified({ tokens, parameter }, own, argument, deduction);
  const wanted = isOpen ? "unknown" : concrete(tokens, parameter, deduction);
  const likeness =
    wanted === "unknown" ? likenessInside(tokens, argument, deduction) : likenessOf(wanted, argument, context);
  return likeness === "unknown" && isOtherKind(tokens, argument) ? "different" : likeness;
}

/** `const T` fits `const volatile int`, where T is `volatile int`. */
function likenessToQualified(
  { tokens, parameter }: Pattern,
  own: Qualifiers,
  argument: Argument,
  deduction: Deduction,
): Likeness {
  if (argument.kind !== "type") return "unknown";
  // What a pointer points to is not followed.
  if (tokens.some(({ text }) => ["*", "&", "["].includes(text)))
    return isOtherKind(tokens, argument) ? "different" : "unknown";
  const type = withoutQualifiers(argument.type, own);
  if (type === undefined) return "different";
  return likenessTo({ tokens: leftOutside(tokens, isQualifier), parameter }, { ...argument, type }, deduction);
}

/** Whether the argument fits `ring<T, 4>`, `C<T...>` or `T[N]`. */
function likenessInside(tokens: readonly Token[], argument: Argument, deduction: Deduction): Likeness {
  const words = withSingleAngles(tokens);
  const open = words.findIndex((token) => isPunctuator(token, "<"));
  if (argument.kind !== "type") return "unknown";
  const { type } = argument;
  if (open < 1 || closingAngle(words, open, words.length) !== words.length)
    return type.kind === "array" ? likenessOfArray(words, type, deduction) : "unknown";
  const instance = deduction.context.symbols.instanceOf.get(type.kind === "record" ? type.record : type);
  if (type.kind !== "record" && instance === undefined) return "unknown";
  if (qualifiersOf(type) !== undefined) return "different";
  const likeness = likenessOfTemplate(joined(words.slice(0, open)), instance?.template, deduction);
  if (likeness !== "same" || instance === undefined) return likeness;
  const given = splitAtCommas(words.slice(open + 1, -1));
  return listLikeness({ parameters: instance.template.parameters, given }, instance.bound, deduction);
}

/** @param template that the argument is an instance of */
function likenessOfTemplate(
  name: string,
  template: Template | undefined,
  { names, found, scope, context }: Deduction,
): Likeness {
  if (!names.has(name)) {
    const wanted = context.symbols.template(scope, name);
    if (typeof wanted !== "object" || wanted.alias) return "unknown";
    return template !== undefined && isSameTemplate(template, wanted) ? "same" : "different";
  }
  if (template === undefined || found.has(name)) return "unknown";
  found.set(name, { kind: "template", template, text: template.name });
  return "same";
}

/** `T[N]` and `T[4]` */
function likenessOfArray(
  words: readonly Token[],
  { element, length, flexible }: CType & { readonly kind: "array" },
  deduction: Deduction,
): Likeness {
  const open = words.findIndex((token) => isPunctuator(token, "["));
  if (open < 1 || closing(words, open) !== words.length || flexible) return "unknown";
  const { names, found, scope, context } = deduction;
  const count = words.slice(open + 1, -1);
  const wanted = names.has(joined(count))
    ? found.get(joined(count))
    : constantArgument(count, constantsIn(context, scope));
  const own: Argument = { kind: "constant", constant: sizeConstant(length, context), text: String(length) };
  if (names.has(joined(count))) found.set(joined(count), own);
  else if (wanted === undefined) return "unknown";
  if (wanted !== undefined && !sameArguments([wanted], [own])) return "different";
  const tokens = words.slice(0, open);
  return likenessTo({ tokens, parameter: OF_TYPE }, { kind: "type", type: element, text: "" }, deduction);
}

function constantArgument(tokens: readonly Token[], scope: ConstantScope): Argument | undefined {
  const value = tokens.length === 0 ? undefined : evaluate(tokens, scope);
  return value?.ok ? { kind: "constant", constant: value.constant, text: textOf(tokens) } : undefined;
}

/** `H, T...` of `struct row<H, T...>`: the patterns of single arguments, and the name of the pack that takes the rest. */
function patternsOf(parameters: readonly Parameter[], given: readonly (readonly Token[])[]) {
  const patterns = parameters.flatMap((parameter, index): Pattern[] =>
    (parameter.isPack ? given.slice(index) : [given[index] ?? parameter.byDefault ?? []]).map((tokens) => ({
      tokens,
      parameter,
    })),
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

/** The argument in a pattern without parameters. `T *` is not supported. */
function concrete(tokens: readonly Token[], parameter: Kind, { scope, own, context }: Deduction): Argument | "unknown" {
  if (tokens.length === 0) return "unknown";
  const argument = argumentOf(tokens, parameter, scope, own, context);
  return typeof argument === "string" ? "unknown" : argument;
}
