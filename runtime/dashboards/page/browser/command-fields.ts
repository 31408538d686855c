/** The fields of a command's form, from its struct and rules. */

import type { CommandDescription, CommandField } from "../../../model/command-form.ts";
import { labelled, select } from "./dialog.ts";
import { element } from "./dom.ts";
import { isBeyond } from "./limit-watch.ts";
import { say } from "./words.ts";

/** Prefix of field names in the form, to distinguish them from other inputs. */
const PREFIX = "field ";

/** Shows the values together with the confirmation. */
export function commandInputs({ fields, confirm, interlock }: CommandDescription): HTMLElement[] {
  const inputs = fields.map((field) => [field, inputOf(field)] as const);
  const isMeant = element("input", { type: "checkbox", name: "confirm", required: "" });
  const why = element("span");
  const confirmation = element("label", { class: "checked" }, isMeant, why);
  const refresh = () => {
    const unusual = inputs
      .filter(([{ usual }, { value }]) => value !== "" && isBeyond(usual, Number(value)))
      .map(([{ name }]) => name);
    const isAsked = confirm || unusual.length > 0;
    const reason = confirm
      ? say("This command is dangerous: send it")
      : say("{0} is unusual: send it", unusual.join(", "));
    if (confirmation.hidden !== isAsked && why.textContent === reason) return;
    confirmation.hidden = !isAsked;
    isMeant.disabled = !isAsked;
    isMeant.checked = false;
    why.textContent = reason;
  };
  for (const [, input] of inputs) input.addEventListener("input", refresh);
  refresh();
  const held = interlock === undefined ? [] : [element("p", { class: "hint" }, say("Only while {0}.", interlock))];
  const labels = inputs.map(([field, input]) => labelled(labelOf(field), input, hintOf(field)));
  return [...labels, ...held, confirmation];
}

/** As text, so that long integers keep their digits; empty fields take the header's values. */
export function fieldValues(form: FormData): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== "" ? [[name.slice(PREFIX.length), String(value)] as const] : [],
  );
  return Object.fromEntries(entries);
}

function inputOf(field: CommandField): HTMLInputElement | HTMLSelectElement {
  const { kind, states, initial } = field;
  const name = `${PREFIX}${field.name}`;
  const value = String(initial ?? "");
  const choices = states ?? (kind === "boolean" ? { true: say("on"), false: say("off") } : undefined);
  if (choices === undefined) {
    const required = initial === undefined ? "" : undefined;
    return element("input", { name, required, value, autocomplete: "off", ...typeOf(field) });
  }
  // Nothing is preselected unless the header has a value.
  const none = initial === undefined ? [["", ""] as const] : [["", say("as in the header")] as const];
  const made = select(name, [...(value === "" ? none : []), ...Object.entries(choices)], value);
  made.required = initial === undefined;
  return made;
}

/** Long integers are text: a number input would round them. */
function typeOf({ kind, ctype, range }: CommandField): Readonly<Record<string, string | undefined>> {
  if (kind !== "integer" && kind !== "float") return {};
  if (/64/.test(ctype)) return { type: "text", inputmode: "numeric", pattern: "-?[0-9]+" };
  return { type: "number", step: "any", min: range?.min?.toString(), max: range?.max?.toString() };
}

function labelOf({ name, unit }: CommandField): string {
  return unit === undefined ? name : `${name}, ${unit}`;
}

function hintOf({ range, usual, initial }: CommandField): string | undefined {
  const parts = [
    ...(range === undefined ? [] : [say("Permitted: {0}.", spanText(range))]),
    ...(usual === undefined ? [] : [say("Usual: {0}.", spanText(usual))]),
    ...(initial === undefined ? [] : [say("Empty: as in the header.")]),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

type Span = NonNullable<CommandField["range"]>;

function spanText({ min, max }: Span): string {
  if (min === undefined) return say("at most {0}", max ?? "");
  return max === undefined ? say("at least {0}", min) : say("{0} to {1}", min, max);
}
