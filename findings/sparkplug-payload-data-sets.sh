#!/usr/bin/env bash
# Eclipse Tahu's npm package sparkplug-payload 1.0.3 compares the types of a data set's values, and of a template's parameters, with other
# numbers than those of Sparkplug: of what it has written itself it refuses Int8, Int16, Int32, UInt8, UInt16, UInt64, DateTime and Text with an
# error, so that the whole payload is lost, and reads a negative Int64 as a large positive number. Metrics and properties of these types come back.
#
# Seen on 2026-11-30 with Node 20. Needs node and npm. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sparkplug-payload@1.0.3 >/dev/null
cat >read.mjs <<'JS'
import sparkplug from "sparkplug-payload";

const { encodePayload, decodePayload } = sparkplug.get("spBv1.0");

function comesBack(metric, valueOf) {
  try {
    const [read] = decodePayload(encodePayload({ timestamp: 1, metrics: [metric] })).metrics;
    return String(valueOf(read));
  } catch {
    return "error";
  }
}

const TYPES = ["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "DateTime", "String", "Text"];
for (const type of TYPES) {
  const value = type.startsWith("Int") ? -3 : type === "String" || type === "Text" ? "a" : 3;
  const metric = comesBack({ name: "m", type, value }, (read) => read.value);
  const property = comesBack(
    { name: "m", type: "Int32", value: 1, properties: { p: { type, value } } },
    (read) => read.properties.p.value,
  );
  const dataSet = comesBack(
    { name: "d", type: "DataSet", value: { numOfColumns: 1, types: [type], columns: ["c"], rows: [[value]] } },
    (read) => read.value.rows[0][0],
  );
  const parameter = comesBack(
    { name: "t", type: "Template", value: { isDefinition: false, templateRef: "r", metrics: [], parameters: [{ name: "p", type, value }] } },
    (read) => read.value.parameters[0].value,
  );
  console.log(`${type} ${value}: metric ${metric}, property ${property}, data set ${dataSet}, parameter ${parameter}`);
}
JS
node read.mjs | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
Int8 -3: metric -3, property -3, data set error, parameter error
Int16 -3: metric -3, property -3, data set error, parameter error
Int32 -3: metric -3, property -3, data set error, parameter error
Int64 -3: metric -3, property -3, data set 18446744073709551613, parameter -3
UInt8 3: metric 3, property 3, data set error, parameter error
UInt16 3: metric 3, property 3, data set error, parameter error
UInt32 3: metric 3, property 3, data set 3, parameter 3
UInt64 3: metric 3, property 3, data set error, parameter error
Float 3: metric 3, property 3, data set 3, parameter 3
DateTime 3: metric 3, property 3, data set error, parameter error
String a: metric a, property a, data set a, parameter a
Text a: metric a, property a, data set error, parameter error
END
