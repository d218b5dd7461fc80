import { createHash } from "node:crypto";
import type { Logger } from "@offergraph/shared/log/logger";
import { composeSupergraph } from "./engine.js";

/** Composes subgraphs for serving: hints about inconsistencies and errors are logged. Undefined when they do not compose. */
export function compose(subgraphs: readonly { name: string; sdl: string }[], log: Logger): string | undefined {
  const composition = composeSupergraph(subgraphs);
  if ("errors" in composition) {
    log.error({ errors: composition.errors }, "The subgraphs do not compose: the last good supergraph stays");
    return undefined;
  }
  for (const { code, message } of composition.hints)
    if (code.startsWith("INCONSISTENT_")) log.warn({ code, hint: message }, "The subgraphs do not agree");
  return composition.supergraphSdl;
}

/** Tells one set of SDLs from another. */
export function hashOf(subgraphs: readonly { name: string; sdl: string }[]): string {
  const hash = createHash("sha256");
  for (const { name, sdl } of subgraphs) hash.update(JSON.stringify([name, sdl]));
  return hash.digest("hex");
}
