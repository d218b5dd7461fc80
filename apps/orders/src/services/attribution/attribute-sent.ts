import { nameKey } from "@offergraph/shared/schema/name-key";
import type { IncomingOrder, KnownOrder } from "../../db/incoming-orders.js";
import { type Attribution, isSameAttribution, noAttribution } from "../../domain/attribution.js";
import { sentDiscountsOf } from "../../domain/ingest/discount-codes.js";
import type { Db } from "../../tx.js";
import { findAttributions } from "./attribute-batch.js";

/**
 * Attributes received orders before the write, so that each row is written only once. `known` contains the stored orders by id, which the
 * caller must have locked.
 */
export async function attributeSent(
  tx: Db,
  accepted: readonly Pick<IncomingOrder, "rowId" | "connectionId" | "hash" | "sent">[],
  known: ReadonlyMap<string, KnownOrder>,
  customerIdOf: (customerRef: string) => string,
): Promise<IncomingOrder[]> {
  const orders = accepted.map((one) => {
    const { customerRef, placedAt, clickId, visitorId, formResponseId } = one.sent;
    const { discountCodes, discountAmounts } = sentDiscountsOf(one.sent.discountCodes);
    return {
      ...{ ...one, discountCodes, discountAmounts, placedAt, clickId, visitorId, claimedFormResponseId: formResponseId },
      nameKeys: discountCodes.map(nameKey),
      customerId: customerRef === null ? null : customerIdOf(customerRef),
      pinnedResponseId: known.get(one.rowId)?.pinnedResponseId ?? null,
    };
  });
  const attributed = await findAttributions(tx, orders);
  return attributed.map((order) => ({ ...order, scoredAt: scoredAt(tx.now, known.get(order.rowId), order.attribution) }));
}

function scoredAt(now: Date, before: KnownOrder | undefined, attribution: Attribution): string | null {
  if (isSameAttribution(before ?? noAttribution, attribution)) return before?.attributionScoredAt ?? null;
  return attribution.attributionMethod === null ? null : now.toISOString();
}
