/** Copies what stands in an element. */

/** False: the browser does not let pages copy; then the text is selected, to be copied by hand. */
export async function copyFrom(node: HTMLElement): Promise<boolean> {
  const text = node instanceof HTMLInputElement ? node.value : (node.textContent ?? "");
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // There is no clipboard over plain http, but for this machine. [Clipboard API, secure contexts]
  }
  if (node instanceof HTMLInputElement) node.select();
  else getSelection()?.selectAllChildren(node);
  return document.execCommand("copy");
}
