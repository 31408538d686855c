/** Initial values of scalar and text fields. */

import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import { evaluate } from "../syntax/constants/evaluate.ts";
import { fits, integerType, wrap } from "../syntax/constants/integer-type.ts";
import type { Constant } from "../syntax/constants/literals.ts";
import { constantsIn, describeUnknown } from "../syntax/declare/constants.ts";
import type { Context } from "../syntax/declare/context.ts";
import type { Scope } from "../syntax/declare/symbols.ts";
import { isPunctuator, isWord, type Token, textOf, tokenSpan } from "../syntax/preprocess/token.ts";
import type { CType, RecordDeclaration } from "../types/declarations.ts";
import type { Initializer } from "./initializer.ts";
import type { InitialValue } from "./message.ts";

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes the bytes before the first NUL as UTF-8. */
export function textValue(bytes: readonly number[]): string {
  const end = bytes.indexOf(0);
  return DECODER.decode(Uint8Array.from(end < 0 ? bytes : bytes.slice(0, end)));
}

/** Undefined after a problem. `{5}` means 5 [C17 6.7.9p11]. */
export function scalarValue(
  type: CType,
  path: string,
  initializer: Initializer,
  initial: InitialContext,
): InitialValue | undefined {
  if (initializer.kind === "list") {
    const [only] = initializer.items;
    if (only === undefined) return type.kind === "arithmetic" && type.type === "bool" ? false : 0n;
    if (initializer.items.length === 1 && only.designators.length === 0)
      return scalarValue(type, path, only.value, initial);
    initial.into.problems.push(
      report(SYNTAX, "E132", tokenSpan(initializer.open), { member: path, expected: "one value" }),
    );
    return undefined;
  }
  const { tokens } = initializer;
  const [first] = tokens;
  if (first === undefined) return undefined;
  const span = tokenSpan(first, tokens.at(-1));
  if (first.kind === "string") {
    initial.into.problems.push(report(SYNTAX, "E132", span, { member: path, expected: "a number, not a text" }));
    return undefined;
  }
  const evaluation = evaluate(tokens, constantsIn(initial.context, initial.scope));
  if (evaluation.ok) return converted(evaluation.constant, type, path, first, initial);
  const reason = describeUnknown(evaluation.problem, initial.context, initial.scope);
  initial.into.problems.push(report(SYNTAX, "E129", span, { member: path, reason }));
  return undefined;
}

/** Converts to the field's type like a C assignment [C17 6.7.9p11]. */
function converted(constant: Constant, type: CType, path: string, token: Token, initial: InitialContext): InitialValue {
  if (type.kind === "arithmetic" && type.type === "bool") return Number(constant.value) !== 0;
  if (type.kind === "arithmetic" && (type.type === "float" || type.type === "double")) return Number(constant.value);
  const whole =
    constant.kind === "integer"
      ? constant.value
      : BigInt(Number.isFinite(constant.value) ? Math.trunc(constant.value) : 0);
  const integer = type.kind === "arithmetic" ? integerType(type.type, initial.context.target) : undefined;
  // Keep `length` and `ID` unconverted: their range is checked later.
  if (typeof integer !== "object" || path === "length" || path === "ID" || fits(whole, integer)) return whole;
  const details = { member: path, type: type.kind === "arithmetic" ? type.type : "enum", value: whole };
  initial.into.problems.push(report(SYNTAX, "W147", tokenSpan(token), details));
  return wrap(whole, integer);
}

/** True for `sizeof(struct x)` in message x itself. The length is then the size on the target. */
export function isOwnSize(tokens: readonly Token[], initial: InitialContext): boolean {
  if (!isWord(tokens[0], "sizeof")) return false;
  const bracketed = isPunctuator(tokens[1], "(") && isPunctuator(tokens.at(-1), ")");
  const inner = bracketed ? tokens.slice(2, -1) : tokens.slice(1);
  const words = inner.filter((token) => !["struct", "class", "const"].includes(token.text));
  const name = textOf(words).replaceAll(" ", "");
  const { context, scope, record } = initial;
  // In a default member initialiser, the struct's own name is still incomplete.
  if (
    name === record.name ||
    context.instances.some((instance) => instance.record === record && instance.name.text === name)
  )
    return true;
  const type = context.symbols.type(scope, name);
  return type?.kind === "record" && type.record === record;
}

/** Initial values of a message; later initialisers overwrite earlier ones. */
export interface Initials {
  readonly values: Map<string, InitialValue>;
  readonly spans: Map<string, Span>;
  readonly problems: Diagnostic[];
  /** The header initialises `length` with `sizeof` of the struct itself. */
  lengthIsSize: boolean;
}

export interface InitialContext {
  readonly context: Context;
  readonly scope: Scope;
  /** The message being initialised; needed to recognise its own `sizeof`. */
  readonly record: RecordDeclaration;
  readonly into: Initials;
}
