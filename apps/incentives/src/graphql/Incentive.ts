import { readGrantsOfIncentive } from "../db/pages.js";
import type { IncentiveRow } from "../db/rows.js";
import { incentiveStatuses } from "../domain/ordinals.js";
import { codeIdsOf, type ShownProblem, shownProblemsOf } from "../domain/problems.js";
import type { IncentiveResolvers } from "../generated/types.js";
import { fieldsOf } from "../services/incentives/incentive-data.js";
import type { Context } from "./context.js";
import { codeStateById, deletedConnectionById, incentiveById, rulesOf } from "./loaders.js";

export const Incentive: IncentiveResolvers = {
  __resolveReference: ({ rowId }, context) => incentiveById(context, rowId),
  form: ({ formId }) => (formId === null ? null : { rowId: formId }),
  audience: (incentive) => fieldsOf(incentive).audience,
  tier: (incentive) => fieldsOf(incentive).tier,
  status: (incentive) => fieldsOf(incentive).status,
  iconColor: (incentive) => fieldsOf(incentive).iconColor,
  limitPeriod: (incentive) => fieldsOf(incentive).limitPeriod,
  problems: loadProblems,
  rules: ({ rowId }, _given, context) => rulesOf(context, rowId),
  grants: ({ rowId }, { state, ...given }, context) => readGrantsOfIncentive(context, rowId, state ?? null, given),
};

async function loadProblems({ rowId, status }: IncentiveRow, _given: object, context: Context): Promise<ShownProblem[]> {
  if (status === incentiveStatuses.indexOf("ARCHIVED")) return [];
  const rules = await rulesOf(context, rowId);
  const connectionIds = new Set(rules.flatMap(({ connectionId }) => connectionId ?? []));
  const [states, deleted] = await Promise.all([
    Promise.all(codeIdsOf(rules).map(async (id) => [id, await codeStateById(context, id)] as const)),
    Promise.all([...connectionIds].map((id) => deletedConnectionById(context, id))),
  ]);
  const known = new Map(states.flatMap(([id, state]) => (state ? [[id, state] as const] : [])));
  const references = { codes: known, deletedConnections: new Set(deleted.flatMap((connection) => connection?.rowId ?? [])) };
  return shownProblemsOf(rules, references, context.clock.now());
}
