import type { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { queueOrdersOfNames, queueOrdersOfResponse } from "../db/due-attributions.js";
import { insertGrantTier, lockGrant, readMintedKeys } from "../db/tiers.js";
import { dbOf } from "../db/tx.js";
import type { Prisma } from "../generated/prisma/client.js";

type Issued = EventOf<typeof grantIssued>;

export const concernsTiers = ({ data }: Issued): boolean => data.tier !== null;

/** Stores the tier of an issued grant and queues earlier orders of its response or minted code. */
export async function keepGrants(transaction: Prisma.TransactionClient, { workspaceId, data, time }: Issued): Promise<void> {
  const { rowId: grantId, formResponseId, tier } = data;
  if (tier === null) return;
  const tx = dbOf(transaction, workspaceId, time);
  await lockGrant(tx, grantId);
  if (!(await insertGrantTier(tx, { grantId, formResponseId, tier: tier.toUpperCase() }))) return;
  await queueOrdersOfResponse(tx, formResponseId);
  await queueOrdersOfNames(tx, await readMintedKeys(tx, grantId));
}
