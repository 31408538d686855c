/** A comment on a type is not attributed to the type's first member. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { EMIT_NAMES } from "../../../generator/emitters/emitters.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { fileText } from "../../support/compiled-channels.ts";

const HEADER = `// A place on Earth.
typedef struct {
    int32_t lat;
    int32_t lon; // east of Greenwich
} place_t;
/** Of one cell. */
typedef struct { uint16_t mv; int8_t celsius; } cell_t;
struct struct_pack {
    uint8_t length;
    uint8_t ID;
    // Where it stands.
    place_t home;
    cell_t cells[2];
} pack = {18, 1};
`;

test("comments on types and on members are kept apart", () => {
  const plan = planOf({ name: "rig", headerFiles: ["rig.h"], layout: "packed" });
  const { files } = compile([{ plan, reader: memoryReader({ "rig.h": HEADER }) }], { version: "0.0.0" });
  const text = fileText(files, /^rig\/struct_pack\.ts$/);
  const docOf = (declaration: string) => {
    const before = text.slice(0, text.indexOf(declaration));
    return before
      .slice(before.lastIndexOf("/**"))
      .replace(/[\s*/]+/g, " ")
      .trim();
  };
  assert.match(docOf("export interface PackRawHome"), /^A place on Earth\. Where it stands\./);
  assert.match(docOf("export interface PackRawCells"), /^Of one cell\. An element of/);
  assert.match(docOf("readonly lat:"), /^`int32_t lat`/);
  assert.match(docOf("readonly lon:"), /^east of Greenwich `int32_t lon`/);
  assert.match(docOf("readonly mv:"), /^`uint16_t mv`/);
  assert.match(docOf("readonly celsius:"), /^`int8_t celsius`/);
});

test("comments reach every emitter that supports them, and the catalogue", () => {
  const header = HEADER.replace("struct struct_pack", "/* What the pack reports. */\nstruct struct_pack");
  const plan = planOf({ name: "rig", headerFiles: ["rig.h"], layout: "packed", emit: EMIT_NAMES });
  const { files } = compile([{ plan, reader: memoryReader({ "rig.h": header }) }], { version: "0.0.0" });
  const kinds = {
    catalogue: /^catalogue\.json$/,
    markdown: /^rig\.md$/,
    python: /\.py$/,
    kaitai: /\.ksy$/,
    xtce: /\.xtce\.xml$/,
    cosmos: /tlm\.txt$/,
    "json-schema": /\.schema\.json$/,
    proto: /^rig\.proto$/,
    rust: /\.rs$/,
  };
  for (const [kind, path] of Object.entries(kinds)) {
    const text = fileText(files, path);
    for (const words of ["What the pack reports", "east of Greenwich"])
      assert.ok(text.includes(words), `${kind}: ${words}`);
  }
});

test("comments on enums and on the types of records reach formats without a place for types", () => {
  const text = HEADER.replace(
    "struct struct_pack",
    "// State machine of the pack.\nenum state { IDLE, FULL };\nstruct struct_pack",
  )
    .replace("cell_t cells[2];", "cell_t cells[2]; // from the left\n    enum state state;")
    .replace("{18, 1}", "{22, 1}");
  const plan = planOf({ name: "rig", headerFiles: ["rig.h"], layout: "packed", emit: EMIT_NAMES });
  const { files } = compile([{ plan, reader: memoryReader({ "rig.h": text }) }], { version: "0.0.0" });
  const kinds = [
    ...[
      /^catalogue\.json$/,
      /^rig\.md$/,
      /\.py$/,
      /\.ksy$/,
      /\.xtce\.xml$/,
      /tlm\.txt$/,
      /\.schema\.json$/,
      /^rig\.proto$/,
    ],
    ...[/\.rs$/, /\.sql$/, /\.dbc$/, /\.openmct\.json$/, /_bus\.m$/, /^rig\/enums\.ts$|^rig\/struct_pack\.ts$/],
  ];
  for (const path of kinds) {
    const written = files
      .filter((file) => path.test(file.path))
      .map((file) => file.text)
      .join("\n");
    for (const words of ["A place on Earth.", "Of one cell.", "from the left", "State machine of the pack."])
      assert.ok(written.includes(words), `${path}: ${words}`);
  }
});
