/** Instantiates class templates: reads the struct of `ring<uint8_t, 4>` with the parameters replaced by arguments. [C++17 temp.inst] */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { compilerFlags } from "../../targets/flags.ts";
import type { ArithmeticType, CType } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import { fits, integerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import { arithmeticType } from "../parse/type-words.ts";
import { joined, type Token, textOf } from "../preprocess/token.ts";
import { assertionProblem } from "./assertions.ts";
import { constantsIn } from "./constants.ts";
import { type Context, doubtOf } from "./context.ts";
import { blame, parseChunk } from "./parse-chunk.ts";
import { declareRecord } from "./records.ts";
import { writtenType } from "./specifiers.ts";
import type { Argument, Scope, Template, Within } from "./symbols.ts";
import { typeName } from "./type-names.ts";
import { isUsable, notHeld, type Resolved, sameType, unusable } from "./types.ts";

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
    for (const [name, argument] of parameters) symbols.bind(special.own, name, argument);
    const inside = { ...place, from: special.from, horizon: special.template.horizon, parameters };
    instance.type = symbols.within(inside, () => declareInstance(special.template, special.own, text, context));
    return instance.type;
  }
  if (template.isAnnounced) return incomplete(text);
  const names = template.parameters.map(({ name }, index) => [name ?? "", bound[index]!] as const);
  instance.type = symbols.within({ ...place, parameters: new Map(names) }, () =>
    template.alias ? aliased(template, own, text, context) : declareInstance(template, own, text, context),
  );
  return instance.type;
}

