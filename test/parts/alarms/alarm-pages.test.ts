/** `/alarms` by pages, and what has changed since an answer; and the page's list made of both. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { continued, type KnownAlarms, updated } from "../../../runtime/dashboards/page/browser/alarms/alarm-list.ts";
import type { OwnAlarms } from "../../../runtime/model/alarms.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../../runtime/parts/alarms/alarms-api.ts";
import type { AlarmLevel } from "../../../runtime/parts/alarms/limit-alarms.ts";
import { user } from "../../support/callers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const IDA = { user: "ida", generation: "1" };

async function service() {
  let nowMs = Date.parse("2026-03-01T12:00:00Z");
  const book = await AlarmBook.open(join(temporaryFolder(), "alarms.json"), assert.fail, { nowMs: () => nowMs });
  const hidden = new Set<string>();
  const mayDatabase = (_right: string, database: string) => !hidden.has(database);
  const api = alarmsApi({ book: () => book, caller: () => user({ credential: IDA, mayDatabase }) });
  return {
    book,
    hidden,
    pass: (ms: number) => {
      nowMs += ms;
    },
    raise: (column: string, level: AlarmLevel = "alarm", database = "lab_rig") =>
      book.note(database, {
        event: level === "ok" ? "clear" : "raise",
        level,
        measurement: "05_tank",
        column,
        value: 26,
        time: new Date(nowMs).toISOString(),
        message: `${column} of 05_tank is 26, above 25`,
      }),
    ask: async (query = "") => (await (await api.request(`/alarms${query}`)).json()) as OwnAlarms,
  };
}

const columns = ({ history }: Pick<OwnAlarms, "history">) => history.map(({ column }) => column);

test("pages hold each alarm once, the newest first, and the first one all active ones", async () => {
  const { raise, ask } = await service();
  for (const column of ["a", "b", "c", "d", "e"]) raise(column);
  raise("a", "ok");
  const first = await ask("?limit=2");
  assert.deepEqual(columns(first), ["e", "d"]);
  assert.deepEqual(
    first.active.map(({ column }) => column),
    ["e", "d", "c", "b"],
  );
  assert.equal(first.total, 5);
  const second = await ask(`?limit=2&after=${first.next}`);
  const third = await ask(`?limit=2&after=${second.next}`);
  assert.deepEqual([columns(second), columns(third), third.next], [["c", "b"], ["a"], undefined]);
  assert.deepEqual([second.active, second.muted], [[], undefined]);
});

test("an answer to `since` has only what has changed: raised, cleared, seen, muted, and a mute that ended", async () => {
  const { book, raise, ask, pass } = await service();
  for (const column of ["a", "b"]) raise(column);
  let change = (await ask()).change;
  const since = async () => {
    const told = await ask(`?since=${change}`);
    change = told.change;
    return [told.all, columns(told), told.muted?.length];
  };
  assert.deepEqual(await since(), [false, [], undefined]);
  raise("c");
  assert.deepEqual(await since(), [false, ["c"], undefined]);
  raise("a", "ok");
  assert.deepEqual(await since(), [false, ["a"], undefined]);
  book.acknowledge(2, "ida", "on it");
  book.worsen({ database: "lab_rig", measurement: "05_tank", column: "c" }, 90);
  assert.deepEqual(await since(), [false, ["c", "b"], undefined]);
  book.mute({ database: "lab_rig", measurement: "05_tank", column: "b" }, "ida", 5);
  assert.deepEqual(await since(), [false, [], 1]);
  pass(6 * 60_000);
  assert.deepEqual(await since(), [false, [], 0]);
  assert.deepEqual(await since(), [false, [], undefined]);
});

test("a number of another run, of other rights, or from too long ago gets a page of all", async () => {
  const { raise, ask, hidden } = await service();
  raise("a");
  raise("b", "alarm", "lab_other");
  const { change } = await ask();
  assert.equal((await ask("?since=0123456789ab.1")).all, true);
  hidden.add("lab_other");
  const narrowed = await ask(`?since=${change}`);
  assert.deepEqual([narrowed.all, columns(narrowed), narrowed.mayChange], [true, ["a"], ["lab_rig"]]);
  hidden.clear();
  for (const column of ["c", "d", "e"]) raise(column);
  assert.equal((await ask(`?since=${change}&limit=2`)).all, true);
});

/** Raises, clears and acknowledges alarms in an order that is the same each time. */
function steps({ book, raise }: Awaited<ReturnType<typeof service>>) {
  let random = 7;
  const next = (below: number) => {
    random = (random * 1103515245 + 12345) % 2 ** 31;
    return (random >>> 8) % below;
  };
  const step = () => {
    const column = `c${next(700)}`;
    const { id } = book.list(() => true).active.find((entry) => entry.column === column) ?? {};
    if (id === undefined) raise(column, next(2) === 0 ? "warn" : "alarm");
    else if (next(3) === 0) book.acknowledge(id, "ida", "");
    else raise(column, "ok");
  };
  return { next, step };
}

test("what the page joins of pages and changes is what the service lists", async () => {
  const used = await service();
  const { book, ask, pass } = used;
  const { next, step } = steps(used);
  const plain = (entries: OwnAlarms["history"]) => JSON.parse(JSON.stringify(entries)) as typeof entries;
  let known: KnownAlarms | undefined;
  for (let round = 0; round < 500; round++) {
    pass(400_000);
    for (let i = next(9); i > 0; i--) step();
    known = updated(known, await ask(known === undefined ? "?limit=50" : `?since=${known.change}&limit=50`));
    const { next: after = 0 } = known;
    if (after > 0 && next(3) === 0) known = continued(known, await ask(`?limit=50&after=${after}`));
    if (round % 10 > 0) continue;
    const { active, history } = book.list(() => true);
    assert.deepEqual(known.active, plain(active), `round ${round}`);
    const from = known.next ?? 0;
    assert.deepEqual(known.history, plain(history.filter(({ id }) => id >= from)));
    assert.equal(known.total, history.length);
  }
  assert.equal(book.list(() => true).history.length, 1000, "the oldest ones made room");
});
