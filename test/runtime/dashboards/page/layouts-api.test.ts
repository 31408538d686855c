/** Layouts of the page are shared by everyone and changed by users with permission. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readLayout } from "../../../../runtime/dashboards/page/browser/panel/panel-settings.ts";
import { layoutsApi } from "../../../../runtime/dashboards/page/layouts-api.ts";
import type { Caller } from "../../../../runtime/http/caller.ts";
import { user } from "../../../support/callers.ts";
import { MemoryStore } from "../../../support/memory-store.ts";

const LAYOUT = { order: ["lab 01_a"], panels: { "lab 01_a": { title: "A", width: 2 } }, added: {} };

function put(api: ReturnType<typeof layoutsApi>, body: unknown, name = "default") {
  const headers = { "Content-Type": "application/json" };
  return api.request(`/layouts/${name}`, { method: "PUT", headers, body: JSON.stringify(body) });
}

test("a saved layout is given to everyone, and removed when it is deleted", async () => {
  const api = layoutsApi({ store: new MemoryStore() });
  assert.deepEqual(await (await api.request("/layouts/default")).json(), { layout: null, mayChange: true });
  assert.equal((await put(api, LAYOUT)).status, 204);
  assert.deepEqual(await (await api.request("/layouts/default")).json(), { layout: LAYOUT, mayChange: true });
  assert.deepEqual(await (await api.request("/layouts/wall")).json(), { layout: null, mayChange: true });
  await api.request("/layouts/default", { method: "DELETE" });
  assert.deepEqual(await (await api.request("/layouts/default")).json(), { layout: null, mayChange: true });
});

test("a layout with thousands of levels is refused, not an error of the service", async () => {
  const api = layoutsApi({ store: new MemoryStore() });
  const body = `{"order":[],"panels":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)},"added":{}}`;
  const headers = { "Content-Type": "application/json" };
  const answer = await api.request("/layouts/deep", { method: "PUT", headers, body });
  assert.deepEqual([answer.status, await answer.text()], [400, "This is not a layout: panels: more than 100 levels"]);
});

test("a user's own dashboards are limited, and those of others do not count", async () => {
  const store = new MemoryStore();
  const of = (name: string) =>
    layoutsApi({ store, caller: () => user({ credential: { user: name } as Caller["credential"] }) });
  const [ida, bob] = [of("ida"), of("bob")];
  for (let i = 0; i < 100; i++) assert.equal((await put(ida, LAYOUT, `~${i}`)).status, 204);
  const refused = await put(ida, LAYOUT, "~100");
  assert.deepEqual(
    [refused.status, (await refused.text()).slice(0, 42)],
    [413, "You have too many dashboards of your own, "],
  );
  assert.equal((await put(ida, LAYOUT, "~7")).status, 204);
  assert.equal((await put(bob, LAYOUT, "~1")).status, 204);
  await ida.request("/layouts/~7", { method: "DELETE" });
  assert.equal((await put(ida, LAYOUT, "~100")).status, 204);
  const large = {
    ...LAYOUT,
    order: Array.from({ length: 9_000 }, (_, i) => `lab measurement ${i} ${"x".repeat(80)}`),
  };
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => put(bob, large, `~large ${i}`)));
  assert.ok(
    answers.some(({ status }) => status === 413),
    "8 MiB are full",
  );
  const names = (await store.remembered()).size;
  await bob.request("/layouts/~never", { method: "DELETE" });
  assert.equal((await store.remembered()).size, names);
});

test("of two who save changes of one version, the second one is refused", async () => {
  const api = layoutsApi({ store: new MemoryStore() });
  const version = (await api.request("/layouts/default")).headers.get("ETag")!;
  const save = (title: string, expected: string) =>
    api.request("/layouts/default", {
      method: "PUT",
      headers: { "Content-Type": "application/json", "If-Match": expected },
      body: JSON.stringify({ ...LAYOUT, title }),
    });
  const [first, second] = await Promise.all([save("mine", version), save("yours", `W/${version}`)]);
  assert.deepEqual([first.status, second.status], [204, 412]);
  const { layout } = (await (await api.request("/layouts/default")).json()) as { layout: { title: string } };
  assert.equal(layout.title, "mine");
  assert.equal((await save("yours", first.headers.get("ETag")!)).status, 204);
});

test("a user without general write permission reads layouts and changes none", async () => {
  const api = layoutsApi({ store: new MemoryStore(), caller: () => user({}) });
  assert.deepEqual(await (await api.request("/layouts/default")).json(), { layout: null, mayChange: false });
  assert.equal((await put(api, LAYOUT)).status, 403);
  assert.equal((await api.request("/layouts/default", { method: "DELETE" })).status, 403);
});

test("the list contains shared and own dashboards, and which one is shown first", async () => {
  const store = new MemoryStore();
  let name: string | undefined = "ida";
  let mayChange = true;
  const api = layoutsApi({
    store,
    caller: () =>
      user({
        mayAll: () => mayChange,
        mayWriteAny: true,
        ...(name && { credential: { user: name, generation: "1" } }),
      }),
  });
  const list = async () =>
    (await (await api.request("/layouts")).json()) as { layouts: { name: string }[]; start?: string };
  assert.equal((await put(api, { ...LAYOUT, title: "Wall" }, "wall")).status, 204);
  assert.equal((await put(api, LAYOUT, "~mine")).status, 204);
  const start = { method: "PUT", headers: { "Content-Type": "application/json" }, body: '{"start":"wall"}' };
  assert.equal((await api.request("/layouts", start)).status, 204);
  assert.deepEqual(await list(), {
    layouts: [{ name: "~mine" }, { name: "wall", title: "Wall" }],
    start: "wall",
    mayChange: true,
    parts: [],
    formats: ["csv", "parquet", "xlsx"],
    mayOwn: true,
    mayAnnotate: true,
    mayDelete: false,
  });
  name = "jon";
  mayChange = false;
  assert.deepEqual((await list()).layouts, [{ name: "wall", title: "Wall" }]);
  assert.deepEqual(await (await api.request("/layouts/~mine")).json(), { layout: null, mayChange: true });
  assert.equal((await put(api, LAYOUT, "~mine")).status, 204);
  assert.equal((await put(api, LAYOUT, "wall")).status, 403);
  assert.equal((await api.request("/layouts", start)).status, 403);
  await api.request("/layouts/~mine", { method: "DELETE" });
  name = "ida";
  assert.deepEqual(await (await api.request("/layouts/~mine")).json(), { layout: LAYOUT, mayChange: true });
  name = undefined;
  assert.equal((await api.request("/layouts/~mine")).status, 403);
  assert.equal((await put(api, LAYOUT, "~mine")).status, 403);
  assert.deepEqual((await list()).layouts, [{ name: "wall", title: "Wall" }]);
});

test("an invalid layout, or an invalid name, is refused with a sentence", async () => {
  const api = layoutsApi({ store: new MemoryStore() });
  for (const body of [null, [], { order: 1 }, { ...LAYOUT, panels: { a: 1 } }, { ...LAYOUT, more: {} }]) {
    const answer = await put(api, body);
    assert.deepEqual([answer.status, /^This is not a layout: /.test(await answer.text())], [400, true]);
  }
  assert.equal((await put(api, LAYOUT, encodeURIComponent("../x"))).status, 400);
  assert.equal((await put(api, { ...LAYOUT, order: ["x".repeat(1_100_000)] })).status, 413);
});

test("unreadable parts of a layout are left out, and no name reaches a prototype", () => {
  const read = readLayout(
    JSON.parse(
      '{"order":["a",1],"panels":{"a":{"title":7,"width":99,"hidden":true,"columns":{"__proto__":{"colour":3},"x":{"drawn":"blob","colour":2}},"axes":{"x":{"min":"1","max":2}}}},"added":{"b":{"database":"d"}}}',
    ),
  );
  assert.deepEqual(read.order, ["a"]);
  assert.deepEqual(Object.keys(read.added), []);
  const { hidden, title, width, columns, axes } = read.panels["a"]!;
  assert.deepEqual([hidden, title, width], [true, undefined, undefined]);
  assert.deepEqual({ ...columns!["x"] }, { colour: 2 });
  assert.deepEqual({ ...axes!["x"] }, { max: 2 });
  assert.equal(({} as { colour?: number }).colour, undefined);
});
