/**
 * Creates, changes and deletes annotations. They are events, like those of devices: an event replaces an earlier one
 * with the same time.
 */

import type { MeasurementDescription } from "../../../model/measurement.ts";
import type { Annotation } from "./annotation.ts";
import { devicePath, send } from "./api.ts";
import { labelled, openDialog, select } from "./dialog.ts";
import { element } from "./dom.ts";
import { localText, parseLocal } from "./moments.ts";
import type { PageData } from "./page-data.ts";
import type { ServiceState } from "./service-state.ts";
import type { Span } from "./time-window.ts";
import { say } from "./words.ts";

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

export interface AnnotationHost {
  readonly service: Pick<ServiceState, "addressOf" | "placeOf">;
  readonly data: Pick<PageData, "annotations" | "overviewSoon">;
}

export function annotateNew(host: AnnotationHost, description: MeasurementDescription, span: Span): void {
  const { database, measurement } = description;
  const own = host.service.placeOf(description) ?? guessedAddress(database, measurement);
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
    fields: [...annotationFields(span, undefined), labelled(say("Belongs to"), select("address", choices, own))],
    onSubmit: (form) => store(host, String(form.get("address")), fieldsOf(form, undefined)),
  });
}

export function openAnnotation(host: AnnotationHost, annotation: Annotation): void {
  const address = eventAddress(annotation, host);
  const { timeMs, endMs } = annotation;
  openDialog({
    title: say("Annotation"),
    submit: say("Change"),
    fields: annotationFields({ fromMs: timeMs, toMs: endMs ?? timeMs }, annotation),
    danger: {
      label: say("Delete"),
      run: (form) => store(host, address, { ...fieldsOf(form, annotation), deleted: true }),
    },
    onSubmit: (form) => store(host, address, fieldsOf(form, annotation)),
  });
}

async function store({ data }: AnnotationHost, address: string, fields: EventFields): Promise<void> {
  await send("POST", `${devicePath(address)}/event`, fields);
  data.overviewSoon();
  setTimeout(() => data.annotations.reload(), 300);
}

function annotationFields({ fromMs, toMs }: Span, known: Annotation | undefined): HTMLElement[] {
  const time = element("input", {
    type: "datetime-local",
    step: "0.001",
    name: "time",
    required: "",
    value: localText(fromMs),
  });
  // The time identifies the annotation, so it cannot be changed.
  if (known !== undefined) time.readOnly = true;
  const end = element("input", {
    type: "datetime-local",
    step: "0.001",
    name: "end",
    value: toMs > fromMs ? localText(toMs) : "",
  });
  const text = element("textarea", { name: "text", rows: "3" });
  text.value = known?.text ?? "";
  return [
    labelled(say("Title"), element("input", { name: "title", value: known?.title ?? "", autofocus: "" })),
    labelled(say("Text"), text, say("You can use links and simple HTML.")),
    labelled(
      say("Tags"),
      element("input", { name: "tags", value: known?.tags.join(", ") ?? "" }),
      say("Separated by commas."),
    ),
    labelled(say("At"), time),
    labelled(say("Until"), end, say("Leave empty for a single moment.")),
  ];
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

/** Where the events of a measurement are sent to. */
export function eventAddress(
  { source: { database, measurement } }: Pick<Annotation, "source">,
  host: Pick<AnnotationHost, "service">,
): string {
  if (measurement !== "network_events") {
    const device = { database, measurement: measurement.replace(/_events$/, "_sensors") };
    return host.service.addressOf(device) ?? guessedAddress(database, measurement);
  }
  return guessedAddress(database, undefined);
}

export function networkAddress(database: string): string {
  return guessedAddress(database, undefined);
}

// `_` stands for several characters; every address with the same stored names leads to the same place [D25].
function guessedAddress(database: string, measurement: string | undefined): string {
  const [realm = "", ...network] = database.split("_");
  const parts = [realm, network.join("_")];
  if (measurement === undefined) return parts.join("/");
  const [gateway = "", ...node] = measurement.replace(/_(events|sensors)$/, "").split("_");
  return [...parts, gateway, node.join("_")].join("/");
}
