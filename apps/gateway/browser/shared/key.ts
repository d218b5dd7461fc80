const name = "offergraph.key";
const changed = "offergraph-key";

/** The API key of this tab. It is in sessionStorage only, so the browser forgets the key when the tab closes. */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return memory;
  }
}

// Value for browsers that block sessionStorage.
let memory = "";

export function storeKey(text: string): void {
  memory = text.trim();
  try {
    if (memory === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, memory);
  } catch {
    // `memory` contains the key.
  }
  dispatchEvent(new Event(changed));
}

/** Calls `listener` after each change of the key on this page. Returns the function that ends this. */
export function watchKey(listener: (key: string) => void): () => void {
  const notify = () => listener(storedKey());
  addEventListener(changed, notify);
  return () => removeEventListener(changed, notify);
}
