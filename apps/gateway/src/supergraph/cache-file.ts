import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { registryEntry } from "@offergraph/service/registry/entry";
import { manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";

const cached = z.object({
  hash: z.string(),
  supergraphSdl: z.string(),
  /** Findings of the composition (see select.ts). */
  findings: z.array(z.string()),
  /** The SDLs and manifests from which the supergraph was composed. */
  subgraphs: z.array(
    z.object({
      name: z.string(),
      sdl: z.string(),
      manifest: manifestSchema,
      version: z.string().optional(),
      sdlHash: z.string(),
      manifestHash: z.string(),
      registeredAt: z.string(),
    }),
  ),
  /** The registered replicas, for a start without NATS. */
  replicas: z.array(registryEntry),
});

/** Content of the cache file: the last valid supergraph with its SDLs, manifests and replicas, and a hash of the SDLs and manifests. */
export type CachedSupergraph = z.infer<typeof cached>;

/** Reads the cache file. Returns undefined if the file is missing or invalid. */
export async function readCachedSupergraph(file: string): Promise<CachedSupergraph | undefined> {
  return await readSupergraphFile(file).catch(() => undefined);
}

/** Reads a file with the format of the cache file. Rejects if the file is missing or invalid. */
export async function readSupergraphFile(file: string): Promise<CachedSupergraph> {
  return cached.parse(JSON.parse(await readFile(file, "utf8")));
}

/** Writes atomically. */
export async function writeCachedSupergraph(file: string, supergraph: CachedSupergraph): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(supergraph), { mode: 0o600 });
  await rename(temporary, file);
}
