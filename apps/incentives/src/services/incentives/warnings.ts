import { readDeletedConnections } from "../../db/connections.js";
import type { IncentiveRow } from "../../db/rows.js";
import { readRules } from "../../db/rules.js";
import { shownProblemsOf } from "../../domain/problems.js";
import { warningsOfIncentive } from "../../domain/warnings.js";
import type { MutationTx } from "../../tx.js";
import { knownStates, type LookedUpCodes } from "./lookups.js";

interface Write {
  /** The codes that the mutation looked up. Looked-up states are newer than stored states. */
  codes: LookedUpCodes;
  setsStatus?: boolean;
}

/** Adds a warning for each reason why the written incentive may not grant rewards. */
export async function warnOfIncentive(
  tx: MutationTx,
  incentive: IncentiveRow,
  { codes: lookedUp, setsStatus = false }: Write,
): Promise<void> {
  const rules = await readRules(tx.sql, incentive.rowId);
  const codes = await knownStates(tx.sql, rules, lookedUp);
  const deletedConnections = await readDeletedConnections(tx.sql, rules);
  const problems = shownProblemsOf(rules, { codes, deletedConnections }, tx.now);
  tx.warn(...warningsOfIncentive(incentive, { ruleCount: rules.length, problems, setsStatus }));
}
