/** Tags, typedefs, constants and other names of a channel's headers, by scope. */

import { nearest } from "../../../runtime/lib/nearest.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { COMMON_TYPE_NAMES } from "../../targets/known-types.ts";
import type { Language } from "../../targets/predefined.ts";
import type { CType, RecordDeclaration } from "../../types/declarations.ts";
import type { Constant } from "../constants/literals.ts";
import type { Chunk } from "../parse/chunks.ts";
import type { Token } from "../preprocess/token.ts";
import { keyIn, ScopeLinks } from "./scope-links.ts";
import { choose, type Declared, Table } from "./scope-table.ts";
import { ambiguousType, qualified, type Resolved, sameType, unusable } from "./types.ts";

/** Enclosing namespaces and classes, outermost first. */
export type Scope = readonly string[];

/** A constant with an unknown value; reported when it is used. */
export interface UnknownValue {
  readonly kind: "unknown";
  readonly problem: Diagnostic;
}

/** The argument of a template parameter. */
export type Argument =
  | { readonly kind: "type"; readonly type: Resolved; readonly text: string }
  | { readonly kind: "constant"; readonly constant: Constant; readonly text: string }
  /** One of the headers, or the name of one of the library. */
  | { readonly kind: "template"; readonly template: Template | string; readonly text: string }
  | Pack;

/** The arguments of `class... T`. */
export interface Pack {
  readonly kind: "pack";
  readonly all: readonly Exclude<Argument, Pack>[];
  /** What `sizeof...(T)` is. */
  readonly count: Constant;
}

export interface Parameter {
  readonly name: string | undefined;
  /** Type of an integer parameter; absent for a type parameter. */
  readonly type: readonly Token[] | undefined;
  /** `template <class> class C` */
  readonly takesTemplate?: true;
  readonly byDefault: readonly Token[] | undefined;
  /** `class... T`: it takes all further arguments. */
  readonly isPack?: true;
}

/** `constexpr int doubled(int n) { return 2 * n; }` */
export interface ConstantFunction {
  readonly name: Token;
  readonly scope: Scope;
  readonly parameters: readonly {
    readonly tokens: readonly Token[];
    readonly byDefault: readonly Token[] | undefined;
  }[];
  /** That it returns. */
  readonly type: readonly Token[];
  /** Between the braces. */
  readonly body: readonly Token[];
  /** Identifies the translation unit, whose calls share one limit. */
  readonly budget: object;
}

/** `template <…> struct name {…};`, `template <…> using name = …;`, or a `constexpr` variable or function with parameters */
export interface Template {
  readonly name: string;
  readonly scope: Scope;
  /** Index of its first token. */
  readonly from: number;
  /** The declaration after the parameter list. */
  readonly chunk: Chunk;
  readonly alias: boolean;
  /** Absent for a class. */
  readonly value?: "variable" | "function";
  readonly parameters: readonly Parameter[];
  /** Why it is not supported. */
  readonly refused: string | undefined;
  /** Names that are declared after this point are invisible in it. [C++17 temp.nondep] */
  readonly horizon: number;
  /** The instance of a class template that it is a member of. */
  readonly around?: Within | undefined;
  /** `template <> struct name<…> {…};`, or, with its own parameters, `template <typename T> struct name<T, 2> {…};` */
  readonly specialisations: Specialisation[];
  /** Only its specialisations have a text, and the declaration that completes it. */
  readonly isAnnounced?: true;
  definition?: Template;
  readonly instances: TemplateInstance[];
}

export interface TemplateInstance {
  readonly bound: readonly Argument[];
  /** Undefined while its text is read. */
  type: Resolved | undefined;
  /** What it is meanwhile. */
  incomplete?: Resolved;
}

export interface Specialisation {
  readonly given: readonly (readonly Token[])[];
  /** Without a body: another one may have it. */
  readonly isAnnounced: boolean;
  /** What stands behind `requires`. */
  readonly constraint: readonly Token[];
  readonly template: Template;
}

/** The position at which a template's text is read. */
export interface Within {
  /** Declarations before `horizon` and from `from` on are visible. */
  readonly horizon: number;
  readonly from: number;
  readonly file: SourceFile | undefined;
  readonly parameters?: ReadonlyMap<string, Argument>;
  /** What is visible where the class of a member template is read. */
  readonly around?: Within | undefined;
}

