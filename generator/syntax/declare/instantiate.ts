/** Instantiates class templates: reads the struct of `ring<uint8_t, 4>` with the parameters replaced by arguments. [C++17 temp.inst] */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { type Token, textOf } from "../preprocess/token.ts";
import { assertionProblem } from "./assertions.ts";
import { strayAttributes, typedefAlignment } from "./attributes.ts";
import { type Context, doubtOf } from "./context.ts";
import { blame, parseChunk } from "./parse-chunk.ts";
import { declareRecord } from "./records.ts";
import { specialised } from "./specialisations.ts";
import type { Argument, Pack, Scope, Template, TemplateInstance, Within } from "./symbols.ts";
import { argumentOf, incomplete, type Kind, pack, whileRead } from "./template-arguments.ts";
import { typeName } from "./type-names.ts";
import { sameArguments } from "./type-traits.ts";
import { notHeld, type Resolved, unusable } from "./types.ts";

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
  const place = placeOf(template, context);
  const bound = bind(template, given, { scope, own, place }, context);
  if (typeof bound === "string") return notRead(text, bound);
  const known = template.instances.find((instance) => sameArguments(instance.bound, bound));
  if (known !== undefined) return known.type ?? whileRead(known, template, text, context);
  if (template.instances.length >= MAX_INSTANCES) return notRead(text, "it is used with too many different arguments");
  const instance: TemplateInstance = { bound, type: undefined };
  template.instances.push(instance);
  const special = specialised(template, bound, { own, place }, context);
  if (typeof special === "string") return notRead(text, special);
  if (special?.isAnnounced) return incomplete(text);
  if (special !== undefined) {
    const { parameters } = special;
    const inside = { ...place, from: special.from, horizon: special.template.horizon, parameters };
    const type = symbols.within(inside, () => declareInstance(special.template, special.own, text, context));
    instance.type = noted(type, template, bound, context);
    return instance.type;
  }
  if (template.isAnnounced) return incomplete(text);
  const type = symbols.within({ ...place, parameters: namedArguments(template, bound) }, () =>
    template.alias ? aliased(template, own, text, context) : declareInstance(template, own, text, context),
  );
  instance.type = noted(type, template, bound, context);
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
  const place = placeOf(template, context);
  const bound = bind(template, given, { scope, own, place }, context);
  const special = typeof bound === "string" ? bound : specialised(template, bound, { own, place }, context);
  if (typeof bound === "string" || typeof special === "string") return undefined;
  if (special !== undefined) {
    const { parameters, from, template: chosen } = special;
    const inside = { ...place, from, horizon: chosen.horizon, parameters };
    return symbols.within(inside, () => read(chosen, special.own));
  }
  return symbols.within({ ...place, parameters: namedArguments(template, bound) }, () => read(template, own));
}

function placeOf(template: Template, context: Context): Within {
  const { horizon, around } = template;
  return { horizon, from: context.symbols.mark(), file: fileOf(template, context), around };
}

/** The instance, whose arguments a partial specialisation may ask for. */
function noted(type: Resolved, template: Template, bound: readonly Argument[], { symbols }: Context): Resolved {
  if (type.kind === "record" && !template.alias) symbols.instanceOf.set(type.record, { template, bound });
  return type;
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
  for (const [index, parameter] of parameters.entries()) {
    const { name, byDefault, isPack } = parameter;
    const written = given[index];
    const tokens = written ?? byDefault;
    if (tokens === undefined && !isPack) return count;
    const argument = isPack
      ? packOf(given.slice(index), parameter, { scope, own }, context)
      : orProblem(tokens ?? [], (of) =>
          written
            ? argumentOf(of, parameter, scope, own, context)
            : context.symbols.within(place, () => argumentOf(of, parameter, own, own, context)),
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
  parameter: Kind,
  { scope, own }: { readonly scope: Scope; readonly own: Scope },
  context: Context,
): Pack | string {
  const all: Pack["all"][number][] = [];
  for (const tokens of given) {
    const argument = orProblem(tokens, () => argumentOf(tokens, parameter, scope, own, context));
    if (typeof argument === "string") return argument;
    all.push(argument);
  }
  return pack(all, context);
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

function fileOf({ chunk }: Template, { unit }: Context) {
  return unit.tokens[chunk.from]?.file;
}

/** `template <typename T> using pair = ring<T, 2>;` */
function aliased({ chunk, name }: Template, own: Scope, text: string, context: Context): Resolved {
  const { tokens, attributes } = context.unit;
  const { from, to } = chunk;
  const doubt = doubtOf(tokens.slice(from, to));
  if (doubt !== undefined) return unusable({ diagnostic: doubt });
  const type = typeName(tokens.slice(from + 3, to - 1), context, own);
  if (type === undefined) return notRead(text, `'${name}' is not a known type here`);
  const behindName = from + 2;
  const elsewhere = tokens
    .slice(from, to)
    .flatMap((_, at) => (from + at === behindName ? [] : (attributes.get(from + at) ?? [])));
  const problems = strayAttributes(elsewhere);
  const aligned = typedefAlignment(attributes.get(behindName) ?? [], context, own, problems);
  const [diagnostic] = problems;
  if (diagnostic !== undefined) return unusable({ diagnostic });
  // clang ignores it. [clang 16]
  return aligned === undefined || context.target.compiler.family !== "gcc" ? type : { ...type, aligned };
}

function declareInstance(template: Template, own: Scope, text: string, context: Context): Resolved {
  const { chunk, parameters } = template;
  const { unit, symbols } = context;
  if (!context.parsed.has(chunk.from)) context.parsed.set(chunk.from, parseChunk(chunk, context));
  const parsed = context.parsed.get(chunk.from);
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
