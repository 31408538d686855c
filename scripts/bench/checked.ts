/**
 * `node --import tsx scripts/bench/checked.ts`: the cost of `encodeChecked` compared with the struct's own `encode`, and of a channel's
 * `decode` compared with the struct's. Both encodes allocate their result; `reused` writes into an existing view. Median processor time.
 */

import { channels } from "../../generated/index.ts";
import { encodeChecked } from "../../runtime/codec/encode-checked.ts";
import type { ChannelCodecs, StructCodec } from "../../runtime/codec/struct-codec.ts";

const ROUNDS = 15;
const CALLS = 200_000;

function nanoseconds(work: () => void): number {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / CALLS;
}

function medians(works: Readonly<Record<string, () => void>>): Record<string, number> {
  const seen = new Map(Object.keys(works).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS + 3; round++)
    for (const [name, work] of Object.entries(works)) {
      const ns = nanoseconds(work);
      // The first rounds are a warm-up.
      if (round >= 3) seen.get(name)?.push(ns);
    }
  return Object.fromEntries([...seen].map(([name, all]) => [name, all.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0]));
}

let kept: unknown;

for (const channel of Object.values(channels) as readonly (ChannelCodecs & { decode(bytes: Uint8Array): unknown })[])
  for (const struct of channel.structs as readonly StructCodec[]) {
    const bytes = new Uint8Array(struct.wireSize);
    const view = new DataView(bytes.buffer);
    struct.encode({}, view);
    const record = struct.decode(view);
    const ns = medians({
      encode: () => {
        const made = new Uint8Array(struct.wireSize);
        struct.encode(record, new DataView(made.buffer));
        kept = made;
      },
      reused: () => struct.encode(record, view),
      checked: () => {
        kept = encodeChecked(struct, record);
      },
      decode: () => {
        kept = struct.decode(view);
      },
      viewed: () => {
        kept = struct.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      },
      channel: () => {
        kept = channel.decode(bytes);
      },
    });
    const ratio = (a: string, b: string) => `${((ns[a] ?? 0) / (ns[b] ?? 1)).toFixed(2)}`;
    console.log(
      `${struct.name}, ${struct.fields.length} fields: encodeChecked ${ratio("checked", "encode")} × encode (${ratio("checked", "reused")} × into a view that is there), channel.decode ${ratio("channel", "viewed")} × decode of the same bytes (${ratio("channel", "decode")} × of a view that is there)`,
    );
  }
if (kept === undefined) throw new Error("nothing was done");
