/** One test body for every store: each clause of `runtime/model/store.ts` is a test. */

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { ColumnValue } from "../../runtime/codec/struct-codec.ts";
import { formatNs } from "../../runtime/model/clock.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { FieldType, Point, PointColumn } from "../../runtime/model/point.ts";
import type { NewColumns, Newest, OpenedStore, Row, RowQuery, Store } from "../../runtime/model/store.ts";
import { onlyLong } from "./long.ts";

/** A database that outlives the stores opened on it. It is empty at first. */
export interface StorePlace {
  /** A new store, not yet open. Stores of the same database are used one after another. */
  make(): Store;
  remove(): Promise<void>;
}

export interface StoreContractOptions {
  /** Reason for skipping the whole contract. */
  readonly skip?: false | string;
  /** The error's class name, which becomes the signal's `type` [D32]. */
  readonly errorName: string;
  /** False where the database has no unsigned integers: such points are refused above 2^63−1. */
  readonly unsigned: boolean;
  /** Whether `open` gives the committed position back. */
  readonly keepsPosition: boolean;
  /** True if the data of other clauses makes each write slower than opening a new store. */
  readonly opensForEach?: boolean;
  /** Names that the database cannot hold: only points with these names are refused. */
  readonly inexpressible?: { readonly fields: readonly string[]; readonly databases: readonly string[] };
}

const BASE_NS = 1_700_000_000_123_456_789n;
const MESSAGE: Message = {
  source: "mqtt",
  address: "lab/net/gw/node/data.json",
  sender: "",
  contentType: "application/json",
  receivedNs: BASE_NS,
  payload: Buffer.from("{}"),
};

/** Default place of points. The clauses of a contract share a store, each with its own database. */
const PLACE = { database: "lab_net", measurement: "gw_node_sensors" };

const TYPES: Readonly<Record<string, FieldType>> = {
  number: "float",
  bigint: "integer",
  string: "string",
  boolean: "boolean",
};

export interface PointOptions {
  readonly database?: string;
  readonly measurement?: string;
  readonly timeSource?: Point["timeSource"];
  /** Column types that differ from what the values suggest. */
  readonly types?: Readonly<Record<string, FieldType>>;
  /** A header names its columns. */
  readonly isDeclared?: true;
}

