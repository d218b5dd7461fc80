import { readCodeStates } from "../data/code-states.js";
import type { RuleRow } from "../data/rows.js";
import type { Path } from "../domain/fields.js";
import { messageOf, problemsOf } from "../domain/problems.js";
import type { AskedCodes } from "./look-up-codes.js";
import type { IncentiveWrite } from "./write.js";

/** Adds a violation for each rule of an incentive that is to be ACTIVE and whose discount code gives nothing. `pathOf`: where the input has a rule. */
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
      write.violations.add(
        pathOf(index),
        "UNAVAILABLE",
        `Rule ${rule.rowId}: its discount code cannot be looked up at the moment. Try again.`,
      );
    for (const problem of problemsOf([rule], states, write.now))
      if (problem.severity === "ERROR") write.violations.add(pathOf(index), "INVALID_TRANSITION", messageOf(problem, state?.code ?? null));
  });
}
