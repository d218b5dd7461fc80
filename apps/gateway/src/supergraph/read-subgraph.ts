import type { Logger } from "@offergraph/shared/log/logger";
import { type Manifest, manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";
import type { SubgraphReply } from "./connections/response-reader.js";
import type { PublishedSubgraph } from "./manifest.js";
import type { SubgraphClient } from "./subgraph-client.js";

const unsigned = { isRepeatable: true, disconnection: undefined };
const sdlRequest = { ...unsigned, body: '{"query":"{_service{sdl}}"}', headers: [] };
const manifestRequest = { ...unsigned, path: "manifest", body: null, headers: [] };

/**
 * Creates a function that fetches the SDL and manifest of a subgraph. Returns the same object for unchanged responses, because parsing is
 * slow.
 *
 * Uses `last`, the previous manifest, if the manifest is missing or invalid. Throws if the SDL is missing, or if there is no valid
 * manifest.
 */
export function subgraphReader(name: string, client: SubgraphClient | undefined, log: Logger) {
  if (!client) throw new Error(`Invariant violated: no client for the subgraph ${name}.`);
  const [readSdl, readManifest] = [parseOnce(sdlOf), parseOnce(manifestOf)];
  let published: PublishedSubgraph | undefined;

  return async (last: Manifest | undefined): Promise<PublishedSubgraph> => {
    const fetchManifest = async (): Promise<Manifest> => {
      const reply = await client.send(manifestRequest);
      // A 404 may come from an older replica or a proxy.
      if (reply.status === 404 && last !== undefined) throw new Error("The response with status 404 has no manifest");
      return readManifest(reply);
    };
    const [sdl, manifest] = await Promise.all([
      client.send(sdlRequest).then(readSdl),
      fetchManifest().catch((error: unknown) => {
        if (!last) throw error;
        log.warn({ subgraph: name, reason: reasonOf(error) }, "Failed to fetch the manifest; using the last valid manifest");
        return last;
      }),
    ]);
    if (published?.sdl !== sdl || published.manifest !== manifest) published = { name, sdl, manifest };
    return published;
  };
}

/** Returns a function that parses a reply and returns the last result for an unchanged reply. */
function parseOnce<Result>(parse: (reply: SubgraphReply) => Result): (reply: SubgraphReply) => Result {
  let last: { reply: SubgraphReply; result: Result } | undefined;
  return (reply) => {
    if (last?.reply.status !== reply.status || !last.reply.body.equals(reply.body)) last = { reply, result: parse(reply) };
    return last.result;
  };
}

function sdlOf({ status, body }: SubgraphReply): string {
  const sdl: unknown = status === 200 ? JSON.parse(body.toString())?.data?._service?.sdl : undefined;
  if (typeof sdl !== "string") throw new Error(`The response with status ${status} has no SDL`);
  return sdl;
}

/** Treats a 404 as an empty manifest. */
function manifestOf({ status, body }: SubgraphReply): Manifest {
  if (status !== 200 && status !== 404) throw new Error(`The response with status ${status} has no manifest`);
  const parsed = manifestSchema.safeParse(status === 404 ? {} : JSON.parse(body.toString()));
  if (!parsed.success) throw new Error(`Invalid manifest: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
