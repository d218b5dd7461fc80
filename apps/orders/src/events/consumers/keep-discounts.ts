import { readIn } from "@offergraph/shared/database/write";
import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated, grantCodeGiven } from "@offergraph/shared/events/catalog/discounts";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Keeping } from "@offergraph/shared/references/keep";
import { concernsReferences, keepReferences, referenceEvents } from "@offergraph/shared/references/keep-events";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { noteDiscountCode, noteNames } from "../../data/due-attributions.js";
import { queueForGrant } from "../../data/grant-tiers.js";
import { keepTier } from "../../data/keep-tier.js";
import { hasMinted, keepMintedName, keepPastLead, keepPastNames, readKnownCode } from "../../data/known-codes.js";
import { codeChange } from "../../domain/code-change.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What tells of the records of discounts that matter to orders. */
export const discountEvents = [...referenceEvents, grantCodeGiven] as const;

type DiscountEvent = EventOf<(typeof discountEvents)[number]>;
type Minted = Pick<EventOf<typeof grantCodeGiven>["data"], "code" | "discountCodeId" | "grantId">;
type CodeEvent = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated | typeof discountCodeDeleted>;

const codeEvents: readonly string[] = [discountCodeCreated.subject, discountCodeUpdated.subject, discountCodeDeleted.subject];

/** Of codes that grants took only what was minted is new: an alias, and the code itself, lead to the discount code already. */
export function concernsOrders(event: DiscountEvent): boolean {
  return event.type === grantCodeGiven.subject ? event.data.delivery === "UNIQUE" : concernsReferences(event);
}

/** Keeps what attribution and filters need of connections, partners, discount codes, and the codes that were minted for grants. */
export async function keepDiscounts(transaction: Prisma.TransactionClient, event: DiscountEvent): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId: event.workspaceId };
  if (isOfCode(event)) await keepCode(transaction, keeping, event);
  else if (event.type === grantCodeGiven.subject) await keepMinted(keeping, event.data);
  else await keepReferences(transaction, event);
}

const isOfCode = (event: DiscountEvent): event is CodeEvent => codeEvents.includes(event.type);

/** Keeps what was minted, and notes the orders that came with it before. */
async function keepMinted(keeping: Keeping, { code, discountCodeId, grantId }: Minted): Promise<void> {
  const key = nameKey(code);
  await queueForGrant(keeping, grantId);
  if (await keepMintedName(keeping, { nameKey: key, discountCodeId, grantId })) await noteNames(keeping, [key]);
}

/** Keeps a discount code, and notes which orders may be led to by something else now. */
async function keepCode(transaction: Prisma.TransactionClient, keeping: Keeping, event: CodeEvent): Promise<void> {
  const { rowId } = event.data;
  const before = await readKnownCode(keeping, rowId);
  await keepReferences(transaction, event);
  if (event.type !== discountCodeDeleted.subject) await keepTier(keeping, event.data);
  const after = await readKnownCode(keeping, rowId);
  if (!after) return;
  const { lost, gained, leadsElsewhere, fillsGap } = codeChange(before, after);
  const endedAt = event.type === discountCodeDeleted.subject ? event.time.toISOString() : event.data.updatedAt;
  if (lost.length > 0) await keepPastNames(keeping, { discountCodeId: rowId, nameKeys: lost, endedAt });
  if (lost.length + gained.length > 0) await noteNames(keeping, [...lost, ...gained]);
  if (before && leadsElsewhere) await keepPastLead(keeping, { ...before, discountCodeId: rowId, endedAt });
  const endsMinted = event.type === discountCodeDeleted.subject && (await hasMinted(keeping, rowId));
  if (leadsElsewhere || endsMinted) await noteDiscountCode(keeping, rowId, endsMinted || fillsGap ? null : endedAt);
}
