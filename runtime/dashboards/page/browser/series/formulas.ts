/** Compiled expressions of computed series. The compiler is loaded on first use. */

import { signal } from "@preact/signals";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { loadPart } from "../data/load-part.ts";
import { say } from "../text/words.ts";
import type { Formula } from "./computed-rows.ts";

/** Compiles an expression with the given column names, before it is checked against a measurement. */
type Compile = (text: string, names: readonly string[]) => Formula;

export class FormulaCache {
  /** Another one: formulas can be evaluated that could not before. */
  readonly #ready = signal({});
  readonly #known = new Map<string, Formula | undefined>();
  #compile: Promise<Compile> | undefined;

  /** Undefined while it is being compiled, or if it is invalid. */
  get(expression: string, names: readonly string[]): Formula | undefined {
    const key = JSON.stringify([expression, names]);
    if (!this.#known.has(key)) {
      this.#known.set(key, undefined);
      void this.#make(key, expression, names);
    }
    return this.#ready.value && this.#known.get(key);
  }

  /** @throws Error with a sentence about what is wrong */
  async check(expression: string, name: string, description: MeasurementDescription): Promise<void> {
    const names = description.columns.filter(({ type }) => type !== "string").map((column) => column.name);
    if (names.includes(name))
      throw new Error(say("A column '{0}' exists already; give the series another name.", name));
    const compile = await this.#compiler();
    try {
      compile(expression, names);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #make(key: string, expression: string, names: readonly string[]): Promise<void> {
    try {
      const compile = await this.#compiler();
      this.#known.set(key, compile(expression, names));
      this.#ready.value = {};
    } catch {
      // A layout may hold an expression of a column that is gone: its series stays empty.
    }
  }

  #compiler(): Promise<Compile> {
    this.#compile ??= loadPart(() => import("../formula/compile-formula.ts")).then(
      ({ compileFormula }) => compileFormula,
    );
    return this.#compile;
  }
}
