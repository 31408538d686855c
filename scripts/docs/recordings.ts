/**
 * Plays the commands of docs/recordings.md in SVG pictures: what is typed, then what is printed. Made from the page's text, which
 * test/docs/tutorials.long.test.ts runs. The pictures move by CSS, without a script, also where a page shows them as images.
 */

import { readFileSync } from "node:fs";
import { blocksOf, commandsOf } from "../../test/support/document.ts";

const LINE = 17;
const CHARACTER = 7.22;
const MARGIN = 14;
const COLUMNS = 124;
const WIDTH = Math.round(2 * MARGIN + COLUMNS * CHARACTER);

const TYPING_S = 0.035;
const PAUSE_S = 0.9;
const LINE_S = 0.06;
const REST_S = 5;

interface Line {
  readonly text: string;
  readonly kind: "typed" | "printed" | "file";
  /** When it begins, and how long its typing takes. */
  readonly at: number;
  readonly typing: number;
}

interface Scene {
  readonly lines: readonly Line[];
  readonly picture: { readonly svg: string; readonly at: number } | undefined;
  readonly seconds: number;
}

/** @param page docs/recordings.md @param image `images/recording-chart.svg`, as the page names it */
export function recordingSvg(page: string, image: string): string {
  const section = page.split(/^## /m).find((part) => part.includes(`](${image})`));
  const caption = section && /!\[(.*)\]/.exec(section)?.[1];
  if (section === undefined || caption === undefined) throw new Error(`the page shows no ${image}`);
  return drawn(sceneOf(section), caption);
}

function sceneOf(section: string): Scene {
  const lines: Line[] = [];
  let at = 0.5;
  let picture: Scene["picture"];
  const add = (text: string, kind: Line["kind"], typing = 0) => {
    for (const [index, part] of foldedAt(text, COLUMNS).entries()) {
      const ownTyping = index === 0 ? typing : 0;
      lines.push({ text: part, kind, at, typing: ownTyping });
      at += ownTyping || LINE_S;
    }
  };
  const addAll = (text: string, kind: Line["kind"], pause: number) => {
    for (const line of text.split("\n")) add(line, kind);
    at += pause;
  };
  for (const block of blocksOf("recordings.md", section)) {
    const shown = /^picture: (\S+)$/.exec(block.note)?.[1];
    if (shown !== undefined) {
      at += PAUSE_S;
      picture = { svg: readFileSync(new URL(`../../docs/${shown}`, import.meta.url), "utf8"), at };
    } else if (block.file?.endsWith(".h") === true) addAll(block.text, "file", 3 * PAUSE_S);
    for (const { typed, printed } of block.language === "console" ? commandsOf(block) : []) {
      add(`$ ${typed}`, "typed", Math.min(2.5, typed.length * TYPING_S));
      if (printed) addAll(printed, "printed", PAUSE_S);
    }
  }
  return { lines, picture, seconds: at + REST_S };
}

/** Lines as long as the terminal is wide. */
function foldedAt(text: string, columns: number): string[] {
  const characters = [...text];
  if (characters.length === 0) return [""];
  return Array.from({ length: Math.ceil(characters.length / columns) }, (_, part) =>
    characters.slice(part * columns, (part + 1) * columns).join(""),
  );
}

function drawn({ lines, picture, seconds }: Scene, caption: string): string {
  const share = (time: number) => `${((100 * time) / seconds).toFixed(2)}%`;
  const pictureHeight = Number(/ height="(\d+)"/.exec(picture?.svg ?? "")?.[1] ?? 0);
  const height = Math.max(lines.length * LINE, pictureHeight) + 2 * MARGIN;
  const rules: string[] = [];
  const rows = lines.map(({ text, kind, at, typing }, index) => {
    const y = MARGIN + (index + 1) * LINE - 5;
    rules.push(`@keyframes l${index}{0%,${share(at)}{opacity:0}${share(at + 0.01)},100%{opacity:1}}`);
    const shown = `<text class="${kind}" style="animation-name:l${index}" x="${MARGIN}" y="${y}" textLength="${width(text)}">${escaped(text)}</text>`;
    return typing === 0 ? shown : `${shown}${cover(index, text, { at, typing, y }, { rules, share })}`;
  });
  const played = picture && nested(picture, height, { rules, share });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><title>${escaped(caption)}</title>
<style>
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#c9d1d9}
.typed{fill:#ffffff;font-weight:600}.file{fill:#96b0ff}
.label{font-family:ui-sans-serif,system-ui,sans-serif}
text:not(.label),.cover,.picture{animation:${seconds.toFixed(1)}s infinite}
${rules.join("\n")}
@media (prefers-reduced-motion:reduce){text,.picture{animation:none}.cover{display:none}}
</style>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#161b21"/>
${rows.join("\n")}${played ?? ""}
</svg>
`;
}

interface Timeline {
  readonly rules: string[];
  share(time: number): string;
}

/** Hides what is not typed yet, and moves away character by character. */
function cover(
  index: number,
  text: string,
  { at, typing, y }: { readonly at: number; readonly typing: number; readonly y: number },
  { rules, share }: Timeline,
): string {
  const length = [...text].length;
  rules.push(
    `@keyframes c${index}{0%,${share(at)}{transform:none;animation-timing-function:steps(${length})}${share(at + typing)},100%{transform:translateX(${width(text)}px)}}`,
  );
  const clip = `<clipPath id="p${index}"><rect x="${MARGIN}" y="${y - LINE + 4}" width="${width(text)}" height="${LINE}"/></clipPath>`;
  return `${clip}<g clip-path="url(#p${index})"><rect class="cover" style="animation-name:c${index}" x="${MARGIN}" y="${y - LINE + 4}" width="${width(text)}" height="${LINE}" fill="#161b21"/></g>`;
}

/** The chart in place of the terminal. */
function nested({ svg, at }: NonNullable<Scene["picture"]>, height: number, { rules, share }: Timeline): string {
  const [size = "", wide = "0", high = "0"] = / width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const scale = Math.min(1, (height - 2 * MARGIN) / Number(high));
  const [shownWide, shownHigh] = [Number(wide) * scale, Number(high) * scale];
  const x = (WIDTH - shownWide) / 2;
  rules.push(`@keyframes picture{0%,${share(at)}{opacity:0}${share(at + 0.6)},100%{opacity:1}}`);
  const placed = svg
    .replace(
      size,
      ` x="${x.toFixed(0)}" y="${MARGIN}" width="${shownWide.toFixed(0)}" height="${shownHigh.toFixed(0)}"`,
    )
    .replace(/ font-family="[^"]*"/g, "")
    .replaceAll("<text ", '<text class="label" ');
  const ground = `<rect width="${WIDTH}" height="${height}" rx="8" fill="#161b21"/>`;
  return `\n<g class="picture" style="animation-name:picture">${ground}${placed}</g>`;
}

function width(text: string): string {
  return ([...text].length * CHARACTER).toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
