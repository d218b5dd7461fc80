import { readCodeStates } from "../../db/code-states.js";
import type { RuleRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import { messageOf, problemsOf } from "../../domain/problems.js";
import type { AskedCodes } from "./look-up-codes.js";
import type { IncentiveWrite } from "./write.js";

/**
 * Adds a violation for each rule whose discount code cannot be given, before an incentive becomes ACTIVE.
 * @param pathOf returns the path of a rule in the input
 */
export async function admitCodes(
  write: IncentiveWrite,
  rules: readonly Pick<RuleRow, "rowId" | "kind" | "discountCodeId" | "terms">[],
  asked: AskedCodes,
  pathOf: (index: number) => Path,
): Promise<void> {
  const states = await readCodeStates(write.read, [...new Set(rules.flatMap(({ discountCodeId }) => discountCodeId ?? []))]);
  for (const [id, state] of asked) if (state) states.set(id, state);
  rules.forEach((rule, index) => {
    const state = states.get(rule.discountCodeId ?? "");
    const isUnknown = rule.discountCodeId !== null && (!state || (state.status === null && !state.isDeleted));
    if (isUnknown)
      write.violations.add(pathOf(index), "UNAVAILABLE", `Rule ${rule.rowId}: the discount code could not be looked up. Try again.`);
    for (const problem of problemsOf([rule], states, write.now))
      if (problem.severity === "ERROR") write.violations.add(pathOf(index), "INVALID_TRANSITION", messageOf(problem, state?.code ?? null));
  });
}
