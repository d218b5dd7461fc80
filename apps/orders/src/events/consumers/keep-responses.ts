import { readIn } from "@offergraph/shared/database/write";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Keeping } from "@offergraph/shared/references/keep";
import { noteResponse } from "../../data/due-attributions.js";
import { keepResponse } from "../../data/keep-responses.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What tells of responses that have their outcome. */
export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified] as const;

/** Keeps what attribution needs of responses, and notes that a completed one may have led to orders. */
export async function keepResponses(
  transaction: Prisma.TransactionClient,
  { workspaceId, data, time }: EventOf<(typeof responseEvents)[number]>,
): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  await keepResponse(keeping, data, time);
  if (data.status === "COMPLETE") await noteResponse(keeping, data.rowId);
}
