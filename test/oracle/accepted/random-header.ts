/** Random headers from a grammar of real ones: macros that declare fields, attributes everywhere, conditions, `sizeof`. */

import { Random } from "../layout/random.ts";

export interface RandomHeader {
  /** `lab.h` first, then its includes. */
  readonly files: ReadonlyMap<string, string>;
  readonly language: "c" | "c++";
  /** It contains constructs that structline rejects although compilers accept them: base classes, attributes that move fields. */
  readonly beyond: boolean;
}

const TYPES = [
  "uint8_t",
  "int8_t",
  "uint16_t",
  "int16_t",
  "uint32_t",
  "int32_t",
  "uint64_t",
  "int64_t",
  "char",
  "signed char",
  "unsigned char",
  "short",
  "unsigned short",
  "int",
  "unsigned",
  "long",
  "unsigned long",
  "long long",
  "float",
  "double",
  "unsigned int",
  "long unsigned int",
  "bool",
] as const;
const INTEGERS = [
  "uint8_t",
  "int8_t",
  "uint16_t",
  "int16_t",
  "uint32_t",
  "int32_t",
  "int",
  "unsigned",
  "short",
  "unsigned char",
] as const;

export interface Dialect {
  readonly hasEndian: boolean;
  readonly hasAtomics: boolean;
  /** Style of attributes. */
  readonly vendor: "gnu" | "microsoft";
}

/** External names contain the seed, so that several headers can be compiled in one run. */
export function randomHeader(seed: number, dialect: Dialect): RandomHeader {
  return new Writer(seed, dialect).write();
}

class Writer {
  private readonly seed: number;
  private readonly random: Random;
  private readonly cpp: boolean;
  private readonly hasEndian: boolean;
  private readonly hasAtomics: boolean;
  private readonly microsoft: boolean;
  private beyond = false;
  private count = 0;
  /** Names of available types, with their prefix. */
  private readonly types: string[] = [...TYPES];
  /** Names of records that C++ can derive from. */
  private readonly bases: string[] = [];
  /** Class templates with their parameters: `T` is a type, `N` a number; lower case has a default. */
  private readonly templates: { readonly name: string; readonly parameters: string }[] = [];
  private readonly sizes: string[] = ["1", "2", "3", "COUNT", "UINT8_MAX / 100", "sizeof(uint16_t)", "(CHAR_BIT >> 2)"];

  constructor(seed: number, { hasEndian, hasAtomics, vendor }: Dialect) {
    this.seed = seed;
    this.random = new Random(seed);
    this.cpp = this.random.chance(0.35);
    this.hasEndian = hasEndian;
    this.hasAtomics = hasAtomics && !this.cpp;
    this.microsoft = vendor === "microsoft";
  }

  write(): RandomHeader {
    const { random } = this;
    const files = new Map<string, string>();
    const attr = this.attributes();
    const config = this.config();
    const types = this.declarations(random.integer(2, 5));
    const body = [
      "#pragma once",
      "#include <stdint.h>",
      "#include <limits.h>",
      "#include <stddef.h>",
      "#include <stdbool.h>",
      this.hasEndian ? "#include <endian.h>" : "",
      this.hasAtomics ? "#include <stdatomic.h>" : "",
      '#include "attr.h"',
      '#include "config.h"',
      `#ifdef WITH_LAYOUT\n#define MAYBE ${this.microsoft ? "ALIGN(8)" : "PACKED"}\n#else\n#define MAYBE\n#endif`,
      '#include "types.h"',
      this.declarations(random.integer(0, 3)),
      ...Array.from({ length: random.integer(1, 2) }, (_, index) => this.message(index + 1)),
    ];
    files.set("lab.h", `${body.filter((line) => line !== "").join("\n")}\n`);
    files.set("attr.h", `#pragma once\n${attr}\n`);
    files.set("config.h", `#pragma once\n${config}\n`);
    files.set("types.h", `#pragma once\n${types}\n`);
    return { files, language: this.cpp ? "c++" : "c", beyond: this.beyond };
  }

