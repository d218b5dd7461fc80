import {
  grantCapped,
  grantDeclined,
  grantExpired,
  grantFailed,
  grantHeld,
  grantIssued,
  grantPending,
  grantRedeemed,
  grantReleased,
  grantRestored,
  grantReversed,
  grantUnredeemed,
  incentiveCreated,
  incentiveDeleted,
  incentiveProblemsChanged,
  incentiveUpdated,
  responseHandled,
} from "@offergraph/shared/contracts/events/incentives";
import { insertHandledOutcome, storeProblems, tombstoneIncentive, upsertGrants, upsertIncentive } from "../db/incentives.js";
import type { GrantWatch } from "../services/grants/grants.js";
import { defineConsumer } from "../tx.js";

const events = [
  incentiveCreated,
  incentiveUpdated,
  incentiveDeleted,
  incentiveProblemsChanged,
  responseHandled,
  grantPending,
  grantHeld,
  grantReleased,
  grantDeclined,
  grantCapped,
  grantIssued,
  grantRedeemed,
  grantUnredeemed,
  grantRestored,
  grantExpired,
  grantReversed,
  grantFailed,
] as const;

/** Replicates incentives and their grants, and notifies the requests that wait for them. */
export const replicateIncentives = (grants: GrantWatch) =>
  defineConsumer({
    name: "keep-incentives",
    events,
    emits: [],
    async handle(tx, { type, data, time }) {
      tx.onCommit(() => grants.notify(tx.workspaceId));
      if (type === responseHandled.subject) {
        await upsertGrants(tx, data.grants);
        await insertHandledOutcome(tx, data);
      } else if (type === incentiveProblemsChanged.subject) await storeProblems(tx, data);
      else if (type === incentiveDeleted.subject) await tombstoneIncentive(tx, data.rowId, time);
      else if (type === incentiveCreated.subject || type === incentiveUpdated.subject) await upsertIncentive(tx, data);
      else await upsertGrants(tx, [data]);
    },
  });
