import { grantReleased } from "@offergraph/shared/contracts/events/incentives";
import { readRulesOfGrants } from "../../db/outcomes.js";
import { issue, issueEvents } from "../../services/granting/issue.js";
import { grantDataOf } from "../../services/granting/transitions.js";
import { decide } from "../../services/incentives/decide.js";
import { type MutationField, mutation } from "../../tx.js";

/** Stores the decision and issues the grant in one transaction. */
export const release_incentive_grant: MutationField<"release_incentive_grant"> = mutation(
  { emits: [grantReleased, ...issueEvents] },
  async (tx, { input }) => {
    const { grant, isNew } = await decide(tx, input.grantId, "RELEASED");
    if (!isNew) return { grant };
    tx.emit(grantReleased, grant.rowId, grantDataOf(grant));
    const ruleOf = await readRulesOfGrants(tx.sql, [grant.rowId]);
    return { grant: await issue(tx, grant, ruleOf(grant.rowId)) };
  },
);
