import type { Read } from "@offergraph/service/db/read";
import { readJobs } from "@offergraph/service/long-jobs/rows";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readCodeReferences, readCodesNamed } from "../db/code-references.js";
import { readConnections } from "../db/connections.js";
import { readPartnerIdsByName, readPartners } from "../db/partners.js";

type Deps = Pick<ServiceDeps<ServiceSettings, unknown>, "settings" | "database" | "nats" | "log" | "clock">;

/** Answers lookups by other services. A service looks up a record if the record's events have not arrived yet. */
export function answerLookups({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  const within =
    (workspaceId: string): Read =>
    (statement) =>
      database.read(workspaceId, statement);
  return startReplicaResponder({
    ...{ nats, service: "discounts", signingKey: settings.GATEWAY_SIGNING_KEY, log, clock },
    answers: {
      connection: async (workspaceId, { id }) => readConnections(within(workspaceId), [id]),
      partner: async (workspaceId, lookup) => {
        const read = within(workspaceId);
        return readPartners(read, "id" in lookup ? [lookup.id] : await readPartnerIdsByName(read, lookup.name));
      },
      discount_code: (workspaceId, lookup) => readCodeReferences(within(workspaceId), lookup),
      job: (workspaceId, { id }) => readJobs(within(workspaceId), [id]),
      discount_code_names: (workspaceId, { names }) => readCodesNamed(within(workspaceId), names),
    },
  });
}
