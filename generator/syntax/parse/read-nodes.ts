/** Converts the grammar's tree to typed declarations. Only this file assigns attributes to the parts that they apply to. */

import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { Attribute, AttributeForm, CleanUnit } from "./attributes.ts";
import { isRecordKeyword } from "./declaration-words.ts";
import type { NodeFields } from "./node-types.ts";
import type { BodyPart, DeclarationNode, DeclaratorNode, EnumNode, Head, RecordNode, TokenSpan } from "./nodes.ts";
import { valueBehindWidth } from "./render.ts";
import type { SyntaxNode } from "./tree.ts";

type NodeOf<T extends keyof NodeFields> = SyntaxNode & { readonly type: T };
/** Any node of a declaration; others are handled by `default`. */
type Known = { readonly [T in keyof NodeFields]: NodeOf<T> }[keyof NodeFields];
type RecordSpecifier = NodeOf<"struct_specifier" | "union_specifier" | "class_specifier">;

/** Undefined if the grammar inserted the child: the name of `enum : uint8_t { OFF } state;`. */
function field<T extends keyof NodeFields>(node: NodeOf<T>, name: NodeFields[T]): SyntaxNode | undefined {
  return node.children.find((child) => child.field === name && !child.missing);
}

/** The declarations of a tree, in order. */
export function readDeclarations(root: SyntaxNode, unit: CleanUnit, language: "c" | "c++"): DeclarationNode[] {
  const reader = new NodeReader(unit, root, language);
  return root.children.flatMap((node) => reader.declaration(node as Known) ?? []);
}

const NONE: readonly Attribute[] = [];

/**
 * In front of a declaration; among the words of its type; right behind a declarator's name; behind all of a declarator; behind
 * `struct`; behind its closing brace.
 */
type SyntacticPosition = "front" | "words" | "name" | "end" | "keyword" | "brace";

/** Elsewhere compilers refuse an attribute, ignore it, or differ. [GCC 6.38; C17 6.7.5; C++17 dcl.attr.grammar] */
const PLACES: Readonly<Record<AttributeForm | "alignas in C", readonly SyntacticPosition[]>> = {
  gnu: ["front", "words", "end", "keyword", "brace"],
  declspec: ["front", "words", "keyword"],
  word: ["front", "words", "end", "keyword", "brace"],
  standard: ["front", "name", "keyword"],
  alignas: ["front", "name", "keyword"],
  "alignas in C": ["front", "words"],
};

class NodeReader {
  private readonly tokens: readonly Token[];
  /** Attributes that are not assigned yet. */
  private unclaimed: Attribute[] = [];

  private readonly language: "c" | "c++";

  constructor({ tokens, attributes }: CleanUnit, { from, to }: SyntaxNode, language: "c" | "c++") {
    this.tokens = tokens;
    this.language = language;
    if (attributes.size === 0) return;
    for (let at = from; at <= to; at++) this.unclaimed.push(...(attributes.get(at) ?? []));
  }

  /** Undefined if the node declares nothing. */
  declaration(node: Known): DeclarationNode | undefined {
    const declared = this.withoutStray(node);
    return declared && { ...declared, stray: this.claim(node.from, node.to - 1) };
  }

  private withoutStray(node: Known): DeclarationNode | undefined {
    switch (node.type) {
      case "type_definition":
        return this.declared("typedef", node, field(node, "type"));
      case "declaration":
        return this.declared("variables", node, field(node, "type"));
      case "alias_declaration":
        return this.alias(node);
      case "struct_specifier":
      case "union_specifier":
      case "class_specifier":
      case "enum_specifier":
        // A declaration of a type only.
        return this.declared("variables", { ...node, children: [] }, node);
      default:
        return undefined;
    }
  }