  private name(prefix: string): string {
    return `${prefix}${this.count++}_${this.seed}`;
  }

  private attributes(): string {
    return [
      this.microsoft ? "#define PACKED" : "#define PACKED __attribute__((packed))",
      this.microsoft ? "#define ALIGN(n) __declspec(align(n))" : "#define ALIGN(n) __attribute__((aligned(n)))",
      "#define FIELD(type, name) type name;",
      "#define PAIR(type, a, b) type a; type b;",
      this.microsoft ? "#define PACK_BEGIN __pragma(pack(push, 1))" : '#define PACK_BEGIN _Pragma("pack(push, 1)")',
      this.microsoft ? "#define PACK_END __pragma(pack(pop))" : '#define PACK_END _Pragma("pack(pop)")',
      "#define RESERVED(n) uint8_t reserved_ ## n",
      "#define LIST(name, ...) enum name { __VA_ARGS__ }",
    ].join("\n");
  }

  private config(): string {
    const { random } = this;
    return [
      `#define COUNT ${random.integer(1, 4)}`,
      random.chance(0.5) ? "#define WITH_GPS 1" : "#define WITH_GPS 0",
      random.chance(0.5) ? "#define WITH_IMU" : "",
      random.chance(0.5) ? "#define WITH_LAYOUT" : "",
      "#ifndef BOARD\n#define BOARD 2\n#endif",
    ]
      .filter((line) => line !== "")
      .join("\n");
  }

  private declarations(count: number): string {
    return Array.from({ length: count }, () => this.declaration()).join("\n");
  }

  private declaration(): string {
    const { random } = this;
    if (this.cpp && random.chance(0.2)) return this.template();
    if (this.cpp && random.chance(0.2)) return this.onlyInCpp();
    switch (random.integer(0, 9)) {
      case 0:
        return this.enumeration();
      case 1:
      case 2:
        return this.typedef();
      case 3: {
        const name = this.name("u");
        const text = `union ${name} {\n${this.members(random.integer(1, 3), 0)}\n};`;
        this.types.push(`union ${name}`);
        return text;
      }
      case 4: {
        const name = this.name("t");
        const text = `typedef struct {\n${this.members(random.integer(1, 4), 0)}\n} ${this.after()}${name};`;
        this.types.push(name);
        return text;
      }
      case 5: {
        const pack = random.pick(["1", "2", "4", "push, 1", "push, 2"]);
        const text = this.record();
        return `#pragma pack(${pack})\n${text}\n#pragma pack(${pack.startsWith("push") ? "pop" : ""})`;
      }
      case 6:
        return `PACK_BEGIN\n${this.record()}\nPACK_END`;
      case 7: {
        const name = this.name("K");
        this.sizes.push(name);
        return this.cpp
          ? `constexpr unsigned ${name} = ${random.integer(1, 4)};`
          : `enum { ${name} = ${random.integer(1, 4)} };`;
      }
      default:
        return this.record();
    }
  }

  private enumeration(): string {
    const { random } = this;
    const name = this.name("e");
    const values = random.pick([
      "A, B",
      "A = 1, B",
      "A = -1, B",
      "A = 200",
      "A = 1 << 4, B = 300",
      "A = 0x7fff",
      "A = 70000",
      "A = UINT8_MAX",
    ]);
    const own = values.replace(/\b[AB]\b/g, (letter) => `${name}_${letter}`);
    const packed = random.pick(["", "", "", "", "", "", "", "PACKED ", "PACKED ", this.microsoft ? "" : "MAYBE "]);
    const base = this.cpp && random.chance(0.4) ? " : uint8_t" : "";
    const fits = base === "" || /^A, B$|^A = 1, B$|^A = 200$/.test(values);
    this.types.push(`enum ${name}`);
    return `enum ${packed}${name}${fits ? base : ""} { ${own} };`;
  }

