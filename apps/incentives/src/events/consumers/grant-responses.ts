import {
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseLeft,
  formResponseSkipped,
} from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Clock } from "@offergraph/shared/time/clock";
import { keepResponse } from "../../data/keep-responses.js";
import { customerKey, lockForGrants, responseKey } from "../../data/locks.js";
import type { Prisma } from "../../generated/prisma/client.js";
import { lookAtOutcome } from "../../granting/look-at-outcome.js";
import { resolvePending } from "../../granting/resolve-pending.js";
import { grantWithin } from "../../granting/write.js";

/** What tells of the outcomes of responses, and whose they are where that becomes known late. */
export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseLeft, formResponseCustomerIdentified] as const;

type ResponseEvent = EventOf<(typeof responseEvents)[number]>;

/** Grants what responses earn, in the transaction that remembers their outcome. */
export function grantResponses(clock: Clock) {
  return (transaction: Prisma.TransactionClient, event: ResponseEvent): Promise<void> =>
    grantWithin(transaction, event, clock.now(), async (write) => {
      if (event.type !== formResponseCustomerIdentified.subject) return lookAtOutcome(write, event.data);
      const { rowId } = event.data;
      const { customerId } = await keepResponse(write, event.data);
      await lockForGrants(write, [...responseKey(rowId), ...customerKey(customerId)]);
      if (customerId !== null) await resolvePending(write, rowId, customerId);
    });
}
