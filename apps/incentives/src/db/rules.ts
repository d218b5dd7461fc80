import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { incentiveKinds, responseStatuses } from "../domain/ordinals.js";
import type { Rule } from "../domain/rules.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { Db, PrismaDb } from "../tx.js";
import { type RuleRow, ruleColumns } from "./rows.js";

/** Returns each incentive's current rules, sorted by position. */
export async function readRulesOf(read: Read, incentiveIds: readonly string[]): Promise<Map<string, RuleRow[]>> {
  const rows = await read<RuleRow>(sql`
    SELECT ${ruleColumns} FROM incentive_rules r WHERE r.incentive_id = ANY(${incentiveIds}::uuid[]) AND r.retired_at IS NULL
    ORDER BY r.incentive_id, r.position`);
  return groupBy(rows, ({ incentiveId }) => incentiveId);
}

export function readRulesMeant(read: Read, ref: Ref): Promise<RuleRow[]> {
  const { id, name } = readRef(ref);
  const condition = name === undefined ? sql`i.row_id = ${id}::uuid` : sql`i.name = ${name}`;
  return read(sql`
    SELECT ${ruleColumns} FROM incentive_rules r JOIN incentives i ON i.workspace_id = r.workspace_id AND i.row_id = r.incentive_id
    WHERE ${condition} AND i.deleted_at IS NULL AND r.retired_at IS NULL ORDER BY r.position LIMIT 10`);
}

export async function readRules(read: Read, incentiveId: string): Promise<RuleRow[]> {
  return (await readRulesOf(read, [incentiveId])).get(incentiveId) ?? [];
}

/**
 * Replaces the rules of an incentive. Rules whose `isNew` is false keep their rows. Omitted rules are retired, not deleted, because grants
 * refer to rules.
 */
export async function replaceRules(
  { prisma, sql: run, workspaceId, now }: Db & PrismaDb,
  incentiveId: string,
  rules: readonly (Rule & { rowId: string; isNew: boolean })[],
): Promise<void> {
  const ids = rules.map(({ rowId }) => rowId);
  await prisma.incentiveRule.updateMany({
    where: { workspaceId, incentiveId, retiredAt: null, rowId: { notIn: ids } },
    data: { retiredAt: now },
  });
  await run(sql`
    UPDATE incentive_rules r SET position = given.position - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given(row_id, position) WHERE r.row_id = given.row_id`);
  const data = rules.map(({ isNew, kind, outcome, terms, ...rule }, position) => ({
    ...{ ...rule, workspaceId, incentiveId, createdAt: now, position, terms: terms as Prisma.InputJsonObject },
    ...{ kind: incentiveKinds.indexOf(kind), outcome: responseStatuses.indexOf(outcome) },
  }));
  const added = data.filter((_, position) => rules[position]?.isNew);
  if (added.length > 0) await prisma.incentiveRule.createMany({ data: added });
}
