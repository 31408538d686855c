/** Dialogs about a panel's data and the page's address, loaded when one is opened. */

import { copyFrom } from "../app/clipboard.ts";
import { send } from "../data/api.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { openDialog } from "../ui/dialog.tsx";
import { Labelled } from "../ui/fields.tsx";

export function confirmDeletion({ database, measurement }: MeasurementName, onDeleted: () => void): void {
  openDialog({
    title: say("Delete all data of {0}", measurement),
    submit: say("Delete for good"),
    children: (
      <>
        <p>{say("All rows of {0} in {1} will be deleted. New messages are stored again.", measurement, database)}</p>
        <Labelled label={say("Type its name")} hint={measurement}>
          <input name="confirm" autocomplete="off" required />
        </Labelled>
      </>
    ),
    onSubmit: async (form) => {
      const query = new URLSearchParams({ database, measurement, confirm: String(form.get("confirm")) });
      if (query.get("confirm") !== measurement) throw new Error(say("The name is {0}.", measurement));
      await send("DELETE", `measurements?${query}`);
      onDeleted();
    },
  });
}

export function showLink(title: string, href: string, isDraft: boolean): void {
  openDialog({
    title,
    submit: say("Copy"),
    children: (
      <>
        <Labelled label={say("Address")}>
          <input id="link" name="link" defaultValue={href} readOnly autofocus />
        </Labelled>
        {isDraft && <p class="hint">{say("Your changes are not saved: the link shows the saved layout.")}</p>}
      </>
    ),
    onSubmit: async () => {
      if (!(await copyFrom(document.getElementById("link") as HTMLInputElement)))
        throw new Error(say("Copy the selected address by hand."));
    },
  });
}
