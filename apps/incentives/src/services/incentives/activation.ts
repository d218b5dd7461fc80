import { readDeletedConnections } from "../../db/connections.js";
import { countOtherActive, isDeletedForm } from "../../db/forms.js";
import { lockForActivation } from "../../db/locks.js";
import type { IncentiveRow } from "../../db/rows.js";
import { readRules } from "../../db/rules.js";
import type { IncentiveFields, Path } from "../../domain/fields.js";
import { type CheckedRule, messageOf, problemsOf } from "../../domain/problems.js";
import { activationError, activeLimitError, transitionError } from "../../domain/status.js";
import type { MutationTx } from "../../tx.js";
import { fieldsOf } from "./incentive-data.js";
import { knownStates, type LookedUpCodes } from "./lookups.js";

type Activation = { status: IncentiveFields["status"] | undefined; formId: string | null | undefined; codes: LookedUpCodes };

/** Adds an error for each reason that forbids the new status or form. `formId` is undefined if the form was not found. */
export async function checkStatus(tx: MutationTx, incentive: IncentiveRow, { status, formId, codes }: Activation): Promise<void> {
  const { errors } = tx;
  const before = fieldsOf(incentive);
  const refused = status && transitionError(before.status, status);
  if (refused) return errors.add(["input", "status"], "INVALID_TRANSITION", refused);
  if ((status ?? before.status) !== "ACTIVE") return;
  const rules = await readRules(tx.sql, incentive.rowId);
  // An ACTIVE incentive can change even if its codes or form are no longer valid.
  const isActivated = before.status !== "ACTIVE";
  if (isActivated) await checkReferences(tx, rules, codes, (index) => ["input", "status", "rules", index]);
  const isFormDeleted = isActivated && (await isDeletedForm(tx.sql, formId ?? null));
  const missing = activationError({ formId: formId === undefined ? "not found" : formId, isFormDeleted, rules: rules.length });
  if (missing) errors.add(["input", status ? "status" : "formId"], "INVALID_TRANSITION", missing);
  if (!formId || (!isActivated && before.formId === formId)) return;
  // Serializes activations, because concurrent activations could exceed the limit.
  await lockForActivation(tx, formId);
  const full = activeLimitError(await countOtherActive(tx.sql, formId, incentive.rowId));
  if (full) errors.add(["input", isActivated ? "status" : "formId"], "LIMIT_EXCEEDED", full);
}

/** Adds an error for each rule with an unusable code or a deleted connection. `pathOf` returns the input path of a rule. */
export async function checkReferences(
  tx: MutationTx,
  rules: readonly CheckedRule[],
  lookedUp: LookedUpCodes,
  pathOf: (index: number) => Path,
): Promise<void> {
  const states = await knownStates(tx.sql, rules, lookedUp);
  const deletedConnections = await readDeletedConnections(tx.sql, rules);
  rules.forEach((rule, index) => {
    const state = states.get(rule.discountCodeId ?? "");
    const isUnknown = rule.discountCodeId !== null && (!state || (state.status === null && !state.isDeleted));
    if (isUnknown) tx.errors.add(pathOf(index), "UNAVAILABLE", `Rule ${rule.rowId}: the discount code could not be looked up. Try again.`);
    for (const problem of problemsOf([rule], { codes: states, deletedConnections }, tx.now))
      if (problem.severity === "ERROR") tx.errors.add(pathOf(index), "INVALID_TRANSITION", messageOf(problem, state?.code ?? null));
  });
}
