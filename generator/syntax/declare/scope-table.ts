/** Names by scope: finds the declarations that a name may refer to, and chooses one. */

import type { SourceFile } from "../../source/source-file.ts";
import { keyIn, type ScopeLinks } from "./scope-links.ts";

export interface Declared<T> {
  readonly key: string;
  readonly value: T;
  readonly file: SourceFile | undefined;
  readonly order: number;
  /** The name also exists in another, unrelated scope. */
  readonly clash?: boolean;
}

/** Two headers may each declare a struct of one name [D2]. The header's own takes precedence; otherwise all candidates must be equal. */
export function choose<T>(
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

export class Table<T> {
  private readonly qualified = new Map<string, Declared<T>[]>();
  /** By unqualified name: in C, a tag declared inside a struct is visible outside. */
  private readonly anywhere = new Map<string, Declared<T>[]>();
  readonly same: (left: T, right: T) => boolean;
  private readonly inlined: Inlined;
  private readonly links: ScopeLinks;

  /** @param inlined names of inline namespaces */
  constructor(same: (left: T, right: T) => boolean, inlined: Inlined, links: ScopeLinks) {
    this.same = same;
    this.inlined = inlined;
    this.links = links;
  }

  /** @param at `isLocal`: declared in a template and invisible outside of it */
  add(
    scope: readonly string[],
    name: string,
    value: T,
    at: { readonly file: SourceFile | undefined; readonly order: number; readonly isLocal: boolean },
  ): void {
    const { file, order } = at;
    const declared = { key: this.keyOf(scope, name), value, file, order };
    append(this.qualified, declared.key, declared);
    if (!at.isLocal) append(this.anywhere, name, declared);
  }

  /** The declarations that the name may refer to in the scope. */
  find(
    scope: readonly string[],
    name: string,
    counts: (declared: Declared<T>) => boolean = () => true,
  ): readonly Declared<T>[] {
    return this.lookUp(scope, name, counts).found;
  }

  /** The declarations, and the number of scopes around them; -1 if they lie in a scope that is not around this one. */
  lookUp(
    scope: readonly string[],
    name: string,
    counts: (declared: Declared<T>) => boolean = () => true,
  ): { readonly found: readonly Declared<T>[]; readonly depth: number } {
    // `::name` is not looked up in the enclosing scopes. [C++17 basic.lookup.qual]p4
    const isGlobal = name.startsWith("::");
    const plain = isGlobal ? name.slice(2) : name;
    for (let depth = isGlobal ? 0 : scope.length; depth >= 0; depth--) {
      const found = this.visibleAt(scope.slice(0, depth), plain, scope, counts);
      if (found.length > 0 || isGlobal) return { found, depth };
    }
    const everywhere = this.anywhere.get(plain.slice(plain.lastIndexOf(":") + 1));
    // Fast path: most of the requested names are keywords or come from missing headers.
    if (everywhere === undefined) return { found: [], depth: -1 };
    const suffix = `::${plain}`;
    const found = everywhere.filter((declared) => {
      return (declared.key === plain || declared.key.endsWith(suffix)) && counts(declared);
    });
    // The name exists in two scopes that do not enclose this one, so it is ambiguous.
    const clash = found.some(({ key }) => key !== found[0]?.key);
    return { found: clash ? found.map((declared) => ({ ...declared, clash })) : found, depth: -1 };
  }

  /** @param outer one of the scopes around `scope`, where the name is used */
  private visibleAt(
    outer: readonly string[],
    name: string,
    scope: readonly string[],
    counts: (declared: Declared<T>) => boolean,
  ): readonly Declared<T>[] {
    const use = name.includes("::") ? "named" : "plain";
    const own = this.declaredAt(this.keyOf(outer, name), counts, use);
    if (own.length > 0 || this.links.isEmpty) return own;
    const inScope = this.links.shownAt(keyIn(outer, ""), keyIn(scope, ""));
    for (const target of inScope) {
      const found = this.declaredAt(this.keyOf([target], name), counts, "named");
      if (found.length > 0) return found;
    }
    return [];
  }

  /** @param steps from one scope to another so far */
  private declaredAt(
    key: string,
    counts: (declared: Declared<T>) => boolean,
    use: "plain" | "named",
    steps = 0,
  ): readonly Declared<T>[] {
    const own = this.qualified.get(key)?.filter(counts) ?? [];
    if (own.length > 0 || this.links.isEmpty || steps > MAX_STEPS) return own;
    const last = key.lastIndexOf("::");
    const isShown = last >= 0 && use === "named";
    const shown = isShown ? this.links.shownIn(key.slice(0, last)).map((target) => target + key.slice(last)) : [];
    for (const other of [...this.links.behind(key, use), ...shown]) {
      const found = this.declaredAt(this.keyOf([], other), counts, use, steps + 1);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** What this scope itself declares. */
  declaredIn(scope: readonly string[], name: string): readonly T[] {
    return this.qualified.get(this.keyOf(scope, name))?.map(({ value }) => value) ?? [];
  }

  /** The declarations of this scope, and what it takes from others. */
  inside(
    scope: readonly string[],
    name: string,
    counts: (declared: Declared<T>) => boolean = () => true,
  ): readonly Declared<T>[] {
    return this.declaredAt(this.keyOf(scope, name), counts, "named");
  }

  /** Names in an inline namespace belong to the enclosing one. */
  private keyOf(scope: readonly string[], name: string): string {
    const key = scope.length === 0 ? name : [...scope, name].filter((part) => part !== "").join("::");
    return this.inlined.size === 0 || !key.includes("::") ? key : withoutInlined(key, this.inlined);
  }

  names(): Iterable<string> {
    return this.anywhere.keys();
  }
}

/** Bases of bases, and aliases of aliases. */
const MAX_STEPS = 16;

/** `ns::v1` */
type Inlined = ReadonlySet<string>;

/** `ns::v1::s` → `ns::s` */
function withoutInlined(key: string, inlined: Inlined): string {
  const kept: string[] = [];
  const path: string[] = [];
  const parts = key.split("::");
  for (const [index, part] of parts.entries()) {
    path.push(part);
    if (index === parts.length - 1 || !inlined.has(path.join("::"))) kept.push(part);
  }
  return kept.join("::");
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
