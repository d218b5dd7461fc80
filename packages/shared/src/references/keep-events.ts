import { type PrismaTransaction, readIn } from "../database/write.js";
import {
  connectionAdded,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  partnerAdded,
} from "../events/catalog/discounts.js";
import type { EventOf } from "../events/received.js";
import { forgetDiscountCode, type Keeping, keepConnection, keepDiscountCode, keepPartner } from "./keep.js";

/** What tells of the records of discounts that others refer to. */
export const referenceEvents = [connectionAdded, partnerAdded, discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type ReferenceEvent = EventOf<(typeof referenceEvents)[number]>;

/** Of how often a code was used discounts tell with every order, and nothing of that is kept. */
export const concernsReferences = ({ data }: ReferenceEvent): boolean =>
  !("changed" in data) || data.changed.some((field) => field !== "usageCount");

/** Keeps ids and names of what discounts owns, so that they are found without asking. */
export async function keepReferences(transaction: PrismaTransaction, { type, workspaceId, data, time }: ReferenceEvent): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  if (type === connectionAdded.subject) await keepConnection(keeping, data);
  else if (type === partnerAdded.subject) await keepPartner(keeping, data);
  else if (type === discountCodeDeleted.subject) await forgetDiscountCode(keeping, data.rowId, time);
  else await keepDiscountCode(keeping, { ...data, aliases: data.aliasedCodes.map(({ code }) => code) }, "event");
}
