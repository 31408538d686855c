import { dictionary } from "../../../lib/dictionary.ts";

/**
 * A canvas's drawing context that writes SVG. It has only what charts of a picture use; anything else is a TypeError. A
 * path is drawn with the transform of `fill`, `stroke` or `clip`.
 */

/** `Path2D`: data of an SVG path. */
export class SvgPath {
  data: string;

  constructor(from?: SvgPath) {
    this.data = from?.data ?? "";
  }

  moveTo(x: number, y: number): void {
    this.#add("M", x, y);
  }

  /** The first point of a path is its start. */
  lineTo(x: number, y: number): void {
    this.#add(this.data === "" ? "M" : "L", x, y);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#add("M", x, y, "h", width, "v", height, "h", -width, "z");
  }

  /** Whole circles only. */
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    if (from !== 0 || to !== 2 * Math.PI) throw new TypeError("an arc that is not a circle");
    this.#add("M", x + radius, y, "a", radius, radius, 0, 1, 1, -2 * radius, 0);
    this.#add("a", radius, radius, 0, 1, 1, 2 * radius, 0);
  }

  /** As a canvas, ignores positions that are not finite. */
  #add(...parts: readonly (string | number)[]): void {
    if (parts.some((part) => typeof part !== "string" && !Number.isFinite(Number(part)))) return;
    this.data += parts.map((part) => (typeof part === "string" ? part : ` ${rounded(part)}`)).join("");
  }
}

type Matrix = readonly [number, number, number, number, number, number];
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** What `save` keeps. */
class State {
  fillStyle = "#000000";
  strokeStyle = "#000000";
  globalAlpha = 1;
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  font = "10px sans-serif";
  textAlign: "left" | "center" | "right" = "left";
  textBaseline: keyof typeof BASELINES = "alphabetic";
  protected dash: readonly number[] = [];
  protected matrix: Matrix = [1, 0, 0, 1, 0, 0];
  /** Open groups; each has a clip path. */
  protected groups = 0;
}

export class SvgContext extends State {
  readonly #parts: string[] = [];
  readonly #saved: State[] = [];
  #path = new SvgPath();
  #clips = 0;

  save(): void {
    this.#saved.push({ ...this });
  }

  restore(): void {
    const { groups } = this;
    Object.assign(this, this.#saved.pop());
    if (groups > this.groups) this.#parts.push("</g>".repeat(groups - this.groups));
  }

  scale(x: number, y: number): void {
    this.#multiply([x, 0, 0, y, 0, 0]);
  }

  translate(x: number, y: number): void {
    this.#multiply([1, 0, 0, 1, x, y]);
  }

  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.#multiply([cos, sin, -sin, cos, 0, 0]);
  }

  setLineDash(dash: readonly number[]): void {
    this.dash = dash;
  }

  beginPath(): void {
    this.#path = new SvgPath();
  }

  moveTo(x: number, y: number): void {
    this.#path.moveTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#path.lineTo(x, y);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path.rect(x, y, width, height);
  }

  clip({ data } = this.#path): void {
    this.#clips += 1;
    this.groups += 1;
    const path = `<path${written({ d: data, transform: this.#transform() })}/>`;
    this.#parts.push(`<clipPath id="c${this.#clips}">${path}</clipPath><g clip-path="url(#c${this.#clips})">`);
  }

  fill({ data } = this.#path): void {
    this.#paint(data, this.#colours("fill", this.fillStyle));
  }

