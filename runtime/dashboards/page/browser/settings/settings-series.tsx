/** The series of a panel of charts and their style, shown ones first. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import { LINE_COLOURS } from "../app/theme-colours.ts";
import { allColumns, isShown } from "../chart/chart-shapes.ts";
import { addSeries, removeSeries } from "../panel/panel-actions.ts";
import type { ColumnSettings } from "../panel/panel-settings.ts";
import { Icon } from "../shell/icons.tsx";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { NumberField, type SettingsPart, TextField } from "./settings-fields.tsx";

/** Further series that are not drawn are listed on request. */
const MOST_AT_FIRST = 6;

export function SeriesList(part: SettingsPart): JSX.Element {
  const { panel } = part;
  const { settings, feed, series } = panel;
  const [isOpen, setOpen] = useState(false);
  const own = settings.own === false ? [] : allColumns(feed.description, settings);
  const others = series.others.map(({ description }) => description);
  const isDrawn = (column: ColumnDescription) =>
    own.includes(column)
      ? isShown(column, feed.description, settings)
      : settings.columns?.[column.name]?.shown !== false;
  const all = [...own, ...others];
  // Series drawn when the list was opened stay first, so that nothing moves under the pointer.
  const [first] = useState(() => new Set(all.filter(isDrawn).map(({ name }) => name)));
  const ordered = [...all.filter(({ name }) => first.has(name)), ...all.filter(({ name }) => !first.has(name))];
  const listed = isOpen ? ordered : ordered.slice(0, Math.max(first.size, MOST_AT_FIRST));
  return (
    <section>
      <h3>
        {say("Series")} <small>{say("{0} of {1} shown", all.filter(isDrawn).length, all.length)}</small>
        <button type="button" class="quiet" onClick={() => addSeries(panel)}>
          <Icon name="plus" />
          {say("Add series…")}
        </button>
      </h3>
      <ul class="series-list">
        {listed.map((column) => (
          <Line key={column.name} column={column} isDrawn={isDrawn(column)} {...part} />
        ))}
      </ul>
      {listed.length < ordered.length && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          {say("Show {0} more", ordered.length - listed.length)}
        </button>
      )}
    </section>
  );
}

const COLOURS = ["blue", "ochre", "purple", "teal", "green", "red", "violet", "brown"];

function drawnChoices(): readonly (readonly [NonNullable<ColumnSettings["drawn"]> | "", string])[] {
  return [
    ["", say("automatic")],
    ["line", say("line")],
    ["steps", say("steps")],
    ["points", say("points")],
    ["states", say("states")],
  ];
}

function Line(props: SettingsPart & { readonly column: ColumnDescription; readonly isDrawn: boolean }): JSX.Element {
  const { column, isDrawn, panel, set } = props;
  const [isOpen, setOpen] = useState(false);
  const { columns } = panel.settings;
  const { name, unit } = column;
  const chosen = columns?.[name] ?? {};
  const change = <Key extends keyof ColumnSettings>(key: Key, value: ColumnSettings[Key] | undefined) => {
    const { [key]: _before, ...others } = chosen;
    set("columns", { ...columns, [name]: value === undefined ? others : { ...others, [key]: value } });
  };
  const colour = panel.colourOf(name) ?? "transparent";
  return (
    <li>
      <input
        type="checkbox"
        aria-label={say("Show {0}", name)}
        checked={isDrawn}
        onChange={({ currentTarget }) => change("shown", currentTarget.checked)}
      />
      <span class="series-name">{name}</span>
      <span class="swatch" style={{ background: colour }}>
        <Choice
          label={say("Colour of {0}", name)}
          value={String(chosen.colour ?? "")}
          choices={[
            ["", say("automatic")],
            ...COLOURS.slice(0, LINE_COLOURS).map((one, i) => [String(i), say(one)] as const),
          ]}
          onValue={(value) => change("colour", value === "" ? undefined : Number(value))}
        />
      </span>
      <Choice
        label={say("Drawn as, {0}", name)}
        value={chosen.drawn ?? ""}
        choices={drawnChoices()}
        onValue={(value) => change("drawn", value || undefined)}
      />
      <button
        type="button"
        class="square quiet"
        aria-expanded={isOpen}
        aria-label={say("More of {0}", name)}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <div class="side-by-side">
          <TextField
            label={say("Unit")}
            value={chosen.unit ?? ""}
            placeholder={unit ?? ""}
            onValue={(text) => change("unit", text.trim() || undefined)}
          />
          <NumberField
            label={say("Chart number")}
            value={chosen.chart}
            step={1}
            min={1}
            max={99}
            onValue={(value) => change("chart", value)}
          />
          <label class="stacked">
            {say("Axis")}
            <Choice
              value={chosen.axis === "right" ? "right" : ""}
              choices={[
                ["", say("left")],
                ["right", say("right")],
              ]}
              onValue={(value) => change("axis", value || undefined)}
            />
          </label>
          <label class="checked">
            <input
              type="checkbox"
              checked={chosen.rate === true}
              onChange={({ currentTarget }) => change("rate", currentTarget.checked || undefined)}
            />
            {say("Change per second")}
          </label>
          {panel.series.other(name) !== undefined && (
            <button type="button" onClick={() => removeSeries(panel, name)}>
              {say("Remove")}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
