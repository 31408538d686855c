/** The documentation as pages: Markdown files rendered to HTML, with a full-text index of their sections. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Marked, type Tokens } from "marked";
import MiniSearch, { type SearchResult } from "minisearch";

export interface Document {
  /** File name without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** A heading and the text up to the next one. */
interface Section {
  readonly slug: string;
  readonly heading: string;
  readonly text: string;
}

export interface Hit {
  readonly href: string;
  readonly title: string;
  readonly excerpt: string;
}

const MAX_HITS = 40;
const EXCERPT_LENGTH = 200;

/** The page that lists all others. */
export const HOME = "README";

export class Documents {
  readonly #directory: string;
  readonly #names: ReadonlySet<string>;
  readonly #rendered = new Map<string, Document>();
  #index: Promise<MiniSearch> | undefined;

  /** @param directory folder with `*.md`, `images/` and `style.css` */
  constructor(directory: string) {
    this.#directory = directory;
    const files = readdirSync(directory).filter((file) => file.endsWith(".md"));
    this.#names = new Set(files.map((file) => basename(file, ".md")));
  }

  /** @returns undefined if there is no such document */
  get(name: string): Document | undefined {
    if (!this.#names.has(name)) return undefined;
    const known = this.#rendered.get(name) ?? render(name, readFileSync(join(this.#directory, `${name}.md`), "utf8"));
    this.#rendered.set(name, known);
    return known;
  }

  /** @param path relative to the folder: `style.css`, or a picture in `images/` */
  file(path: string): Uint8Array<ArrayBuffer> | undefined {
    const full = join(this.#directory, path);
    return statSync(full, { throwIfNoEntry: false })?.isFile() === true
      ? new Uint8Array(readFileSync(full))
      : undefined;
  }

  /** Sections that contain the words, best first. */
  async search(words: string): Promise<Hit[]> {
    this.#index ??= this.#buildIndex();
    const results = (await this.#index).search(words, { prefix: true, fuzzy: 0.15, boost: { heading: 3, title: 2 } });
    return results.slice(0, MAX_HITS).map((result) => ({
      href: `./${result["name"]}#${result["slug"]}`,
      title: result["heading"] === result["title"] ? result["title"] : `${result["title"]}: ${result["heading"]}`,
      excerpt: excerpt(result),
    }));
  }

  async #buildIndex(): Promise<MiniSearch> {
    const stored = ["name", "slug", "title", "heading", "text"];
    const index = new MiniSearch({ fields: ["title", "heading", "text"], storeFields: stored });
    for (const name of this.#names) {
      const { title, sections } = this.get(name)!;
      index.addAll(sections.map((section) => ({ ...section, id: `${name}#${section.slug}`, name, title })));
      // One document at a time, so that devices that send data at this moment are not delayed.
      await setImmediate();
    }
    return index;
  }
}

/** The text around the first match. */
function excerpt({ terms, ["text"]: text }: SearchResult): string {
  const lower = String(text).toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, lower.length) - EXCERPT_LENGTH / 4);
  const piece = String(text).slice(start, start + EXCERPT_LENGTH);
  return `${start > 0 ? "… " : ""}${piece.trim()}${start + EXCERPT_LENGTH < text.length ? " …" : ""}`;
}

function render(name: string, markdown: string): Document {
  const slugs = new Map<string, number>();
  const sections: { slug: string; heading: string; text: string }[] = [];
  let title = name;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = plainText(tokens);
        const slug = unique(slugify(heading), slugs);
        if (depth === 1) title = heading;
        sections.push({ slug, heading, text: "" });
        return `<h${depth} id="${slug}"><a href="#${slug}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = linkTarget(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      image: ({ href, text }) =>
        /^images\/[\w-]+\.\w+$/.test(href) ? `<img src="./${href}" alt="${escapeHtml(text)}">` : escapeHtml(text),
      // Only comments, which tell the tests which blocks to run.
      html: () => "",
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(tokens);
  let next = 0;
  for (const token of tokens) {
    if (token.type === "heading") next++;
    else if (next > 0) sections[next - 1]!.text += ` ${textOf(token)}`;
  }
  return { name, title, html, sections };
}

function plainText(tokens: readonly { readonly type: string; readonly raw: string }[]): string {
  return tokens.map((token) => ("text" in token ? String(token.text) : token.raw)).join("");
}

/** The visible text of a block, approximately: without the markup of tables, links and emphasis. */
function textOf(token: Tokens.Generic): string {
  if (token.type === "html") return "";
  return token.raw
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/^[|:\s-]+$/gm, "")
    .replace(/[|`*[\]]+/g, " ")
    .replace(/\s+/g, " ");
}

/** Documents link each other by file name; files outside this folder are not served. */
function linkTarget(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name, fragment = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined ? undefined : `./${name}${fragment}`;
}

/** Slugs in GitHub's form, since documents link to headings. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function unique(slug: string, used: Map<string, number>): string {
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
