/** Series computed from others, in the language of rules. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formulas } from "../app/page.ts";
import type { DerivedColumn } from "../panel/panel-settings.ts";
import { say } from "../text/words.ts";
import { Section, type SettingsPart } from "./settings-fields.tsx";

function trimmed({ name, expression, unit }: DerivedColumn): DerivedColumn {
  return { name: name.trim(), expression: expression.trim(), ...(unit !== undefined && { unit: unit.trim() }) };
}

const NOTHING: DerivedColumn = { name: "", expression: "" };

export function Computed({ panel, set }: SettingsPart): JSX.Element {
  const known = panel.settings.derived ?? [];
  const [rows, setRows] = useState<readonly DerivedColumn[]>(known);
  const [problem, setProblem] = useState("");
  /** Errors are shown while they are typed; valid series are drawn once they are confirmed. */
  const take = async (all: readonly DerivedColumn[], isConfirmed = true) => {
    setRows(all);
    const written = all.map(trimmed).filter(({ name, expression }) => name !== "" || expression !== "");
    try {
      for (const { name, expression } of written) {
        if (name === "" || expression === "") throw new Error(say("Enter a name and an expression."));
        await formulas.check(expression, name, panel.feed.description);
      }
      setProblem("");
      if (isConfirmed) set("derived", written);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const change = (at: number, changed: Partial<DerivedColumn>) =>
    void take(
      rows.map((row, i) => (i === at ? { ...row, ...changed } : row)),
      false,
    );
  return (
    <Section title={say("Computed series")} about={known.length === 0 ? say("none") : String(known.length)}>
      <p class="hint">
        {say(
          "In the language of rules: {0}. Columns are named as they are stored, with _ for what is not a letter or digit.",
          "sqrt(x^2 + y^2), volts * amps, t > 20 ? 1 : 0",
        )}
      </p>
      <a href="docs/rules" target="_blank" rel="noopener">
        {say("The language of rules")}
      </a>
      {rows.map((row, i) => (
        <div class="derived-row" key={`${i} of ${rows.length}`}>
          {(
            [
              ["name", say("Name of a computed series")],
              ["expression", say("Expression of a computed series")],
              ["unit", say("Unit of a computed series")],
            ] as const
          ).map(([field, label]) => (
            <input
              key={field}
              aria-label={label}
              placeholder={say(field)}
              value={row[field] ?? ""}
              onInput={({ currentTarget }) => change(i, { [field]: currentTarget.value })}
              onChange={() => void take(rows)}
            />
          ))}
          <button
            type="button"
            class="quiet"
            aria-label={say("Remove {0}", row.name)}
            onClick={() => void take(rows.filter((_row, at) => at !== i))}
          >
            {say("Remove")}
          </button>
        </div>
      ))}
      <p class="problem" role="alert">
        {problem}
      </p>
      <button type="button" onClick={() => setRows([...rows, NOTHING])}>
        {say("Add a computed series")}
      </button>
    </Section>
  );
}