  stroke({ data } = this.#path): void {
    this.#paint(data, {
      fill: "none",
      ...this.#colours("stroke", this.strokeStyle),
      "stroke-width": this.lineWidth,
      "stroke-linecap": this.lineCap,
      "stroke-linejoin": this.lineJoin,
      "stroke-miterlimit": 10,
      "stroke-dasharray": this.dash.length === 0 ? undefined : this.dash.join(" "),
    });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const path = new SvgPath();
    path.rect(x, y, width, height);
    this.fill(path);
  }

  /** Clears nothing: uPlot clears the area of its chart, which has the picture's background. */
  clearRect(): void {}

  measureText(text: string): { width: number } {
    const { size } = this.#font();
    return { width: (size * [...text.normalize("NFD")].reduce((sum, one) => sum + widthOf(one), 0)) / 1000 };
  }

  /** `textLength` gives text its width in any font, so that it does not cover other text. */
  fillText(text: string, x: number, y: number): void {
    if (text === "") return;
    const { weight, size, family } = this.#font();
    const attributes = written({
      x: rounded(x),
      y: rounded(y + BASELINES[this.textBaseline] * size),
      transform: this.#transform(),
      ...this.#colours("fill", this.fillStyle),
      "font-family": family,
      "font-size": size,
      "font-weight": weight,
      "text-anchor": ANCHORS[this.textAlign],
      textLength: rounded(this.measureText(text).width),
      lengthAdjust: "spacingAndGlyphs",
      "xml:space": "preserve",
    });
    this.#parts.push(`<text${attributes}>${escaped(text)}</text>`);
  }

  /** The picture as a file. @param words for users who cannot see it. */
  file(size: { width: number; height: number }, words: { title: string; description: string }): string {
    const { width, height } = size;
    const root = { role: "img", width, height, viewBox: `0 0 ${width} ${height}` };
    const labels = `<title>${escaped(words.title)}</title><desc>${escaped(words.description)}</desc>`;
    return `<svg xmlns="http://www.w3.org/2000/svg"${written(root)}>${labels}${this.#parts.join("\n")}</svg>\n`;
  }

  #paint(data: string, attributes: Attributes): void {
    if (data === "") return;
    this.#parts.push(`<path${written({ d: data, transform: this.#transform(), ...attributes })}/>`);
  }

  #multiply([a, b, c, d, e, f]: Matrix): void {
    const [p, q, r, s, t, u] = this.matrix;
    this.matrix = [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u];
  }

  #transform(): string | undefined {
    const text = this.matrix.map((number) => Math.round(number * 1e6) / 1e6).join(" ");
    return text === "1 0 0 1 0 0" ? undefined : `matrix(${text})`;
  }

  /** Opacity is an attribute: many programs do not read `#rrggbbaa`. */
  #colours(name: "fill" | "stroke", colour: string): Attributes {
    const [, opaque = colour, alpha = "ff"] = /^(#[\da-f]{6})([\da-f]{2})$/i.exec(colour) ?? [];
    const opacity = rounded((this.globalAlpha * Number.parseInt(alpha, 16)) / 255);
    return {
      [name]: opaque === "transparent" ? "none" : opaque,
      [`${name}-opacity`]: opacity === 1 ? undefined : opacity,
    };
  }

  #font(): { readonly weight: string | undefined; readonly size: number; readonly family: string } {
    const [, weight, size, family] = /^(?:(\w+) )?([\d.]+)px (.+)$/.exec(this.font)!;
    return { weight, size: Number(size), family: family! };
  }
}

const ANCHORS = { left: undefined, center: "middle", right: "end" };
/** From the given position to the line that letters stand on, in heights of the font: where a canvas writes Roboto. */
const BASELINES = { alphabetic: 0, top: 0.806, middle: 0.342, bottom: -0.2 };

/** Advance widths of Roboto from U+0020 to U+007E, thousandths of its height. */
const WIDTHS =
  `248 257 320 616 562 732 622 174 342 348 431 567 196 276 263 412 562 562 562 562 562 562 562 562 562 562 242
211 508 549 522 472 898 652 623 651 656 568 553 681 713 272 552 627 538 873 713 688 631 688 616 593 597 648 636 887 627
601 599 265 410 265 418 451 309 544 561 523 564 530 347 561 551 243 239 507 243 876 552 570 561 568 338 516 327 551 484
751 496 473 496 338 244 338 680`
    .split(/\s/)
    .map(Number);

/** East Asian letters are squares; others without a width are as wide as most. */
function widthOf(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  const code = character.codePointAt(0)!;
  return WIDTHS[code - 0x20] ?? (code < 0x2e80 ? 600 : 1000);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escaped(String(value))}"`))
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = dictionary({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
});

/** Line breaks become spaces, as on a canvas; characters that XML cannot hold become U+FFFD. [XML 1.0, 2.2 Characters] */
function escaped(text: string): string {
  return text
    .replace(/[\t\n\f\r]/g, " ")
    .replace(/[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
