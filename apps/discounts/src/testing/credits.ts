import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import type { BookedCredit } from "../domain/store-message.js";
import type { Client } from "./fixture.js";
import { grantEvent } from "./grants-fixture.js";

/** Returns a ledger entry for a customer of this store; `changes` overrides fields. */
export function creditAt(connectionId: string, changes: Partial<BookedCredit> = {}): BookedCredit {
  return {
    ...{ rowId: newId(), createdAt: "2026-06-01T12:00:00.000Z", grantId: newId(), customerId: newId(), connectionId },
    ...{ kind: "ISSUED", amountMinor: "500", currency: "eur", balanceMinor: "500" },
    ...changes,
  };
}

export const booked = (client: Client, credit: BookedCredit): CloudEvent => grantEvent(client, creditBooked, credit);
