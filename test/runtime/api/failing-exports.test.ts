/** Exports that fail: before the first rows with a status, later with the reason in the body, which never looks complete. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { begun, fitting } from "../../../runtime/api/export-answer.ts";
import { textStream } from "../../../runtime/api/text-stream.ts";
import { exportedLines } from "../../../runtime/cli/exported-lines.ts";
import { serviceClient } from "../../../runtime/cli/service-client.ts";
import type { Encode } from "../../../runtime/export/encode.ts";
import { encodeJson, encodeNdjson } from "../../../runtime/formats/json.ts";
import { encodeCsv } from "../../../runtime/formats/separated.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { Batch, Table } from "../../../runtime/model/batch.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { inTemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const ROWS = 2000;
const COLUMN = { name: "text", type: "string" } as const;

/** Batches until `fails`, of about 200 KB each. */
function table(good: number): Table {
  const batch = { rows: ROWS, columns: [{ ...COLUMN, values: Array(ROWS).fill("x".repeat(100)) }] } as unknown as Batch;
  const batches = (async function* () {
    for (let n = 0; n < good; n++) yield batch;
    throw new Error("Input/output error");
  })();
  return { columns: [COLUMN], batches } as unknown as Table;
}

const ENCODERS: Readonly<Record<string, Encode>> = { csv: encodeCsv, json: encodeJson, ndjson: encodeNdjson };
const app = new Hono();
app.onError((error, context) => context.text(error.message, 503));
app.get("/read/export", async (context) => {
  const { format = "", good = "" } = context.req.query();
  const bytes = ENCODERS[format]!(table(Number(good)), { timeZone: "UTC" });
  return context.body(textStream(await begun(fitting(bytes)), { context }), 200);
});
const server = createServer(getRequestListener(app.fetch));
let url = "";

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/read/export`;
});
after(() => server.close());

async function read(format: string, good: number): Promise<{ status: number; text: string; isWhole: boolean }> {
  const answer = await fetch(`${url}?format=${format}&good=${good}`);
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const piece of answer.body!) text += decoder.decode(piece, { stream: true });
  } catch {
    return { status: answer.status, text, isWhole: false };
  }
  return { status: answer.status, text, isWhole: true };
}

for (const format of Object.keys(ENCODERS)) {
  test(`${format}: an error before the first rows has its own status`, async () => {
    assert.deepEqual(await read(format, 0), { status: 503, text: "Input/output error", isWhole: true });
  });

  test(`${format}: a later error is the last line, and the answer is cut off`, async () => {
    const { status, text, isWhole } = await read(format, 5);
    assert.deepEqual([status, isWhole], [200, false]);
    const last = text.trimEnd().split("\n").at(-1);
    assert.equal(last, format === "csv" ? "# error: Input/output error" : '{"error":"Input/output error"}');
    if (format === "json") assert.throws(() => JSON.parse(text), /JSON/);
  });
}

test("the command line notices, and says why", async () => {
  const { port } = server.address() as AddressInfo;
  const client = serviceClient({ http: { listen: { host: "127.0.0.1", port } } } as never, {});
  const lines = exportedLines(client, new URLSearchParams({ format: "ndjson", good: "5" }));
  let rows = 0;
  await assert.rejects(async () => {
    for await (const line of lines) if (line.startsWith('{"text"')) rows++;
  }, /the service's answer was cut off: .*Input\/output error/);
  assert.equal(rows, 5 * ROWS);
});

async function inService(body: (service: Service) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const ini = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed: assert.fail });
    try {
      await body(service);
    } finally {
      await service.stop();
    }
  });
}

test("columns that differ only in case, as duckdb; a sum beyond 64 bits, as an export and in a query", () =>
  inService(async ({ url: at }) => {
    const lines = ["m A=1i,a=2i 1700000000000000000", "m A=9223372036854775807i 1700000001000000000"];
    assert.equal((await fetch(`${at}write?db=kit_n`, { method: "POST", body: lines.join("\n") })).status, 204);
    const place = `${at}read/export?database=kit_n&measurement=m&wait=stored`;
    const answer = await fetch(`${place}&format=duckdb`);
    assert.equal(answer.status, 200);
    const path = join(temporaryFolder(), "export.duckdb");
    writeFileSync(path, new Uint8Array(await answer.arrayBuffer()));
    const connection = await (await DuckDBInstance.create(path)).connect();
    const columns = await connection.run("SELECT column_name FROM (DESCRIBE m)");
    assert.deepEqual((await columns.getRows()).flat(), ["time", "A", "a_1"]);
    connection.closeSync();
    const sum = await fetch(`${place}&format=csv&every=1h&aggregate=sum&column=A`);
    assert.deepEqual([sum.status, (await sum.text()).slice(0, 35)], [400, "a sum of 'A' does not fit 64 bits: "]);
    const query = await fetch(`${at}query?db=kit_n&q=${encodeURIComponent("SELECT sum(A) FROM m")}`);
    assert.equal(query.status, 200);
    assert.match(await query.text(), /"error":"a sum of 'A' does not fit 64 bits"/);
  }));
