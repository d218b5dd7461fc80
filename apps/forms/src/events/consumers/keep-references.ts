import { readIn } from "@offergraph/shared/database/write";
import {
  connectionAdded,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  partnerAdded,
} from "@offergraph/shared/events/catalog/discounts";
import type { EventOf } from "@offergraph/shared/events/received";
import { forgetDiscountCode, keepConnection, keepDiscountCode, keepPartner } from "../../data/keep-references.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What tells of the records that forms and responses refer to. */
export const referenceEvents = [connectionAdded, partnerAdded, discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

/** Keeps ids and names of what discounts owns, so that they are found without asking. */
export async function keepReferences(
  transaction: Prisma.TransactionClient,
  { type, workspaceId, data, time }: EventOf<(typeof referenceEvents)[number]>,
): Promise<void> {
  const keeping = { read: <Row>(statement: Parameters<typeof readIn>[1]) => readIn<Row>(transaction, statement), workspaceId };
  if (type === connectionAdded.subject) await keepConnection(keeping, data);
  else if (type === partnerAdded.subject) await keepPartner(keeping, data);
  else if (type === discountCodeDeleted.subject) await forgetDiscountCode(keeping, data.rowId, time);
  else await keepDiscountCode(keeping, { ...data, aliases: data.aliasedCodes.map(({ code }) => code) }, "event");
}
