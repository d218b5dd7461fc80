import { grantReleased } from "@offergraph/shared/contracts/events/incentives";
import { readRulesOfGrants } from "../../db/outcomes.js";
import { issue, issueEvents } from "../../services/granting/issue.js";
import { grantDataOf } from "../../services/granting/transitions.js";
import { decideEach } from "../../services/incentives/decide.js";
import { type MutationField, mutation } from "../../tx.js";

/** Stores the decisions and issues the grants in one transaction. */
export const bulk_release_incentive_grants: MutationField<"bulk_release_incentive_grants"> = mutation(
  { emits: [grantReleased, ...issueEvents] },
  async (tx, { input }) => {
    tx.check();
    const decisions = await decideEach(tx, input.ids, "RELEASED");
    const released = decisions.flatMap(({ grant, isNew }) => (grant && isNew ? [grant] : []));
    const ruleOf = await readRulesOfGrants(
      tx.sql,
      released.map(({ rowId }) => rowId),
    );
    const issued = new Map<string, Awaited<ReturnType<typeof issue>>>();
    for (const grant of released) {
      tx.emit(grantReleased, grant.rowId, grantDataOf(grant));
      issued.set(grant.rowId, await issue(tx, grant, ruleOf(grant.rowId)));
    }
    return { results: decisions.map(({ isNew, ...result }) => ({ ...result, grant: issued.get(result.grantId) ?? result.grant })) };
  },
);
