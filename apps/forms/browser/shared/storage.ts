/** Browser storage of this origin. Falls back to memory if storage is unavailable, e.g. in a private window. */
export interface Keep {
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}

const prefix = "offergraph:";

function keepIn(storage: () => Storage): Keep {
  const otherwise = new Map<string, string | null>();
  return {
    read(name) {
      // A value that could not be stored is newer than the stored one.
      if (otherwise.has(name)) return otherwise.get(name) ?? null;
      try {
        return storage().getItem(prefix + name);
      } catch {
        return null;
      }
    },
    write(name, text) {
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

/** localStorage. */
export const lasting = keepIn(() => localStorage);
/** sessionStorage. */
export const visiting = keepIn(() => sessionStorage);

/** Returns a stored id; creates it on first use. */
export function idIn(keep: Keep, name: string): string {
  const kept = keep.read(name);
  if (kept) return kept;
  const made = newId();
  keep.write(name, made);
  return made;
}

/** Returns a random UUID. crypto.randomUUID requires https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
