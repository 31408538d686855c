/** Arrays in `catalogue.json` and `history` lose nothing, in any version of the file. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type OldField, parseCatalogue } from "../../../generator/breaking/catalogue.ts";
import { compareCatalogues } from "../../../generator/breaking/compare.ts";
import { type FieldOrArray, fieldsIn } from "../../../generator/codec/array-entries.ts";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { onlyLong } from "../../support/long.ts";

const golden = (path: string) => readFileSync(new URL(`../../golden/${path}`, import.meta.url), "utf8");

function catalogueOf(members: string, initial = "{0, 1}"): string {
  const header = `#include <stdint.h>\nstruct struct_a {\nuint8_t length;\nuint8_t ID;\n${members}\n} a = ${initial};\n`;
  const { files, diagnostics } = compile([{ plan: planOf({}), reader: memoryReader({ "lab.h": header }, "") }], {
    version: "0",
  });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  return files.find(({ path }) => path === "catalogue.json")?.text ?? "";
}

function fieldsOf(catalogue: string): readonly OldField[] {
  return Object.values(parseCatalogue(catalogue, "it"))[0]?.structs[0]?.fields ?? [];
}

test("8,000 samples give one entry, which is read as 8,000 fields", { skip: onlyLong }, () => {
  const catalogue = catalogueOf("uint16_t samples[8000]; // @samples: dt=200us");
  assert(catalogue.length < 3000, String(catalogue.length));
  const fields = fieldsOf(catalogue);
  assert.equal(fields.length, 8002);
  const { path, column, byteOffset, tag } = fields.at(-2) as OldField & { tag: unknown };
  assert.deepEqual(
    { path, column, byteOffset, tag },
    {
      path: "samples[7998]",
      column: "samples.7998",
      byteOffset: 2 + 2 * 7998,
      tag: { kind: "sample", column: "samples", offsetNs: -200_000 },
    },
  );
});

test("a catalogue of version 1 reads the same as today's of the same header", () => {
  const before = parseCatalogue(golden("catalogue-version-1.json"), "it");
  const today = parseCatalogue(golden("generated/catalogue.json"), "it");
  // Comments were added later.
  const uncommented = (structs: unknown) =>
    JSON.parse(JSON.stringify(structs, (key, value) => (key === "comment" ? undefined : value)));
  for (const [name, { structs }] of Object.entries(before)) {
    assert.deepEqual(uncommented(today[name]?.structs), uncommented(structs), name);
  }
  assert.deepEqual(compareCatalogues(before, today), []);
});

test("moved elements are found across the versions", () => {
  const before = golden("catalogue-version-1.json").replace(
    '"byteOffset": 6, "bitOffset": 0, "bitWidth": 16',
    '"byteOffset": 7, "bitOffset": 0, "bitWidth": 16',
  );
  const changes = compareCatalogues(
    parseCatalogue(before, "it"),
    parseCatalogue(golden("generated/catalogue.json"), "it"),
  );
  assert.deepEqual(
    changes.map(({ kind, field }) => [kind, field]),
    [["wire", "v[2]"]],
  );
});

test("elements that differ in more than their position have separate entries", () => {
  const catalogue = catalogueOf("uint8_t v[3];\nstruct { uint8_t w[2]; } s[2];", "{0, 1, {5, 6, 6}}");
  const entries = Object.values(
    JSON.parse(catalogue).channels as Record<string, { structs: { fields: FieldOrArray<OldField>[] }[] }>,
  )[0]?.structs[0]?.fields;
  assert.deepEqual(
    entries?.map((entry) => ("array" in entry ? entry.array : entry.path)),
    ["length", "ID", "v[0]", "v[1]", "v[2]", "s"],
  );
  assert.deepEqual(
    fieldsOf(catalogue).map(({ path, byteOffset }) => `${path} ${byteOffset}`),
    ["length 0", "ID 1", "v[0] 2", "v[1] 3", "v[2] 4", "s[0].w[0] 5", "s[0].w[1] 6", "s[1].w[0] 7", "s[1].w[1] 8"],
  );
});

test("a count that no message can have is rejected before fields are created", () => {
  for (const [count, fields] of [
    [20_001, [{}]],
    [1e9, []],
    ["many", [{}]],
    [200, [{ array: "b", count: 200, byteStep: 1, fields: [{}] }]],
  ])
    assert.throws(
      () => fieldsIn([{ array: "a", count, byteStep: 1, fields } as unknown as FieldOrArray<OldField>]),
      /'a' has more elements/,
    );
});
