/** Names of a channel's headers: tags, typedefs and constants, by scope. */

import type { Constant } from "../constants/literals.ts";
import type { NamedType, Resolved } from "./types.ts";

/** Enclosing namespaces and classes, outermost first. */
export type Scope = readonly string[];

export class Symbols {
  private readonly tags = new Table<Resolved>();
  private readonly typedefs = new Table<NamedType>();
  private readonly constants = new Table<Constant>();
  private readonly variables = new Table<true>();
  private readonly templates = new Table<true>();

  declareTag(scope: Scope, name: string, type: Resolved): void {
    this.tags.set(scope, name, type);
  }

  declareTypedef(scope: Scope, name: string, type: NamedType): void {
    this.typedefs.set(scope, name, type);
  }

  declareConstant(scope: Scope, name: string, value: Constant): void {
    this.constants.set(scope, name, value);
  }

  /** A variable is no constant; knowing it makes the better message. */
  declareVariable(scope: Scope, name: string): void {
    this.variables.set(scope, name, true);
  }

  declareTemplate(scope: Scope, name: string): void {
    this.templates.set(scope, name, true);
  }

  tag(scope: Scope, name: string): Resolved | undefined {
    return this.tags.get(scope, name);
  }

  /** A typedef's name, else a tag's: C++ needs no `struct` in front. */
  type(scope: Scope, name: string): NamedType | undefined {
    const named = this.typedefs.get(scope, name);
    if (named?.type.kind === "unusable" && named.type.forward !== undefined) {
      const completed = this.tags.get(scope, named.type.forward);
      return completed === undefined ? named : { ...named, type: completed };
    }
    if (named !== undefined) return named;
    const type = this.tags.get(scope, name);
    return type === undefined ? undefined : { type, aligned: undefined };
  }

  constant(scope: Scope, name: string): Constant | undefined {
    return this.constants.get(scope, name);
  }

  isVariable(scope: Scope, name: string): boolean {
    return this.variables.get(scope, name) === true;
  }

  isTemplate(scope: Scope, name: string): boolean {
    return this.templates.get(scope, name) === true;
  }

  typeNames(): Iterable<string> {
    return [...this.typedefs.names(), ...this.tags.names()];
  }

  constantNames(): Iterable<string> {
    return this.constants.names();
  }
}

/** The latest declaration of a name counts: two headers may each have a struct of one name. */
class Table<T> {
  private readonly qualified = new Map<string, T>();
  /** By the last part of the name: in C, a tag declared inside a struct is visible outside. */
  private readonly anywhere = new Map<string, T>();

  set(scope: Scope, name: string, value: T): void {
    this.qualified.set(key(scope, name), value);
    this.anywhere.set(name, value);
  }

  get(scope: Scope, name: string): T | undefined {
    for (let depth = scope.length; depth >= 0; depth--) {
      const found = this.qualified.get(key(scope.slice(0, depth), name));
      if (found !== undefined) return found;
    }
    return this.anywhere.get(name.slice(name.lastIndexOf(":") + 1));
  }

  names(): Iterable<string> {
    return this.anywhere.keys();
  }
}

function key(scope: Scope, name: string): string {
  return [...scope, name].filter((part) => part !== "").join("::");
}
