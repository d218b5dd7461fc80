import {
  formResponseAbandoned,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Clock } from "@offergraph/shared/time/clock";
import { keepResponse } from "../db/keep-responses.js";
import { claimKeys, lockForGrants, responseKey } from "../db/locks.js";
import { visitorIdOf } from "../domain/claim.js";
import type { Prisma } from "../generated/prisma/client.js";
import { processOutcome } from "../services/granting/process-outcome.js";
import { resolvePending } from "../services/granting/resolve-pending.js";
import { grantWithin } from "../services/granting/write.js";

/** Outcomes of responses, and customers identified or verified later. */
export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseAbandoned, formResponseCustomerIdentified] as const;

type ResponseEvent = EventOf<(typeof responseEvents)[number]>;

/** Grants what responses earn, in the transaction that stores their outcome. */
export function grantResponses(clock: Clock) {
  return (transaction: Prisma.TransactionClient, event: ResponseEvent): Promise<void> =>
    grantWithin(transaction, event, clock.now(), async (write) => {
      const response = { ...event.data, visitorId: visitorIdOf(event.workspaceId, event.data.visitorId) };
      if (event.type !== formResponseCustomerIdentified.subject) return processOutcome(write, response);
      const { rowId } = response;
      const { isNew, ...claim } = await keepResponse(write, response);
      await lockForGrants(write, [...responseKey(rowId), ...claimKeys(claim)]);
      await resolvePending(write, rowId, claim);
    });
}
