/** The list of keys, and the choice of the time zone. */

import { labelled, openDialog, select } from "../dialog.ts";
import { element } from "../dom.ts";
import { chooseZone } from "../preferences.ts";
import { say } from "../words.ts";
import { currentClock, currentZone } from "../zone.ts";

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
  const rows = KEYS.flatMap(([keys, text]) => [
    element("dt", {}, element("kbd", {}, keys)),
    element("dd", {}, say(text)),
  ]);
  openDialog({ title: say("Keys"), submit: say("Close"), fields: [element("dl", { class: "keys-list" }, ...rows)] });
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
    fields: [
      labelled(say("Time zone"), select("zone", choices, currentZone() ?? "")),
      labelled(say("Clock"), select("clock", clocks, currentClock())),
    ],
    onSubmit: async (form) => chooseZone(String(form.get("zone")), form.get("clock") === "12" ? "12" : "24"),
  });
}
