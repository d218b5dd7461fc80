import { isDeepStrictEqual } from "node:util";
import { newId } from "@offergraph/shared/time/ids";
import type { RuleRow } from "../../db/rows.js";
import { replaceRules } from "../../db/rules.js";
import { incentiveKinds, responseStatuses, valueOfRank } from "../../domain/ranks.js";
import type { Rule } from "../../domain/rules.js";
import type { Tx } from "../../tx.js";

/** Replaces an incentive's rules. Unchanged rules keep their ids. Returns false if nothing changed. */
export async function changeRules(tx: Tx, incentiveId: string, existing: readonly RuleRow[], wanted: readonly Rule[]): Promise<boolean> {
  const free = existing.map((row) => ({ rowId: row.rowId, rule: ruleOf(row) }));
  const rules = wanted.map((rule) => {
    const place = free.findIndex((one) => isDeepStrictEqual(one.rule, rule));
    const kept = place < 0 ? undefined : free.splice(place, 1)[0];
    return { ...rule, rowId: kept?.rowId ?? newId(), isNew: !kept };
  });
  if (existing.length === rules.length && rules.every(({ rowId }, position) => existing[position]?.rowId === rowId)) return false;
  await replaceRules(tx, incentiveId, rules);
  return true;
}

function ruleOf({ kind, outcome, discountCodeId, connectionId, terms }: RuleRow): Rule {
  return { kind: valueOfRank(incentiveKinds, kind), outcome: valueOfRank(responseStatuses, outcome), discountCodeId, connectionId, terms };
}
