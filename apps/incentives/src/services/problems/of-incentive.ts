import type { IncentiveRow } from "../../db/rows.js";
import { messageOf, type Problem, problemsOf } from "../../domain/problems.js";
import { incentiveStatuses } from "../../domain/ranks.js";
import type { Context } from "../../graphql/context.js";
import { codeStateById, rulesOf } from "../../graphql/loaders.js";

export type ShownProblem = Problem & { message: string };

/** Returns the current problems of an incentive's rules. An archived incentive has none. */
export async function problemsOfIncentive(context: Context, { rowId, status }: IncentiveRow): Promise<ShownProblem[]> {
  if (status === incentiveStatuses.indexOf("ARCHIVED")) return [];
  const rules = (await rulesOf(context, rowId)) ?? [];
  const ids = [...new Set(rules.flatMap(({ discountCodeId }) => discountCodeId ?? []))];
  const states = await Promise.all(ids.map(async (id) => [id, await codeStateById(context, id)] as const));
  const known = new Map(states.flatMap(([id, state]) => (state ? [[id, state] as const] : [])));
  return problemsOf(rules, known, context.clock.now()).map((problem) => ({
    ...problem,
    message: messageOf(problem, known.get(problem.discountCodeId)?.code ?? null),
  }));
}
