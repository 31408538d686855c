/** A form in a separate window. */

import { button, element } from "./dom.ts";
import { say } from "./words.ts";

export interface DialogOptions {
  readonly title: string;
  readonly submit: string;
  readonly className?: string;
  readonly fields: readonly Node[];
  readonly buttons?: readonly HTMLButtonElement[];
  /** Text of the button that closes the window without an action. */
  readonly cancel?: string;
  /** Closes the window, unless it resolves with `open` or rejects with a sentence to show. Absent: there is nothing to cancel. */
  onSubmit?(form: FormData): Promise<"open"> | Promise<void>;
  onClose?(): void;
}

export interface OpenDialog {
  readonly form: HTMLFormElement;
  readonly submit: HTMLButtonElement;
  close(): void;
}

export function openDialog(options: DialogOptions): OpenDialog {
  const problem = element("p", { class: "problem", role: "alert" });
  const submit = element("button", { type: "submit", class: "primary" }, options.submit);
  const cancel = button(options.cancel ?? say("Cancel"), {}, () => dialog.close());
  const footer = element("footer", {}, problem, ...(options.buttons ?? []), submit);
  if (options.onSubmit !== undefined) submit.before(cancel);
  const heading = element("h2", { id: "dialog-title" }, options.title);
  const form = element("form", {}, heading, element("div", { class: "fields" }, ...options.fields), footer);
  const dialog = element("dialog", { class: options.className, "aria-labelledby": "dialog-title" }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.textContent = "";
    const submitting: Promise<unknown> = options.onSubmit?.(new FormData(form)) ?? Promise.resolve();
    submitting
      .then((outcome) => {
        if (outcome !== "open") dialog.close();
      })
      .catch((error: Error) => {
        problem.textContent = error.message;
      })
      .finally(() => {
        submit.disabled = false;
      });
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { form, submit, close: () => dialog.close() };
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
