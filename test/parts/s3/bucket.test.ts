import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import type { MeasurementInfo } from "../../../runtime/model/store.ts";
import { BucketDepot } from "../../../runtime/parts/s3/bucket-depot.ts";
import type { BucketSettings } from "../../../runtime/parts/s3/bucket-settings.ts";
import { S3 } from "../../../runtime/parts/s3/s3.ts";
import { type DuckdbStoreOpened, openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { onlyLong } from "../../support/long.ts";
import { makePoint } from "../../support/store-contract.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { ENVIRONMENT, type S3Server, SECRET_KEY, startS3 } from "./s3-server.ts";

const SECOND = 1_000_000_000n;
const HOUR = 3600n * SECOND;
/** 2023-11-14T22:00:00Z. */
const T0 = 472_222n * HOUR;
const END = T0 + 100n * HOUR;
const PLACE = { database: "lab_net", measurement: "gw_node_sensors" };
const FOLDER = "database=lab_net/measurement=gw_node_sensors";
const PREFIX = "lab/rig=1/";

interface Opening {
  readonly settings?: Partial<BucketSettings>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly adopt?: boolean;
}

function storeIn(directory: string, server: S3Server, opening: Opening = {}): DuckdbStoreOpened {
  const settings = { ...server.settings, ...opening.settings };
  const s3 = new S3(settings, opening.environment ?? ENVIRONMENT);
  const depot = new BucketDepot({ s3, directory, cacheBytes: settings.cacheBytes });
  const { adopt = false } = opening;
  return openDuckdbStore({ path: join(directory, "head.duckdb"), parquet: directory, depot, adopt });
}

async function inBucket(
  body: (server: S3Server, store: DuckdbStoreOpened, directory: string) => Promise<void>,
  opening?: Opening,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const server = await startS3();
    const directory = join(folder, "history");
    const store = storeIn(directory, server, opening);
    try {
      await store.open();
      await body(server, store, directory);
    } finally {
      await store.close();
      await server.halt();
    }
  });
}

async function localFiles(directory: string): Promise<string[]> {
  const all = await fs.readdir(directory, { recursive: true });
  return all.filter((name) => name.endsWith(".parquet") || name.endsWith(".part")).sort();
}

async function valuesIn(store: DuckdbStoreOpened, query: object = {}): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const row of store.rows({ ...PLACE, ...query })) values.push(row.values["n"]);
  return values;
}

/** A row every ten minutes. */
const point = (n: number, more: object = {}) => makePoint(T0 + BigInt(n) * 600n * SECOND, { n, ...more });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const points = (from: number, to: number) => numbers(from, to).map((n) => point(n));

test("hours become objects with a manifest of their keys, and other programs read them", () =>
  inBucket(async ({ objects }, store, directory) => {
    await store.write(points(0, 15), 1);
    await store.archiveHours(T0 + 2n * HOUR + 301n * SECOND);
    assert.deepEqual([...objects.keys()].sort(), [
      `${PREFIX}${FOLDER}/2023-11-14T22-1.parquet`,
      `${PREFIX}${FOLDER}/2023-11-14T23-1.parquet`,
      `${PREFIX}${FOLDER}/manifest.json`,
      `${PREFIX}structline.json`,
    ]);
    const manifest = JSON.parse(String(objects.get(`${PREFIX}${FOLDER}/manifest.json`)));
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const values: unknown[] = [];
    for (const { key, bytes } of [...manifest.files].reverse()) {
      const file = join(directory, "..", "elsewhere.parquet");
      await fs.writeFile(file, objects.get(key)!);
      assert.equal(objects.get(key)!.length, bytes);
      values.push(...(await (await connection.run(`SELECT n FROM '${file}' ORDER BY time`)).getRows()).flat());
    }
    connection.disconnectSync();
    instance.closeSync();
    assert.deepEqual(values, numbers(0, 12));
    assert.deepEqual(await valuesIn(store), numbers(0, 15));
    assert.match(store.status().detail, /^parquet:s3:\/\/history\/lab\/rig=1; \d.* of disk free$/);
  }));

test("files in the bucket may be removed from the folder, are fetched on demand, and stay within their size limit", () =>
  inBucket(
    async ({ requests, objects }, store, directory) => {
      await store.write(points(0, 60), 1);
      await store.archiveHours(END);
      assert.equal((await localFiles(directory)).length < 10, true);
      const sizes = [...objects.values()].map(({ length }) => length);
      requests.length = 0;
      const from = (hour: bigint) => ({ fromNs: T0 + hour * HOUR, toNs: T0 + (hour + 2n) * HOUR });
      for (const hour of [0n, 4n, 8n, 0n]) {
        assert.deepEqual(await valuesIn(store, from(hour)), numbers(Number(hour) * 6, Number(hour) * 6 + 12));
        const files = await localFiles(directory);
        let bytes = 0;
        for (const file of files) bytes += (await fs.stat(join(directory, file))).size;
        assert.ok(bytes <= 3 * Math.max(...sizes), `${bytes} in ${files}`);
      }
      assert.ok(
        requests.some((request) => request.startsWith("GET ")),
        `${requests}`,
      );
      await assert.rejects(valuesIn(store), /needs 10 files with 1 MiB from s3:.* \[store\] cache is 1 MiB/);
    },
    { settings: { cacheBytes: 3000 } },
  ));

