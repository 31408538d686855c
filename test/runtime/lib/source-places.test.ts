import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { ROOT } from "../../support/lab.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = realpathSync(temporaryFolder());

const SOURCE = `import { showSourcePlaces } from ${JSON.stringify(join(ROOT, "runtime/lib/source-places.ts"))};
showSourcePlaces();
interface Reading { readonly value: number }
function fail({ value }: Reading): never { throw new RangeError(\`bad \${value}\`); }
try { fail({ value: 7 }); } catch (error) { console.log((error as Error).stack); }
fail({ value: 8 });
`;

async function run(sourcemap: boolean): Promise<{ stdout: string; stderr: string }> {
  const program = join(folder, "program.ts");
  const outfile = join(folder, sourcemap ? "with/program.mjs" : "without/program.mjs");
  writeFileSync(program, SOURCE);
  const shared = { bundle: true, platform: "node", format: "esm", minifyWhitespace: true } as const;
  await build({ ...shared, entryPoints: [program], outfile, sourcemap });
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8", env: {} });
  return { stdout, stderr };
}

test("stack traces of a built program name its sources, also for an uncaught error", async () => {
  const { stdout, stderr } = await run(true);
  assert.deepEqual(stdout.split("\n").slice(0, 3), [
    "RangeError: bad 7",
    `    at fail (${join(folder, "program.ts")}:4:50)`,
    `    at ${join(folder, "program.ts")}:5:7`,
  ]);
  assert.match(stderr, /^RangeError: bad 8\n {4}at fail \(\S+\/program\.ts:4:50\)\n {4}at \S+\/program\.ts:6:1$/m);
});

test("without source maps they name the built files", async () => {
  const { stderr } = await run(false);
  assert.match(stderr, /^RangeError: bad 8\n {4}at fail \(\S+\/program\.mjs:/m);
});