/** Each default argument stands in one of the declarations. [C++17 temp.param]p12 */
function completedBy(known: Template, further: Template): Template {
  const before = known.definition ?? known;
  const [text, other] = further.isAnnounced === true ? [before, further] : [further, before];
  const parameters = text.parameters.map((parameter, at) => {
    const byDefault = parameter.byDefault ?? other.parameters[at]?.byDefault;
    return byDefault === undefined ? parameter : { ...parameter, byDefault };
  });
  return { ...text, parameters, specialisations: known.specialisations, instances: known.instances };
}

/** True for declarations of one template. */
export function isSameTemplate(left: Template | string, right: Template | string): boolean {
  return typeof left === "object" && typeof right === "object" ? left.instances === right.instances : left === right;
}

function isVisible({ horizon, from, around }: Within, order: number): boolean {
  return order >= from || (order < horizon && (around === undefined || isVisible(around, order)));
}

function parameterOf(place: Within | undefined, name: string): Argument | undefined {
  return place && (place.parameters?.get(name) ?? parameterOf(place.around, name));
}

interface FactsOfTypes {
  alignmentOf(type: CType): number;
  /** Of the names that the record declares. */
  scopeOf(record: RecordDeclaration): Scope | undefined;
}

const NOTHING = { found: [], depth: -1 };

function innermost<T>(
  one: { readonly found: readonly T[]; readonly depth: number },
  other: { readonly found: readonly T[]; readonly depth: number },
): readonly T[] {
  if (one.found.length === 0 || other.found.length === 0 || one.depth === other.depth)
    return [...one.found, ...other.found];
  return one.depth > other.depth ? one.found : other.found;
}

export class Symbols {
  private readonly tags: Table<Resolved>;
  private readonly typedefs: Table<Resolved>;
  private readonly constants: Table<Constant | UnknownValue>;
  private readonly variables: Table<() => Resolved | undefined>;
  private readonly functions: Table<ConstantFunction>;
  private readonly templates: Table<Template>;
  /** Parameters that stand for templates of the library. */
  private readonly libraryTemplates: Table<string>;
  /** What the records of templates are instances of. */
  readonly instanceOf = new WeakMap<
    RecordDeclaration | Resolved,
    { readonly template: Template; readonly bound: readonly Argument[] }
  >();
  private readonly nearestTypes = new Map<string, { readonly found: string | undefined; readonly compared: number }>();
  /** In declaration order. */
  private readonly namesOfTypes: string[] = [...COMMON_TYPE_NAMES];
  /** Structs of instantiated templates. */
  readonly instantiated = new WeakSet<RecordDeclaration>();
  readonly links = new ScopeLinks();
  /** Names of `constexpr` arrays, objects and templates of variables, whose values are not evaluated. */
  readonly unread = new Set<string>();
  /** Without their namespaces. */
  readonly concepts = new Set<string>();
  /** Full names. */
  readonly namespaces: ReadonlySet<string>;
  private readonly facts: FactsOfTypes;
  private readonly language: Language;
  private readonly dialect: "as read" | "c only";
  private order = 0;
  private place: Within | undefined;
  private hidden = new Set<string>();
  /** Number of nested templates that are being read. */
  depth = 0;
  /** The header that is being read. Its own declarations of a name take precedence. */
  file: SourceFile | undefined;
  /** Includes that were not found. */
  missing: readonly string[] = [];
  /** A tag was used as a type without `struct`, which only C++ allows. */
  usesTags = false;

  /** @param dialect `c only` if the flags select C: a tag alone is then not a type */
  constructor(
    language: Language,
    dialect: "as read" | "c only",
    inlineNamespaces: ReadonlySet<string>,
    namespaces: ReadonlySet<string>,
    facts: FactsOfTypes,
  ) {
    this.facts = facts;
    this.namespaces = namespaces;
    this.language = language;
    this.dialect = dialect;
    const { links } = this;
    this.tags = new Table(sameType, inlineNamespaces, links);
    this.typedefs = new Table(sameType, inlineNamespaces, links);
    this.constants = new Table(
      (left, right) =>
        left === right || (left.kind !== "unknown" && right.kind !== "unknown" && left.value === right.value),
      inlineNamespaces,
      links,
    );
    this.variables = new Table((left, right) => left === right, inlineNamespaces, links);
    this.functions = new Table((left, right) => left === right, inlineNamespaces, links);
    this.templates = new Table((left, right) => left === right, inlineNamespaces, links);
    this.libraryTemplates = new Table((left, right) => left === right, inlineNamespaces, links);
  }

