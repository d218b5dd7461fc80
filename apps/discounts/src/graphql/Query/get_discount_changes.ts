import { readList } from "@offergraph/service/filters/list";
import { changeColumns, changeFilter, changeOrder, changesOf, changesTable } from "../../db/changes.js";
import type { ChangeRow } from "../../db/rows.js";
import type { QueryField } from "../context.js";
import { codeIdOf } from "../loaders.js";

export const get_discount_changes: QueryField<"get_discount_changes"> = (_source, { id, ...given }, context) =>
  readList<ChangeRow>(context, given, {
    operation: `get_discount_changes ${id.toLowerCase()}`,
    select: changeColumns,
    from: changesTable,
    where: changesOf(id),
    shape: changeFilter((ref) => codeIdOf(context, ref)),
    order: changeOrder,
    orderBy: given.orderBy ?? ["CREATED_AT_DESC"],
  });
