import { isDeepStrictEqual } from "node:util";
import { incentiveProblemsChanged } from "@offergraph/shared/contracts/events/incentives";
import { readCodeStates } from "../../db/code-states.js";
import { type CheckedIncentive, claimChecks, writeProblems } from "../../db/incentive-checks.js";
import { readRulesOf } from "../../db/rules.js";
import { codeIdsOf, type Problem, problemsOf } from "../../domain/problems.js";
import { incentiveStatuses } from "../../domain/ranks.js";
import type { Tx } from "../../tx.js";

type CheckTx = Tx<typeof incentiveProblemsChanged>;

/** Checks up to `max` incentives of the workspace and emits changed problems. Returns the number of checked incentives. */
export async function checkBatch(tx: CheckTx, max: number): Promise<number> {
  const claimed = await claimChecks(tx, max);
  const ids = claimed.map(({ rowId }) => rowId);
  if (ids.length === 0) return 0;
  const rules = await readRulesOf(tx.sql, ids);
  const codes = await readCodeStates(tx.sql, codeIdsOf([...rules.values()].flat()));
  for (const incentive of claimed) {
    const { rowId, status, isDeleted } = incentive;
    // Archived and deleted incentives grant nothing, so they have no problems.
    const isOver = isDeleted || status === incentiveStatuses.indexOf("ARCHIVED");
    await publishProblems(tx, incentive, isOver ? [] : problemsOf(rules.get(rowId) ?? [], codes, tx.now));
  }
  return ids.length;
}

async function publishProblems(tx: CheckTx, { rowId, name, problems: before }: CheckedIncentive, problems: Problem[]): Promise<void> {
  if (isDeepStrictEqual(problems, before)) return;
  const changedAt = await writeProblems(tx, rowId, problems);
  tx.emit(incentiveProblemsChanged, rowId, { rowId, name, changedAt, problems });
}
