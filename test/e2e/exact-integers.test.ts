/** 64-bit integers keep all digits in whatever the service answers in JSON, publishes, and keeps beside the log. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Lab, sendDatagrams } from "../support/lab.ts";
import { until } from "../support/until.ts";

const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = counter.h\n";
const HEADER = `
#pragma pack(push, 1)
struct struct_counter {
  uint8_t length;
  uint8_t ID;
  uint64_t total; // @rule: alarm=0..1000000
} counter = {10, 7};
#pragma pack(pop)
`;
/** A double holds 9007199254740992. */
const TOTAL = 9_007_199_254_740_993n;
const ROUNDED = /9007199254740992|9\.007199254740992/;
const PLACE = { database: "lab_rig", measurement: "07_counter" };
/** Drawn as doubles. */
const DOUBLES = /^\/read\/plot/;
const NEEDED: Readonly<Record<string, string>> = { ...PLACE, column: "total", format: "json", path: "lab/rig" };

/** They are computed as doubles. */
const withoutMeans = (text: string) => text.replaceAll(/"mean":[\d.e+]+/g, "");

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get?: { readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[] } }
    >
  >;
}

test("no answer in JSON rounds an integer of 64 bits, also after a restart", async () => {
  const lab = new Lab({ ini: INI, headers: { "counter.h": HEADER } });
  try {
    const { status, output } = lab.generate();
    assert.equal(status, 0, output);
    let service = await lab.start();
    const datagram = Buffer.alloc(10);
    datagram.set([10, 7]);
    datagram.writeBigUInt64LE(TOTAL, 2);
    await sendDatagrams(service.udpPort("rig"), [datagram]);
    const exact = async (path: string) => {
      const text = await until(async () => {
        const answer = await (await fetch(`${service.url}${path}`)).text();
        return answer.includes(String(TOTAL)) && answer;
      }, path);
      assert.doesNotMatch(withoutMeans(text), ROUNDED, path);
    };
    await exact("/read/state");
    await exact("/alarms");
    await exact("/alarms?as=csv");
    await exact(`/read/rows?${new URLSearchParams(PLACE)}`);
    await exact(`/read/series?${new URLSearchParams(PLACE)}`);
    await exact(`/read/statistics?${new URLSearchParams(PLACE)}`);
    await exact(`/read/export?${new URLSearchParams({ ...PLACE, format: "json" })}`);
    const leaving = new AbortController();
    const events = await fetch(`${service.url}/read/state?as=events`, { signal: leaving.signal });
    const { value: first } = await events.body!.pipeThrough(new TextDecoderStream()).getReader().read();
    leaving.abort();
    assert.match(first ?? "", new RegExp(`"total",${TOTAL},`));
    // Whatever else answers: also routes that are new.
    const { paths } = await service.json<Described>("/api/openapi.json");
    for (const [path, { get }] of Object.entries(paths)) {
      if (get === undefined || path.includes("{") || DOUBLES.test(path)) continue;
      const query = Object.entries(NEEDED).filter(([name]) => get.parameters?.some((one) => one.name === name));
      const answer = await fetch(`${service.url}${path}?${new URLSearchParams(query)}`);
      const isJson = /json/.test(answer.headers.get("Content-Type") ?? "");
      const text = isJson ? await answer.text() : await answer.body?.cancel();
      assert.doesNotMatch(withoutMeans(text ?? ""), ROUNDED, path);
    }
    await service.stop();
    service = await lab.start();
    await exact("/read/state");
    await exact("/alarms");
  } finally {
    await lab.remove();
  }
});
