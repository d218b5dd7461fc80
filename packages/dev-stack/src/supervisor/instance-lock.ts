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
 * Creates the lock file of a data directory, and returns a function that removes it. Throws an Error if a running process holds the lock.
 */
export function lockInstance(dataDirectory: string): () => void {
  const file = path.join(dataDirectory, "lock");
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // link() fails if the lock file exists. Unlike a write, link() never shows a partial file to other processes.
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

/** Removes the lock file of an exited process. If another process has already created a new lock file, keeps the new file. */
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
