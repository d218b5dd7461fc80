import type { Read } from "@offergraph/service/db/read";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readCodeReferences, readCodesNamed } from "../db/code-references.js";
import { readPartnerIdsByName, readPartners } from "../db/partners.js";
import { readConnections } from "../db/placements.js";

type Deps = Pick<ServiceDeps<ServiceSettings, unknown>, "settings" | "database" | "nats" | "log" | "clock">;

/** Answers requests of other services for connections, partners and discount codes that no event has given them yet. */
export function answerLookups({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  const within =
    (workspaceId: string): Read =>
    (statement) =>
      database.read(workspaceId, statement);
  return startReplicaResponder({
    nats,
    service: "discounts",
    signingKey: settings.GATEWAY_SIGNING_KEY,
    log,
    clock,
    answers: {
      connection: async (workspaceId, { id }) => readConnections(within(workspaceId), [id]),
      partner: async (workspaceId, wanted) => {
        const read = within(workspaceId);
        return readPartners(read, "id" in wanted ? [wanted.id] : await readPartnerIdsByName(read, wanted.name));
      },
      discount_code: (workspaceId, wanted) => readCodeReferences(within(workspaceId), wanted),
      discount_code_names: (workspaceId, { names }) => readCodesNamed(within(workspaceId), names),
    },
  });
}