  /** Takes the unassigned attributes before the tokens `from … to`, both included. */
  private claim(from: number, to: number, isOwn?: (attribute: Attribute) => boolean): readonly Attribute[] {
    const isTaken = (each: Attribute) => each.at >= from && each.at <= to && isOwn?.(each) !== false;
    // Fast path: most declarations have no attributes.
    if (this.unclaimed.length === 0 || !this.unclaimed.some(isTaken)) return NONE;
    const taken = this.unclaimed.filter(isTaken);
    this.unclaimed = this.unclaimed.filter((each) => !taken.includes(each));
    return taken;
  }

  /** Attributes of a form that is allowed there. */
  private claimAt(at: number, place: SyntacticPosition): readonly Attribute[] {
    return this.claim(at, at, (attribute) => this.mayStand(attribute, place));
  }

  private mayStand({ form }: Attribute, place: SyntacticPosition): boolean {
    return PLACES[form === "alignas" && this.language === "c" ? "alignas in C" : form].includes(place);
  }

  /**
   * A leading attribute of armcc or of Microsoft's compiler belongs to the type, if it is defined here. GCC ignores other attributes of an
   * unnamed member. [Clang, Parser::stripTypeAttributesOffDeclSpec]
   */
  private mayPrecede({ form }: Attribute, isAnonymous: boolean): boolean {
    if (form === "word" || form === "declspec") return false;
    return !isAnonymous || (form === "alignas" && this.language === "c");
  }

  private part({ from, to }: { readonly from: number; readonly to: number }): TokenSpan {
    return { from, to, tokens: this.tokens.slice(from, to) };
  }

  private declared(kind: DeclarationNode["kind"], node: SyntaxNode, type: SyntaxNode | undefined): DeclarationNode {
    const groups = declaratorGroups(node);
    const first = (groups[0]?.node ?? groups[0]?.clause)?.from;
    const head = this.head(node.from, first ?? this.endOfHead(node), type, first === undefined ? "alone" : "typed");
    const { specifier } = head;
    const takesAttributes = kind !== "members" || isMembers(head, first !== undefined);
    // Compilers ignore what stands in front of it.
    const isTypeAlone = kind === "members" && first === undefined && !takesAttributes && !isOfClass(head);
    const headEnd = first ?? (kind === "members" ? (specifier?.from ?? node.from) : node.to - 1);
    const isDefinition = specifier?.body !== undefined;
    // Within a type that is more than a list of words: `struct PACKED s field;`, `ring<PACKED int> field;`.
    const isInner = (at: number) =>
      type !== undefined && at > type.from && at < type.to + (isDefinition ? 1 : 0) && !this.isList(type);
    const isOwn = (each: Attribute) =>
      (takesAttributes || (isTypeAlone && isDefinition)) &&
      !(isDefinition && !this.mayPrecede(each, kind === "members" && first === undefined && !isTypeAlone)) &&
      !isInner(each.at) &&
      this.mayStand(each, each.at === node.from ? "front" : "words");
    const attributes = this.claim(node.from, headEnd, isOwn);
    const declarators: DeclaratorNode[] = [];
    for (const group of groups) {
      const comma = declarators.at(-1)?.to;
      const declarator = this.declarator(group, takesAttributes ? comma : "takes none");
      declarators.push(declarator);
    }
    const { from, to } = node;
    const tokens = specifier?.from === from && specifier.to === to ? specifier.tokens : this.tokens.slice(from, to);
    return { kind, from, to, tokens, head, declarators, attributes, stray: NONE };
  }

  /** `unsigned long`, and not `struct s` or `ring<int>`. */
  private isList({ from, to }: SyntaxNode): boolean {
    const [first] = this.tokens.slice(from, to);
    if (isRecordKeyword(first) || first?.text === "enum") return false;
    return this.tokens.slice(from, to).every(({ kind }) => kind === "identifier");
  }

  private head(from: number, to: number, type: SyntaxNode | undefined, use: Head["use"]): Head {
    const specifier = type === undefined ? undefined : this.specifier(type as Known, from);
    const isApart = specifier !== undefined && (specifier.kind === "enum" || specifier.body !== undefined);
    const tokens = isApart
      ? [...this.tokens.slice(from, specifier.from), ...this.tokens.slice(specifier.to, to)]
      : this.tokens.slice(from, to);
    return { tokens, type: specifier ?? (type && this.part(type)), specifier, use };
  }

