/** `<channel>.openmct.json`: a dictionary for Open MCT, in the format of its tutorial. [nasa/openmct-tutorial, dictionary.json] */

import { generatedBy, perChannel, type Tool } from "../../codec/emitter.ts";
import { type ChannelModel, type Field, flatWords, type Message } from "../../codec/model.ts";
import { lineText } from "../../codec/text.ts";
import type { Emitter } from "../shared/emitter.ts";

const openMct = perChannel(
  ({ stem }) => `${stem}.openmct.json`,
  (channel, { tool }) => `${JSON.stringify(dictionary(channel, tool), null, 2)}\n`,
);

function dictionary(channel: ChannelModel, tool: Tool): object {
  return {
    $comment: generatedBy(tool),
    name: lineText(channel.name),
    key: channel.identifier,
    measurements: channel.messages.flatMap((message) =>
      message.fields.filter(({ excluded }) => !excluded).map((field) => measurement(field, message)),
    ),
  };
}

/** A measurement with its value and time. The realtime and historical adapters request the key's column from `/read`. */
function measurement(field: Field, message: Message): object {
  const { column, unit, enumeration, rule } = field;
  const words = flatWords(field);
  const states = rule === undefined ? (enumeration?.values ?? []) : [];
  return {
    name: lineText(`${message.identifier}: ${column}`),
    key: `${message.measurement}.${column}`,
    ...(words.length > 0 && { description: lineText(words.join(" ")) }),
    values: [
      {
        key: "value",
        name: "Value",
        // Tables and plots read `unit`; bar graphs, scatter plots and the tutorial's dictionary have `units`.
        ...(unit !== undefined && { unit: lineText(unit), units: lineText(unit) }),
        ...formatOf(field, states.length > 0),
        ...rangeOf(field),
        ...(states.length > 0 && {
          enumerations: states.map(({ name, value }) => ({ string: lineText(name), value: Number(value) })),
        }),
        hints: { range: 1 },
      },
      { key: "utc", source: "timestamp", name: "Timestamp", format: "utc", hints: { domain: 1 } },
    ],
  };
}

function formatOf({ type, rule }: Field, isEnum: boolean): object {
  if (isEnum) return { format: "enum" };
  if (type === "text") return { format: "string" };
  if (type === "bool" && rule === undefined) return { format: "boolean" };
  return { format: rule !== undefined || type.startsWith("float") ? "float" : "integer" };
}

/** The range from the header's limits. */
function rangeOf({ limits }: Field): object {
  const { min, max } = limits?.alarm ?? limits?.warn ?? {};
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

export const OPEN_MCT_EMITTER: Emitter = {
  name: "open-mct",
  writes: "<channel>.openmct.json: a dictionary for Open MCT",
  reading: "none",
  presence: "follows",
  emit: openMct,
};
