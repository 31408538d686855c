/**
 * Creates, changes and deletes annotations. They are events, like those of devices: an event replaces an earlier one
 * with the same time.
 */

import type { JSX } from "preact";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { data, service } from "../app/page.ts";
import { devicePath, send } from "../data/api.ts";
import type { Span } from "../series/time-window.ts";
import { localText, parseLocal } from "../text/moments.ts";
import { say } from "../text/words.ts";
import { openDialog } from "../ui/dialog.tsx";
import { Choice, Labelled } from "../ui/fields.tsx";
import type { Annotation } from "./annotation.ts";
import { eventAddress, guessedAddress } from "./event-address.ts";

interface EventFields {
  readonly time: string;
  readonly timeEnd: string;
  readonly title: string;
  readonly text: string;
  readonly tags: string;
  readonly deleted?: boolean;
  /** A changed event replaces the whole: its run has to stay. */
  readonly run?: string;
}

export function annotateNew(description: MeasurementDescription, span: Span): void {
  const { database, measurement } = description;
  const own = service.placeOf(description) ?? guessedAddress(database, measurement);
  const network = own.split("/").slice(0, 2).join("/");
  const choices = (own === network ? [own] : [own, network]).map(
    (address, _i, { length }) =>
      [
        address,
        length > 1 && address === own ? say("{0} (this panel)", address) : say("{0} (all panels of it)", address),
      ] as const,
  );
  openDialog({
    title: say("New annotation"),
    submit: say("Annotate"),
    children: (
      <>
        <AnnotationFields span={span} known={undefined} />
        <Labelled label={say("Belongs to")}>
          <Choice name="address" choices={choices} value={own} />
        </Labelled>
      </>
    ),
    onSubmit: (form) => store(String(form.get("address")), fieldsOf(form, undefined)),
  });
}

export function openAnnotation(annotation: Annotation): void {
  const address = eventAddress(annotation);
  const { timeMs, endMs } = annotation;
  openDialog({
    title: say("Annotation"),
    submit: say("Change"),
    children: <AnnotationFields span={{ fromMs: timeMs, toMs: endMs ?? timeMs }} known={annotation} />,
    danger: {
      label: say("Delete"),
      run: (form) => store(address, { ...fieldsOf(form, annotation), deleted: true }),
    },
    onSubmit: (form) => store(address, fieldsOf(form, annotation)),
  });
}

async function store(address: string, fields: EventFields): Promise<void> {
  await send("POST", `${devicePath(address)}/event`, fields);
  data.overviewSoon();
  setTimeout(() => data.annotations.reload(), 300);
}

function AnnotationFields(props: { readonly span: Span; readonly known: Annotation | undefined }): JSX.Element {
  const {
    span: { fromMs, toMs },
    known,
  } = props;
  const time = { type: "datetime-local", step: "0.001" } as const;
  const until = toMs > fromMs ? localText(toMs) : "";
  return (
    <>
      <Labelled label={say("Title")}>
        <input name="title" defaultValue={known?.title ?? ""} autofocus />
      </Labelled>
      <Labelled label={say("Text")} hint={say("You can use links and simple HTML.")}>
        <textarea name="text" rows={3} defaultValue={known?.text ?? ""} />
      </Labelled>
      <Labelled label={say("Tags")} hint={say("Separated by commas.")}>
        <input name="tags" defaultValue={known?.tags.join(", ") ?? ""} />
      </Labelled>
      <Labelled label={say("At")}>
        {/* The time identifies the annotation, so it cannot be changed. */}
        <input {...time} name="time" required readOnly={known !== undefined} defaultValue={localText(fromMs)} />
      </Labelled>
      <Labelled label={say("Until")} hint={say("Leave empty for a single moment.")}>
        <input {...time} name="end" defaultValue={until} />
      </Labelled>
    </>
  );
}

/** @throws Error with a sentence if there is no text, or if the end is before the start */
function fieldsOf(form: FormData, known: Annotation | undefined): EventFields {
  const value = (name: string) => String(form.get(name) ?? "").trim();
  const time = known?.time ?? new Date(parseLocal(value("time"))).toISOString();
  const timeEnd = value("end") === "" ? time : new Date(parseLocal(value("end"))).toISOString();
  if (Date.parse(timeEnd) < Date.parse(time)) throw new Error(say("'Until' must be after 'At'."));
  if (value("title") === "" && value("text") === "") throw new Error(say("Enter a title or a text."));
  const run = known === undefined || known.run === "" ? {} : { run: known.run };
  return { time, timeEnd, title: value("title"), text: value("text"), tags: value("tags"), ...run };
}
