/** Limits of a device's fields, for users who may set them: the service stores and checks them. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { EVERY_DEVICE } from "../../../../model/every-device.ts";
import type { ColumnDescription, MeasurementDescription } from "../../../../model/measurement.ts";
import { address, data, report } from "../app/page.ts";
import { fetchMayLimit, sendLimits } from "../data/api.ts";
import { NumberField } from "../settings/settings-fields.tsx";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { useQuery } from "../ui/use-query.ts";

type Limits = NonNullable<ColumnDescription["limits"]>;

/** Fields whose values can have limits. */
export function limitable({ columns }: Pick<MeasurementDescription, "columns">): readonly ColumnDescription[] {
  return columns.filter(({ role, type, states }) => role === "value" && type !== "string" && states === undefined);
}

/** Whether the user may set limits of the database; false before it is known. */
export function useMayLimit(database: string): boolean {
  const { answer } = useQuery(address.isReadOnly ? undefined : database, () => fetchMayLimit(database));
  return answer === true;
}

/** Chooses a field, then its limits. @param onSet gets the act that restores what was before, once for each field */
export function FieldLimits(props: {
  readonly description: MeasurementDescription;
  readonly onSet?: (key: string, undo: () => Promise<void>) => void;
}): JSX.Element | null {
  const { description, onSet } = props;
  const [isOfAll, setOfAll] = useState(false);
  const columns = limitable(description);
  // A field that a reload adds is not chosen by that.
  const [chosen, setChosen] = useState(columns[0]?.name);
  const column = columns.find(({ name }) => name === chosen) ?? columns[0];
  if (column === undefined) return null;
  return (
    <>
      <label class="stacked">
        {say("Field")}
        <Choice
          value={column.name}
          choices={columns.map(({ name, unit }) => [name, unit === undefined ? name : `${name}, ${unit}`] as const)}
          onValue={setChosen}
        />
      </label>
      {description.kind === "device" && (
        <label class="check">
          <input type="checkbox" checked={isOfAll} onChange={({ currentTarget }) => setOfAll(currentTarget.checked)} />
          {say("For this field of all devices in {0}", description.database)}
        </label>
      )}
      <LimitFields
        key={`${description.database} ${description.measurement} ${column.name}`}
        column={column}
        send={async (limits) => {
          const { database, measurement } = description;
          const place = { database, measurement: isOfAll ? EVERY_DEVICE : measurement, column: column.name };
          const before = column.limitsSet === true ? (column.limits ?? {}) : null;
          await sendLimits(place, limits);
          onSet?.(`${place.measurement} ${column.name}`, async () => {
            await sendLimits(place, before);
            await data.reloadOverview();
          });
          await data.reloadOverview();
        }}
        fail={(message) => report(say("The limits of {0} are not set: {1}", column.name, message))}
      />
    </>
  );
}

/** Each limit is set as soon as it is confirmed, as the other settings are. */
function LimitFields(props: {
  readonly column: ColumnDescription;
  readonly send: (limits: Limits | null) => Promise<void>;
  /** The settings were closed meanwhile. */
  readonly fail: (message: string) => void;
}): JSX.Element {
  const { column, send, fail } = props;
  const [limits, setLimits] = useState<Limits>(column.limits ?? {});
  const [notice, setNotice] = useState("");
  /** Number of the last change that is set. */
  const [settled, setSettled] = useState(0);
  const latest = useRef({ sent: Promise.resolve(), changes: 0, isOpen: true });
  useEffect(() => {
    latest.current.isOpen = true;
    return () => {
      latest.current.isOpen = false;
    };
  }, []);
  const known = JSON.stringify(column.limits ?? {});
  // Nothing that is on its way, or was not set, is lost by what the service says meanwhile.
  useEffect(() => {
    if (settled === latest.current.changes) setLimits(column.limits ?? {});
  }, [known, settled]);
  const set = (wanted: Limits | null) => {
    if (wanted !== null) setLimits(wanted);
    setNotice("");
    const change = ++latest.current.changes;
    // One after the other: the last one counts.
    latest.current.sent = latest.current.sent
      .then(() => send(wanted))
      .then(() => {
        setSettled(change);
        setNotice(say(wanted === null ? "The header's limits apply again." : "The limits are set."));
      })
      .catch(({ message }: Error) => {
        setNotice(message);
        if (!latest.current.isOpen) fail(message);
      });
  };
  const range = (level: "warn" | "alarm", end: "min" | "max", value: number | undefined) => {
    const { [end]: _before, ...others } = limits[level] ?? {};
    const { [level]: _range, ...rest } = limits;
    const ends = value === undefined ? others : { ...others, [end]: value };
    set(Object.keys(ends).length === 0 ? rest : { ...rest, [level]: ends });
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
  const { hysteresis: _back, ...sharp } = limits;
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
          onValue={(value) => set(value === undefined ? unheld : { ...limits, holdMs: Math.max(0, value) * 1000 })}
        />
        <NumberField
          label={say("Clears when back by")}
          placeholder="0"
          min={0}
          value={limits.hysteresis}
          onValue={(value) => set(value === undefined ? sharp : { ...limits, hysteresis: Math.max(0, value) })}
        />
      </div>
      <p role="status" class="hint">
        {notice}
      </p>
      {column.limitsSet === true && (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => set(null)}>
            {say("As in the header")}
          </button>
        </div>
      )}
    </>
  );
}
