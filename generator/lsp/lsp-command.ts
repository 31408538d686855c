/** `structline lsp`: the language server on standard input and output. */

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { usageProblem } from "../run/usage-problem.ts";
import { serve } from "./server.ts";

const USAGE = `Usage: structline lsp [options]

The language server for headers and channels.ini, for editors. It speaks on standard input and output.

  --config FILE   configuration of all headers (default: the channels.ini above a header that names it)
  --service URL   also show the last values that this service stored; STRUCTLINE_TOKEN is its token
  --against WHAT  what the line above a struct compares with: git:REVISION, or a folder that has an older
                  catalogue.json (default: the last commit, else what was generated last)
  --no-inlay      show no offsets beside the fields
  --stdio         accepted, because editors pass it
  -h, --help      show this
`;

const OPTIONS = {
  config: { type: "string" },
  service: { type: "string" },
  against: { type: "string" },
  "no-inlay": { type: "boolean" },
  stdio: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

main(process.argv.slice(2));

function main(args: string[]): void {
  const problem = problemOf(args);
  if (problem === undefined) run(args);
  else {
    process.stderr.write(`structline lsp: ${problem}; 'structline lsp --help' lists the options\n`);
    process.exitCode = 2;
  }
}

/** One sentence. */
function problemOf(args: string[]): string | undefined {
  const problem = usageProblem(args, OPTIONS);
  if (problem !== undefined) return problem;
  const { service } = parseArgs({ args, options: OPTIONS, strict: false }).values;
  const isUrl = service === undefined || /^https?:\/\//.test(String(service));
  return isUrl ? undefined : `--service: '${service}' is not an http or https URL`;
}

function run(args: string[]): void {
  const { values } = parseArgs({ args, options: OPTIONS, strict: false });
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  if (values.help === true) {
    process.stdout.write(USAGE);
    return;
  }
  const [config, url, against] = [text(values.config), text(values.service), text(values.against)];
  const token = process.env["STRUCTLINE_TOKEN"];
  // The library reads `--stdio` itself.
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  serve(connection, {
    ...(config !== undefined && { config: resolve(config) }),
    ...(url !== undefined && { service: { url, token: token === "" ? undefined : token } }),
    ...(against !== undefined && { against }),
    inlay: values["no-inlay"] === true ? "hidden" : "shown",
    environment: process.env,
  });
}
