import { readIn } from "@offergraph/shared/database/write";
import {
  connectionAdded,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
} from "@offergraph/shared/events/catalog/discounts";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Keeping } from "@offergraph/shared/references/keep";
import { keepReferences } from "@offergraph/shared/references/keep-events";
import { endGrantsOf, keepCodeDeleted, restoreGrantsOf } from "../../data/code-ends.js";
import { keepCodeState } from "../../data/code-states.js";
import { noteChecksOfCode } from "../../data/incentive-checks.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What tells of the records of discounts that rules refer to. */
export const discountEvents = [connectionAdded, discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type DiscountEvent = EventOf<(typeof discountEvents)[number]>;

/** Keeps ids and names of stores and discount codes, so that they are found without asking, and ends what was given of codes that are over, or restores it. */
export async function keepDiscounts(transaction: Prisma.TransactionClient, event: DiscountEvent): Promise<void> {
  await keepReferences(transaction, event);
  const { type, workspaceId, data, time } = event;
  if (type === connectionAdded.subject) return;
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  const isDeleted = type === discountCodeDeleted.subject;
  if (isDeleted) await keepCodeDeleted(keeping, data.rowId, time);
  else await keepCodeState(keeping, data);
  // Both look at the code as it is known now, so an event that came too late does neither.
  if (isDeleted || data.status === "EXPIRED") await endGrantsOf(keeping, data.rowId);
  else await restoreGrantsOf(keeping, data.rowId, time);
  await noteChecksOfCode(keeping, data.rowId);
}
