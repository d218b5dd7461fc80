import type { Signal } from "@offergraph/service/messaging/wait";
import type { Limit } from "@offergraph/service/tx/database";
import { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import { requestCreditPush, tracePushes } from "../db/request-pushes.js";
import { creditMessage } from "../domain/store-message.js";
import { textOf } from "../services/store-sync/desired-state.js";
import { defineConsumer } from "../tx.js";

/** Queues a message to the store for each new credit ledger entry. The message uses the ledger entry's id. */
export const notifyCredits = (pushesDue: Signal, limit: Limit) =>
  defineConsumer({
    name: "notify-credits",
    events: [creditBooked],
    emits: [],
    limit,
    async handle(tx, { data, traceparent }) {
      const { rowId, connectionId } = data;
      await requestCreditPush(tx, { entryId: rowId, connectionId, ...textOf(creditMessage(tx.workspaceId, data)) });
      await tracePushes(tx, [{ subjectId: rowId, traceparent }]);
      tx.onCommit(() => pushesDue.notify());
    },
  });
