import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readFormReferences } from "../db/form-references.js";
import type { Prisma } from "../generated/prisma/client.js";

type Parts = Pick<ServiceDeps<ServiceSettings, Prisma.TransactionClient>, "settings" | "reader" | "nats" | "log" | "clock">;

/** Answers lookups by other services of forms that no event has brought them yet. */
export function startReferenceAnswers({ settings, reader, nats, log, clock }: Parts): BackgroundTask {
  return startReplicaResponder({
    nats,
    service: "forms",
    signingKey: settings.GATEWAY_SIGNING_KEY,
    log,
    clock,
    answers: { form: (workspaceId, wanted) => readFormReferences((statement) => reader.read(workspaceId, statement), wanted) },
  });
}
