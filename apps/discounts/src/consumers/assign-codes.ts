import type { Read } from "@offergraph/service/db/read";
import { readIn } from "@offergraph/service/db/write";
import { addToOutbox, pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { grantCodeIssued, grantCodeRejected, grantCodeRetired } from "@offergraph/shared/contracts/events/discounts";
import {
  grantDeclined,
  grantExpired,
  grantFailed,
  grantRedeemed,
  grantRequested,
  grantRestored,
  grantReversed,
  grantUnredeemed,
} from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Clock } from "@offergraph/shared/time/clock";
import { noteAvailability } from "../db/availability.js";
import { lockCodes } from "../db/discount-codes.js";
import { endGrants, readCodeIdsOf, redeemGrants, reopenGrants } from "../db/grant-codes.js";
import { requestMinted } from "../db/request-pushes.js";
import type { Writing } from "../db/transaction.js";
import type { PickNumber } from "../domain/grant-codes.js";
import type { Prisma } from "../generated/prisma/client.js";
import { issueGrantCodes } from "../services/grants/issue-grant-codes.js";

/** Events of grants that request, release, redeem or restore codes. */
export const grantEvents = [
  grantRequested,
  grantExpired,
  grantReversed,
  grantFailed,
  grantDeclined,
  grantRedeemed,
  grantUnredeemed,
  grantRestored,
] as const;

type GrantEvent = EventOf<(typeof grantEvents)[number]>;
type Request = EventOf<typeof grantRequested>;

/** Returns true if the grant can have a code of this service. */
export function concernsGrantedCodes(event: GrantEvent): boolean {
  return isRequest(event) || event.data.kindSlug === "discount";
}

const isRequest = (event: GrantEvent): event is Request => event.type === grantRequested.subject;

async function lockCodesOf(write: Omit<Writing, "transaction">, grantIds: readonly string[]): Promise<string[]> {
  const ids = await readCodeIdsOf(write, grantIds);
  return (await lockCodes(write.read, ids)).map(({ rowId }) => rowId);
}

/** Assigns codes to grants, retires minted codes of ended grants, and queues pushes; each event is of a different grant. */
export function assignCodes(clock: Clock, pick: PickNumber) {
  return async (transaction: Prisma.TransactionClient, events: readonly GrantEvent[]): Promise<void> => {
    const [first] = events;
    if (!first) return;
    const { workspaceId } = first;
    const read: Read = (statement) => readIn(transaction, statement);
    const write = { read, workspaceId, now: clock.now() };
    const causes = new Map(events.map((event) => [event.data.rowId, event]));
    const told = <Data extends { grantId: string }>(definition: EventDefinition<Data>, data: Data) => {
      const { requestId, traceparent } = causes.get(data.grantId) ?? {};
      return pendingEvent(definition, { workspaceId, recordId: data.grantId, data, actor: null, time: write.now, requestId, traceparent });
    };
    const requests = events.filter(isRequest).map(({ data }) => data);
    const answers = requests.length > 0 ? await issueGrantCodes(write, requests, pick) : [];
    const idsOf = (...types: EventDefinition[]) =>
      events.flatMap(({ type, data }) => (types.some(({ subject }) => subject === type) ? data.rowId : []));
    const ended = idsOf(grantExpired, grantReversed, grantFailed, grantDeclined);
    const [reopened, redeemed] = [idsOf(grantUnredeemed, grantRestored), idsOf(grantRedeemed)];
    const moved = [...ended, ...reopened];
    // Reservations change only under the lock of their code.
    if (moved.length > 0) await noteAvailability(write, await lockCodesOf(write, moved));
    const retired = ended.length > 0 ? await endGrants(write, ended) : [];
    if (reopened.length > 0) await reopenGrants(write, reopened);
    if (redeemed.length > 0) await redeemGrants(write, redeemed);
    const minted = answers.filter(({ delivery, code }) => delivery === "UNIQUE" && code !== null);
    const grantIdsOf = (codes: readonly { grantId: string }[]) => codes.map(({ grantId }) => grantId);
    await requestMinted(write, [...grantIdsOf(minted), ...idsOf(grantRestored)], "minted");
    await requestMinted(write, grantIdsOf(retired), "retired");
    await addToOutbox(transaction, [
      ...answers.map(({ grantId, discountCodeId, delivery, startsAt, ...answer }) =>
        answer.code === null
          ? told(grantCodeRejected, { grantId, discountCodeId, reason: answer.refusal })
          : told(grantCodeIssued, { grantId, discountCodeId, delivery, code: answer.code, startsAt }),
      ),
      ...retired.map((code) => told(grantCodeRetired, code)),
    ]);
  };
}
