import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import type { ChannelCodecs } from "../../../runtime/codec/struct-codec.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import type { Message } from "../../../runtime/model/message.ts";
import type { Row, Store } from "../../../runtime/model/store.ts";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { type ReplayStep, replayStored, type StoredReplay } from "../../../runtime/parts/replay/replay-stored.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";
import { startInfluxd } from "../../support/influxd.ts";
import { onlyLong } from "../../support/long.ts";
import { requires } from "../../support/requirements.ts";

const BASE_NS = 1_700_000_000_123_456_789n;
const ROWS = 7000;

async function codecsOf(rules: { readonly volts: string; readonly second: string }): Promise<ChannelCodecs> {
  const header = `struct struct_probe { uint8_t length; uint8_t ID;
    uint16_t v; // @rule: name=volts; expr=${rules.volts}
    uint16_t s; // @rule: name=${rules.second}
  } probe = {6, 2};`;
  const plan = planOf({ name: "rig" });
  const { files } = compile([{ plan, reader: memoryReader({ "lab.h": header }) }], { version: "0.0.0" });
  return (await channelsOf(files))["rig"]!;
}

function message(index: number): Message {
  const payload = Buffer.from([6, 2, index & 255, index >> 8, 7, 0]);
  const receivedNs = BASE_NS + BigInt(index);
  return { source: "udp", address: "rig", sender: "", contentType: "", receivedNs, payload };
}

async function report(store: Store, codecs: ChannelCodecs, mode: StoredReplay["mode"]) {
  const channel = { name: "rig", wampTopic: "lab.rig", codecs };
  const steps: ReplayStep[] = [];
  const replay = { store, channel, fromNs: BASE_NS, toNs: BASE_NS + BigInt(ROWS), mode, examples: 0 };
  for await (const step of replayStored(replay)) steps.push(step);
  const last = steps.at(-1);
  assert.ok(last?.step === "measurement", `${last?.step}`);
  return last;
}

async function rows(store: Store): Promise<Row[]> {
  const found = [];
  for await (const row of store.rows({ database: "lab_rig", measurement: "02_probe" })) found.push(row);
  return found;
}

test("a replay over InfluxDB rewrites values at their times, and reports which columns stay", {
  skip: onlyLong || requires("influxd"),
}, async () => {
  const influxd = await startInfluxd();
  const none = { username: undefined, password: undefined, token: undefined, org: undefined };
  const store = openInfluxStore({ kind: "influxdb", version: "auto", url: influxd.url, ...none });
  try {
    await store.open();
    const wrong = await codecsOf({ volts: "v / 10", second: "second" });
    const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs: wrong });
    const points = Array.from({ length: ROWS }, (_, index) => {
      const { points: decoded } = decoder.decode(message(index));
      return { ...decoded[0]!, origin: { message: message(index), id: `${index + 1}` } };
    });
    await store.write(points, ROWS);

    const right = await codecsOf({ volts: "v / 100", second: "fresh" });
    const dry = await report(store, right, "dry-run");
    assert.deepEqual([dry.rows, dry.different, dry.rewritten, dry.keptColumns], [ROWS, ROWS, 0, ["second"]]);
    const applied = await report(store, right, "rewrite");
    assert.deepEqual([applied.rows, applied.rewritten, applied.left], [ROWS, ROWS, []]);
    assert.deepEqual(
      (await rows(store)).map(({ timeNs, values }) => [timeNs, values["volts"], values["fresh"], values["second"]]),
      Array.from({ length: ROWS }, (_, index) => [BASE_NS + BigInt(index), index / 100, 7, 7]),
    );
    const again = await report(store, right, "dry-run");
    assert.deepEqual([again.rows, again.different, again.columns, again.keptColumns], [ROWS, 0, [], ["second"]]);
  } finally {
    await store.close();
    await influxd.stop();
  }
});
