import { readCodeStates } from "../../db/code-states.js";
import { readDeletedConnections } from "../../db/connections.js";
import type { IncentiveRow } from "../../db/rows.js";
import { readRules } from "../../db/rules.js";
import { codeIdsOf, messageOf, problemsOf } from "../../domain/problems.js";
import { warningsOfIncentive } from "../../domain/warnings.js";
import type { MutationTx } from "../../tx.js";

/** Adds a warning for everything that prevents the written incentive from granting rewards. */
export async function warnOfIncentive(tx: MutationTx, incentive: IncentiveRow, setsStatus = false): Promise<void> {
  const rules = await readRules(tx.sql, incentive.rowId);
  const codes = await readCodeStates(tx.sql, codeIdsOf(rules));
  const deletedConnections = await readDeletedConnections(tx.sql, rules);
  const problems = problemsOf(rules, { codes, deletedConnections }, tx.now).map((problem) => ({
    ...problem,
    message: messageOf(problem, codes.get(problem.discountCodeId ?? "")?.code ?? null),
  }));
  tx.warn(...warningsOfIncentive(incentive, { ruleCount: rules.length, problems, setsStatus }));
}