  private typedef(): string {
    const { random } = this;
    const name = this.name("n");
    const type = random.pick(this.types);
    const aligned = random.chance(0.3) ? ` ALIGN(${random.pick(["1", "2", "4", "8"])})` : "";
    const dimension = random.chance(0.25) ? `[${this.size()}]` : "";
    this.types.push(name);
    // GCC forgets a lower alignment of a class when a variable of it is defined.
    if (this.cpp && /[124]/.test(aligned) && dimension === "" && !TYPES.some((plain) => plain === type))
      this.beyond = true;
    // Compilers reject elements whose alignment exceeds their size. `__declspec(align)` cannot lower an alignment.
    return this.microsoft
      ? `typedef${aligned === "" ? "" : " ALIGN(8)"} ${type} ${name}${dimension};`
      : `typedef ${type} ${name}${dimension}${aligned};`;
  }

  /** Text after a closing brace. */
  private after(): string {
    const { random } = this;
    const after = random.pick(["", "", "", "PACKED ", "MAYBE ", "ALIGN(4) ", "__attribute__((packed, aligned(2))) "]);
    return this.microsoft ? "" : after;
  }

  private record(): string {
    const { random } = this;
    const name = this.name("s");
    const base = this.cpp && random.chance(0.25) ? this.baseClause() : "";
    const lead = random.pick(["", "", "", "PACKED ", "MAYBE ", "ALIGN(8) "]);
    const text = `struct ${lead}${name}${base} {\n${this.members(random.integer(1, 5), 0)}\n} ${lead === "ALIGN(8) " ? "" : this.after()};`;
    this.types.push(`struct ${name}`);
    this.bases.push(name);
    this.sizes.push(`sizeof(struct ${name}) % 3 + 1`);
    return text;
  }

  /** Up to two different base classes. */
  private baseClause(): string {
    const { random } = this;
    if (this.bases.length === 0) return "";
    const chosen = new Set(Array.from({ length: random.integer(1, 2) }, () => random.pick(this.bases)));
    return ` : ${[...chosen].map((base) => `${random.pick(["", "", "public "])}${base}`).join(", ")}`;
  }

  private onlyInCpp(): string {
    const { random } = this;
    const name = this.name("x");
    switch (random.integer(0, 4)) {
      case 0:
        this.sizes.push(`${name}(${random.integer(1, 3)})`);
        return `constexpr ${random.pick(["int", "unsigned", "uint8_t"])} ${name}(${random.pick(["int", "unsigned", "uint8_t"])} n) { return ${random.pick(["n + 1", "n * 2 - 1", "n > 2 ? 3 : n", "sizeof(uint16_t) + n"])}; }`;
      case 1: {
        const inner = this.members(random.integer(1, 3), 1);
        this.types.push(`${name}::v1::s`, `${name}::s`);
        return `namespace ${name} { inline namespace v1 { struct s {\n${inner}\n}; } }`;
      }
      case 2: {
        this.bases.push(name);
        return `struct ${name} {};`;
      }
      case 3: {
        const first = this.members(random.integer(1, 2), 1);
        const second = this.members(random.integer(1, 2), 1);
        this.templates.push({ name, parameters: "TN" });
        return `template <typename T, int N> struct ${name} {\n${first}\nT own[N];\n};\ntemplate <> struct ${name}<uint16_t, 2> {\n${second}\n};`;
      }
      default: {
        const kept = random.pick(["private:", "protected:", `${name}() {}`]);
        this.bases.push(name);
        this.types.push(name);
        return `class ${name} {\npublic:\n${this.members(random.integer(1, 3), 1)}\n${kept}\n};`;
      }
    }
  }

