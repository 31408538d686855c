/** `structline demo`: the service and a simulated rig; without a configuration, with the sample lab in a temporary folder. */

import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const USAGE = `Usage: structline demo [options]

Runs the service and a simulated rig, which sends every struct of every channel. In a folder without channels.ini it
uses the sample lab, in a temporary folder. Ctrl-C ends both.

  --config FILE  configuration file (default: the environment variable SVC_CONFIG, or channels.ini)
  -h, --help     show this
`;

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const configured =
  process.argv.some((argument) => /^--config(=|$)/.test(argument)) ||
  Boolean(process.env["SVC_CONFIG"]) ||
  existsSync("channels.ini");

if (process.argv.some((argument) => argument === "--help" || argument === "-h")) process.stdout.write(USAGE);
else await runDemo();

async function runDemo(): Promise<void> {
  if (!configured) useSampleLab();
  await import(new URL("./service.js", import.meta.url).href);
  await import(new URL("./demo.js", import.meta.url).href);
}

function useSampleLab(): void {
  const folder = mkdtempSync(join(tmpdir(), "structline-demo-"));
  for (const name of ["channels.ini", "headers", "generated"]) {
    cpSync(join(PACKAGE, name), join(folder, name), { recursive: true });
  }
  process.chdir(folder);
  process.once("exit", () => {
    process.chdir(tmpdir());
    rmSync(folder, { recursive: true, force: true });
  });
  process.stdout.write(`demo: the sample lab, in ${folder} until it ends\n`);
}