  declareTag(scope: Scope, name: string, type: Resolved): void {
    this.namesOfTypes.push(name);
    this.add(this.tags, scope, name, type);
  }

  declareTypedef(scope: Scope, name: string, type: Resolved): void {
    this.namesOfTypes.push(name);
    this.add(this.typedefs, scope, name, type);
  }

  declareConstant(scope: Scope, name: string, value: Constant | UnknownValue): void {
    this.add(this.constants, scope, name, value);
  }

  /** Variables are recorded for better messages, and for `decltype`. */
  declareVariable(scope: Scope, name: string, type: () => Resolved | undefined): void {
    this.add(this.variables, scope, name, type);
  }

  declareTemplate(declared: Omit<Template, "horizon">): Template {
    const template: Template = { ...declared, horizon: this.order + 1, around: this.place };
    const before = this.templates.declaredIn(template.scope, template.name);
    const known = before.find(({ isAnnounced }) => isAnnounced || template.isAnnounced);
    if (known !== undefined && template.value === undefined) {
      known.definition = completedBy(known, template);
      return known;
    }
    this.add(this.templates, template.scope, template.name, template);
    return template;
  }

  /** Number of the next declaration. */
  mark(): number {
    return this.order++;
  }

  /** A parameter's name is visible only in its template. */
  bind(scope: Scope, name: string, argument: Argument): void {
    const at = { file: this.file, order: this.order++, isLocal: true };
    if (argument.kind === "pack") this.bindPack(scope, name, argument);
    else if (argument.kind === "type") this.typedefs.add(scope, name, argument.type, at);
    else if (argument.kind === "template") {
      if (typeof argument.template === "string") this.libraryTemplates.add(scope, name, argument.template, at);
      else this.templates.add(scope, name, argument.template, at);
    } else this.constants.add(scope, name, argument.constant, at);
  }

  /** Each argument has a name of its own, `T#0`, and their number that by which `sizeof...(T)` asks for it. */
  private bindPack(scope: Scope, name: string, { all, count }: Pack): void {
    for (const [index, one] of all.entries()) this.bind(scope, `${name}#${index}`, one);
    this.bind(scope, `sizeof...(${name})`, { kind: "constant", constant: count, text: `${all.length}` });
  }

  /** Reads a template's text with the declarations that are visible at its position. */
  within<T>(place: Within, read: () => T): T {
    const before = { place: this.place, file: this.file, hidden: this.hidden };
    this.place = place;
    this.file = place.file;
    this.hidden = new Set();
    this.depth += 1;
    try {
      return read();
    } finally {
      this.place = before.place;
      this.file = before.file;
      this.hidden = before.hidden;
      this.depth -= 1;
    }
  }

  /** True if a declaration in the template has the name of a parameter. */
  hides(name: string): boolean {
    return this.hidden.has(name);
  }

  /** The argument's text, for a parameter that is a number, an arithmetic type or a struct. */
  argumentText(name: string): string | undefined {
    const argument = parameterOf(this.place, name);
    return argument === undefined ||
      argument.kind === "pack" ||
      (argument.kind === "type" && argument.type.kind === "array")
      ? undefined
      : argument.text;
  }

  private add<T>(table: Table<T>, scope: Scope, name: string, value: T): void {
    if (this.isParameter(name)) this.hidden.add(name);
    const isLocal = this.depth > 0;
    table.add(scope, name, value, { file: this.file, order: this.order++, isLocal });
  }

  private find<T>(table: Table<T>, scope: Scope, name: string): readonly Declared<T>[] {
    return this.lookUp(table, scope, name).found;
  }

  private lookUp<T>(table: Table<T>, scope: Scope, name: string) {
    const { place } = this;
    if (place === undefined) return table.lookUp(scope, name);
    return table.lookUp(scope, name, ({ order }) => isVisible(place, order));
  }

