import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";

const cached = z.object({
  hash: z.string(),
  supergraphSdl: z.string(),
  // Earlier gateway versions wrote files without manifests. A gateway without stored manifests gets the manifests with the first poll of
  // the subgraphs.
  manifests: z.array(z.object({ name: z.string(), manifest: manifestSchema })).default([]),
});

/** Content of the cache file: the last valid supergraph, the manifests, and a hash of the SDLs and manifests. */
export type CachedSupergraph = z.infer<typeof cached>;

/** Reads the cache file. Returns undefined if the file is missing or invalid. */
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
