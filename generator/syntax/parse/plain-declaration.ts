/**
 * Parses the declarations that most headers consist of without the grammars, in a fraction of their time: types by name, records, enums,
 * arrays, pointers, bit-fields and values. Whatever else there is, also each mistake, is left to the grammars.
 */

import { closing } from "../preprocess/brackets.ts";
import type { Token } from "../preprocess/token.ts";
import type { SyntaxNode } from "./tree.ts";
import { isTypeWord } from "./type-words.ts";

/** The tree that the grammars give for tokens `[from, to)`, without the insides of expressions; undefined for anything that is not plain. */
export function plainDeclaration(tokens: readonly Token[], from: number, to: number): SyntaxNode | undefined {
  const child = new PlainReader(tokens, from, to).declaration();
  return child && { type: "translation_unit", field: undefined, from, to, missing: false, children: [child] };
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const QUALIFIERS = words("const volatile __const __const__ __volatile __volatile__");
const STORAGE = words("static extern");
/** Types of the grammars, which may not be names of anything else there. */
const TYPES = words(
  `void auto size_t ssize_t ptrdiff_t intptr_t uintptr_t charptr_t nullptr_t max_align_t int8_t int16_t int32_t int64_t uint8_t uint16_t
  uint32_t uint64_t char8_t char16_t char32_t char64_t`,
);
/** Words that mean something to one of the grammars, or to what explains mistakes: never a name here. */
export const RESERVED: ReadonlySet<string> = words(
  `NULL _Alignas _Alignof _Atomic _Generic _Nonnull _Noreturn __alignof __alignof__ __asm __asm__ __attribute __attribute__ __based __cdecl
  __clrcall __declspec __except __extension__ __fastcall __finally __forceinline __inline __inline__ __leave __restrict __restrict__
  __stdcall __thiscall __thread __try __unaligned __vectorcall _alignof _unaligned _Thread_local _Static_assert __typeof __typeof__ typeof
  alignas alignof and and_eq asm auto bitand bitor break case catch class co_await co_return co_yield compl concept consteval constexpr
  constinit continue decltype default defined delete do else enum explicit export extern false final for friend goto if inline mutable
  namespace new noexcept noreturn not not_eq nullptr offsetof operator or or_eq override private protected public register requires
  restrict return sizeof static static_assert struct switch template this thread_local throw true try typedef typeid typename union using
  virtual while xor xor_eq __packed __packed__ __builtin_offsetof __decltype typeof_unqual ${[...QUALIFIERS].join(" ")}`,
);
const BINARY = words("+ - * / % & | ^ << >> == != && ||");
const UNARY = words("+ - ~ !");
/** What would make a cast, a call or something else of the parenthesis before it. */
const BEHIND_OPERAND = words("( { [ < :: . -> ++ --");

type Level = "unit" | "members";

class PlainReader {
  private readonly tokens: readonly Token[];
  private readonly from: number;
  private readonly to: number;
  private at: number;

  constructor(tokens: readonly Token[], from: number, to: number) {
    this.tokens = tokens;
    this.from = from;
    this.to = to;
    this.at = from;
  }

  declaration(): SyntaxNode | undefined {
    const isTypedef = this.take("typedef");
    if (!isTypedef) while (this.isAmong(STORAGE)) this.at += 1;
    const found = this.specified(this.from, isTypedef ? "type_definition" : "declaration", "unit");
    return this.at === this.to ? found : undefined;
  }

  /** From the qualifiers to the `;`. */
  private specified(from: number, kind: string, level: Level): SyntaxNode | undefined {
    while (this.isAmong(QUALIFIERS)) this.at += 1;
    const begin = this.at;
    const type = this.type();
    if (type === undefined) return undefined;
    if (this.take(";")) return this.alone(from, kind, type, level, begin);
    while (this.isAmong(QUALIFIERS)) this.at += 1;
    const children = [type];
    do {
      if (!this.declarator(children, kind)) return undefined;
    } while (this.take(","));
    return this.take(";") ? node(kind, undefined, from, this.at, children) : undefined;
  }

  /** `struct s {…};`: the node is the type's, and ends before the `;`. Of members, it is a declaration. */
  private alone(from: number, kind: string, type: SyntaxNode, level: Level, begin: number): SyntaxNode | undefined {
    if (begin !== from || kind === "type_definition" || !type.type.endsWith("_specifier")) return undefined;
    const hasBody = this.tokens[type.to - 1]?.text === "}";
    if (level === "unit") return { ...type, field: undefined };
    return hasBody && type.type !== "enum_specifier" ? node(kind, undefined, from, this.at, [type]) : undefined;
  }

  private type(): SyntaxNode | undefined {
    const from = this.at;
    const token = this.tokens[from];
    if (token?.kind !== "identifier" || token.isName === true || token.operand !== undefined) return undefined;
    if (token.text === "struct" || token.text === "union") return this.record(`${token.text}_specifier`);
    if (token.text === "enum") return this.enumeration();
    if (isTypeWord(token.text)) {
      while (
        this.at < this.to &&
        this.tokens[this.at]!.kind === "identifier" &&
        isTypeWord(this.tokens[this.at]!.text)
      ) {
        this.at += 1;
      }
      return node("primitive_type", "type", from, this.at);
    }
    if (RESERVED.has(token.text)) return undefined;
    this.at += 1;
    return node("type_identifier", "type", from, this.at);
  }

  private record(type: string): SyntaxNode | undefined {
    const from = this.at++;
    const children: SyntaxNode[] = [];
    if (this.isName()) children.push(node("type_identifier", "name", this.at, ++this.at));
    if (this.is("{")) {
      const body = this.members();
      if (body === undefined) return undefined;
      children.push(body);
    }
    return children.length === 0 ? undefined : node(type, "type", from, this.at, children);
  }

  private members(): SyntaxNode | undefined {
    const from = this.at++;
    const children: SyntaxNode[] = [];
    while (!this.take("}")) {
      if (this.take(";")) continue;
      const member = this.specified(this.at, "field_declaration", "members");
      if (member === undefined) return undefined;
      children.push(member);
    }
    return node("field_declaration_list", "body", from, this.at, children);
  }

  private enumeration(): SyntaxNode | undefined {
    const from = this.at++;
    const children: SyntaxNode[] = [];
    if (this.isName()) children.push(node("type_identifier", "name", this.at, ++this.at));
    if (this.is("{")) {
      const body = this.enumerators();
      if (body === undefined) return undefined;
      children.push(body);
    }
    return children.length === 0 ? undefined : node("enum_specifier", "type", from, this.at, children);
  }

  private enumerators(): SyntaxNode | undefined {
    const from = this.at++;
    const children: SyntaxNode[] = [];
    do {
      if (children.length > 0 && this.is("}")) break;
      if (!this.isName()) return undefined;
      const begin = this.at++;
      const parts = [node("identifier", "name", begin, this.at)];
      if (this.take("=")) {
        const value = this.at;
        if (!this.expression()) return undefined;
        parts.push(node("expression", "value", value, this.at));
      }
      children.push(node("enumerator", undefined, begin, this.at, parts));
    } while (this.take(","));
    return this.take("}") ? node("enumerator_list", "body", from, this.at, children) : undefined;
  }

  /** Adds a declarator with its value or its width. */
  private declarator(children: SyntaxNode[], kind: string): boolean {
    const from = this.at;
    const isMember = kind === "field_declaration";
    // `uint8_t : 3`. A width behind a declarator without one would belong to that.
    if (isMember && this.is(":") && children.at(-1)!.field !== "declarator") return this.width(children);
    const own = this.pointers();
    if (own === undefined) return false;
    if (isMember && this.is(":")) {
      children.push(own);
      return own.type === "identifier" && this.width(children);
    }
    if (kind !== "declaration" || !this.take("=")) {
      children.push(own);
      return true;
    }
    const value = this.at;
    if (!(this.is("{") ? this.list() : this.expression())) return false;
    const given = node("value", "value", value, this.at);
    children.push(node("init_declarator", "declarator", from, this.at, [own, given]));
    return true;
  }

  private width(children: SyntaxNode[]): boolean {
    const colon = this.at++;
    if (!this.expression()) return false;
    children.push(node("bitfield_clause", undefined, colon, this.at));
    return true;
  }

  private pointers(): SyntaxNode | undefined {
    const from = this.at;
    if (!this.take("*")) return this.arrays();
    while (this.isAmong(QUALIFIERS)) this.at += 1;
    const inner = this.pointers();
    return inner && node("pointer_declarator", "declarator", from, this.at, [inner]);
  }

  private arrays(): SyntaxNode | undefined {
    if (!this.isName()) return undefined;
    const from = this.at++;
    let own = node("identifier", "declarator", from, this.at);
    while (this.is("[")) {
      const end = closing(this.tokens, this.at, { not: ";{" });
      // Attributes have double brackets.
      if (end === undefined || end > this.to || this.tokens[this.at + 1]?.text === "[") return undefined;
      this.at = end;
      own = node("array_declarator", "declarator", from, end, [own]);
    }
    return own;
  }

  /** `{1, {2, 3}, .x = 4}` */
  private list(): boolean {
    this.at += 1;
    while (!this.take("}")) {
      if (!this.designators()) return false;
      if (!(this.is("{") ? this.list() : this.expression())) return false;
      if (!this.take(",") && !this.is("}")) return false;
    }
    return true;
  }

  /** `.a.b =`, or nothing. */
  private designators(): boolean {
    if (!this.is(".")) return true;
    while (this.take(".")) {
      if (!this.isName()) return false;
      this.at += 1;
    }
    return this.take("=");
  }

  /** Names, numbers, characters, parentheses and operators without anything that may be a type, a call or a template. */
  private expression(): boolean {
    for (;;) {
      while (this.isAmong(UNARY, "punctuator")) this.at += 1;
      const kind = this.tokens[this.at]?.kind;
      if (this.take("(")) {
        if (!this.expression() || !this.take(")") || this.tokens[this.at]?.kind !== "punctuator") return false;
      } else if (kind === "number" || kind === "character" || this.isName()) this.at += 1;
      else return false;
      if (this.isAmong(BEHIND_OPERAND, "punctuator")) return false;
      if (!this.isAmong(BINARY, "punctuator")) return true;
      this.at += 1;
    }
  }

  private is(text: string): boolean {
    const token = this.tokens[this.at];
    return this.at < this.to && token?.kind === "punctuator" && token.text === text;
  }

  /** Steps over a punctuator, or over the word `typedef`. */
  private take(text: string): boolean {
    if (this.at >= this.to || this.tokens[this.at]?.text !== text) return false;
    const { kind, isName } = this.tokens[this.at]!;
    if (kind !== "punctuator" && (kind !== "identifier" || isName === true)) return false;
    this.at += 1;
    return true;
  }

  private isAmong(set: ReadonlySet<string>, kind: Token["kind"] = "identifier"): boolean {
    const token = this.tokens[this.at];
    return this.at < this.to && token?.kind === kind && token.isName !== true && set.has(token.text);
  }

  private isName(): boolean {
    if (this.at >= this.to) return false;
    const { kind, text, isName, operand } = this.tokens[this.at]!;
    if (kind !== "identifier" || isName === true || operand !== undefined) return false;
    return !RESERVED.has(text) && !TYPES.has(text) && !isTypeWord(text);
  }
}

function node(
  type: string,
  field: string | undefined,
  from: number,
  to: number,
  children: readonly SyntaxNode[] = [],
): SyntaxNode {
  return { type, field, from, to, missing: false, children };
}
