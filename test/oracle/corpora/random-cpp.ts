/** Random C++: classes with bases, templates, aliases of several words, enums with bases, nested classes, namespaces. */

import type { AcceptanceTarget } from "../accepted/compare.ts";
import { Random } from "../layout/random.ts";
import { type ComparedRecord, compareRecords, planOfCpp, truthOf } from "./corpus.ts";

/** Of one to four words. */
const TYPES = [
  "char",
  "signed char",
  "unsigned char",
  "short",
  "unsigned short",
  "short unsigned int",
  "int",
  "unsigned",
  "unsigned int",
  "long",
  "long int",
  "unsigned long",
  "long unsigned int",
  "long long",
  "unsigned long long",
  "unsigned long long int",
  "bool",
  "float",
  "::uint8_t",
  "uint16_t",
  "::uint32_t",
  "int8_t",
  "int64_t",
  "signed",
  "const unsigned char",
] as const;
const BASES = [
  "char",
  "unsigned char",
  "signed char",
  "short",
  "unsigned short",
  "unsigned",
  "long",
  "unsigned long long",
  "uint8_t",
];
const INTEGERS = ["unsigned char", "short unsigned int", "int", "unsigned int", "long long", "uint8_t", "uint16_t"];

/** Names of attributes in a form in which compilers ignore them. */
const OF_NO_COMPILER = ["[[packed]]", "[[clang::packed]]", "__attribute__((align(8)))", "[[using clang: aligned(8)]]"];

export interface RandomCpp {
  readonly text: string;
  readonly names: readonly string[];
}

/** `newer`: also attributes of declarations before the definition, in brackets at each place, and what C++ writes in functions. */
export type Forms = "older" | "newer";

/** A header whose messages are the classes `m0`, `m1`, … of its namespaces. */
export function randomCpp(
  seed: number,
  classes: number,
  alignments: "with alignas" | "without",
  forms: Forms = "older",
): RandomCpp {
  return new CppWriter(seed, alignments, forms).write(classes);
}

class CppWriter {
  private readonly random: Random;
  private readonly types: string[] = [...TYPES];
  private readonly integers: string[] = [...INTEGERS];
  private readonly bases: string[] = [];
  private readonly templates: string[] = [];
  private count = 0;

  private readonly alignments: "with alignas" | "without";
  private readonly forms: Forms;

  constructor(seed: number, alignments: "with alignas" | "without", forms: Forms) {
    this.alignments = alignments;
    this.forms = forms;
    this.random = new Random(seed ^ 0xc99);
  }

  write(classes: number): { text: string; names: string[] } {
    const lines: string[] = ["#include <stdint.h>"];
    const names: string[] = [];
    for (let index = 0; index < classes; index++) {
      for (let more = this.random.below(4); more > 0; more--) lines.push(this.helper());
      const name = `m${index}`;
      const space = this.random.chance(0.3) ? `ns${this.random.below(3)}` : undefined;
      const text = this.record(name);
      lines.push(space === undefined ? text : `namespace ${space} { ${text} }`);
      const qualified = space === undefined ? name : `${space}::${name}`;
      names.push(qualified);
      // An alias of it is used from anywhere.
      this.types.push(qualified);
      this.bases.push(qualified);
    }
    return { text: `${lines.join("\n")}\n`, names };
  }

