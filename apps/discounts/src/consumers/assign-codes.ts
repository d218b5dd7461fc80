import type { FilteredEvent } from "@offergraph/service/messaging/skip-events";
import type { Signal } from "@offergraph/service/messaging/wait";
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
import { lockCodes, queueAvailability } from "../db/discount-codes.js";
import { endGrants, readCodeIdsOf, redeemGrants, reopenGrants } from "../db/grant-codes.js";
import { requestMintedPushes, tracePushes } from "../db/request-pushes.js";
import { idsOf } from "../db/rows.js";
import type { PickNumber } from "../domain/grant-codes.js";
import { issueGrantCodes } from "../services/grants/issue-grant-codes.js";
import { defineConsumer } from "../tx.js";

const ended = [grantExpired, grantReversed, grantFailed, grantDeclined] as const;
export const grantEvents = [grantRequested, grantRedeemed, grantUnredeemed, grantRestored, ...ended] as const;

type GrantEvent = EventOf<(typeof grantEvents)[number]>;
const isRequest = (event: GrantEvent): event is EventOf<typeof grantRequested> => event.type === grantRequested.subject;

export function isAboutDiscountCode({ type, data }: FilteredEvent<(typeof grantEvents)[number]>): boolean {
  return type === grantRequested.subject || data.kindSlug === "discount";
}

/** Assigns discount codes to grants. Retires minted codes of ended grants. Requests pushes of minted codes. */
export const assignCodes = (pushesDue: Signal, pick: PickNumber) =>
  defineConsumer({
    name: "assign-codes",
    events: grantEvents,
    emits: [grantCodeIssued, grantCodeRejected, grantCodeRetired],
    filter: isAboutDiscountCode,
    async handleBatch(tx, events) {
      const grantIdsOf = (...types: EventDefinition[]) =>
        events.flatMap(({ type, data }) => (types.some(({ subject }) => subject === type) ? data.rowId : []));
      const causes = new Map(events.map((event) => [event.data.rowId, event]));
      const requests = events.filter(isRequest).map(({ data }) => data);
      const answers = requests.length > 0 ? await issueGrantCodes(tx, requests, pick) : [];
      const [endedIds, redeemedIds, restoredIds] = [grantIdsOf(...ended), grantIdsOf(grantRedeemed), grantIdsOf(grantRestored)];
      const reopenedIds = [...grantIdsOf(grantUnredeemed), ...restoredIds];
      const movedIds = [...endedIds, ...reopenedIds];
      // A transaction must lock the code's row before it reserves or releases a use.
      if (movedIds.length > 0) await queueAvailability(tx, idsOf(await lockCodes(tx, await readCodeIdsOf(tx.sql, movedIds))));
      const retired = endedIds.length > 0 ? await endGrants(tx, endedIds) : [];
      if (reopenedIds.length > 0) await reopenGrants(tx, reopenedIds);
      if (redeemedIds.length > 0) await redeemGrants(tx, redeemedIds);
      const minted = answers.flatMap(({ grantId, delivery, code }) => (delivery === "UNIQUE" && code !== null ? grantId : []));
      await requestMintedPushes(tx, [...minted, ...restoredIds], "minted");
      const retiredIds = retired.map(({ grantId }) => grantId);
      await requestMintedPushes(tx, retiredIds, "retired");
      const pushes = events.map(({ data, traceparent }) => ({ subjectId: data.rowId, traceparent }));
      await tracePushes(tx, pushes);
      for (const { grantId, discountCodeId, delivery, startsAt, ...answer } of answers) {
        const cause = causes.get(grantId);
        if (answer.code === null) tx.emit(grantCodeRejected, grantId, { grantId, discountCodeId, reason: answer.rejection }, cause);
        else tx.emit(grantCodeIssued, grantId, { grantId, discountCodeId, delivery, code: answer.code, startsAt }, cause);
      }
      for (const code of retired) tx.emit(grantCodeRetired, code.grantId, code, causes.get(code.grantId));
      // Wakes the pusher, because the respondent may use the code at a store immediately.
      tx.onCommit(() => pushesDue.notify());
    },
  });