/** A point whose columns' types follow from the values: number float, bigint integer. Undefined values stay absent. */
export function makePoint(
  timeNs: bigint,
  values: Readonly<Record<string, ColumnValue | undefined>>,
  options: PointOptions = {},
): Point {
  const entries = Object.entries(values);
  const columns: PointColumn[] = entries.map(([name, value]) => ({
    name,
    type: options.types?.[name] ?? TYPES[typeof value] ?? "float",
    ...(options.isDeclared && { isDeclared: true }),
  }));
  return {
    database: options.database ?? PLACE.database,
    measurement: options.measurement ?? PLACE.measurement,
    timeNs,
    timeSource: options.timeSource ?? "receipt",
    columns,
    values: entries.map(([, value]) => value),
    origin: { message: MESSAGE, id: "1" },
  };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Rows without their empty fields, for comparison as a whole. */
async function rowsIn(store: Store, query: RowQuery = PLACE): Promise<[bigint, Record<string, ColumnValue>][]> {
  return (await collect(store.rows(query))).map(({ timeNs, values }: Row) => [
    timeNs,
    Object.fromEntries(Object.entries(values).filter((entry): entry is [string, ColumnValue] => entry[1] !== null)),
  ]);
}

export function storeContract(name: string, makePlace: () => Promise<StorePlace>, options: StoreContractOptions): void {
  describe(name, () => clauses(makePlace, options));
}

/** An open store. It can be closed and opened again on the same database. */
class OpenStore {
  private constructor(
    readonly place: StorePlace,
    public store: Store,
  ) {}

  static async at(place: StorePlace): Promise<OpenStore> {
    const opened = new OpenStore(place, place.make());
    await opened.store.open();
    return opened;
  }

  async again(): Promise<OpenedStore> {
    await this.store.close();
    this.store = this.place.make();
    return this.store.open();
  }

  async remove(): Promise<void> {
    await this.store.close();
    await this.place.remove();
  }
}

function clauses(makePlace: () => Promise<StorePlace>, options: StoreContractOptions): void {
  const skip = options.skip ?? false;
  // Opening a store takes longer than most clauses.
  let shared: OpenStore | undefined;
  const removeShared = async () => {
    const opened = shared;
    shared = undefined;
    await opened?.remove();
  };
  after(removeShared);

  let count = 0;
  const clause = (title: string, body: (store: Store, opened: OpenStore) => Promise<void>): void => {
    test(title, { skip }, async () => {
      shared ??= await OpenStore.at(await makePlace());
      PLACE.database = `lab_net_${++count}`;
      try {
        await body(shared.store, shared);
      } catch (error) {
        await removeShared();
        throw error;
      } finally {
        PLACE.database = "lab_net";
        if (options.opensForEach) await removeShared();
      }
    });
  };
  const reopened = async (
    opened: OpenStore,
    body: (store: Store, committed: OpenedStore["committed"]) => Promise<void>,
  ): Promise<void> => {
    const { committed } = await opened.again();
    await body(opened.store, committed);
  };
  /** A clause about everything in a store. These run last, since the shared store is closed for them. */
  const clauseOfEmptyStore = (
    title: string,
    body: (store: Store, opened: OpenStore) => Promise<void>,
    skipped = skip,
  ): void => {
    test(title, { skip: skipped }, async () => {
      await removeShared();
      const opened = await OpenStore.at(await makePlace());
      try {
        await body(opened.store, opened);
      } finally {
        await opened.remove();
      }
    });
  };

  clause("rows come back as they were written, whatever their type", async (store) => {
    const values = {
      float: 21.5,
      integer: -(2n ** 63n),
      text: "21.5 °C",
      yes: true,
      no: false,
      zero: 0,
      tiny: 5e-324,
      big: 1.7976931348623157e308,
    };
    const outcome = await store.write([makePoint(BASE_NS, values)], 1);
    assert.deepEqual(outcome, { stored: 1, refused: [] });
    assert.deepEqual(await rowsIn(store), [[BASE_NS, values]]);
  });

  clause("times keep every nanosecond", async (store) => {
    const times = [BASE_NS, BASE_NS + 1n, BASE_NS + 2n, 1n, -1n, -1_000_000_001n];
    await store.write(
      times.map((timeNs, i) => makePoint(timeNs, { value: i })),
      1,
    );
    const stored = await rowsIn(store);
    assert.deepEqual(
      stored.map(([timeNs]) => timeNs),
      [-1_000_000_001n, -1n, 1n, BASE_NS, BASE_NS + 1n, BASE_NS + 2n],
    );
  });

  clause("a time that the database cannot hold refuses its point alone", async (store) => {
    const points = [
      makePoint(2n ** 63n, { value: 1 }),
      makePoint(BASE_NS, { value: 2 }),
      makePoint(-(2n ** 63n), { value: 3 }),
    ];
    const outcome = await store.write(points, 1);
    assert.equal(outcome.stored, 1);
    assert.deepEqual(
      outcome.refused.map(({ point }) => point),
      [points[0], points[2]],
    );
    assert.deepEqual(await rowsIn(store), [[BASE_NS, { value: 2 }]]);
  });

  clause("64-bit integers keep every digit, and out of their range refuse their point", async (store) => {
    const limits = [2n ** 63n - 1n, -(2n ** 63n)];
    await store.write(
      limits.map((count, i) => makePoint(BASE_NS + BigInt(i), { count })),
      1,
    );
    const outcome = await store.write([makePoint(BASE_NS + 9n, { count: 2n ** 63n })], 2);
    assert.equal(outcome.refused.length, 1);
    assert.deepEqual(
      await rowsIn(store),
      limits.map((count, i) => [BASE_NS + BigInt(i), { count }]),
    );
  });

  clause("unsigned integers above 2^63-1 are kept, or refused by name", async (store) => {
    const types = { count: "unsigned" } as const;
    const outcome = await store.write([makePoint(BASE_NS, { count: 2n ** 64n - 1n }, { types })], 1);
    const negative = await store.write([makePoint(BASE_NS + 1n, { count: -1n }, { types })], 2);
    assert.equal(negative.refused.length, 1);
    if (options.unsigned) {
      assert.deepEqual(await rowsIn(store), [[BASE_NS, { count: 2n ** 64n - 1n }]]);
    } else {
      assert.match(outcome.refused[0]!.error.message, /^400: .*count/);
    }
  });

  clause("columns without a value are left out of the row", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1, b: undefined })], 1);
    assert.deepEqual(await rowsIn(store), [[BASE_NS, { a: 1 }]]);
    assert.deepEqual(await store.fieldTypes(PLACE.database, PLACE.measurement), new Map([["a", "float"]]));
  });

  clause("a point without any value is refused", async (store) => {
    const outcome = await store.write([makePoint(BASE_NS, { a: undefined })], 1);
    assert.equal(outcome.stored, 0);
  });

  clause("nothing is known of what was never written", async (store) => {
    const nowhere = { database: "no_such", measurement: "nothing" };
    assert.equal(await store.fieldTypes("no_such", "nothing"), undefined);
    assert.deepEqual(await rowsIn(store, nowhere), []);
    const series = await store.series({ ...nowhere, fromNs: 0n, toNs: BASE_NS, points: 100 });
    assert.deepEqual(series, { columns: [], timesNs: [], values: [] });
  });

  clause(
    "the newest rows of several measurements are exact, whatever they are called, and in the order of the question",
    async (store) => {
      const names = ["node", "a 'b'", "ä°C", "silent"];
      const points = names.flatMap((measurement, n) =>
        [0n, 1n, 2n].map((i) =>
          makePoint(
            BASE_NS + i,
            { count: 2n ** 62n + i, text: `"${n}"`, on: i === 1n, other: i === 0n ? 0.1 : undefined },
            { measurement },
          ),
        ),
      );
      await store.write(points, 1);
      const { database } = PLACE;
      const places = [...names.toReversed(), "none"].map((measurement) => ({ database, measurement }));
      const row = (n: number, i: number, other: unknown) =>
        `{"time":"${formatNs(BASE_NS + BigInt(i))}","count":${2n ** 62n + BigInt(i)},"text":"\\"${n}\\"","on":${i === 1},"other":${other}}`;
      const found = await store.newestRows({ places, limit: 2 });
      assert.deepEqual(
        found,
        [3, 2, 1, 0].map((n) => `[${row(n, 1, null)},${row(n, 2, null)}]` as string | undefined).concat(undefined),
      );
      const short = await store.newest({ places, limit: 2 });
      assert.equal(short.length, 5);
      assert.equal(short[4], undefined);
      for (const [at, n] of [3, 2, 1, 0].entries()) {
        const { timesMs, columns, values, valuedMs } = short[at] as Newest;
        assert.deepEqual(
          timesMs,
          [1n, 2n].map((i) => Number(BASE_NS + i) / 1e6),
        );
        const found = Object.fromEntries(columns.map(({ name }, i) => [name, values[i]]));
        assert.equal(valuedMs[columns.findIndex(({ name }) => name === "count")], timesMs[1]);
        assert.ok(found["other"] === undefined || found["other"] === 0.1, "an earlier row's, or none");
        assert.deepEqual(found, { count: 2n ** 62n + 2n, text: `"${n}"`, on: false, other: found["other"] });
      }
      const some = await store.newestRows({ places: places.slice(2), limit: 3, columns: ["other", "unknown"] });
      const first = `[{"time":"${formatNs(BASE_NS)}","other":0.1}]`;
      assert.deepEqual(some, [first, first, undefined]);
      const ranged = await store.newestRows({
        places: places.slice(3),
        limit: 9,
        fromNs: BASE_NS + 1n,
        toNs: BASE_NS + 2n,
        columns: ["count"],
      });
      assert.deepEqual(ranged, [`[{"time":"${formatNs(BASE_NS + 1n)}","count":${2n ** 62n + 1n}}]`, undefined]);
    },
  );

  const strangeNames = [
    "a b",
    "a,b",
    "a=b",
    'a"b',
    "a'b",
    "a\\b",
    "a\\",
    "ä°C",
    "😀",
    "; DROP TABLE x",
    "--",
    "/*",
    "select",
    "__proto__",
    "constructor",
    "value",
    "Value",
    "VALUE",
    "value_2",
    "rowid",
    "%41",
    "$1",
    "a.b",
    "\ufeffx",
    "x".repeat(200),
  ];
  clause("any text can be a field's name", async (store, opened) => {
    const refusedNames = options.inexpressible?.fields ?? [];
    const names = strangeNames.filter((field) => !refusedNames.includes(field));
    const values = Object.fromEntries(names.map((field, i) => [field, i]));
    const refusedPoints = refusedNames.map((field) => makePoint(BASE_NS + 1n, { [field]: 1 }));
    const outcome = await store.write([...refusedPoints, makePoint(BASE_NS, values)], 1);
    assert.equal(outcome.stored, 1);
    assert.deepEqual(
      outcome.refused.map(({ point, error }) => [point, error.code]),
      refusedPoints.map((point) => [point, "store-refused"]),
    );
    assert.deepEqual(await rowsIn(store), [[BASE_NS, values]]);
    await reopened(opened, async (again) => {
      assert.deepEqual(await rowsIn(again), [[BASE_NS, values]]);
      assert.equal((await again.fieldTypes(PLACE.database, PLACE.measurement))?.size, names.length);
    });
  });

  const strangePlaces = [
    "a b",
    "a,b",
    'a"b',
    "a'b",
    "a\\b",
    "Lab",
    "lab",
    "main",
    "temp",
    "information_schema",
    "telemetry",
    "ä°C",
  ];
  clause("any text can be a database's or a measurement's name", async (store, opened) => {
    const refusedNames = options.inexpressible?.databases ?? [];
    // Each name is a database, with itself and the next name as measurements, so that "Lab" and "lab" are in one database.
    const measurementsIn = (database: string) => {
      const place = strangePlaces.indexOf(database);
      return [strangePlaces.at(place), strangePlaces.at((place + 1) % strangePlaces.length)] as string[];
    };
    const pointsIn = (databases: readonly string[]) =>
      databases.flatMap((database) =>
        measurementsIn(database).map((measurement) =>
          makePoint(BASE_NS, { path: `${database}/${measurement}` }, { database, measurement }),
        ),
      );
    const points = pointsIn(strangePlaces.filter((database) => !refusedNames.includes(database)));
    const refusedPoints = pointsIn(refusedNames);
    const outcome = await store.write([...refusedPoints, ...points], 1);
    assert.equal(outcome.stored, points.length);
    assert.deepEqual(
      outcome.refused.map(({ point, error }) => [point, error.code]),
      refusedPoints.map((point) => [point, "store-refused"]),
    );
    await reopened(opened, async (again) => {
      for (const { database, measurement } of points) {
        const expected = [[BASE_NS, { path: `${database}/${measurement}` }]];
        assert.deepEqual(await rowsIn(again, { database, measurement }), expected);
      }
    });
  });

  const strangeTexts = [
    "",
    " ",
    "a,b=c",
    'quote "',
    "it's",
    "back\\slash",
    "back\\",
    "two\nlines",
    "tab\t",
    "ä°C 😀",
    "\r\n",
    "null",
    "\ufeff",
    "\ufeffshort",
    "\ufefflonger than twelve bytes",
    "x".repeat(60_000),
  ];
  clause("any text can be a value", async (store) => {
    await store.write(
      strangeTexts.map((text, i) => makePoint(BASE_NS + BigInt(i), { text, n: i })),
      1,
    );
    const stored = await rowsIn(store);
    assert.deepEqual(
      stored.map(([, values]) => values["text"]),
      strangeTexts,
    );
  });

  clause("a conflict of one field costs that field; the rest of its row is stored [D42]", async (store) => {
    await store.write([makePoint(BASE_NS, { fw: 1.1, t: 20, plz: "01234" })], 1);
    const texts = new Map([["plz", "12345"]]);
    const points = [
      { ...makePoint(BASE_NS + 1n, { fw: "1.10.1", t: 21, n: 1 }) },
      { ...makePoint(BASE_NS + 2n, { t: 22, plz: 12345 }), texts },
      makePoint(BASE_NS + 3n, { t: 23, plz: 12345 }),
    ];
    const outcome = await store.write(points, 2);
    assert.equal(outcome.stored, 3);
    assert.deepEqual(
      outcome.refused.map(({ point, error, isPart }) => [point.timeNs - BASE_NS, point.values, error.code, isPart]),
      [
        [1n, ["1.10.1"], "type-conflict", true],
        [3n, [12345], "type-conflict", true],
      ],
    );
    assert.deepEqual(
      (await rowsIn(store)).map(([, values]) =>
        Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null)),
      ),
      [{ fw: 1.1, t: 20, plz: "01234" }, { t: 21, n: 1 }, { t: 22, plz: "12345" }, { t: 23 }],
    );
    // Like a dead letter that is retried after its cause was corrected.
    await store.write([{ ...makePoint(BASE_NS + 1n, { fw: 1.2 }), timeSource: "payload" }], 3);
    const [, second] = await rowsIn(store);
    assert.deepEqual([second?.[1]["fw"], second?.[1]["t"]], [1.2, 21]);
  });

  clause(
    "a type conflict refuses its point in the database's own words, and the others of the batch are stored [D32]",
    async (store) => {
      await store.write([makePoint(BASE_NS, { value: 1.5 })], 1);
      const points = [
        makePoint(BASE_NS + 1n, { value: 2.5 }),
        makePoint(BASE_NS + 2n, { value: "twelve" }),
        makePoint(BASE_NS + 3n, { value: 3.5 }),
      ];
      const outcome = await store.write(points, 2);
      assert.equal(outcome.stored, 2);
      assert.deepEqual(
        outcome.refused.map(({ point }) => point),
        [points[1]],
      );
      const { error } = outcome.refused[0]!;
      // InfluxDB adds words of its own around these.
      assert.equal(
        error.message.replace("partial write: ", "").replace(" dropped=1", ""),
        '400: {"error":"field type conflict: input field \\"value\\" on measurement \\"gw_node_sensors\\" is type string, already exists as type float"}',
      );
      assert.deepEqual([error.name, error.code], [options.errorName, "type-conflict"]);
      assert.deepEqual(await rowsIn(store), [
        [BASE_NS, { value: 1.5 }],
        [BASE_NS + 1n, { value: 2.5 }],
        [BASE_NS + 3n, { value: 3.5 }],
      ]);
    },
  );

  clause("of a conflict inside one batch the first point wins", async (store) => {
    const points = [
      makePoint(BASE_NS, { value: "on" }),
      makePoint(BASE_NS + 1n, { value: 1 }),
      makePoint(BASE_NS + 2n, { value: "off" }),
    ];
    const outcome = await store.write(points, 1);
    assert.deepEqual(
      outcome.refused.map(({ point }) => point),
      [points[1]],
    );
    assert.deepEqual(await rowsIn(store), [
      [BASE_NS, { value: "on" }],
      [BASE_NS + 2n, { value: "off" }],
    ]);
  });

  clause(
    "every pair of types conflicts but an integer for a column of floats, a float for one of integers as well",
    async (store, opened) => {
      const samples: [FieldType, ColumnValue][] = [
        ["float", 1],
        ["integer", 1n],
        ["string", "1"],
        ["boolean", true],
      ];
      const fields = Object.fromEntries(samples.map(([type, value]) => [type, value]));
      await store.write([makePoint(BASE_NS, fields)], 1);
      await reopened(opened, async (again) => {
        const points = samples.flatMap(([is, value]) =>
          samples
            .filter(([exists]) => exists !== is && !(is === "integer" && exists === "float"))
            .map(([exists]) => makePoint(BASE_NS + 1n, { [exists]: value }, { types: { [exists]: is } })),
        );
        const outcome = await again.write(points, 2);
        assert.equal(outcome.stored, 0);
        assert.equal(outcome.refused.length, 11);
        for (const { point, error } of outcome.refused) {
          const { name, type } = point.columns[0]!;
          assert.ok(error.message.includes(`is type ${type}, already exists as type ${name}`), error.message);
        }
      });
    },
  );

  clause("refused points are handed over before the position counts", async (store, opened) => {
    await store.write([makePoint(BASE_NS, { value: 1 })], 1);
    const batch = [makePoint(BASE_NS + 1n, { value: "x" }), makePoint(BASE_NS + 2n, { value: 2 })];
    const failing = store.write(batch, 2, async (refused) => {
      assert.deepEqual(
        refused.map(({ point }) => point),
        [batch[0]],
      );
      throw new Error("cannot keep the dead letter");
    });
    await assert.rejects(failing, /cannot keep the dead letter/);
    let handed = 0;
    const outcome = await store.write(batch, 2, async (refused) => {
      handed += refused.length;
    });
    assert.deepEqual([outcome.stored, outcome.refused.length, handed], [1, 1, 1]);
    assert.deepEqual(await rowsIn(store), [
      [BASE_NS, { value: 1 }],
      [BASE_NS + 2n, { value: 2 }],
    ]);
    await reopened(opened, async (_, committed) => assert.equal(committed, options.keepsPosition ? 2 : undefined));
  });

  clause("new columns are announced once, and not again after a restart", async (store, opened) => {
    const seen: [string, string[]][] = [];
    const note = ({ measurement, columns }: NewColumns) => void seen.push([measurement, [...columns.keys()].sort()]);
    store.onNewColumns(note);
    await store.write([makePoint(BASE_NS, { a: 1 }), makePoint(BASE_NS + 1n, { a: 2, b: 2 })], 1);
    await store.write([makePoint(BASE_NS + 2n, { a: 3 })], 2);
    await store.write([makePoint(BASE_NS + 3n, { c: "x" })], 3);
    assert.deepEqual(seen, [
      ["gw_node_sensors", ["a", "b"]],
      ["gw_node_sensors", ["c"]],
    ]);
    await reopened(opened, async (again) => {
      again.onNewColumns(note);
      await again.write([makePoint(BASE_NS + 4n, { a: 3, b: 4 })], 4);
      assert.equal(seen.length, 2);
    });
  });

  clause("rows of one time given by the sender are one row, later columns winning", async (store) => {
    const timeSource = "payload";
    await store.write(
      [makePoint(BASE_NS, { a: 1, b: 1 }, { timeSource }), makePoint(BASE_NS, { b: 2, c: 2 }, { timeSource })],
      1,
    );
    await store.write([makePoint(BASE_NS + 10n, { a: 9 }, { timeSource })], 2);
    await store.write(
      [makePoint(BASE_NS, { c: 3, d: "late" }, { timeSource }), makePoint(BASE_NS + 5n, { a: 5 }, { timeSource })],
      3,
    );
    assert.deepEqual(await rowsIn(store), [
      [BASE_NS, { a: 1, b: 2, c: 3, d: "late" }],
      [BASE_NS + 5n, { a: 5 }],
      [BASE_NS + 10n, { a: 9 }],
    ]);
  });

  clause("a batch delivered twice makes no second rows where the sender gave the times", async (store) => {
    const batch = Array.from({ length: 500 }, (_, i) =>
      makePoint(BASE_NS + BigInt(i * 1000), { a: i }, { timeSource: "payload" }),
    );
    await store.write(batch, 1);
    await store.write([...batch].reverse(), 2);
    assert.equal((await rowsIn(store)).length, 500);
  });

  clause("an empty batch moves the position", async (store, opened) => {
    assert.deepEqual(await store.write([], 7), { stored: 0, refused: [] });
    await reopened(opened, async (_, committed) => assert.equal(committed, options.keepsPosition ? 7 : undefined));
  });

  clause(
    "rows are given oldest first, from inclusive and to exclusive, with a limit the newest ones",
    async (store) => {
      await store.write(
        Array.from({ length: 10 }, (_, i) => makePoint(BASE_NS + BigInt(i), { i })),
        1,
      );
      const numbers = async (query: Partial<RowQuery>) =>
        (await rowsIn(store, { ...PLACE, ...query })).map(([, values]) => values["i"]);
      assert.deepEqual(await numbers({ fromNs: BASE_NS + 2n, toNs: BASE_NS + 5n }), [2, 3, 4]);
      assert.deepEqual(await numbers({ limit: 3 }), [7, 8, 9]);
      assert.deepEqual(await numbers({ limit: 2, toNs: BASE_NS + 5n }), [3, 4]);
      assert.deepEqual(await numbers({ limit: 100 }), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      assert.deepEqual(await numbers({ fromNs: BASE_NS + 10n }), []);
    },
  );

  clause("many rows can be read, and reading can be given up", async (store) => {
    await store.write(
      Array.from({ length: 6000 }, (_, i) => makePoint(BASE_NS + BigInt(i), { i })),
      1,
    );
    assert.equal((await rowsIn(store)).length, 6000);
    let read = 0;
    for await (const row of store.rows(PLACE)) {
      assert.equal(row.timeNs, BASE_NS + BigInt(read));
      if (++read === 10) break;
    }
    await store.write([makePoint(BASE_NS + 6000n, { i: 6000, fresh: 1 })], 2);
    assert.equal((await rowsIn(store)).length, 6001);
  });

  clause("a short series is given as it is, absent values as null", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1, b: true, s: "x" }), makePoint(BASE_NS + 1n, { a: 2, c: 3n })], 1);
    const query = { ...PLACE, fromNs: BASE_NS, toNs: BASE_NS + 10n, points: 100 };
    const series = await store.series({ ...query, columns: ["c", "a", "b"] });
    assert.deepEqual(series, {
      columns: ["c", "a", "b"],
      timesNs: [BASE_NS, BASE_NS + 1n],
      values: [
        [null, 3],
        [1, 2],
        [1, null],
      ],
    });
    assert.deepEqual([...(await store.series(query)).columns].sort(), ["a", "b", "c"]);
    assert.deepEqual((await store.series({ ...query, columns: ["s", "none"] })).columns, []);
    assert.deepEqual((await store.series({ ...query, toNs: BASE_NS + 1n, columns: ["a"] })).values, [[1]]);
  });

  clause("a long series is downsampled so that extremes survive", async (store) => {
    const count = 5000;
    const value = (i: number) => (i === 1234 ? 99 : i === 3210 ? -99 : Math.sin(i / 100));
    const points = Array.from({ length: count }, (_, i) =>
      makePoint(BASE_NS + BigInt(i) * 1_000_000n, { a: value(i), b: i }),
    );
    await store.write(points, 1);
    const query = { ...PLACE, fromNs: 0n, toNs: BASE_NS * 2n, points: 100 };
    for (const columns of [["a"], ["a", "b"]]) {
      const series = await store.series({ ...query, columns });
      assert.ok(series.timesNs.length >= 50 && series.timesNs.length <= 110, `${series.timesNs.length} points`);
      assert.deepEqual(
        [...series.timesNs].sort((a, b) => (a < b ? -1 : 1)),
        series.timesNs,
      );
      const [a] = series.values;
      assert.equal(Math.max(...a!.map(Number)), 99);
      assert.equal(Math.min(...a!.map(Number)), -99);
    }
    const { values, timesNs } = await store.series({ ...query, columns: ["a"] });
    assert.equal(timesNs[values[0]!.indexOf(99)], BASE_NS + 1234n * 1_000_000n);
  });

  clause("statistics are of all rows, never of downsampled ones [D50]", async (store) => {
    const noise = (i: number) => ((i * 7919) % 1009) / 100;
    const points = Array.from({ length: 5000 }, (_, i) =>
      makePoint(BASE_NS + BigInt(i) * 1_000_000n, {
        rare: i % 100 === 0 ? 100 : 0,
        count: BigInt(i),
        on: i % 4 === 0,
        text: "x",
        ...(i % 3 === 0 && { gaps: noise(i) }),
        ...(i === 42 && { once: 1.5 }),
      }),
    );
    await store.write(points, 1);
    const range = { ...PLACE, fromNs: BASE_NS, toNs: BASE_NS + 4000n * 1_000_000n };
    const found = await store.statistics(range);
    assert.deepEqual([...found.keys()].sort(), ["count", "gaps", "on", "once", "rare"]);
    const check = (column: string, values: readonly number[]) => {
      const { mean, deviation, lastNs: _, ...exact } = found.get(column)!;
      const expectedMean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const squares = values.reduce((sum, value) => sum + (value - expectedMean) ** 2, 0);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      assert.deepEqual(exact, { count: values.length, min, max, first: values[0], last: values.at(-1) }, column);
      assert.ok(Math.abs(mean! - expectedMean) < 1e-9, `${column}: mean ${mean}, expected ${expectedMean}`);
      const expected = Math.sqrt(squares / (values.length - 1));
      assert.ok(Math.abs(deviation! - expected) < 1e-9, `${column}: deviation ${deviation}, expected ${expected}`);
    };
    const all = Array.from({ length: 4000 }, (_, i) => i);
    check(
      "rare",
      all.map((i) => (i % 100 === 0 ? 100 : 0)),
    );
    check("count", all);
    check(
      "on",
      all.map((i) => (i % 4 === 0 ? 1 : 0)),
    );
    check("gaps", all.filter((i) => i % 3 === 0).map(noise));
    assert.deepEqual(found.get("once"), {
      count: 1,
      min: 1.5,
      max: 1.5,
      mean: 1.5,
      deviation: null,
      first: 1.5,
      last: 1.5,
      lastNs: BASE_NS + 42n * 1_000_000n,
    });
    const lasts = ["rare", "count", "on", "gaps"].map((column) => (found.get(column)!.lastNs - BASE_NS) / 1_000_000n);
    assert.deepEqual(lasts, [3999n, 3999n, 3999n, 3999n]);
    assert.deepEqual([...(await store.statistics({ ...range, columns: ["rare", "none"] })).keys()], ["rare"]);
    assert.equal((await store.statistics({ ...range, measurement: "nowhere" })).size, 0);
    assert.equal((await store.statistics({ ...range, fromNs: 0n, toNs: BASE_NS })).size, 0);
  });

  clause("integers of 64 bits keep all digits in series and statistics", async (store) => {
    const first = 2n ** 53n + 1n;
    const values = Array.from({ length: 60 }, (_, i) => first + BigInt(i) * 2n);
    await store.write(
      values.map((value, i) => makePoint(BASE_NS + BigInt(i), { total: value, minus: -value, beside: i })),
      1,
    );
    const range = { ...PLACE, fromNs: BASE_NS, toNs: BASE_NS + 60n };
    for (const columns of [["total"], ["minus", "total", "beside"]])
      for (const points of [10, 100]) {
        const series = await store.series({ ...range, columns, points });
        const told = series.values[columns.indexOf("total")]!;
        assert.ok(told.includes(first) && told.includes(first + 118n), `${columns} ${points}: ${told}`);
        const others = told.filter((value) => value !== null && !values.includes(value as bigint));
        assert.deepEqual(others, []);
        if (points < 60) continue;
        assert.deepEqual(told, values);
        const [together] = (await store.manySeries({ ...range, columns, points, times: "ns", places: [PLACE] })) as [
          string,
        ];
        assert.ok(together.includes(values.join(",")), together);
      }
    const found = await store.statistics({ ...range, columns: ["total", "minus"] });
    const { min, max, first: oldest, last } = found.get("total")!;
    assert.deepEqual([min, max, oldest, last], [first, first + 118n, first, first + 118n]);
    assert.deepEqual([found.get("minus")!.min, found.get("minus")!.max], [-first - 118n, -first]);
    const all = await store.statisticsOfMany({ ...range, measurements: [PLACE.measurement] });
    assert.equal(all.get(PLACE.measurement)?.get("total")?.max, first + 118n);
  });

  clause("values too large for a sum or a square have statistics without them", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1.5e308 }), makePoint(BASE_NS + 1n, { a: 1.5e308 })], 1);
    const found = (await store.statistics({ ...PLACE, fromNs: BASE_NS, toNs: BASE_NS + 9n })).get("a");
    assert.deepEqual([found?.mean, found?.deviation], [null, null]);
    assert.deepEqual([found?.count, found?.min, found?.max, found?.last], [2, 1.5e308, 1.5e308, 1.5e308]);
  });

  clause("a rewritten row has the new values at its old time, and new columns", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1, _hex_: "01" }), makePoint(BASE_NS + 1n, { a: 2, _hex_: "02" })], 7);
    assert.deepEqual(await store.rewrite([makePoint(BASE_NS + 1n, { a: 20, b: "new", _hex_: "02" })]), {
      rewritten: 1,
      refused: [],
    });
    assert.deepEqual(await rowsIn(store), [
      [BASE_NS, { a: 1, _hex_: "01" }],
      [BASE_NS + 1n, { a: 20, b: "new", _hex_: "02" }],
    ]);
    assert.deepEqual(
      await store.fieldTypes(PLACE.database, PLACE.measurement),
      new Map([
        ["a", "float"],
        ["_hex_", "string"],
        ["b", "string"],
      ]),
    );
  });

  clause("columns that a rewritten row lacks are cleared, where the database can", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1, gone: 2 }), makePoint(BASE_NS + 1n, { a: 1, gone: 2 })], 1);
    await store.rewrite([makePoint(BASE_NS, { a: 3 })]);
    const first = store.rewrites === "whole-rows" ? { a: 3 } : { a: 3, gone: 2 };
    assert.deepEqual(await rowsIn(store), [
      [BASE_NS, first],
      [BASE_NS + 1n, { a: 1, gone: 2 }],
    ]);
  });

  clause("a rewritten row of another type is refused, the others are not", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1 }), makePoint(BASE_NS + 1n, { a: 2 })], 1);
    const { rewritten, refused } = await store.rewrite([
      makePoint(BASE_NS, { a: "text" }),
      makePoint(BASE_NS + 1n, { a: 3 }),
    ]);
    assert.deepEqual([rewritten, refused.map(({ error }) => error.code)], [1, ["type-conflict"]]);
    assert.deepEqual(await rowsIn(store), [
      [BASE_NS, { a: 1 }],
      [BASE_NS + 1n, { a: 3 }],
    ]);
  });

  clause(
    "rewriting leaves the committed position as it is, and what is written meanwhile too",
    async (store, opened) => {
      await store.write([makePoint(BASE_NS, { a: 1 })], 41);
      await Promise.all([
        store.rewrite([makePoint(BASE_NS, { a: 2 })]),
        store.write([makePoint(BASE_NS + 1n, { a: 3 })], 42),
        store.rewrite([makePoint(BASE_NS + 1n, { a: 4 })]),
      ]);
      const expected = [
        [BASE_NS, { a: 2 }],
        [BASE_NS + 1n, { a: 4 }],
      ];
      assert.deepEqual(await rowsIn(store), expected);
      await reopened(opened, async (again, committed) => {
        assert.equal(committed, options.keepsPosition ? 42 : undefined);
        assert.deepEqual(await rowsIn(again), expected);
      });
    },
  );

  clause("a time without a row stays without one when it is rewritten, where the database can tell", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1 })], 1);
    const { rewritten } = await store.rewrite([makePoint(BASE_NS + 5n, { a: 2 })]);
    assert.equal(rewritten, store.rewrites === "whole-rows" ? 0 : 1);
    assert.equal((await rowsIn(store)).length, store.rewrites === "whole-rows" ? 1 : 2);
  });

  clause("the extent of a column counts its rows and tells their ends", async (store) => {
    const point = (k: number) => makePoint(BASE_NS + BigInt(k), k % 2 === 0 ? { a: k, _hex_: `${k}` } : { a: k });
    await store.write(
      Array.from({ length: 10 }, (_, k) => point(k)),
      1,
    );
    const query = { ...PLACE, columns: ["_hex_"] };
    assert.deepEqual(await store.extent(query), { rows: 5, firstNs: BASE_NS, lastNs: BASE_NS + 8n });
    assert.deepEqual(await store.extent({ ...query, fromNs: BASE_NS + 1n, toNs: BASE_NS + 6n }), {
      rows: 2,
      firstNs: BASE_NS + 2n,
      lastNs: BASE_NS + 4n,
    });
    assert.equal(await store.extent({ ...query, fromNs: BASE_NS + 100n }), undefined);
    assert.equal(await store.extent({ ...query, columns: ["nothing"] }), undefined);
    assert.equal(await store.extent({ ...query, measurement: "nothing" }), undefined);
    assert.deepEqual(await store.extent(PLACE), { rows: 10, firstNs: BASE_NS, lastNs: BASE_NS + 9n });
  });

  clause("rows have the columns that were asked for, where they have a value in one", async (store) => {
    const point = (k: number) => makePoint(BASE_NS + BigInt(k), k % 2 === 0 ? { a: k, b: 1 } : { b: 2 });
    await store.write([0, 1, 2, 3].map(point), 1);
    const collect = async (query: Partial<RowQuery>) => {
      const found: unknown[] = [];
      for await (const { timeNs, values } of store.rows({ ...PLACE, ...query })) {
        found.push([Number(timeNs - BASE_NS), { ...values }]);
      }
      return found;
    };
    assert.deepEqual(await collect({ columns: ["a"] }), [
      [0, { a: 0 }],
      [2, { a: 2 }],
    ]);
    assert.deepEqual(await collect({ columns: ["a"], limit: 1 }), [[2, { a: 2 }]]);
    assert.deepEqual(await collect({ columns: ["nothing"] }), []);
  });

  clause("batches are the same rows as typed columns, time first", async (store) => {
    await store.write(
      [
        makePoint(BASE_NS, { f: 0.5, i: -(2n ** 62n), s: "ä", b: true }),
        makePoint(BASE_NS + 1n, { s: "", b: false }),
        makePoint(BASE_NS + 2n, { f: 5e-324, i: 7n }),
      ],
      1,
    );
    const [batch, ...more] = await collect(store.batches(PLACE));
    assert.deepEqual([batch?.rows, more], [3, []]);
    const columns = batch!.columns.map(({ name, type, values, valid }) => [
      name,
      type,
      Array.from<unknown>(values).map((value, row) => (valid?.[row] === 0 ? null : value)),
    ]);
    assert.deepEqual(columns[0], ["time", "time", [BASE_NS, BASE_NS + 1n, BASE_NS + 2n]]);
    assert.deepEqual(
      new Map(columns.slice(1).map(([name, ...rest]) => [name, rest])),
      new Map<unknown, unknown>([
        ["f", ["float", [0.5, null, 5e-324]]],
        ["i", ["integer", [-(2n ** 62n), null, 7n]]],
        ["s", ["string", ["ä", "", null]]],
        ["b", ["boolean", [1, 0, null]]],
      ]),
    );
    assert.deepEqual(
      (await collect(store.batches({ ...PLACE, columns: ["i"] }))).map(({ rows, columns: two }) => [rows, two.length]),
      [[2, 2]],
    );
  });

  clause("writes made at once are stored in their order", async (store) => {
    const writes = Array.from({ length: 20 }, (_, i) =>
      store.write([makePoint(BASE_NS + BigInt(i), { i, [`f${i}`]: i })], i + 1),
    );
    assert.deepEqual(
      (await Promise.all(writes)).map(({ stored }) => stored),
      writes.map(() => 1),
    );
    assert.deepEqual(
      (await rowsIn(store)).map(([, values]) => values["i"]),
      Array.from({ length: 20 }, (_, i) => i),
    );
  });

  clause("it says that it works", async (store) => {
    await store.write([makePoint(BASE_NS, { a: 1 })], 1);
    assert.equal(store.status().state, "ok");
    assert.notEqual(store.status().lastSuccess, undefined);
  });

  clauseOfEmptyStore("databases and measurements are kept apart", async (store) => {
    const points = [
      makePoint(BASE_NS, { a: 1 }, { database: "one" }),
      makePoint(BASE_NS, { a: 2 }, { database: "two" }),
      makePoint(BASE_NS, { a: 3 }, { database: "two", measurement: "02_cap_r" }),
    ];
    await store.write(points, 1);
    assert.deepEqual(await rowsIn(store, { database: "one", measurement: "gw_node_sensors" }), [[BASE_NS, { a: 1 }]]);
    assert.deepEqual(await rowsIn(store, { database: "two", measurement: "gw_node_sensors" }), [[BASE_NS, { a: 2 }]]);
    assert.deepEqual(await rowsIn(store, { database: "two", measurement: "02_cap_r" }), [[BASE_NS, { a: 3 }]]);
    const known = (await store.measurements()).map(({ database, measurement }) => `${database}/${measurement}`).sort();
    assert.deepEqual(known, ["one/gw_node_sensors", "two/02_cap_r", "two/gw_node_sensors"]);
  });

  clauseOfEmptyStore("field types survive a restart", async (store, opened) => {
    await store.write([makePoint(BASE_NS, { f: 1, i: 1n, s: "1", b: true })], 1);
    const expected = new Map<string, FieldType>([
      ["f", "float"],
      ["i", "integer"],
      ["s", "string"],
      ["b", "boolean"],
    ]);
    assert.deepEqual(sorted(await store.fieldTypes(PLACE.database, PLACE.measurement)), sorted(expected));
    await reopened(opened, async (again) => {
      assert.deepEqual(sorted(await again.fieldTypes(PLACE.database, PLACE.measurement)), sorted(expected));
      const [known] = await again.measurements();
      assert.deepEqual(sorted(known!.columns), sorted(expected));
    });
  });

  clauseOfEmptyStore("facts are not measurements", async (store) => {
    await store.remember("key", "value");
    assert.deepEqual(await store.measurements(), []);
  });

  /** As many fields as a header of that length has, some of each type, without `_hex_`. */
  const declared = (k: number, length: number, timeSource: Point["timeSource"] = "receipt"): Point => {
    const fields: [string, ColumnValue][] = Array.from({ length }, (_, i) => {
      if (i % 100 === 97) return [`s.${i}`, `${k} ${i}`];
      if (i % 100 === 98) return [`b.${i}`, (k + i) % 3 === 0];
      return i % 100 === 99 ? [`i.${i}`, BigInt(k - i)] : [`f.${i}`, k + i / 4];
    });
    const point = makePoint(BASE_NS + BigInt(k), Object.fromEntries(fields), { isDeclared: true, timeSource });
    return {
      ...point,
      columns: [...point.columns, { name: "_hex_", type: "string" }],
      values: [...point.values, "00"],
    };
  };
  const valuesOf = ({ columns, values }: Point): Record<string, ColumnValue> =>
    Object.fromEntries(columns.map(({ name }, i) => [name, values[i]!]));

  clauseOfEmptyStore("a header may name 1,100 fields, more and fewer of them later", async (store, opened) => {
    const points = [declared(1, 200), declared(2, 1100), declared(3, 900)];
    for (const [index, point] of points.entries()) {
      assert.deepEqual(await store.write([point], index + 1), { stored: 1, refused: [] });
    }
    const wrong = makePoint(BASE_NS + 4n, { "f.1000": "text" }, { isDeclared: true });
    const expected = () => points.map((point) => [point.timeNs, valuesOf(point)]);
    await reopened(opened, async (again) => {
      points.push(declared(5, 1101), declared(6, 2));
      const { stored, refused } = await again.write([wrong, ...points.slice(3)], 4);
      assert.deepEqual([stored, refused.map(({ error }) => error.code)], [2, ["type-conflict"]]);
      assert.deepEqual(await rowsIn(again), expected());
      const types = await again.fieldTypes("lab_net", "gw_node_sensors");
      assert.deepEqual([types?.size, types?.get("f.1000"), types?.get("i.999")], [1102, "float", "integer"]);
      const columns = ["f.2", "i.999", "f.1001", "b.898"];
      const range = { ...PLACE, fromNs: BASE_NS, toNs: BASE_NS + 9n };
      assert.deepEqual((await again.series({ ...range, columns, points: 100 })).values, [
        [1.5, 2.5, 3.5, 5.5],
        [null, -997, null, -994],
        [null, 2 + 1001 / 4, null, 5 + 1001 / 4],
        [null, 1, 0, 1],
      ]);
      assert.deepEqual(await rowsIn(again, { ...range, columns: ["s.997"] }), [
        [points[1]!.timeNs, { "s.997": "2 997" }],
        [points[3]!.timeNs, { "s.997": "5 997" }],
      ]);
      assert.deepEqual(await again.extent({ ...range, columns: ["f.1001"] }), {
        rows: 2,
        firstNs: points[1]!.timeNs,
        lastNs: points[3]!.timeNs,
      });
      assert.equal((await again.extent(PLACE))?.rows, 5);
      const every = await again.series({ ...range, points: 100 });
      assert.deepEqual([every.columns.length, every.timesNs.length], [1102 - 12, 5]);
      assert.deepEqual(every.values[every.columns.indexOf("f.1000")], [null, 2 + 250, null, 5 + 250, null]);
    });
  });

  clauseOfEmptyStore(
    "rows of 1,100 fields are completed and rewritten like others",
    async (store, opened) => {
      await store.write([declared(1, 1100), declared(2, 1100)], 1);
      const more = makePoint(
        BASE_NS + 1n,
        { "f.1000": -1, "f.1096": undefined, "f.1101": 7 },
        { isDeclared: true, timeSource: "payload" },
      );
      await store.write([more, { ...more, timeNs: BASE_NS + 3n }], 2);
      const first = { ...valuesOf(declared(1, 1100)), "f.1000": -1, "f.1101": 7 };
      const expected: unknown[] = [
        [BASE_NS + 1n, first],
        [BASE_NS + 2n, valuesOf(declared(2, 1100))],
        [BASE_NS + 3n, { "f.1000": -1, "f.1101": 7 }],
      ];
      assert.deepEqual(await rowsIn(store), expected);
      const again = { ...declared(9, 900), timeNs: BASE_NS + 2n };
      assert.equal((await store.rewrite([again])).rewritten, 1);
      expected[1] = [
        BASE_NS + 2n,
        store.rewrites === "whole-rows" ? valuesOf(again) : { ...valuesOf(declared(2, 1100)), ...valuesOf(again) },
      ];
      assert.deepEqual(await rowsIn(store), expected);
      await reopened(opened, async (later) => {
        assert.deepEqual(await rowsIn(later), expected);
        assert.equal(await later.remove(PLACE.database, PLACE.measurement), "removed");
        await later.write([declared(4, 2)], 3);
        assert.deepEqual(await rowsIn(later), [[BASE_NS + 4n, valuesOf(declared(4, 2))]]);
      });
    },
    skip || onlyLong,
  );

  clauseOfEmptyStore("small facts survive restarts", async (store, opened) => {
    await store.remember("csv lab/net/gw/node", "time,temperature");
    assert.equal((await store.remembered("csv ")).get("csv lab/net/gw/node"), "time,temperature");
    await store.remember("csv lab/net/gw/node", "time,humidity");
    assert.equal((await store.remembered("csv ")).get("csv lab/net/gw/node"), "time,humidity");
    await store.remember('it\'s a "key", \\ = 1', "line\nbreak 😀 'quoted'");
    const expected = new Map([
      ["csv lab/net/gw/node", "time,humidity"],
      ['it\'s a "key", \\ = 1', "line\nbreak 😀 'quoted'"],
    ]);
    assert.deepEqual(sorted(await store.remembered()), sorted(expected));
    await reopened(opened, async (again) => assert.deepEqual(sorted(await again.remembered()), sorted(expected)));
  });

  clauseOfEmptyStore("a measurement that is removed is gone with its rows, and comes anew", async (store) => {
    const odd = 'a "b", c';
    const other = { measurement: odd };
    await store.write([makePoint(BASE_NS, { value: 1 }), makePoint(BASE_NS, { value: 1 }, other)], 1);
    assert.equal(await store.remove(PLACE.database, "nothing"), "unknown");
    assert.equal(await store.remove("nothing", PLACE.measurement), "unknown");
    assert.equal(await store.remove(PLACE.database, PLACE.measurement), "removed");
    assert.equal(await store.fieldTypes(PLACE.database, PLACE.measurement), undefined);
    assert.deepEqual(
      (await store.measurements()).map(({ measurement }) => measurement),
      [odd],
    );
    assert.deepEqual(await rowsIn(store), []);
    // Of the same type, since InfluxDB may remember the old type for a while.
    const again = await store.write([makePoint(BASE_NS + 1n, { value: 2 })], 2);
    assert.deepEqual(again, { stored: 1, refused: [] });
    assert.deepEqual(await rowsIn(store), [[BASE_NS + 1n, { value: 2 }]]);
    assert.equal(await store.remove(PLACE.database, odd), "removed");
    assert.deepEqual(await rowsIn(store, { ...PLACE, measurement: odd }), []);
  });
}

function sorted<V>(map: ReadonlyMap<string, V> | undefined): [string, V][] {
  return [...(map ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
}