  private name(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.random.below(from.length)]!;
  }

  /** An alias, an enum, a template or a namespace of one of them, before the class. */
  private helper(): string {
    const name = this.name("t");
    switch (this.random.below(this.forms === "newer" ? 18 : 16)) {
      case 0:
        return this.known(name, `using ${name} = ${this.pick(this.types)};`);
      case 1:
        return this.known(name, `typedef ${this.pick(this.types)} ${name};`);
      case 2:
        return this.known(name, `using ${name} = ${this.pick(this.types)}[${1 + this.random.below(3)}];`);
      case 3: {
        const key = this.pick(["enum class", "enum struct", "enum"]);
        const base = key === "enum" && this.random.chance(0.4) ? "" : ` : ${this.pick(BASES)}`;
        return this.known(
          name,
          `${key} ${name}${base} { ${name}_a, ${name}_b = ${this.random.below(100)} };`,
          "integer",
        );
      }
      case 4: {
        const own = this.members(1 + this.random.below(2));
        this.templates.push(name);
        return `template <class T, unsigned N = ${1 + this.random.below(3)}> struct ${name} { T v; ${own} T w[N]; };`;
      }
      case 5: {
        const text = `template <class... T> struct ${name} { ${this.member()} char n[1 + sizeof...(T)]; };`;
        this.templates.push(name);
        return text;
      }
      case 6: {
        const [one, two] = [this.pick(TYPES), this.pick(TYPES)];
        this.types.push(`${name}<${one}, ${two}>`);
        return (
          `template <class... T> struct ${name}; template <> struct ${name}<> { };\n` +
          `template <class H, class... T> struct ${name}<H, T...> { H head; ${name}<T...> tail; };`
        );
      }
      case 7: {
        const [of, user] = [`${name}_of`, `${name}_user`];
        const open = `template <class P, int N = P::size> struct ${user} { typename P::unit v[N]; ${this.member()} };`;
        const unit = this.pick(TYPES);
        const policy = `struct ${of} { using unit = ${unit}; static constexpr int size = ${1 + this.random.below(3)}; };`;
        this.types.push(`${user}<${of}>`, `${of}::unit`, `${name}::unit`);
        return `${this.random.chance(0.5) ? `${open}\n${policy}` : `${policy}\n${open}`}\nusing ${name} = ${of};`;
      }
      case 8: {
        const of = `enum class ${name}_e : ${this.pick(BASES)} { a, b = ${1 + this.random.below(3)} };`;
        const member = this.member();
        this.types.push(`${name}<${name}_e::b>`);
        return `${of} template <${name}_e E> struct ${name} { ${member} char n[static_cast<int>(E)]; };`;
      }
      case 9: {
        const second = `template <> struct ${name}<float> { ${this.members(2)} };`;
        const first = `template <class T> struct ${name} { T v; ${this.member()} };`;
        this.types.push(`${name}<float>`, `${name}<double>`);
        return `${first} ${second}`;
      }
      case 10: {
        const [one, two, m, n] = [this.pick(TYPES), this.pick(TYPES), this.member(), this.member()];
        this.types.push(`${name}<${one}>::in<${two}>`, `${name}<${two}>`, `${name}<${one}>::as<${two}>::item`);
        this.templates.push(`${name}<${two}>::in`);
        return (
          `template <class T> struct ${name} { template <class U, int N = 2> struct in { typedef U item; T a; U b[N]; ${m} }; ` +
          `template <class U> using as = in<U, ${1 + this.random.below(3)}>; as<${this.pick(TYPES)}> own; ${n} };`
        );
      }
      case 11: {
        const [outer, one, two, m] = [`${name}_user`, this.pick(TYPES), this.pick(TYPES), this.member()];
        const policy = `struct ${name} { template <class U> struct cell { ${m} U v; }; template <class U> static constexpr int n = sizeof(U) % 3 + 1; };`;
        this.types.push(`${outer}<${name}, ${one}>`, `${name}::cell<${two}>`);
        return `${policy} template <class P, class T> struct ${outer} { typename P::template cell<T> a; T b[P::template n<T>]; };`;
      }
      case 12: {
        const [outer, one, two, m, n] = [
          `${name}_of`,
          this.pick(TYPES),
          this.pick(TYPES),
          this.member(),
          this.member(),
        ];
        this.types.push(`${outer}<${name}, ${one}>`, `${outer}<${name}_b, ${two}>`);
        return (
          `template <class T> struct ${name} { T v; ${m} }; template <class T> using ${name}_b = ${name}<${one}>; ` +
          `template <template <class> class C, class T> struct ${outer} { C<T> a; C<${two}> b; ${n} };`
        );
      }
      case 13: {
        const [of, one, two, m, n] = [`${name}_of`, this.pick(TYPES), this.pick(TYPES), this.member(), this.member()];
        this.types.push(`${of}<${name}<${one}, 2>>`, `${of}<${two}>`, `${of}<${two}[3]>`);
        return (
          `template <class T, int N> struct ${name} { T v[N]; }; template <class T> struct ${of} { T v; ${m} }; ` +
          `template <class T, int N> struct ${of}<${name}<T, N>> { ${n} T v; char n[N]; }; ` +
          `template <class T, decltype(sizeof(int)) N> struct ${of}<T[N]> { char n[N]; ${this.member()} T v; };`
        );
      }
      case 14: {
        const [one, two, m, n, o] = [this.pick(BASES), this.pick(BASES), this.member(), this.member(), this.member()];
        const [of, pointed] = [`${name}_of`, this.pick(BASES)];
        this.types.push(`${name}<const ${one}>`, `${name}<${name}_k>`, `${of}<${pointed} *>`, `${of}<${one} *>`);
        this.types.push(`${name}<volatile ${two}>`, `${of}<const ${two} *>`);
        return (
          `using ${name}_k = const ${two}; template <class T> struct ${name} { T v; ${m} }; ` +
          `template <class T> struct ${name}<const T> { ${n} T v; }; ` +
          `template <class T> struct ${of} { char n[sizeof(T)]; }; template <> struct ${of}<${pointed} *> { ${o} };`
        );
      }
      case 16:
        return this.known(name, `${this.announced("struct", name)} struct ${name} { ${this.members(3)} };`);
      case 17: {
        this.templates.push(name);
        const text = this.announced("template <class T> struct", name);
        return `${text} template <class T> struct ${name} { char c; T v; ${this.member()} };`;
      }
      default: {
        const space = this.name("n");
        return this.known(`${space}::u`, `namespace ${space} { using u = ${this.pick(INTEGERS)}; }`, "integer");
      }
    }
  }

  /** The attribute of a declaration before the definition is the definition's. */
  private announced(keyword: string, name: string): string {
    const gnu = this.pick([
      "__attribute__((packed))",
      "__attribute__((aligned(8)))",
      "[[gnu::packed]]",
      "[[using gnu: aligned(4)]]",
    ]);
    return this.alignments === "with alignas" ? `${keyword} ${gnu} ${name};` : `${keyword} ${name};`;
  }

  private known(name: string, text: string, kind: "integer" | "any" = "any"): string {
    this.types.push(name);
    if (kind === "integer") this.integers.push(name);
    return text;
  }

  private record(name: string): string {
    const unused = [...new Set(Array.from({ length: this.random.below(3) }, () => this.pick(this.bases)))];
    const bases = this.bases.length === 0 || this.random.chance(0.5) ? [] : unused.filter((base) => base !== undefined);
    // A class that is a base twice is an error of its own.
    const list = bases.slice(0, 1).map((base) => `${this.pick(["", "public "])}${base}`);
    const heads = ["struct", "class", "struct __attribute__((packed))", this.aligned(16, "struct")];
    const head = `${this.pick(heads)} ${name}${list.length === 0 ? "" : ` : ${list.join(", ")}`}`;
    const open = this.pick(["", "public: ", "private: "]);
    return `${head} { ${open}${this.members(1 + this.random.below(6))}${this.extra(name)} };`;
  }

  private aligned(bytes: number, keyword: string): string {
    return this.alignments === "with alignas" ? `${keyword} alignas(${bytes})` : keyword;
  }

  private members(count: number): string {
    return Array.from({ length: count }, () => this.member()).join(" ");
  }

  private member(): string {
    const name = this.name("f");
    switch (this.random.below(this.forms === "newer" ? 12 : 10)) {
      case 0:
        return `${this.pick(this.integers)} ${name} : ${1 + this.random.below(7)};`;
      case 1:
        return `${this.pick(this.types)} ${name}[${1 + this.random.below(3)}];`;
      case 2:
        if (this.templates.length > 0) return `${this.pick(this.templates)}<${this.pick(TYPES)}> ${name};`;
        return `int ${name};`;
      case 3:
        return `struct { ${this.pick(this.types)} a; ${this.pick(this.types)} b; } ${name};`;
      case 4:
        return `enum class e${name} : ${this.pick(BASES)} { a, b }; e${name} ${name};`;
      case 5:
        return `using u${name} = ${this.pick(TYPES)}; u${name} ${name};`;
      case 6:
        return `${this.aligned(2 ** this.random.below(5), "")} ${this.pick(["unsigned char", "uint8_t", "char"])} ${name};`;
      case 7:
        return this.alignments === "with alignas"
          ? `${this.pick(this.integers)} ${name} : ${1 + this.random.below(7)} {};`
          : `short ${name} = 3;`;
      case 10:
        if (this.alignments === "without") return `long ${name};`;
        return this.pick([
          `[[gnu::aligned(8)]] ${this.pick(TYPES)} ${name};`,
          `${this.pick(TYPES)} ${name} [[gnu::aligned(4)]];`,
          `${this.pick(TYPES)} ${name} [[gnu::packed]];`,
          `${this.pick(TYPES)} ${name} ${this.pick(OF_NO_COMPILER)};`,
        ]);
      default:
        return `${this.pick(this.types)} ${name};`;
    }
  }

  /** What moves nothing, or only what is derived. */
  private extra(name: string): string {
    const own = this.name("g");
    return this.pick([
      "",
      "",
      ` ${name}() = default;`,
      ` int ${own}() const { return 0; }`,
      ` static const unsigned long ${own} = 3;`,
      ` ${name}(const ${name} &) = default; ${name}() = default;`,
      ` ~${name}() = default;`,
      ...(this.forms === "newer"
        ? [` int (*${own}(int a) const)(char);`, ` void ${own}(long a = {}, int b = {}) const;`]
        : []),
      ` typedef unsigned short ${own};`,
      ` private: unsigned short ${own}; public: unsigned char ${own}_;`,
    ]);
  }
}

const CLASSES = 10;

/** @param count classes, in headers of ten */
export function compareRandomCpp(
  target: AcceptanceTarget,
  seed: number,
  count: number,
  forms: Forms = "older",
): ComparedRecord[] {
  const found: ComparedRecord[] = [];
  // avr-g++ 5 aligns nothing to more than a byte, whatever the class says.
  const alignments = target.abi === "avr" ? "without" : "with alignas";
  for (let index = 0; index * CLASSES < count; index++) {
    const { text, names } = randomCpp(seed + index, CLASSES, alignments, forms);
    const header = `seed ${seed + index}`;
    const truth = truthOf(target, text, { language: "c++", cflags: [], folders: [] });
    if (typeof truth === "string") {
      found.push({
        header,
        name: "",
        verdict: "not compiled",
        why: truth.split("\n").find((line) => / error: /.test(line)) ?? truth,
      });
      continue;
    }
    const wanted = names.flatMap((name) => (truth.has(name) ? [[name, truth.get(name)!] as const] : []));
    const records = compareRecords(new Map(wanted), planOfCpp(target, text));
    found.push(...records.map((record) => ({ header, ...record })));
  }
  return found;
}
