import { isDeepStrictEqual } from "node:util";
import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { incentiveUpdated } from "@offergraph/shared/contracts/events/incentives";
import { addLookUpError } from "@offergraph/shared/errors/look-up-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import { newId } from "@offergraph/shared/time/ids";
import { queueCheck } from "../../db/incentive-checks.js";
import { lockIncentiveMeant, readWritten, updateIncentive } from "../../db/incentives.js";
import type { IncentiveRow, RuleRow } from "../../db/rows.js";
import { readRules, replaceRules } from "../../db/rules.js";
import type { IncentiveFields } from "../../domain/fields.js";
import { incentiveKinds, responseStatuses, valueOfOrdinal } from "../../domain/ordinals.js";
import type { Rule } from "../../domain/rules.js";
import type { MutationTx, Tx } from "../../tx.js";
import { fieldsOf, incentiveDataOf } from "./incentive-data.js";

/** Locks the incentive. Throws the `userErrors` if the incentive does not exist. */
export async function lockIncentive(tx: MutationTx, ref: Ref): Promise<IncentiveRow> {
  const path = ["input", "incentiveId"];
  // Runs no query with the invalid reference, because PostgreSQL could throw an error.
  if (tx.errors.has(path)) return throwUserErrors(tx);
  const { row, fault } = await lockIncentiveMeant(tx, ref);
  if (fault) addLookUpError(tx.errors, path, fault, "incentive");
  return row ?? throwUserErrors(tx);
}

type UpdateTx = Tx<typeof incentiveUpdated>;

export async function changeIncentive(tx: UpdateTx, incentive: IncentiveRow, patch: Partial<IncentiveFields>): Promise<IncentiveRow> {
  const before = fieldsOf(incentive);
  const changed = (Object.keys(patch) as (keyof IncentiveFields)[]).filter((key) => !isDeepStrictEqual(patch[key], before[key]));
  if (changed.length === 0) return incentive;
  await updateIncentive(tx, incentive, Object.fromEntries(changed.map((key) => [key, patch[key]])));
  return emitUpdated(tx, incentive.rowId, changed);
}

export async function emitUpdated(tx: UpdateTx, rowId: string, changed: (keyof IncentiveFields | "rules")[]): Promise<IncentiveRow> {
  const incentive = await readWritten(tx, rowId);
  if (changed.includes("rules") || changed.includes("status")) await queueCheck(tx, rowId);
  const rules = await readRules(tx.sql, rowId);
  tx.emit(incentiveUpdated, rowId, { ...incentiveDataOf(incentive, rules), changed: [...changed, "updatedAt"] });
  return incentive;
}

/** Replaces rules. Unchanged rules keep their ids. Returns false if nothing changed. */
export async function changeRules(tx: Tx, incentiveId: string, existing: readonly RuleRow[], wanted: readonly Rule[]): Promise<boolean> {
  const unmatched = existing.map((row) => ({ rowId: row.rowId, rule: ruleOf(row) }));
  const rules = wanted.map((rule) => {
    const place = unmatched.findIndex((one) => isDeepStrictEqual(one.rule, rule));
    const kept = place < 0 ? undefined : unmatched.splice(place, 1)[0];
    return { ...rule, rowId: kept?.rowId ?? newId(), isNew: !kept };
  });
  if (existing.length === rules.length && rules.every(({ rowId }, position) => existing[position]?.rowId === rowId)) return false;
  await replaceRules(tx, incentiveId, rules);
  return true;
}

function ruleOf({ kind, outcome, discountCodeId, connectionId, terms }: RuleRow): Rule {
  return {
    kind: valueOfOrdinal(incentiveKinds, kind),
    outcome: valueOfOrdinal(responseStatuses, outcome),
    discountCodeId,
    connectionId,
    terms,
  };
}
