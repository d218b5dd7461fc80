import { answerReferences } from "@offergraph/shared/references/answer";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { readFormReferences } from "../data/form-references.js";
import type { Prisma } from "../generated/prisma/client.js";

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "settings" | "reader" | "nats" | "log" | "clock">;

/** Answers other services that refer to a form which no event has told them of yet. */
export function startReferenceAnswers({ settings, reader, nats, log, clock }: Parts): Background {
  return answerReferences({
    nats,
    service: "forms",
    signingKey: settings.GATEWAY_SIGNING_KEY,
    log,
    clock,
    answers: { form: (workspaceId, wanted) => readFormReferences((statement) => reader.read(workspaceId, statement), wanted) },
  });
}