  /** The end of a declaration without declarators, before its `;`. */
  private endOfHead({ to }: SyntaxNode): number {
    return isPunctuator(this.tokens[to - 1], ";") ? to - 1 : to;
  }

  /** @param from where the declaration begins */
  private specifier(node: Known, from: number): RecordNode | EnumNode | undefined {
    switch (node.type) {
      case "struct_specifier":
      case "union_specifier":
      case "class_specifier":
        return this.record(node, from);
      case "enum_specifier":
        return this.enumeration(node, from);
      default:
        return undefined;
    }
  }

  /** Attributes in front of the declaration that belong to the type that it defines. */
  private leading(begin: number, { from }: SyntaxNode): readonly Attribute[] {
    return this.claim(begin, from, ({ form, at }) => form === "declspec" || (form === "word" && at === from));
  }

  /** Attributes after `struct` or directly after the closing brace belong to the type [GCC 6.38]. */
  private record(node: RecordSpecifier, begin: number): RecordNode {
    const { from, to } = node;
    const [name, list] = [field(node, "name"), field(node, "body")];
    const clause = node.children.find((child) => child.type === "base_class_clause");
    const base = clause && this.part({ from: clause.from + 1, to: clause.to });
    const common = { kind: "record", ...this.part(node), tag: name && this.part(name), base } as const;
    if (list === undefined || list.to <= list.from)
      return { ...common, body: undefined, attributes: [], misplaced: [], stray: [] };
    const leading = this.leading(begin, node);
    const misplaced = name === undefined ? [] : this.claim(list.from, list.from);
    const attributes = [...leading, ...this.claimAt(from + 1, "keyword"), ...this.claimAt(list.to, "brace")];
    const body = { from: list.from, parts: this.bodyParts(list) };
    return { ...common, body, attributes, misplaced, stray: this.claim(from + 1, to) };
  }

  private enumeration(node: NodeOf<"enum_specifier">, begin: number): EnumNode {
    const [name, base, list] = [field(node, "name"), field(node, "base"), field(node, "body")];
    const keyword = node.from + (isRecordKeyword(this.tokens[node.from + 1]) ? 2 : 1);
    const attributes =
      list === undefined
        ? []
        : [...this.leading(begin, node), ...this.claimAt(keyword, "keyword"), ...this.claimAt(list.to, "brace")];
    const enumerators = (list?.children ?? []).flatMap((child) => {
      if (child.type !== "enumerator") return [];
      const value = field(child as NodeOf<"enumerator">, "value");
      return [{ name: this.tokens[child.from]!, value: value && this.part(value) }];
    });
    const body = list && { from: list.from, enumerators };
    return {
      kind: "enum",
      ...this.part(node),
      tag: name && this.part(name),
      base: base && this.part(base),
      body,
      attributes,
      stray: list === undefined ? [] : this.claim(node.from + 1, node.to),
    };
  }

  /** All parts of a body. Only semicolons and the colons of access specifiers may be between them. */
  private bodyParts(list: SyntaxNode): BodyPart[] {
    const parts: BodyPart[] = [];
    let at = list.from + 1;
    for (const child of list.children) {
      parts.push(...this.gap(at, child.from), this.bodyPart(child as Known));
      at = Math.max(at, child.to);
    }
    return [...parts, ...this.gap(at, list.to - 1)];
  }

  private gap(from: number, to: number): BodyPart[] {
    const tokens = this.tokens
      .slice(from, to)
      .filter((token) => !isPunctuator(token, ";") && !isPunctuator(token, ":"));
    return tokens.length === 0 ? [] : [{ kind: "gap", from, to, tokens }];
  }

  private bodyPart(node: Known | NodeOf<never>): BodyPart {
    const part = this.partOf(node);
    // What holds no field owns its attributes, also those of other declarations in it: no offset depends on them.
    const isFriend = node.type === "friend_declaration";
    const isApart = part.kind === "members" ? isOfClass(part.head) : part.kind === "function" || isFriend;
    if (isApart) this.claim(part.from, part.to - 1);
    // Compilers refuse an attribute in front of `template`.
    if (node.type === "template_declaration") this.claim(part.from + 1, part.to - 1);
    return part;
  }

