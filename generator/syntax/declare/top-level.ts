/** Declarations outside of records: types, constants and instances. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { tokenSpan } from "../preprocess/token.ts";
import { declareConstants } from "./constants.ts";
import type { Context } from "./context.ts";
import { readDeclarator } from "./declarators.ts";
import { attributesBetween, ignoredAttributes } from "./layout-attributes.ts";
import { declareRecord } from "./records.ts";
import { type DeclareRecord, readSpecifiers, type Specifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { declareTypeAlias, declareTypedef } from "./typedefs.ts";
import { isUsable } from "./types.ts";

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
  noteIgnored(node, specifiers, context);
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
    noteAttributeName(child, name.text, specifiers, context);
    if (value === undefined || declarator.dimensions.length > 1) continue;
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

/** A struct without tag or typedef goes by the name of its first instance. */
function instanceName(node: SyntaxNode, context: Context): string | undefined {
  const first = node.children.find((child) => child.field === "declarator");
  const declarator = first === undefined ? undefined : readDeclarator(first, context.unit.tokens);
  if (declarator?.shape !== "object" || declarator.name === undefined) return undefined;
  return context.unit.tokens[declarator.name]?.text;
}

/** In front of `struct`, or behind an instance, `packed` does nothing [GCC -Wattributes]. */
function noteIgnored(node: SyntaxNode, specifiers: Specifiers, context: Context): void {
  const { definition, type } = specifiers;
  if (definition === undefined || !isUsable(type) || type.kind !== "record") return;
  const before = attributesBetween(context.unit, node.from, definition.from);
  const behind = attributesBetween(context.unit, definition.to + 1, node.to - 1).filter(
    (attribute) => attribute.name === "packed",
  );
  context.records.get(type.record)?.problems.push(...ignoredAttributes([...before, ...behind]));
}

/** `struct s {…} PACKED;` declares a variable. */
function noteAttributeName(node: SyntaxNode, name: string, specifiers: Specifiers, context: Context): void {
  const { type, definition } = specifiers;
  if (definition === undefined || !/^_*(?:ATTR(?:IBUTE)?_?)?PACK(?:ED)?(?:_STRUCT|_ATTR(?:IBUTE)?)?_*$/i.test(name))
    return;
  if (!isUsable(type) || type.kind !== "record") return;
  const span = tokenSpan(context.unit.tokens[node.from]!);
  context.records.get(type.record)?.problems.push(report(SYNTAX, "W146", span, { name }));
}
