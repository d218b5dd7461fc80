import { isDeepStrictEqual } from "node:util";
import { incentiveProblemsChanged } from "@offergraph/shared/contracts/events/incentives";
import { readCodeStates } from "../../db/code-states.js";
import { type CheckedIncentive, claimChecks, writeProblems } from "../../db/incentive-checks.js";
import type { RuleRow } from "../../db/rows.js";
import { readRulesOf } from "../../db/rules.js";
import { type CodeState, type Problem, problemsOf } from "../../domain/problems.js";
import { incentiveStatuses } from "../../domain/ranks.js";
import type { GrantWrite } from "../granting/write.js";

/** Checks up to `most` incentives of the workspace and emits changed problems. Returns the number of checked incentives. */
export async function checkBatch(write: GrantWrite, most: number): Promise<number> {
  const claimed = await claimChecks(write, most);
  if (claimed.length === 0) return 0;
  const rules = await readRulesOf(
    write.read,
    claimed.map(({ rowId }) => rowId),
  );
  const codes = await readCodeStates(write.read, [
    ...new Set([...rules.values()].flat().flatMap(({ discountCodeId }) => discountCodeId ?? [])),
  ]);
  for (const incentive of claimed)
    await publishProblems(write, incentive, currentProblems(incentive, rules.get(incentive.rowId) ?? [], codes, write.now));
  return claimed.length;
}

/** Archived and deleted incentives grant nothing, so they have no problems. */
function currentProblems(
  { status, isDeleted }: CheckedIncentive,
  rules: readonly RuleRow[],
  codes: ReadonlyMap<string, CodeState>,
  now: Date,
): Problem[] {
  return isDeleted || status === incentiveStatuses.indexOf("ARCHIVED") ? [] : problemsOf(rules, codes, now);
}

async function publishProblems(write: GrantWrite, { rowId, name, problems: before }: CheckedIncentive, problems: Problem[]): Promise<void> {
  if (isDeepStrictEqual(problems, before)) return;
  const changedAt = await writeProblems(write, rowId, problems);
  write.emit(incentiveProblemsChanged, rowId, { rowId, name, changedAt, problems });
}
