/** Starts and ends runs. */

import type { JSX } from "preact";
import { eventAddress, networkAddress } from "../annotations/event-address.ts";
import { data, nowMs, report, runs, service } from "../app/page.ts";
import { devicePath, send } from "../data/api.ts";
import { say } from "../text/words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Choice, Labelled } from "../ui/fields.tsx";
import { nextName, type Run } from "./run.ts";

/** An event is stored a moment after its answer. */
const STORED_MS = 300;

export function StartRun({ close }: { readonly close: () => void }): JSX.Element {
  const places = placesOf();
  return (
    <Dialog
      title={say("Start a run")}
      submit={say("Start")}
      onClose={close}
      onSubmit={async (form) => {
        const name = String(form.get("name") ?? "").trim();
        if (name === "") throw new Error(say("Enter a name."));
        const time = new Date(nowMs()).toISOString();
        await post(String(form.get("place")), { time, title: name, run: name });
      }}
    >
      <Labelled label={say("Name")}>
        <input name="name" defaultValue={nextName(runs.runs ?? [], say("Run 1"))} autofocus />
      </Labelled>
      <Labelled label={say("Of")}>
        <Choice name="place" value={places[0]?.[0] ?? ""} choices={places} />
      </Labelled>
    </Dialog>
  );
}

/** The event with the same time replaces that of the start. */
export async function endRun({ name, source, time }: Run): Promise<void> {
  const timeEnd = new Date(nowMs()).toISOString();
  try {
    await post(eventAddress({ source }), { time, timeEnd, title: name, run: name });
  } catch (error) {
    report(say("The run {0} has not ended: {1}", name, (error as Error).message));
  }
}

async function post(address: string, event: object): Promise<void> {
  await send("POST", `${devicePath(address)}/event`, { text: "", tags: "run", ...event });
  data.overviewSoon();
  setTimeout(() => runs.reload(), STORED_MS);
}

/** Networks and channels first, then single devices. */
function placesOf(): (readonly [address: string, text: string])[] {
  const devices = [...data.feeds.values()].map(({ description, title }) => {
    const address = service.placeOf(description) ?? networkAddress(description.database);
    return [address, title] as const;
  });
  const networks = new Set(devices.map(([address]) => address.split("/").slice(0, 2).join("/")));
  return [
    ...[...networks].map((address) => [address, say("all of {0}", address)] as const),
    ...devices
      .filter(([address]) => !networks.has(address))
      .map(([address, title]) => [address, `${title}, ${address}`] as const),
  ];
}
