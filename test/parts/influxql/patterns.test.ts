/** Patterns in conditions fit the same texts as in InfluxDB, whose patterns are those of Go. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERYBODY } from "../../../runtime/http/caller.ts";
import { influxqlApi } from "../../../runtime/parts/influxql/influxql-api.ts";
import { namePattern } from "../../../runtime/parts/influxql/name-pattern.ts";
import { Random } from "../../oracle/layout/random.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { influxd, skip, T0, theirs } from "./beside-influxd.ts";

const TEXTS =
  "a,b,ab,abc,ABC,aB,ba1,a-b,a b,a_b0,é,aé,😀,a😀b,x{,a.b,a/b,],[,-,aaab,bb,0 1,cpu0,cpu-total,eth0,veth1a2b,/var/lib,sda1,K,s,a'b,a|b,$".split(
    ",",
  );

/** As dashboards of others have them. */
const KNOWN = [
  ...["/^(a|b)$/", "/^(?:a|b)$/", "/cpu[0-9]+/", "/^sd[a-z]\\d?$/", "/.+/", "/.*/", "/^$/", "/\\//"],
  ...[
    "/^veth.*|^lo$/",
    "/(?i)ABC/",
    "/^[^a]/",
    "/\\bb\\b/",
    "/^\\/var/",
    "/a\\.b/",
    "/^.{2,3}$/",
    "/[\\w-]+l$/",
    "/(a+)+$/",
  ],
  ...[
    "/^(eth|sda)[0-9]{1,2}$/",
    "/^((a))$/",
    "/\\$$/",
    "/a\\|b/",
    "/[[:digit:]]/",
    "/\\x{1F600}/",
    "/a??b/",
    "/^(|a)$/",
  ],
];

const ATOMS =
  String.raw`a b c A 0 1 - _ é 😀 . \d \w \W \S \s [ab] [^ab] [a-c0-1] []a] [^]a] [a-] [[:alpha:]] [\d_] [\w.-] \. \- ^ $ \b \B
  (?i:aB) x{ \x61 \x{1F600} \/ [^\n] \t (?:)`.split(/\s+/);
const TIMES = ["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?", "{,2}"];

function randomPattern(random: Random, depth = 2): string {
  const one = () => {
    const inner = () => randomPattern(random, depth - 1);
    const isGroup = depth > 0 && random.chance(0.25);
    if (!isGroup) return random.pick(ATOMS) + random.pick(TIMES);
    const choices = random.chance(0.5) ? `${inner()}|${inner()}` : inner();
    return `${random.pick(["(", "(?:", "(?P<x>", "(?i:"])}${choices})${random.pick(TIMES)}`;
  };
  return Array.from({ length: random.integer(1, 4) }, one).join("");
}

test("a pattern fits the texts that it fits in InfluxDB", { skip }, async () => {
  const random = new Random(52);
  const patterns = [...KNOWN, ...Array.from({ length: 474 }, () => `/${randomPattern(random)}/`)];
  const rows = TEXTS.map((t, at) => ({ timeNs: T0 + BigInt(at), values: { t } }));
  const store = new MemoryStore();
  store.add("patterns", "m", { t: "string" }, rows);
  const api = influxqlApi({ store, caller: () => EVERYBODY });
  await fetch(`${influxd.url}/query?q=CREATE+DATABASE+patterns`, { method: "POST" });
  const body = rows.map(({ timeNs, values }) => `m t="${values.t}" ${timeNs}`).join("\n");
  assert.equal((await fetch(`${influxd.url}/write?db=patterns`, { method: "POST", body })).status, 204);
  for (let at = 0; at < patterns.length; at += 50) {
    const asked = patterns.slice(at, at + 50);
    const q = asked.map((one) => `SELECT t FROM m WHERE t =~ ${one}`).join(";");
    const ours = await api.request("/query?db=patterns&epoch=ns", { method: "POST", body: new URLSearchParams({ q }) });
    const fitted = (text: string): unknown =>
      (JSON.parse(text).results as { series?: [{ values: [number, string][] }]; error?: string }[]).map(
        ({ series, error }, i) => [asked[i], error ?? series?.[0].values.map(([, one]) => one) ?? []],
      );
    assert.deepEqual(fitted(await ours.text()), fitted(await theirs(q, { db: "patterns", epoch: "ns" })));
  }
});

test("a pattern that is not valid is refused, with the place", () => {
  for (const [pattern, place] of [
    ["a(b", "the end"],
    ["a)b", "')b'"],
    ["*a", "'*a'"],
    ["a**", "'*'"],
    ["[b-a]", "']'"],
    ["[a", "the end"],
    ["(?!x)", "'!x)'"],
    ["\\pL", "'\\pL'"],
    ["a{2000}", "the end"],
    ["(?i)*", "'*'"],
    ["(".repeat(300), "'(((("],
  ] as const) {
    const isSaid = ({ message }: Error) => message.includes(`not understood at ${place}`);
    assert.throws(() => namePattern(pattern), isSaid, pattern);
  }
  assert.throws(() => namePattern("(a{1000}){1000}"), /is too large/);
  assert.throws(() => namePattern("a".repeat(3000)), /at most 2000 characters/);
});

test("a pattern that backtracking would take ages for is answered", () => {
  const { isWanted } = namePattern("(a|aa)+$|(a*)*b|(.*a){20}c");
  assert.equal(isWanted("a".repeat(60_000)), true);
  assert.equal(isWanted(`${"a".repeat(60_000)}!`), false);
});