  tag(scope: Scope, name: string): Resolved | undefined {
    return this.pick(this.find(this.tags, scope, name), name);
  }

  /** A typedef's name, else a tag: C++ needs no `struct` before it. */
  type(scope: Scope, name: string): Resolved | undefined {
    const byTypedef = this.lookUp(this.typedefs, scope, name);
    const byTag = this.dialect === "c only" ? NOTHING : this.lookUp(this.tags, scope, name);
    const [typedefs, tags] = [byTypedef.found, byTag.found];
    // In C++ one name is one type, so a later declaration in another header replaces it, and an inner scope hides it.
    const found =
      this.language === "c++"
        ? innermost(byTypedef, byTag)
        : typedefs.length === 0 || this.isOnlyTagHere(typedefs, tags)
          ? [...typedefs, ...tags]
          : typedefs;
    this.usesTags ||= typedefs.length === 0 && tags.length > 0;
    const type = this.completedOf(found, scope, name);
    const around = type === undefined ? this.classAround(scope, name) : undefined;
    return around === undefined ? type : this.typeIn(around.scope, around.member);
  }

  /** The class of `alias::member`, behind a typedef or a template's parameter. It may be declared behind the template. [C++17 temp.dep.res] */
  private classAround(scope: Scope, name: string): { readonly scope: Scope; readonly member: string } | undefined {
    const cut = name.lastIndexOf("::");
    const type = cut > 0 ? this.type(scope, name.slice(0, cut)) : undefined;
    const inside = type?.kind === "record" ? this.facts.scopeOf(type.record) : undefined;
    return inside && { scope: inside, member: name.slice(cut + 2) };
  }

  private completedOf(found: readonly Declared<Resolved>[], scope: Scope, name: string): Resolved | undefined {
    const completed = found.some(({ value }) => value.kind === "unusable" && value.forward !== undefined)
      ? found.map((each) => ({ ...each, value: this.completed(scope, each.value) }))
      : found;
    return this.pick(completed, name);
  }

  /** `typedef struct s s_t;`, once `struct s` has its fields. */
  private completed(scope: Scope, type: Resolved): Resolved {
    if (type.kind !== "unusable" || type.forward === undefined) return type;
    const { forward, aligned, lowered } = type;
    const completed = this.tag(scope, forward);
    if (completed === undefined) return type;
    if (aligned === undefined || completed.kind === "unusable") return qualified(completed, type.qualifiers);
    const isLowered = lowered !== undefined && aligned < this.facts.alignmentOf(completed);
    return isLowered ? unusable({ diagnostic: lowered }) : qualified({ ...completed, aligned }, type.qualifiers);
  }

  /** A type by its name in the configuration, where a tag needs no `struct` in C, either. */
  named(name: string): Resolved | undefined {
    return this.type([], name) ?? this.tag([], name);
  }

  /** A type of this scope, or of a base class. */
  typeIn(scope: Scope, name: string): Resolved | undefined {
    return this.completedOf([...this.typedefs.inside(scope, name), ...this.tags.inside(scope, name)], scope, name);
  }

  /** A constant of this scope, or of a base class. */
  constantIn(scope: Scope, name: string): Constant | UnknownValue | undefined {
    const choice = choose(this.constants.inside(scope, name), this.file, this.constants.same);
    return choice === "ambiguous" ? undefined : choice;
  }

  /** True for a constant, a variable, a function or a template. */
  isDeclared(scope: Scope, name: string): boolean {
    return (
      this.isVariable(scope, name) ||
      this.find(this.constants, scope, name).length > 0 ||
      this.find(this.functions, scope, name).length > 0 ||
      this.find(this.templates, scope, name).length > 0
    );
  }

  /** True if the type is declared in the current template, or is one of its parameters. */
  isOfTemplate(scope: Scope, name: string): boolean {
    const from = this.place?.from ?? Number.POSITIVE_INFINITY;
    return [...this.find(this.typedefs, scope, name), ...this.find(this.tags, scope, name)].some(
      (found) => found.order >= from,
    );
  }

  /** True if the typedef is in this header; other headers may not include it. */
  isTypedefHere(name: string): boolean {
    return this.find(this.typedefs, [], name).some(({ file }) => file === this.file);
  }

