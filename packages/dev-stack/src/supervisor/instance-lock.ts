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
 * Creates a lock file in a data directory, and returns a function that removes the lock file. Throws an Error if the lock file belongs to a
 * running process.
 */
export function lockInstance(dataDirectory: string): () => void {
  const file = path.join(dataDirectory, "lock");
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // link() fails if the lock file exists. Unlike a write, link() never shows other processes a partial file.
        linkSync(own, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = holderOf(file);
      if (holder && stillRuns(holder))
        throw new Error(
          `Offergraph is already running with the data directory ${dataDirectory} (process ${holder.pid}). Stop this process first, or set another DATA_DIR and another PORT.`,
        );
      discardStale(file, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

export function isLocked(dataDirectory: string): boolean {
  const holder = holderOf(path.join(dataDirectory, "lock"));
  return holder !== undefined && stillRuns(holder);
}

/**
 * Removes the lock file of a process that has exited. If another process has replaced the lock file in the meantime, restores the file of
 * that process.
 */
function discardStale(file: string, holder: ProcessIdentity | undefined): void {
  const moved = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, moved);
    const found = holderOf(moved);
    if (found && found.pid !== holder?.pid) linkSync(moved, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}