/** Gives the parameters their arguments or defaults; a text says why it cannot. */
function bind(
  { parameters }: Template,
  given: readonly (readonly Token[])[],
  { scope, own, place }: { readonly scope: Scope; readonly own: Scope; readonly place: Within },
  context: Context,
): Argument[] | string {
  const count = `it takes ${parameters.length} arguments`;
  if (given.length > parameters.length) return count;
  const bound: Argument[] = [];
  for (const [index, { name, type, byDefault }] of parameters.entries()) {
    const written = given[index];
    const tokens = written ?? byDefault;
    if (tokens === undefined) return count;
    const argument = written
      ? argumentOf(written, type, scope, own, context)
      : context.symbols.within(place, () => argumentOf(tokens, type, own, own, context));
    if (typeof argument === "string") return `'${textOf(tokens)}' ${argument}`;
    bound.push(argument);
    if (name !== undefined) context.symbols.bind(own, name, argument);
  }
  return bound;
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
  const found: Special[] = [];
  let unknown: string | undefined;
  for (const { given, isAnnounced, template: special } of template.specialisations) {
    const parameters = matched(template, { given, special }, bound, own, context);
    if (typeof parameters === "string") unknown ??= parameters;
    if (typeof parameters !== "object") continue;
    const { symbols } = context;
    const scope = parameters.size === 0 ? own : [...template.scope, `${template.name}<#${symbols.mark()}>`];
    found.push({ template: special, isAnnounced, parameters, own: scope, from: symbols.mark() });
  }
  const exact = found.filter(({ parameters }) => parameters.size === 0);
  // One for exactly these arguments takes precedence over all others.
  if (unknown !== undefined && exact.length === 0) return unknown;
  const [fitting, ...others] = exact.length > 0 ? exact : found;
  if (others.length === 0) return fitting;
  const defined = [fitting!, ...others].filter((each) => !each.isAnnounced);
  const isOne = exact.length > 0 || found.length - defined.length < 2;
  return defined.length === 1 && isOne ? defined[0] : (exact[0] ?? "several of its specialisations fit");
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
  for (const [index, { type, byDefault }] of parameters.entries()) {
    const tokens = given[index] ?? byDefault ?? [];
    const argument = bound[index]!;
    const name = tokens[0]?.text ?? "";
    const isParameter = tokens.length === 1 && names.has(name);
    const wanted = isParameter ? found.get(name) : concrete(tokens, type, names, { scope, own }, context);
    if (isParameter) found.set(name, argument);
    const likeness = typeof wanted === "object" ? likenessOf(wanted, argument, context) : wanted;
    if (likeness === "unknown") return unknown;
    if (likeness === "different") return undefined;
  }
  return found.size === names.size ? found : unknown;
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

/** Whether two arguments are the same type: `uint16_t` is `unsigned short` on some targets only. */
function likenessOf(left: Argument, right: Argument, context: Context): "same" | "different" | "unknown" {
  if (left.kind === "constant" || right.kind === "constant" || sameArguments([left], [right]))
    return sameArguments([left], [right]) ? "same" : "different";
  if (left.type.kind !== right.type.kind) return "different";
  // Pointers and arrays are not compared by element type.
  if (left.type.kind !== "arithmetic" || right.type.kind !== "arithmetic")
    return left.type.kind === "record" || left.type.kind === "enum" ? "different" : "unknown";
  const { arithmetic } = context.target;
  if (arithmetic[left.type.type].scalar !== arithmetic[right.type.type].scalar) return "different";
  if (left.type.isClass !== right.type.isClass) return "different";
  const [one, other] = [builtIn(left.type.type, context), builtIn(right.type.type, context)];
  if (one === undefined || other === undefined) return "unknown";
  return one === other ? "same" : "different";
}

/** The built-in type behind a name of `<stdint.h>` on the target. */
function builtIn(type: ArithmeticType, { target, plan }: Context): ArithmeticType | undefined {
  const [, sign, bits] = /^(u?)int(\d+)_t$/.exec(type) ?? [];
  if (bits === undefined) return type;
  if (bits === "8") return sign === "u" ? "unsigned char" : "signed char";
  // Microsoft's `<stdint.h>` uses `int` for 32 bits and never `long`.
  if (target.compiler.family === "microsoft")
    return `${sign === "u" ? "unsigned " : ""}${({ 16: "short", 32: "int", 64: "long long" } as const)[Number(bits) as 16 | 32 | 64]}`;
  const name = `__${sign?.toUpperCase()}INT${bits}_TYPE__`;
  const words = compilerFlags(plan).macros(plan.byteOrder, "c").macros.get(name);
  return words === undefined ? undefined : arithmeticType(words.split(" "));
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

/** Returns a text if the argument is not supported. */
function argumentOf(
  tokens: readonly Token[],
  type: readonly Token[] | undefined,
  scope: Scope,
  own: Scope,
  context: Context,
): Argument | string {
  if (type === undefined) {
    const found = typeName(tokens, context, scope) ?? openClass(tokens, context);
    // Check the type here, because the template may never use the parameter. Pointers and incomplete types are valid.
    if (found === undefined || (!isUsable(found) && found.size === undefined && found.forward === undefined))
      return "is not a known type";
    // As a template argument, a typedef loses its attributes. [GCC, -Wignored-attributes]
    return { kind: "type", type: withoutAlignment(found), text: writtenType(tokens, context) };
  }
  const found = evaluate(tokens, constantsIn(context, scope));
  // `template <auto n>`: the argument's own type. [C++17 temp.param]p4
  const ofArgument = joined(type) === "auto" && found.ok && found.constant.kind === "integer" && found.constant.type;
  const expected = ofArgument ? undefined : typeName(type, context, own);
  const integer =
    ofArgument || (expected?.kind === "arithmetic" ? integerType(expected.type, context.target) : undefined);
  if (typeof integer !== "object") return "replaces a parameter that is not an integer";
  if (!found.ok || found.constant.kind === "real") return "is not an integer constant";
  if (!fits(found.constant.value, integer)) return "is outside of its parameter's range";
  const constant: Constant = { kind: "integer", value: found.constant.value, type: integer };
  return { kind: "constant", constant, text: String(constant.value) };
}

/** `struct body : serializable<body> {` */
function openClass(tokens: readonly Token[], { open }: Context): Resolved | undefined {
  const [name, more] = tokens;
  const isOpen = name !== undefined && more === undefined && open.includes(name.text);
  return isOpen ? { ...unusable({ code: "E119", type: name.text }), forward: name.text } : undefined;
}

function withoutAlignment(type: Resolved): Resolved {
  if (!isUsable(type) || type.isClass) return type;
  const { aligned: _, ...plain } = type;
  return plain.kind === "array" ? { ...plain, element: withoutAlignment(plain.element) as CType } : (plain as CType);
}

function sameArguments(left: readonly Argument[], right: readonly Argument[]): boolean {
  return left.every((one, index) => {
    const other = right[index]!;
    if (one.kind === "constant") return other.kind === "constant" && one.constant.value === other.constant.value;
    return other.kind === "type" && sameType(one.type, other.type) && orderIn(one.type) === orderIn(other.type);
  });
}

function orderIn(type: Resolved): string | undefined {
  if (!isUsable(type)) return undefined;
  return type.order ?? (type.kind === "array" ? orderIn(type.element) : undefined);
}

/** `template <typename T> using pair = ring<T, 2>;` */
function aliased({ chunk, name }: Template, own: Scope, text: string, context: Context): Resolved {
  const { tokens } = context.unit;
  const doubt = doubtOf(tokens.slice(chunk.from, chunk.to));
  if (doubt !== undefined) return unusable({ told: doubt });
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
    return first === undefined ? notRead(text, "it declares more than a struct") : unusable({ told: first.diagnostic });
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