  private partOf(node: Known | NodeOf<never>): BodyPart {
    // What the grammar added to read on.
    if (node.to <= node.from) return { kind: "passed", ...this.part(node) };
    switch (node.type) {
      case "field_declaration":
        return this.declared("members", node, field(node, "type"));
      case "type_definition":
      case "alias_declaration":
        return this.declaration(node)!;
      case "function_definition":
      case "declaration":
        return { kind: "function", ...this.part(node) };
      case "access_specifier":
        return { kind: "access", ...this.part(node) };
      case "template_declaration":
      case "friend_declaration":
      case "using_declaration":
        return { kind: "passed", ...this.part(node) };
      default:
        // Syntax errors are explained elsewhere, for the whole tree.
        return { kind: isMistake(node) ? "passed" : "unknown", ...this.part(node) };
    }
  }

  private alias(node: NodeOf<"alias_declaration">): DeclarationNode | undefined {
    const [name, type] = [field(node, "name"), field(node, "type") as NodeOf<"type_descriptor"> | undefined];
    if (name === undefined || type === undefined) return undefined;
    const abstract = field(type, "declarator");
    const head = this.head(type.from, abstract?.from ?? this.endOfHead(type), field(type, "type"), "typed");
    const { shape, dimensions } = this.shapeOf(abstract);
    const declarator: DeclaratorNode = {
      ...this.part(name),
      name: this.tokens[name.from],
      shape,
      dimensions,
      width: undefined,
      value: undefined,
      attributes: [],
      afterComma: [],
    };
    return {
      kind: "alias",
      ...this.part(node),
      head,
      declarators: [declarator],
      attributes: this.claim(name.to, name.to, ({ form }) => form === "gnu" || PLACES[form].includes("name")),
      stray: NONE,
    };
  }

  /** @param comma index after the previous declarator */
  private declarator(group: DeclaratorGroup, comma: number | undefined | "takes none"): DeclaratorNode {
    const { node, clause, given } = group;
    const from = (node ?? clause)!.from;
    const to = Math.max(node?.to ?? 0, clause?.to ?? 0, given?.to ?? 0);
    const [own, value] = this.valueOf(group);
    const colon = isPunctuator(this.tokens[clause?.from ?? -1], ":") ? 1 : 0;
    const { name, behindName, shape, dimensions } = this.shapeOf(node);
    const afterComma = typeof comma === "number" ? this.claimAt(comma + 1, "words") : NONE;
    const end = Math.max(own?.to ?? 0, clause?.to ?? 0);
    const claimed = () =>
      shape === "function"
        ? this.claim(from + 1, to)
        : [...this.claimAt(behindName, "name"), ...this.claimAt(end, "end")];
    const behind = comma === "takes none" ? NONE : claimed();
    return {
      from,
      to,
      tokens: this.tokens.slice(from, to),
      name,
      shape,
      dimensions,
      width: clause && this.part({ from: clause.from + colon, to: clause.to }),
      value: value && this.part(value),
      attributes: afterComma.length === 0 ? behind : [...afterComma, ...behind],
      afterComma,
    };
  }

  /** The declarator without its value, and the value. */
  private valueOf({ node, clause, given }: DeclaratorGroup) {
    const [own, assigned] =
      node?.type === "init_declarator"
        ? [field(node as NodeOf<"init_declarator">, "declarator"), field(node as NodeOf<"init_declarator">, "value")]
        : [node, undefined];
    return [own, given ?? assigned ?? (clause && this.valueBehind(clause))] as const;
  }

  /** The value of a bit-field, behind its width. */
  private valueBehind({ from, to }: SyntaxNode): TokenSpan | undefined {
    const found = valueBehindWidth(this.tokens, from, this.tokens.length);
    if (found?.from !== to) return undefined;
    const first = isPunctuator(this.tokens[to], "=") ? to + 1 : to;
    return this.part({ from: first, to: found.to });
  }

