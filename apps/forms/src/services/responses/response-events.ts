import {
  formResponseAbandoned,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import type { CollectedRow } from "../../db/responses.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";
import type { Tx } from "../../tx.js";
import { responseDataOf } from "../forms/event-data.js";

export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseAbandoned, formResponseCustomerIdentified] as const;

/** Emits the outcome or the abandonment once, and after either the customer: once when it becomes known, and once when it is verified. */
export function emitResponseEvents(tx: Tx<(typeof responseEvents)[number]>, before: CollectedRow, after: CollectedRow): void {
  const { rowId, customerId, customerRef, customerVerified } = after;
  const outcome = valueOfRank(responseStatuses, after.status);
  const isNewlyKnown = before.customerId === null || (customerVerified && !before.customerVerified);
  const isIdentified = isNewlyKnown && customerId !== null && customerRef !== null;
  if (outcome === "INCOMPLETE") {
    const isNews = after.abandonedAt !== null && (before.abandonedAt === null || isIdentified);
    if (isNews) tx.emit(formResponseAbandoned, rowId, responseDataOf(after, outcome));
    return;
  }
  const data = responseDataOf(after, outcome);
  if (before.status !== after.status) tx.emit(outcome === "COMPLETE" ? formResponseCompleted : formResponseSkipped, rowId, data);
  else if (isIdentified) tx.emit(formResponseCustomerIdentified, rowId, { ...data, customerId, customerRef });
}
