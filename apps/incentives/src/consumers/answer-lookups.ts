import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { readIncentivesOfCode, readIncentivesOfCodes, readIncentivesOfConnection } from "../db/incentive-checks.js";
import type { IncentivesSettings } from "../env.js";

type Deps = Pick<ServiceDeps<IncentivesSettings, unknown>, "settings" | "database" | "nats" | "log" | "clock">;

/**
 * Responds to lookups of the discounts service. Before this service deletes a code or connection, it looks up the incentives of the code or
 * connection.
 */
export function startLookupResponder({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  return startReplicaResponder({
    ...{ nats, service: "incentives", signingKey: settings.GATEWAY_SIGNING_KEY, log, clock },
    answers: {
      incentive_of_code: (workspaceId, { discountCodeId }) =>
        readIncentivesOfCode((statement) => database.read(workspaceId, statement), discountCodeId),
      incentive_of_connection: (workspaceId, { connectionId }) =>
        readIncentivesOfConnection((statement) => database.read(workspaceId, statement), connectionId),
      incentives_of_codes: (workspaceId, { discountCodeIds }) =>
        readIncentivesOfCodes((statement) => database.read(workspaceId, statement), discountCodeIds),
    },
  });
}
