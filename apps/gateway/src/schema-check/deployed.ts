import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readCachedSupergraph } from "../supergraph/cache-file.js";

export interface SubgraphSdl {
  readonly name: string;
  readonly sdl: string;
}

export interface SubgraphUrl {
  readonly name: string;
  readonly url: string;
}

/** Reads the SDLs of the deployed subgraphs. */
export type ReadDeployed = () => Promise<readonly SubgraphSdl[]>;

const timeoutMs = 10_000;

/**
 * Reads the SDLs from running services. If a service has several replicas ("http://one/graphql|http://two/graphql"), asks only the first
 * replica.
 */
export function deployedServices(subgraphs: readonly SubgraphUrl[]): ReadDeployed {
  return () =>
    Promise.all(
      subgraphs.map(async ({ name, url }) => {
        const [first = ""] = url.split("|");
        try {
          return { name, sdl: await fetchSdl(first) };
        } catch (error) {
          throw new Error(`Cannot read the SDL of ${name} from ${first}: ${causeOf(error)}`);
        }
      }),
    );
}

async function fetchSdl(url: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"query":"{_service{sdl}}"}',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = (await response.json()) as { data?: { _service?: { sdl?: unknown } } };
  const sdl = body.data?._service?.sdl;
  if (typeof sdl !== "string") throw new Error(`the response with status ${response.status} has no SDL.`);
  return sdl;
}

/** Reads the SDLs from the file in which a gateway caches the supergraph (SUPERGRAPH_CACHE). */
export function deployedInCacheFile(file: string): ReadDeployed {
  return async () => {
    const cached = await readCachedSupergraph(file);
    if (!cached) throw new Error(`${file} is not a supergraph file of a gateway.`);
    return cached.subgraphs.map(({ name, sdl }) => ({ name, sdl }));
  };
}

/** Reads the SDLs from a folder: a checkout with `apps/<app>/schema.graphql`, or a folder with one file `<app>.graphql` for each app. */
export function deployedInFolder(folder: string): ReadDeployed {
  return async () => {
    const apps = path.join(folder, "apps");
    const files = existsSync(apps)
      ? (await readdir(apps)).map((name) => ({ name, file: path.join(apps, name, "schema.graphql") }))
      : (await readdir(folder))
          .filter((file) => file.endsWith(".graphql"))
          .map((file) => ({ name: path.basename(file, ".graphql"), file: path.join(folder, file) }));
    const found = files.filter(({ file }) => existsSync(file));
    if (found.length === 0) throw new Error(`${folder} has neither apps/<app>/schema.graphql nor <app>.graphql.`);
    return Promise.all(found.map(async ({ name, file }) => ({ name, sdl: await readFile(file, "utf8") })));
  };
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
