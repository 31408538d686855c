/** Fields of a form. */

import type { ComponentChildren, JSX } from "preact";

export function Labelled(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { label, hint, children } = props;
  return (
    <label>
      <span>{label}</span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

export type Choices = readonly (readonly [value: string, text: string])[];

export function Select(props: {
  readonly name: string;
  readonly choices: Choices;
  readonly chosen: string;
  readonly required?: boolean;
  readonly onChoice?: (value: string) => void;
}): JSX.Element {
  const { name, choices, chosen, required, onChoice } = props;
  return (
    <select name={name} required={required} onInput={({ currentTarget }) => onChoice?.(currentTarget.value)}>
      {choices.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}