  private template(): string {
    const { random } = this;
    const name = this.name("g");
    const parameters = random.pick(["T", "TN", "Tn", "N", "tn", "TT", "TV"]);
    const sizes = this.sizes.length;
    const types = this.types.length;
    if (parameters.length > 1 || parameters === "N") this.sizes.push("N", "N", "N", "N * 2");
    if (parameters !== "N") {
      this.sizes.push("sizeof(T) % 3 + 1");
      this.types.push(...Array.from({ length: types }, () => "T"));
    }
    if (parameters === "TT") this.sizes.splice(sizes, 4);
    const body = this.members(random.integer(1, 4), 0);
    const assertion = random.chance(0.1) ? '\nstatic_assert(sizeof(int) > 1, "int");' : "";
    this.sizes.length = sizes;
    this.types.length = types;
    const head = [...parameters].map((kind, index) => this.parameter(kind, index));
    const lead = random.pick(["", "", "", "PACKED "]);
    const text = `template <${head.join(", ")}>\n${random.pick(["struct", "struct", "struct", "union"])} ${lead}${name} {\n${body}${assertion}\n} ${this.after()};`;
    this.templates.push({ name, parameters });
    return [text, ...Array.from({ length: random.integer(1, 2) }, () => this.templateName())].join("\n");
  }

  private parameter(kind: string, index: number): string {
    const { random } = this;
    const name = index === 0 ? "T" : "U";
    switch (kind) {
      case "T":
        return `${random.pick(["typename", "class"])} ${name}`;
      case "t":
        return `typename T = ${random.pick(TYPES)}`;
      case "V":
        return `${random.pick(["short", "unsigned", "int"])} N`;
      default:
        return `${random.pick(["int", "unsigned", "uint8_t"])} N${kind === "n" ? ` = ${random.integer(1, 3)}` : ""}`;
    }
  }

  /** A type, or a template of two arguments with one of them given. */
  private templateName(): string {
    const { random } = this;
    const name = this.name("n");
    const two = this.templates.filter(({ parameters }) => parameters === "TN");
    if (two.length > 0 && random.chance(0.2)) {
      this.templates.push({ name, parameters: "T" });
      return `template <typename T> using ${name} = ${random.pick(two).name}<T, ${random.integer(1, 3)}>;`;
    }
    const type = this.templateType();
    this.types.push(name);
    return random.chance(0.5) ? `typedef ${type} ${name};` : `using ${name} = ${type};`;
  }

  private templateType(): string {
    const { random } = this;
    const { name, parameters } = random.pick(this.templates);
    const given = random.chance(0.5) ? parameters : parameters.replace(/[a-z]+$/, "");
    const values = [...given].map((kind) => (/[Tt]/.test(kind) ? random.pick(this.types) : this.number()));
    return `${name}<${values.join(", ")}>`;
  }

  private number(): string {
    const found = this.size();
    return this.random.chance(0.5) ? found : String(this.random.integer(1, 4));
  }

  private message(id: number): string {
    const { random } = this;
    const name = `struct_m${id}_${this.seed}`;
    const style = this.cpp && random.chance(0.4);
    const head = style ? `uint8_t length = 0;\nuint8_t ID = ${id};` : "uint8_t length;\nuint8_t ID;";
    const assertion = random.chance(0.1)
      ? `\n${this.cpp ? "static_assert" : "_Static_assert"}(sizeof(struct ${name}) >= 2, "size");`
      : "";
    const body = `${head}\n${this.members(random.integer(2, 7), 0)}\nuint8_t ck;`;
    const begin = random.chance(0.2) ? "#pragma pack(push, 1)\n" : "";
    const end = begin === "" ? "" : "\n#pragma pack(pop)";
    const functions = this.cpp && random.chance(0.2) ? `\nvoid reset();\nint size() const { return 3; }` : "";
    return `${begin}struct ${name} {\n${body}${functions}\n} ${this.after()}m${id}_${this.seed}${style ? "" : ` = {0, ${id}}`};${end}${assertion}`;
  }

  private members(count: number, depth: number): string {
    return Array.from({ length: count }, () => this.member(depth)).join("\n");
  }

  private size(): string {
    return this.random.pick(this.sizes);
  }

