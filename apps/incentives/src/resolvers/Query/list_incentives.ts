import { sql } from "@offergraph/shared/database/statement";
import { readPage } from "@offergraph/shared/filters/page";
import { incentiveColumns } from "../../data/columns.js";
import { incentiveOrder } from "../../data/list.js";
import type { IncentiveRow } from "../../data/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_incentives: NonNullable<QueryResolvers["list_incentives"]> = (_source, given, context) =>
  readPage<IncentiveRow>({
    operation: "list_incentives",
    workspaceId: context.principal.workspaceId,
    read: context.read,
    select: incentiveColumns,
    from: sql`incentives i`,
    where: sql`i.deleted_at IS NULL`,
    shape: {},
    order: incentiveOrder,
    orderBy: ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 50,
    withTotal: undefined,
    cursorKey: context.cursorKey,
  });
