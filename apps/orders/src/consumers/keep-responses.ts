import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { queueOrdersOfResponse } from "../db/due-attributions.js";
import { upsertResponse } from "../db/responses.js";
import { dbOf } from "../db/tx.js";
import type { Prisma } from "../generated/prisma/client.js";

export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified] as const;

/** Stores what attribution needs of responses, and queues orders that a completed one may be attributed to. */
export async function keepResponses(
  transaction: Prisma.TransactionClient,
  { workspaceId, data, time }: EventOf<(typeof responseEvents)[number]>,
): Promise<void> {
  const tx = dbOf(transaction, workspaceId, time);
  await upsertResponse(tx, data, time);
  if (data.status === "COMPLETE") await queueOrdersOfResponse(tx, data.rowId);
}
