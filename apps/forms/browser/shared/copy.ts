/** Copies an element's text. In frames and insecure contexts it selects the text, since browsers copy only selections there. */
export async function copyText(shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
