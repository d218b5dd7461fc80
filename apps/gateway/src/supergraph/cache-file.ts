import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const cached = z.object({ hash: z.string(), supergraphSdl: z.string() });

/** The last valid supergraph and the hash of its subgraph SDLs. */
export type CachedSupergraph = z.infer<typeof cached>;

/** Returns undefined if the file is missing or invalid. */
export async function readCachedSupergraph(file: string): Promise<CachedSupergraph | undefined> {
  try {
    return cached.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes atomically. */
export async function writeCachedSupergraph(file: string, supergraph: CachedSupergraph): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(supergraph), { mode: 0o600 });
  await rename(temporary, file);
}