test("late rows for an hour that only the bucket has create one new object; the old one is deleted the next time", () =>
  inBucket(
    async ({ objects }, store, directory) => {
      await store.write(points(0, 6), 1);
      await store.archiveHours(END);
      assert.deepEqual(await localFiles(directory), []);
      await store.write([makePoint(T0 + 1n, { n: 100 })], 2);
      // Changes an existing row, so its hour is fetched again.
      await store.write(
        [{ ...point(2), columns: makePoint(0n, { n: 200 }).columns, values: [200], timeSource: "payload" }],
        3,
      );
      await store.archiveHours(END);
      await store.archiveHours(END);
      const files = [...objects.keys()].filter((key) => key.endsWith(".parquet"));
      assert.equal(files.length, 1, files.join());
      const wide = storeOf(objects, files[0]!);
      assert.deepEqual(await wide, [0, 100, 1, 200, 3, 4, 5]);
    },
    { settings: { cacheBytes: 1 } },
  ));

async function storeOf(objects: ReadonlyMap<string, Buffer>, key: string): Promise<unknown[]> {
  return inTemporaryFolder(async (folder) => {
    await fs.writeFile(join(folder, "one.parquet"), objects.get(key)!);
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const rows = await (await connection.run(`SELECT n FROM '${join(folder, "one.parquet")}' ORDER BY time`)).getRows();
    connection.disconnectSync();
    instance.closeSync();
    return rows.flat();
  });
}

test(
  "while the bucket is away, hours wait in the folder, /health reports it, and everything is uploaded afterwards",
  { skip: onlyLong },
  () =>
    inBucket(async (server, store, directory) => {
      await store.write(points(0, 6), 1);
      await store.archiveHours(END);
      await server.halt();
      await store.write(points(6, 18), 2);
      await assert.rejects(
        store.archiveHours(END),
        /s3:\/\/history\/lab\/rig=1 cannot be reached at 127.0.0.1:\d+: ECONNREFUSED/,
      );
      const { state, detail } = store.status();
      assert.equal(state, "degraded");
      assert.match(detail, /hours do not become files \(2 wait in the folder\): s3:.*cannot be reached/);
      assert.deepEqual(await valuesIn(store), numbers(0, 18));
      assert.equal((await localFiles(directory)).length, 3);
      await store.close();

      const again = storeIn(directory, server);
      await again.open();
      assert.deepEqual(await valuesIn(again), numbers(0, 18));
      await server.resume();
      server.failWith = 503;
      await assert.rejects(again.archiveHours(END), /the server refuses \(SlowDown, HTTP 503\)/);
      server.failWith = undefined;
      await again.archiveHours(END);
      assert.equal(again.status().state, "ok");
      assert.equal([...server.objects.keys()].filter((key) => key.endsWith(".parquet")).length, 3);
      await again.close();
    }),
);

test("a changed row waits for an hour that only the bucket has, and nothing is refused meanwhile", () =>
  inBucket(
    async (server, store) => {
      await store.write(points(0, 6), 1);
      await store.archiveHours(END);
      await server.halt();
      const late = [{ ...point(3, { late: 1 }), timeSource: "payload" as const }];
      await assert.rejects(store.write(late, 2), /cannot be reached/);
      await server.resume();
      assert.deepEqual(await store.write(late, 2), { stored: 1, refused: [] });
    },
    { settings: { cacheBytes: 1 } },
  ));

