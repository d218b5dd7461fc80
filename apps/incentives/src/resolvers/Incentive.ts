import { sql } from "@offergraph/shared/database/statement";
import { readPage } from "@offergraph/shared/filters/page";
import { grantColumns } from "../data/columns.js";
import { grantOrder } from "../data/list.js";
import type { GrantRow } from "../data/rows.js";
import { grantStates } from "../domain/ranks.js";
import { fieldsOf } from "../events/publish.js";
import type { IncentiveResolvers } from "../generated/types.js";
import { incentiveById, rulesOf } from "../loaders.js";

export const Incentive: IncentiveResolvers = {
  __resolveReference: ({ rowId }, context) => incentiveById(context, rowId),
  // Forms, which own these, say what there is behind the id.
  form: ({ formId }) => (formId === null ? null : { rowId: formId }),
  audience: (incentive) => fieldsOf(incentive).audience,
  tier: (incentive) => fieldsOf(incentive).tier,
  status: (incentive) => fieldsOf(incentive).status,
  iconColor: (incentive) => fieldsOf(incentive).iconColor,
  limitPeriod: (incentive) => fieldsOf(incentive).limitPeriod,
  rules: ({ rowId }, _given, context) => rulesOf(context, rowId),
  grants: ({ rowId }, { state, ...given }, context) =>
    readPage<GrantRow>({
      // A cursor is good for the state that it was asked with.
      operation: state ? `grants ${rowId} ${state}` : `grants ${rowId}`,
      workspaceId: context.principal.workspaceId,
      read: context.read,
      select: grantColumns,
      from: sql`grants g`,
      where: state
        ? sql`g.incentive_id = ${rowId}::uuid AND g.state = ${grantStates.indexOf(state)}::smallint`
        : sql`g.incentive_id = ${rowId}::uuid`,
      shape: {},
      order: grantOrder,
      orderBy: ["CREATED_AT_DESC"],
      arguments: given,
      defaultFirst: 50,
      withTotal: undefined,
      cursorKey: context.cursorKey,
    }),
};
