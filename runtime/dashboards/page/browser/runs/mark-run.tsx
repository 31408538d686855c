/** Starts and ends runs. */

import type { ComponentChildren, JSX } from "preact";
import { eventAddress, networkAddress } from "../annotations/event-address.ts";
import type { ServiceState } from "../app/service-state.ts";
import { devicePath, send } from "../data/api.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { say } from "../text/words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { nextName, type Run } from "./run.ts";
import type { RunList } from "./run-list.ts";

export interface RunHost {
  readonly runs: RunList;
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly service: Pick<ServiceState, "addressOf" | "placeOf">;
  readonly data: { overviewSoon(): void };
  readonly shell: { openDialog(content: ComponentChildren | undefined): void };
  nowMs(): number;
  report(sentence: string): void;
}

/** An event is stored a moment after its answer. */
const STORED_MS = 300;

export function StartRun({ host }: { readonly host: RunHost }): JSX.Element {
  const { runs = [] } = host.runs;
  const places = placesOf(host);
  return (
    <Dialog
      title={say("Start a run")}
      submit={say("Start")}
      onClose={() => host.shell.openDialog(undefined)}
      onSubmit={async (form) => {
        const name = String(form.get("name") ?? "").trim();
        if (name === "") throw new Error(say("Enter a name."));
        const time = new Date(host.nowMs()).toISOString();
        await post(host, String(form.get("place")), { time, title: name, run: name });
      }}
    >
      <label>
        <span>{say("Name")}</span>
        <input name="name" defaultValue={nextName(runs, say("Run 1"))} autofocus />
      </label>
      <label>
        <span>{say("Of")}</span>
        <select name="place">
          {places.map(([address, text]) => (
            <option key={address} value={address}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  );
}

/** The event with the same time replaces that of the start. */
export async function endRun(host: RunHost, { name, source, time }: Run): Promise<void> {
  const timeEnd = new Date(host.nowMs()).toISOString();
  try {
    await post(host, eventAddress({ source }, host.service), { time, timeEnd, title: name, run: name });
  } catch (error) {
    host.report(say("The run {0} has not ended: {1}", name, (error as Error).message));
  }
}

async function post({ runs, data }: RunHost, address: string, event: object): Promise<void> {
  await send("POST", `${devicePath(address)}/event`, { text: "", tags: "run", ...event });
  data.overviewSoon();
  setTimeout(() => runs.reload(), STORED_MS);
}

/** Networks and channels first, then single devices. */
function placesOf({ feeds, service }: RunHost): (readonly [address: string, text: string])[] {
  const devices = [...feeds.values()].map(({ description, title }) => {
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
