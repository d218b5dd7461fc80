import { readIn } from "@offergraph/service/db/write";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { noteResponse } from "../db/due-attributions.js";
import { keepResponse } from "../db/keep-responses.js";
import type { Prisma } from "../generated/prisma/client.js";

export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified] as const;

/** Stores what attribution needs of responses, and queues orders that a completed one may be attributed to. */
export async function keepResponses(
  transaction: Prisma.TransactionClient,
  { workspaceId, data, time }: EventOf<(typeof responseEvents)[number]>,
): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  await keepResponse(keeping, data, time);
  if (data.status === "COMPLETE") await noteResponse(keeping, data.rowId);
}
