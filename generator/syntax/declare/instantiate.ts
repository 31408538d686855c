/** `ring<uint8_t, 4>`: a class template's struct, read with the parameters standing for the arguments. [C++17 temp.inst] */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { CType } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import { fits, integerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import { type Token, textOf } from "../preprocess/token.ts";
import { assertionProblem } from "./assertions.ts";
import { constantsIn } from "./constants.ts";
import { type Context, doubtOf } from "./context.ts";
import { blame, parseChunk } from "./parse-chunk.ts";
import { declareRecord } from "./records.ts";
import { writtenType } from "./specifiers.ts";
import type { Argument, Scope, Template } from "./symbols.ts";
import { typeName } from "./type-names.ts";
import { isUsable, notHeld, type Resolved, sameType, unusable } from "./types.ts";

/** Templates in templates; one that needs itself without end is an error in every compiler. */
const MAX_NESTING = 32;
const MAX_INSTANCES = 1000;

/** @param given the arguments as written @param scope where they stand @param text of the whole type */
export function instantiate(
  template: Template,
  given: readonly (readonly Token[])[],
  { scope, text }: { readonly scope: Scope; readonly text: string },
  context: Context,
): Resolved {
  const refused = refusal(template, context);
  if (refused !== undefined) return notRead(text, refused);
  const count = `it takes ${template.parameters.length} arguments`;
  if (given.length > template.parameters.length) return notRead(text, count);
  const { symbols } = context;
  const own = [...template.scope, `${template.name}<#${symbols.mark()}>`];
  const place = { horizon: template.horizon, from: symbols.mark(), file: fileOf(template, context) };
  const bound: Argument[] = [];
  for (const [index, parameter] of template.parameters.entries()) {
    const tokens = given[index] ?? parameter.byDefault;
    if (tokens === undefined) return notRead(text, count);
    const read = () => argumentOf(tokens, parameter.type, given[index] === undefined ? own : scope, own, context);
    const argument = given[index] === undefined ? symbols.within(place, read) : read();
    if (typeof argument === "string") return notRead(text, `'${textOf(tokens)}' ${argument}`);
    bound.push(argument);
    if (parameter.name !== undefined) symbols.bind(own, parameter.name, argument);
  }
  const known = template.instances.find((instance) => sameArguments(instance.bound, bound));
  if (known !== undefined) return known.type ?? incomplete(text);
  if (template.instances.length >= MAX_INSTANCES) return notRead(text, "it is used with too many different arguments");
  const instance: Template["instances"][number] = { bound, type: undefined };
  template.instances.push(instance);
  const special = specialised(template, bound, own, context);
  if (typeof special === "string") return notRead(text, special);
  if (special !== undefined) {
    const inside = { ...place, horizon: symbols.mark() };
    instance.type = symbols.within(inside, () => declareInstance(special, own, text, context));
    return instance.type;
  }
  const names = template.parameters.map(({ name }, index) => [name ?? "", bound[index]!] as const);
  instance.type = symbols.within({ ...place, parameters: new Map(names) }, () =>
    template.alias ? aliased(template, own, text, context) : declareInstance(template, own, text, context),
  );
  return instance.type;
}

/** What the template is for exactly these arguments; a text says why that is not known. */
function specialised(
  { specialisations, parameters, scope }: Template,
  bound: readonly Argument[],
  own: Scope,
  context: Context,
): Template | string | undefined {
  for (const { given, template } of specialisations) {
    const wanted = parameters.map(({ type, byDefault }, index) => {
      const tokens = given[index] ?? byDefault;
      return tokens === undefined ? "is missing" : argumentOf(tokens, type, scope, own, context);
    });
    if (wanted.some((argument) => typeof argument === "string")) return "it is specialised for what is not known";
    if (sameArguments(wanted as Argument[], bound)) return template;
  }
  return undefined;
}

function refusal(template: Template, { symbols, language, specialised: names }: Context): string | undefined {
  if (template.refused !== undefined) return template.refused;
  if (names.has(template.name)) return "it is specialised in part";
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

/** A text says why not. */
function argumentOf(
  tokens: readonly Token[],
  type: readonly Token[] | undefined,
  scope: Scope,
  own: Scope,
  context: Context,
): Argument | string {
  if (type === undefined) {
    const found = typeName(tokens, context, scope);
    // Nobody else may ever ask for it. A pointer is one, and so is what is only announced.
    if (found === undefined || (!isUsable(found) && found.size === undefined && found.forward === undefined))
      return "is no known type";
    // Attributes of a typedef do not count there. [GCC, -Wignored-attributes]
    return { kind: "type", type: withoutAlignment(found), text: writtenType(tokens, context) };
  }
  const expected = typeName(type, context, own);
  const integer = expected?.kind === "arithmetic" ? integerType(expected.type, context.target) : undefined;
  if (integer === undefined || integer === "real") return "stands for a parameter that is no integer";
  const found = evaluate(tokens, constantsIn(context, scope));
  if (!found.ok || found.constant.kind === "real") return "is no integer constant";
  if (!fits(found.constant.value, integer)) return "is outside of its parameter's range";
  const constant: Constant = { kind: "integer", value: found.constant.value, type: integer };
  return { kind: "constant", constant, text: String(constant.value) };
}

function withoutAlignment(type: Resolved): Resolved {
  if (!isUsable(type)) return type;
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
  return type ?? notRead(text, `'${name}' stands for no known type`);
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
  const facts = context.records.get(record)!;
  for (const assertion of unit.assertions.filter(({ at }) => at > node.from && at <= node.to)) {
    const { problem } = assertionProblem(assertion, facts, context);
    if (problem !== undefined) facts.problems.push(problem);
  }
  // Its head may not be certain, and no name in it is a parameter's. [C++17 temp.local]p6
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
  // It is a message where a typedef gives it a name.
  record.name = undefined;
  delete record.scope;
  return type;
}
