import { type Statement, sql } from "@offergraph/service/db/statement";
import { type PageArguments, readPage } from "@offergraph/service/filters/page";
import type { Context } from "../graphql/context.js";
import { grantColumns } from "./columns.js";
import { grantOrder } from "./list.js";
import type { GrantRow } from "./rows.js";

/** Reads a page of grants that match a condition on `g`, newest first. Cursors are valid for this `operation` only. */
export function readGrantPage({ principal, read, cursorKey }: Context, operation: string, where: Statement, given: PageArguments) {
  return readPage<GrantRow>({
    operation,
    workspaceId: principal.workspaceId,
    read,
    select: grantColumns,
    from: sql`grants g`,
    where,
    shape: {},
    order: grantOrder,
    orderBy: ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 50,
    withTotal: undefined,
    cursorKey,
  });
}
