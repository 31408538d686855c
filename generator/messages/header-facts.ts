/** Other facts from the headers: names of structs, why a struct cannot be a message, and integer constants. */

import type { Headers } from "../syntax/read-headers.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { problemsOf } from "./find-messages.ts";
import { inactiveStructs } from "./inactive-structs.ts";
import { integerNamed } from "./integer-named.ts";
import type { HeaderFacts } from "./message.ts";

export function headerFacts(headers: Headers): HeaderFacts {
  let names: ReadonlyMap<RecordDeclaration, readonly string[]> | undefined;
  let constants: ReadonlyMap<string, bigint> | undefined;
  return {
    namesOf(record) {
      names ??= typeNames(headers);
      const { name, scope = [] } = record;
      return names.get(record) ?? (name === undefined ? [] : [[...scope, name].join("::")]);
    },
    problemOf(record) {
      const { problems, errors } = problemsOf(record, headers);
      const [error] = errors;
      if (error !== undefined) {
        const { span, message } = error.diagnostic;
        return `it has a syntax error${span === undefined ? "" : ` in line ${span.start.line}`}: ${message}`;
      }
      return problems.find(({ severity }) => severity === "error")?.message;
    },
    inactive: () => inactiveStructs(headers.inactive),
    isCompiled: (path, offset) =>
      !headers.inactive.some(({ file, start, end }) => file.path === path && start <= offset && offset < end),
    constants() {
      constants ??= integers(headers);
      return constants;
    },
  };
}

function typeNames({ symbols }: Headers): Map<RecordDeclaration, readonly string[]> {
  symbols.file = undefined;
  const names = new Map<RecordDeclaration, string[]>();
  for (const name of new Set(symbols.typeNames())) {
    const type = symbols.named(name);
    if (type?.kind !== "record") continue;
    const { scope = [] } = type.record;
    const scoped = name.includes("::") ? name : [...scope, name].join("::");
    const known = names.get(type.record);
    if (known === undefined) names.set(type.record, [scoped]);
    else known.push(scoped);
  }
  for (const [record, found] of names) {
    const rank = (name: string) =>
      name.startsWith("_") ? 2 : name === record.name && record.untagged !== true ? 1 : 0;
    found.sort((a, b) => rank(a) - rank(b));
  }
  return names;
}

/** Macros with more tokens are not evaluated as constants. */
const MOST_TOKENS = 12;

function integers(headers: Headers): Map<string, bigint> {
  const { symbols, macros } = headers;
  symbols.file = undefined;
  const found = new Map<string, bigint>();
  for (const name of new Set([...macros.names(), ...symbols.constantNames()])) {
    const macro = macros.get(name);
    if (macro !== undefined && (macro.parameters !== undefined || macro.body.length > MOST_TOKENS)) continue;
    const value = integerNamed(name, headers);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}
