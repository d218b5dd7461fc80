import { readIn } from "@offergraph/shared/database/write";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/parse-event";
import type { Keeping } from "@offergraph/shared/references/upsert";
import { noteResponse } from "../../data/due-attributions.js";
import { keepResponse } from "../../data/keep-responses.js";
import type { Prisma } from "../../generated/prisma/client.js";

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
