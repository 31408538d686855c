/** Checks a command's options. */

import { parseArgs } from "node:util";
import { didYouMean } from "../../runtime/lib/nearest.ts";

type Options = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly short?: string }>>;

/** One sentence; undefined if the arguments are right. */
export function usageProblem(args: string[], options: Options): string | undefined {
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === "positional") return `unexpected argument '${token.value}'`;
    const problem = token.kind === "option" ? optionProblem(token, options) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Given {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function optionProblem({ name, rawName, value }: Given, options: Options): string | undefined {
  const known = Object.keys(options).map((each) => `--${each}`);
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) return `unknown option '${rawName}'${didYouMean(rawName, known)}`;
  if (option.type === "boolean") return value === undefined ? undefined : `${rawName} takes no value`;
  return value === undefined || value === "" ? `${rawName} needs a value` : undefined;
}
