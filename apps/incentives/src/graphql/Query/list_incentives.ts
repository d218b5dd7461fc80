import { sql } from "@offergraph/service/db/statement";
import { readPage } from "@offergraph/service/filters/page";
import { incentiveColumns } from "../../db/columns.js";
import { incentiveOrder } from "../../db/list.js";
import type { IncentiveRow } from "../../db/rows.js";
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
