/** Where alarms are sent, beside this page. */

import type { JSX } from "preact";
import type { AlarmReceiver } from "../../../../model/alarms.ts";
import { nowMs } from "../app/page.ts";
import { get } from "../data/api.ts";
import { formatInteger, formatMoment } from "../text/format.ts";
import { say } from "../text/words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useQuery } from "../ui/use-query.ts";

const EVERY_MS = 5000;

export function Receivers({ close }: { readonly close: () => void }): JSX.Element {
  const { answer, failure } = useQuery("receivers", fetchReceivers, { everyMs: EVERY_MS });
  const receivers = answer?.receivers;
  return (
    <Dialog title={say("Where alarms are sent")} onClose={close}>
      {failure !== undefined && <p class="problem">{failure.message}</p>}
      {receivers === undefined && failure === undefined && <p class="none">{say("Loading…")}</p>}
      <ul class="parts">
        {(receivers ?? []).map((one) => (
          <li key={`${one.kind} ${one.name}`} data-state={one.failed === undefined ? "ok" : "down"}>
            <span class="dot" aria-hidden="true" />
            <strong>{nameOf(one)}</strong>
            <span>
              {one.databases.includes("*") ? say("all devices") : one.databases.join(", ")};{" "}
              {say("{0} sent, {1} waiting, {2} lost", ...counts(one))}
            </span>
            {one.failed !== undefined && (
              <em>{`${formatMoment(Date.parse(one.failed.time), nowMs())}: ${one.failed.message}`}</em>
            )}
          </li>
        ))}
      </ul>
      {receivers?.length === 0 && (
        <p>{say("Nowhere: they are listed here, and shown as notifications if your browser may.")}</p>
      )}
      <p class="hint">
        {say("Webhooks and e-mail are named in channels.ini.")}{" "}
        <a href="docs/tools#webhooks" target="_blank" rel="noopener">
          {say("Documentation")}
        </a>
      </p>
    </Dialog>
  );
}

function fetchReceivers(): Promise<{ readonly receivers: readonly AlarmReceiver[] }> {
  return get("alarms/receivers");
}

function nameOf({ kind, name = "", addresses = 0 }: AlarmReceiver): string {
  if (kind === "webhook") return say("Webhook {0}", name);
  return say(addresses === 1 ? "E-mail to {0} address" : "E-mail to {0} addresses", addresses);
}

function counts({ sent, waiting, lost }: AlarmReceiver): string[] {
  return [sent, waiting, lost].map((one) => formatInteger(one));
}
