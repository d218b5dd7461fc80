import { readIn } from "@offergraph/service/db/write";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import {
  grantCapped,
  grantDeclined,
  grantExpired,
  grantFailed,
  grantHeld,
  grantIssued,
  grantPending,
  grantRedeemed,
  grantReleased,
  grantRestored,
  grantReversed,
  grantUnredeemed,
  incentiveCreated,
  incentiveDeleted,
  incentiveProblemsChanged,
  incentiveUpdated,
  responseHandled,
} from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { forgetIncentive, keepGrants, keepHandled, keepIncentive, keepProblems } from "../db/keep-incentives.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Events of incentives and their grants. */
export const incentiveEvents = [
  incentiveCreated,
  incentiveUpdated,
  incentiveDeleted,
  incentiveProblemsChanged,
  responseHandled,
  grantPending,
  grantHeld,
  grantReleased,
  grantDeclined,
  grantCapped,
  grantIssued,
  grantRedeemed,
  grantUnredeemed,
  grantRestored,
  grantExpired,
  grantReversed,
  grantFailed,
] as const;

/** Replicates incentives and their grants. */
export async function keepIncentives(
  transaction: Prisma.TransactionClient,
  { type, workspaceId, data, time }: EventOf<(typeof incentiveEvents)[number]>,
): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  if (type === responseHandled.subject) {
    await keepGrants(keeping, data.grants);
    await keepHandled(keeping, data);
  } else if (type === incentiveProblemsChanged.subject) await keepProblems(keeping, data);
  else if (type === incentiveDeleted.subject) await forgetIncentive(keeping, data.rowId, time);
  else if (type === incentiveCreated.subject || type === incentiveUpdated.subject) await keepIncentive(keeping, data);
  else await keepGrants(keeping, [data]);
}
