import { readPage } from "@offergraph/shared/filters/page";
import { formColumns } from "../../data/columns.js";
import { formFilter, formOrder, formsTable } from "../../data/list.js";
import type { FormRow } from "../../data/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

/** Lists the workspace's forms, newest first. */
export const list_forms: NonNullable<QueryResolvers["list_forms"]> = (_source, given, context) =>
  readPage<FormRow>({
    operation: "list_forms",
    workspaceId: context.principal.workspaceId,
    read: context.read,
    select: formColumns,
    from: formsTable,
    filter: given.filter,
    shape: formFilter,
    order: formOrder,
    orderBy: ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 500,
    withTotal: undefined,
    cursorKey: context.cursorKey,
  });
