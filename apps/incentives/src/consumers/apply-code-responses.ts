import { grantCodeIssued, grantCodeRejected } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { lockGrant, readGrants } from "../db/grants.js";
import { customerKey, lockForGrants, responseKey } from "../db/locks.js";
import { readRulesOfGrants } from "../db/outcomes.js";
import { grantStates } from "../domain/ordinals.js";
import { issueCode, issueCodeEvents } from "../services/granting/issue.js";
import { fail } from "../services/granting/transitions.js";
import { defineConsumer } from "../tx.js";

/** Issues or fails a grant after the discounts service has issued or rejected its code. Ignores grants that no longer wait for a code. */
export const applyCodeResponses = defineConsumer({
  name: "apply-code-responses",
  events: [grantCodeIssued, grantCodeRejected],
  emits: issueCodeEvents,
  async handle(tx, { type, data }) {
    const [known] = await readGrants(tx.sql, [data.grantId]);
    if (!known) return;
    const keys = [...responseKey(known.formResponseId), ...customerKey(known.customerId)];
    const isIssued = type === grantCodeIssued.subject;
    await lockForGrants(tx, isIssued ? [...keys, `code ${nameKey(data.code)}`] : keys);
    const grant = await lockGrant(tx, data.grantId);
    if (grant?.state !== grantStates.indexOf("ISSUING")) return;
    if (!isIssued) {
      await fail(tx, grant.rowId, data.reason);
      return;
    }
    const ruleOf = await readRulesOfGrants(tx.sql, [grant.rowId]);
    await issueCode(tx, grant, ruleOf(grant.rowId), { code: data.code, startsAt: data.startsAt ?? null });
  },
});
