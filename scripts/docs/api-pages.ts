/**
 * `npm run docs:api`: writes the reference of the published modules, docs/api-*.md, from their declarations and comments, with typedoc.
 * Typedoc needs another version of TypeScript than the clone, so it is installed in the user's cache, as the tests' peers.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { API_FOLDER, installApiTools } from "../test/peers.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const MODULES = [
  { name: "codec", source: "runtime/codec/index.ts", written: "runtime/codec.md" },
  { name: "frames", source: "runtime/frames/published.ts", written: "runtime/frames/published.md" },
  { name: "compiler", source: "generator/compiler.ts", written: "generator/compiler.md" },
] as const;

/** Each page's path and text. */
export async function apiPages(): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "structline-api-"));
  try {
    await document(folder);
    return new Map(
      MODULES.map(({ name, written }) => [
        `docs/api-${name}.md`,
        pageText(name, readFileSync(join(folder, written), "utf8")),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Typedoc {
  readonly Application: {
    bootstrapWithPlugins(options: Readonly<Record<string, unknown>>): Promise<{
      convert(): Promise<unknown>;
      generateOutputs(project: unknown): Promise<void>;
    }>;
  };
}

async function document(folder: string): Promise<void> {
  const { resolve } = createRequire(join(API_FOLDER, "index.js"));
  const { Application } = (await import(pathToFileURL(resolve("typedoc")).href)) as Typedoc;
  const tables = ["parameters", "interfaceProperties", "classProperties", "propertyMembers", "typeDeclaration"];
  const application = await Application.bootstrapWithPlugins({
    plugin: [resolve("typedoc-plugin-markdown")],
    entryPoints: MODULES.map(({ source }) => join(ROOT, source)),
    basePath: ROOT,
    tsconfig: join(ROOT, "tsconfig.json"),
    // The clone's own compiler checks the types.
    skipErrorChecking: true,
    logLevel: "Error",
    readme: "none",
    disableSources: true,
    excludeExternals: true,
    hideGenerator: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    router: "module",
    outputs: [{ name: "markdown", path: folder }],
    ...Object.fromEntries(tables.map((table) => [`${table}Format`, "table"])),
  });
  const project = await application.convert();
  if (project === undefined) throw new Error("typedoc could not read the sources");
  await application.generateOutputs(project);
}

/** The documentation is one folder: links between pages are file names. */
function pageText(name: string, markdown: string): string {
  const body = markdown
    .replace(/^# .*\n/, "")
    // A parameter that the function takes apart has no name.
    .replaceAll("__namedParameters", "given")
    // Properties are rows of tables, without places of their own.
    .replace(/<a id="[^"]*"><\/a> /g, "")
    .replace(/\[([^\]]*)\]\([^)]*#property-[^)]*\)/g, "$1")
    .replace(/\]\((?!#)([^)#]*)(#[\w-]+)?\)/g, (link, path: string, fragment = "") => {
      const target = MODULES.find(({ written }) => written.endsWith(path.replace(/^(?:\.\.\/)+/, "")));
      return target === undefined ? link : `](api-${target.name}.md${fragment})`;
    })
    .trim();
  return `# API: structline/${name}

<!-- Generated from the sources by scripts/docs/api-pages.ts, with typedoc; a test keeps it current. -->

For developers who import \`structline/${name}\`. At the end you know every export.

${body}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const said = installApiTools();
  if (said !== undefined) console.log(said);
  for (const [path, text] of await apiPages()) writeFileSync(join(ROOT, path), text);
}
