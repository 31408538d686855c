/** HDF5 and NetCDF of a table, read by pandas (PyTables), h5py, netCDF4 and xarray. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { TooLargeForFormat } from "../../../runtime/export/encode.ts";
import { lookup3 } from "../../../runtime/formats/hdf5/lookup3.ts";
import { MICROSECONDS, netcdfFile } from "../../../runtime/formats/hdf5/netcdf.ts";
import { pandasFile } from "../../../runtime/formats/hdf5/pandas.ts";
import { type Batch, type Cell, type ColumnType, columnOf } from "../../../runtime/model/batch.ts";
import { onlyLong } from "../../support/long.ts";
import { DATA_PROGRAM, needsPeers, run } from "../../support/peers.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const EVIL = "cos\nsystem\n(S'exit 7'\ntR.";
const T0 = 1_583_810_982_000_000_000n;
const COLUMNS: readonly (readonly [name: string, type: ColumnType, cells: readonly Cell[]])[] = [
  ["time", "time", [T0, T0 + 1_500_000_000n, T0 + 2_000_000_001n]],
  ["a", "float", [1.5, null, -2]],
  ["b", "integer", [1n, -2n, 9007199254740993n]],
  ["b_gaps", "integer", [1n, null, 3n]],
  ["b_long", "integer", [1n, null, 9007199254740993n]],
  ["u", "unsigned", [1n, 2n, 18446744073709551615n]],
  ["ok", "boolean", [true, false, true]],
  ["ok_gaps", "boolean", [true, null, false]],
  ["fw", "string", ["x", null, "äöy\n."]],
  ["DHT22.Temp", "float", [1, 2, 3]],
  ["a/b", "float", [1, 2, 3]],
  ["a_b", "float", [4, 5, 6]],
  ["index", "float", [4, 5, 6]],
  ["_v_x", "integer", [7n, 8n, 9n]],
  ["größe", "float", [1, 2, 3]],
  [EVIL, "string", [EVIL, "nan", ""]],
];

function batch(columns = COLUMNS): Batch {
  return { rows: 3, columns: columns.map(([name, type, cells]) => columnOf({ name, type }, cells)) };
}

const READ = `
import json, sys, warnings
warnings.simplefilter("error")
import h5py, netCDF4, pandas, tables, xarray
warnings.filterwarnings("ignore", category=tables.NaturalNameWarning)
folder = sys.argv[1]
def plain(values):
    return [None if v != v else v.decode() if isinstance(v, bytes) else v.item() if hasattr(v, "item") else v for v in values]
frame = pandas.read_hdf(folder + "/rows.h5", "net_gw_node")
out = {"pandas": {name: plain(frame[name]) for name in frame}, "dtypes": {name: str(frame[name].dtype) for name in frame}}
out["index"] = [str(frame.index.name)] + [str(time.value) for time in frame.index]
with h5py.File(folder + "/rows.h5") as file:
    out["h5py"] = [plain(row) for row in file["net_gw_node/table"][:][["index", "a", "b"]].tolist()]
rows = xarray.open_dataset(folder + "/rows.nc", group="net_gw_node", engine="netcdf4")
out["netcdf4"] = {name: plain(rows[name].values) for name in rows}
out["times"] = [str(time) for time in rows.time.values.astype("int64")]
raw = netCDF4.Dataset(folder + "/rows.nc")
raw.set_auto_mask(False)
group = raw["net_gw_node"]
out["dimensions"] = {name: len(group.dimensions[name]) for name in group.dimensions}
out["names"] = {name: group[name].long_name for name in group.variables if "long_name" in group[name].ncattrs()}
print(json.dumps(out))
`;

test("pandas, PyTables, h5py, netCDF4 and xarray read the file", { skip: onlyLong || needsPeers("data") }, () =>
  inTemporaryFolder(async (folder) => {
    writeFileSync(join(folder, "rows.h5"), pandasFile(batch(), "net_gw_node"));
    writeFileSync(join(folder, "rows.nc"), netcdfFile(batch(), "net_gw_node"));
    const text = run(DATA_PROGRAM, ["-c", READ, folder]);
    // Python's integers here have more digits than JSON's.
    const read = JSON.parse(text.replace(/(?<=[ [])(\d{16,})(?=[,\]])/g, '"$1"'));
    const values = {
      a: [1.5, null, -2],
      b: [1, -2, "9007199254740993"],
      b_gaps: [1, null, 3],
      u: [1, 2, "18446744073709551615"],
      ok: [true, false, true],
      ok_gaps: [1, null, 0],
      "DHT22.Temp": [1, 2, 3],
      a_b: [4, 5, 6],
      index: [4, 5, 6],
      _v_x: [7, 8, 9],
      größe: [1, 2, 3],
    };
    const { [EVIL]: evil, fw, b_long: long, "a/b": slash, ...frame } = read.pandas;
    assert.deepEqual(frame, values);
    assert.deepEqual(
      [evil, fw, slash],
      [
        [EVIL, "nan", null],
        ["x", null, "äöy\n."],
        [1, 2, 3],
      ],
    );
    assert.deepEqual(long, ["1", null, "9007199254740993"]);
    assert.deepEqual(
      [read.dtypes.b, read.dtypes.u, read.dtypes.ok, read.dtypes.a],
      ["int64", "uint64", "bool", "float64"],
    );
    assert.deepEqual(read.index, ["time", String(T0), String(T0 + 1_500_000_000n), String(T0 + 2_000_000_001n)]);
    assert.equal(read.h5py.length, 3);
    const { "cos_system_(S'exit 7'_tR.": sameEvil, fw: sameFw, b_long, a_b, a_b_2, _v_x, ...rest } = read.netcdf4;
    assert.deepEqual(
      [sameEvil, sameFw, a_b, a_b_2],
      [
        [EVIL, "nan", ""],
        ["x", "", "äöy\n."],
        [1, 2, 3],
        [4, 5, 6],
      ],
    );
    const { a_b: _1, _v_x: _2, ...others } = values;
    assert.deepEqual(rest, others);
    assert.deepEqual(_v_x, values._v_x);
    assert.deepEqual(b_long, ["1", "", "9007199254740993"]);
    assert.deepEqual(read.times, read.index.slice(1));
    assert.deepEqual(read.dimensions, { time: 3 });
    assert.deepEqual(read.names, { a_b: "a/b", a_b_2: "a_b", "cos_system_(S'exit 7'_tR.": EVIL });
  }),
);

const FILLS = `
import json, sys, warnings
warnings.simplefilter("error")
import netCDF4
group = netCDF4.Dataset(sys.argv[1])["g"]
times = netCDF4.num2date(group["time"][:], group["time"].units, group["time"].calendar)
print(json.dumps({"times": [str(time) for time in times], **{n: group[n][:].tolist() for n in ("u", "i", "s")}}))
`;

test(
  "netCDF4 shows values that are fill values of its own, and its num2date the times",
  {
    skip: needsPeers("data"),
  },
  () =>
    inTemporaryFolder(async (folder) => {
      const columns = [
        ["time", "time", [T0, T0 + 1001n, T0 + 2000n]],
        ["u", "unsigned", [1n, 2n ** 64n - 2n, 3n]],
        ["i", "integer", [1n, 2n - 2n ** 63n, 3n]],
        ["s", "string", ["", null, "x"]],
      ] as const;
      const file = join(folder, "rows.nc");
      writeFileSync(file, netcdfFile(batch(columns), "g", MICROSECONDS));
      assert.deepEqual(JSON.parse(run(DATA_PROGRAM, ["-c", FILLS, file])), {
        times: ["2020-03-10 03:29:42", "2020-03-10 03:29:42.000001", "2020-03-10 03:29:42.000002"],
        u: ["1", "18446744073709551614", "3"],
        i: ["1", "-9223372036854775806", "3"],
        s: ["", "", "x"],
      });
    }),
);

const R = spawnSync("Rscript", ["-e", "library(ncdf4)"]).status === 0 ? false : "needs R's ncdf4 (r-cran-ncdf4)";

// It ends at a null pointer in the place of a text.
test("R's ncdf4 reads empty texts", { skip: R }, () =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, "rows.nc");
    writeFileSync(file, netcdfFile(batch([["s", "string", ["", null, "x"]]]), "g"));
    const read = 'library(ncdf4); cat(ncvar_get(nc_open(commandArgs(TRUE)[1]), "g/s"), sep = "|")';
    assert.equal(run("Rscript", ["-e", read, file]), "||x");
  }),
);

test("a table without rows is one", { skip: needsPeers("data") }, () =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, "none.h5");
    writeFileSync(file, pandasFile({ rows: 0, columns: batch().columns.map((column) => columnOf(column, [])) }, "g"));
    const text = run(DATA_PROGRAM, [
      "-c",
      "import pandas, sys; print(len(pandas.read_hdf(sys.argv[1]).columns))",
      file,
    ]);
    assert.equal(text.trim(), String(COLUMNS.length - 1));
  }),
);

test("texts of many rows fit", () => {
  const rows = 200_000;
  const cells = Array.from({ length: rows }, (_, row) => `${row % 7}`);
  const file = netcdfFile({ rows, columns: [columnOf({ name: "fw", type: "string" }, cells)] }, "g");
  assert.ok(file.length > 32 * rows, `${file.length} bytes`);
});

test("a table that does not fit is refused, not truncated", () => {
  const wide = Array.from({ length: 9000 }, (_, n) => [`column_${n}`, "float", [1, 2, 3]] as const);
  assert.throws(() => pandasFile(batch(wide), "g"), TooLargeForFormat);
});

/** From the hash's own page: `hashlittle("Four score and seven years ago", 0)`. */
test("the checksum is Jenkins' lookup3", () => {
  assert.equal(lookup3(new TextEncoder().encode("Four score and seven years ago")), 0x17770551);
  assert.equal(lookup3(new Uint8Array()), 0xdeadbeef);
});

// pyfive 1.3.0 and jsfive 0.4.2 read object headers with no other flags.
test("object headers give the size in four bytes, and nothing else that is optional", () => {
  const file = Buffer.from(netcdfFile(batch(), "rows"));
  const flags: number[] = [];
  for (let at = file.indexOf("OHDR"); at >= 0; at = file.indexOf("OHDR", at + 4)) flags.push(file[at + 5]!);
  assert.equal(flags.length, COLUMNS.length + 2);
  assert.deepEqual([...new Set(flags)], [0x02]);
});