  /** True if this header declares the tag, and only other headers have a typedef of that name. */
  private isOnlyTagHere(typedefs: readonly Declared<Resolved>[], tags: readonly Declared<Resolved>[]): boolean {
    return tags.some(({ file }) => file === this.file) && !typedefs.some(({ file }) => file === this.file);
  }

  private pick(found: readonly Declared<Resolved>[], name: string): Resolved | undefined {
    const choice = choose(found, this.file, sameType);
    if (choice !== "ambiguous") return choice;
    return ambiguousType(
      name,
      found.map(({ file }) => file),
    );
  }

  constant(scope: Scope, name: string): Constant | UnknownValue | undefined {
    const choice = choose(this.find(this.constants, scope, name), this.file, this.constants.same);
    const around = choice === undefined ? this.classAround(scope, name) : undefined;
    if (around !== undefined) return this.constantIn(around.scope, around.member);
    return choice === "ambiguous" ? undefined : choice;
  }

  declareFunction(scope: Scope, name: string, declared: ConstantFunction): void {
    this.add(this.functions, scope, name, declared);
  }

  functionsNamed(scope: Scope, name: string): readonly ConstantFunction[] {
    return this.find(this.functions, scope, name).map(({ value }) => value);
  }

  isVariable(scope: Scope, name: string): boolean {
    return this.find(this.variables, scope, name).length > 0;
  }

  /** Undefined also if there are several variables of the name. */
  typeOfVariable(scope: Scope, name: string): Resolved | undefined {
    const found = this.find(this.variables, scope, name);
    return found.length === 1 ? found[0]?.value() : undefined;
  }

  /** True for a parameter of the template that is being read. */
  isParameter(name: string): boolean {
    return parameterOf(this.place, name) !== undefined;
  }

  /** The full name of what `a::name` refers to in the scope; undefined if nothing has the name. */
  qualifiedName(scope: Scope, name: string): string | undefined {
    const tables = [this.tags, this.typedefs, this.constants, this.variables, this.functions, this.templates];
    const isGlobal = name.startsWith("::");
    const plain = isGlobal ? name.slice(2) : name;
    for (let depth = isGlobal ? 0 : scope.length; depth >= 0; depth--) {
      const outer = scope.slice(0, depth);
      if (tables.some((table) => table.inside(outer, plain).length > 0)) return keyIn(outer, plain);
    }
    return undefined;
  }

  /** Types of variables of this name that this header declares in exactly this scope. */
  typesOfOwnVariables(scope: Scope, name: string): Resolved[] {
    const key = [...scope, name].join("::");
    const own = this.variables.find(scope, name, (declared) => declared.file === this.file && declared.key === key);
    return own.flatMap(({ value }) => value() ?? []);
  }

  template(scope: Scope, name: string): Template | "ambiguous" | undefined {
    const found = this.completedTemplate(this.find(this.templates, scope, name));
    const around = found === undefined ? this.classAround(scope, name) : undefined;
    return around === undefined ? found : this.templateIn(around.scope, around.member);
  }

  /** A template of this scope, or of a base class. */
  templateIn(scope: Scope, name: string): Template | "ambiguous" | undefined {
    return this.completedTemplate(this.templates.inside(scope, name));
  }

  private completedTemplate(found: readonly Declared<Template>[]): Template | "ambiguous" | undefined {
    const choice = choose(found, this.file, this.templates.same);
    return typeof choice === "object" ? (choice.definition ?? choice) : choice;
  }

  /** `std::array`, if it is the argument of the template's parameter `name`. */
  libraryTemplate(scope: Scope, name: string): string | undefined {
    return this.find(this.libraryTemplates, scope, name).at(-1)?.value;
  }

  /** For "did you mean". Each pair of names is compared only once. */
  nearestType(name: string): string | undefined {
    const known = this.nearestTypes.get(name);
    const newer = this.namesOfTypes.slice(known?.compared ?? 0);
    const found = nearest(name, known?.found === undefined ? newer : [known.found, ...newer]);
    this.nearestTypes.set(name, { found, compared: this.namesOfTypes.length });
    return found;
  }

  typeNames(): Iterable<string> {
    return [...this.typedefs.names(), ...this.tags.names()];
  }

  constantNames(): Iterable<string> {
    return this.constants.names();
  }
}
