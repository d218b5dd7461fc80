import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Replaces the files of the folder `to` with the files of the folder `from`, and deletes `from`. Both folders must be on the same file
 * system. Other processes can import the files during the replacement. Replaces each file atomically, and deletes old files last.
 */
export async function replaceFiles(from, to) {
  const files = await filesIn(from);
  const isNew = (file) => !existsSync(path.join(to, file));
  for (const file of [...files.filter(isNew), ...files.filter((file) => !isNew(file))]) {
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await rename(path.join(from, file), path.join(to, file));
  }
  await rm(from, { recursive: true });
  for (const file of await filesIn(to)) if (!files.includes(file)) await rm(path.join(to, file));
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
