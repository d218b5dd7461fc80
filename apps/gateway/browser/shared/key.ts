const name = "offergraph.key";
const changed = "offergraph-key";

/** The API key of this tab, from sessionStorage. Other tabs do not have the key, but a browser that restores a closed tab may restore it. */
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

/** Calls `listener` after each change of the key. Returns the function that ends this. */
export function watchKey(listener: (key: string) => void): () => void {
  const notify = () => listener(storedKey());
  // While the page is in the back/forward cache, another page of the tab may change the key.
  const notifyIfRestored = ({ persisted }: PageTransitionEvent) => persisted && notify();
  addEventListener(changed, notify);
  addEventListener("pageshow", notifyIfRestored);
  return () => {
    removeEventListener(changed, notify);
    removeEventListener("pageshow", notifyIfRestored);
  };
}
