/** Limits of a panel's fields, for users who may set them: the service stores and checks them. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import { fetchMayLimit, sendLimits } from "../api.ts";
import { say } from "../words.ts";
import { Choice, NumberField, Section, type SettingsPart } from "./settings-fields.tsx";

type Limits = NonNullable<ColumnDescription["limits"]>;

export function Limits({ app, panel }: SettingsPart): JSX.Element | null {
  const { description } = panel.feed;
  const [mayChange, setMayChange] = useState(false);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    void fetchMayLimit(description.database)
      .then(setMayChange)
      .catch(() => {});
  }, [description.database]);
  const columns = description.columns.filter(
    ({ role, type, states }) => role === "value" && type !== "string" && states === undefined,
  );
  const column = columns.find(({ name }) => name === chosen) ?? columns[0];
  if (!mayChange || column === undefined || app.isReadOnly) return null;
  const count = columns.filter(({ limits }) => limits !== undefined).length;
  return (
    <Section title={say("Limits and alarms")} about={count === 0 ? say("none") : say("{0} set", count)}>
      <label class="stacked">
        {say("Field")}
        <Choice
          value={column.name}
          choices={columns.map(({ name, unit }) => [name, unit === undefined ? name : `${name}, ${unit}`] as const)}
          onValue={setChosen}
        />
      </label>
      <LimitFields
        key={column.name}
        column={column}
        send={async (limits) => {
          const { database, measurement } = description;
          await sendLimits({ database, measurement, column: column.name }, limits);
          await app.data.reloadOverview();
        }}
      />
    </Section>
  );
}

function LimitFields(props: {
  readonly column: ColumnDescription;
  readonly send: (limits: Limits | null) => Promise<void>;
}): JSX.Element {
  const { column, send } = props;
  const [limits, setLimits] = useState<Limits>(column.limits ?? {});
  const [problem, setProblem] = useState("");
  const attempt = (wanted: Limits | null) => {
    setProblem("");
    send(wanted)
      .then(() => setProblem(wanted === null ? say("The header's limits apply again.") : say("The limits are set.")))
      .catch((error: Error) => setProblem(error.message));
  };
  const range = (level: "warn" | "alarm", end: "min" | "max", value: number | undefined) => {
    const { [end]: _before, ...others } = limits[level] ?? {};
    setLimits({ ...limits, [level]: value === undefined ? others : { ...others, [end]: value } });
  };
  const field = (level: "warn" | "alarm", end: "min" | "max", label: string) => (
    <NumberField
      label={label}
      placeholder={say("none")}
      value={limits[level]?.[end]}
      onValue={(value) => range(level, end, value)}
    />
  );
  const { holdMs: _hold, ...unheld } = limits;
  return (
    <>
      <div class="side-by-side limits">
        {field("warn", "min", say("Warning below"))}
        {field("warn", "max", say("Warning above"))}
        {field("alarm", "min", say("Alarm below"))}
        {field("alarm", "max", say("Alarm above"))}
        <NumberField
          label={say("Hold time, s")}
          placeholder="0"
          min={0}
          value={limits.holdMs === undefined ? undefined : limits.holdMs / 1000}
          onValue={(value) =>
            setLimits(value === undefined ? unheld : { ...limits, holdMs: Math.max(0, value) * 1000 })
          }
        />
      </div>
      <p role="status" class="hint">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => attempt(limits)}>
          {say("Set limits")}
        </button>
        {column.limitsSet === true && (
          <button type="button" class="quiet" onClick={() => attempt(null)}>
            {say("As in the header")}
          </button>
        )}
      </div>
    </>
  );
}
