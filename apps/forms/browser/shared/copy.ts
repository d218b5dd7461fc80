/** Copies an element's text. In frames and insecure contexts, selects the text first, because browsers there copy only selected text. */
export async function copyText(shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
