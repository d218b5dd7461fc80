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

/** Calls `listener` now, and after each change of the key on this page. */
export function watchKey(listener: (key: string) => void): void {
  listener(storedKey());
  addEventListener(changed, () => listener(storedKey()));
}
