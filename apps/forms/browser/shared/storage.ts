const prefix = "offergraph:";

/** Browser storage of this origin. Falls back to memory if storage is unavailable, e.g. in a private window. */
function storeIn(storage: () => Storage) {
  const otherwise = new Map<string, string | null>();
  return {
    read(name: string): string | null {
      // A value in memory is newer, because memory is used only after a failed write to storage.
      if (otherwise.has(name)) return otherwise.get(name) ?? null;
      try {
        return storage().getItem(prefix + name);
      } catch {
        return null;
      }
    },
    write(name: string, text: string | null): void {
      otherwise.delete(name);
      try {
        if (text === null) storage().removeItem(prefix + name);
        else storage().setItem(prefix + name, text);
      } catch {
        otherwise.set(name, text);
      }
    },
  };
}

export const lasting = storeIn(() => localStorage);
export const visiting = storeIn(() => sessionStorage);

/** Returns a stored id. If the store has no id with this name, creates and stores an id. */
export function idIn(store: ReturnType<typeof storeIn>, name: string): string {
  const stored = store.read(name);
  if (stored) return stored;
  const id = newId();
  store.write(name, id);
  return id;
}

/** Returns a random UUID. Does not call crypto.randomUUID, which browsers offer only in secure contexts. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
