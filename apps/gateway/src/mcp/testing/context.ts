import { existsSync, readdirSync, readFileSync } from "node:fs";
import { composeSupergraph } from "../../supergraph/compose.js";
import { createEngine, type Engine } from "../../supergraph/engine.js";
import { defaultLimits } from "../../supergraph/limits.js";
import { mergeManifests } from "../../supergraph/manifest.js";
import { quietLog } from "../../supergraph/testing/quiet-log.js";
import { appManifests } from "../../testing/app-manifests.js";
import type { ServerContext } from "../server.js";
import { readTools } from "../tool.js";

const apps = new URL("../../../../", import.meta.url);

/** Returns each app's committed schema.graphql. */
export function appSubgraphs(): { name: string; sdl: string }[] {
  return readdirSync(apps)
    .map((name) => ({ name, file: new URL(`${name}/schema.graphql`, apps) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({ name, sdl: readFileSync(file, "utf8") }));
}

export const allManifests = mergeManifests([...appManifests].map(([name, manifest]) => ({ name, manifest })));

/** Creates an engine that cannot execute operations, because it has no clients for subgraphs. */
export function engineOf(subgraphs: readonly { name: string; sdl: string }[]): Engine {
  const composition = composeSupergraph(subgraphs);
  if ("errors" in composition) throw new Error(composition.errors.join("\n"));
  return createEngine({ supergraphSdl: composition.supergraphSdl, limits: defaultLimits, log: quietLog, clients: new Map() });
}

/** Creates an MCP request context for an API key of level WRITE with all tools. */
export function contextOf(engine: Engine, changes: Partial<ServerContext> = {}): ServerContext {
  return {
    tools: readTools(engine, allManifests),
    engine,
    manifests: allManifests,
    filter: { form: "full", isDefault: false, lists: () => true, allows: () => true },
    caller: {
      keyId: "00000000-0000-4000-8000-00000000000a",
      workspaceId: "00000000-0000-4000-8000-00000000000b",
      memberId: "00000000-0000-4000-8000-00000000000c",
      level: "WRITE",
      limitPerMinute: null,
      connectionId: null,
      isSession: false,
      isApp: false,
      isPersistedOnly: false,
      isTest: false,
    },
    limits: { requestsPerMinute: 600 },
    now: new Date("2026-11-22T10:00:00.000Z"),
    execute: () => Promise.reject(new Error("Nothing is asked for in this test.")),
    call: () => Promise.reject(new Error("No tool is called in this test.")),
    ...changes,
  };
}
