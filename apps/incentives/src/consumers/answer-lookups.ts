import { maxPage } from "@offergraph/service/replicas/kinds";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { readGrantedCodes } from "../db/grant-lists.js";
import { readIncentivesOfCode, readIncentivesOfCodes, readIncentivesOfConnection } from "../db/incentive-checks.js";
import type { IncentivesSettings } from "../env.js";

type Deps = Pick<ServiceDeps<IncentivesSettings, unknown>, "settings" | "database" | "nats" | "log" | "clock">;

/**
 * Answers lookups of other services. The discounts service looks up incentives before it deletes a code or connection. The orders service
 * looks up the codes of grants.
 */
export function startLookupResponder({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  return startReplicaResponder({
    ...{ nats, service: "incentives", signingKey: settings.GATEWAY_SIGNING_KEY, log, clock },
    answers: {
      incentive_of_code: (workspaceId, { discountCodeId }) =>
        readIncentivesOfCode((statement) => database.read(workspaceId, statement), discountCodeId),
      incentive_of_connection: (workspaceId, { connectionId }) =>
        readIncentivesOfConnection((statement) => database.read(workspaceId, statement), connectionId),
      granted_codes: (workspaceId, { after }) => readGrantedCodes((statement) => database.read(workspaceId, statement), after, maxPage),
      incentives_of_codes: (workspaceId, { discountCodeIds }) =>
        readIncentivesOfCodes((statement) => database.read(workspaceId, statement), discountCodeIds),
    },
  });
}
