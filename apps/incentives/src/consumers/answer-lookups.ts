import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { readIncentivesOfCode } from "../db/incentive-checks.js";
import { incentiveStatuses } from "../domain/ranks.js";
import type { IncentivesSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";

type Parts = Pick<ServiceDeps<IncentivesSettings, Prisma.TransactionClient>, "settings" | "reader" | "nats" | "log" | "clock">;

/** Responds to discounts, which asks before deleting a code whether incentives use it. */
export function startReferenceAnswers({ settings, reader, nats, log, clock }: Parts): BackgroundTask {
  return startReplicaResponder({
    nats,
    service: "incentives",
    signingKey: settings.GATEWAY_SIGNING_KEY,
    log,
    clock,
    answers: {
      incentive_of_code: (workspaceId, { discountCodeId }) =>
        readIncentivesOfCode(
          { read: (statement) => reader.read(workspaceId, statement) },
          discountCodeId,
          incentiveStatuses.indexOf("ARCHIVED"),
        ),
    },
  });
}
