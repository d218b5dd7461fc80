import { readJobs } from "@offergraph/service/long-jobs/rows";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask } from "@offergraph/service/subgraph/run";
import type { Deps } from "../tx.js";

/** Answers the workspace service's lookups of jobs, because the events of new jobs may not have reached the workspace service yet. */
export function answerLookups({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  return startReplicaResponder({
    ...{ nats, service: "orders", signingKey: settings.GATEWAY_SIGNING_KEY, log, clock },
    answers: { job: (workspaceId, { id }) => readJobs((statement) => database.read(workspaceId, statement), [id]) },
  });
}
