/** The common parts of a panel's settings. */

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Panel } from "../panel/panel.tsx";
import type { PanelSettings } from "../panel/panel-settings.ts";
import { say } from "../text/words.ts";

export interface SettingsPart {
  readonly panel: Panel;
  /** Undefined removes the setting, which becomes automatic again. */
  readonly set: <Name extends keyof PanelSettings>(name: Name, value: PanelSettings[Name] | undefined) => void;
}

/** A section that is closed by default, with a summary of its content. */
export function Section(props: {
  readonly title: string;
  readonly about: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {props.title}
        <small>{props.about}</small>
      </summary>
      {isOpen && props.children}
    </details>
  );
}

export function NumberField(props: {
  readonly label: string;
  readonly value: number | undefined;
  readonly step?: number | "any";
  readonly min?: number;
  readonly max?: number;
  readonly placeholder?: string;
  readonly onValue: (value: number | undefined) => void;
}): JSX.Element {
  const { label, value, step = "any", min, max, placeholder = say("automatic"), onValue } = props;
  const draft = useDraft(value ?? "", (text) => onValue(text === "" ? undefined : Number(text)));
  return (
    <label class="stacked">
      {label}
      <input type="number" step={step} min={min} max={max} placeholder={placeholder} {...draft} />
    </label>
  );
}

export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Makes it a field for a longer text. */
  readonly lines?: number;
  readonly onValue: (value: string) => void;
}): JSX.Element {
  const { label, value, placeholder, lines, onValue } = props;
  const draft = useDraft(value, onValue);
  return (
    <label class="stacked">
      {label}
      {lines === undefined ? <input placeholder={placeholder} {...draft} /> : <textarea rows={lines} {...draft} />}
    </label>
  );
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** What is being typed stays while the page is drawn again, and counts once it is confirmed. */
function useDraft(value: string | number, onText: (text: string) => void) {
  const [draft, setDraft] = useState<string>();
  return {
    value: draft ?? value,
    onInput: ({ currentTarget }: { readonly currentTarget: TextElement }) => setDraft(currentTarget.value),
    onChange: ({ currentTarget }: { readonly currentTarget: TextElement }) => {
      // A minus alone is not a number yet, and must not remove what was set.
      if (currentTarget.validity.badInput) {
        currentTarget.reportValidity();
        return;
      }
      setDraft(undefined);
      onText(currentTarget.value);
    },
  };
}
