/**
 * `npm run docs -- --site FOLDER`: the documentation as static pages, with a search that needs no server: the same pages as `/docs` of the
 * service, for a web server or a folder.
 */

import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Documents, escapeHtml, HOME } from "./documents.ts";

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));

/** Loads the index with the first word, as a script: a page that was opened from a folder may not fetch. */
const SEARCH = `import MiniSearch from "minisearch";
const form = document.querySelector("form"), main = document.querySelector("main"), input = form.elements.q;
const before = main.innerHTML;
let index;
const load = () => index ??= new Promise((resolve) => {
  const script = document.createElement("script");
  script.src = "./search-index.js";
  script.onload = () => {
    const made = new MiniSearch({ fields: ["title", "heading", "text"], storeFields: ["href", "title", "heading", "text"] });
    made.addAll(globalThis.sections);
    resolve(made);
  };
  document.head.append(script);
});
const show = async () => {
  const words = input.value.trim();
  if (words === "") { main.innerHTML = before; return; }
  const hits = (await load()).search(words, { prefix: true, fuzzy: 0.15, boost: { heading: 3, title: 2 } }).slice(0, 40);
  const list = document.createElement("ol");
  list.className = "hits";
  for (const { href, title, heading, text } of hits) {
    const [item, link, piece] = ["li", "a", "p"].map((name) => document.createElement(name));
    link.href = href;
    link.textContent = heading === title ? title : title + ": " + heading;
    piece.textContent = text.trim().slice(0, 200);
    item.append(link, piece);
    list.append(item);
  }
  main.replaceChildren(hits.length === 0 ? "Nothing found." : list);
};
form.addEventListener("submit", (event) => { event.preventDefault(); void show(); });
input.addEventListener("input", () => void show());
`;

/** @returns the names of the pages */
export async function writeSite(out: string, docs = DOCS): Promise<readonly string[]> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "images"), { recursive: true });
  const documents = new Documents(docs);
  const names = readdirSync(docs)
    .filter((file) => file.endsWith(".md"))
    .map((file) => basename(file, ".md"));
  const menu = pageLinks(documents.get(HOME)?.html ?? "");
  const sections: object[] = [];
  for (const name of names) {
    const { title, html, sections: parts } = documents.get(name)!;
    writeFileSync(join(out, fileOf(name)), pageOf(title, pageLinks(html), menu));
    for (const { slug, heading, text } of parts)
      sections.push({ id: `${name}#${slug}`, href: `./${fileOf(name)}#${slug}`, title, heading, text });
  }
  writeFileSync(join(out, "search-index.js"), `globalThis.sections = ${JSON.stringify(sections)};\n`);
  copyFileSync(join(docs, "style.css"), join(out, "style.css"));
  for (const picture of readdirSync(join(docs, "images")))
    copyFileSync(join(docs, "images", picture), join(out, "images", picture));
  const stdin = { contents: SEARCH, resolveDir: fileURLToPath(new URL("../../..", import.meta.url)) };
  await build({
    stdin,
    outfile: join(out, "search.js"),
    bundle: true,
    minify: true,
    format: "iife",
    logLevel: "error",
  });
  return names;
}

function fileOf(name: string): string {
  return name === HOME ? "index.html" : `${name}.html`;
}

/** The service has its pages without a suffix. */
function pageLinks(html: string): string {
  return html.replace(
    /href="\.\/([\w-]+)(#[^"]*)?"/g,
    (_, name: string, fragment = "") => `href="./${fileOf(name)}${fragment}"`,
  );
}

function pageOf(title: string, main: string, menu: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · structline</title>
<link rel="stylesheet" href="./style.css">
<script defer src="./search.js"></script>
</head>
<body>
<header>
<a href="./index.html">structline</a>
<form role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search"></form>
</header>
<div>
<nav aria-label="Documents">${menu}</nav>
<main>${main}</main>
</div>
</body>
</html>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out = ""] = process.argv.slice(2);
  const names = await writeSite(out);
  console.log(`${out}: ${names.length} pages`);
}
