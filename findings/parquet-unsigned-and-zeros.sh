#!/bin/sh
# A Parquet file of pyarrow 26.0.1 read by two libraries, without a word of warning: @dsnp/parquetjs 1.8.8 knows neither UINT_32 nor
# UINT_64, so that a counter at its end is -1; fastparquet 2026.9.0 cuts the zero bytes at the end of a FIXED_LEN_BYTE_ARRAY (a hash, an
# address, a payload), and gives a half-precision float as its two bytes. pyarrow and DuckDB read all of them.
# Seen on Python 3.11 and Node 20; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyarrow==26.0.1 fastparquet==2026.9.0
cat >write.py <<'END'
import fastparquet, pyarrow, pyarrow.parquet
table = pyarrow.table({
    "u32": pyarrow.array([4294967295], pyarrow.uint32()),
    "u64": pyarrow.array([18446744073709551615], pyarrow.uint64()),
    "half": pyarrow.array([1.5], pyarrow.float16()),
    "fixed": pyarrow.array([b"\x01\x00\x00"], pyarrow.binary(3)),
})
pyarrow.parquet.write_table(table, "a.parquet")
for name, data in (("pyarrow", pyarrow.parquet.read_table("a.parquet").to_pandas()), ("fastparquet", fastparquet.ParquetFile("a.parquet").to_pandas())):
    half = data["half"][0]
    half = half.hex() if isinstance(half, bytes) else f"{half:.1f}"
    print(f"{name}: u32 {data['u32'][0]}, u64 {data['u64'][0]}, half {half}, fixed {data['fixed'][0].hex()}")
END
venv/bin/python write.py >out
npm install --silent --no-audit --no-fund --ignore-scripts @dsnp/parquetjs@1.8.8 >/dev/null 2>&1
cat >read.cjs <<'END'
const { ParquetReader } = require("@dsnp/parquetjs");
ParquetReader.openFile("a.parquet").then(async (reader) => {
  const { u32, u64, fixed } = await reader.getCursor().next();
  console.log(`parquetjs: u32 ${u32}, u64 ${u64}, fixed ${fixed.toString("hex")}`);
});
END
node read.cjs >>out
cat out
printf '%s\n' \
  "pyarrow: u32 4294967295, u64 18446744073709551615, half 1.5, fixed 010000" \
  "fastparquet: u32 4294967295, u64 18446744073709551615, half 003e, fixed 01" \
  "parquetjs: u32 -1, u64 -1, fixed 010000" | cmp - out
