import { isDeepStrictEqual } from "node:util";
import { incentiveProblemsChanged } from "@offergraph/shared/contracts/events/incentives";
import { readCodeStates } from "../db/code-states.js";
import { readDeletedConnections } from "../db/connections.js";
import { type CheckedIncentive, claimChecks, readCheckedWorkspaces, writeProblems } from "../db/incentive-checks.js";
import { readRulesOf } from "../db/rules.js";
import { incentiveStatuses } from "../domain/ordinals.js";
import { codeIdsOf, type Problem, problemsOf } from "../domain/problems.js";
import { defineJob, type Tx } from "../tx.js";

const batchSize = 50;

/** Checks incentives. Emits an event for each incentive whose problems have changed. */
export const checkIncentives = defineJob({
  name: "problems of incentives",
  emits: [incentiveProblemsChanged],
  findWorkspaces: readCheckedWorkspaces,
  run: checkBatch,
});

type CheckTx = Tx<typeof incentiveProblemsChanged>;

/** Checks a batch of the workspace's incentives. Returns true if more incentives may be waiting for a check. */
async function checkBatch(tx: CheckTx): Promise<boolean> {
  const claimed = await claimChecks(tx, batchSize);
  const ids = claimed.map(({ rowId }) => rowId);
  if (ids.length === 0) return false;
  const rules = await readRulesOf(tx.sql, ids);
  const all = [...rules.values()].flat();
  const codes = await readCodeStates(tx.sql, codeIdsOf(all));
  const references = { codes, deletedConnections: await readDeletedConnections(tx.sql, all) };
  for (const incentive of claimed) {
    const { rowId, status, isDeleted } = incentive;
    // Archived and deleted incentives create no grants and therefore have no problems.
    const isOver = isDeleted || status === incentiveStatuses.indexOf("ARCHIVED");
    await publishProblems(tx, incentive, isOver ? [] : problemsOf(rules.get(rowId) ?? [], references, tx.now));
  }
  return ids.length === batchSize;
}

async function publishProblems(tx: CheckTx, { rowId, name, problems: before }: CheckedIncentive, problems: Problem[]): Promise<void> {
  if (isDeepStrictEqual(problems, before)) return;
  const changedAt = await writeProblems(tx, rowId, problems);
  tx.emit(incentiveProblemsChanged, rowId, { rowId, name, changedAt, problems });
}
