import assert from "node:assert/strict";
import { test } from "node:test";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { epochOf, restoreEpoch } from "../../../runtime/intake/decoding-epoch.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";

const INI = `[lab]
channels = lab-rig
[lab-rig]
udp_port = 1
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
id = u8@2
[realm-farm]
timezone = Asia/Tokyo
networks = my-net
binary = rig
rule.t = unit=°C
time = at
text = fw
arrays = by-place
names = lower
addresses = basic
direct_networks = my-net
[map-own]
topic = own/+
address = farm/n/g/{1}
time = at
`;

/** The part with the dialects is not needed here. */
function settingsOf(ini: string) {
  const parsed = parseSettings(ini, { file: "/c.ini", shown: "c.ini", environment: {} });
  return { ...parsed, realms: parsed.realms.map((realm) => ({ ...realm, compat: ["tasmota" as const] })) };
}

const settings = settingsOf(INI);
const probe = {
  name: "struct_probe",
  id: 1,
  wireSize: 4,
  size: 4,
  schema: "0000000a",
  measurement: "01_probe",
  fields: [],
};
const codec = probe as unknown as StructCodec;
const codecs = new Map([["rig", { name: "rig", structs: [codec], byId: { 1: codec } }]]);

/** Names of the properties that are read; those in lists without indices. */
function watched<Watched extends object>(value: Watched, read: Set<string>, path = ""): Watched {
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "symbol" || typeof found === "function") return found;
      const at = Array.isArray(target) ? path : `${path}.${name}`;
      if (!Array.isArray(target)) read.add(at);
      const isWatched = typeof found === "object" && found !== null && !(found instanceof Map);
      return isWatched ? watched(found as object, read, at) : found;
    },
  });
}

test("an epoch consists of exactly these settings: every key that affects decoding must be listed", () => {
  const read = new Set<string>();
  epochOf(watched(settings, read), codecs);
  const outer = [...read].filter((path) => !/^\.channels\.frames\./.test(path)).sort();
  assert.deepEqual(outer, [
    ".channels",
    ".channels.frames",
    ".channels.name",
    ".channels.pins",
    ".channels.wampTopic",
    ".cluster",
    ".http",
    ".http.dropFields",
    ".realms",
    ".realms.addresses",
    ".realms.arrays",
    ".realms.binary",
    ".realms.compat",
    ".realms.dates",
    ".realms.decimal",
    ".realms.directNetworks",
    ".realms.maps",
    ".realms.maps.address",
    ".realms.maps.dialect",
    ".realms.maps.field",
    ".realms.maps.more",
    ".realms.maps.time",
    ".realms.maps.topic",
    ".realms.name",
    ".realms.names",
    ".realms.networks",
    ".realms.series",
    ".realms.tags",
    ".realms.text",
    ".realms.time",
    ".realms.times",
    ".realms.timezone",
  ]);
});

test("an epoch is restored from its text, with the same number; another zone changes the epoch, another unit does not", () => {
  const epoch = epochOf(settings, codecs);
  const again = restoreEpoch(epoch.text, new Map([["rig", [codec]]]));
  assert.deepEqual(
    [again.number, again.realms, again.dropFields, again.receiptStepNs, again.problems],
    [epoch.number, epoch.realms, epoch.dropFields, epoch.receiptStepNs, []],
  );
  assert.equal(again.channels.decoder("rig")?.database, "lab_rig");
  const numberOf = (from: string, to: string) => epochOf(settingsOf(INI.replace(from, to)), codecs).number;
  assert.notEqual(numberOf("Asia/Tokyo", "Europe/Berlin"), epoch.number);
  assert.equal(numberOf("unit=°C", "unit=K"), epoch.number);
});

test("a missing codec, or one whose rules changed, is reported", () => {
  const { text } = epochOf(settings, codecs);
  assert.match(restoreEpoch(text, new Map()).problems.join(), /^channel 'rig': the codec of layout 0000000a is not in/);
});

test("a frame whose codec is missing is not decoded; if nodes may have other codecs, one with the same layout is used", () => {
  const served = { ...probe, storedValues: (_: DataView, __: number, into: number[]) => into.push(2) };
  const channels = new Map([["rig", { name: "rig", structs: [codec], byId: { 1: codec } }]]);
  const text = epochOf(settings, channels).text.replace(
    '"layout":"0000000a"',
    '"layout":"0000000a","codec":"of-before"',
  );
  const known = new Map([["rig", [served as unknown as StructCodec]]]);
  const frame = { source: "udp", address: "rig", sender: "", contentType: "", receivedNs: 1n };
  const message = { ...frame, payload: Uint8Array.of(4, 0, 1, 0) };
  const decoder = (choice?: "exact" | "layout") => restoreEpoch(text, known, choice).channels.decoder("rig");
  assert.throws(() => decoder()?.decode(message), /the rules of struct_probe \(layout 0000000a\) have changed since/);
  assert.throws(() => decoder()?.decode({ ...message, schema: 10 }), /have changed since/);
  assert.equal(decoder("layout")?.decode(message).points.length, 1);
});
