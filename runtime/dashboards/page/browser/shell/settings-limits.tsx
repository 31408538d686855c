/** Limits of a panel's fields, as a section of its settings. */

import type { JSX } from "preact";
import { FieldLimits, limitable, useMayLimit } from "../alarms/field-limits.tsx";
import { say } from "../words.ts";
import { Section, type SettingsPart } from "./settings-fields.tsx";

export function Limits({ app, panel, undoing }: SettingsPart): JSX.Element | null {
  const { description } = panel.feed;
  const mayChange = useMayLimit(app, description.database);
  const columns = limitable(description);
  if (!mayChange || columns.length === 0) return null;
  const count = columns.filter(({ limits }) => limits !== undefined).length;
  return (
    <Section title={say("Limits and alarms")} about={count === 0 ? say("none") : say("{0} set", count)}>
      <FieldLimits
        app={app}
        description={description}
        onSet={(key, undo) => {
          if (!undoing.has(key)) undoing.set(key, undo);
        }}
      />
    </Section>
  );
}
