import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { identify, type ProcessIdentity, stillRuns } from "./identity.js";

function holderOf(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/**
 * Makes this process the only one that works on a data directory; gives the function that ends this.
 * Throws an Error that names the process which has it already. A lock whose holder is gone is taken over.
 */
export function lockInstance(dataDirectory: string): () => void {
  const file = path.join(dataDirectory, "lock");
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // Linking fails where the file exists, and what appears is complete at once.
        linkSync(own, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = holderOf(file);
      if (holder && stillRuns(holder))
        throw new Error(
          `Offergraph already runs on ${dataDirectory} (process ${holder.pid}). Stop it first, or give this one another DATA_DIR and PORT.`,
        );
      discardStale(file, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Whether a process works on this data directory now. */
export function isLocked(dataDirectory: string): boolean {
  const holder = holderOf(path.join(dataDirectory, "lock"));
  return holder !== undefined && stillRuns(holder);
}

/** Moves a dead holder's lock away; puts it back when, between reading and moving, another process has taken it over. */
function discardStale(file: string, holder: ProcessIdentity | undefined): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = holderOf(aside);
    if (moved && moved.pid !== holder?.pid) linkSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