const WRONG: readonly [string, Opening, RegExp][] = [
  [
    "key",
    { environment: { ...ENVIRONMENT, AWS_ACCESS_KEY_ID: "AKIDOTHER" } },
    /access key is not known.*InvalidAccessKeyId/,
  ],
  [
    "secret",
    { environment: { ...ENVIRONMENT, AWS_SECRET_ACCESS_KEY: "wrong" } },
    /secret key is wrong.*SignatureDoesNotMatch/,
  ],
  ["bucket", { settings: { bucket: "another" } }, /no such bucket; make it, or name another one/],
  ["region", { settings: { region: "us-east-1" } }, /region is wrong; see \[store\] region/],
  ["missing keys", { environment: {} }, /the environment has no AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ["missing file", { settings: { credentials: "/nowhere/keys" } }, /\/nowhere\/keys .* cannot be read: ENOENT/],
];

for (const [name, opening, sentence] of WRONG) {
  test(`it does not start with a wrong ${name}, and reports it without a secret`, () =>
    inTemporaryFolder(async (folder) => {
      const server = await startS3();
      const store = storeIn(folder, server, opening);
      await assert.rejects(
        store.open(),
        (error: Error) => sentence.test(error.message) && !error.message.includes("secret of"),
      );
      await store.close();
      await server.halt();
    }));
}

test("keys are read from a file in the format of Amazon's programs, each time", () =>
  inTemporaryFolder(async (folder) => {
    const server = await startS3();
    const credentials = join(folder, "keys");
    const keys = (secret: string) =>
      `[other]\naws_secret_access_key = no\n[default]\naws_access_key_id=${ENVIRONMENT.AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${secret}\n`;
    await fs.writeFile(credentials, keys("old"));
    const s3 = new S3({ ...server.settings, credentials }, {});
    await assert.rejects(s3.readText("x"), /SignatureDoesNotMatch/);
    await fs.writeFile(credentials, keys(SECRET_KEY));
    assert.equal(await s3.readText("x"), undefined);
    await server.halt();
  }));

test("a lost database is refused until a new one is told to adopt its files; the old one then stops", () =>
  inBucket(async (server, store, directory) => {
    await store.write(
      [
        ...points(0, 6),
        ...numbers(0, 6).map((n) => makePoint(T0 + BigInt(n), { "Label °": "x" }, { measurement: "Two" })),
      ],
      1,
    );
    await store.archiveHours(END);
    const elsewhere = `${directory}-2`;
    const refused = storeIn(elsewhere, server);
    await assert.rejects(
      refused.open(),
      /s3:\/\/history\/lab\/rig=1 has files, but head.duckdb.*'adopt = yes' in \[store\]/,
    );
    await refused.close();
    const adopting = storeIn(elsewhere, server, { adopt: true });
    await adopting.open();
    assert.deepEqual(await valuesIn(adopting), numbers(0, 6));
    const byName = (all: readonly MeasurementInfo[]) =>
      all.toSorted((a, b) => (a.measurement < b.measurement ? -1 : 1));
    assert.deepEqual(byName(await adopting.measurements()), byName(await store.measurements()));
    await adopting.write(points(6, 12), 1);
    await adopting.archiveHours(END);
    assert.deepEqual(await valuesIn(adopting), numbers(0, 12));

    await store.write(points(12, 18), 2);
    await assert.rejects(store.archiveHours(END), /has files of another head.duckdb/);
    assert.equal([...server.objects.keys()].filter((key) => key.endsWith(".parquet")).length, 3);
    await adopting.close();
  }));

test("a folder's files move to a bucket that is configured later, and the folder alone is then refused", () =>
  inTemporaryFolder(async (directory) => {
    const server = await startS3();
    const local = () => openDuckdbStore({ path: join(directory, "head.duckdb"), parquet: directory });
    const before = local();
    await before.open();
    await before.write(points(0, 12), 1);
    await before.archiveHours(END);
    await before.close();
    const store = storeIn(directory, server);
    await store.open();
    await store.archiveHours(END);
    assert.equal([...server.objects.keys()].filter((key) => key.endsWith(".parquet")).length, 2);
    await store.close();
    await assert.rejects(local().open(), /head.duckdb are in s3:\/\/history\/lab\/rig=1: name that as \[store\] url/);
    await server.halt();
  }));

test("a large file is uploaded in parts", () =>
  inBucket(
    async ({ objects, requests }, store) => {
      const text = randomBytes(17 * 2 ** 20).toString("base64");
      await store.write([point(0, { text })], 1);
      await store.archiveHours(END);
      const key = [...objects.keys()].find((name) => name.endsWith(".parquet"))!;
      assert.equal(requests.filter((request) => request === `POST ${key}`).length, 2);
      for await (const { values } of store.rows(PLACE)) assert.equal(values["text"], text);
    },
    { settings: { cacheBytes: 20 * 2 ** 20 } },
  ));

test("an altered object is not accepted for its hour", () =>
  inBucket(
    async ({ objects }, store) => {
      await store.write(points(0, 6), 1);
      await store.archiveHours(END);
      const key = [...objects.keys()].find((name) => name.endsWith(".parquet"))!;
      objects.set(key, Buffer.from("PAR1"));
      await store.write([makePoint(T0 + 1n, { n: 7 })], 2);
      await assert.rejects(store.archiveHours(END), /2023-11-14T22-1.parquet has 4 bytes instead of \d+/);
    },
    { settings: { cacheBytes: 1 } },
  ));

test("a name cannot refer to another place", () =>
  inBucket(async ({ objects }, store) => {
    const names = { database: "../../..", measurement: "a/../?b=*&<c> %2F é" };
    await store.write([makePoint(T0, { n: 1 }, names)], 1);
    await store.archiveHours(END);
    assert.deepEqual([...objects.keys()].sort(), [
      `${PREFIX}database=%2e%2e%2F%2e%2e%2F%2e%2e/measurement=a%2F%2e%2e%2F%3Fb%3D%2a%26%3Cc%3E%20%252F%20%C3%A9/2023-11-14T22-1.parquet`,
      `${PREFIX}database=%2e%2e%2F%2e%2e%2F%2e%2e/measurement=a%2F%2e%2e%2F%3Fb%3D%2a%26%3Cc%3E%20%252F%20%C3%A9/manifest.json`,
      `${PREFIX}structline.json`,
    ]);
  }));
