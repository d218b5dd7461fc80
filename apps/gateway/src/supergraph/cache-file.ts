import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const cached = z.object({ hash: z.string(), supergraphSdl: z.string() });

/** The last good supergraph, and the hash of the SDLs it was composed of. */
export type CachedSupergraph = z.infer<typeof cached>;

/** Reads it; undefined when there is none, or none that can be read. */
export async function readCachedSupergraph(file: string): Promise<CachedSupergraph | undefined> {
  try {
    return cached.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes it in one go: a reader, or a start after a crash, sees the old one or the new one. */
export async function writeCachedSupergraph(file: string, supergraph: CachedSupergraph): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(supergraph), { mode: 0o600 });
  await rename(temporary, file);
}
