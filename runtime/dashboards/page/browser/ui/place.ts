/** An element that Preact or a chart fills. */
export function place<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  facts: Partial<HTMLElement> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { className, ...facts });
}
