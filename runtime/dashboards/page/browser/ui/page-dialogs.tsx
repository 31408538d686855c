/** The list of keys, and the choice of the time zone. */

import { chooseZone } from "../app/preferences.ts";
import { say } from "../text/words.ts";
import { currentClock, currentZone } from "../text/zone.ts";
import { openDialog } from "./dialog.tsx";
import { Choice, Labelled } from "./fields.tsx";

const KEYS: readonly (readonly [keys: string, text: string])[] = [
  ["/", "Find device, field, action"],
  ["P", "Pause or follow"],
  ["← →", "Move in time; with Shift five times as far"],
  ["+ −", "Zoom"],
  ["B, Ctrl Z", "Back to the previous time span"],
  [", .", "Point at a moment"],
  ["M", "Menu for this moment"],
  ["A", "Add a series"],
  ["N", "Annotate now"],
  ["F", "One panel in the full window"],
  ["G H", "Overview"],
  ["G A", "Alarms"],
  ["G R", "Runs"],
  ["G S", "Serial port"],
  ["?", "Keys"],
  ["Esc", "Close, back to all panels"],
];

export function openKeys(): void {
  openDialog({
    title: say("Keys"),
    submit: say("Close"),
    children: (
      <dl class="keys-list">
        {KEYS.map(([keys, text]) => (
          <>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{say(text)}</dd>
          </>
        ))}
      </dl>
    ),
  });
}

export function openZone(): void {
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((one) => one !== "UTC")];
  const own = say("as this computer ({0})", Intl.DateTimeFormat().resolvedOptions().timeZone);
  const choices = [["", own], ...zones.map((one) => [one, one] as const)] as const;
  const clocks = [
    ["24", "14:02:27"],
    ["12", "2:02:27 pm"],
  ] as const;
  openDialog({
    title: say("Time zone and clock"),
    submit: say("Use it"),
    children: (
      <>
        <Labelled label={say("Time zone")}>
          <Choice name="zone" choices={choices} value={currentZone() ?? ""} />
        </Labelled>
        <Labelled label={say("Clock")}>
          <Choice name="clock" choices={clocks} value={currentClock()} />
        </Labelled>
      </>
    ),
    onSubmit: async (form) => chooseZone(String(form.get("zone")), form.get("clock") === "12" ? "12" : "24"),
  });
}
