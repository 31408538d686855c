/** Sets a limit of any field of any device, from the list of alarms. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { data } from "../app/page.ts";
import { say } from "../text/words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Choice } from "../ui/fields.tsx";
import { FieldLimits, limitable, useMayLimit } from "./field-limits.tsx";

export function NewLimit({ close }: { readonly close: () => void }): JSX.Element {
  const [chosen, setChosen] = useState("");
  const feeds = [...data.feeds].filter(([, { description }]) => limitable(description).length > 0);
  const [key = "", feed] = feeds.find(([one]) => one === chosen) ?? feeds[0] ?? [];
  const mayChange = useMayLimit(feed?.description.database ?? "");
  return (
    <Dialog title={say("New limit")} onClose={close}>
      {feed === undefined ? (
        <p class="none">{say("No device has a field with numbers.")}</p>
      ) : (
        <>
          <label class="stacked">
            {say("Device")}
            <Choice
              value={key}
              choices={feeds.map(([one, { title, description }]) => [one, `${title}, ${description.group}`] as const)}
              onValue={setChosen}
            />
          </label>
          {mayChange ? (
            <FieldLimits description={feed.description} />
          ) : (
            <p class="none">{say("You need the right to write to this device.")}</p>
          )}
        </>
      )}
    </Dialog>
  );
}
