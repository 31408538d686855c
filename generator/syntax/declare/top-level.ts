/** Declarations outside of records: types, constants and instances. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { RecordDeclaration } from "../../types/declarations.ts";
import { isStandardInteger, keywordOf, keywordProblem, typeNameProblem } from "../explain/keywords.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isPunctuator, spanAfter } from "../preprocess/token.ts";
import { declareConstants } from "./constants.ts";
import { type Context, onlyInCpp, type RecordFacts } from "./context.ts";
import { readDeclarator } from "./declarators.ts";
import { noteAttributeName, noteIgnoredAttributes } from "./misplaced-attributes.ts";
import { declareRecord } from "./records.ts";
import { type DeclareRecord, readSpecifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { declareTypeAlias, declareTypedef } from "./typedefs.ts";
import { isUsable, recordIn } from "./types.ts";

/** @param root of a declaration's tree */
export function declareTopLevel(root: SyntaxNode, context: Context, scope: Scope): void {
  const declareHere: DeclareRecord = (node, inner, typedefName) => declareRecord(node, context, inner, typedefName);
  for (const node of root.children) {
    switch (node.type) {
      case "type_definition":
        declareTypedef(node, context, scope, declareHere);
        break;
      case "alias_declaration":
        declareTypeAlias(node, context, scope, declareHere);
        break;
      case "declaration":
        declareVariables(node, context, scope, declareHere);
        break;
      case "struct_specifier":
      case "union_specifier":
      case "class_specifier":
      case "enum_specifier":
        // A declaration of nothing but a type.
        declareVariables(
          { ...node, type: "declaration", children: [{ ...node, field: "type" }] },
          context,
          scope,
          declareHere,
        );
        break;
    }
  }
}

function declareVariables(node: SyntaxNode, context: Context, scope: Scope, declareHere: DeclareRecord): void {
  const { tokens } = context.unit;
  const specifiers = readSpecifiers(node, context, scope, instanceName(node, context), declareHere);
  noteIgnoredAttributes(node, specifiers, context);
  const { type } = specifiers;
  if (!isUsable(type) || type.kind !== "record") {
    declareConstants(node, specifiers, context, scope);
    return;
  }
  for (const child of node.children) {
    if (child.field !== "declarator") continue;
    const declarator = readDeclarator(child, tokens);
    const value = child.children.find((inner) => inner.field === "value");
    if (declarator.shape !== "object" || declarator.name === undefined) continue;
    const name = tokens[declarator.name]!;
    context.symbols.declareVariable(scope, name.text);
    const keyword = keywordOf(name.text, context.language);
    if (keyword !== undefined) context.records.get(type.record)?.problems.push(keywordProblem(name, keyword));
    noteAttributeName(name, specifiers, context);
    if (scope.length === 0 && (isStandardInteger(name.text) || context.symbols.isTypedefHere(name.text)))
      context.records.get(type.record)?.problems.push(typeNameProblem(name));
    if (value === undefined && context.language === "c++" && !specifiers.words.has("extern"))
      noteWithoutValue(type.record, specifiers.words.has("const"), context);
    if (value === undefined || declarator.dimensions.length > 1) continue;
    if (isPunctuator(tokens[value.from], "{") && !isPunctuator(tokens[value.from - 1], "="))
      noteBraces(value.from, context.records.get(type.record), context);
    const initializer = tokens.slice(value.from, value.to);
    context.instances.push({
      record: type.record,
      name,
      initializer,
      scope,
      isArray: declarator.dimensions.length === 1,
    });
  }
}

/** A variable without a value has none for a constant in it either, nor for any field if it is one. [C++17 class.ctor]p5, [dcl.init]p7 */
function noteWithoutValue(record: RecordDeclaration, isConstant: boolean, context: Context): void {
  const facts = context.records.get(record);
  if (record.kind === "union" || facts === undefined || facts.constructors.length > 0) return;
  for (const member of record.members) {
    const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
    if (inner !== undefined) noteWithoutValue(inner, isConstant, context);
    else if (
      member.kind !== "anonymous" &&
      member.name !== undefined &&
      !facts.defaults.has(member) &&
      (facts.constants.delete(member) || isConstant)
    )
      facts.problems.push(report(SYNTAX, "E107", member.span, { what: "a value", after: member.name }));
  }
}

/** `struct position {…} position {9, 1};` is C++. */
function noteBraces(at: number, facts: RecordFacts | undefined, context: Context): void {
  const before = context.unit.tokens[at - 1]!;
  if (onlyInCpp(before, context).length === 0) return;
  const diagnostic = report(SYNTAX, "E107", spanAfter(before), { what: "'='", after: before.text });
  facts?.errors.push({ diagnostic, certainty: "sure", at });
}

/** A struct without tag or typedef goes by the name of its first instance. */
function instanceName(node: SyntaxNode, context: Context): string | undefined {
  const first = node.children.find((child) => child.field === "declarator");
  const declarator = first === undefined ? undefined : readDeclarator(first, context.unit.tokens);
  if (declarator?.shape !== "object" || declarator.name === undefined) return undefined;
  return context.unit.tokens[declarator.name]?.text;
}
