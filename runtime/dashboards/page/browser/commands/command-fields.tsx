/** The fields of a command's form, from its struct and rules. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CommandDescription, CommandField } from "../../../../model/command-form.ts";
import { isBeyond } from "../text/limit-watch.ts";
import { say } from "../text/words.ts";
import { Choice, Labelled } from "../ui/fields.tsx";

/** Prefix of field names in the form, to distinguish them from other inputs. */
const PREFIX = "field ";

/** Shows the values together with the confirmation. */
export function CommandInputs({ fields, confirm, interlock }: CommandDescription): JSX.Element {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const unusual = fields.filter(({ name, usual, initial }) => {
    const value = values[name] ?? String(initial ?? "");
    return value !== "" && isBeyond(usual, Number(value));
  });
  const names = unusual.map(({ name }) => name).join(", ");
  const reason = confirm ? say("This command is dangerous: send it") : say("{0} is unusual: send it", names);
  return (
    <div class="group">
      {fields.map((field) => (
        <Labelled key={field.name} label={labelOf(field)} hint={hintOf(field)}>
          <Input field={field} onValue={(value) => setValues({ ...values, [field.name]: value })} />
        </Labelled>
      ))}
      {interlock !== undefined && <p class="hint">{say("Only while {0}.", interlock)}</p>}
      {(confirm || unusual.length > 0) && (
        // What is confirmed is this reason, and no other.
        <label key={reason} class="checked">
          <input type="checkbox" name="confirm" required />
          <span>{reason}</span>
        </label>
      )}
    </div>
  );
}

/** As text, so that long integers keep their digits; empty fields take the header's values. */
export function fieldValues(form: FormData): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== "" ? [[name.slice(PREFIX.length), String(value)] as const] : [],
  );
  return Object.fromEntries(entries);
}

function Input(props: { readonly field: CommandField; readonly onValue: (value: string) => void }): JSX.Element {
  const { field, onValue } = props;
  const { kind, states, initial } = field;
  const name = `${PREFIX}${field.name}`;
  const value = String(initial ?? "");
  const required = initial === undefined;
  const choices = states ?? (kind === "boolean" ? { true: say("on"), false: say("off") } : undefined);
  if (choices === undefined)
    return (
      <input
        name={name}
        required={required}
        defaultValue={value}
        autocomplete="off"
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
        {...typeOf(field)}
      />
    );
  // Nothing is preselected unless the header has a value.
  const none = required ? [["", ""] as const] : [["", say("as in the header")] as const];
  const all = [...(value === "" ? none : []), ...Object.entries(choices)];
  return <Choice name={name} choices={all} value={value} required={required} onValue={onValue} />;
}

/** Long integers are text: a number input would round them. */
function typeOf({ kind, ctype, range }: CommandField): object {
  if (kind !== "integer" && kind !== "float") return {};
  if (/64/.test(ctype)) return { type: "text", inputMode: "numeric", pattern: "-?[0-9]+" };
  return { type: "number", step: "any", ...range };
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
