/** The examples of docs/analysis.md, run against the service; and that pandas reads what the store has, value for value. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { DATA_FOLDER, DATA_PROGRAM, isInstalled } from "../../scripts/test/peers.mjs";
import { blocksOf } from "../support/document.ts";
import { Lab, ROOT, type ServiceProcess } from "../support/lab.ts";
import { until } from "../support/until.ts";

const PLACE = "database=mqttkit_1_testdrive&measurement=area42_node1_sensors";
/** Without the block that installs the packages; the picture's says that this test runs it. */
const blocks = blocksOf("docs/analysis.md", readFileSync(join(ROOT, "docs/analysis.md"), "utf8")).filter(
  ({ notRun }) => notRun === undefined || notRun.startsWith("test/docs/analysis.long.test.ts "),
);
const needsData = isInstalled(DATA_FOLDER)
  ? false
  : "needs pandas, polars, duckdb and openpyxl from PyPI (STRUCTLINE_PEERS=data npm run peers)";
const needsR = spawnSync("Rscript", ["--version"]).status === 0 ? false : "needs Rscript (Debian package r-base-core)";
const SKIPS: Readonly<Record<string, false | string>> = {
  python: needsData,
  js: false,
  r: needsR,
  octave: spawnSync("octave-cli", ["--version"]).status === 0 ? false : "needs octave-cli (Debian package octave)",
  matlab: "MATLAB is in no registry",
};

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n" });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  const begin = BigInt(Date.now()) * 1_000_000n - 3_600_000_000_000n;
  const rows = Array.from({ length: 500 }, (_, i) => {
    const time = `${begin + BigInt(i) * 1_234_567_891n}`;
    return `{"time": ${time}, "temperature": ${20 + Math.sin(i) / 3}, "humidity": ${i % 7 === 0 ? "null" : i / 10}, "note": ${JSON.stringify(`"${i}", ä\n`)}}`;
  });
  const posted = await fetch(`${service.url}/api/mqttkit-1/testdrive/area42/node1/data`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: `[${rows.join(",")}]`,
  });
  assert.equal(posted.status, 200, await posted.text());
  await until(async () => {
    const answer = await fetch(`${service.url}/read/rows?${PLACE}&limit=10000`);
    return answer.status === 200 && ((await answer.json()) as { rows: object[] }).rows.length === 500;
  });
});

after(() => lab.remove());

function run(program: string, args: readonly string[], cwd = lab.directory): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 0, `${error ?? ""}${stderr}`);
  return stdout;
}

for (const [index, { language, text }] of blocks.entries()) {
  const skip = SKIPS[language] ?? false;
  test(`example ${index + 1} of docs/analysis.md (${language}) runs`, { skip }, () => {
    const here = text.replaceAll("http://127.0.0.1:24642", service.url);
    if (language === "python") assert.notEqual(run(DATA_PROGRAM, ["-c", here]), "");
    else if (language === "r") assert.match(run("Rscript", ["-e", here]), /Median/);
    else if (language === "octave") {
      const file = join(lab.directory, "example.m");
      writeFileSync(file, here);
      assert.match(run("octave-cli", ["--no-gui", "--norc", file]), /^500 rows until /);
    } else if (language === "sh") {
      run("sh", ["-c", here]);
      assert.match(readFileSync(join(lab.directory, "tuesday.svg"), "utf8"), /<title>Tuesday<\/title>/);
    } else if (language === "js") {
      // A folder in which its import is found.
      const file = join(ROOT, "test/.work", `analysis-${index}.mjs`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, here);
      assert.match(run(process.execPath, [file]), /^500 /);
    } else assert.fail(`nothing runs ${language}`);
  });
}

const EQUAL = `
import io, json, sys, urllib.request
import pandas as pd
url = sys.argv[1]
get = lambda fmt: urllib.request.urlopen(url + "&format=" + fmt).read()
stored = [json.loads(line) for line in get("ndjson").decode().splitlines()]
parquet = pd.read_parquet(io.BytesIO(get("parquet")))
csv = pd.read_csv(io.BytesIO(get("csv")), float_precision="round_trip")
csv["time"] = pd.to_datetime(csv["time"]).dt.tz_localize(None).astype("datetime64[ns]")
pd.testing.assert_frame_equal(parquet, csv[parquet.columns.tolist()], check_exact=True, check_dtype=False)
ns = parquet["time"].astype("int64").tolist()
for row, time, values in zip(stored, ns, parquet.drop(columns="time").to_dict("records"), strict=True):
    assert pd.Timestamp(row.pop("time")).value == time
    for name, value in row.items():
        got = values[name]
        assert got == value or (value is None and pd.isna(got)), (name, got, value)
print(len(stored))
`;

test("pandas reads the same values from Parquet and CSV as are in the store", { skip: needsData }, () => {
  assert.equal(run(DATA_PROGRAM, ["-c", EQUAL, `${service.url}/read/export?${PLACE}`]).trim(), "500");
});
