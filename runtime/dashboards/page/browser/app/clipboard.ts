/** Copies the content of an element. */

/** False: the browser does not allow copying; the text is then selected, to be copied by hand. */
export async function copyFrom(node: HTMLElement): Promise<boolean> {
  const text = node instanceof HTMLInputElement ? node.value : (node.textContent ?? "");
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard is not available over plain HTTP, except on this machine. [Clipboard API, secure contexts]
  }
  if (node instanceof HTMLInputElement) node.select();
  else getSelection()?.selectAllChildren(node);
  return document.execCommand("copy");
}
