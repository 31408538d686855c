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

/** A drop-down list. With a name, it is a form's, which keeps what the user chose: `value` is only where it begins. */
export function Choice<Value extends string>(props: {
  /** In the form. */
  readonly name?: string;
  /** For users who cannot see what it belongs to. */
  readonly label?: string;
  readonly className?: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, text: string])[];
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onValue?: (value: Value) => void;
}): JSX.Element {
  const { name, label, className, value, choices, required, disabled, onValue } = props;
  const onChange = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => onValue?.(currentTarget.value as Value);
  return (
    <select
      class={className}
      aria-label={label}
      value={name === undefined ? value : undefined}
      {...{ name, required, disabled, onChange }}
    >
      {choices.map(([one, text]) => (
        <option key={one} value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  );
}
