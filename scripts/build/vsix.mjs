/** `npm run vsix [-- FILE]`: the extension for VS Code as a package to install. */

import { createWriteStream, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ZipFile } from "yazl";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCE = join(ROOT, "examples/vscode");
const CONTENT_TYPES = {
  json: "application/json",
  cjs: "application/javascript",
  md: "text/markdown",
  vsixmanifest: "text/xml",
  txt: "text/plain",
};

/** @returns the file */
export async function buildVsix(file) {
  const manifest = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8"));
  const zip = new ZipFile();
  const add = (path, content) => zip.addBuffer(Buffer.from(content), path, { mtime: new Date(315_532_800_000) });
  add("[Content_Types].xml", contentTypes());
  add("extension.vsixmanifest", vsixManifest(manifest));
  for (const path of files())
    add(`extension/${path.toLowerCase() === "readme.md" ? "README.md" : path}`, readFileSync(join(SOURCE, path)));
  add("extension/extension.cjs", await bundled());
  add("extension/LICENSE.txt", readFileSync(join(ROOT, "LICENSE")));
  mkdirSync(dirname(file), { recursive: true });
  zip.end();
  await new Promise((done, failed) => {
    zip.outputStream.pipe(createWriteStream(file)).on("close", done).on("error", failed);
  });
  return file;
}

function files() {
  return readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "extension.js")
    .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

async function bundled() {
  const { outputFiles } = await build({
    ...{ absWorkingDir: ROOT, entryPoints: [join(SOURCE, "extension.js")], bundle: true, write: false, minify: true },
    ...{
      platform: "node",
      target: "node20",
      format: "cjs",
      external: ["vscode"],
      legalComments: "inline",
      logLevel: "warning",
    },
  });
  return outputFiles[0].text;
}

function contentTypes() {
  const types = Object.entries(CONTENT_TYPES).map(
    ([name, type]) => `<Default Extension=".${name}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join("")}</Types>\n`;
}

/** What an editor reads before it unpacks the extension. */
function vsixManifest({ name, displayName, description, version, publisher, engines, categories }) {
  const property = (id, value) => `<Property Id="Microsoft.VisualStudio.Code.${id}" Value="${xml(value)}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${xml(name)}" Version="${xml(version)}" Publisher="${xml(publisher)}"/>
    <DisplayName>${xml(displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(description)}</Description>
    <Categories>${xml(categories.join(","))}</Categories>
    <Properties>${property("Engine", engines.vscode)}${property("ExtensionKind", "workspace")}</Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function xml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await buildVsix(resolve(process.argv[2] ?? join(ROOT, "build/structline.vsix"))));
}