  /** @param node undefined for a bare type */
  private shapeOf(
    node: SyntaxNode | undefined,
  ): Pick<DeclaratorNode, "name" | "shape" | "dimensions"> & { readonly behindName: number } {
    const dimensions: (readonly Token[])[] = [];
    let shape: DeclaratorNode["shape"] = "object";
    let current = node;
    for (; current !== undefined && Object.hasOwn(AROUND, current.type); current = innerDeclarator(current)) {
      const kind = AROUND[current.type as keyof typeof AROUND];
      if (kind === "array") dimensions.unshift(this.dimension(current));
      else if (kind !== "around") shape = kind;
    }
    const { missing, from, to } = current ?? { missing: true, from: 0, to: 0 };
    if (missing || to <= from) return { name: undefined, behindName: -1, shape, dimensions };
    // `name<argument>` declares nothing of that name.
    const isName = to === from + 1 || shape === "function";
    return { name: isName ? this.tokens[from] : undefined, behindName: to, shape, dimensions };
  }

  /** The tokens between the brackets. Of this node, only the declarator before them is read from the tree. */
  private dimension(node: SyntaxNode): readonly Token[] {
    let open = node.children.find((child) => child.field === "declarator")?.to ?? node.from;
    while (open < node.to && !isPunctuator(this.tokens[open], "[")) open += 1;
    return this.tokens.slice(open + 1, Math.max(open + 1, node.to - 1));
  }
}

function isMistake({ type, from, to }: SyntaxNode): boolean {
  return type === "ERROR" || to <= from;
}

/** Nodes around a declarator, and the shape that each gives it. */
const AROUND = {
  array_declarator: "array",
  abstract_array_declarator: "array",
  pointer_declarator: "pointer",
  abstract_pointer_declarator: "pointer",
  reference_declarator: "reference",
  abstract_reference_declarator: "reference",
  function_declarator: "function",
  abstract_function_declarator: "function",
  parenthesized_declarator: "around",
  abstract_parenthesized_declarator: "around",
  init_declarator: "around",
  attributed_declarator: "around",
  bitfield_clause: "around",
} as const satisfies Partial<Record<keyof NodeFields, DeclaratorNode["shape"] | "array" | "around">>;

/** References and parentheses contain their declarator without a field name. */
function innerDeclarator({ type, children }: SyntaxNode): SyntaxNode | undefined {
  const inner = children.find((child) => child.field === "declarator");
  if (inner !== undefined || /(?:array|function)_declarator$/.test(type)) return inner;
  return children.find((child) => child.type.endsWith("declarator") || child.type.endsWith("identifier"));
}

/** The nodes between two commas: a declarator with width and value. */
interface DeclaratorGroup {
  readonly node: SyntaxNode | undefined;
  clause?: SyntaxNode;
  given?: SyntaxNode;
}

function declaratorGroups({ children }: SyntaxNode): DeclaratorGroup[] {
  const groups: DeclaratorGroup[] = [];
  for (const child of children) {
    const group = groups.at(-1);
    if (child.field === "declarator") groups.push({ node: child });
    else if (child.type === "bitfield_clause") {
      if (group === undefined || group.clause !== undefined) groups.push({ node: undefined, clause: child });
      else group.clause = child;
    } else if (child.field === "default_value" && group !== undefined) group.given = child;
  }
  return groups;
}

/** True for static members and friends. */
function isOfClass({ tokens }: Head): boolean {
  return tokens.some((token) => isWord(token, "static") || isWord(token, "friend"));
}

/** True for fields and anonymous records. Static members, friends and types have no offset that attributes could change. */
function isMembers(head: Head, hasDeclarators: boolean): boolean {
  const { specifier } = head;
  if (isOfClass(head)) return false;
  return (
    hasDeclarators || (specifier?.kind === "record" && specifier.body !== undefined && specifier.tag === undefined)
  );
}
