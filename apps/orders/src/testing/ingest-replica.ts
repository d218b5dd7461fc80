import { startService } from "@offergraph/service/subgraph/run";
import { type IngestParts, ingestRoutes } from "../http/ingest/routes.js";
import { service } from "../service.js";
import type { Deps } from "../tx.js";
import type { Fixture } from "./fixture.js";

/** Starts another replica with the given parts of the ingest routes. Returns the fixture with this replica as its running service. */
export async function startIngestReplica(fixture: Fixture, partsOf: (deps: Deps) => IngestParts): Promise<Fixture> {
  const routes = (deps: Deps) => ingestRoutes(deps, partsOf(deps));
  const running = await startService({ ...service, routes }, fixture.environment, fixture.clock);
  return { ...fixture, running };
}
