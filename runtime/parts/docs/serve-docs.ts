/** Serves the documentation under `/docs/`, without the internet and without scripts. Links are relative: a proxy may add a path. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { takesPage } from "../../http/problem.ts";
import { addRoute, page } from "../../http/route.ts";
import type { Documents } from "./documents.ts";

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};
const PICTURES = { png: "image/png", svg: "image/svg+xml" };
const MAX_WORDS_LENGTH = 200;

/**
 * Routes `/docs/`, `/docs/{name}`, `/docs/search?q=` and the pictures.
 * @param directories possible folders of the documents; the first existing one is served
 */
export function serveDocs(directories: readonly string[]): Hono {
  const directory = directories.find((path) => existsSync(join(path, "style.css")));
  const docs = new Hono();
  if (directory === undefined) {
    addRoute(docs, page("/docs"), (context) => context.text("This installation has no documentation", 404));
    return docs;
  }
  let loaded: ReturnType<typeof load> | undefined;
  const site = () => {
    loaded ??= load(directory);
    return loaded;
  };
  addRoute(docs, page("/docs"), (context) => context.body(null, 308, { Location: "docs/" }));
  addRoute(docs, page("/docs/"), async (context) => (await site()).document(context, undefined));
  addRoute(docs, page("/docs/search"), async (context) => (await site()).search(context));
  addRoute(docs, page("/docs/style.css"), async (context) =>
    (await site()).file(context, "style.css", "text/css; charset=utf-8"),
  );
  for (const [ending, type] of Object.entries(PICTURES))
    addRoute(docs, page(`/docs/images/:name{[\\w-]+\\.${ending}}`), async (context) =>
      (await site()).file(context, `images/${context.req.param("name")}`, type),
    );
  addRoute(docs, page("/docs/:name"), async (context) => (await site()).document(context, context.req.param("name")));
  return docs;
}

/** Loaded on first use: most processes never need it. */
async function load(directory: string) {
  const { Documents, escapeHtml, HOME } = await import("./documents.ts");
  const documents: Documents = new Documents(directory);
  const documentOf = (title: string, main: string, words = "") => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · structline</title>
<link rel="stylesheet" href="./style.css">
</head>
<body>
<header>
<a href="../">structline</a>
<a href="./">Documentation</a>
<form action="./search" role="search"><input type="search" name="q" value="${escapeHtml(words)}" maxlength="${MAX_WORDS_LENGTH}" aria-label="Search the documentation" placeholder="Search"></form>
</header>
<div>
<nav aria-label="Documents">${documents.get(HOME)?.html ?? ""}</nav>
<main>${main}</main>
</div>
</body>
</html>
`;
  const html = (context: Context, text: string, status: 200 | 400 | 404 = 200) => context.html(text, status, HEADERS);
  const failed = (context: Context, title: string, sentence: string, status: 400 | 404) =>
    takesPage(context.req.header("Accept"))
      ? html(context, documentOf(title, `<h1>${title}</h1><p>${sentence}</p>`), status)
      : context.text(sentence, status);
  return {
    document: (context: Context, name: string | undefined) => {
      const found = documents.get(name ?? HOME);
      if (found !== undefined) return html(context, documentOf(found.title, found.html));
      return failed(context, "Not found", "There is no such document.", 404);
    },
    search: async (context: Context) => {
      const words = context.req.query("q") ?? "";
      if (words.length > MAX_WORDS_LENGTH)
        return failed(context, "Too many words", `A search has at most ${MAX_WORDS_LENGTH} characters.`, 400);
      const hits = await documents.search(words);
      const list = hits.map(
        ({ href, title, excerpt }) =>
          `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a><p>${escapeHtml(excerpt)}</p></li>`,
      );
      const found = hits.length === 0 ? "<p>Nothing found.</p>" : `<ol class="hits">${list.join("\n")}</ol>`;
      return html(context, documentOf("Search", `<h1>Search: ${escapeHtml(words)}</h1>${found}`, words));
    },
    file: (context: Context, path: string, type: string) => {
      const body = documents.file(path);
      if (body === undefined) return context.notFound();
      return context.body(body, 200, { ...HEADERS, "Content-Type": type });
    },
  };
}
