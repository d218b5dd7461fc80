import type { OpenTx } from "@offergraph/service/tx/job";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import type { Logger } from "@offergraph/shared/log/logger";
import { deliveryScan, pendingScan, postponeErasure, type Scan } from "../../db/webhook-erasures.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { Tx } from "../../tx.js";

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;
type Open = OpenTx<Prisma.TransactionClient, never>;

/** Number of deliveries that one transaction reads. */
const batchSize = 500;
/** Maximum number of customer ids that one transaction searches for. */
const maxCustomers = 500;
const retryMs = 600_000;

/**
 * Deletes deliveries that contain data of erased customers, one batch per call. Pending deliveries come first, because the dispatcher may
 * send them. Returns false if no erased customer is left.
 */
export async function eraseCustomers(open: Open, workspaceId: string, log: Logger): Promise<boolean> {
  const onFailure = (error: unknown) =>
    log.warn({ workspaceId, reason: (error as Error).message }, "Failed to erase customers together; erasing each customer alone");
  const hadPending = await eraseNext(open, pendingScan, onFailure);
  return (await eraseNext(open, deliveryScan, onFailure)) || hadPending;
}

/** Searches a batch for all waiting customers. After an error, tries each customer alone and postpones those with errors. */
async function eraseNext<Position>(open: Open, scan: Scan<Position>, onFailure: (error: unknown) => void): Promise<boolean> {
  try {
    return await open((tx) => eraseBatch(tx, scan));
  } catch (error) {
    onFailure(error);
    const claim = await open((tx) => scan.claim(tx, { max: maxCustomers, only: undefined }));
    const errors: unknown[] = [];
    for (const customerId of claim?.customerIds ?? []) {
      try {
        await open((tx) => eraseBatch(tx, scan, customerId));
      } catch (error) {
        await open((tx) => postponeErasure(tx, customerId, new Date(tx.now.getTime() + retryMs)));
        errors.push(error);
      }
    }
    // The job logs the error.
    if (errors.length > 0) throw errors[0];
    return true;
  }
}

async function eraseBatch<Position>(tx: Db, scan: Scan<Position>, only?: string): Promise<boolean> {
  const claim = await scan.claim(tx, { max: maxCustomers, only });
  if (!claim) return false;
  const last = await scan.endOfBatch(tx, claim.after, batchSize);
  await scan.erase(tx, claim, last, customerErased.subject);
  await scan.save(tx, claim.customerIds, last);
  return true;
}
