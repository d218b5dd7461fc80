import { createHash } from "node:crypto";
import type { Logger } from "@offergraph/shared/log/logger";
import { composeSupergraph } from "./engine.js";
import type { PublishedSubgraph } from "./manifest.js";

/** Composes subgraphs; logs errors and hints about inconsistencies. Undefined if composition fails. */
export function compose(subgraphs: readonly { name: string; sdl: string }[], log: Logger): string | undefined {
  const composition = composeSupergraph(subgraphs);
  if ("errors" in composition) {
    log.error({ errors: composition.errors }, "Composition failed; keeping the last valid supergraph");
    return undefined;
  }
  for (const { code, message } of composition.hints)
    if (code.startsWith("INCONSISTENT_")) log.warn({ code, hint: message }, "Subgraph schemas are inconsistent");
  return composition.supergraphSdl;
}

/** Hash of a set of SDLs and manifests. */
export function hashOf(subgraphs: readonly PublishedSubgraph[]): string {
  const hash = createHash("sha256");
  for (const { name, sdl, manifest } of subgraphs) hash.update(JSON.stringify([name, sdl, manifest]));
  return hash.digest("hex");
}
