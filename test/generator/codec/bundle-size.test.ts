/** What one codec of thirty fields adds to a browser bundle. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const GOLDEN = new URL("../../golden/generated/thirty-fields/struct_drone.ts", import.meta.url);

/** Minified size of a bundle that uses only these exports; it must have no imports. */
async function bundledBytes(names: readonly string[]): Promise<number> {
  const uses = names.map((name) => `globalThis.used = ${name};`).join("\n");
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { ${names.join(", ")} } from "./struct_drone.ts";\n${uses}`,
      resolveDir: fileURLToPath(new URL(".", GOLDEN)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    metafile: true,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  assert.deepEqual(imports, []);
  return outputFiles[0]?.contents.length ?? Number.NaN;
}

test("decoding and encoding thirty fields adds less than 3 kB, and each function stands alone", async (context) => {
  assert.match(readFileSync(GOLDEN, "utf8"), /decodeDrone/);
  const decode = await bundledBytes(["decodeDrone"]);
  const both = await bundledBytes(["decodeDrone", "encodeDrone"]);
  const whole = await bundledBytes(["droneCodec"]);
  context.diagnostic(`decode ${decode} bytes, decode and encode ${both}, the whole codec with its tables ${whole}`);
  assert(decode < 1300, `decode takes ${decode} bytes`);
  assert(both < 3000, `decode and encode take ${both} bytes`);
});
