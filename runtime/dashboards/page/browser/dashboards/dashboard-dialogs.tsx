/** The dialogs of dashboards, loaded when one is opened. */

import { openDashboard } from "../app/navigation.ts";
import { data, layout } from "../app/page.ts";
import { type Layout, readLayout } from "../panel/panel-settings.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { openDialog } from "../ui/dialog.tsx";
import { Choice, Labelled } from "../ui/fields.tsx";
import { EVERY_STRUCT, LayoutStore } from "./layout-store.ts";

/** @param content of the new dashboard */
export function askNew(title: string, content: Layout): void {
  const { mayChange, mayOwn } = layout.list;
  const choices = [
    ...(mayChange ? [["shared", say("everybody")] as const] : []),
    ...(mayOwn ? [["own", say("only me")] as const] : []),
  ];
  openDialog({
    title,
    submit: say("Create"),
    children: (
      <>
        <Labelled label={say("Name")}>
          <input name="title" required maxLength={60} autofocus />
        </Labelled>
        {choices.length > 1 && (
          <Labelled label={say("For")}>
            <Choice name="for" choices={choices} value="shared" />
          </Labelled>
        )}
      </>
    ),
    onSubmit: async (form) => {
      const chosen = String(form.get("title")).trim();
      const isOwn = (form.get("for") ?? choices[0]?.[0]) === "own";
      const key = `${isOwn ? "~" : ""}${keyFor(chosen)}`;
      await LayoutStore.keep(key, { ...content, title: chosen });
      openDashboard(key);
    },
  });
}

/** A unique name that the address and the service accept. */
function keyFor(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48);
  const taken = new Set([EVERY_STRUCT, ...layout.list.layouts.map(({ name }) => name.replace(/^~/, ""))]);
  for (let count = 1; ; count += 1) {
    const key = `${plain === "" ? "dashboard" : plain}${count === 1 ? "" : `-${count}`}`;
    if (!taken.has(key)) return key;
  }
}

export function rename(): void {
  openDialog({
    title: say("Rename"),
    submit: say("Rename"),
    children: (
      <Labelled label={say("Name")}>
        <input name="title" defaultValue={layout.title} required maxLength={60} />
      </Labelled>
    ),
    onSubmit: async (form) => {
      layout.rename(String(form.get("title")).trim());
      await layout.save();
      await layout.readList();
    },
  });
}

/** The dashboard's devices: another one can stand in the place of the chosen one. */
export function askDevice(): void {
  const devices = new Map(layout.measurements.map((one) => [feedKey(one), one]));
  const choices = [...devices.keys()].map((key) => [key, data.feeds.get(key)?.title ?? key] as const);
  openDialog({
    title: say("A dashboard for any device"),
    submit: say("Use it"),
    children: (
      <Labelled
        label={say("Device")}
        hint={say("Above the panels, another device with the same fields can then be chosen instead.")}
      >
        <Choice name="device" choices={choices} value={choices[0]?.[0] ?? ""} />
      </Labelled>
    ),
    onSubmit: async (form) => {
      const made = devices.get(String(form.get("device")));
      if (made === undefined) throw new Error(say("The dashboard has no panel of a device yet."));
      layout.forAnyDevice(made);
    },
  });
}

export function remove(): void {
  openDialog({
    title: say("Delete {0}", layout.title),
    submit: say("Delete for good"),
    children: <p>{say("The dashboard is deleted. Its data stays.")}</p>,
    onSubmit: async () => {
      await LayoutStore.remove(layout.name);
      openDashboard(EVERY_STRUCT);
    },
  });
}

export function importFile(): void {
  openDialog({
    title: say("Import a dashboard"),
    submit: say("Import"),
    children: (
      <Labelled label={say("File")}>
        <input type="file" name="file" accept=".json,application/json" required />
      </Labelled>
    ),
    onSubmit: async (form) => {
      const content = readFile(await (form.get("file") as File).text());
      const key = `${layout.list.mayChange ? "" : "~"}${keyFor(content.title ?? "imported")}`;
      await LayoutStore.keep(key, content);
      openDashboard(key);
    },
  });
}

/** @throws Error with a sentence for the user */
function readFile(text: string): Layout {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(say("The file is not JSON."));
  }
  if (typeof parsed !== "object" || parsed === null || !("panels" in parsed)) {
    throw new Error(say("The file is not a dashboard of structline."));
  }
  return readLayout(parsed);
}
