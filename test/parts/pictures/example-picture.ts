/** The picture of an example: a minute of its header's simulation, drawn by the page's own code. The same bytes each time. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { loadCodecs } from "../../../runtime/channels/load-codecs.ts";
import { StructSimulation } from "../../../runtime/cli/simulation.ts";
import { columnsOf, fieldOfColumn } from "../../../runtime/codec/fields.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { FrameFormat } from "../../../runtime/frames/frame-format.ts";
import type { Row } from "../../../runtime/model/store.ts";
import { picturesApi } from "../../../runtime/parts/pictures/pictures-api.ts";
import { loadSettings } from "../../../runtime/settings/load-settings.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const SECOND_NS = 1_000_000_000n;
/** 2026-01-02T03:04:00Z */
const BEGIN_NS = 1_767_323_040n * SECOND_NS;
const SECONDS = 60;
const PER_SECOND = 2;
const WIDTH = 640;

/** @param folder of the example, with its codecs */
export async function examplePicture(folder: string): Promise<string> {
  const settings = loadSettings({ file: join(folder, "channels.ini"), env: {} });
  const codecs = await loadCodecs(settings);
  const store = new MemoryStore();
  const channels = settings.channels.map(({ name, udpPort, wampTopic, frames, byteOrder }) => {
    const database = wampTopic.replaceAll(".", "_");
    const structs = codecs.get(name)?.structs ?? [];
    for (const codec of structs) store.add(database, codec.measurement, typesOf(codec), minuteOf(codec, frames));
    return { name, udpPort, wampTopic, database, structs, ...(frames && { frames: { format: frames, byteOrder } }) };
  });
  const api = picturesApi({
    store,
    channels: () => channels,
    recentErrors: new RecentErrors(),
    wampRealm: "lab",
    deviceRules: () => undefined,
    caller: () => readerOf(() => true),
  });
  const query = new URLSearchParams({
    from: String(BEGIN_NS / SECOND_NS),
    to: String(BEGIN_NS / SECOND_NS + BigInt(SECONDS)),
    width: String(WIDTH),
    tz: "UTC",
  });
  for (const { database, structs } of channels)
    for (const { measurement } of structs) {
      query.append("database", database);
      query.append("measurement", measurement);
    }
  const answer = await api.request(`/read/plot.svg?${query}`);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return `${text.trimEnd()}\n`;
}

function typesOf(codec: StructCodec): Record<string, "float" | "integer" | "boolean"> {
  return Object.fromEntries(
    columnsOf(codec).flatMap(({ name, kind }) => (kind === "string" ? [] : [[name, kind] as const])),
  );
}

/** A counter counts, as the firmware's does. */
function minuteOf(codec: StructCodec, frames: FrameFormat | undefined): Row[] {
  const simulation = new StructSimulation(codec, frames && { frames });
  const at = frames?.payloadOffset ?? 0;
  const names = Object.keys(typesOf(codec));
  return Array.from({ length: SECONDS * PER_SECOND }, (_, index) => {
    const bytes = simulation.message(index / PER_SECOND + 3600);
    const stored = codec.toStored(
      codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at),
    ) as Readonly<Record<string, number>>;
    const values = names.map((name) => {
      const isCounter = fieldOfColumn(codec, name)?.tag?.kind === "seq";
      return [name, isCounter ? index : stored[name]];
    });
    return { timeNs: BEGIN_NS + (BigInt(index) * SECOND_NS) / BigInt(PER_SECOND), values: Object.fromEntries(values) };
  });
}
