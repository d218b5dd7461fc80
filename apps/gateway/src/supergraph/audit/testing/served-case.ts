import { composeSupergraph } from "../../compose.js";
import { createEngine, type Engine } from "../../engine.js";
import { defaultLimits } from "../../limits.js";
import type { ExecutorName } from "../../plan/run-plan.js";
import { closeClients, createSubgraphClients } from "../../subgraph-client.js";
import { quietLog } from "../../testing/quiet-log.js";
import { startSubgraphs, type TestSubgraphs } from "../../testing/subgraph-servers.js";
import type { AuditCase } from "./audit.js";
import { type AuditFixture, referenceResolvers, subgraphSdl } from "./fixture.js";

// OFFERGRAPH_OPERATIONS=50000 tests more operations. A different OFFERGRAPH_SEED tests different operations.
export const randomOperations = Math.ceil(Number(process.env.OFFERGRAPH_OPERATIONS ?? 300) / 150);
export const firstSeed = Number(process.env.OFFERGRAPH_SEED ?? 1);
const limits = { ...defaultLimits, errors: 100_000, aliases: 1000, depth: 40 };

interface ServedCase {
  readonly servers: TestSubgraphs;
  readonly fixture: AuditFixture;
  engineOf(executor: ExecutorName): Engine;
}

// Caches the supergraph of each case, because tests serve a case several times.
const supergraphs = new WeakMap<AuditCase["subgraphs"], string>();

/** Starts the subgraphs of a case and calls `use`. */
export async function serveCase({ subgraphs, fixture }: AuditCase, use: (served: ServedCase) => Promise<void>): Promise<void> {
  const sdl = Object.fromEntries(Object.entries(subgraphs).map(([name, text]) => [name, subgraphSdl(text)]));
  const supergraphSdl = supergraphs.get(subgraphs) ?? compose(sdl);
  supergraphs.set(subgraphs, supergraphSdl);
  const data = fixture?.() ?? { records: [], root: {} };
  const servers = await startSubgraphs({ sdl, resolvers: () => referenceResolvers(subgraphs, data), rootValue: data.root });
  const clients = createSubgraphClients(servers.addresses, limits);
  try {
    const engineOf = (executor: ExecutorName) => createEngine({ supergraphSdl, limits, log: quietLog, clients, executor });
    await use({ servers, fixture: data, engineOf });
  } finally {
    await closeClients(clients);
    await servers.stop();
  }
}

function compose(sdl: Readonly<Record<string, string>>): string {
  const composition = composeSupergraph(Object.entries(sdl).map(([name, text]) => ({ name, sdl: text })));
  if ("errors" in composition) throw new Error(composition.errors.join("\n"));
  return composition.supergraphSdl;
}

/** Executes an operation. Returns the parsed response. */
export async function ask(engine: Engine, query: string, variables: Record<string, unknown>) {
  const prepared = engine.prepare(query, undefined);
  const { body } = await prepared.execute(prepared.variables(variables), { headers: {}, requestId: "r1", log: quietLog });
  return JSON.parse(body.toString());
}
