import { readPage } from "@offergraph/service/filters/page";
import { formColumns, formFilter, formOrder, formsTable } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

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
    cursorKey: context.cursorKey,
  });
