import { readResponseBatch } from "../../db/claimed-responses.js";
import { claimKeys, lockForGrants, responseKey } from "../../db/locks.js";
import { type ConfirmTx, confirmClaims } from "./confirm-claims.js";

const maxResponses = 200;
/** Maximum number of responses with claims per batch. Each batch locks the customers of its responses. */
const maxClaimed = 20;

/** Confirms the claims of the next batch of stored responses. Earlier versions of the service did not confirm claims. */
async function confirmStored(tx: ConfirmTx, after: string, max: number, claimedMax: number): Promise<string | null> {
  const read = await readResponseBatch(tx, after, max);
  const end = read.filter(({ hasClaims }) => hasClaims)[claimedMax]?.rowId;
  const responses = end === undefined ? read : read.filter(({ rowId }) => rowId < end);
  const claimed = responses.filter(({ hasClaims }) => hasClaims);
  await lockForGrants(
    tx,
    claimed.flatMap(({ rowId, ...claim }) => [...responseKey(rowId), ...claimKeys(claim)]),
  );
  for (const { rowId, ...claim } of claimed) await confirmClaims(tx, rowId, claim);
  return read.length < max && end === undefined ? null : (responses.at(-1)?.rowId ?? null);
}

/** Backfill for customers whom an earlier version of the service verified. */
export const claimBackfills = (max = maxResponses, claimedMax = maxClaimed) => ({
  "claims of verified customers": (tx: ConfirmTx, after: string) => confirmStored(tx, after, max, claimedMax),
});
