/** Names of a channel's headers: tags, typedefs and constants, by scope. */

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../source/source-file.ts";
import type { Language } from "../../targets/predefined.ts";
import type { Constant } from "../constants/literals.ts";
import { ambiguousType, type Resolved, sameType } from "./types.ts";

/** Enclosing namespaces and classes, outermost first. */
export type Scope = readonly string[];

/** A constant whose value is not known: told when somebody needs it. */
export interface UnknownValue {
  readonly kind: "unknown";
  readonly problem: Diagnostic;
}

export class Symbols {
  private readonly tags = new Table<Resolved>(sameType);
  private readonly typedefs = new Table<Resolved>(sameType);
  private readonly constants = new Table<Constant | UnknownValue>(
    (left, right) => left.kind !== "unknown" && right.kind !== "unknown" && left.value === right.value,
  );
  private readonly variables = new Table<true>(() => true);
  private readonly templates = new Table<true>(() => true);
  private readonly language: Language;
  private readonly dialect: "as read" | "c only";
  private order = 0;
  /** The header that is being read: of several declarations of a name its own counts. */
  file: SourceFile | undefined;
  /** A tag stood for its type without `struct`, as only C++ has it. */
  usesTags = false;

  /** @param dialect `c only` where the flags say so: a tag is no type by itself then */
  constructor(language: Language, dialect: "as read" | "c only") {
    this.language = language;
    this.dialect = dialect;
  }

  declareTag(scope: Scope, name: string, type: Resolved): void {
    this.tags.add(scope, name, type, this.file, this.order++);
  }

  declareTypedef(scope: Scope, name: string, type: Resolved): void {
    this.typedefs.add(scope, name, type, this.file, this.order++);
  }

  declareConstant(scope: Scope, name: string, value: Constant | UnknownValue): void {
    this.constants.add(scope, name, value, this.file, this.order++);
  }

  /** A variable is no constant; knowing it makes the better message. */
  declareVariable(scope: Scope, name: string): void {
    this.variables.add(scope, name, true, this.file, this.order++);
  }

  declareTemplate(scope: Scope, name: string): void {
    this.templates.add(scope, name, true, this.file, this.order++);
  }

  tag(scope: Scope, name: string): Resolved | undefined {
    return this.pick(this.tags.find(scope, name), name);
  }

  /** A typedef's name, else a tag's: C++ needs no `struct` in front. */
  type(scope: Scope, name: string): Resolved | undefined {
    const typedefs = this.typedefs.find(scope, name);
    const tags = this.dialect === "c only" ? [] : this.tags.find(scope, name);
    // In C++ one name is one type, so that of two headers' declarations the later one is meant.
    const found =
      this.language === "c++" || typedefs.length === 0 || this.isOnlyTagHere(typedefs, tags)
        ? [...typedefs, ...tags]
        : typedefs;
    this.usesTags ||= typedefs.length === 0 && tags.length > 0;
    const type = this.pick(found, name);
    if (type?.kind !== "unusable" || type.forward === undefined) return type;
    const { forward, aligned } = type;
    const completed = this.tag(scope, forward);
    if (completed === undefined) return type;
    return aligned === undefined || completed.kind === "unusable" ? completed : { ...completed, aligned };
  }

  isTypedef(scope: Scope, name: string): boolean {
    return this.typedefs.find(scope, name).length > 0;
  }

  /** A header that declares the tag itself, and whose typedef of that name is another header's. */
  private isOnlyTagHere(typedefs: readonly Declared<Resolved>[], tags: readonly Declared<Resolved>[]): boolean {
    return tags.some(({ file }) => file === this.file) && !typedefs.some(({ file }) => file === this.file);
  }

  private pick(found: readonly Declared<Resolved>[], name: string): Resolved | undefined {
    const choice = choose(found, this.file, sameType);
    return choice === "ambiguous" ? ambiguousType(name) : choice;
  }

  constant(scope: Scope, name: string): Constant | UnknownValue | undefined {
    const choice = choose(this.constants.find(scope, name), this.file, this.constants.same);
    return choice === "ambiguous" ? undefined : choice;
  }

  isVariable(scope: Scope, name: string): boolean {
    return this.variables.find(scope, name).length > 0;
  }

  isTemplate(scope: Scope, name: string): boolean {
    return this.templates.find(scope, name).length > 0;
  }

  typeNames(): Iterable<string> {
    return [...this.typedefs.names(), ...this.tags.names()];
  }

  constantNames(): Iterable<string> {
    return this.constants.names();
  }
}

interface Declared<T> {
  readonly key: string;
  readonly value: T;
  readonly file: SourceFile | undefined;
  readonly order: number;
  /** Another scope has the name as well. */
  readonly clash?: boolean;
}

/** Two headers may each have a struct of one name [D2]: the header's own is meant; else it must not matter which. */
function choose<T>(
  found: readonly Declared<T>[],
  file: SourceFile | undefined,
  same: (left: T, right: T) => boolean,
): T | "ambiguous" | undefined {
  const own = found.filter((declared) => declared.file === file && declared.clash !== true);
  const candidates = own.length > 0 ? own : found;
  const last = candidates.reduce<Declared<T> | undefined>(
    (latest, declared) => (latest === undefined || declared.order > latest.order ? declared : latest),
    undefined,
  );
  if (last === undefined) return undefined;
  return candidates.every((declared) => same(declared.value, last.value)) ? last.value : "ambiguous";
}

class Table<T> {
  private readonly qualified = new Map<string, Declared<T>[]>();
  /** By the last part of the name: in C, a tag declared inside a struct is visible outside. */
  private readonly anywhere = new Map<string, Declared<T>[]>();
  readonly same: (left: T, right: T) => boolean;

  constructor(same: (left: T, right: T) => boolean) {
    this.same = same;
  }

  add(scope: Scope, name: string, value: T, file: SourceFile | undefined, order: number): void {
    const declared = { key: keyOf(scope, name), value, file, order };
    append(this.qualified, declared.key, declared);
    append(this.anywhere, name, declared);
  }

  /** The declarations that the name may mean where the scope is. */
  find(scope: Scope, name: string): readonly Declared<T>[] {
    const plain = name.replace(/^::/, "");
    for (let depth = scope.length; depth >= 0; depth--) {
      const found = this.qualified.get(keyOf(scope.slice(0, depth), plain));
      if (found !== undefined) return found;
    }
    const last = plain.slice(plain.lastIndexOf(":") + 1);
    const suffix = `::${plain}`;
    const found = this.anywhere.get(last)?.filter(({ key }) => key === plain || key.endsWith(suffix)) ?? [];
    // One name in two scopes, neither of which is around: nobody knows which is meant.
    const clash = found.some(({ key }) => key !== found[0]?.key);
    return clash ? found.map((declared) => ({ ...declared, clash })) : found;
  }

  names(): Iterable<string> {
    return this.anywhere.keys();
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function keyOf(scope: Scope, name: string): string {
  return [...scope, name].filter((part) => part !== "").join("::");
}
