/** A form in a separate window. */

import { button, element } from "./dom.ts";
import { say } from "./words.ts";

interface DialogOptions {
  readonly title: string;
  readonly submit: string;
  readonly fields: readonly Node[];
  /** Another action than that of `submit`, which cannot be undone. */
  readonly danger?: { readonly label: string; run(form: FormData): Promise<unknown> };
  /** Text of the button that closes the window without an action. */
  readonly cancel?: string;
  /** Closes the window, unless it resolves with `open` or fails with a sentence to show. Absent: there is nothing to cancel. */
  onSubmit?(form: FormData): Promise<unknown>;
  onClose?(): void;
}

/** @returns the button that submits */
export function openDialog(options: DialogOptions): HTMLButtonElement {
  const { danger } = options;
  const problem = element("p", { class: "problem", role: "alert" });
  const submit = element("button", { type: "submit", class: "primary" }, options.submit);
  const cancel = button(options.cancel ?? say("Cancel"), {}, () => dialog.close());
  const remove = danger && button(danger.label, { class: "danger" }, () => void attempt(danger.run));
  const footer = element("footer", {}, problem, ...(remove ? [remove] : []), submit);
  if (options.onSubmit !== undefined) submit.before(cancel);
  const heading = element("h2", { id: "dialog-title" }, options.title);
  const form = element("form", {}, heading, element("div", { class: "fields" }, ...options.fields), footer);
  const dialog = element("dialog", { "aria-labelledby": "dialog-title" }, form);
  const attempt = async (run: DialogOptions["onSubmit"]) => {
    submit.disabled = true;
    problem.textContent = "";
    try {
      if ((await run?.(new FormData(form))) !== "open") dialog.close();
    } catch (error) {
      problem.textContent = (error as Error).message;
    }
    submit.disabled = false;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(options.onSubmit);
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return submit;
}

export function labelled(label: string, field: HTMLElement, hint?: string): HTMLElement {
  const text = hint === undefined ? [] : [element("small", {}, hint)];
  return element("label", {}, element("span", {}, label), field, ...text);
}

export function select(
  name: string,
  choices: readonly (readonly [value: string, label: string])[],
  chosen: string,
  label?: string,
): HTMLSelectElement {
  const options = choices.map(([value, text]) =>
    element("option", { value, selected: value === chosen ? "" : undefined }, text),
  );
  return element("select", { name, "aria-label": label }, ...options);
}
