const name = "offergraph.key";
const changed = "offergraph-key";

/**
 * The API key of the browser tab, from sessionStorage. Other tabs cannot read the key. A browser that restores a closed tab may also
 * restore the key.
 */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return memory;
  }
}

// Copy of the key for browsers that block sessionStorage.
let memory = "";

export function storeKey(text: string): void {
  memory = text.trim();
  try {
    if (memory === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, memory);
  } catch {
    // If the browser blocks sessionStorage, only `memory` contains the key.
  }
  dispatchEvent(new Event(changed));
}

/** Calls `listener` after each change of the key. Returns a function that removes the listener. */
export function watchKey(listener: (key: string) => void): () => void {
  const notify = () => listener(storedKey());
  addEventListener(changed, notify);
  return () => removeEventListener(changed, notify);
}

/**
 * Dispatches `offergraph-key` after a restore from the back/forward cache, because another page may have changed the key. All listeners of
 * the page receive the event. Call this function once per page.
 */
export function reportRestoredKey(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) dispatchEvent(new Event(changed));
  });
}
