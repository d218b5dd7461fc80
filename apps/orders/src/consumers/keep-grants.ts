import { readIn } from "@offergraph/service/db/write";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import type { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { noteNames, noteResponse } from "../db/due-attributions.js";
import { keepGrantTier, queueForGrant, readMintedKeys } from "../db/grant-tiers.js";
import type { Prisma } from "../generated/prisma/client.js";

type Issued = EventOf<typeof grantIssued>;

export const concernsTiers = ({ data }: Issued): boolean => data.tier !== null;

/** Stores the tier of an issued grant and queues earlier orders of its response or minted code. */
export async function keepGrants(transaction: Prisma.TransactionClient, { workspaceId, data }: Issued): Promise<void> {
  const { rowId: grantId, formResponseId, tier } = data;
  if (tier === null) return;
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  await queueForGrant(keeping, grantId);
  if (!(await keepGrantTier(keeping, { grantId, formResponseId, tier: tier.toUpperCase() }))) return;
  await noteResponse(keeping, formResponseId);
  await noteNames(keeping, await readMintedKeys(keeping, grantId));
}
