/** Copies an element's text. Selects the text first in frames and insecure contexts, because browsers copy only selections there. */
export async function copyText(shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
