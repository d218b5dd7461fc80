import { readJobs } from "@offergraph/service/long-jobs/rows";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask } from "@offergraph/service/subgraph/run";
import type { Deps } from "../tx.js";

/** The workspace service looks up jobs that it does not know yet. */
export function answerLookups({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  return startReplicaResponder({
    ...{ nats, service: "orders", signingKey: settings.GATEWAY_SIGNING_KEY, log, clock },
    answers: { job: (workspaceId, { id }) => readJobs((statement) => database.read(workspaceId, statement), [id]) },
  });
}
