/** InfluxDB and our InfluxQL with the same rows. */

import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Row } from "../../../runtime/model/store.ts";
import { influxqlApi } from "../../../runtime/parts/influxql/influxql-api.ts";
import { readerOf } from "../../support/callers.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { requires } from "../../support/requirements.ts";

export const skip = requires("influxd");
export const SECOND = 1_000_000_000n;
export const T0 = 1_769_860_800n * SECOND;
export const T0_MS = Number(T0 / 1_000_000n);

function sample(): { readonly store: MemoryStore; readonly lines: string } {
  const rows: Row[] = [];
  const lines: string[] = [];
  for (let i = 0; i < 200; i++) {
    if (i >= 60 && i < 90) continue;
    const timeNs = T0 + BigInt(i) * SECOND + BigInt(i % 7);
    const f = Math.round(Math.sin(i / 9) * 1000) / 8;
    const n = BigInt(i) - 100n + (i === 150 ? 2n ** 60n : 0n);
    rows.push({ timeNs, values: { f, n, b: i % 3 === 0, s: i % 50 === 0 ? `a "${i}"` : null } });
    const s = i % 50 === 0 ? `,s="a \\"${i}\\""` : "";
    lines.push(`02_cap,x=y f=${f},n=${n}i,b=${i % 3 === 0}${s} ${timeNs}`.replace(",x=y", ""));
  }
  const store = new MemoryStore();
  store.add("lab_rig", "02_cap", { b: "boolean", f: "float", n: "integer", s: "string" }, rows);
  store.add("lab_rig", "wind speed", { 'odd "name"': "float" }, [{ timeNs: T0, values: { 'odd "name"': 3 } }]);
  lines.push(`wind\\ speed odd\\ "name"=3 ${T0}`);
  const events: Row[] = [0, 5, 9].map((at) => ({
    timeNs: T0 + BigInt(at) * SECOND,
    values: { title: `E${at}`, text: "", tags: "a,b", timeEnd: at === 5 ? T0_MS + 8000 : at === 9 ? -1 : null },
  }));
  const types = { tags: "string", text: "string", timeEnd: "float", title: "string" } as const;
  store.add("lab_rig", "gw_a_events", types, events);
  store.add("lab_rig", "gw_b_events", { tags: "string", text: "string", title: "string" }, events.slice(0, 1));
  for (const { timeNs, values } of events) {
    const end = values["timeEnd"] === null ? "" : `,timeEnd=${values["timeEnd"]}`;
    lines.push(`gw_a_events title="${values["title"]}",text="",tags="a,b"${end} ${timeNs}`);
  }
  lines.push(`gw_b_events title="E0",text="",tags="a,b" ${T0}`);
  store.add("secret", "plans", { v: "float" }, [{ timeNs: T0, values: { v: 1 } }]);
  return { store, lines: lines.join("\n") };
}

export let influxd: Influxd;
export const { store, lines } = sample();
export const caller = () => readerOf((database: string) => database !== "secret");
export const api = influxqlApi({ store, caller, now: () => T0 + 300n * SECOND });

before(async () => {
  if (skip !== false) return;
  influxd = await startInfluxd();
  await fetch(`${influxd.url}/query?q=${encodeURIComponent('CREATE DATABASE "lab_rig"')}`, { method: "POST" });
  const written = await fetch(`${influxd.url}/write?db=lab_rig`, { method: "POST", body: lines });
  assert.equal(written.status, 204);
});
after(() => influxd?.stop());

interface Answer {
  readonly status: number;
  readonly body: {
    readonly results?: readonly { readonly series?: readonly unknown[]; readonly error?: string }[];
    readonly error?: string;
  };
  readonly text: string;
}

export async function ours(q: string, more: Readonly<Record<string, string>> = { epoch: "ns" }): Promise<Answer> {
  const query = new URLSearchParams({ db: "lab_rig", ...more });
  const response = await api.request(`/query?${query}`, { method: "POST", body: new URLSearchParams({ q }) });
  const text = await response.text();
  return { status: response.status, text: text.trim(), body: JSON.parse(text) };
}

export async function theirs(q: string, more: Readonly<Record<string, string>> = { epoch: "ns" }): Promise<string> {
  const query = new URLSearchParams({ db: "lab_rig", ...more });
  const response = await fetch(`${influxd.url}/query?${query}`, { method: "POST", body: new URLSearchParams({ q }) });
  return (await response.text()).trim();
}

/** Removes digits in which sums in different orders may differ. */
export function rounded(text: string): unknown {
  const exact = text.replace(/(?<=[[,])(-?\d{16,})(?=[\],])/g, '"$1"');
  return JSON.parse(exact, (_, value) =>
    typeof value !== "number" ? value : Number.isInteger(value) ? value + 0 : Number(value.toPrecision(11)),
  );
}