  private member(depth: number): string {
    const { random } = this;
    const name = this.name("f");
    const type = random.pick(this.types);
    if (this.templates.length > 0 && random.chance(0.12)) return `${this.templateType()} ${name};`;
    if (random.chance(0.1)) return this.rareMember(type, name);
    switch (random.integer(0, 19)) {
      case 0:
      case 1:
        return `${type} ${name}[${this.size()}];`;
      case 2:
      case 3:
        return `${random.pick(INTEGERS)} ${name} : ${random.integer(1, 7)};`;
      case 4:
        return `${random.pick(INTEGERS)} ${name} : ${random.integer(1, 7)}, ${this.name("f")} : ${random.integer(1, 7)};`;
      case 5:
        return `${random.pick(["unsigned", "uint8_t", "uint16_t"])} : ${random.pick(["0", "3", "5"])};`;
      case 6:
        return this.attributedMember(type, name);
      case 7:
        return `${this.cpp ? "alignas" : "_Alignas"}(${random.pick(["4", "8", "16"])}) uint8_t ${name};`;
      case 8:
        return depth > 1
          ? `uint8_t ${name};`
          : `${random.pick(["struct", "union"])} {\n${this.members(random.integer(1, 3), depth + 1)}\n};`;
      case 9:
        return depth > 1
          ? `uint16_t ${name};`
          : `struct {\n${this.members(random.integer(1, 3), depth + 1)}\n} ${this.after()}${name};`;
      case 10:
        return `FIELD(${type}, ${name})`;
      case 11:
        return `PAIR(${random.pick(TYPES)}, ${name}, ${this.name("f")})`;
      case 12:
        return `#if ${this.condition()}\n${type} ${name};\n#else\nuint8_t ${name};\n#endif`;
      case 13:
        return `#if ${this.condition()}\n${random.pick(TYPES)} ${name};\n#endif`;
      case 14:
        return `RESERVED(${this.count++});`;
      case 15:
        return `const volatile ${type} ${name};`.replace("const ", this.cpp ? "" : "const ");
      default:
        return `${type} ${name};`;
    }
  }

  private attributedMember(type: string, name: string): string {
    const { random } = this;
    // GCC does not pack a member whose type is a parameter.
    if (this.types.includes("T")) this.beyond = true;
    return this.microsoft
      ? `ALIGN(${random.pick(["2", "4", "8"])}) ${type} ${name};`
      : `${type} ${name} ${random.pick(["PACKED", "ALIGN(2)", "ALIGN(4)", "ALIGN(8)", "__attribute__((packed, aligned(2)))"])};`;
  }

  private rareMember(type: string, name: string): string {
    const { random } = this;
    const plain = random.pick(TYPES);
    const gnu = [
      `__typeof__(${plain}) ${name};`,
      `int ${name} __attribute__((mode(${random.pick(["QI", "HI", "SI", "__DI__"])})));`,
    ];
    const cpp = [`decltype(sizeof(int)) ${name};`, `decltype(uint16_t(1)) ${name};`];
    const atomics = ["uint", "ushort", "bool", "schar", "uint_least16_t"].map((of) => `atomic_${of} ${name};`);
    return random.pick([
      `uint8_t ${name}[sizeof "${"abcdefg".slice(0, random.integer(1, 7))}"];`,
      `${type} ${name}<:${this.size()}:>;`,
      `struct <% ${plain} ${name}; %>;`,
      ...(this.microsoft ? [] : gnu),
      ...(this.cpp ? cpp : []),
      ...(this.hasAtomics ? atomics : []),
    ]);
  }

  private condition(): string {
    const endian = this.hasEndian ? ["__BYTE_ORDER == __LITTLE_ENDIAN", "BYTE_ORDER == BIG_ENDIAN"] : [];
    const gnu = this.microsoft ? [] : ["__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__", "__SIZEOF_DOUBLE__ == 8"];
    return this.random.pick([
      "UINT_MAX == 65535",
      "INT_MAX > 32767",
      "SIZE_MAX > 0xffff",
      "LONG_MAX > 2147483647",
      "UINT64_MAX > UINT32_MAX",
      "CHAR_MIN < 0",
      "WITH_GPS",
      "defined(WITH_IMU)",
      "BOARD == 2 && COUNT > 2",
      ...gnu,
      ...endian,
    ]);
  }
}
