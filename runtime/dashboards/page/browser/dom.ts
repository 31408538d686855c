/** Creates elements in one expression. Text only becomes text nodes, since names and values come from outside. */

export type Attributes = Readonly<Record<string, string | undefined>>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(label: string, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** A row's first cell names it; a cell that needs attributes is an element of its own. */
export function table(
  titles: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
  className = "",
): HTMLTableElement {
  const cell = (content: Node | string, i: number) =>
    content instanceof HTMLTableCellElement
      ? content
      : i === 0
        ? element("th", { scope: "row" }, content)
        : element("td", {}, content);
  return element(
    "table",
    { class: `channels ${className}` },
    element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map(cell)))),
  );
}

/** Sets the text if it differs, to avoid a needless layout. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
