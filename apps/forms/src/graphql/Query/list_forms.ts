import { readList } from "@offergraph/service/filters/list";
import { formColumns, formFilter, formOrder, formsTable } from "../../db/forms.js";
import type { FormRow } from "../../db/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_forms: NonNullable<QueryResolvers["list_forms"]> = (_source, given, context) =>
  readList<FormRow>(context, given, {
    operation: "list_forms",
    select: formColumns,
    from: formsTable,
    shape: formFilter,
    order: formOrder,
    orderBy: ["CREATED_AT_DESC"],
    defaultFirst: 500,
  });
