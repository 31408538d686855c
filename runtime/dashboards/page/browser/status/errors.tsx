/** Refused messages with their reasons. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdvisedError } from "../../../../api/recent-errors.ts";
import type { RejectDetails, RejectSummary } from "../../../../model/reject-details.ts";
import type { ServiceState } from "../app/service-state.ts";
import { fetchErrors, fetchReject, fetchRejects } from "../data/api.ts";
import { formatMoment, formatUtc } from "../text/format.ts";
import { say } from "../text/words.ts";
import { useQuery } from "../ui/use-query.ts";

const EVERY_MS = 5000;

/** The newest errors of all, or those of one address, which may be older. Undefined: they are being read. */
export function useErrors({ errors }: ServiceState, about: string | undefined): readonly AdvisedError[] | undefined {
  const { answer } = useQuery(about, () => fetchErrors(about), { everyMs: EVERY_MS });
  return about === undefined ? errors : answer;
}

/** @param refused whether messages were refused since the start */
export function ErrorList(props: {
  readonly errors: readonly AdvisedError[] | undefined;
  readonly refused: boolean;
  readonly nowMs: number;
}): JSX.Element {
  const { errors, refused, nowMs } = props;
  if (errors === undefined) return <p class="none">{say("Reading…")}</p>;
  if (errors.length === 0)
    return (
      <p class="none">
        {refused ? say("Only the newest reasons are kept: these are no longer among them.") : say("None.")}
      </p>
    );
  return (
    <ol class="errors">
      {errors.map((error) => {
        const { time, address, code, signal, sentence, advice } = error;
        const ms = Date.parse(time);
        return (
          <li key={[time, address, code].join("\n")}>
            <time dateTime={time} title={formatUtc(ms)}>
              {formatMoment(ms, nowMs)}
            </time>
            <strong>{address}</strong>
            <code>{code}</code>
            <p>{sentence}</p>
            <p class="description">{signal.description}</p>
            <p class="advice">{advice}</p>
            <Explanation error={error} />
          </li>
        );
      })}
    </ol>
  );
}

/** The message itself, if it was kept. */
function Explanation({ error }: { readonly error: AdvisedError }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { answer, failure } = useQuery(isOpen ? `${error.time} ${error.code}` : undefined, () => keptOf(error));
  return (
    <details class="explain" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say("Explain")}</summary>
      {failure !== undefined && <p class="problem">{failure.message}</p>}
      {answer === undefined && failure === undefined && <p class="none">{say("Reading…")}</p>}
      {answer === "missing" && <p class="none">{say("The message was not kept.")}</p>}
      {typeof answer === "object" && <Kept {...answer} />}
    </details>
  );
}

async function keptOf(error: AdvisedError): Promise<RejectDetails | "missing"> {
  const kept = (await fetchRejects(error.code)).find((reject) => isAbout(reject, error));
  return kept === undefined ? "missing" : fetchReject(kept.id);
}

function Kept({ id, sender, bytes, payload, explanation }: RejectDetails): JSX.Element {
  const from = sender === "" ? "" : say(" from {0}", sender);
  return (
    <>
      <p>{say("Kept as rejected message {0}: {1} bytes{2}", id, bytes, from)}</p>
      <pre tabIndex={0} aria-label={say("Payload")}>
        {payload}
      </pre>
      {explanation !== undefined && (
        <pre tabIndex={0} aria-label={say("Explanation")}>
          {explanation}
        </pre>
      )}
    </>
  );
}

/** Times of receipt are unique. */
function isAbout({ time, code }: RejectSummary, error: AdvisedError): boolean {
  return time === error.time && code === error.code;
}
