import * as incentives from "@offergraph/shared/contracts/events/incentives";
import { insertHandledOutcome, storeProblems, tombstoneIncentive, upsertGrants, upsertIncentive } from "../db/incentives.js";
import type { GrantWatch } from "../services/grants/grants.js";
import { defineConsumer } from "../tx.js";

const events = [
  incentives.incentiveCreated,
  incentives.incentiveUpdated,
  incentives.incentiveDeleted,
  incentives.incentiveProblemsChanged,
  incentives.responseHandled,
  incentives.grantPending,
  incentives.grantHeld,
  incentives.grantReleased,
  incentives.grantDeclined,
  incentives.grantCapped,
  incentives.grantIssued,
  incentives.grantRedeemed,
  incentives.grantUnredeemed,
  incentives.grantRestored,
  incentives.grantExpired,
  incentives.grantReversed,
  incentives.grantFailed,
] as const;

export const replicateIncentives = (grants: GrantWatch) =>
  defineConsumer({
    name: "keep-incentives",
    events,
    emits: [],
    async handle(tx, { type, data, time }) {
      tx.onCommit(() => grants.notify(tx.workspaceId));
      if (type === incentives.responseHandled.subject) {
        await upsertGrants(tx, data.grants);
        await insertHandledOutcome(tx, data);
      } else if (type === incentives.incentiveProblemsChanged.subject) await storeProblems(tx, data);
      else if (type === incentives.incentiveDeleted.subject) await tombstoneIncentive(tx, data.rowId, time);
      else if (type === incentives.incentiveCreated.subject || type === incentives.incentiveUpdated.subject)
        await upsertIncentive(tx, data);
      else await upsertGrants(tx, [data]);
    },
  });
