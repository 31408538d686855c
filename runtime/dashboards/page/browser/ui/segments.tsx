/** Buttons in one frame; the pressed ones are chosen. */

import type { ComponentChildren, JSX } from "preact";

export function Segments<Value extends string | number>(props: {
  readonly label: string;
  readonly className?: string;
  readonly choices: readonly (readonly [value: Value, text: ComponentChildren, name?: string])[];
  readonly isChosen: (value: Value) => boolean;
  readonly onChoice: (value: Value) => void;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { label, className = "", choices, isChosen, onChoice, children } = props;
  return (
    <div class={`segments ${className}`} role="group" aria-label={label}>
      {choices.map(([value, text, name]) => (
        <button
          type="button"
          key={value}
          aria-label={name}
          aria-pressed={isChosen(value)}
          onClick={() => onChoice(value)}
        >
          {text}
        </button>
      ))}
      {children}
    </div>
  );
}
