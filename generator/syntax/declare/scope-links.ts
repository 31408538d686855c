/**
 * Names that a scope takes from another one: `namespace n = a::b;`, `using a::name;`, `using namespace a;`, and what a class inherits.
 * [C++17 namespace.alias, namespace.udecl, namespace.udir, class.member.lookup]
 */

/** `using namespace a;` in the namespace `within`. */
interface Directive {
  readonly within: string;
  /** The nearest namespace around both: there its names are found. */
  readonly at: string;
  readonly target: string;
}

export class ScopeLinks {
  /** `ns::alias` and `ns::name` → what it stands for. */
  private readonly names = new Map<string, string>();
  private readonly bases = new Map<string, { readonly base: string; readonly isDependent: boolean }[]>();
  private readonly directives: Directive[] = [];
  /** No scope takes names from another one. */
  isEmpty = true;

  /** @param name in its scope: `ns::alias` */
  alias(name: string, target: string): void {
    if (name === target) return;
    this.names.set(name, target);
    this.isEmpty = false;
  }

  /** @param isDependent on a template's parameters: only `derived::name` finds its names. [C++17 temp.dep]p3 */
  inherit(derived: string, base: string, isDependent: boolean): void {
    if (derived === base) return;
    this.bases.set(derived, [...(this.bases.get(derived) ?? []), { base, isDependent }]);
    this.isEmpty = false;
  }

  useAll(within: string, target: string): void {
    const [one, other] = [partsOf(within), partsOf(target)];
    let shared = 0;
    while (shared < one.length && one[shared] === other[shared]) shared += 1;
    this.directives.push({ within, at: one.slice(0, shared).join("::"), target });
    this.isEmpty = false;
  }

  /**
   * What else `ns::class::name` may stand for, the most likely first.
   * @param use `named` if the name is written behind its class
   */
  behind(key: string, use: "plain" | "named" = "named"): string[] {
    const parts = partsOf(key);
    const found: string[] = [];
    for (let cut = parts.length; cut > 0; cut--) {
      const [prefix, rest] = [parts.slice(0, cut).join("::"), parts.slice(cut)];
      const to = (target: string) => found.push([target, ...rest].filter((part) => part !== "").join("::"));
      const alias = this.names.get(prefix);
      if (alias !== undefined) to(alias);
      const bases = rest.length > 0 ? (this.bases.get(prefix) ?? []) : [];
      for (const { base, isDependent } of bases) if (!isDependent || use === "named" || rest.length > 1) to(base);
    }
    return found;
  }

  /** Namespaces whose names `using namespace` shows at this namespace, for a name that is used within the scope. */
  shownAt(namespace: string, scope: string): string[] {
    return this.directives
      .filter(({ at, within }) => at === namespace && isAround(within, scope))
      .map(({ target }) => target);
  }

  /** Namespaces that a name of this one may lie in, too: `b::name` for `namespace b { using namespace a; }`. */
  shownIn(namespace: string): string[] {
    return this.directives.filter(({ within }) => within === namespace).map(({ target }) => target);
  }
}

export function keyIn(scope: readonly string[], name: string): string {
  return [...scope, name].filter((part) => part !== "").join("::");
}

function partsOf(key: string): string[] {
  return key === "" ? [] : key.split("::");
}

function isAround(outer: string, inner: string): boolean {
  return outer === "" || inner === outer || inner.startsWith(`${outer}::`);
}
